"""The left column: a card for each Character and Ally; the active card is expanded and has the Action buttons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.panels.elided import Elided, ElidedButton
from defiance_qt.shell.panels.widgets import Chips, Pips, Portrait, label, set_property
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.systems.defiance.view.present.values import ButtonView, CardView

COLUMNS = (3, 2)
STANDARD = 6  # number of standard Actions, whose buttons come first, several per row
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ActionButtons(QWidget):
    """The buttons of the active Character: six standard Actions, then further Actions. The standard buttons are three
    per row, or two if their texts are too long."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._theme, self._keys = theme, keys
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 0)
        self._grid.setSpacing(6)
        self._buttons: list[ElidedButton] = []
        self._views: tuple[ButtonView, ...] = ()
        self._columns = 0
        self.hide()

    def show_buttons(self, views: tuple[ButtonView, ...]) -> None:
        if views == self._views:
            return
        self._views = views
        while len(self._buttons) < len(views):
            self._buttons.append(self._made(len(self._buttons)))
        for place, button in enumerate(self._buttons):
            if place < len(views):
                self._show_one(button, views[place])
            button.setVisible(place < len(views))
        self._columns = 0
        self._lay_out()
        self.setVisible(bool(views))

    def _lay_out(self) -> None:
        """Lay out the buttons in as many columns as the texts of the standard ones allow."""
        shown = self._buttons[: len(self._views)]
        gap = self._grid.spacing()
        needed = max((button.needed() for button in shown[:STANDARD]), default=0)
        columns = next((n for n in COLUMNS if n * needed + (n - 1) * gap <= self.width()), COLUMNS[-1])
        if columns == self._columns:
            return
        self._columns = columns
        for button in shown:
            self._grid.removeWidget(button)
        for button, (row, column, span) in zip(shown, _places(len(shown), columns), strict=True):
            self._grid.addWidget(button, row, column, 1, span)
        for column in range(max(COLUMNS)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Treat a click on a disabled button like its key, so that the reason is shown."""
        if event.type() == QEvent.Type.MouseButtonRelease and watched in self._buttons:
            place = self._buttons.index(watched)  # type: ignore[arg-type]  # it is one of them
            if place < len(self._views) and not self._views[place].enabled:
                self.pressed.emit(self._views[place].action)
        return False

    def _made(self, place: int) -> ElidedButton:
        button = ElidedButton(self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.installEventFilter(self)
        button.setProperty("tight", True)
        button.clicked.connect(lambda: self.pressed.emit(self._views[place].action))
        return button

    def _show_one(self, button: ElidedButton, view: ButtonView) -> None:
        key = self._keys.get(view.action, "")
        button.set_words(view.text)
        button.setObjectName(f"action:{view.action}")
        button.setEnabled(view.enabled)
        tip = f"{view.text}  ({key})" if key else view.text
        button.setToolTip(f"{tip}\n{view.tip}" if view.tip else tip)
        button.setAccessibleName(view.text)
        button.setAccessibleDescription(view.tip)
        set_property(button, "role", "primary" if view.picked else "offer" if view.enabled else "plain")
        small = view.action == "end" or view.action.startswith("card:")
        colour = self._theme.on_accent if view.picked else self._theme.team_ink
        button.setIcon(icon(view.icon, colour, 16, self._theme.faint) if small else QIcon())


def _places(count: int, columns: int) -> list[tuple[int, int, int]]:
    """Return row, column and span of each button: standard ones several per row, each further one in its own row."""
    places = []
    row = column = 0
    for place in range(count):
        span = 1 if place < STANDARD else columns
        if column + span > columns:
            row, column = row + 1, 0
        places.append((row, column, span))
        column += span
    return places


class CharacterCard(QFrame):
    """One card. A click on it, Enter or Space emits `clicked` with its Character's id."""

    clicked = Signal(str)
    pressed = Signal(str)

    def __init__(self, theme: Theme, words: Words, keys: Mapping[str, str], view: CardView) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: CardView | None = None
        self.setProperty("role", "card")
        self.setObjectName(f"card:{view.id}")
        self.setProperty("subject", view.id)
        self.id = view.id
        accent = theme.ally if view.ally else theme.team
        self._portrait = Portrait(theme, view.initials, accent, 34)
        self._name = Elided("strong", text=view.name)
        self._pips = Pips(theme)
        self._done = label("✓", "small", "team")
        self._done.setToolTip(words("view.card.activated"))
        self._aggro_name = label(words("view.card.aggro"), "small")
        self._aggro = label("", "strong")
        self._chips = Chips(theme)
        self._slots = Chips(theme)
        self._buttons = ActionButtons(theme, keys)
        self._buttons.pressed.connect(self.pressed)
        self._left = label("", "small")
        self._points = label("", "small")
        self._lay_out()
        self.show_card(view)

    def _lay_out(self) -> None:
        name = QHBoxLayout()
        name.setSpacing(6)
        name.addWidget(self._name)
        name.addWidget(self._done)
        name.addStretch(0)
        damage = QHBoxLayout()
        damage.setSpacing(4)
        damage.addWidget(self._pips)
        damage.addStretch(1)
        damage.addWidget(self._aggro_name)
        damage.addWidget(self._aggro)
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addLayout(name)
        names.addLayout(damage)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._portrait, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(names, 1)
        foot = QHBoxLayout()
        foot.addWidget(self._left)
        foot.addStretch(1)
        foot.addWidget(self._points)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(10, 9, 10, 9)
        whole.setSpacing(6)
        whole.addLayout(head)
        whole.addWidget(self._chips)
        whole.addWidget(self._slots)
        whole.addWidget(self._buttons)
        whole.addLayout(foot)

    def show_card(self, view: CardView) -> None:
        if view == self._view:
            return
        self._view = view
        words = self._words
        self._name.set_words(view.name)
        self._done.setVisible(view.activated)
        self._pips.set_value(view.damage, view.wounds)
        most = "" if view.max_aggro is None else f"/{view.max_aggro}"
        self._aggro.setText(f"{view.aggro}{most}")
        set_property(self._aggro, "tone", "gold" if view.max_aggro and view.aggro >= view.max_aggro else "")
        self._portrait.set_look(not view.conscious, view.activated or not view.on_board)
        self._chips.set_chips(_chips(view, words))
        self._slots.set_chips(_slot_chips(view) if view.active else ())
        self._buttons.show_buttons(view.buttons)
        self._left.setVisible(view.active)
        self._points.setVisible(view.active)
        self._left.setText(words("view.card.actions", dots="●" * view.actions + "○" * max(0, 2 - view.actions)))
        self._points.setText(words("view.card.points", n=view.points))
        self.setAccessibleName(view.spoken)
        inviting = view.selectable or view.chosen
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if view.selectable else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if view.selectable else Qt.CursorShape.ArrowCursor)
        set_property(
            self, "state", "active" if view.active or view.chosen else "dim" if not inviting and view.activated else ""
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit(self.id)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CHOOSE:
            self.clicked.emit(self.id)
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # A focused card takes Enter and Space before the window's shortcuts do.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in CHOOSE:
            event.accept()
            return True
        return super().event(event)


def _chips(view: CardView, words: Words) -> tuple[Chip, ...]:
    chips = list(view.states)
    if not view.on_board:
        chips.append(Chip(words("view.card.off_board"), "gold"))
    chips += view.consequences
    if not view.active:
        chips += view.gear
    return (*chips, *(view.programs if view.active else ()))


def _slot_chips(view: CardView) -> tuple[Chip, ...]:
    """Return a chip for each location and its item; an item that takes two locations is listed once."""
    chips: list[Chip] = []
    seen: set[str] = set()
    for slot in view.slots:
        if not slot.item:
            chips.append(Chip(f"{slot.name} –", "", slot.name))
        elif slot.item not in seen or slot.location == "light":
            seen.add(slot.item)
            tone = "gold" if slot.turned else "team" if slot.location != "backpack" else ""
            mark = {"tap": " ↻", "flip": " ⊘"}.get(slot.turned, "")
            chips.append(Chip(f"{slot.text}{mark}", tone, f"{slot.name}. {slot.tip}"))
    return tuple(chips)


class CardColumn(QScrollArea):
    """All cards in one column; scrolls if they do not fit."""

    clicked = Signal(str)
    pressed = Signal(str)

    def __init__(self, theme: Theme, words: Words, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._theme, self._words, self._keys = theme, words, keys
        self._cards: dict[str, CharacterCard] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inside = QWidget()
        self._layout = QVBoxLayout(self._inside)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(9)
        self._layout.addStretch(1)
        self.setWidget(self._inside)
        self._active = ""
        self.verticalScrollBar().rangeChanged.connect(self._show_active)

    def show_cards(self, views: tuple[CardView, ...]) -> None:
        known = {view.id for view in views}
        for id in [id for id in self._cards if id not in known]:
            gone = self._cards.pop(id)
            gone.hide()
            self._layout.removeWidget(gone)
            gone.deleteLater()
        for place, view in enumerate(views):
            card = self._cards.get(view.id)
            if card is None:
                card = self._cards[view.id] = CharacterCard(self._theme, self._words, self._keys, view)
                card.clicked.connect(self.clicked)
                card.pressed.connect(self.pressed)
                self._layout.insertWidget(place, card)
            else:
                card.show_card(view)
        self._active = next((view.id for view in views if view.active or view.chosen), "")
        self._layout.activate()
        self._show_active()
        self.updateGeometry()

    def _show_active(self) -> None:
        """Scroll the active card into view, with the buttons at its lower end."""
        if self._active in self._cards:
            self.ensureWidgetVisible(self._cards[self._active], 0, 0)

    def card(self, id: str) -> CharacterCard:
        return self._cards[id]

    def sizeHint(self) -> QSize:
        width = self.viewport().width() or 280
        return QSize(280, self._layout.totalHeightForWidth(width) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 160)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
