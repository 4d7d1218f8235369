"""Buttons: made with all that they show and do, with their key, and switches."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QPushButton, QToolButton

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.labels import set_property
from defiance_qt.shell.kit.pictures import paint_key, smooth
from defiance_qt.shell.theme import Theme, font, icon
from defiance_qt.shell.tips import set_tip

Button = TypeVar("Button", bound=QAbstractButton)


def push(text: str = "", role: str = "", **looks: Any) -> QPushButton:
    """Return a button with words. `looks` as in `dressed`."""
    return dressed(QPushButton(text), role=role, **looks)


def tool(text: str = "", role: str = "", **looks: Any) -> QToolButton:
    """Return a small button with an icon or a sign. `looks` as in `dressed`."""
    button = QToolButton()
    button.setText(text)
    return dressed(button, role=role, **looks)


def closing(theme: Theme, words: Words, does: Any) -> QToolButton:
    """Return the button that closes what it is in."""
    told, mark = words("ui.close"), icon("close", theme.muted, theme.px(16))
    return tool(role="quiet", name="close", mark=mark, spoken=told, tip=told, does=does)


def dressed(
    button: Button,
    *,
    role: str = "",
    dense: bool = False,
    tight: bool = False,
    name: str = "",
    spoken: str = "",
    about: str = "",
    tip: str = "",
    mark: QIcon | None = None,
    checks: bool = False,
    alone: bool = False,
    default: bool = True,
    focus: Qt.FocusPolicy | None = None,
    does: Any = None,
) -> Button:
    """Return a button as it looks and what it does: its role, and whether it is `dense` or `tight`; the `name` of the
    object; what is `spoken` and told `about` it; its icon as `mark`; what a click calls. It `checks`, `alone` among
    its neighbors. Without `default`, Enter elsewhere in a dialog does not press it."""
    for looks, value in (("role", role), ("dense", dense), ("tight", tight)):
        if value:
            button.setProperty(looks, value)
    if name:
        button.setObjectName(name)
    if spoken:
        button.setAccessibleName(spoken)
    if about:
        button.setAccessibleDescription(about)
    if tip:
        set_tip(button, tip)
    if mark is not None:
        button.setIcon(mark)
    button.setCheckable(checks)
    button.setAutoExclusive(alone)
    if isinstance(button, QPushButton) and not default:
        button.setAutoDefault(False)
    if focus is not None:
        button.setFocusPolicy(focus)
    if does is not None:
        button.clicked.connect(does)
    return button


class KeyButton(QPushButton):
    """A button that shows its key beside its words, and perhaps a number instead."""

    def __init__(self, theme: Theme, text: str, mark: str, role: str, key: str = "", high: int = 42) -> None:
        super().__init__()
        self._theme, self._key, self._mark = theme, key, mark
        self.say(text)
        self.set_role(role)
        self.setIconSize(QSize(theme.px(18), theme.px(18)))
        self.setMinimumHeight(theme.px(high))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._pad()

    def set_role(self, role: str) -> None:
        """Set how much the button stands out: "primary", "offer" or ""."""
        theme, self._role = self._theme, role
        self._ink = theme.on_accent if role == "primary" else theme.team_ink if role == "offer" else theme.text
        set_property(self, "role", role)
        self.setIcon(icon(self._mark, self._ink, theme.px(18)))

    def set_key(self, key: str) -> None:
        """Change the key, "" for none."""
        self._key = key
        self._pad()
        self.update()

    def _pad(self) -> None:
        wide = self._cap()
        self.setStyleSheet(f"padding-right: {wide + self._theme.margin}px;" if wide else "")

    def say(self, text: str) -> None:
        """Change the words."""
        # Qt puts an icon next to the first letter.
        self.setText(f" {text}")
        self.setAccessibleName(text)

    def _cap(self) -> int:
        face = font(self._theme, self._theme.size_small - 1, 600)
        wide = max(QFontMetrics(face).horizontalAdvance(self._key) + self._theme.px(11), self._theme.px(20))
        return wide + self._theme.px(4) if self._key else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._key:
            return
        painter = smooth(self)
        metrics = self.fontMetrics()
        words = metrics.horizontalAdvance(self.text()) + self.iconSize().width() + 4
        # The words are centered in what the padding leaves.
        middle = (self.width() - self._cap()) / 2
        right = middle + words / 2 + self._theme.px(4) + self._cap()
        edge = self._ink if self._role == "primary" else self._theme.muted
        paint_key(painter, self._theme, self._key, min(right, self.width() - 8), self.height() / 2, edge)


class Toggle(QCheckBox):
    """A box to tick that looks like a switch: its words, then a pill with a tick when it is on."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(text)
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _pill(self) -> tuple[int, int]:
        return self._theme.px(42), self._theme.px(24)

    def sizeHint(self) -> QSize:
        wide, high = self._pill()
        words = QFontMetrics(font(self._theme)).horizontalAdvance(self.text())
        return QSize(words + wide + self._theme.px(12), high + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, place: object) -> bool:
        return self.rect().contains(place)  # type: ignore[call-overload, no-any-return]

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        wide, high = self._pill()
        painter = smooth(self)
        pill = QRectF(self.width() - wide - 1, (self.height() - high) / 2, wide, high)
        on = self.isChecked()
        edge = theme.blue if self.hasFocus() else theme.team if on else theme.muted
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1.4))
        lit = self.isEnabled() and self.underMouse()
        fill = QColor(theme.team if on and self.isEnabled() else theme.hover if lit else theme.raised)
        painter.setBrush(fill.lighter(108) if on and lit else fill)
        painter.drawRoundedRect(pill, high / 2, high / 2)
        size = high - 8
        left = pill.right() - size - 4 if on else pill.left() + 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.on_accent if on else theme.muted))
        painter.drawEllipse(QRectF(left, pill.center().y() - size / 2, size, size))
        if on:
            painter.setPen(QPen(QColor(theme.on_accent), 2))
            x, y = pill.left() + high * 0.36, pill.center().y()
            painter.drawPolyline(
                QPolygonF([QPointF(x, y), QPointF(x + high * 0.13, y + high * 0.13), QPointF(x + high * 0.36, y - 4)])
            )
        painter.setFont(font(theme))
        painter.setPen(QColor(theme.text if self.isEnabled() else theme.faint))
        room = QRectF(0, 0, pill.left() - theme.px(8), self.height())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self.text())
