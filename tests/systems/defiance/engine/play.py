"""A game in a test's hand, as authors of plugins have it too."""

from defiance_qt.systems.defiance.testing.play import IDLE, SETTLING, Play, faces_showing

__all__ = ["IDLE", "SETTLING", "Play", "faces_showing"]
