"""The keywords of the rulebook as abilities (R-202…R-211)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.abilities import Ability

KEYWORDS = (
    Ability("hackable", cites=("R-202",), hackable=True),
    Ability("visor", cites=("R-211", "R-067"), visor=True),
    Ability("big", cites=("R-209", "R-067"), big=True),
    Ability("surprise_attack", cites=("R-203", "R-204", "R-205", "R-206"), surprise=True),
    Ability("ambushers", cites=("R-207",), deploys_with=("hidden",)),
    Ability("cc_specialist", cites=("R-208",), cc_defense=True),
    Ability("natural_born_warrior", cites=("R-210",), silences=True),
)
