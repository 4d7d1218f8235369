from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.shell.theme import THEMES, Theme, palette, stylesheet


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_qt_understands_the_sheet(qtbot, theme: Theme) -> None:
    """Qt warns of a sheet that it cannot parse, and a warning fails the test."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(stylesheet(theme))
    button, label = QPushButton("x", window), QLabel("x", window)
    button.setProperty("role", "primary")
    label.setProperty("role", "muted")
    window.ensurePolished()
    button.ensurePolished()
    label.ensurePolished()
    assert label.palette().color(QPalette.ColorRole.WindowText).name() == theme.muted
    assert button.palette().color(QPalette.ColorRole.ButtonText).name() == theme.on_accent


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_picture_of_the_sheet_exists(theme: Theme) -> None:
    urls = re.findall(r"url\((.+?)\)", stylesheet(theme))
    assert len(urls) >= 5
    assert all(Path(url).is_file() for url in urls)


def test_the_palette_follows_the_theme() -> None:
    for theme in THEMES.values():
        assert palette(theme).color(QPalette.ColorRole.Text).name() == theme.text
        assert palette(theme).color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText).name() == theme.faint


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
def test_a_number_and_a_choice_are_as_high(qtbot: QtBot, scale: float) -> None:
    """In forms they stand in one row."""
    form = QWidget()
    qtbot.addWidget(form)
    form.setStyleSheet(stylesheet(THEMES["dark"].scaled(scale)))
    high = []
    for made in (QSpinBox(form), QComboBox(form)):
        made.ensurePolished()
        high.append(made.sizeHint().height())
    assert abs(high[0] - high[1]) <= 1
