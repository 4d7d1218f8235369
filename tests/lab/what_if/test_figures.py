"""What games come to in figures, against numbers worked out elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from defiance_qt.core.port import Forecast
from defiance_qt.lab.what_if.figures import (
    Share,
    chapters_differ,
    figures,
    looks,
    mean_interval,
    paired_interval,
    share,
    shares_interval,
    wins_differ,
)
from defiance_qt.lab.what_if.rollouts import Rollout


def rollout(damage: int = 0, lost: tuple[str, ...] = (), won: bool | None = None) -> Rollout:
    return Rollout(Forecast({"damage": damage}, lost), b"", won)


@pytest.mark.parametrize(("amounts", "t"), [((0, 2, 1, 3, 4, 2, 0, 0, 1, 5), 2.2010), (range(31), 2.0369)])
def test_the_interval_of_a_mean_is_students_with_two_more_amounts(amounts: tuple[int, ...], t: float) -> None:
    mean, count = sum(amounts) / len(amounts), len(amounts) + 2
    variance = (sum((one - mean) ** 2 for one in amounts) + 2) / (count - 1)
    low, high = mean_interval(list(amounts), 0.05)
    assert high - low == pytest.approx(2 * t * (variance / count) ** 0.5, rel=0.001)
    assert low + high == pytest.approx(2 * mean)


def test_what_never_came_may_still_come() -> None:
    low, high = mean_interval([0] * 90, 0.05)
    assert -0.04 < low < 0 < high < 0.04


def test_a_range_leaves_out_one_in_ten_at_each_end() -> None:
    found = figures([rollout(damage) for damage in (9, *range(1, 9), 30)], []).numbers[0]
    assert (found.low, found.high, found.counts[30]) == (2, 9, 1)


def test_whoever_was_lost_is_counted_the_most_frequent_first() -> None:
    found = figures([rollout(lost=("uma",)), rollout(lost=("uma", "jazz")), *[rollout()] * 8], [rollout(won=True)])
    assert [(one.id, one.count, one.of) for one in found.lost] == [("uma", 2, 10), ("jazz", 1, 10)]
    assert found.wins == share("", 1, 1)
    assert figures([rollout()] * 10, []).wins is None


def test_a_difference_is_told_only_beyond_its_interval() -> None:
    calm, hurt = (
        [rollout(n % 3) for n in range(60)],
        [rollout(n % 3 + n % 2, ("uma",) * (n % 4 == 0)) for n in range(60)],
    )
    assert dict(chapters_differ(hurt, calm, 0.05)).keys() == {"damage", "lost"}
    (_, (low, high)), _ = chapters_differ(hurt, calm, 0.05)
    assert low < 0.5 < high
    assert chapters_differ(calm, calm, 0.05) == []


def test_wins_differ_by_the_games_that_one_plan_alone_has_won() -> None:
    always, never = [rollout(won=True)] * 40, [rollout(won=False)] * 40
    found = wins_differ(always, never, 0.05)
    assert found is not None
    assert 0.85 < found[0] < found[1] <= 1
    assert wins_differ(always, always, 0.05) is None
    assert wins_differ(always[:5], never[:5], 0.05) is None


def test_the_interval_of_paired_shares_holds_in_95_of_100() -> None:
    """Two plans whose games are alike in six of ten, the first better by 10 points."""
    dice, held = Random(5), 0
    for _ in range(400):
        games = [dice.random() for _ in range(64)]
        gained, missed = sum(one < 0.25 for one in games), sum(0.25 <= one < 0.4 for one in games)
        low, high = paired_interval(gained, missed, 64, 0.05)
        held += low <= 0.1 <= high
    assert held >= 372


def test_wins_are_looked_at_a_few_times() -> None:
    assert looks(200) == (25, 50, 100, 200)
    assert looks(1) == (1,)


def test_the_interval_of_two_shares_holds_in_95_of_100() -> None:
    """Games that have nothing in common: 80 of a hundred and 65."""
    dice, held = Random(9), 0
    for _ in range(400):
        first = share("", sum(dice.random() < 0.8 for _ in range(60)), 60)
        second = share("", sum(dice.random() < 0.65 for _ in range(60)), 60)
        low, high = shares_interval(first, second, 0.05)
        held += low <= -0.15 <= high
    assert 370 <= held < 398


def test_a_known_share_has_no_range_of_its_own() -> None:
    one, known = share("", 30, 100), Share("", 1, 0, (1.0, 1.0))
    low, high = shares_interval(one, known, 0.05)
    assert (round(1 - high, 3), round(1 - low, 3)) == tuple(round(bound, 3) for bound in one.interval)
    assert shares_interval(known, known, 0.05) == (0.0, 0.0)
