"""Which plugins may run code: those whose very files, by their digest, the user has trusted.

Plugins that came with the program are trusted with it, and plugins of content alone run no code. Trusted code is not
confined: it may do whatever the user may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from defiance_qt.core.errors import Message, PluginError, SaveError
from defiance_qt.extend.authoring import authored_folders
from defiance_qt.extend.compared import storable
from defiance_qt.extend.found import Found, available, default_folders, digest
from defiance_qt.extend.kept import copies, is_kept, keep
from defiance_qt.extend.links import linked_folders
from defiance_qt.extend.sources import Unreadable, plugin_files
from defiance_qt.journal import disk
from defiance_qt.journal.beside import put_aside

FILE = "trusted.json"

KEPT = "kept:"
"""What is written before a digest that was trusted before another of the same plugin."""

_LARGEST = disk.MIB


def file() -> Path:
    """Return the path of the list of trusted files. It may not exist."""
    return Path(platformdirs.user_config_dir("defiance-qt", appauthor=False)) / FILE


def trusted() -> Mapping[str, str]:
    """Return the digests that the user has trusted, each with the plugin's id. None of a damaged list."""
    return _read() or {}


def _read() -> dict[str, str] | None:
    """Return the list, None if it cannot be read: that trusts nothing, and each plugin says why."""
    try:
        found: dict[str, str] = msgspec.json.decode(disk.read_file(file(), _LARGEST), type=dict[str, str])
    except (SaveError, msgspec.MsgspecError, ValueError, RecursionError) as error:
        return {} if isinstance(error, SaveError) and error.message.key == "save.missing" else None
    return found


def is_trusted(sha256: str) -> bool:
    """Return whether files with this digest may run."""
    return bool(sha256) and sha256 in trusted()


def trust(id: str, sha256: str) -> None:
    """Let these files of a plugin run from now on. Of those that were trusted before, only copies that were kept for
    games (`kept`) run. Raises `SaveError`."""
    now, listed = trusted(), storable(id)
    before = {f"{KEPT}{key.removeprefix(KEPT)}": one for key, one in now.items() if one == listed}
    _store({key: one for key, one in now.items() if one != listed} | before | {sha256: listed})
    for one in available(default_folders()):
        if one.id == id:
            # What cannot be read is told when it is loaded.
            with suppress(Unreadable):
                files = plugin_files(one.folder)
                if digest(files) == sha256:
                    keep(id, files)


def latest_kept(id: str) -> Found | None:
    """Return the copy of a plugin that was kept last and may be run, None without one."""
    return next((copy for copy in copies(id) if untrusted(copy, copy.sha256) is None), None)


def revoke(id: str) -> None:
    """Let no files of the plugin run. What was loaded before stays until the program ends. Raises `SaveError`."""
    _store({key: one for key, one in trusted().items() if one != storable(id)})


def untrusted(found: Found, sha256: str) -> PluginError | None:
    """Return why the code of a plugin with this digest is not run, None if it may run."""
    if not found.runs_code or found.bundled or found.folder in authored_folders() or is_trusted(sha256):
        return None
    if found.folder in linked_folders():
        return None
    if is_kept(found) and f"{KEPT}{sha256}" in trusted():
        return None
    read = _read()
    listed = read or {}
    if read is None:
        why = Message("trust.damaged", "the list of trusted files, {file}, cannot be read", file=FILE)
    elif f"{KEPT}{sha256}" in listed:
        why = Message("trust.before", "you trusted these files once, and later others in their place")
    elif storable(found.id) in listed.values():
        why = Message("trust.changed", "its files have changed since you trusted it")
    else:
        why = Message("trust.never", "it runs code that you have not trusted")
    return PluginError(
        "plugin.untrusted",
        "The plugin {name!r} is not used: {why}. `defiance-qt plugin trust {name}` trusts these files.",
        name=found.id,
        why=why,
    )


def _store(digests: Mapping[str, str]) -> None:
    place = file()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk.unwritable(place, error) from error
    if _read() is None:
        # What the user has trusted can still be looked up in it.
        put_aside(place)
    disk.replace_file(place, (msgspec.json.format(msgspec.json.encode(dict(sorted(digests.items())))),))
