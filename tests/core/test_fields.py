"""Values of forms: what a field can hold, what is refused with the field named, and what is wrong with a form."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Field, FieldsForm, accepted, form_faults

FORM = FieldsForm(
    "shot",
    (
        Field("weapon", "Weapon", "choice", "carbine", (("carbine", "Carbine"), ("2", "Second"))),
        Field("distance", "Distance", "number", 30, high=240, unit="cm"),
        Field("cover", "Cover", "flag", False),
        Field("extras", "Extras", "set", (), (("rest", "Rest"), ("scope", "Scope"))),
        Field("note", "Note", "text", "", high=5),
    ),
)


def test_a_field_without_a_value_keeps_what_it_begins_with() -> None:
    assert accepted(FORM, {"distance": 36}) == {
        "weapon": "carbine", "distance": 36, "cover": False, "extras": (), "note": "",
    }  # fmt: skip
    assert accepted(FORM, {"weapon": 2, "extras": ["scope"]})["weapon"] == 2


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("distance", 241, "field_number"),
        ("distance", -1, "field_number"),
        ("distance", "36", "field_number"),
        ("distance", True, "field_number"),
        ("weapon", "bow", "field_choice"),
        ("weapon", "2", "field_choice"),
        ("weapon", [], "field_choice"),
        ("cover", 1, "field_flag"),
        ("extras", ["rest", "bow"], "field_choice"),
        ("extras", "rest", "field_choice"),
        ("note", "longer", "field_text"),
        ("note", 5, "field_text"),
        ("height", 1, "no_field"),
    ],
)
def test_what_a_field_cannot_hold_is_refused_with_the_field(path: str, value: Any, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        accepted(FORM, {path: value})
    assert (refused.value.code, refused.value.values["field"]) == (code, path)


def test_a_form_that_can_be_shown_has_no_faults() -> None:
    assert list(form_faults(FORM)) == []


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ((), "no fields"),
        ((Field("a", "A", "flag", True), Field("a", "A", "flag", True)), "its path is not one word of its own"),
        ((Field("a b", "A", "flag", True),), "its path is not one word of its own"),
        ((Field("a", "A", "piles", ()),), "its kind is not one of number, flag, choice, set, text"),
        ((Field("a", "A", "number", 100),), "it begins with 100, which it cannot hold"),
        ((Field("a", "A", "choice", ""),), "it begins with '', which it cannot hold"),
    ],
)
def test_what_is_wrong_with_a_form_is_named(fields: tuple[Field, ...], told: str) -> None:
    assert told in str(next(form_faults(FieldsForm("shot", fields))))
