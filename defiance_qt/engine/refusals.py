"""Why a command is refused: the first check that fails, in a fixed order, as an `Illegal` (code, rule, sentence).

Reads the same queries as `legal`. A property test holds that what is refused is exactly what `legal` does not list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.engine import commands as c
from defiance_qt.engine import frames as f
from defiance_qt.engine.agenda import OPTIONS
from defiance_qt.engine.rules import targets
from defiance_qt.engine.ruleset import Rules
from defiance_qt.engine.state import UNCONSCIOUS, State

Check = Callable[[Rules, State, Any], Illegal | None]

_FRAMES: dict[type, tuple[type, ...]] = {
    c.Deploy: (f.Deployment,),
    c.Activate: (f.Round,),
    c.SpendCritical: (f.Roll,),
    c.KeepCritical: (f.Roll,),
    c.UseSwitch: (f.Roll,),
    c.LetStand: (f.Roll,),
    c.RollAgain: (f.Roll,),
    c.KeepDice: (f.Roll,),
    c.StoreDie: (f.Roll,),
    c.AddStored: (f.Roll,),
    c.Assign: (f.Console,),
    c.SplitCritical: (f.Console,),
    c.ConsoleRollAgain: (f.Console,),
    c.LeaveConsole: (f.Console,),
    c.Place: (f.Equipping,),
    c.Give: (f.Equipping,),
    c.Install: (f.Equipping,),
    c.FinishEquip: (f.Equipping,),
    c.Keep: (f.KeepConsequence,),
    c.Proceed: (f.EnemyActivation, f.SurpriseAttack),
}


def refusal(rules: Rules, state: State, command: c.Command) -> Illegal:
    """Why the command, which is not legal, is refused."""
    for check in (_over, _asked, _veto, _yours, _afford, _allowed):
        found = check(rules, state, command)
        if found is not None:
            return found
    return Illegal("not_now", _RULES.get(type(command), "R-050"), "that cannot be done now")


def _over(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    return Illegal("game_over", "R-045", "the game is over") if not state.agenda else None


def _asked(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Is this kind of command asked for at all?"""
    top = state.agenda[-1]
    wanted = _FRAMES.get(type(command), (f.Activation,))
    if isinstance(top, wanted):
        return None
    return Illegal("not_asked", "R-050", "something else has to be decided first")


def _veto(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """A plugin's refusal, when the rules themselves would allow it."""
    if rules.hooks.check_command and command in OPTIONS[type(state.agenda[-1])](rules, state, state.agenda[-1]):
        veto = rules.hooks.veto(rules.context(state), command)
        if veto is not None:
            return Illegal(veto.code, veto.rule, veto.message)
    return None


def _yours(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Does the figure exist, and is it its turn?"""
    id = getattr(command, "character", "")
    if id and id not in state.team:
        return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)
    top = state.agenda[-1]
    if isinstance(top, f.Activation) and id != top.character:
        return Illegal("not_active", "R-050", f"{id} is not the one that is activated", figure=id)
    if isinstance(command, c.Activate):
        if state.team[id].activated:
            return Illegal("already_activated", "R-042", f"{id} has been activated this Round", figure=id)
        return Illegal("partner_first", "R-152", "a synchronized partner must be activated at once", figure=id)
    if isinstance(command, c.Deploy):
        return Illegal(
            "no_deployment_space", "R-012", f"{command.space} is no free deployment space", space=command.space
        )
    target = getattr(command, "target", "")
    if isinstance(command, c.Attack | c.Hack) and target not in state.enemies and target not in state.team:
        return Illegal("unknown_target", "R-073", f"there is no {target!r} on the board", name=target)
    return None


def _afford(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Consciousness, Actions and points."""
    top = state.agenda[-1]
    if not isinstance(top, f.Activation):
        return None
    one = state.team[top.character]
    if UNCONSCIOUS in one.states and not isinstance(command, c.UseAutoMediKit | c.EndActivation):
        return Illegal("unconscious", "R-159", f"{one.id} is Unconscious", figure=one.id)
    if isinstance(command, c.StepTo | c.Drag | c.UseAutoMediKit):
        return _no_actions(top, command)
    ground = rules.ground(rules.view(state), one.id, "team") if one.space else None
    if ground is not None and ground.no_stop >> rules.view(state).cells[one.id] & 1:
        return Illegal(
            "must_move_on", "R-056", f"{one.id} stands where nobody may act or stay and must move on", figure=one.id
        )
    return _no_actions(top, command)


def _no_actions(top: f.Activation, command: c.Command) -> Illegal | None:
    if isinstance(command, _COSTING) and top.actions <= 0 and not getattr(command, "extra", False):
        return Illegal("no_actions", "R-046", f"{top.character} has no Actions left", figure=top.character)
    return None


_COSTING = (c.Move, c.Attack, c.Hack, c.Equip, c.Rest, c.Interact, c.UseAutoMediKit)


def _allowed(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    check = _BY_COMMAND.get(type(command))
    return check(rules, state, command) if check is not None else None


def _step(rules: Rules, state: State, command: c.StepTo) -> Illegal | None:
    board, view = rules.board, rules.view(state)
    frame = state.agenda[-1]
    assert isinstance(frame, f.Activation)
    space, points = command.space, frame.points
    if space not in board.by_name:
        return Illegal("no_space", "R-035", f"the board has no space {space}", space=space)
    here, there = view.cells[command.character], board.by_name[space]
    if not view.passages.near[here] >> there & 1:
        start = board.names[here]
        return Illegal("not_adjacent", "R-059", f"no step leads from {start} to {space}", start=start, space=space)
    ground = rules.ground(view, command.character, "team")
    dear = bool(ground.enter2 >> there & 1)
    if points >= (2 if dear else 1) and ground.no_stop >> there & 1:
        words = f"{space} is occupied and there are too few points to go on"
        return Illegal("occupied", "R-056", words, space=space, points=points)
    words = f"the {points} movement points left are too few for {space}"
    return Illegal("no_points", "R-057" if dear else "R-052", words, space=space, points=points)


def _attack(rules: Rules, state: State, command: c.Attack) -> Illegal | None:
    one, target = state.team[command.character], command.target
    weapons = [
        attack for id, attack in rules.loadout(one).weapons if id == command.weapon and attack.id == command.attack
    ]
    if not weapons:
        words = f"{one.id} is not equipped with {command.weapon}"
        return Illegal("not_equipped", "R-073", words, figure=one.id, card=command.weapon)
    if target not in state.enemies:
        return Illegal("not_an_enemy", "R-078", f"{target} is no Enemy", target=target)
    view = rules.view(state)
    distance = rules.board.distance(view.cells[one.id], view.cells[target])
    low, high = weapons[0].range
    if not low <= distance <= high:
        words = f"{target} is at Range {distance}, the Attack reaches {low} to {high}"
        return Illegal("out_of_range", "R-069", words, target=target, distance=distance, low=low, high=high)
    if weapons[0].sight and not rules.sees(state, view, one.id, target):
        words = f"{one.id} has no Line of Sight to {target}"
        return Illegal("no_sight", "R-062", words, figure=one.id, target=target)
    if targets.untargetable(rules, state, one.id, target, distance):
        words = f"{target} cannot be chosen as a target from Range {distance}"
        return Illegal("untargetable", "R-212", words, target=target, distance=distance)
    return None


def _hack(rules: Rules, state: State, command: c.Hack) -> Illegal | None:
    one, target = state.team[command.character], command.target
    device = rules.loadout(one).device
    if device is None or command.program not in device[2]:
        words = f"{one.id} has no device with {command.program} installed"
        return Illegal("no_program", "R-107", words, figure=one.id, card=command.program)
    view = rules.view(state)
    if target not in view.cells:
        return Illegal("unknown_target", "R-109", f"there is no {target!r} on the board", name=target)
    distance = rules.board.distance(view.cells[one.id], view.cells[target])
    low, high = device[1].range
    if not low <= distance <= high:
        words = f"{target} is at Range {distance}, the device reaches {low} to {high}"
        return Illegal("out_of_range", "R-109", words, target=target, distance=distance, low=low, high=high)
    if target in state.enemies and targets.untargetable(rules, state, one.id, target, distance):
        words = f"{target} cannot be chosen as a target from Range {distance}"
        return Illegal("untargetable", "R-212", words, target=target, distance=distance)
    words = f"{command.program} cannot be run on {target}"
    return Illegal("wrong_target", "R-113", words, card=command.program, target=target)


def _rest(rules: Rules, state: State, command: c.Rest) -> Illegal | None:
    one = command.character
    if rules.switches["rest"] != "yes":
        return Illegal("no_rest", "R-046", "this edition has no Rest")
    view = rules.view(state)
    if view.passages.near[view.cells[one]] & view.enemies:
        return Illegal("enemy_adjacent", "R-120", f"an Enemy is adjacent to {one}", figure=one)
    return Illegal("no_such_state", "R-121", f"{one} has no State {command.state!r} to lose", figure=one)


def _interact(rules: Rules, state: State, command: c.Interact) -> Illegal | None:
    id = command.element
    if id in state.doors and state.doors[id].security:
        return Illegal("security_door", "R-127", "a Security Door is not opened by interacting with it")
    if id in state.doors and state.doors[id].open:
        return Illegal("already_open", "R-128", "that door is open")
    if id in state.containers and state.containers[id].empty:
        return Illegal("empty", "R-124", "that Container is empty")
    if id in state.consoles and len(state.consoles[id].completed) == len(state.consoles[id].inputs):
        return Illegal("console_complete", "R-140", "that Console is complete")
    if not any(id in table for table in (state.doors, state.containers, state.consoles, state.neutrals)):
        return Illegal("unknown_element", "R-123", f"there is no {id!r} on the board", name=id)
    if command.extra:
        return Illegal("no_extra", "R-139", "the extra interaction is not to be had now")
    words = f"{command.character} is not adjacent to it"
    return Illegal("not_in_contact", "R-123", words, figure=command.character)


def _kit(rules: Rules, state: State, command: c.UseAutoMediKit) -> Illegal | None:
    one = command.character
    if state.team[one].conscious:
        return Illegal("conscious", "R-158", f"{one} is not Unconscious", figure=one)
    return Illegal("no_automedikit", "R-163", f"{one} has no AutoMediKit left", figure=one)


def _drag(rules: Rules, state: State, command: c.Drag) -> Illegal | None:
    return Illegal("cannot_drag", "R-230", f"{command.dragged} cannot be dragged so", target=command.dragged)


_BY_COMMAND: dict[type, Check] = {
    c.StepTo: _step,
    c.Attack: _attack,
    c.Hack: _hack,
    c.Rest: _rest,
    c.Interact: _interact,
    c.UseAutoMediKit: _kit,
    c.Drag: _drag,
}

_RULES: dict[type, str] = {
    c.UseSwitch: "R-100",
    c.SpendCritical: "R-088",
    c.Assign: "R-134",
    c.Place: "R-026",
    c.Give: "R-034",
    c.Keep: "R-160",
    c.UseCard: "R-048",
    c.EndActivation: "R-056",
}
