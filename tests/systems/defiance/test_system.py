"""The game system before a game exists."""

from __future__ import annotations

from defiance_qt.core.port import Setup
from defiance_qt.extend.loader import load
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.catalog import read_unchecked
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.engine.checks.catalog import ability_faults
from defiance_qt.systems.defiance.plugin import contribute_abilities
from defiance_qt.systems.defiance.system import Defiance


def test_the_cards_of_the_program_name_abilities_that_there_are() -> None:
    """They are not checked when a game is opened."""
    assert ability_faults(read_unchecked(content.files()), vocabulary(contribute_abilities())) == ()


def test_an_edition_option_that_a_pack_does_not_have_is_as_printed() -> None:
    """A pack may replace the file of the edition options, and a game may be older than one of them."""
    option = """
[[switches]]
id = "D03"
name = "rest"
values = ["no", "yes"]
editions = { en = "no" }
rules = ["R-046"]
"""
    files = {**content.files(), "switches.toml": option.encode()}
    game = Defiance().bind(files, Setup("infinity-defiance", "extraction", 1, edition="en"), load(()))
    switches = game.rules.switches
    assert (switches["rest"], switches["ally_gear"]) == ("no", "light")
