"""What the measurement of compared plans counts, with games whose chances are known."""

from __future__ import annotations

from random import Random

import pytest

from defiance_qt.core.port import Forecast
from defiance_qt.lab.what_if.rollouts import Rollout
from tests.workshop.what_if import Games, Row, compared, rows


def games(seed: int, plan: int, few: int = 40) -> Games:
    """Games of a plan: Damage of 0 to 3, one more with the second plan, which wins four of ten games and not two."""
    dice = Random(f"{seed} {plan}")
    made = []
    for nth in range(few):
        found = Forecast({"damage": dice.randrange(4) + plan, "alert": 1})
        made.append(Rollout(found, f"{seed} {plan} {nth}".encode(), dice.random() < 0.2 + 0.2 * plan))
    return Games(made, made)


def test_what_holds_is_counted_against_what_all_come_to() -> None:
    found = {row.name: row for row in rows([[games(seed, 0), games(seed, 1)] for seed in range(200)])}
    assert found["plan 1: mean of alert"].held == 200, "it is always one"
    assert all(row.of == 200 for row in found.values())
    assert all(row.ok for row in found.values() if row.name.startswith("plan"))
    assert found["equal plans, the same dice: called the same"].held == 200
    assert 190 <= found["equal plans, other dice: no difference in wins"].held < 200


@pytest.mark.parametrize(("held", "ok"), [(92, True), (91, False)])
def test_a_goal_is_a_share(held: int, ok: bool) -> None:
    assert Row("", held, 100, 92).ok is ok


def test_a_comparison_has_just_the_games_that_it_is_given() -> None:
    found = compared([games(1, 0), games(2, 1)])
    assert (found.chapters, found.games <= 40, found.done) == (40, True, True)
