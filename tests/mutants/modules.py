"""Mutants of whole modules and of what is shown: every function of some modules, by tests of plain Python.

Rules do not speak of most of what a window shows. Here a mutant belongs to its module, and is killed when any of the
tests fails. Which test runs which function is measured before. Tests that open a window are left out: a process with
one cannot be forked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

import defiance_qt
from defiance_qt.lab.coverage.enforced import Run
from tests.mutants.plan import Case, Target, definitions

PACKAGE = Path(defiance_qt.__file__).parent
WINDOWED = ("qtbot", "window", "qapp")


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


def runs_of(every: Sequence[Target], code: Mapping[str, Iterable[CodeType]]) -> list[Run]:
    """Return what each test runs of the targets, from the code that was measured for each."""
    places = {(str(target.path), target.name): target.place for target in every}
    modules = tuple(sorted({module for target in every for module in target.rules}))
    return [
        Run(test, modules, tuple(sorted({place for one in ran if (place := places.get(_owner(one)))})))
        for test, ran in code.items()
    ]


def narrowed(drawn: Iterable[Case], runs: Iterable[Run]) -> Iterator[Case]:
    """Yield the cases with the tests that matter. A table matters to the tests that run a function of its module, or
    one of another module in which its name stands."""
    ran = {run.test: frozenset(run.functions) for run in runs}
    for case in drawn:
        near = _near(case.target)
        if not isinstance(definitions(case.target.path)[case.target.name], ast.FunctionDef):
            case = case._replace(tests=tuple(test for test in case.tests if ran[test] & near))
        yield case


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


def _owner(code: CodeType) -> tuple[str, str]:
    """Return the file of the code, and the name of the outermost function that it belongs to."""
    return code.co_filename, code.co_qualname.partition(".<locals>")[0]
