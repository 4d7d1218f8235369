"""The long work of the plugins' page, each piece a function for a thread: read what is there, examine, install and
remove, find the saves that use a plugin, and play them again. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from defiance_qt.core.errors import DefianceError, Message, PluginError
from defiance_qt.extend import trust
from defiance_qt.extend.clashes import Apart, Clash, apart
from defiance_qt.extend.compared import contents, readable
from defiance_qt.extend.found import digest
from defiance_qt.extend.installing import Incoming, examine, install, remove
from defiance_qt.extend.kept import keep
from defiance_qt.extend.manifest import Manifest, Value
from defiance_qt.extend.survey import Brought, Since, Surveyed, brought, files_of, since, survey
from defiance_qt.journal import disk


class Arriving(NamedTuple):
    """A pack that was examined: what it would install, what that brings, and how that differs from the copy it would
    replace, None for not at all."""

    path: Path
    incoming: Incoming
    brought: Brought
    since: Since | None


class Use(NamedTuple):
    """A save, with the version of each plugin it uses by id, and how it compares with today's files once it was
    checked."""

    path: str
    plugins: Mapping[str, str]
    title: str = ""
    verdict: Message | None = None


def look() -> tuple[Surveyed, ...]:
    """Return every plugin there is."""
    return survey()


def arriving(path: Path, there: Sequence[Surveyed]) -> Arriving:
    """Examine a pack or a folder; nothing is installed. Raises as `examine` does."""
    incoming = examine(path)
    present = next((one for one in there if one.id == incoming.manifest.id), None)
    changed = None
    if present is not None and present.found.manifest is not None:
        changed = since("other", contents(files_of(present.found.folder)), _visible(incoming.files))
    return Arriving(path, incoming, brought(incoming.files, incoming.manifest), changed)


def text_of(folder: Path, name: str) -> str:
    """Return a text among a plugin's files, as far as it is shown. Raises `PluginError` if it cannot be read."""
    source = files_of(folder).get(name)
    if source is None:
        raise PluginError("plugin.unread", "{file} could not be read.", file=disk.printable(name))
    return readable(source)


def put_in(found: Arriving, trusted: bool) -> Manifest:
    """Install what was examined, and trust exactly those files. Raises as `install` does, and `PluginError` if the pack
    has been changed since; then nothing is trusted."""
    manifest = install(found.path, replace=True, downgrade=True)
    if trusted:
        one = next((one for one in survey() if one.id == manifest.id), None)
        if one is None or one.sha256 != digest(_visible(found.incoming.files)):
            raise PluginError(
                "pack.changed",
                "{file} was changed after it was shown. It waits for trust.",
                file=disk.shown(found.path),
            )
        trust.trust(manifest.id, one.sha256)
    return manifest


def _visible(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files without hidden ones and Python's caches, as a plugin's folder is read."""
    return {
        name: source
        for name, source in files.items()
        if not any(part.startswith(".") or part == "__pycache__" for part in name.split("/"))
    }


def trust_all(digests: Mapping[str, str]) -> None:
    """Trust these files of plugins, by their ids. Raises `SaveError`."""
    for id, sha256 in digests.items():
        trust.trust(id, sha256)


def put_back(id: str) -> None:
    """Install the version of a plugin that was trusted last in place of the one that waits for trust, whose files are
    kept. Raises as `install` does, and `PluginError` without such a version."""
    copy = trust.latest_kept(id)
    if copy is None:
        raise PluginError("pack.not_kept", "No earlier version of the plugin {name!r} is kept.", name=id)
    keep(id, next((files_of(one.found.folder) for one in survey() if one.id == id), {}))
    sha256 = copy.sha256
    install(copy.folder, replace=True, downgrade=True)
    trust.trust(id, sha256)


def take_out(id: str) -> None:
    """Remove a plugin from the user's folder, and the trust in it. Raises as `remove` does."""
    remove(id)
    trust.revoke(id)


def uses(paths: Iterable[str]) -> tuple[Use, ...]:
    """Return the saves that use plugins. A save that cannot be read uses none."""
    found = []
    for path in paths:
        try:
            used = _used(Path(path))
        except (DefianceError, OSError):
            # The list of saves tells what is wrong with it.
            continue
        if used:
            found.append(Use(path, used))
    return tuple(found)


def _used(path: Path) -> dict[str, str]:
    from defiance_qt.journal.store import open_journal

    with open_journal(path, read_only=True) as journal:
        headers = (journal.header, *journal.updates())
        return {stamp.id: stamp.version for header in headers for stamp in header.passport.plugins}


def check(path: str) -> Message:
    """Play a save again with today's files, and return the verdict."""
    from defiance_qt.lab.checking import verdict

    try:
        return verdict(Path(path))
    except DefianceError as error:
        return error.message
    except OSError as error:
        return disk.unreadable(Path(path), error).message


class Together(NamedTuple):
    """What comes of loading plugins together: those that cannot be used, and what two of them both claim."""

    apart: tuple[Apart, ...]
    clashes: tuple[Clash, ...]


def together(ids: Mapping[str, Sequence[str]], options: Mapping[str, Mapping[str, Value]]) -> Together:
    """Load plugins as a new game of each system would; `ids` are by system. A system that cannot be loaded is left
    out."""
    from defiance_qt.extend.binding import offerings_with
    from defiance_qt.extend.loader import load

    found: list[Apart] = []
    clashes: list[Clash] = []
    for system, own in ids.items():
        try:
            loaded = load(own, {id: values for id, values in options.items() if id in own}, system=system)
            found += (apart(error, own) for error in loaded.failures)
            clashes += loaded.clashes
            offerings_with(loaded)
        except PluginError as error:
            if (together := apart(error, own)).plugins:
                found.append(together)
    return Together(tuple(found), tuple(clashes))
