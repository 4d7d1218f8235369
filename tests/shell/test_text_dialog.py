"""The dialog for a line of text."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_whoever_hears_the_text_may_delete_the_screen_below(window: Window) -> None:
    screen = QWidget(window)
    dialog = TextDialog(screen, "Rename", "A name", window.words)
    heard: list[str] = []

    def hear(text: str) -> None:
        heard.append(text)
        shiboken6.delete(screen)

    dialog.given.connect(hear)
    dialog.open()
    dialog.field.setText("  Second try ")
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    assert heard == ["Second try"]
