"""Polishes, shows and paints a large part in steps, between which the event loop turns."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget
from shiboken6 import isValid

CHILDREN = Qt.FindChildOption.FindDirectChildrenOnly


FEW = 40  # widgets that may come on the screen together


AT_ONCE = 120_000  # pixels that are painted in one step


def is_on_screen(part: QWidget) -> bool:
    """Return whether a part is on the screen: neither hidden nor being made ready. What it can do without at first
    waits for that."""
    return part.isVisible() and part.updatesEnabled()


def polish_steps(part: QWidget) -> Iterator[None]:
    """Apply the style sheet to a part and all widgets in it, one by one. Qt would do it all at once on the screen.

    Between two steps the event loop turns, so a widget may be gone when its turn comes.
    """
    for widget in (part, *part.findChildren(QWidget)):
        if isValid(widget):
            widget.ensurePolished()
            yield


def show_steps(part: QWidget) -> Iterator[None]:
    """Show a part that is hidden, and what is in it one after another: Qt asks every widget for its size when it
    comes on the screen, and would ask hundreds of them in one turn of the event loop."""
    area = part.widget() if isinstance(part, QScrollArea) else None
    around = area or part
    inside: list[QWidget] = []
    if len(around.findChildren(QWidget)) > FEW and (area is not None or not isinstance(part, QAbstractScrollArea)):
        direct = around.findChildren(QWidget, options=CHILDREN)
        inside = [one for one in direct if not one.isWindow() and one.isVisibleTo(around)]
    for one in inside:
        one.hide()
    part.show()
    yield
    for one in inside:
        if isValid(one):
            yield from show_steps(one)


def paint_steps(part: QWidget) -> Iterator[None]:
    """Paint what is in a part without showing it, one panel after another: letters, icons and stamps are made then, and
    the first paint on the screen finds them."""
    inside = [one for one in part.findChildren(QWidget, options=CHILDREN) if one.isVisible() and not one.isWindow()]
    if inside and part.width() * part.height() > AT_ONCE and not isinstance(part, QAbstractScrollArea):
        for one in inside:
            if isValid(one):
                yield from paint_steps(one)
    else:
        part.grab()
        yield
