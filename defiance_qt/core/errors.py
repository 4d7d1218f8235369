"""User-facing errors and their messages.

A message holds a key, an English template and values. It is localized where it is shown: `words/errors.py` looks the
key up in the catalogues and falls back to the English template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence to be localized later: a stable key, an English template with {names}, and the values to fill in.

    `str(message)` is the English sentence. A value may be a message, an error, or a sequence of them.
    """

    key: str
    english: str
    values: Mapping[str, object] = field(hash=False)

    def __init__(self, key: str, english: str, /, **values: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "english", english)
        object.__setattr__(self, "values", values)

    def __str__(self) -> str:
        return self.english.format_map(self.worded(_in_english))

    def with_values(self, **values: object) -> Message:
        """Return the same message with some of its values replaced."""
        return type(self)(self.key, self.english, **{**self.values, **values})

    def worded(self, word: Callable[[Message | Exception], str]) -> dict[str, object]:
        """Return the values, with each message and error formatted by `word` and sequences joined with "; "."""
        return {name: _worded(value, word) for name, value in self.values.items()}


def _worded(value: object, word: Callable[[Message | Exception], str]) -> object:
    if isinstance(value, Message | Exception):
        return _shortened(word(value).removesuffix("."))
    # A named tuple is a single value with its own text form.
    if isinstance(value, tuple | list) and type(value) in (tuple, list):
        return _joined(value, word)
    if isinstance(value, str):
        return _shortened(value)
    try:
        text = repr(value)
    except ValueError:
        # Python refuses to write out a number of thousands of digits.
        return "…"
    return value if len(text) <= LONGEST else _shortened(text)


LONGEST = 400
"""The longest text inside an error. A forged value can be quoted whole."""

TOGETHER = 600
"""The longest text of a sequence inside an error. A hostile file can have thousands of faults."""


def _joined(parts: Sequence[object], word: Callable[[Message | Exception], str]) -> str:
    """Return the parts joined with "; ", and "…" in place of those that do not fit. The first is always there."""
    text = ""
    for part in parts:
        more = str(_worded(part, word))
        if text and len(text) + len(more) > TOGETHER:
            return f"{text}; …"
        text = f"{text}; {more}" if text else more
    return text


def _shortened(text: str) -> str:
    return one_line(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def one_line(text: str) -> str:
    """Return the text in one line: spaces for line breaks and the like, replacement characters for what else cannot be
    printed, such as bytes that are not UTF-8 and signs that change the direction of writing."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in text)


def _in_english(reason: Message | Exception) -> str:
    """Return the text of a message or error. For an OSError, omit the number and the file name, which the message
    names."""
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return str(reason)


class DefianceError(Exception):
    """An error with a message for the user. `str(error)` is the message as one English sentence."""

    def __init__(self, key: str, english: str, /, **values: object) -> None:
        super().__init__(key, english)
        self._key, self._english, self._values = key, english, values

    @property
    def message(self) -> Message:
        """The message, made when it is asked for: most refusals of commands are never shown."""
        return Message(self._key, self._english, **self._values)

    @classmethod
    def of(cls, message: Message) -> Self:
        """Return an error with this message."""
        return cls(message.key, message.english, **message.values)

    def __str__(self) -> str:
        return str(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        # Subclasses take other arguments than `args` holds: restore the attributes instead of calling them.
        return _blank, (type(self),), self.__dict__


def _blank(kind: type[DefianceError]) -> DefianceError:
    return kind.__new__(kind)


class Illegal(DefianceError):
    """A command that the rules refuse. Nothing has changed and nothing is stored.

    `code` is stable and machine-readable; it is also the key of the message. `rule` is the id of the rule that the
    command would break ("R-056"). The message is finished English. `values` are the ids and numbers in it; a game uses
    them to localize the refusal (`Game.refusal`).
    """

    def __init__(self, code: str, rule: str, message: str, **values: object) -> None:
        super().__init__(code, message, **values)
        self.code = code
        self.rule = rule
        self.values = values

    @property
    def message(self) -> Message:
        return Message(self.code, self._english.replace("{", "{{").replace("}", "}}"), **self.values)

    def __repr__(self) -> str:
        return f"Illegal(code={self.code!r}, rule={self.rule!r}, message={str(self)!r})"


class ContentError(DefianceError):
    """Invalid content. The message names the file, the key and the fault."""


class SaveError(DefianceError):
    """A save that cannot be opened: damaged, truncated, foreign or written by a newer version."""


class NotationError(DefianceError):
    """A line that is not a command. `value` is the line."""

    def __init__(self, key: str, english: str, value: str, /, **values: object) -> None:
        super().__init__(key, english, **values)
        self.value = value


class PluginError(DefianceError):
    """A plugin that is missing, invalid, or failed. The message names the plugin."""
