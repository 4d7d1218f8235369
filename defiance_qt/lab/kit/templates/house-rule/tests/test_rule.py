"""The fog, and what it leaves of an Attack."""

from __future__ import annotations

import pytest

from defiance_qt.testing import NewSession, Position

TABLE = """
    U . . 1

    uma carries=stick
    dummy 1
    """


@pytest.mark.claims("my_plugin-1")
@pytest.mark.parametrize(("lost", "rolled"), [(0, 6), (1, 5), (2, 4)])
def test_an_attack_loses_dice(position: Position, lost: int, rolled: int) -> None:
    game = position(TABLE, options={"dice": lost})
    game.do("activate uma", "attack uma stick.point dummy.1", team=" ".join("1" * rolled), enemy="B B B B")
    assert len(game.dice("team")) == rolled


def test_a_game_begins_with_it(new_session: NewSession) -> None:
    game = new_session("extraction", options={"dice": 2})
    assert game.legal()
