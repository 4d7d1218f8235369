"""The kinds of Instruction: what each would do now, or why it is skipped (R-193…R-202).

A kind is a function that makes a `Plan` and changes nothing; the plan is then performed. All options that the book
leaves open are taken as Evil AI demands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from defiance_qt.engine import events as e
from defiance_qt.engine.board.movement import Ground, Reach, nearest, reach
from defiance_qt.engine.board.tiles import cells_of
from defiance_qt.engine.content import Attack, HackAttack
from defiance_qt.engine.enemies import evil_ai
from defiance_qt.engine.enemies.targeting import Choice, choose, conscious, described
from defiance_qt.engine.frames import EnemyActivation, Pick, Roll
from defiance_qt.engine.rules import harm, pools, rolls
from defiance_qt.engine.ruleset import View
from defiance_qt.engine.run import Run
from defiance_qt.engine.state import Character, Enemy, Unit


class Plan(NamedTuple):
    """What one Instruction comes to: performed or skipped, or first a random pick among equals."""

    performs: bool
    perform: Callable[[Run], None]
    pick: Pick | None = None


Way = Attack | HackAttack
Arm = tuple[Way, tuple[int, int], bool]


class Mind(NamedTuple):
    """What an Enemy knows when it looks at an Instruction."""

    run: Run
    enemy: Enemy
    unit: Unit
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
    grouped: bool = False

    def sees(self, cell: int, target: int) -> bool:
        return self.run.rules.sight.sees(cell, target, self.blockers, self.visor, self.big)


def plan(run: Run, frame: EnemyActivation, kind: str, selector: str) -> Plan:
    """The plan of one Instruction for the acting Miniature."""
    mind = _mind(run, frame.enemy, kind, selector, frame.picked)
    grouped = len(run.rules.column(frame.column[frame.index])) > 1
    return KINDS[kind](mind._replace(grouped=True) if grouped else mind)


def surprise(run: Run, enemy: str, target: str) -> Plan:
    """The one Attack of a Surprise Attack Unit (R-206)."""
    mind = _mind(run, enemy, "attack", "least_distance", "")
    options = ways(mind, run.state.team[target], mind.here)
    if not options:
        return _skip(mind, "reason.out_of_reach", {}, ("R-206", "R-181"))
    return _strike(mind, Choice((target,), ""), options, (), ("R-206", "R-193"))


def _mind(run: Run, id: str, kind: str, selector: str, picked: str) -> Mind:
    enemy = run.state.enemies[id]
    view = run.view
    here = view.cells[id]
    visor = big = False
    for ability in run.rules.enemy_abilities(run.state, enemy):
        visor |= ability.visor
        big |= ability.big
    own = 1 << here
    blockers = view.blockers if view.crowded & own else view.blockers & ~own
    row = run.rules.board.distances(here)
    unit = run.state.units[enemy.unit]
    attacks = [(attack, attack.range, attack.sight) for attack in unit.profile.attacks]
    return Mind(run, enemy, unit, kind, selector, picked, view, here, row, blockers, visor, big, attacks)


# ---- ways to attack ----


def arms(mind: Mind, target: Character) -> Sequence[Arm]:
    """With what the Enemy would attack that Character: its Hack Attack and nothing else on the Hackable (R-200,
    R-202)."""
    profile = mind.unit.profile
    if profile.hack_attack is not None and mind.run.rules.loadout(target).hackable:
        hack = profile.hack_attack
        return ((hack, pools.hack_range(mind.unit, hack), hack.sight),)
    return mind.attacks


def ways(mind: Mind, target: Character, cell: int) -> list[Way]:
    """The Attacks that reach the Character from a space: in Range, and in sight where needed (R-193)."""
    there = mind.view.cells[target.id]
    distance = mind.run.rules.board.distances(cell)[there]
    found: list[Way] = []
    seen: bool | None = None
    for way, (low, high), sight in arms(mind, target):
        if low <= distance <= high:
            if sight and seen is None:
                seen = mind.sees(cell, there)
            if not sight or seen:
                found.append(way)
    if found and not _targetable(mind, target, distance):
        return []
    return found


def _targetable(mind: Mind, target: Character, distance: int) -> bool:
    rules, state = mind.run.rules, mind.run.state
    return not any(
        ability.untargetable is not None and ability.untargetable(rules, state, mind.enemy.id, target.id, distance)
        for ability in rules.loadout(target).abilities
    )


# ---- making plans ----


def _skip(mind: Mind, because: str, notes: dict[str, str], rules: tuple[str, ...]) -> Plan:
    candidates: tuple[e.Candidate, ...] = ()
    if mind.selector:
        everyone = conscious(mind.run)
        seen = {one.id: mind.sees(mind.here, mind.view.cells[one.id]) for one in everyone}
        candidates = described(mind.run, mind.selector, everyone, mind.row, seen, notes)
    event = e.InstructionSkipped(mind.enemy.id, mind.kind, mind.selector, because, candidates, rules)
    return Plan(False, lambda run: run.emit(event))


def _of_choice(mind: Mind, tie_break: str) -> tuple[str, ...]:
    """What else decided: tie-breaks (R-188), the distance that counts (R-189), who is no target because of lying
    Unconscious (R-187), a group (R-184)."""
    cites = ["R-188"] if tie_break else []
    if mind.selector.endswith("distance"):
        cites.append("R-189")
    if any(not one.conscious for one in mind.run.state.team.values()):
        cites.append("R-187")
    if mind.grouped:
        cites.append("R-184")
    return tuple(cites)


def _pick_of(mind: Mind, choice: Choice) -> Pick | None:
    """Chance among equals, unless it has answered already (R-188)."""
    if len(choice.tied) > 1 and mind.picked not in choice.tied:
        return Pick(choice.tied, "tie")
    return None


def _picked(mind: Mind, choice: Choice) -> str:
    return mind.picked if mind.picked in choice.tied else choice.tied[0]


def _nothing(run: Run) -> None:
    """A plan that waits for chance is made anew."""


def attack(mind: Mind) -> Plan:
    """Attack the target: the best match among those in Range and sight (R-186, R-193)."""
    everyone = conscious(mind.run)
    reached = {one.id: ways(mind, one, mind.here) for one in everyone}
    possible = [one for one in everyone if reached[one.id]]
    notes = {one.id: "reason.out_of_reach" for one in everyone if not reached[one.id]}
    if not possible:
        return _skip(mind, "reason.nobody_in_reach", notes, ("R-193", "R-181"))
    choice = choose(mind.run, mind.selector, possible, mind.row)
    pick = _pick_of(mind, choice)
    if pick is not None:
        return Plan(False, _nothing, pick)
    target = _picked(mind, choice)
    seen = {one.id: bool(reached[one.id]) or mind.sees(mind.here, mind.view.cells[one.id]) for one in everyone}
    candidates = described(mind.run, mind.selector, everyone, mind.row, seen, notes)
    return _strike(mind, Choice((target,), choice.tie_break), reached[target], candidates, ("R-193", "R-186"))


def _strike(
    mind: Mind, choice: Choice, options: Sequence[Way], candidates: tuple[e.Candidate, ...], cites: tuple[str, ...]
) -> Plan:
    """The Attack with the most harm, and its roll (R-192, R-193)."""
    run, target = mind.run, choice.tied[0]
    made = [_roll(mind, way, target) for way in options]
    best = made[0]
    harms: tuple[int, ...] = ()
    weighed: tuple[e.Weighed, ...] = ()
    if len(made) > 1:
        scored = [(evil_ai.harm_of(run.rules, run.state, roll), roll) for roll in made]
        top = max(score for score, _ in scored)
        best = next(roll for score, roll in scored if score == top)
        harms = tuple(top)
        weighed = tuple(e.Weighed(roll.attack, tuple(score)) for score, roll in scored)
        cites = (*cites, "R-192")
    cites = (*cites, *_of_choice(mind, choice.tie_break if candidates else ""))
    chosen = e.InstructionChosen(
        mind.enemy.id, mind.kind, mind.selector, target, candidates, choice.tie_break, "", harms, weighed, cites
    )
    declared = e.AttackDeclared(
        mind.enemy.id, target, mind.unit.id, best.attack, mind.row[mind.view.cells[target]], (best.rules[0], "R-069")
    )

    def perform(run: Run) -> None:
        run.emit(chosen)
        run.emit(declared)
        rolls.open_roll(run, best)

    return Plan(True, perform)


def _roll(mind: Mind, way: Way, target: str) -> Roll:
    run = mind.run
    if isinstance(way, HackAttack):
        return pools.hack_attack(run.rules, run.state, mind.view, mind.enemy.id, way, target)
    return pools.enemy_attack(run.rules, run.state, mind.view, mind.enemy.id, way, target)


# ---- movement ----


class Spot(NamedTuple):
    """A space to go to: the Range to the target from there, and what the way costs."""

    distance: int
    cost: int
    cell: int


def _reach(mind: Mind) -> Reach:
    ground = mind.run.rules.ground(mind.view, mind.enemy.id, "enemy")
    return reach(ground, mind.here, mind.unit.profile.speed)


def _spot(mind: Mind, way: Reach, target: Character, arms: Iterable[Arm], farthest: bool) -> Spot | None:
    """The best space in reach to attack from: greatest Range (Acquire Target) or smallest (Assault), then the cheapest
    way, then the smallest coordinates (R-195, R-197). None where the target cannot be chosen (R-212)."""
    board = mind.run.rules.board
    there = mind.view.cells[target.id]
    best: Spot | None = None
    for _, (low, high), sight in arms:
        if not board.within(there, high) & way.stops:
            continue
        bands = range(high, low - 1, -1) if farthest else range(low, high + 1)
        for distance in bands:
            if best is not None and (distance <= best.distance if farthest else distance >= best.distance):
                break
            cells = board.ring(there, distance) & way.stops
            found = _cheapest(mind, way, cells, there, sight) if cells else None
            if found is not None and _targetable(mind, target, distance):
                best = Spot(distance, *found)
                break
    return best


def _cheapest(mind: Mind, way: Reach, cells: int, there: int, sight: bool) -> tuple[int, int] | None:
    for cost, level in enumerate(way.levels):
        for cell in cells_of(level & cells):
            if not sight or mind.sees(cell, there):
                return cost, cell
    return None


def _go(
    mind: Mind, way: Reach, cell: int, target: str, candidates: tuple[e.Candidate, ...], tie_break: str, note: str,
    cites: tuple[str, ...],
) -> Plan:  # fmt: skip
    """The Instruction performed by walking to a space."""
    names = mind.run.rules.board.names
    path = tuple(names[step] for step in way.path(cell))
    why = tuple(dict.fromkeys((*cites, *_of_choice(mind, tie_break))))
    chosen = e.InstructionChosen(
        mind.enemy.id, mind.kind, mind.selector, target, candidates, tie_break, note, (), (), why
    )
    moved = e.Moved(mind.enemy.id, mind.enemy.space, path, way.cost(cell), ("R-061", *cites[:1]))

    def perform(run: Run) -> None:
        run.emit(chosen)
        run.emit(moved)

    return Plan(True, perform)


def acquire(mind: Mind) -> Plan:
    """Acquire Target (R-194…R-196): not if anybody can be attacked already; else to the greatest Range from which
    the target can be; if nobody can be acquired, nearer to the closest."""
    everyone = conscious(mind.run)
    held = next((one.id for one in everyone if ways(mind, one, mind.here)), "")
    if held:
        return _skip(mind, "reason.already_in_reach", {held: "reason.in_reach"}, ("R-194", "R-181"))
    way = _reach(mind)
    spots = {one.id: _spot(mind, way, one, arms(mind, one), farthest=True) for one in everyone}
    first = 0
    if mind.selector == "least_distance":
        cells = [mind.view.cells[one.id] for one in everyone]
        first = sum(1 << cell for cell in cells if mind.sees(mind.here, cell))
    return _walk(mind, way, everyone, spots, first, ("R-195", "R-186"))


def assault(mind: Mind) -> Plan:
    """Assault (R-197): not in Contact already; else toward the target, to the smallest minimum Range in sight, of all
    Attacks or of the one printed first (switch D31). Who cannot be reached so far is still gone toward."""
    everyone = conscious(mind.run)
    near = mind.view.passages.near[mind.here]
    held = next((one.id for one in everyone if near >> mind.view.cells[one.id] & 1), "")
    if held:
        return _skip(mind, "reason.in_contact", {held: "reason.in_contact"}, ("R-197", "R-181"))
    way = _reach(mind)
    first = mind.run.rules.switches["assault_goal"] == "attack"
    spots: dict[str, Spot | None] = {}
    for one in everyone:
        wanted = arms(mind, one)[:1] if first else arms(mind, one)
        spot = _spot(mind, way, one, wanted, farthest=False)
        smallest = min((low for _, (low, _), _ in wanted), default=0)
        spots[one.id] = spot if spot is not None and spot.distance == smallest else _toward(mind, way, one)
    return _walk(mind, way, everyone, spots, 0, ("R-197", "R-186"))


def _toward(mind: Mind, way: Reach, target: Character) -> Spot | None:
    """As near to the target as the Move takes it, None when that is no nearer."""
    there = mind.view.cells[target.id]
    cell = nearer(mind, way, there)
    if cell == mind.here:
        return None
    return Spot(mind.run.rules.board.distance(cell, there), way.cost(cell), cell)


def _walk(
    mind: Mind,
    way: Reach,
    everyone: Sequence[Character],
    spots: dict[str, Spot | None],
    first: int,
    cites: tuple[str, ...],
) -> Plan:
    """To the chosen one's spot; if nobody has one, nearer to the closest (R-186, R-196). Those on spaces in the mask
    `first` are chosen before all others."""
    run = mind.run
    seen = {one.id: mind.sees(mind.here, mind.view.cells[one.id]) for one in everyone}
    notes = {id: "reason.cannot_be_reached" for id, spot in spots.items() if spot is None}
    candidates = described(run, mind.selector, everyone, mind.row, seen, notes)
    possible = [one for one in everyone if spots[one.id] is not None]
    if possible:
        choice = choose(run, mind.selector, possible, mind.row, first)
        pick = _pick_of(mind, choice)
        if pick is not None:
            return Plan(False, _nothing, pick)
        target = _picked(mind, choice)
        spot = spots[target]
        assert spot is not None
        if spot.cell == mind.here:
            return _skip(mind, "reason.stands_best", notes, (cites[0], "R-181"))
        return _go(mind, way, spot.cell, target, candidates, choice.tie_break, "", cites)
    if not everyone:
        return _skip(mind, "reason.nobody_there", notes, (cites[0], "R-181"))
    choice = choose(run, "least_distance", everyone, mind.row)
    pick = _pick_of(mind, choice)
    if pick is not None:
        return Plan(False, _nothing, pick)
    target = _picked(mind, choice)
    cell = nearer(mind, way, mind.view.cells[target])
    if cell == mind.here:
        return _skip(mind, "reason.no_way", notes, (cites[0], "R-181"))
    return _go(mind, way, cell, target, candidates, choice.tie_break, "reason.closer", ("R-196", "R-189", *cites[1:]))


def nearer(mind: Mind, way: Reach, there: int) -> int:
    """The space in reach that is nearest to another on foot, past closed doors by hex distance; the cheapest of
    several, then the smallest coordinates. The Enemy's own space when none is nearer."""
    ground = Ground(way.ground.passages, way.ground.enter2)
    here = 1 << mind.here
    close = nearest(ground, there, way.stops | here)
    if close:
        return mind.here if close & here else _first(way, close)
    board = mind.run.rules.board
    for distance in range(mind.row[there]):
        cells = board.ring(there, distance) & way.stops
        if cells:
            return _first(way, cells)
    return mind.here


def _first(way: Reach, cells: int) -> int:
    for level in way.levels:
        if level & cells:
            return cells_of(level & cells)[0]
    return way.start


def withdraw(mind: Mind) -> Plan:
    """Withdraw (R-198): as far from the target as all movement points take it; from whom it cannot get away, it does
    not try to (R-186)."""
    run = mind.run
    everyone = conscious(run)
    way = _reach(mind)
    goals = {one.id: _away(mind, way, one) for one in everyone}
    notes = {id: "reason.no_way" for id, cell in goals.items() if cell == mind.here}
    possible = [one for one in everyone if goals[one.id] != mind.here]
    if not possible:
        return _skip(mind, "reason.no_way" if everyone else "reason.nobody_there", notes, ("R-198", "R-181"))
    choice = choose(run, mind.selector, possible, mind.row)
    pick = _pick_of(mind, choice)
    if pick is not None:
        return Plan(False, _nothing, pick)
    target = _picked(mind, choice)
    seen = {one.id: mind.sees(mind.here, mind.view.cells[one.id]) for one in everyone}
    candidates = described(run, mind.selector, everyone, mind.row, seen, notes)
    return _go(mind, way, goals[target], target, candidates, choice.tie_break, "", ("R-198", "R-186"))


def _away(mind: Mind, way: Reach, target: Character) -> int:
    """The space in reach farthest from a figure, the cheapest of several; the Enemy's own when none is farther."""
    away = mind.run.rules.board.distances(mind.view.cells[target.id])
    best, farthest = mind.here, away[mind.here]
    for level in way.levels:
        for cell in cells_of(level & way.stops):
            if away[cell] > farthest:
                best, farthest = cell, away[cell]
    return best


def retreat(mind: Mind) -> Plan:
    """Retreat! (R-199): off the board."""
    chosen = e.InstructionChosen(mind.enemy.id, mind.kind, mind.selector, "", rules=("R-199",))

    def perform(run: Run) -> None:
        run.emit(chosen)
        harm.retreat(run, mind.enemy.id)

    return Plan(True, perform)


def focused(mind: Mind) -> Plan:
    """The Focused icon (R-185): the State, unless the Enemy has it."""
    if "focused" in mind.enemy.states:
        return _skip(mind, "reason.has_state", {}, ("R-185", "R-278"))
    chosen = e.InstructionChosen(mind.enemy.id, mind.kind, mind.selector, "", rules=("R-185",))

    def perform(run: Run) -> None:
        run.emit(chosen)
        harm.impose(run, mind.enemy.id, "focused", mind.enemy.id, ("R-185",))

    return Plan(True, perform)


KINDS: dict[str, Callable[[Mind], Plan]] = {
    "attack": attack,
    "acquire": acquire,
    "assault": assault,
    "withdraw": withdraw,
    "retreat": retreat,
    "focused": focused,
}
