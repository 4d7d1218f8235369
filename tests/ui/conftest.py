from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from defiance_qt.ui.app import make_window
from defiance_qt.ui.window import Window


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Iterator[Window]:
    """The window of a person who has never played, on the screen."""
    made = make_window(tmp_path / "data", tmp_path / "config")
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()
    # Windows that still stand would be styled anew by every test that follows.
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setStyleSheet("")
