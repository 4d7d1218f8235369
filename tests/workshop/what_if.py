"""Measures the comparison of plans (`make what-if`): how often its intervals hold, and how often equal plans are called
equal.

Two plans of a position are played by many comparisons, each with seeds of its own. What all of them come to together
stands for the truth. The first plan against itself with other seeds is the comparison of equal plans.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from defiance_qt.extend.opening import open_save
from defiance_qt.lab.bots import best_bot
from defiance_qt.lab.what_if import CHAPTERS, candidates
from defiance_qt.lab.what_if.comparison import Comparison, Report
from defiance_qt.lab.what_if.rollouts import Player, Question, Rollout, Task

SAVE = Path(__file__).resolve().parents[2] / "saves" / "extraction-en-defeat.defiance"
STEP = 553
"""A Round in which the plans differ, and not far from the end of the game."""
PLANS = 2


class Games(NamedTuple):
    """The games of one plan in one comparison."""

    chapters: list[Rollout]
    whole: list[Rollout]


class Row(NamedTuple):
    """How often something was right, `held` times of all, and how often it has to be."""

    name: str
    held: int
    of: int
    goal: int

    @property
    def ok(self) -> bool:
        return self.held * 100 >= self.goal * self.of


def played(save: Path, step: int, repetition: int, games: int) -> list[Games]:
    """Return the games of each plan in a comparison with seeds of its own."""
    with open_save(save, read_only=True) as session:
        session.look(step)
        game, state = session.host.another_game(), session.state
        plans = candidates(session, game, state, session.words("en"))[:PLANS]
        player = Player(game, best_bot(game.system, session.bots))
        question = Question(state, tuple(one.commands for one in plans), 1 + repetition * max(CHAPTERS, games))
        return [
            Games(
                player.play(question, Task(plan, 0, CHAPTERS)),
                player.play(question, Task(plan, 0, games, True)),
            )
            for plan in range(len(plans))
        ]


def compared(plans: Sequence[Games]) -> Report:
    """Return the report of a comparison that has just these games."""
    comparison = Comparison(len(plans), len(plans[0].chapters), len(plans[0].whole))
    while (task := comparison.next()) is not None:
        own = plans[task.plan]
        games = own.whole if task.whole else own.chapters
        comparison.add(task, games[task.first : task.first + task.count])
    found = comparison.report()
    assert found is not None
    return found


def rows(repetitions: Sequence[Sequence[Games]]) -> list[Row]:
    """Return how often each interval has held what all repetitions together come to, and how often the first plan was
    called equal to itself."""
    reports = [compared(plans) for plans in repetitions]
    count, found = len(reports), []
    for plan in range(PLANS):
        name = f"plan {plan + 1}"
        for at, number in enumerate(reports[0].plans[plan].numbers):
            truth = fmean(one.chapter.numbers[number.id] for plans in repetitions for one in plans[plan].chapters)
            means = [report.plans[plan].numbers[at].mean for report in reports]
            held = sum(low <= truth <= high for low, high in means)
            found.append(Row(f"{name}: mean of {number.id}", held, count, 92))
        share = fmean(bool(one.won) for plans in repetitions for one in plans[plan].whole)
        wins = [report.plans[plan].wins for report in reports]
        held = sum(one is not None and one.interval[0] <= share <= one.interval[1] for one in wins)
        found.append(Row(f"{name}: wins", held, count, 92))
    equal = [compared([plans[0], repetitions[(at + 1) % count][0]]) for at, plans in enumerate(repetitions)]
    same = [compared([plans[0], plans[0]]) for plans in repetitions]
    found.append(Row("equal plans, other dice: no difference in wins", sum(not one.wins for one in equal), count, 95))
    none = sum(not one.wins and not one.differences for one in equal)
    found.append(Row("equal plans, other dice: no difference at all", none, count, 90))
    found.append(Row("equal plans, the same dice: called the same", sum(bool(one.same) for one in same), count, 95))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; with --json, print it as JSON. Exit 1 if something is right less often than it has to be."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--save", type=Path, default=SAVE)
    parser.add_argument("--step", type=int, default=STEP)
    parser.add_argument("--repetitions", type=int, default=100)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    n = chosen.repetitions
    with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as pool:
        repetitions = list(pool.map(played, [chosen.save] * n, [chosen.step] * n, range(n), [chosen.games] * n))
    found = rows(repetitions)
    if chosen.json:
        print(json.dumps({"rows": [{**one._asdict(), "ok": one.ok} for one in found]}))
    else:
        for one in found:
            print(f"{one.name:<50} {one.held:>4} of {one.of}  (at least {one.goal}%)  {'ok' if one.ok else 'NOT MET'}")
    return 0 if all(one.ok for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
