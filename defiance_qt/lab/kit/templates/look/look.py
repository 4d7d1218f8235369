"""A theme: the dark one with some colours of its own."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.api import ContributeContext, ThemeColours

COLOURS = {"team": "#f0a35e", "team_fill": "#43291a", "team_ink": "#ffdcbd"}
"""By the names that `defiance-qt plugin api theme` lists; what is hard to read is refused with both colours."""


def contribute_theme(context: ContributeContext) -> Mapping[str, ThemeColours]:
    return {"my_plugin": ThemeColours("dark", COLOURS)}
