"""What can be told of every plugin on disk: its copies, its files, what it brings and which hooks its code has. Reads
files and runs none of them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from defiance_qt.extend import found as places
from defiance_qt.extend import kept, trust
from defiance_qt.extend.compared import Content, FileChange, compare, contents
from defiance_qt.extend.found import Found, available, digest
from defiance_qt.extend.hookspecs import PREFIXES
from defiance_qt.extend.links import linked_folders
from defiance_qt.extend.manifest import Manifest, read
from defiance_qt.extend.sources import Unreadable, plugin_files, table
from defiance_qt.extend.texts import WORDS, read_words, word_faults
from defiance_qt.words.languages import LANGUAGES

_HOOK = re.compile(rf"^(?:async )?def ((?:{'|'.join(PREFIXES)})\w+)\(", re.MULTILINE)


class Copy(NamedTuple):
    """Another copy of a plugin, which is not used: its folder, its manifest, None if that is invalid, and the SHA-256
    of its files by path."""

    folder: Path
    manifest: Manifest | None
    files: Mapping[str, str]


class Since(NamedTuple):
    """What has changed in a plugin since other files of it: `origin` is "kept" for those that were last trusted or
    installed, "other" for another copy. `files` holds their SHA-256 by path."""

    origin: Literal["kept", "other"]
    files: Mapping[str, str]
    changes: tuple[FileChange, ...]


class Brought(NamedTuple):
    """What a plugin's files bring: the SHA-256 of each file by path, the hooks of its module, the number of its texts,
    and its content: the number of entries by the name of their table."""

    files: Mapping[str, str]
    hooks: tuple[str, ...] = ()
    texts: int = 0
    content: Mapping[str, int] = {}


class Surveyed(NamedTuple):
    """A plugin that is used under its id, with its other copies. `bundled`: it came with the program. `installed`: a
    copy is in the user's folder, and can be removed. `trusted` is whether its code may run; `sha256` is the digest of
    its files that trust is in, "" if they cannot be read. `since` is what has changed, None for nothing known."""

    found: Found
    bundled: bool
    installed: bool
    trusted: bool
    brought: Brought
    sha256: str
    others: tuple[Copy, ...] = ()
    since: Since | None = None
    stays: str = ""
    """The version that can be used instead of one that waits for trust: the latest that was trusted; "" for none."""
    linked: bool = False
    """Whether it is used from the folder where its author works, and trusted until it is unlinked."""

    @property
    def id(self) -> str:
        return self.found.id

    @property
    def waits(self) -> bool:
        """Whether it runs code that nobody has trusted yet."""
        return self.found.manifest is not None and self.found.runs_code and not self.trusted


def survey() -> tuple[Surveyed, ...]:
    """Return every plugin, sorted by id; copies of one id together."""
    copies: dict[str, list[Found]] = {}
    for one in available(places.default_folders()):
        copies.setdefault(one.folder.name, []).append(one)
    return tuple(_surveyed(group) for _, group in sorted(copies.items()))


def _surveyed(group: Sequence[Found]) -> Surveyed:
    """Return the copy that is used, or the first where none is."""
    used = next((one for one in group if one.manifest is not None), group[0])
    others = tuple(Copy(one.folder, read(one.folder)[0], _read(one)[0].files) for one in group if one is not used)
    bundled = used.bundled
    own = places.user_folder()
    installed = own in (used.folder.parent, *(one.folder.parent for one in others))
    found, sha256 = _read(used)
    linked = used.folder in linked_folders()
    trusted = trust.untrusted(used, sha256) is None
    since = None if bundled else _since(used, others[0].folder if others and not trusted else None)
    stays = "" if trusted or not installed else _stays(used.id)
    return Surveyed(used, bundled, installed, trusted, found, sha256, others, since, stays, linked)


def _stays(id: str) -> str:
    """Return the version of the latest copy of a plugin that may be run, "" without one."""
    copy = trust.latest_kept(id)
    return copy.manifest.version if copy is not None and copy.manifest is not None else ""


def _since(found: Found, other: Path | None) -> Since | None:
    """Return what has changed since the plugin was trusted or installed; if that is not known, since another copy."""
    last = next(iter(kept.copies(found.id)), None)
    if last is not None:
        return since("kept", contents(files_of(last.folder)), files_of(found.folder))
    return since("other", contents(files_of(other)), files_of(found.folder)) if other is not None else None


def since(origin: Literal["kept", "other"], before: Mapping[str, Content], files: Mapping[str, bytes]) -> Since | None:
    """Return what differs between earlier files of a plugin and these, None for nothing."""
    changes = compare(before, contents(files))
    return Since(origin, {name: one.sha256 for name, one in before.items()}, changes) if changes else None


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a plugin; none of one that cannot be read, which loading tells."""
    try:
        return plugin_files(folder)
    except Unreadable:
        return {}


def _read(found: Found) -> tuple[Brought, str]:
    """Return what a plugin brings, and the digest of its files."""
    files = files_of(found.folder)
    return (brought(files, found.manifest), digest(files)) if files else (Brought({}), "")


def brought(files: Mapping[str, bytes], manifest: Manifest | None) -> Brought:
    """Return what the files of a plugin bring. Runs nothing of them."""
    return Brought(
        {name: hashlib.sha256(source).hexdigest() for name, source in sorted(files.items())},
        _hooks(files, manifest.module if manifest is not None else ""),
        _texts(files.get(WORDS, b""), manifest.languages if manifest is not None else LANGUAGES),
        _content(files),
    )


def _hooks(files: Mapping[str, bytes], module: str) -> tuple[str, ...]:
    """Return the hooks that a module defines, as its text says."""
    source = files.get(f"{module}.py") or files.get(f"{module}/__init__.py") or b""
    return tuple(sorted(set(_HOOK.findall(source.decode(errors="replace")))))


# The screen of plugins surveys anew after each click, and hardly a file has changed then.
@lru_cache(maxsize=512)
def _texts(source: bytes, languages: tuple[str, ...]) -> int:
    if not source or word_faults(source, languages):
        return 0
    return len({key for own in read_words(source).values() for key in own})


def _content(files: Mapping[str, bytes]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, source in files.items():
        if name.startswith("content/") and name.endswith(".toml"):
            found.update(_entries(source))
    return dict(sorted(found.items()))


@lru_cache(maxsize=512)
def _entries(source: bytes) -> Mapping[str, int]:
    """Return the number of entries of each table of a content file; none of one that cannot be read."""
    try:
        tables = table(source)
    except Unreadable:
        return {}
    return {
        title: len(entries) if isinstance(entries, list) else 1
        for title, entries in tables.items()
        if isinstance(entries, list | dict)
    }
