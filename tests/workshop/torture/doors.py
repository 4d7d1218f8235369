"""Reads a file through every door of the program, as a user would, and judges the answers.

The doors are the functions behind the command line and the window: open for reading, `verify`, `log`, `export`,
`import`, open for playing on. Each answers with the contents, or refuses in one sentence.
"""

from __future__ import annotations

import io
import os
import random
import stat
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import typer.main

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab import commands
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error
from defiance_qt.words.languages import FALLBACK
from tests.workshop.torture.cases import (
    CHANGED,
    EARLIER,
    LEFT,
    LOST,
    MEMORY,
    NOTICED,
    RAW,
    REFUSED,
    SAME,
    SENTENCE,
    TOUCHED,
    UNSAID,
    UNSEEN,
    Fault,
    Tell,
)
from tests.workshop.torture.games import RECORD, Base, Contents, contents, one_step
from tests.workshop.torture.workers import ending

LONGEST = 900
"""The characters of a plain sentence, at most; two compared events can be long."""

MOST_WARNINGS = 12
"""The lines of warnings of one command, at most."""

HEAVY = 4 << 20
"""The bytes from which only the ends of a file are compared."""

# What a kind of damage may come to, beyond a refusal.
SOUND = "sound"
"""Nothing else than the whole game."""
SHORTER = "shorter"
"""The game at an earlier step: what follows is not in the file."""
FORGED = "forged"
"""Somebody who knows the format changed it: it may open if `verify` says so."""
FREE = "free"
"""Changed where nothing else in the file depends on it: it may open."""
NEVER = "never"
"""Nothing: it has to be refused."""


# ---- files as they are ----------------------------------------------------------------------------------------------


def snapshot(folder: Path) -> dict[str, str]:
    """Return every file below the folder: its kind, size and bytes. Opens regular files only."""
    found: dict[str, str] = {}
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = os.path.join(place, name)  # noqa: PTH118  names that are not UTF-8 stay as they are
            found[os.path.relpath(path, folder)] = _print_of(path)
    return found


def _print_of(path: str) -> str:
    status = os.lstat(path)
    kind = stat.filemode(status.st_mode)[0]
    if kind == "l":
        return f"link to {Path(path).readlink()}"
    if kind != "-":
        return f"kind {kind}"
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            if status.st_size <= HEAVY:
                data = file.read()
            else:
                data = file.read(HEAVY // 2)
                file.seek(-HEAVY // 2, os.SEEK_END)
                data += file.read()
    except PermissionError:
        data = b"unreadable"
    return f"{status.st_size} bytes {sha256(data).hexdigest()}"


def difference(before: dict[str, str], after: dict[str, str]) -> str:
    """Return the first difference between two snapshots in words, "" if there is none."""
    for name in sorted(before.keys() | after.keys()):
        was, now = before.get(name, "absent"), after.get(name, "absent")
        if was != now:
            return f"{name!r} was {was}, is {now}"
    return ""


# ---- sentences ------------------------------------------------------------------------------------------------------


@cache
def words() -> Words:
    return Words(FALLBACK)


def sentence(error: Exception, name: str = "") -> str:
    """Return the sentence of a refusal. Raises `Fault` unless it is one plain sentence with the name of the file."""
    text = format_error(error, words())
    check_sentence(text, name)
    return text


def check_sentence(text: str, name: str = "") -> None:
    """Raises `Fault` unless the text is one plain sentence that contains the name."""
    if not text.strip():
        raise Fault(SENTENCE, "the sentence is empty")
    if len(text.splitlines()) != 1 or "Traceback" in text or len(text) > LONGEST + len(name):
        raise Fault(SENTENCE, f"not one plain sentence: {text[:LONGEST]!r}")
    if name and name not in text:
        raise Fault(SENTENCE, f"{name!r} is not named: {text}")


# ---- the doors ------------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What a door answered: contents, or the text of a command with its exit code. `refused` is the sentence of a
    refusal, "" for none."""

    refused: str = ""
    contents: Contents | None = None
    code: int = 0
    text: str = ""


@contextmanager
def raw_is_a_fault(name: str = "") -> Iterator[list[str]]:
    """Turn exceptions without a sentence into faults; append the sentence of a refusal to the list."""
    refused: list[str] = []
    try:
        yield refused
    except DefianceError as error:
        refused.append(sentence(error, name))
    except Fault:
        raise
    except MemoryError:
        raise Fault(MEMORY, ending(traceback.format_exc())) from None
    except BaseException:  # noqa: BLE001  whatever a reader raises is what is looked for
        raise Fault(RAW, ending(traceback.format_exc())) from None


def read(path: Path, *, read_only: bool = True, name: str = "", then: Callable[[Session], Any] = contents) -> Answer:
    """Open the file and return what `then` says of the session."""
    found: Any = None
    with raw_is_a_fault(name) as refused, open_save(path, read_only=read_only) as session:
        found = then(session)
    return Answer(refused[0] if refused else "", None if refused else found)


def command(*arguments: str, name: str = "") -> Answer:
    """Run a command of the command line in this process."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    error = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace", write_through=True)
    code = 0
    with raw_is_a_fault(name) as refused, redirect_stdout(out), redirect_stderr(error):
        try:
            code = commands.run(arguments)
        except OSError as failed:
            # The program's entry point words these two kinds of errors, and no other.
            refused_by_system = sentence(failed)
        else:
            refused_by_system = ""
    lines = _written(error).splitlines()
    if refused or refused_by_system:
        return Answer((refused or [refused_by_system])[0], code=2)
    # Warnings come before what a command has to say, a line each.
    if len(lines) > (1 if code == 2 else MOST_WARNINGS) or any("Traceback" in line for line in lines):
        raise Fault(SENTENCE, f"{len(lines)} lines on stderr: {' | '.join(lines)[:LONGEST]}")
    if code == 2:
        check_sentence(lines[0] if lines else "", name)
    return Answer(lines[0] if code == 2 else "", None, code, _written(out))


def _written(stream: io.TextIOWrapper) -> str:
    buffer: Any = stream.buffer
    return str(buffer.getvalue().decode("utf-8", "backslashreplace"))


def warm() -> None:
    """Make the command line's parser once, and let it import what it needs: it would otherwise take most of a case, and
    a case that runs as another user may not reach the libraries."""
    typer.main.get_command = cache(typer.main.get_command)
    command("verify", "absent.defiance")


# ---- the judgement --------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A damaged file to be judged. `name` must be in each refusal, "" if it cannot be said; `seen` is the name shown on
    the command line."""

    path: Path
    base: Base
    expects: str
    folder: Path
    """The folder that nothing may touch when the file is refused."""
    out: Path
    """An empty folder for what is exported and imported."""
    name: str = ""
    doors: Sequence[str] = ("log", "export", "import")
    others: Sequence[Base] = ()
    """Other games that the file may have become as a whole, where parts of two were joined."""


def judge(asked: Asked, chance: random.Random, tell: Tell) -> tuple[str, str]:
    """Return the outcome of a damaged file, and the sentence. Raises `Fault` for the worst of what is found."""
    return _Judge(asked, chance, tell).judged()


class _Judge:
    """One file at all doors. Every door is tried, whatever the others say."""

    def __init__(self, asked: Asked, chance: random.Random, tell: Tell) -> None:
        self.asked, self.chance, self.tell = asked, chance, tell
        self.before = snapshot(asked.folder)
        self.faults: list[tuple[str, Fault]] = []
        self.outcome, self.detail = "", ""
        self.contents: Contents | None = None
        self.warned = False
        self.verified = -1

    def judged(self) -> tuple[str, str]:
        self._door("open", self._open)
        self._door("verify", self._verify)
        for door in self.chance.sample(("log", "export", "import"), 3 if not self.contents else 1):
            if door in self.asked.doors:
                self._door(door, getattr(self, f"_{door}"))
        if self.asked.base.form != RECORD:
            self._door("play on", self._play_on, touches=True)
        if not self.faults and self.outcome:
            return self.outcome, self.detail
        if not self.faults:
            raise AssertionError("a file was neither opened nor refused")
        _, worst = self.faults[0]
        more = "".join(f"\n[{stage}] {fault.outcome}: {fault.detail}" for stage, fault in self.faults)
        raise Fault(worst.outcome, more.strip())

    def _door(self, stage: str, ask: Callable[[], None], *, touches: bool = False) -> None:
        self.tell(stage)
        try:
            ask()
        except Fault as fault:
            self.faults.append((stage, fault))
        if not touches:
            self._untouched(stage)

    def _untouched(self, stage: str) -> None:
        changed = difference(self.before, snapshot(self.asked.folder))
        if changed:
            self.faults.append((stage, Fault(TOUCHED, changed)))
            self.before = snapshot(self.asked.folder)

    # -- open, verify

    def _open(self) -> None:
        answer = read(self.asked.path, name=self.asked.name, then=self._seen)
        self.contents = answer.contents
        if answer.refused:
            self.outcome, self.detail = REFUSED, answer.refused
        else:
            self.outcome = self._relation(self.contents)

    def _seen(self, session: Session) -> Contents:
        self.warned = bool(session.host.changes)
        return contents(session)

    def _relation(self, found: Contents | None) -> str:
        base = self.asked.base
        if found == base.contents:
            return SAME
        if any(found == other.contents or (found is not None and other.earlier(found)) for other in self.asked.others):
            return SAME
        return EARLIER if found is not None and base.earlier(found) else CHANGED

    def _verify(self) -> None:
        answer = command("verify", str(self.asked.path), name=self.asked.name)
        self.verified = answer.code
        expects, said = self.asked.expects, answer.refused or answer.text.strip()
        if self.outcome == REFUSED:
            if answer.code == 0:
                raise Fault(CHANGED, f"verify says {said!r} of a file that does not open: {self.detail}")
            return
        if not self.outcome:
            return
        self.detail = said
        if self.outcome == EARLIER and not self.warned:
            self.outcome = UNSAID
        if expects == NEVER:
            raise Fault(CHANGED, f"it opens, and verify says {said}")
        if self.outcome in (EARLIER, UNSAID) and expects == SOUND:
            assert self.contents is not None
            there, all = self.contents.steps, self.asked.base.contents.steps
            raise Fault(LOST, f"it opens with {there} of {all} entries, and verify says {said}")
        if self.outcome == CHANGED:
            if expects not in (FORGED, FREE) or (expects == FORGED and answer.code == 0):
                raise Fault(CHANGED, f"it opens with other contents, and verify says {said}")
            self.outcome = NOTICED if answer.code else UNSEEN

    # -- log, export, import

    def _log(self) -> None:
        command("log", str(self.asked.path), name=self.asked.name)

    def _export(self) -> None:
        self._made("export", self.asked.out / "exported.jsonl")

    def _import(self) -> None:
        if self.asked.base.form == RECORD:
            self._made("import", self.asked.out / "imported.defiance")

    def _made(self, name: str, target: Path) -> None:
        """Make another form of the game; it must hold the same, or nothing may be left of it."""
        try:
            self._make(name, target)
        finally:
            for path in self.asked.out.iterdir():
                path.unlink()

    def _make(self, name: str, target: Path) -> None:
        answer = command(name, str(self.asked.path), str(target), name=self.asked.name)
        left = sorted(path.name for path in self.asked.out.iterdir())
        if answer.refused or answer.code:
            if left:
                raise Fault(LEFT, f"{left} after: {answer.refused}")
            return
        if left != [target.name]:
            raise Fault(LEFT, f"{left} instead of {target.name} alone")
        made = read(target)
        if made.refused:
            raise Fault(LOST, f"what was made does not open: {made.refused}")
        if self.contents is not None and made.contents != self.contents:
            raise Fault(LOST, "what was made holds other contents")

    # -- playing on

    def _play_on(self) -> None:
        answer = read(self.asked.path, read_only=False, name=self.asked.name, then=self._step)
        if answer.refused:
            changed = difference(self.before, snapshot(self.asked.folder))
            if changed:
                raise Fault(TOUCHED, f"{changed}, after: {answer.refused}")
            if self.contents is not None and self.asked.expects in (SOUND, SHORTER) and "locked" not in answer.refused:
                # Reading is not writing: a file on a read-only disk is shown all the same.
                self.detail = f"for reading only: {answer.refused}"
            return
        found: Any = answer.contents
        before, after, refused = found
        if self._relation(before) == CHANGED and self.asked.expects not in (FORGED, FREE):
            raise Fault(CHANGED, "opened for playing it holds other contents")
        if self.contents is not None and before != self.contents:
            raise Fault(CHANGED, "opened for playing it holds other contents than for reading")
        again = read(self.asked.path)
        if again.refused:
            raise Fault(LOST, f"after {refused or 'a step'} it does not open any more: {again.refused}")
        if again.contents != after:
            raise Fault(LOST, f"after {refused or 'a step'} it holds other contents than were shown")

    def _step(self, session: Session) -> tuple[Contents, Contents, str]:
        """Play one step where the contents are sound; return the contents before and after, and a refusal."""
        before, refused = contents(session), ""
        if session.readable_only or self._relation(before) == CHANGED:
            return before, before, refused
        state = session.state
        with raw_is_a_fault() as refusals:
            one_step(session, self.chance)
        if refusals:
            refused = refusals[0]
            if session.state is not state:
                raise Fault(LOST, f"a step was shown and refused: {refused}")
        return before, contents(session), refused
