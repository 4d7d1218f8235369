"""Which mutants to make: the functions that enforce rules, a sample of the mutants of each, and the tests to run.

A function enforces the rules that it names and that a test claiming them runs (`tests.workshop.coverage.enforced`).
A method that names no rule belongs to the rules of its class, a table to those in its comments.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.workshop.coverage.enforced import Run
from tests.workshop.coverage.named import table_name
from tests.workshop.coverage.sources import Found, RuleSources
from tests.workshop.mutants.operators import Definition, Mutant, mutants

EQUIVALENT = Path(__file__).parent / "equivalent.toml"


class Target(NamedTuple):
    """A function, method or table that enforces rules: its dotted name, its file and its name in it."""

    place: str
    path: Path
    name: str
    rules: tuple[str, ...]


class Case(NamedTuple):
    """One mutant to be killed, and the tests of its rules that run the function."""

    target: Target
    mutant: Mutant
    tests: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"{self.target.path.name}:{self.mutant.line} {self.mutant.before} → {self.mutant.after}"


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that no test can kill, with the reason. Lines are written as the report prints them."""

    place: str
    before: str
    after: str
    because: str

    def matches(self, place: str, mutant: Mutant) -> bool:
        return (self.place, self.before, self.after) == (place, mutant.before, mutant.after)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    equivalent: tuple[Equivalent, ...] = ()


def equivalents(path: Path = EQUIVALENT) -> tuple[Equivalent, ...]:
    """The mutants that were reviewed and found equivalent."""
    return msgspec.toml.decode(path.read_bytes(), type=_File).equivalent


def targets(sources: RuleSources, enforced: Found) -> list[Target]:
    """Everything of the engine that enforces a rule, by its dotted name."""
    rules_of: dict[str, set[str]] = {}
    for rule, places in enforced.items():
        for place in places:
            rules_of.setdefault(place, set()).add(rule)
    found: list[Target] = []
    for path in sources.enforcing_modules:
        module = sources.module_of(path)
        for name in definitions(path):
            place, owner = f"{module}.{name}", f"{module}.{name.partition('.')[0]}"
            rules = rules_of.get(place) or rules_of.get(owner) or rules_of.get(module)
            if rules:
                found.append(Target(place, path, name, tuple(sorted(rules))))
    return sorted(found)


@cache
def definitions(path: Path) -> dict[str, Definition]:
    """The functions, methods ("Class.method") and tables of a module by name."""
    found: dict[str, Definition] = {}
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            methods = [method for method in node.body if isinstance(method, ast.FunctionDef)]
            found |= {f"{node.name}.{method.name}": method for method in methods}
        elif isinstance(node, ast.Assign | ast.AnnAssign) and (name := table_name(node)):
            found[name] = node
    return found


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file: one object for each file, since mutants are made in it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def all_mutants(path: Path, name: str) -> tuple[Mutant, ...]:
    return tuple(mutants(definitions(path)[name], path.read_text(encoding="utf-8")))


def cases(
    every: Iterable[Target],
    tests: Mapping[str, tuple[str, ...]],
    runs: Iterable[Run],
    *,
    seed: int,
    each: int,
    skip: Iterable[Equivalent] = (),
) -> Iterator[Case]:
    """Draw up to `each` mutants of each target (0: all of them).

    `tests` are all tests with the rules that they claim. A test without a run is taken to run everything.
    """
    ran = {run.test: frozenset(run.functions) for run in runs}
    reviewed = tuple(skip)
    for target in every:
        known = [one for one in reviewed if one.place == target.place]
        made = list(all_mutants(target.path, target.name))
        if each and len(made) > each:
            made = sorted(random.Random(f"{seed} {target.place}").sample(made, each), key=lambda one: one.line)
        # Code of a table may run under other names.
        anyone = not isinstance(definitions(target.path)[target.name], ast.FunctionDef)
        claimed = tuple(
            test
            for test, rules in tests.items()
            if set(rules) & set(target.rules) and (anyone or test not in ran or target.place in ran[test])
        )
        for mutant in made:
            if not any(one.matches(target.place, mutant) for one in known):
                yield Case(target, mutant, claimed)
