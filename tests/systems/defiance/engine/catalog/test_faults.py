"""What content may not say: each fault with the sentence that names it.

Spans `checks`.
"""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.catalog import content_faults, read_catalog
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.catalog.changes import MISSION, changed, with_file

SWITCH = 'switches = [{ cost = "B !", effects = [{ do = "impose", state = "focused", on = "other_character" }] }]'

FAULTS = [
    # dice, symbols and ranges
    (
        "units.toml",
        'dice = ["red", "red"]',
        'dice = ["pink"]',
        "units 'nox_spec_ops': faces[0].attacks[0].dice: there is no die 'pink'",
    ),
    ("units.toml", 'defense = ["blue"]', 'defense = ["pink"]', "faces[0].defense: there is no die 'pink'"),
    ("units.toml", 'biotech = ["black"]', 'biotech = ["pink"]', "faces[0].biotech: there is no die 'pink'"),
    ("units.toml", "range = [1, 8]", "range = [8, 1]", "faces[0].attacks[0].range: 8 to 1 is not a Range"),
    ("units.toml", 'dice = ["red", "red"]', "dice = []", "faces[0].attacks[0].dice: an Attack needs dice"),
    ("units.toml", 'cost = "! !"', 'cost = "X"', "switches[0].cost: 'X' in 'X' is not one of S, CS, B, CB, !"),
    ("units.toml", 'cost = "! !"', 'cost = "-"', "switches[0].cost: no symbol is named"),
    (
        "software.toml",
        SWITCH,
        'switches = [{ cost = "B", effects = [] }]',
        "switches[0].effects: a Switch needs an effect",
    ),
    # units
    (
        "units.toml",
        'colour = "blue"',
        'colour = "pink"',
        "faces[0].colour: 'pink' is not one of 'black', 'blue', 'grey', 'red'",
    ),
    ("units.toml", 'colour = "blue"', 'colour = "black"', "faces: a Personality or Structure has one side only"),
    (
        "states.toml",
        'until = ["activation"]\neffects',
        "effects",
        "effects: effects of a State that does not end with an ",
    ),
    ("units.toml", "number = 2", "number = 0", "faces[0].number: 0 is below 1"),
    ("units.toml", "respawn = 2", "respawn = 0", "faces[0].respawn: 0 is below 1"),
    ("units.toml", "speed = 4", "speed = -1", "faces[0].speed: -1 is below 0"),
    (
        "units.toml",
        "respawn = 2",
        'instructions = ["dance least_aggro"]',
        "faces[0].instructions: 'dance' is not one of ",
    ),
    # effects
    (
        "software.toml",
        'state = "focused"',
        'state = "angry"',
        "software 'geist_aid': effects[0].state: there is no state 'angry'",
    ),
    ("software.toml", 'on = "other_character"', 'on = "anyone"', "switches[0].effects[0].on: 'anyone' is not one of "),
    ("equipment.toml", 'do = "suffer", amount = 1', 'do = "suffer", amount = 0', "effects[0].amount: 0 is below 1"),
    ("equipment.toml", 'do = "heal", amount = 3', 'do = "heal", amount = 0', "effects[0].amount: 0 is below 1"),
    ("equipment.toml", "heal = 4, draw = 1", "heal = -1, draw = 1", "effects[0].heal: -1 is below 0"),
    ("equipment.toml", "amount = -2", "amount = 0", "effects[0].amount: 0 changes nothing"),
    ("equipment.toml", 'symbols = "S"', 'symbols = "-"', "effects[0].symbols: no symbol is named"),
    (
        "equipment.toml",
        'do = "relieve", on',
        'do = "relieve", state = "angry", on',
        "effects[0].state: there is no state 'angry'",
    ),
    (
        "loot.toml",
        'do = "intel", amount = 1',
        'do = "intel", amount = 0',
        "loot 'intel_pack': effects[0].amount: 0 is below 1",
    ),
    ("loot.toml", 'item = "knife"', 'item = "spoon"', "loot 'knife': effects[0].item: there is no equipment 'spoon'"),
    (
        "loot.toml",
        'do = "reinforce", amount = 1',
        'do = "open", doors = ["x"]',
        "effects[0].doors: only a mission can open doors by name",
    ),
    (
        "loot.toml",
        'do = "reinforce", amount = 1',
        'do = "deploy", units = ["x"], at = ["A1"]',
        "effects[0].units: only a mission can deploy Units",
    ),
    (
        "loot.toml",
        'do = "reinforce", amount = 1',
        'do = "flip", unit = "x"',
        "effects[0].unit: only a mission can flip Units",
    ),
    ("loot.toml", 'do = "reinforce", amount = 1', 'do = "consequence", count = 0', "effects[0].count: 0 is below 1"),
    ("loot.toml", 'do = "reinforce", amount = 1', 'do = "alert", amount = 0', "effects[0].amount: 0 changes nothing"),
    ("loot.toml", 'do = "gain", what = "tech"', 'do = "gain", what = "tech", amount = 0', "amount: 0 changes nothing"),
    ("loot.toml", "copies = 4", "copies = 0", "loot 'intel_pack': copies: 0 is below 1"),
    ("consequences.toml", "copies = 2", "copies = 0", "consequences 'deep_cut': copies: 0 is below 1"),
    ("consequences.toml", 'rolls = ["defense"]', 'rolls = ["luck"]', "modifiers[0].rolls: 'luck' is not one of "),
    ("consequences.toml", "fewer = 1", "fewer = -1", "modifiers[0].fewer: -1 is below 0"),
    ("states.toml", 'until = ["activation"]', 'until = ["lunch"]', "states 'stunned': until: 'lunch' is not one of "),
    # equipment, software, characters
    ("equipment.toml", 'tabs = [["hand"]]', 'tabs = [["foot"]]', "equipment 'pistol': tabs: 'foot' is not one of "),
    ("equipment.toml", 'tabs = [["hand"]]', "tabs = [[]]", "equipment 'pistol': tabs: a tab without a location"),
    ("equipment.toml", 'owner = "cadin"', 'owner = "bob"', "equipment 'rippers': owner: there is no character 'bob'"),
    ("equipment.toml", "value = 2", "value = -2", "equipment 'pistol': value: -2 is below 0"),
    (
        "equipment.toml",
        "slots = 3",
        "slots = 2",
        "equipment 'hacking_device': software: 3 programs but fewer slots",
    ),
    (
        "equipment.toml",
        'hacking = ["yellow", "yellow"]',
        'hacking = ["pink"]',
        "device.hacking: there is no die 'pink'",
    ),
    (
        "equipment.toml",
        '"skullbuster", "picklock"',
        '"skullbuster", "tetris"',
        "software: there is no software 'tetris'",
    ),
    (
        "equipment.toml",
        'id = "treat"',
        'id = "revive"',
        "equipment 'medikit': actions: Action 'revive' is listed twice",
    ),
    ("equipment.toml", 'target = "remote"', 'target = "moon"', "actions[0].target: 'moon' is not one of "),
    ("equipment.toml", 'use = "tap"', 'use = "eat"', "actions[0].use: 'eat' is not one of "),
    ("software.toml", 'kind = "demon"', 'kind = "angel"', "software 'picklock': kind: 'angel' is not one of "),
    (
        "software.toml",
        'targets = "enemy"',
        'targets = "moon"',
        "software 'skullbuster': targets: 'moon' is not one of ",
    ),
    ("software.toml", "multiplier = 2", "multiplier = 0", "software 'skullbuster': multiplier: 0 is below 1"),
    ("characters.toml", "wounds = 9", "wounds = 0", "characters 'uma': wounds: 0 is below 1"),
    (
        "characters.toml",
        '"pistol", "stun_pistol"',
        '"pistol", "spoon"',
        "characters 'uma': equipment: there is no equipment 'spoon'",
    ),
    (
        "characters.toml",
        'controller = "jazz"',
        'controller = "bob"',
        "characters 'billie': controller: there is no character 'bob'",
    ),
    (
        "characters.toml",
        'controller = "jazz"',
        "",
        "characters 'billie': controller: a Synchronized Ally or Remote needs one",
    ),
    # AI cards and switches
    (
        "ai_cards.toml",
        "assault most_damage",
        "assault most_money",
        "ai_cards 'pack_hunt': blue: 'most_money' is not one of ",
    ),
    (
        "ai_cards.toml",
        '"focused", "attack least',
        '"focused", "attack", "attack least',
        "ai_cards 'steady_aim': blue: '' is not one of ",
    ),
    (
        "ai_cards.toml",
        '["withdraw least_distance", "attack greatest_distance"]',
        "[]",
        "ai_cards 'waver': blue: a column without",
    ),
    (
        "switches.toml",
        'en-print = "no"',
        'en-print = "maybe"',
        "switches 'rest': editions.en-print: 'maybe' is not one of 'no', 'yes'",
    ),
    (
        "switches.toml",
        'values = ["yes", "no"]',
        'values = ["yes"]',
        "switches 'rest': values: a switch needs two values or more",
    ),
]

MISSION_FAULTS = [
    ("alert = 1", "alert = 6", "alert: 6 is above 5"),
    ("alert = 1", "alert = -1", "alert: -1 is below 0"),
    ("alert = 1", 'alert = 1\nai_deck = ["moon"]', "ai_deck: there is no ai card 'moon'"),
    ("alert = 1", 'alert = 1\nai_deck = ["rush", "rush"]', "ai_deck: AI card 'rush' is listed twice"),
    ('"qiang", "jazz"]', '"qiang"]', "characters: 3 Characters, and the players control 4 (R-003)"),
    ('"qiang", "jazz"]', '"qiang", "goldstein"]', "characters: there is no team member 'goldstein'"),
    ('"qiang", "jazz"]', '"qiang", "qiang"]', "characters: card 'qiang' is listed twice"),
    ('allies = ["billie"]', 'allies = ["jazz"]', "allies: there is no ally 'jazz'"),
    ('"nox_leader", "cadmus", "gwailos"]', '"nox_leader", "cadmus", "dragon"]', "selected: there is no unit 'dragon'"),
    ('available = ["nox_hacker"]', 'available = ["dragon"]', "available: there is no unit 'dragon'"),
    ('available = ["nox_hacker"]', 'available = ["gwailos"]', "available: 'gwailos' has no Respawn value"),
    (
        '"nox_leader", "cadmus", "gwailos"]',
        '"nox_leader", "gwailos"]',
        "'cadmus' is not in the mission's Selected deck",
    ),
    ('selected = ["nox_hacker", ', "selected = [", "available: 'nox_hacker' is not in the mission's Selected deck"),
    (
        'available = ["nox_hacker"]',
        'available = ["nox_spec_ops"]',
        "openings.en: 'nox_spec_ops' is on the board from the start, so it cannot be Available",
    ),
    ('id = "hatch"', 'id = "crate"', "doors, containers, consoles, neutrals: element 'crate' is listed twice"),
    ('card = "goldstein"', 'card = "uma"', "neutrals[0].card: there is no ally 'uma'"),
    ("loot = 2", "loot = 0", "containers[1].loot: 0 is below 1"),
    ('symbols = "B B"', 'symbols = "-"', "consoles[0].inputs[2].symbols: no symbol is named"),
    ('doors = ["lab_door"]', 'doors = ["moon_door"]', "effects[0].doors: the mission has no door 'moon_door'"),
    ('units = ["nox_leader"]', 'units = ["dragon"]', "'dragon' is not in the mission's Selected deck"),
    ('do = "reinforce", amount = 3', 'do = "flip", unit = "dragon"', "'dragon' is not in the mission's Selected deck"),
    ('do = "reinforce", amount = 3', 'do = "flip", unit = "cadmus", face = -1', "face: -1 is below 0"),
    *(
        ('do = "reinforce", amount = 3', f'do = "gain", what = "{what}", amount = 0', "amount: 0 changes nothing")
        for what in ("biological", "component", "crew")
    ),
    ('at = ["A08/B4"]', "at = []", "effects[3].at: no space is named"),
    ('"door_opened lab_door"', '"door_painted lab_door"', "on: 'door_painted' is not one of "),
    ('"door_opened lab_door"', '"door_opened moon_door"', "nothing called 'moon_door' for door_opened"),
    ('"ally_joined goldstein"', '"ally_joined billie"', "nothing called 'billie' for ally_joined"),
    ('"door_opened lab_door"', '"activation_ended bob"', "nothing called 'bob' for activation_ended"),
    ('"door_opened lab_door"', '"unit_deployed dragon"', "nothing called 'dragon' for unit_deployed"),
    ('"door_opened lab_door"', '"flag moon"', "nothing called 'moon' for flag"),
    ('"round_began 3"', '"round_began soon"', "on: 'soon' is not a whole number from 1 on"),
    ('opened = ["lab_door"]', 'opened = ["moon_door"]', "steps[0].opened: 'moon_door' is not one of "),
    ('opened = ["lab_door"]', 'searched = ["moon"]', "steps[0].searched: 'moon' is not one of "),
    ('opened = ["lab_door"]', 'joined = ["uma"]', "steps[0].joined: 'uma' is not one of 'goldstein'"),
    ('opened = ["lab_door"]', 'flags = ["moon"]', "steps[0].flags: 'moon' is not one of 'agent_free'"),
    ('opened = ["lab_door"]', 'eliminated = ["dragon"]', "steps[0].eliminated: 'dragon' is not one of "),
    ('opened = ["lab_door"]', 'standing = ["bob"]', "steps[0].standing: 'bob' is not one of "),
    ('opened = ["lab_door"]', 'zone = "moon"', "steps[0].zone: 'moon' is not one of 'extraction'"),
    ('opened = ["lab_door"]', "", "steps[0].id: step 'laboratory' has no requirement"),
    ('id = "agent"', 'id = "laboratory"', "steps: step 'laboratory' is listed twice"),
    ('standing = ["goldstein", "*"]', 'standing = ["bob"]', "victory[0].standing: 'bob' is not one of "),
    ('zone = "extraction"', 'zone = "moon"', "victory[0].zone: 'moon' is not one of 'extraction'"),
    ("after_round = 12", "", "defeat[0].id: condition 'out_of_time' has no requirement"),
    ("after_round = 12", "after_round = 0", "defeat[0].after_round: 0 is below 1"),
    ("after_round = 12", 'flags = ["moon"]', "defeat[0].flags: 'moon' is not one of 'agent_free'"),
    ("after_round = 12", 'eliminated = ["dragon"]', "defeat[0].eliminated: 'dragon' is not one of "),
    ("after_round = 12", 'unconscious = ["bob"]', "defeat[0].unconscious: 'bob' is not one of "),
    ('when = "round"', 'when = "lunch"', "defeat[0].when: 'lunch' is not one of 'activation', 'round'"),
    ('{ tile = "A00" }', '{ tile = "Z99" }', "tiles, doors: placement Z99: there is no tile Z99"),
    ('"A00/H3:e"', '"A00/A1:w"', "tiles, doors: door store_door: A00/A1:w is the edge of the board"),
    ('"A07/B1", "A07/B2"', '"A07/B1", "A07/Z2"', "deployment: A07/Z2: tile A07 has no such space"),
    ('respawn = ["A08/I5"]', 'respawn = ["A08/I3"]', "respawn: A08/I3 is a Blocked space"),
    ('respawn = ["A08/I5"]', "respawn = []", "respawn: Units can respawn and no space is named"),
    ('space = "A02/D2"', 'space = "A00/I6"', "consoles: A00/I6 already holds something of containers"),
    ('at = ["A00/H5", "A07/H2"]', 'at = ["A00/H5"]', "openings.en: 'nox_spec_ops' has 2 miniatures and 1 spaces"),
    ('at = ["A00/H5", "A07/H2"]', 'at = ["A00/H5", "A00/H5"]', "openings.en: two figures are on A00/H5"),
    ('at = ["A00/H5", "A07/H2"]', 'at = ["A00/H5"], face = 2', "openings.en: 'nox_spec_ops' has no side 2"),
    ('at = ["A00/H5", "A07/H2"]', 'at = ["A00/H5"], face = -1', "face: -1 is below 0"),
    ('at = ["A02/B3", "A02/B2"]', 'at = ["A02/B3", "A02/B2", "A02/C2"]', "at: 'cadmus' has 2 miniatures and 3 spaces"),
    ('at = ["A08/E1", "A08/F1"]', 'at = ["A08/E1", "A08/F1"], face = 1', "at: 'cadmus' has 3 miniatures and 2 spaces"),
]


@pytest.mark.rule("R-015")
@pytest.mark.parametrize(
    ("unit", "openings"),
    [("nox_hacker", []), ("nox_spec_ops", ["en", "es"]), ("nox_leader", ["es"]), ("cadmus", ["es"])],
)
def test_a_unit_of_any_opening_is_not_available(built_in: dict[str, bytes], unit: str, openings: list[str]) -> None:
    """In the Spanish edition three Units are on the board from the start."""
    told = told_faults(changed(built_in, MISSION, 'available = ["nox_hacker"]', f'available = ["{unit}"]'))
    words = f"'{unit}' is on the board from the start, so it cannot be Available"
    assert [one.split("openings.")[1] for one in told if "openings." in one] == [f"{id}: {words}" for id in openings]


def test_one_space_is_enough_for_a_unit_that_deploys_around_it(built_in: dict[str, bytes]) -> None:
    one = changed(built_in, MISSION, 'at = ["A02/B3", "A02/B2"]', 'at = ["A02/B3"]')
    assert told_faults(one) == []


def test_a_number_of_spaces_that_play_copes_with_closes_no_save(built_in: dict[str, bytes]) -> None:
    more = changed(built_in, MISSION, 'at = ["A08/E1", "A08/F1"]', 'at = ["A08/E1", "A08/F1"], face = 1')
    assert told_faults(more)
    assert "extraction" in read_catalog(more).missions


@pytest.fixture(scope="module")
def built_in() -> dict[str, bytes]:
    """The built-in game with one mission: what is read for each test need not check the boards of all. The campaign
    names them all."""
    whole = {name: source for name, source in files().items() if name != "campaign.toml"}
    return {name: source for name, source in whole.items() if not name.startswith("missions/") or name == MISSION}


def told_faults(files: dict[str, bytes], **known: Any) -> list[str]:
    return [str(fault) for fault in content_faults(files, **known)]


@pytest.mark.parametrize(("name", "old", "new", "sentence"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_of_a_card_is_named(built_in: dict[str, bytes], name: str, old: str, new: str, sentence: str) -> None:
    told = told_faults(changed(built_in, name, old, new))
    assert any(sentence in one and one.startswith(f"{name}: ") for one in told), told


@pytest.mark.parametrize(("old", "new", "sentence"), MISSION_FAULTS, ids=[fault[2] for fault in MISSION_FAULTS])
def test_a_fault_of_a_mission_is_named(built_in: dict[str, bytes], old: str, new: str, sentence: str) -> None:
    told = told_faults(changed(built_in, MISSION, old, new))
    assert any(sentence in one and one.startswith(f"{MISSION}: missions 'extraction': ") for one in told), told


def test_an_entry_in_the_record_has_no_amount_that_could_be_0(built_in: dict[str, bytes]) -> None:
    entry = 'do = "gain", what = "record", id = "seen", amount = 0'
    assert told_faults(changed(built_in, MISSION, 'do = "reinforce", amount = 3', entry)) == []


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("deployment = [\n", "deployment: 2 spaces for 5 figures"),
        ("victory", "a mission needs a way to win"),
        ("openings", "a mission needs an opening"),
    ],
)
def test_a_mission_that_cannot_be_played(built_in: dict[str, bytes], pattern: str, sentence: str) -> None:
    bare = (
        '[[missions]]\nid = "bare"\nnumber = 2\nalert = 1\ntiles = [{ tile = "A00" }]\nrespawn = []\n'
        'characters = ["uma", "cadin", "qiang", "jazz"]\nallies = ["billie"]\ndeployment = ["A1", "B1"]\n'
        "selected = []\navailable = []\nopenings = {}\nvictory = []\n"
    )
    assert any(sentence in one for one in told_faults(with_file(built_in, bare))), pattern


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('area = "bridge"', 'area = "chapel"', "fixed[0].area: 'chapel' is not one of"),
        ('{ card = "goldstein", area = "bridge" }', '{ card = "goldstein" }', "fixed[0].area: '' is not one of"),
        ('"breach third"]', '"breach fifth"]', "breach fifth"),
        ("[missions.zones]", "[missions.actions]\n  mule = []\n\n  [missions.zones]", "actions: 'mule' is not one of"),
    ],
)
def test_a_fault_of_the_ship_is_named(built_in: dict[str, bytes], old: str, new: str, sentence: str) -> None:
    ship = "missions/boarders.toml"
    told = told_faults(changed({**built_in, ship: files()[ship]}, ship, old, new))
    assert any(sentence in one for one in told), told


def test_several_faults_are_told_at_once(built_in: dict[str, bytes]) -> None:
    content = changed(built_in, "loot.toml", 'item = "knife"', 'item = "spoon"')
    content = changed(content, "software.toml", 'state = "focused"', 'state = "angry"')
    assert len(content_faults(content)) == 2


def test_unreadable_content_is_one_fault(built_in: dict[str, bytes]) -> None:
    assert len(content_faults(with_file(built_in, "states = ["))) == 1


def test_an_unknown_ability_is_a_fault_when_abilities_are_known(built_in: dict[str, bytes]) -> None:
    known = [one for one in contribute_abilities() if one.id not in ("visor", "redeploy")]
    told = told_faults(built_in, vocabulary=vocabulary(known))
    assert {one.rpartition(": ")[2] for one in told} == {
        "there is no ability 'visor'",
        "there is no ability 'redeploy'",
    }


def test_a_plugin_may_bring_kinds_and_selectors(built_in: dict[str, bytes]) -> None:
    card = '[[ai_cards]]\nid = "odd"\nblue = ["dance tallest"]\nred = ["attack tallest"]\n'
    content = with_file(built_in, card)
    assert len(content_faults(content)) == 3
    dances = Ability("dance", instruct=lambda rules, state, enemy, target: None)
    tallest = Ability("tallest", select=lambda rules, state, enemy, target: 0)
    assert content_faults(content, vocabulary=vocabulary((*contribute_abilities(), dances, tallest))) == ()
    # An ability that does something else is neither.
    others = (Ability("dance"), Ability("tallest"))
    assert len(content_faults(content, vocabulary=vocabulary((*contribute_abilities(), *others)))) == 3
