"""Plans for one Character: where to go, what to do there, and which Activation is worth most.

A plan is a few commands: perhaps a Move, steps, and one action at the end. The value of a space combines three things:
the progress toward the objective, the Enemies that can attack it, and the best action there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from defiance_qt.systems.defiance.bots.distances import FAR, OPENING, DistanceMap
from defiance_qt.systems.defiance.bots.evaluator import KILL, LOOT, WOUND, Evaluator
from defiance_qt.systems.defiance.bots.goals import Goals, Task, missing_symbols
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.board.movement import Reach, reach
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules import attacking, card_actions, costs, hacking, interact, resting
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State

STEP = 0.34
"""The value of a point of the way to the objective while there is time."""
DANGER = 0.4
"""The weight of the danger from Enemies that see a space."""
PRECIOUS = 2.0
"""The factor on danger for a Character that victory names."""
BEARER = 2.0
"""The factor on the way out for a Character that carries what victory wants."""
ESCORT = 3
"""The distance that an escort may keep."""
SPARE = 1.5
"""The Rounds that an escort reserves to leave."""
ROUND_POINTS = 6.0
"""The distance that a Character covers in a Round, with doors and fights on the way."""
PACE = 1.5
"""The same for each point of its Speed."""
AGAIN = 0.85
"""The factor for a second action in an Activation."""
SYMBOL = 1.6
"""The value of a symbol that the objective's Console needs."""
DONE = 6.0
"""The value of completing a task of the objective."""
EXTRA_PRICE = 1.4
LAST = {1: 12.0, 2: 3.0}
"""The value of standing where victory wants a Character in the last Rounds, by how many are left: in the last one it
decides the mission, and in the one before who leaves may not get back."""


class Option(NamedTuple):
    """An action at a space: its value, and the chance that it cannot be repeated."""

    value: float
    command: Command
    ends: float = 0.0
    free: bool = False


class Choice(NamedTuple):
    """The best plan of a Character: its value and commands, where it leads, and the action there, None without one."""

    value: float
    commands: list[Command]
    cell: int = -1
    use: Option | None = None


class _Weighed(NamedTuple):
    """A space that can be reached, before its plan is made: the actions there are `uses`. `first` is an action before
    the way, which is then left for later."""

    value: float
    cell: int
    way: Reach
    moves: int
    uses: list[Option]
    left: int
    first: Option | None = None


_value = attrgetter("value")


class Why(NamedTuple):
    """The reason for a choice: a code with the values that decided. `safe`: no Enemy sees the space it leads to.
    `rules` leave nothing else."""

    code: str
    figure: str = ""
    goal: Task | None = None
    dealt: float = 0.0
    kill: float = 0.0
    safe: bool = False
    space: str = ""
    then: Command | None = None
    rules: tuple[str, ...] = ()


class Attraction(NamedTuple):
    """The pull of a goal on a Character: distances by cell, the value of a point of distance, the distance that
    suffices. `goal` is the task it leads to, `there` what being at it is worth beyond the way.

    `beside` holds distances to the figure that it escorts. Each point beyond `near` costs `tie`.
    """

    field: Sequence[int]
    step: float
    enough: int = 0
    beside: Sequence[int] = ()
    tie: float = 0.0
    near: int = ESCORT
    goal: Task | None = None
    there: float = 0.0

    def at(self, cell: int) -> float:
        value = -self.step * max(0, min(self.field[cell], 60) - self.enough)
        if self.field[cell]:
            value -= self.there
        if self.tie:
            value -= self.tie * max(0, min(self.beside[cell], 60) - self.near)
        return value


class Planner:
    """Plans in one state."""

    def __init__(self, rules: Rules, distances: DistanceMap, state: State, wants: Goals, deadline: int | None) -> None:
        self.rules = rules
        self.distances = distances
        self.state = state
        self.wants = wants
        self.view = rules.view(state)
        self.worth = Evaluator(rules, state)
        self.rounds_left = 99 if deadline is None else deadline - state.round + 1
        self._pulls: dict[str, Attraction] = {}

    @property
    def hurried(self) -> bool:
        return self._slack() < 2.0

    # -- choosing the Activation

    def who(self, legal: tuple[Command, ...]) -> Command:
        """Return the command for the Activation with the highest value."""
        return max(legal, key=lambda one: (self._turn(one), getattr(one, "character", "")))

    def turns(self, legal: tuple[Command, ...]) -> list[tuple[Character, list[Choice]]]:
        """Return the Characters that can be activated with their plans, in the order of the values of their
        Activations."""
        turns = sorted((one for one in legal if isinstance(one, c.Activate)), key=self._turn, reverse=True)
        return [(self.state.team[one.character], self.choices(f.Activation(one.character))) for one in turns]

    def _turn(self, command: Command) -> float:
        if not isinstance(command, c.Activate):
            return 0.0
        one = self.state.team[command.character]
        if not one.space:
            return -50.0
        if UNCONSCIOUS in one.states:
            return -20.0
        value = self._best(one, f.Activation(one.id)).value
        stay = self.pull(one).at(self.view.cells[one.id])
        return value - stay

    # -- one Character's stretch

    def plan(self, frame: f.Activation) -> list[Command]:
        """Return the next commands of the active Character; empty when it should end its Activation."""
        one = self.state.team[frame.character]
        if not one.space:
            return []
        if UNCONSCIOUS in one.states:
            return [] if self._better_down(one) else [c.UseAutoMediKit(one.id)]
        return self._best(one, frame).commands

    def why(self, frame: f.Activation) -> Why:
        """Return the part of its value that decided the plan of a Character."""
        one = self.state.team[frame.character]
        if not one.space or UNCONSCIOUS in one.states:
            return Why("wakes" if one.space and not self._better_down(one) else "waits", one.id)
        return self.reason(one, self._best(one, frame))

    def reason(self, one: Character, best: Choice) -> Why:
        """Return the part of its value that speaks most for a plan of a Character."""
        here = self.view.cells[one.id]
        if not best.commands:
            return Why("waits", one.id)
        blockers = self.view.blockers & ~(1 << here)
        fear = DANGER * (PRECIOUS if self._precious(one) else 1.0)
        pull = self.pull(one)
        nearer = pull.at(best.cell) - pull.at(here)
        danger = self.worth.danger(one.id, best.cell, blockers)
        safer = fear * (self.worth.danger(one.id, here, blockers) - danger)
        done = best.use.value if best.use is not None else 0.0
        parts = {"use": done, "way": nearer, "safer": safer}
        code = max(parts, key=lambda part: parts[part])
        safe = bool(self.state.enemies) and not danger
        space = self.rules.board.names[best.cell] if best.cell != here else ""
        why = Why(code, one.id, pull.goal, safe=safe, space=space, then=best.use.command if best.use else None)
        return self._used(why, best.use.command, best.cell) if code == "use" and best.use is not None else why

    def _used(self, why: Why, command: Command, cell: int) -> Why:
        """Return the reason for an action: what it brings."""
        if isinstance(command, c.Attack | c.Hack) and command.target in self.state.enemies:
            view = self._as_if(self.state.team[command.character], cell)
            blow = self.worth.blow(view, command)
            return why._replace(code="blow", dealt=blow.dealt, kill=blow.kill)
        if isinstance(command, c.Interact):
            goal = next((task for task in self.wants.now if task.element == command.element), None)
            if goal is not None:
                return why._replace(code="goal", goal=goal)
            return why._replace(code="way" if command.element in self.state.doors else "loot")
        target = command.target if isinstance(command, c.UseCard) and command.target in self.state.team else why.figure
        return why._replace(code="heals" if self.state.team[target].damage else "use", figure=target)

    def _better_down(self, one: Character) -> bool:
        """Check whether recovering would only delay victory: the other Characters do not wait for an Unconscious
        one."""
        if not self.wants.leaving or self._bears(one):
            return False
        field = self.pull(one).field
        mine = field[self.view.cells[one.id]]
        others = [
            field[self.view.cells[other.id]]
            for other in self.state.team.values()
            if other.space and other.conscious and not other.remote
        ]
        return bool(others) and mine > max(others) + 5

    def _best(self, one: Character, frame: f.Activation) -> Choice:
        """Return the plan with the highest value, of equal ones the first."""
        best = max(self._weighed(one, frame), key=_value, default=None)
        return Choice(-1e9, [], self.view.cells[one.id]) if best is None else self._choice(one, best)

    def choices(self, frame: f.Activation) -> list[Choice]:
        """Return the plans of the active Character, the best first: the best of each action at its end, the best walk
        without one, and to stay."""
        one = self.state.team[frame.character]
        if not one.space or UNCONSCIOUS in one.states:
            return []
        here = self.view.cells[one.id]
        best: dict[Command | bool, _Weighed] = {}
        for found in sorted(self._weighed(one, frame), key=_value, reverse=True):
            use = found.first or self._followed(found.uses, found.left)
            best.setdefault(use.command if use else found.cell == here, found)
        return [self._choice(one, found) for found in best.values()]

    def _weighed(self, one: Character, frame: f.Activation) -> Iterator[_Weighed]:
        """Yield where a Character can go, each with the value of what it can do there; and an action before it goes."""
        here = self.view.cells[one.id]
        speed = self.rules.speed(self.state, one)
        ground = self.rules.ground(self.view, one.id, "team")
        own = 1 << here
        must_leave = bool(own & ground.no_stop)
        has_points = frame.points
        if self.rules.pinned(self.state, one.id) and not must_leave:
            speed = has_points = 0
        pull = self.pull(one)
        blockers = self.view.blockers & ~own
        fear = DANGER * (PRECIOUS if self._precious(one) else 1.0)
        uses_here = [] if must_leave else sorted(self._uses(one, frame, here), reverse=True, key=lambda use: use.value)
        price = costs.cost(self.rules, self.state, c.Move(one.id))
        for moves in range(min(frame.actions // price, 2) + 1):
            points = has_points + moves * speed
            if moves and not speed:
                break
            way = reach(ground, here, points)
            left = frame.actions - moves * price
            paid_here = self._paid(uses_here, left)
            for cell in cells_of(way.stops | own if not must_leave else way.stops):
                cost = way.cost(cell)
                if moves and cost <= has_points + (moves - 1) * speed:
                    continue
                place = pull.at(cell) - fear * self.worth.danger(one.id, cell, blockers) - 0.01 * cost
                uses = paid_here if cell == here else None
                if uses is None:
                    found = self._paid(self._uses(one, frame, cell), left) if left else []
                    uses = sorted(found, reverse=True, key=lambda use: use.value)
                yield _Weighed(place + _several(uses, left), cell, way, moves, uses, left)
                if moves == 1 and paid_here and left and cell != here and paid_here[0].value > 0:
                    yield _Weighed(place + paid_here[0].value, here, way, 0, [], left, paid_here[0])

    def _choice(self, one: Character, found: _Weighed) -> Choice:
        use = found.first or self._followed(found.uses, found.left)
        commands: list[Command] = [c.Move(one.id)] * found.moves
        if found.cell != found.way.start:
            commands += [c.StepTo(one.id, self.rules.board.names[step]) for step in found.way.path(found.cell)]
        return Choice(found.value, commands if use is None else [*commands, use.command], found.cell, use)

    def _paid(self, uses: Iterable[Option], left: int) -> list[Option]:
        """Return the actions for which enough Actions are left, where house rules change costs."""
        if not self.rules.hooks.modify_cost:
            return list(uses)
        return [use for use in uses if costs.cost(self.rules, self.state, use.command) <= left]

    def _followed(self, uses: list[Option], left: int) -> Option | None:
        """Return the action at the end of a plan, None if none is worth it."""
        return next((use for use in uses[:1] if use.value > 0 and (left or use.free)), None)

    # -- the actions on a space

    def _uses(self, one: Character, frame: f.Activation, cell: int) -> Iterator[Option]:
        """Yield every useful action of a Character on a cell, as given by the rules' own queries."""
        rules, state = self.rules, self.state
        view = self._as_if(one, cell)
        if frame.actions > 0:
            for attack in attacking.attacks(rules, state, view, one):
                blow = self.worth.blow(view, attack)
                yield Option(blow.value + self._target(attack.target, blow.kill), attack, blow.kill)
            for hack in hacking.hacks(rules, state, view, one):
                blow = self.worth.blow(view, hack)
                yield Option(blow.value + self._target(hack.target, blow.kill), hack, blow.kill)
            for rest in resting.rests(rules, state, view, one):
                healed = min(2, one.damage) if not one.remote else 0
                value = WOUND * healed * (1.3 if self.worth.left(one.id) <= 4 else 0.8)
                yield Option(value + (0.8 if rest.state else 0.0) + 0.1 * min(1, one.aggro), rest)
            for use in interact.options(rules, state, view, one):
                yield self._interaction(one, use, cell)
        for extra in interact.extra_options(rules, state, view, one, frame):
            bought = self._interaction(one, extra, cell).value - EXTRA_PRICE if self.hurried else -1.0
            yield Option(bought, extra, 1.0, True)
        for card in card_actions.card_actions(rules, state, view, one, frame):
            action = card_actions.action_of(rules, state, one, card)
            value = self.worth.card(one, action, card.target)
            if action.free and frame.actions < 1:
                value = -1.0
            yield Option(value, card, 1.0, action.free)

    def _as_if(self, one: Character, cell: int) -> View:
        """Return the view with the Character on another space."""
        here = self.view.cells[one.id]
        if cell == here:
            return self.view
        cells = {**self.view.cells, one.id: cell}
        team = self.view.team & ~(1 << here) | 1 << cell
        blockers = self.view.blockers
        if not one.remote:
            blockers = blockers & ~(1 << here) | 1 << cell
        return self.view._replace(cells=cells, team=team, blockers=blockers)

    def _target(self, target: str, kill: float) -> float:
        """Return the bonus for a target: an Enemy that the objective requires eliminated counts for more."""
        for task in self.wants.now:
            if task.kind == "destroy" and task.element == target:
                return DONE * kill + 0.5
        return 0.0

    def _interaction(self, one: Character, use: c.Interact, cell: int) -> Option:
        state = self.state
        find_goals = [task for task in self.wants.now if task.element == use.element]
        if use.element in state.doors:
            if any(task.kind == "open" for task in find_goals):
                return Option(DONE, use, 1.0)
            return Option(self._door(one, use.element, cell), use, 1.0)
        if use.element in state.consoles:
            for task in find_goals:
                brought = self.worth.console(one.id, use.element, use.using, missing_symbols(state, task))
                return Option(SYMBOL * brought * self._haste(), use)
            return Option(-0.5, use)
        if use.element in state.containers:
            if any(task.kind == "search" for task in find_goals):
                return Option(DONE, use, 1.0)
            calm = self._slack() > 2 and not self.wants.leaving
            return Option(LOOT * state.containers[use.element].loot if calm and not one.ally else -0.5, use, 1.0)
        return Option(2 * DONE if find_goals else 0.5, use, 1.0)

    def _door(self, one: Character, door: str, cell: int) -> float:
        """Return the value of the way that opening a door saves."""
        board = self.rules.board
        ends = board.door_cells(board.door_index[door])
        pull = self.pull(one)
        if cell not in ends or pull.field[cell] >= FAR:
            return -0.5
        beyond = ends[0] if cell == ends[1] else ends[1]
        saved = pull.field[cell] - pull.field[beyond] - 1
        return 1.4 * pull.step * min(OPENING, saved) if saved > 0 else -0.5

    # -- the destination

    def pull(self, one: Character) -> Attraction:
        found = self._pulls.get(one.id)
        if found is None:
            found = self._pulls[one.id] = self._make_pull(one)
        return found

    def _make_pull(self, one: Character) -> Attraction:
        open_doors = self.view.open_doors
        tasks = [task for task in self.wants.now if not task.who or one.id in task.who]
        if self.wants.leaving:
            revive = [task for task in tasks if task.kind == "revive" and self._revives(one)]
            goals = _union(revive or tasks) or _union(self.wants.now)
            field = self.distances.field(goals, open_doors, unlocking=True)
            found = self._leaving(one, field)._replace(goal=next(iter(revive or tasks or self.wants.now), None))
            if found.tie or revive or not tasks:
                return found
            return found._replace(there=LAST.get(self.rounds_left, 0.0))
        for task in tasks:
            if self._assigned(task) == one.id:
                field = self.distances.field(task.spaces, open_doors, unlocking=True)
                return Attraction(field, STEP * self._haste() * 1.3, goal=task)
        goals = _union(self.wants.then)
        field = self.distances.field(goals, open_doors, unlocking=True)
        return Attraction(field, STEP * self._haste() * 0.8, 4, goal=next(iter(self.wants.then), None))

    def _leaving(self, one: Character, field: Sequence[int]) -> Attraction:
        """Return the attraction of the victory zone. While there is time, a Character stays behind those that victory
        names."""
        step = self._leaving_step(one, field)
        here = self.view.cells[one.id]
        speed = max(1, self.rules.speed(self.state, one))
        spare = self.rounds_left - field[here] / (PACE * speed)
        behind = [
            self.view.cells[other.id]
            for other in self.state.team.values()
            if other.space and other.id != one.id and self._precious(other) and field[self.view.cells[other.id]]
        ]
        led = self._led_by(one)
        if led:
            beside = self.distances.field(1 << self.view.cells[led], self.view.open_doors)
            return Attraction(field, step * 0.4, 0, beside, STEP * 4, 1)
        if self._precious(one) or not behind or spare < SPARE:
            return Attraction(field, step)
        beside = self.distances.field(1 << behind[0], self.view.open_doors)
        return Attraction(field, step * 0.4, 0, beside, step * 0.7)

    def _led_by(self, one: Character) -> str:
        """Return the figure named by victory that moves only beside a Character, if this is the closest to it."""
        for other in self.state.team.values():
            if not other.space or not other.conscious or not self._precious(other) or not self._needs_company(other):
                continue
            row = self.distances.field(1 << self.view.cells[other.id], self.view.open_doors)
            able = [
                (row[self.view.cells[each.id]], each.id)
                for each in self.state.team.values()
                if each.space and each.conscious and not each.ally
            ]
            if min(able, default=(0, ""))[1] == one.id:
                return other.id
        return ""

    def _needs_company(self, one: Character) -> bool:
        return any(ability.pins_when is not None for ability in self.rules.abilities_of(self.state, one.id))

    def _precious(self, one: Character) -> bool:
        """Check whether victory names this Character."""
        return any(one.id in condition.standing for condition in self.rules.mission.victory)

    def _bears(self, one: Character) -> bool:
        """Check whether the Character carries what victory requires to be carried."""
        wanted = {condition.carrying for condition in self.rules.mission.victory} - {""}
        return any(held.item in wanted for held in one.carried)

    def _revives(self, one: Character) -> bool:
        return any(action.target == "unconscious" for _, action in self.rules.loadout(one).actions)

    def _leaving_step(self, one: Character, field: Sequence[int]) -> float:
        """Return the value of a point toward the exit: more when time is short, and more for a Character that others
        wait for."""
        pace = PACE * max(1, self.rules.speed(self.state, one))
        slack = self.rounds_left - field[self.view.cells[one.id]] / pace
        named = {id for task in self.wants.now for id in task.who} - {one.id}
        others = [self.state.team[id] for id in named if self.state.team[id].space and self.state.team[id].conscious]
        ready = sum(field[self.view.cells[other.id]] == 0 for other in others)
        waiting = ready / len(others) if others else 1.0
        step = STEP * (1.2 + 0.5 * max(0.0, min(5.0, 4.0 - slack)) + 1.6 * waiting * waiting)
        return step * (BEARER if self._bears(one) else 1.0)

    def _assigned(self, task: Task) -> str:
        """Return the Character assigned to a task: the one that completes it first."""
        field = self.distances.field(task.spaces, self.view.open_doors, unlocking=True)
        costs = []
        for one in self.state.team.values():
            if not one.space or not one.conscious or one.remote:
                continue
            speed = max(1, self.rules.speed(self.state, one))
            actions = field[self.view.cells[one.id]] / speed
            if task.kind == "work":
                actions += self._rolls_needed(one, task)
            costs.append((actions, one.id))
        return min(costs, default=(0.0, ""))[1]

    def _rolls_needed(self, one: Character, task: Task) -> float:
        find_goals = missing_symbols(self.state, task)
        kinds = ("", *(device.item for device in self.rules.loadout(one).devices))
        brought = max(self.worth.console(one.id, task.element, using, find_goals) for using in kinds)
        return sum(find_goals) / brought if brought else 20.0

    # -- time

    def _slack(self) -> float:
        """Return the spare Rounds, by a rough estimate of the way there and back."""
        if self.rounds_left >= 99:
            return 9.0
        open_doors = self.view.open_doors
        goals = _union(self.wants.then)
        field = self.distances.field(goals, open_doors, unlocking=True)
        cells = [self.view.cells[one.id] for one in self.state.team.values() if one.space and one.conscious]
        if not cells:
            return 0.0
        way = min(field[cell] for cell in cells) if not self.wants.leaving else max(field[cell] for cell in cells)
        if not self.wants.leaving:
            way += self._way_out(goals)
        return self.rounds_left - way / ROUND_POINTS

    def _way_out(self, goals: int) -> int:
        """Return the distance from the objective to the victory zone."""
        for condition in self.rules.mission.victory:
            if condition.zone:
                field = self.distances.field(self.rules.zones[condition.zone], self.view.open_doors, unlocking=True)
                return min((field[cell] for cell in cells_of(goals)), default=0)
        return 0

    def _haste(self) -> float:
        return 1.0 + 0.35 * max(0.0, min(5.0, 5.0 - self._slack()))


def _several(uses: list[Option], actions: int) -> float:
    """Return the value of several Actions: the best option, then a repeat or the second best, plus free ones."""
    total, counted = 0.0, 0
    for place, use in enumerate(uses):
        if use.value <= 0:
            break
        if use.free:
            total += use.value
            continue
        if counted >= actions:
            continue
        total += use.value if not counted else AGAIN * use.value
        counted += 1
        repeated = AGAIN * use.value * (1 - use.ends)
        following = next((later.value for later in uses[place + 1 :] if not later.free), 0.0)
        if counted < actions and repeated >= AGAIN * following:
            total += repeated
            counted += 1
    return total


def _union(tasks: Sequence[Task]) -> int:
    spaces = 0
    for task in tasks:
        spaces |= task.spaces
    return spaces


__all__ = ["KILL", "Attraction", "Option", "Planner", "Symbols"]
