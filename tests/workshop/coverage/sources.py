"""The parameters of the rule coverage: where a game's rules and code are, and how its code cites a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from defiance_qt.core.port import Rule
from defiance_qt.words.languages import FALLBACK

# Rule ids (or test node ids) with the sorted names found for each.
Found = dict[str, tuple[str, ...]]


class EditionOption(NamedTuple):
    """An edition option: its id, the name that the engine looks up, and the rules it changes."""

    id: str
    name: str
    rules: tuple[str, ...]

    @property
    def place(self) -> str:
        """The option as a place in the coverage."""
        return f"switch {self.id} {self.name}"


@dataclass(frozen=True, eq=False, kw_only=True)
class RuleSources:
    """The parameters of one game for the rule coverage. Compared by identity, so results can be cached per value.

    `module` is the dotted name of the folder `package`; places are dotted names below it. `rules` returns the rule
    index in a language. Rules in `outside` are in the index but not expected to be enforced yet. `of_system` fills all
    of it for a game whose files are where they usually are.
    """

    module: str
    package: Path
    rules: Callable[[str], Mapping[str, Rule]]
    # Places of tests are told from `root`.
    root: Path
    tests: Path
    # The page with all rules and its first lines; the file with the recorded coverage, one rule per line.
    document: Path
    opening: tuple[str, ...]
    measured: Path
    # Random games of this scenario are played to collect the cited rules.
    system: str
    scenario: str
    editions: tuple[str, ...]
    # The names of the structs of its events, and functions that create events indirectly.
    events: frozenset[str]
    makers: tuple[tuple[str, str], ...] = ()
    outside: frozenset[str] = frozenset()
    # Files and folders of the package that hold its rules, and those anywhere in them that only describe rules.
    holding: tuple[str, ...] = ("engine",)
    describing: tuple[str, ...] = ("tell", "words.py")
    # Edition options, and the attribute of the engine's ruleset they are looked up in.
    options: tuple[EditionOption, ...] = ()
    option_table: str = "switches"
    # Other calls that cite rules, and their names in the report.
    citing: tuple[tuple[str, str], ...] = (("Illegal", "refusal"),)

    @cached_property
    def modules(self) -> list[Path]:
        """All modules that name rules."""
        held = (self.package / name for name in self.holding)
        return sorted(module for path in held for module in ((path,) if path.is_file() else path.rglob("*.py")))

    @property
    def enforcing_modules(self) -> list[Path]:
        """The modules that can enforce a rule."""
        describing = set(self.describing)
        return [path for path in self.modules if not describing.intersection(path.relative_to(self.package).parts)]

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """What the ids of the index begin with: ("R",), or several as ("K", "N")."""
        return tuple(sorted({id.partition("-")[0] for id in self.rules(FALLBACK)}))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of one rule id."""
        return re.compile(rf"\b(?:{'|'.join(self.prefixes)})-\d{{3}}")

    @cached_property
    def _span(self) -> re.Pattern[str]:
        """The pattern of a span such as "R-046…R-061", optionally with spaces around the dots."""
        return re.compile(rf"\b({'|'.join(self.prefixes)})-(\d{{3}})\s?(?:…|\.\.\.)\s?\1-(\d{{3}})")

    def ids_in(self, text: str) -> set[str]:
        """Return the rules that a text names, including those within a span."""
        found = set(self.pattern.findall(text))
        for prefix, first, last in self._span.findall(text):
            found |= {f"{prefix}-{number:03}" for number in range(int(first), int(last) + 1)}
        return found

    def module_of(self, path: Path) -> str:
        """Return the dotted name of a file below the package."""
        return ".".join(path.relative_to(self.package).with_suffix("").parts).removesuffix(".__init__")


def gathered(pairs: Iterable[tuple[str, str]]) -> Found:
    """Group pairs of rule and name by rule, with unique, sorted names."""
    found: dict[str, set[str]] = {}
    for id, name in pairs:
        found.setdefault(id, set()).add(name)
    return {id: tuple(sorted(found[id])) for id in sorted(found)}


def pairs(*found: Found) -> Iterator[tuple[str, str]]:
    """Yield the pairs of rule and name in results: the inverse of `gathered`."""
    return ((id, name) for result in found for id, names in result.items() for name in names)
