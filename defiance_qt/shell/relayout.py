"""Layouts that stand already: their widgets are taken out, their new heights count at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QApplication, QLayout, QScrollArea, QWidget


def detach(layout: QLayout) -> None:
    """Take every widget out of a layout, to be laid out again.

    An item from `takeAt` would live on in Python, and Qt would tell it, not the item that follows it, of new heights.
    """
    while layout.count():
        item = layout.itemAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            layout.removeWidget(widget)
        else:
            layout.takeAt(0)


def clear(layout: QLayout) -> None:
    """Take every widget out of a layout and delete it."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def shown_height(widget: QWidget) -> int:
    """Return how high a widget may be without being scrolled: the height of the area that holds it, without one its
    own. In an area it is itself as high as what it held last."""
    holder = widget.parentWidget()
    while holder is not None and not isinstance(holder, QScrollArea):
        holder = holder.parentWidget()
    return widget.height() if holder is None else holder.viewport().height()


def reflow(widget: QWidget) -> QScrollArea | None:
    """Let the new heights within a widget count at once, up to the area that holds it, which is returned. Qt would pass
    them on from one layout to the next in as many turns of the event loop, and squeeze the widget until then."""
    holder = widget.parentWidget()
    above = [widget]
    while holder is not None and not isinstance(holder, QScrollArea):
        above.append(holder)
        holder = holder.parentWidget()
    inside = holder.widget() if holder is not None else None
    if holder is None or inside is None:
        return None
    # Each before the one that holds it.
    for part in (*reversed(widget.findChildren(QWidget)), *above):
        layout = part.layout()
        if layout is not None:
            layout.activate()
    for one in (inside, holder):
        QApplication.sendEvent(one, QEvent(QEvent.Type.LayoutRequest))
    return holder


def reveal(widget: QWidget) -> None:
    """Scroll the area that holds a widget so that the widget can be seen."""
    holder = reflow(widget)
    inside = holder.widget() if holder is not None else None
    if holder is None or inside is None:
        return
    top = widget.mapTo(inside, QPoint(0, 0)).y()
    holder.ensureVisible(0, top + widget.height(), 0, 0)
    holder.ensureVisible(0, top, 0, 0)
