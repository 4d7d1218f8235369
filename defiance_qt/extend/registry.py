"""The registry of one session: which plugin fills which hook, each call guarded.

Owns the plugin manager. Implementations are called one by one in the order of their plugins' ids: one that raises, or
returns what its hook does not allow, is named once in `failures` and answers nothing; the others go on.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import msgspec
import pluggy

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import hookspecs
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.hooks import RollModifier, SightRule, Veto


class _Plugins(pluggy.PluginManager):
    """A plugin manager that knows hooks by the prefixes of their names: plugins need no decorator."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        function = getattr(plugin, name, None)
        if not name.startswith(hookspecs.PREFIXES) or not inspect.isroutine(function):
            return None
        if inspect.ismodule(plugin) and function.__module__ != plugin.__name__:
            return None
        return {
            "wrapper": False,
            "hookwrapper": False,
            "optionalhook": False,
            "tryfirst": False,
            "trylast": False,
            "specname": None,
        }


class Bound:
    """One plugin's function for one hook, with the plugin's options in the context, guarded."""

    __slots__ = ("_arguments", "_check", "_function", "_names", "_options", "_report", "hook", "plugin")

    def __init__(
        self, hook: str, plugin: str, function: pluggy.HookImpl, options: Mapping[str, Any], report: _Report
    ) -> None:
        self.hook = hook
        self.plugin = plugin
        self._function = function.function
        self._names = function.argnames
        self._arguments = ANSWERS[hook].arguments
        self._check = ANSWERS[hook].check
        self._options = options
        self._report = report

    def __call__(self, context: Any, *others: Any) -> Any:
        context = msgspec.structs.replace(context, options=self._options)
        given = dict(zip(self._arguments, (context, *others), strict=True))
        try:
            return self._check(self._function(*(given[name] for name in self._names)))
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises ends here, named
            self._report(self.plugin, self.hook, error)
            return ANSWERS[self.hook].nothing


_Report = Callable[[str, str, Exception], None]


class Registry:
    """The plugins of one session and their hooks."""

    def __init__(self) -> None:
        self._plugins = _Plugins(hookspecs.PROJECT)
        self._plugins.add_hookspecs(hookspecs)
        self._options: dict[str, Mapping[str, Any]] = {}
        self._failures: dict[tuple[str, str], PluginError] = {}

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """What has failed so far, one entry for each plugin and hook; it may grow while a game is played."""
        return tuple(self._failures.values())

    def add(self, id: str, plugin: object, options: Mapping[str, Any]) -> None:
        """Register a plugin's functions, all or none.

        Raises `PluginError` naming what is no hook, or the parameter that a hook does not offer.
        """
        faults = misspelt(self._plugins, plugin)
        if not faults:
            try:
                self._plugins.register(plugin, id)
                self._plugins.check_pending()
            except pluggy.PluginValidationError as error:
                self.remove(id)
                faults = (" ".join(str(error).split()),)
        if faults:
            raise PluginError(f"The plugin {id!r} cannot be used: {'; '.join(faults)}.")
        self._options[id] = options

    def remove(self, id: str) -> None:
        """Forget a plugin; nothing happens when it was never added."""
        if self._plugins.has_plugin(id):
            self._plugins.unregister(name=id)
        self._options.pop(id, None)

    def calls(self, hook: str) -> tuple[Bound, ...]:
        """The implementations of a hook, in the order of their plugins' ids."""
        found = getattr(self._plugins.hook, hook).get_hookimpls()
        return tuple(
            Bound(hook, one.plugin_name, one, self._options[one.plugin_name], self._report)
            for one in sorted(found, key=lambda one: one.plugin_name)
        )

    def answers(self, hook: str, context: Any, *others: Any) -> list[tuple[str, Any]]:
        """What each plugin answers to the hook, with the plugin's id."""
        return [(call.plugin, call(context, *others)) for call in self.calls(hook)]

    def _report(self, plugin: str, hook: str, error: Exception) -> None:
        if (plugin, hook) not in self._failures:
            words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            failure = PluginError(f"The plugin {plugin!r} failed in {hook}: {words}.")
            failure.__cause__ = error
            self._failures[plugin, hook] = failure


def misspelt(manager: pluggy.PluginManager, plugin: object) -> tuple[str, ...]:
    """A fault for each function of the plugin that is named like a hook but is none, with the nearest hook."""
    faults: list[str] = []
    for name in dir(plugin):
        if manager.parse_hookimpl_opts(plugin, name) is not None and name not in ANSWERS:
            near = difflib.get_close_matches(name, ANSWERS, 1)
            faults.append(f"{name} is no hook" + (f" (did you mean {near[0]}?)" if near else ""))
    return tuple(faults)


# ---- what hooks may answer: decoding validates, constructors do not --------------------------------------------------


def _content(answer: Any) -> Mapping[str, bytes]:
    for name, source in answer.items():
        path = PurePosixPath(name)
        if path.suffix != ".toml" or path.is_absolute() or ".." in path.parts:
            raise TypeError(f"{name!r} is no name of a content file like units.toml")
        if not isinstance(source, bytes):
            raise TypeError(f"{name!r} holds {type(source).__name__} instead of bytes")
    return dict(answer)


def _abilities(answer: Any) -> tuple[Any, ...]:
    for ability in answer:
        if not isinstance(getattr(ability, "id", None), str) or not ability.id:
            raise TypeError(f"{ability!r} is no ability with an id")
    return tuple(answer)


def _sight(answer: object) -> SightRule | None:
    return None if answer is None else _again(answer, SightRule)


def _veto(answer: object) -> Veto | None:
    return None if answer is None else _again(answer, Veto)


def _modifiers(answer: Sequence[object]) -> tuple[RollModifier, ...]:
    modifiers = tuple(_again(modifier, RollModifier) for modifier in answer)
    for modifier in modifiers:
        Symbols.parse(modifier.symbols)
    return modifiers


def _number(answer: object) -> int:
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise TypeError(f"{answer!r} is no whole number")
    return answer


def _events(answer: Sequence[object]) -> tuple[Event, ...]:
    return tuple(_again(event, Event) for event in answer)


def _tables(answer: Any) -> Mapping[str, hookspecs.TableFactory]:
    for system, factory in answer.items():
        if not isinstance(system, str) or not callable(factory):
            raise TypeError(f"{system!r}: {factory!r} is no system with a factory")
    return dict(answer)


def _again(value: Any, kind: Any) -> Any:
    """The value decoded anew as its own type, so that wrongly filled fields are found."""
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not what the hook returns")
    return msgspec.convert(msgspec.to_builtins(value), type(value))


class Answer(NamedTuple):
    """The names of a hook's parameters, the check of what it returns, and what stands for no answer."""

    arguments: tuple[str, ...]
    check: Callable[[Any], Any]
    nothing: Any


ANSWERS = {
    "contribute_content": Answer(("context",), _content, {}),
    "contribute_abilities": Answer(("context",), _abilities, ()),
    "choose_sight": Answer(("context",), _sight, None),
    "check_command": Answer(("context", "command"), _veto, None),
    "modify_roll": Answer(("context", "roll"), _modifiers, ()),
    "modify_attribute": Answer(("context", "figure", "attribute"), _number, 0),
    "react_event": Answer(("context", "event"), _events, ()),
    "show_table": Answer(("context",), _tables, {}),
}
