"""The list of saves: what each is, what is wrong with it, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QDialogButtonBox, QHBoxLayout, QLabel, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog, press_focused
from defiance_qt.shell.kit.boxes import hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.labels import label, show_text
from defiance_qt.shell.kit.lists import LookDelegate, RowLook, Text, listed
from defiance_qt.shell.models.rows import ROW_ROLE, Column, RowsModel
from defiance_qt.shell.pictures import Pictures
from defiance_qt.shell.present.start import SaveView
from defiance_qt.shell.theme import Theme, icon, paint_icon

SHOWN = ("all", "over", "copies")
ICONS = {
    "open": "play",
    "copy": "save",
    "restore": "save",
    "rename": "overrule",
    "comment": "note",
    "folder": "folder",
    "forget": "close",
    "delete": "trash",
}
OPENS = ("open", "copy", "restore")
KEYS = {Qt.Key.Key_F2: "rename", Qt.Key.Key_Delete: "delete"}


def saves_model(saves: Iterable[SaveView] = ()) -> RowsModel:
    """Return the list of saves."""
    column = Column(lambda save: save.title, spoken=lambda save: save.spoken, tip=lambda save: save.path)
    return RowsModel((column,), saves)


class SaveDelegate(LookDelegate):
    """Draws a save: a picture, its name and date, where the game stands, and a note or what is wrong."""

    PICTURE, LEAST, ABOVE = (108, 64), 82, 24

    def __init__(self, theme: Theme, pictures: Pictures, view: QWidget) -> None:
        super().__init__(theme, view)
        self._pictures = pictures
        self._drawn: dict[str, QPixmap] = {}

    def forget(self) -> None:
        """Read the pictures again."""
        self._drawn.clear()

    def look(self, row: SaveView) -> RowLook:
        won = f"{row.side}_ink" if row.side else "gold_ink" if row.result == "victory" else "muted"
        note = Text(row.fault or row.note, "danger_ink" if row.fault else "text", -1, wraps=True)
        lines = (Text(row.title, "text_strong", 1, 600), Text(row.where, won, -1), note)
        return RowLook(lines, Text(row.when, "muted", -1), "danger" if row.fault else "card_border")

    def picture(self, painter: QPainter, area: QRectF, row: SaveView) -> None:
        theme = self._theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.background_edge))
        painter.drawRoundedRect(area, 6, 6)
        drawn = self._drawn.get(row.path)
        if drawn is None:
            drawn = QPixmap.fromImage(self._pictures.load(Path(row.path)))
            if not drawn.isNull():
                kept, fine = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
                drawn = drawn.scaled(area.size().toSize() * painter.device().devicePixelRatioF(), kept, fine)
            self._drawn[row.path] = drawn
        if not drawn.isNull() and not row.fault:
            size = QRectF(drawn.rect()).size().scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio)
            painter.drawPixmap(_within(area, size.width(), size.height()), drawn, QRectF(drawn.rect()))
            if not row.result:
                return
        mark, tone = sign(row)
        place = _within(area, theme.px(24), theme.px(24))
        painter.setBrush(QColor(theme.card))
        painter.drawEllipse(place.adjusted(-6, -6, 6, 6))
        paint_icon(painter, place, mark, getattr(theme, tone))


def _within(area: QRectF, wide: float, high: float) -> QRectF:
    """Return a place of this size in the middle of an area."""
    place = QRectF(0, 0, wide, high)
    place.moveCenter(area.center())
    return place


def sign(one: SaveView) -> tuple[str, str]:
    """Return the icon over the picture of a save, and its color: how the game ended, where it can be played on, or that
    something is wrong."""
    if one.fault:
        return "alert", "danger"
    if one.side:
        return "star", one.side
    return {"victory": ("star", "gold"), "defeat": ("death", "text"), "draw": ("check", "text")}.get(
        one.result, ("play", "text")
    )


class SavesDialog(Dialog):
    """The dialog. `acted` carries one of the actions of a save and its path. `shown` is "all", "over" (games that are
    over) or "copies" (those that the program has made)."""

    acted = Signal(str, Path)

    def __init__(self, parent: QWidget, theme: Theme, words: Words, pictures: Pictures, shown: str = "all") -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._saves: tuple[SaveView, ...] = ()
        self._copies: tuple[SaveView, ...] = ()
        self.setWindowTitle(words("ui.saves.title"))
        self.model = saves_model()
        self._delegate = SaveDelegate(theme, pictures, self)
        self.list = listed(self.model, self._delegate, words("ui.saves.title"))
        self._delegate.setParent(self.list)
        self.list.activated.connect(lambda index: self._act_first())
        self.list.selectionModel().currentChanged.connect(self._show_actions)
        self._none = label(words("ui.recent.none"), "muted", wrap=True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._advice = QLabel()
        self._advice.setTextFormat(Qt.TextFormat.PlainText)
        self._advice.setProperty("role", "small")
        self._advice.setWordWrap(True)
        self.buttons: dict[str, QPushButton] = {}
        close = QDialogButtonBox()
        close.addButton(words("ui.close"), QDialogButtonBox.ButtonRole.RejectRole).setAutoDefault(False)
        close.rejected.connect(self.reject)
        head = QHBoxLayout()
        head.addWidget(label(words("ui.saves.title"), "title"), 1)
        self._filters = QButtonGroup(self)
        for name in SHOWN:
            button = push(words(f"ui.saves.show.{name}"), "chip", name=f"saves:{name}", checks=True, default=False)
            button.setChecked(name == shown)
            self._filters.addButton(button)
            head.addWidget(button)
        self._filters.buttonClicked.connect(lambda: self._fill(""))
        vbox(
            head,
            (self.list, 1),
            (self._none, 1),
            self._advice,
            self._make_bar(),
            close,
            of=self,
            margins=[theme.px(side) for side in (24, 20, 24, 18)],
            gap=theme.px(12),
        )

    def _make_bar(self) -> QHBoxLayout:
        """Make a button for each action."""
        bar = hbox(gap=self._theme.px(8))
        for action, mark in ICONS.items():
            button = push(
                f" {self._words(f'ui.saves.do.{action}')}",
                {"open": "offer", "delete": "danger"}.get(action, ""),
                spoken=self._words(f"ui.saves.do.{action}"),
                name=f"save:{action}",
                default=False,
                mark=icon(mark, self._theme.danger_ink if action == "delete" else self._theme.text, 18),
                does=lambda checked=False, action=action: self._act(action),
            )
            self.buttons[action] = button
            bar.addWidget(button)
        bar.addStretch(1)
        return bar

    def set_saves(self, saves: Sequence[SaveView], copies: Sequence[SaveView] = ()) -> None:
        """Show these saves, and these copies that the program has made. The current one stays current."""
        self._saves, self._copies = tuple(saves), tuple(copies)
        self._delegate.forget()
        if not self.isVisible():
            self._size()
        current = self.current
        self._fill(current.path if current is not None else "")

    def _size(self) -> None:
        """Give the dialog the size of its list, within that of the window."""
        theme, parent = self._theme, self.parentWidget()
        assert parent is not None
        room = parent.window().size()
        high = theme.px(min(660, max(400, 220 + 92 * len(self._saves))))
        self.resize(min(theme.px(820), room.width() - 60), min(high, room.height() - 60))

    @property
    def shown(self) -> str:
        button = self._filters.checkedButton()
        return button.objectName().partition(":")[2] if button is not None else SHOWN[0]

    @property
    def current(self) -> SaveView | None:
        view: SaveView | None = self.list.currentIndex().data(ROW_ROLE)
        return view

    def _fill(self, path: str) -> None:
        shown = self.shown
        over = [one for one in self._saves if one.result]
        self.model.set_rows({"all": self._saves, "over": over, "copies": self._copies}[shown])
        there = self.model.rowCount() > 0
        self.list.setVisible(there)
        self._none.setVisible(not there)
        none = "ui.saves.copies.none" if shown == "copies" else "ui.recent.none"
        self._none.setText(self._words("ui.start.replays.none" if shown == "over" and self._saves else none))
        if there:
            self.list.setCurrentIndex(self.model.index(max(0, self.model.place(lambda save: save.path == path))))
            self.list.setFocus()
        self._show_actions()

    def _show_actions(self, *_: QModelIndex) -> None:
        one = self.current
        actions = one.actions if one is not None else ()
        for action, button in self.buttons.items():
            button.setVisible(action in actions)
        told = one is not None and (one.fault or actions[0] == "restore")
        advice = self._words(f"ui.saves.advice.{actions[0]}") if told else ""
        show_text(self._advice, advice)

    def _act_first(self) -> None:
        """Open the save, as Enter and a double click do. One that cannot be opened stays as it is."""
        one = self.current
        if one is not None and one.actions[0] in OPENS:
            self._act(one.actions[0])

    def _act(self, action: str) -> None:
        one = self.current
        if one is not None and action in one.actions:
            self.acted.emit(action, Path(one.path))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in KEYS:
            self._act(KEYS[Qt.Key(event.key())])
        elif not press_focused(self, event) and event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Enter in the list is the list's own (`activated`).
            super().keyPressEvent(event)
