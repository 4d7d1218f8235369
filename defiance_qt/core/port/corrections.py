"""The facet of corrections by hand: which values a user can set, and the commands that do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port.chance import AnswerSet, SetAnswer
from defiance_qt.core.port.fields import Field
from defiance_qt.core.port.rules import Command, Event, State
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game

T = TypeVar("T")


class Subject(msgspec.Struct, frozen=True):
    """The owner of values: the table, a figure, a card. `group` is the heading it is listed under."""

    id: str
    name: str
    group: str
    fields: tuple[Field, ...]


class Overrule(msgspec.Struct, frozen=True, tag_field="command", tag="overrule", forbid_unknown_fields=True):
    """Correct values of the state by hand, path to value. For games to take among their commands."""

    values: dict[str, Any]
    reason: str = ""


class Overruled(msgspec.Struct, frozen=True, tag_field="event", tag="overruled", forbid_unknown_fields=True):
    """Values were corrected: what `Overrule` causes. For games to take among their events."""

    values: dict[str, Any]
    reason: str = ""
    rules: tuple[str, ...] = ()


class Corrections(Protocol):
    """Values that can be corrected: by default the numbers named in `correctable`."""

    correctable: tuple[tuple[str, int], ...] = ()
    """The numbers of the state that users can set, each as its path ("pot", "scores.own") and its most. The text
    `field.<path>` is its name, `subject.table` that of all of them."""

    def subjects(self, state: State, words: Words) -> Sequence[Subject]:
        """Return everything that can be corrected, in the order of the table."""
        fields = tuple(
            Field(path, words(f"field.{path}"), "number", _value(state, path), high=most)
            for path, most in self.correctable
        )
        name = words("subject.table" if "subject.table" in words else "game.name")
        return (Subject("table", name, words("game.name"), fields),) if fields else ()

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        """Return the commands that set these values (path to value), one command per value.

        With `together` return a single command, for values that the rules only allow to change at the same time.
        """
        if not self.correctable:
            raise Illegal("no_corrections", "", "nothing can be corrected by hand in this game")
        return (Overrule(dict(values), reason),)


def settled(
    game: Game, state: State, command: SetAnswer | Overrule, rules: tuple[str, ...] = (), old: Collection[str] = ()
) -> list[Event]:
    """Return what the commands of the port cause: the source of a kind of chance among `chance_kinds`, values among
    `correctable` that leave the state sound. The events and refusals cite the rules. `old` are keys that kinds of
    chance have in older saves. Raises `Illegal`."""
    rule = next(iter(rules), "")
    if isinstance(command, SetAnswer):
        if command.key not in (*game.chance_kinds, *old):
            raise Illegal("unknown_chance", rule, f"{command.key!r} is not asked for here", name=command.key)
        return [AnswerSet(command.key, command.who, rules)]
    bounds = dict(game.correctable)
    for path, value in command.values.items():
        if path not in bounds:
            raise Illegal("no_such_value", rule, f"nothing here is called {path!r}", path=path)
        if type(value) is not int or not 0 <= value <= bounds[path]:
            raise Illegal(
                "wrong_number", rule, f"{path} is a whole number from 0 to {bounds[path]}", path=path, most=bounds[path]
            )
    event = Overruled(command.values, command.reason, rules)
    if faults := game.invariants(game.evolve(state, event)):
        raise Illegal("unsound_value", rule, faults[0])
    return [event]


def applied(state: T, event: AnswerSet | Overruled) -> T:
    """Return the state after one of the events of the port."""
    after: Any = state
    if isinstance(event, AnswerSet):
        after = msgspec.structs.replace(after, answers={**after.answers, event.key: event.who})
    for path, value in event.values.items() if isinstance(event, Overruled) else ():
        after = _with(after, path, value)
    return after  # type: ignore[no-any-return]


def _value(state: Any, path: str) -> Any:
    for name in path.split("."):
        state = getattr(state, name)
    return state


def _with(state: Any, path: str, value: Any) -> Any:
    """Return the struct, or the named tuple, with the value at the path."""
    name, _, rest = path.partition(".")
    part = _with(getattr(state, name), rest, value) if rest else value
    replace = partial(msgspec.structs.replace, state) if isinstance(state, msgspec.Struct) else state._replace
    return replace(**{name: part})
