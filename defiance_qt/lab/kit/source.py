"""Reads a plugin's Python code without running it: hooks that are none, wrong parameters, what hooks must not use."""

from __future__ import annotations

import ast
import difflib
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from importlib.util import find_spec
from pathlib import PurePosixPath
from types import ModuleType

from defiance_qt.core.errors import Message
from defiance_qt.extend.answers import Answer
from defiance_qt.extend.hookspecs import PREFIXES
from defiance_qt.lab.kit.findings import Finding

PUBLIC = re.compile(r"(api|shell|testing|systems\.\w+\.api)(\.|$)")
"""What a plugin may import of this program, without the name of the package."""

UNSETTLED = frozenset({"datetime", "random", "secrets", "time", "uuid"})
"""Modules whose answers differ from call to call."""

_RULE = re.compile(r"[a-z][a-z0-9_]*-[1-9][0-9]*")

Trees = Mapping[str, ast.Module]


def parsed(files: Mapping[str, bytes]) -> tuple[dict[str, ast.Module], list[Finding]]:
    """Return the syntax trees of the Python files, its tests left out, and a fault for each that is no Python."""
    trees, faults = {}, []
    for name, source in files.items():
        if not name.endswith(".py") or name.startswith("tests/"):
            continue
        try:
            trees[name] = ast.parse(source)
        except SyntaxError as error:
            why = Message("check.syntax", "it is not valid Python: {why}", why=error.msg)
            faults.append(Finding(f"{name}:{error.lineno or 1}", "", why))
        except (ValueError, RecursionError, MemoryError) as error:
            faults.append(Finding(name, "", Message("check.syntax", "it is not valid Python: {why}", why=str(error))))
    return trees, faults


def hook_faults(file: str, trees: Trees, hooks: Mapping[str, Answer], kind: str) -> Iterator[Finding]:
    """Yield the faults of the functions of the main module that are hooks, or look as if they were."""
    tree = trees[file]
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for name, node in functions.items():
        if not name.startswith(PREFIXES):
            continue
        place = f"{file}:{node.lineno}"
        if name not in hooks:
            yield Finding(place, name, _misspelt(name, hooks))
            continue
        if isinstance(node, ast.AsyncFunctionDef):
            yield Finding(place, name, Message("check.async", "a hook cannot be async"))
        yield from _parameter_faults(place, name, node, hooks[name].arguments)
    yield from _values_for_hooks(file, tree, hooks)
    if kind == "system" and "contribute_system" not in functions:
        yield Finding(file, "contribute_system", Message("check.no_function", "there is no such function"))
    named = any(name.startswith(PREFIXES) for name in functions) or _imported_hooks(tree, hooks)
    # Of one that cannot be imported the missing module is told instead: what it would bring cannot be known.
    if not named and not any(missing_modules(file, tree, trees)):
        yield Finding(file, "", Message("check.no_hooks", "it has no hook, so the module does nothing"))


def _values_for_hooks(file: str, tree: ast.Module, hooks: Collection[str]) -> Iterator[Finding]:
    """Yield a fault for each plain value that has the name of a hook: it is never called."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, _PLAIN):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for one in targets:
                if isinstance(one, ast.Name) and one.id in hooks:
                    why = Message("check.not_a_function", "it is the name of a hook, and no function")
                    yield Finding(f"{file}:{node.lineno}", one.id, why)


_PLAIN = (ast.Constant, ast.Dict, ast.List, ast.Set, ast.Tuple, ast.JoinedStr, ast.BinOp)


def _imported_hooks(tree: ast.Module, hooks: Collection[str]) -> bool:
    names = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return any(name in hooks for name in names)


def _misspelt(name: str, hooks: Collection[str]) -> Message:
    near = difflib.get_close_matches(name, hooks, 1)
    if near:
        return Message("check.hook_near", "it is not a hook (did you mean {near}?)", near=near[0])
    return Message("check.hook", "it is not a hook")


def _parameter_faults(
    place: str, name: str, node: ast.FunctionDef | ast.AsyncFunctionDef, known: tuple[str, ...]
) -> Iterator[Finding]:
    given = node.args
    offered = ", ".join(known)
    for one in (*given.posonlyargs, *given.args):
        if one.arg not in known:
            yield Finding(
                place,
                name,
                Message(
                    "check.parameter",
                    "the hook does not offer the parameter {name!r}: {known}",
                    name=one.arg,
                    known=offered,
                ),
            )
    for more in (given.vararg, given.kwarg, *given.kwonlyargs):
        if more is not None:
            why = Message(
                "check.plain_parameters",
                "the parameter {name!r} is not a plain one: {known}",
                name=more.arg,
                known=offered,
            )
            yield Finding(place, name, why)


def code_faults(trees: Trees, options: Collection[str], rules: bool) -> Iterator[Finding]:
    """Yield what the code must not do: private imports, unknown options, state between calls. `rules` says that all of
    it decides what happens in a game, so that it may use neither chance nor the clock."""
    for file, tree in trees.items():
        for line, module in missing_modules(file, tree, trees):
            yield Finding(
                f"{file}:{line}", f"import {module}", Message("check.absent_module", "there is no such module")
            )
        for node in ast.walk(tree):
            place = f"{file}:{getattr(node, 'lineno', 1)}"
            for module in _imports(node):
                yield from _import_fault(place, module, rules)
            if rules and isinstance(node, ast.Global):
                why = Message("check.state", "it keeps a value between calls; hooks answer from their arguments only")
                yield Finding(place, f"global {', '.join(node.names)}", why)
            if (option := _option_read(node)) is not None and option not in options:
                known = ", ".join(options) or "–"
                why = Message(
                    "check.unknown_option", "the manifest has no option {name!r}: {known}", name=option, known=known
                )
                yield Finding(place, "options", why)


def api_faults(trees: Trees, apis: Mapping[str, ModuleType]) -> Iterator[Finding]:
    """Yield the names that the code imports from the modules in `apis`, or reads from a module there, and that are not
    there."""
    for file, tree in trees.items():
        modules: dict[str, tuple[str, ModuleType]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module in apis and not node.level:
                api = apis[node.module]
                for one in node.names:
                    if one.name not in api.__all__:
                        yield _not_in_api(f"{file}:{node.lineno}", one.name, api.__all__, node.module)
                    elif isinstance(value := getattr(api, one.name), ModuleType):
                        modules[one.asname or one.name] = (node.module, value)
        for hidden in _assigned(tree):
            modules.pop(hidden, None)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                where, module = modules[node.value.id]
                if not hasattr(module, node.attr):
                    known = [f"{node.value.id}.{name}" for name in vars(module)]
                    yield _not_in_api(f"{file}:{node.lineno}", f"{node.value.id}.{node.attr}", known, where)


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Yield the names that the code assigns, and those of parameters: they hide what is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def _not_in_api(place: str, name: str, known: Collection[str], module: str) -> Finding:
    if near := difflib.get_close_matches(name, known, 1):
        why = Message(
            "check.no_api_near", "{module} has no such name (did you mean {near}?)", module=module, near=near[0]
        )
        return Finding(place, name, why)
    return Finding(place, name, Message("check.no_api", "{module} has no such name", module=module))


def missing_modules(file: str, tree: ast.Module, trees: Trees) -> Iterator[tuple[int, str]]:
    """Yield the modules that a file imports as it is loaded and that are not there, each with its line: those of Python
    by their outermost package, and the plugin's own."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level and node.module:
            folder = (
                PurePosixPath(file).parents[node.level - 1] if len(PurePosixPath(file).parents) >= node.level else None
            )
            place = None if folder is None else (folder / node.module.replace(".", "/")).as_posix()
            if f"{place}.py" not in trees and f"{place}/__init__.py" not in trees:
                yield node.lineno, f"{'.' * node.level}{node.module}"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for module in _imports(node):
                first = module.partition(".")[0]
                if first not in sys.modules and find_spec(first) is None:
                    yield node.lineno, module


def _imports(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        module = node.module or ""
        yield from (f"{module}.{one.name}" if module == "defiance_qt" else module for one in node.names)


def _import_fault(place: str, module: str, rules: bool) -> Iterator[Finding]:
    first, _, rest = module.partition(".")
    if first == "defiance_qt" and not PUBLIC.match(rest):
        why = Message("check.private", "it is not public: import from defiance_qt.api")
        yield Finding(place, f"import {module}", why)
    if rules and first in UNSETTLED:
        why = Message("check.unsettled", "hooks use neither chance nor the clock: the same question, the same answer")
        yield Finding(place, f"import {module}", why)


def _option_read(node: ast.AST) -> str | None:
    """Return the id in `….options["id"]` or `….options.get("id")`, None for anything else."""
    held, key = None, None
    if isinstance(node, ast.Subscript):
        held, key = node.value, node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        held, key = node.func.value, node.args[0]
    of_context = (
        isinstance(held, ast.Attribute)
        and held.attr == "options"
        and isinstance(held.value, ast.Name)
        and held.value.id == "context"
    )
    return key.value if of_context and isinstance(key, ast.Constant) and isinstance(key.value, str) else None


class Constants:
    """The texts that stand in code and content files: which names a plugin can mean by them."""

    def __init__(self, trees: Trees) -> None:
        self.exact: set[str] = set()
        self._parts: list[tuple[str, ...]] = []
        for tree in trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.exact.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    self._parts.append(_fixed_parts(node))

    def add(self, texts: Collection[str]) -> None:
        self.exact.update(texts)

    def rules(self) -> set[str]:
        """Return the ids of rules that stand there as the program's page for authors writes them, "mender-1"."""
        return {text for text in self.exact if _RULE.fullmatch(text)}

    def means(self, key: str) -> bool:
        """Return whether the key stands there, or can be put together by one of the formatted texts."""
        return key in self.exact or any(_fits(parts, key) for parts in self._parts)


def _fixed_parts(node: ast.JoinedStr) -> tuple[str, ...]:
    """Return the fixed texts of an f-string, with "" for each value between them."""
    return tuple(
        part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "" for part in node.values
    )


def _fits(parts: tuple[str, ...], key: str) -> bool:
    """Return whether a key can be made by an f-string with these parts, of which one has to be more than a dot."""
    if not any(part.strip(".") for part in parts):
        return False
    at = 0
    for number, part in enumerate(parts):
        if not part:
            continue
        found = key.find(part, at)
        if found < 0 or (number == 0 and found):
            return False
        at = found + len(part)
    return not parts[-1] or key.endswith(parts[-1])
