"""The bot plays, and plays the same again."""

from __future__ import annotations

from defiance_qt.testing import NewSession


def commands(new_session: NewSession) -> list[str]:
    session = new_session("extraction")
    bot = session.bots["my_plugin"](1)
    played = []
    for _ in range(60):
        command = bot.choose(session.game, session.state, session.legal())
        played.append(session.game.format(command))
        session.submit(command)
    return played


def test_the_same_seed_plays_the_same_game(new_session: NewSession) -> None:
    assert commands(new_session) == commands(new_session)
