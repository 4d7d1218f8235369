"""Misbehaviour of plugins: everything a hook can do wrong, each way with a name.

A generated plugin calls `act` from each of its hooks. What is drawn depends only on the arguments, so that a game can
be decided again. `MISDEEDS` counts what was done, so that a game can be asked whether it was noticed.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from zlib import crc32

import msgspec

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.extend import hookspecs

MISDEEDS: Counter[tuple[str, str]] = Counter()
"""How often each plugin misbehaved in each hook, in this process."""

SHAPES = ("sequence", "optional", "number", "truth", "mapping", "object")
"""What hooks return, as far as misbehaviour differs."""

MANY = 3_000_000
HUGE = 10**5000


class Outrage(BaseException):
    """An exception that is no `Exception`."""


class Unspeakable(Exception):
    """An exception that has no text."""

    def __str__(self) -> str:
        raise ValueError("nothing to say")

    __repr__ = __str__


class Liar:
    """A value that claims to be of any type and raises when it is looked at."""

    # Read by isinstance; as a property it could not be typed.
    __class__ = tuple  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"no {name}")

    def __len__(self) -> int:
        return 3

    def __bool__(self) -> bool:
        raise RuntimeError("neither true nor false")

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("not to be looked through")


class Number(int):
    """A whole number that adds up to something else."""

    def __add__(self, other: object) -> Any:
        return "sum"

    __radd__ = __add__


class Changing(list[Any]):
    """A list that holds something else whenever it is looked through."""

    looked = 0

    def __iter__(self) -> Iterator[Any]:
        self.looked += 1
        return iter(() if self.looked == 1 else (object(),))


@dataclass(frozen=True)
class Misbehaviour:
    """One way to misbehave. `do` takes a `Call` and returns the hook's answer, or does not return.

    `shapes` are the shapes of answers that it spoils. `named` is whether the plugin has to be named for it: a value
    that is allowed, however foolish, need not be.
    """

    name: str
    do: Callable[[Call], Any]
    shapes: tuple[str, ...] = SHAPES
    named: bool = True


@dataclass(frozen=True)
class Call:
    """One call of a hook: its name, the shape and the type of its answer, its arguments, and a number that depends on
    the arguments only."""

    hook: str
    shape: str
    answer: Any
    arguments: tuple[Any, ...]
    draw: int

    def pick(self, *values: Any) -> Any:
        return values[self.draw % len(values)]

    def item(self, kind: str) -> Any:
        """Return an element of the answer: `kind` is "sound", "unknown", "huge" or "wrong"."""
        types = structs(self.answer) or _siblings(self.arguments)
        if not types:
            return "x"
        ids = sorted(_ids(self.arguments, 5)) if kind == "sound" else []
        return fabricated(types[self.draw % len(types)], kind, self.draw, ids)

    def as_answer(self, item: Any) -> Any:
        """Return the item in the shape of the answer."""
        if self.shape == "sequence":
            return (item,)
        if self.shape == "mapping":
            return {"x.toml": item}
        return item


BEHAVIOURS: dict[str, Misbehaviour] = {}


def _enter(name: str, do: Callable[[Call], Any], *shapes: str, named: bool = True) -> None:
    BEHAVIOURS[name] = Misbehaviour(name, do, shapes or SHAPES, named)


def _raises(make: Callable[[], BaseException]) -> Callable[[Call], Any]:
    def act(call: Call) -> Any:
        raise make()

    return act


RAISES: dict[str, Callable[[], BaseException]] = {
    "raises": lambda: ValueError("no luck"),
    "raises a KeyError": lambda: KeyError("nobody"),
    "raises in several lines": lambda: RuntimeError("one\ntwo\r\n\x1b[31mthree"),
    "raises with braces": lambda: RuntimeError("{name} {0} {why!r} %s"),
    "raises without a text": Unspeakable,
    "raises StopIteration": StopIteration,
    "raises a MemoryError": MemoryError,
    "raises a RecursionError": RecursionError,
    "raises an Illegal": lambda: Illegal("no", "x-1", "No."),
    "raises an error of the program": lambda: type("Unfilled", (DefianceError,), {})(
        "save.exists", "{file} exists {already}."
    ),
    "raises a group": lambda: ExceptionGroup("many", [ValueError("one"), KeyError("two")]),
    "raises no Exception": Outrage,
    "raises GeneratorExit": GeneratorExit,
    "raises a long text": lambda: RuntimeError("x" * 200_000),
    "exits": lambda: SystemExit(0),
    "exits with a text": lambda: SystemExit("good-bye"),
}
for _name, _make in RAISES.items():
    _enter(_name, _raises(_make))


def _recurses(call: Call) -> Any:
    return _recurses(call)


def _endless(call: Call) -> Any:
    while True:
        pass


_enter("recurses", _recurses)
_enter("loops for ever", _endless)

_EXCEPT_OPTIONAL = ("sequence", "number", "truth", "mapping", "object")
_ITERATED = ("sequence", "mapping")

_enter("returns nothing", lambda call: None, *_EXCEPT_OPTIONAL)
_enter("returns a fraction", lambda call: 1.5)
_enter("returns no number", lambda call: float("nan"))
_enter("returns a text", lambda call: "text")
_enter("returns bytes", lambda call: b"bytes")
_enter("returns an object", lambda call: object())
_enter("returns a type", lambda call: int)
_enter("returns a function", lambda call: _recurses)
_enter("returns a list of objects", lambda call: [object()])
_enter("returns texts", lambda call: ["a", "b"])
_enter("returns plain dictionaries", lambda call: [{"event": "x"}])
_enter("returns a liar", lambda call: Liar())
_enter("returns a number", lambda call: 7, "sequence", "optional", "mapping", "object")
_enter("returns a truth", lambda call: True, "sequence", "optional", "number", "mapping", "object")
_enter("returns a huge number", lambda call: HUGE, "number")
_enter("returns a false number", lambda call: Number(1), "number", named=False)
_enter("returns an endless iterator", lambda call: itertools.repeat(call.item("sound")), *_ITERATED)
_enter("returns a million things", lambda call: [call.item("sound")] * MANY, "sequence")
_enter("returns a raising generator", lambda call: (1 // 0 for _ in range(2)), *_ITERATED)
_enter("returns a changing list", lambda call: Changing([1]), "sequence", named=False)
_enter("returns a text of megabytes", lambda call: call.as_answer("x" * 30_000_000))
_enter("returns a wrong field", lambda call: call.as_answer(call.item("wrong")), "sequence", "optional")
_enter("returns huge values", lambda call: call.as_answer(call.item("huge")), "sequence", "optional", named=False)
_enter("returns unknown ids", lambda call: call.as_answer(call.item("unknown")), "sequence", "optional", named=False)
_enter("returns anything", lambda call: call.as_answer(call.item("sound")), "sequence", "optional", named=False)


def _cyclic(call: Call) -> Any:
    cycle: list[Any] = []
    cycle.append(cycle)
    return cycle


def _nested(call: Call) -> Any:
    nested: Any = []
    for _ in range(20_000):
        nested = [nested]
    return nested


def _changes_arguments(call: Call) -> Any:
    """Change whatever can be reached from the arguments: dictionaries, lists, fields of frozen values."""
    for argument in call.arguments:
        _spoil(argument, 4)
    return nothing(call.shape)


def _spoil(value: Any, depth: int) -> None:
    if depth == 0:
        return
    if isinstance(value, dict):
        for inner in list(value.values()):
            _spoil(inner, depth - 1)
        _try(value.clear)
    elif isinstance(value, list):
        _try(value.clear)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _spoil(getattr(value, name), depth - 1)
            _try(partial(object.__setattr__, value, name, None))
    elif isinstance(value, tuple):
        for inner in value:
            _spoil(inner, depth - 1)


def _try(change: Callable[[], object]) -> None:
    try:
        change()
    except Exception:  # noqa: BLE001  what refuses the change is as it should be
        return


async def _later() -> None:
    return None


_enter("returns a coroutine", lambda call: _later())
_enter("returns itself in itself", _cyclic)
_enter("returns too deep a list", _nested)
_enter("changes what it is shown", _changes_arguments, named=False)

ENDLESS = ("loops for ever", "returns an endless iterator")
"""Misbehaviours that never end; each case of them takes as long as the program's patience."""


# ---- the answers of hooks -------------------------------------------------------------------------------------------


def nothing(shape: str) -> Any:
    """Return the answer that changes nothing."""
    return {"sequence": (), "number": 0, "truth": False, "mapping": {}}.get(shape)


def shape_of(annotation: Any) -> str:
    """Return the shape of an answer's type, given as a type or as its text."""
    if isinstance(annotation, str):
        text = annotation.rpartition("],")[2] if "Callable" in annotation else annotation
        for sign, shape in (("Sequence", "sequence"), ("tuple", "sequence"), ("Mapping", "mapping")):
            if sign in text:
                return shape
        return "truth" if "bool" in text else "number" if "int" in text else "object"
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        if int in get_args(annotation):
            return "number"
        return "optional" if type(None) in get_args(annotation) else "object"
    if annotation is bool:
        return "truth"
    if annotation in (int, float):
        return "number"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "mapping"
    return "sequence" if origin is not None else "object"


def answers(module: ModuleType | None) -> dict[str, Any]:
    """Return the type of the answer of every hook: those common to all systems, and those of the module."""
    found: dict[str, Any] = {}
    for one in (hookspecs, module):
        for name in getattr(one, "ANSWERS", ()):
            found[name] = get_type_hints(getattr(one, name)).get("return")
    return found


TYPES: dict[str, Any] = {}
"""The type of the answer of every hook that a generated plugin has, filled before it is loaded."""


def act(plugin: str, misbehaviour: str, hook: str, arguments: tuple[Any, ...], rate: int, answer: Any = None) -> Any:
    """Misbehave in one of `rate` calls of a hook, else return nothing."""
    draw = _draw(arguments)
    behaviour = BEHAVIOURS[misbehaviour]
    answer = TYPES.get(hook) if answer is None else answer
    shape = shape_of(answer)
    if shape not in behaviour.shapes or draw % rate:
        return nothing(shape)
    MISDEEDS[plugin, hook] += 1
    return behaviour.do(Call(hook, shape, answer, arguments, draw // rate))


def _draw(arguments: tuple[Any, ...]) -> int:
    """Return a number that depends on the arguments, except on contexts: they hold the whole state."""
    told = [one for one in arguments if not hasattr(one, "options")]
    try:
        return crc32(msgspec.msgpack.encode(told[-3:]))
    except Exception:  # noqa: BLE001  arguments without a stored form
        return crc32(repr([one for one in told if isinstance(one, str | int)]).encode())


def spoiled(items: Any, plugin: str, misbehaviour: str, rate: int) -> Any:
    """Return contributed values with every function in them replaced by one that misbehaves."""
    return tuple(_spoiled(item, plugin, misbehaviour, rate) for item in items)


def _spoiled(item: Any, plugin: str, misbehaviour: str, rate: int) -> Any:
    functions: dict[str, Any] = {}
    for name, told in getattr(type(item), "__annotations__", {}).items():
        if "Callable" in str(told):
            hook, answer = f"{type(item).__name__}.{name}", str(told)
            functions[name] = lambda *arguments, hook=hook, answer=answer: act(
                plugin, misbehaviour, hook, arguments, rate, answer
            )
    if not functions:
        return item
    return msgspec.structs.replace(item, **functions)


# ---- values of a type -----------------------------------------------------------------------------------------------


def structs(annotation: Any) -> list[type]:
    """Return the struct types inside a type."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return [annotation]
    return [one for part in get_args(annotation) for one in structs(part)]


def _siblings(arguments: tuple[Any, ...]) -> list[type]:
    """Return the types beside those of the arguments: of an event, all events."""
    for one in reversed(arguments):
        if isinstance(one, msgspec.Struct) and type(one).__struct_config__.tag is not None:
            base = type(one).__mro__[1]
            return sorted(base.__subclasses__(), key=lambda kind: kind.__name__)
    return []


def _ids(value: Any, depth: int) -> set[str]:
    """Return the short texts inside a value: among them the ids of what is on the table."""
    if isinstance(value, str):
        return {value} if 0 < len(value) < 30 else set()
    if depth == 0:
        return set()
    inner: list[Any] = []
    if isinstance(value, dict | Mapping):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list):
        inner = list(value)
    elif isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    return {id for one in inner for id in _ids(one, depth - 1)}


def fabricated(kind: type, how: str, draw: int, ids: Sequence[str] = ()) -> Any:
    """Return a value of a struct type: "sound" fields, ids that are "unknown", "huge" numbers, or a "wrong" type."""
    values: dict[str, Any] = {}
    fields = msgspec.structs.fields(kind)
    for number, field in enumerate(fields):
        if how == "wrong" and number == draw % len(fields):
            values[field.name] = {"wrong": object()} if draw % 2 else 2.5
        else:
            values[field.name] = _value(field.type, how, draw + number, 3, ids)
    try:
        return kind(**values)
    except Exception:  # noqa: BLE001  a type that checks its own fields
        return "x"


def _value(annotation: Any, how: str, draw: int, depth: int, ids: Sequence[str]) -> Any:
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is bool:
        return bool(draw % 2)
    if annotation in (int, float):
        return (10**12, -(10**12), 2**62)[draw % 3] if how == "huge" else (0, 1, 2, 5, -1)[draw % 5]
    if annotation is str:
        return ids[draw * 31 % len(ids)] if ids else ("nobody", "", "x.1")[draw % 3]
    if origin is Literal:
        return parts[draw % len(parts)]
    if origin in (Union, UnionType):
        return _value(parts[draw % len(parts)], how, draw // 2, depth, ids)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return fabricated(annotation, how, draw, ids) if depth else None
    if origin is tuple and parts and Ellipsis not in parts:
        return tuple(_value(part, how, draw + number, depth - 1, ids) for number, part in enumerate(parts))
    if isinstance(origin, type) and issubclass(origin, dict | Mapping):
        return {"nobody": _value(parts[1], how, draw, depth - 1, ids)} if depth and parts else {}
    if origin is not None and parts:
        return tuple(_value(parts[0], how, draw + number, depth - 1, ids) for number in range(draw % 3 if depth else 0))
    if isinstance(annotation, type) and issubclass(annotation, tuple):
        hints = get_type_hints(annotation)
        return annotation(
            *(_value(part, how, draw + number, depth - 1, ids) for number, part in enumerate(hints.values()))
        )
    return None
