"""Compares what the texts of plugins ask for in braces with what their keys are given.

The values of a key that the program has too are those that its English text asks for. Texts of content and of ids are
given none. What a plugin's own code gives a text is taken from its English text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from defiance_qt.core.errors import Message
from defiance_qt.words.catalogue import UNFILLABLE, Words, asked_for
from defiance_qt.words.languages import FALLBACK

WITHOUT_VALUES = ("ability.", "bot.", "refusal.", "rule.", "theme.")
"""What the keys of a plugin's own texts begin with that the program shows as they are."""


class WrongText(NamedTuple):
    """A text that cannot be filled in, and why."""

    language: str
    key: str
    why: Message

    @property
    def fault(self) -> Message:
        """The fault as one sentence."""
        return Message(
            "content.wrong_text",
            "the text {key!r} in {language!r}: {why}",
            key=self.key,
            language=self.language,
            why=self.why,
        )


def wrong_texts(
    texts: Mapping[str, Mapping[str, str]], english: Words, content: Collection[str]
) -> Iterator[WrongText]:
    """Yield the texts, by language and key, that cannot be filled in. `english` are the texts of the program, `content`
    the keys that content needs."""
    for language, own in texts.items():
        for key, text in sorted(own.items()):
            known = key.partition("[")[0]
            if known in english:
                offered = offered_by(english, known)
            elif known in content or known.startswith(WITHOUT_VALUES):
                offered = frozenset[str]()
            else:
                offered = _asked(texts.get(FALLBACK, {}).get(key, ""))
            for why in text_faults(text, offered):
                yield WrongText(language, key, why)


def offered_by(english: Words, key: str) -> frozenset[str] | None:
    """Return the values that the program gives a text of its own, None if that text cannot be read."""
    try:
        return english.asks_for(key)
    except ValueError:
        return None


def text_faults(text: str, offered: Collection[str] | None) -> Iterator[Message]:
    """Yield what is wrong with the braces of a text; None offers whatever it asks for."""
    asked = _asked(text)
    if asked is None or not _fills(text, asked):
        yield Message("check.text_braces", "its braces cannot be filled in")
    elif offered is not None:
        for name in sorted(asked - set(offered)):
            yield Message("check.text_value", "it asks for {name!r}, which the program does not give it", name=name)


def _asked(text: str) -> frozenset[str] | None:
    try:
        return frozenset(asked_for(text))
    except ValueError:
        return None


def _fills(text: str, names: Collection[str]) -> bool:
    """Return whether values of these names could be filled in: a number or a text, as all values are."""
    for sample in (1, "x"):
        try:
            text.format_map(dict.fromkeys(names, sample))
        except UNFILLABLE:
            continue
        return True
    return False
