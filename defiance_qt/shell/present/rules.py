"""A rule by its id, in its own words."""

from __future__ import annotations

from defiance_qt.core.errors import ContentError
from defiance_qt.words import rules as index


def rule_text(id: str, language: str) -> str:
    """What the rule says; "" for a rule of a plugin that no index knows."""
    try:
        return index.rule(id, language).text
    except ContentError:
        return ""
