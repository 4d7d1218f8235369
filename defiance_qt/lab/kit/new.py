"""`defiance-qt plugin new`: writes a working example of a plugin, with texts in every language and tests.

The examples are plugins themselves, in `templates`: their id and their name are replaced. That of a game system is the
bundled one, `expansions/pig`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.sources import plugin_files
from defiance_qt.journal import disk

TEMPLATES = Path(__file__).parent / "templates"
ID, NAME, INITIALS = "my_plugin", "My plugin", '"MP"'
"""The id, the name and the initials of a token in the templates."""

_VALID = re.compile(r"[a-z][a-z0-9_]*")
_SYSTEM = "system"
_SYSTEM_EXAMPLE = "pig"


def kinds() -> tuple[str, ...]:
    """Return the kinds of plugins that there is an example of."""
    return tuple(sorted(folder.name for folder in TEMPLATES.iterdir() if folder.is_dir() and folder.name[0].isalpha()))


def write(id: str, kind: str, into: Path) -> Path:
    """Write an example of this kind as the plugin `id` into a folder, and return the plugin's folder.

    Raises `PluginError` for an invalid id, an unknown kind, and a folder that exists; `SaveError` if it cannot be
    written, and then nothing is left of it.
    """
    if not _VALID.fullmatch(id):
        raise PluginError.of(
            Message(
                "fault.id",
                "{key}: {id!r} is not a valid id (example: {sample})",
                key="id",
                id=id,
                sample="generous_sight",
            )
        )
    if kind not in kinds():
        known = ", ".join(kinds())
        raise PluginError("plugin.no_kind", "There is no kind {name!r}: {known}.", name=kind, known=known)
    place = into / id
    if place.exists():
        raise PluginError("plugin.exists", "There is a {file} already.", file=disk.shown(place))
    try:
        for name, source in _files(kind):
            file = place / _named(name, id)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_named(source, id), encoding="utf-8")
    except OSError as error:
        shutil.rmtree(place, ignore_errors=True)
        raise disk.unwritable(place, error) from error
    return place


def _files(kind: str) -> Iterator[tuple[str, str]]:
    """Yield the files of an example, name and text."""
    if kind == _SYSTEM:
        pig = next(one for one in available(bundled_folders()) if one.id == _SYSTEM_EXAMPLE)
        for name, source in plugin_files(pig.folder).items():
            if name == "rules/enforced.json":  # measured by Pig's tests
                continue
            yield name.replace(_SYSTEM_EXAMPLE, ID), _of_system(name, source.decode())
    for name, source in plugin_files(TEMPLATES / kind).items():
        yield name, source.decode()


def _of_system(name: str, text: str) -> str:
    """Return a file of the bundled game system with the id of the templates."""
    return text.replace(f'"{_SYSTEM_EXAMPLE}"', f'"{ID}"') if name.endswith((".py", "plugin.toml")) else text


def _named(text: str, id: str) -> str:
    named = text.replace(ID, id).replace(NAME, id.replace("_", " ").capitalize())
    return named.replace(INITIALS, f'"{_initials(id)}"')


def _initials(id: str) -> str:
    """Return two letters for an id: those that its first two words begin with, or its own first two."""
    words = [word for word in id.split("_") if word]
    return ("".join(word[0] for word in words[:2]) if len(words) > 1 else (id * 2)[:2]).upper()
