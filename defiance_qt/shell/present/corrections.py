"""Search for the subjects of manual corrections."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.port import Subject


def find_subjects(text: str, subjects: Sequence[Subject]) -> tuple[Subject, ...]:
    """Return the subjects whose name or heading contains every word of the text."""
    chosen = text.casefold().split()
    return tuple(one for one in subjects if all(word in f"{one.name} {one.group}".casefold() for word in chosen))
