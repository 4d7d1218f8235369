"""The Actions that cards offer, and what cards let a figure do (R-048, R-049, R-062, R-069, R-149, R-153, R-155,
R-313)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import Act, CardAction
from defiance_qt.systems.defiance.engine.enemies.reinforcements import awaken
from defiance_qt.systems.defiance.engine.frames import Activation, Effects
from defiance_qt.systems.defiance.engine.loadouts import USABLE, place_of
from defiance_qt.systems.defiance.engine.rules import costs, granted, interact, pools
from defiance_qt.systems.defiance.engine.rules.attacking import attacks, puppet_attacks
from defiance_qt.systems.defiance.engine.rules.equip import STOWED, not_in_use
from defiance_qt.systems.defiance.engine.rules.hacking import hacks
from defiance_qt.systems.defiance.engine.rules.resting import rests
from defiance_qt.systems.defiance.engine.rules.targets import CARD_TARGETS, barred_target, card_others, wrong_target
from defiance_qt.systems.defiance.engine.ruleset import USED, Rules, View
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

# The manual's rules on cards for Unconscious figures and for Remotes, by the target of an Action.
TREATMENT = {"unconscious": ("R-149", "R-231"), "remote": ("R-153",), "remote_off": ("R-155",)}


def card_actions(rules: Rules, state: State, view: View, one: Character, frame: Activation) -> Iterator[c.UseCard]:
    """Yield the Actions that cards offer (R-048, R-049, R-313)."""
    for card, action in rules.actions(state, one):
        if (action.free or frame.actions) and _may_use(rules, state, one, action):
            for target in CARD_TARGETS[action.target](rules, state, view, one, action):
                if idle(rules, state, view, one, action, target):
                    continue
                for other in card_others(rules, state, view, one, action, target):
                    yield c.UseCard(one.id, card, action.id, target, other)


def _may_use(rules: Rules, state: State, one: Character, action: CardAction) -> bool:
    """Check whether the Character has done what the Action must follow."""
    return not action.after or granted.done(state, action.after, one.id)


def idle(rules: Rules, state: State, view: View, one: Character, action: CardAction, target: str) -> bool:
    """Check whether the Action would only allow others, and none that is possible now."""
    return all(
        isinstance(effect, Act) and not _grants(rules, state, view, one, effect, target) for effect in action.effects
    )


def _grants(rules: Rules, state: State, view: View, one: Character, effect: Act, target: str) -> bool:
    """Check whether the effect allows something that is possible now: Actions, or movement for one that can Move."""
    if effect.only:
        return bool(granted_actions(rules, state, view, one, effect.only, target))
    mover = {"user": one.id, "target": target}.get(effect.on)
    return bool(effect.actions) or mover is None or not rules.pinned(state, mover)


def check_card(rules: Rules, state: State, frame: Activation, command: c.UseCard) -> Illegal | None:
    """Refuse a card's Action that is not there, not paid for (R-046), or aimed at the wrong figure (R-048)."""
    one, card, view = state.team[command.character], command.card, rules.view(state)
    action = next((found for id, found in rules.actions(state, one) if (id, found.id) == (card, command.action)), None)
    if action is None:
        return _no_card_action(rules, one, card)
    if not action.free and not frame.actions:
        return costs.no_actions(frame)
    if not _may_use(rules, state, one, action):
        if action.after == "kill":
            return Illegal("only_after_kill", "R-048", f"{one.id} has not killed an Enemy", figure=one.id, card=card)
        return Illegal("only_after_attack", "R-048", f"{one.id} has not attacked", figure=one.id, card=card)
    barred = barred_target(rules, state, view, one, card, action, command.target)
    if barred is not None:
        return barred
    if idle(rules, state, view, one, action, command.target):
        return Illegal("idle_card", "R-048", f"{card} would change nothing now", card=card, target=command.target)
    if command.other in card_others(rules, state, view, one, action, command.target):
        return None
    return wrong_target(card, command.other or command.target, "R-048")


def _no_card_action(rules: Rules, one: Character, card: str) -> Illegal:
    copies = [found for found in one.carried if found.item == card]
    if card in rules.catalog.specialties and card not in one.specialties:
        words = f"{one.id} has not acquired {card}"
        return Illegal("not_acquired", "R-299", words, figure=one.id, card=card)
    turned = {found.turned for found in copies}
    if card in one.tapped or ("" not in turned and "tap" in turned):
        return Illegal("tapped", "R-314", f"{card} is turned until it is straightened", card=card)
    if card in one.flipped or turned == {"flip"}:
        return Illegal("flipped", "R-315", f"{card} is face down for the rest of the mission", card=card)
    if card in rules.catalog.equipment and all(found.place in STOWED for found in copies):
        return not_in_use(one, card, "R-048")
    usable = USABLE[rules.switches["usable"]]
    if copies and not any(place_of(rules.catalog.equipment[card], found) in usable for found in copies):
        return Illegal("not_equipped", "R-030", f"{one.id} is not equipped with {card}", figure=one.id, card=card)
    return Illegal("no_card_action", "R-048", f"{card} offers {one.id} no such Action", figure=one.id, card=card)


# ---- what a card lets a figure do ----


def granted_actions(
    rules: Rules, state: State, view: View, one: Character, only: str, puppet: str = ""
) -> list[c.Command]:
    """Return the Actions of this kind that a figure can perform (R-313)."""
    if only == granted.PUPPET:
        return list(puppet_attacks(rules, state, view, one.id, puppet))
    if only == "hack":
        return list(hacks(rules, state, view, one))
    found: list[c.Command] = list(attacks(rules, state, view, one))
    if only == "cc":
        return [command for command in found if pools.attack_of(rules, state, command).cc]  # type: ignore[arg-type]
    if only:
        return found
    frame = Activation(one.id, 1, extra=True)
    found += hacks(rules, state, view, one)
    found += [c.Equip(one.id), *rests(rules, state, view, one), *interact.options(rules, state, view, one)]
    if not rules.pinned(state, one.id):
        found.append(c.Move(one.id))
    uses = card_actions(rules, state, view, one, frame)
    return [*found, *(use for use in uses if not action_of(rules, state, one, use).free)]


# ---- the effects ----


def use_card(run: Transaction, frame: Activation, command: c.UseCard) -> None:
    """Perform an Action or Free Action that a card offers (R-048, R-049, R-313); an Enemy that it is aimed at wakes at
    Alert 0 (R-262)."""
    one = run.state.team[command.character]
    action = action_of(run.rules, run.state, one, command)
    cites = ("R-048", *(("R-049",) if action.free else ()), *TREATMENT.get(action.target, ()))
    costs.spend(run, command, command.action, cites)
    copy = _copy_of(run.rules, one, command.card)
    run.emit(e.CardUsed(one.id, command.card, action.id, command.target, action.use, cites, copy))
    for target in (command.target, command.other):
        if target in run.state.enemies:
            awaken(run, target, ("R-262",))
    if action.use == "discard":
        left = (*one.carried[:copy], *one.carried[copy + 1 :])
        run.emit(e.CarriedChanged(one.id, left, "used", command.card, cites))
    kind = _kind_of(run.rules, one, command.card)
    if kind == "ability" and action.free:
        used = f"{command.card}.{action.id}.{one.id}"
        run.emit(e.PluginFact(USED, used, run.state.round, cites))
    key = f"{kind}.{command.card}.name"
    run.defer(Effects(action.effects, one.id, command.target, key, cites, command.other))


def _copy_of(rules: Rules, one: Character, card: str) -> int:
    """Return the index, among the carried cards, of the copy in use: one from Loot before a Character's own (R-285);
    -1 for the Character's own card."""
    usable = USABLE[rules.switches["usable"]]
    ready = (
        at
        for at, held in enumerate(one.carried)
        if held.item == card and not held.turned and place_of(rules.catalog.equipment[card], held) in usable
    )
    return min(ready, key=lambda at: not one.carried[at].loot, default=-1)


def _kind_of(rules: Rules, one: Character, card: str) -> str:
    """Return the kind of a card that offers an Action, or "ability"."""
    if card == one.id:
        return "character"
    return "specialty" if card in one.specialties else "equipment" if card in rules.catalog.equipment else "ability"


def action_of(rules: Rules, state: State, one: Character, use: c.UseCard) -> CardAction:
    return next(found for id, found in rules.actions(state, one) if (id, found.id) == (use.card, use.action))
