"""The measurement of what enforces a rule: which functions of the engine a test claiming it runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import CodeType

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import dice
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from tests.conftest import ROOT
from tests.workshop.coverage import measuring as enforced
from tests.workshop.coverage.enforced import Run, claiming, enforced_by, runs_in
from tests.workshop.coverage.of_system import of_system
from tests.workshop.defiance.rules import sources

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
    """As much of pytest's configuration as the measurement looks at: the option names a file in a folder."""

    def __init__(self, folder: Path, **attributes: object) -> None:
        self.folder = folder
        vars(self).update(attributes)

    def getoption(self, name: str) -> str:
        return str(self.folder / name)


def measuring(config: Config) -> enforced.Measurement:
    return enforced.Measurement(config, lambda item: (), sources())  # type: ignore[arg-type]


def test_functions_of_the_engine_are_seen_by_name() -> None:
    code: set[CodeType] = set()
    with enforced.profiled(code):
        Hex(1, 0).neighbours()
        json.dumps([])
    seen = enforced.functions(sources(), code)
    assert seen == ("engine.board.hexes.Hex.neighbour", "engine.board.hexes.Hex.neighbours")


def test_nothing_is_seen_after_the_measurement() -> None:
    code: set[CodeType] = set()
    before = sys.getprofile()
    with enforced.profiled(code), enforced.profiled(set()):
        pass
    dice.pay(dice.NO_SYMBOLS, dice.NO_SYMBOLS)
    assert enforced.functions(sources(), code) == ()
    assert sys.getprofile() is before


def test_a_run_is_measured_and_written(tmp_path: Path) -> None:
    """What hides calls does not: a fixture of the module counts for both tests that use it, and only for them; a cached
    function is seen by either."""
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    runs = tmp_path / "runs.json"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-c", str(ROOT / "pyproject.toml")]
    command += ["-p", "tests.conftest", f"--runs-json={runs}", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    found = {one.test.rpartition("::")[2]: one for one in runs_in(runs)}
    assert found.keys() == {"test_first", "test_second", "test_third"}
    assert found["test_first"].functions == found["test_second"].functions
    assert {"engine.board.rays.around", "engine.dice.Symbols.parse"} <= set(found["test_first"].functions)
    assert found["test_third"] == Run(found["test_third"].test, ("R-001", "R-002"), ())
    assert list(claiming(found.values(), "R-001")) == [found["test_first"].test]
    assert enforced_by(sources(), found.values()) == {"R-001": ("engine.dice.Symbols",)}


def test_a_run_that_fails_writes_nothing(tmp_path: Path) -> None:
    measured = measuring(Config(tmp_path))
    measured.pytest_sessionfinish(pytest.ExitCode.TESTS_FAILED)
    assert list(tmp_path.iterdir()) == []
    measured.pytest_sessionfinish(pytest.ExitCode.OK)
    assert [path.name for path in tmp_path.iterdir()] == ["--runs-json"]


def test_workers_hand_over_what_they_measured(tmp_path: Path) -> None:
    worker = Config(tmp_path, workerinput={}, workeroutput={})
    measured = measuring(worker)
    measured.runs["t"] = Run("t", ("R-002",), ("engine.dice.Die.read",))
    measured.pytest_sessionfinish(pytest.ExitCode.OK)
    assert list(tmp_path.iterdir()) == []
    whole = measuring(Config(tmp_path))
    whole.pytest_testnodedown(worker)
    whole.pytest_testnodedown(object())
    whole.pytest_sessionfinish(pytest.ExitCode.OK)
    assert enforced_by(sources(), runs_in(tmp_path / "--runs-json")) == {"R-002": ("engine.dice.Die",)}


def test_another_system_is_measured_by_its_own_rules_and_code() -> None:
    pig = of_system("pig")
    measured = enforced.Measurement(Config(Path()), lambda item: item, pig)  # type: ignore[arg-type, return-value]
    items = [("P-001", "R-001"), ("R-001",), ("P-002",)]
    measured.pytest_collection_modifyitems(items)  # type: ignore[arg-type]
    assert items == [("P-001", "R-001"), ("P-002",)]
    code: set[CodeType] = set()
    with enforced.profiled(code):
        Session.new("pig", mission="duel", seed=1, journal=False)
    assert "engine.game.DiceGame.legal" in enforced.functions(pig, code)
