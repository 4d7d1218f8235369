"""Hook registry of one session: which plugin implements which hook, each call guarded.

Owns the plugin manager. Implementations are called one by one, ordered by plugin id. One that raises or returns an
invalid value is reported once in `failures` and ignored.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import msgspec
import pluggy

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.extend import hookspecs
from defiance_qt.extend.answers import Answer

PROJECT = "defiance"


class _Plugins(pluggy.PluginManager):
    """A plugin manager without decorators: it recognizes hooks by their prefixes, and specifications by a module's
    table ANSWERS."""

    def parse_hookspec_opts(self, module_or_class: object, name: str) -> pluggy.HookspecOpts | None:
        if name not in getattr(module_or_class, "ANSWERS", ()):
            return None
        return {"firstresult": False, "historic": False, "warn_on_impl": None, "warn_on_impl_args": None}

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
    """One plugin's implementation of one hook, guarded, with the plugin's options in the context."""

    __slots__ = ("_answer", "_function", "_names", "_options", "_report", "hook", "plugin")

    def __init__(
        self,
        hook: str,
        answer: Answer,
        plugin: str,
        function: pluggy.HookImpl,
        options: Mapping[str, Any],
        report: _Report,
    ) -> None:
        self.hook = hook
        self.plugin = plugin
        self._function = function.function
        self._names = function.argnames
        self._answer = answer
        self._options = options
        self._report = report

    def __call__(self, context: Any, *others: Any) -> Any:
        context = msgspec.structs.replace(context, options=self._options)
        given = dict(zip(self._answer.arguments, (context, *others), strict=True))
        try:
            return self._answer.check(self._function(*(given[name] for name in self._names)))
        except Exception as error:  # noqa: BLE001 - any exception of a plugin is reported with its name
            self._report(self.plugin, self.hook, error)
            return self._answer.nothing


_Report = Callable[[str, str, Exception], None]


class Registry:
    """The plugins of one session and their hooks: the hooks common to all systems and those in the modules `more`."""

    def __init__(self, *more: ModuleType) -> None:
        self._plugins = _Plugins(PROJECT)
        self.hooks: dict[str, Answer] = {}
        for module in (hookspecs, *more):
            self._plugins.add_hookspecs(module)
            self.hooks |= module.ANSWERS
        self._options: dict[str, Mapping[str, Any]] = {}
        self._failures: dict[tuple[str, str], PluginError] = {}

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """The failures so far, one per plugin and hook; the list can grow during a game."""
        return tuple(self._failures.values())

    def add(self, id: str, plugin: object, options: Mapping[str, Any]) -> None:
        """Register a plugin's functions, all or none.

        Raises `PluginError` naming the functions that are not hooks, or a parameter that the hook does not offer.
        """
        faults = misspelt(self._plugins, plugin, self.hooks)
        if not faults:
            try:
                self._plugins.register(plugin, id)
                self._plugins.check_pending()
            except pluggy.PluginValidationError as error:
                self.remove(id)
                raise unusable(id, (" ".join(str(error).split()),)) from error
        if faults:
            raise unusable(id, faults)
        self._options[id] = options

    def remove(self, id: str) -> None:
        """Unregister a plugin; does nothing if it is not registered."""
        if self._plugins.has_plugin(id):
            self._plugins.unregister(name=id)
        self._options.pop(id, None)

    def calls(self, hook: str) -> tuple[Bound, ...]:
        """Return the implementations of a hook, ordered by plugin id."""
        found = getattr(self._plugins.hook, hook).get_hookimpls()
        return tuple(
            Bound(hook, self.hooks[hook], one.plugin_name, one, self._options[one.plugin_name], self._report)
            for one in sorted(found, key=lambda one: one.plugin_name)
        )

    def answers(self, hook: str, context: Any, *others: Any) -> list[tuple[str, Any]]:
        """Call the hook in every plugin; return each plugin's id with its answer."""
        return [(call.plugin, call(context, *others)) for call in self.calls(hook)]

    def _report(self, plugin: str, hook: str, error: Exception) -> None:
        if (plugin, hook) not in self._failures:
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            failure = PluginError(
                "plugin.failed", "The plugin {name!r} failed in {hook}: {why}.", name=plugin, hook=hook, why=why
            )
            failure.__cause__ = error
            self._failures[plugin, hook] = failure


def unusable(id: str, faults: Sequence[Message | str]) -> PluginError:
    """Return the error for a plugin that is rejected because of these faults."""
    return PluginError(
        "plugin.unusable", "The plugin {name!r} cannot be used: {faults}.", name=id, faults=tuple(faults)
    )


def misspelt(manager: pluggy.PluginManager, plugin: object, hooks: Mapping[str, Answer]) -> tuple[Message, ...]:
    """Return a fault for each function with a hook prefix that is not a hook, with the most similar hook name."""
    faults: list[Message] = []
    for name in dir(plugin):
        if manager.parse_hookimpl_opts(plugin, name) is not None and name not in hooks:
            near = difflib.get_close_matches(name, hooks, 1)
            faults.append(
                Message("fault.hook_near", "{name} is no hook (did you mean {near}?)", name=name, near=near[0])
                if near
                else Message("fault.hook", "{name} is no hook", name=name)
            )
    return tuple(faults)
