"""Fills in a pending form: the values become a command, and back again to correct it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, FieldsForm, Game, State, Words, accepted


def corrected_forms(game: Game, state: State, command: Command, words: Words) -> tuple[FieldsForm, ...]:
    """Return the forms that a command may have been made by, in words, with the values that make it: those that were
    pending in the state before it."""
    found: list[FieldsForm] = []
    for form in game.prompt(state).forms:
        if isinstance(form, FieldsForm):
            given = {path: _listed(value) for path, value in game.given(state, form, command).items()}
            try:
                made = game.filled(state, form, accepted(form, given))
            except Illegal:
                continue
            if made == command:
                fields = (replace(field, value=given.get(field.path, field.value)) for field in form.fields)
                found.append(game.worded_form(state, replace(form, fields=tuple(fields)), words))
    return tuple(found)


def _listed(value: Any) -> Any:
    """Return a set of values as a list, which is what an editor gives."""
    return list(value) if isinstance(value, tuple | frozenset) else value


def filled(game: Game, state: State, id: str, values: Mapping[str, Any], words: Words) -> Command:
    """Return the command that the pending form with this id becomes with these values; a field without one keeps what
    it begins with. Raises `Illegal` with the path of the refused field as its value `field`, see `accepted` and
    `Game.filled`."""
    forms = [form for form in game.prompt(state).forms if isinstance(form, FieldsForm)]
    form = next((one for one in forms if one.id == id), None)
    if form is None:
        named = ", ".join(one.id for one in forms) or "—"
        raise Illegal("no_such_form", "", f"{id!r} cannot be filled in now. Possible: {named}.", name=id, named=named)
    return game.filled(state, form, accepted(game.worded_form(state, form, words), values))
