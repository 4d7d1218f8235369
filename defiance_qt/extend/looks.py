"""What plugins bring to the window itself, whatever game is open: themes. It needs no game system.

Only plugins of kind "look" are asked, and only those whose code may run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.extend.found import Found, available, default_folders, digest
from defiance_qt.extend.guard import PluginFault, run, unusable
from defiance_qt.extend.hookspecs import ContributeContext, ThemeColours
from defiance_qt.extend.importing import imported
from defiance_qt.extend.registry import Registry
from defiance_qt.extend.sources import Unreadable, plugin_files
from defiance_qt.extend.texts import WORDS, read_words, word_faults
from defiance_qt.extend.trust import untrusted
from defiance_qt.words.languages import FALLBACK

KIND = "look"


class Looks(NamedTuple):
    """The themes of plugins by id, each with its plugin; their texts by language and key; and the plugins that cannot
    be used. One that waits for trust is not among them."""

    themes: Mapping[str, tuple[str, ThemeColours]]
    texts: Mapping[str, Mapping[str, str]]
    failures: tuple[PluginError, ...]

    def name(self, id: str, language: str) -> str:
        """Return the name of a theme in a language, else in English, else its id."""
        key = f"theme.{id}"
        return self.texts.get(language, {}).get(key) or self.texts.get(FALLBACK, {}).get(key) or id


def looks(found: Iterable[Found] | None = None) -> Looks:
    """Return what the plugins of kind "look" bring, of two themes with one id that of the first plugin."""
    answers, texts, failures = asked(KIND, "contribute_theme", found)
    themes: dict[str, tuple[str, ThemeColours]] = {}
    for plugin, answer in answers:
        for id, theme in answer.items():
            if id in themes:
                failures.append(unusable(plugin, (_taken(id, themes[id][0]),)))
            else:
                themes[id] = plugin, theme
    return Looks(themes, texts, tuple(failures))


Asked = tuple[list[tuple[str, Any]], dict[str, dict[str, str]], list[PluginError]]
"""The answers of plugins with their ids, their texts by language and key, and those that cannot be used."""


def asked(kind: str, hook: str, found: Iterable[Found] | None = None) -> Asked:
    """Ask the plugins of one kind for what they bring to the window. One that waits for trust is left out."""
    registry, failures = Registry(), []
    texts: dict[str, dict[str, str]] = {}
    for one in available(default_folders()) if found is None else found:
        if one.manifest is None or one.manifest.kind != kind or not one.runs_code:
            continue
        try:
            _add(one, hook, registry, texts)
        except PluginError as error:
            if error.message.key != "plugin.untrusted":
                failures.append(error)
    answers = registry.answers(hook, ContributeContext(""))
    return answers, texts, [*failures, *registry.failures]


def _taken(name: str, other: str) -> Message:
    return Message("fault.theme_taken", "its theme {name!r} has the id of one of {other!r}", name=name, other=other)


def _add(one: Found, hook: str, registry: Registry, texts: dict[str, dict[str, str]]) -> None:
    """Import a plugin and register its hooks. Raises `PluginError`."""
    assert one.manifest is not None
    try:
        contents = plugin_files(one.folder)
    except Unreadable as error:
        why = Message("fault.files", "its files cannot be read: {why}", why=error.why)
        raise unusable(one.id, (why,)) from error
    sha256 = digest(contents)
    if distrust := untrusted(one, sha256):
        raise distrust
    words = contents.get(WORDS, b"")
    if faults := word_faults(words, one.manifest.languages):
        raise unusable(one.id, faults)
    try:
        module = run(imported, one.folder, one.id, one.manifest.module, sha256, contents)
        run(_register, registry, one.id, module, hook, one.manifest.chosen({})[0])
    except PluginFault as fault:
        if isinstance(fault.__cause__, PluginError):
            raise fault.__cause__ from None
        why = Message("fault.import_failed", "its import failed: {why}", why=fault.why)
        raise unusable(one.id, (why,)) from fault
    for language, own in read_words(words).items():
        texts.setdefault(language, {}).update(own)


def _register(registry: Registry, id: str, module: Any, hook: str, options: Mapping[str, Any]) -> None:
    """Register one hook of a module. Its others are those of a game, which this registry does not know."""
    one = _OneHook()
    if (function := getattr(module, hook, None)) is not None:
        setattr(one, hook, function)
    registry.add(id, one, options)


class _OneHook:
    """A plugin with one of its hooks. Each is its own, also where two have the same function, or none."""
