"""Whether the system asks programs for less motion, and whether it reads the screen aloud: on Linux its desktop portal
and its bus for assistive technology, on Windows and macOS their settings.

Qt knows the contrast that a user prefers, and neither of these. A system that cannot be asked asks for nothing.
"""

from __future__ import annotations

import sys
from typing import Any

from PySide6.QtCore import QObject, QSettings

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"
DESKTOP, ANIMATIONS = "org.gnome.desktop.interface", "enable-animations"
READER, READER_PATH, READER_STATUS = "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status"
SPI_GETCLIENTAREAANIMATION, SPI_GETSCREENREADER = 0x1042, 0x0046
_asked: list[bool] = []
_aloud: list[bool] = []
_waiting: list[QObject] = []
YES = (True, 1, "1", "true")


def reduced() -> bool:
    """Return whether the system has asked for less motion or reads the screen aloud, as far as it has answered."""
    return any(_asked) or aloud()


def aloud() -> bool:
    """Return whether the system reads the screen aloud, as far as it has answered."""
    return any(_aloud)


def ask() -> None:
    """Ask the system. Linux answers later: nothing waits for it."""
    _asked.clear()
    _aloud.clear()
    if sys.platform == "win32":
        _asked.append(not _windows(SPI_GETCLIENTAREAANIMATION, True))
        _aloud.append(_windows(SPI_GETSCREENREADER, False))
    elif sys.platform == "darwin":
        access = QSettings("com.apple", "universalaccess")
        _asked.append(access.value("reduceMotion") in YES)
        _aloud.append(access.value("voiceOverOnOffKey") in YES)
    else:
        _waiting[:] = [_Portal()]


def _windows(setting: int, usual: bool) -> bool:
    import ctypes

    value = ctypes.c_int(usual)
    system: Any = ctypes.windll.user32  # type: ignore[attr-defined]  # Windows alone has it
    known = system.SystemParametersInfoW(setting, 0, ctypes.byref(value), 0)
    return bool(value.value) if known else usual


class _Portal(QObject):
    """Asks the desktop portal whether it shows animations, and the bus for assistive technology whether a screen reader
    runs. A desktop without them asks for nothing."""

    def __init__(self) -> None:
        super().__init__()
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        if bus.isConnected():
            call = QDBusMessage.createMethodCall(SERVICE, PATH, INTERFACE, "ReadOne")
            call.setArguments([DESKTOP, ANIMATIONS])
            self._motion = QDBusPendingCallWatcher(bus.asyncCall(call, 2000), self)
            self._motion.finished.connect(self._motion_answered)
            call = QDBusMessage.createMethodCall(READER, READER_PATH, "org.freedesktop.DBus.Properties", "Get")
            call.setArguments([READER_STATUS, "ScreenReaderEnabled"])
            self._reader = QDBusPendingCallWatcher(bus.asyncCall(call, 2000), self)
            self._reader.finished.connect(self._reader_answered)

    def _motion_answered(self, watcher: Any) -> None:
        if not watcher.isError():
            _asked.append(answered(watcher.reply().arguments()) is False)

    def _reader_answered(self, watcher: Any) -> None:
        if not watcher.isError():
            _aloud.append(answered(watcher.reply().arguments()) is True)


def answered(answer: list[Any]) -> object:
    """Return the value of an answer of the bus, None without one."""
    value = answer[0] if answer else None
    return getattr(value, "variant", lambda: value)()
