"""The built-in game as a plugin, `defiance`: it comes through the same hooks as everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.abilities.effects import EFFECTS
from defiance_qt.systems.defiance.engine.abilities.keywords import KEYWORDS
from defiance_qt.systems.defiance.engine.abilities.states import STATES
from defiance_qt.systems.defiance.engine.hooks import Ability

ID = "defiance"
SYSTEM = "infinity-defiance"


def contribute_content() -> Mapping[str, bytes]:
    return content.files()


def contribute_abilities() -> Sequence[Ability]:
    return (*KEYWORDS, *STATES, *EFFECTS)
