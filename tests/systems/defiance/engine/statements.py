"""The statements of positions."""

from defiance_qt.systems.defiance.testing.statements import Table

__all__ = ["Table"]
