"""`defiance-qt plugin check`: names every fault of a plugin in one line, with its file and its key.

First what can be read, without running anything: manifest, files, texts, code, other plugins. If that is sound, the
plugin is loaded from its folder, its content is examined and random games are played with it; then its own tests run.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from defiance_qt.core.errors import DefianceError, Message, SaveError
from defiance_qt.extend import hookspecs
from defiance_qt.extend.answers import Answer
from defiance_qt.extend.authoring import authored
from defiance_qt.extend.found import Found, available, default_folders
from defiance_qt.extend.loader import Loaded
from defiance_qt.extend.manifest import FILE, read
from defiance_qt.extend.sources import Unreadable, plugin_files, table
from defiance_qt.extend.systems import DEFAULT, found_systems, load_system, system_module, system_words
from defiance_qt.extend.texts import WORDS, word_faults
from defiance_qt.lab.arguments import NOTHING_LENT, Lent
from defiance_qt.lab.content import Report as ContentReport
from defiance_qt.lab.content import examined, gather
from defiance_qt.lab.kit import compared
from defiance_qt.lab.kit.findings import Finding, of_error
from defiance_qt.lab.kit.mended import readable, with_sound_texts
from defiance_qt.lab.kit.own_tests import test_faults
from defiance_qt.lab.kit.relations import relation_faults
from defiance_qt.lab.kit.source import Constants, api_faults, code_faults, hook_faults, parsed
from defiance_qt.lab.kit.texts import strings, translation_faults, unused_texts
from defiance_qt.lab.kit.trial import Trial
from defiance_qt.lab.tools import NoTools
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK, LANGUAGES

COMMANDS = 400
"""The number of commands of the random games, unless the author wants more."""

RULES = frozenset({"house-rule", "unit", "missions", "expansion"})
"""The kinds of plugins whose whole code decides what happens in a game."""

CONTENT = "content/"


class Wanted(NamedTuple):
    """What to do besides the check: games to compare, and a folder of saves."""

    commands: int = COMMANDS
    tests: bool = True
    balance: int = 0
    saves: Path | None = None


USUAL = Wanted()


class Report(NamedTuple):
    """The result. `id` is "" if the manifest does not say it; `ran` says that code of the plugin was run."""

    id: str
    faults: tuple[Finding, ...]
    ran: bool = False
    balance: compared.Balance | None = None
    saves: tuple[compared.ChangedSave, ...] = ()


def check(path: Path, words: Words, wanted: Wanted = USUAL, lent: Lent = NOTHING_LENT) -> Report:
    """Check the plugin in a folder; its code is run. Colors of themes and names of the API are checked with what is
    lent. Raises `SaveError` if there is no such folder."""
    if not path.is_dir():
        raise SaveError("save.missing", "{file} does not exist.", file=path)
    folder = path.resolve()
    with _nothing_written(), authored(folder, twice=True):
        checking = Checking(Found(folder, *read(folder)), words)
        faults = [*checking.still(), *checking.names(lent)]
        if faults or checking.own.manifest is None:
            behind = _behind(checking, faults, wanted.commands)
            faults += behind
            id = checking.own.id if checking.own.manifest else ""
            return Report(id, tuple(dict.fromkeys(faults)), bool(behind) and checking.runs_code)
        trial = checking.trial(faults, wanted.commands)
        if trial is not None and lent.looks is not None:
            faults += checking.themes(trial.loaded, lent.looks())
        # They would only repeat in other words what is wrong already.
        if wanted.tests and not faults:
            faults += test_faults(folder)
        balance = None
        if trial is not None and wanted.balance and not faults:
            balance = compared.balance(trial, wanted.balance, bool(checking.scenarios))
        saves = () if wanted.saves is None else compared.changed_saves(checking.own.id, wanted.saves, words)
    runs = checking.runs_code or (wanted.tests and (folder / "tests").is_dir())
    return Report(checking.own.id, tuple(dict.fromkeys(faults)), runs, balance, saves)


def _behind(checking: Checking, faults: Sequence[Finding], commands: int) -> list[Finding]:
    """Return the faults of a plugin's content and code that faults of its texts hide: without those it would be loaded
    and played with."""
    manifest = checking.own.manifest
    if manifest is None or any(one.file != WORDS for one in faults):
        return []
    with (
        with_sound_texts(manifest.id, checking.files, manifest.languages) as folder,
        authored(folder, twice=True),
    ):
        mended = Checking(Found(folder, *read(folder)), checking.words)
        found = list(mended.still())
        if not found:
            mended.trial(found, commands)
    # What is lacking, or used by nothing, cannot be told of texts that cannot be read.
    known = readable(checking.files.get(WORDS, b""))
    return [one for one in found if known or one.file != WORDS]


@contextmanager
def _nothing_written() -> Iterator[None]:
    """Keep Python from leaving its caches in the plugin's folder."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


class Checking:
    """One check, step by step."""

    def __init__(self, own: Found, words: Words) -> None:
        folder = own.folder
        self.own, self.folder, self.words = own, folder, words
        self.others = {one.id: one for one in (*found_systems(), *available(default_folders())) if one.folder != folder}
        self.files: dict[str, bytes] = {}
        self.trees: dict[str, ast.Module] = {}
        self.scenarios: tuple[str, ...] = ()
        self.constants = Constants({})

    @property
    def runs_code(self) -> bool:
        """Whether the plugin is code, not content alone."""
        return self.own.manifest is not None and bool(self.own.manifest.module)

    # -- without running anything

    def of_manifest(self) -> Iterator[Finding]:
        """Yield the faults of the manifest, alone and beside those of other plugins."""
        yield from (Finding(FILE, "", fault) for fault in self.own.faults)
        if self.own.manifest is not None:
            yield from relation_faults(self.own, self.others)

    def still(self) -> Iterator[Finding]:
        """Yield the faults of what can be read."""
        yield from self.of_manifest()
        try:
            self.files = plugin_files(self.folder)
        except Unreadable as error:
            yield Finding("", "", Message("fault.files", "its files cannot be read: {why}", why=error.why))
            return
        yield from self._files()
        self.trees, faults = parsed(self.files)
        yield from faults
        self.constants = Constants(self.trees)
        self.constants.add({text for name in self._toml() for text in strings(self._table(name))})
        if self.own.manifest is not None:
            yield from self._code()

    def _files(self) -> Iterator[Finding]:
        """Yield the faults of the files that are no code, each for itself."""
        yield from (Finding(WORDS, "", fault) for fault in word_faults(self.files.get(WORDS, b""), self._languages()))
        for name in self.files:
            if name.startswith(CONTENT) and not name.endswith(".toml"):
                yield Finding(name, "", Message("check.not_toml", "content is read from files that end in .toml"))
            elif name != WORDS and Path(name).name == Path(WORDS).name:
                yield Finding(name, "", Message("check.words_place", "texts are read from {file}", file=WORDS))
        for name in self._toml():
            try:
                table(self.files[name])
            except Unreadable as error:
                yield Finding(name, "", Message("check.toml", "it is not valid TOML: {why}", why=error.why))

    def _languages(self) -> tuple[str, ...]:
        return LANGUAGES if self.own.manifest is None else self.own.manifest.languages

    def _toml(self) -> tuple[str, ...]:
        return tuple(name for name in self.files if name.startswith(CONTENT) and name.endswith(".toml"))

    def _table(self, name: str) -> Mapping[str, object]:
        try:
            return table(self.files[name])
        except Unreadable:
            return {}

    def _code(self) -> Iterator[Finding]:
        manifest = self.own.manifest
        assert manifest is not None
        options = [option.id for option in manifest.options]
        main = next((name for name in self._main() if name in self.trees), "")
        if main:
            yield from hook_faults(main, self.trees, _hooks(manifest.systems, manifest.kind), manifest.kind)
        elif not manifest.module and self.trees:
            why = Message("check.no_module", "it is left out, so nothing reads {file}", file=min(self.trees))
            yield Finding(FILE, "module", why)
        yield from code_faults(self.trees, options, manifest.kind in RULES)
        for option in options:
            if not self.constants.means(option):
                yield Finding(FILE, f"options[{option}]", Message("check.unread_option", "nothing reads this option"))

    def _main(self) -> tuple[str, ...]:
        assert self.own.manifest is not None
        module = self.own.manifest.module
        return (f"{module}.py", f"{module}/__init__.py") if module else ()

    def names(self, lent: Lent) -> Iterator[Finding]:
        """Yield the names that the code takes from `defiance_qt.api`, or from that of the built-in game, and that
        are not there."""
        if lent.api is not None:
            modules = (lent.api(), system_module(DEFAULT, "api"))
            yield from api_faults(self.trees, {one.__name__: one for one in modules})

    # -- with its code

    def trial(self, faults: list[Finding], commands: int) -> Trial | None:
        """Load the plugin, examine its content and play with it. Adds what is found; returns None if it cannot be
        loaded."""
        manifest = self.own.manifest
        assert manifest is not None
        trial: Trial | None = None
        for system in manifest.systems:
            report = self.content(system, faults)
            # A text that nothing uses is often the other half of one that is missing, which only a game tells.
            if report is None or any(one.file != WORDS for one in faults):
                return None
            loaded = report.gathered.loaded
            self.scenarios = report.scenarios
            try:
                trial = Trial(self.own, loaded, report.scenarios, self.constants)
            except DefianceError as error:
                faults += of_error(error, self.folder)
                return None
            wrong = {fault.values["key"] for fault in report.faults if fault.key == "content.wrong_text"}
            faults += trial.faults(commands, wrong)
        return trial

    def content(self, system: str, faults: list[Finding]) -> ContentReport | None:
        """Load the plugin and examine its content, texts and ids. Adds what is found; returns None if it cannot be
        loaded."""
        assert self.own.manifest is not None
        code = next(iter(self._main()), FILE)
        try:
            gathered = gather(self.folder, system)
        except DefianceError as error:
            faults += of_error(error, self.folder, code)
            return None
        try:
            report = examined(gathered)
        except NoTools:
            report = examined(gathered._replace(files=()))
        for failure in gathered.loaded.failures:
            faults += of_error(failure, self.folder, code)
        refused = {failure.message for failure in gathered.loaded.failures}
        faults += [self._content_fault(fault) for fault in report.faults if fault not in refused]
        if gathered.loaded.failures:
            return None
        faults += self._clashes(gathered.loaded.warnings)
        # Which texts it uses cannot be known of content that cannot be read.
        faults += self._unused(report) if report.texts or not self._toml() else []
        faults += self._idle(gathered.loaded)
        faults += self._translations(gathered.loaded)
        return report

    def _content_fault(self, fault: Message) -> Finding:
        """Return a fault of content with the file as the author knows it."""
        if fault.key in ("content.no_text", "content.wrong_text"):
            return Finding(WORDS, "", fault)
        file = str(fault.values.get("file", ""))
        if not file.startswith(f"{self.own.id}/"):
            return Finding("", "", fault)
        name = CONTENT + file.removeprefix(f"{self.own.id}/")
        return Finding("", "", fault.with_values(file=name))

    def _clashes(self, warnings: tuple[Message, ...]) -> list[Finding]:
        return [Finding(FILE, "requires", warning) for warning in warnings]

    def _unused(self, report: ContentReport) -> list[Finding]:
        found = report.gathered.loaded.system.found
        there = Words(self.words.language) if found.folder == self.folder else system_words(found, FALLBACK)
        source = self.files.get(WORDS, b"")
        return list(unused_texts(source, report.texts, self.constants, there))

    def _translations(self, loaded: Loaded) -> list[Finding]:
        """Return the faults of the languages that the plugin brings: one that is built in, and those of their texts."""
        english = system_words(loaded.system.found, FALLBACK)
        brought = loaded.contributions.get("contribute_language", {}).get(self.own.id, {})
        found = [fault for code, one in brought.items() for fault in translation_faults(one.texts, code, english)]
        for code in brought:
            if code in LANGUAGES:
                why = Message(
                    "fault.language_taken", "its language {name!r} is one of {other!r}", name=code, other="defiance-qt"
                )
                found.append(Finding("", "", why))
        return [fault._replace(file=next(iter(self._main()), FILE)) for fault in found]

    def themes(self, loaded: Loaded, looks: ModuleType) -> list[Finding]:
        """Return the faults of the colors of the plugin's themes; `looks` is what judges them."""
        brought = loaded.contributions.get("contribute_theme", {}).get(self.own.id, {})
        file = next(iter(self._main()), FILE)
        return [Finding(file, f"theme {id}", why) for id, one in brought.items() for why in looks.theme_faults(one)]

    def _idle(self, loaded: Loaded) -> list[Finding]:
        """Return a fault for each contribution of the plugin that content could name and none does."""
        words = {word for name in self._toml() for text in strings(self._table(name)) for word in text.split()}
        found = []
        for hook, answer in loaded.registry.hooks.items():
            if answer.named and answer.ids is not None:
                ids = answer.ids(loaded.contributions.get(hook, {}).get(self.own.id, answer.nothing))
                found += [id for id in ids if id not in words]
        why = Message("check.idle_id", "no content names it, so it does nothing")
        return [Finding(next(iter(self._main()), FILE), id, why) for id in found]


def _hooks(systems: tuple[str, ...], kind: str) -> Mapping[str, Answer]:
    """Return the hooks that a plugin for these systems can have: those of every game and those of its own."""
    found: dict[str, Answer] = dict(hookspecs.ANSWERS)
    for system in () if kind == "system" else systems:
        try:
            module = load_system(system).rules.hookspecs()
        except DefianceError:
            continue
        if module is not None:
            found |= module.ANSWERS
    return found
