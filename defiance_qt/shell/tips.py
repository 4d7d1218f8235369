"""Sets tool tips whose words may come from others: of a plugin, a pack, a save, a path. Qt takes a tip that looks like
markup for markup, and would lay it out and load the pictures that it names; here it stays plain text.

The cards that are meant as markup (`term_card`, `tip_card`) escape their words themselves and are set without this
module.
"""

from __future__ import annotations

from html import escape
from textwrap import fill
from typing import Protocol

from PySide6.QtGui import Qt

WIDE = 72
"""The most letters of a line. Qt makes a line of plain text as long as it is, over the edge of the screen."""
APART = "\u2060"
"""Joins what stands around it and has no width: Qt takes no sign for markup that it follows."""


class Tipped(Protocol):
    """A widget, an action or an item of a list."""

    def setToolTip(self, words: str, /) -> None: ...


def set_tip(of: Tipped, words: str) -> None:
    """Set a tool tip that shows these words as they are, whatever they hold."""
    of.setToolTip(plain(words))


def plain(words: str) -> str:
    """Return words that Qt shows as they are, in lines of a moderate length. Short ones are the same unless Qt would
    take them for markup."""
    words = "\n".join(_broken(line) for line in words.split("\n"))
    if not Qt.mightBeRichText(words):
        return words
    return words.replace("<", f"<{APART}").replace("&lt;", f"&{APART}lt;")


def _broken(line: str) -> str:
    return line if len(line) <= WIDE else fill(line, WIDE, break_long_words=False, break_on_hyphens=False)


def tip_card(title: str, text: str) -> str:
    """Return a title and lines of text as rich text, for a tool tip: it wraps."""
    return "".join((f"<p><b>{escape(title)}</b></p>", *(f"<p>{escape(line)}</p>" for line in text.splitlines())))
