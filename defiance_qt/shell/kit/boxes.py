"""Layouts written as what is in them: parts beside or below each other, widgets around them, areas that scroll, and
widgets that follow a row of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import EllipsisType
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

Part = QWidget | QLayout | int | EllipsisType | tuple[Any, ...] | None
"""A widget or a layout, alone or with its stretch and alignment; pixels; `...` for room that grows; None for none."""
Margins = int | Sequence[int] | None
"""All four, those at the sides and those above and below, or each of the four; None for those of the style."""
Box = TypeVar("Box", bound=QBoxLayout)
Shown = TypeVar("Shown", bound=QWidget)


def hbox(*parts: Part, of: QWidget | None = None, margins: Margins = None, gap: int | None = None) -> QHBoxLayout:
    """Return a layout of parts beside each other, that of a widget with `of`."""
    return _filled(QHBoxLayout() if of is None else QHBoxLayout(of), parts, margins, gap)


def vbox(*parts: Part, of: QWidget | None = None, margins: Margins = None, gap: int | None = None) -> QVBoxLayout:
    """Return a layout of parts below each other, that of a widget with `of`."""
    return _filled(QVBoxLayout() if of is None else QVBoxLayout(of), parts, margins, gap)


def _filled(box: Box, parts: Iterable[Part], margins: Margins, gap: int | None) -> Box:
    if margins is not None:
        sides = (margins,) if isinstance(margins, int) else tuple(margins)
        box.setContentsMargins(*(sides * (4 // len(sides))))
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        put(box, part)
    return box


def put(box: QBoxLayout, part: Part) -> None:
    """Add a part to a layout."""
    if part is None:
        return
    if isinstance(part, int):
        box.addSpacing(part)
    elif isinstance(part, EllipsisType):
        box.addStretch(1)
    else:
        inside, *how = part if isinstance(part, tuple) else (part,)
        add: Callable[..., None] = box.addWidget if isinstance(inside, QWidget) else box.addLayout
        add(inside, *how)


def boxed(layout: QLayout) -> QWidget:
    """Return a widget with this layout."""
    made = QWidget()
    made.setLayout(layout)
    return made


def framed(layout: QLayout, role: str = "card") -> QFrame:
    """Return a frame of a role of the style sheet with this layout."""
    made = QFrame()
    made.setProperty("role", role)
    made.setLayout(layout)
    return made


class Scroll(QScrollArea):
    """An area without a frame that scrolls up and down. One with a name takes the focus, so that keys scroll it."""

    def __init__(self, inside: QWidget | None = None, name: str = "") -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        if not name:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if inside is not None:
            self.setWidget(inside)


def holds_focus(widget: QWidget) -> bool:
    """Return whether the focus is in a widget."""
    focused = QApplication.focusWidget()
    return focused is not None and widget.isAncestorOf(focused)


def drop(widget: QWidget) -> None:
    """Hide a widget and delete it."""
    widget.hide()
    widget.deleteLater()


class Each(list[Shown]):
    """Widgets in a layout, one for each of a row of values. `make` makes one, `show` shows a value in it."""

    def __init__(self, layout: QLayout, make: Callable[[], Shown], show: Callable[[Shown, Any], object]) -> None:
        super().__init__()
        self._layout, self._make, self._show = layout, make, show

    def show_all(self, values: Sequence[Any]) -> None:
        """Show these values. Widgets that are missing are made, those left over are hidden."""
        while len(self) < len(values):
            self.append(self._make())
            self._layout.addWidget(self[-1])
        for place, widget in enumerate(self):
            widget.setVisible(place < len(values))
            if place < len(values):
                self._show(widget, values[place])
