"""The games that are damaged: played at random in every system, kept in a folder, each with what it holds."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, State
from defiance_qt.core.session import Session as CoreSession
from defiance_qt.core.timeline import Entry, Setting, Step, Timeline
from defiance_qt.extend.carried import NAME, NAMES
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.journal import mapper
from tests.workshop.tools import tools_of

SAVE = "save"
LIVE = "live"
RECORD = "record"
FORMS = (SAVE, LIVE, RECORD)
"""A closed save; a save with its write-ahead log, as it is during play; a text record."""

LENGTHS = (1, 9, 40, 150)
"""The numbers of steps of the games."""

HASTE = 0.2
"""How likely the part of a campaign that is played is cut short in each turn: so a game comes to missions, to what lies
between them, and to results that are written down."""

ENCODE = msgspec.msgpack.Encoder(order="deterministic").encode


class Contents(msgspec.Struct, frozen=True):
    """What a game holds, as digests: its header, its entries in order, and its state."""

    header: str
    entries: tuple[str, ...]
    state: str

    @property
    def steps(self) -> int:
        return len(self.entries)


class Base(msgspec.Struct, frozen=True):
    """A sound game in a file. `states` are the digests of the state after each entry."""

    name: str
    form: str
    system: str
    path: Path
    contents: Contents
    states: tuple[str, ...]
    campaign: str = ""
    """The campaign that is played, "" for a single mission."""

    def earlier(self, found: Contents) -> bool:
        """Return whether these are the contents of this game at an earlier entry."""
        count = len(found.entries)
        return (
            found.header == self.contents.header
            and 0 < count < len(self.contents.entries)
            and found.entries == self.contents.entries[:count]
            and found.state == self.states[count - 1]
        )


def digest(value: Any) -> str:
    """Return the digest of a state, an entry or a header."""
    return sha256(ENCODE(value)).hexdigest()


def contents(session: Session) -> Contents:
    """Return what an open game holds."""
    journal: Any = session.journal
    entries = tuple(map(digest, _played(session)))
    return Contents(digest(journal.header), entries, digest(session.state))


def _played(session: Session) -> Iterator[Entry]:
    """Yield the entries of a game, but for the sentences that the save of a plugin's system is given when it is closed:
    they come after what was shown."""
    journal: Any = session.journal
    for entry, _ in journal.read():
        if not (isinstance(entry, Setting) and entry.name.startswith((NAME, NAMES))):
            yield entry


def states(session: Session) -> tuple[str, ...]:
    """Return the digest of the state after each entry, folded here and not by the session."""
    timeline = Timeline()
    found: list[str] = []
    for entry in _played(session):
        if isinstance(entry, Step):
            state: State = timeline.state if entry.number else session.game.blank()
            for event in entry.events:
                state = session.game.evolve(state, event)
            timeline.add(entry, state)
        else:
            timeline.apply(entry)
        found.append(digest(timeline.state))
    return tuple(found)


def plugins_of(system: str) -> tuple[str, ...]:
    """Return the bundled plugins that a game of the system can use."""
    return tuple(one.id for one in available(bundled_folders()) if one.manifest is not None and one.serves(system))


# ---- playing --------------------------------------------------------------------------------------------------------


def begin(
    system: str,
    seed: int,
    plugins: Sequence[str] = (),
    path: Path | None = None,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
) -> Session:
    """Return a new game of the system's first scenario."""
    rules = systems()[system]
    chosen = scenario or rules.offerings(rules.content()).scenarios[0].id
    return Session.new(system, mission=chosen, seed=seed, options=options, plugins=tuple(plugins), path=path)


def a_command(session: CoreSession, chance: random.Random) -> Command | None:
    """Return a random legal command, None when nothing can be done."""
    legal = session.legal()
    if legal:
        return chance.choice(legal)
    request = session.game.request(session.state)
    if request is None:
        return None
    return session.game.answer(session.state, tuple(chance.randrange(size) for size in request.sizes))


def one_step(session: CoreSession, chance: random.Random) -> bool:
    """Play one random command. Return whether there was one."""
    if session.result is not None:
        return False
    command = a_command(session, chance)
    if command is None:
        return False
    session.submit(command)
    return True


def one_turn(session: Session, chance: random.Random) -> None:
    """Do one thing that a user can do: usually a command, sometimes a move through the timeline or a note."""
    dice = chance.random()
    there = chance.randrange(len(session.timeline))
    if dice < 0.04:
        session.jump(there)
    elif dice < 0.08:
        session.fork(there, f"way {there}")
    elif dice < 0.12:
        session.checkpoint(f"here {there}", there)
    elif dice < 0.14:
        session.note("Ω note — заметка", there)
    elif dice < 0.16:
        session.dice_after_undo = chance.choice(("same", "fresh"))
    elif dice < 0.17:
        journal: Any = session.journal
        session.update(session.game, journal.header)
    elif dice < 0.25 or not one_step(session, chance):
        try:
            session.undo()
        except Illegal:
            session.jump(0)


def played(session: Session, chance: random.Random, steps: int, haste: float = 0.0) -> Session:
    """Play until the game holds that many steps. Long moves through the timeline end it sooner."""
    for _ in range(3 * steps):
        if len(session.timeline) >= steps:
            break
        if haste and chance.random() < haste and (commands := tools_of(session.setup.system).hasten(session, chance)):
            session.submit(*commands)
        else:
            one_turn(session, chance)
    return session


def campaigns_of(system: str) -> tuple[str, ...]:
    """Return the ids of the system's campaigns."""
    rules = systems()[system]
    return tuple(one.id for one in rules.offerings(rules.content()).scenarios if one.campaign)


# ---- the collection -------------------------------------------------------------------------------------------------


def collection(kept: Path, folder: Path, lengths: Sequence[int] = LENGTHS) -> tuple[Base, ...]:
    """Return games of every system, form and length, with and without plugins, in the folder.

    They are played once and kept, so that a seed damages the same bytes again.
    """
    if kept.exists():
        shutil.copytree(kept, folder)
    found = tuple(_collected(folder, lengths))
    shutil.copytree(folder, kept, dirs_exist_ok=True)
    return found


def _collected(folder: Path, lengths: Sequence[int]) -> Iterator[Base]:
    for system in systems():
        plugins = plugins_of(system)
        for number, length in enumerate(lengths):
            for chosen in ((), plugins) if plugins else ((),):
                name = f"{system}-{length}{'-plugins' if chosen else ''}"
                yield from _made(folder / name, system, number + 1, length, chosen)
            for campaign in campaigns_of(system):
                yield from _made(folder / f"{campaign}-{length}", system, number + 1, length, (), campaign)


def _made(
    folder: Path, system: str, seed: int, length: int, plugins: tuple[str, ...], campaign: str = ""
) -> Iterator[Base]:
    """Yield one game in its three forms, played now unless it is kept."""
    places = {form: folder / form / f"game.{'jsonl' if form == RECORD else 'defiance'}" for form in FORMS}
    if not all(path.exists() for path in places.values()):
        shutil.rmtree(folder, ignore_errors=True)
        for path in places.values():
            path.parent.mkdir(parents=True)
        _play(places, system, seed, length, plugins, campaign)
    for form, path in places.items():
        with open_save(path, read_only=True) as session:
            yield Base(folder.name, form, system, path, contents(session), states(session), campaign)


def _play(
    places: dict[str, Path], system: str, seed: int, length: int, plugins: tuple[str, ...], campaign: str
) -> None:
    chance, haste = random.Random(f"{system} {seed} {plugins}"), HASTE if campaign else 0.0
    save = places[SAVE]
    # Two thirds are in the file itself, the rest in the write-ahead log of the living one.
    with begin(system, seed, plugins, save, campaign) as session:
        played(session, chance, max(1, 2 * length // 3), haste)
    with open_save(save) as session:
        session.checkpoint("opened again")
        played(session, chance, length, haste)
        for path in log_and(save):
            shutil.copyfile(path, places[LIVE].with_name(path.name))
    with open_save(save, read_only=True) as session:
        session.export(places[RECORD])


def log_and(save: Path) -> list[Path]:
    """Return the save and, where there is one, its write-ahead log."""
    log = log_of(save)
    return [save, log] if log.exists() else [save]


def log_of(save: Path) -> Path:
    """Return the path of a save's write-ahead log."""
    return save.with_name(save.name + "-wal")


HEADER = mapper.Header
