"""The table of conditions: every field has a row where it is asked and a row where it is checked."""

from __future__ import annotations

import re
from pathlib import Path

from defiance_qt.systems.defiance.engine.checks import conditions as checked
from defiance_qt.systems.defiance.engine.content import Requirement
from defiance_qt.systems.defiance.engine.rules import conditions as asked

PAGE = (Path(__file__).parents[5] / "docs" / "content.md").read_text(encoding="utf-8")


def test_every_field_is_asked_but_those_that_belong_to_another() -> None:
    assert set(asked.PARTS) == {*Requirement.__struct_fields__} - {*checked.PARAMETERS}


def test_every_field_is_checked() -> None:
    assert set(checked.PARTS) == {*Requirement.__struct_fields__}


def test_every_field_is_on_the_page_of_content() -> None:
    rows = re.search(r"^\| key \| holds when \|$(.*?)^\n", PAGE, re.MULTILINE | re.DOTALL)
    assert rows is not None
    keys = re.findall(r"^\| (.*?) \|", rows[1], re.MULTILINE)
    for field in Requirement.__struct_fields__:
        assert any(re.search(rf"\b{field}\b", key) for key in keys) or field == "count", field
