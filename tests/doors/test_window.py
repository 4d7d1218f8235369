"""Every game at the window, in a process of its own: offscreen, and on a real X display."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.doors.games import GAMES, Played

EACH = pytest.mark.parametrize("game", GAMES, ids=[game.system for game in GAMES])


def walk(game: Played, folder: Path, environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.doors.walk", game.system, str(folder)],
        cwd=ROOT,
        env=dict(environment),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.strip()


@EACH
def test_a_game_is_played_through_every_door_of_the_window(game: Played, tmp_path: Path) -> None:
    """The table of each comes from its `show_table`: Pig's is a plugin's."""
    assert walk(game, tmp_path, os.environ) == "walked offscreen"


@pytest.mark.display
@EACH
@pytest.mark.slow
def test_and_on_a_real_display(game: Played, tmp_path: Path, display: dict[str, str]) -> None:
    assert walk(game, tmp_path, display) == "walked xcb"
