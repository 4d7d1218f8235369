"""Consequences (R-237 … R-242, R-321).

Spans `rules.decks`, `rules.harm` and `rules.campaign.written`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Suffering, Trigger
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[consequences]]
    id = "broken_leg"
    speed = -1
    wounds = -2
    modifiers = [{ rolls = ["attack"], fewer = 2 }]

    [[consequences]]
    id = "panic"
    effects = [{ do = "calm", amount = 2 }]

    [[units]]
    id = "maimer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "saw"
        dice = ["any", "any"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "consequence" }] }]
    """


def opened(figures: str, count: int = 1, deck: str = "", **drawn: list[str]) -> Play:
    """Uma opens the gate, and the mission makes her suffer."""
    return position(
        f"U . C\n\ndoor gate A1:e\n{figures}\n{deck}",
        CARDS,
        triggers=(Trigger("door_opened gate", (Suffering(count, on="user"),)),),
    ).do("activate uma", "interact uma gate", **drawn)


@pytest.mark.rule("R-237", "R-238")
def test_the_mission_is_one_source() -> None:
    game = opened("", consequence=["panic"])
    assert game.one("uma").consequences == ("panic",)
    assert game.one("uma").face_down == ()


@pytest.mark.rule("R-237")
def test_an_enemys_attack_is_another() -> None:
    game = foes_turn("U . 1\n\nmaimer 1 ai=attack_twice\ninitiative maimer", CARDS)
    game.do("proceed", enemy="! S", team="-", consequence="broken_leg")
    assert game.one("uma").consequences == ("broken_leg",)
    assert game.one("uma").damage == 1


@pytest.mark.rule("R-240")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_as_many_are_drawn_as_are_suffered(count: int) -> None:
    cards = ["panic", "broken_leg", "torn_muscle"][:count]
    assert list(opened("", count, consequence=cards).one("uma").consequences) == cards


@pytest.mark.rule("R-240")
def test_the_discarded_are_shuffled_when_the_deck_is_empty() -> None:
    game = opened(
        "",
        2,
        "deck consequence panic\ndiscards consequence broken_leg torn_muscle",
        consequence=["panic", "torn_muscle"],
    )
    assert game.one("uma").consequences == ("panic", "torn_muscle")
    assert game.told("deck_rebuilt") == ["deck_rebuilt consequence [R-240]"]
    assert game.state.decks["consequence"] == ("broken_leg",)
    assert game.state.alert == 1


@pytest.mark.rule("R-240")
def test_with_nothing_left_none_are_suffered() -> None:
    game = opened("", 3, "deck consequence panic\ndiscards consequence", consequence=["panic"])
    assert game.one("uma").consequences == ("panic",)
    assert game.asks() == "team activation"


@pytest.mark.rule("R-238")
def test_what_lies_face_up_works_as_long_as_it_lies() -> None:
    game = position("U . 1\n\numa carries=stick consequences=broken_leg\ndummy 1 -", CARDS).do(
        "activate uma", "move uma"
    )
    assert game.points() == 3
    game.do("attack uma stick.point dummy.1", team="S S", enemy="-")
    assert game.dice("team") == ["any"] * 4
    assert game.game.rules.loadout(game.one("uma")).wounds == 8


@pytest.mark.rule("R-238", "R-239")
def test_what_lies_face_down_takes_one_wound_and_does_nothing_else() -> None:
    game = position("U . 1\n\numa carries=stick face_down=broken_leg,panic\ndummy 1 -", CARDS).do(
        "activate uma", "move uma"
    )
    assert game.points() == 4
    assert game.game.rules.loadout(game.one("uma")).wounds == 8
    game.do("attack uma stick.point dummy.1", team="S S", enemy="-")
    assert game.dice("team") == ["any"] * 6


@pytest.mark.rule("R-242")
def test_effects_happen_at_once() -> None:
    game = opened("uma aggro=1", consequence=["panic"])
    assert game.one("uma").aggro == 3


@pytest.mark.rule("R-242")
def test_several_take_effect_one_after_the_other() -> None:
    game = opened("", 2, consequence=["panic", "concussion"])
    assert (game.one("uma").aggro, game.one("uma").states) == (2, ("stunned",))


@pytest.mark.rule("R-321", "R-224")
@pytest.mark.parametrize(("damage", "falls"), [(7, False), (8, True), (9, True)])
def test_wounds_lowered_to_the_damage_bring_down_at_once(damage: int, falls: bool) -> None:
    """10 Wounds, and the card takes two."""
    uma = opened(f"uma damage={damage} aggro=2", consequence=["broken_leg"]).one("uma")
    assert uma.conscious != falls
    assert uma.aggro == (0 if falls else 2)


@pytest.mark.rule("R-321")
def test_a_characters_wounds_never_drop_below_one() -> None:
    game = opened("uma wounds=2", consequence=["broken_leg"])
    assert game.game.rules.loadout(game.one("uma")).wounds == 1
    assert game.one("uma").conscious


@pytest.mark.rule("R-321", "R-225", "R-315")
@pytest.mark.parametrize(
    ("words", "damage", "healed"),
    [
        ("damage=9", 7, ["uma 1 8 [R-225]", "uma 1 7"]),
        ("damage=8", 7, ["uma 1 7"]),
        ("wounds=2 damage=1", 0, ["uma 1 0"]),
    ],
)
def test_a_card_that_is_flipped_keeps_one_of_the_wounds_that_are_left(
    words: str, damage: int, healed: list[str]
) -> None:
    """Damage that the lowered Wounds no longer hold is gone before. The last Wound of all is kept too."""
    game = opened(f"uma specialties=not_today {words}", consequence=["broken_leg"])
    assert (game.one("uma").damage, game.one("uma").conscious) == (damage, True)
    told = [" ".join(word for word in line.split()[1:] if "=" not in word) for line in game.told("damage_healed")]
    assert [line.removesuffix(" [R-212]") for line in told] == healed
    assert game.one("uma").flipped == ("not_today",)


@pytest.mark.rule("R-241")
def test_nothing_in_a_mission_takes_a_consequence_away() -> None:
    """Neither Rest nor treatment; Uma suffers one of the two in the mission itself."""
    game = opened("uma damage=4 face_down=deep_cut\ncadin carries=medikit", consequence=["panic"])
    game.do("rest uma", "end_activation uma", "activate cadin", "move cadin", "step_to cadin B1")
    game.do("use_card cadin medikit.treat uma")
    assert game.one("uma").damage == 0
    assert (game.one("uma").consequences, game.one("uma").face_down) == (("panic",), ("deep_cut",))
