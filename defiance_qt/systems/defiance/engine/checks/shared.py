"""Valid contents: the allowed ids, words and numbers of each field. Finds faults; decodes and raises nothing.

One function per struct yields (field, message) for each fault. `find_faults` walks a whole value and adds the path.
What the checks of effects, cards and missions share is here. catalog.py checks spaces while it builds the board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols, SymbolsError

INSTRUCTION_KINDS = frozenset({"attack", "acquire", "assault", "withdraw", "retreat", "focused", "bolt"})
SELECTORS = frozenset(
    {"most_aggro", "least_aggro", "most_damage", "least_damage", "greatest_distance", "least_distance"}
)
# Instructions without a target: their selector may be left out.
UNAIMED = frozenset({"retreat", "focused", "bolt"})

LOCATIONS = ("head", "torso", "hand", "backpack")
COLOURS = ("blue", "red", "black", "grey")
ROLLS = ("attack", "cc", "defense", "hacking", "biotech", "console")
WHO = (
    "user", "target", "other_enemy", "other_hackable", "two_others", "other_character", "contact", "team", "others",
    "characters",
)  # fmt: skip
ACTION_TARGETS = ("self", "character", "unconscious", "remote", "remote_off", "enemy", "door", "space")
ENEMY_KINDS = ("hackable", "structure", "rookie")
DEEDS = ("", "attack", "kill")
CARD_USES = ("", "tap", "flip", "discard")
SOFTWARE_KINDS = ("demon", "controller", "antipersonnel")
SOFTWARE_TARGETS = ("character", "enemy", "any", "self", "remote", "door")
MARKETS = ("", "x")
STATE_ENDS = ("activation", "attack", "contact")

Fault = tuple[str, Message]


class Vocabulary(msgspec.Struct, frozen=True):
    """The words that content can use because an ability stands behind them: kinds and selectors of Instructions, facts
    and conditions of missions, the abilities themselves. These are None while they are unknown: then each is accepted.
    """

    kinds: Collection[str] = INSTRUCTION_KINDS
    selectors: Collection[str] = SELECTORS
    facts: Collection[str] = ()
    conditions: Collection[str] = ()
    abilities: Collection[str] | None = None


BUILT_IN = Vocabulary()
"""The words of the rulebook."""


class Known(msgspec.Struct, frozen=True):
    """The existing names: ids by kind ("die", "state", "equipment", …). `vocabulary` is None where its words are not
    checked. `mission` is the mission whose parts effects may name, None outside of missions."""

    ids: Mapping[str, Collection[str]]
    vocabulary: Vocabulary | None = None
    mission: content.Mission | None = None


Checks = Mapping[type, Callable[[Any, Known], Iterator[Fault]]]


THEN = " then "


def parse_instruction(text: str) -> tuple[tuple[str, str], ...]:
    """Return the (kind, selector) pairs of an entry "kind selector + kind selector"; the selector may be "" (R-183,
    R-184). With " then " between them, the next is tried only if the previous one was performed (`chained`)."""
    parts: list[tuple[str, str]] = []
    for part in text.replace(THEN, " + ").split(" + "):
        kind, _, selector = part.strip().partition(" ")
        parts.append((kind, selector.strip()))
    return tuple(parts)


def chained(text: str) -> bool:
    """Check whether an Instruction that cannot be performed stops the rest of the group (R-184)."""
    return THEN in text


def find_faults(value: Any, known: Known, checks: Checks, path: str = "") -> Iterator[Fault]:
    """Yield every fault of a value and its parts, as (path, message), in file order."""
    if isinstance(value, msgspec.Struct):
        check = checks.get(type(value))
        if check is not None:
            for field, fault in check(value, known):
                yield f"{path}.{field}" if path else field, fault
        for field in value.__struct_fields__:
            part = getattr(value, field)
            if part.__class__ is tuple or part.__class__ is dict or isinstance(part, msgspec.Struct):
                yield from find_faults(part, known, checks, f"{path}.{field}" if path else field)
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            if not isinstance(part, str):
                yield from find_faults(part, known, checks, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from find_faults(part, known, checks, f"{path}.{key}")


def held(value: Any) -> Iterator[msgspec.Struct]:
    """Yield a value's structs, itself included, depth first."""
    if isinstance(value, msgspec.Struct):
        yield value
        for field in value.__struct_fields__:
            yield from held(getattr(value, field))
    elif isinstance(value, tuple):
        for part in value:
            yield from held(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from held(part)


# ---- single checks ---------------------------------------------------------------------------------------------


def exist(field: str, kind: str, names: Iterable[str], known: Known) -> Iterator[Fault]:
    """Check that every name is the id of something of that kind."""
    there = known.ids.get(kind, ())
    for name in names:
        if name not in there:
            what = kind.replace("_", " ")
            yield field, Message("content.absent", "there is no {kind} {name!r}", kind=what, name=name)


def one_of(field: str, names: Iterable[str], allowed: Collection[str]) -> Iterator[Fault]:
    """Check that every name is one of those allowed."""
    for name in names:
        if name not in allowed:
            words = ", ".join(repr(word) for word in sorted(allowed))
            yield field, Message("fault.none_of", "{value!r} is not one of {known}", value=name, known=words)


def at_least(least: int, **fields: int | None) -> Iterator[Fault]:
    """Check that no given number is below `least`."""
    for field, number in fields.items():
        if number is not None and number < least:
            yield field, Message("fault.below", "{value} is below {limit}", value=number, limit=least)


def symbols(field: str, text: str, needed: bool = True) -> Iterator[Fault]:
    """Check that the text names symbols; with `needed`, at least one."""
    try:
        parsed = Symbols.parse(text)
    except SymbolsError as error:
        yield field, error.message
    else:
        if needed and parsed == NO_SYMBOLS:
            yield field, Message("content.no_symbol", "no symbol is named")


def not_selected(unit: str) -> Message:
    return Message("content.not_selected", "{unit!r} is not in the mission's Selected deck", unit=unit)


def once(field: str, what: str, ids: Iterable[str]) -> Iterator[Fault]:
    """Check that ids are unique."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            yield field, Message("content.twice", "{kind} {id!r} is listed twice", kind=what, id=id)
        seen.add(id)
