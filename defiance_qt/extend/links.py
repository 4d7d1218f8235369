"""The plugins that are used from the folders where their authors work, ahead of any other with the same id.

To link a folder is the consent to run whatever is in it, now and later, until it is unlinked.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import platformdirs

from defiance_qt.core.errors import PluginError, SaveError
from defiance_qt.extend.manifest import Manifest, read
from defiance_qt.journal import disk

FILE = "linked.json"

_LARGEST = disk.MIB


def file() -> Path:
    """Return the path of the list of linked folders. It may not exist."""
    return Path(platformdirs.user_config_dir("defiance-qt", appauthor=False)) / FILE


def linked() -> Mapping[str, str]:
    """Return the linked folders by the ids of their plugins. None of a damaged list."""
    try:
        found: dict[str, str] = msgspec.json.decode(disk.read_file(file(), _LARGEST), type=dict[str, str])
    except (SaveError, msgspec.MsgspecError, ValueError, RecursionError):
        # Whatever cannot be read links nothing.
        return {}
    return found


def linked_folders() -> tuple[Path, ...]:
    """Return the linked folders, sorted."""
    return tuple(sorted(map(Path, linked().values())))


def link(folder: Path) -> Manifest:
    """Use the plugin in this folder from now on, code included, and return its manifest. Raises `PluginError` with all
    faults of the manifest, `SaveError`."""
    if not folder.is_dir():
        raise SaveError("save.missing", "{file} does not exist.", file=folder)
    # Late: finding plugins must not load what runs them.
    from defiance_qt.extend.guard import unusable

    place = folder.resolve()
    manifest, faults = read(place)
    if manifest is None:
        raise unusable(place.name, faults)
    _store({**linked(), manifest.id: str(place)})
    return manifest


def unlink(id: str) -> None:
    """Use a plugin from its folder no longer. Raises `PluginError` if it is not linked, `SaveError`."""
    now = linked()
    if id not in now:
        raise PluginError("plugin.not_linked", "The plugin {name!r} is not linked.", name=id)
    _store({one: place for one, place in now.items() if one != id})


def _store(folders: Mapping[str, str]) -> None:
    place = file()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk.unwritable(place, error) from error
    disk.replace_file(place, (msgspec.json.format(msgspec.json.encode(dict(sorted(folders.items())))),))
