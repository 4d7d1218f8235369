"""What the worked examples of the rulebook reveal about cards holds here, and every roll printed there can fall."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.content import Attack, Equipment, Impose, Profile, Suffer
from defiance_qt.systems.defiance.engine.dice import Symbols


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return read_catalog(files())


def can_show(catalog: Catalog, dice: Iterable[str], text: str) -> bool:
    """Whether these dice can show exactly these symbols."""
    wanted = Symbols.parse(text)
    pools = [catalog.dice.dice[die].faces for die in dice]
    return any(sum(faces[1:], faces[0]) == wanted for faces in product(*pools))


def attack(card: Equipment | Profile, id: str = "") -> Attack:
    return next(one for one in card.attacks if id in ("", one.id))


def places(catalog: Catalog, character: str, items: Iterable[str]) -> dict[str, str] | None:
    """One way of equipping these items, item to the locations it takes; None when there is none."""
    return _places(catalog, list(catalog.characters[character].tabs), list(items))


def _places(catalog: Catalog, free: list[str], items: list[str]) -> dict[str, str] | None:
    if not items:
        return {}
    item, *rest = items
    for tab in catalog.equipment[item].tabs or ((),):
        left = list(free)
        try:
            for location in tab:
                left.remove(location)
        except ValueError:
            continue
        found = _places(catalog, left, rest)
        if found is not None:
            return {item: " ".join(tab), **found}
    return None


def hands_left(catalog: Catalog, character: str) -> int:
    """Free Hand tabs with the starting Equipment as it fits; the card that could go elsewhere does."""
    card = catalog.characters[character]
    found = places(catalog, character, card.equipment)
    assert found is not None
    return card.tabs.count("hand") - sum(tab.split().count("hand") for tab in found.values())


@pytest.mark.rule("R-009", "R-011", "R-026")
def test_every_character_can_wear_what_it_starts_with(catalog: Catalog) -> None:
    for id in catalog.missions["extraction"].characters:
        card = catalog.characters[id]
        assert places(catalog, id, card.equipment) is not None, id
        assert card.equipment.count("automedikit") == 1
        assert card.tabs.count("hand") == 2


@pytest.mark.rule("R-013", "R-014", "R-015", "R-022")
def test_ex_01_the_mission_is_set_up_as_printed(catalog: Catalog) -> None:
    mission = catalog.missions["extraction"]
    assert [placement.tile for placement in mission.tiles] == ["A00", "A02", "A07", "A08"]
    assert set(mission.characters) == {"uma", "cadin", "qiang", "jazz"}
    assert set(mission.selected) == {"nox_hacker", "nox_spec_ops", "nox_leader", "cadmus", "gwailos"}
    assert len(mission.selected) == 5
    assert mission.available == ("nox_hacker",)
    assert mission.alert == 1
    english, spanish = ([unit.unit for unit in mission.openings[name].deployed] for name in ("en", "es"))
    assert english == ["nox_spec_ops"]
    assert spanish == ["nox_spec_ops", "nox_leader", "cadmus"]


def test_ex_02_a_pistol_takes_one_hand_and_a_heavy_weapon_two(catalog: Catalog) -> None:
    assert catalog.equipment["pistol"].tabs == (("hand",),)
    assert catalog.equipment["heavy_machine_gun"].tabs == (("hand", "hand"),)


def test_ex_03_cadin_has_no_hand_free_but_his_head(catalog: Catalog) -> None:
    gear = catalog.characters["cadin"].equipment
    assert hands_left(catalog, "cadin") == 0
    assert places(catalog, "cadin", (*gear, "pistol")) is None
    assert places(catalog, "cadin", (*gear, "helmet")) is not None


def test_ex_04_the_hacking_device_goes_on_the_head_or_in_a_hand(catalog: Catalog) -> None:
    assert catalog.equipment["hacking_device"].tabs == (("head",), ("hand",))


def test_ex_05_qiang_has_full_hands_and_a_backpack_for_a_pistol(catalog: Catalog) -> None:
    gear = catalog.characters["qiang"].equipment
    assert hands_left(catalog, "qiang") == 0
    assert places(catalog, "qiang", (*gear, "pistol")) is None
    assert "backpack" in catalog.characters["qiang"].tabs
    assert len(catalog.equipment["pistol"].tabs[0]) == 1


def test_ex_07_cadin_has_speed_6(catalog: Catalog) -> None:
    assert catalog.characters["cadin"].speed == 6


def test_ex_08_a_nox_attacks_at_range_1_to_8_with_sight(catalog: Catalog) -> None:
    for face in catalog.units["nox_spec_ops"].faces:
        assert attack(face).range == (1, 8)
        assert attack(face).sight
    assert catalog.characters["billie"].remote


def test_ex_09_the_device_reaches_6_and_cadmus_can_be_hacked(catalog: Catalog) -> None:
    device = catalog.equipment["hacking_device"].device
    assert device is not None
    assert device.range == (0, 6)
    assert device.slots == 3
    assert all("hackable" in face.abilities for face in catalog.units["cadmus"].faces)


def test_ex_10_geist_aid(catalog: Catalog) -> None:
    program, device = catalog.software["geist_aid"], catalog.equipment["hacking_device"].device
    assert device is not None
    assert (program.kind, program.targets) == ("controller", "character")
    assert program.effects == (Impose("focused", "target"),)
    assert Symbols.parse(program.switches[0].cost) == Symbols.parse("B !")
    assert program.switches[0].effects == (Impose("focused", "other_character"),)
    assert can_show(catalog, (*device.hacking, *program.dice), "S B ! !")


def test_ex_11_rippers_against_a_nox(catalog: Catalog) -> None:
    slash, nox = attack(catalog.equipment["rippers"]), catalog.units["nox_spec_ops"].faces[0]
    assert slash.cc
    assert Symbols.parse(slash.switches[0].cost) == Symbols.parse("S !")
    assert slash.switches[0].effects == (Suffer(1, "other_enemy"),)
    assert can_show(catalog, slash.dice, "S S B B ! !")
    assert nox.defense is not None
    assert can_show(catalog, nox.defense, "S B !")
    assert not any(Symbols.parse("S B !").covers(Symbols.parse(switch.cost)) for switch in nox.switches)


def test_ex_12_one_special_pays_for_the_stun_pistol_only(catalog: Catalog) -> None:
    pistol, stun = attack(catalog.equipment["pistol"]), attack(catalog.equipment["stun_pistol"])
    one = Symbols(special=1)
    assert {"pistol", "stun_pistol"} <= set(catalog.characters["uma"].equipment)
    assert can_show(catalog, pistol.dice, "!")
    assert not one.covers(Symbols.parse(pistol.switches[0].cost))
    assert one.covers(Symbols.parse(stun.switches[0].cost))
    assert stun.switches[0].effects == (Impose("stunned"),)


def test_ex_13_an_enemy_can_pay_for_stunned(catalog: Catalog) -> None:
    switches = [switch for face in catalog.units["nox_hacker"].faces for switch in face.switches]
    assert [switch.effects for switch in switches] == [(Impose("stunned"),)] * 2


def test_ex_14_skullbuster_kills_cadmus(catalog: Catalog) -> None:
    program, device = catalog.software["skullbuster"], catalog.equipment["hacking_device"].device
    assert device is not None
    assert (program.kind, program.multiplier, len(program.dice)) == ("antipersonnel", 2, 1)
    assert can_show(catalog, (*device.hacking, *program.dice), "S S S B ! ! ! !")
    cadmus = catalog.units["cadmus"].faces[0]
    assert cadmus.biotech
    assert can_show(catalog, cadmus.biotech, "B")
    assert cadmus.wounds <= 4


def test_ex_15_cadmus_hacks_qiang(catalog: Catalog) -> None:
    armour = catalog.equipment["heavy_armour"]
    assert "heavy_armour" in catalog.characters["qiang"].equipment
    assert armour.hackable
    assert can_show(catalog, armour.biotech, "B")
    assert catalog.characters["qiang"].biotech is None
    for face in catalog.units["cadmus"].faces:
        assert "combi_rifle" in [one.id for one in face.attacks]
        assert face.hack_attack is not None
    hack = catalog.units["cadmus"].faces[0].hack_attack
    assert hack is not None
    assert can_show(catalog, hack.dice, "S S !")
    assert can_show(catalog, hack.dice, "S S ! !")


@pytest.mark.rule("R-134", "R-135", "R-136")
def test_ex_16_jazz_on_console_1(catalog: Catalog) -> None:
    device = catalog.equipment["hacking_device"].device
    assert device is not None
    (modifier,) = catalog.software["picklock"].modifiers
    assert modifier.rolls == ("console",)
    assert len(modifier.dice) == 1
    assert modifier.reroll == 1
    assert can_show(catalog, (*device.hacking, *modifier.dice), "S B ! !")
    first, second, third = (Symbols.parse(one.symbols) for one in catalog.missions["extraction"].consoles[0].inputs[:3])
    assert first.success + second.success == 1
    assert first.special + second.special == 1
    assert third.success == third.special == 0
    assert first.block >= 1
    assert third.block >= 1
    assert second.block == 0


def test_ex_20_the_card_of_the_example_exists(catalog: Catalog) -> None:
    closest = ("acquire least_distance", "attack least_distance") * 2
    assert closest in [card.blue for card in catalog.ai_cards.values()]
    nox = catalog.units["nox_spec_ops"].faces[0]
    assert nox.number >= 2
    assert nox.speed >= 1


def test_ex_22_the_nox_hacker_respawns_for_2(catalog: Catalog) -> None:
    face = catalog.units["nox_hacker"].faces[0]
    assert (face.number, face.respawn) == (2, 2)


def test_ex_23_only_cadmus_has_replacements_among_the_deployed(catalog: Catalog) -> None:
    cadmus = catalog.units["cadmus"].faces[0]
    assert cadmus.number >= 2
    assert cadmus.replacements == 1
    for unit in ("nox_spec_ops", "nox_leader", "nox_hacker"):
        assert catalog.units[unit].faces[0].replacements is None


def test_ex_24_there_are_more_cadmus_on_the_red_face(catalog: Catalog) -> None:
    blue, red = catalog.units["cadmus"].faces
    assert (blue.number, red.number) == (2, 3)
    for unit in catalog.units.values():
        if len(unit.faces) == 2:
            assert [face.colour for face in unit.faces] == ["blue", "red"]
            assert unit.faces[1].number >= unit.faces[0].number


def test_ex_27_something_costs_five_intel_packs(catalog: Catalog) -> None:
    assert any(item.value == 5 for item in catalog.equipment.values())


def test_billie_is_the_synchronized_remote_of_jazz(catalog: Catalog) -> None:
    billie = catalog.characters["billie"]
    assert (billie.ally, billie.remote, billie.synchronized, billie.controller) == (True, True, True, "jazz")
    assert billie.max_aggro is None
    assert not billie.automedikit


@pytest.mark.rule("R-034")
def test_nobody_can_hand_an_automedikit_on(catalog: Catalog) -> None:
    card = catalog.equipment["automedikit"]
    assert card.personal
    assert not card.tabs


@pytest.mark.parametrize(
    ("die", "faces"),
    [
        ("red", "CS|S !|S !|S|S S !|-"),
        ("green", "CB|B B !|B !|B|-|-"),
        ("orange", "S S !|S|! B|S ! B|B|-"),
        ("blue", "! B B|S ! B|S B|B|S !|-"),
        ("yellow", "S ! B|S ! !|! B|!|!|-"),
        ("black", "B|B|B|-|-|-"),
    ],
)
def test_the_dice_are_those_reported(catalog: Catalog, die: str, faces: str) -> None:
    assert catalog.dice.dice[die].faces == tuple(Symbols.parse(face) for face in faces.split("|"))
    assert catalog.dice.rolls == {"console": ("yellow",), "medicine": ("blue",), "engineering": ("orange",)}
