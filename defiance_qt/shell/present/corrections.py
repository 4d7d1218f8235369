"""Corrections by hand: finding what is to be corrected."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.system import Subject


def find_subjects(text: str, subjects: Sequence[Subject]) -> tuple[Subject, ...]:
    """Those whose name or heading holds every word of the text."""
    chosen = text.casefold().split()
    return tuple(one for one in subjects if all(word in f"{one.name} {one.group}".casefold() for word in chosen))
