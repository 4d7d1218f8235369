"""The catalog: what is read and merged, what a file has wrong, and where.

Spans `catalog`.
"""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.catalog import Catalog, content_faults, read_catalog
from defiance_qt.systems.defiance.engine.checks.abilities import instruction, vocabulary
from defiance_qt.systems.defiance.engine.checks.shared import Vocabulary
from defiance_qt.systems.defiance.engine.texts import text_keys
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.catalog.changes import MISSION, changed, fault, with_file


def test_the_built_in_game_is_sound(built_in: dict[str, bytes]) -> None:
    assert content_faults(built_in, vocabulary=vocabulary(contribute_abilities())) == ()


def test_every_kind_is_reached_by_id(catalog: Catalog) -> None:
    assert catalog.units["cadmus"].faces[1].number == 3
    assert catalog.equipment["hacking_device"].software == ("geist_aid", "skullbuster", "picklock")
    assert catalog.missions["extraction"].number == 1
    assert catalog.tiles["A00"].rows[0].startswith("..")
    assert catalog.sources["units", "cadmus"] == "units.toml"


@pytest.mark.parametrize(
    ("edition", "values"),
    [
        ("en", {"opening": "en", "rest": "yes", "console_extra": "interaction", "assault_goal": "smallest"}),
        ("es", {"opening": "es", "rest": "yes", "console_extra": "roll", "maximum_clears": "flipped"}),
        ("en-print", {"opening": "en", "rest": "no", "cc_specialist": "attack", "replacements": "breadth"}),
    ],
)
def test_an_edition_is_a_set_of_switches(catalog: Catalog, edition: str, values: dict[str, str]) -> None:
    chosen = catalog.edition(edition)
    assert len(chosen) == 20
    assert values.items() <= chosen.items()


def test_the_switches_are_those_of_the_rulings(catalog: Catalog) -> None:
    numbers = (1, 3, 4, 6, 11, 12, 14, 15, 16, 17, 20, 24, 25, 27, 31, 34, 35, 36, 37, 51)
    assert [switch.id for switch in catalog.switches.values()] == [f"D{number:02}" for number in numbers]
    assert all(set(switch.editions) == {"en", "es", "en-print"} for switch in catalog.switches.values())
    assert all(switch.rules for switch in catalog.switches.values())


def test_an_unknown_edition_is_refused(catalog: Catalog) -> None:
    with pytest.raises(ContentError, match="no edition 'fr'"):
        catalog.edition("fr")


def test_files_are_merged(built_in: dict[str, bytes]) -> None:
    catalog = read_catalog(with_file(built_in, '[[states]]\nid = "angry"\n'))
    assert "angry" in catalog.states
    assert "hidden" in catalog.states
    assert catalog.sources["states", "angry"] == "extra.toml"


def test_the_same_id_twice_names_both_files(built_in: dict[str, bytes]) -> None:
    assert fault(with_file(built_in, '[[states]]\nid = "hidden"\n')) == (
        "extra.toml: states 'hidden' is already in states.toml"
    )


def test_the_same_id_twice_in_one_file(built_in: dict[str, bytes]) -> None:
    twice = '[[states]]\nid = "angry"\n' * 2
    assert fault(with_file(built_in, twice)) == "extra.toml: states 'angry' is already in extra.toml"


def test_broken_toml_names_the_file(built_in: dict[str, bytes]) -> None:
    assert fault(with_file(built_in, "states = [")).startswith("extra.toml: Invalid value")


def test_text_that_is_not_utf_8_names_the_file(built_in: dict[str, bytes]) -> None:
    assert fault({**built_in, "extra.toml": b"\xff\xfe"}).startswith("extra.toml: ")


def test_a_wrong_type_names_card_and_key(built_in: dict[str, bytes]) -> None:
    content = changed(built_in, "units.toml", "wounds = 3", 'wounds = "two"')
    assert fault(content) == ("units.toml: units 'nox_spec_ops': faces[0].wounds: Expected `int`, got `str`")


def test_an_unknown_key_names_the_card(built_in: dict[str, bytes]) -> None:
    content = with_file(built_in, '[[states]]\nid = "angry"\ncolour = "red"\n')
    assert fault(content) == "extra.toml: states 'angry': Object contains unknown field `colour`"


def test_a_card_without_an_id_is_counted(built_in: dict[str, bytes]) -> None:
    content = with_file(built_in, '[[states]]\nid = "angry"\n[[states]]\nharm = 2\n')
    assert fault(content) == "extra.toml: states 'number 2': Object missing required field `id`"


def test_an_unknown_table_is_refused(built_in: dict[str, bytes]) -> None:
    assert fault(with_file(built_in, "[spells]\n")) == "extra.toml: Object contains unknown field `spells`"


def test_a_bad_die_names_the_file(built_in: dict[str, bytes]) -> None:
    content = with_file(built_in, '[dice]\npink = ["S", "S", "S", "S", "S", "?"]\n')
    assert fault(content).startswith("extra.toml: die 'pink': '?'")


def test_a_roll_wants_known_dice(built_in: dict[str, bytes]) -> None:
    assert fault(with_file(built_in, '[rolls]\nluck = ["pink"]\n')) == (
        "extra.toml: rolls 'luck': there is no die 'pink'"
    )


def test_boards_are_checked_for_the_missions_asked_for(built_in: dict[str, bytes]) -> None:
    content = changed(built_in, MISSION, '"A07/B1", "A07/B2"', '"A07/B1", "A07/Z2"')
    assert read_catalog(content, missions=()).missions
    with pytest.raises(ContentError, match="A07/Z2"):
        read_catalog(content, missions=("extraction",))
    with pytest.raises(ContentError, match="there is no mission 'moon'"):
        read_catalog(built_in, missions=("moon",))


@pytest.mark.rule("R-183", "R-184")
def test_an_instruction_is_kind_and_selector() -> None:
    assert instruction("attack least_distance") == (("attack", "least_distance"),)
    assert instruction("withdraw least_distance + focused") == (("withdraw", "least_distance"), ("focused", ""))


@pytest.mark.rule("R-183")
@pytest.mark.parametrize(
    "text", ["", "attack", "attack most_money", "dance most_aggro", "attack most_aggro +", "acquire"]
)
def test_what_is_no_instruction(text: str) -> None:
    with pytest.raises(ContentError, match="is not an Instruction"):
        instruction(text)


@pytest.mark.rule("R-183", "R-184")
def test_every_instruction_of_a_group_must_be_one() -> None:
    with pytest.raises(ContentError, match="'dance' is not one of"):
        instruction("focused + dance most_aggro")
    assert instruction("dance tallest + focused", Vocabulary({"dance", "focused"}, {"tallest"})) == (
        ("dance", "tallest"),
        ("focused", ""),
    )


SWITCHING = """
    [[equipment]]
    id = "toy"
    tabs = [["hand"]]
    attacks = [{{ id = "zap", dice = ["red"], range = [1, 2], switches = [{switches}] }}]
    """


def switch(cost: str, *symbols: str) -> str:
    effects = ", ".join(f'{{ do = "add_symbols", symbols = "{one}" }}' for one in symbols)
    return f'{{ cost = "{cost}", effects = [{effects}] }}'


@pytest.mark.rule("R-102", "R-103")
@pytest.mark.parametrize(
    ("switches", "endless"),
    [
        ([switch("S", "S")], True),
        ([switch("S S", "S", "S")], True),
        ([switch("S S", "S")], False),
        ([switch("S", "!"), switch("!", "S")], True),
        ([switch("S", "!"), switch("!", "B")], False),
        ([switch("X", "S"), switch("S", "S")], True),
    ],
    ids=["one", "two effects", "it loses one", "two Switches", "they run dry", "behind one that cannot be read"],
)
def test_switches_that_bring_what_they_cost_are_a_fault(
    built_in: dict[str, bytes], switches: list[str], endless: bool
) -> None:
    content = with_file(built_in, SWITCHING.format(switches=", ".join(switches)))
    told = [str(one) for one in content_faults(content)]
    assert sum(".switches: " in one for one in told) == endless, told


FACES = """
    [[units]]
    id = "thing"
    faces = [{faces}]
    """


@pytest.mark.rule("R-166", "R-253")
@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([""], ""),
        (["", ""], ""),
        ([], "a Unit card has one side or two, not 0"),
        (["", "", ""], "a Unit card has one side or two, not 3"),
        ([", respawn = 1", ", respawn = 2"], ""),
        ([", respawn = 1", ""], "a Respawn value is on one side only"),
        (["", ", respawn = 1"], "a Respawn value is on one side only"),
    ],
)
def test_a_unit_card_has_one_side_or_two_that_agree(
    built_in: dict[str, bytes], faces: list[str], sentence: str
) -> None:
    sides = ", ".join(f'{{ colour = "blue", number = 1, speed = 1, wounds = 1{more} }}' for more in faces)
    told = [str(one) for one in content_faults(with_file(built_in, FACES.format(faces=sides)))]
    assert len(told) == bool(sentence)
    assert all(sentence in one for one in told)


@pytest.mark.rule("R-040", "R-043")
@pytest.mark.parametrize(
    ("fact", "known"), [("round_began", True), ("round_ended", True), ("round_ended 2", True), ("alert", False)]
)
def test_a_trigger_may_wait_for_every_round(built_in: dict[str, bytes], fact: str, known: bool) -> None:
    content = changed(built_in, MISSION, '"round_began 3"', f'"{fact}"')
    assert (content_faults(content) == ()) == known


@pytest.mark.rule("R-003", "R-259")
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"qiang", "jazz"]', '"qiang"]', "characters: 3 Characters, and the players control 4 (R-003)"),
        ('"qiang", "jazz"]', '"qiang", "jazz", "uma"]', "characters: 5 Characters, and the players control 4 (R-003)"),
        ("alert = 1", "alert = 6", "alert: 6 is above 5"),
        ("alert = 1", "alert = 5", ""),
        ("alert = 1", "alert = 0", ""),
    ],
)
def test_four_characters_and_a_level_of_the_track(
    built_in: dict[str, bytes], old: str, new: str, sentence: str
) -> None:
    told = [str(one) for one in content_faults(changed(built_in, MISSION, old, new))]
    assert any(sentence in one for one in told) if sentence else not told


def test_text_keys_follow_kind_and_id(catalog: Catalog) -> None:
    keys = text_keys(catalog)
    assert list(keys) == sorted(set(keys))
    assert {
        "unit.cadmus.name", "unit.cadmus.attack.combi_rifle", "equipment.medikit.action.revive", "ability.visor.text",
        "mission.extraction.story", "mission.extraction.end.agent_out", "mission.extraction.element.lab_door",
        "mission.extraction.input.console_1.3", "switch.console_extra.roll", "switch.rest.name", "die.red",
        "specialty.hacking", "location.backpack", "tile.A07.name", "loot.intel_pack.text", "colour.black",
    } <= set(keys)  # fmt: skip
