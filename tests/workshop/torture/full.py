"""A disk that becomes full while something is written to it: a step, a record, a new save, the settings.

What is replaced is the old file or the new one. What is refused leaves nothing behind, and goes through once there is
room again.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from defiance_qt.core.port import Summary
from defiance_qt.extend.opening import import_record, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell import settings
from defiance_qt.shell.saves import Saves
from tests.workshop.torture.cases import HELD, LEFT, LOST, REFUSED, STUCK, TOUCHED, Case, Fault, Tell
from tests.workshop.torture.doors import difference, raw_is_a_fault, read, snapshot
from tests.workshop.torture.games import Base, begin, contents, digest, log_of, one_turn
from tests.workshop.torture.space import fill, small_disk

SIZE = 8 << 20
TURNS = 12

LEFTS = (0, 0, 4096, 8192, 16384, 40960)
"""The bytes that are left on the disk."""

Write = Callable[[Path, Base, random.Random], tuple[Path, Callable[[], object]]]
"""Prepares a folder; returns what is written, and the act that writes it."""


def _export(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    target = folder / "game.jsonl"
    with open_save(other.path, read_only=True) as session:
        session.export(target)
    session = open_save(folder / "game.defiance", read_only=True)
    return target, lambda: session.export(target, replace=True)


def _export_new(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    session = open_save(folder / "game.defiance", read_only=True)
    target = folder / "new.jsonl"
    return target, lambda: session.export(target)


def _import(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    source = folder / "source.jsonl"
    with open_save(other.path, read_only=True) as session:
        session.export(source)
    target = folder / "new.defiance"
    return target, lambda: import_record(source, target)


def _create(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    target = folder / "new.defiance"
    return target, lambda: begin(other.system, chance.randrange(99), (), target).close()


def _copy(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    session = open_save(folder / "game.defiance", read_only=True)
    target = folder / "new.defiance"
    return target, lambda: session.copy_to(target)


def _settings(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    settings.store(folder, settings.Settings(theme="light"))
    return folder / "window.json", lambda: settings.store(folder, settings.Settings(theme="dark"))


def _recent(folder: Path, other: Base, chance: random.Random) -> tuple[Path, Callable[[], object]]:
    saves = Saves(folder)
    saves.remember(folder / "game.defiance", "system", Summary("title"))
    return folder / "recent.json", lambda: saves.remember(folder / "game.defiance", "system", Summary("another"))


WRITES: dict[str, Write] = {
    "full_export": _export,
    "full_export_new": _export_new,
    "full_import": _import,
    "full_create": _create,
    "full_copy": _copy,
    "full_settings": _settings,
    "full_recent": _recent,
}

FULL = ("play_full", *(f"play_{name}" for name in WRITES))
"""The kinds of harm with a full disk."""


def full(case: Case, path: Path, chance: random.Random, other: Base, tell: Tell) -> tuple[str, str]:
    """Return a sentence and the outcome of a case on a disk that becomes full. Raises `Fault`."""
    kept = path.with_name("kept")
    path.rename(kept)
    disk = path.parent.with_name("disk")
    with small_disk(disk, SIZE):
        game = disk / path.name
        shutil.copyfile(kept, game)
        if case.kind == "play_full":
            return _played(game, chance, tell)
        return _written(WRITES[case.kind.removeprefix("play_")], game, chance, other, tell)


def _written(write: Write, game: Path, chance: random.Random, other: Base, tell: Tell) -> tuple[str, str]:
    target, act = write(game.parent, other, chance)
    filling = fill(game.parent, chance.choice(LEFTS))
    before = snapshot(game.parent)
    tell("write")
    with raw_is_a_fault() as refused:
        act()
    after = snapshot(game.parent)
    # A list of games that cannot be stored is made again from the saves; nothing is said, or left.
    if refused and (changed := difference(before, after)):
        raise Fault(LEFT if set(after) - set(before) else TOUCHED, f"{changed}, after: {refused[0]}")
    left = set(after) - set(before) - {target.name}
    log = log_of(target)
    if not refused and left and not (log.exists() and not log.stat().st_size):
        raise Fault(LEFT, f"{sorted(left)} after {target.name} was written")
    filling.unlink()
    if not refused and left:
        # SQLite leaves an empty log where there is no room for its index. The next game removes it.
        tell("go on")
        with open_save(target) as session:
            session.note("there is room again", 0)
        if left := set(snapshot(game.parent)) - set(before) - {target.name}:
            raise Fault(LEFT, f"{sorted(left)} after the game in {target.name} went on")
        return "it is written", HELD
    tell("again")
    with raw_is_a_fault() as again:
        if refused or before.get(target.name) == after.get(target.name):
            act()
    if again:
        raise Fault(STUCK, f"there is room again, and still: {again[0]}")
    return (refused[0], REFUSED) if refused else ("it is written", HELD)


def _played(game: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
    """Play until the disk is full, and on once there is room again."""
    session = open_save(game)
    shown = list(contents(session).entries)
    for _ in range(chance.randrange(3)):
        shown += _turn(session, chance)[0]
    filling = fill(game.parent, chance.choice(LEFTS))
    refused = ""
    for number in range(TURNS):
        tell("play on")
        if number == TURNS // 2:
            filling.unlink()
        more, said = _turn(session, chance)
        shown += more
        refused = said or refused
        if said and number > TURNS // 2 + 1:
            raise Fault(STUCK, f"there is room again, and still: {said}")
    tell("close")
    with raw_is_a_fault() as closed:
        session.close()
    if closed:
        raise Fault(STUCK, f"it cannot be closed: {closed[0]}")
    if log_of(game).exists():
        raise Fault(LEFT, "the log is still beside the closed save")
    tell("open again")
    answer = read(game)
    if answer.contents is None:
        raise Fault(LOST, f"{len(shown)} entries were shown, and the file does not open: {answer.refused}")
    if list(answer.contents.entries) != shown:
        raise Fault(LOST, f"{len(shown)} entries were shown, and the file holds {len(answer.contents.entries)}")
    return (refused or "every step is in the file"), REFUSED if refused else HELD


def _turn(session: Session, chance: random.Random) -> tuple[list[str], str]:
    """Do one thing; return the digests of the entries that it stored, and a refusal. Raises `Fault`."""
    journal: Any = session.journal
    before, head, count = session.state, session.head, session.timeline.entries
    with raw_is_a_fault() as refused:
        one_turn(session, chance)
    more = session.timeline.entries - count
    if refused and (session.state is not before or session.head != head or more):
        raise Fault(LOST, f"a step was shown and refused: {refused[0]}")
    found = [digest(entry) for entry, _ in journal.read()][count:] if more else []
    return found, refused[0] if refused else ""
