"""Rest (R-120 … R-122; switch D03).

Spans `rules.activation`, `rules.harm` and `board.tiles`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position


@pytest.mark.rule("R-120")
def test_no_rest_beside_an_enemy() -> None:
    game = position(
        """
        U 1 . C

        dummy 1 -
        """
    ).do("activate uma")
    assert game.options("rest") == []
    assert game.refused("rest uma") == "enemy_adjacent R-120"
    game.do("end_activation uma")
    assert position("U . 1 . C\n\ndummy 1 -").do("activate uma").can("rest uma")


@pytest.mark.rule("R-120", "R-036")
def test_an_enemy_behind_a_wall_is_not_adjacent() -> None:
    game = position(
        """
        U 1

        wall A1:e
        dummy 1 -
        """
    ).do("activate uma")
    assert game.can("rest uma")


@pytest.mark.rule("R-121")
def test_rest_heals_two_takes_one_aggro_and_one_state() -> None:
    game = position(
        """
        U

        uma damage=5 aggro=3 stunned suppressed
        """
    ).do("activate uma")
    assert game.options("rest") == ["rest uma state=stunned", "rest uma state=suppressed", "rest uma"]
    game.do("rest uma state=suppressed")
    uma = game.one("uma")
    assert (uma.damage, uma.aggro, uma.states) == (3, 2, ("stunned",))


@pytest.mark.rule("R-121")
def test_a_state_one_does_not_have_cannot_be_removed() -> None:
    game = position("U\n\numa suppressed").do("activate uma")
    assert game.refused("rest uma state=stunned") == "no_such_state R-121"


@pytest.mark.rule("R-121")
def test_nothing_goes_below_zero() -> None:
    game = position("U\n\numa damage=1").do("activate uma", "rest uma")
    assert (game.one("uma").damage, game.one("uma").aggro) == (0, 0)


@pytest.mark.rule("R-121", "R-159")
def test_the_unconscious_cannot_rest() -> None:
    game = position("U Q\n\numa damage=10 unconscious").do("activate uma")
    assert game.refused("rest uma") == "unconscious R-159"


@pytest.mark.rule("R-122", "R-047")
def test_resting_twice() -> None:
    game = position(
        """
        U

        uma damage=5 aggro=3 suppressed focused
        """
    ).do("activate uma", "rest uma state=suppressed", "rest uma state=focused")
    uma = game.one("uma")
    assert (uma.damage, uma.aggro, uma.states) == (1, 1, ())


@pytest.mark.rule("R-122")
def test_rest_needs_no_company() -> None:
    assert position("U . . C").do("activate uma").can("rest uma")


@pytest.mark.rule("R-046", "R-120", "R-121")
@pytest.mark.parametrize(("edition", "allowed"), [("en", True), ("es", True), ("en-print", False)])
def test_one_edition_does_not_print_rest(edition: str, allowed: bool) -> None:
    game = position(f"U\n\numa damage=2\nedition {edition}").do("activate uma")
    assert game.can("rest uma") == allowed
    if not allowed:
        assert game.refused("rest uma") == "no_rest R-046"


@pytest.mark.rule("R-121")
@pytest.mark.parametrize(("switch", "allowed"), [("yes", True), ("no", False)])
def test_the_switch_alone_decides_about_rest(switch: str, allowed: bool) -> None:
    assert position(f"U\n\nswitch rest={switch}").do("activate uma").can("rest uma") == allowed
