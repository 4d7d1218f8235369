"""Loads the chosen plugins into one value that a game is bound with.

Loading imports the chosen plugins. A faulty plugin becomes a failure that names it; the other plugins are still loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.core.port import PluginStamp
from defiance_qt.extend.answers import Answer
from defiance_qt.extend.authoring import authored_folders
from defiance_qt.extend.bots import BUILT_IN, HOOK, BotMaker, makers
from defiance_qt.extend.clashes import TEXTS, Clash, answered_twice, ordered, set_twice, worded_twice
from defiance_qt.extend.figures import figures_in
from defiance_qt.extend.found import Found, available, default_folders, digest
from defiance_qt.extend.guard import PluginFault, run, unusable
from defiance_qt.extend.hookspecs import (
    ContributeContext,
    ShowContext,
    TokenLook,
)
from defiance_qt.extend.importing import imported
from defiance_qt.extend.kept import is_kept, kept
from defiance_qt.extend.links import linked_folders
from defiance_qt.extend.manifest import Manifest
from defiance_qt.extend.registry import Registry
from defiance_qt.extend.sources import Unreadable, plugin_files, table
from defiance_qt.extend.systems import DEFAULT, LoadedSystem, load_system
from defiance_qt.extend.texts import WORDS, read_words, word_faults
from defiance_qt.extend.trust import untrusted
from defiance_qt.extend.versions import requirement, within
from defiance_qt.journal.disk import printable
from defiance_qt.words.languages import LANGUAGES

DEFAULTS = "switch_defaults"
"""The table of a content file in which a plugin sets edition options."""

Contributed = dict[str, dict[str, Any]]
"""The contributions of plugins: hook to plugin id to answer."""


@dataclass(frozen=True)
class Loaded:
    """A system and its loaded plugins: the `Plugins` that a game is bound with.

    `content` is all content files including the system's own, name to bytes; `own_content` names those of the system
    that no plugin replaces, and `owners` maps the others to their plugins' ids. `stamps` are for the passport, ordered
    by id. `texts` are the plugins' texts by language and key, `worded` maps their keys to the plugins. `failures` can
    grow during play as hooks fail. `faults` are what the system has reported of the content. `clashes` are what two
    plugins both claim, and which of them wins.
    """

    system: LoadedSystem
    content: dict[str, bytes]
    own_content: tuple[str, ...]
    owners: Mapping[str, str]
    stamps: tuple[PluginStamp, ...]
    registry: Registry
    contributions: Contributed
    refused: tuple[PluginError, ...] = ()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    worded: Mapping[str, str] = field(default_factory=dict)
    faults: list[Message] = field(default_factory=list)
    clashes: tuple[Clash, ...] = ()
    figures: Mapping[str, TokenLook] = field(default_factory=dict)
    """The drawings in the plugins' folders, by the ids of figures and Units."""
    kept: frozenset[str] = frozenset()
    """The plugins that are loaded from a copy of an earlier version."""
    reset: tuple[PluginError, ...] = ()
    """The plugins that have the defaults for options which do not fit, each with what does not."""

    def calls(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """Return the guarded implementations of a hook, ordered by plugin id."""
        return self.registry.calls(hook)

    def contributed(self, hook: str) -> tuple[Any, ...]:
        """Return all values contributed to a `contribute_*` hook: the system's own first, then by plugin id."""
        dropped = self.registry.dropped
        answers = self.contributions.get(hook, {})
        return tuple(one for id, answer in answers.items() if id not in dropped for one in answer)

    def report(self, fault: Message) -> None:
        """Keep a fault of the content that the system has found, once."""
        if fault not in self.faults:
            self.faults.append(fault)

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What two plugins both claim and which of them wins, in sentences."""
        return tuple(told for clash in self.clashes for told in clash.told)

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """The plugins that were not loaded, each with the reason, then the failures in loaded plugins."""
        return self.refused + self.registry.failures

    def bots(self) -> dict[str, BotMaker]:
        """Return what makes the bots of the plugins, by their ids, in the order of the plugins' ids."""
        answers = self.contributions.get(HOOK, {})
        return {
            id: make
            for plugin, answer in answers.items()
            if plugin not in self.registry.dropped
            for id, make in makers(plugin, answer).items()
        }

    def shown(self, hook: str, language: str) -> dict[str, Any]:
        """Return the answers to a window hook by system id. Raises `PluginError` if two plugins provide the same
        system."""
        found: dict[str, Any] = {}
        owners: dict[str, str] = {}
        for plugin, answer in self.registry.answers(hook, ShowContext(language)):
            for system, value in answer.items():
                if system in owners:
                    both = _BOTH[hook].with_values(name=owners[system], other=plugin, system=system)
                    raise PluginError.of(both)
                owners[system] = plugin
                found[system] = value
        return found


_BOTH = {
    "show_table": Message(
        "plugin.both",
        "The plugins {name!r} and {other!r} both provide the table for {system!r}.",
        name="",
        other="",
        system="",
    ),
    "show_map": Message(
        "plugin.both_maps",
        "The plugins {name!r} and {other!r} both provide the map for {system!r}.",
        name="",
        other="",
        system="",
    ),
    "show_cards": Message(
        "plugin.both_cards",
        "The plugins {name!r} and {other!r} both provide the cards for {system!r}.",
        name="",
        other="",
        system="",
    ),
    "show_pictures": Message(
        "plugin.both_pictures",
        "The plugins {name!r} and {other!r} both provide the pictures for {system!r}.",
        name="",
        other="",
        system="",
    ),
}
"""What is wrong where two plugins answer a window hook for one system."""


def load(
    ids: Collection[str],
    options: Mapping[str, Mapping[str, object]] | None = None,
    found: Iterable[Found] | None = None,
    system: str = DEFAULT,
    winners: Mapping[str, str] | None = None,
    versions: Mapping[str, str] | None = None,
    defaults: bool = False,
) -> Loaded:
    """Load the system and the plugins with these ids.

    `options` maps a plugin's id to the values of its options; missing ones get their defaults. `winners` maps what two
    plugins both claim (`clashes`) to the one whose answer counts; without, it is that of the first id. `versions` maps
    ids to the digests that a game was made with: a copy that was kept of them is used. With `defaults` a value that
    does not fit the options does not refuse its plugin: the default stands in. `found` are the available plugins, by
    default `available(default_folders())`. The order of `ids` and `found` does not matter. A plugin that cannot be
    loaded is reported in `Loaded.failures`. Raises `PluginError` for a system that cannot be loaded.
    """
    # Without plugins no manifest of one is read.
    there = (available(default_folders()) if ids else ()) if found is None else tuple(found)
    stays = tuple(_stays(there, versions or {}))
    return _Loading((*stays, *there), options or {}, load_system(system), winners or {}, defaults).load(ids)


def _stays(found: Iterable[Found], versions: Mapping[str, str]) -> Iterator[Found]:
    """Yield the copies of plugins with these digests, of those that are installed with others and may be run."""
    worked_on = (*authored_folders(), *linked_folders()) if versions else ()
    for one in found:
        wanted = versions.get(one.id, "")
        if not wanted or one.bundled or one.folder in worked_on or one.sha256 == wanted:
            continue
        copy = kept(one.id, wanted)
        if copy is not None and untrusted(copy, wanted) is None:
            yield copy


class _Loading:
    """The steps of loading, and their intermediate results."""

    def __init__(
        self,
        found: tuple[Found, ...],
        options: Mapping[str, Mapping[str, object]],
        system: LoadedSystem,
        winners: Mapping[str, str],
        defaults: bool,
    ) -> None:
        self.defaults = defaults
        self.reset: dict[str, PluginError] = {}
        self.found: dict[str, Found] = {}
        for one in found:
            if one.id not in self.found or self.found[one.id].manifest is None:
                self.found[one.id] = one
        self.options = options
        self.winners = winners
        self.system = system
        self.refused: dict[str, PluginError] = {}
        self.unmet: set[str] = set()
        self.chosen: dict[str, Manifest] = {}
        self.values: dict[str, dict[str, Any]] = {}
        self.contents: dict[str, dict[str, bytes]] = {}
        self.figures: dict[str, dict[str, TokenLook]] = {}
        self.owners: dict[str, str] = {}
        module = system.rules.hookspecs()
        self.registry = Registry(*(() if module is None else (module,)), winners=winners)

    def load(self, ids: Collection[str]) -> Loaded:
        for id in sorted(set(ids)):
            self._choose(id)
        self._refuse_conflicts()
        self._refuse_unmet()
        self.registry.add(self.system.found.id, self.system.module, {}, trusted=self.system.built_in)
        for id in sorted(self.chosen):
            self._add(id)
        self._refuse_unmet()
        contributions = self._contributions()
        content = self._content(contributions["contribute_content"])
        while self._refuse_clashes(contributions) or self._refuse_unmet():
            # Leave out the plugins refused in the meantime.
            content = self._content(contributions["contribute_content"])
        return Loaded(
            self.system,
            content,
            self._own_content(),
            self.owners,
            (*self._system_stamp(), *(self._stamp(id) for id in sorted(self.chosen))),
            self.registry,
            {hook: self._in_order(answers) for hook, answers in contributions.items()},
            # One that lacks what it requires is named after the reason why that could not be loaded.
            tuple(self.refused[id] for id in sorted(self.refused, key=lambda id: (id in self.unmet, id))),
            self._texts(),
            self._worded(),
            clashes=tuple(self._clashes(content)),
            figures=self._figures(),
            kept=frozenset(id for id in self.chosen if is_kept(self.found[id])),
            reset=tuple(error for id, error in self.reset.items() if id in self.chosen),
        )

    def _figures(self) -> dict[str, TokenLook]:
        """Return the drawings of all figures: of two plugins the first one's, the system's own last."""
        figures, _ = figures_in(self.system.contents)
        for id in sorted(self.chosen, reverse=True):
            figures |= self.figures[id]
        return figures

    def _contributions(self) -> Contributed:
        """Call each contribution hook of every plugin once, except `contribute_system`, which has been called
        already."""
        context = ContributeContext(self.system.found.system)
        hooks = [name for name in self.registry.hooks if name.startswith("contribute_") and name != "contribute_system"]
        return {hook: self._guarded(hook, dict(self.registry.answers(hook, context))) for hook in hooks}

    def _guarded(self, hook: str, answers: dict[str, Any]) -> dict[str, Any]:
        """Return the contributions with the functions in them guarded; a built-in system's are trusted."""
        guarded = self.registry.hooks[hook].guarded
        if guarded is None:
            return answers
        own = self.system.found.id if self.system.built_in else ""
        return {id: answer if id == own else guarded(answer, self.registry.guard(id)) for id, answer in answers.items()}

    def _in_order(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the system's own answers first, then by id, without the rejected plugins."""
        return {id: answers[id] for id in (self.system.found.id, *sorted(self.chosen)) if id in answers}

    def _stamp(self, id: str) -> PluginStamp:
        return PluginStamp(id, self.chosen[id].version, digest(self.contents[id]), self.values[id])

    def _system_stamp(self) -> tuple[PluginStamp, ...]:
        """Return the stamp of the system; none for a built-in one, which the program's version covers."""
        found = self.system.found
        if self.system.built_in or found.manifest is None:
            return ()
        return (PluginStamp(found.id, found.manifest.version, digest(self.system.contents), {}),)

    def _refuse(self, id: str, *faults: Message) -> None:
        self.chosen.pop(id, None)
        self.registry.remove(id)
        self.refused[id] = unusable(id, faults)

    def _choose(self, id: str) -> None:
        """Accept or reject a plugin by its manifest and options."""
        one = self.found.get(id)
        if one is None:
            self.refused[id] = PluginError("plugin.absent", "There is no plugin {name!r}.", name=id)
            return
        if one.manifest is None:
            self._refuse(id, *one.faults)
            return
        values, faults = one.manifest.chosen(self.options.get(id, {}))
        if faults and self.defaults:
            self.reset[id], faults = unusable(id, faults), ()
        if not one.serves(self.system.found.system):
            system = self.system.found.system
            faults = (Message("fault.system", "it does not support {system}", system=system), *faults)
        if faults:
            self._refuse(id, *faults)
            return
        self.chosen[id] = one.manifest
        self.values[id] = values

    def _refuse_conflicts(self) -> None:
        """Reject each plugin that declares a conflict with another chosen one, regardless of order."""
        guilty = {
            id: other
            for id, manifest in self.chosen.items()
            for other, limits in map(requirement, manifest.conflicts)
            if other in self.chosen and other != id and within(self.chosen[other].version, limits)
        }
        for id, other in guilty.items():
            self._refuse(id, Message("fault.conflict", "it conflicts with {other!r}", other=other))

    def _refuse_unmet(self) -> bool:
        """Reject plugins with unmet requirements, repeating until none is left. Return whether any was rejected."""
        before = len(self.chosen)
        while unmet := {id: faults for id in self.chosen if (faults := self._unmet(id))}:
            self.unmet |= unmet.keys()
            for id, faults in unmet.items():
                self._refuse(id, *faults)
        return len(self.chosen) < before

    def _unmet(self, id: str) -> list[Message]:
        """Return a fault for each requirement of a plugin that is unmet, or that leads back to the plugin itself."""
        faults = []
        for text in dict.fromkeys(self.chosen[id].requires):
            if not self._met(text):
                faults.append(Message("fault.needs", "it requires the plugin {name}, which is not loaded", name=text))
            elif self._requires(requirement(text)[0], id):
                faults.append(
                    Message("fault.needs_itself", "it requires the plugin {name}, which requires it in turn", name=text)
                )
        return faults

    def _requires(self, id: str, wanted: str) -> bool:
        """Return whether a chosen plugin is the wanted one or requires it, directly or not."""
        known, waiting = {id}, [id]
        while waiting:
            manifest = self.chosen.get(waiting.pop())
            if manifest is not None:
                fresh = {requirement(text)[0] for text in manifest.requires} - known
                known |= fresh
                waiting += fresh
        return wanted in known

    def _met(self, text: str) -> bool:
        id, limits = requirement(text)
        return id in self.chosen and within(self.chosen[id].version, limits)

    def _add(self, id: str) -> None:
        """Read the plugin's files, import its module and register it."""
        folder = self.found[id].folder
        try:
            self.contents[id] = plugin_files(folder)
        except Unreadable as error:
            self._refuse(id, Message("fault.files", "its files cannot be read: {why}", why=error.why))
            return
        if faults := word_faults(self.contents[id].get(WORDS, b""), self.chosen[id].languages):
            self._refuse(id, *faults)
            return
        self.figures[id], faults = figures_in(self.contents[id])
        if faults:
            self._refuse(id, *faults)
            return
        if not self.chosen[id].module:
            return
        sha256 = digest(self.contents[id])
        if distrust := untrusted(self.found[id], sha256):
            self.chosen.pop(id)
            self.refused[id] = distrust
            return
        try:
            module = run(imported, folder, id, self.chosen[id].module, sha256, self.contents[id])
        except PluginFault as fault:
            self._refuse(id, Message("fault.import_failed", "its import failed: {why}", why=fault.why))
            self.refused[id].__cause__ = fault.__cause__
            return
        try:
            # Guarded: what a module says of itself can be code.
            run(self.registry.add, id, module, self.values[id])
        except PluginFault as fault:
            self._refuse(id, Message("fault.import_failed", "its import failed: {why}", why=fault.why))
            if isinstance(fault.__cause__, PluginError):
                self.refused[id] = fault.__cause__

    def _content(self, contributed: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
        """Return all content files: the built-in ones, then each plugin's under its id, unless it replaces a built-in
        one.

        Rejects plugins with a file that is not valid TOML, or with a replacement that is not allowed.
        """
        content = dict(self.system.rules.content())
        self.owners = {}
        replaced: dict[str, str] = {}
        for id in sorted(self.chosen):
            replaces = self.chosen[id].replaces
            own = {
                name.removeprefix("content/"): source
                for name, source in self.contents[id].items()
                if name.startswith("content/") and name.endswith(".toml")
            } | dict(contributed.get(id, {}))
            faults = [fault for name, source in own.items() if (fault := _toml_fault(printable(name), source))]
            if any(name != printable(name) for name in own):
                faults.append(Message("fault.file_name", "the name of a content file cannot be printed"))
            for name in replaces:
                if name in replaced:
                    other = replaced[name]
                    faults.append(
                        Message("fault.replaced", "it replaces {name!r}, and so does {other!r}", name=name, other=other)
                    )
                elif name not in content:
                    faults.append(
                        Message(
                            "fault.replaces", "it replaces {name!r}, which is not a built-in content file", name=name
                        )
                    )
            if faults:
                self._refuse(id, *faults)
                continue
            replaced |= dict.fromkeys(replaces, id)
            self.owners |= {name if name in replaces else f"{id}/{name}": id for name in own}
            content |= {name if name in replaces else f"{id}/{name}": source for name, source in own.items()}
        return content

    def _own_content(self) -> tuple[str, ...]:
        replaced = {name for manifest in self.chosen.values() for name in manifest.replaces}
        return tuple(name for name in self.system.rules.content() if name not in replaced)

    def _texts(self) -> dict[str, dict[str, str]]:
        """Merge the texts of all plugins."""
        texts: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for id in reversed(self._wording()):
            for language, own in self._words(id).items():
                texts.setdefault(language, {}).update(own)
        return texts

    def _worded(self) -> dict[str, str]:
        """Return which plugin's text of a key is shown."""
        return {key: id for id in reversed(self._wording()) for own in self._words(id).values() for key in own}

    def _words(self, id: str) -> dict[str, dict[str, str]]:
        return read_words(self.contents[id].get(WORDS, b""))

    def _clashes(self, content: Mapping[str, bytes]) -> Iterator[Clash]:
        """Yield where two plugins claim the same thing."""
        for hook in self.registry.hooks:
            yield from answered_twice(
                hook, [call.plugin for call in self.registry.calls(hook) if call.plugin in self.chosen]
            )
        yield from worded_twice({id: self._words(id) for id in self._wording()})
        yield from set_twice(self._presets(content))

    def _wording(self) -> list[str]:
        """Return the plugins in the order in which their texts count."""
        return ordered(self.chosen, self.winners.get(TEXTS, ""))

    def _presets(self, content: Mapping[str, bytes]) -> Iterator[tuple[str, str, str]]:
        """Yield the edition options that plugins set, with their values: the first of a name holds."""
        for name, id in self.owners.items():
            values = table(content[name]).get(DEFAULTS, {}) if DEFAULTS.encode() in content[name] else {}
            for switch, value in values.items() if isinstance(values, dict) else ():
                yield id, switch, value

    def _refuse_clashes(self, contributions: Contributed) -> bool:
        """Reject each plugin that contributes something under an id that is taken. Return whether any was rejected."""
        before = len(self.chosen)
        for hook, answers in contributions.items():
            if (answer := self.registry.hooks[hook]).ids is not None:
                self._refuse_taken(hook, answer, answers)
        return len(self.chosen) < before

    def _refuse_taken(self, hook: str, answer: Answer, answers: Mapping[str, Any]) -> None:
        assert answer.ids is not None
        own = (*self.system.rules.bots(), *BUILT_IN) if hook == HOOK else ()
        owners: dict[str, str] = dict.fromkeys(own, self.system.found.id)
        for id in (self.system.found.id, *sorted(self.chosen)):
            ids = answer.ids(answers.get(id, answer.nothing))
            taken = next((name for name in ids if name in owners), None)
            if taken is None:
                owners |= dict.fromkeys(ids, id)
            elif hook == HOOK:
                self._refuse(id, _bot_taken(taken, owners[taken]))
            else:
                clash = Message(
                    "fault.ability_taken",
                    "its ability {name!r} has the id of one of {other!r}",
                    name=taken,
                    other=owners[taken],
                )
                self._refuse(id, clash)


def _bot_taken(name: str, other: str) -> Message:
    return Message("fault.bot_taken", "its bot {name!r} has the id of one of {other!r}", name=name, other=other)


def _toml_fault(name: str, source: bytes) -> Message | None:
    try:
        table(source)
    except Unreadable as error:
        return Message(
            "fault.content_toml", "its content file {file} is not valid TOML: {why}", file=name, why=error.why
        )
    return None
