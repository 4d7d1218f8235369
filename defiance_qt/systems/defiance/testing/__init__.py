"""Positions in text for tests of rules: this program's own and those of plugins (`defiance_qt.testing`)."""
