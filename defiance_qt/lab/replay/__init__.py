"""`defiance-qt export FILE OUT.html`: a whole game as one page that steps in any browser, in three languages.

`content` gathers what the page holds, `drawings` how its board looks, `page` writes it. What draws a board needs Qt, so
a view brings it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from defiance_qt.core.port import Words
from defiance_qt.extend.sessions import Session
from defiance_qt.journal import disk
from defiance_qt.lab.replay.content import Content, content
from defiance_qt.lab.replay.drawings import Symbols
from defiance_qt.lab.replay.page import page
from defiance_qt.words.languages import LANGUAGES

SUFFIX = ".html"


def write(session: Session, out: Path, words: Words) -> None:
    """Write the page of a game; an existing file is left alone. Raises `SaveError`, and `PluginError` if two plugins
    draw the game."""
    if out.exists():
        raise disk.exists(out)
    made = Replay(session, words)
    made.gather()
    for _ in made.draw():
        pass
    made.write(out)


class Replay:
    """A page in the making: all branches of a game, in all languages. `gather`, `draw` and `write` it, in this order.

    Only `draw` needs Qt: it belongs to the thread of the application, in as many turns as it has steps. Raises
    `PluginError` if two plugins draw the game.
    """

    def __init__(self, session: Session, words: Words) -> None:
        self._session, self._words = session, words
        self._pictures = session.host.pictures(words.language, session.game)
        self._content = Content("", {}, {}, {})
        self._symbols = Symbols()

    def gather(self) -> None:
        """Gather what the page holds."""
        self._content = content(self._session, LANGUAGES, self._pictures)

    def draw(self) -> Iterator[None]:
        """Draw what the board needs, one drawing per step."""
        if self._pictures is not None:
            for number, id in enumerate(self._content.drawings):
                self._symbols.add(f"d{number}", self._pictures.draw(id, "dark"), self._pictures.draw(id, "light"))
                yield

    def write(self, out: Path, *, over: bool = False) -> None:
        """Write the page. An existing file is replaced only with `over`. Raises `SaveError`."""
        text = page(self._content, self._words, self._symbols)
        disk.replace_file(out, (text.encode(),), replace=over)
