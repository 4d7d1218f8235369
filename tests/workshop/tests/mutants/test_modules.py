"""Mutants of whole modules: which there are, and which tests they are given to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workshop.mutants import modules
from tests.workshop.mutants.plan import cases

pytestmark = pytest.mark.slow

TOY = """
MOST = 3
FEW = 1


def shown(n):
    if n > MOST:
        return [n, 1]
    return [0]


class Card:
    def text(self):
        return [one > 1 for one in (1, 2)]
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(modules, "PACKAGE", tmp_path)
    modules._near.cache_clear()
    path = tmp_path / "systems" / "defiance" / "view" / "toy.py"
    path.parent.mkdir(parents=True)
    path.write_text(TOY, encoding="utf-8")
    path.with_name("other.py").write_text("def other():\n    return MOST + 1\n", encoding="utf-8")
    return path


def test_every_function_and_table_of_a_module_is_a_target(toy: Path) -> None:
    found = modules.targets_in(modules.files([toy.parent]))
    assert [one.place for one in found] == [
        "view.other.other",
        "view.toy.Card.text",
        "view.toy.FEW",
        "view.toy.MOST",
        "view.toy.shown",
    ]
    assert {one.rules for one in found} == {("view.other",), ("view.toy",)}


def test_a_mutant_is_given_to_the_tests_that_run_its_statement_or_use_its_table(toy: Path) -> None:
    ran = {
        "high": {(str(toy), 7), (str(toy), 8)},
        "low": {(str(toy), 7), (str(toy), 9)},
        "other": {(str(toy.with_name("other.py")), 2)},
        "text": {(str(toy), 14)},
    }
    wanted = modules.targets_in([toy])
    runs = modules.runs_of(modules.targets_in(modules.files([toy.parent])), ran)
    assert {run.test: run.functions for run in runs} == {
        "high": ("view.toy.shown",),
        "low": ("view.toy.shown",),
        "other": ("view.other.other",),
        "text": ("view.toy.Card.text",),
    }
    claims = {run.test: run.rules for run in runs}
    drawn = modules.narrowed(cases(wanted, claims, runs, seed=1, each=0), runs, ran)
    tests = {(case.target.name, case.mutant.line): case.tests for case in drawn}
    assert tests == {
        ("shown", 7): ("high", "low"),
        ("shown", 8): ("high",),
        ("shown", 9): ("low",),
        ("Card.text", 14): ("text",),
        ("MOST", 2): ("high", "low", "other", "text"),
        ("FEW", 3): ("high", "low", "text"),
    }


def test_a_test_with_a_window_is_left_out(request: pytest.FixtureRequest) -> None:
    class Item:
        fixturenames = ("tmp_path", "qtbot")

    assert list(modules.without_window([Item(), request.node])) == [request.node]  # type: ignore[list-item]
