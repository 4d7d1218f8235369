"""The Actions of the acting Character: a button for each in the tray below the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, hbox, vbox
from defiance_qt.shell.kit.elided import Elided, ElidedButton
from defiance_qt.shell.kit.flow import Flow
from defiance_qt.shell.kit.labels import set_property
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.theme import Theme, font, icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.team import STANDARD
from defiance_qt.systems.defiance.view.present.values import ButtonView, CardView

GAP = 6
SIDE = 14
# How close buttons are set that have too little room: with their keys, without, with small words.
KEYED, BARE, DENSE = range(3)


class ActionButton(ElidedButton):
    """A button with the key that presses it, at its right edge."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._key = theme, ""
        self._small = font(theme, theme.size_small)
        self._level = KEYED

    def set_level(self, level: int) -> None:
        """Set how close it is set; its key is in its tip all the same."""
        if level != self._level:
            self._level = level
            set_property(self, "keyed", bool(self._key) and level == KEYED)
            set_property(self, "dense", level == DENSE)
            self.updateGeometry()

    def set_key(self, key: str) -> None:
        self._key = key
        set_property(self, "keyed", bool(key) and self._level == KEYED)
        self.update()

    def needed(self) -> int:
        wide = QFontMetrics(self._small).horizontalAdvance(self._key)
        return super().needed() + (wide + self._theme.px(20) if self._key and self._level == KEYED else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._key or self._level != KEYED:
            return
        theme = self._theme
        metrics = QFontMetrics(self._small)
        wide, high = metrics.horizontalAdvance(self._key) + theme.px(10), metrics.height() + 2
        box = QRectF(self.width() - wide - theme.px(6), (self.height() - high) / 2, wide, high)
        painter = smooth(self)
        picked = self.property("role") == "primary"
        ink = theme.on_accent if picked else theme.muted
        painter.setPen(QPen(QColor(ink if picked else theme.raised_border), 1))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(ink))
        painter.setFont(self._small)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._key)


class ActionBar(QFrame):
    """The acting Character's name, what it has left, and its Actions. It hides itself while nobody acts."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, words: Words, keys: Mapping[str, str]) -> None:
        super().__init__()
        self.setObjectName("actions")
        self.setProperty("role", "bar")
        self._theme, self._words, self._keys = theme, words, keys
        self._name, self._left, self._points = Elided("strong", "team"), Elided("small"), Elided("small")
        self._flow = Flow(GAP)
        inside = QWidget()
        inside.setLayout(self._flow)
        self.area = Scroll(inside)
        self.area.viewport().installEventFilter(self)
        side = theme.px(SIDE)
        vbox(
            hbox(self._name, self._left, self._points, ..., gap=theme.px(12)),
            (self.area, 1),
            of=self,
            margins=(side, theme.px(7), side, theme.px(3)),
            gap=theme.px(4),
        )
        self._buttons: list[ActionButton] = []
        self._views: tuple[ButtonView, ...] = ()
        self.hide()

    def show_card(self, view: CardView | None) -> None:
        """Show the Actions of this Character; None: nobody acts."""
        views = view.buttons if view is not None else ()
        if view is not None:
            self._name.set_words(view.name, view.short)
            self._left.set_words(self._words.count("view.card.actions", view.actions))
            self._points.set_words(self._words.count("view.card.points", view.points))
            self.setAccessibleName(view.spoken)
        if views != self._views:
            self._views = views
            while len(self._buttons) < len(views):
                self._buttons.append(self._made(len(self._buttons)))
            for place, button in enumerate(self._buttons):
                if place < len(views):
                    self._show_one(button, views[place])
                button.setVisible(place < len(views))
            self._fit()
        self.setVisible(bool(views))

    def prepare(self) -> Iterator[None]:
        """Make the buttons and icons of a first Activation before they are needed, in steps."""
        for kind in (*STANDARD, "step"):
            if len(self._buttons) <= len(STANDARD):
                button = self._made(len(self._buttons))
                button.hide()
                self._buttons.append(button)
            self._icon(kind, self._theme.team_ink)
            yield

    def _fit(self) -> None:
        """Set the buttons as close as it takes to see all of them. What is left over scrolls."""
        room = self.area.viewport().size()
        for level in (KEYED, BARE, DENSE):
            for button in self._buttons[: len(self._views)]:
                button.set_level(level)
            self._flow.invalidate()
            if self._flow.heightForWidth(room.width()) <= room.height():
                break

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the buttons into the room they get. Treat a click on a disabled button like its key, so that the reason
        is shown."""
        if event.type() == QEvent.Type.Resize and watched is self.area.viewport():
            self._fit()
        if event.type() == QEvent.Type.MouseButtonRelease and watched in self._buttons:
            place = self._buttons.index(watched)  # type: ignore[arg-type]  # it is one of them
            if place < len(self._views) and not self._views[place].enabled:
                self.pressed.emit(self._views[place].action)
        return False

    def _made(self, place: int) -> ActionButton:
        button = ActionButton(self._theme, self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
        button.installEventFilter(self)
        button.setProperty("tight", True)
        button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._flow.addWidget(button)
        button.clicked.connect(lambda: self.pressed.emit(self._views[place].action))
        return button

    def _show_one(self, button: ActionButton, view: ButtonView) -> None:
        key = self._keys.get(view.action, "")
        button.set_key(key)
        button.set_words(view.text)
        button.setObjectName(f"action:{view.action}")
        button.setEnabled(view.enabled)
        tip = f"{view.text}  ({key})" if key else view.text
        set_tip(button, f"{tip}\n{view.tip}" if view.tip else tip)
        button.setAccessibleName(view.text)
        button.setAccessibleDescription(view.tip)
        set_property(
            button, "role", "primary" if view.picked else "offer" if view.enabled and not view.idle else "plain"
        )
        colour = self._theme.on_accent if view.picked else self._theme.team_ink
        button.setIcon(self._icon(view.icon, colour))

    def _icon(self, name: str, colour: str) -> QIcon:
        return icon(name, colour, self._theme.px(16), self._theme.faint)
