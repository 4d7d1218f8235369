"""The start screen is on the screen before any game is loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from defiance_qt.core.port import Summary
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.saves import Saves

START = """
import json, sys
from pathlib import Path
from defiance_qt.shell import app as start
app = start.application(sys.argv[:1])
window = start.make_window(Path(sys.argv[1]), Path(sys.argv[1]))
first = start.FirstPaint(window, app.quit)
window.show()
app.exec()
assert window.start.going.view is not None
print(json.dumps(sorted(sys.modules)))
"""
HEAVY = ("eventsourcing", "typer", "rich", "babel", "numpy", "sqlite3", "defiance_qt.lab", "defiance_qt.journal.store")


def test_the_start_screen_loads_no_rules(tmp_path: Path) -> None:
    # With a recent game in the list, whose title is a text of its system.
    saves = Saves(tmp_path / "saves")
    path = saves.new_path("one")
    path.touch()
    saves.remember(path, DEFAULT, Summary("mission.extraction.name", "", {}, 1))
    run = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    loaded = json.loads(run.stdout.splitlines()[-1])
    assert "defiance_qt.shell.screens.start" in loaded
    systems = [name for name in loaded if name.startswith("defiance_qt.systems.") and name.count(".") > 2]
    assert systems == []
    assert [name for name in loaded if name.startswith(HEAVY)] == []


NAMED = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from defiance_qt.shell import app as start, jobs, settings, window
settings.data_folder = settings.config_folder = lambda: Path(sys.argv[2])
assert not [name for name in sys.modules if name.startswith("defiance_qt.shell.screens.start")]
seen = []
def look(made):
    seen.append((made.start is not None, made.table is not None, made.message, sorted(sys.modules)))
    start.QApplication.quit()
window.Window.warm = look
path = Path(sys.argv[1])
assert start.main((path, jobs.tried(jobs.open_game, path))) == 0
print(json.dumps(seen))
"""


LATER = (
    "defiance_qt.shell.dialogs.overrule",
    "defiance_qt.shell.panels.reference",
    "defiance_qt.systems.defiance.bots",
    "defiance_qt.systems.defiance.view.panels.market",
    "defiance_qt.systems.defiance.view.present.market",
)
"""Some of what neither the table of a mission nor its log needs."""


def first_frame(path: Path, folder: Path) -> tuple[bool, bool, str, list[str]]:
    """Start the window with a file named; return whether start screen and table are shown, the sentence, and the
    modules that are loaded."""
    run = subprocess.run(
        [sys.executable, "-c", NAMED, str(path), str(folder)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    started, table, message, loaded = json.loads(run.stdout.splitlines()[-1])[0]
    return started, table, message, loaded


def named(path: Path, folder: Path) -> tuple[bool, bool, str]:
    """Start the window with a file named; return whether start screen and table are shown, and the sentence."""
    started, table, message, _ = first_frame(path, folder)
    return started, table, message


def test_the_table_of_a_mission_loads_no_campaign_and_no_bot(tmp_path: Path) -> None:
    path = tmp_path / "one.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    _, table, _, loaded = first_frame(path, tmp_path)
    assert table
    assert "defiance_qt.systems.defiance.view.table" in loaded
    assert [name for name in loaded if name.startswith(LATER)] == []


def test_a_save_that_is_named_is_on_the_screen_without_a_start_screen(tmp_path: Path) -> None:
    path = tmp_path / "x.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    assert named(path, tmp_path) == (False, True, "")


def test_a_damaged_save_that_is_named_is_told_over_the_start_screen(tmp_path: Path) -> None:
    path = tmp_path / "x.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    path.write_bytes(path.read_bytes()[:3000])
    assert named(path, tmp_path) == (True, False, "x.defiance is damaged or cut off.")
