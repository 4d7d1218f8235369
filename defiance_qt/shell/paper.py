"""PDF: a page of simple HTML with its plots, laid out by Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, QUrl
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from defiance_qt.shell.plots import natural_width, paint_plot
from defiance_qt.shell.theme.theme import FAMILIES, load_fonts

_MARGIN = 14.0  # millimeters
_DPI = 96
# Plots are painted so many times finer than they are shown.
_FINE = 2
# A heading stays with so many lines below it; of a table that is higher than `_LONG` with its first `_ROWS` pixels.
_TOGETHER, _LONG, _ROWS = 2, 400, 60
# How large what fills a page of its own is at most and at least.
_LARGEST, _SMALLEST = 1.4, 0.5
_FLOWS = QTextFormat.PageBreakFlag.PageBreak_Auto


_LAYOUT = QPageLayout(
    QPageSize(QPageSize.PageSizeId.A4),
    QPageLayout.Orientation.Portrait,
    QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN),
    QPageLayout.Unit.Millimeter,
)


def pdf(page: str, pictures: Mapping[str, str]) -> bytes:
    """Return the PDF of a page. `pictures` holds the SVG of each image by its name."""
    return _written(lambda writer: laid_out(page, pictures).print_(writer))


def pages(sheets: Sequence[str], pictures: Mapping[str, str]) -> bytes:
    """Return a PDF with each of these pages of HTML on a page of its own, as large as it has room there."""

    def paint(writer: QPdfWriter) -> None:
        painter = QPainter(writer)
        for place, page in enumerate(sheets):
            if place:
                writer.newPage()
            document, scale = fitted(page, pictures)
            painter.save()
            painter.scale(scale, scale)
            document.drawContents(painter)
            painter.restore()
        painter.end()

    return _written(paint)


def _written(write: Callable[[QPdfWriter], object]) -> bytes:
    """Return the PDF that is written on pages of A4."""
    # Fonts need an application; the command line has none.
    owner = QGuiApplication.instance() or QGuiApplication(["defiance-qt", "-platform", "offscreen"])
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setPageLayout(_LAYOUT)
    writer.setCreator("defiance-qt")
    write(writer)
    buffer.close()
    del owner
    return bytes(data.data())


def fitted(page: str, pictures: Mapping[str, str]) -> tuple[QTextDocument, float]:
    """Return a page of HTML laid out so that it has room on one page of paper, and the scale at which it has."""
    space, scale = room(), _LARGEST
    document = _document(page, pictures)
    document.setTextWidth(space.width() / scale)
    while document.size().height() * scale > space.height() and scale > _SMALLEST:
        scale -= 0.05
        document.setTextWidth(space.width() / scale)
    return document, scale


def room() -> QSizeF:
    """Return the room for text on a page of A4, in pixels of the layout."""
    return QSizeF(_LAYOUT.paintRectPixels(_DPI).size())


def laid_out(page: str, pictures: Mapping[str, str]) -> QTextDocument:
    """Return a page of HTML divided into pages of paper."""
    document, space = _document(page, pictures), room()
    document.setPageSize(space)
    _keep_together(document, space.height())
    return document


def _document(page: str, pictures: Mapping[str, str]) -> QTextDocument:
    """Return a page of HTML with its pictures."""
    load_fonts()
    document = QTextDocument()
    font = QFont()
    font.setFamilies(list(FAMILIES))
    document.setDefaultFont(font)
    space = room()
    for name, picture in pictures.items():
        image = paint_plot(picture, min(natural_width(picture), int(space.width())), _FINE, "white")
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    document.setHtml(page)
    return document


def _keep_together(document: QTextDocument, high: float) -> None:
    """Begin a new page before a heading that would be parted from what it is about: its table, its plot, or the first
    lines below it."""
    layout = document.documentLayout()
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() and block.blockFormat().pageBreakPolicy() == _FLOWS:
            top = layout.blockBoundingRect(block).top()
            bottom = _bottom(document, block)
            if bottom - top < high and int(top // high) != int((bottom - 1) // high):
                turned = QTextBlockFormat()
                turned.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                QTextCursor(block).mergeBlockFormat(turned)
        block = block.next()


def _bottom(document: QTextDocument, heading: QTextBlock) -> float:
    """Return where ends what belongs to a heading: the headings and lines that follow, up to a table, a picture or
    `_TOGETHER` lines of text. Of a table that is longer than half a page it is the first rows."""
    layout, block, lines = document.documentLayout(), heading.next(), 0
    bottom = layout.blockBoundingRect(heading).bottom()
    while block.isValid() and lines < _TOGETHER:
        if block.blockFormat().headingLevel() and lines:
            break
        table = QTextCursor(block).currentTable()
        if table is not None:
            frame = layout.frameBoundingRect(table)
            return frame.top() + min(frame.height(), _ROWS) if frame.height() > _LONG else frame.bottom()
        bottom = layout.blockBoundingRect(block).bottom()
        lines += not block.blockFormat().headingLevel()
        block = block.next()
    return bottom
