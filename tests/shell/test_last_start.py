"""A start that did not end well is noticed, and safe mode is offered."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton

from defiance_qt import cli
from defiance_qt.extend.found import default_folders, safe, user_folder
from defiance_qt.shell import last_start
from defiance_qt.shell.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(autouse=True)
def unsafe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFIANCE_QT_SAFE", "")


def test_a_clean_end_leaves_nothing(tmp_path: Path) -> None:
    assert not last_start.begin(tmp_path)
    assert last_start.begin(tmp_path), "this process began twice and never ended"
    last_start.end(tmp_path)
    assert not (tmp_path / last_start.FILE).exists()
    assert not last_start.begin(tmp_path)


def test_a_process_that_is_gone_did_not_end_well(tmp_path: Path) -> None:
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    (tmp_path / last_start.FILE).write_bytes(gone.stdout)
    assert last_start.begin(tmp_path)
    assert (tmp_path / last_start.FILE).read_text(encoding="utf-8") == str(os.getpid())


def test_another_window_that_is_open_is_left_alone(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        (tmp_path / last_start.FILE).write_text(str(other.pid), encoding="utf-8")
        assert not last_start.begin(tmp_path)
        last_start.end(tmp_path)
        assert (tmp_path / last_start.FILE).read_text(encoding="utf-8") == str(other.pid)
        other.communicate(b"\n")


def test_a_folder_that_cannot_be_used_offers_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not last_start.begin(tmp_path / "file")
    last_start.end(tmp_path / "file")


def test_safe_mode_is_offered_and_taken(window: Window) -> None:
    window.show_start()
    window.plugins.offer_safe()
    box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
    assert "did not end well" in box.text()
    button = next(one for one in box.findChildren(QPushButton) if one.text() == "Only bundled plugins")
    button.click()
    assert safe()
    assert user_folder() not in default_folders()
    assert window.start is not None
    window.message = ""
    window.plugins.offer_safe()
    assert window.message == ""


def test_the_command_line_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever shows no window has to say that it was painted: until then garbage is not collected.
    monkeypatch.setattr("defiance_qt.shell.app.main", lambda *_, painted, **__: painted() or 0)
    monkeypatch.setattr("defiance_qt.shell.collector.defer", lambda: None)
    assert cli.main(["--safe"]) == 0
    assert gc.isenabled()
    assert safe()
