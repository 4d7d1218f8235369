"""Which games are played, and when enough is known, whoever plays them in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from defiance_qt.core.port import Forecast
from defiance_qt.lab.what_if.comparison import Comparison, Report
from defiance_qt.lab.what_if.rollouts import Rollout, Task

Game = Callable[[int, int], tuple[int, bool]]
"""For a plan and a seed the Damage of the chapter and whether the game is won."""


def played(task: Task, game: Game) -> list[Rollout]:
    found = []
    for nth in range(task.first, task.first + task.count):
        damage, won = game(task.plan, nth)
        state = f"{nth} {damage} {'' if task.plan < 2 else 'other'}".encode()
        found.append(Rollout(Forecast({"damage": damage}), state, won if task.whole else None))
    return found


def counted(comparison: Comparison, game: Game, order: Callable[[list[Task]], Task] = lambda tasks: tasks[0]) -> Report:
    """Play to the end, with up to four tasks handed out at a time and handed back in some order."""
    out: list[Task] = []
    while not comparison.done:
        while len(out) < 4 and (task := comparison.next()) is not None:
            out.append(task)
        chosen = order(out)
        out.remove(chosen)
        comparison.add(chosen, played(chosen, game))
    found = comparison.report()
    assert found is not None
    return found


def clear(plan: int, nth: int) -> tuple[int, bool]:
    """The first plan takes two more Damage and loses, the second wins."""
    return nth % 3 + 2 * (plan == 0), plan == 1


def even(plan: int, nth: int) -> tuple[int, bool]:
    return (nth + plan) % 3, nth % 2 == plan


def test_counting_ends_when_all_plans_are_told_apart() -> None:
    found = counted(Comparison(2, 30, 200), clear)
    assert (found.chapters, found.games, found.most) == (30, 25, 200)
    assert [(one.more, one.less, one.id) for one in found.differences] == [(0, 1, "damage")]
    assert [(one.more, one.less) for one in found.wins] == [(1, 0)]


def test_counting_ends_at_the_most_games_without_a_difference() -> None:
    found = counted(Comparison(2, 30, 40), even)
    assert (found.games, found.wins, found.differences, found.same) == (40, (), (), ())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_the_answers_changes_nothing(seed: int) -> None:
    for game in (clear, even):
        assert counted(Comparison(2, 23, 40), game, Random(seed).choice) == counted(Comparison(2, 23, 40), game)


def test_plans_that_come_to_the_same_are_one_plan_and_are_not_counted_on() -> None:
    found = counted(Comparison(2, 30, 40), lambda plan, nth: (nth % 3, False))
    assert (found.same, found.games, found.plans[0].wins) == (((0, 1),), 0, None)


def test_of_equal_plans_one_is_played_to_the_end_for_both() -> None:
    comparison = Comparison(3, 10, 20)
    found = counted(comparison, lambda plan, nth: (nth % 3 + (plan == 2), plan == 2))
    assert found.same == ((0, 1),)
    assert [(one.more, one.less) for one in found.wins] == [(2, 0)]
    assert found.plans[0].wins == found.plans[1].wins


def test_one_plan_alone_is_counted_to_the_most_games() -> None:
    found = counted(Comparison(1, 10, 12), even)
    assert (found.games, found.differences, found.wins) == (12, (), ())


def test_the_first_stage_can_be_ended_with_what_there_is() -> None:
    comparison = Comparison(2, 90, 20)
    comparison.hasten()
    for _ in range(5):
        task = comparison.next()
        assert task is not None
        comparison.add(task, played(task, even))
    comparison.hasten()
    assert comparison.report().chapters == 10  # type: ignore[union-attr]
    assert comparison.next() == Task(0, 0, 1, True)


def test_differences_are_told_once_the_first_stage_is_over() -> None:
    comparison = Comparison(2, 30, 20)
    for _ in range(11):
        task = comparison.next()
        assert task is not None
        comparison.add(task, played(task, clear))
    found = comparison.report()
    assert found is not None
    assert (found.chapters, found.settled, found.differences) == (25, False, ())
    task = comparison.next()
    assert task is not None
    comparison.add(task, played(task, clear))
    settled = comparison.report()
    assert settled is not None
    assert (settled.chapters, settled.settled, len(settled.differences)) == (30, True, 1)


def test_nothing_is_known_of_a_few_chapters() -> None:
    comparison = Comparison(2, 30, 20)
    for _ in range(3):
        task = comparison.next()
        assert task is not None
        comparison.add(task, played(task, even))
    assert comparison.report() is None
