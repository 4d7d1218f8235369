"""The parameters of the rule coverage: where a game keeps its rules and its code, and how its code cites a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from defiance_qt.core.system import Rule

# Rule ids (or test node ids) with the sorted names found for each.
Found = dict[str, tuple[str, ...]]


class EditionOption(NamedTuple):
    """A setting in which editions differ: its id, the name that the engine looks up, and the rules it changes."""

    id: str
    name: str
    rules: tuple[str, ...]

    @property
    def place(self) -> str:
        """The option as a place in the coverage."""
        return f"switch {self.id} {self.name}"


@dataclass(frozen=True, eq=False, kw_only=True)
class RuleSources:
    """One game, as the coverage sees it. Two values are never equal, so results can be cached per value.

    `module` is the dotted name of the folder `package`; places are dotted names below it. `rules` returns the rule
    index in a language. Rules `outside` are in the index and not expected to be enforced yet.
    """

    module: str
    package: Path
    rules: Callable[[str], Mapping[str, Rule]]
    # The tests are under `root`/tests; an installed program has none.
    root: Path
    document: Path
    # Where the measured places are stored, one rule a line.
    measured: Path
    # Random games of this scenario are played to see what events cite.
    system: str
    scenario: str
    editions: tuple[str, ...]
    prefix: str = "R"
    outside: frozenset[str] = frozenset()
    # Files and folders of the engine that describe rules and carry none out.
    describing: tuple[str, ...] = ()
    # Edition options, and the attribute of the engine's ruleset they are looked up in.
    options: tuple[EditionOption, ...] = ()
    option_table: str = ""
    # The name under which the engine imports its module of events, and functions that make an event by another way.
    events: str = "e"
    makers: tuple[tuple[str, str], ...] = ()
    # Calls besides events that cite rules, and what the report calls them.
    citing: tuple[tuple[str, str], ...] = ()

    @property
    def engine(self) -> Path:
        return self.package / "engine"

    @property
    def modules(self) -> list[Path]:
        """All modules of the engine."""
        return sorted(self.engine.rglob("*.py"))

    @property
    def enforcing_modules(self) -> list[Path]:
        """The modules of the engine that can carry out a rule."""
        return [path for path in self.modules if not set(path.relative_to(self.engine).parts) & set(self.describing)]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """One rule id."""
        return re.compile(rf"{self.prefix}-\d{{3}}")

    @cached_property
    def _span(self) -> re.Pattern[str]:
        """A span such as "R-046…R-061", also with blanks around the dots."""
        return re.compile(rf"{self.prefix}-(\d{{3}})\s?(?:…|\.\.\.)\s?{self.prefix}-(\d{{3}})")

    def ids_in(self, text: str) -> set[str]:
        """The rules that a text names, including those within a span."""
        found = set(self.pattern.findall(text))
        for first, last in self._span.findall(text):
            found |= {f"{self.prefix}-{number:03}" for number in range(int(first), int(last) + 1)}
        return found

    def module_of(self, path: Path) -> str:
        """The dotted name of a file below the package."""
        return ".".join(path.relative_to(self.package).with_suffix("").parts).removesuffix(".__init__")


def gathered(pairs: Iterable[tuple[str, str]]) -> Found:
    """Group pairs of rule and name by rule; each name once, sorted."""
    found: dict[str, set[str]] = {}
    for id, name in pairs:
        found.setdefault(id, set()).add(name)
    return {id: tuple(sorted(found[id])) for id in sorted(found)}


def pairs(*found: Found) -> Iterator[tuple[str, str]]:
    """The pairs of rule and name in results: the inverse of `gathered`."""
    return ((id, name) for result in found for id, names in result.items() for name in names)
