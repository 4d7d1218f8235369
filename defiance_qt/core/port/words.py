"""Texts and rules in one language, as a game is given them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """A rule: its id ("R-087"), its heading, and its text of one or two sentences.

    `page` is the page of the rulebook in that language, None if it is unknown or the rule is not printed.
    """

    id: str
    area: str
    text: str
    page: int | None = None


class Words(Protocol):
    """Texts by key in one language; a key without a text is returned unchanged."""

    @property
    def language(self) -> str:
        """The code of the language: "en"."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rule index of the game: id to rule, ordered by id."""

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return the text with its `{names}` filled in."""

    def count(self, key: str, n: int, /, **values: Any) -> str:
        """Return the text in the plural form for `n`, which fills `{n}`."""

    def __contains__(self, key: str) -> bool:
        """Return whether the key has a text."""
