"""`defiance-qt plugin new`: writes a working example of a plugin, with texts in every language and tests.

The examples are plugins themselves, in `templates`: their id and their name are replaced. That of a game system is the
bundled one, `expansions/pig`. A pack for another game than the built-in one has each of that game's hooks, and the
files in `pack` of its folder.
"""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.sources import plugin_files
from defiance_qt.extend.systems import DEFAULT, load_system
from defiance_qt.journal import disk

TEMPLATES = Path(__file__).parent / "templates"
ID, NAME, INITIALS = "my_plugin", "My plugin", '"MP"'
"""The id, the name and the initials of a token in the templates."""

_VALID = re.compile(r"[a-z][a-z0-9_]*")
_HOUSE_RULE, _SYSTEM = "house-rule", "system"
_SYSTEM_EXAMPLE = "pig"
_PACK = "pack"
"""What a system's folder has for packs: files of their example, as their author would write them."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of plugins that there is an example of."""
    return tuple(sorted(folder.name for folder in TEMPLATES.iterdir() if folder.is_dir() and folder.name[0].isalpha()))


def write(id: str, kind: str, into: Path, system: str = DEFAULT) -> Path:
    """Write an example of this kind as the plugin `id` into a folder, and return the plugin's folder. For another
    system than the built-in one it is a house rule.

    Raises `PluginError` for an invalid id, an unknown kind or system, a kind that packs for the system cannot have, and
    a folder that exists; `SaveError` if it cannot be written, and then nothing is left of it.
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
    possible = kinds() if system == DEFAULT else (_HOUSE_RULE,)
    if kind not in possible:
        known = ", ".join(possible)
        raise PluginError("plugin.no_kind", "There is no kind {name!r}: {known}.", name=kind, known=known)
    place = into / id
    if place.exists():
        raise PluginError("plugin.exists", "There is a {file} already.", file=disk.shown(place))
    try:
        for name, source in dict(_files(kind) if system == DEFAULT else _pack(system)).items():
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
            # What Pig's tests have measured, and the example of packs for it.
            if name == "rules/coverage.json" or name.startswith(f"{_PACK}/"):
                continue
            yield name.replace(_SYSTEM_EXAMPLE, ID), _of_system(name, source.decode())
    for name, source in plugin_files(TEMPLATES / kind).items():
        yield name, source.decode()


def _pack(system: str) -> Iterator[tuple[str, str]]:
    """Yield the files of the example of a pack for a system. Raises `PluginError`."""
    loaded = load_system(system)
    hooks = loaded.rules.hookspecs()
    for name, source in plugin_files(TEMPLATES / "_pack").items():
        module = 'module = "rule"\n' if hooks else ""
        yield name, source.decode().replace("THE_SYSTEM", system).replace("MODULE\n", f"{module}\n")
    if hooks is not None:
        yield (
            "rule.py",
            "\n\n".join(('"""What the pack changes: the hooks of the game, each without effect."""\n', *_stubs(hooks))),
        )
    for name, source in plugin_files(loaded.found.folder).items():
        if name.startswith(f"{_PACK}/"):
            yield name.removeprefix(f"{_PACK}/"), source.decode()


def _stubs(hooks: ModuleType) -> Iterator[str]:
    """Yield the code of each hook of a system, without an effect."""
    for name, answer in hooks.ANSWERS.items():
        told = (inspect.getdoc(getattr(hooks, name)) or name).replace('"""', "'")
        text = "\n".join(f"    {line}".rstrip() for line in told.splitlines())
        yield f'def {name}({", ".join(answer.arguments)}):\n    """{text.strip()}"""\n    return {answer.nothing!r}\n'


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
