"""The base of all events, and the parts of sums that they store."""

from __future__ import annotations

import msgspec

Rules = tuple[str, ...]


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A part of a sum: the text key of its source, and its amount."""

    source: str
    amount: int


class Happened(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of all events."""
