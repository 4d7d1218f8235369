"""What happens to figures and cards in the middle of something else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.content import RaiseAlert, Suffer, Trigger
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules import decks
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + """
    [[units]]
    id = "lurker"
    faces = [
      { colour = "blue", number = 2, speed = 4, wounds = 1, abilities = ["surprise_attack"], attacks = [
        { id = "claws", dice = ["any", "any"], range = [1, 1], cc = true, switches = [
          { cost = "! !", effects = [{ do = "alert" }] },
        ] },
      ] },
      { colour = "red", number = 3, speed = 4, wounds = 4, abilities = ["surprise_attack"], attacks = [
        { id = "claws", dice = ["any", "any"], range = [1, 1], cc = true },
      ] },
    ]

    [[units]]
    id = "shrinking"
    faces = [
      { colour = "blue", number = 2, speed = 4, wounds = 5, defense = ["any", "any"], switches = [
        { cost = "!", effects = [{ do = "alert" }] },
      ] },
      { colour = "red", number = 1, speed = 4, wounds = 5, defense = ["any"] },
    ]

    [[units]]
    id = "thief"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5

        [[units.faces.attacks]]
        id = "snatch"
        dice = ["any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "!", effects = [{ do = "relieve", state = "*" }] },
          { cost = "B", effects = [{ do = "suffer", amount = 1, on = "team" }] },
          { cost = "CB", effects = [{ do = "suffer", amount = 1 }] },
        ]

    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 8]
      effects = [
        { do = "suffer", amount = 9 }, { do = "relieve", state = "*" }, { do = "heal", amount = 1, on = "target" },
      ]

    [[equipment]]
    id = "pouch"
    abilities = ["pouch"]
    """
)


def surprise(text: str, **answers: str | list[str]) -> Play:
    """The Unit's turn, Miniature by Miniature."""
    game = position(f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy", CARDS).do("overrule round 1")
    return game.do("proceed", "proceed", **answers)


@pytest.mark.rule("R-204", "R-234")
def test_when_the_first_to_appear_dies_the_next_one_comes_all_the_same() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma", enemy=["-", "-"], team=["S", "-"])
    assert list(game.state.enemies) == ["lurker.2"]
    assert game.state.reserve == 0


@pytest.mark.rule("R-234", "R-243")
def test_when_all_who_appear_die_the_unit_is_gone() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma", enemy=["-", "-"], team=["S", "S"])
    assert game.state.units == {}
    assert game.told("unit_eliminated")


@pytest.mark.rule("R-272", "R-204")
def test_who_is_still_to_appear_is_no_casualty_of_maximum_alert() -> None:
    game = surprise(
        ". . . . .\n . U . . .\n. . . . .\n\numa activated\nlast uma\nalert 4", enemy=["! !", "-"], team=["-", "-"]
    )
    came = [line.split("id=")[1].split()[0] for line in game.told("enemy_deployed")]
    assert sorted(came) == ["lurker.1", "lurker.2", "lurker.3"]
    assert len(game.told("attack_declared")) == 2


@pytest.mark.rule("R-271", "R-106")
def test_a_miniature_that_gets_another_number_in_the_middle_of_a_roll_stays_in_it() -> None:
    game = position("U . 1\n\numa carries=stick\nshrinking - 1\nalert 4", CARDS).do("activate uma")
    game.do("attack uma stick.point shrinking.2", team="S S", enemy="!")
    assert game.unit("shrinking").face == 1
    assert game.foe("shrinking.1").damage == 2
    assert game.told("damage_suffered")


@pytest.mark.rule("R-177", "R-178")
def test_the_unseen_card_of_a_dead_unit_is_not_in_the_deck() -> None:
    """It comes back at the end of the Round, when the table says which it was."""
    state = position("U . 1\n\ndeck ai rush\ndummy 1 -").state
    dealt = replace(state, discards={**state.discards, "ai_held": ("?",)})
    assert (decks.left(state, "ai"), decks.left(dealt, "ai")) == (1, 0)


@pytest.mark.rule("R-154", "R-157")
def test_a_remote_that_is_off_the_board_gains_no_aggro() -> None:
    game = position(
        "B C\n\nbillie damage=9\ndoor gate A1:e",
        triggers=(Trigger("door_opened gate", (Suffer(1, "user"), RaiseAlert(1))),),
    ).do("activate billie", "interact billie gate")
    assert game.one("billie").space == ""
    game = position("B X\n\nbillie damage=9\ncontainer crate X\ndeck loot booby_trap").do("activate billie")
    game.do("interact billie crate")
    assert (game.one("billie").space, game.one("billie").aggro) == ("", 0)


@pytest.mark.rule("R-192", "R-103")
def test_an_enemy_takes_the_state_that_a_character_would_rather_keep() -> None:
    game = foes_turn("U . 1\n\numa stunned focused\nthief 1 ai=orders\ninitiative thief", CARDS)
    game.do("proceed", enemy="!", team="-")
    assert game.one("uma").states == ("stunned",)


@pytest.mark.rule("R-104", "R-225")
def test_nothing_is_paid_to_hurt_who_has_fallen_in_the_same_roll() -> None:
    game = foes_turn("U . 1 C\n\numa damage=9\nthief 1 ai=orders\ninitiative thief", CARDS)
    game.do("proceed", enemy="B B", team="-")
    assert not game.one("uma").conscious
    assert game.told("switch_spared") == [] or "reason.unconscious" in game.told("switch_spared")[0]


@pytest.mark.rule("R-048", "R-234")
def test_a_cards_effects_go_on_when_its_target_has_died() -> None:
    game = position("U . 1\n\numa carries=bomb\ndummy 1 -", CARDS).do("activate uma", "use_card uma bomb.throw dummy.1")
    assert game.state.enemies == {}


@pytest.mark.rule("R-212", "R-262")
def test_nobody_picks_a_hidden_enemy_from_far_as_the_other_one() -> None:
    board = "U . 1 .\n . . . 2\n\numa carries=grenade\ndummy 1 -\nnox_spec_ops 2 -\n"
    thrown = "use_card uma grenade.throw dummy.1"
    hidden = position(f"{board}nox_spec_ops.1 hidden").do("activate uma")
    assert hidden.options(thrown) == [thrown]
    assert position(board).do("activate uma").options(thrown) == [f"{thrown} other=nox_spec_ops.1"]


@pytest.mark.rule("R-212", "R-192")
def test_an_enemys_switch_does_not_find_who_hides_far_away() -> None:
    text = "U . 1 . . Q\n\nqiang hidden damage=9\nnox_spec_ops 1 - - red ai=orders\ninitiative nox_spec_ops"
    game = foes_turn(text, CARDS).do("proceed", enemy="S !", team="-")
    assert game.one("qiang").damage == 9


@pytest.mark.rule("R-316")
def test_several_symbols_of_one_die_may_be_stored() -> None:
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), Ability("pouch", stores=2)))
    game = position("U . 1\n\numa carries=stick,pouch\ndummy 1 -", CARDS, hooks).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S B", enemy="-")
    die = next(line.split()[2] for line in game.options("store_die"))
    before = game.shown("team")
    symbols = [line.split()[3] for line in game.options(f"store_die pouch {die}")]
    game.do(f"store_die pouch {die} {symbols[0]}")
    left = [line.split()[3] for line in game.options(f"store_die pouch {die}")]
    assert left == symbols[1:]
    assert game.shown("team") != before
