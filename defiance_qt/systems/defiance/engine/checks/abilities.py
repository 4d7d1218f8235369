"""The abilities that cards, missions and effects name.

Checked apart from the other contents: which abilities there are is known only when a game is bound to its plugins, and
a save opens without one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.checks.shared import Checks, Fault, Known


def _exist(names: Iterable[str], known: Known, field: str) -> Iterator[Fault]:
    if known.abilities is not None:
        for name in names:
            if name not in known.abilities:
                yield field, Message("content.absent", "there is no {kind} {name!r}", kind="ability", name=name)


def _listed(value: Any, known: Known) -> Iterator[Fault]:
    return _exist(value.abilities, known, "abilities")


def _used(value: content.UseAbility, known: Known) -> Iterator[Fault]:
    return _exist((value.id,), known, "id")


ABILITY_CHECKS: Checks = {
    content.CharacterCard: _listed,
    content.Equipment: _listed,
    content.Specialty: _listed,
    content.Profile: _listed,
    content.StateCard: _listed,
    content.Mission: _listed,
    content.UseAbility: _used,
}
"""One entry for each struct with abilities."""
