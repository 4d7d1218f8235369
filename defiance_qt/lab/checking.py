"""Checks saves against today's rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from defiance_qt.core.errors import ContentError, DefianceError, Message, PluginError, SaveError
from defiance_qt.extend.found import available, default_folders
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.journal.disk import shown
from defiance_qt.journal.store import StoredJournal
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error, format_message

LONGEST = 320
OK = "verdict.ok"


def verdict(file: Path) -> Message:
    """Check whether today's rules decide a save as recorded.

    The message reads "ok", "differs at step N: …" or "needs plugin …"; its key is `OK` in the first case. Raises
    `SaveError` for an unreadable save, `PluginError` if its system is missing.
    """
    with open_save(file, read_only=True, stay=False, defaults=True) as session:
        if session.readable_only:
            raise session.host.missing[0]
        if session.host.undecidable:
            there = {one.id for one in available(default_folders())}
            absent = [id for id in session.setup.plugins if id not in there]
            if absent:
                return Message("verdict.needs", "needs plugin {name}", name=", ".join(absent))
            return Message("verdict.needs_usable", "needs plugin: {why}", why=session.host.undecidable[0])
        verdict = session.verify()
        assert isinstance(session.journal, StoredJournal)
        # Sound as far as it goes, but perhaps not all that was played.
        if verdict.ok:
            return session.journal.doubt or verdict.message
        # With what was chosen it could not be decided at all.
        if session.host.reset:
            return Message("verdict.needs_usable", "needs plugin: {why}", why=session.host.reset[0])
        return verdict.message


@contextmanager
def forgery_is_named(session: Session, file: Path) -> Iterator[None]:
    """Turn what a game raises over events that no rules would cause into a sentence. Raises `SaveError`; an exception
    over a sound game is a bug and passes through."""
    try:
        yield
    except Exception as error:
        of_game = not isinstance(error, DefianceError | OSError) or isinstance(error, ContentError | PluginError)
        if not of_game or session.readable_only:
            # Of the terminal or the disk, or a game without its rules.
            raise
        verdict = session.verify()
        if verdict.ok:
            raise
        raise SaveError(
            "save.unfit", "{file} does not fit this game: {why}", file=shown(file), why=verdict.message
        ) from error


def warnings(session: Session, words: Words) -> list[str]:
    """Return sentences about plugins that are missing and whatever else has changed since the game was saved."""
    missing = [format_error(one, words) for one in session.host.missing]
    return missing + [format_message(one, words) for one in session.host.changes]


def shortened(words: str) -> str:
    """Shorten a line for a terminal; two compared events can be very long."""
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
