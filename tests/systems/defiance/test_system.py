"""The game system before a game exists."""

from __future__ import annotations

from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.catalog import read_unchecked
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.engine.checks.catalog import ability_faults
from defiance_qt.systems.defiance.plugin import contribute_abilities


def test_the_cards_of_the_program_name_abilities_that_there_are() -> None:
    """They are not checked when a game is opened."""
    assert ability_faults(read_unchecked(content.files()), vocabulary(contribute_abilities())) == ()
