from __future__ import annotations

import threading

from PySide6.QtCore import QEventLoop, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView

from defiance_qt.shell.theme import DARK, LIGHT
from defiance_qt.systems.defiance.view.board import sheet
from defiance_qt.systems.defiance.view.board.scenery import Scenery, scenery
from defiance_qt.systems.defiance.view.board.sheet import Ground, painted, wish
from tests.systems.defiance.view.board.pictures import difference
from tests.systems.defiance.view.board.table import make_board

DARK_PINK = QColor("#a01060")


def ground(theme=DARK) -> Scenery:
    return scenery(make_board(), theme)


def test_a_wish_has_whole_pixels(qapp) -> None:
    for scale in (0.61, 1.0, 1.37, 2.5):
        chosen = wish(ground(), QRectF(0, 0, 300, 200), scale)
        for edge in (chosen.rect.left(), chosen.rect.top(), chosen.rect.width(), chosen.rect.height()):
            assert abs(edge * scale - round(edge * scale)) < 1e-6
        assert chosen.rect.contains(ground().rect)


def test_far_in_only_the_neighbourhood_is_painted(qapp, monkeypatch) -> None:
    monkeypatch.setattr(sheet, "WHOLE", 400_000)
    visible = QRectF(100, 50, 200, 100)
    chosen = wish(ground(), visible, 4.0)
    assert chosen.rect.contains(visible)
    assert chosen.rect.width() < 400
    assert chosen.rect.height() < 200


def test_what_is_painted_in_slices_is_what_is_painted_at_once(qtbot) -> None:
    item = Ground()
    made = ground()
    item.set_scenery(made)
    visible = QRectF(0, 0, 300, 200)
    item.want(visible, 1.0)
    assert (item.taken, item.busy()) == (1, False)
    item.want(visible, 1.3)
    assert item.busy()
    qtbot.waitUntil(lambda: not item.busy())
    assert item.taken == 2
    assert item._sheets[0].scale == 1.3
    assert difference(item._sheets[0].pixmap.toImage(), painted(wish(made, visible, 1.3)), by=2) == 0


def test_the_last_wish_is_fulfilled(qtbot) -> None:
    item = Ground()
    item.set_scenery(ground())
    visible = QRectF(0, 0, 300, 200)
    item.want(visible, 1.0)
    for scale in (1.1, 1.2, 1.3, 1.4):
        item.want(visible, scale)
    qtbot.waitUntil(lambda: not item.busy())
    assert item._sheets[0].scale == 1.4
    assert item.taken == 2


def test_painting_leaves_the_window_room_to_breathe(qtbot, monkeypatch) -> None:
    # One stroke a turn when there is no time; the picture is there only after the last of them.
    monkeypatch.setattr(sheet, "SLICE", 0.0)
    item = Ground()
    item.set_scenery(ground())
    visible = QRectF(0, 0, 300, 200)
    item.want(visible, 1.0)
    item.want(visible, 1.3)
    for _ in range(50):
        QEventLoop().processEvents()
        assert (item.busy(), item.taken) == (True, 1)
    monkeypatch.undo()
    qtbot.waitUntil(lambda: not item.busy())
    assert (item.taken, item._sheets[0].scale) == (2, 1.3)


def test_the_ground_is_painted_in_the_windows_thread(qtbot, monkeypatch) -> None:
    # A thread of its own ran Python's garbage collector, which destroyed timers of closed boards there: a segfault.
    painters: set[int] = set()
    strokes = Scenery.strokes

    def noted(self: Scenery, *arguments):
        for one in strokes(self, *arguments):
            painters.add(threading.get_ident())
            yield one

    monkeypatch.setattr(Scenery, "strokes", noted)
    item = Ground()
    item.set_scenery(ground())
    item.want(QRectF(0, 0, 300, 200), 1.0)
    item.want(QRectF(0, 0, 300, 200), 1.3)
    qtbot.waitUntil(lambda: not item.busy())
    assert painters == {threading.get_ident()}


def test_what_is_wanted_at_once_ends_what_is_being_painted(qtbot) -> None:
    item, visible = Ground(), QRectF(0, 0, 300, 200)
    item.set_scenery(ground())
    item.want(visible, 1.0)
    for i in range(20):
        item.want(visible, 1.1 + i / 40)
        item.want(visible, 1.11 + i / 40, at_once=True)
        assert not item.busy()
        assert item._sheets[0].scale == 1.11 + i / 40


def test_what_is_there_is_not_painted_again(qapp) -> None:
    item = Ground()
    item.set_scenery(ground())
    item.want(QRectF(0, 0, 300, 200), 1.0)
    item.want(QRectF(50, 0, 300, 200), 1.0)
    assert (item.taken, item.busy()) == (1, False)


def test_a_picture_of_another_theme_is_dropped(qapp) -> None:
    item = Ground()
    item.set_scenery(ground())
    item.want(QRectF(0, 0, 300, 200), 1.0)
    item.want(QRectF(0, 0, 300, 200), 1.5)
    item.set_scenery(ground(LIGHT))
    item.want(QRectF(0, 0, 300, 200), 1.0)
    light = item._sheets[0].pixmap.toImage()
    item.stop()
    assert item._sheets[0].pixmap.toImage() == light
    assert light.pixelColor(light.width() // 2, light.height() // 2).lightness() > 200


def test_the_item_shows_its_picture_pixel_for_pixel(qtbot) -> None:
    scene, item, made = QGraphicsScene(), Ground(), ground()
    scene.addItem(item)
    item.set_scenery(made)
    view = QGraphicsView(scene)
    view.setFrameShape(QGraphicsView.Shape.NoFrame)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.scale(1.3, 1.3)
    view.show()
    item.want(QRectF(), 1.3)
    visible = view.mapToScene(view.viewport().rect()).boundingRect()
    whole = painted(wish(made, visible, 1.3))
    origin = wish(made, visible, 1.3).rect
    corner = view.viewportTransform().map(origin.topLeft())
    left, top = -round(corner.x()), -round(corner.y())
    shown = view.grab().toImage().convertToFormat(whole.format())
    assert difference(shown, whole.copy(left, top, 300, 200), by=1) == 0


def test_parts_that_no_picture_covers_come_from_the_coarse_one(qtbot, monkeypatch) -> None:
    scene, item = QGraphicsScene(), Ground()
    scene.addItem(item)
    item.set_scenery(ground())
    item.want(QRectF(0, 0, 200, 200), 0.5, at_once=True)
    monkeypatch.setattr(sheet, "WHOLE", 100_000)
    item.want(QRectF(0, 0, 100, 100), 3.0, at_once=True)
    assert [one.scale for one in item._sheets] == [3.0, 0.5]
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.setBackgroundBrush(DARK_PINK)
    view.resize(900, 600)
    view.scale(3, 3)
    view.centerOn(300, 150)
    view.show()
    image = view.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(50, 850, 40) for y in range(50, 550, 40)}
    assert DARK_PINK.name() not in colours
