"""Checks of an Action or a step of a Character (R-046…R-061, R-073, R-107…R-131, R-153…R-163, R-230)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.board.movement import DRAG, price
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.content import CardAction
from defiance_qt.systems.defiance.engine.loadouts import EQUIPPED, USABLE, place_of
from defiance_qt.systems.defiance.engine.preview import obstacles
from defiance_qt.systems.defiance.engine.rules import costs, granted, interact, ranges
from defiance_qt.systems.defiance.engine.rules.activation import AUTOMEDIKIT, PROGRAM_TARGETS, idle, no_rest, step_rules
from defiance_qt.systems.defiance.engine.rules.targets import CARD_TARGETS, door_range, of_kind, reaches_remotes
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State

Check = Callable[[Rules, State, Any], Illegal]
STOWED = ("", "backpack")


# ---- the active figure, and its remaining Actions ----


def _checked(check: Check, needs: bool, moves: bool = False) -> Check:
    """Return the check preceded by those that all Actions share. It is the figure's Activation, it is on the board and
    conscious, may act on its space, and has an Action left."""

    def refuse(rules: Rules, state: State, command: Any) -> Illegal:
        able = unable(rules, state, command.character, needs, moves)
        refused = able or _not_granted(rules, state, command)
        return refused or _costs_more(rules, state, command) or check(rules, state, command)

    return refuse


def _not_granted(rules: Rules, state: State, command: Any) -> Illegal | None:
    """Return the refusal of an Action that a card does not allow which lets the figure act now (R-313)."""
    grant = _activation(state).grant
    if not grant or isinstance(command, c.StepTo):
        return None
    # Where a CC Attack or the Attack of an Enemy is allowed, the card is the reason against any other command. Points
    # that a card gives are for steps: no card lets a figure drag.
    kinds: dict[str, type] = {"": object, "attack": c.Attack, "hack": c.Hack}
    fits = isinstance(command, kinds.get(grant.only, ())) and not isinstance(command, c.Drag)
    if fits and isinstance(command, c.UseCard):
        found = rules.actions(state, state.team[command.character])
        fits = not any((id, one.id) == (command.card, command.action) and one.free for id, one in found)
    if fits:
        return None
    words = f"{command.character} can only do what {grant.source} allows"
    return Illegal("granted_only", "R-313", words, figure=command.character, card=grant.source)


def unable(rules: Rules, state: State, id: str, needs: bool, moves: bool = False) -> Illegal | None:
    """Return why a figure can do nothing now, None when it can: it is not its turn (R-042, R-050), it is off the board,
    Unconscious or on a space where it may not stay (R-056), or has no Action left (R-046). `needs`: not without an
    Action left, unless house rules change costs; `moves`: also where it may not stay."""
    top, one = _activation(state), state.team[id]
    if id != top.character:
        return not_its_turn(state, top, id)
    if not one.space:
        return Illegal("off_board", "R-154", f"{id} is off the board", figure=id)
    if UNCONSCIOUS in one.states:
        return Illegal("unconscious", "R-159", f"{id} is Unconscious", figure=id)
    if not moves and _in_passing(rules, state, id):
        return _must_move_on(id)
    return _no_actions(top) if needs and not top.actions and not rules.hooks.modify_cost else None


def not_its_turn(state: State, top: f.Activation, id: str) -> Illegal:
    """Return the refusal for a figure other than the active one, or for its next Activation: the present one has to
    end first (R-050), unless the figure has had its own this Round (R-042) or is off the board (R-154)."""
    one = state.team[id]
    if one.activated:
        return Illegal("already_activated", "R-042", f"{id} has been activated this Round", figure=id)
    if one.remote and not one.space:
        return Illegal("off_board", "R-154", f"{id} is off the board", figure=id)
    words = f"{id} cannot act before the Activation of {top.character} has ended"
    return Illegal("not_active", "R-050", words, figure=id, active=top.character)


def _activation(state: State) -> f.Activation:
    top = state.agenda[-1]
    assert isinstance(top, f.Activation)
    return top


def _in_passing(rules: Rules, state: State, id: str) -> bool:
    """Check whether the figure is on a space where it may not stay or act (R-056, R-220)."""
    view = rules.view(state)
    return bool(rules.ground(view, id, "team").no_stop >> view.cells[id] & 1)


def _must_move_on(id: str) -> Illegal:
    return Illegal("must_move_on", "R-056", f"{id} cannot act or stop there and must move on", figure=id)


def _no_actions(top: f.Activation) -> Illegal:
    return Illegal("no_actions", "R-046", f"{top.character} has no Actions left", figure=top.character)


def _costs_more(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Return the refusal for a command that costs more Actions than are left, by house rules (R-046)."""
    if not rules.hooks.modify_cost:
        return None
    left, changes = _activation(state).actions, costs.changes(rules, state, command)
    needed = costs.cost(rules, state, command)
    if needed <= left:
        return None
    if not changes:
        return _no_actions(_activation(state))
    words = f"that costs {needed} Actions, {left} are left"
    sources = tuple(dict.fromkeys(change.source for change in changes))
    return Illegal("costs_more", (*cited(changes), "R-046")[0], words, needed=needed, left=left, sources=sources)


def _spent(rules: Rules, state: State, command: Any) -> Illegal:
    """Return the refusal for a lack of Actions, the only possible cause here."""
    return _no_actions(_activation(state))


def _end(rules: Rules, state: State, command: c.EndActivation) -> Illegal:
    top = _activation(state)
    if command.character != top.character:
        return not_its_turn(state, top, command.character)
    return _must_move_on(command.character)


# ---- movement ----


def _move(rules: Rules, state: State, command: c.Move) -> Illegal:
    return _pinned(rules, state, command.character) or _spent(rules, state, command)


def _pinned(rules: Rules, state: State, id: str) -> Illegal | None:
    """Return the refusal for a figure that a card keeps from moving (R-212), unless it may not stay where it is."""
    if not rules.pinned(state, id) or _in_passing(rules, state, id):
        return None
    return Illegal("pinned", "R-212", f"{id} cannot move", figure=id)


def _step(rules: Rules, state: State, command: c.StepTo) -> Illegal:
    still = _pinned(rules, state, command.character)
    if still is not None:
        return still
    view, space, points = rules.view(state), command.space, _activation(state).points
    barred = _barred(rules, state, command.character, space)
    if barred is not None:
        return barred
    ground, there = rules.ground(view, command.character, "team"), rules.board.by_name[space]
    needed = price(ground, view.cells[command.character], there)
    if needed > points:
        words = f"{space} costs {needed} movement points, {points} are left"
        rule = next(id for id in step_rules(view, ground, there, needed) if id not in ("R-055", "R-058"))
        return Illegal("no_points", rule, words, space=space, points=points, needed=needed)
    words = f"a figure cannot stop on {space}, and there are too few points to move on"
    rule = "R-219" if view.obstructed >> there & 1 else "R-056"
    return Illegal("occupied", rule, words, space=space, points=points)


def _barred(rules: Rules, state: State, id: str, space: str) -> Illegal | None:
    """Return why no step leads from a figure to a space, None when one does."""
    board, view = rules.board, rules.view(state)
    if space not in board.by_name:
        return Illegal("no_space", "R-035", f"the board has no space {space}", space=space)
    here, there = view.cells[id], board.by_name[space]
    if view.passages.near[here] >> there & 1:
        return None
    start = board.names[here]
    if board.distance(here, there) != 1:
        return Illegal("not_adjacent", "R-052", f"{space} is not adjacent to {start}", start=start, space=space)
    closed = cells_of(board.doors_at(here) & board.doors_at(there) & ~view.open_doors)
    if closed:
        door = board.doors[closed[0]].id
        return Illegal("closed_door", "R-059", f"a closed door bars the way from {start} to {space}", element=door)
    if (board.blocked | rules.terrain(state)["blocked"]) >> there & 1:
        return Illegal("blocked_space", "R-215", f"{space} is a Blocked space", space=space)
    return Illegal("wall", "R-059", f"a wall bars the way from {start} to {space}", start=start, space=space)


def _drag(rules: Rules, state: State, command: c.Drag) -> Illegal:
    id, target, points = command.character, command.dragged, _activation(state).points
    still = _pinned(rules, state, id)
    if still is not None:
        return still
    other = state.team[target]
    if UNCONSCIOUS not in other.states or not other.space:
        return Illegal("not_unconscious", "R-230", f"{target} is not Unconscious", target=target)
    view = rules.view(state)
    if not view.passages.near[view.cells[id]] >> view.cells[target] & 1:
        return _not_beside(id, target, "R-230")
    if points < DRAG:
        words = f"dragging costs {DRAG} movement points, {points} are left"
        return Illegal("no_points", "R-230", words, space=command.space, points=points, needed=DRAG)
    barred = _barred(rules, state, id, command.space)
    if barred is not None:
        return barred
    words = f"from there {target} cannot follow to {command.follows}"
    return Illegal("cannot_drag", "R-230", words, target=target, space=command.space, follows=command.follows)


# ---- Attack and Hack ----


def _attack(rules: Rules, state: State, command: c.Attack) -> Illegal:
    """Return the refusal for a weapon that is not at hand (R-032, R-073), or a target that is no Enemy, out of Range,
    out of sight (R-062) or not to be chosen (R-212)."""
    one, target = state.team[command.character], command.target
    wanted = (command.weapon, command.attack)
    found = next((attack for id, attack in ranges.armed(rules, state, one).weapons if (id, attack.id) == wanted), None)
    if found is None:
        return _no_such_attack(rules, one, command.weapon) or _not_in_use(one, command.weapon, "R-073")
    if target not in state.enemies:
        return Illegal("not_an_enemy", "R-078", f"{target} is no Enemy", target=target)
    low, high = found.range
    far = _out_of_range(rules, state, one.id, target, low, high, "R-069")
    if far is not None:
        return far
    if found.sight and not rules.sees(state, rules.view(state), one.id, target):
        return _unseen(rules, state, one.id, target)
    return _untargetable(rules, state, one.id, target)


def _no_such_attack(rules: Rules, one: Character, weapon: str) -> Illegal | None:
    """Return the refusal for an Attack that an equipped card, or the Character's own, does not have."""
    if weapon != one.id and not _equipped(rules, one, weapon):
        return None
    return Illegal("no_such_attack", "R-073", f"{weapon} has no such Attack", figure=one.id, card=weapon)


def _equipped(rules: Rules, one: Character, card: str) -> bool:
    places = EQUIPPED[rules.switches["usable"]]
    return any(held.item == card and place_of(rules.catalog.equipment[card], held) in places for held in one.carried)


def _not_in_use(one: Character, card: str, rule: str) -> Illegal:
    """Return the refusal for a card that the Character does not have ready (R-030, R-032), by the rule
    that needs it: R-073 for a weapon, R-048 for an Action."""
    if any(held.item == card and held.place in STOWED for held in one.carried):
        words = f"{one.id} has {card} in the Backpack and is not equipped with it"
        return Illegal("in_backpack", "R-032", words, figure=one.id, card=card)
    return Illegal("not_equipped", rule, f"{one.id} is not equipped with {card}", figure=one.id, card=card)


def _out_of_range(rules: Rules, state: State, id: str, target: str, low: int, high: int, rule: str) -> Illegal | None:
    cells = rules.view(state).cells
    distance = rules.board.distance(cells[id], cells[target])
    if low <= distance <= high:
        return None
    words = f"{target} is at Range {distance}, what is used reaches {low} to {high}"
    return Illegal("out_of_range", rule, words, target=target, distance=distance, low=low, high=high)


def _unseen(rules: Rules, state: State, id: str, target: str) -> Illegal:
    cut = obstacles(rules, state, id, target)
    words = f"{id} has no Line of Sight to {target}: {', '.join(cut)}"
    return Illegal("no_sight", "R-062", words, figure=id, target=target, cut=cut)


def _untargetable(rules: Rules, state: State, id: str, target: str) -> Illegal:
    cells = rules.view(state).cells
    distance = rules.board.distance(cells[id], cells[target])
    veto = rules.barred(state, id, target, distance)
    if veto is not None:
        return Illegal(veto.code, veto.rule, veto.message)
    words = f"{target} cannot be chosen as a target from Range {distance}"
    return Illegal("untargetable", "R-212", words, target=target, distance=distance)


def _hack(rules: Rules, state: State, command: c.Hack) -> Illegal:
    """Return the refusal for a program that is not at hand or never runs by itself, or a target that it does not work
    on, out of Range or not to be chosen (R-212)."""
    one, target, program = state.team[command.character], command.target, command.program
    device = ranges.armed(rules, state, one).running(program, command.using)
    if device is None:
        words = f"{one.id} has no device at hand with {program} installed"
        return Illegal("no_program", "R-107", words, figure=one.id, card=program)
    card = rules.catalog.software[program]
    if card.kind == "demon":
        return Illegal("demon_runs", "R-111", f"{program} always runs and is no Action", card=program)
    if card.targets == "self":
        return _wrong_target(program, target, "R-109")
    if target in state.team and not state.team[target].space:
        return Illegal("off_board", "R-109", f"{target} is off the board", figure=target)
    if target in state.team and not state.team[target].conscious:
        return Illegal("lies_unconscious", "R-231", f"{target} is Unconscious", target=target)
    if target not in PROGRAM_TARGETS[card.kind](rules, state, program):
        rule = "R-112" if card.kind == "controller" else "R-113"
        return _wrong_target(program, target, rule)
    low, high = device.device.range
    if target in state.doors:
        return _out_of_reach(rules, state, one.id, target, low, high)
    far = _out_of_range(rules, state, one.id, target, low, high, "R-109")
    return far or _device(rules, one, command) or _untargetable(rules, state, one.id, target)


def _out_of_reach(rules: Rules, state: State, id: str, door: str, low: int, high: int) -> Illegal:
    distance = door_range(rules, rules.view(state).cells[id], door)
    words = f"{door} is at Range {distance}, what is used reaches {low} to {high}"
    return Illegal("out_of_range", "R-109", words, target=door, distance=distance, low=low, high=high)


def _device(rules: Rules, one: Character, command: c.Hack) -> Illegal | None:
    """Return the refusal of a program in several devices none of which is named, or of one named in vain (R-107)."""
    program, holding = command.program, rules.loadout(one).holding(command.program)
    if len(holding) > 1 and not command.using:
        cards = tuple(device.item for device in holding)
        words = f"{program} is installed in {', '.join(cards)}: one has to be named"
        return Illegal("which_device", "R-107", words, card=program, cards=cards)
    if len(holding) == 1 and command.using:
        words = f"{program} is installed in one device only: none is named"
        return Illegal("one_device", "R-107", words, card=program)
    return None


def _wrong_target(card: str, target: str, rule: str) -> Illegal:
    return Illegal("wrong_target", rule, f"{card} does not work on {target}", card=card, target=target)


# ---- Rest, Interact, AutoMediKit ----


def _rest(rules: Rules, state: State, command: c.Rest) -> Illegal:
    one = state.team[command.character]
    barred = no_rest(rules, rules.view(state), one)
    if barred is not None:
        return barred
    words = f"{one.id} has no State {command.state!r} to lose"
    return Illegal("no_such_state", "R-121", words, figure=one.id)


def _interact(rules: Rules, state: State, command: c.Interact) -> Illegal:
    """Return the refusal of an interaction: no Action is left (R-046), the element is used up (R-124, R-127, R-128,
    R-140), the extra or the device is not to be had, or it is too far away."""
    id, one = command.element, state.team[command.character]
    top = _activation(state)
    if not command.extra and not top.actions and not rules.hooks.modify_cost:
        return _no_actions(top)
    if (command.extra or command.using) and id not in state.consoles:
        return Illegal("console_only", "R-139", "that is for Consoles only", element=id)
    used_up = _used_up(state, id)
    if used_up is not None:
        return used_up
    if command.extra and rules.switches["console_extra"] != "interaction":
        return Illegal("no_extra", "R-139", "this edition has no free interaction with a Console")
    if command.extra and top.extra:
        return Illegal("extra_used", "R-139", f"{one.id} has had the extra of this Activation", figure=one.id)
    if command.using and rules.loadout(one).device(command.using) is None:
        return Illegal("no_device", "R-133", f"{one.id} has no such device at hand", figure=one.id)
    return Illegal("not_in_contact", "R-123", f"{one.id} is not adjacent to it", figure=one.id, element=id)


def _used_up(state: State, id: str) -> Illegal | None:
    """Return the refusal for an element that cannot be used, or not any more."""
    if id in state.doors and state.doors[id].open:
        return Illegal("already_open", "R-128", "that door is open", element=id)
    if id in state.doors and state.doors[id].security:
        return Illegal("security_door", "R-127", "a Security Door is not opened by interacting with it", element=id)
    if id in state.containers and state.containers[id].empty:
        return Illegal("empty", "R-124", "that Container is empty", element=id)
    if id in state.consoles and len(state.consoles[id].completed) == len(state.consoles[id].inputs):
        return Illegal("console_complete", "R-140", "that Console is complete", element=id)
    if interact.sealed(state, id) or (id in state.consoles and not interact.open_inputs(state, id)):
        return Illegal("sealed", "R-024", "the mission has put that out of use", element=id)
    return None


def _kit(rules: Rules, state: State, command: c.UseAutoMediKit) -> Illegal:
    top, one = _activation(state), state.team[command.character]
    if one.id != top.character:
        return not_its_turn(state, top, one.id)
    if one.conscious:
        return Illegal("conscious", "R-158", f"{one.id} is not Unconscious", figure=one.id)
    if not any(held.item == AUTOMEDIKIT for held in one.carried):
        return Illegal("no_automedikit", "R-163", f"{one.id} has no AutoMediKit left", figure=one.id)
    return _costs_more(rules, state, command) or _no_actions(top)


# ---- Actions that cards offer ----


def _use_card(rules: Rules, state: State, command: c.UseCard) -> Illegal:
    """Return the refusal for a card's Action that is not there, not paid for (R-046), or aimed at the wrong figure
    (R-048, R-062, R-069, R-155)."""
    one, card = state.team[command.character], command.card
    wanted = (card, command.action)
    action = next((found for id, found in rules.actions(state, one) if (id, found.id) == wanted), None)
    if action is None:
        return _no_card_action(rules, one, card)
    if not action.free and not _activation(state).actions:
        return _no_actions(_activation(state))
    if action.after and not granted.done(state, action.after, one.id):
        if action.after == "kill":
            return Illegal("only_after_kill", "R-048", f"{one.id} has not killed an Enemy", figure=one.id, card=card)
        return Illegal("only_after_attack", "R-048", f"{one.id} has not attacked", figure=one.id, card=card)
    if command.target in CARD_TARGETS[action.target](rules, state, rules.view(state), one, action):
        if idle(rules, state, rules.view(state), one, action, command.target):
            return Illegal("idle_card", "R-048", f"{card} would change nothing now", card=card, target=command.target)
        return _wrong_target(card, command.other or command.target, "R-048")
    return _card_target(rules, state, one, card, action, command.target)


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
        return _not_in_use(one, card, "R-048")
    usable = USABLE[rules.switches["usable"]]
    if copies and not any(place_of(rules.catalog.equipment[card], found) in usable for found in copies):
        return Illegal("not_equipped", "R-030", f"{one.id} is not equipped with {card}", figure=one.id, card=card)
    return Illegal("no_card_action", "R-048", f"{card} offers {one.id} no such Action", figure=one.id, card=card)


def _card_target(rules: Rules, state: State, one: Character, card: str, action: CardAction, target: str) -> Illegal:
    """Return the refusal for a target of the wrong kind for the card (R-048, R-153), or one out of its reach: out of
    Range, out of sight (R-062), not in Contact, or not to be chosen (R-212)."""
    if action.target in ("door", "space"):
        return _place_target(rules, state, one, card, action, target)
    other = state.team.get(target)
    if other is not None and action.target == "remote_off" and other.remote and other.space:
        return Illegal("on_board", "R-155", f"{target} is on the board already", figure=target)
    if other is not None and action.target != "remote_off" and not other.space:
        return Illegal("off_board", "R-154", f"{target} is off the board", figure=target)
    if other is not None and action.target == "character" and other.remote and not reaches_remotes(action):
        return _wrong_target(card, target, "R-153")
    if not _fits(rules, state, one, action, target):
        rule = {"unconscious": "R-149", "remote": "R-153", "remote_off": "R-155"}.get(action.target, "R-048")
        return _wrong_target(card, target, rule)
    if action.target == "remote_off":
        return Illegal("worn_out", "R-155", f"{target} is worn out by its Consequences", target=target)
    low, high = action.range
    far = _out_of_range(rules, state, one.id, target, low, high, "R-069")
    if far is not None:
        return far
    if action.sight and not rules.sees(state, rules.view(state), one.id, target):
        return _unseen(rules, state, one.id, target)
    view = rules.view(state)
    if high == 1 and not view.passages.near[view.cells[one.id]] >> view.cells[target] & 1:
        return _not_beside(one.id, target, "R-037")
    return _untargetable(rules, state, one.id, target)


def _place_target(rules: Rules, state: State, one: Character, card: str, action: CardAction, target: str) -> Illegal:
    """Return the refusal for a door or a space: of the wrong kind, or out of reach (R-048, R-062, R-069, R-127)."""
    here = rules.view(state).cells[one.id]
    door = state.doors.get(target) if action.target == "door" else None
    there = rules.board.by_name.get(target) if action.target == "space" else None
    if door is not None:
        if door.security:
            return Illegal("security_door", "R-127", "no card opens a Security Door", element=target)
        distance = door_range(rules, here, target)
    elif there is not None:
        distance = rules.board.distance(here, there)
    else:
        return _wrong_target(card, target, "R-048")
    low, high = action.range
    if not low <= distance <= high:
        words = f"{target} is at Range {distance}, what is used reaches {low} to {high}"
        return Illegal("out_of_range", "R-069", words, target=target, distance=distance, low=low, high=high)
    if door is not None:
        return Illegal("already_open", "R-128", "that door is open", element=target)
    return _wrong_target(card, target, "R-048")


def _not_beside(id: str, target: str, rule: str) -> Illegal:
    return Illegal("not_adjacent_to", rule, f"{id} is not adjacent to {target}", figure=id, target=target)


def _fits(rules: Rules, state: State, one: Character, action: CardAction, target: str) -> bool:
    """Check whether the target is of the kind that the card's Action is for."""
    other = state.team.get(target)
    if other is None or action.target == "enemy":
        there = other is None and action.target == "enemy" and target in state.enemies
        return there and of_kind(rules, state, target, action.among or ())
    kinds = {
        "self": other.id == one.id,
        "character": bool(other.space) and other.conscious and (not other.remote or reaches_remotes(action)),
        "unconscious": not other.conscious and not other.remote,
        "remote": other.remote and bool(other.space),
        "remote_off": other.remote and not other.space and other.controller == one.id,
    }
    return kinds[action.target]


ACTIONS: dict[type, Check] = {
    c.EndActivation: _end,
    c.Move: _checked(_move, needs=True),
    c.StepTo: _checked(_step, needs=False, moves=True),
    c.Drag: _checked(_drag, needs=False),
    c.Attack: _checked(_attack, needs=True),
    c.Hack: _checked(_hack, needs=True),
    c.Equip: _checked(_spent, needs=True),
    c.Rest: _checked(_rest, needs=True),
    c.Interact: _checked(_interact, needs=False),
    c.UseAutoMediKit: _kit,
    c.UseCard: _checked(_use_card, needs=False),
}
