"""`plugin pack` and packs that are checked: a plugin's folder as one `.zip` file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from defiance_qt.core.errors import PluginError
from defiance_qt.extend.guard import unusable
from defiance_qt.extend.installing import id_of
from defiance_qt.extend.manifest import read
from defiance_qt.extend.packs import packed, read_pack
from defiance_qt.extend.sources import Unreadable, plugin_files
from defiance_qt.journal import disk


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Give the folder of a plugin for the block: the path itself, or one that its pack was unpacked to. Raises as
    `read_pack` does."""
    if not path.is_file():
        yield path
        return
    files = read_pack(path)
    with TemporaryDirectory(prefix="defiance-check-") as room:
        folder = Path(room).resolve() / id_of(files)
        for name, source in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source)
        yield folder


def write_pack(folder: Path, into: Path, *, replace: bool = False) -> Path:
    """Write the pack of a plugin into a folder, and return its path. The same files make the same pack.

    Raises `PluginError` for a manifest with faults, files that a pack cannot hold, and a pack that is there and differs
    unless it is to be replaced; `SaveError` if it cannot be written.
    """
    manifest, faults = read(folder.resolve())
    if manifest is None:
        raise unusable(folder.resolve().name, faults)
    try:
        source = packed(folder, plugin_files(folder))
    except Unreadable as error:
        raise PluginError(
            "pack.unpackable", "{file} cannot be packed: {why}.", file=disk.shown(folder), why=error.why
        ) from error
    place = into / f"{manifest.id}-{manifest.version}.zip"
    if place.exists() and not replace and place.read_bytes() != source:
        raise PluginError(
            "pack.there", "There is another {file} already: `--replace` writes over it.", file=disk.shown(place)
        )
    disk.replace_file(place, (source,))
    return place
