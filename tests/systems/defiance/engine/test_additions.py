"""What later content adds to a mission, or a campaign, that stands elsewhere.

Spans `catalog` and `rules.campaign.course`.
"""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog

UNIT = """
    [[units]]
    id = "{id}"
    faces = [{{ colour = "blue", number = 1, speed = 4, wounds = 2, respawn = 1 }}]
    """


def catalog(**files: str) -> Catalog:
    return read_catalog({**content.files(), **{name: text.encode() for name, text in files.items()}})


def test_units_join_the_decks_under_those_that_are_there() -> None:
    before = catalog().missions["extraction"]
    text = UNIT.format(id="ghost") + '[[additions]]\nmission = "extraction"\nselected = ["ghost"]\n'
    text += UNIT.format(id="wisp") + '[[additions]]\nmission = "extraction"\navailable = ["wisp"]\n'
    after = catalog(more=text).missions["extraction"]
    assert after.selected == (*before.selected, "ghost", "wisp")
    assert after.available == (*before.available, "wisp")
    assert after.openings == before.openings


def test_units_start_deployed_in_every_opening() -> None:
    text = (
        UNIT.format(id="ghost")
        + '[[additions]]\nmission = "extraction"\ndeployed = [{ unit = "ghost", at = ["A00/A1"] }]\n'
    )
    mission = catalog(more=text).missions["extraction"]
    assert {opening.deployed[-1].unit for opening in mission.openings.values()} == {"ghost"}
    assert "ghost" in mission.selected


def test_what_is_there_already_is_not_there_twice() -> None:
    before = catalog().missions["extraction"]
    text = '[[additions]]\nmission = "extraction"\nselected = ["cadmus"]\navailable = ["nox_hacker"]\n'
    assert catalog(more=text).missions["extraction"] == before


def test_the_order_of_files_decides() -> None:
    one = UNIT.format(id="ghost") + '[[additions]]\nmission = "extraction"\navailable = ["ghost"]\n'
    two = UNIT.format(id="wisp") + '[[additions]]\nmission = "extraction"\navailable = ["wisp"]\n'
    assert catalog(a=one, b=two).missions["extraction"].available[-2:] == ("ghost", "wisp")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('mission = "nowhere"', "more: additions: there is no mission 'nowhere'"),
        ('mission = "extraction"\nselected = ["ghost"]', "more: additions to 'extraction': there is no unit 'ghost'"),
        (
            'mission = "extraction"\navailable = ["gwailos"]',
            "more: additions to 'extraction': 'gwailos' has no Respawn value",
        ),
        (
            'mission = "extraction"\navailable = ["nox_spec_ops"]',
            "more: additions to 'extraction': 'nox_spec_ops' is on the board from the start, so it cannot be Available",
        ),
        (
            'mission = "extraction"\ndeployed = [{ unit = "gwailos", at = ["A00/Z9"] }]',
            "more: additions to 'extraction': A00/Z9: tile A00 has no such space",
        ),
    ],
)
def test_faults_are_named(text: str, words: str) -> None:
    with pytest.raises(ContentError) as refused:
        catalog(more=f"[[additions]]\n{text}\n")
    assert words in str(refused.value)


CHARACTER = """
    [[characters]]
    id = "ghost"
    speed = 4
    wounds = 8
    tabs = ["hand"]
    """


@pytest.mark.rule("R-280", "R-286")
def test_characters_join_a_campaign_and_bring_what_they_do_aboard() -> None:
    before = catalog().campaigns["defiance"]
    text = (
        CHARACTER
        + """
    [[campaign_additions]]
    campaign = "defiance"
    characters = ["uma", "ghost"]
    members = [
      { id = "ghost", areas = { bridge = { discount = 1 } } },
      { id = "uma", areas = { sickbay = { discount = 9 }, bridge = { discount = 1 } } },
    ]
    """
    )
    after = catalog(more=text).campaigns["defiance"]
    assert (after.characters, after.size) == ((*before.characters, "ghost"), before.size)
    areas = {member.id: member.areas for member in after.members}
    assert areas["ghost"]["bridge"].discount == 1
    assert areas["uma"]["bridge"].discount == 1
    assert areas["uma"]["sickbay"] == next(one for one in before.members if one.id == "uma").areas["sickbay"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('campaign = "nowhere"', "more: campaign_additions: there is no campaign 'nowhere'"),
        (
            'campaign = "defiance"\ncharacters = ["ghost"]',
            "more: additions to 'defiance': there is no character 'ghost'",
        ),
        (
            'campaign = "defiance"\nmembers = [{ id = "uma", areas = { attic = { discount = 1 } } }]',
            "'attic' is not one of",
        ),
    ],
)
def test_faults_of_additions_to_a_campaign_are_named(text: str, words: str) -> None:
    with pytest.raises(ContentError) as refused:
        catalog(more=f"[[campaign_additions]]\n{text}\n")
    assert words in str(refused.value)
