"""Parses forms entered as text: `distance=36 cover=yes`, or a value for one field at a time.

Words of the form are those that it is shown in (`Game.worded_form`). Reading the input is the caller's job.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Field, FieldsForm, Game, Prompt, State, Words, check_value, plain

_PIECES = re.compile(r"([^\s=]+)=(.*?)(?=\s+[^\s=]+=|\s*$)")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_FLAGS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}


def forms_of(prompt: Prompt, game: Game, state: State, words: Words) -> tuple[FieldsForm, ...]:
    """Return the forms of a prompt that can be filled in, in words."""
    return tuple(game.worded_form(state, form, words) for form in prompt.forms if isinstance(form, FieldsForm))


def form_title(form: FieldsForm, words: Words) -> str:
    """Return the title of a form, "" if it has no text."""
    key = f"form.{form.id}"
    return words(key) if key in words else ""


def form_lines(form: FieldsForm, values: Mapping[str, Any], words: Words, several: bool = False) -> tuple[str, ...]:
    """Format a form as a prompt: how it is filled in, then a line for each field with the value that it has. `several`:
    there are other forms, so this one is named by its id."""
    sample = " ".join(f"{one.path}={written_value(one, values[one.path], words)}" for one in form.fields[:2])
    title = form_title(form, words) or words("ui.form.fields")
    command = f"fill {form.id}" if several else "fill"
    wide = max(len(one.path) for one in form.fields)
    return (
        words("cli.ask.fields", title=title, sample=sample, command=command),
        *(f"       {one.path:<{wide}}  {field_line(one, values[one.path], words)}" for one in form.fields),
    )


def field_line(field: Field, value: Any, words: Words) -> str:
    """Format a field with what it can hold and what it holds."""
    can = possible(field, words)
    return f"{field.name}{f' ({can})' if can else ''}: {written_value(field, value, words)}"


def possible(field: Field, words: Words) -> str:
    """Return what a field can hold, in words; "" for a text."""
    unit = f" {field.unit}" if field.unit else ""
    if field.kind == "number":
        return f"{field.low}–{field.high}{unit}"
    if field.kind == "flag":
        return f"{words('cli.form.yes')}, {words('cli.form.no')}"
    return ", ".join(name for _, name in field.options)


def written_value(field: Field, value: Any, words: Words) -> str:
    """Format a value so that `read_value` reads it back."""
    if field.kind == "flag":
        return words("cli.form.yes" if value else "cli.form.no")
    names = {plain(id): name for id, name in field.options}
    if field.kind == "set":
        return ", ".join(names.get(one, str(one)) for one in value)
    return names.get(value, str(value)) if field.kind == "choice" else str(value)


def form_of_line(text: str, forms: Sequence[FieldsForm]) -> FieldsForm | None:
    """Return the form that a line gives values to: the first with the field that it begins with, else the first of all;
    None for a line that names no field."""
    found = _PIECES.match(text.strip())
    if found is None or not forms:
        return None
    name = found[1].casefold()
    having = (one for one in forms if any(name in (field.path.casefold(), _word(field)) for field in one.fields))
    return next(having, forms[0])


class ReadFields(NamedTuple):
    """A parsed line: the values by path, and the first refusal, whose value `field` is the path it is about."""

    values: dict[str, Any]
    refused: Illegal | None


def read_fields(text: str, form: FieldsForm, words: Words) -> ReadFields:
    """Parse a line of values by the path or the name of their fields. What can be read is, beside a refused value."""
    values: dict[str, Any] = {}
    refused: Illegal | None = None
    for name, typed in _PIECES.findall(text.strip()):
        try:
            field = meant_field(name, form)
            values[field.path] = read_value(field, typed, words)
        except Illegal as error:
            refused = refused or error
    return ReadFields(values, refused)


def meant_field(name: str, form: FieldsForm) -> Field:
    """Return the field with this path or name. Raises `Illegal` ("no_field")."""
    for field in form.fields:
        if name.casefold() in (field.path.casefold(), _word(field)):
            return field
    named = ", ".join(field.path for field in form.fields)
    raise Illegal(
        "no_field", "", f"There is no field {name!r} here. Possible: {named}.", field=name, name=name, named=named
    )


def _word(field: Field) -> str:
    """Return the name of a field as one word to type."""
    return field.name.casefold().replace(" ", "_")


def beside_field(error: Illegal, forms: Sequence[FieldsForm], text: str) -> str:
    """Return a refusal in words with the name of the field it is about and its rule; unchanged if it is about none."""
    fields = [field for form in forms for field in form.fields if field.path == error.values.get("field")]
    if not fields:
        return text
    named = text if text.startswith(f"{fields[0].name}:") else f"{fields[0].name}: {text}"
    return f"{named} [{error.rule}]" if error.rule else named


def read_value(field: Field, typed: str, words: Words) -> Any:
    """Parse the value of a field. Raises `Illegal`, see `check_value`."""
    text = typed.strip()
    value: Any = text
    if field.kind == "number":
        bare = text.removesuffix(field.unit).strip() if field.unit else text
        value = int(bare) if _NUMBER.fullmatch(bare) else text
    elif field.kind == "flag":
        value = (_FLAGS | {words("cli.form.yes"): True, words("cli.form.no"): False}).get(text.casefold(), text)
    elif field.kind == "choice":
        value = _option(field, text)
    elif field.kind == "set":
        value = [_option(field, one.strip()) for one in text.split(",") if one.strip()]
    check_value(field, value)
    return value


def _option(field: Field, text: str) -> Any:
    """Return the value of the option with this id or name, or whose name alone begins so; else the text."""
    wanted = text.casefold()
    exact = [id for id, name in field.options if wanted in (id.casefold(), name.casefold())]
    begins = [id for id, name in field.options if wanted and name.casefold().startswith(wanted)]
    found = exact[:1] or begins
    return plain(found[0]) if len(found) == 1 else text
