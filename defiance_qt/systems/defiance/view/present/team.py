"""View models of the team: Characters and Allies with their Damage, Aggro, States, Equipment and Actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from defiance_qt.shell.present.memo import Memo
from defiance_qt.shell.present.values import NOTHING, Chip, RefusedView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.content import CardAction, Heal
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.preview import losses
from defiance_qt.systems.defiance.engine.rules.equip import icons
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Carried, Character, State
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.values import ButtonView, CardView, SlotView

Ask = Callable[[str], RefusedView]

STANDARD = ("move", "attack", "hack", "equip", "rest", "interact")


def state_chip(names: Names, rules: Rules, id: str) -> Chip:
    """Return a State as a chip; helpful and harmful States have different tones."""
    tone = "danger" if id == UNCONSCIOUS else "team" if rules.catalog.states[id].harm < 0 else "gold"
    effect = names.text(f"state.{id}.short")
    text = names.words("view.card.state", state=names.state(id), effect=effect) if effect else names.state(id)
    return Chip(text, tone, names.text(f"state.{id}.text"), names.state(id) if effect else "")


def health_left(state: State, one: Character, rules: Rules) -> int:
    """Return the health that is left: none of a Remote out of action."""
    return 0 if one.id in state.disabled else max(0, rules.loadout(one).wounds - one.damage)


def health(names: Names, left: int, wounds: int, losing: int) -> str:
    """Return the health that is left in words, and what the open roll would leave."""
    if losing:
        return names.words("view.health.losing", left=left, after=max(0, left - losing), wounds=wounds)
    return names.words("view.health", left=left, wounds=wounds)


def activation(state: State) -> Activation | None:
    """Return the Activation in progress, even if other frames are on top of it, or None."""
    for frame in reversed(state.agenda):
        if isinstance(frame, Activation):
            return frame
    return None


def cards(
    state: State,
    rules: Rules,
    names: Names,
    offers: Offers,
    picked: str = "",
    chosen: str = "",
    why_not: Ask = lambda action: NOTHING,
    memo: Memo | None = None,
) -> tuple[CardView, ...]:
    """Return the card of every Character and Ally in the order of the mission. `picked` is the button whose target is
    being chosen, `chosen` the Character about to be deployed. `why_not` explains why a button is disabled."""
    memo = memo or Memo()
    losing = losses(rules, state)
    frame = activation(state)
    able = {one.character for one in offers.of("activate", "deploy")}

    def card(one: Character) -> CardView:
        own = frame if frame is not None and frame.character == one.id else None
        acting = own is not None and state.agenda[-1] is own
        buttons = _Buttons(state, rules, names, offers, picked, why_not) if acting else None
        # The buttons of the acting Character depend on all legal commands: that card is always rebuilt.
        lost = losing.get(one.id, 0)
        acts = rules.actions(state, one) if acting else ()
        left = health_left(state, one, rules)
        inputs = (one, own, one.id in able, one.id == chosen, buttons, lost, left)
        return memo(
            f"card {one.id}",
            inputs,
            lambda: _card(one, rules, names, own, buttons, one.id in able, chosen, left, lost, acts),
        )

    return tuple(card(one) for one in state.team.values())


def _card(
    one: Character,
    rules: Rules,
    names: Names,
    frame: Activation | None,
    buttons: _Buttons | None,
    selectable: bool,
    chosen: str,
    left: int,
    losing: int = 0,
    acts: Iterable[tuple[str, CardAction]] = (),
) -> CardView:
    """Build one card. `frame` is the Character's Activation; `buttons` is set only while the Character acts, and `acts`
    are the Actions of its cards and abilities."""
    loadout = rules.loadout(one)
    slots = _slots(one, rules, names)
    programs = tuple(
        Chip(names.software(id), "blue", names.text(f"software.{id}.text"))
        for device in loadout.devices
        for id in device.software
    )
    states = tuple(state_chip(names, rules, id) for id in one.states)
    name = names.character(one.id)
    return CardView(
        *names.shown(one.id),
        ally=one.ally,
        left=left,
        wounds=loadout.wounds,
        aggro=one.aggro,
        max_aggro=loadout.max_aggro,
        states=states,
        gear=_gear(one, names),
        slots=slots,
        programs=programs,
        consequences=_consequences(one, names),
        conscious=one.conscious,
        on_board=bool(one.space),
        activated=one.activated and frame is None,
        active=frame is not None,
        selectable=selectable,
        chosen=one.id == chosen,
        buttons=buttons.made(_at_hand(one, rules, acts)) if buttons is not None else (),
        actions=frame.actions if frame is not None else 0,
        points=frame.points if frame is not None else 0,
        spoken=_spoken(name, one, left, loadout.wounds, states, names),
        losing=losing,
        short=names.short(one.id),
        health=health(names, left, loadout.wounds, losing),
    )


def _spoken(name: str, one: Character, left: int, wounds: int, states: tuple[Chip, ...], names: Names) -> str:
    said = names.words("view.card.spoken", name=name, left=left, wounds=wounds, aggro=one.aggro)
    return ". ".join((said, *(chip.text for chip in states)))


def _gear(one: Character, names: Names) -> tuple[Chip, ...]:
    """Return one chip for the equipped items, and another if the AutoMediKit is used up."""
    worn = [names.item(held.item) for held in one.carried if held.place not in ("", "light", "backpack")]
    chips = [Chip(" · ".join(worn))] if worn else []
    if not one.ally and all(held.item != "automedikit" for held in one.carried):
        chips.append(Chip(names.words("view.card.no_automedikit"), "danger"))
    return tuple(chips)


def _consequences(one: Character, names: Names) -> tuple[Chip, ...]:
    chips = [Chip(names.consequence(id), "danger", names.text(f"consequence.{id}.text")) for id in one.consequences]
    if one.face_down:
        chips.append(Chip(names.words("view.card.injuries", n=len(one.face_down)), "danger"))
    return tuple(chips)


def _slots(one: Character, rules: Rules, names: Names) -> tuple[SlotView, ...]:
    """Return the card's locations in printed order with their items (R-026, R-031), then light and unplaced items."""
    cards = rules.catalog.equipment
    left = [(location, held) for held in one.carried for location in icons(rules, cards[held.item], held.place)]
    views: list[SlotView] = []
    for location in one.tabs:
        held_here = next((held for at, held in left if at == location), None)
        if held_here is not None:
            left.remove((location, held_here))
        views.append(_slot(location, held_here, names))
    views += [_slot("light", held, names) for held in one.carried if held.place == "light"]
    views += [_slot("hand_over", held, names) for held in one.carried if held.place == ""]
    return tuple(views)


def _slot(location: str, held: Carried | None, names: Names) -> SlotView:
    name = names.text(f"location.{location}", names.text(f"view.slot.{location}", location))
    if held is None:
        return SlotView(location, name)
    tip = names.item_rule(held.item)
    if held.turned:
        tip = f"{names.words(f'view.card.turned.{held.turned}')}. {tip}"
    return SlotView(location, name, held.item, names.item(held.item), tip, held.turned)


def _at_hand(one: Character, rules: Rules, acts: Iterable[tuple[str, CardAction]]) -> list[str]:
    """Return the groups of the Actions on the Character's cards, including turned cards."""
    found = [f"card:{card}:{action.id}" for card, action in acts]
    turned = [held.item for held in one.carried if held.turned]
    return found + [f"card:{id}:{action.id}" for id in turned for action in rules.catalog.equipment[id].actions]


class _Buttons:
    """Builds the buttons of the acting Character."""

    def __init__(self, state: State, rules: Rules, names: Names, offers: Offers, picked: str, why_not: Ask) -> None:
        self.state, self.rules = state, rules
        self.names, self.offers, self.picked, self.why_not = names, offers, picked, why_not

    def made(self, at_hand: list[str]) -> tuple[ButtonView, ...]:
        """Return the six standard Actions and those of the cards at hand, enabled or not, and Actions that are legal
        only now. The tip of a disabled button gives the reason."""
        words, offered = self.names.words, self.offers.by_group
        buttons = [
            self._button(kind, words(f"view.action.{kind}"), words(f"view.action.{kind}.tip"), kind)
            for kind in STANDARD
        ]
        for extra, icon in (("automedikit", "medikit"), ("drag", "move")):
            if extra in offered:
                tip = words(f"view.action.{extra}.tip")
                buttons.append(self._button(extra, words(f"view.action.{extra}"), tip, icon))
        for found in dict.fromkeys((*at_hand, *(group for group in offered if group.startswith("card:")))):
            _, card, action = found.split(":", 2)
            names = self.names
            tip = names.card_rule(card)
            if self.idle(found):
                tip = f"{words('view.idle.nobody_hurt')}\n{tip}"
            buttons.append(self._button(found, names.card_action(card, action), tip, "medikit"))
        buttons.append(self._button("end", words("view.action.end"), words("view.action.end.tip"), "step"))
        return tuple(buttons)

    def idle(self, group: str) -> bool:
        """Return whether the Action of a card only heals, and nobody that it can be used on is hurt."""
        commands = self.offers.by_group.get(group, ())
        return bool(commands) and all(self._heals_nothing(command) for command in commands)

    def _heals_nothing(self, command: c.UseCard) -> bool:
        one = self.state.team[command.character]
        acts = self.rules.actions(self.state, one)
        action = next((act for card, act in acts if (card, act.id) == (command.card, command.action)), None)
        other = self.state.team.get(command.target)
        heals = action is not None and all(isinstance(effect, Heal) for effect in action.effects)
        return heals and other is not None and not other.damage

    def _button(self, action: str, text: str, tip: str, icon: str) -> ButtonView:
        offered = action in self.offers.by_group
        shown = tip if offered else self.why_not(action).tip
        idle = action.startswith("card:") and self.idle(action)
        return ButtonView(action, text, offered, action == self.picked, shown, icon, idle)
