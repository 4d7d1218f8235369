"""Rule indexes: every rule of a game's rulebook by its id, in our own words, in each language. Enforces nothing.

An index is a TOML file "<name>.<language>.toml" in the folder `rules` of a system.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
import tomli

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Rule

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    text: str
    page: int | None = None


class _RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    areas: dict[str, str]
    rules: dict[str, _Entry]


def rules(folder: Traversable, language: str) -> Mapping[str, Rule]:
    """Return all rules of a folder in a language, id to rule, ordered by id; empty if the folder does not exist. Raises
    `ContentError`."""
    found: dict[str, Rule] = {}
    if folder.is_dir():
        for file in folder.iterdir():
            if file.name.endswith(f".{language}.toml"):
                found |= read_rules(file.name, file.read_bytes())
    return MappingProxyType(dict(sorted(found.items())))


def read_rules(name: str, source: bytes) -> dict[str, Rule]:
    """Read the rules of a TOML file. Raises `ContentError` naming the file, and the rule whose area has no heading."""
    try:
        file = msgspec.convert(tomli.loads(source.decode()), ready(_RuleFile))
    except (ValueError, msgspec.DecodeError) as error:
        raise ContentError("content.file", "{file}: {why}", file=name, why=error) from error
    found = {}
    for id, entry in sorted(file.rules.items()):
        if entry.area not in file.areas:
            raise ContentError(
                "content.rule_area",
                "{file}: rule {rule!r} names the unknown area {area!r}",
                file=name,
                rule=id,
                area=entry.area,
            )
        found[id] = Rule(id, file.areas[entry.area], entry.text, entry.page)
    return found
