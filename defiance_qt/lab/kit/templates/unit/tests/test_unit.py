"""The Unit's ability on the board, and the Unit in a mission."""

from __future__ import annotations

import pytest

from defiance_qt.testing import NewSession, Position

TABLE = """
    C 1 . . . U

    my_plugin 1 ai=take_aim
    initiative my_plugin
    """


@pytest.mark.claims("my_plugin-1")
def test_who_is_in_contact_gains_aggro(position: Position) -> None:
    game = position(TABLE).do("activate uma", "end_activation uma").pass_on()
    assert game.told("aggro_changed") == ["aggro_changed cadin 1 1 [my_plugin-1]"]
    assert (game.one("cadin").aggro, game.one("uma").aggro) == (1, 0)


def test_it_waits_among_the_available_units(new_session: NewSession) -> None:
    assert "my_plugin" in new_session("extraction").state.available
