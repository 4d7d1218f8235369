"""Guards what a plugin's widgets do in Qt's own events: painting, clicks, keys, timers.

Qt calls the methods that a class overrides (`paintEvent`, `mousePressEvent`, `sizeHint`, …) by itself. They are
replaced, in the classes of the plugin, by ones that ask the panel they belong to. After a fault Qt's own answer counts.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import wraps
from types import FunctionType, TracebackType
from typing import Any, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from defiance_qt.extend.importing import PREFIX

QT = "PySide6."
_GUARDED = "_defiance_qt_guarded"


class Panel(Protocol):
    """The panel of a plugin around its widgets."""

    def called(self, function: Callable[..., Any], *arguments: Any) -> tuple[bool, Any]:
        """Call a function of the plugin. Return whether it went well, and the answer."""


def guard(inside: QWidget, panel: type[QWidget]) -> None:
    """Guard the classes of a widget and of all objects in it; `panel` is the class of the panels around them."""
    for one in (inside, *inside.findChildren(QObject)):
        for kind in type(one).__mro__:
            if not kind.__module__.startswith(QT) and issubclass(kind, QObject):
                _guard_class(kind, panel)


def _guard_class(kind: type[QObject], panel: type[QWidget]) -> None:
    if _GUARDED in vars(kind):
        return
    setattr(kind, _GUARDED, True)
    own = [base for base in kind.__mro__ if base.__module__.startswith(QT)]
    for name, function in list(vars(kind).items()):
        if isinstance(function, FunctionType) and not name.startswith("_") and any(hasattr(one, name) for one in own):
            setattr(kind, name, _override(kind, name, function, panel))


def _override(kind: type[QObject], name: str, function: Callable[..., Any], panel: type[QWidget]) -> Callable[..., Any]:
    @wraps(function)
    def override(self: QObject, *arguments: Any) -> Any:
        around = _around(self, panel)
        if around is None:
            return function(self, *arguments)
        well, answer = around.called(_released, function, self, *arguments)
        return answer if well else getattr(super(kind, self), name)(*arguments)

    return override


def _released(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function. If it raises, what it held is released: a painter that stays alive would break its widget."""
    try:
        return function(*arguments)
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)
        raise


def _around(one: QObject | None, panel: type[QWidget]) -> Any:
    """Return the panel around an object, None for one that has no place yet."""
    while one is not None and not isinstance(one, panel):
        one = one.parent()
    return one


def plugin_of(trace: TracebackType | None) -> str:
    """Return the plugin whose code an error came from, by the innermost of its modules; "" for none."""
    return next(iter(reversed(list(_plugins(trace)))), "")


def _plugins(trace: TracebackType | None) -> Iterator[str]:
    for frame, _ in traceback.walk_tb(trace):
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if package.startswith(PREFIX):
            yield package.removeprefix(PREFIX).rpartition("_")[0]
