"""The window's long work, each piece a function for a thread: begin, open and tell a game, find what a new one offers.

Knows no Qt, and imports the systems and sessions where it needs them: the start of the window has no time for that. A
session is handed over whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

import msgspec

from defiance_qt.core.errors import DefianceError

if TYPE_CHECKING:
    from defiance_qt.core.port import GameSystem, Offerings, Sheet
    from defiance_qt.extend.found import Found
    from defiance_qt.extend.sessions import Session
    from defiance_qt.lab.chronicle import Kept, Printer
    from defiance_qt.lab.report.parts import Part
    from defiance_qt.shell.saves import Saves
    from defiance_qt.words.catalogue import Words

P = ParamSpec("P")
T = TypeVar("T")

SEEDS = 1_000_000


def tried(work: Callable[P, T], *args: P.args, **values: P.kwargs) -> Callable[[], T]:
    """Do the work now. Return a function that returns its result, or raises its error where that can be shown."""
    try:
        result = work(*args, **values)
    except (DefianceError, OSError) as error:
        failure = error
    else:
        return lambda: result

    def fail() -> T:
        raise failure

    return fail


class NewGame(msgspec.Struct, frozen=True):
    """The user's choices: the arguments of `Session.new`."""

    system: str
    title: str
    mission: str
    seed: int
    edition: str
    options: dict[str, Any]
    plugins: tuple[str, ...]


class Offered(NamedTuple):
    """What a new game can be made of: a system with its rules, the choices, the plugins and the texts."""

    system: str
    systems: list[Found]
    rules: GameSystem
    offerings: Offerings
    plugins: list[Found]
    words: Words
    waiting: frozenset[str] = frozenset()
    """The plugins that run code that nobody has trusted yet."""


def random_seed() -> int:
    import secrets

    return secrets.randbelow(SEEDS)


def default_game(
    offered: Offered, plugins: Sequence[str] = (), options: Mapping[str, Mapping[str, Any]] = {}
) -> NewGame:
    """Return the game that is begun when nothing is chosen, with those of the plugins that can be used."""
    first = offered.offerings.scenarios[0]
    usable = {one.id: one.manifest for one in offered.plugins if one.manifest and one.id not in offered.waiting}
    chosen = tuple(id for id in sorted(plugins) if id in usable)
    values = {}
    for id in chosen:
        if own := usable[id].fitting(options.get(id, {})):
            values[id] = own
    return NewGame(
        offered.system, first.title, first.id, random_seed(), "", {"plugins": values} if values else {}, chosen
    )


def _is_language(found: Found) -> bool:
    return found.manifest is not None and found.manifest.kind == "language"


def _waits(found: Found) -> bool:
    """Return whether a plugin runs code that nobody has trusted yet."""
    from defiance_qt.extend.trust import untrusted

    return found.runs_code and not found.bundled and untrusted(found, found.sha256) is not None


def offer(system: str, language: str) -> Offered:
    """Return what a system offers for a new game, the first system found if it is not there. Raises
    `DefianceError`."""
    from defiance_qt.extend.found import available, default_folders
    from defiance_qt.extend.systems import found_systems, load_system, words_of

    systems = [one for one in found_systems() if one.manifest is not None]
    if system not in {one.system for one in systems}:
        system = systems[0].system
    rules = load_system(system).rules
    # A language is the window's, whatever the game.
    plugins = [one for one in available(default_folders()) if one.serves(system) and not _is_language(one)]
    offerings = rules.offerings(rules.content())
    waiting = frozenset(one.id for one in plugins if _waits(one))
    return Offered(system, systems, rules, offerings, plugins, words_of(system, language), waiting)


def warm(system: str, language: str) -> Offered:
    """Load what any game needs, and return what this system offers. Raises `DefianceError`."""
    import defiance_qt.extend.sessions
    import defiance_qt.journal.recorder  # noqa: F401  the first step shall not wait for it

    return offer(system, language)


def texts_of(session: Session, language: str) -> tuple[Words, dict[str, str]]:
    """Return the texts of a game, and the names of all plugins by their ids if it has any."""
    from defiance_qt.extend.found import available, default_folders

    names = {one.id: one.name(language) for one in available(default_folders())} if session.setup.plugins else {}
    return session.words(language), names


def begin(chosen: NewGame, path: Path, set_up: bool = False) -> Session:
    """Begin a game. `set_up`: a bot sets up the table. Raises as `Session.new` does."""
    from defiance_qt.extend.sessions import Session

    session = Session.new(
        chosen.system,
        mission=chosen.mission,
        seed=chosen.seed,
        edition=chosen.edition,
        options=chosen.options,
        plugins=chosen.plugins,
        path=path,
    )
    if set_up:
        try:
            _set_up(session)
        except BaseException:
            session.close()
            raise
    return session


def _set_up(session: Session) -> None:
    from defiance_qt.lab.bots import make_bot

    bot = make_bot("", session.setup.seed, session.setup.system)
    game = session.game
    while game.summary(session.state).setting_up and (legal := session.legal()):
        session.submit(bot.choose(game, session.state, legal))


def open_game(path: Path, copies: Saves | None = None, opened: Callable[[], Session] | None = None) -> Session:
    """Open a save, and copy it among the copies. `opened` returns or raises what came of opening it before. Raises
    `SaveError`."""
    from defiance_qt.extend.opening import open_save
    from defiance_qt.shell.copies import keep

    session = open_save(path) if opened is None else opened()
    if copies is not None:
        keep(copies, session, path)
    return session


def learn(system: str, id: str, new_path: Callable[[str], Path], words: Words) -> tuple[Session, Path | None]:
    """Lay the table of a lesson; a guide's game is stored at a new path, named after what is played in these words: the
    game goes on when the guide is done. Return the path too. Raises `ContentError` and `SaveError`."""
    from defiance_qt.extend.sessions import Session
    from defiance_qt.extend.systems import load_system

    rules = load_system(system).rules
    course = rules.lesson(rules.content(), id)
    path = None
    if course is not None and course.lesson.kind == "guide":
        scenarios = {one.id: one.title for one in rules.offerings(rules.content()).scenarios}
        path = new_path(words(scenarios[course.mission]))
    return Session.lesson(id, system, path=path), path


def write_story(session: Session, path: Path, language: str) -> None:
    """Write the story of a game. Raises `SaveError`."""
    from defiance_qt.journal import disk
    from defiance_qt.lab.story import story

    lines = (f"{line}\n".encode() for line in story(session, session.words(language)))
    disk.replace_file(path, lines)


def sheets(session: Session, language: str) -> tuple[Sheet, ...]:
    """Return the sheets of a game where it stands. Raises `NoSheets`."""
    from defiance_qt.lab import sheets

    return sheets.sheets(session, session.words(language), session.game.system)


def chronicle(session: Session, language: str) -> Kept:
    """Return the chronicle of a game. Raises `DefianceError`."""
    from defiance_qt.lab.chronicle import kept

    return kept(session, session.words(language), session.game.system)


def write_chronicle(found: Kept, path: Path, words: Words, printer: Printer | None = None) -> None:
    """Write a chronicle in the form that the file's name ends in. Raises `DefianceError`."""
    from defiance_qt.lab.chronicle import write

    write(found, path, words, printer, over=True)


def report(session: Session | None, window: Mapping[str, str], picture: bytes) -> list[Part]:
    """Return what a report about an open game would hold. Raises `SaveError`, `OSError`."""
    from defiance_qt.lab.report.parts import of_session

    return of_session(session, window, picture)


def report_on(path: Path) -> list[Part]:
    """Return what a report about a save would hold. Raises `SaveError`, `OSError`."""
    from defiance_qt.lab.report.parts import of_file

    return of_file(path)


def write_report(parts: Sequence[Part], path: Path) -> None:
    """Write a report. Raises `SaveError`."""
    from defiance_qt.journal import disk
    from defiance_qt.lab.report.parts import zipped

    disk.replace_file(path, (zipped(parts),))


def close(session: Session) -> None:
    """Close a game that nobody waits for any more."""
    session.close()
