"""The board's own words for screen readers; what is on a space is told by the hover card."""

from __future__ import annotations

from typing import Any, Protocol


class Words(Protocol):
    """Texts by key; a key without a text is returned unchanged."""

    def __call__(self, key: str, /, **values: Any) -> str: ...


def _no_words(key: str, /, **values: Any) -> str:
    return " ".join([key, *map(str, values.values())])


class Speech:
    """The name of a board and its keyboard instructions, in the language of `words`."""

    def __init__(self, words: Words = _no_words) -> None:
        self._words = words

    @property
    def title(self) -> str:
        return self._words("view.board.title")

    @property
    def hint(self) -> str:
        """The keyboard instructions for the board."""
        return self._words("view.board.hint")
