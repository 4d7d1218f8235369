"""Programs that the active figure runs by an Action (R-107…R-115, R-212, R-231)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.enemies.reinforcements import awaken
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.rules import costs, pools, ranges, rolls
from defiance_qt.systems.defiance.engine.rules.targets import door_range, out_of_range, untargetable, wrong_target
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def hacks(rules: Rules, state: State, view: View, one: Character) -> list[c.Hack]:
    """Return every program that is run by an Action, on every target in the device's Range; no sight needed
    (R-107…R-113)."""
    loadout = ranges.armed(rules, state, one)
    found: list[c.Hack] = []
    for device in loadout.devices:
        low, high = device.device.range
        for software in device.software:
            using = device.item if len(loadout.holding(software)) > 1 else ""
            if rules.catalog.software[software].targets == "self":
                found.append(c.Hack(one.id, software, one.id, using))
                continue
            for target in PROGRAM_TARGETS[rules.catalog.software[software].kind](rules, state, software):
                distance = range_to(rules, view, one.id, target)
                if not low <= distance <= high:
                    continue
                if target not in state.enemies or not rules.untargetable(state, one.id, target, distance):
                    found.append(c.Hack(one.id, software, target, using))
    return found


def range_to(rules: Rules, view: View, user: str, target: str) -> int:
    """Return the Range from a figure to another one or to a door (R-109)."""
    cell = view.cells[user]
    return rules.board.distance(cell, view.cells[target]) if target in view.cells else door_range(rules, cell, target)


def _no_targets(rules: Rules, state: State, software: str) -> Iterator[str]:
    """A Demon needs no target (R-111)."""
    return iter(())


def _controller_targets(rules: Rules, state: State, software: str) -> Iterator[str]:
    """R-112."""
    kind = rules.catalog.software[software].targets
    if kind in ("character", "any"):
        yield from (one.id for one in state.team.values() if one.space and one.conscious)
    if kind in ("enemy", "any"):
        yield from state.enemies
    if kind == "remote":
        yield from (one.id for one in state.team.values() if one.remote and one.space)
    if kind == "door":
        yield from (id for id, door in state.doors.items() if not door.security)


def _antipersonnel_targets(rules: Rules, state: State, software: str) -> Iterator[str]:
    """R-113: only Hackable Enemies."""
    for enemy in state.enemies.values():
        if any(ability.hackable for ability in rules.enemy_abilities(state, enemy)):
            yield enemy.id


PROGRAM_TARGETS = {
    "demon": _no_targets,
    "controller": _controller_targets,
    "antipersonnel": _antipersonnel_targets,
}


def check_hack(rules: Rules, state: State, frame: Activation, command: c.Hack) -> Illegal | None:
    """Refuse a program that is not at hand or never runs by itself, or a target that it does not work on, out of Range
    or not to be chosen (R-212)."""
    one, target, program = state.team[command.character], command.target, command.program
    device = ranges.armed(rules, state, one).running(program, command.using)
    if device is None:
        words = f"{one.id} has no device at hand with {program} installed"
        return Illegal("no_program", "R-107", words, figure=one.id, card=program)
    card, other = rules.catalog.software[program], state.team.get(target)
    if card.kind == "demon":
        return Illegal("demon_runs", "R-111", f"{program} always runs and is no Action", card=program)
    if card.targets == "self":
        return wrong_target(program, target, "R-109") if target != one.id else _device(rules, one, command)
    if other is not None and not other.space:
        return Illegal("off_board", "R-109", f"{target} is off the board", figure=target)
    if other is not None and not other.conscious:
        return Illegal("lies_unconscious", "R-231", f"{target} is Unconscious", target=target)
    if target not in PROGRAM_TARGETS[card.kind](rules, state, program):
        return wrong_target(program, target, "R-112" if card.kind == "controller" else "R-113")
    distance = range_to(rules, rules.view(state), one.id, target)
    far = out_of_range(target, distance, device.device.range, "R-109") or _device(rules, one, command)
    if far is not None or target not in state.enemies:
        return far
    return untargetable(rules, state, one.id, target, distance)


def _device(rules: Rules, one: Character, command: c.Hack) -> Illegal | None:
    """Refuse a program in several devices none of which is named, or one that is named in vain (R-107)."""
    program, holding = command.program, rules.loadout(one).holding(command.program)
    if len(holding) > 1 and not command.using:
        cards = tuple(device.item for device in holding)
        words = f"{program} is installed in {', '.join(cards)}: one has to be named"
        return Illegal("which_device", "R-107", words, card=program, cards=cards)
    if len(holding) == 1 and command.using:
        words = f"{program} is installed in one device only: none is named"
        return Illegal("one_device", "R-107", words, card=program)
    return None


def hack(run: Transaction, frame: Activation, command: c.Hack) -> None:
    view = run.view
    distance = range_to(run.rules, view, command.character, command.target)
    costs.spend(run, command, "hack", ("R-046", "R-107"))
    further = ranges.of_hack(run.rules, run.state, command.character, command.program, command.using)
    cites = ("R-107", "R-109", *cited(further))
    run.emit(
        e.HackDeclared(command.character, command.target, command.program, distance, cites, command.using, further)
    )
    if command.target in run.state.enemies:
        awaken(run, command.target, ("R-262", "R-115"))
    rolls.open_roll(run, pools.program(run.rules, run.state, command))
