"""Opening games: the one place where a game system, its content, the chosen plugins and a journal come together."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import ContentError, DefianceError, Message, PluginError, SaveError
from defiance_qt.core.session import Session as CoreSession
from defiance_qt.core.system import Game, GameSystem, Offerings, Setup
from defiance_qt.core.unknown import UnknownGame
from defiance_qt.extend import loader
from defiance_qt.extend.hookspecs import TableFactory
from defiance_qt.extend.options import check_setup
from defiance_qt.extend.systems import DEFAULT, check_game, found_systems, load_system, system_words
from defiance_qt.journal import record, store
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import differences, passport
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK

RECORD = ".jsonl"


def systems() -> dict[str, GameSystem]:
    """The game systems there are, by id, the default one first. A system that cannot be used is left out."""
    found: dict[str, GameSystem] = {}
    for one in found_systems():
        try:
            found[one.system] = load_system(one.system).rules
        except PluginError:
            # `load_system` says why when that system is asked for.
            continue
    return found


class Session(CoreSession):
    """One open game, with what it takes to make, open and export one.

    `missing` are plugins that the save names and that could not be loaded: the game can be looked at and replayed,
    and goes on without them. Without its system it can only be read. `changes` says what differs from the program that
    wrote it.
    """

    missing: tuple[PluginError, ...] = ()
    changes: tuple[Message, ...] = ()
    _loaded: loader.Loaded | None = None
    _english: Words | None = None

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """What has failed in plugins so far, once for each of their hooks; it may grow with every step."""
        return self._loaded.registry.failures if self._loaded is not None else ()

    @property
    def readable_only(self) -> bool:
        """Whether the game's system is not there, so that the game can be read and not played."""
        return isinstance(self.game, UnknownGame)

    @cached_property
    def offerings(self) -> Offerings:
        """What the session's system and content let a user choose."""
        if self._loaded is None:
            return Offerings(())
        return self._loaded.system.rules.offerings(self._loaded.content)

    def words(self, language: str = FALLBACK) -> Words:
        """The texts of a language: the plugins', the system's and the shell's. Raises `ContentError` for one that is
        not there."""
        if self._loaded is None:
            return Words(language)
        return system_words(self._loaded.system.found, language, self._loaded.texts)

    def own_words(self) -> Words:
        """English, read when it is first wanted."""
        if self._english is None:
            self._english = self.words()
        return self._english

    def table_factory(self, language: str) -> TableFactory:
        """What makes the window's view of this game. Raises `PluginError` when the system has none, or is not there."""
        if self._loaded is None:
            raise self.missing[0]
        system = self.setup.system
        factory = self._loaded.tables(language).get(system)
        if factory is None:
            raise PluginError("system.no_table", "The game system {name!r} has no table for the window.", name=system)
        return factory

    @classmethod
    def new(
        cls,
        system: str = DEFAULT,
        *,
        mission: str,
        seed: int | None = None,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        plugins: Sequence[str] = (),
        path: Path | str | None = None,
        journal: bool = True,
    ) -> Session:
        """A new game, of the system's first edition unless one is named. `path` None keeps it in memory; without
        `journal` nothing is written at all (simulations).

        Raises `PluginError` for a system or a plugin that cannot be used, `ContentError`, and `SaveError` when the path
        is taken.
        """
        chosen = dict(options or {})
        if seed is None:
            seed = secrets.randbelow(1 << 31)
        for id in chosen.get("plugins", {}):
            if id not in plugins:
                raise PluginError(
                    "plugin.not_chosen", "There is an option for the plugin {name!r}, which is not at work.", name=id
                )
        loaded = loader.load(plugins, chosen.get("plugins"), system=system)
        if loaded.refused:
            raise loaded.refused[0]
        offerings = loaded.system.rules.offerings(loaded.content)
        if not edition and offerings.variants:
            edition = offerings.variants[0].id
        setup = Setup(system, mission, seed, edition, chosen, tuple(plugins))
        check_setup(setup, offerings)
        game = _bound(setup, loaded.content, loaded)
        if not journal:
            return cls._with(cls.start(game, setup), loaded)
        header = Header(setup, passport(__version__, loaded.content, loaded.stamps), loaded.content)
        stored = store.in_memory(header) if path is None else store.create(path, header)
        return cls._with(cls.start(game, setup, stored), loaded)

    @staticmethod
    def _with(session: Session, loaded: loader.Loaded | None) -> Session:
        session._loaded = loaded
        return session

    def export(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the text form; over an existing file only with `replace`. Raises `SaveError`."""
        assert isinstance(self.journal, store.StoredJournal), "a game without a journal has nothing to export"
        record.write_record(self.journal, path, replace=replace)


def open_save(path: Path | str, *, read_only: bool = False) -> Session:
    """The game in a save, or in its text form (which is read into memory). Raises `SaveError`.

    A game whose system is not there opens for reading: `Session.readable_only`, with the reason in `missing`.
    """
    path = Path(path)
    journal = record.read_record(path, bind) if path.suffix == RECORD else store.open_journal(path, read_only=read_only)
    header = journal.header
    missing: tuple[PluginError, ...] = ()
    loaded: loader.Loaded | None = None
    game: Game
    try:
        try:
            loaded = _loaded(header)
            game = _bound(header.setup, header.content, loaded)
            missing = loaded.refused
        except PluginError as error:
            loaded, game, missing = None, UnknownGame(header.setup), (error,)
    except DefianceError:
        journal.close()
        raise
    session = Session._with(Session.resume(game, journal, bind), loaded)
    session.missing = missing
    if loaded is not None:
        now = passport(__version__, loaded.content, loaded.stamps)
        session.changes = tuple(differences(header.passport, now))
    return session


def import_record(source: Path | str, into: Path | str) -> None:
    """A save made of a text form. Raises `SaveError`."""
    record.read_record(source, bind, into).close()


def bind(header: Header) -> Game:
    """The game that a header describes, over the content it carries (law 5); of a system that is not there one that can
    only be read."""
    try:
        return _bound(header.setup, header.content, _loaded(header))
    except PluginError:
        return UnknownGame(header.setup)


def _loaded(header: Header) -> loader.Loaded:
    try:
        options = msgspec.convert(header.setup.options, _Options)
    except msgspec.ValidationError as error:
        raise SaveError("save.options", "The options of this game cannot be read: {why}", why=error) from error
    return loader.load(header.setup.plugins, options.plugins, system=header.setup.system)


class _Options(msgspec.Struct):
    """The form of a game's options, which a save brings from elsewhere."""

    switches: dict[str, str] = {}
    answers: dict[str, str] = {}
    plugins: dict[str, dict[str, Any]] = {}


def _bound(setup: Setup, content: Mapping[str, bytes], loaded: loader.Loaded) -> Game:
    """The game of the loaded system. Raises `ContentError`, and `PluginError` naming a system that is not one."""
    found = loaded.system.found
    try:
        game = loaded.system.rules.bind(content, setup, loaded)
    except (DefianceError, ContentError):
        raise
    except Exception as error:
        if loaded.system.built_in:
            raise
        why = f"{type(error).__name__}: {error}"
        raise PluginError(
            "plugin.failed", "The plugin {name!r} failed in {hook}: {why}.", name=found.id, hook="bind", why=why
        ) from error
    return game if loaded.system.built_in else check_game(found.id, game)
