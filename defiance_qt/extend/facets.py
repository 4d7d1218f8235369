"""Checks that a plugin's game system and game implement the port: that the required members are there and of the right
type, and that a new game gets answers that can be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import get_annotations
from types import NoneType
from typing import Any, get_args

import msgspec.inspect

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.core.port import (
    BasicSystem,
    Ending,
    Game,
    GameSystem,
    Outcome,
    Progress,
    Prompt,
    Setup,
    Summary,
    Words,
)
from defiance_qt.extend.guard import PluginFault, failed, run, unusable

TYPES = ("command_type", "event_type", "state_type")
REQUIRED: Mapping[type, tuple[str, ...]] = {
    GameSystem: ("bind", "id"),
    Game: (*TYPES, "decide", "evolve", "legal", "result", "start"),
}
"""The members without a default."""


def check_members(id: str, value: object, port: type) -> None:
    """Check the members of a plugin's game system or game. Raises `PluginError` naming those that are missing or of a
    wrong type."""
    if faults := asked(id, port.__name__, _member_faults, value, port):
        raise unusable(id, faults)


def _member_faults(value: object, port: type) -> tuple[Message, ...]:
    missing = [name for name in REQUIRED[port] if lacks(value, port, name)]
    if missing:
        return (Message("fault.port", "it lacks {names} of {port}", names=", ".join(missing), port=port.__name__),)
    missing = [name for name in members(port) if lacks(value, port, name)]
    if missing:
        base = f"port.Basic{port.__name__.removeprefix('Game') or 'Game'}"
        names = ", ".join(missing)
        return (Message("fault.port_base", "it lacks {names}: derive it from {base}", names=names, base=base),)
    return tuple(
        Message("fault.port_member", "{name} of {port} has to be {kind}", name=name, port=port.__name__, kind=kind)
        for name in members(port)
        if (kind := _wrong_kind(getattr(value, name), name, port)) is not None
    )


def members(port: type) -> list[str]:
    """Return the names of the members of a protocol and of those it is made of."""
    parts = [one for one in port.__mro__ if getattr(one, "_is_protocol", False)]
    names = {name for one in parts for name in (*vars(one), *get_annotations(one))}
    return sorted(name for name in names if not name.startswith("_"))


def lacks(value: object, port: type, name: str) -> bool:
    """Return whether the value lacks a member. One that is required cannot be the protocol's own."""
    if not hasattr(value, name):
        return True
    own = getattr(port, name, None)
    if isinstance(value, BasicSystem) and name == "bind" and type(value).bind is BasicSystem.bind:
        return not hasattr(value, "game")
    return name in REQUIRED[port] and own is not None and getattr(type(value), name, None) is own


def _wrong_kind(value: object, name: str, port: type) -> Message | None:
    """Return what a member has to be, None if it is that."""
    if name in TYPES:
        return None if _storable(value) else Message("fault.port_struct", "a msgspec struct or a union of tagged ones")
    if name in ("id", "system"):
        return None if isinstance(value, str) else Message("fault.port_text", "a text")
    if callable(getattr(port, name, None)) or name == "bind":
        return None if callable(value) else Message("fault.port_method", "a method")
    return None if isinstance(value, tuple) else Message("fault.port_tuple", "a tuple")


def _storable(kind: Any) -> bool:
    try:
        found = msgspec.inspect.type_info(kind)
    except TypeError:
        return False
    several = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    return all(isinstance(one, msgspec.inspect.StructType | msgspec.inspect.AnyType) for one in several)


def check_game(id: str, game: Any, setup: Setup, words: Words) -> Game:
    """Return the game of a plugin if it implements the port. Raises `PluginError` naming the members that are missing
    or of a wrong type, and the first that fails, or returns what it must not, at the beginning of a game."""
    check_members(id, game, Game)
    checked: Game = game
    _try_out(_Asking(id), checked, setup, words)
    return checked


class _Asking:
    """Asks the members of a plugin's game, and refuses what is not of the types it may be."""

    def __init__(self, id: str) -> None:
        self.id = id

    def __call__(self, question: Callable[..., Any], *arguments: Any, kinds: Sequence[type]) -> Any:
        name = getattr(question, "__name__", "")
        return self.checked(name, asked(self.id, name, question, *arguments), kinds)

    def checked(self, name: str, answer: Any, kinds: Sequence[type]) -> Any:
        if isinstance(answer, tuple(kinds)):
            return answer
        wanted = ", ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
        why = Message("fault.port_answer", "{name} returns {value!r}, not {kind}", name=name, value=answer, kind=wanted)
        raise unusable(self.id, (why,))


def _try_out(ask: _Asking, game: Game, setup: Setup, words: Words) -> None:
    """Ask what a new game is asked before its first command."""
    states, events, commands = (_kinds(getattr(game, name)) for name in ("state_type", "event_type", "command_type"))
    state = ask(game.blank, kinds=states)
    for event in ask(game.start, setup, kinds=(list, tuple)):
        state = ask(game.evolve, state, ask.checked("start", event, events), kinds=states)
        ask(game.narrate, event, state, words, kinds=(str,))
    for command in ask(game.legal, state, kinds=(tuple,))[:1]:
        ask(game.label, ask.checked("legal", command, commands), state, words, kinds=(str,))
    ask(game.result, state, kinds=(str, NoneType))
    ask(game.prompt, state, kinds=(Prompt,))
    ask(game.request, state, kinds=(Request, NoneType))
    ask(game.summary, state, kinds=(Summary,))
    ask(game.outcome, state, kinds=(Outcome,))
    ask(game.question, state, words, kinds=(str,))
    ask(game.progress, state, words, kinds=(Progress, NoneType))
    ask(game.ending, state, words, kinds=(Ending, NoneType))


def _kinds(kind: Any) -> tuple[type, ...]:
    """Return the structs of a union; any type for `Any`."""
    return tuple(one if isinstance(one, type) else object for one in get_args(kind) or (kind,))


def asked(id: str, name: str, question: Callable[..., Any], *arguments: Any) -> Any:
    """Return the answer of a plugin's system. Raises `PluginError`; this program's errors pass through."""
    try:
        return run(question, *arguments)
    except PluginFault as fault:
        if isinstance(fault.__cause__, DefianceError):
            raise fault.__cause__ from None
        raise failed(id, name, fault) from fault
