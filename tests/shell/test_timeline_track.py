"""The track of the timeline under the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from defiance_qt.shell.panels.timeline import Track
from defiance_qt.shell.present.values import TimelineView
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.positions import english

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_drag_that_outlives_its_line_stays_on_the_new_one(qtbot) -> None:  # type: ignore[no-untyped-def]
    """Undo or another branch may make the line shorter while the head is dragged."""
    track = Track(DARK, english())
    qtbot.addWidget(track)
    track.resize(600, track.sizeHint().height())
    track.show_timeline(TimelineView(3, 24, ""))
    sought: list[int] = []
    track.sought.connect(sought.append)
    line = round(track.sizeHint().height() / 4)
    QTest.mousePress(track, Qt.MouseButton.LeftButton, pos=QPoint(100, line))
    track.show_timeline(TimelineView(3, 8, ""))
    QTest.mouseRelease(track, Qt.MouseButton.LeftButton, pos=QPoint(590, line))
    assert sought == [8]
