"""The base of all events."""

from __future__ import annotations

from typing import Literal

import msgspec

SideName = Literal["team", "enemy"]


class BaseEvent(
    msgspec.Struct, frozen=True, gc=False, tag_field="event", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all events."""
