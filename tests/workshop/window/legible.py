"""Finds what cannot be read in a window: text that is cut without a tip or to a few letters, text over other text,
floating widgets over each other, what has to be scrolled sideways, keys where a text is missing. `make shots` and the
tests measure every screen with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.elided import Elided, ElidedButton
from defiance_qt.shell.surface.card import FLOATING, FloatingCard
from defiance_qt.shell.tips import plain

TOUCH = 2  # how many pixels two texts may share: a line is higher than its letters
LETTERS = 4  # with fewer of its letters a text says nothing, whatever its tip says


KEY = re.compile(r"(?<![\w/@.])[a-z_]+(?:\.[a-z_0-9]+)+(?![\w./])")
FILES = (".toml", ".py", ".md", ".zip", ".po", ".save", ".defiance", ".jsonl", ".html", ".json", ".png", ".log")
"""Names of files look as keys do."""
SPOKEN = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


@runtime_checkable
class Paints(Protocol):
    """A widget that paints its words, and knows which of them it has to cut."""

    def unread(self) -> list[str]: ...


def faults(root: QWidget) -> list[str]:
    """Return what cannot be read in a widget, each in a few words."""
    settle()
    labels = [one for one in root.findChildren(QLabel) if one.isVisible() and one.text()]
    buttons = [one for one in root.findChildren(QAbstractButton) if one.isVisible()]
    chips = [one for one in root.findChildren(Chips) if one.isVisible()]
    return [
        *(f"cut: {one.text()}: {one.width()}" for one in labels if cut_words(one) or beyond(one, root)),
        *(
            f"cut: {one.text() or one.objectName()}: {one.width()}"
            for one in buttons
            if cut_button(one) or beyond(one, root)
        ),
        *(f"cut: {one.accessibleName()}" for one in chips if beyond(one, root)),
        *(
            f"cut: {text}"
            for one in root.findChildren(QWidget)
            if one.isVisible() and isinstance(one, Paints)
            for text in one.unread()
        ),
        *sideways(root),
        *overlapping([*labels, *(one for one in buttons if one.text()), *chips], root),
        *floats(root),
        *(f"no text: {key}" for key in raw_keys(root)),
    ]


def raw_keys(root: QWidget) -> list[str]:
    """Return the keys of texts that a widget, its tips, lists, menus or its title show instead of the texts."""
    keys = (found for text in _texts(root) for found in KEY.findall(text) if not found.endswith(FILES))
    return sorted(set(keys))


def _texts(root: QWidget) -> Iterator[str]:
    """Yield all that the visible widgets of a screen say, or tell a screen reader."""
    yield root.windowTitle()
    for one in (root, *root.findChildren(QWidget)):
        if not one.isVisible():
            continue
        yield from (one.toolTip(), one.accessibleName(), one.accessibleDescription())
        yield from (action.text() for action in one.actions())
        if isinstance(one, QLabel | QAbstractButton):
            yield one.text()
        elif isinstance(one, QLineEdit):
            yield from (one.placeholderText(), one.text() if one.isReadOnly() else "")
        elif isinstance(one, QComboBox):
            yield from (one.itemText(place) for place in range(one.count()))
        elif isinstance(one, QAbstractItemView) and one.model() is not None:
            yield from _rows(one.model())


def _rows(model: QAbstractItemModel) -> Iterator[str]:
    # A list's number of columns is private in Qt.
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    for row in range(model.rowCount()):
        for column in range(columns):
            for role in SPOKEN:
                found = model.index(row, column).data(role)
                if isinstance(found, str):
                    yield found


def settle() -> None:
    """Words that break into lines move what lies below them, which settles one turn later."""
    for _ in range(3):
        QApplication.processEvents()


def cut_words(label: QLabel) -> bool:
    if isinstance(label, Elided):
        text = label.text()
        few = text.endswith("…") and len(text) <= LETTERS
        return text != label.whole and (few or label.toolTip() != plain(label.whole))
    if label.wordWrap():
        return label.height() < label.heightForWidth(label.width())
    return label.width() < label.sizeHint().width()


def cut_button(button: QAbstractButton) -> bool:
    if isinstance(button, ElidedButton):
        return button.text() != button.whole
    if not button.text() or (isinstance(button, QToolButton) and button.toolTip()):
        return False
    return isinstance(button, QPushButton) and button.width() < button.sizeHint().width()


def beyond(widget: QWidget, root: QWidget) -> bool:
    """Return whether it reaches over the right edge of the scroll area, or of the root, that holds it.

    A scroll area with the property "strip" is meant to be scrolled sideways where it has no room.
    """
    holder = widget.parentWidget()
    while holder is not None and holder is not root and not isinstance(holder, QAbstractScrollArea):
        holder = holder.parentWidget()
    if holder is not None and holder.property("strip"):
        return False
    inside = holder.viewport() if isinstance(holder, QScrollArea) else holder
    return inside is not None and widget.mapTo(inside, QPoint(widget.width(), 0)).x() > inside.width() + 1


def sideways(root: QWidget) -> Iterator[str]:
    """Yield what has to be scrolled sideways to be read, but for a "strip", and texts whose lines may not be broken."""
    for area in root.findChildren(QAbstractScrollArea):
        bar = area.horizontalScrollBar()
        free = area.property("strip") or isinstance(area, QPlainTextEdit)
        if not free and area.isVisible() and bar.isVisible() and bar.maximum() > 0:
            yield f"sideways: {_said(area)}: {area.width()} and {bar.maximum()} more"


def overlapping(texts: list[QWidget], root: QWidget) -> Iterator[str]:
    """Yield pairs of texts that lie over each other in the same layer."""
    layers: dict[QWidget | None, list[tuple[QWidget, QRect]]] = {}
    for one in texts:
        seen = one.visibleRegion().boundingRect()
        if not seen.isEmpty():
            place = QRect(one.mapTo(root, seen.topLeft()), seen.size())
            layers.setdefault(_layer(one, root), []).append((one, place))
    for found in layers.values():
        for (one, place), (other, there) in combinations(found, 2):
            both = place.intersected(there)
            apart = both.width() <= TOUCH or both.height() <= TOUCH
            if not (apart or one.isAncestorOf(other) or other.isAncestorOf(one)):
                yield f"over each other: {_said(one)} / {_said(other)}"


def floats(root: QWidget) -> Iterator[str]:
    """Yield pairs of floating widgets that lie over each other."""
    found = [one for one in root.findChildren(QWidget) if one.isVisible() and _floats(one)]
    for one, other in combinations(found, 2):
        if one.isAncestorOf(other) or other.isAncestorOf(one):
            continue
        places = [QRect(each.mapTo(root, QPoint(0, 0)), each.size()) for each in (one, other)]
        if places[0].intersects(places[1]):
            yield f"floating over each other: {_said(one)} / {_said(other)}"


def _floats(widget: QWidget) -> bool:
    return isinstance(widget, FloatingCard) or widget.property("role") in FLOATING


def _layer(widget: QWidget, root: QWidget) -> QWidget | None:
    """Return the floating widget that a widget belongs to."""
    holder: QWidget | None = widget
    while holder is not None and holder is not root:
        if _floats(holder):
            return holder
        holder = holder.parentWidget()
    return None


def _said(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else ""
    return text or widget.accessibleName() or widget.objectName() or type(widget).__name__
