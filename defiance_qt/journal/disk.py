"""Reads and replaces files: the only way in and out for saves, records, settings, manifests and content.

Only regular files are read, up to a limit. A file is replaced by writing a new one beside it, syncing it and renaming
it, so that a failure or a full disk leaves the old one. Knows nothing about what the files contain.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from defiance_qt.core.errors import SaveError

MIB = 1 << 20

LARGEST = 256 * MIB
"""The default limit in bytes of a file that is read, and of saves and records that are written. A save of 20,000 steps
has about a twentieth of this."""

PART = re.compile(r"\.[0-9a-f]{16}\.part(-journal)?")
"""The names of files that have not got theirs yet."""

LEFT_FOR = 24 * 60 * 60
"""The seconds after which nobody writes to such a file any more."""


def shown(path: Path) -> str:
    """Return the file's name for a message; whatever cannot be printed becomes replacement characters."""
    return printable(path.name or str(path))


def printable(name: str) -> str:
    """Return the text with replacement characters for bytes that are not UTF-8 and for control characters."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in name)


def open_regular(path: Path) -> int:
    """Open a regular file for reading and return its descriptor. Raises `SaveError`; never blocks on a FIFO."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise SaveError("save.missing", "{file} does not exist.", file=shown(path)) from None
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SaveError("save.no_file", "{file} could not be read: it is not a file.", file=shown(path))
    return descriptor


def read_file(path: Path, limit: int = LARGEST) -> bytes:
    """Return the content of a regular file of at most `limit` bytes. Raises `SaveError`."""
    descriptor = open_regular(path)
    try:
        with os.fdopen(descriptor, "rb") as file:
            # Before it is read: a sparse file can be huge.
            content = file.read(limit + 1) if os.fstat(descriptor).st_size <= limit else None
    except (OSError, MemoryError) as error:
        raise unreadable(path, error) from error
    if content is None or len(content) > limit:
        raise too_large(path, limit)
    return content


def too_large(path: Path, limit: int) -> SaveError:
    return SaveError(
        "save.too_large", "{file} is larger than {limit} MiB.", file=shown(path), limit=max(1, limit // MIB)
    )


def full(name: str, limit: int) -> SaveError:
    return SaveError(
        "save.full",
        "{file} would hold more than {limit} MiB and could not be opened again; nothing was stored.",
        file=name,
        limit=max(1, limit // MIB),
    )


def read_start(path: Path, size: int) -> bytes:
    """Return the first bytes of a regular file. Raises `SaveError`."""
    descriptor = open_regular(path)
    try:
        with os.fdopen(descriptor, "rb") as file:
            return file.read(size)
    except OSError as error:
        raise unreadable(path, error) from error


def replace_file(path: Path, content: Iterable[bytes], *, replace: bool = True) -> None:
    """Write the parts of `content` to the file, all or nothing.

    Without `replace`, an existing file is left alone and reported. Raises `SaveError`; the old file is then unchanged.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = _replaceable(target, replace=replace)
        part, descriptor = new_part(target.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                for piece in content:
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            if mode is None:
                publish(part, target)
            else:
                part.chmod(mode)
                part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        sync_folder(target.parent)
    except FileExistsError:
        raise exists(path) from None
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from error


def _replaceable(target: Path, *, replace: bool) -> int | None:
    """Return the permissions of the file to be replaced, None if there is none. Raises `OSError`."""
    if not os.path.lexists(target):
        return None
    found = target.stat()
    if not replace:
        raise FileExistsError
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is not a file")
    return stat.S_IMODE(found.st_mode)


def new_part(folder: Path) -> tuple[Path, int]:
    """Create an empty file for content that gets its name later. Returns its path and a descriptor for writing.

    Deletes those in the folder that a killed program has left.
    """
    part = folder / f".{os.urandom(8).hex()}.part"
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    # What is left only takes room: writing does not fail because of it.
    with contextlib.suppress(OSError):
        _delete_left(folder, os.fstat(descriptor).st_mtime - LEFT_FOR)
    return part, descriptor


def _delete_left(folder: Path, before: float) -> None:
    """Delete the parts of this program that were last written to before a time of the file system."""
    with os.scandir(folder) as found:
        for one in found:
            if PART.fullmatch(one.name) and one.is_file(follow_symlinks=False) and one.stat().st_mtime < before:
                Path(one.path).unlink()


def publish(part: Path, target: Path) -> None:
    """Give a finished file its final name. Raises `FileExistsError` if the name is taken, other `OSError`s too."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links.
        if os.path.lexists(target):
            raise FileExistsError from None
        part.rename(target)
    else:
        part.unlink()


def sync_folder(folder: Path) -> None:
    """Make a new or changed name in the folder durable, where the platform can."""
    # Windows cannot open a folder, and some network file systems cannot sync one: the rename itself is then all there
    # is.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def exists(path: Path) -> SaveError:
    return SaveError("save.exists", "{file} already exists.", file=shown(path))


def unreadable(path: Path, error: Exception) -> SaveError:
    return SaveError("save.unreadable", "{file} could not be read: {why}", file=shown(path), why=error)


def unwritable(path: Path, error: Exception) -> SaveError:
    return SaveError("save.unwritable", "{file} could not be written: {why}", file=shown(path), why=error)
