"""Short games in files, for what is asked of saves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from defiance_qt.core.session import Session
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport
from defiance_qt.journal.store import create, open_journal
from tests.core.toy import PigGame, Roll, SetAnswer, pig_setup

CONTENT = {"dice.toml": b"faces = 6\n" * 50, "logo.bin": b"\xff\x00\xfe"}
HEADER = Header(pig_setup(), passport("1.2.3", CONTENT), CONTENT)


def play(session: Session) -> None:
    """A short game with a move of every kind."""
    session.submit(Roll(1))
    session.checkpoint("first")
    session.submit(Roll(2))
    session.undo()
    session.submit(Roll(3))
    session.note("bold")
    session.fork(1, "careful")
    session.submit(SetAnswer(False))
    session.dice_after_undo = "fresh"
    session.update(PigGame(), Header(pig_setup(), passport("1.2.4", {}), {}))
    session.submit(SetAnswer(True))
    session.undo()


def play_on(session: Session) -> None:
    """Steps enough for several pages."""
    session.play([SetAnswer(True)] * 100)


def saved(path: Path, moves: Callable[[Session], None] = play) -> Session:
    """A game played into a file and closed; the session still shows what was."""
    session = Session.start(PigGame(), pig_setup(), create(path, HEADER))
    moves(session)
    session.close()
    return session


def reopened(path: Path, *, read_only: bool = False) -> Session:
    return Session.resume(PigGame(), open_journal(path, read_only=read_only))
