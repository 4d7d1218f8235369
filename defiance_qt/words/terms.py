"""Terms of a game's glossary, looked up by id: the name is the text `term.<id>`, the explanation `term.<id>.text`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defiance_qt.core.port import Words


class Term(NamedTuple):
    """A term: its name, one or two sentences, and the ids of the rules that explain it."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """The term for a screen reader."""
        return f"{self.name}: {self.text}"


def look_up(words: Words, id: str, rules: Sequence[str] = ()) -> Term:
    """Return a term; its id stands for a text that is missing."""
    return Term(id, words(f"term.{id}") if f"term.{id}" in words else id, words(f"term.{id}.text"), tuple(rules))


def term_card(*terms: Term) -> str:
    """Return terms as rich text, for a tool tip: it wraps, and the names stand out."""
    return "<hr>".join(map(_card, terms))


def _card(one: Term) -> str:
    # It brings a table of all of HTML's entities, and the start screen shows no term.
    from html import escape

    rules = f"<p><small>{escape(' · '.join(one.rules))}</small></p>" if one.rules else ""
    return f"<p><b>{escape(one.name)}</b></p><p>{escape(one.text)}</p>{rules}"
