"""The map from each rule to what enforces it, cites it and tests it; and that no rule of the missions is without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.lab import coverage
from defiance_qt.words.catalogue import LANGUAGES, Words
from defiance_qt.words.rules import rules

MISSIONS = [f"R-{number:03}" for number in (*range(1, 280), *range(319, 324))]


def test_the_rules_of_the_missions_are_known() -> None:
    assert len(MISSIONS) == 284
    assert [id for id in rules() if coverage.of_missions(id)] == MISSIONS


def test_every_rule_of_the_missions_is_tested() -> None:
    assert [row.id for row in coverage.rows() if coverage.of_missions(row.id) and not row.tested_by] == []


def test_every_rule_of_the_missions_is_enforced() -> None:
    assert [row.id for row in coverage.rows() if coverage.of_missions(row.id) and not row.enforced_by] == []


def test_no_unknown_rule_is_claimed_named_or_cited() -> None:
    for found in (coverage.tested_by(coverage.ROOT), coverage.enforced_by(), coverage.cited_in_source()):
        assert {id for id in found if id.startswith("R-")} <= set(rules())


def test_what_is_reported_as_json() -> None:
    report = coverage.coverage()["rules"]
    assert [one["id"] for one in report] == list(rules())
    blocks = next(one for one in report if one["id"] == "R-087")
    assert "engine.rules.rolls._enemy_block" in blocks["enforced_by"]
    assert blocks["cited_by"] == ("SymbolsNullified",)
    assert any(test.startswith("tests/systems/defiance/engine/test_derived.py::") for test in blocks["tested_by"])


def test_play_cites_what_no_literal_shows() -> None:
    """Whatever a rule passes on through values of the game is seen when it is played."""
    played = coverage.cited_in_play((1,))
    assert "MissionSetUp" in played["R-007"]
    assert "Moved" in played["R-052"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("R-087", {"R-087"}),
        ("(R-046…R-048, R-230)", {"R-046", "R-047", "R-048", "R-230"}),
        ("R-062 … R-064", {"R-062", "R-063", "R-064"}),
        ("N-001, R-87", set()),
    ],
)
def test_rules_in_a_text(text: str, ids: set[str]) -> None:
    assert coverage.ids_in(text) == ids


def test_claims_of_tests_are_read_from_their_marks(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(
        """
import pytest

pytestmark = pytest.mark.rule("R-001")

@pytest.mark.rule("R-002", "R-003")
def test_plain() -> None: ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("R-004"))])
def test_parameter(x: int) -> None: ...

@pytest.mark.rule("R-005")
class TestClass:
    def test_method(self) -> None: ...

@pytest.mark.rule("R-006")
def helper() -> None: ...
""",
        encoding="utf-8",
    )
    found = coverage.tested_by(tmp_path)
    file = "tests/test_it.py"
    assert found["R-001"] == (f"{file}::TestClass::test_method", f"{file}::test_parameter", f"{file}::test_plain")
    assert found["R-002"] == found["R-003"] == (f"{file}::test_plain",)
    assert found["R-004"] == (f"{file}::test_parameter",)
    assert found["R-005"] == (f"{file}::TestClass::test_method",)
    assert "R-006" not in found


def test_a_rule_in_words() -> None:
    for language in LANGUAGES:
        (found,) = coverage.rules_of("r-087", language)
        heading, text = coverage.rule_lines(found)
        assert heading.startswith("R-087 · ")
        assert text.strip() == rules(language)["R-087"].text
    assert [one.id for one in coverage.rules_of("")] == list(rules())
    with pytest.raises(ContentError, match="R-999"):
        coverage.rules_of("R-999")


def test_the_report_in_lines() -> None:
    one = list(coverage.report_lines(coverage.coverage(["R-087"]), Words("en")))
    assert one[0].startswith("R-087 ·")
    assert "  engine.rules.rolls._enemy_block" in one
    assert "Ссылаются:" in list(coverage.report_lines(coverage.coverage(["R-087"]), Words("ru")))
    two = list(coverage.report_lines(coverage.coverage(["R-087", "R-280"]), Words("en")))
    assert [line.split()[0] for line in two] == ["R-087", "R-280"]
    assert two[1].endswith("Enforced by: 0  Cited by: 0  Tested by: 0")


def test_the_document_has_every_rule_in_the_words_of_the_index() -> None:
    """What else it says changes with every test; it is written anew by the module's own command."""
    text = coverage.DOCUMENT.read_text(encoding="utf-8")
    assert re.findall(r"^\*\*(R-\d{3})\*\*", text, re.MULTILINE) == list(rules())
    for id, known in rules().items():
        assert f"**{id}** {known.text}\n" in text
        assert f"## {known.area}\n" in text


def test_the_document_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(coverage, "DOCUMENT", tmp_path / "rules.md")
    assert coverage.main(["--write"]) == 0
    assert (tmp_path / "rules.md").read_text(encoding="utf-8") == coverage.document()
