"""Pointing at the board, and what it tells of it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt

from defiance_qt.systems.defiance.view.board import BoardView

LEFT = Qt.MouseButton.LeftButton


class Heard:
    """What the view has told."""

    def __init__(self, view: BoardView) -> None:
        self.told: list[tuple[str, str]] = []
        for name in ("spaceClicked", "figureClicked"):
            getattr(view, name).connect(lambda text, name=name: self.told.append((name, text)))
        view.hovered.connect(lambda space, id: self.told.append(("hovered", f"{space} {id}".strip())))

    def take(self) -> list[tuple[str, str]]:
        told, self.told = self.told, []
        return told


def place(view: BoardView, name: str, dx: float = 0, dy: float = 0) -> QPoint:
    x, y = view.centre_of(name)
    return view.mapFromScene(QPointF(x + dx, y + dy))
