"""The guided first Round by mouse, and three Rounds of Extraction by keys alone, on a real X display."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow


@pytest.mark.display
@pytest.mark.parametrize("walk", ["guide", "keys"])
def test_a_person_at_a_real_display(walk: str, tmp_path: Path, display: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.systems.defiance.view.on_display", walk, str(tmp_path)],
        cwd=ROOT,
        env=display,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.strip() == f"{walk} xcb"
