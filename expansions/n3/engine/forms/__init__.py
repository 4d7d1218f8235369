"""Forms for commands with values that cannot be listed: a distance, a path through zones, a Burst that is parted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from defiance_qt.api import Illegal, port

from ..commands import Command
from ..course import HANDLERS
from ..rules import Rules
from ..state import State
from ..words import trait, troop
from . import bench, orders, table, troops
from .base import Sheet

SHEETS: dict[str, Sheet] = {one.id: one for one in (*orders.SHEETS, *table.SHEETS, *bench.SHEETS, *troops.SHEETS)}


def forms(rules: Rules, state: State) -> tuple[port.FieldsForm, ...]:
    """Return the forms that can be filled in now."""
    return tuple(
        port.FieldsForm(sheet.id, fields, sheet.usual)
        for sheet in SHEETS.values()
        if (fields := sheet.fields(rules, state))
    )


def filled(rules: Rules, state: State, form: port.FieldsForm, values: Mapping[str, Any]) -> Command:
    """Return the command of a form. Raises `Illegal` with the path of a field if the command is refused because of
    that field."""
    sheet = SHEETS[form.id]
    command = sheet.fill(rules, state, values)
    wrong = HANDLERS[type(command)].check(rules, state, command)
    path = sheet.beside(rules, state, command, wrong) if wrong is not None else ""
    if wrong is not None and path:
        raise Illegal(wrong.code, wrong.rule, str(wrong), **{**wrong.values, "field": path})
    return command


def given(state: State, form: port.FieldsForm, command: Command) -> Mapping[str, Any]:
    """Return the values that a command was made of, none if the form makes others."""
    sheet = SHEETS[form.id]
    if type(command) is not sheet.command:
        return {}
    paths = {field.path for field in form.fields}
    return {path: value for path, value in sheet.given(state, command).items() if path in paths}


def worded(form: port.FieldsForm, words: port.Words) -> port.FieldsForm:
    """Return a form in words with the names of troops that have no texts of their own, and the levels of skills."""
    return replace(form, fields=tuple(_named(field, words) for field in form.fields))


def _named(field: port.Field, words: port.Words) -> port.Field:
    id = field.path.removeprefix("dice.")
    name = troop(id, words) if field.name == f"troop.{id}.name" else field.name
    made = {"troop": troop, "trait": trait}

    def option(id: str, text: str) -> str:
        family, _, rest = text.partition(".")
        return made[family](id, words) if family in made and rest == f"{id}.name" else text

    options = tuple((id, option(id, text)) for id, text in field.options)
    return replace(field, name=name, options=options)
