"""`defiance-qt export FILE OUT.html`: a whole game as one page that steps in any browser, in three languages.

`content` gathers what the page holds, `page` writes it. What draws a board needs Qt, so a view brings it.
"""

from __future__ import annotations

from pathlib import Path

from defiance_qt.core.port import Words
from defiance_qt.extend.sessions import Session
from defiance_qt.journal import disk
from defiance_qt.lab.replay.content import content
from defiance_qt.lab.replay.page import page
from defiance_qt.words.languages import LANGUAGES

SUFFIX = ".html"


def write(session: Session, out: Path, words: Words, *, over: bool = False) -> None:
    """Write the page of a game. An existing file is replaced only with `over`. Raises `SaveError`."""
    if not over and out.exists():
        raise disk.exists(out)
    disk.replace_file(out, (replay(session, words).encode(),), replace=over)


def replay(session: Session, words: Words) -> str:
    """Return the page of a game: all its branches, in all languages."""
    return page(content(session, LANGUAGES), words)
