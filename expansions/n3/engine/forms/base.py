"""What every form has, and the fields that several of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from defiance_qt.api import Illegal, port

from ..commands import Command
from ..content import MILLIMETRES
from ..rules import Rules
from ..state import State, Troop
from ..words import INCH

NOTHING = "none"
"""The option of a choice that stands for no value."""
LARGEST = 9999
"""The largest number that a distance can be typed as. What is off the table is refused with its rule."""
MILLIMETRES_OF = {"cm": MILLIMETRES, "inch": INCH}
NAME_LENGTH = 40


def own_fields(state: State, command: Any) -> Mapping[str, Any]:
    """Return the values of a command whose fields have the paths of the form."""
    return {name: getattr(command, name) for name in command.__struct_fields__}


@dataclass(frozen=True)
class Sheet:
    """A form: what builds its fields from the State, and what makes a command of its values. `given` are the values
    that a command was made of. `beside` is the path of the field that a refusal of the command is about, "" for
    none. `usual`: it has the keyboard when it is asked for."""

    id: str
    command: type
    fields: Callable[[Rules, State], tuple[port.Field, ...]]
    fill: Callable[[Rules, State, Mapping[str, Any]], Command]
    beside: Callable[[Rules, State, Any, Illegal], str]
    given: Callable[[State, Any], Mapping[str, Any]] = own_fields
    usual: bool = False


def by_code(paths: Mapping[str, str]) -> Callable[[Rules, State, Any, Illegal], str]:
    """Return what finds the field of a refusal by its code alone."""
    return lambda rules, state, command, wrong: paths.get(wrong.code, "")


def in_mode(weapon: str, mode: str) -> str:
    """Return the option of a weapon in a mode."""
    return f"{weapon}.{mode}" if mode else weapon


def zones(state: State, path: str) -> Iterator[port.Field]:
    """Yield a field for zones, if there are any on the table."""
    options = tuple((id, zone.name or f"zone.{zone.kind}.name") for id, zone in state.zones.items())
    if options:
        yield port.Field(path, f"field.{path}", "set", (), options)


def troops(path: str, found: list[Troop], first: str = "") -> port.Field:
    """Return a field for a troop, which begins with `first`, or with the first of them."""
    options = tuple((one.id, f"troop.{one.id}.name") for one in found)
    return port.Field(path, f"field.{path}", "choice", first or options[0][0], options)


def unit(state: State) -> str:
    return "inch" if state.setup.options.get("unit") == "inch" else "cm"
