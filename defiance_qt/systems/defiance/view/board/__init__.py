"""The board in the window: shows a State on its hexes, tells what people point at. Decides nothing."""

from defiance_qt.shell.surface.card import Chance
from defiance_qt.systems.defiance.view.board.view import BoardView

__all__ = ["BoardView", "Chance"]
