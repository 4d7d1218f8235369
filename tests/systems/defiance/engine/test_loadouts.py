"""What all cards of a Character come to (R-004, R-025 … R-032, R-048, R-107, R-229, R-239, R-242, R-312, R-319)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.loadouts import Loadout
from tests.systems.defiance.engine.positions import position

CARDS = """
    [[characters]]
    id = "veteran"
    ally = true
    automedikit = false
    speed = 5
    wounds = 9
    max_aggro = 4
    biotech = ["any"]
    tabs = ["head", "torso", "hand", "hand", "backpack", "backpack"]
    abilities = ["brave"]
    modifiers = [{ rolls = ["attack"], dice = ["black"] }]
    attacks = [{ id = "kick", dice = ["any"], range = [1, 1], cc = true }]
    actions = [{ id = "shout", effects = [{ do = "calm", amount = 1 }] }]

    [[specialties]]
    id = "aim"
    modifiers = [{ rolls = ["attack", "hacking"], dice = ["red"] }]
    abilities = ["calm"]
    actions = [
      { id = "focus", effects = [{ do = "calm", amount = 1 }] },
      { id = "breathe", effects = [{ do = "calm", amount = 1 }] },
    ]

    [[specialties]]
    id = "guard"
    modifiers = [{ rolls = ["defense"], dice = ["green"] }]
    abilities = ["tough"]
    actions = [{ id = "brace", effects = [{ do = "calm", amount = 1 }] }]

    [[equipment]]
    id = "rifle"
    tabs = [["hand"]]
    abilities = ["loud"]
    attacks = [
      { id = "shot", dice = ["any"], range = [1, 8] },
      { id = "burst", dice = ["any"], range = [1, 4] },
    ]

    [[equipment]]
    id = "mail"
    tabs = [["torso"]]
    hackable = true
    biotech = ["black", "green"]
    modifiers = [{ rolls = ["defense"], dice = ["black"] }]

    [[equipment]]
    id = "horn"
    actions = [
      { id = "blow", use = "flip", effects = [{ do = "calm", amount = 1 }] },
      { id = "drum", effects = [{ do = "calm", amount = 1 }] },
    ]

    [[equipment]]
    id = "sack"
    tabs = [["backpack"]]
    abilities = ["packed"]

    [[software]]
    id = "boost"
    kind = "demon"
    modifiers = [{ rolls = ["hacking"], dice = ["yellow"] }]

    [[software]]
    id = "probe"
    kind = "controller"
    targets = "any"
    modifiers = [{ rolls = ["console"], dice = ["yellow"] }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 3], slots = 2 }
    software = ["boost", "probe"]

    [[consequences]]
    id = "hobble"
    speed = -1
    modifiers = [{ rolls = ["attack"], fewer = 1 }]

    [[consequences]]
    id = "fear"
    wounds = -2
    max_aggro = -1

    [[states]]
    id = "sharp"
    modifiers = [{ rolls = ["attack"], dice = ["orange"], spent = true }]
    abilities = ["glow"]

    [[states]]
    id = "dull"
    modifiers = [{ rolls = ["defense"], fewer = 1 }]
    abilities = ["haze"]
    """
OWN = ("brave", "calm", "tough", "loud", "packed", "glow", "haze")
ALL = "carries=rifle,mail,horn,deck,sack specialties=aim,guard consequences=hobble,fear sharp dull"


def loadout(words: str, *, switches: str = "") -> Loadout:
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), *(Ability(id) for id in OWN)))
    game = position(f"V .\n\nveteran V printed {words}\n{switches}", CARDS, hooks=hooks)
    return game.game.rules.loadout(game.one("veteran"))


def actions(found: Loadout) -> list[str]:
    return [f"{card}.{action.id}" for card, action in found.actions]


def modifiers(found: Loadout) -> dict[str, list[str]]:
    """The cards that change each kind of roll, in order."""
    return {roll: [one.key.split(".")[1] for one in sources] for roll, sources in found.modifiers.items()}


@pytest.mark.rule("R-004", "R-029", "R-048", "R-107", "R-229", "R-242", "R-312", "R-319", "R-032")
def test_everything_together() -> None:
    found = loadout(ALL)
    assert [(card, attack.id) for card, attack in found.weapons] == [
        ("veteran", "kick"),
        ("rifle", "shot"),
        ("rifle", "burst"),
    ]
    assert actions(found) == ["veteran.shout", "aim.focus", "aim.breathe", "guard.brace", "horn.blow", "horn.drum"]
    assert modifiers(found) == {
        "attack": ["veteran", "aim", "hobble", "sharp"],
        "hacking": ["aim", "boost"],
        "defense": ["guard", "mail", "dull"],
        "console": ["probe"],
    }
    assert [one.rank for one in found.modifiers["attack"]] == [1, 2, 2, 2]
    assert [one.state for one in found.modifiers["attack"]] == ["", "", "", "sharp"]
    assert [(pool.die, pool.source) for pool in found.biotech] == [
        ("any", "character.veteran.name"),
        ("black", "equipment.mail.name"),
        ("green", "equipment.mail.name"),
    ]
    assert [(one.item, one.software) for one in found.devices] == [("deck", ("boost", "probe"))]
    assert [ability.id for ability in found.abilities] == ["brave", "calm", "tough", "loud", "glow", "haze"]
    assert found.hackable
    assert (found.speed, found.wounds, found.max_aggro) == (4, 7, 3)


@pytest.mark.rule("R-319", "R-029", "R-005")
def test_nothing_but_its_own_card() -> None:
    found = loadout("")
    assert [attack.id for _, attack in found.weapons] == ["kick"]
    assert actions(found) == ["veteran.shout"]
    assert modifiers(found) == {"attack": ["veteran"]}
    assert (found.devices, found.hackable) == ((), False)
    assert (found.speed, found.wounds, found.max_aggro) == (5, 9, 4)


@pytest.mark.rule("R-229", "R-312")
def test_who_is_unconscious_has_no_specialties_and_all_the_rest() -> None:
    found = loadout(ALL.replace("sharp", "damage=9 unconscious sharp"))
    assert actions(found) == ["veteran.shout", "horn.blow", "horn.drum"]
    assert modifiers(found)["attack"] == ["veteran", "hobble", "sharp"]
    assert [ability.id for ability in found.abilities] == ["brave", "loud", "glow", "haze"]


@pytest.mark.rule("R-312", "R-314", "R-315", "R-229")
@pytest.mark.parametrize("turned", ["tapped", "flipped"])
@pytest.mark.parametrize(("which", "left"), [("aim", "guard"), ("guard", "aim")])
def test_a_specialty_that_is_turned_does_nothing(turned: str, which: str, left: str) -> None:
    found = loadout(f"specialties=aim,guard {turned}={which}")
    assert {card for card, _ in found.actions} == {"veteran", left}
    assert [ability.id for ability in found.abilities] == ["brave", {"aim": "calm", "guard": "tough"}[left]]


@pytest.mark.rule("R-029", "R-030", "R-032", "R-048")
@pytest.mark.parametrize(
    ("usable", "equipped", "offers"), [("light", True, True), ("carried", True, True), ("equipped", False, False)]
)
def test_what_a_light_card_is_good_for_is_switch_d12(usable: str, equipped: bool, offers: bool) -> None:
    bell = '\n    [[equipment]]\n    id = "bell"\n    biotech = ["any"]\n'
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), Ability("brave")))
    text = f"V .\n\nveteran V printed carries=horn,bell\nswitch usable={usable}"
    game = position(text, CARDS + bell, hooks=hooks)
    found = game.game.rules.loadout(game.one("veteran"))
    assert len(found.biotech) == 1 + equipped
    assert ("horn.blow" in actions(found)) == offers


@pytest.mark.rule("R-032", "R-029", "R-031")
@pytest.mark.parametrize("item", ["rifle", "mail", "deck"])
def test_what_lies_in_the_backpack_is_good_for_nothing(item: str) -> None:
    assert loadout(f"carries={item}@backpack") == loadout("")


@pytest.mark.rule("R-048", "R-315")
def test_two_copies_offer_one_action_and_one_that_is_face_down_none() -> None:
    assert actions(loadout("carries=horn,horn")) == ["veteran.shout", "horn.blow", "horn.drum"]
    assert actions(loadout("carries=horn flipped=horn")) == ["veteran.shout"]


@pytest.mark.rule("R-239", "R-242", "R-321")
@pytest.mark.parametrize(
    ("words", "wounds", "speed", "aggro"),
    [
        ("face_down=hobble", 8, 5, 4),
        ("face_down=hobble,fear", 7, 5, 4),
        ("consequences=fear,fear", 5, 5, 2),
        ("consequences=fear,fear,fear,fear,fear", 1, 5, 0),
        ("consequences=hobble,hobble,hobble,hobble,hobble,hobble", 9, 0, 4),
        ("consequences=fear face_down=fear", 6, 5, 3),
    ],
)
def test_consequences_count_each_and_never_below_the_least(words: str, wounds: int, speed: int, aggro: int) -> None:
    found = loadout(words)
    assert (found.wounds, found.speed, found.max_aggro) == (wounds, speed, aggro)


@pytest.mark.rule("R-321", "R-155", "R-148")
def test_only_a_remotes_wounds_may_be_used_up_and_an_ally_may_have_no_maximum() -> None:
    game = position("J B\n\nbillie wounds=2 face_down=hobble,hobble,hobble consequences=fear", CARDS)
    found = game.game.rules.loadout(game.one("billie"))
    assert (found.wounds, found.max_aggro) == (0, None)


@pytest.mark.rule("R-107", "R-133")
def test_each_of_two_devices_is_found_by_its_card_and_by_its_programs() -> None:
    second = """
    [[equipment]]
    id = "second"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["probe"]
    """
    game = position("J .\n\njazz carries=deck,second", CARDS + second)
    found = game.game.rules.loadout(game.one("jazz"))
    assert [getattr(found.device(item), "item", None) for item in ("deck", "second", "rifle")] == [
        "deck",
        "second",
        None,
    ]
    assert [one.item for one in found.holding("probe")] == ["deck", "second"]
    assert [one.item for one in found.holding("boost")] == ["deck"]
    assert getattr(found.running("probe", "second"), "item", None) == "second"


@pytest.mark.rule("R-029", "R-031")
@pytest.mark.parametrize(
    ("tab", "equipped"), [('"backpack", "hand"', True), ('"hand", "backpack"', True), ('"backpack", "backpack"', False)]
)
def test_one_location_besides_the_backpack_is_enough_to_be_equipped(tab: str, equipped: bool) -> None:
    frame = f"""
    [[equipment]]
    id = "frame"
    tabs = [[{tab}]]
    hackable = true
    """
    game = position("U .\n\numa tabs=hand,backpack,backpack carries=frame", CARDS + frame)
    assert game.game.rules.loadout(game.one("uma")).hackable == equipped
