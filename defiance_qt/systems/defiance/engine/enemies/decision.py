"""Decision context for an Enemy Instruction: the Enemy, the state, and the targets that it can attack from each space.

Instruction kinds (`strikes.py`, `moves.py`, `instructions.py`) build a `Plan` from it and have no side effects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.content import Attack, HackAttack, Profile
from defiance_qt.systems.defiance.engine.enemies.evil_ai import Harm, harm_of
from defiance_qt.systems.defiance.engine.enemies.targeting import Choice, conscious, described
from defiance_qt.systems.defiance.engine.frames import Pick, Roll
from defiance_qt.systems.defiance.engine.rules import pools, ranges
from defiance_qt.systems.defiance.engine.ruleset import View
from defiance_qt.systems.defiance.engine.state import Character, Enemy, Unit
from defiance_qt.systems.defiance.engine.transaction import Transaction


class Plan(NamedTuple):
    """The plan of one Instruction: performed or skipped, or first a random pick among equals."""

    performs: bool
    perform: Callable[[Transaction], None]
    pick: Pick | None = None


Way = Attack | HackAttack
Arm = tuple[Way, tuple[int, int], bool]


class DecisionContext(NamedTuple):
    """The data for evaluating an Instruction. `everyone` lists the figures that the Enemy may target at all."""

    run: Transaction
    enemy: Enemy
    unit: Unit
    profile: Profile
    kind: str
    selector: str
    picked: str
    view: View
    here: int
    row: bytes
    blockers: int
    visor: bool
    big: bool
    attacks: Sequence[Arm]
    everyone: Sequence[Character]
    grouped: bool = False
    pinned: bool = False

    def sees(self, cell: int, target: int) -> bool:
        return self.run.rules.sight.sees(cell, target, self.blockers, self.visor, self.big)

    def standing(self, cell: int) -> DecisionContext:
        """Return the context with the same Enemy on another space."""
        return self._replace(view=self.view._replace(cells={**self.view.cells, self.enemy.id: cell}), here=cell)


def look(
    run: Transaction, id: str, kind: str, selector: str, picked: str = "", grouped: bool = False
) -> DecisionContext:
    enemy = run.state.enemies[id]
    view = run.view
    here = view.cells[id]
    visor = big = pinned = False
    for ability in run.rules.enemy_abilities(run.state, enemy):
        visor |= ability.visor
        big |= ability.big
        pinned |= ability.pins
    own = 1 << here
    blockers = view.blockers if view.crowded & own else view.blockers & ~own
    row = run.rules.board.distances(here)
    unit = run.state.units[enemy.unit]
    profile = unit.profile
    attacks = [(attack, attack.range, attack.sight) for attack in ranges.attacks(run.rules, run.state, id, unit)]
    team = conscious(run)
    return DecisionContext(
        run, enemy, unit, profile, kind, selector, picked, view, here, row, blockers, visor, big, attacks, team,
        grouped, pinned,
    )  # fmt: skip


# ---- ways to attack ----


def arms(context: DecisionContext, target: Character) -> Sequence[Arm]:
    """Return the Attacks for use against that Character: only the Hack Attack against the Hackable (R-200, R-202)."""
    hack = context.profile.hack_attack
    if hack is not None and context.run.rules.loadout(target).hackable:
        hack = ranges.hack_attack(context.run.rules, context.run.state, context.enemy.id, context.unit, hack)
        return ((hack, ranges.hack_range(context.unit, hack), hack.sight),)
    return context.attacks


def ways(context: DecisionContext, target: Character, cell: int) -> list[Way]:
    """Return the Attacks that reach the Character from a space: in Range, and in sight where needed (R-193)."""
    there = context.view.cells[target.id]
    distance = context.run.rules.board.distances(cell)[there]
    found = [
        way
        for way, (low, high), sight in arms(context, target)
        if low <= distance <= high and (not sight or context.sees(cell, there))
    ]
    return found if found and targetable(context, target, distance) else []


def targetable(context: DecisionContext, target: Character, distance: int) -> bool:
    """Check that no card prevents choosing the target (R-212), and no house rule."""
    rules, state = context.run.rules, context.run.state
    for ability in rules.loadout(target).abilities:
        if ability.untargetable is not None and ability.untargetable(
            rules.play, state, context.enemy.id, target.id, distance
        ):
            return False
    return rules.barred(state, context.enemy.id, target.id, distance) is None


def roll_of(context: DecisionContext, way: Way, target: str) -> Roll:
    """Return the roll for an Attack of the Enemy."""
    run = context.run
    if isinstance(way, HackAttack):
        return pools.hack_attack(run.rules, run.state, context.view, context.enemy.id, way, target)
    return pools.enemy_attack(run.rules, run.state, context.view, context.enemy.id, way, target)


# ---- of equally good spaces the most harmful one ----


class Threat(NamedTuple):
    """An Attack that would be available from a space. Equal threats do equal harm."""

    target: str
    number: int
    near: bool


def threats(context: DecisionContext, cells: int) -> dict[int, dict[Threat, Way]]:
    """Return, for each space of a mask, every Attack that the Enemy could make from there on any figure (R-193), for
    Evil AI to weigh the space by (R-192)."""
    board = context.run.rules.board
    found: dict[int, dict[Threat, Way]] = {cell: {} for cell in cells_of(cells)}
    for one in context.everyone:
        there = context.view.cells[one.id]
        near = context.view.passages.near[there]
        for number, (way, (low, high), sight) in enumerate(arms(context, one)):
            inside = board.within(there, high) & cells
            if low:
                inside &= ~board.within(there, low - 1)
            for cell in cells_of(inside) if inside else ():
                if not sight or context.sees(cell, there):
                    found[cell][Threat(one.id, number, bool(near >> cell & 1))] = way
    return found


class Danger(NamedTuple):
    """The greatest harm that an Enemy threatens from a space, and the Attack behind it: "" without one."""

    harm: Harm
    target: str = ""
    attack: str = ""


def danger_from(context: DecisionContext, cell: int, found: dict[Threat, Way]) -> Danger:
    """Return the most harmful of an Enemy's Attacks from a space."""
    there = context.standing(cell)
    team = context.run.state.team
    row = context.run.rules.board.distances(cell)
    rolls = [
        roll_of(there, way, threat.target)
        for threat, way in found.items()
        if targetable(context, team[threat.target], row[context.view.cells[threat.target]])
    ]
    dangers = [Danger(harm_of(context.run.rules, context.run.state, roll), roll.target, roll.attack) for roll in rolls]
    return max(dangers, key=lambda one: one.harm, default=Danger(Harm()))


def most_harmful(context: DecisionContext, cells: int, order: Sequence[int]) -> tuple[int, tuple[e.Weighed, ...]]:
    """Return the space from which the Enemy threatens most, among those that the manual leaves open (R-195, R-197,
    R-198); of equals the first in `order`. Also return the weighed options, if they differ (R-192)."""
    if len(order) == 1:
        return order[0], ()
    found = threats(context, cells)
    if all(found[cell].keys() == found[order[0]].keys() for cell in order):
        return order[0], ()
    names = context.run.rules.board.names
    dangers = [danger_from(context, cell, found[cell]) for cell in order]
    harms = [danger.harm for danger in dangers]
    best = max(harms)
    if min(harms) == best:
        return order[0], ()
    weighed = tuple(
        e.Weighed(names[cell], tuple(danger.harm), danger.target, danger.attack)
        for cell, danger in zip(order, dangers, strict=True)
    )
    return order[harms.index(best)], weighed


# ---- common parts of plans ----


def skip(context: DecisionContext, because: str, notes: dict[str, str], rules: tuple[str, ...]) -> Plan:
    """Skip the Instruction; with a selector, every candidate is recorded."""
    candidates: tuple[e.Candidate, ...] = ()
    if context.selector:
        candidates = weighed_up(context, notes)
    event = e.InstructionSkipped(context.enemy.id, context.kind, context.selector, because, candidates, rules)
    return Plan(False, lambda run: run.emit(event))


def weighed_up(context: DecisionContext, notes: dict[str, str]) -> tuple[e.Candidate, ...]:
    """Return every candidate as the event records it, with the reason why it was passed over."""
    seen = sighted(context)
    return described(context.run, context.enemy.id, context.selector, context.everyone, context.row, seen, notes)


def sighted(context: DecisionContext) -> dict[str, bool]:
    """Return the figures in sight of the Enemy's space."""
    cells = context.view.cells
    return {one.id: context.sees(context.here, cells[one.id]) for one in context.everyone}


def of_choice(context: DecisionContext, tie_break: str) -> tuple[str, ...]:
    """Return the other rules that decided: tie-breaks (R-188, of a card R-212), the relevant distance (R-189),
    Unconscious figures excluded as targets (R-187), a group (R-184)."""
    cites = ["R-212"] if tie_break == "singled_out" else ["R-188"] if tie_break else []
    if context.selector.endswith("distance"):
        cites.append("R-189")
    if any(not one.conscious for one in context.run.state.team.values()):
        cites.append("R-187")
    if context.grouped:
        cites.append("R-184")
    return tuple(cites)


def chance_of(context: DecisionContext, choice: Choice) -> Plan | None:
    """Return the plan to request a random pick among equals first, unless it has been answered already (R-188)."""
    if len(choice.tied) > 1 and context.picked not in choice.tied:
        return Plan(False, _nothing, Pick(choice.tied, "tie"))
    return None


def chosen(context: DecisionContext, choice: Choice) -> str:
    return context.picked if context.picked in choice.tied else choice.tied[0]


def _nothing(run: Transaction) -> None:
    """Do nothing: a plan that waits for chance is made again."""
