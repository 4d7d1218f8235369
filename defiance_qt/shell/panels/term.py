"""Explains a widget by terms of the glossary: a card under the pointer, a description for a screen reader."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from defiance_qt.words.terms import Term, term_card


def explain(widget: QWidget, *terms: Term) -> None:
    """Give a widget the card of these terms, and their texts as its description."""
    widget.setToolTip(term_card(*terms))
    widget.setAccessibleDescription(" ".join(one.spoken for one in terms))
