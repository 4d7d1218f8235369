"""The cards of the team: Characters and Allies with their Damage, Aggro, States, Equipment and Actions."""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.loadouts import Loadout
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Carried, Character, State
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.values import ButtonView, CardView, Chip, SlotView
from defiance_qt.systems.defiance.view.present.why_not import NOTHING, RefusedView

Ask = Callable[[str], RefusedView]

STANDARD = ("move", "attack", "hack", "equip", "rest", "interact")


def state_chip(names: Names, rules: Rules, id: str) -> Chip:
    """A State as a chip: what helps its bearer differs in tone from what harms."""
    card = rules.catalog.states.get(id)
    tone = "danger" if id == UNCONSCIOUS else "team" if card is not None and card.harm < 0 else "gold"
    return Chip(names.state(id), tone, names.text(f"state.{id}.text"))


def activation(state: State) -> Activation | None:
    """The Activation in progress, whatever lies on top of it."""
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
) -> tuple[CardView, ...]:
    """Every member of the team in the order of the mission. `picked` is the button whose target is being chosen,
    `chosen` the Character who is about to be deployed; `why_not` says why a button is grey."""
    frame = activation(state)
    able = {one.character for one in offers.of("activate", "deploy")}
    return tuple(
        _card(one, state, rules, names, offers, frame, picked, chosen, able, why_not) for one in state.team.values()
    )


def _card(
    one: Character,
    state: State,
    rules: Rules,
    names: Names,
    offers: Offers,
    frame: Activation | None,
    picked: str,
    chosen: str,
    able: set[str],
    why_not: Ask,
) -> CardView:
    loadout = rules.loadout(one)
    active = frame is not None and frame.character == one.id
    acting = active and state.agenda[-1] is frame
    slots = _slots(one, rules, names)
    programs = tuple(
        Chip(names.software(id), "blue", names.text(f"software.{id}.text"))
        for device in loadout.devices
        for id in device.software
    )
    states = tuple(state_chip(names, rules, id) for id in one.states)
    name = names.character(one.id)
    view = CardView(
        id=one.id,
        name=name,
        initials=names.initials(one.id),
        ally=one.ally,
        damage=one.damage,
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
        activated=one.activated and not active,
        active=active,
        selectable=one.id in able,
        chosen=one.id == chosen,
        buttons=_buttons(names, offers, picked, _at_hand(one, rules, loadout), why_not) if acting else (),
        actions=frame.actions if active and frame is not None else 0,
        points=frame.points if active and frame is not None else 0,
        spoken=_spoken(name, one, loadout.wounds, loadout.max_aggro, states, names),
    )
    return view


def _spoken(
    name: str, one: Character, wounds: int, max_aggro: int | None, states: tuple[Chip, ...], names: Names
) -> str:
    said = names.words("ui.card.spoken", name=name, damage=one.damage, wounds=wounds, aggro=one.aggro)
    return ". ".join((said, *(chip.text for chip in states)))


def _gear(one: Character, names: Names) -> tuple[Chip, ...]:
    """What is worn or held, in one chip; that the AutoMediKit is used up is worth another."""
    worn = [names.item(held.item) for held in one.carried if held.place not in ("", "light", "backpack")]
    chips = [Chip(" · ".join(worn))] if worn else []
    if not one.ally and all(held.item != "automedikit" for held in one.carried):
        chips.append(Chip(names.words("ui.card.no_automedikit"), "danger"))
    return tuple(chips)


def _consequences(one: Character, names: Names) -> tuple[Chip, ...]:
    chips = [Chip(names.consequence(id), "danger", names.text(f"consequence.{id}.text")) for id in one.consequences]
    if one.face_down:
        chips.append(Chip(names.words("ui.card.injuries", n=len(one.face_down)), "danger"))
    return tuple(chips)


def _slots(one: Character, rules: Rules, names: Names) -> tuple[SlotView, ...]:
    """The card's locations in printed order with what lies there, then the light cards."""
    free = list(one.tabs)
    filled: list[tuple[str, Carried]] = []
    for held in one.carried:
        for location in _locations(held, rules):
            if location in free:
                free.remove(location)
                filled.append((location, held))
    views: list[SlotView] = []
    left = list(filled)
    for location in one.tabs:
        held_here = next((held for at, held in left if at == location), None)
        if held_here is not None:
            left.remove((location, held_here))
        views.append(_slot(location, held_here, names))
    views += [_slot("light", held, names) for held in one.carried if held.place == "light"]
    views += [_slot("hand_over", held, names) for held in one.carried if held.place == ""]
    return tuple(views)


def _slot(location: str, held: Carried | None, names: Names) -> SlotView:
    name = names.text(f"location.{location}", names.text(f"ui.slot.{location}", location))
    if held is None:
        return SlotView(location, name)
    tip = names.item_rule(held.item)
    if held.turned:
        tip = f"{names.words(f'ui.card.turned.{held.turned}')}. {tip}"
    return SlotView(location, name, held.item, names.item(held.item), tip, held.turned)


def _locations(held: Carried, rules: Rules) -> tuple[str, ...]:
    """The locations that a card takes where it is now (R-026, R-031)."""
    tabs = rules.catalog.equipment[held.item].tabs
    if held.place == "backpack":
        one_slot = rules.switches.get("backpack") == "tab"
        return ("backpack",) * (1 if one_slot else max(1, min((len(tab) for tab in tabs), default=1)))
    if held.place.isdigit() and int(held.place) < len(tabs):
        return tabs[int(held.place)]
    return ()


def _at_hand(one: Character, rules: Rules, loadout: Loadout) -> list[str]:
    """The groups of the Actions that cards offer, those of turned cards among them."""
    found = [f"card:{card}:{action.id}" for card, action in loadout.actions]
    turned = [held.item for held in one.carried if held.turned]
    return found + [f"card:{id}:{action.id}" for id in turned for action in rules.catalog.equipment[id].actions]


def _buttons(names: Names, offers: Offers, picked: str, at_hand: list[str], why_not: Ask) -> tuple[ButtonView, ...]:
    """The six standard Actions and those of the cards at hand, whether or not they can be taken, and what only this
    moment offers. A grey one says why."""
    words = names.words

    def button(action: str, text: str, tip: str, icon: str) -> ButtonView:
        offered = action in offers.by_group
        return ButtonView(action, text, offered, action == picked, tip if offered else why_not(action).tip, icon)

    buttons = [button(kind, words(f"ui.action.{kind}"), words(f"ui.action.{kind}.tip"), kind) for kind in STANDARD]
    for extra, icon in (("automedikit", "medikit"), ("drag", "move")):
        if extra in offers.by_group:
            buttons.append(button(extra, words(f"ui.action.{extra}"), words(f"ui.action.{extra}.tip"), icon))
    for found in dict.fromkeys((*at_hand, *(group for group in offers.by_group if group.startswith("card:")))):
        _, card, action = found.split(":", 2)
        buttons.append(button(found, names.card_action(card, action), names.card_rule(card), "medikit"))
    buttons.append(button("end", words("ui.action.end"), words("ui.action.end.tip"), "step"))
    return tuple(buttons)
