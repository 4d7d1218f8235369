"""The Equip panel over the board: cards are dragged to locations, or chosen and sent there with the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.ui.native import key_text
from defiance_qt.ui.panels.pieces import label, set_property
from defiance_qt.ui.present.equip import EquipView, HolderView, ItemView, RowView
from defiance_qt.ui.present.names import Words
from defiance_qt.ui.theme import Theme

MIME = "application/x-defiance-item"


class ItemButton(QPushButton):
    """A card that can be chosen or dragged."""

    lifted = Signal(str)

    def __init__(self, view: ItemView) -> None:
        super().__init__(view.text)
        self.view = view
        self.setCheckable(True)
        self.setProperty("role", "chip")
        self.setToolTip(view.tip)
        self.setAccessibleDescription(view.tip)
        self._pressed: QPoint | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

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
    """One location: a drop target, and a button while a card is chosen that may go there."""

    chosen = Signal(str)

    def __init__(self, view: RowView) -> None:
        super().__init__()
        self.id = view.id
        self.items: list[ItemButton] = []
        self.setProperty("role", "card")
        self.setAcceptDrops(True)
        self._here = QPushButton("↳")
        self._here.setProperty("role", "offer")
        self._here.setFixedWidth(38)
        self._here.clicked.connect(lambda: self.chosen.emit(self.id))
        self._here.hide()
        name = label(view.name, "small")
        name.setMinimumWidth(76)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 8, 5)
        row.addWidget(name)
        for item in view.items:
            if item.again:
                row.addWidget(label(item.text, "muted"))
                continue
            button = ItemButton(item)
            self.items.append(button)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._here)
        self._open = False

    def set_open(self, text: str | None) -> None:
        """Whether what is chosen may come here; `text` says what that does."""
        self._open = text is not None
        self._here.setVisible(self._open)
        self._here.setToolTip(text or "")
        self._here.setAccessibleName(text or "")
        set_property(self, "state", "drop" if self._open else "")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._open and event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.chosen.emit(self.id)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._open:
            self.chosen.emit(self.id)


class EquipPanel(QFrame):
    """The panel. `chosen` carries the command that a move means."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._words = words
        self._view: EquipView | None = None
        self._picked = ""
        self._rows: list[Row] = []
        self.setProperty("role", "floating")
        self.setObjectName("equip")
        self._title = label("", "heading")
        self.how = label(words("ui.equip.how", tab=key_text("Tab"), space=key_text("Space")), "small", wrap=True)
        self._found = QHBoxLayout()
        self._found.setSpacing(10)
        self._lost = label("", "small", "danger", wrap=True)
        self._finish = QPushButton(words("ui.equip.finish"))
        self._finish.setProperty("role", "primary")
        self._finish.clicked.connect(self._finished)
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        scroll = QScrollArea()
        scroll.setWidget(self._inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        foot = QHBoxLayout()
        foot.addWidget(self._lost, 1)
        foot.addWidget(self._finish)
        body = QVBoxLayout(self)
        body.setContentsMargins(18, 16, 18, 16)
        body.addWidget(self._title)
        body.addWidget(self.how)
        body.addLayout(self._found)
        body.addWidget(scroll, 1)
        body.addLayout(foot)
        self.hide()

    def show_equip(self, view: EquipView | None) -> None:
        if view == self._view:
            return
        self._view = view
        self._picked = ""
        self.setVisible(view is not None)
        if view is None:
            return
        self._title.setText(view.title)
        self._lost.setText(self._words("ui.equip.lost", items=", ".join(view.unplaced)) if view.unplaced else "")
        self._fill(view)
        self.place()
        self.raise_()

    def _fill(self, view: EquipView) -> None:
        _empty(self._grid)
        _empty(self._found)
        for name, text in view.found:
            self._found.addWidget(_loot(name, text))
        self._rows = []
        for place, holder in enumerate(view.holders):
            self._grid.addWidget(self._holder(holder), 0, place)

    def _holder(self, holder: HolderView) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(holder.name, "strong", "team"))
        for view in holder.rows:
            row = Row(view)
            row.chosen.connect(self._send)
            for button in row.items:
                button.clicked.connect(lambda checked=False, key=button.view.key: self.pick(key))
                button.lifted.connect(lambda key: self.pick(key, drop=False))
            self._rows.append(row)
            column.addWidget(row)
        column.addStretch(1)
        return box

    def pick(self, key: str, drop: bool = True) -> None:
        """Choose a card: the locations that may take it open. Chosen again, it is put back."""
        self._picked = "" if drop and key == self._picked else key
        moves: dict[str, str] = {}
        for row in self._rows:
            for button in row.items:
                mine = button.view.key == self._picked
                button.setChecked(mine)
                if mine:
                    moves |= {place: text for place, _, text in button.view.moves}
        for row in self._rows:
            row.set_open(moves.get(row.id))

    def _finished(self) -> None:
        if self._view is not None and self._view.finish is not None:
            self.chosen.emit(self._view.finish)

    def _send(self, row: str) -> None:
        for one in self._rows:
            for button in one.items:
                if button.view.key == self._picked:
                    for place, command, _ in button.view.moves:
                        if place == row:
                            self.chosen.emit(command)
                            return

    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows)

    def sizeHint(self) -> QSize:
        holders = len(self._view.holders) if self._view is not None else 1
        rows = max((len(holder.rows) for holder in self._view.holders), default=1) if self._view is not None else 1
        return QSize(380 * max(1, holders), (150 if self._view and not self._view.found else 225) + 41 * rows)

    def place(self) -> None:
        parent = self._over
        hint = self.sizeHint()
        self.resize(min(hint.width(), parent.width() - 40), min(hint.height(), parent.height() - 40))
        self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)


def _loot(name: str, text: str) -> QFrame:
    """A Loot card."""
    card = QFrame()
    card.setProperty("role", "card")
    card.setProperty("state", "drop")
    card.setAccessibleName(f"{name}. {text}")
    body = QVBoxLayout(card)
    body.setContentsMargins(12, 9, 12, 9)
    body.addWidget(label(name, "strong", "gold"))
    body.addWidget(label(text, "small", wrap=True))
    return card


def _empty(layout: QLayout) -> None:
    while layout.count():
        taken = layout.takeAt(0)
        widget = taken.widget() if taken is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
