"""Dialog with the branches of a game: a small tree of them with names, and two of them side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPainterPath, QPen, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.shell.boards import Board, StatePicture, standing_out
from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.boxes import Scroll, boxed, gbox, hbox, vbox
from defiance_qt.shell.kit.buttons import push, tool
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.lists import LINE, RowDelegate, write
from defiance_qt.shell.models.rows import ROW_ROLE, Column, Index, RowsModel
from defiance_qt.shell.native import key_text
from defiance_qt.shell.present.branches import Branches, LineRow, Moment, Tree
from defiance_qt.shell.theme import Theme, font, icon

_SIZE = (1600, 720)  # in a window that has room for it
HIGH = 46  # a row of the tree
HEAD = 18  # room for the chapters above the first lane
WIDE = 460  # the words of a row; its lane has the rest
SHOWN = 4  # rows of the tree that are seen at once
FACTS = 420  # the table of facts
MARGIN = 16
RENAME = "F2"
SIGNS = {"victory": "✓", "defeat": "×"}


class Desk(NamedTuple):
    """What the dialog asks for: the lines of play as they are now; the board after a step, None without pictures; to
    look at a step, and to rename the branch of one."""

    branches: Callable[[], Branches]
    board: Callable[[int], Board | None]
    look: Callable[[int], object]
    rename: Callable[[int, str], object]


class LineDelegate(RowDelegate):
    """Paints a line of play: its words, then its lane, from where it leaves another down to where it ends."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.tree = Tree((), ())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        px = self._theme.px
        return QSize(px(200), px(HIGH) + (px(HEAD) if not index.row() else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px = self._theme, self._theme.px
        row: LineRow = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.ground(painter, option)
        rect = QRect(option.rect)  # type: ignore[attr-defined]
        words = QRect(rect.left() + px(10), rect.bottom() - px(HIGH) + px(5), px(WIDE - 20), px(18))
        ink = theme.text_strong if chosen else theme.text
        write(painter, words, row.name, font(theme, theme.size_text, 600), ink, LINE)
        below = f"{row.where} · {row.outcome}"
        write(painter, words.translated(0, px(19)), below, font(theme, theme.size_small), theme.muted, LINE)
        self._paint_lanes(painter, rect, index.row(), chosen)
        painter.restore()

    def _x(self, rect: QRect, depth: float) -> float:
        last = max(row.ends for row in self.tree.rows)
        left, right = rect.left() + self._theme.px(WIDE + MARGIN), rect.right() - self._theme.px(2 * MARGIN)
        return left + (right - left) * depth / max(1, last)

    def _paint_lanes(self, painter: QPainter, rect: QRect, place: int, chosen: bool) -> None:
        """Paint the lane of a row, and those of later rows that pass it on their way down."""
        theme, rows = self._theme, self.tree.rows
        row = rows[place]
        y = rect.bottom() - theme.px(HIGH) / 2
        for number, other in enumerate(rows):
            if number > place >= other.of:
                x = self._x(rect, other.begins)
                self._pen(painter, number, number == self._chosen)
                painter.drawLine(QPointF(x, y if other.of == place else rect.top()), QPointF(x, rect.bottom() + 1))
        begins, ends = self._x(rect, max(0, row.begins)), self._x(rect, row.ends)
        self._pen(painter, place, chosen)
        path = QPainterPath(QPointF(begins, y))
        if row.of >= 0:
            bend = min(float(theme.px(8)), ends - begins)
            path = QPainterPath(QPointF(begins, rect.top()))
            path.lineTo(begins, y - bend)
            path.quadTo(begins, y, begins + bend, y)
        path.lineTo(max(begins, ends - theme.px(8)), y)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if not place:
            self._paint_chapters(painter, rect, y)
        self._paint_end(painter, row, QPointF(ends, y))

    @property
    def _chosen(self) -> int:
        view = self.parent()
        return view.currentIndex().row() if isinstance(view, QAbstractItemView) else -1

    def _pen(self, painter: QPainter, place: int, chosen: bool) -> None:
        theme = self._theme
        ink = theme.team if not place else theme.enemy
        style = Qt.PenStyle.DashLine if self.tree.rows[place].of > 0 else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(ink), 4 if chosen else 2, style, Qt.PenCapStyle.FlatCap))

    def _paint_chapters(self, painter: QPainter, rect: QRect, y: float) -> None:
        theme = self._theme
        face = font(theme, theme.size_small)
        metrics, free = QFontMetrics(face), 0.0
        for depth, name in self.tree.chapters:
            x = self._x(rect, depth)
            painter.setPen(QPen(QColor(theme.muted), 1))
            painter.drawLine(QPointF(x, y - theme.px(6)), QPointF(x, y + theme.px(6)))
            wide = metrics.horizontalAdvance(name)
            x = min(x, rect.right() - wide - theme.px(8))
            if x >= free:
                box = QRect(round(x), round(y) - theme.px(HEAD + 12), wide + 2, theme.px(HEAD))
                write(painter, box, name, face, theme.muted, LINE)
                free = x + wide + theme.px(8)

    def _paint_end(self, painter: QPainter, row: LineRow, at: QPointF) -> None:
        """Mark how a line ends: won, lost, or going on; a ring where the game stands."""
        theme, r = self._theme, self._theme.px(8)
        if row.stands:
            painter.setPen(QPen(QColor(theme.team), 2))
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(at, r, r)
        ink = {"victory": theme.team_ink, "defeat": theme.danger_ink}.get(row.result, theme.text)
        box = QRect(round(at.x()) - r, round(at.y()) - r, 2 * r, 2 * r)
        sign = SIGNS.get(row.result, "›")
        write(painter, box, sign, font(theme, theme.size_text, 700), ink, int(Qt.AlignmentFlag.AlignCenter))


class LineList(QListView):
    """The tree as a list: one row for each line of play. `turned` is emitted by the arrow keys to the sides."""

    chosen = Signal(int)
    turned = Signal(int)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self.rows = RowsModel((Column(lambda row: row.name, lambda row: row.spoken),), key=lambda row: row.tip)
        self.setModel(self.rows)
        self._delegate = LineDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(words("ui.branches.title"))
        self._theme = theme

    def currentChanged(self, current: QModelIndex | Index, previous: QModelIndex | Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()  # the chosen lane is seen in the rows that it passes
        self.chosen.emit(current.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.turned.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def show_tree(self, tree: Tree, chosen: int) -> None:
        """Show the lines of play, as many at once as there is room for."""
        self._delegate.tree = tree
        self.rows.set_rows(tree.rows)
        px = self._theme.px
        self.setFixedHeight(px(HIGH) * min(SHOWN, len(tree.rows)) + px(HEAD) + 2 * self.frameWidth() + 2)
        self.setCurrentIndex(self.rows.index(chosen))


class BranchesDialog(Dialog):
    """The tree above; below it the chosen line and another one at the same moments, with both boards and what differs.
    Arrow keys choose a line and the moment."""

    def __init__(self, parent: QWidget, theme: Theme, words: Words, desk: Desk) -> None:
        super().__init__(parent)
        self._theme, self._words, self._desk = theme, words, desk
        self._branches = desk.branches()
        self._moments: tuple[Moment, ...] = ()
        self._at = 0
        room = parent.window().size()
        wide, high = (round(side * theme.scale) for side in _SIZE)
        self.resize(min(wide, room.width() - 40), min(high, room.height() - 100))
        self.setWindowTitle(words("ui.branches.title"))
        self.list = LineList(theme, words)
        self.list.chosen.connect(lambda row: self._choose())
        self.list.turned.connect(self._turn)
        self.list.activated.connect(lambda index: self._look())
        self.other = QComboBox()
        self.other.setAccessibleName(words("ui.branches.with"))
        self.other.currentIndexChanged.connect(lambda place: self._compare())
        vbox(
            hbox(label(words("ui.branches.title"), "heading"), ..., label(words("ui.branches.keys"), "muted")),
            self.list,
            self._middle(),
            (self._beside(), 1),
            self._foot(),
            of=self,
            margins=(22, 18, 22, 16),
            gap=theme.px(10),
        )
        self.list.show_tree(self._branches.tree, min(1, len(self._branches.tree.rows) - 1))
        self.list.setFocus()

    def _middle(self) -> QWidget:
        theme, words = self._theme, self._words
        self.moment = label("", "strong")
        self.moment.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.count = label("", "muted")
        before, after = words("ui.branches.before"), words("ui.branches.after")
        self.back = tool(mark=icon("chevron_left", theme.text, theme.px(16)), spoken=before, tip=before, focus=None)
        self.forward = tool(mark=icon("chevron_right", theme.text, theme.px(16)), spoken=after, tip=after, focus=None)
        self.back.clicked.connect(lambda: self._turn(-1))
        self.forward.clicked.connect(lambda: self._turn(1))
        self.with_ = label(words("ui.branches.with"), "muted")
        return boxed(
            hbox(self.with_, self.other, ..., self.back, self.moment, self.forward, self.count, margins=0, gap=8)
        )

    def _beside(self) -> QWidget:
        theme = self._theme
        self.titles = (label("", "strong"), label("", "strong"))
        self.boards = (StatePicture(theme, True), StatePicture(theme, True))
        halves = [vbox(title, (board, 1), gap=4) for title, board in zip(self.titles, self.boards, strict=True)]
        self.pictures = boxed(hbox(*((half, 1) for half in halves), margins=0, gap=10))
        self.facts = gbox(margins=(2, 0, 8, 0), gap=(14, 5), wide=(1, 2))
        inside = QWidget()
        inside.setLayout(vbox(self.facts, ..., margins=0))
        self.table = Scroll(inside, self._words("ui.branches.facts"))
        self.table.setMinimumWidth(theme.px(FACTS))
        return boxed(hbox((self.pictures, 1), self.table, margins=0, gap=16))

    def _foot(self) -> QWidget:
        words = self._words
        self.look = push(words("ui.branches.look"), "primary", does=self._look)
        self.look.setDefault(True)
        name = f"{words('ui.branches.rename')}  {key_text(RENAME)}"
        self.rename = push(name, default=False, does=self._ask_name)
        QShortcut(QKeySequence(RENAME), self).activated.connect(self._ask_name)
        close = push(words("ui.close"), default=False, does=self.reject)
        note = label(words("ui.branches.note"), "muted", wrap=True)
        return boxed(hbox((note, 1), self.rename, close, self.look, margins=0, gap=10))

    # -- two lines

    @property
    def _row(self) -> int:
        return self.list.currentIndex().row()

    def _choose(self) -> None:
        """Compare the chosen line, at first with the one that it leaves."""
        rows, row = self._branches.tree.rows, self._row
        if row < 0:
            return
        self.other.blockSignals(True)
        self.other.clear()
        for place, one in enumerate(rows):
            if place != row:
                self.other.addItem(one.name, place)
        wanted = rows[row].of if rows[row].of >= 0 else 1
        self.other.setCurrentIndex(max(0, self.other.findData(wanted)))
        self.other.blockSignals(False)
        self._compare()

    def _compare(self) -> None:
        other = self.other.currentData()
        there = other is not None
        middle = (self.with_, self.other, self.back, self.moment, self.forward, self.count)
        for part in (*middle, self.pictures, self.table):
            part.setVisible(there)
        if not there:
            return
        self._moments = self._branches.moments(other, self._row)
        both = [place for place, one in enumerate(self._moments) if not any(one.over)]
        self._show(both[-1])

    def _turn(self, by: int) -> None:
        """Go to the next moment, or to the one before."""
        if self._moments:
            self._show(min(max(0, self._at + by), len(self._moments) - 1))

    def _show(self, place: int) -> None:
        """Show a moment on both boards and in the table."""
        words, rows = self._words, self._branches.tree.rows
        other: int = self.other.currentData()
        self._at, moment = place, self._moments[place]
        self.moment.setText(moment.title)
        self.count.setText(words("ui.branches.of", n=place + 1, of=len(self._moments)))
        self.back.setEnabled(place > 0)
        self.forward.setEnabled(place < len(self._moments) - 1)
        lines = rows[other], rows[self._row]
        boards = [self._desk.board(step) for step in moment.steps]
        before, after = boards
        self.pictures.setVisible(before is not None and after is not None)
        if before is not None and after is not None:
            ringed = standing_out(before, after)
            for picture, board in zip(self.boards, (before, after), strict=True):
                picture.show_board(board, board.whole, ringed)
        for title, line in zip(self.titles, lines, strict=True):
            title.setText(line.name)
        self._fill((lines[0].name, lines[1].name), other, moment)

    def _fill(self, names: tuple[str, str], other: int, moment: Moment) -> None:
        """Fill the table: what differs is marked with a sign, and strong."""
        while (item := self.facts.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for column, name in enumerate(names, 1):
            self.facts.addWidget(label(name, "strong", wrap=True), 0, column)
        for row, fact in enumerate(self._branches.facts(other, self._row, moment), 1):
            sign = "≠" if fact.differs else "="
            self.facts.addWidget(label(f"{sign}  {fact.name}", "" if fact.differs else "muted"), row, 0)
            for column, value in enumerate(fact.values, 1):
                self._cell(value, "strong" if fact.differs else "muted", row, column)

    def _cell(self, text: str, role: str, row: int, column: int) -> None:
        self.facts.addWidget(label(text, role, wrap=True), row, column, Qt.AlignmentFlag.AlignTop)

    # -- what is done

    def _look(self) -> None:
        step = self._branches.tree.rows[self._row].tip
        self.accept()
        self._desk.look(step)

    def _ask_name(self) -> None:
        words, row = self._words, self._branches.tree.rows[self._row]
        dialog = TextDialog(self, words("ui.branches.rename.title"), words("ui.branches.rename.note"), words, row.name)
        dialog.given.connect(lambda name: self._renamed(row.tip, name))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _renamed(self, tip: int, name: str) -> None:
        self._desk.rename(tip, name)
        row = self._row
        self._branches = self._desk.branches()
        self.list.show_tree(self._branches.tree, row)
        self._choose()
