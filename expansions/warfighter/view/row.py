"""The surface: the row of Locations with a button for each space, Hostile card and Soldier, and what floats over it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QRadialGradient,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from defiance_qt.shell.kit.items import DeckItem
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.present.values import HoverView
from defiance_qt.shell.surface.card import FloatingCard
from defiance_qt.shell.theme import Theme

from . import layout
from .glide import Glide
from .layout import Box, Places, places
from .present.hover import shorter
from .roll import RollStrip
from .row_paint import RowPainter
from .values import HostileView, MoveView, RowView, SpaceView, TokenView

Key = tuple[str, str]
"""A thing of the row: "space", "hostile", "soldier" or "move", and its id."""

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
REACH = 90  # pixels that the card keeps from the middle of what it is about


class Piece(QAbstractButton):
    """A space, a Hostile card or a Soldier of the row: it paints itself, and is a button for mouse, keys and screen
    readers."""

    def __init__(self, row: Row, key: Key) -> None:
        super().__init__(row)
        self.key = key
        self.view: SpaceView | HostileView | TokenView | MoveView | None = None
        self.whole, self.high = True, 0.0
        self._cut: list[str] = []
        self._row, self._by_key = row, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty("subject", subject(*key))
        self.clicked.connect(lambda: row.clicked.emit(*key))

    def show_piece(self, view: SpaceView | HostileView | TokenView | MoveView, spoken: str, offered: bool) -> None:
        """Show a thing as it is now."""
        if view != self.view:
            self.view = view
            self.setAccessibleName(spoken)
            self.setCursor(Qt.CursorShape.PointingHandCursor if offered else Qt.CursorShape.ArrowCursor)
            self.update()

    def set_form(self, whole: bool, high: float) -> None:
        """Set whether a Hostile card is shown whole, and how high what is painted is: of a Soldier its disc."""
        if (whole, high) != (self.whole, self.high):
            self.whole, self.high = whole, high
            self.update()

    @property
    def focused(self) -> bool:
        """Whether it has the focus, and keys have brought it here."""
        return self._by_key and self.hasFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_key = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        if self._by_key:
            self._row.point_at(self.key)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._row.point_at(None)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._row.point_at(self.key)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._row.point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._row.walk(self.key, Qt.Key(event.key())):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._row.asked.emit(*self.key, event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint = RowPainter(painter, self._row.theme)
        box, over = Box(2, 2, self.width() - 4, self.height() - 4), self.underMouse()
        if isinstance(self.view, SpaceView):
            paint.space(self.view, box, self.focused, over)
        elif isinstance(self.view, HostileView):
            paint.hostile(self.view, box, self.whole, self.focused, over)
        elif isinstance(self.view, TokenView):
            paint.token(self.view, Box((self.width() - self.high) / 2, 4, self.high, self.high), self.focused)
        elif isinstance(self.view, MoveView):
            paint.move(self.view, Box(2, 4, self.width() - 4, self.high))
        self._cut = paint.cut
        painter.end()

    def unread(self) -> list[str]:
        """Return the texts that are cut to a few letters."""
        return self._cut


class Row(QWidget):
    """The surface. `clicked` carries the kind and id of a thing, `pointed` that of what the pointer or the focus is on
    ("", "" for nothing), `asked` is for its menu."""

    clicked = Signal(str, str)
    pointed = Signal(str, str)
    asked = Signal(str, str, QPoint)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self.view = RowView()
        self.found: Places | None = None
        self.pieces: dict[Key, Piece] = {}
        self.held: Key | None = None
        self._first = -1
        self._target = ("", "")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setMinimumSize(320, 240)
        self._decks: list[DeckItem] = []
        self._head = QWidget(self)
        line = QHBoxLayout(self._head)
        line.setContentsMargins(theme.px(14), 0, theme.px(14), 0)
        line.setSpacing(theme.px(14))
        line.addStretch(1)
        self.side = label("", "strong", "enemy")
        line.addWidget(self.side)
        self.roll = RollStrip(theme, self)
        self.card = FloatingCard(theme, self)
        self.glide = Glide(self)

    # -- what is shown

    def show_row(self, view: RowView) -> None:
        """Show the row at once."""
        if view.focus != self.view.focus:
            self._first = -1
        if view.shots != self.view.shots:
            self.update()
        self.view = view
        self._show_decks()
        wanted: dict[Key, tuple[SpaceView | HostileView | TokenView | MoveView, str, bool]] = {}
        for space in view.spaces:
            wanted["space", str(space.index)] = space, space.spoken, space.offered
            if space.move is not None:
                spoken = f"{space.move.cost}. {space.move.parts}"
                wanted["move", str(space.index)] = space.move, spoken, True
            for soldier in space.soldiers:
                wanted["soldier", soldier.number] = soldier, soldier.spoken, True
            for hostile in space.hostiles:
                wanted["hostile", hostile.id] = hostile, hostile.spoken, hostile.offered
        for key in [key for key in self.pieces if key not in wanted]:
            piece = self.pieces.pop(key)
            if piece.hasFocus():
                # Else Qt gives it to whatever comes next.
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            piece.hide()
            piece.deleteLater()
            if self.held == key:
                self.point_at(None)
        for key, (thing, spoken, offered) in wanted.items():
            if key not in self.pieces:
                self.pieces[key] = Piece(self, key)
            self.pieces[key].show_piece(thing, spoken, offered)
        self.lay_out()

    def _show_decks(self) -> None:
        line = self._head.layout()
        assert isinstance(line, QHBoxLayout)
        while len(self._decks) < len(self.view.decks):
            self._decks.append(DeckItem(self.theme))
            line.insertWidget(len(self._decks) - 1, self._decks[-1])
        self.side.setText(self.view.side)

    def _fit_decks(self) -> None:
        """Name the decks, or show their signs and numbers alone where the names have no room."""
        line = self._head.layout()
        assert isinstance(line, QHBoxLayout)
        gap = line.spacing()
        for item, deck in zip(self._decks, self.view.decks, strict=False):
            item.show_deck(deck)
        needed = sum(item.wide() + gap for item in self._decks) + self.side.sizeHint().width() + 2 * gap
        if needed > self.width():
            for item, deck in zip(self._decks, self.view.decks, strict=False):
                item.show_deck(replace(deck, name="", tip="\n".join(filter(None, (deck.name, deck.tip)))))
                item.setAccessibleName(f"{deck.name} {deck.left}")

    def boxes(self, found: Places) -> dict[Key, QRect]:
        """Return the rectangle of each piece."""
        made: dict[Key, QRect] = {}
        for index, box in found.spaces.items():
            made["space", str(index)] = _rect(box, 2)
        for index, box in found.moves.items():
            high = self.theme.px(layout.TOKENS) - 6
            made["move", str(index)] = QRect(round(box.left) - 2, round(box.top) - 4, round(box.width) + 4, high)
        for id, box in found.hostiles.items():
            made["hostile", id] = _rect(box, 2)
        for number, box in found.soldiers.items():
            wide = round(box.width) + self.theme.px(14)
            left = round(box.middle[0]) - wide // 2
            made["soldier", number] = QRect(left, round(box.top) - 4, wide, self.theme.px(layout.TOKENS) - 6)
        return made

    def _high(self, key: Key, found: Places) -> float:
        """Return the height of the disc of a Soldier or a Move, 0 for anything else."""
        box = found.soldiers.get(key[1]) if key[0] == "soldier" else None
        if key[0] == "move":
            box = found.moves.get(int(key[1]))
        return box.height if box is not None else 0.0

    def lay_out(self) -> None:
        """Place everything for the present size."""
        opened = self.held[1] if self.held is not None and self.held[0] == "hostile" else ""
        before = self.found
        self.found = places(self.view, self.width(), self.height(), self.theme.scale, opened, self._first)
        boxes = self.boxes(self.found)
        for key, piece in self.pieces.items():
            piece.setVisible(key in boxes)
            if key in boxes:
                piece.set_form(key[0] != "hostile" or key[1] in self.found.open, self._high(key, self.found))
                piece.setGeometry(boxes[key])
        self._stack(opened)
        low = self.found.low
        self._head.setGeometry(0, 0, self.width(), self.theme.px(layout.head_height(low)))
        self._fit_decks()
        high, side = self.theme.px(layout.roll_height(low)), self.theme.px(12)
        self.roll.setGeometry(side, self.height() - high - self.theme.px(6), self.width() - 2 * side, high)
        if self.found != before:
            # What the row paints itself lies under all its pieces, and they are all painted with it.
            self.update()

    def _stack(self, opened: str) -> None:
        """Order what lies over each other: what floats over the row, then the Hostile card that is pointed at, the one
        that is picked, the other cards from the lowest, and all else of the row."""
        crowd = [one for space in self.view.spaces for one in space.hostiles]
        picked = [one.id for one in crowd if one.picked]
        shown = [id for id in (opened, *picked) if ("hostile", id) in self.pieces]
        cards = [("hostile", id) for id in dict.fromkeys((*shown, *(one.id for one in crowd)))]
        # From the topmost. A new piece begins over the end of the game and the muster.
        for key in (*cards, *reversed([key for key in self.pieces if key[0] != "hostile"])):
            self.pieces[key].lower()

    def aim(self, soldier: str, hostile: str) -> None:
        """Show the line from a Soldier to the Hostile card that is looked at, "" for none."""
        if (soldier, hostile) != self._target:
            self._target = soldier, hostile
            self.update()

    # -- pointing

    def point_at(self, key: Key | None) -> None:
        """Follow the pointer or the focus to a thing, or off all of them."""
        if key is None:
            focus = next((piece for piece in self.pieces.values() if piece.focused), None)
            under = next((piece for piece in self.pieces.values() if piece.underMouse() and piece.isVisible()), None)
            left = under or focus
            key = left.key if left is not None else None
        if key == self.held:
            return
        self.held = key
        if self.found is not None:
            self.lay_out()
        self.pointed.emit(*(key or ("", "")))

    def show_card(self, view: HoverView | None) -> None:
        """Show the floating card beside what is pointed at; None hides it."""
        piece = self.pieces.get(self.held) if self.held is not None else None
        if view is None or piece is None:
            self.card.hide()
            return
        for shown in shorter(view):
            self.card.show_view(shown)
            if self.card.height() <= self.height():
                break
        self.card.setAccessibleName(view.spoken)
        reach = max(self.theme.px(REACH) // 2, piece.width() // 2 + 6)
        clear = [one.geometry().center() for one in self.pieces.values() if one.key[0] == "hostile"]
        self.card.place(piece.geometry().center(), reach, others=clear)
        self.card.show()

    def walk(self, key: Key, pressed: Qt.Key) -> bool:
        """Move the focus with an arrow: along the row, or up and down a column. Returns whether it is one."""
        if pressed not in ARROWS:
            return False
        across, down = ARROWS[pressed]
        columns = [self._column(space) for space in self.view.spaces]
        at = next((place for place, one in enumerate(columns) if key in one), 0)
        if down:
            column = columns[at]
            goal = column[max(0, min(len(column) - 1, column.index(key) + down))]
        else:
            goal = next(one for one in columns[max(0, min(len(columns) - 1, at + across))] if one[0] == "space")
            goal = self._like(key, columns[max(0, min(len(columns) - 1, at + across))]) or goal
        to = next(place for place, one in enumerate(columns) if goal in one)
        found = self.found
        if found is not None and not found.before <= to < len(columns) - found.after:
            self._scroll(to if to < found.before else found.before + 1)
        self.pieces[goal].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _like(self, key: Key, column: Iterable[Key]) -> Key | None:
        """Return the first thing of a column of the same kind."""
        return next((one for one in column if one[0] == key[0]), None)

    def _column(self, space: SpaceView) -> list[Key]:
        """Return the things of a column from top to bottom."""
        index = str(space.index)
        found: list[Key] = [("hostile", one.id) for one in reversed(space.hostiles)]
        found.append(("space", index))
        found += [("soldier", one.number) for one in space.soldiers]
        return [*found, *([("move", index)] if space.move is not None else [])]

    # -- the widget

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = ("space", str(self.view.focus))
        if Qt.Key(event.key()) in ARROWS and focus in self.pieces:
            self.pieces[focus].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Bring other spaces of a row into sight that is wider than the surface."""
        turned = event.angleDelta().x() or event.angleDelta().y()
        if self.found is not None and turned:
            self._scroll(self.found.before - (1 if turned > 0 else -1))
        event.accept()

    def _scroll(self, first: int) -> None:
        """Show the spaces from a place of the row on, as far as there are more."""
        found = self.found
        if found is not None and (found.before or found.after):
            self._first = max(0, min(found.before + found.after, first))
            self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.glide.skip()
        self.lay_out()

    def sizeHint(self) -> QSize:
        return QSize(980, 520)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        glow = QRadialGradient(self.rect().center(), max(self.width(), self.height()) * 0.7)
        glow.setColorAt(0, self.theme.background)
        glow.setColorAt(1, self.theme.background_edge)
        painter.fillRect(self.rect(), glow)
        paint = RowPainter(painter, self.theme)
        if self.found is not None and self.view.spaces:
            paint.link(self.found, self.view.spaces)
            paint.shot(self.found, *self._target, self.theme.team)
            for one in self.view.shots:
                paint.shot(self.found, one.soldier, one.hostile, paint.ink(one.tone), back=True)
            paint.more(self.found, self.width())
        painter.end()


def subject(kind: str, id: str) -> str:
    """Return the subject of corrections that a thing of the row is."""
    return {"hostile": f"hostiles.{id}", "soldier": f"team.{id}"}.get(kind, "table")


def _rect(box: Box, more: int) -> QRect:
    return QRect(
        round(box.left) - more, round(box.top) - more, round(box.width) + 2 * more, round(box.height) + 2 * more
    )
