"""The coverage of rules, shown on a toy game of a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from defiance_qt.core.port import Rule
from defiance_qt.lab.coverage import Row, decoded
from tests.workshop.coverage import claimed, encoded, gaps, sources, write
from tests.workshop.coverage.carriers import carriers, function_of
from tests.workshop.coverage.cited import cited_in_source, refused
from tests.workshop.coverage.enforced import Run, claiming, enforced_by, recorded
from tests.workshop.coverage.named import named_in

# `text` stands for the toy's module of words, which describes rules only.
ENGINE = {
    "text.py": '"""Sentences (T-001)."""\n\ndef sentence(): ...  # T-001\n',
    "whole.py": '"""Everything about T-009 and T-001."""\n\ndef anything(): ...\n',
    "kinds.py": '''"""Values."""

class Die:
    """One die (T-002)."""

class Cup:
    """Several dice (T-003)."""

    def shake(self):
        """T-004"""
''',
    "pass_on.py": '"""Names."""\n\nfrom .kinds import Die as Die\n',
    "play.py": '''"""Playing."""

from . import pass_on as p
from toy.game.engine.kinds import Cup

# T-005, T-006 …
# T-008
COSTS = {"a": lambda: 1}

def pay(kind):
    return COSTS[kind]()

def roll(rules):
    if rules.switches["reroll"] == "yes":
        return Cup()
    return p.Die()

def idle():
    """Refuses nothing, but T-001 is its."""
    return Illegal("idle", rules=("T-001",))

def begin(rules):
    yield e.Began(rules=("T-002",))
    yield made(("T-003",))

def made(cites):
    return e.Made(rules=cites)
''',
}


def index(language: str) -> Mapping[str, Rule]:
    return {f"T-{n:03}": Rule(f"T-{n:03}", "Toys", f"Rule {n} in {language}.", n) for n in range(1, 11)}


@pytest.fixture
def toy(tmp_path: Path) -> sources.RuleSources:
    package = tmp_path / "toy" / "game"
    (package / "engine").mkdir(parents=True)
    for name, text in ENGINE.items():
        (package / "engine" / name).write_text(text, encoding="utf-8")
    return sources.RuleSources(
        module="toy.game",
        package=package,
        rules=index,
        root=tmp_path,
        tests=tmp_path / "tests",
        document=tmp_path / "rules.md",
        opening=("# New",),
        measured=tmp_path / "coverage.json",
        system="toy",
        scenario="none",
        editions=("en",),
        events=frozenset({"Began", "Made"}),
        outside=frozenset({"T-010"}),
        describing=("text.py",),
        options=(sources.EditionOption("O1", "reroll", ("T-007",)), sources.EditionOption("O2", "unread", ("T-007",))),
    )


# ---- reading the source ----


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("T-087", {"T-087"}),
        ("(T-046…T-048, T-230)", {"T-046", "T-047", "T-048", "T-230"}),
        ("T-062 … T-064", {"T-062", "T-063", "T-064"}),
        ("N-001, R-001, T-87", set()),
    ],
)
def test_rules_in_a_text(toy: sources.RuleSources, text: str, ids: set[str]) -> None:
    assert toy.ids_in(text) == ids


def test_places_that_name_a_rule(toy: sources.RuleSources) -> None:
    """Words only describe, and a module's docstring counts where nothing else names the rule."""
    assert named_in(toy) == {
        "T-001": ("engine.play.idle",),
        "T-002": ("engine.kinds.Die", "engine.play.begin"),
        "T-003": ("engine.kinds.Cup", "engine.play.begin"),
        "T-004": ("engine.kinds.Cup.shake",),
        "T-005": ("engine.play.COSTS",),
        "T-006": ("engine.play.COSTS",),
        "T-007": ("switch O1 reroll", "switch O2 unread"),
        "T-008": ("engine.play.COSTS",),
        "T-009": ("engine.whole",),
    }


def test_what_cites_a_rule(toy: sources.RuleSources) -> None:
    assert cited_in_source(toy) == {"T-002": ("Began",), "T-003": ("Made",)}
    assert refused(toy) == {"T-001": ("refusal idle",)}


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
    @pytest.mark.claims("mender-1")
    def test_method(self) -> None: ...

@pytest.mark.rule("R-006")
def helper() -> None: ...
""",
        encoding="utf-8",
    )
    found = claimed.tested_by(tmp_path, tmp_path / "tests")
    file = "tests/test_it.py"
    assert found["R-001"] == (f"{file}::TestClass::test_method", f"{file}::test_parameter", f"{file}::test_plain")
    assert found["R-002"] == found["R-003"] == (f"{file}::test_plain",)
    assert found["R-004"] == (f"{file}::test_parameter",)
    assert found["R-005"] == (f"{file}::TestClass::test_method",)
    assert found["mender-1"] == (f"{file}::TestClass::test_method",)
    assert "R-006" not in found


# ---- what a run shows ----


@pytest.mark.parametrize(
    ("rule", "function", "place"),
    [
        ("T-001", "engine.play.idle", "engine.play.idle"),
        # A method for itself and for its class.
        ("T-004", "engine.kinds.Cup.shake", "engine.kinds.Cup.shake"),
        ("T-003", "engine.kinds.Cup.shake", "engine.kinds.Cup"),
        # The call of a class, also under another module's name.
        ("T-003", "engine.play.roll", "engine.kinds.Cup"),
        ("T-002", "engine.play.roll", "engine.kinds.Die"),
        # A table by a function that uses it, and by a function inside it.
        ("T-006", "engine.play.pay", "engine.play.COSTS"),
        ("T-006", "engine.play.COSTS", "engine.play.COSTS"),
        ("T-009", "engine.whole.anything", "engine.whole"),
        ("T-007", "engine.play.roll", "switch O1 reroll"),
    ],
)
def test_a_place_that_a_claiming_test_runs_enforces(
    toy: sources.RuleSources, rule: str, function: str, place: str
) -> None:
    claimed = Run("test_it", (rule,), ("engine.elsewhere.f", function))
    assert enforced_by(toy, [claimed]) == {rule: (place,)}
    assert enforced_by(toy, [Run("test_it", ("T-010",), (function,))]) == {}


@pytest.mark.parametrize(
    ("rule", "function"),
    [
        # Named in other functions only, not named at all, or named in a module that describes.
        ("T-001", "engine.play.pay"),
        ("T-008", "engine.play.roll"),
        ("T-004", "engine.play.roll"),
        ("T-001", "engine.text.sentence"),
        ("T-001", "engine.whole.anything"),
    ],
)
def test_a_place_that_no_claiming_test_runs_does_not(toy: sources.RuleSources, rule: str, function: str) -> None:
    assert enforced_by(toy, [Run("test_it", (rule,), (function,))]) == {}


def test_code_belongs_to_a_function_of_the_engine(toy: sources.RuleSources) -> None:
    path = toy.package / "engine" / "play.py"
    module = compile(ENGINE["play.py"], str(path), "exec")
    inside = [code for code in module.co_consts if hasattr(code, "co_code")]
    assert {function_of(toy, code) for code in inside} >= {"engine.play.COSTS", "engine.play.pay", "engine.play.roll"}
    assert function_of(toy, test_code_belongs_to_a_function_of_the_engine.__code__) is None
    assert "engine.text.sentence" not in carriers(toy)


def test_a_mutation_of_a_rule_has_tests_to_run() -> None:
    runs = [Run("a", ("T-001", "T-002"), ("f", "g")), Run("b", ("T-001",), ("h",)), Run("c", ("T-003",), ("f",))]
    assert claiming(runs, "T-001") == {"a": ("f", "g"), "b": ("h",)}
    assert claiming(runs, "T-004") == {}


def test_the_recorded_form_reads_back(toy: sources.RuleSources) -> None:
    found = {"T-002": Row(("engine.kinds.Die",)), "T-001": Row(named_in=("engine.play.idle", "engine.play.pay"))}
    text = encoded(found)
    assert text.splitlines()[1].startswith('"T-001": {"enforced_by": [], "named_in": ["engine.play.idle", "engine.play')
    assert decoded(text.encode()) == found
    toy.measured.write_text(text, encoding="utf-8")
    assert recorded(toy) == {"T-002": ("engine.kinds.Die",)}


# ---- for people ----


def test_rules_outside_have_no_gaps(toy: sources.RuleSources, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.workshop.coverage.cited_in_play", lambda *_: {})
    toy.measured.write_text('{"T-001": {"enforced_by": ["engine.play.idle"]}}', encoding="utf-8")
    found = gaps(toy)
    assert found["enforced_by"] == [f"T-00{n}" for n in range(2, 10)]
    assert found["named_in"] == []


def test_the_page_keeps_the_table_that_is_measured_separately(
    toy: sources.RuleSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.workshop.coverage.cited_in_play", lambda *_: {})
    toy.measured.write_text("{}", encoding="utf-8")
    table = "<!-- mutants -->\n## Mutants\n<!-- /mutants -->"
    toy.document.write_text(f"# Old\n\n{table}\n\n## Old\n", encoding="utf-8")
    write(toy)
    assert toy.document.read_text(encoding="utf-8").startswith(f"# New\n\n{table}\n\n## Toys\n\n**T-001** ")
