"""A disk that is full: a small file system in memory, seen by this process only."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.workshop.torture.cases import Skip

NEW_MOUNTS = 0x00020000
PRIVATE = 0x00004000 | 0x00040000
DETACH = 2


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path]:
    """Mount an empty file system of that many bytes at the folder. Raises `Skip` where that is not permitted."""
    place.mkdir(parents=True, exist_ok=True)
    library = ctypes.CDLL(None, use_errno=True)
    try:
        done = library.unshare(NEW_MOUNTS) == 0 and library.mount(b"none", b"/", None, PRIVATE, None) == 0
    except AttributeError as error:
        raise Skip("no file system can be mounted on this platform") from error
    target = os.fsencode(place)
    if not done or library.mount(b"tmpfs", target, b"tmpfs", 0, f"size={size}".encode()):
        raise Skip(f"no file system can be mounted: {os.strerror(ctypes.get_errno())}")
    try:
        yield place
    finally:
        library.umount2(target, DETACH)


def fill(folder: Path, left: int = 0) -> Path:
    """Fill the disk of a folder with a file, up to that many bytes; return the file."""
    path = folder / "filling"
    # A full disk is what is wanted: the error that says so ends the loop.
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    os.truncate(path, max(0, path.stat().st_size - left))
    return path
