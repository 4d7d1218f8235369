"""Random clicks and keys: they are repeatable, and what breaks is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from tests.workshop.window.monkey import Monkey

pytestmark = [pytest.mark.qt_log_ignore("does not support propagateSizeHints"), pytest.mark.slow]


def told(code: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run a program that ends with the monkey's exit code."""
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100, env=env, check=False
    )


def test_a_sound_window_is_played_with_until_the_time_is_over(tmp_path: Path) -> None:
    done = told("import sys\nfrom tests.workshop.window.monkey import play\nsys.exit(play(3, 4.0))", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("seed 3: ")


def test_an_exception_is_told_with_what_was_done_before(tmp_path: Path) -> None:
    code = """
import sys
from tests.workshop.window import monkey

def click(self, target):
    self.tell("click", target)
    raise RuntimeError("a button broke")

monkey.Monkey.click = click
sys.exit(monkey.play(3, 20.0))
"""
    done = told(code, tmp_path)
    assert done.returncode == 1
    assert "RuntimeError: a button broke" in done.stdout
    assert "  click Window" in done.stdout


def test_the_same_seed_does_the_same(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Monkey, "wait", lambda self: None)
    window = QWidget()
    layout = QVBoxLayout(window)
    pressed: list[int] = []
    for number in range(5):
        button = QPushButton(str(number))
        button.clicked.connect(lambda _=False, number=number: pressed.append(number))
        layout.addWidget(button)
    window.show()
    qapp.processEvents()
    runs = []
    for _ in range(2):
        pressed.clear()
        monkey = Monkey(window, 7, 60)  # type: ignore[arg-type]
        for _ in range(40):
            monkey.click(window)
        runs.append(list(pressed))
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 2
    window.close()
