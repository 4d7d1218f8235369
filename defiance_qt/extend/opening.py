"""Opens saves and text forms: their game system, content and plugins are bound to what the file holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from defiance_qt import __version__
from defiance_qt.core.errors import ContentError, DefianceError, Message, PluginError, SaveError
from defiance_qt.core.port import Game
from defiance_qt.core.session import descriptions
from defiance_qt.core.unknown import UnknownGame
from defiance_qt.extend import loader
from defiance_qt.extend.binding import bound, loaded_for, stays
from defiance_qt.extend.found import safe
from defiance_qt.extend.game import system_stamp_of
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.sources import too_deep
from defiance_qt.journal import disk, file, record, store
from defiance_qt.journal.lent import Lent
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import differences, passport
from defiance_qt.journal.reading import Row

RECORD = ".jsonl"


def open_save(path: Path | str, *, read_only: bool = False, stay: bool = True, defaults: bool = False) -> Session:
    """Open a save, or a text form, which is read into memory. Raises `SaveError`.

    Its plugins are those of the versions that it was made with, where copies of them were kept, and else, or without
    `stay`, those that are installed. With `defaults` one whose options have changed is used with the defaults of those
    that do not fit (`OpenGame.reset`); else it is missing.

    A game whose system is missing opens read-only: `Session.readable_only`, with the reason in `missing`.
    """
    path = Path(path)
    if path.suffix == RECORD:
        with _any_damage(path):
            journal = record.read_record(path, bind)
    else:
        journal = store.open_journal(path, read_only=read_only)
    try:
        with _any_damage(path):
            return _resumed(journal, stay, defaults)
    except BaseException:
        journal.close()
        raise


def open_lent(rows: Sequence[Row], name: str, *, stay: bool = True) -> Session:
    """Open a game that another process plays, read-only, from the entries that it was stored with so far
    (`StoredJournal.rows`). `name` is that of its save in messages. Raises `SaveError`."""
    return _resumed(store.StoredJournal(name, Lent(rows, name)), stay, False)


def describe_save(path: Path | str, title: str | None = None, comment: str | None = None) -> None:
    """Store a name of the game and a note on it in its save; None leaves the one there is. Needs no game system.
    Raises `SaveError`."""
    with store.open_journal(path) as journal:
        journal.extend(descriptions(title, comment))


def _resumed(journal: store.StoredJournal, stay: bool, defaults: bool) -> Session:
    header, updates = journal.header, tuple(journal.updates())
    missing: tuple[PluginError, ...] = ()
    loaded: list[loader.Loaded] = []
    games: list[Game] = []
    try:
        # All or none: a game without its rules cannot hold what happened under them, nor the reverse.
        for one in (header, *updates):
            loaded.append(loaded_for(one, stay, defaults))
            _check_depth(one.content, loaded[-1].content, journal.name)
            games.append(bound(one.setup, one.content, loaded[-1]))
    except PluginError as error:
        loaded, games, missing = [], [UnknownGame(header.setup)], (_needed(error, header),)
    session = Session.resumed(journal, games, loaded, stay)
    last = loaded[-1] if loaded else None
    game = session.host
    game.missing = missing if last is None else last.refused
    game.undecidable = tuple({error.message: error for one in loaded for error in one.refused}.values())
    game.reset = tuple(error for one in loaded for error in one.reset)
    found = () if last is None else (*_changes((header, *updates)[-1], last), *stays(last), *last.faults)
    game.changes = (*(() if journal.doubt is None else (journal.doubt,)), *found)
    return session


def _check_depth(content: Mapping[str, bytes], own: Mapping[str, bytes], name: str) -> None:
    """Check the content of a save where it differs from that of today, which has been read. Raises `SaveError`."""
    for path, source in content.items():
        if source != own.get(path) and too_deep(source):
            why = Message("save.too_deep", "it is nested too deeply")
            raise SaveError("save.in_file", "{file}: {why}", file=name, why=f"{path}: {why}")


def _needed(error: PluginError, header: Header) -> PluginError:
    """Return why a game's system is missing: for one that is nowhere, which plugin brings it."""
    stamp = system_stamp_of(header)
    if error.message.key != "system.unknown" or stamp is None:
        return error
    if safe():
        return PluginError(
            "system.left_out",
            "This game needs the plugin {name!r} {version}, which safe mode leaves out.",
            name=stamp.id,
            version=stamp.version,
        )
    return PluginError(
        "system.needed",
        "This game needs the plugin {name!r} {version}, which is not installed.",
        name=stamp.id,
        version=stamp.version,
    )


def _changes(header: Header, loaded: loader.Loaded) -> Iterator[Message]:
    """Yield what has changed since the save was written: the program, its content, the plugins."""
    now = passport(__version__, loaded.content, loaded.stamps)
    # While a plugin is missing, it cannot be told whether a file of the built-in name was the plugin's.
    own = () if loaded.refused else loaded.own_content
    changed = any(header.content.get(name) != loaded.content[name] for name in own)
    return differences(header.passport, now, content_changed=changed)


@contextmanager
def _any_damage(path: Path) -> Iterator[None]:
    """Turn whatever a damaged or forged save raises in a game into one sentence that names the file."""
    try:
        yield
    except DefianceError as error:
        if "file" in error.message.values and not isinstance(error, ContentError):
            raise
        raise SaveError("save.in_file", "{file}: {why}", file=disk.shown(path), why=error) from error
    except Exception as error:
        raise SaveError(
            "save.unfit",
            "{file} does not fit this game: {why}",
            file=disk.shown(path),
            why=f"{type(error).__name__}: {error}",
        ) from error


def import_record(source: Path | str, into: Path | str) -> None:
    """Create a save from a text form, once all of it has been replayed. Raises `SaveError`."""
    file.check_new(Path(into))
    with open_save(source, read_only=True) as session:
        session.copy_to(into)


def bind(header: Header) -> Game:
    """Return the game that a header describes, over the content it carries; an `UnknownGame` if its system is
    missing."""
    try:
        return bound(header.setup, header.content, loaded_for(header))
    except PluginError:
        return UnknownGame(header.setup)
