"""Units, their cards and the decks they lie in (R-164 … R-170, R-323).

Spans `rules.effects`, `rules.harm` and `enemies.reinforcements`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import DeployUnits, Effect, FlipUnit, RaiseAlert, Trigger
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = (
    pack("mortal")
    + """
    [[units]]
    id = "boss"
    faces = [{ colour = "black", number = 1, speed = 4, wounds = 8 }]

    [[units]]
    id = "turret"
    faces = [{ colour = "grey", number = 1, speed = 0, wounds = 3, structure = true }]

    # More of them on the first face, and tougher.
    [[units]]
    id = "swarm"

      [[units.faces]]
      colour = "blue"
      number = 3
      speed = 4
      wounds = 5

      [[units.faces]]
      colour = "red"
      number = 2
      speed = 4
      wounds = 3

    [[ai_cards]]
    id = "two_columns"
    blue = ["focused"]
    red = ["withdraw least_distance"]
    """
)


def opened(text: str, *effects: Effect) -> Play:
    """Uma opens the gate beside her, and that brings the effects about."""
    trigger = Trigger("door_opened gate", effects)
    return position(f"{text}\ndoor gate A1:e", CARDS, triggers=(trigger,)).do("activate uma", "interact uma gate")


@pytest.mark.rule("R-164", "R-016", "R-167", "R-168")
@pytest.mark.parametrize(("unit", "number"), [("swarm", 3), ("boss", 1)])
def test_a_deployed_unit_leaves_the_selected_deck_with_all_its_miniatures(unit: str, number: int) -> None:
    game = opened(f"U . . . .\n\nselected {unit} mortal", DeployUnits((unit,), ("C1", "D1", "E1")))
    assert list(game.state.enemies) == [f"{unit}.{at}" for at in range(1, number + 1)]
    assert game.state.selected == ("mortal",)
    assert list(game.state.units) == [unit]


@pytest.mark.rule("R-167")
def test_only_what_lies_in_the_selected_deck_is_deployed() -> None:
    game = opened("U . . 1 .\n\nswarm 1 - -", DeployUnits(("swarm",), ("C1",)))
    assert list(game.state.enemies) == ["swarm.1"]


@pytest.mark.rule("R-165", "R-172")
@pytest.mark.parametrize(
    ("unit", "performed"),
    [
        ("dummy 1 - blue", "dummy.1 focused"),
        ("dummy 1 - red", "dummy.1 withdraw"),
        ("boss 1", "boss.1 withdraw"),
        ("turret 1", "turret.1 withdraw"),
    ],
)
def test_the_colour_says_which_column_is_read(unit: str, performed: str) -> None:
    game = foes_turn(f"U . 1 . . .\n\n{unit} ai=two_columns\ninitiative {unit.split()[0]}", CARDS).pass_on()
    looked_at = [line.split()[1:3] for line in game.told("instruction_chosen", "instruction_skipped")]
    assert looked_at == [performed.split()]


@pytest.mark.rule("R-166")
def test_a_card_with_one_side_is_not_flipped() -> None:
    game = opened("U . . 1 2\n\nboss 1\nturret 2\nalert 4", RaiseAlert(1))
    assert game.state.alert == 5
    assert not game.told("unit_flipped")
    assert (game.unit("boss").face, game.unit("turret").face) == (0, 0)


@pytest.mark.rule("R-169", "R-234")
def test_an_eliminated_unit_with_a_respawn_value_goes_under_the_available_deck() -> None:
    game = position(
        """
        U 1

        uma carries=club
        dummy 1 -
        dummy.1 damage=4
        available swarm mortal
        """,
        CARDS,
    ).do("activate uma", "attack uma club.hit dummy.1", team="S", enemy="-")
    assert game.state.available == ("swarm", "mortal", "dummy")
    assert game.state.units == {}


@pytest.mark.rule("R-169", "R-234")
def test_one_without_leaves_the_game() -> None:
    game = position("U 1\n\numa carries=club\nmortal 1", CARDS)
    game.do("activate uma", "attack uma club.hit mortal.1", team="S")
    assert (game.state.available, game.state.removed) == ((), ("mortal",))


@pytest.mark.rule("R-170", "R-130")
def test_a_unit_that_comes_in_mid_round_acts_this_round() -> None:
    game = opened(
        """
        U . . 1 . .

        mortal 1 ai=take_aim
        initiative mortal
        selected dummy
        """,
        DeployUnits(("dummy",), ("E1", "F1")),
    )
    assert game.state.initiative == ("mortal", "dummy")
    assert game.unit("dummy").ai_card not in ("", "take_aim")
    game.do("end_activation uma", initiative="dummy")
    assert game.told("unit_activated") == ["unit_activated dummy [R-172]"]


@pytest.mark.rule("R-170", "R-261")
def test_at_alert_0_it_gets_no_cards_yet() -> None:
    game = opened("U . . . .\n\nselected dummy\nalert 0", DeployUnits(("dummy",), ("C1", "D1")))
    assert game.state.initiative == ()
    assert game.unit("dummy").ai_card == ""


@pytest.mark.rule("R-170")
def test_a_unit_that_comes_in_the_end_phase_waits_for_the_next_round_to_get_its_cards() -> None:
    game = position(
        "U . . . .\n\nselected dummy\ndeck ai two_columns",
        CARDS,
        triggers=(Trigger("round_ended 1", (DeployUnits(("dummy",), ("D1", "E1")),)),),
    ).do("activate uma", "end_activation uma")
    assert [line.split()[0] for line in game.told("round_began", "ai_card_dealt", "unit_deployed")] == [
        "unit_deployed",
        "round_began",
        "ai_card_dealt",
    ]
    assert game.state.alert == 1


@pytest.mark.rule("R-323", "R-272")
def test_a_mission_may_flip_a_unit_and_more_miniatures_come_beside_their_mates() -> None:
    game = opened("U . . 1 2 .\n . . . . . .\n\ndummy 1 2 blue\ndummy.1 damage=2", FlipUnit("dummy", 1))
    assert game.unit("dummy").profile.colour == "red"
    assert list(game.state.enemies) == ["dummy.1", "dummy.2", "dummy.3"]
    assert game.foe("dummy.1").damage == 2
    assert game.state.reserve == 0


@pytest.mark.rule("R-323", "R-236")
def test_flipped_to_more_miniatures_the_fallen_stay_so() -> None:
    game = opened("U . . 1 . .\n\ndummy 1 - blue", FlipUnit("dummy", 1))
    assert list(game.state.enemies) == ["dummy.1", "dummy.3"]


@pytest.mark.rule("R-323")
def test_flipped_to_fewer_miniatures_the_last_ones_leave() -> None:
    game = opened("U . . 1 2 3\n\nswarm 1 2 3", FlipUnit("swarm", 1))
    assert list(game.state.enemies) == ["swarm.1", "swarm.2"]
    assert not game.told("unit_eliminated")
    assert game.state.reserve == 0


@pytest.mark.rule("R-323")
def test_flipped_to_fewer_those_that_are_left_take_the_tabs_there_are() -> None:
    game = opened("U . . 3 .\n\nswarm - - 3\nswarm.3 damage=2 stunned", FlipUnit("swarm", 1))
    (only,) = [foe for foe in game.state.enemies.values() if foe.damage]
    assert (only.number, only.space, only.damage, only.states) == (1, "D1", 2, ("stunned",))


@pytest.mark.rule("R-323", "R-234")
def test_flipped_to_fewer_wounds_whoever_has_as_much_damage_dies() -> None:
    game = opened("U . . 1 2\n\nswarm 1 2 -\nswarm.1 damage=3\nswarm.2 damage=2", FlipUnit("swarm", 1))
    assert game.told("miniature_died")
    assert "swarm.1" not in game.state.enemies
    assert game.foe("swarm.2").damage == 2


@pytest.mark.rule("R-323")
def test_a_unit_that_is_not_there_is_not_flipped() -> None:
    game = opened("U . . .\n\nselected swarm", FlipUnit("swarm", 1))
    assert not game.told("unit_flipped")
