"""Mutants of a toy are run against its tests: one is killed, one survives, one never ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

TOY = '''
from functools import lru_cache


def fits(number):
    """T-001"""
    return number > 2


@lru_cache
def double(number):
    """T-002"""
    return number * 2


def halve(number):
    """T-003"""
    while number % 2 == 0:
        number //= 2
    return number


class Box:
    def size(self):
        """T-004"""
        return 3


SIZES = (1, 2)


def unclaimed():
    """T-009"""
    return 1
'''

TESTS = """
import pytest

import toy
from toy import SIZES

SIZE = toy.Box.size


@pytest.mark.rule("T-001")
def test_fits():
    assert toy.fits(9) and not toy.fits(1)


@pytest.mark.rule("T-002")
def test_double():
    assert toy.double(4) == 8


@pytest.mark.rule("T-003")
def test_halve():
    assert toy.halve(6) == 3


@pytest.mark.rule("T-004")
def test_box():
    assert SIZE(toy.Box()) == 3
    assert SIZES == (1, 2)


@pytest.mark.rule("T-005")
def test_broken():
    assert toy.fits(1)
"""

SCRIPT = """
import json
import sys
from pathlib import Path

from tests.workshop.tools import tools_of
from tests.workshop.mutants import running
from tests.workshop.mutants.plan import Target, all_mutants, cases

running.GRACE = 0.2
path = Path("toy.py").resolve()


def campaign(pool):
    broken = pool.measure(pool.items)
    names = {"fits": "T-001", "double": "T-002", "halve": "T-003", "Box.size": "T-004", "SIZES": "T-004"}
    names["unclaimed"] = "T-009"
    targets = [Target(f"toy.{name}", path, name, (rule,)) for name, rule in names.items()]
    claims = {id: tuple(mark.args[0] for mark in item.iter_markers("rule")) for id, item in pool.items.items()}
    drawn = list(cases(targets, claims, [], seed=1, each=0))
    told = []
    found = pool.judge(drawn, 2, told.append)
    assert len(told) == len(found) == len(drawn)
    results = [[one.case.target.name, one.case.mutant.after, one.outcome.value, one.test] for one in found]
    Path("found.json").write_text(json.dumps([broken, results]))


sys.exit(running.run_session(tools_of().rule_sources(), ["-c", sys.argv[1], "."], campaign))
"""


Found = tuple[list[str], dict[tuple[str, str], tuple[str, str]]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """The tests that fail without a mutant, and the outcome and killer of each mutant by function and changed line."""
    folder = tmp_path_factory.mktemp("toy")
    for name, text in (("toy.py", TOY), ("test_toy.py", TESTS), ("script.py", SCRIPT)):
        (folder / name).write_text(text, encoding="utf-8")
    path = os.pathsep.join((str(folder), str(ROOT)))
    command = [sys.executable, "script.py", str(ROOT / "pyproject.toml")]
    run = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode in (0, 5), run.stdout + run.stderr
    broken, results = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    return broken, {(name, after): (outcome, test.partition("::")[2]) for name, after, outcome, test in results}


def test_a_mutant_is_killed_by_a_failing_test(found: Found) -> None:
    assert found[1]["fits", "return number != 2"] == ("killed", "test_fits")
    assert found[1]["double", "return number // 2"] == ("killed", "test_double")


def test_a_mutant_that_no_test_notices_survives(found: Found) -> None:
    assert found[1]["fits", "return number >= 2"] == ("survived", "")
    assert found[1]["fits", "return number > 3"] == ("survived", "")
    assert found[1]["unclaimed", "return 2"] == ("survived", "")


def test_a_mutant_that_never_ends_is_timed_out(found: Found) -> None:
    assert found[1]["halve", "pass"] == ("timed out", "test_halve")


def test_methods_and_tables_are_mutated_where_they_were_imported_to(found: Found) -> None:
    assert found[1]["Box.size", "return 4"] == ("killed", "test_box")
    assert found[1]["SIZES", "SIZES = (2, 1)"] == ("killed", "test_box")
    assert {outcome for (name, _), (outcome, _) in found[1].items() if name == "SIZES"} == {"killed"}


def test_tests_that_fail_without_a_mutant_are_named(found: Found) -> None:
    assert [test.partition("::")[2] for test in found[0]] == ["test_broken"]
