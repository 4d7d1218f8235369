"""Roles for assistive technology of widgets that paint themselves. Qt knows them only as parts of a window."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_ROLE = "reader role"
# Qt's cache of interfaces does not count Python references: these objects must live as long as the program.
_given: list[QAccessibleInterface] = []
_installed: list[bool] = []


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Set what a widget is for a screen reader. Its name is its accessible name."""
    widget.setProperty(_ROLE, role.value)
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_factory)


def _factory(kind: str, thing: QObject) -> QAccessibleInterface | None:
    if not isinstance(thing, QWidget) or (role := thing.property(_ROLE)) is None:
        return None
    made = QAccessibleWidget(thing, QAccessible.Role(role))
    _given.append(made)
    return made
