"""One answer as a row of two lines: its cost, name and key, and what follows from it."""

from __future__ import annotations

from math import ceil
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.pictures import paint_symbol, smooth
from defiance_qt.shell.native import key_text
from defiance_qt.shell.present.values import ChoiceView
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip

_VERTICAL = Qt.AlignmentFlag.AlignVCenter
NO_CHOICE = ChoiceView("", None)


def spoken_symbols(symbols: tuple[str, ...], words: Words) -> str:
    """Return symbols as text for a screen reader."""
    return ", ".join(words(f"symbol.{name}") for name in symbols) or words("symbol.none")


class Choice(QPushButton):
    """A button for one answer. Its height is the same for every answer, so that rows keep their places."""

    PAD, GAP, SYMBOL = 7, 5, 15

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.command: Any = None
        self.view = NO_CHOICE
        self.cut = False
        self._theme = theme
        self._cost = 0
        self._filled = False
        self._key = ""
        self.setProperty("role", "row")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedHeight(row_height(theme))

    def show_choice(self, view: ChoiceView, words: Words, cost: int = 0, filled: bool = False) -> None:
        """Show an answer. `cost` is the number of symbols that the widest cost beside it has; `filled`: it is the only
        answer."""
        self.command, self.view = view.command, view
        self._cost, self._filled = cost, filled
        self._key = words("ui.tray.space") if filled and view.key == "⏎" else key_text(view.key)
        spoken = spoken_symbols(view.tokens, words) + ": " if view.tokens else ""
        parts = (view.text, view.aside, view.gain)
        self.setAccessibleName(spoken + ". ".join(part for part in parts if part))
        folded = words(f"ui.group.{view.group}") if self.heading else ""
        self.setAccessibleDescription(view.follows or view.tip or folded)
        set_tip(self, "\n".join(part for part in (view.text, view.gain, view.follows, view.tip or view.aside) if part))
        self.update()

    @property
    def heading(self) -> bool:
        """Whether it is the heading of a group of answers."""
        return self.view.group in ("folded", "open")

    def needed(self) -> int:
        """Return the width that shows both lines whole."""
        view, theme = self.view, self._theme
        strong = QFontMetricsF(font(theme, theme.size_text - 1, 600))
        plain, small = (QFontMetricsF(font(theme, size)) for size in (theme.size_text - 1, theme.size_small))
        bold = QFontMetricsF(font(theme, theme.size_small, 600))
        key = self._key_width() if self._key else 0
        first = [(strong, view.text), (strong, view.gain), (plain, view.aside)]
        second = [(small, view.consequence or view.detail), (bold, view.loss)]
        wide = [
            sum(metrics.horizontalAdvance(text) + self.GAP for metrics, text in line if text)
            for line in (first, second)
        ]
        size = round(self.SYMBOL * theme.size_text / 14)
        cost = self._cost * (size + 2) + self.GAP if self._cost else 0
        cost += size + self.GAP if view.group else 0
        # Nothing stands after the second line's last part.
        return ceil(max(wide[0] + key, wide[1] - self.GAP) + cost) + 2 * self.PAD

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.height())

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        painter = smooth(self)
        self._paint_box(painter)
        box = QRectF(self.rect()).adjusted(self.PAD, 3, -self.PAD, -3)
        ink = theme.on_accent if self._filled else theme.text_strong
        self.cut = False
        size = round(self.SYMBOL * theme.size_text / 14)
        if view.group:
            mark = {"folded": "chevron_right", "open": "chevron_down"}.get(view.group, "")
            if mark:
                paint_icon(painter, QRectF(box.left(), box.center().y() - size / 2, size, size), mark, theme.muted)
            box.setLeft(box.left() + size + self.GAP)
        if self._cost:
            if not view.tokens and view.primary:
                paint_icon(painter, QRectF(box.left(), box.center().y() - size / 2, size, size), "check", ink)
            for place, token in enumerate(view.tokens):
                area = QRectF(box.left() + place * (size + 2), box.center().y() - size / 2, size, size)
                paint_symbol(painter, area, token, ink)
            box.setLeft(box.left() + self._cost * (size + 2) + self.GAP - 2)
        lines = (
            ((view.text, ink, 600), (view.gain, theme.gold_ink, 600), (view.aside, theme.muted, 400)),
            (
                (view.consequence or view.detail, ink if self._filled else theme.muted, 400),
                (view.loss, theme.danger_ink, 600),
            ),
        )
        second = any(text for text, _, _ in lines[1])
        first = QRectF(box.left(), box.top(), box.width(), box.height() / 2 if second else box.height())
        below = first.translated(0, first.height())
        if self._key:
            # The key stands on the first line where the second needs the whole width.
            beside = self._filled or self._wide(lines[1]) <= box.width() - self._key_width() - self.GAP
            first.setRight(self._paint_key(painter, box if beside else first) - self.GAP)
        self._paint_line(painter, first, lines[0], theme.size_text - 1)
        # What stands aside is in the tool tip too: that it is cut short is no loss.
        self.cut = self.cut and not self._fits(first.width())
        if second:
            self._paint_line(painter, below, lines[1], theme.size_small, self._wide(lines[1][1:]))

    def _wide(self, parts: tuple[tuple[str, str, int], ...]) -> float:
        """Return the width of the second line."""
        size = self._theme.size_small
        return sum(
            QFontMetricsF(font(self._theme, size, weight)).horizontalAdvance(text) + self.GAP
            for text, _, weight in parts
            if text
        )

    def _key_width(self) -> float:
        metrics = QFontMetricsF(font(self._theme, self._theme.size_small, 600))
        return max(metrics.horizontalAdvance(self._key) + 10, metrics.height() + 4)

    def _fits(self, width: float) -> bool:
        """Return whether the text and what is gained fit on the first line."""
        metrics = QFontMetricsF(font(self._theme, self._theme.size_text - 1, 600))
        parts = [part for part in (self.view.text, self.view.gain) if part]
        return sum(metrics.horizontalAdvance(part) + self.GAP for part in parts) <= width + self.GAP + 1

    def _paint_box(self, painter: QPainter) -> None:
        theme, primary = self._theme, self.view.primary
        fill, edge, width = theme.raised, theme.raised_border, 1.0
        if self._filled:
            fill = edge = theme.team
        elif primary:
            fill, edge = theme.team_fill, theme.team
        if self.isDown():
            fill = theme.pressed if not self._filled else fill
        elif self.underMouse():
            fill = QColor(fill).lighter(108).name() if self._filled or primary else theme.hover
        if self.hasFocus():
            edge, width = theme.text_strong if self._filled else theme.blue, 2.0
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(fill))
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 7, 7)

    def _paint_key(self, painter: QPainter, box: QRectF) -> float:
        """Paint the key at the right and return its left edge."""
        theme = self._theme
        face = font(theme, theme.size_small, 600)
        metrics = QFontMetricsF(face)
        wide, high = self._key_width(), metrics.height()
        area = QRectF(box.right() - wide, box.center().y() - high / 2, wide, high)
        painter.setPen(QPen(QColor(theme.on_accent if self._filled else theme.raised_border), 1))
        painter.setBrush(QColor(theme.team if self._filled else theme.panel))
        painter.drawRoundedRect(area, 4, 4)
        painter.setPen(QColor(theme.on_accent if self._filled else theme.muted))
        painter.setFont(face)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._key)
        return area.left()

    def _paint_line(
        self, painter: QPainter, area: QRectF, parts: tuple[tuple[str, str, int], ...], size: int, kept: float = 0.0
    ) -> None:
        """Paint parts beside each other. The last may be cut short, or if it needs the width `kept` the first; the tool
        tip has the whole."""
        left = area.left()
        for place, (text, colour, weight) in enumerate(parts):
            room = area.right() - left - (0 if place else kept)
            if not text or room < 12:
                self.cut = self.cut or bool(text)
                continue
            left += self._paint_part(
                painter, QRectF(left, area.top(), room, area.height()), text, colour, font(self._theme, size, weight)
            )

    def _paint_part(self, painter: QPainter, area: QRectF, text: str, colour: str, face: QFont) -> float:
        metrics = QFontMetricsF(face)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        self.cut = self.cut or shown != text
        painter.setFont(face)
        painter.setPen(QColor(colour))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | _VERTICAL), shown)
        return metrics.horizontalAdvance(shown) + self.GAP


def row_height(theme: Theme) -> int:
    """Return the height of every row: two lines of text."""
    return round(34 * theme.size_text / 14)
