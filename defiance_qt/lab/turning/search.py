"""The search for turning points: which games to play from the decisions of a line, and what they show.

First a few games before each decision draw the line of the estimate. The greatest changes of it are then measured with
other games, on both sides: a change that was chosen by the games that measure it would be chance for the most part.
Those beyond their range are split. What the bot does against what the user did, both with new dice, is the decision;
what the user did with new dice against what came is dice. The outcome depends on the seeds alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal

import msgspec

from defiance_qt.lab.what_if.figures import ERROR, FEWEST, Interval, Share, paired_interval, share, shares_interval
from defiance_qt.lab.what_if.rollouts import Rollout, Task

SCREENED = 16
"""The number of games before each decision for the line."""
CANDIDATES = 6
"""The number of changes that are measured."""
MOST = 3
"""The number of turning points that are told."""
FIRST = 0.25
"""The part of the games after which a change is dropped that is less than `PROMISING`."""
PROMISING = 0.1
TOGETHER = 4
"""The number of games that are played as one task."""
BOT, USER = 0, 1
"""The plans of each question."""

Kind = Literal["decision", "dice", "both"]


class Moment(msgspec.Struct, frozen=True):
    """A turning point: the stretch from its decision to the next, with the chance to win on either side.

    `decision` is by how much the user's way wins more often than the bot's, None if it is the bot's; `dice` by how much
    what came is better than what the user's way leads to. Intervals are those that all of its kind hold together in.
    """

    place: int
    before: Share
    after: Share
    change: Interval
    decision: Interval | None
    dice: Interval

    @property
    def kind(self) -> Kind:
        """What turned it: that of the two which is beyond its range, the greater one of both."""
        decision, dice = self.decision is not None and _beyond(self.decision), _beyond(self.dice)
        if decision and dice:
            assert self.decision is not None
            return "decision" if abs(sum(self.decision)) >= abs(sum(self.dice)) else "dice"
        return "decision" if decision else "dice" if dice or self.decision is None else "both"


class Report(msgspec.Struct, frozen=True):
    """What is known. `line` has the chance to win before each decision and at the end, None where it is still to be
    counted. `moments` are in their order, none before all is `done`. `games` is how often each was played on either
    side, `screened` how often each other place; `progress` goes from 0 to 1."""

    line: tuple[Share | None, ...]
    moments: tuple[Moment, ...]
    games: int
    screened: int
    progress: float
    done: bool


class Search:
    """The games for a line of `decisions`. `won` is its known end, None if the end is still to be estimated. No moment
    is looked for in those `skipped`."""

    def __init__(
        self, decisions: int, games: int, won: bool | None = None, skipped: frozenset[int] = frozenset()
    ) -> None:
        self._count, self._most, self._skipped = decisions, games, skipped
        self._end = None if won is None else Share("", int(won), 0, (float(won), float(won)))
        self._played: dict[tuple[int, int], dict[int, Rollout]] = {}
        self._left: deque[Task] = deque()
        self._out = 0
        self._moments: tuple[Moment, ...] = ()
        self._fresh: frozenset[int] = frozenset()
        """The places with games of their own for measuring."""
        self._games = 0
        self._stages = self._course()
        self.done = False
        self._go_on()

    def next(self) -> Task | None:
        """Return the next games to play; None when others have to be handed back first, or none is left."""
        if not self._left:
            return None
        self._out += 1
        return self._left.popleft()

    def add(self, task: Task, rollouts: Sequence[Rollout]) -> None:
        """Take the results of games."""
        self._played.setdefault((task.at, task.plan), {}).update(enumerate(rollouts, task.first))
        self._games += len(rollouts)
        self._out -= 1
        self._go_on()

    @property
    def tasks(self) -> int:
        """The most tasks that there are, about."""
        return ceil(self._expected / TOGETHER)

    @property
    def _expected(self) -> int:
        look = ceil(FIRST * self._most)
        measured = min(CANDIDATES, self._count)
        told = min(MOST, measured)
        return self._ends * SCREENED + 2 * measured * look + told * (3 * self._most - 2 * look)

    @property
    def _ends(self) -> int:
        return self._count + (self._end is None)

    def report(self) -> Report:
        """Return what is known by now."""
        line = [self._known(at) for at in range(self._count + 1)]
        progress = 1.0 if self.done else min(0.99, self._games / self._expected)
        return Report(tuple(line), self._moments, self._most, SCREENED, progress, self.done)

    def _go_on(self) -> None:
        """Begin the next stage once all games of the one before are played."""
        while not self.done and not self._left and not self._out:
            tasks = next(self._stages, None)
            if tasks is None:
                self.done = True
            else:
                self._left.extend(tasks)

    def _course(self) -> Iterator[list[Task]]:
        yield [one for at in range(self._ends) for one in _tasks(at, BOT, 0, SCREENED)]
        changes = {at: self._change(at) for at in range(self._count) if at not in self._skipped}
        ranked = sorted((at for at in changes if changes[at]), key=lambda at: (-abs(changes[at]), at))
        candidates = ranked[:CANDIDATES]
        look = max(min(FEWEST, self._most), ceil(FIRST * self._most))
        yield self._sides(candidates, 0, look)
        self._fresh = self._around(candidates)
        promising = [at for at in candidates if abs(_gap(self._measured(at), self._measured(at + 1))) >= PROMISING]
        yield self._sides(promising, look, self._most)
        error = ERROR / max(1, len(candidates))
        found = [
            (at, change)
            for at in promising
            if _beyond(change := shares_interval(self._measured(at), self._measured(at + 1), error))
        ]
        told = sorted(sorted(found, key=lambda one: (-abs(sum(one[1])), one[0]))[:MOST])
        yield [one for at, _ in told for one in _tasks(at, USER, SCREENED, SCREENED + self._most)]
        self._moments = tuple(self._moment(at, change, error) for at, change in told)

    def _around(self, places: Sequence[int]) -> frozenset[int]:
        """Return the places on both sides of stretches, but for an end that is known."""
        return frozenset(side for at in places for side in (at, at + 1) if side < self._ends)

    def _sides(self, places: Sequence[int], first: int, last: int) -> list[Task]:
        return [
            one for at in sorted(self._around(places)) for one in _tasks(at, BOT, SCREENED + first, SCREENED + last)
        ]

    def _change(self, at: int) -> float:
        before, after = self._screened(at), self._screened(at + 1)
        assert before is not None
        assert after is not None
        return _gap(before, after)

    def _screened(self, at: int) -> Share | None:
        """Return the chance to win at a place by the games for the line, None while they are played."""
        if at == self._ends:
            return self._end
        played = self._played.get((at, BOT), {})
        won = [played[nth].won is True for nth in range(SCREENED) if nth in played]
        return share("", sum(won), SCREENED) if len(won) == SCREENED else None

    def _known(self, at: int) -> Share | None:
        """Return the chance to win at a place by the more games."""
        screened = self._screened(at)
        if at not in self._fresh:
            return screened
        measured = self._measured(at)
        return measured if measured.of > SCREENED else screened

    def _measured(self, at: int) -> Share:
        """Return the chance to win at a place by the games for measuring it."""
        if at == self._ends:
            assert self._end is not None
            return self._end
        fresh = self._others(at, BOT)
        return share("", sum(one.won is True for one in fresh), len(fresh))

    def _others(self, at: int, plan: int) -> list[Rollout]:
        """Return the games for measuring, in the order of their seeds."""
        played = self._played[at, plan]
        return [played[nth] for nth in sorted(played) if nth >= SCREENED]

    def _moment(self, at: int, change: Interval, error: float) -> Moment:
        bot, user = self._others(at, BOT), self._others(at, USER)
        wins = share("", sum(one.won is True for one in user), len(user))
        gained = sum(one.won is True and other.won is not True for one, other in zip(user, bot, strict=True))
        missed = sum(one.won is not True and other.won is True for one, other in zip(user, bot, strict=True))
        same = [one.state for one in user] == [one.state for one in bot]
        return Moment(
            at,
            self._measured(at),
            self._measured(at + 1),
            change,
            None if same else paired_interval(gained, missed, len(user), error),
            shares_interval(wins, self._measured(at + 1), error),
        )


def _tasks(at: int, plan: int, first: int, last: int) -> list[Task]:
    return [Task(plan, nth, min(TOGETHER, last - nth), True, at) for nth in range(first, last, TOGETHER)]


def _gap(before: Share, after: Share) -> float:
    return _rate(after) - _rate(before)


def _rate(one: Share) -> float:
    return one.count / one.of if one.of else float(one.count)


def _beyond(interval: Interval) -> bool:
    return interval[0] > 0 or interval[1] < 0
