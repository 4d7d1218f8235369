"""Qt is imported on the window's thread alone: on two at once it crashed one start in forty."""

from __future__ import annotations

import builtins
import subprocess
import sys

import pytest

from defiance_qt.shell import imports
from defiance_qt.shell.imports import table_modules
from tests.conftest import ROOT

ON_A_THREAD = """
import sys, tempfile, pathlib
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, offered
path = pathlib.Path(tempfile.mkdtemp()) / "x.defiance"
Session.new(mission="extraction", seed=1, path=path).close()
open_save(path).words("es")
offered("infinity-defiance", (), None, "en")
Session.lesson("first_round")
first = [name for name in sys.modules if name.startswith(("PySide6", "shiboken6"))]
assert not first
from defiance_qt.shell import jobs
jobs.open_game(path).close()
jobs.learn("infinity-defiance", "ex_11", pathlib.Path, str)
game = jobs.default_game(jobs.warm("", "en"))
jobs.begin(game, path.with_name("y.defiance"), set_up=True).close()
found = [name for name in sys.modules if name.startswith(("PySide6", "shiboken6")) or ".view." in name]
assert not found, found
"""


def test_what_a_thread_does_imports_no_qt() -> None:
    subprocess.run([sys.executable, "-c", ON_A_THREAD], check=True, cwd=ROOT)


def test_a_table_and_a_view_are_imported_in_many_steps(qapp) -> None:
    assert sum(1 for _ in table_modules("defiance_qt.systems.defiance.view")) > 60
    assert "defiance_qt.systems.defiance.view.table" in sys.modules
    assert list(table_modules("there.is.no.view"))


def test_qt_leaves_the_import_of_python_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    own = builtins.__import__
    loaded = []

    def load(name: str) -> None:
        loaded.append(name)
        monkeypatch.setattr(builtins, "__import__", print)

    compiled = builtins.compile
    monkeypatch.setattr(imports, "import_module", load)
    imports.import_qt()
    assert loaded == ["PySide6.QtCore"]
    assert builtins.__import__ is own
    assert builtins.compile is compiled


WRONG_CALL = """
import sys
from defiance_qt.shell.imports import LATE, import_qt
import_qt()
from PySide6.QtCore import QTimer
late = [module for module in list(sys.modules.values()) if getattr(module, "__file__", "") in LATE]
assert len({module.__file__ for module in late}) == len(LATE)
assert all("SOURCE" in vars(module) for module in late)
try:
    QTimer.singleShot("soon", "there")
except TypeError as error:
    assert "Supported signatures" in str(error), error
else:
    raise AssertionError("nothing was raised")
"""


def test_a_call_with_wrong_arguments_is_told_with_what_is_right() -> None:
    """PySide's modules for that are imported then."""
    subprocess.run([sys.executable, "-c", WRONG_CALL], check=True, cwd=ROOT)
