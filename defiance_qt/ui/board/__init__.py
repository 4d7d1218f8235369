"""The board in the window: shows a State on its hexes, tells what people point at. Decides nothing."""

from defiance_qt.ui.board.card import Chance
from defiance_qt.ui.board.view import BoardView

__all__ = ["BoardView", "Chance"]
