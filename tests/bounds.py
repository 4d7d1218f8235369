"""Loops of tests that end."""

from defiance_qt.systems.defiance.testing.bounds import MOST, repeat

__all__ = ["MOST", "repeat"]
