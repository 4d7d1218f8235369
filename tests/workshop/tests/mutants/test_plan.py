"""Which mutants are drawn, which tests they are given to, and how the outcome is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workshop.coverage import table_in, with_table
from tests.workshop.coverage.enforced import Run, enforced_by, recorded
from tests.workshop.defiance.rules import sources
from tests.workshop.mutants import modules, report
from tests.workshop.mutants.plan import Case, Equivalent, Target, all_mutants, cases, equivalents, targets
from tests.workshop.mutants.running import Outcome, Verdict

pytestmark = pytest.mark.slow

TOY = '''
def first(n):
    """T-001, T-002"""
    return n > 1


def second(n):
    """T-003"""
    return n > 1 or n > 2
'''

CLAIMS = {"a": ("T-001",), "b": ("T-002", "T-003"), "c": ("T-003",), "d": ("T-001",), "new": ("T-002",)}
RUNS = [
    Run("a", ("T-001",), ("toy.first",)),
    Run("b", ("T-002", "T-003"), ("toy.first", "toy.second")),
    Run("c", ("T-003",), ("toy.first",)),
    Run("d", ("T-001",), ()),
]


@pytest.fixture
def toy(tmp_path: Path) -> list[Target]:
    path = tmp_path / "toy.py"
    path.write_text(TOY, encoding="utf-8")
    return [Target("toy.first", path, "first", ("T-001", "T-002")), Target("toy.second", path, "second", ("T-003",))]


def test_a_mutant_is_given_to_the_claiming_tests_that_run_its_function(toy: list[Target]) -> None:
    """Of several rules to the tests of any; a test that was not measured is taken to run everything."""
    tests = {case.target.name: case.tests for case in cases(toy, CLAIMS, RUNS, seed=1, each=0)}
    assert tests == {"first": ("a", "b", "new"), "second": ("b",)}


def test_the_same_seed_draws_the_same_mutants(toy: list[Target]) -> None:
    def drawn(seed: int, each: int) -> list[str]:
        return [case.label for case in cases(toy, CLAIMS, RUNS, seed=seed, each=each)]

    assert drawn(1, 3) == drawn(1, 3)
    assert len(drawn(1, 3)) == 6
    assert len({tuple(drawn(seed, 3)) for seed in range(9)}) > 1
    assert set(drawn(2, 3)) < set(drawn(1, 0))


def test_reviewed_mutants_are_left_out(toy: list[Target]) -> None:
    reviewed = Equivalent("toy.second", "return n > 1 or n > 2", "return n > 1", "n is never 2 without being above 1")
    every, left = ([*cases(toy, CLAIMS, RUNS, seed=1, each=0, skip=skip)] for skip in ((), (reviewed,)))
    assert {one.label for one in every} - {one.label for one in left} == {
        "toy.py:9 return n > 1 or n > 2 → return n > 1"
    }


def test_every_reviewed_mutant_exists() -> None:
    """Otherwise the code has changed since, and the reason has to be read again."""
    shown = modules.targets_in(modules.files([modules.PACKAGE / "systems" / "defiance" / "view" / "present"]))
    known = {target.place: target for target in (*targets(sources(), recorded(sources())), *shown)}
    for one in equivalents():
        target = known[one.place]
        assert any(one.matches(one.place, mutant) for mutant in all_mutants(target.path, target.name)), one
        assert one.because


def test_what_enforces_rules_has_mutants() -> None:
    known = {target.place: target for target in targets(sources(), recorded(sources()))}
    assert "R-087" in known["engine.rules.rolls._enemy_block"].rules
    assert known["engine.enemies.targeting.TIE_BREAKS"].rules == ("R-188", "R-212")
    # A method without a rule of its own belongs to those of its class.
    assert "R-001" in known["engine.dice.Symbols.__add__"].rules
    assert not [target for target in known.values() if "tell" in target.place.split(".")]


def test_one_rule_without_a_run_has_no_target(toy: list[Target]) -> None:
    assert enforced_by(sources(), []) == {}
    assert targets(sources(), {}) == []


# ---- the report ----


@pytest.fixture
def verdicts(toy: list[Target]) -> list[Verdict]:
    drawn: list[Case] = [*cases(toy, CLAIMS, RUNS, seed=1, each=0)]
    (late, dead, *rest) = drawn
    return [
        Verdict(late, Outcome.TIMED_OUT, "a"),
        Verdict(dead, Outcome.KILLED, "a"),
        *(Verdict(one, Outcome.SURVIVED) for one in rest),
    ]


def test_the_score_counts_mutants_once_and_by_rule(verdicts: list[Verdict]) -> None:
    count = len(verdicts)
    assert report.score(verdicts) == (count, 2)
    scores = report.by_rule(verdicts)
    assert scores["T-001"] == scores["T-002"]
    assert scores["T-001"].mutants + scores["T-003"].mutants == count
    assert (scores["T-001"].killed, scores["T-003"].killed) == (2, 0)
    assert report.summary(verdicts).endswith(", 1 of them by taking too long")
    assert next(report.worst_lines(verdicts)).startswith("T-003: 0 of ")


def test_a_survivor_is_told_with_its_place_and_lines(verdicts: list[Verdict], tmp_path: Path) -> None:
    lines = list(report.survivor_lines(verdicts, tmp_path))
    assert len(lines) == 3 * report.score(verdicts).survivors
    at = lines.index("  + return n > 1 and n > 2")
    assert lines[at - 2 : at] == ["toy.py:9 second T-003 (1 tests)", "  - return n > 1 or n > 2"]


def test_the_table_takes_the_place_of_the_one_before(verdicts: list[Verdict]) -> None:
    page = "# Rules\n\nOpening.\n\n## Area\n\nA rule.\n"
    once = with_table(page, report.table(verdicts, "seed 1"))
    assert once.startswith("# Rules\n\nOpening.\n\n<!-- mutants -->\n## Mutants\n")
    assert once.endswith("<!-- /mutants -->\n\n## Area\n\nA rule.\n")
    assert f"| T-003 | {report.by_rule(verdicts)['T-003'].mutants} | 0 |" in once
    again = with_table(once, report.table(verdicts, "seed 2"))
    assert again == once.replace("seed 1", "seed 2")
    assert table_in(again) == report.table(verdicts, "seed 2")
