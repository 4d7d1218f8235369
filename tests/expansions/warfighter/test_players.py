"""Who plays what at a table of Warfighter: each Soldier has a player, who gives its commands and enters its dice."""

from __future__ import annotations

from defiance_qt.core import port
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import RandomBot
from tests.bounds import repeat


def played() -> Session:
    """A game in which a Soldier can fire, the dice of the Soldiers typed."""
    session, bot = Session.new("warfighter", mission="salt_road", seed=3, journal=False), RandomBot(3)
    for _ in repeat(lambda: "" if shots(session) else "on", lambda: session.prompt.asks, most=400):
        session.submit(bot.choose(session.game, session.state, session.legal()))
    session.submit(session.game.set_answer("team.dice", "person"))
    return session


def shots(session: Session) -> list[port.Command]:
    return [one for one in session.legal() if session.game.format(one).startswith("fire ")]


def test_each_soldier_is_a_player_with_what_it_carries() -> None:
    session = played()
    state, players = session.state, session.game.players(session.state, session.words())
    assert [(one.id, one.left) for one in players] == [(one.number, one.health) for one in state.team.values()]
    assert [len(one.cards) for one in players] == [len(one.carried) for one in state.team.values()]
    assert all(0 < one.left <= one.of for one in players)
    assert len({one.name for one in players}) == len(players)


def test_a_command_is_its_soldiers_and_so_are_the_dice_that_follow() -> None:
    session = played()
    ids = {one.id for one in session.game.players(session.state, session.words())}
    owners = {session.game.owner(session.state, one): one for one in session.legal()}
    assert ids & set(owners)
    assert set(owners) <= ids | {""}
    shot = shots(session)[0]
    owner = session.game.owner(session.state, shot)
    session.submit(shot)
    assert session.game.request(session.state) is not None
    assert session.game.owner(session.state, None) == owner
