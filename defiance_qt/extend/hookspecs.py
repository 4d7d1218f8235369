"""The hooks common to all game systems: a function of the hook's name in the plugin's module, nothing to inherit or
register. Each system has further ones, in a module of the same form.

The families, by prefix: `contribute_*` is asked once and returns values, `check_*` may refuse, `modify_*` returns
changes that combine in any order, `choose_*` is answered by the first who has an answer, `react_*` returns events,
`show_*` serves the window. "First" is by the ids of the plugins, so no order of loading matters. A function may leave
out parameters it does not need. Functions whose names begin with an underscore, or with none of these prefixes, are
the plugin's own; a name with a prefix that is no hook is reported as misspelt.

Hooks are pure: the same arguments, the same answer. They read no clock, take no chance and keep nothing between calls,
because a step may be decided again (hints, replays, `verify`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any

import msgspec

from defiance_qt.core.system import GameSystem
from defiance_qt.extend.answers import Answer

PREFIXES = ("contribute_", "check_", "modify_", "choose_", "react_", "show_")


class ContributeContext(msgspec.Struct, frozen=True):
    """What a hook may know before there is a game: the system it is for, and the plugin's own options."""

    system: str
    options: Mapping[str, Any] = {}


class ShowContext(msgspec.Struct, frozen=True):
    """What a hook of the window may know: the language in use, and the plugin's own options."""

    language: str
    options: Mapping[str, Any] = {}


TableFactory = Callable[..., Any]


def contribute_system(context: ContributeContext) -> GameSystem:  # type: ignore[empty-body]
    """A game system: a set of rules that the table can run.

    Called: once, when the system is first wanted. Only a plugin of kind "system" is asked; its manifest names the
    system's id under `systems`.
    Returns: an object with everything that `defiance_qt.core.system.GameSystem` lists.
    Example: `return Pig()`
    """


def contribute_content(context: ContributeContext) -> Mapping[str, bytes]:  # type: ignore[empty-body]
    """Content files: name ("units.toml") to TOML bytes, in the form of the built-in ones.

    Called: once, when a game is set up. Not needed for files in the plugin's `content` folder, which are contributed
    by themselves; this hook is for content that depends on options.
    Returns: new cards, missions, dice or edition switches. An id that exists already is an error naming both files.
    Example: `return {"units.toml": HARD if context.options["hard"] else EASY}`
    """


def show_table(context: ShowContext) -> Mapping[str, TableFactory]:  # type: ignore[empty-body]
    """The window's view of game systems: system id to a factory, which gets the table (`defiance_qt.shell.table.Table`)
    and returns the view that fills its middle (`defiance_qt.shell.view.SystemView`).

    Called: once, when the window opens a game of a system. Import Qt inside the factory, not above it.
    Returns: the factories; {} for none. Two plugins with the same system are an error naming both.
    Example: `return {"three-sieges": lambda table: SiegeView(table)}`
    """


# ---- what they may answer -------------------------------------------------------------------------------------------


def _content(answer: Any) -> Mapping[str, bytes]:
    for name, source in answer.items():
        path = PurePosixPath(name)
        if path.suffix != ".toml" or path.is_absolute() or ".." in path.parts:
            raise TypeError(f"{name!r} is no name of a content file like units.toml")
        if not isinstance(source, bytes):
            raise TypeError(f"{name!r} holds {type(source).__name__} instead of bytes")
    return dict(answer)


def _tables(answer: Any) -> Mapping[str, TableFactory]:
    for system, factory in answer.items():
        if not isinstance(system, str) or not callable(factory):
            raise TypeError(f"{system!r}: {factory!r} is no system with a factory")
    return dict(answer)


ANSWERS = {
    "contribute_system": Answer(("context",), lambda answer: answer, None),
    "contribute_content": Answer(("context",), _content, {}),
    "show_table": Answer(("context",), _tables, {}),
}
