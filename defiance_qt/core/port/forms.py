"""The facet of forms: commands with free values, which `legal` can only list samples of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port.fields import FieldsForm
from defiance_qt.core.port.rules import Command, State
from defiance_qt.core.port.words import Words


class Forms(Protocol):
    """Forms among `Prompt.forms` that a user fills in. By default there are none."""

    def filled(self, state: State, form: FieldsForm, values: Mapping[str, Any]) -> Command:
        """Return the command that these values make: one for each field, of its kind and range. Raises `Illegal`; with
        `field` among its values, the path of a field, the refusal is shown beside that field, and so is one that
        `decide` raises for the command."""
        raise Illegal("no_form", "", "nothing can be filled in now")

    def given(self, state: State, form: FieldsForm, command: Command) -> Mapping[str, Any]:
        """Return the values that the command was made of, for the form to begin with when it is corrected; of those
        left out the form says what it begins with. By default the command's own fields with the paths of the form."""
        return {field.path: getattr(command, field.path) for field in form.fields if hasattr(command, field.path)}

    def worded_form(self, state: State, form: FieldsForm, words: Words) -> FieldsForm:
        """Return the form in words: the names of its fields and options, and the units, which are text keys in the
        prompt. A name without a text stays as it is."""

        def named(key: str) -> str:
            return words(key) if key and key in words else key

        fields = (
            replace(
                field,
                name=named(field.name),
                unit=named(field.unit),
                options=tuple((value, named(name)) for value, name in field.options),
            )
            for field in form.fields
        )
        return replace(form, fields=tuple(fields))
