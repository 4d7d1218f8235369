"""A comparison of plans while it is counted: which games to play next, and when enough is known.

It neither plays nor waits: its owner hands the tasks to players, in any number of processes, and the results back. The
outcome depends on the seeds alone, not on who played which game or in which order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil

import msgspec

from defiance_qt.lab.what_if.figures import (
    ERROR,
    FEWEST,
    Difference,
    Figures,
    Interval,
    chapters_differ,
    figures,
    looks,
    wins_differ,
)
from defiance_qt.lab.what_if.rollouts import Rollout, Task

TOGETHER = 5
"""The number of chapters that are played as one task."""


class Report(msgspec.Struct, frozen=True):
    """What is known of plans. `chapters` and `games` are how often each was played, to the end of the chapter and of
    the game, of at most `most` games.

    `settled`: the first stage is over; before that nothing is said of differences, since looking after each chapter
    would find some in chance. `compared` is after how many games wins were compared last, 0 before the first time.
    `differences` are those by the end of the chapter, `wins` those of the share of wins. `same` are the pairs of plans
    that always came to the same state. `done`: no more games are played.
    """

    plans: tuple[Figures, ...]
    chapters: int
    games: int
    most: int
    settled: bool
    compared: int
    differences: tuple[Difference, ...]
    wins: tuple[Difference, ...]
    same: tuple[tuple[int, int], ...]
    done: bool


class Comparison:
    """The games of several plans. First each plan is played to the end of the chapter `chapters` times, at least
    `FEWEST`, then to the end of the game until all plans are told apart, or `games` times. Equal seeds have equal
    chance, so plans are compared game by game."""

    def __init__(self, plans: int, chapters: int, games: int) -> None:
        self._plans = range(plans)
        self._wanted, self._most, self._enough = chapters, games, games
        self._chapters = _Played(plans)
        self._games = _Played(plans)
        self._looks = list(looks(games))
        self._error = ERROR / len(self._looks) / max(1, plans * (plans - 1) // 2)
        self._left: Iterator[Task] = (
            Task(plan, first, min(TOGETHER, chapters - first))
            for first in range(0, chapters, TOGETHER)
            for plan in self._plans
        )
        self._compared = 0
        self._wins: dict[tuple[int, int], Interval] = {}
        self._originals: tuple[int, ...] = ()
        """For each plan the first one that always comes to the same state, once all chapters are played."""
        self.done = False

    def next(self) -> Task | None:
        """Return the next games to play; None when others have to be handed back first, or none is left."""
        return None if self.done else next(self._left, None)

    def add(self, task: Task, rollouts: Sequence[Rollout]) -> None:
        """Take the results of games."""
        if not task.whole:
            self._chapters.add(task, rollouts)
            self._go_on()
            return
        self._games.add(task, rollouts)
        while not self.done and self._looks and self.games >= self._looks[0]:
            self._compare(self._looks.pop(0))

    def hasten(self) -> None:
        """End the first stage with what has been played, if that is enough to compare by."""
        if not self._originals and self.chapters >= FEWEST:
            self._wanted = self.chapters
            self._go_on()

    @property
    def tasks(self) -> int:
        """The most tasks that there are."""
        return len(self._plans) * (ceil(self._wanted / TOGETHER) + self._most)

    @property
    def chapters(self) -> int:
        """How often every plan has been played to the end of the chapter, with the same seeds."""
        return min(self._wanted, *(self._chapters.count(plan) for plan in self._plans))

    @property
    def games(self) -> int:
        """How often every plan has been played to the end of the game, with the same seeds."""
        return min((self._games.count(plan) for plan in self._distinct), default=0)

    @property
    def _distinct(self) -> list[int]:
        return [plan for plan in self._plans if self._originals and self._originals[plan] == plan]

    def _go_on(self) -> None:
        """Begin the second stage once the first is over."""
        if self._originals or self.chapters < self._wanted:
            return
        states = [tuple(one.state for one in self._chapters.first(plan, self._wanted)) for plan in self._plans]
        self._originals = tuple(map(states.index, states))
        distinct = self._distinct
        self.done = not self._most or len(distinct) < 2 <= len(self._plans)
        self._left = (Task(plan, nth, 1, True) for nth in range(self._most) for plan in distinct)

    def _compare(self, games: int) -> None:
        """Compare the wins after so many games; end the comparison if all plans are told apart, or this was the last
        time."""
        self._compared = games
        pairs = list(combinations(self._distinct, 2))
        for first, second in pairs:
            if (first, second) not in self._wins:
                found = wins_differ(self._games.first(first, games), self._games.first(second, games), self._error)
                if found is not None:
                    self._wins[first, second] = found
        if not self._looks or (pairs and len(self._wins) == len(pairs)):
            self.done, self._enough = True, games

    def report(self) -> Report | None:
        """Return what is known by now, None before every plan has been played to the end of `FEWEST` chapters."""
        chapters, games = self.chapters, min(self.games, self._enough)
        if chapters < FEWEST:
            return None
        rounds = [self._chapters.first(plan, chapters) for plan in self._plans]
        whole = [self._games.first(plan, games) for plan in self._originals or self._plans]
        pairs = list(combinations(self._plans, 2))
        others = list(combinations(self._distinct, 2))
        return Report(
            tuple(map(figures, rounds, whole)),
            chapters,
            games,
            self._most,
            bool(self._originals),
            self._compared,
            tuple(
                _difference(pair, id, interval)
                for pair in others
                for id, interval in chapters_differ(rounds[pair[0]], rounds[pair[1]], ERROR / len(pairs))
            ),
            tuple(_difference(pair, "", interval) for pair, interval in self._wins.items()),
            tuple(pair for pair in pairs if self._originals and self._originals[pair[0]] == self._originals[pair[1]]),
            self.done,
        )


class _Played:
    """Games by plan and seed. They come in any order; those counted are without a gap from the first seed on."""

    def __init__(self, plans: int) -> None:
        self._of: list[dict[int, Rollout]] = [{} for _ in range(plans)]
        self._counts = [0] * plans

    def add(self, task: Task, rollouts: Sequence[Rollout]) -> None:
        of = self._of[task.plan]
        of.update(enumerate(rollouts, task.first))
        while self._counts[task.plan] in of:
            self._counts[task.plan] += 1

    def count(self, plan: int) -> int:
        return self._counts[plan]

    def first(self, plan: int, count: int) -> list[Rollout]:
        return [self._of[plan][nth] for nth in range(count)]


def _difference(pair: tuple[int, int], id: str, interval: Interval) -> Difference:
    """Return a difference with the plan that has more first."""
    low, high = interval
    if low > 0:
        return Difference(*pair, id, (low, high))
    return Difference(pair[1], pair[0], id, (-high, -low))
