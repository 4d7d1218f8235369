"""The board widget: shows a State on its hexes and reports pointer and keyboard input. Contains no game logic."""

from defiance_qt.systems.defiance.view.board.view import BoardView

__all__ = ["BoardView"]
