"""The errors a person may meet. Each says one plain sentence that names the thing."""

from __future__ import annotations

from collections.abc import Callable


class DefianceError(Exception):
    """Anything the program refuses in words. `str(error)` is one sentence fit for a person."""

    def said(self, words: Callable[[str], str]) -> str:
        """The sentence in the language of `words`."""
        return words(str(self))


class Illegal(DefianceError):
    """A command that the rules refuse. Nothing has happened and nothing is stored.

    `code` is stable and made for programs, `rule` is the id of the rule that would be broken ("R-056"),
    `message` is the sentence in English; `values` are what it names (ids, numbers), so that a game can say it in
    another language by its code.
    """

    def __init__(self, code: str, rule: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message
        self.values = values

    def __repr__(self) -> str:
        return f"Illegal(code={self.code!r}, rule={self.rule!r}, message={self.message!r})"


class ContentError(DefianceError):
    """Content that cannot be read: names the file, the key and what is wrong with it."""


class SaveError(DefianceError):
    """A save that cannot be opened: damaged, truncated, foreign or written by a newer version.

    `sentence` holds the `values` as {names}, so that it can be translated before they are filled in.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format_map(values) if values else sentence)
        self.sentence = sentence
        self.values = values

    def said(self, words: Callable[[str], str]) -> str:
        sentence = words(self.sentence)
        return sentence.format_map(self.values) if self.values else sentence


class PluginError(DefianceError):
    """A plugin that is missing, invalid, or failed: names the plugin."""
