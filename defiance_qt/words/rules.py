"""The rule index: every rule of the rulebook by its id, in our own words, in each language. Enforces nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files as package_files
from types import MappingProxyType

import msgspec

from defiance_qt.core.errors import ContentError
from defiance_qt.words.catalogue import FALLBACK, LANGUAGES


class Rule(msgspec.Struct, frozen=True):
    """A rule: its id ("R-087"), the heading it stands under, one or two sentences, and the page of the rulebook in that
    language, None where it is not printed or not known."""

    id: str
    area: str
    text: str
    page: int | None = None


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    text: str
    page: int | None = None


class _RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    areas: dict[str, str]
    rules: dict[str, _Entry]


@cache
def rules(language: str = FALLBACK) -> Mapping[str, Rule]:
    """All rules, id to rule, in the order of their ids. Raises `ContentError` for an unknown language."""
    if language not in LANGUAGES:
        raise ContentError(f"there is no language {language!r}: {', '.join(LANGUAGES)}")
    name = f"defiance.{language}.toml"
    source = (package_files("defiance_qt.systems.defiance") / "rules" / name).read_bytes()
    return MappingProxyType(read_rules(name, source))


def rule(id: str, language: str = FALLBACK) -> Rule:
    """The rule with that id. Raises `ContentError` naming it when there is none."""
    found = rules(language).get(id)
    if found is None:
        raise ContentError(f"there is no rule {id!r}")
    return found


def read_rules(name: str, source: bytes) -> dict[str, Rule]:
    """The rules of a TOML file. Raises `ContentError` naming the file, and the rule whose area has no heading."""
    try:
        file = msgspec.toml.decode(source, type=_RuleFile)
    except msgspec.DecodeError as error:
        raise ContentError(f"{name}: {error}") from error
    found = {}
    for id, entry in sorted(file.rules.items()):
        if entry.area not in file.areas:
            raise ContentError(f"{name}: rule {id!r} names the unknown area {entry.area!r}")
        found[id] = Rule(id, file.areas[entry.area], entry.text, entry.page)
    return found
