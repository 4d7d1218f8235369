"""Harm during play: the save is deleted, replaced, cut or cannot grow while a game is open, or the machine stalls.

A step counts as shown when the submission returns. Every step shown must be in the file afterwards; where that cannot
be, the step has to be refused before it is shown, and the whole game can still be written elsewhere.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from tests.workshop.torture.cases import HELD, LOST, REFUSED, STUCK, TOUCHED, Case, Fault, Tell
from tests.workshop.torture.doors import difference, raw_is_a_fault, read, sentence, snapshot
from tests.workshop.torture.full import FULL, full
from tests.workshop.torture.games import RECORD, SAVE, Base, Contents, contents, digest, log_of, one_turn
from tests.workshop.torture.parts import Part, evenly
from tests.workshop.torture.places import PLACES, put
from tests.workshop.torture.stalled import STALLED, stalled

TURNS = 6
"""The turns before the harm, and the most after it."""


@dataclass
class Playing:
    """A game in play, and the means to harm its file. `foreign` is what stands at the path if it was replaced."""

    session: Session
    path: Path
    chance: random.Random
    other: Base
    foreign: dict[str, str] = field(default_factory=dict)
    closing: ExitStack = field(default_factory=ExitStack)


Harm = Callable[[Playing], None]
HARMS: dict[str, Harm] = {}


def harm(act: Harm) -> Harm:
    """Enter a function as the harm that it is named after."""
    HARMS[f"play_{act.__name__}"] = act
    return act


@harm
def nothing(game: Playing) -> None:
    """No harm: every step has to be accepted."""


@harm
def deleted(game: Playing) -> None:
    """The file is deleted, with or without its log."""
    game.path.unlink()
    if game.chance.random() < 0.5:
        _unlink_all(game)


def _unlink_all(game: Playing) -> None:
    for path in list(game.path.parent.glob(game.path.name + "-*")):
        path.unlink()


@harm
def moved(game: Playing) -> None:
    """The file, or the folder, gets another name."""
    folder = game.path.parent
    if game.chance.random() < 0.5:
        game.path.rename(folder / "moved.defiance")
    else:
        folder.rename(folder.with_name("moved"))
        game.closing.callback(lambda: shutil.rmtree(folder.with_name("moved"), ignore_errors=True))


def lasting(folder: Path) -> dict[str, str]:
    """Return the files that hold something; the log's index is made again by whoever opens the save."""
    return {name: seen for name, seen in snapshot(folder).items() if not name.endswith("-shm")}


@harm
def replaced(game: Playing) -> None:
    """Another save takes the file's place, as a sync tool does it."""
    new = game.path.with_name("new")
    shutil.copyfile(game.other.path, new)
    new.replace(game.path)
    log, own = log_of(game.other.path), log_of(game.path)
    copied = log.exists() and game.chance.random() < 0.5
    if copied:
        shutil.copyfile(log, own)
    # The log that was written here has to go: it would be taken for that of the other save.
    game.foreign = {name: seen for name, seen in lasting(game.path.parent).items() if copied or name != own.name}


@harm
def replaced_by_a_copy(game: Playing) -> None:
    """An older copy of the same save takes the file's place."""
    new = game.path.with_name("new")
    shutil.copyfile(game.path, new)
    new.replace(game.path)
    if game.chance.random() < 0.5:
        _unlink_all(game)


@harm
def folder_removed(game: Playing) -> None:
    """The folder with the save is removed."""
    shutil.rmtree(game.path.parent)


@harm
def truncated(game: Playing) -> None:
    """The file or its log is cut to nothing, or by half."""
    path = game.chance.choice([path for path in (game.path, log_of(game.path)) if path.exists()])
    os.truncate(path, game.chance.choice((0, path.stat().st_size // 2)))


@harm
def overwritten(game: Playing) -> None:
    """Another program writes zeros or another save into the file itself."""
    data = game.chance.choice((bytes(game.path.stat().st_size), game.other.path.read_bytes()))
    with game.path.open("r+b") as file:
        file.write(data)


@harm
def log_deleted(game: Playing) -> None:
    """The write-ahead log and its index are deleted."""
    _unlink_all(game)


@harm
def disk_full(game: Playing) -> None:
    """No file can grow any more, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    sizes = [path.stat().st_size for path in game.path.parent.iterdir()]
    limit = max(sizes) + game.chance.choice((0, 100, 4096, 9000))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    game.closing.callback(resource.setrlimit, resource.RLIMIT_FSIZE, before)


@harm
def log_overwritten(game: Playing) -> None:
    """Another program writes zeros or rubbish into the write-ahead log itself."""
    log = log_of(game.path)
    size = log.stat().st_size if log.exists() else 0
    with log.open("r+b" if size else "wb") as file:
        where = game.chance.randrange(max(1, size))
        file.seek(where)
        file.write(game.chance.choice((bytes(size - where), game.chance.randbytes(max(1, size - where)))))


@harm
def no_file(game: Playing) -> None:
    """A folder, a FIFO or a link in a circle takes the file's place."""
    game.path.unlink()
    put(game.path, game.chance.choice(PLACES))


@harm
def appended(game: Playing) -> None:
    """Another program appends to the file or its log."""
    path = game.chance.choice([path for path in (game.path, log_of(game.path)) if path.exists()])
    with path.open("ab") as file:
        file.write(game.chance.choice((b"x", bytes(4096), game.chance.randbytes(5000))))


@harm
def locked(game: Playing) -> None:
    """Another process locks the file, and lets it go before the game is closed."""
    held = sqlite3.connect(game.path, isolation_level=None, timeout=0)
    game.closing.callback(held.close)
    # Whoever has changed nothing has not locked anything yet.
    with suppress(sqlite3.OperationalError):
        held.execute("BEGIN IMMEDIATE")


@harm
def merged(game: Playing) -> None:
    """Another program merges the write-ahead log into the file, as a backup tool does."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(game.path, timeout=0)) as other:
        other.execute(f"PRAGMA wal_checkpoint({game.chance.choice(('PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'))})")


@harm
def name_in_other_case(game: Playing) -> None:
    """The file is renamed away and back, and gets a second name."""
    second = game.path.with_name("GAME.DEFIANCE")
    game.path.rename(second)
    second.rename(game.path)
    game.path.with_name("second").hardlink_to(game.path)


@harm
def gone_on_elsewhere(game: Playing) -> None:
    """Another window opens the same save and plays on."""
    with open_save(game.path) as session:
        one_turn(session, game.chance)


class _OnSaves(Part):
    """Harms the copy of a save while it is open."""

    def begun(self, room: Path, chance: random.Random) -> tuple[Path, Base]:
        """Copy a game into the room. Return where it is, and another game."""
        base = chance.choice([one for one in self.bases if one.form == SAVE])
        self.base = base.name
        path = room / "play" / "game.defiance"
        path.parent.mkdir(parents=True)
        shutil.copyfile(base.path, path)
        return path, chance.choice([one for one in self.bases if one.form != RECORD and one.name != base.name])


class Closed(_OnSaves):
    """Runs games whose file is harmed since the last step, and which are then closed without another one.

    Every step shown is in the file, in one that it was moved to, or closing says that it is not; a file that is not the
    one that was written is left alone, and the whole game can be written elsewhere.
    """

    weights: ClassVar = evenly(name.replace("play_", "close_", 1) for name in HARMS)

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        path, other = self.begun(room, chance)
        session = open_save(path)
        game = Playing(session, path, chance, other)
        for _ in range(chance.randrange(1, TURNS)):
            one_turn(session, chance)
        shown = list(contents(session).entries)
        with game.closing:
            HARMS[case.kind.replace("close_", "play_", 1)](game)
            tell("close")
            with raw_is_a_fault() as refused:
                session.close()
            if game.foreign and (changed := difference(game.foreign, lasting(path.parent))):
                raise Fault(TOUCHED, f"the other save: {changed}")
            if refused:
                tell("write elsewhere")
                with raw_is_a_fault() as again:
                    session.copy_to(room / "elsewhere.defiance")
                if again and case.kind != "close_disk_full":
                    raise Fault(LOST, f"the game cannot be written elsewhere: {again[0]}")
                return refused[0], REFUSED
            tell("open again")
            check_kept(room, shown)
        return "every step is in a file", HELD


def check_kept(room: Path, shown: Sequence[str], said: str = "") -> None:
    """Raises `Fault` unless a save below the room has every entry that was shown. `said` is the sentence at closing."""
    answers = [read(one).contents for one in room.rglob("*.defiance") if one.is_file()]
    if not any(one is not None and list(one.entries[: len(shown)]) == shown for one in answers):
        raise Fault(LOST, f"{said or 'closed without a word'}: no file has the {len(shown)} entries that were shown")


class Absent(_OnSaves):
    """Runs games whose file is harmed while they are played."""

    weights: ClassVar = evenly((*HARMS, *FULL, STALLED))

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        if case.kind == STALLED:
            return stalled(chance, tell)
        path, other = self.begun(room, chance)
        if case.kind in FULL:
            return full(case, path, chance, other, tell)
        return self._run(case, path, chance, other, room, tell)

    def _run(
        self, case: Case, path: Path, chance: random.Random, other: Base, room: Path, tell: Tell
    ) -> tuple[str, str]:
        session = open_save(path)
        game = Playing(session, path, chance, other)
        for _ in range(chance.randrange(1, TURNS)):
            one_turn(session, chance)
        whole = contents(session)
        with game.closing:
            HARMS[case.kind](game)
            shown, refused = self._play(session, whole, chance, tell)
            if refused:
                tell("write elsewhere")
                if case.kind != "play_disk_full":
                    self._elsewhere(session, shown, room)
            tell("close")
            with raw_is_a_fault() as refusal:
                session.close()
            if game.foreign and (changed := difference(game.foreign, lasting(path.parent))):
                raise Fault(TOUCHED, f"the other save: {changed}")
        tell("open again")
        self._there(path, shown, refused, case.kind)
        if case.kind == "play_nothing" and (refused or refusal):
            raise Fault(STUCK, f"refused without a reason: {refused or refusal}")
        return (refused or "every step is in the file"), REFUSED if refused else HELD

    @staticmethod
    def _play(session: Session, whole: Contents, chance: random.Random, tell: Tell) -> tuple[list[str], str]:
        """Play on; return the digests of all entries shown, and the last refusal."""
        journal: Any = session.journal
        shown, refused, append = list(whole.entries), "", journal.append
        stored: list[Any] = []

        def watched(entry: Any) -> bytes:
            packed: bytes = append(entry)
            stored.append(entry)
            return packed

        with suppress(AttributeError):
            journal.append = watched
        for _ in range(TURNS):
            tell("play on")
            before, head, entries = session.state, session.head, session.timeline.entries
            with raw_is_a_fault() as refusal:
                one_turn(session, chance)
            if refusal:
                refused = refusal[0]
                if session.state is not before or session.head != head or session.timeline.entries != entries:
                    raise Fault(LOST, f"a step was shown and refused: {refused}")
        return [*shown, *map(digest, stored)][: session.timeline.entries], refused

    @staticmethod
    def _elsewhere(session: Session, shown: list[str], room: Path) -> None:
        """Write the game elsewhere, as a record and as a save to go on with; everything shown must be in it."""
        ways: tuple[tuple[Path, Callable[[Path], None]], ...] = (
            (room / "elsewhere.jsonl", session.export),
            (room / "elsewhere.defiance", session.move_to),
        )
        for target, write in ways:
            try:
                write(target)
            except DefianceError as error:
                raise Fault(LOST, f"the game cannot be written elsewhere: {sentence(error)}") from error
            except Exception as error:
                raise Fault(LOST, f"the game cannot be written elsewhere: {type(error).__name__}: {error}") from error
            written = read(target)
            if written.contents is None:
                raise Fault(LOST, f"what was written elsewhere does not open: {written.refused}")
            if list(written.contents.entries[: len(shown)]) != shown:
                raise Fault(LOST, f"{len(written.contents.entries)} of {len(shown)} entries were written elsewhere")

    @staticmethod
    def _there(path: Path, shown: list[str], refused: str, kind: str) -> None:
        """Raises `Fault` if entries that were shown are not in the file and no step was refused."""
        answer = read(path)
        found = answer.contents
        if refused:
            return
        if found is None:
            raise Fault(LOST, f"all steps were shown, and the file does not open: {answer.refused}")
        if list(found.entries[: len(shown)]) != shown:
            lost = next((n for n, one in enumerate(shown) if n >= len(found.entries) or found.entries[n] != one), 0)
            raise Fault(LOST, f"{len(shown)} entries were shown, those from {lost} on are not in the file")
