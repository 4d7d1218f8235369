"""The pack in a game: what it changes, and that the game goes on with it."""

from __future__ import annotations

import pytest

from defiance_qt.testing import NewSession


@pytest.mark.claims("my_plugin-1")
def test_a_game_is_played_with_it(new_session: NewSession) -> None:
    session = new_session()
    for _ in range(10):
        if session.legal():
            session.submit(session.legal()[0])
    assert session.verify().ok
