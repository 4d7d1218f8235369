"""Changes of a number by a house rule, with the text key of the rule. Events hold them, so that a log names them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec


class NumberChange(msgspec.Struct, frozen=True):
    """What a house rule adds to a number, or takes from it. `source` is the text key of its origin, shown wherever the
    number is explained; `rules` are the ids of rules that it cites."""

    source: str
    amount: int
    rules: tuple[str, ...] = ()


class AttributeChange(msgspec.Struct, frozen=True):
    """What a house rule adds to an attribute of a figure that comes into play: its id, or that of its Unit."""

    figure: str
    attribute: str
    change: NumberChange


def asked(functions: Iterable[Callable[..., NumberChange | None]], *arguments: object) -> tuple[NumberChange, ...]:
    """Return the answers of plugins that change something, sorted, so that the order of the plugins cannot matter."""
    answers = [change for function in functions if (change := function(*arguments)) is not None and change.amount]
    return tuple(sorted(answers, key=msgspec.structs.astuple))


def total(changes: Sequence[NumberChange]) -> int:
    """Return what the changes add up to."""
    return sum(change.amount for change in changes)


def cited(changes: Sequence[NumberChange]) -> tuple[str, ...]:
    """Return the rules that the changes cite, each once."""
    return tuple(dict.fromkeys(rule for change in changes for rule in change.rules))
