"""Values of a form in text: by path or by name, in one line, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Field, FieldsForm, Setup, Text
from defiance_qt.core.unknown import UnknownGame
from defiance_qt.lab.form_input import (
    beside_field,
    form_lines,
    form_of_line,
    read_fields,
    read_value,
    written_value,
)
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES

EN = Words("en")
WEAPON = Field("weapon", "Weapon", "choice", "carbine", (("carbine", "Carbine"), ("cane", "Cane"), ("2", "Second")))
DISTANCE = Field("distance", "Distance", "number", 30, high=240, unit="cm")
COVER = Field("cover", "Behind cover", "flag", False)
EXTRAS = Field("extras", "Extras", "set", (), (("rest", "Rest"), ("scope", "Long scope")))
NOTE = Field("note", "Note", "text", "", high=20)
FORM = FieldsForm("shot", (WEAPON, DISTANCE, COVER, EXTRAS, NOTE))
OTHER = FieldsForm("score", (Field("points", "Points", "number", 0),))


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        (WEAPON, "carb", "carbine"),
        (WEAPON, " CANE ", "cane"),
        (WEAPON, "2", 2),
        (WEAPON, "second", 2),
        (DISTANCE, "36", 36),
        (DISTANCE, "36 cm", 36),
        (DISTANCE, "36cm", 36),
        (COVER, "Yes", True),
        (COVER, "0", False),
        (EXTRAS, "rest, long", ["rest", "scope"]),
        (EXTRAS, "", []),
        (NOTE, " x=y, {z} ", "x=y, {z}"),
    ],
)
def test_a_value_is_read(field: Field, typed: str, value: Any) -> None:
    assert read_value(field, typed, EN) == value


@pytest.mark.parametrize(
    ("field", "typed"),
    [(WEAPON, "ca"), (WEAPON, ""), (DISTANCE, "3.5"), (DISTANCE, "9" * 5000), (DISTANCE, ""), (COVER, "maybe")],
)
def test_what_can_be_no_value_is_refused(field: Field, typed: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_value(field, typed, EN)
    assert refused.value.values["field"] == field.path


def test_a_line_gives_several_values() -> None:
    read = read_fields("distance=36 note=a b  c behind_cover=yes extras=rest,long scope", FORM, EN)
    assert read.values == {"distance": 36, "note": "a b  c", "cover": True, "extras": ["rest", "scope"]}
    assert read.refused is None


def test_what_can_be_read_stays_beside_what_is_refused() -> None:
    read = read_fields("distance=999 cover=yes height=3", FORM, EN)
    assert read.values == {"cover": True}
    assert read.refused is not None
    assert read.refused.values["field"] == "distance"
    assert str(read.refused) == "Distance: enter a whole number from 0 to 240 cm."


def test_a_line_is_of_the_form_with_its_field() -> None:
    both = (FORM, OTHER)
    assert form_of_line("points=3", both) is OTHER
    assert form_of_line("Distance=3", both) is FORM
    assert form_of_line("height=3", both) is FORM
    assert form_of_line('shoot {"x": "a=b"}', both) is None
    assert form_of_line("points=3", ()) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_read_again(language: str) -> None:
    words = Words(language)
    for field, value in ((WEAPON, 2), (DISTANCE, 36), (COVER, True), (COVER, False), (EXTRAS, ["scope"]), (NOTE, "x")):
        assert read_value(field, written_value(field, value, words), words) == value
    values = {field.path: field.value for field in FORM.fields}
    lines = form_lines(FORM, values, words)
    assert len(lines) == 1 + len(FORM.fields)
    assert "“fill”" in lines[0] or "«fill»" in lines[0]
    assert "fill shot" in form_lines(FORM, values, words, several=True)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_in_the_language_of_the_table(language: str) -> None:
    words = Words(language)
    for field, typed in ((WEAPON, ""), (DISTANCE, ""), (COVER, ""), (NOTE, "x" * 21)):
        with pytest.raises(Illegal) as refused:
            read_value(field, typed, words)
        text = Text.refusal(UnknownGame(Setup("toy", "", 1)), refused.value, 0, words)
        assert text.startswith(f"{field.name}: ")
        assert (text == str(refused.value)) is (language == "en")


def test_a_refusal_stands_with_its_field_and_its_rule() -> None:
    assert beside_field(Illegal("x", "T-1", "far", field="distance"), (FORM,), "Far.") == "Distance: Far. [T-1]"
    assert beside_field(Illegal("x", "", "far", field="distance"), (FORM,), "Distance: far.") == "Distance: far."
    assert beside_field(Illegal("x", "T-1", "far", field="height"), (FORM,), "Far.") == "Far."
    assert beside_field(Illegal("x", "T-1", "far"), (FORM,), "Far.") == "Far."
