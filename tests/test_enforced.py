"""The measurement of what enforces a rule: which functions of the engine a test claiming it runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import CodeType

import pytest

from defiance_qt.lab.coverage.enforced import Run, claiming
from defiance_qt.systems.defiance.engine import dice
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from tests import enforced
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

TESTS = """
from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import dice
from defiance_qt.systems.defiance.engine.board.rays import around


@pytest.fixture(scope="module")
def shared() -> dice.Symbols:
    return dice.Symbols.parse("S")


@pytest.mark.rule("R-001")
def test_first(shared: dice.Symbols) -> None:
    assert around((0, 1)) == around((0, 1))


@pytest.mark.rule("R-002")
def test_second(shared: dice.Symbols) -> None:
    assert around((0, 1)) == around((0, 1))


@pytest.mark.rule("R-001", "R-002")
def test_third() -> None:
    assert dice.NO_SYMBOLS


def test_unclaimed() -> None:
    assert dice.pay(dice.NO_SYMBOLS, dice.NO_SYMBOLS) == dice.NO_SYMBOLS
"""


class Config:
    """As much of pytest's configuration as the measurement looks at: options name files in a folder."""

    def __init__(self, folder: Path, **attributes: object) -> None:
        self.folder = folder
        vars(self).update(attributes)

    def getoption(self, name: str) -> str:
        return str(self.folder / name)


def test_functions_of_the_engine_are_seen_by_name() -> None:
    code: set[CodeType] = set()
    with enforced.profiled(code):
        Hex(1, 0).neighbours()
        json.dumps([])
    assert enforced.functions(code) == ("engine.board.hexes.Hex.neighbour", "engine.board.hexes.Hex.neighbours")


def test_nothing_is_seen_after_the_measurement() -> None:
    code: set[CodeType] = set()
    before = sys.getprofile()
    with enforced.profiled(code), enforced.profiled(set()):
        pass
    dice.pay(dice.NO_SYMBOLS, dice.NO_SYMBOLS)
    assert enforced.functions(code) == ()
    assert sys.getprofile() is before


def test_a_run_is_measured_and_written(tmp_path: Path) -> None:
    """What hides calls does not: a fixture of the module counts for both tests that use it, and only for them; a cached
    function is seen by either."""
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    places, runs = tmp_path / "places.json", tmp_path / "runs.json"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-c", str(ROOT / "pyproject.toml")]
    command += ["-p", "tests.conftest", f"--enforced-json={places}", f"--runs-json={runs}", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    found = {one.test.rpartition("::")[2]: one for one in enforced.runs_in(runs)}
    assert found.keys() == {"test_first", "test_second", "test_third"}
    assert found["test_first"].functions == found["test_second"].functions
    assert {"engine.board.rays.around", "engine.dice.Symbols.parse"} <= set(found["test_first"].functions)
    assert found["test_third"] == Run(found["test_third"].test, ("R-001", "R-002"), ())
    assert list(claiming(found.values(), "R-001")) == [found["test_first"].test]
    assert json.loads(places.read_text(encoding="utf-8")) == {"R-001": ["engine.dice.Symbols"]}


def test_a_run_that_fails_writes_nothing(tmp_path: Path) -> None:
    measured = enforced.Measurement(Config(tmp_path), lambda item: ())  # type: ignore[arg-type]
    measured.pytest_sessionfinish(pytest.ExitCode.TESTS_FAILED)
    assert list(tmp_path.iterdir()) == []
    measured.pytest_sessionfinish(pytest.ExitCode.OK)
    assert {path.name for path in tmp_path.iterdir()} == {"--enforced-json", "--runs-json"}


def test_workers_hand_over_what_they_measured(tmp_path: Path) -> None:
    worker = Config(tmp_path, workerinput={}, workeroutput={})
    measured = enforced.Measurement(worker, lambda item: ())  # type: ignore[arg-type]
    measured.runs["t"] = Run("t", ("R-002",), ("engine.dice.Die.read",))
    measured.pytest_sessionfinish(pytest.ExitCode.OK)
    assert list(tmp_path.iterdir()) == []
    whole = enforced.Measurement(Config(tmp_path), lambda item: ())  # type: ignore[arg-type]
    whole.pytest_testnodedown(worker)
    whole.pytest_testnodedown(object())
    whole.pytest_sessionfinish(pytest.ExitCode.OK)
    assert json.loads((tmp_path / "--enforced-json").read_text(encoding="utf-8")) == {"R-002": ["engine.dice.Die"]}
