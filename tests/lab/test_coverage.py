"""The recorded coverage of rules, and rules in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from defiance_qt.core.errors import ContentError, DefianceError
from defiance_qt.core.port import Rule
from defiance_qt.lab.coverage import Row, coverage, report, row_lines, rule_lines, rules_of
from tests.texts import defiance_words

ROW = Row(enforced_by=("f",), named_in=("f", "g"), cited_by=("E",))


def index(language: str) -> Mapping[str, Rule]:
    return {f"T-{n:03}": Rule(f"T-{n:03}", "Toys", f"Rule {n} in {language}.", n) for n in range(1, 11)}


def test_a_rule_in_words() -> None:
    (found,) = rules_of(index("ru"), "t-007").values()
    assert rule_lines(found) == ("T-007 · Toys · 7", "  Rule 7 in ru.")
    assert list(rules_of(index("en"), "")) == list(index("en"))
    with pytest.raises(ContentError, match="T-999"):
        rules_of(index("en"), "T-999")


def test_the_places_of_one_rule_and_the_counts_of_several() -> None:
    rules = index("en")
    (heading, text, *lines) = row_lines({"T-001": ROW}, rules_of(rules, "T-001"), defiance_words("en"))
    assert (heading, text) == ("T-001 · Toys · 1", "  Rule 1 in en.")
    assert lines == ["Enforced by:", "  f", "Named in:", "  f", "  g", "Cited by:", "  E", "Tested by:"]
    two = list(row_lines({"T-001": ROW}, {id: rules[id] for id in ("T-001", "T-002")}, defiance_words("ru")))
    assert [re.findall(r"\d+", line)[1:] for line in two] == [["1", "2", "1", "0"], ["0", "0", "0", "0"]]
    assert "Названо в:" in two[0]


def test_the_report_has_the_rules_with_a_row() -> None:
    row = {"enforced_by": ("f",), "named_in": ("f", "g"), "cited_by": ("E",), "tested_by": ()}
    assert report({"T-001": ROW}, ["T-001", "T-002"]) == {"rules": [{"id": "T-001", **row}]}


@pytest.mark.parametrize("data", [None, b"", b'{"P-001": {"enforced_by": 1}}', b"\xff"])
def test_a_system_without_a_readable_record_is_named(
    data: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "coverage.json"
    if data is not None:
        path.write_bytes(data)
    monkeypatch.setattr("defiance_qt.lab.coverage.file_of", lambda folder: path)
    with pytest.raises(DefianceError, match="rules of 'pig' is not recorded"):
        coverage("pig")


@pytest.mark.parametrize("system", ["infinity-defiance", "pig", "n3", "warfighter"])
def test_every_bundled_system_has_its_record(system: str) -> None:
    assert all(row.named_in for row in coverage(system).values())
