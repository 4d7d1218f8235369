"""Hook registry of one session: which plugin implements which hook, each call guarded.

Owns the plugin manager. Implementations are called one by one, ordered by plugin id. A plugin with a fault is reported
in `failures` and dropped for the session.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Set
from types import ModuleType
from typing import Any

import msgspec
import pluggy

from defiance_qt.core.errors import DefianceError, Message, PluginError
from defiance_qt.core.readonly import read_only
from defiance_qt.extend import hookspecs
from defiance_qt.extend.answers import Answer
from defiance_qt.extend.authoring import asked_twice, twice
from defiance_qt.extend.guard import Guard, Guarded, caught, failed, run, unusable
from defiance_qt.extend.texts import WORDS

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


class Registry:
    """The plugins of one session and their hooks: the hooks common to all systems and those in the modules `more`.
    `winners` maps a hook with one answer to the plugin that is asked first."""

    def __init__(self, *more: ModuleType, winners: Mapping[str, str] | None = None) -> None:
        self._winners = winners or {}
        self._plugins = _Plugins(PROJECT)
        self.hooks: dict[str, Answer] = {}
        for module in (hookspecs, *more):
            self._plugins.add_hookspecs(module)
            self.hooks |= module.ANSWERS
        self._options: dict[str, Mapping[str, Any]] = {}
        self._failures: dict[tuple[str, str], PluginError] = {}
        self._dropped: set[str] = set()
        self._trusted: set[str] = set()

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """The failures so far, at most one per plugin and one for its texts; the list can grow during a game."""
        return tuple(self._failures.values())

    @property
    def dropped(self) -> Set[str]:
        """The ids of the plugins that have failed or were switched off."""
        return self._dropped

    def add(self, id: str, plugin: object, options: Mapping[str, Any], *, trusted: bool = False) -> None:
        """Register a plugin's functions, all or none. What a `trusted` one answers, a part of this program, is used
        as it is: neither checked nor copied.

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
        self._options[id] = read_only(options)
        if trusted:
            self._trusted.add(id)

    def remove(self, id: str) -> None:
        """Unregister a plugin; does nothing if it is not registered."""
        if self._plugins.has_plugin(id):
            self._plugins.unregister(name=id)
        self._options.pop(id, None)

    def drop(self, id: str) -> None:
        """Call no function of the plugin any more."""
        self._dropped.add(id)

    def calls(self, hook: str) -> tuple[Guarded, ...]:
        """Return the implementations of a hook, guarded, ordered by plugin id, after the one that was chosen to win;
        without dropped plugins."""
        winner = self._winners.get(hook, "") if hook.startswith("choose_") else ""
        found = getattr(self._plugins.hook, hook).get_hookimpls()
        return tuple(
            self._guarded(
                one.plugin_name, hook, _adapted(one, self.hooks[hook], self._options[one.plugin_name]), self.hooks[hook]
            )
            for one in sorted(found, key=lambda one: (one.plugin_name != winner, one.plugin_name))
            if one.plugin_name not in self._dropped
        )

    def guard(self, plugin: str) -> Guard:
        """Return the guard for functions that a plugin contributes. Those of the window answer no questions: they make
        widgets and act, once for each call. A menu entry may open a dialog, in which the whole window goes on, so its
        time is not limited."""
        return lambda place, function, check, nothing: Guarded(
            plugin,
            place,
            function if place.startswith("show_") else _asked(plugin, function),
            check,
            nothing,
            self.blame,
            self._dropped,
            caught if place == "show_menu" else run,
        )

    def blame_text(self, plugin: str, why: Message) -> None:
        """Keep that a text of the plugin cannot be filled in, the first one only. The plugin is not dropped."""
        if (plugin, WORDS) not in self._failures:
            self._failures[plugin, WORDS] = PluginError(
                "plugin.text",
                "A text of the plugin {name!r} in its {file} cannot be shown as it is written: {why}.",
                name=plugin,
                file=WORDS,
                why=why,
            )

    def _guarded(self, plugin: str, hook: str, function: Callable[..., Any], answer: Answer) -> Guarded:
        check = _as_it_is if plugin in self._trusted else answer.check
        return Guarded(plugin, hook, _asked(plugin, function), check, answer.nothing, self.blame, self._dropped)

    def answers(self, hook: str, context: Any, *others: Any) -> list[tuple[str, Any]]:
        """Call the hook in every plugin; return each plugin's id with its answer."""
        return [(call.plugin, call(context, *others)) for call in self.calls(hook)]

    def blame(self, plugin: str, place: str, error: BaseException) -> None:
        """Drop a plugin for what its code has raised in this place."""
        self._dropped.add(plugin)
        self._failures.setdefault((plugin, ""), failed(plugin, place, error))


def _as_it_is(answer: Any, *arguments: Any) -> Any:
    return answer


def _asked(plugin: str, function: Callable[..., Any]) -> Callable[..., Any]:
    return twice(function) if asked_twice(plugin) else function


def _adapted(found: pluggy.HookImpl, answer: Answer, options: Mapping[str, Any]) -> Callable[..., Any]:
    """Return an implementation that takes all of the hook's arguments, with the plugin's options in the context.

    The arguments are read-only: a command and an event can hold lists and dicts, which are stored afterwards. A context
    is made read-only by the system, once for all plugins.
    """
    function, names = found.function, found.argnames
    places = [answer.arguments.index(name) for name in names]

    def adapted(context: Any, *others: Any) -> Any:
        given = (msgspec.structs.replace(context, options=options), *map(read_only, others))
        return function(*(given[place] for place in places))

    return adapted


def only_options(error: DefianceError) -> bool:
    """Return whether a plugin is refused for nothing but values of its options: with their defaults it can be used."""
    faults = error.message.values.get("faults", ())
    keys = {one.key for one in faults if isinstance(one, Message)} if isinstance(faults, tuple) else set()
    return error.message.key == "plugin.unusable" and bool(keys) and keys <= {"fault.no_option", "fault.option"}


def misspelt(manager: pluggy.PluginManager, plugin: object, hooks: Mapping[str, Answer]) -> tuple[Message, ...]:
    """Return a fault for each function with a hook prefix that is not a hook, with the most similar hook name."""
    faults: list[Message] = []
    for name in dir(plugin):
        if manager.parse_hookimpl_opts(plugin, name) is not None and name not in hooks:
            import difflib

            near = difflib.get_close_matches(name, hooks, 1)
            faults.append(
                Message("fault.hook_near", "{name} is not a hook (did you mean {near}?)", name=name, near=near[0])
                if near
                else Message("fault.hook", "{name} is not a hook", name=name)
            )
    return tuple(faults)
