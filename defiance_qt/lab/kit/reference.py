"""`defiance-qt plugin api`: what plugins import, one entry for each name: its values, and what it is.

The pages of `help()` repeat what every struct of msgspec can do, and spell out each union of types.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType

import msgspec

from defiance_qt.core.errors import PluginError

INDENT = "    "


def entries(api: ModuleType, path: str = "") -> Iterator[str]:
    """Yield the lines on a name of the API ("State", "events", "events.Moved") or on a type in its State ("Character");
    without a name, on all of them.

    Raises `PluginError` for a name that is not there.
    """
    if not path:
        for name in sorted(api.__all__):
            yield from _entry(name, getattr(api, name), brief=True)
        return
    beside = _beside(api)
    if path in beside and path not in api.__all__:
        yield from _entry(path, beside[path])
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
            yield from _entry(name, getattr(value, name))
    else:
        yield from _entry(path.rpartition(".")[2], value)


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


def _entry(name: str, value: object, *, brief: bool = False) -> Iterator[str]:
    """Yield a name with its values, then its description; `brief` is the first sentence of it, without the values."""
    told = _told(value)
    if brief:
        yield f"{name}: {told.partition('. ')[0].partition(chr(10))[0].rstrip('.')}" if told else name
        return
    yield f"{name}({', '.join(_values(value))})" if inspect.isclass(value) else f"{name}{_signature(value)}"
    yield from (f"{INDENT}{line}".rstrip() for line in told.splitlines())
    if inspect.isclass(value):
        for method, function in inspect.getmembers(value):
            if not method.startswith("_") and (inspect.isfunction(function) or isinstance(function, property)):
                yield f"{INDENT}.{method}{_signature(function)}: {_first(function)}"


def _values(kind: type) -> Iterator[str]:
    """Yield the fields of a struct as they are written in the source."""
    if not issubclass(kind, msgspec.Struct):
        return
    types = {name: text for base in reversed(kind.__mro__) for name, text in inspect.get_annotations(base).items()}
    for field in msgspec.structs.fields(kind):
        default = "" if field.required else " = …" if field.default is msgspec.NODEFAULT else f" = {field.default!r}"
        yield f"{field.name}: {types[field.name]}{default}"


def _signature(value: object) -> str:
    if not callable(value):
        return ""
    return str(inspect.signature(value)).replace("'", "").replace("(self, ", "(").replace("(self)", "()")


def _told(value: object) -> str:
    """Return the description of its own, "" for a value and for a type that only inherits one."""
    described = isinstance(value, type | ModuleType | FunctionType | property)
    return inspect.cleandoc(value.__doc__ or "") if described else ""


def _first(value: object) -> str:
    return _told(value).partition("\n\n")[0].replace("\n", " ")
