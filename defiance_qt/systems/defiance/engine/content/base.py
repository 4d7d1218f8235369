"""The base of all content values."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all content values. Subclasses repeat both options: msgspec does not inherit `frozen` reliably."""
