"""PDF: a page of simple HTML with its plots, laid out by Qt."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, Qt, QUrl
from PySide6.QtGui import QFont, QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument
from PySide6.QtSvg import QSvgRenderer

from defiance_qt.shell.theme.theme import FAMILIES

_MARGIN = 14.0  # millimeters
_DPI = 96
# Plots are painted so many times finer than they are shown.
_FINE = 2


def pdf(page: str, pictures: Mapping[str, str]) -> bytes:
    """Return the PDF of a page. `pictures` holds the SVG of each image by its name."""
    # Fonts need an application; the command line has none.
    owner = QGuiApplication.instance() or QGuiApplication(["defiance-qt", "-platform", "offscreen"])
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
        )
    )
    writer.setCreator("defiance-qt")
    document = QTextDocument()
    font = QFont()
    font.setFamilies(list(FAMILIES))
    document.setDefaultFont(font)
    room = writer.pageLayout().paintRectPixels(_DPI)
    for name, picture in pictures.items():
        document.addResource(
            QTextDocument.ResourceType.ImageResource.value, QUrl(name), _painted(picture, room.width())
        )
    document.setPageSize(QSizeF(room.size()))
    document.setHtml(page)
    document.print_(writer)
    buffer.close()
    del owner
    return bytes(data.data())


def _painted(picture: str, width: int) -> QImage:
    """Return an SVG as an image of this width."""
    renderer = QSvgRenderer(QByteArray(picture.encode()))
    size = renderer.defaultSize()
    wide = min(width, size.width())
    image = QImage(wide * _FINE, wide * _FINE * size.height() // size.width(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    image.setDevicePixelRatio(_FINE)
    return image
