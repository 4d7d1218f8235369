"""Values that a user sets: what a field may hold, and forms of several fields.

Fields describe what can be corrected by hand, and what a command takes that cannot be listed: a distance, a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from defiance_qt.core.errors import Illegal, Message


class Field(msgspec.Struct, frozen=True):
    """A value to set. `path` identifies it; several paths, comma-separated, for piles that change together. `value` is
    what it is now, or what a form begins with.

    `kind` is "number" (`low` to `high`, in `unit`), "flag", "choice" or "set" (of `options`: value and name), "text"
    (of at most `high` characters), "place" (picked on the table), "piles" (one pile of ids for each of `names`), or a
    kind of the system's own. Piles beyond the paths are sources of cards. For an own kind the system's view supplies
    the editor, and `data` holds its extra values. Forms have the first five kinds.
    """

    path: str
    name: str
    kind: str
    value: Any
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 99
    names: tuple[str, ...] = ()
    data: Any = None
    unit: str = ""


class FieldsForm(msgspec.Struct, frozen=True, tag="fields"):
    """Values to enter together, for a command that `Game.filled` makes of them. `id` names the form; the text key
    `form.<id>` is its title. The names of its fields and options, and the units, are text keys. `usual`: it is the
    usual answer, and has the keyboard as soon as it is asked for."""

    id: str
    fields: tuple[Field, ...]
    usual: bool = False


_PATH = re.compile(r"\w[\w.-]*")
FORM_KINDS = ("number", "flag", "choice", "set", "text")
"""The kinds of fields that a form may have."""


def plain(id: str) -> Any:
    """Return the value of an option by its id: the number for one of digits, else the id."""
    return int(id) if id.isdecimal() else id


def accepted(form: FieldsForm, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for each field of the form: the given one by its path, else the one that it begins with.

    Raises `Illegal` whose value `field` is the path of the field: "no_field" for one that the form does not have,
    "field_number", "field_choice", "field_flag" or "field_text" for a value that it cannot hold.
    """
    known = {field.path: field for field in form.fields}
    for path in given:
        if path not in known:
            named = ", ".join(known)
            raise Illegal(
                "no_field",
                "",
                f"There is no field {path!r} here. Possible: {named}.",
                field=path,
                name=path,
                named=named,
            )
    values = {path: given.get(path, field.value) for path, field in known.items()}
    for path, value in values.items():
        check_value(known[path], value)
    return values


def no_field(form: FieldsForm, name: str) -> Illegal:
    """Return the refusal of a value for a field that the form does not have."""
    named = ", ".join(field.path for field in form.fields)
    message = f"There is no field {name!r} here. Possible: {named}."
    return Illegal("no_field", "", message, field=name, name=name, named=named)


def check_value(field: Field, value: Any) -> None:
    """Check that a field can hold the value. Raises `Illegal`, see `accepted`."""
    name, path, options = field.name, field.path, [plain(id) for id, _ in field.options]
    if field.kind == "number" and not (type(value) is int and field.low <= value <= field.high):
        unit = f" {field.unit}" if field.unit else ""
        message = f"{name}: enter a whole number from {field.low} to {field.high}{unit}."
        raise Illegal("field_number", "", message, field=path, name=name, low=field.low, high=field.high, unit=unit)
    if field.kind == "flag" and type(value) is not bool:
        raise Illegal("field_flag", "", f"{name}: enter yes or no.", field=path, name=name)
    chosen = [value] if field.kind == "choice" else value if isinstance(value, list | tuple) else [None]
    if field.kind in ("choice", "set") and any(one not in options for one in chosen):
        named = ", ".join(text for _, text in field.options)
        raise Illegal("field_choice", "", f"{name}: possible are {named}.", field=path, name=name, named=named)
    if field.kind == "text" and not (isinstance(value, str) and len(value) <= field.high):
        message = f"{name}: enter at most {field.high} characters."
        raise Illegal("field_text", "", message, field=path, name=name, high=field.high)


def form_faults(form: FieldsForm) -> Iterator[Message]:
    """Yield what is wrong with a form: fields of one path, of another kind, or that begin with what they cannot
    hold."""
    if not form.fields:
        yield Message("fault.form_empty", "the form {form!r} has no fields", form=form.id)
    paths = [field.path for field in form.fields]
    for field in form.fields:
        if paths.count(field.path) > 1 or not _PATH.fullmatch(field.path):
            why = Message("fault.form_path", "its path is not one word of its own")
        elif field.kind not in FORM_KINDS:
            why = Message("fault.form_kind", "its kind is not one of {kinds}", kinds=", ".join(FORM_KINDS))
        else:
            try:
                check_value(field, field.value)
                continue
            except Illegal:
                why = Message("fault.form_value", "it begins with {value!r}, which it cannot hold", value=field.value)
        yield Message(
            "fault.form_field",
            "the field {field!r} of the form {form!r}: {why}",
            field=field.path,
            form=form.id,
            why=why,
        )
