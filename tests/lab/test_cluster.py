"""Games on the workers of a Dask cluster: the same as here, and one sentence where there is none."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from socket import create_server

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import DefianceError
from defiance_qt.lab import cluster
from defiance_qt.lab.cluster import played_on
from defiance_qt.lab.playing import Played
from defiance_qt.lab.simulate import Plan, simulate
from tests.conftest import ROOT

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.slow

PLAN = Plan("extraction", "random", seed=3)
QUIET = ("--no-dashboard", "--host", "127.0.0.1")


class Cluster:
    """A scheduler and its workers, as processes of this machine."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.scheduler, self.address = self._started("dask_scheduler", r"Scheduler at:\s+(\S+)", "--port", "0")

    def worker(self) -> subprocess.Popen[str]:
        process, _ = self._started("dask_worker", "(Registered) to", self.address, "--nthreads", "1", "--no-nanny")
        return process

    def _started(self, module: str, sign: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
        """Start a program and return what the sign finds in what it logs, as soon as it is there."""
        command = (sys.executable, "-m", f"distributed.cli.{module}", *arguments, *QUIET)
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        self._stack.callback(process.communicate)
        self._stack.callback(process.kill)
        assert process.stderr is not None
        for line in process.stderr:
            if found := re.search(sign, line):
                return process, found[1]
        raise AssertionError(f"{module} has ended")


@pytest.fixture
def scheduler() -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(stack)


def test_the_same_games_here_and_there(scheduler: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    scheduler.worker()
    scheduler.worker()
    played = ("extraction", "--bot", "random", "--seed", "3", "--games", "4", "--json")
    assert main(["simulate", *played]) == 0
    here = json.loads(capsys.readouterr().out)
    assert main(["simulate", *played, "--cluster", scheduler.address]) == 0
    told = capsys.readouterr()
    assert (json.loads(told.out), told.err) == (here, "")


def test_workers_that_die_cost_nothing(scheduler: Cluster) -> None:
    workers = [scheduler.worker(), scheduler.worker()]
    heard: list[Played] = []

    def tell(one: Played) -> None:
        heard.append(one)
        if len(heard) == 1:
            for worker in workers:
                worker.kill()
            scheduler.worker()

    there = simulate(PLAN, 6, tell=tell, cluster=scheduler.address)
    assert there == simulate(PLAN, 6)
    assert [one.seed for one in heard] == [3, 4, 5, 6, 7, 8]


def test_a_scheduler_that_ends_is_told(scheduler: Cluster) -> None:
    scheduler.worker()
    with pytest.raises(DefianceError, match=f"^The cluster at {scheduler.address} gave up: ") as caught:
        simulate(PLAN, 20, tell=lambda one: scheduler.scheduler.kill(), cluster=scheduler.address)
    assert "\n" not in str(caught.value)


def test_what_a_game_refuses_is_told_as_here(scheduler: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    scheduler.worker()
    assert main(["simulate", "extraction", "--bot", "clever", "--cluster", scheduler.address]) == 2
    assert capsys.readouterr().err == "There is no bot 'clever': heuristic, random.\n"


def test_a_machine_with_other_files_plays_nothing(scheduler: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler.worker()
    monkeypatch.setattr(cluster, "_files", lambda plugins: "other")
    with pytest.raises(DefianceError, match="another version"):
        list(played_on(scheduler.address, int, range(3)))


def test_a_campaign_is_played_there(scheduler: Cluster, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scheduler.worker()
    assert main(["campaign", "--bot", "random", "--json", "--cluster", scheduler.address]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1
    out = str(tmp_path / "one.defiance")
    assert main(["campaign", "--out", out, "--cluster", scheduler.address]) == 2
    assert "one campaign only" in capsys.readouterr().err


# ---- where there is none ----


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:80", "127.0.0.1:1"])
def test_an_address_without_a_cluster(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    assert main(["simulate", "extraction", "--cluster", address]) == 2
    assert capsys.readouterr().err == f"No cluster answers at {address}; its scheduler prints its address.\n"


def test_a_server_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(DefianceError, match="No cluster answers"):
            simulate(PLAN, 2, cluster=address)


def test_a_cluster_without_workers(scheduler: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(DefianceError, match="has no worker with"):
        simulate(PLAN, 2, cluster=scheduler.address)


def test_a_cluster_whose_workers_have_all_ended(scheduler: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = scheduler.worker()
    monkeypatch.setattr(cluster, "ABSENCE", 1)
    with pytest.raises(DefianceError, match="has no worker with"):
        simulate(PLAN, 20, tell=lambda one: worker.kill(), cluster=scheduler.address)


def test_without_the_extra(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "extraction", "--cluster", "127.0.0.1:8786"]) == 2
    assert capsys.readouterr().err == "--cluster needs the package defiance-qt[cluster], which is not installed.\n"
