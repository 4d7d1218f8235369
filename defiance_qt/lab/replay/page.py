"""A replay page as one HTML file: its frame, style and script are files beside this module, what it holds is JSON.

Nothing in the page asks for anything from outside, and its security policy forbids it.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from defiance_qt import __version__
from defiance_qt.core.port import Words
from defiance_qt.lab.replay.content import Content
from defiance_qt.lab.replay.drawings import Symbols

FOLDER = Path(__file__).parent
_PLACE = re.compile(r"\{\{(\w+)\}\}")


class Addition(NamedTuple):
    """What is added to the page: style, script before its own, a part of its body, and rules of its policy."""

    style: str = ""
    script: str = ""
    body: str = ""
    policy: str = ""


NOTHING = Addition()


def page(found: Content, words: Words, drawings: Symbols) -> str:
    """Return the page. It speaks the reader's language, else that of the words."""
    return assembled(found.title, words, found.shown, packed(found.game), packed(found.reasons), drawings)


def assembled(
    title: str,
    words: Words,
    shown: Mapping[str, Any],
    game: str = "",
    reasons: str = "",
    drawings: Symbols | None = None,
    addition: Addition = NOTHING,
) -> str:
    """Return a page of these parts."""
    drawings = Symbols() if drawings is None else drawings
    style, script = drawings.rules + _own("page.css") + addition.style, addition.script + _own("page.js")
    parts = {
        "language": words.language,
        "policy": f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        f"{addition.policy}base-uri 'none'; form-action 'none'",
        "version": __version__,
        "title": escape(title),
        "no_script": escape(words("replay.no_script")),
        "style": style,
        "drawings": drawings.markup,
        "data": harmless_json(shown),
        "game": game,
        "reasons": reasons,
        "script": script,
        "addition": addition.body,
    }
    return _PLACE.sub(lambda place: parts[place[1]], _own("page.html"))


def _own(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


def harmless_json(value: Mapping[str, Any]) -> str:
    """Return JSON that a script element can hold: nothing in it ends the element, opens a comment or breaks a line."""
    text = msgspec.json.encode(value).decode()
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def packed(value: Mapping[str, Any]) -> str:
    """Return a value as compressed JSON in Base64. The same value always gives the same text."""
    return b64encode(gzip.compress(msgspec.json.encode(value), mtime=0)).decode()
