"""Kills: a child process plays, creates, exports or stores settings, and is killed at a random moment.

The child reports each entry as soon as it is shown. Whatever was reported must be in the file afterwards, and at most
one entry more. A file that is replaced is the old one or the new one.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from defiance_qt.core.port import Summary
from defiance_qt.core.session import descriptions
from defiance_qt.extend.opening import describe_save, import_record, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell import settings
from defiance_qt.shell.saves import Saves
from tests.workshop.torture.cases import CHANGED, LOST, RAW, SAME, Case, Fault, Tell
from tests.workshop.torture.doors import Answer, command, read
from tests.workshop.torture.games import (
    LIVE,
    RECORD,
    SAVE,
    Base,
    Contents,
    begin,
    contents,
    digest,
    log_of,
    one_step,
    one_turn,
)
from tests.workshop.torture.parts import Part, evenly

LATEST = 40
"""The child is killed after at most so many reports."""

LATER = 0.012
"""The seconds within which the kill comes after the last of them."""

PATIENCE = 4.0
"""The seconds after which the child is killed in any case."""


class Shown(msgspec.Struct):
    """What the child reports: the path, the digests of the entries shown since the last report, the state."""

    path: str
    entries: tuple[str, ...] = ()
    state: str = ""


@dataclass
class Child:
    """The child's side: where it works, and its way to report."""

    folder: Path
    chance: random.Random
    bases: Sequence[Base]
    pipe: int

    def base(self, form: str) -> Base:
        return self.chance.choice([one for one in self.bases if one.form == form])

    def report(self, path: Path, entries: Sequence[str] = (), state: str = "") -> None:
        os.write(self.pipe, msgspec.json.encode(Shown(str(path), tuple(entries), state)) + b"\n")

    def watch(self, session: Session, path: Path) -> Callable[[], None]:
        """Report what the game holds; return a function that reports what was shown since."""
        journal: Any = session.journal
        append, waiting = journal.append, list(contents(session).entries)

        def watched(entry: Any) -> bytes:
            packed: bytes = append(entry)
            waiting.append(digest(entry))
            return packed

        journal.append = watched

        def shown() -> None:
            self.report(path, waiting, digest(session.state))
            waiting.clear()

        shown()
        return shown


Activity = Callable[[Child], None]
Judge = Callable[[Path, list[Shown], Sequence[Base]], str]


def _play(child: Child) -> None:
    """Begin a game and play it."""
    base, path = child.base(SAVE), child.folder / "game.defiance"
    session = begin(base.system, child.chance.randrange(1000), (), path)
    shown = child.watch(session, path)
    while True:
        one_turn(session, child.chance)
        shown()


def _play_on(child: Child) -> None:
    """Open a game that was left open or closed, and play on."""
    base, path = child.base(child.chance.choice((SAVE, LIVE))), child.folder / "game.defiance"
    shutil.copyfile(base.path, path)
    if base.form == LIVE:
        shutil.copyfile(log_of(base.path), log_of(path))
    while True:
        with open_save(path) as session:
            shown = child.watch(session, path)
            for _ in range(child.chance.randrange(12)):
                one_turn(session, child.chance)
                shown()


def _travel(child: Child) -> None:
    """Undo, redo, jump, fork, name and note."""
    base, path = child.base(SAVE), child.folder / "game.defiance"
    shutil.copyfile(base.path, path)
    session = open_save(path)
    shown = child.watch(session, path)
    while True:
        there = child.chance.randrange(len(session.timeline))
        moves: tuple[Callable[[], object], ...] = (
            partial(session.jump, there),
            partial(session.fork, there, "way"),
            partial(session.checkpoint, "here", there),
            partial(session.note, "note", there),
            partial(session.travel, child.chance.choice((-1, 1))),
            partial(one_step, session, child.chance),
        )
        child.chance.choice(moves)()
        shown()


def _create(child: Child) -> None:
    """Begin one game after another."""
    base = child.base(SAVE)
    for number in range(10_000):
        path = child.folder / f"game-{number}.defiance"
        with begin(base.system, number, (), path) as session:
            child.watch(session, path)


def _import(child: Child) -> None:
    """Import a record again and again."""
    base = child.base(RECORD)
    for number in range(10_000):
        path = child.folder / f"game-{number}.defiance"
        import_record(base.path, path)
        child.report(path, base.contents.entries, base.contents.state)


def _export(child: Child) -> None:
    """Export two games by turns over the same record."""
    path = child.folder / "game.jsonl"
    sessions = [open_save(child.base(SAVE).path, read_only=True) for _ in range(2)]
    sessions[0].export(path)
    child.report(path)
    for number in range(10_000):
        sessions[number % 2].export(path, replace=True)
        child.report(path)


def _describe(child: Child) -> None:
    """Give a game one name after another, as the list of games does."""
    base, path = child.base(SAVE), child.folder / "game.defiance"
    shutil.copyfile(base.path, path)
    known = list(base.contents.entries)
    child.report(path, known, base.contents.state)
    for number in range(10_000):
        describe_save(path, f"name {number}")
        child.report(path, (*known, *(_title(name) for name in range(number + 1))), base.contents.state)


def _title(number: int) -> str:
    """Return the digest of the entry that gives a game this name."""
    return digest(next(iter(descriptions(f"name {number}", None))))


def _move(child: Child) -> None:
    """Write a game elsewhere and play on there, again and again; copy it too."""
    base, path = child.base(SAVE), child.folder / "game.defiance"
    shutil.copyfile(base.path, path)
    session = open_save(path)
    child.watch(session, path)
    for number in range(10_000):
        path = child.folder / f"game-{number}.defiance"
        if child.chance.random() < 0.3:
            session.copy_to(child.folder / f"copy-{number}.defiance")
        session.move_to(path)
        shown = child.watch(session, path)
        for _ in range(child.chance.randrange(4)):
            one_turn(session, child.chance)
            shown()


def _settings(child: Child) -> None:
    """Store two sets of settings by turns."""
    for number in range(100_000):
        settings.store(child.folder, settings.Settings(theme=("dark", "light")[number % 2], size=(1000 + number, 900)))
        child.report(child.folder, (str(1000 + number),))


def _recent(child: Child) -> None:
    """Remember one game after another in the list of recent games."""
    saves = Saves(child.folder)
    for number in range(10):
        path = child.folder / f"game-{number}.defiance"
        path.write_bytes(b"x")
        saves.remember(path, "system", Summary(f"title {number}"))
        child.report(path)
    for number in range(100_000):
        path = child.folder / f"game-{number % 10}.defiance"
        saves.remember(path, "system", Summary(f"title {number % 10}", f"{number}"))
        child.report(path)


# ---- what must be there afterwards ----------------------------------------------------------------------------------


def _shown_in(shown: list[Shown]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the entries shown in each save, and the state shown last."""
    entries: dict[str, list[str]] = {}
    states: dict[str, str] = {}
    for one in shown:
        # Whoever opens a game again reports it from the start.
        known = entries.setdefault(one.path, [])
        again = known and list(one.entries[: len(known)]) == known
        entries[one.path] = list(one.entries) if again else known + list(one.entries)
        states[one.path] = one.state
    return entries, states


def _all_there(folder: Path, shown: list[Shown], bases: Sequence[Base]) -> str:
    """Every entry shown, and at most one more, in every save."""
    entries, states = _shown_in(shown)
    for path, expected in entries.items():
        _holds(Path(path), expected, states[path])
    for place in folder.glob("*.defiance"):
        if str(place) not in entries:
            answer = read(place)
            if answer.contents is not None and len(answer.contents.entries) > 1:
                _known(answer.contents, bases, place)
    return f"{sum(map(len, entries.values()))} entries in {len(entries)} saves"


def _moved_there(folder: Path, shown: list[Shown], bases: Sequence[Base]) -> str:
    """Every entry shown, and at most one more, in every save; a copy not yet reported holds what was shown last."""
    entries, states = _shown_in(shown)
    for path, expected in entries.items():
        _holds(Path(path), expected, states[path])
    latest = entries[shown[-1].path] if shown else []
    for place in folder.glob("*.defiance"):
        if str(place) in entries:
            continue
        answer = read(place)
        if answer.contents is None:
            raise Fault(LOST, f"{place.name} does not open: {answer.refused}")
        if place.name.startswith("game-") and shown and list(answer.contents.entries[: len(latest)]) != latest:
            raise Fault(LOST, f"{place.name} holds {answer.contents.steps} entries, {len(latest)} were shown")
    return f"{len(entries)} moves"


def _known(found: Contents, bases: Sequence[Base], path: Path) -> None:
    if not any(one.contents.entries == found.entries for one in bases if one.form == RECORD):
        raise Fault(CHANGED, f"{path.name} holds a part of what was imported")


def _holds(path: Path, expected: list[str], state: str) -> None:
    answer = read(path)
    if answer.contents is None:
        raise Fault(LOST, f"{len(expected)} entries were shown, and {path.name} does not open: {answer.refused}")
    found = answer.contents
    if list(found.entries[: len(expected)]) != expected:
        raise Fault(LOST, f"{len(expected)} entries were shown, {path.name} holds {len(found.entries)}, or others")
    if len(found.entries) > len(expected) + 1:
        raise Fault(CHANGED, f"{path.name} holds {len(found.entries) - len(expected)} entries that were never shown")
    if len(found.entries) == len(expected) and found.state != state:
        raise Fault(CHANGED, f"{path.name} holds another state than was shown")
    on = read(path, read_only=False, then=_one_more)
    if on.refused:
        raise Fault(LOST, f"{path.name} cannot be played on: {on.refused}")
    again = read(path)
    if again.contents != on.contents:
        raise Fault(LOST, f"{path.name} holds other contents after one more step")


def _one_more(session: Session) -> Contents:
    one_step(session, random.Random(1))
    return contents(session)


def _old_or_new(folder: Path, shown: list[Shown], bases: Sequence[Base]) -> str:
    """A whole record: of the one game or the other."""
    path = folder / "game.jsonl"
    if not shown and not path.exists():
        return "nothing was shown yet"
    answer: Answer = read(path)
    if answer.contents is None:
        if not shown:
            return f"nothing was shown yet: {answer.refused}"
        raise Fault(LOST, f"the record that was replaced is neither the old nor the new one: {answer.refused}")
    if not any(one.contents.entries == answer.contents.entries for one in bases):
        raise Fault(CHANGED, "the record holds neither the one game nor the other")
    verified = command("verify", str(path))
    if verified.code:
        raise Fault(CHANGED, verified.refused or verified.text)
    return f"{len(shown)} exports"


def _settings_there(folder: Path, shown: list[Shown], bases: Sequence[Base]) -> str:
    """The settings stored last, or those that were being stored."""
    found, _ = settings.load(folder)
    last = int(shown[-1].entries[0]) if shown else 0
    width = found.size[0]
    if shown and width not in (last, last + 1):
        raise Fault(LOST, f"settings {last} were stored, the file gives {width}: {found}")
    return f"{len(shown)} times stored"


def _recent_there(folder: Path, shown: list[Shown], bases: Sequence[Base]) -> str:
    """Every game that was remembered is listed with its title."""
    found = {one.path: one for one in Saves(folder).recent()}
    for path in {one.path for one in shown}:
        if path not in found or not found[path].title:
            raise Fault(LOST, f"{Path(path).name} was remembered and is not in the list")
    return f"{len(shown)} times remembered"


ACTIVITIES: dict[str, tuple[Activity, Judge]] = {
    "kill_play": (_play, _all_there),
    "kill_play_on": (_play_on, _all_there),
    "kill_travel": (_travel, _all_there),
    "kill_create": (_create, _all_there),
    "kill_import": (_import, _all_there),
    "kill_export": (_export, _old_or_new),
    "kill_describe": (_describe, _all_there),
    "kill_move": (_move, _moved_there),
    "kill_settings": (_settings, _settings_there),
    "kill_recent": (_recent, _recent_there),
}


class Kills(Part):
    """Runs children and kills them."""

    weights: ClassVar = evenly(ACTIVITIES)

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        activity, judge = ACTIVITIES[case.kind]
        room.mkdir(parents=True)
        tell("play", 60)
        shown = self._killed(activity, room, chance)
        tell("open again", 20)
        return judge(room, shown, self.bases), SAME

    def _killed(self, activity: Activity, folder: Path, chance: random.Random) -> list[Shown]:
        """Run the activity in a child, kill it at a random moment, and return what it reported."""
        after, later = chance.randrange(LATEST), chance.random() * LATER
        ends, pipe = os.pipe()
        child = os.fork()
        if not child:
            os.close(ends)
            _live(activity, Child(folder, chance, self.bases, pipe))
        os.close(pipe)
        told, end = b"", time.monotonic() + PATIENCE
        with os.fdopen(ends, "rb", buffering=0) as reports:
            os.set_blocking(reports.fileno(), False)
            while told.count(b"\n") < after and time.monotonic() < end:
                told += _read(reports)
            time.sleep(later)
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            os.set_blocking(reports.fileno(), True)
            while more := reports.read():
                told += more
        if not os.WIFSIGNALED(status):
            raise Fault(RAW, told.rpartition(b"\n")[2].decode("utf-8", "replace") or f"the child ended with {status}")
        whole = told.split(b"\n")[:-1]
        return [msgspec.json.decode(line, type=Shown) for line in whole]


def _read(reports: Any) -> bytes:
    found: bytes | None = reports.read()
    if not found:
        time.sleep(0.0005)
    return found or b""


def _live(activity: Activity, child: Child) -> None:
    """Run the activity and leave without returning. What it raises is reported as the last, unfinished line."""
    try:
        activity(child)
    except BaseException as error:  # noqa: BLE001  a child must not go on as its parent
        with contextlib.suppress(OSError):
            os.write(child.pipe, f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(1)
