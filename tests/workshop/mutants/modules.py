"""Mutants of whole modules and of what is shown: every function of some modules, by tests of plain Python.

Rules do not speak of most of what a window shows. Here a mutant belongs to its module, and is killed when any of the
tests fails. Which test runs which line is measured before: a mutant is given to the tests that run its statement. Tests
that open a window are left out: a process with one cannot be forked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from pathlib import Path

import pytest

import defiance_qt
from tests.workshop.coverage.enforced import Run
from tests.workshop.mutants.plan import Case, Target, definitions

PACKAGE = Path(defiance_qt.__file__).parent
WINDOWED = ("qtbot", "window", "qapp")

Lines = Set[tuple[str, int]]
"""Lines of code: the file and the number of each."""


def files(paths: Iterable[Path], pattern: str = "*.py") -> list[Path]:
    """Return the Python files among the paths and in the folders among them, sorted."""
    found = {one.resolve() for path in paths for one in (path.rglob(pattern) if path.is_dir() else [path])}
    return sorted(found)


def label(path: Path) -> str:
    """Return the dotted name of a module below the package, below its game if it is of one."""
    name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return name.removeprefix("systems.defiance.").removesuffix(".__init__")


def targets_in(paths: Iterable[Path]) -> list[Target]:
    """Return every function, method and table of the modules, sorted. Each belongs to its module."""
    return sorted(
        Target(f"{label(path)}.{name}", path, name, (label(path),)) for path in paths for name in definitions(path)
    )


def without_window(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests that open no window."""
    return (item for item in items if not set(getattr(item, "fixturenames", ())) & set(WINDOWED))


def runs_of(every: Sequence[Target], ran: Mapping[str, Lines]) -> list[Run]:
    """Return what each test runs of the targets, from the lines that were measured for each."""
    places = {
        (str(target.path), line): target.place
        for target in every
        for line in _lines_of(definitions(target.path)[target.name])
    }
    modules = tuple(sorted({module for target in every for module in target.rules}))
    return [
        Run(test, modules, tuple(sorted({place for one in lines if (place := places.get(one))})))
        for test, lines in ran.items()
    ]


def narrowed(drawn: Iterable[Case], runs: Iterable[Run], lines: Mapping[str, Lines]) -> Iterator[Case]:
    """Yield the cases with the tests that matter: those that run the changed statement. A table matters to the tests
    that run a function of its module, or one of another module in which its name stands."""
    ran = {run.test: frozenset(run.functions) for run in runs}
    for case in drawn:
        definition = definitions(case.target.path)[case.target.name]
        if isinstance(definition, ast.FunctionDef):
            changed = {(str(case.target.path), line) for line in _statement(definition, case.mutant.edit.old)}
            yield case._replace(tests=tuple(test for test in case.tests if not changed.isdisjoint(lines[test])))
        else:
            near = _near(case.target)
            yield case._replace(tests=tuple(test for test in case.tests if ran[test] & near))


def _statement(definition: ast.FunctionDef, changed: ast.AST) -> range:
    """Return the lines of the innermost statement around a node: of one that holds others, those before them."""
    inside = _lines_of(changed.pattern if isinstance(changed, ast.match_case) else changed)
    around = (one for one in ast.walk(definition) if isinstance(one, ast.stmt))
    holding = [one for one in around if (lines := _lines_of(one)).start <= inside.start and inside.stop <= lines.stop]
    found = min(holding, key=lambda one: len(_lines_of(one)))
    body = getattr(found, "body", None)
    return range(found.lineno, max(body[0].lineno, found.lineno + 1)) if body else _lines_of(found)


def _lines_of(node: ast.AST) -> range:
    assert isinstance(node, ast.stmt | ast.expr | ast.pattern)
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


@cache
def _near(target: Target) -> frozenset[str]:
    """Return the functions beside a table, and those of its folder that use its name."""
    found: set[str] = set()
    for path in target.path.parent.glob("*.py"):
        for name, node in definitions(path).items():
            used = any(isinstance(leaf, ast.Name) and leaf.id == target.name for leaf in ast.walk(node))
            if used or path == target.path:
                found.add(f"{label(path)}.{name}")
    return frozenset(found)
