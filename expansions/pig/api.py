"""What packs for the game use: its values, commands and events, and the context of its hooks."""

from .engine import state
from .hookspecs import RollContext

__all__ = ["RollContext", "state"]
