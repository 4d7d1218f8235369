"""Reads and makes packs: a plugin's folder in one `.zip` file, as its author hands it on.

A pack comes from a stranger. It is read whole and checked before anything of it is written: its names, its sizes, what
its entries are. Nothing of it is imported.
"""

from __future__ import annotations

import io
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from defiance_qt.core.errors import DefianceError, Message, PluginError, SaveError
from defiance_qt.extend.manifest import FILE
from defiance_qt.extend.sources import LARGEST, MANIFEST, MOST_FILES, left_out
from defiance_qt.journal import disk

SUFFIX = ".zip"
LONGEST = 180
"""The limit of characters in a path: with the user's folder before it, every system can still hold it."""

_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))
)
_FORBIDDEN = frozenset('<>:"|?*\\')
_CHUNK = 1 << 16
_NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip file can hold."""

_UNIX = 3
"""The system that the entries of a pack are said to be made on, whatever they were made on."""


class _Refused(Exception):
    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def read_pack(path: Path) -> dict[str, bytes]:
    """Return the files of a pack, relative path to bytes, without the one folder that may be around them. Hidden files
    and Python's caches are left out, as in a plugin's folder.

    Raises `PluginError` naming the file and the first thing that is wrong, `SaveError` for a file that cannot be read.
    """
    with _refusals_named(path, PluginError):
        return _within_folder(_files(path, LARGEST, lambda name: not any(map(left_out, name.split("/")))))


def read_zip(path: Path, largest: int) -> dict[str, bytes]:
    """Return the files of any zip that somebody has sent, relative path to bytes, `largest` bytes at most. It is
    checked like a pack. Raises `SaveError` naming the file and the first thing that is wrong."""
    with _refusals_named(path, SaveError):
        return _files(path, largest)


def _files(path: Path, largest: int, wanted: Callable[[str], bool] = bool) -> dict[str, bytes]:
    """Return the wanted files. Raises `_Refused`."""
    source = disk.read_file(path, largest)
    if not zipfile.is_zipfile(io.BytesIO(source)):
        raise _Refused(Message("pack.no_zip", "it is not a whole zip file"))
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as pack:
            return _contents(pack, [one for one in _entries(pack) if wanted(one.filename)], largest)
    except NotImplementedError as error:
        raise _Refused(Message("pack.method", "it is packed in a way that is not known here")) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise _Refused(Message("pack.damaged", "it is damaged")) from error


@contextmanager
def _refusals_named(path: Path, kind: type[DefianceError]) -> Iterator[None]:
    """Raise what is refused inside as an error of this kind, which names the file."""
    try:
        yield
    except _Refused as refused:
        why = Message("pack.refused", "{file} cannot be used: {why}.", file=disk.shown(path), why=refused.why)
        raise kind.of(why) from refused.__cause__


def packed(folder: Path, files: Mapping[str, bytes]) -> bytes:
    """Return the pack of a plugin's files: sorted, uncompressed and without dates, so that the same files make the same
    pack everywhere. Raises `PluginError` for names that some systems cannot hold."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as pack:
        for name in sorted(files):
            one = zipfile.ZipInfo(f"{folder.resolve().name}/{name}", _NO_DATE)
            one.create_system, one.external_attr = _UNIX, 0o644 << 16
            pack.writestr(one, files[name])
    try:
        with zipfile.ZipFile(made) as pack:
            _entries(pack)
    except _Refused as refused:
        raise PluginError(
            "pack.unpackable", "{file} cannot be packed: {why}.", file=disk.shown(folder), why=refused.why
        ) from None
    return made.getvalue()


def _entries(pack: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the entries that are files. Raises `_Refused` for what no plugin needs and some systems cannot hold."""
    listed = pack.infolist()
    if len(listed) > 2 * MOST_FILES:
        raise _Refused(_too_many())
    files: list[zipfile.ZipInfo] = []
    spelled: dict[str, str] = {}
    for one in listed:
        name = one.orig_filename if "\0" in one.orig_filename else one.filename
        _check_name(name.rstrip("/") if one.is_dir() else name)
        _check_kind(one)
        if one.is_dir():
            continue
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in spelled:
            raise _Refused(
                Message(
                    "pack.twice",
                    "{name!r} and {other!r} would be one file",
                    name=disk.printable(spelled[folded]),
                    other=disk.printable(name),
                )
            )
        spelled[folded] = name
        files.append(one)
    if len(files) > MOST_FILES:
        raise _Refused(_too_many())
    for folded, name in spelled.items():
        for above in _above(folded):
            if above in spelled:
                raise _Refused(
                    Message("pack.file_and_folder", "{name!r} is a file and a folder", name=disk.printable(name))
                )
    return files


def _too_many() -> Message:
    return Message("fault.too_many_files", "it has more than {limit} files", limit=MOST_FILES)


def _above(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts)))


def _check_name(name: str) -> None:
    """Raise `_Refused` for a path that leads elsewhere, or that some system cannot hold."""
    shown = disk.printable(name)
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or (len(parts[0]) > 1 and parts[0][1] == ":"):
        raise _Refused(Message("pack.absolute", "{name!r} is not a path inside the pack", name=shown))
    if ".." in parts:
        raise _Refused(Message("pack.outside", "{name!r} leads out of the pack", name=shown))
    if len(name) > LONGEST:
        raise _Refused(
            Message("pack.long_name", "{name!r} is longer than {limit} characters", name=shown[:60], limit=LONGEST)
        )
    for part in parts:
        wrong = part in ("", ".") or part != part.rstrip(" .") or part.partition(".")[0].casefold() in _RESERVED
        if wrong or not part.isprintable() or _FORBIDDEN & set(part):
            raise _Refused(Message("pack.name", "{name!r} is not a name that every system can hold", name=shown))


def _check_kind(one: zipfile.ZipInfo) -> None:
    """Raise `_Refused` for links, devices and encrypted files."""
    kind = stat.S_IFMT(one.external_attr >> 16)
    name = disk.printable(one.filename)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _Refused(Message("pack.link", "{name!r} is a link or a device", name=name))
    if one.flag_bits & 1:
        raise _Refused(Message("pack.encrypted", "{name!r} is encrypted", name=name))


def _contents(pack: zipfile.ZipFile, files: list[zipfile.ZipInfo], largest: int) -> dict[str, bytes]:
    """Return the bytes of the files. Reads no more than the limit, whatever the pack says of their sizes."""
    found: dict[str, bytes] = {}
    room = largest
    for one in files:
        manifest = one.filename.rpartition("/")[2] == FILE
        limit = min(room, MANIFEST) if manifest else room
        if one.file_size > limit:
            raise _Refused(_too_large(one.filename, largest))
        with pack.open(one) as file:
            parts = []
            left = limit
            while part := file.read(_CHUNK):
                left -= len(part)
                if left < 0:
                    raise _Refused(_too_large(one.filename, largest))
                parts.append(part)
        found[one.filename] = b"".join(parts)
        room -= len(found[one.filename])
    return found


def _too_large(name: str, largest: int) -> Message:
    if name.rpartition("/")[2] == FILE:
        return Message("pack.manifest_large", "its {file} is larger than {limit} KiB", file=FILE, limit=MANIFEST >> 10)
    return Message("pack.large", "it unpacks to more than {limit} MiB", limit=largest // disk.MIB)


def _within_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files by their paths in the plugin's folder: the pack holds its files, or that one folder."""
    if FILE in files:
        return files
    tops = {name.partition("/")[0] for name in files}
    top = f"{next(iter(tops))}/" if len(tops) == 1 else ""
    several = sorted(one for one in tops if f"{one}/{FILE}" in files)
    if len(several) > 1:
        names = ", ".join(map(disk.printable, several))
        raise _Refused(
            Message("pack.several", "it holds several plugins, to be packed one by one: {names}", names=names)
        )
    if not top or f"{top}{FILE}" not in files:
        raise _Refused(Message("pack.no_manifest", "there is no {file} in it", file=FILE))
    return {name.removeprefix(top): content for name, content in files.items()}
