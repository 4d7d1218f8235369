"""Pieces of a card's line, painted: dice as squares with their letter, symbols as icons, words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.dice import paint_die
from defiance_qt.shell.kit.pictures import paint_symbol
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.card_facts import Part

DIE, SYMBOL, GAP, BREAK = 16, 13, 3, 9


class Pieces:
    """Measures and paints parts in one line. Words at the end are elided where there is no room."""

    def __init__(self, theme: Theme, words: Words) -> None:
        self._theme, self._words = theme, words
        self._letters: dict[str, str] = {}

    def width(self, parts: Sequence[Part], face: QFont, die: int = DIE) -> int:
        metrics, theme = QFontMetrics(face), self._theme
        wide = 0
        for place, part in enumerate(parts):
            wide += theme.px(BREAK) if place else 0
            wide += len(part.symbols) * theme.px(SYMBOL + 1)
            if part.symbols and part.text:
                wide += theme.px(GAP)
            wide += metrics.horizontalAdvance(part.text) if part.text else 0
            if part.text and part.dice:
                wide += theme.px(GAP)
            wide += len(part.dice) * theme.px(die + 2)
        return wide + 2

    def paint(
        self, painter: QPainter, box: QRectF, parts: Sequence[Part], face: QFont, ink: str, die: int = DIE
    ) -> None:
        """Paint parts into a box, vertically centered: symbols, words, dice of each."""
        theme, metrics = self._theme, QFontMetrics(face)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, end = box.left(), box.right()
        for place, part in enumerate(parts):
            x += theme.px(BREAK) if place else 0
            size = theme.px(SYMBOL)
            for symbol in part.symbols:
                if x + size > end:
                    return
                paint_symbol(painter, QRectF(x, box.center().y() - size / 2, size, size), symbol, theme.text_strong)
                x += theme.px(SYMBOL + 1)
            if part.text:
                x += theme.px(GAP) if part.symbols else 0
                if x >= end:
                    return
                text = metrics.elidedText(part.text, Qt.TextElideMode.ElideRight, int(end - x) + 1)
                painter.setPen(QColor(ink))
                painter.setFont(face)
                flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
                painter.drawText(QRectF(x, box.top(), end - x + 2, box.height()), flags, text)
                x += metrics.horizontalAdvance(text) + (theme.px(GAP) if part.dice else 0)
            for id in part.dice:
                if x + theme.px(die) > end:
                    return
                area = QRectF(x, box.center().y() - theme.px(die) / 2, theme.px(die), theme.px(die))
                letter = max(8, round(area.height() * 0.66))
                area, corner = area.adjusted(0.5, 0.5, -0.5, -0.5), area.width() / 5
                paint_die(painter, theme, area, id, self.letter(id), letter, corner)
                x += theme.px(die + 2)

    def letter(self, id: str) -> str:
        if id not in self._letters:
            self._letters[id] = self._words(f"die.{id}.letter").upper()[:1]
        return self._letters[id]


class PartsLine(QWidget):
    """Parts in one line."""

    def __init__(self, theme: Theme, pieces: Pieces, size: int = 0, die: int = 20) -> None:
        super().__init__()
        self._theme, self._pieces, self._die = theme, pieces, die
        self._face = font(theme, size or theme.size_text)
        self._parts: tuple[Part, ...] = ()
        self._strong = True
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_parts(self, parts: tuple[Part, ...], spoken: str, strong: bool = True) -> None:
        self._parts, self._strong = parts, strong
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        high = max(QFontMetrics(self._face).height(), self._theme.px(self._die) + 2)
        return QSize(self._pieces.width(self._parts, self._face, self._die), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(40), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ink = self._theme.text_strong if self._strong else self._theme.muted
        self._pieces.paint(painter, QRectF(self.rect()), self._parts, self._face, ink, self._die)
