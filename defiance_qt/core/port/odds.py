"""The facet of odds: the exact probabilities of a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from defiance_qt.core.port.rules import Command, State


class Distribution(msgspec.Struct, frozen=True):
    """The probability of each amount of something, and the mean."""

    name: str
    shares: Mapping[int, float]
    mean: float


class Odds(msgspec.Struct, frozen=True):
    """The exact probabilities of a command or a roll. `subject` is the command or roll in text form.

    `chances` are single events by name; `data` is the system's own value for JSON output.
    """

    subject: str
    distributions: tuple[Distribution, ...] = ()
    chances: Mapping[str, float] = {}
    data: Any = None


class Planning(Protocol):
    """Exact odds. By default there are none."""

    def odds(self, state: State, command: Command) -> Odds | None:
        """Return the exact probabilities of a command, None if it involves no chance."""
        return None
