"""Small pictures of tables for the list of saves. They are a cache: a picture that is missing is made when its game is
played again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk
from defiance_qt.shell.settings import make_folder
from defiance_qt.shell.surface.canvas import Canvas

SIZE = QSize(912, 600)
"""The most pixels of a picture: twice what the start screen shows at 1280 × 800."""

LARGEST = 4 * disk.MIB
"""The limit in bytes of a picture that is read."""


class Pictures:
    """The folder of the pictures. A picture's name is made from the path of its save."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._latest: tuple[Path, QImage] | None = None

    def place(self, save: Path) -> Path:
        """Return where the picture of a save is."""
        return self.folder / f"{blake2b(str(save).encode(errors='surrogateescape'), digest_size=12).hexdigest()}.png"

    def store(self, save: Path, picture: QImage) -> None:
        """Store a picture. Write errors are ignored: the list then shows none."""
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if picture.isNull() or not picture.save(buffer, "PNG", 80):  # type: ignore[call-overload]
            return
        with contextlib.suppress(SaveError):
            make_folder(self.folder)
            disk.replace_file(self.place(save), (bytes(content.data()),))

    def kept(self, save: Path, picture: QImage) -> Callable[[], None]:
        """Take the picture of a save, and return the work that stores it: coding it takes longer than a window may
        stop."""
        self._latest = (save, picture)
        return partial(self.store, save, picture)

    def load(self, save: Path) -> QImage:
        """Return the picture of a save; a null image if there is none or it cannot be read."""
        if self._latest is not None and self._latest[0] == save:
            return self._latest[1]
        try:
            content = disk.read_file(self.place(save), LARGEST)
        except SaveError:
            return QImage()
        found = QImage.fromData(content, "PNG")  # type: ignore[arg-type]
        return found if max(found.width(), found.height()) <= max(SIZE.width(), SIZE.height()) else QImage()

    def remove(self, save: Path) -> None:
        if self._latest is not None and self._latest[0] == save:
            self._latest = None
        with contextlib.suppress(OSError):
            self.place(save).unlink()

    def keep(self, saves: Iterable[Path]) -> None:
        """Remove the pictures of all other saves."""
        kept = {self.place(one).name for one in saves}
        with contextlib.suppress(OSError):
            for one in list(self.folder.iterdir()):
                if one.suffix == ".png" and one.name not in kept:
                    one.unlink()


def picture_of(surface: QWidget) -> QImage:
    """Return a picture of a table's surface: of a canvas the whole board, of another widget what it shows."""
    if isinstance(surface, Canvas):
        return surface.picture(SIZE)
    image = surface.grab().toImage()
    image.setDevicePixelRatio(1.0)
    if image.isNull():
        return image
    return image.scaled(SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
