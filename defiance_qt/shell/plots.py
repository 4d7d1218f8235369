"""Plots as pictures: SVG painted by Qt."""

from __future__ import annotations

import re

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from defiance_qt.shell.theme.theme import FAMILIES


def paint_plot(picture: str, wide: int, fine: float, ground: str = "") -> QImage:
    """Return an SVG as a picture, at most `wide` pixels wide where it is shown and `fine` times as many inside, on a
    color or on nothing. Qt's SVG knows one family of fonts, no list of them."""
    one_family = re.sub(r'font-family="[^"]*"', f'font-family="{FAMILIES[0]}"', picture)
    renderer = QSvgRenderer(QByteArray(one_family.encode()))
    size = renderer.defaultSize()
    image = QImage(
        int(wide * fine),
        int(wide * fine * size.height() / size.width()),
        QImage.Format.Format_RGB32 if ground else QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(QColor(ground) if ground else Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    image.setDevicePixelRatio(fine)
    return image


def natural_width(picture: str) -> int:
    """Return the width that an SVG has of its own."""
    return QSvgRenderer(QByteArray(picture.encode())).defaultSize().width()
