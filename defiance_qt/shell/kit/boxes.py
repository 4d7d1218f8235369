"""Layouts written as what is in them: parts beside or below each other, widgets around them, areas that scroll, and
widgets that follow a row of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import EllipsisType
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

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


def gbox(
    of: QWidget | None = None,
    margins: Margins = None,
    gap: int | tuple[int | None, int | None] = (None, None),
    wide: Iterable[int] = (),
) -> QGridLayout:
    """Return a grid with gaps across and down, whose `wide` columns take the room that is over."""
    grid = QGridLayout() if of is None else QGridLayout(of)
    if margins is not None:
        grid.setContentsMargins(*_sides(margins))
    across, down = (gap, gap) if isinstance(gap, int) else gap
    if across is not None:
        grid.setHorizontalSpacing(across)
    if down is not None:
        grid.setVerticalSpacing(down)
    for column in wide:
        grid.setColumnStretch(column, 1)
    return grid


def _sides(margins: int | Sequence[int]) -> tuple[int, ...]:
    sides = (margins,) if isinstance(margins, int) else tuple(margins)
    return sides * (4 // len(sides))


def _filled(box: Box, parts: Iterable[Part], margins: Margins, gap: int | None) -> Box:
    if margins is not None:
        box.setContentsMargins(*_sides(margins))
    if gap is not None:
        box.setSpacing(gap)
    put(box, *parts)
    return box


def put(box: QBoxLayout, *parts: Part) -> None:
    """Add parts to a layout."""
    for part in parts:
        if isinstance(part, int):
            box.addSpacing(part)
        elif isinstance(part, EllipsisType):
            box.addStretch(1)
        elif part is not None:
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


def given_width(widget: QWidget) -> int:
    """Return the width that a widget is given: where a part of it needs more, a scrolling area makes it wider than can
    be seen."""
    part = widget
    while (above := part.parentWidget()) is not None:
        if isinstance(above.parentWidget(), QScrollArea):
            return widget.width() - max(0, part.width() - above.width())
        part = above
    return widget.width()


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


class Keyed(dict[str, Shown]):
    """Widgets in a layout from a place on, one for each of a row of values, by the `id` of the value."""

    def __init__(
        self, box: QBoxLayout, make: Callable[[Any], Shown], show: Callable[[Shown, Any], object], at: int = 0
    ) -> None:
        super().__init__()
        self._box, self._make, self._show, self._at = box, make, show, at

    def show_all(self, values: Sequence[Any]) -> None:
        """Show these values in their order. Widgets that are missing are made, those of other values deleted."""
        for id in self.keys() - {value.id for value in values}:
            gone = self.pop(id)
            self._box.removeWidget(gone)
            drop(gone)
        for place, value in enumerate(values, self._at):
            if value.id not in self:
                self[value.id] = self._make(value)
            self._show(self[value.id], value)
            if self._box.indexOf(self[value.id]) != place:
                self._box.insertWidget(place, self[value.id])
                self[value.id].show()  # a layout ignores hidden widgets
