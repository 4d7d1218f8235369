"""What every test shares: no screen, no luck, and the map from rules to the tests that claim them."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path
from typing import TYPE_CHECKING

# Qt reads its platform once, when the first application is made.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pytest
from hypothesis import HealthCheck, settings

from tests.waiting import PATIENCE, begin_at_once

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from defiance_qt.shell.window import Window

ROOT = Path(__file__).resolve().parent.parent
MEMORY = Path("/dev/shm")
RULE_ID = re.compile(r"[A-Z]-\d{3}")
RULE_INDEX = ROOT / "defiance_qt" / "systems" / "defiance" / "rules" / "defiance.en.toml"

settings.register_profile(
    "project",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=15,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("project"), max_examples=2000)
settings.load_profile(os.environ.get("DEFIANCE_HYPOTHESIS", "project"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-json", metavar="PATH", help="write the map from rule id to the tests that claim it")
    parser.addoption("--runs-json", metavar="PATH", help="write what each test claiming a rule runs")
    parser.addoption("--system", metavar="ID", default="infinity-defiance", help="whose rules: with --runs-json")


def pytest_configure(config: pytest.Config) -> None:
    # Every step of a save is fully synced. In memory that costs nothing; on a disk it is a good part of many tests.
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2 << 30:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    # Before modules are collected: some list the plugins there are, and those of whoever runs the tests are not meant.
    home = tempfile.TemporaryDirectory(prefix="defiance-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(home.cleanup)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(Path(home.name) / name.lower())
    if config.getoption("--runs-json"):
        from tests.workshop.coverage.measuring import Measurement

        config.pluginmanager.register(Measurement(config, claimed_rules), "enforced")


def indexed_rules() -> frozenset[str] | None:
    """Every rule id that the rule index names, or None while there is no index."""
    if not RULE_INDEX.exists():
        return None
    return frozenset(RULE_ID.findall(RULE_INDEX.read_text(encoding="utf-8")))


def claimed_rules(item: pytest.Item) -> tuple[str, ...]:
    """The rule ids on a test's markers, in order. Raises UsageError on a marker without ids or with a wrong one."""
    claims: list[str] = []
    for marker in item.iter_markers("rule"):
        if not marker.args or marker.kwargs:
            raise pytest.UsageError(f"{item.nodeid}: rule() wants rule ids, as rule('R-087')")
        for rule in marker.args:
            if not isinstance(rule, str) or not RULE_ID.fullmatch(rule):
                raise pytest.UsageError(f"{item.nodeid}: {rule!r} is no rule id like R-087")
            claims.append(rule)
    return tuple(claims)


def rule_map(items: list[pytest.Item], known: frozenset[str] | None) -> dict[str, list[str]]:
    """Rule id to the node ids of the tests that claim it. Raises UsageError naming a claim of an unknown rule.

    Only ids of the built-in game (R-…) are held against `known`: other systems bring their own rules.
    """
    tests: dict[str, list[str]] = {}
    for item in items:
        for rule in claimed_rules(item):
            if known is not None and rule.startswith("R-") and rule not in known:
                raise pytest.UsageError(f"{item.nodeid}: {rule} is in no rule index")
            nodes = tests.setdefault(rule, [])
            if item.nodeid not in nodes:
                nodes.append(item.nodeid)
    return {rule: tests[rule] for rule in sorted(tests)}


def pytest_collection(session: pytest.Session) -> None:
    # What is collected, ten thousand tests and the program, stays: looking through it again and again finds nothing.
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tests = rule_map(items, indexed_rules())
    path = config.getoption("--rules-json")
    # Under xdist the workers collect, all the same tests, and the first of them writes.
    if path and getattr(config, "workerinput", {}).get("workerid", "gw0") == "gw0":
        Path(path).write_text(json.dumps(tests, indent=1) + "\n", encoding="utf-8")


@pytest.fixture(scope="session")
def display() -> Iterator[dict[str, str]]:
    """The environment for a process of its own on a real X display of 1600 × 1000 points, up to the end of the run."""
    yield from _x_display("1600x1000x24")


@pytest.fixture(scope="session")
def small_display() -> Iterator[dict[str, str]]:
    """The same on a display of 1280 × 800 points."""
    yield from _x_display("1280x800x24")


def _x_display(screen: str) -> Iterator[dict[str, str]]:
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        pytest.skip("no Xvfb: .ci/system-libs test installs it")
    read, write = os.pipe()
    server = subprocess.Popen(
        [xvfb, "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb left without naming a display"
        yield {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait(timeout=10)


CLUMSY = """
id = "clumsy"
version = "1.0.0"
api = ">=1,<2"
kind = "house-rule"
systems = ["infinity-defiance"]
module = "clumsy"
name = { en = "Clumsy", es = "Torpe", ru = "Неуклюжий" }
description = { en = "Fails.", es = "Falla.", ru = "Даёт сбой." }
"""


@pytest.fixture
def clumsy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of an installed plugin that raises whenever it is asked about a command."""
    folder = tmp_path / "plugins" / "clumsy"
    folder.mkdir(parents=True)
    (folder / "plugin.toml").write_text(CLUMSY, encoding="utf-8")
    (folder / "clumsy.py").write_text("def check_command(context, command):\n    raise ValueError('boo')\n")
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: folder.parent)
    return "clumsy"


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's, but patient: what it waits for comes, on a busy machine too, and five seconds say nothing."""
    from pytestqt.qtbot import QtBot

    class PatientBot(QtBot):
        waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE)
        waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE)
        waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE)
        waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE)

    return PatientBot(request)


@pytest.fixture
def window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """The window of a person who has never played, on the screen. Its long work is done at once, unless the test is
    marked `in_turns`, and it does no work ahead while it is idle: how much were done would depend on the clock."""
    monkeypatch.setattr("defiance_qt.systems.defiance.view.table.SHOWN", 100_000_000)
    # Most tests show nothing: Qt is imported by those that do.
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    from defiance_qt.shell.app import make_window

    made = make_window(tmp_path / "data", tmp_path / "config")
    if request.node.get_closest_marker("in_turns") is None:
        monkeypatch.setattr(made.background, "begin", begin_at_once)
    made.resize(1600, 1000)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    # Nobody looks at the list of saves any more: coding the picture of a table takes as long as a small test.
    monkeypatch.setattr(made, "_take_picture", lambda: None)
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def strays(qapp: object, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was shown before it had a place: for a moment it is a window of its own, and takes the focus from the
    window of the program."""
    from PySide6.QtWidgets import QDialog, QMainWindow, QMenu, QWidget

    found: list[str] = []

    def watch(name: str) -> None:
        plain = getattr(QWidget, name)

        def show(widget: QWidget, *shown: bool) -> None:
            plain(widget, *shown)
            if widget.isWindow() and widget.isVisible() and not isinstance(widget, QDialog | QMainWindow | QMenu):
                found.append(f"{type(widget).__name__} {widget.objectName()}")

        monkeypatch.setattr(QWidget, name, show)

    for name in ("show", "setVisible", "setHidden"):
        watch(name)
    return found


@pytest.fixture(autouse=True)
def parked() -> None:
    """The mouse pointer is where no window is: what lies under it would open its card by the clock."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QCursor.setPos(-10_000, -10_000)


@pytest.fixture(autouse=True)
def cleared() -> Iterator[None]:
    """No window outlives its test, nor the style, the font and the colors that it gave to the whole program."""
    yield
    gui, widgets = sys.modules.get("PySide6.QtGui"), sys.modules.get("PySide6.QtWidgets")
    if gui is None or widgets is None or widgets.QApplication.instance() is None:
        return
    from PySide6.QtCore import QEvent

    app = widgets.QApplication.instance()
    for widget in app.topLevelWidgets():
        # What has a parent, the list of a combo box, goes with it.
        if widget.parent() is None:
            widget.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if app.styleSheet():
        app.setStyleSheet("")
    app.setFont(gui.QFontDatabase.systemFont(gui.QFontDatabase.SystemFont.GeneralFont))
    app.setPalette(gui.QPalette())


@pytest.fixture(autouse=True)
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of every plugin that a test writes may run; tests/extend/test_trust.py takes this back."""
    monkeypatch.setattr("defiance_qt.extend.trust.is_trusted", lambda sha256: True)
