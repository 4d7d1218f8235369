"""Finds the tests that claim a rule, from their sources without importing them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeGuard

from tests.workshop.coverage.sources import Found, gathered

MARKS = ("pytest.mark.rule", "pytest.mark.claims")
"""The marks that claim a rule: among the program's own tests, and in those of a plugin."""


@cache
def tested_by(root: Path, tests: Path) -> Found:
    """Return the tests below a folder that claim the rule by a mark on themselves, their class or their module. Their
    names begin with the file below `root`."""
    pairs: list[tuple[str, str]] = []
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        file = path.relative_to(root).as_posix()
        marked = [id for node in tree.body if _marks_module(node) for id in _marks(node.value)]
        pairs += _claimed(tree.body, file, marked)
    return gathered(pairs)


def _marks_module(node: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "pytestmark" for target in node.targets)


def _claimed(body: Sequence[ast.stmt], name: str, inherited: Sequence[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [id for decorator in node.decorator_list for id in _claims(decorator)]
            yield from _claimed(node.body, f"{name}::{node.name}", [*inherited, *own])
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = [id for decorator in node.decorator_list for id in _claims(decorator)]
            for id in (*inherited, *own):
                yield id, f"{name}::{node.name}"


def _claims(mark: ast.AST) -> Iterator[str]:
    """Yield the rules that a mark claims: in the mark itself, or in those of a test's parameters."""
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) in MARKS:
        yield from (str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant))
        return
    for call in ast.walk(mark):
        if isinstance(call, ast.keyword) and call.arg == "marks":
            yield from _marks(call.value)


def _marks(node: ast.AST) -> Iterator[str]:
    """Yield the rules in one mark, or in a list of marks."""
    for mark in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        yield from _claims(mark)
