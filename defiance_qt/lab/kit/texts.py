"""Compares a plugin's texts with what uses them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.core.port import Rule
from defiance_qt.extend.sources import Unreadable, table
from defiance_qt.extend.texts import WORDS
from defiance_qt.lab.kit.findings import Finding
from defiance_qt.lab.kit.source import Constants
from defiance_qt.lab.placeholders import offered_by, text_faults
from defiance_qt.words.catalogue import Words

NAMED = frozenset(
    {"refusal", "error", "ability", "bot", "theme", "command", "event", "why", "question", "entry", "chance", "account"}
)
"""The first part of keys that are made from an id of the plugin."""

OF_THE_SHELL = ("rule.", "zoom.", "ui.keys.", "log.", "reason.end.", "odds.", "ending.", "question.", "form.", "seat.")
"""What the keys begin with that the window and the port's defaults look up in any game system; its list of rules holds
all of them."""


def unused_texts(source: bytes, known: Collection[str], constants: Constants, there: Words) -> Iterator[Finding]:
    """Yield the keys of a words file that nothing uses: neither content (`known`) nor code, nor a text of the system
    that they replace (`there`)."""
    for key in _keys(source):
        if key in known or key in there or constants.means(key) or _names_an_id(key, constants):
            continue
        yield Finding(WORDS, key, Message("check.unused_text", "nothing uses this text"))


def _keys(source: bytes) -> list[str]:
    try:
        tables = msgspec.convert(table(source), dict[str, dict[str, str]])
    except (Unreadable, msgspec.ValidationError):
        return []
    return sorted({key for texts in tables.values() for key in texts})


def _names_an_id(key: str, constants: Constants) -> bool:
    if key.startswith(OF_THE_SHELL):
        return True
    first, _, rest = key.partition(".")
    if first not in NAMED:
        return False
    parts = rest.split(".")
    return any(constants.means(".".join(parts[:count])) for count in range(1, len(parts) + 1))


def translation_faults(texts: Mapping[str, str], code: str, english: Words) -> Iterator[Finding]:
    """Yield what is wrong with the texts of a language that a plugin brings: keys that the program does not have
    ("key[0]" is a plural form of "key"), and texts that ask for what it does not give: English is shown instead."""
    for key, text in sorted(texts.items()):
        place = f"{code}: {key}"
        known = key.partition("[")[0]
        if english.lacks(known):
            yield Finding("", place, Message("check.unused_text", "nothing uses this text"))
            continue
        for why in text_faults(text, offered_by(english, known)):
            yield Finding("", place, why)


class Listener:
    """Words that remember which keys were looked up in vain, whoever asked and whatever was shown instead."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.missed: set[str] = set()

    @property
    def language(self) -> str:
        return self._words.language

    @property
    def rules(self) -> Mapping[str, Rule]:
        return self._words.rules

    def __call__(self, key: str, /, **values: Any) -> str:
        self._listen(key)
        return self._words(key, **values)

    def count(self, key: str, n: int, /, **values: Any) -> str:
        self._listen(key)
        return self._words.count(key, n, **values)

    def __contains__(self, key: str) -> bool:
        self._listen(key)
        return key in self._words

    def _listen(self, key: str) -> None:
        if self._words.lacks(key):
            self.missed.add(key)


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a value of TOML, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
