"""Batches of games: what they add up to, whatever the number of processes."""

from __future__ import annotations

import subprocess
import sys
import threading
from math import comb

import pytest

from defiance_qt.core.errors import ContentError, DefianceError
from defiance_qt.lab import playing
from defiance_qt.lab.playing import Played
from defiance_qt.lab.simulate import Plan, report_lines, simulate, start_method, summary, wilson
from defiance_qt.words.catalogue import Words
from tests.conftest import ROOT

PLAN = Plan("extraction", "random", seed=3)


@pytest.mark.slow
def test_the_same_games_on_one_process_and_on_two() -> None:
    heard: list[Played] = []
    alone = simulate(PLAN, 4, 1, heard.append)
    assert simulate(PLAN, 4, 2) == alone
    assert [one.seed for one in heard] == [3, 4, 5, 6]
    assert alone.games == 4
    assert alone.seeds == (3, 6)
    assert sum(alone.endings.values()) == 4


def test_a_game_that_is_too_long_does_not_lose_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_STEPS", 1500)
    found = simulate(PLAN, 4)
    assert found.games == 4
    assert 0 < found.endings["unfinished"] < 4
    assert any("given up, too long" in line for line in report_lines(found, Words("en")))


def test_processes_fork_only_where_nothing_else_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forked process inherits what is computed; a lock held by another thread would stay locked in it for ever."""
    monkeypatch.delitem(sys.modules, "PySide6", raising=False)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert start_method() == ("fork" if sys.platform == "linux" else "spawn")
    monkeypatch.setitem(sys.modules, "PySide6", sys)
    assert start_method() == "spawn"
    monkeypatch.delitem(sys.modules, "PySide6")
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert start_method() == "spawn"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_processes_fork_once_a_game_has_been_played() -> None:
    """The thread that watches plugins runs by then; with it they were spawned, and each began with nothing."""
    program = (
        "from defiance_qt.lab.simulate import Plan, play_one, start_method; "
        "play_one(Plan('extraction', 'random'), 3); print(start_method())"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout == "fork\n"


def test_a_simulation_never_imports_the_window() -> None:
    program = (
        "import sys; from defiance_qt.lab.simulate import Plan, simulate; "
        "simulate(Plan('extraction', 'random'), 3, 2); print('PySide6' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout == "False\n"


def test_a_summary_counts() -> None:
    played = [
        Played("victory", "agent_out", 1, 400, 9, ("qiang",)),
        Played("defeat", "out_of_time", 2, 500, 12, ("qiang", "uma")),
        Played("defeat", "team_down", 3, 300, 6, ()),
        Played("defeat", "out_of_time", 4, 600, 12, ()),
    ]
    found = summary(PLAN, played)
    assert (found.games, found.wins, found.win_rate) == (4, 1, 0.25)
    assert (found.rounds, found.steps) == (9.75, 450.0)
    assert found.endings == {"out_of_time": 2, "agent_out": 1, "team_down": 1}
    assert found.fallen == {"qiang": 2, "uma": 1}


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (37, 100)])
def test_the_interval_holds_the_rate_and_grows_narrower(wins: int, games: int) -> None:
    low, high = wilson(wins, games)
    wider_low, wider_high = wilson(wins // 2, games // 2)
    assert 0 <= low <= wins / games <= high <= 1
    assert high - low < wider_high - wider_low


def test_the_interval_is_missed_about_once_in_twenty() -> None:
    games, rate = 60, 0.4
    caught = [wins for wins in range(games + 1) if wilson(wins, games)[0] <= rate <= wilson(wins, games)[1]]
    share = sum(comb(games, wins) * rate**wins * (1 - rate) ** (games - wins) for wins in caught)
    assert 0.93 < share < 0.97


def test_of_no_games_everything_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_game_refuses_a_simulation_refuses(jobs: int) -> None:
    with pytest.raises(DefianceError, match="no bot"):
        simulate(Plan("extraction", "clever"), 2, jobs)
    with pytest.raises(ContentError):
        simulate(Plan("nowhere", "random"), 2, jobs)
