"""Opening games: the one place where a game system, its content, the chosen plugins and a journal come together."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import DefianceError, PluginError, SaveError
from defiance_qt.core.session import Session as CoreSession
from defiance_qt.core.system import Game, Setup
from defiance_qt.extend import loader
from defiance_qt.journal import record, store
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import differences, passport
from defiance_qt.systems.defiance import builtin
from defiance_qt.systems.defiance.engine.game import Defiance, DefianceGame
from defiance_qt.words.catalogue import FALLBACK, Words

RECORD = ".jsonl"


def systems() -> dict[str, Defiance]:
    """The game systems there are, by id."""
    return {Defiance.id: Defiance(builtin.contribute_content)}


class Session(CoreSession):
    """One open game, with what it takes to make, open and export one.

    `missing` are plugins that the save names and that could not be loaded: the game can be looked at and replayed,
    and goes on without them. `changes` says in words what differs from the program that wrote it.
    """

    missing: tuple[PluginError, ...] = ()
    changes: tuple[str, ...] = ()
    texts: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    _loaded: loader.Loaded | None = None
    _english: Words | None = None

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """What has failed in plugins so far, once for each of their hooks; it may grow with every step."""
        return self._loaded.registry.failures if self._loaded is not None else ()

    def words(self, language: str = FALLBACK) -> Words:
        """The texts of a language, the plugins' own among them. Raises `ContentError` for one that is not there."""
        return Words(language, texts=self.texts)

    def own_words(self) -> Words:
        """English, read when it is first wanted."""
        if self._english is None:
            self._english = self.words()
        return self._english

    @classmethod
    def new(
        cls,
        system: str = Defiance.id,
        *,
        mission: str,
        seed: int | None = None,
        edition: str = "en",
        options: Mapping[str, Any] | None = None,
        plugins: Sequence[str] = (),
        path: Path | str | None = None,
        journal: bool = True,
    ) -> Session:
        """A new game; `path` None keeps it in memory. Without `journal` nothing is written at all (simulations).

        Raises `PluginError` for a plugin that cannot be used, `ContentError`, and `SaveError` when the path is taken.
        """
        chosen = dict(options or {})
        if seed is None:
            seed = secrets.randbelow(1 << 31)
        setup = Setup(system, mission, seed, edition, chosen, tuple(plugins))
        for id in chosen.get("plugins", {}):
            if id not in plugins:
                raise PluginError(f"There is an option for the plugin {id!r}, which is not at work.")
        loaded = loader.load(plugins, chosen.get("plugins"))
        if loaded.refused:
            raise loaded.refused[0]
        game = _system(system).bind(loaded.content, setup, loaded.hooks)
        if not journal:
            return cls._with(cls.start(game, setup), loaded)
        header = Header(setup, passport(__version__, loaded.content, loaded.stamps), loaded.content)
        stored = store.in_memory(header) if path is None else store.create(path, header)
        return cls._with(cls.start(game, setup, stored), loaded)

    @staticmethod
    def _with(session: Session, loaded: loader.Loaded) -> Session:
        session.texts = loaded.texts
        session._loaded = loaded
        return session

    def export(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the text form; over an existing file only with `replace`. Raises `SaveError`."""
        assert isinstance(self.journal, store.StoredJournal), "a game without a journal has nothing to export"
        record.write_record(self.journal, path, replace=replace)


def open_save(path: Path | str, *, read_only: bool = False) -> Session:
    """The game in a save, or in its text form (which is read into memory). Raises `SaveError`."""
    path = Path(path)
    journal = record.read_record(path, bind) if path.suffix == RECORD else store.open_journal(path, read_only=read_only)
    try:
        loaded = _loaded(journal.header)
        game = _bound(journal.header, loaded)
    except DefianceError:
        journal.close()
        raise
    session = Session.resume(game, journal, bind)
    Session._with(session, loaded)
    session.missing = tuple(loaded.refused)
    now = passport(__version__, loaded.content, loaded.stamps)
    session.changes = tuple(differences(journal.header.passport, now))
    return session


def import_record(source: Path | str, into: Path | str) -> None:
    """A save made of a text form. Raises `SaveError`."""
    record.read_record(source, bind, into).close()


def bind(header: Header) -> Game:
    """The game that a header describes, over the content it carries (law 5)."""
    return _bound(header, _loaded(header))


def _loaded(header: Header) -> loader.Loaded:
    try:
        options = msgspec.convert(header.setup.options, _Options)
    except msgspec.ValidationError as error:
        raise SaveError("The options of this game cannot be read: {why}", why=error) from error
    return loader.load(header.setup.plugins, options.plugins)


class _Options(msgspec.Struct):
    """The form of a game's options, which a save brings from elsewhere."""

    switches: dict[str, str] = {}
    answers: dict[str, str] = {}
    plugins: dict[str, dict[str, Any]] = {}


def _bound(header: Header, loaded: loader.Loaded) -> DefianceGame:
    return _system(header.setup.system).bind(header.content, header.setup, loaded.hooks)


def _system(id: str) -> Defiance:
    found = systems().get(id)
    if found is None:
        raise SaveError(f"There is no game system {id!r}.")
    return found
