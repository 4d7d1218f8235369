"""`defiance-qt export FILE OUT.html`: a whole game as one page that steps in any browser, in three languages.

`content` gathers what the page holds, `page` writes it. What draws a board needs Qt, so a view brings it.
"""

from __future__ import annotations

from pathlib import Path

from defiance_qt.core.port import Pictures, Words
from defiance_qt.extend.sessions import Session
from defiance_qt.journal import disk
from defiance_qt.lab.replay.content import Content, content
from defiance_qt.lab.replay.drawings import Symbols
from defiance_qt.lab.replay.page import page
from defiance_qt.words.languages import LANGUAGES

SUFFIX = ".html"


def write(session: Session, out: Path, words: Words, *, over: bool = False) -> None:
    """Write the page of a game. An existing file is replaced only with `over`. Raises `SaveError`, and `PluginError` if
    two plugins draw the game."""
    if not over and out.exists():
        raise disk.exists(out)
    disk.replace_file(out, (replay(session, words).encode(),), replace=over)


def replay(session: Session, words: Words) -> str:
    """Return the page of a game: all its branches, in all languages. Raises `PluginError`."""
    pictures = session.host.pictures(words.language)
    found = content(session, LANGUAGES, pictures)
    return page(found, words, drawn(found, pictures))


def drawn(found: Content, pictures: Pictures | None) -> Symbols:
    """Return all drawings of a page."""
    symbols = Symbols()
    if pictures is not None:
        for number, id in enumerate(found.drawings):
            symbols.add(f"d{number}", pictures.draw(id, "dark"), pictures.draw(id, "light"))
    return symbols
