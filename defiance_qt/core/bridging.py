"""Bridges a step that the rules refuse: the fewest values set by hand, as they were when the step was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, Field, Game, State, Words

T = TypeVar("T")


PLAIN = ("place", "number", "flag", "choice", "set")
"""The kinds of values that can be put back together. Cards in piles and hands belong with what others hold."""


class Bridge(msgspec.Struct, frozen=True):
    """Corrections by hand before a step: the commands, the values that they set (path to value), and the state
    after."""

    commands: tuple[Command, ...]
    values: Mapping[str, Any]
    after: State


def bridges(
    game: Game,
    was: State,
    state: State,
    step: Sequence[Command],
    words: Words,
    reason: str,
    tried: Callable[[State], T | None],
) -> tuple[Bridge, T] | None:
    """Return the fewest values of the state `was` that make the commands of a step possible in `state`, with what
    `tried` returns for the state after them: None while the step is not possible. Where a figure stands comes first,
    what the step names before all else. Return None if no values suffice."""
    differing = _Differing(game, was, state, words)

    def made(paths: Sequence[str]) -> tuple[Bridge, T] | None:
        if not paths:
            return None
        try:
            bridge = bridged(game, state, {path: differing.values[path] for path in paths}, reason)
        except Illegal:
            return None
        result = tried(bridge.after)
        return None if result is None else (bridge, result)

    for paths in differing.sets(named(step)):
        if (found := made(paths)) is not None:
            for part in differing.parts(paths):
                fewer = [path for path in found[0].values if path not in part]
                if len(fewer) < len(found[0].values):
                    found = made(fewer) or found
            return found
    return None


def bridged(game: Game, state: State, values: Mapping[str, Any], reason: str) -> Bridge:
    """Return the corrections that set these values: one after the other or, if that is refused, all at once. Raises
    `Illegal`."""
    try:
        return _set(game, state, values, reason, together=False)
    except Illegal:
        if len(values) == 1:
            raise
        return _set(game, state, values, reason, together=True)


def _set(game: Game, state: State, values: Mapping[str, Any], reason: str, together: bool) -> Bridge:
    commands = tuple(game.overrule(values, reason, together))
    for command in commands:
        state, _ = game.step(state, command)
    return Bridge(commands, values, state)


def named(commands: Sequence[Command]) -> tuple[str, ...]:
    """Return the texts in the fields of commands, in their order, each once: among them the ids of the figures that
    they name."""
    fields = (value for one in commands for value in msgspec.to_builtins(one).values())
    values = (part for value in fields for part in (value if isinstance(value, list) else [value]))
    return tuple(dict.fromkeys(value for value in values if isinstance(value, str)))


class _Differing:
    """The values that two states have differently, as they are in the first."""

    def __init__(self, game: Game, was: State, now: State, words: Words) -> None:
        before = dict(_fields(game, was, words))
        self.values: dict[str, Any] = {}
        self._owners: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        for path, (owner, field) in _fields(game, now, words):
            if path in before and before[path][1].value != field.value:
                self.values[path] = msgspec.to_builtins(before[path][1].value)
                self._owners[path] = owner
                self._kinds[path] = field.kind

    def sets(self, names: tuple[str, ...]) -> Iterator[list[str]]:
        """Yield the paths to try together: first those that change least."""
        own = [path for path in self.values if self._owners[path] in names]
        yield [path for path in own if self._kinds[path] == "place"]
        yield own
        yield [path for path in self.values if self._kinds[path] == "place"]
        yield [path for path in self.values if self._kinds[path] in PLAIN]

    def parts(self, paths: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield what to leave out of the paths, if it can be: all values of an owner, then single ones."""
        owners = dict.fromkeys(self._owners[path] for path in paths)
        if len(owners) > 1:
            yield from (tuple(path for path in paths if self._owners[path] == owner) for owner in owners)
        yield from ((path,) for path in paths)


def _fields(game: Game, state: State, words: Words) -> Iterator[tuple[str, tuple[str, Field]]]:
    for subject in game.subjects(state, words):
        for field in subject.fields:
            yield field.path, (subject.id, field)
