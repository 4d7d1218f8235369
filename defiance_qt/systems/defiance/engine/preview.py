"""Previews of the cost, hits and risk of a command: paths, lines, exact odds. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.board.movement import FAR, reach
from defiance_qt.systems.defiance.engine.board.sight import Segment
from defiance_qt.systems.defiance.engine.dice import Symbols, cancel
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_of, odds_side, plain_odds
from defiance_qt.systems.defiance.engine.frames import Activation, PoolDie, Roll
from defiance_qt.systems.defiance.engine.rules import pools, ranges
from defiance_qt.systems.defiance.engine.rules.damage import sources, taken
from defiance_qt.systems.defiance.engine.rules.interact import SINGLE, SPLITS, open_inputs
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State


class Walk(msgspec.Struct, frozen=True):
    """A space in walking distance: its cost, the spaces of the path, ending with the goal, and what has been spent on
    each of them."""

    cost: int
    path: tuple[str, ...]
    costs: tuple[int, ...] = ()


class RollPreview(msgspec.Struct, frozen=True):
    """The exact results of a roll with best play of the Character (and the Enemy's forced play).

    `dealt` and `suffered` map an amount of Damage to its chance, in ascending order. `kill` is the chance that the
    target dies, `fall` that the Character falls Unconscious, `success` that a Simple Roll succeeds. `clear` is the Line
    of Sight, `cut_by` what cuts it (sides and spaces). `sources` are the text keys of house rules that change the Range
    or the Damage.
    """

    distance: int
    clear: bool
    cut_by: tuple[str, ...]
    team_dice: tuple[PoolDie, ...]
    enemy_dice: tuple[PoolDie, ...] = ()
    dealt: tuple[tuple[int, float], ...] = ()
    suffered: tuple[tuple[int, float], ...] = ()
    expected_dealt: float = 0.0
    expected_suffered: float = 0.0
    kill: float = 0.0
    fall: float = 0.0
    success: float = 0.0
    sources: tuple[str, ...] = ()


class ConsolePreview(msgspec.Struct, frozen=True):
    """The roll of a Console: its dice, for each open input (numbers from 0) the exact chance that the roll completes it
    with what is assigned already, and how many dice may be rolled again after that."""

    dice: tuple[PoolDie, ...]
    inputs: tuple[tuple[int, float], ...]
    rerolls: int = 0


class LinePreview(msgspec.Struct, frozen=True):
    """Range and Line of Sight from a figure to a space."""

    distance: int
    clear: bool
    cut_by: tuple[str, ...]


def losses(rules: Rules | None, state: State) -> Mapping[str, int]:
    """Return the Damage that figures suffer if the open Face-to-Face Roll is left as it is: figure to amount.
    It is empty as long as the Enemy has symbols to spend. Without rules the changes by house rules are left out."""
    roll = next((frame for frame in reversed(state.agenda) if isinstance(frame, Roll)), None)
    if roll is None or roll.team is None or roll.enemy is None or roll.step != "team_switches":
        return {}
    dealt, suffered = cancel(roll.team.symbols, roll.enemy.symbols)
    one, enemy = roll.team.figure, roll.enemy.figure
    found = {enemy: dealt * roll.multiplier + roll.team.damage, one: suffered + roll.enemy.damage}
    if rules is not None:
        found = {id: taken(rules, state, id, amount, one if id == enemy else enemy) for id, amount in found.items()}
    return {figure: amount for figure, amount in found.items() if amount > 0}


def potential_moves(rules: Rules, state: State, points: int) -> Mapping[str, Walk]:
    """Return every space where the active Character could end with this many points more than it has, with the cheapest
    path (R-051…R-058)."""
    frame = state.agenda[-1] if state.agenda else None
    if not isinstance(frame, Activation):
        return {}
    one = state.team[frame.character]
    if not one.space or not one.conscious:
        return {}
    return _walks(rules, state, one.id, frame.points + points)


def walk_to(rules: Rules, state: State, character: str, space: str) -> Walk | None:
    """Return the cheapest path of a Character to a space, however many points it costs; None if none leads there, or if
    the Character is off the board."""
    if not state.team[character].space:
        return None
    return _walks(rules, state, character, FAR, (rules.board.by_name[space],)).get(space)


def path_to(rules: Rules, state: State, character: str, space: str) -> tuple[str, ...]:
    """Return the spaces of `walk_to`; () if no path leads there."""
    found = walk_to(rules, state, character, space)
    return found.path if found is not None else ()


def _walks(rules: Rules, state: State, id: str, points: int, cells: Iterable[int] = ()) -> Mapping[str, Walk]:
    """Return the cheapest paths to these spaces, or to all where none is named."""
    view = rules.view(state)
    start = view.cells[id]
    if rules.pinned(state, id) and not rules.ground(view, id, "team").no_stop >> start & 1:
        return {}
    ground = rules.ground(view, id, "team")
    way = reach(ground, start, points)
    names = rules.board.names
    found: dict[str, Walk] = {}
    for cell in cells or rules.board.cells:
        if way.stops >> cell & 1 and cell != start:
            path = way.path(cell, around=ground.no_stop)
            found[names[cell]] = Walk(way.cost(cell), tuple(names[step] for step in path), tuple(map(way.cost, path)))
    return found


def line(rules: Rules, state: State, figure: str, space: str) -> LinePreview:
    """Return Range and sight from a figure to a space (R-062…R-071)."""
    view = rules.view(state)
    here, there = view.cells[figure], rules.board.by_name[space]
    distance = rules.board.distance(here, there)
    target = next((id for id, enemy in state.enemies.items() if enemy.space == space), "")
    found = rules.sight.why(here, there, view.blockers, *rules.eyes(state, figure, target))
    return LinePreview(distance, found.clear, tuple(found.cut_by))


def sight_line(rules: Rules, state: State, start: str, end: str, walker: str = "") -> Segment | None:
    """Return the line of sight between two spaces that has the fewest cuts, from a corner of the first to the border of
    the second (R-062), on the lattice of corners; None within one space. `walker` is a figure that does not block: it
    stands on one of the two by then."""
    view, board = rules.view(state), rules.board
    here, there = board.by_name[start], board.by_name[end]
    at = {cell: id for id, cell in view.cells.items()}
    blockers = view.blockers & ~(1 << view.cells[walker]) if walker in view.cells else view.blockers
    return rules.sight.why(here, there, blockers, *rules.eyes(state, at.get(here, ""), at.get(there, ""))).segment


def attack(rules: Rules, state: State, command: c.Attack | c.Hack) -> RollPreview:
    """Return the preview of an Attack or Hack. The command must be legal."""
    view = rules.view(state)
    if isinstance(command, c.Attack):
        roll = pools.attack_roll(rules, state, view, command)
    else:
        roll = pools.program(rules, state, command)
    if command.target in state.doors:
        return _simple(rules, state, roll, LinePreview(0, True, ()))
    space = (state.enemies.get(command.target) or state.team[command.target]).space
    seen = line(rules, state, command.character, space)
    found = _simple(rules, state, roll, seen) if roll.enemy is None else _face_to_face(rules, state, roll, seen)
    if isinstance(command, c.Attack):
        reach = ranges.of_attack(rules, state, command.character, command.weapon, command.attack)
    else:
        reach = ranges.of_hack(rules, state, command.character, command.program, command.using)
    if not reach:
        return found
    return replace(found, sources=tuple(dict.fromkeys((*(one.source for one in reach), *found.sources))))


def console(rules: Rules, state: State, command: c.Interact) -> ConsolePreview:
    """Return the preview of the roll at a Console (R-133…R-141). The command must be legal."""
    roll = pools.console_roll(rules, state, command.character, command.element, command.using)
    assert roll.team is not None
    one = state.consoles[command.element]
    needs = [Symbols.parse(given.symbols) for given in one.inputs]
    splits = {name: parts for name, parts in SPLITS.items() if not any(need.covers(SINGLE[name]) for need in needs)}
    totals = rules.odds.totals(odds_side(state, roll.team, ""))
    weight = sum(totals.values())

    def chance(number: int) -> float:
        missing = needs[number] - one.assigned[number]
        return sum(count for total, count in totals.items() if _split(total, splits).covers(missing)) / weight

    inputs = tuple((number, chance(number)) for number in open_inputs(state, command.element))
    return ConsolePreview(roll.team.dice, inputs, roll.team.rerolls)


def _split(symbols: Symbols, splits: Mapping[str, Symbols]) -> Symbols:
    """Return symbols with each critical that no input lists split in two (R-141)."""
    for name, parts in splits.items():
        while symbols.covers(SINGLE[name]):
            symbols = symbols - SINGLE[name] + parts
    return symbols


def _simple(rules: Rules, state: State, roll: Roll, seen: LinePreview) -> RollPreview:
    assert roll.team is not None
    odds = rules.odds.simple(odds_side(state, roll.team, roll.target))
    return RollPreview(seen.distance, seen.clear, seen.cut_by, roll.team.dice, success=odds.p_success)


def _face_to_face(rules: Rules, state: State, roll: Roll, seen: LinePreview) -> RollPreview:
    assert roll.team is not None
    assert roll.enemy is not None
    odds = odds_of(rules, state, roll)
    enemy = state.enemies[roll.enemy.figure]
    one = state.team[roll.team.figure]
    left = state.units[enemy.unit].profile.wounds - enemy.damage
    mine = rules.loadout(one).wounds - one.damage
    total = odds.total
    return RollPreview(
        seen.distance,
        seen.clear,
        seen.cut_by,
        roll.team.dice,
        roll.enemy.dice,
        tuple((amount, weight / total) for amount, weight in sorted(odds.dealt.items())),
        tuple((amount, weight / total) for amount, weight in sorted(odds.suffered.items())),
        odds.expected_dealt,
        odds.expected_suffered,
        odds.p_at_least(left),
        odds.p_suffers_at_least(mine),
        sources=sources(rules, state, roll, plain_odds(rules, state, roll)) if rules.hooks.modify_damage else (),
    )
