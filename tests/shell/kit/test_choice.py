"""A row of the question: what is cut short where there is little room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from defiance_qt.shell.kit.choice import Choice
from defiance_qt.shell.present.values import ChoiceView
from defiance_qt.shell.theme import DARK, font
from tests.systems.defiance.view.positions import english

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_what_an_answer_loses_is_not_cut_short_for_what_it_gains(
    qtbot: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Choice(DARK)
    qtbot.addWidget(row)  # type: ignore[attr-defined]  # the class of the plugin is not exported
    gain, loss = "0.95 killed · 0.9 suppressed", "empties 35 %"
    row.show_choice(ChoiceView("Fire", "fire", consequence=gain, loss=loss), english())
    painted: dict[str, float] = {}
    paint = Choice._paint_part

    def spy(self: Choice, painter: QPainter, area: QRectF, text: str, colour: str, face: QFont) -> float:
        painted[text] = area.width()
        return paint(self, painter, area, text, colour, face)

    monkeypatch.setattr(Choice, "_paint_part", spy)
    room = []
    for less in (0, 60):
        row.resize(row.needed() - less, row.height())
        row.grab()
        room.append((painted[gain], painted[loss]))
    assert room[1][0] == room[0][0] - 60
    assert room[1][1] >= QFontMetricsF(font(DARK, DARK.size_small, 600)).horizontalAdvance(loss)
