"""Maps places of the engine to the functions that execute them: the link between a measured run and the places that
name rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import CodeType

from tests.workshop.coverage.named import owner, table_name
from tests.workshop.coverage.sources import RuleSources


def carriers(sources: RuleSources) -> dict[str, frozenset[str]]:
    """Return every place of the engine with the functions whose run counts as a run of the place.

    A function or method: itself.
    A class: its methods, and functions that contain a call of it.
    A table: functions inside it, and functions of its module that use its name.
    A module: its functions and methods.
    An edition option: the functions that look it up.

    Modules that only describe rules have none. Whether the run reached the line within such a function is not measured.
    """
    modules = {sources.module_of(path): _Module(sources, path) for path in sources.modules}
    options = {option.name: option.place for option in sources.options}
    found: dict[str, set[str]] = {}
    for path in sources.enforcing_modules:
        module = modules[sources.module_of(path)]
        for name, node in module.bodies.items():
            function = f"{module.name}.{name}"
            used = {leaf.id for leaf in ast.walk(node) if isinstance(leaf, ast.Name)}
            places = {module.name, function, f"{module.name}.{name.partition('.')[0]}"}
            places |= {f"{module.name}.{table}" for table in module.tables & used}
            places |= {place for called in module.calls(node) if (place := _class(modules, called))}
            places |= {options[option] for option in _lookups(node, sources.option_table) & options.keys()}
            for place in places:
                found.setdefault(place, set()).add(function)
    return {place: frozenset(functions) for place, functions in found.items()}


def function_of(sources: RuleSources, code: CodeType) -> str | None:
    """Return the dotted name of the function that the code belongs to; None outside the modules that name rules.

    Nested functions belong to the outermost one, a lambda in a table to the table.
    """
    path = Path(code.co_filename)
    if path not in sources.modules:
        return None
    name = code.co_qualname.partition(".<locals>")[0]
    if name.rpartition(".")[2].startswith("<"):
        name = owner(_parsed(path), code.co_firstlineno)
    return f"{sources.module_of(path)}.{name}" if name else None


class _Module:
    """One module of the engine. `bodies` are its functions, methods ("Class.method") and tables by name."""

    def __init__(self, sources: RuleSources, path: Path) -> None:
        tree = _parsed(path)
        self.name = sources.module_of(path)
        self.bodies: dict[str, ast.stmt] = {}
        self.classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        self.tables = {name for node in tree.body if (name := table_name(node))}
        self.imported = dict(_imports(tree, f"{sources.module}.", path.relative_to(sources.package).parent.parts))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self.bodies[node.name] = node
            elif isinstance(node, ast.ClassDef):
                methods = [method for method in node.body if isinstance(method, ast.FunctionDef)]
                self.bodies |= {f"{node.name}.{method.name}": method for method in methods}
            elif name := table_name(node):
                self.bodies[name] = node

    def calls(self, node: ast.stmt) -> Iterator[str]:
        """Yield the dotted names of calls in the node, if they are defined or imported in this module."""
        for call in ast.walk(node):
            if not isinstance(call, ast.Call):
                continue
            if isinstance(call.func, ast.Name):
                yield self.imported.get(call.func.id, f"{self.name}.{call.func.id}")
            elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                yield f"{self.imported.get(call.func.value.id, '')}.{call.func.attr}"


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(tree: ast.Module, package: str, folders: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names that a module imports from the package, each with its dotted name below the package. `folders`
    are those of the package that the module is in."""
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom):
            continue
        within = folders[: len(folders) - node.level + 1] if node.level else ()
        named = f"{node.module}." if node.module else ""
        if node.level or named.startswith(package):
            module = "".join(f"{folder}." for folder in within) + (named if node.level else named[len(package) :])
            for alias in node.names:
                yield alias.asname or alias.name, f"{module}{alias.name}"


def _class(modules: dict[str, _Module], name: str) -> str:
    """Return the place where the class of that dotted name is defined, resolving re-exports; "" if it is not a class of
    the engine."""
    module, _, last = name.rpartition(".")
    known = modules.get(module)
    if known is None:
        return ""
    if last in known.classes:
        return name
    passed = known.imported.get(last)
    return _class(modules, passed) if passed and passed != name else ""


def _lookups(node: ast.stmt, table: str) -> set[str]:
    """Return the names that the node looks up in an attribute `table`, as in `rules.switches["rest"]`."""
    return {
        str(lookup.slice.value)
        for lookup in ast.walk(node)
        if isinstance(lookup, ast.Subscript)
        and isinstance(lookup.value, ast.Attribute)
        and lookup.value.attr == table
        and isinstance(lookup.slice, ast.Constant)
    }
