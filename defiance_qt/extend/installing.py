"""Installs plugins into the user's folder and removes them from it, all or nothing.

A plugin is written whole under a hidden name, read back by its manifest like any other, and gets its name by a rename.
Whatever an interrupted installation has left is put right before the next one (`settle`); a
plugin that it took away, when the program starts (`found.settle_at_start`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.extend import kept
from defiance_qt.extend.found import Found, available, default_folders, user_folder
from defiance_qt.extend.guard import unusable
from defiance_qt.extend.kept import keep
from defiance_qt.extend.manifest import FILE, Manifest, read
from defiance_qt.extend.packs import read_pack
from defiance_qt.extend.sources import Unreadable, plugin_files, table
from defiance_qt.extend.versions import version
from defiance_qt.journal import disk

_NEW, _OLD = ".new-", ".old-"
_UNNAMED = "plugin"


class Incoming(msgspec.Struct, frozen=True):
    """A plugin that could be installed: its files, its manifest, and what is there under its id, if anything is."""

    files: dict[str, bytes]
    manifest: Manifest
    present: Manifest | None = None
    """The plugin in use that it would replace."""

    @property
    def runs_code(self) -> bool:
        return bool(self.manifest.module)

    @property
    def downgrade(self) -> bool:
        return self.present is not None and version(self.manifest.version) < version(self.present.version)


def examine(path: Path, folder: Path | None = None, there: Iterable[Found] | None = None) -> Incoming:
    """Return what a pack or a plugin's folder would install, without installing it. Raises `PluginError` with all
    faults of its manifest, `SaveError` for a file that cannot be read."""
    place = folder or user_folder()
    files = _files(path)
    found = available(dict.fromkeys((*default_folders(), place))) if there is None else there
    with _written(place, files, id_of(files)) as part:
        manifest, faults = read(part)
    if manifest is None:
        raise unusable(id_of(files), faults)
    present = next((one.manifest for one in found if one.id == manifest.id and one.manifest is not None), None)
    return Incoming(files, manifest, present)


def install(path: Path, folder: Path | None = None, *, replace: bool = False, downgrade: bool = False) -> Manifest:
    """Install a pack or a plugin's folder into the user's folder, and return its manifest.

    A plugin of this id that is there is replaced only by `replace`, by an older version only by `downgrade` too. Raises
    `PluginError` or `SaveError`; then everything is as it was.
    """
    place = folder or user_folder()
    settle(place)
    incoming = examine(path, place)
    manifest, present = incoming.manifest, incoming.present
    if present is not None and incoming.downgrade and not downgrade:
        raise PluginError(
            "pack.older",
            "{name} {old} is in use, and {file} has the older version {new}: `--downgrade` installs it.",
            name=manifest.id,
            old=present.version,
            new=manifest.version,
            file=disk.shown(path),
        )
    if present is not None and not (replace or downgrade):
        raise PluginError(
            "pack.present",
            "There is a plugin {name} {old} already; {file} has the version {new}: `--replace` installs it.",
            name=manifest.id,
            old=present.version,
            new=manifest.version,
            file=disk.shown(path),
        )
    target = place / manifest.id
    try:
        with _written(place, incoming.files, manifest.id) as part:
            old = place / f"{_OLD}{manifest.id}"
            if os.path.lexists(target):
                target.rename(old)
            part.rename(target)
        disk.sync_folder(place)
    except OSError as error:
        raise disk.unwritable(target, error) from error
    finally:
        settle(place)
    if folder is None and not incoming.runs_code:
        # What runs code is kept when it is trusted.
        keep(manifest.id, incoming.files)
    return manifest


def remove(id: str, folder: Path | None = None) -> None:
    """Remove a plugin from the user's folder. Raises `PluginError` if it is not there: bundled plugins stay."""
    place = folder or user_folder()
    settle(place)
    target = place / id
    if Path(id).name != id or id.startswith(".") or not target.is_dir() or target.is_symlink():
        raise PluginError("pack.not_installed", "The plugin {name!r} is not among the installed ones.", name=id)
    try:
        target.rename(place / f"{_NEW}{id}")
        disk.sync_folder(place)
    except OSError as error:
        raise disk.unwritable(target, error) from error
    settle(place)
    if folder is None:
        kept.forget(id)


def settle(place: Path) -> None:
    """Put right what an interrupted installation has left in the user's folder: a plugin that was being replaced gets
    its place back, and what was being written or removed is deleted."""
    # What cannot be put right stays: whatever is done next in the folder says why.
    with contextlib.suppress(OSError):
        for one in sorted(place.iterdir()):
            if one.name.startswith(_OLD):
                id = one.name.removeprefix(_OLD)
                if not os.path.lexists(place / id):
                    one.rename(place / id)
                else:
                    shutil.rmtree(one, ignore_errors=True)
            elif one.name.startswith(_NEW):
                shutil.rmtree(one, ignore_errors=True)


def _files(path: Path) -> dict[str, bytes]:
    """Return the files of a pack or of a plugin's folder. Raises `PluginError`, `SaveError`."""
    if not path.is_dir():
        return read_pack(path)
    try:
        files = plugin_files(path)
        _check_links(path, files)
    except Unreadable as error:
        raise PluginError(
            "pack.refused", "{file} cannot be used: {why}.", file=disk.shown(path), why=error.why
        ) from error
    return files


def _check_links(folder: Path, names: Iterable[str]) -> None:
    """Raise `Unreadable` for a link that would bring a file from elsewhere into the plugin."""
    inside = folder.resolve()
    for name in names:
        if not (folder / name).resolve().is_relative_to(inside):
            raise Unreadable(
                Message(
                    "pack.link_outside",
                    "{name!r} is a link to a file outside the folder",
                    name=disk.printable(name),
                )
            )


def id_of(files: Mapping[str, bytes]) -> str:
    """Return the id in the manifest, for the folder that is read; a placeholder where there is none."""
    try:
        id = table(files.get(FILE, b"")).get("id")
    except Unreadable:
        return _UNNAMED
    return id if isinstance(id, str) and id.isidentifier() and len(id) <= 100 else _UNNAMED


@contextlib.contextmanager
def _written(place: Path, files: Mapping[str, bytes], id: str) -> Iterator[Path]:
    """Write the files into a folder named after the id, below a hidden one, and delete what is left of it in the end.
    Raises `SaveError`."""
    hidden = place / f"{_NEW}{os.urandom(8).hex()}"
    part = hidden / id
    try:
        part.mkdir(parents=True)
        for name, content in files.items():
            target = part / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
    except OSError as error:
        shutil.rmtree(hidden, ignore_errors=True)
        raise disk.unwritable(place / id, error) from error
    try:
        yield part
    finally:
        shutil.rmtree(hidden, ignore_errors=True)
