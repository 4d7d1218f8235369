"""The start of the window where there is no display."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"QT_QPA_PLATFORM": "nosuch"},
        {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ""},
        {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":9987"},
    ],
)
def test_without_a_display_one_sentence_is_printed(environment: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "defiance_qt"],
        env={**os.environ, "LANG": "C", **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, "")
    (line,) = run.stderr.splitlines()
    assert line.startswith("No window can be shown here: QT_QPA_PLATFORM=")
