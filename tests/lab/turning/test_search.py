"""Which games the search for turning points plays, and what it marks, whoever plays them in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from defiance_qt.core.port import Forecast
from defiance_qt.lab.turning.search import CANDIDATES, MOST, SCREENED, Moment, Report, Search
from defiance_qt.lab.what_if.figures import Share, share
from defiance_qt.lab.what_if.rollouts import Rollout, Task

Chance = Callable[[int, int], float]
"""For a place and a plan (0 the bot's, 1 the user's) the chance to win."""
GAMES = 200


def won(place: int, plan: int, nth: int, chance: Chance) -> bool:
    """Return the result of a game. Equal seeds have equal dice, whatever is done with them."""
    return Random(f"{place} {nth}").random() < chance(place, plan)


def even(level: float, place: int, plan: int) -> float:
    return level


def played(task: Task, chance: Chance, first: int = 0) -> list[Rollout]:
    seeds = range(first + task.first, first + task.first + task.count)
    state = f"{chance(task.at, task.plan)}".encode()
    return [Rollout(Forecast(), state, won(task.at, task.plan, nth, chance)) for nth in seeds]


def searched(
    search: Search, chance: Chance, order: Callable[[list[Task]], Task] = lambda tasks: tasks[0], first: int = 0
) -> tuple[Report, list[Task]]:
    """Play to the end, with up to four tasks handed out at a time and handed back in some order."""
    out: list[Task] = []
    all: list[Task] = []
    while not search.done:
        while len(out) < 4 and (task := search.next()) is not None:
            out.append(task)
            all.append(task)
        chosen = order(out)
        out.remove(chosen)
        search.add(chosen, played(chosen, chance, first))
    return search.report(), all


def falls(place: int, plan: int) -> float:
    """The user's third decision costs 40 points, the dice after the seventh 50."""
    if place < 3:
        return 0.5 if (place, plan) == (2, 1) else 0.9
    return 0.5 if place < 7 else 0.02


def test_a_decision_and_the_dice_are_told_apart() -> None:
    found, _ = searched(Search(10, GAMES, False), falls)
    decision, dice = found.moments
    assert (decision.place, decision.kind) == (2, "decision")
    assert decision.decision is not None
    assert decision.decision[1] < -0.2
    assert decision.dice[0] < 0 < decision.dice[1], "what came was what the decision leads to"
    assert (dice.place, dice.kind, dice.decision) == (6, "dice", None)
    assert dice.dice[1] < -0.3
    assert (decision.before.of, dice.after.of) == (GAMES, GAMES)


def test_a_line_that_does_not_change_has_no_moment() -> None:
    for level in (0.1, 0.5, 0.9):
        found, _ = searched(Search(30, GAMES), partial(even, level))
        assert found.moments == ()


def test_what_only_chance_has_chosen_is_not_told() -> None:
    """The greatest of 60 changes between 16 games each are chance; other games show it."""
    marked = 0
    for first in range(0, 4000, 100):
        found, _ = searched(Search(60, 60), partial(even, 0.5), first=first)
        marked += bool(found.moments)
        assert max(abs(one.count - 8) for one in found.line if one is not None and one.of == SCREENED) > 2
    assert marked <= 4


def test_measuring_uses_other_games_than_choosing() -> None:
    _, tasks = searched(Search(10, GAMES, False), falls)
    seeds: dict[tuple[int, int], list[int]] = {}
    for task in tasks:
        seeds.setdefault((task.at, task.plan), []).extend(range(task.first, task.first + task.count))
    assert all(len(own) == len(set(own)) for own in seeds.values()), "no game is played twice"
    assert all(sorted(seeds[at, 0])[:SCREENED] == list(range(SCREENED)) for at in range(10))
    assert sorted(seeds[2, 1]) == list(range(SCREENED, SCREENED + GAMES))
    assert sum((at, 1) in seeds for at in range(10)) <= MOST
    measured = [at for at in range(10) if len(seeds[at, 0]) > SCREENED]
    assert len(measured) <= 2 * CANDIDATES


def test_the_order_in_which_games_come_back_changes_nothing() -> None:
    found, _ = searched(Search(10, GAMES, False), falls)
    for seed in range(3):
        assert searched(Search(10, GAMES, False), falls, Random(seed).choice)[0] == found


def test_a_known_end_needs_no_games_and_an_open_one_does() -> None:
    found, tasks = searched(Search(4, 20, True), lambda place, plan: 0.5)
    assert found.line[-1] == Share("", 1, 0, (1.0, 1.0))
    assert max(task.at for task in tasks) == 3
    found, tasks = searched(Search(4, 20), lambda place, plan: 0.5)
    assert found.line[-1] is not None
    assert found.line[-1].of >= SCREENED
    assert max(task.at for task in tasks) == 4


def test_the_last_roll_may_turn_a_game() -> None:
    found, _ = searched(Search(4, GAMES, True), lambda place, plan: 0.3)
    assert [(one.place, one.kind) for one in found.moments] == [(3, "dice")]


def test_a_place_with_a_correction_is_not_told() -> None:
    found, _ = searched(Search(10, GAMES, False, frozenset({2})), falls)
    assert [one.place for one in found.moments] == [6]


def test_no_more_than_the_greatest_three_are_told_in_their_order() -> None:
    steps = (0.95, 0.6, 0.95, 0.4, 0.98, 0.5)
    found, _ = searched(Search(5, GAMES), lambda place, plan: steps[place])
    assert [one.place for one in found.moments] == [2, 3, 4]


def test_progress_grows_to_its_end() -> None:
    search, seen = Search(6, 20), [0.0]
    while (task := search.next()) is not None:
        search.add(task, played(task, lambda place, plan: 0.9 - 0.1 * place))
        seen.append(search.report().progress)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert search.done


@pytest.mark.parametrize("games", [1, 3])
def test_few_games_mark_nothing_that_they_cannot_show(games: int) -> None:
    found, _ = searched(Search(10, games, False), falls)
    assert found.done
    assert found.moments == ()


@pytest.mark.parametrize(
    ("decision", "dice", "kind"),
    [
        ((-0.2, -0.1), (-0.05, 0.1), "decision"),
        ((-0.2, 0.1), (-0.3, -0.1), "dice"),
        ((-0.2, -0.1), (-0.5, -0.3), "dice"),
        ((-0.5, -0.3), (-0.2, -0.1), "decision"),
        ((-0.2, 0.1), (-0.2, 0.1), "both"),
        (None, (-0.2, 0.1), "dice"),
    ],
)
def test_the_kind_is_what_is_beyond_its_range(
    decision: tuple[float, float] | None, dice: tuple[float, float], kind: str
) -> None:
    one = share("", 5, 10)
    assert Moment(0, one, one, (-0.3, -0.1), decision, dice).kind == kind
