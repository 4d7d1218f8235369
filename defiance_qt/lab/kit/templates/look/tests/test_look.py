"""The theme can be read: words and marks have enough contrast on their grounds."""

from __future__ import annotations

from defiance_qt.shell.looks import plugin_themes
from defiance_qt.testing import Found


def test_the_theme_can_be_used(plugin: Found) -> None:
    found = plugin_themes("en")
    assert [failure for failure in found.failures if plugin.id in str(failure)] == []
    assert "my_plugin" in found.themes
