"""The coverage of Infinity Defiance: no rule is without code that a test of it runs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from defiance_qt.lab.coverage import coverage, decoded
from tests.texts import defiance_words
from tests.workshop.coverage import claimed, encoded, gaps, rows, write
from tests.workshop.coverage.cited import cited_in_play, cited_in_source
from tests.workshop.coverage.enforced import recorded
from tests.workshop.coverage.named import named_in
from tests.workshop.defiance.rules import sources

pytestmark = pytest.mark.slow

RULES = defiance_words().rules


def test_every_rule_is_known_and_expected() -> None:
    assert list(RULES) == [f"R-{number:03}" for number in range(1, 324)]
    assert sources().outside == frozenset()


@pytest.mark.parametrize("column", ["enforced_by", "named_in", "tested_by"])
def test_no_rule_is_without(column: str) -> None:
    assert gaps(sources())[column] == []


def test_the_measured_places_still_name_their_rules() -> None:
    """Otherwise code has moved since the measurement: `make rules-map` measures again."""
    named = named_in(sources())
    stale = {id: set(places) - set(named.get(id, ())) for id, places in recorded(sources()).items()}
    assert {id: places for id, places in stale.items() if places} == {}


def test_the_measurement_is_stored_as_it_is_written() -> None:
    stored = sources().measured.read_text(encoding="utf-8")
    assert stored == encoded(coverage("infinity-defiance"))


def test_no_unknown_rule_is_claimed_named_or_cited() -> None:
    for found in (claimed.tested_by(sources().root, sources().tests), named_in(sources()), cited_in_source(sources())):
        assert {id for id in found if id.startswith("R-")} <= set(RULES)


def test_a_row_tells_code_events_and_tests() -> None:
    assert list(rows(sources())) == list(RULES)
    blocks = rows(sources())["R-087"]
    assert "engine.rules.rolls._enemy_block" in blocks.enforced_by
    assert set(blocks.enforced_by) <= set(blocks.named_in)
    assert blocks.cited_by == ("SymbolsNullified",)
    assert any(test.startswith("tests/systems/defiance/engine/test_derived.py::") for test in blocks.tested_by)


def test_play_cites_what_no_literal_shows() -> None:
    """Rules that pass through values of the game are seen when it is played."""
    played = cited_in_play(sources(), (1,))
    assert "MissionSetUp" in played["R-007"]
    assert "Moved" in played["R-052"]


def test_the_document_has_every_rule_in_the_words_of_the_index() -> None:
    """Its other lines change with every test; `make rules-map` writes them."""
    text = sources().document.read_text(encoding="utf-8")
    assert re.findall(r"^\*\*(R-\d{3})\*\*", text, re.MULTILINE) == list(RULES)
    for id, known in RULES.items():
        assert f"**{id}** {known.text}\n" in text
        assert f"## {known.area}\n" in text
    assert text.count("\n- Enforced by (run by a claiming test): ") == text.count("\n- Named in: ") == len(RULES)


def test_the_document_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = rows(sources())
    monkeypatch.setattr("tests.workshop.coverage.rows", lambda _: found)
    page, record = tmp_path / "rules.md", tmp_path / "coverage.json"
    record.write_bytes(sources().measured.read_bytes())
    write(replace(sources(), document=page, measured=record))
    assert decoded(record.read_bytes())["R-087"].enforced_by == coverage("infinity-defiance")["R-087"].enforced_by
    assert "- Named in: `engine.dice.Symbols`\n" in page.read_text(encoding="utf-8")
