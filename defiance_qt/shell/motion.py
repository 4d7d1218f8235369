"""Whether the system asks programs for less motion: on Linux its desktop portal, on Windows and macOS their settings.

Qt knows the contrast that a user prefers, and no motion. A system that cannot be asked asks for nothing.
"""

from __future__ import annotations

import sys
from typing import Any

from PySide6.QtCore import QObject, QSettings

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"
DESKTOP, ANIMATIONS = "org.gnome.desktop.interface", "enable-animations"
SPI_GETCLIENTAREAANIMATION = 0x1042
_asked: list[bool] = []
_waiting: list[QObject] = []


def reduced() -> bool:
    """Return whether the system has asked for less motion, as far as it has answered."""
    return any(_asked)


def ask() -> None:
    """Ask the system. Linux answers later: nothing waits for it."""
    _asked.clear()
    if sys.platform == "win32":
        _asked.append(_windows())
    elif sys.platform == "darwin":
        _asked.append(QSettings("com.apple", "universalaccess").value("reduceMotion") in (True, 1, "1", "true"))
    else:
        _waiting[:] = [_Portal()]


def _windows() -> bool:
    import ctypes

    moves = ctypes.c_int(1)
    system: Any = ctypes.windll.user32  # type: ignore[attr-defined]  # Windows alone has it
    known = system.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moves), 0)
    return bool(known) and not moves.value


class _Portal(QObject):
    """Asks the desktop portal whether it shows animations. A desktop without one asks for nothing."""

    def __init__(self) -> None:
        super().__init__()
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        if bus.isConnected():
            call = QDBusMessage.createMethodCall(SERVICE, PATH, INTERFACE, "ReadOne")
            call.setArguments([DESKTOP, ANIMATIONS])
            self._watcher = QDBusPendingCallWatcher(bus.asyncCall(call, 2000), self)
            self._watcher.finished.connect(self._answered)

    def _answered(self, watcher: Any) -> None:
        message = watcher.reply()
        if not watcher.isError():
            _asked.append(asks_for_less(message.arguments()))


def asks_for_less(answer: list[Any]) -> bool:
    """Return whether the portal says that the desktop shows no animations."""
    value = answer[0] if answer else None
    return getattr(value, "variant", lambda: value)() is False
