"""The legend, a sheet over the right column: everything that is drawn on the table, drawn as it is there, and the terms
behind it. Searchable; a double click or Enter opens the first rule of an entry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QModelIndex, QRect, QSize, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.labels import WRAP
from defiance_qt.shell.kit.lists import PAD, RowDelegate, wrapped_height, write
from defiance_qt.shell.models.rows import ROW_ROLE, Column, Index, SearchModel
from defiance_qt.shell.panels.side import Beside, SearchSheet
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.view import LegendEntry

WIDE = 430
PICTURE = 56
TEXT = 14
"""The text size at which the sheet and its pictures have these sizes."""


class LegendDelegate(RowDelegate):
    """Draws a heading, or an entry: its picture, its name, and its explanation wrapped to as many lines as needed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._text = font(theme, theme.size_small + 1)
        self._name = font(theme, theme.size_text, 600)
        self._size = round(PICTURE * theme.size_text / TEXT)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        width = option.widget.viewport().width() if isinstance(option.widget, QListView) else WIDE
        named = QFontMetrics(self._name).height()
        if isinstance(row, str):
            return QSize(width, named + 3 * PAD)
        room = max(60, width - self._left(row) - PAD)
        high = wrapped_height(self._name, row.term.name, room) + wrapped_height(self._text, self._said(row), room)
        least = self._size if row.draw is not None else 0
        return QSize(width, max(least, high) + 2 * PAD)

    def _left(self, row: LegendEntry) -> int:
        return PAD if row.draw is None else self._size + 2 * PAD

    @staticmethod
    def _said(row: LegendEntry) -> str:
        rules = " · ".join(row.term.rules)
        return f"{row.term.text}  {rules}" if rules else row.term.text

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = self._theme, option.rect
        row = index.data(ROW_ROLE)
        if isinstance(row, str):
            self.heading(painter, box, row)
            return
        chosen = self.ground(painter, option)
        area = box.adjusted(self._left(row), PAD, -PAD, 0)
        write(painter, area, row.term.name, self._name, theme.text_strong, WRAP)
        below = area.adjusted(0, wrapped_height(self._name, row.term.name, area.width()), 0, 0)
        write(painter, below, self._said(row), self._text, theme.text_strong if chosen else theme.text, WRAP)
        if row.draw is not None:
            self._picture(painter, row, QRect(box.left() + PAD, box.top() + PAD, self._size, self._size))

    def _picture(self, painter: QPainter, row: LegendEntry, box: QRect) -> None:
        assert row.draw is not None
        painter.save()
        painter.setClipRect(box)
        painter.fillRect(box, QColor(self._theme.background))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(box.center().x() + 0.5, box.center().y() + 0.5)
        scale = box.width() / (2 * row.half)
        painter.scale(scale, scale)
        row.draw(painter, self._theme)
        painter.restore()


def legend_model(entries: Sequence[LegendEntry]) -> SearchModel:
    """Return the entries below their headings. A search finds those with all its words in their name, explanation,
    group or rules."""

    def find(text: str) -> list[str | LegendEntry]:
        wanted = text.casefold().split()
        found = [entry for entry in entries if all(word in _searched(entry) for word in wanted)]
        groups = groupby(found, lambda entry: entry.group)
        return [row for group, members in groups for row in (group, *members)]

    return SearchModel(Column(_named, _spoken), find, lambda row: isinstance(row, str))


def _named(row: str | LegendEntry) -> str:
    return row if isinstance(row, str) else row.term.name


def _spoken(row: str | LegendEntry) -> str:
    return row if isinstance(row, str) else row.term.spoken


def _searched(entry: LegendEntry) -> str:
    return " ".join((entry.term.name, entry.term.text, entry.group, *entry.term.rules)).casefold()


class LegendSheet(SearchSheet):
    """The sheet. `ruled` carries the id of a rule to open."""

    ruled = Signal(str)

    def __init__(
        self, theme: Theme, words: Words, entries: Sequence[LegendEntry], over: QWidget, beside: Beside
    ) -> None:
        model, delegate = legend_model(entries), LegendDelegate(theme)
        texts = words("ui.legend.title"), words("ui.legend.search"), words("ui.legend.nothing")
        super().__init__(theme, words, texts, model, delegate, WIDE, over, beside)
        self.setObjectName("legend")
        self.list.activated.connect(self._open)

    def _open(self, index: QModelIndex) -> None:
        entry = self.model.row(index.row())
        if isinstance(entry, LegendEntry) and entry.term.rules:
            self.ruled.emit(entry.term.rules[0])
