"""What a Character could do and would risk on another space: whom it could attack from there, which Enemies could
attack it there. Exact odds; changes nothing. The window's planning card and threat overlay are made from it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.enemies.decision import DecisionContext, look, roll_of, targetable, ways
from defiance_qt.systems.defiance.engine.enemies.decision import threats as threats_of
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_of
from defiance_qt.systems.defiance.engine.enemies.moves import enemy_reach
from defiance_qt.systems.defiance.engine.rules import attacking
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction


class Aim(msgspec.Struct, frozen=True):
    """The best Attack on one Enemy: of several the one with the best expected balance of Damage."""

    command: c.Attack
    odds: preview.RollPreview


class Threat(msgspec.Struct, frozen=True):
    """An Enemy that could attack: with which of its Attacks, from which space, and the Damage expected from one such
    roll. `moves`: it would have to move to that space first."""

    enemy: str
    attack: str
    space: str
    moves: bool
    damage: float


class Outlook(msgspec.Struct, frozen=True):
    """A Character on a space. `damage`: the sum of what is expected if every Enemy in `threats` chose it once."""

    character: str
    space: str
    aims: tuple[Aim, ...]
    threats: tuple[Threat, ...]
    damage: float


def outlook(rules: Rules, state: State, character: str, space: str) -> Outlook:
    """Return what the Character could attack from a space, and what could attack it there in one Activation
    (R-072, R-193). The space must be free for it."""
    one = replace(state.team[character], space=space)
    there = replace(state, team={**state.team, character: one})
    best: dict[str, Aim] = {}
    for command in attacking.attacks(rules, there, rules.view(there), one):
        aim = Aim(command, preview.attack(rules, there, command))
        if command.target not in best or _balance(aim) > _balance(best[command.target]):
            best[command.target] = aim
    threats = dangers(rules, there, character)
    return Outlook(character, space, tuple(best.values()), threats, sum(one.damage for one in threats))


def dangers(rules: Rules, state: State, character: str) -> tuple[Threat, ...]:
    """Return the Enemies that could attack a Character where it stands: at once, or after moving up to their Speed.
    The most harmful Attack of each counts, those who need not move first."""
    run = Transaction(rules, state)
    found = [threat for id in state.enemies if (threat := _threat(look(run, id, "", ""), character)) is not None]
    return tuple(sorted(found, key=lambda one: (one.moves, -one.damage, one.enemy)))


def _threat(context: DecisionContext, character: str) -> Threat | None:
    """Return an Enemy's worst Attack on a Character from its own space; if it has none, from a space in reach."""
    rules, state = context.run.rules, context.run.state
    target = state.team[character]
    worst: Threat | None = None
    here = context.here
    for cell in (here, *_stands(context, character)):
        there = context if cell == here else context.standing(cell)
        for way in ways(there, target, cell):
            roll = roll_of(there, way, character)
            damage = odds_of(rules, state, roll).expected_suffered
            if worst is None or damage > worst.damage:
                worst = Threat(context.enemy.id, roll.attack, rules.board.names[cell], cell != here, damage)
        if worst is not None and not worst.moves:
            return worst
    return worst


def _stands(context: DecisionContext, character: str) -> tuple[int, ...]:
    """Return one space in reach for each way of attacking the Character: the rolls from the others are the same."""
    board = context.run.rules.board
    there = context.view.cells[character]
    way = enemy_reach(context)
    stops = way.stops & ~(1 << context.here)
    kinds: dict[tuple[int, bool], int] = {}
    for cell, found in threats_of(context, stops).items():
        for threat in found:
            if threat.target == character and targetable(
                context, context.run.state.team[character], board.distances(cell)[there]
            ):
                kinds.setdefault((threat.number, threat.near), cell)
    return tuple(dict.fromkeys(kinds.values()))


def _balance(aim: Aim) -> tuple[float, float]:
    odds = aim.odds
    return odds.expected_dealt - odds.expected_suffered, odds.kill


class ThreatArea(msgspec.Struct, frozen=True):
    """The spaces that an Enemy threatens in one Activation: `close` in Contact, `far` by other Attacks."""

    enemy: str
    close: frozenset[str]
    far: frozenset[str]


def threat_areas(rules: Rules, state: State) -> Iterator[ThreatArea]:
    """Yield what each Enemy on the board could attack after moving up to its Speed, wherever a figure would stand:
    spaces in Contact, and spaces in Range and in sight (R-069, R-193)."""
    run = Transaction(rules, state)
    for id in state.enemies:
        yield _area(look(run, id, "", ""))


def _area(context: DecisionContext) -> ThreatArea:
    board = context.run.rules.board
    way = enemy_reach(context)
    stops = way.stops | 1 << context.here
    close = 0
    for cell in cells_of(stops):
        close |= context.view.passages.near[cell]
    far = 0
    bands = {limits for _, limits, sight in context.attacks if limits[1] > 1}
    for low, high in bands:
        for cell in board.cells:
            inside = board.within(cell, high) & stops
            if low:
                inside &= ~board.within(cell, low - 1)
            if any(context.sees(stand, cell) for stand in cells_of(inside)):
                far |= 1 << cell
    names = board.names
    solid = context.view.obstructed
    return ThreatArea(
        context.enemy.id,
        frozenset(names[cell] for cell in cells_of(close & ~solid)) if _strikes(context) else frozenset(),
        frozenset(names[cell] for cell in cells_of(far & ~solid)),
    )


def _strikes(context: DecisionContext) -> bool:
    """Return whether the Enemy has an Attack that works in Contact."""
    return any(low <= 1 for _, (low, _), _ in context.attacks)
