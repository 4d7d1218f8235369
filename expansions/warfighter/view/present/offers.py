"""The legal commands by what they are about, for clicks, cards and choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from ...engine import commands as c
from ...engine.commands import Command

C = TypeVar("C")


class Offers:
    """All legal commands of a state."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = tuple(commands)
        self._kinds: dict[type, list[Any]] = {}
        for one in self.commands:
            self._kinds.setdefault(type(one), []).append(one)

    def of(self, kind: type[C], **fields: object) -> list[C]:
        """Return the commands of a kind whose fields have these values."""
        return [
            one
            for one in self._kinds.get(kind, ())
            if all(getattr(one, name) == value for name, value in fields.items())
        ]

    def by(self, number: str) -> list[Any]:
        """Return the commands that a Soldier carries out."""
        return [one for one in self.commands if getattr(one, "soldier", "") == number]

    def attacks(self, number: str, target: str = "") -> list[c.Fire | c.Fight]:
        """Return the attacks of a Soldier, on one target if it is named."""
        found: list[c.Fire | c.Fight] = [*self.of(c.Fire, soldier=number), *self.of(c.Fight, soldier=number)]
        found += [one for one in self.of(c.Use, soldier=number) if "." in one.target]  # type: ignore[misc]
        return [one for one in found if target in ("", one.target)]

    def moves(self, number: str) -> dict[int, list[c.Move]]:
        """Return the Moves of a Soldier by their way: −1 to the left, 1 to the right."""
        found: dict[int, list[c.Move]] = {}
        for one in self.of(c.Move, soldier=number):
            found.setdefault(1 if one.way == "right" else -1, []).append(one)
        return found
