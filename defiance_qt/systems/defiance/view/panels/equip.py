"""The Equip panel over the board: the user drags cards to locations, or moves them with the keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QMimeData, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, gbox, hbox, holds_focus, put, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import Elided, ElidedButton
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.native import key_text
from defiance_qt.shell.relayout import clear, detach
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.equip import EquipView, HolderView, ItemView, RowView

MIME = "application/x-defiance-item"
LEAST = 80  # minimum height of the scroll area
LINE = 40  # minimum height of a location
NARROW, WIDE = 330, 380  # minimum and preferred width of a Character's column
HALF = 262  # minimum width of each, where a Character's locations stand in two
DENSE = 20  # what is beside the words of a small card
NAMED = 84  # the width of a location's name
GAP, SIDE, MARGIN = 12, 18, 14
EDGE = 6  # beside the panel where it is over the tray
Shape = tuple[str, tuple[str, ...]]
UNBOUNDED = 16_777_215  # Qt's largest size of a widget


class ItemButton(ElidedButton):
    """A card, or a program in a device, that can be chosen or dragged."""

    FRAME = 2 * 14 + 2
    lifted = Signal(str)

    def __init__(self, view: ItemView, dense: bool = False) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.view = view
        self.setCheckable(True)
        self.set_dense(dense)
        set_tip(self, f"{view.text}\n{view.tip}" if view.tip else view.text)
        self.setAccessibleName(view.text)
        self.setAccessibleDescription(view.tip)
        self._pressed: QPoint | None = None
        self.by_key = True

    def set_dense(self, dense: bool) -> None:
        """Make the card small, or as large as a chip."""
        set_property(self, "dense", dense)
        set_property(self, "role", "" if dense else "chip")
        self.FRAME = DENSE if dense else ItemButton.FRAME
        self.set_words(self.view.text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.by_key = False
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.by_key = True
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        far = QApplication.startDragDistance()
        if self._pressed is None or (event.position().toPoint() - self._pressed).manhattanLength() < far:
            return
        self._pressed = None
        self.setDown(False)
        self.lifted.emit(self.view.key)
        drag = QDrag(self)
        mime = QMimeData()
        mime.setData(MIME, self.view.key.encode())
        drag.setMimeData(mime)
        drag.setPixmap(self.grab())
        drag.exec(Qt.DropAction.MoveAction)


class Row(QFrame):
    """One location: a drop target, with a button while the chosen card may be moved there. `picked` carries a card that
    was clicked, `lifted` the key of one that is dragged. `named` and `here` are
    the widths of its name and its button, `dense` makes the cards small."""

    chosen = Signal(str)
    picked = Signal(object)
    lifted = Signal(str)

    def __init__(self, id: str, parent: QWidget, named: int = NAMED, here: int = 30, dense: bool = False) -> None:
        super().__init__(parent)
        self.id, self._dense = id, dense
        self.items: list[ItemButton] = []
        self._view: RowView | None = None
        self.setProperty("role", "card")
        self.setAcceptDrops(True)
        self.here = push("↳", "offer", tight=True)
        self.here.setFixedWidth(here)
        self.here.clicked.connect(lambda: self.chosen.emit(self.id))
        self.here.hide()
        self._name = label("", "small", wrap=True)
        self._name.setFixedWidth(named)
        self._cards = flowing([])
        row = hbox(of=self, margins=(10, 4, 8, 4))
        if dense:
            row.setContentsMargins(7, 2, 5, 2)
            row.setSpacing(4)
        put(row, self._name, (self._cards, 1), (self.here, 0, Qt.AlignmentFlag.AlignTop))
        self.setMinimumHeight(LINE)
        self.open = False

    def show_row(self, view: RowView) -> None:
        """Show the cards of the location. Buttons of cards that stay here are kept."""
        before, self._view = self._view, view
        if before == view:
            return
        self._name.setText(view.name)
        set_tip(self._name, view.tip)
        if before is not None and list(map(_face, before.items)) == list(map(_face, view.items)):
            for button, item in zip(self.items, (item for item in view.items if not item.again), strict=True):
                button.view = item
                button.setChecked(False)
            return
        flow = self._cards.flow
        clear(flow)
        self.items = []
        for item in view.items:
            if item.again:
                again = Elided("small" if self._dense else "muted", text=item.text)
                flow.addWidget(again)
                again.show()  # a layout ignores hidden widgets
                continue
            button = ItemButton(item, self._dense)
            button.clicked.connect(partial(self.picked.emit, button))
            button.lifted.connect(self.lifted)
            self.items.append(button)
            flow.addWidget(button)
            button.show()

    def needed(self) -> int:
        """Return the width in which no card here is cut."""
        edges = 30 + self.here.width() + self._name.width()  # margins, gaps and a scroll bar
        return edges + max((button.needed() for button in self.items), default=0)

    def set_dense(self, dense: bool) -> None:
        """Make the cards small, or as large as chips."""
        if dense != self._dense:
            self._dense = dense
            for button in self.items:
                button.set_dense(dense)

    def set_open(self, text: str | None) -> None:
        """Allow or forbid moving the chosen card here. `text` describes the move; None forbids it."""
        self.open = text is not None
        self.here.setVisible(self.open)
        set_tip(self.here, text or "")
        self.here.setAccessibleName(text or "")
        set_property(self, "state", "drop" if self.open else "")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.open and event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.chosen.emit(self.id)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.open:
            self.chosen.emit(self.id)


class Moves(QObject):
    """A choice among the cards of several locations, which opens those that may take the card. `chosen` carries the
    command of a move, `picked` the key of the card that was chosen, "" for none."""

    chosen = Signal(object)
    picked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.key = self._sent = ""

    def bind(self, row: Row) -> None:
        """Let a location take part once it is among the rows."""
        row.chosen.connect(self._send)
        row.picked.connect(self._choose)
        row.lifted.connect(lambda key: self.pick(key, drop=False))

    def buttons(self) -> list[ItemButton]:
        """Return the cards of all locations."""
        return [button for row in self.rows for button in row.items]

    def drop(self) -> None:
        """Choose nothing."""
        self.key = ""
        for row in self.rows:
            row.set_open(None)

    def pick(self, key: str, drop: bool = True) -> None:
        """Choose a card and open the locations that may take it. With `drop`, choosing it again cancels the choice."""
        self.key = "" if drop and key == self.key else key
        moves: dict[str, str] = {}
        for button in self.buttons():
            mine = button.view.key == self.key
            button.setChecked(mine)
            if mine:
                moves |= {place: text for place, _, text in button.view.moves}
        for row in self.rows:
            row.set_open(moves.get(row.id))
        self.picked.emit(self.key)

    def moved(self) -> ItemButton | None:
        """Return the card that was moved last, where it is now."""
        return next((one for one in self.buttons() if one.view.key.split("/", 2)[1:2] == [self._sent]), None)

    def chain(self, first: QWidget, last: QWidget) -> None:
        """Set the tab order: `first`, then for each location its cards and its button, then `last`."""
        order: list[QWidget] = [first]
        for row in self.rows:
            order += [*row.items, row.here]
        for one, following in pairwise((*order, last)):
            QWidget.setTabOrder(one, following)

    def _choose(self, button: ItemButton) -> None:
        """Handle a click on a card. After a key press, move the focus to the first location that opened."""
        self.pick(button.view.key)
        opened = next((row.here for row in self.rows if row.open), None)
        if button.hasFocus() and button.by_key and opened is not None:
            opened.setFocus(Qt.FocusReason.OtherFocusReason)

    def _send(self, row: str) -> None:
        for button in self.buttons():
            if button.view.key == self.key:
                for place, command, _ in button.view.moves:
                    if place == row:
                        self._sent = button.view.key.split("/", 2)[1]
                        self.chosen.emit(command)
                        return


class EquipPanel(QFrame):
    """The panel, placed over the board `over` and the area to its right. `chosen` carries the command of a move."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words, parent: QWidget, over: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._over = theme, over
        self._words = words
        self._view: EquipView | None = None
        self._moves = Moves(self)
        self._moves.chosen.connect(self.chosen)
        self._shape: tuple[Shape, ...] = ()
        self._boxes: dict[Shape, tuple[QWidget, list[Row]]] = {}
        self.setProperty("role", "floating")
        self.setObjectName("equip")
        self._title = label("", "heading")
        self.how = label(words("view.equip.how", tab=key_text("Tab"), space=key_text("Space")), "small", wrap=True)
        self._found = hbox(gap=10)
        self._lost = label("", "small", "danger", wrap=True)
        self._finish = push(words("view.equip.finish"), "primary", does=self._finished)
        self._inside = QWidget()
        self._grid = gbox(of=self._inside, margins=0, gap=GAP)
        self._scroll = scroll = Scroll(self._inside, words("view.equip.title"))
        self._holders: list[QWidget] = []
        self._columns, self._split = 0, 1
        self._splits: dict[QWidget, int] = {}
        self._placed: tuple[EquipView | None, QRect, QRect] = None, QRect(), QRect()
        self._body = vbox(
            self._title,
            self.how,
            self._found,
            (scroll, 1),
            hbox((self._lost, 1), self._finish),
            of=self,
            margins=(SIDE, 16),
        )
        self.hide()

    def show_equip(self, view: EquipView | None) -> None:
        if view == self._view:
            return
        self._view = view
        self._moves.drop()
        self.setVisible(view is not None)
        if view is None:
            return
        held = holds_focus(self)
        self._title.setText(view.title)
        notes = (("view.equip.fits", view.fitting), ("view.equip.lost", view.unplaced))
        self._lost.setText("\n".join(self._words(key, items=", ".join(items)) for key, items in notes if items))
        self._fill(view)
        self.place()
        self.raise_()
        self._moves.chain(self._over, self._finish)
        if held:
            self._take_focus()

    def _take_focus(self) -> None:
        """Focus the card that was moved, or else the finish button."""
        moved = self._moves.moved() or self._finish
        moved.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, view: EquipView) -> None:
        clear(self._found)
        for name, text in view.found:
            card = _loot(name, text)
            self._found.addWidget(card)
            card.show()  # a layout ignores hidden widgets
        shape = tuple(map(_shape, view.holders))
        if shape != self._shape:
            self._shape = shape
            detach(self._grid)
            for box in self._holders:
                box.hide()
            self._holders, self._moves.rows = [], []
            for holder in view.holders:
                for _ in self._made(holder):
                    pass
                box, rows = self._boxes[_shape(holder)]
                self._holders.append(box)
                self._moves.rows += rows
            self._columns = 0
        for row, shown in zip(self._moves.rows, (row for holder in view.holders for row in holder.rows), strict=True):
            row.show_row(shown)
            row.set_open(None)

    def _set_out(self, columns: int, split: int) -> None:
        """Arrange the Characters involved in this many columns, and the locations of each in `split`."""
        if (columns, split) == (self._columns, self._split):
            return
        self._columns, self._split = columns, split
        for holder, rows in self._boxes.values():
            if holder in self._holders and self._splits.get(holder) != split:
                self._splits[holder] = split
                _spread(holder, rows, split)
        for place, holder in enumerate(self._holders):
            self._grid.addWidget(holder, place // columns, place % columns)
            holder.show()
        for column in range(max(columns, self._grid.columnCount())):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def prepare(self, holders: Iterable[HolderView]) -> Iterator[None]:
        """Make, style, lay out and paint the locations of these Characters before they are needed, in steps."""
        for holder in holders:
            yield from self._made(holder)
            box = self._boxes[_shape(holder)][0]
            for widget in (box, *box.findChildren(QWidget)):
                widget.ensurePolished()
            yield
            if box.isHidden() and self.window().isVisible():
                box.resize(WIDE, box.sizeHint().height())
                yield
                box.grab()
                yield

    def _made(self, holder: HolderView) -> Iterator[None]:
        """Make the column of a Character, unless it exists, one location per step."""
        if _shape(holder) in self._boxes:
            return
        # From the outside in: with a style sheet, Qt styles all that is in a widget again when the widget is moved.
        box = QWidget(self._inside)
        box.hide()
        halves = hbox(gap=6)
        for _ in range(2):
            half = vbox(..., gap=6)
            halves.addLayout(half, 1)
        vbox(label(holder.name, "strong", "team"), halves, ..., of=box, margins=0, gap=6)
        rows: list[Row] = []
        for view in holder.rows:
            row = Row(view.id, box, self._theme.px(NAMED))
            self._moves.bind(row)
            row.show_row(view)
            rows.append(row)
            yield
        self._splits[box] = self._split
        _spread(box, rows, self._split)
        if _shape(holder) in self._boxes:
            del self._splits[box]
            box.deleteLater()  # made meanwhile, because it was needed
        else:
            self._boxes[_shape(holder)] = box, rows

    def pick(self, key: str, drop: bool = True) -> None:
        """Choose a card and open the locations that may take it."""
        self._moves.pick(key, drop)

    def _finished(self) -> None:
        if self._view is not None and self._view.finish is not None:
            self.chosen.emit(self._view.finish)

    def rows(self) -> tuple[Row, ...]:
        return tuple(self._moves.rows)

    def place(self) -> None:
        """Place the panel over the board, as large as its contents, with the locations in two columns if it would be
        too high. What still does not fit goes on over the tray, in the whole width: no button there is half covered.
        It scrolls if that is not enough."""
        parent = self.parentWidget()
        if parent is None or self._view is None:
            return
        corner = self._over.mapTo(parent, QPoint(0, 0))
        edges = (MARGIN, MARGIN, -MARGIN, -MARGIN)
        board = QRect(corner, self._over.size()).adjusted(*edges)
        area = QRect(corner, parent.rect().bottomRight()).adjusted(EDGE, MARGIN, -EDGE, -MARGIN)
        if self._placed == (self._view, board, area):
            return  # all that floats is placed whenever something goes
        self._placed = self._view, board, area
        for part in self.findChildren(QWidget):
            part.ensurePolished()  # new widgets would be measured in another font
        for room, split in ((board, 1), (board, 2), (area, 2), (area, 1)):
            wide, high, fits = self._measure(room, split, room is area)
            if fits and high <= room.height():
                break
        self.resize(wide + 2 * SIDE, min(high, room.height()))
        left = max(room.left(), min(board.center().x() - self.width() // 2, room.right() - self.width()))
        top = max(room.top(), min(board.center().y() - self.height() // 2, room.bottom() - self.height()))
        self.move(left, top)

    def _measure(self, room: QRect, split: int, whole: bool) -> tuple[int, int, bool]:
        """Arrange the Characters for a place. Return the width of what is in the panel, which is all there is with
        `whole`, the panel's height, and whether no card is cut."""
        assert self._view is not None
        px, inside, holders = self._theme.px, room.width() - 2 * SIDE, len(self._view.holders)
        least, good = (px(NARROW), px(WIDE)) if split == 1 else (2 * px(HALF), 2 * px(HALF + 18))
        needed = max(row.needed() for row in self._moves.rows)
        columns = max(1, min(holders, (inside + GAP) // (max(least, needed * split) + GAP)))
        wide = inside if whole else columns * (good + GAP) - GAP
        wide = min(max(wide, px(230) * len(self._view.found)), inside)
        self._set_out(columns, split)
        self._grid.activate()
        each = ((wide + GAP) // columns - GAP) // split
        return wide, max(self._grid.totalHeightForWidth(wide), LEAST) + self._around(wide), needed <= each

    def _around(self, wide: int) -> int:
        """Return the height of the panel without the scroll area."""
        self._scroll.setFixedHeight(LEAST)
        self._body.invalidate()
        high = self._body.totalHeightForWidth(wide + 2 * SIDE) - LEAST
        self._scroll.setMinimumHeight(LEAST)
        self._scroll.setMaximumHeight(UNBOUNDED)
        return high


def _spread(box: QWidget, rows: Sequence[Row], split: int) -> None:
    """Arrange a Character's locations below the name, in one column or two."""
    whole = box.layout()
    assert whole is not None
    halves = next(one for one in whole.children() if isinstance(one, QHBoxLayout))
    each = -(-len(rows) // split)
    columns = [one for one in halves.children() if isinstance(one, QVBoxLayout)]
    for place, row in enumerate(rows):
        for column in columns:
            column.removeWidget(row)
        columns[place // each].insertWidget(place % each, row)
    halves.setStretch(1, split - 1)


def _shape(holder: HolderView) -> Shape:
    """Return a Character's name and locations. Columns of the same shape show the same widgets."""
    return holder.name, tuple(row.id for row in holder.rows)


def _face(item: ItemView) -> tuple[str, str, str, bool]:
    """Return what is seen of a card."""
    return item.key, item.text, item.tip, item.again


def _loot(name: str, text: str) -> QFrame:
    """Return the widget of a Loot card."""
    card = QFrame()
    card.setProperty("role", "card")
    card.setProperty("state", "drop")
    card.setAccessibleName(f"{name}. {text}")
    vbox(label(name, "strong", "gold", wrap=True), label(text, "small", wrap=True), of=card, margins=(12, 9))
    return card
