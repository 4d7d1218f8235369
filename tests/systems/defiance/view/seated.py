"""Positions in text as games at a table: what `position` of the engine's tests shows, played on as a Session."""

from __future__ import annotations

from typing import Any

from defiance_qt.core.port import Setup
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.commands import Command, EnterDice
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.positions import Play, position


class _At(DefianceGame):
    """A game that begins at a position, without a set-up."""

    def __init__(self, rules: Rules, state: State) -> None:
        super().__init__(rules)
        self._state = state

    def blank(self) -> State:
        return self._state

    def start(self, setup: Setup) -> tuple[Any, ...]:
        return ()


def seated(play: Play) -> Session:
    """Return a session that begins where the play stands."""
    return Session.start(_At(play.game.rules, play.state), play.state.setup)


def at(text: str, *lines: str, more: str = "", **mission: Any) -> Session:
    """Return a session at the position that the text shows, after these commands. Dice that no command names fall
    by the seed."""
    session = seated(position(text, more, **mission))
    return after(session, *lines)


def after(session: Session, *lines: str) -> Session:
    """Submit commands in text, and return the session. "dice S ! CB" is what a person rolls, as it shows."""
    for line in lines:
        session.submit(_dice(session, line[5:]) if line.startswith("dice ") else parse_command(line))
    return session


def _dice(session: Session, told: str) -> Command:
    """Return dice that show this, "-" for nothing; digits are faces, "each 3" all dice on their third."""
    play = Play(session.game, session.state)  # type: ignore[arg-type]
    asked = play.game.request(play.state)
    assert asked is not None, "no dice are asked for"
    if told.startswith("each "):
        return EnterDice((int(told[5:]),) * len(asked.sizes))
    return EnterDice(tuple(face + 1 for face in play.faces(asked, told)))
