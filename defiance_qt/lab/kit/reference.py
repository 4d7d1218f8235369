"""`defiance-qt plugin api`: what plugins import, one entry for each name: its values, and what it is; and the hooks.

The pages of `help()` repeat what every struct of msgspec can do, and spell out each union of types.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import FunctionType, ModuleType

import msgspec

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import hookspecs
from defiance_qt.extend.systems import DEFAULT, load_system, system_module

INDENT = "    "

HOOKS = "hooks"
"""The name of the list of hooks."""

THEME = "theme"
"""The name of the list of colors, which the window has."""


def entries(api: ModuleType, path: str = "") -> Iterator[str]:
    """Yield the lines on a name of the API ("State", "events", "events.Moved"), on a type in its State ("Character"),
    on a hook or on all of them ("hooks"); without a name, on all that can be imported, below the module that has it.

    Raises `PluginError` for a name that is not there.
    """
    if not path:
        built_in = system_module(DEFAULT, "api")
        for module, names in ((api, {*api.__all__} - {*built_in.__all__}), (built_in, built_in.__all__)):
            yield f"{module.__name__}:"
            for name in sorted(names):
                yield from _entry(name, getattr(module, name), api, brief=True)
        yield f"{HOOKS}: The functions that a plugin may have"
        yield f"{THEME}: The names of the colors of a theme"
        return
    hooks = _hooks()
    if path == HOOKS:
        for name, hook in hooks.items():
            yield f"{name}{_signature(hook)}: {_first(hook)}"
        return
    if path in hooks:
        yield from _entry(path, hooks[path], api)
        return
    beside = _beside(api)
    if path in beside and path not in api.__all__:
        yield from _entry(path, beside[path], api)
        return
    value: object = api
    where = api.__name__
    for part in path.split("."):
        names = _names(value)
        if part not in names:
            raise PluginError(
                "plugin.no_api",
                "There is no {name!r} in {where}: {known}.",
                name=part,
                where=where,
                known=", ".join(names) or "–",
            )
        where, value = f"{where}.{part}", getattr(value, part)
    if isinstance(value, ModuleType):
        for name in _names(value):
            yield from _entry(name, getattr(value, name), api)
    else:
        yield from _entry(path.rpartition(".")[2], value, api)


def _hooks() -> Mapping[str, object]:
    """Return the hooks of every game and those of the built-in one, in the order of their modules."""
    modules = (load_system(DEFAULT).rules.hookspecs(), hookspecs)
    return {name: getattr(one, name) for one in modules if one is not None for name in vars(one) if name in one.ANSWERS}


def _names(value: object) -> list[str]:
    """Return the names that a module offers to authors: those that it lists, without a list its types."""
    if not isinstance(value, ModuleType):
        return []
    if listed := getattr(value, "__all__", ()):
        return sorted(listed)
    within = value.__name__.rpartition(".")[0]
    return sorted(
        name
        for name, one in vars(value).items()
        if name[0].isupper() and inspect.isclass(one) and one.__module__.startswith(within)
    )


def _beside(api: ModuleType) -> dict[str, type]:
    """Return the types of the values that a State holds: they are shown, and not imported."""
    module = sys.modules[api.State.__module__]
    kinds = {name: one for name, one in vars(module).items() if inspect.isclass(one)}
    return {name: one for name, one in kinds.items() if one.__module__ == module.__name__}


def _entry(name: str, value: object, api: ModuleType, *, brief: bool = False) -> Iterator[str]:
    """Yield a name with its values, then its description; `brief` is the first sentence of it, without the values."""
    written, told = _alias(name, api) if _is_value(value) else ("", _told(value))
    if brief:
        yield f"{name}: {told.partition('. ')[0].partition(chr(10))[0].rstrip('.')}" if told else name
        return
    if _is_value(value):
        yield f"{name} = {written}"
    else:
        yield f"{name}({', '.join(_values(value))})" if inspect.isclass(value) else f"{name}{_signature(value)}"
    yield from (f"{INDENT}{line}".rstrip() for line in told.splitlines())
    if inspect.isclass(value):
        yield from (f"{INDENT}{line}" for line in _attributes(value))
        for method, function in inspect.getmembers(value):
            if not method.startswith("_") and (inspect.isfunction(function) or isinstance(function, property)):
                yield f"{INDENT}.{method}{_signature(function)}: {_first(function)}"


def _is_value(value: object) -> bool:
    """Return whether a name stands for a value or for other types: `Callable[…]`, a union, a mapping."""
    return not isinstance(value, type | ModuleType | FunctionType)


def _alias(name: str, api: ModuleType) -> tuple[str, str]:
    """Return what a value or a name of other types is in the source, and the sentence below it."""
    module = _origins(api).get(name, api.__name__)
    source = inspect.getsource(sys.modules[module])
    body = ast.parse(source).body
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets):
            return " ".join((ast.get_source_segment(source, node.value) or "").split()), _sentence(below)
    return "", ""


def _sentence(node: ast.stmt | None) -> str:
    """Return the description below a value, "" if there is none."""
    told = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else ""
    return inspect.cleandoc(str(told))


@cache
def _origins(api: ModuleType) -> Mapping[str, str]:
    """Return the modules that the names of the API, and those of the built-in game, are imported from."""
    found: dict[str, str] = {}
    for module in (api, system_module(DEFAULT, "api")):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.ImportFrom):
                found |= {one.asname or one.name: node.module or "" for one in node.names}
    return found


def _values(kind: type) -> Iterator[str]:
    """Yield the fields of a struct or a named tuple as they are written in the source, and what makes another type."""
    if issubclass(kind, msgspec.Struct):
        types = {name: text for base in reversed(kind.__mro__) for name, text in inspect.get_annotations(base).items()}
        for field in msgspec.structs.fields(kind):
            default = (
                "" if field.required else " = …" if field.default is msgspec.NODEFAULT else f" = {field.default!r}"
            )
            yield f"{field.name}: {types[field.name]}{default}"
    elif issubclass(kind, Exception) or hasattr(kind, "_fields"):
        types = inspect.get_annotations(kind)
        for name, one in inspect.signature(kind).parameters.items():
            kind_of = types.get(name, one.annotation)
            written = str(one.replace(annotation=getattr(kind_of, "__forward_arg__", kind_of)))
            yield written.replace("'", "")


def _attributes(kind: type) -> Iterator[str]:
    """Yield the attributes of a protocol or of a class that fills one, as they are written in the source, each with the
    sentence below it."""
    own = [one for one in reversed(kind.__mro__) if one.__module__.startswith(f"{__package__.partition('.')[0]}.")]
    found: dict[str, tuple[str, str]] = {}
    for one in own if any(getattr(base, "_is_protocol", False) for base in own) else ():
        (body,) = ast.parse(inspect.getsource(one)).body
        assert isinstance(body, ast.ClassDef)
        for node, below in zip(body.body, [*body.body[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign) and (name := ast.unparse(node.target))[0] != "_":
                found[name] = ast.unparse(node), _sentence(below)
    for name in sorted(found):
        written, told = found[name]
        yield f".{written}: {' '.join(told.split())}" if told else f".{written}"


def _signature(value: object) -> str:
    if isinstance(value, property):
        return str(inspect.signature(value.fget)).replace("'", "").replace("(self)", "") if value.fget else ""
    if not callable(value):
        return ""
    return str(inspect.signature(value)).replace("'", "").replace("(self, ", "(").replace("(self)", "()")


def _told(value: object) -> str:
    """Return the description of its own or of what it overrides, "" for a value and for a type that only inherits
    one."""
    if isinstance(value, FunctionType | property):
        return inspect.getdoc(value) or ""
    return inspect.cleandoc(value.__doc__ or "") if isinstance(value, type | ModuleType) else ""


def _first(value: object) -> str:
    return _told(value).partition("\n\n")[0].replace("\n", " ")
