"""Finds where the engine's source names a rule: in a docstring, a comment or a literal.

A place that names a rule need not enforce it; `enforced` measures that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.workshop.coverage.sources import Found, RuleSources, gathered


@cache
def named_in(sources: RuleSources) -> Found:
    """Return the functions, classes and tables of the engine that name the rule, and its edition options.

    A module whose docstring names the rule is included only if there is no other place.
    """
    names: list[tuple[str, str]] = []
    modules: list[tuple[str, str]] = []
    for path in sources.enforcing_modules:
        for id, name, whole in _named_in(sources, path):
            (modules if whole else names).append((id, name))
    names += [(id, option.place) for option in sources.options for id in option.rules]
    found, loose = gathered(names), gathered(modules)
    return {id: found.get(id) or loose[id] for id in sorted(found.keys() | loose.keys())}


def _named_in(sources: RuleSources, path: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield (rule, dotted name, whether only the module's docstring names it)."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    module = sources.module_of(path)
    opening = tree.body[0].end_lineno or 0 if ast.get_docstring(tree) is not None else 0
    for id in sources.ids_in("\n".join(source.splitlines()[:opening])):
        yield id, module, True
    for number, line in _joined(source, opening):
        for id in sources.ids_in(line):
            yield id, f"{module}.{owner(tree, number)}".removesuffix("."), False


def _joined(source: str, opening: int) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines after the module's docstring. A line that ends within a span is joined with the next."""
    lines = source.splitlines()
    for number, line in enumerate(lines[opening:], opening + 1):
        text = f"{line} {lines[number].strip()}" if line.rstrip().endswith("…") and number < len(lines) else line
        yield number, text


def owner(tree: ast.Module, line: int) -> str:
    """Return the function, method, class or table of a line, "" for none. A comment belongs to the next statement."""
    for node in tree.body:
        if line > (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inner = _method(node, line) if isinstance(node, ast.ClassDef) else ""
            return f"{node.name}.{inner}" if inner else node.name
        return table_name(node)
    return ""


def table_name(node: ast.stmt) -> str:
    """Return the name that a module-level assignment binds, "" for other statements."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return next((target.id for target in targets if isinstance(target, ast.Name)), "")


def _method(node: ast.ClassDef, line: int) -> str:
    methods = [method for method in node.body if isinstance(method, ast.FunctionDef)]
    return next((method.name for method in methods if method.lineno <= line <= (method.end_lineno or 0)), "")
