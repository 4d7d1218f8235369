"""Fills in a pending form: the values become a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Command, FieldsForm, Game, State, Words, accepted


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
