"""The window opens on the screen, whatever it was left as."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QCloseEvent

from defiance_qt.shell import settings as stored
from defiance_qt.shell.app import make_window
from defiance_qt.shell.placing import LEAST, place
from defiance_qt.shell.window import Window

# The offscreen platform says so of windows with a smallest size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

SMALL, WIDE = QRect(0, 0, 1280, 800), QRect(0, 28, 1920, 1052)


@pytest.mark.parametrize("available", [SMALL, WIDE, QRect(-1280, 100, 1280, 700), QRect(0, 0, 800, 600)])
@pytest.mark.parametrize("size", [(100, 100), (960, 531), (1600, 1000), (1920, 700), (16_384, 16_384)])
def test_a_window_of_any_size_opens_within_the_screen(available: QRect, size: tuple[int, int]) -> None:
    placed, _ = place(size, False, available)
    assert available.contains(placed)
    assert placed.width() >= min(LEAST[0], available.width() - 8)
    assert placed.height() >= min(LEAST[1], available.height() - 44)


def test_a_window_for_which_the_screen_is_too_small_is_maximized() -> None:
    first = stored.Settings().size
    assert place(first, False, SMALL)[1]
    assert not place(first, False, WIDE)[1]
    assert not place((1280, 700), False, SMALL)[1]


def test_a_maximized_window_has_a_size_to_go_back_to() -> None:
    assert place((1200, 700), True, WIDE) == (QRect(360, 222, 1200, 700), True)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_first_window_is_on_the_screen(qtbot, tmp_path: Path, scale: float) -> None:
    stored.store(tmp_path, stored.Settings(scale=scale))
    made = make_window(tmp_path, tmp_path)
    qtbot.addWidget(made)
    made.place()
    made.show()
    assert made.screen().availableGeometry().contains(made.geometry())


def test_a_window_opens_as_it_was_left(window: Window, qtbot, tmp_path: Path) -> None:
    window.resize(1100, 700)
    window.showMaximized()
    window.closeEvent(QCloseEvent())
    kept, _ = stored.load(window.config)
    assert kept.maximized
    again = make_window(tmp_path / "data", window.config)
    qtbot.addWidget(again)
    again.place()
    assert again.isMaximized()
    again.showNormal()
    again.resize(790, 700)
    again.close()
    kept, _ = stored.load(window.config)
    assert (kept.maximized, kept.size) == (False, (790, 700))


def test_the_size_of_a_maximized_window_is_not_kept(window: Window) -> None:
    before = QSize(1100, 700)
    window.resize(before)
    window.showMaximized()
    window.close()
    assert stored.load(window.config)[0].size == before.toTuple()
