"""What a report holds, and writing it: the game, the log, the versions, the plugins, a picture, the user's words."""

from __future__ import annotations

import platform
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib import metadata
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import DefianceError, SaveError
from defiance_qt.core.port import State, Words
from defiance_qt.extend.found import Found, available, default_folders
from defiance_qt.extend.opening import RECORD, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.trust import untrusted
from defiance_qt.journal import disk
from defiance_qt.lab.compiled import compiled_modules
from defiance_qt.lab.report import log_file

NOTE, SAVE, LOG, VERSIONS, PLUGINS, PICTURE = (
    "note.txt", "save.defiance", "window.log", "versions.json", "plugins.json", "picture.png",
)  # fmt: skip
SAVE_LOG = f"{SAVE}-wal"
RECORDED = f"save{RECORD}"
SUFFIX = ".zip"
LIBRARIES = ("PySide6-Essentials", "babel", "eventsourcing", "msgspec", "platformdirs", "pluggy", "rich", "typer")


class Part(NamedTuple):
    """A file of a report."""

    name: str
    content: bytes

    def about(self, words: Words) -> str:
        """Return what it holds, in a few words."""
        return words(f"report.part.{self.name}")


class Position(msgspec.Struct, frozen=True):
    """Where a game stands: its step, how many steps there are on all branches, and the checksum of its state."""

    step: int
    steps: int
    state: str


class Versions(msgspec.Struct, frozen=True):
    """The versions on the machine of the problem. `window` is what the window adds, `position` None without a game that
    opens, and `refused` why a save does not open."""

    program: str
    python: str
    system: str
    libraries: dict[str, str] = {}
    compiled: bool = False
    window: dict[str, str] = {}
    position: Position | None = None
    refused: str = ""


class ListedPlugin(msgspec.Struct, frozen=True):
    """A plugin that is installed, linked, or takes part in the game. `used`: it takes part, with these options."""

    id: str
    version: str
    sha256: str
    used: bool
    trusted: bool
    faults: tuple[str, ...] = ()
    options: dict[str, Any] = {}


def size(bytes: int, words: Words) -> str:
    """Return a size for a person, rounded up to the next unit."""
    for unit, name in ((disk.MIB, "size.mib"), (disk.MIB >> 10, "size.kib")):
        if bytes >= unit:
            return words(name, n=-(-bytes // unit))
    return words("size.bytes", n=bytes)


def checksum(state: State) -> str:
    """Return the checksum of a state, the same in every process."""
    return sha256(msgspec.msgpack.encode(state, order="deterministic")).hexdigest()


def position(session: Session) -> Position:
    stands = session.stands
    return Position(stands, len(session.timeline), checksum(session.timeline.state_at(stands)))


def of_session(
    session: Session | None, window: Mapping[str, str] = MappingProxyType({}), picture: bytes = b""
) -> list[Part]:
    """Return the parts of a report about an open game, or about no game."""
    parts = []
    if session is not None:
        with TemporaryDirectory(prefix="defiance-report-") as room:
            copy = Path(room) / SAVE
            session.copy_to(copy)
            parts.append(Part(SAVE, copy.read_bytes()))
    return parts + _around(session, "", window, picture)


def of_file(file: Path) -> list[Part]:
    """Return the parts of a report about a save, as it is, also if it cannot be opened. Raises `SaveError` for a file
    that cannot be read."""
    source = disk.read_file(file)
    try:
        with open_save(file, read_only=True) as session:
            if file.suffix == RECORD:
                return [Part(RECORDED, source), *_around(session)]
            return of_session(session)
    except SaveError as error:
        refused = str(error)
    parts = [Part(RECORDED if file.suffix == RECORD else SAVE, source)]
    beside = file.with_name(f"{file.name}-wal")
    if beside.is_file():
        parts.append(Part(SAVE_LOG, disk.read_file(beside)))
    return parts + _around(None, refused)


def _around(
    session: Session | None, refused: str = "", window: Mapping[str, str] = MappingProxyType({}), picture: bytes = b""
) -> list[Part]:
    """Return the parts beside the save."""
    versions = Versions(
        __version__,
        sys.version.split()[0],
        platform.platform(),
        dict(_libraries()),
        bool(compiled_modules()),
        dict(window),
        None if session is None else position(session),
        refused,
    )
    written, plugins = log_file.text(log_file.folder()), _plugins(session)
    parts = [
        Part(VERSIONS, msgspec.json.format(msgspec.json.encode(versions))),
        Part(PLUGINS, msgspec.json.format(msgspec.json.encode(plugins)) if plugins else b""),
        Part(LOG, written.encode()),
        Part(PICTURE, picture),
    ]
    return [one for one in parts if one.content]


def _libraries() -> Iterable[tuple[str, str]]:
    for name in LIBRARIES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            # A bundle can be without the notes of its packages.
            yield name, "?"


def _plugins(session: Session | None) -> list[ListedPlugin]:
    """Return the plugins that take part, and those that did not come with the program."""
    stamps = {} if session is None else {one.id: one for one in session.host.stamps}
    there = {one.id: one for one in available(default_folders())}
    found = []
    for id in sorted({*stamps, *(id for id, one in there.items() if not one.bundled)}):
        stamp, one = stamps.get(id), there.get(id)
        version = stamp.version if stamp is not None else _version(one)
        digest = stamp.sha256 if stamp is not None else one.sha256 if one is not None else ""
        trusted = one is not None and untrusted(one, one.sha256) is None
        faults = tuple(map(str, one.faults)) if one is not None else ()
        options = stamp.options if stamp is not None else {}
        found.append(ListedPlugin(id, version, digest, stamp is not None, trusted, faults, options))
    return found


def _version(found: Found | None) -> str:
    return found.manifest.version if found is not None and found.manifest is not None else ""


def listed(parts: Sequence[Part], words: Words) -> list[str]:
    """Return the parts for a person, a line each: its name, its size, what it holds."""
    sizes = [size(len(one.content), words) for one in parts]
    names, room = max((len(one.name) for one in parts), default=0), max(map(len, sizes), default=0)
    return [f"{one.name:{names}}  {held:>{room}}  {one.about(words)}" for one, held in zip(parts, sizes, strict=True)]


def zipped(parts: Iterable[Part]) -> bytes:
    """Return the report that holds these parts."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as report:
        for one in parts:
            report.writestr(one.name, one.content)
    return made.getvalue()


class UnknownPart(DefianceError):
    """A part that a report does not hold. `value` is its name."""

    def __init__(self, value: str, known: Iterable[str]) -> None:
        super().__init__("report.part", "The report holds no {name!r}: {known}.", name=value, known=", ".join(known))
        self.value = value


def without(parts: Iterable[Part], names: Iterable[str]) -> list[Part]:
    """Return the parts but for those with these names. Raises `UnknownPart`."""
    left = {one.name: one for one in parts}
    known = tuple(left)
    for name in names:
        if name not in known:
            raise UnknownPart(name, known)
        left.pop(name, None)
    return list(left.values())
