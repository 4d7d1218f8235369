"""The hooks of the game, for packs: what they are given, and what they may answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from defiance_qt.api import Answer


class TableContext(msgspec.Struct, frozen=True):
    """What a hook is given: the State of the table, and the pack's own options."""

    state: Any
    options: Mapping[str, Any] = {}


class NumberChange(msgspec.Struct, frozen=True):
    """A change of a number: the text key of its source, and its amount."""

    source: str
    amount: int


class Veto(msgspec.Struct, frozen=True):
    """Why a command is not allowed: a stable code, a rule of the pack, an English sentence."""

    code: str
    rule: str
    message: str


def modify_number(context: TableContext, number: str, subject: str) -> NumberChange | None:
    """Return a change of a number. Called whenever it is summed up: "entry", "hand" and "cover" of a Soldier, "hit" of
    an attack on a Hostile card, "hostile_hit" and "hostile_cover" of one, "hostiles" of a Location, "call" of a
    Support. `subject` is the number of the Soldier, or the id of the card."""
    return None


def check_command(context: TableContext, command: Any) -> Veto | None:
    """Return a veto of a command of the team that all rules allow. Called after all other checks."""
    return None


def _number(answer: object, context: TableContext, number: str, subject: str) -> NumberChange | None:
    if answer is None:
        return None
    source, amount = getattr(answer, "source", None), getattr(answer, "amount", None)
    if not isinstance(source, str) or type(amount) is not int or abs(amount) > 20:
        raise TypeError(f"{answer!r} is no change of a number")
    return NumberChange(source, amount)


def _veto(answer: object, context: TableContext, command: Any) -> Veto | None:
    if answer is None:
        return None
    found = [getattr(answer, name, None) for name in ("code", "rule", "message")]
    if not all(isinstance(one, str) for one in found):
        raise TypeError(f"{answer!r} is no veto")
    return Veto(*map(str, found))


ANSWERS = {
    "modify_number": Answer(("context", "number", "subject"), _number, None),
    "check_command": Answer(("context", "command"), _veto, None),
}
