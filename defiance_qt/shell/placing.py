"""Where on the screen the window opens, and how large: as it was left, but never beyond the screen, and never tiny."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize

LEAST = (1024, 680)
"""The least size in pixels with which the window opens, if the screen has room for it."""

FRAME = (8, 44)
"""What a frame and a title bar take beside the window, in pixels. Qt knows them only once the window is shown."""


def place(size: tuple[int, int], maximized: bool, available: QRect) -> tuple[QRect, bool]:
    """Return the window's place without its frame, and whether it is maximized. `size` is what it had, `available` what
    the screen has. A window for which the screen is too narrow and too low is maximized too."""
    room = QSize(available.width() - FRAME[0], available.height() - FRAME[1])
    wanted = QSize(*size).expandedTo(QSize(*LEAST))
    fits = wanted.boundedTo(room)
    top = available.top() + FRAME[1] - FRAME[0] // 2
    left = available.left() + (available.width() - fits.width()) // 2
    spare = room.height() - fits.height()
    beyond = wanted.width() > room.width() and wanted.height() > room.height()
    return QRect(left, top + spare // 2, fits.width(), fits.height()), maximized or beyond
