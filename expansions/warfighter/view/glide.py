"""Motion in the row: pieces glide from where they were to where they are. It is short and can be skipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QVariantAnimation

if TYPE_CHECKING:
    from .row import Key, Row

SPACE, FLIP = 180, 200  # milliseconds for a way of one space, and for a card that is turned up


class Glide(QObject):
    """Moves the pieces of a row from their places before to those of the present view."""

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        self._row = row
        self._speed = 0.0
        self._ways: dict[Key, tuple[QRect, QRect]] = {}
        self._done: Callable[[], None] | None = None
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self._finish)

    @property
    def running(self) -> bool:
        """Whether pieces are moving."""
        return self._done is not None

    def set_speed(self, speed: float) -> None:
        """Set how fast pieces move: 1 is normal, 0 at once."""
        self._speed = speed

    def places(self) -> dict[Key, QRect]:
        """Return where the pieces are."""
        return {key: piece.geometry() for key, piece in self._row.pieces.items()}

    def start(self, before: Mapping[Key, QRect], done: Callable[[], None]) -> None:
        """Move the pieces from their places before to the present ones, then call `done`. What was not there is turned
        up in its place."""
        self.skip()
        self._done = done
        self._ways = {}
        for key, piece in self._row.pieces.items():
            end = piece.geometry()
            start = before.get(key)
            if start is None and before:
                start = QRect(QPoint(end.center().x(), end.top()), QPoint(end.center().x(), end.bottom()))
            if start is not None and start != end and key[0] != "move":
                self._ways[key] = start, end
        if self._speed <= 0 or not self._ways:
            self._finish()
            return
        far = max(abs(end.center().x() - start.center().x()) for start, end in self._ways.values())
        columns = max(1, round(far / max(1, self._row.width() / 7)))
        self._clock.setDuration(max(1, round(max(FLIP, SPACE * columns) / self._speed)))
        self._advance(0.0)
        self._clock.start()

    def skip(self) -> None:
        """End the motion at once."""
        if self.running:
            self._clock.stop()
            self._finish()

    def _advance(self, part: object) -> None:
        share = float(part) if isinstance(part, float | int) else 1.0
        for key, (start, end) in self._ways.items():
            piece = self._row.pieces.get(key)
            if piece is not None:
                piece.setGeometry(_between(start, end, share))

    def _finish(self) -> None:
        self._advance(1.0)
        self._ways = {}
        done, self._done = self._done, None
        if done is not None:
            done()


def _between(start: QRect, end: QRect, share: float) -> QRect:
    def part(one: int, other: int) -> int:
        return round(one + (other - one) * share)

    return QRect(
        part(start.left(), end.left()),
        part(start.top(), end.top()),
        part(start.width(), end.width()),
        part(start.height(), end.height()),
    )
