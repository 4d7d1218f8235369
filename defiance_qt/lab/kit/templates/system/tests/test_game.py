"""The game through its port: what a session of it can do."""

from __future__ import annotations

from defiance_qt.testing import FixedDice, NewSession


def test_a_one_loses_the_pot(new_session: NewSession, fixed_dice: FixedDice) -> None:
    session = new_session()
    fixed_dice(session, [6], [1])
    session.submit(session.game.parse("roll"))
    assert session.state.pot == 6
    session.submit(session.game.parse("roll"))
    assert session.state.pot == 0


def test_a_bot_plays_it_to_its_end(new_session: NewSession) -> None:
    session = new_session()
    for _ in range(500):
        if session.result is not None:
            break
        session.submit(session.legal()[0])
    assert session.result is not None
    assert session.verify().ok
