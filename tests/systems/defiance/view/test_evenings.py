"""Two evenings of a newcomer, by mouse, on a real X display of 1280 × 800 points: each takes half a minute or more,
because the Enemy's turn is watched as it is played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.slow
@pytest.mark.display
@pytest.mark.timeout(300)
@pytest.mark.parametrize("evening", ["first", "campaign"])
def test_a_newcomer_spends_an_evening(evening: str, tmp_path: Path, small_display: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.systems.defiance.view.evenings", evening, str(tmp_path)],
        cwd=ROOT,
        env=small_display,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.strip() == f"{evening} xcb"
