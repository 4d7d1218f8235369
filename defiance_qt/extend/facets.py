"""Checks that a plugin's game system and game implement the port: that the required members are there and of the right
type, and that whatever a method raises, or returns of another type than the port says, is named with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec.inspect
from msgspec import Struct

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.core.port import BasicSystem, Game, GameSystem, Overrule, SetAnswer, Setup, Words
from defiance_qt.extend.authoring import asked_twice
from defiance_qt.extend.guard import OutOfTime, PluginFault, answered, failed, run, unusable

TYPES = ("command_type", "event_type", "state_type")
REQUIRED: Mapping[type, tuple[str, ...]] = {
    GameSystem: ("bind", "id"),
    Game: (*TYPES, "decide", "evolve", "legal", "result", "start"),
}
"""The members without a default."""

PORT = "defiance_qt.core."
"""Where the values of the port are."""

Kinds = tuple[type, ...]
Answer = tuple[Kinds, Kinds]
"""The types of an answer and those of its parts, none where those are not checked."""


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
    """Return the game of a plugin with its methods guarded, if it implements the port. Raises `PluginError` naming the
    members that are missing or of a wrong type, and the first that fails, or returns what it must not, at the beginning
    of a game."""
    check_members(id, game, Game)
    asked(id, "bind", guard_methods, id, game, Game)
    _try_out(id, game, setup, words)
    checked: Game = game
    return checked


def _try_out(id: str, game: Game, setup: Setup, words: Words) -> None:
    """Ask what a new game is asked before its first command."""

    def ask(name: str, *arguments: Any) -> Any:
        return asked(id, name, getattr(game, name), *arguments)

    state = ask("blank")
    for event in ask("start", setup):
        state = ask("evolve", state, event)
        ask("narrate", event, state, words)
    for command in ask("legal", state)[:1]:
        ask("label", command, state, words)
    for name in ("result", "prompt", "request", "summary", "outcome"):
        ask(name, state)
    for name in ("question", "progress", "ending"):
        ask(name, state, words)


class Method:
    """A method of a plugin's system or game. What it raises is raised as a `PluginError` that names it, and so is an
    answer of another type than the port says; this program's errors pass through."""

    __slots__ = ("_id", "_kinds", "_method", "_name", "_parts")

    def __init__(self, id: str, name: str, method: Callable[..., Any], answer: Answer) -> None:
        self._id, self._name, self._method = id, name, method
        self._kinds, self._parts = answer

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        try:
            answer: Any = answered(self._method(*arguments, **named))
        except (DefianceError, KeyboardInterrupt, OutOfTime):
            raise
        except BaseException as error:
            raise failed(self._id, self._name, error) from error
        self._check(answer, self._kinds)
        for part in answer if self._parts else ():
            self._check(part, self._parts)
        return answer

    def _check(self, answer: object, kinds: Kinds) -> None:
        if isinstance(answer, kinds):
            return
        wanted = ", ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
        why = Message(
            "fault.port_answer", "{name} returns {value!r}, not {kind}", name=self._name, value=answer, kind=wanted
        )
        raise unusable(self._id, (why,))


def guard_methods(id: str, value: Any, port: type) -> None:
    """Guard the methods of a plugin's system or game. Nothing is guarded twice."""
    types = tuple(getattr(value, name, Any) for name in TYPES)
    for name in members(port):
        method = getattr(value, name)
        if callable(getattr(port, name, None)) and not isinstance(method, Method):
            known = _examined(method) if asked_twice(id) else method
            setattr(value, name, Method(id, name, known, _answer(port, name, types)))


def _examined(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method of a plugin under work, with the fields of the values of the port that it returns examined."""

    def asked(*arguments: Any, **named: Any) -> Any:
        answer = method(*arguments, **named)
        for one in (answer, *(answer if isinstance(answer, list | tuple) else ())):
            if isinstance(one, Struct) and type(one).__module__.startswith(PORT):
                # What cannot be stored stands where anything may.
                msgspec.json.decode(msgspec.json.encode(one, enc_hook=lambda _: None), type=ready(type(one)))
        return answer

    return asked


@cache
def _answer(port: type, name: str, types: tuple[Any, ...]) -> Answer:
    """Return the types of what a method returns, as the port says; `types` are those of the game."""
    method = getattr(port, name)
    command, event, state = types
    # The port's own commands come from its defaults: a game may refuse them.
    names = {"Game": Game, "Command": command | SetAnswer | Overrule, "Event": event, "State": state}
    hint = get_type_hints(method, localns=names)["return"]
    parts = get_args(hint)[:1] if get_origin(hint) in (Sequence, tuple) and get_args(hint)[1:] in ((), (...,)) else ()
    return _kinds(hint), _kinds(parts[0]) if parts else ()


def _kinds(hint: Any) -> Kinds:
    """Return the types of a hint that values can be checked against: any for what has no more than a protocol, and for
    truth, which every value has."""
    if get_origin(hint) in (Union, UnionType):
        return tuple(kind for one in get_args(hint) for kind in _kinds(one))
    kind = get_origin(hint) or hint
    if kind is Sequence:
        return (list, tuple)
    if not isinstance(kind, type) or kind in (Any, bool) or getattr(kind, "_is_protocol", False):
        return (object,)
    return (kind,)


def asked(id: str, name: str, question: Callable[..., Any], *arguments: Any) -> Any:
    """Return the answer of a plugin's system. Raises `PluginError`; this program's errors pass through."""
    try:
        return run(question, *arguments)
    except PluginFault as fault:
        if isinstance(own := fault.__cause__, DefianceError):
            raise own from own.__cause__
        raise failed(id, name, fault) from fault
