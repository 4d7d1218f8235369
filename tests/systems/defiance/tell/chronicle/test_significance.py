"""The mathematics of dice against expectation, against known values."""

from __future__ import annotations

import math

import pytest

from defiance_qt.systems.defiance.tell.chronicle.significance import (
    EXACT,
    chi_square,
    chi_square_p,
    distribution,
    mean,
    total_p,
    upper_gamma,
    variance,
)

COIN = {0: 0.5, 1: 0.5}
RED = {0: 1 / 6, 1: 4 / 6, 2: 1 / 6}


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (11.070497693516351, 5, 0.05),
        (18.307038053275146, 10, 0.05),
        (6.634896601021213, 1, 0.01),
    ],
)
def test_chi_square_meets_the_printed_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize("x", [0.01, 0.5, 1.0, 4.0, 9.0, 40.0, 300.0])
def test_chi_square_is_known_in_closed_form_for_one_and_two_degrees(x: float) -> None:
    """On both branches: the series for small values, the continued fraction for great ones."""
    assert chi_square_p(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-9)
    assert chi_square_p(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-9)


def test_the_upper_gamma_function_falls_from_one_to_nothing() -> None:
    assert upper_gamma(2.5, 0) == 1.0
    values = [upper_gamma(2.5, x / 4) for x in range(200)]
    assert values == sorted(values, reverse=True)
    assert 0 <= values[-1] < 1e-15


def test_the_statistic_of_counts() -> None:
    assert chi_square((10, 10), (0.5, 0.5)) == 0
    assert chi_square((16, 4), (0.5, 0.5)) == pytest.approx(7.2)


def test_totals_are_exact_for_few_dice() -> None:
    """Of ten coins nine or ten, or one or none, show heads in 22 of 1024 cases."""
    assert total_p(9, [(COIN, 10)]) == pytest.approx(22 / 1024)
    assert total_p(5, [(COIN, 10)]) == pytest.approx(1)
    assert sum(distribution([(RED, 3), (COIN, 2)]).values()) == pytest.approx(1)
    assert distribution([(RED, 2)])[4] == pytest.approx(1 / 36)


@pytest.mark.parametrize("away", [0, 3, 8, 14])
def test_many_dice_meet_the_exact_value(away: int) -> None:
    """One die more than is compared exactly gives nearly the same."""
    dice = [(RED, EXACT + 1)]
    middle = EXACT + 1
    exact = sum(share for total, share in distribution(dice).items() if abs(total - middle) >= away)
    assert total_p(middle + away, dice) == total_p(middle - away, dice) == pytest.approx(exact, abs=5e-3)


def test_dice_that_cannot_vary_prove_nothing() -> None:
    assert total_p(0, [({0: 1.0}, 40)]) == 1.0
    assert total_p(0, []) == 1.0
    assert mean(RED) == pytest.approx(1)
    assert variance(RED) == pytest.approx(1 / 3)
