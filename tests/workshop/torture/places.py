"""Damage to where a file is: no regular file, strange names, permissions, locks held by others, endless devices."""

from __future__ import annotations

import os
import random
import shutil
import socket
import sqlite3
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Protocol

from tests.workshop.torture.cases import Skip
from tests.workshop.torture.damaged import Damaged
from tests.workshop.torture.doors import SHORTER
from tests.workshop.torture.games import LIVE, log_of

NOBODY = 65534
"""The user whom permissions bind when the torture runs as root."""

GIB = 1 << 30


def empty(file: Damaged) -> None:
    """An empty file."""
    file.path.write_bytes(b"")


def no_file(file: Damaged) -> None:
    """A folder, a FIFO, a socket, a link to nothing or to itself in place of the file."""
    file.path.unlink()
    put(file.path, file.chance.choice(PLACES))


def endless(file: Damaged) -> None:
    """A link to a device that never ends, or takes nothing."""
    file.path.unlink()
    put(
        file.path,
        file.chance.choice(("/dev/zero", "/dev/urandom", "/dev/full", "/dev/null", "/dev/tty", "/proc/self/mem")),
    )


def log_no_file(file: Damaged) -> None:
    """A folder, a FIFO, a device or a link in place of the write-ahead log."""
    file.log.unlink(missing_ok=True)
    put(file.log, file.chance.choice((*PLACES, "/dev/zero", "/dev/urandom", "/dev/null")))
    if file.base.form == LIVE:
        file.expects = SHORTER


def neighbour_no_file(file: Damaged) -> None:
    """A folder, a FIFO, a device or a link where SQLite would keep its other files."""
    put(
        file.beside(file.chance.choice(("-journal", "-shm"))),
        file.chance.choice((*PLACES, "/dev/zero", "/dev/urandom", "/dev/null")),
    )


def neighbour_empty(file: Damaged) -> None:
    """Empty files where SQLite would keep its other files."""
    for suffix in file.chance.sample(("-journal", "-shm", "-wal"), file.chance.randint(1, 3)):
        beside = file.beside(suffix)
        if beside == file.log and file.base.form == LIVE:
            file.expects = SHORTER
        beside.write_bytes(b"")


PLACES = ("folder", "full folder", "fifo", "socket", "nothing", "itself", "loop")


def put(path: Path, what: str) -> None:
    """Put something that is no regular file at the path; a name that begins with a slash is linked to."""
    if what == "folder":
        path.mkdir()
    elif what == "full folder":
        path.mkdir()
        (path / "file").write_bytes(b"x")
    elif what == "fifo":
        os.mkfifo(path)
    elif what == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            # Addresses of sockets are short: bound to a short name in its own folder, then renamed.
            here = Path.cwd()
            os.chdir(path.parent)
            try:
                listening.bind("socket")
                os.rename("socket", path.name)  # noqa: PTH104  relative to the folder
            finally:
                os.chdir(here)
    elif what == "loop":
        names = (path.with_name(f"other{number}") for number in count())
        other = next(place for place in names if not os.path.lexists(place))
        other.symlink_to(path.name)
        path.symlink_to(other.name)
    else:
        path.symlink_to({"nothing": "not-there", "itself": path.name}.get(what, what))


def linked(file: Damaged) -> None:
    """A sound game behind a link, or with a second name."""
    if file.base.form == LIVE:
        file.expects = SHORTER  # the log lies beside the file that the link leads to
    real = file.path.with_name("real")
    file.path.rename(real)
    if file.chance.random() < 0.5:
        file.path.symlink_to(real)
    else:
        file.path.hardlink_to(real)


def sparse(file: Damaged) -> None:
    """A file that pretends to be many gigabytes long."""
    os.truncate(file.path, file.chance.choice((3 * GIB, 40 * GIB, 900 * GIB)))


# ---- names ----------------------------------------------------------------------------------------------------------


NAMES = (
    b"\xff\xfe \x80",
    b"%00%41?mode=memory#x",
    b"file:x?mode=memory",
    b":memory:",
    b"a\nb",
    b"--help",
    b" ",
    "игра № 7 – ¿qué? 🎲".encode(),
    b"\x1b[31mred",
    b"{file} {x} {0}",
    b"%s%d%n",
    b"'; DROP TABLE stored_events; --",
    b"a" * 240,
    b"a" * 246,
    "\u202egnp.ecaf\u202c".encode(),
    "a\r\nb\tc\u2028d".encode(),
    "e\u0301\u200b\ufeff".encode(),
    b"-",
    b"~",
    b"*?[a]",
    b"CON",
    b"a&b;$(touch x)`y`",
)
"""Beginnings of file names."""


def strange_name(file: Damaged) -> None:
    """A sound game, or one cut off, under a strange name."""
    name = file.chance.choice(NAMES) + os.fsencode(file.path.suffix)
    move(file, os.fsdecode(name))
    if file.chance.random() < 0.4:
        os.truncate(file.path, file.path.stat().st_size // 2)
    # Whether the name can be shown is a matter of the terminal.
    file.names = name.isascii() and name.decode().isprintable() and b"{" not in name


def move(file: Damaged, name: str) -> None:
    """Rename the game and its log."""
    target = file.path.with_name(name)
    log = file.log
    try:
        file.path.rename(target)
        if log.exists():
            log.rename(log_of(target))
    except OSError as error:
        raise Skip(f"the file system does not take the name: {error.strerror}") from error
    file.path = target


def impossible_name(file: Damaged) -> None:
    """A name that no file can have: too long, with a NUL, below a file."""
    names = ("a" * 300 + file.path.suffix, "a\0b" + file.path.suffix, f"x/{'y/' * 150}z", f"{file.path.name}/below")
    circle = file.path.with_name("circle")
    circle.symlink_to(circle.name)
    file.path = file.path.parent / file.chance.choice((*names, f"circle/{file.path.name}", "circle/../circle/x"))
    file.names = False


# ---- permissions and locks ------------------------------------------------------------------------------------------


@dataclass
class Harmed:
    """A folder with a file that is harmed where it is, and what undoes the harm."""

    folder: Path
    chance: random.Random
    closing: ExitStack = field(default_factory=ExitStack)


class _Placed(Protocol):
    @property
    def folder(self) -> Path: ...
    @property
    def closing(self) -> ExitStack: ...


def as_nobody(file: _Placed) -> None:
    """Let permissions bind: as root they do not, so the case runs as another user."""
    if os.geteuid() != 0:
        return
    for place, folders, names in os.walk(file.folder.parent):
        for name in (*folders, *names, "."):
            os.chown(os.path.join(place, name), NOBODY, NOBODY, follow_symlinks=False)  # noqa: PTH118
    file.closing.callback(os.seteuid, 0)
    os.seteuid(NOBODY)
    if not os.access(file.folder, os.X_OK, effective_ids=True):
        raise Skip(f"another user cannot reach {file.folder}")


def _mode(file: Damaged, path: Path, mode: int) -> None:
    before = path.stat().st_mode
    path.chmod(mode)
    file.closing.callback(path.chmod, before)


def unreadable(file: Damaged) -> None:
    """A file, a log or a folder that may not be read."""
    as_nobody(file)
    target = file.chance.choice((file.path, file.folder, *([file.log] if file.log.exists() else ())))
    _mode(file, target, 0)


def read_only(file: Damaged) -> None:
    """A file or a folder that may not be written."""
    as_nobody(file)
    which = file.chance.randrange(3)
    if which != 1:
        _mode(file, file.path, 0o444)
        if file.log.exists():
            _mode(file, file.log, 0o444)
    if which != 0:
        _mode(file, file.folder, 0o555)


def locked(file: Damaged) -> None:
    """A save that another process has locked."""
    mode = file.chance.choice(("EXCLUSIVE", "IMMEDIATE"))
    ready, told = os.pipe()
    done, ends = os.pipe()
    child = os.fork()
    if not child:
        # The other end closes when the worker dies.
        os.close(ends)
        try:
            connection = sqlite3.connect(file.path, isolation_level=None)
            if file.chance.random() < 0.5:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute(f"BEGIN {mode}")
            os.write(told, b"x")
            os.read(done, 1)
        finally:
            os._exit(0)
    os.close(told)
    os.close(done)
    os.read(ready, 1)

    def release() -> None:
        os.close(ends)
        os.close(ready)
        os.waitpid(child, 0)

    file.closing.callback(release)


def twice(file: Damaged) -> None:
    """A sound game beside a copy of it under a name that the program could use itself."""
    for suffix in ("-wal.bak", ".tmp", "~", ".part", "-lock"):
        shutil.copyfile(file.path, file.beside(suffix))
