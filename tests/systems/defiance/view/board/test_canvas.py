from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.present.values import HoverView
from defiance_qt.shell.surface.canvas import CLOSEST


def wheel(view, place: QPoint, turned: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.viewport().mapToGlobal(place)),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        modifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_all_of_the_board_is_in_view_and_stays_so(view) -> None:
    for size in ((1000, 600), (600, 800), (400, 300)):
        view.resize(*size)
        shown = view.visible_rect().adjusted(-2, -2, 2, 2)
        assert shown.contains(view.home_rect())


def test_the_wheel_zooms_about_the_pointer(view) -> None:
    place = QPoint(300, 200)
    held, zoom = view.mapToScene(place), view.zoom
    wheel(view, place, 240)
    assert view.zoom > zoom * 1.2
    off = view.mapFromScene(held) - place
    assert abs(off.x()) <= 1
    assert abs(off.y()) <= 1


def test_zoom_has_bounds(view) -> None:
    view.zoom_by(1000)
    assert view.zoom == CLOSEST
    view.zoom_by(1 / 1000)
    assert view.zoom == pytest.approx(view.fit_zoom() * 0.85)


def test_a_zoomed_board_keeps_its_zoom_when_the_window_grows(view) -> None:
    view.zoom_by(1.5)
    zoom = view.zoom
    view.resize(1200, 700)
    assert view.zoom == zoom


def test_the_wheel_with_shift_moves_sideways(view) -> None:
    view.zoom_by(2)
    left = view.horizontalScrollBar().value()
    wheel(view, QPoint(100, 100), 120, Qt.KeyboardModifier.ShiftModifier)
    assert view.horizontalScrollBar().value() == left - 120


def test_the_middle_button_moves_at_once(qtbot, view) -> None:
    view.zoom_by(2)
    before = view.mapFromScene(QPointF(0, 0))
    middle = Qt.MouseButton.MiddleButton
    qtbot.mousePress(view.viewport(), middle, pos=QPoint(200, 200))
    qtbot.mouseMove(view.viewport(), QPoint(203, 202))
    assert view.mapFromScene(QPointF(0, 0)) - before == QPoint(3, 2)
    qtbot.mouseRelease(view.viewport(), middle, pos=QPoint(203, 202))
    qtbot.mouseMove(view.viewport(), QPoint(260, 260))
    assert view.mapFromScene(QPointF(0, 0)) - before == QPoint(3, 2)


def test_the_picture_follows_when_the_scale_rests(qtbot, view) -> None:
    view.zoom_by(1.4)
    assert not view.settled()
    assert view.ground._sheets[0].scale != view.zoom
    qtbot.waitUntil(lambda: view.settled() and not view.ground.busy())
    assert view.ground._sheets[0].scale == pytest.approx(view.zoom)
    assert view.stamps.scale == pytest.approx(view.zoom)


def test_the_card_moves_with_its_anchor(view) -> None:
    view.show_card(HoverView("cadmus.1", "Cadmus"))
    before = view.card.pos()
    view.zoom_by(1.6)
    view.pan(-40, -60)
    assert view.card.pos() != before
