"""Positions in text, as authors of plugins have them too."""

from defiance_qt.systems.defiance.testing.positions import FIELD, SYSTEM, Play, catalog, opening, position, start

__all__ = ["FIELD", "SYSTEM", "Play", "catalog", "opening", "position", "start"]
