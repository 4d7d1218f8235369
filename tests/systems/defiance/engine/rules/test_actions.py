"""Actions and Free Actions (R-046 … R-050).

Spans `rules.activation`, `rules.interact` and `rules.costs`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position

CARDS = (
    pack("whistle")
    + """
    [[equipment]]
    id = "pill"
    actions = [{ id = "take", free = true, effects = [{ do = "calm", amount = 1 }] }]

    [[characters]]
    id = "dancer"
    speed = 4
    wounds = 5
    actions = [{ id = "twirl", effects = [{ do = "calm", amount = 1 }] }]
    """
)


@pytest.mark.rule("R-046")
@pytest.mark.parametrize(
    "action",
    [
        "move jazz",
        "attack jazz club.hit dummy.1",
        "hack jazz geist_aid uma",
        "equip jazz",
        "rest jazz",
        "interact jazz crate",
    ],
)
def test_two_actions_of_any_of_the_kinds(action: str) -> None:
    """Each of the six takes one of the two; after two there is none left."""
    beside = "1" if action.startswith("attack") else "."
    game = position(
        f"""
        U J {beside}
         X . .

        jazz carries=club,hacking_device damage=4
        container crate X
        {"dummy 1 -" if beside == "1" else ""}
        """
    ).do("activate jazz")
    assert game.actions() == 2
    if action.startswith("attack"):
        game.do(action, team="-", enemy="-")
    elif action.startswith("hack"):
        game.do(action, team="!")
    elif action.startswith("interact"):
        game.do(action, "finish_equip", loot="intel_pack")
    elif action.startswith("equip"):
        game.do(action, "finish_equip")
    else:
        game.do(action)
    assert game.actions() == 1
    game.do("move jazz")
    assert game.actions() == 0
    kinds = {line.split()[0] for line in game.options()}
    assert kinds <= {"step_to", "end_activation", "drag"}
    assert game.refused("move jazz") == "no_actions R-046"


@pytest.mark.rule("R-046", "R-121")
@pytest.mark.parametrize(("rest", "offered"), [("yes", True), ("no", False)])
def test_whether_rest_is_an_action_is_switch_d03(rest: str, offered: bool) -> None:
    game = position(f"U\n\numa damage=3\nswitch rest={rest}").do("activate uma")
    assert game.can("rest uma") == offered
    if not offered:
        assert game.refused("rest uma") == "no_rest R-046"


@pytest.mark.rule("R-047")
def test_the_same_action_twice_and_fewer_than_two() -> None:
    game = position(
        """
        U 1

        uma carries=club
        dummy 1 -
        """
    ).do("activate uma", "attack uma club.hit dummy.1", "attack uma club.hit dummy.1", team=["S"] * 2, enemy=["-"] * 2)
    assert game.foe("dummy.1").damage == 2
    for actions in ([], ["move uma"]):
        idle = position("U C\n\n").do("activate uma", *actions)
        assert idle.can("end_activation uma")


@pytest.mark.rule("R-048")
def test_a_cards_action_costs_one_of_the_two() -> None:
    game = position("U D\n\numa carries=whistle\ndancer D", CARDS).do("activate uma", "use_card uma whistle.blow uma")
    assert game.actions() == 1
    game.do("use_card uma whistle.blow uma")
    assert game.options("use_card") == []
    assert game.one("uma").aggro == 2
    game.do("end_activation uma", "activate dancer", "use_card dancer dancer.twirl dancer")
    assert (game.actions(), game.one("dancer").aggro) == (1, 1)


@pytest.mark.rule("R-049")
def test_free_actions_do_not_count() -> None:
    game = position("U\n\numa carries=whistle,pill", CARDS).do("activate uma")
    game.do("use_card uma pill.take uma", "use_card uma pill.take uma")
    assert game.actions() == 2
    game.do("use_card uma whistle.blow uma", "use_card uma whistle.blow uma", "use_card uma pill.take uma")
    assert game.actions() == 0
    assert game.can("use_card uma pill.take uma")


@pytest.mark.rule("R-050")
def test_nobody_acts_outside_the_own_activation() -> None:
    game = position("U C\n\n")
    assert game.refused("move uma") == "activate_first R-050"
    game.do("activate cadin")
    for line in ("move uma", "rest uma", "end_activation uma", "equip uma"):
        assert game.refused(line) == "not_active R-050"
    game.do("end_activation cadin")
    assert game.refused("move cadin") == "already_activated R-042"
    assert game.refused("move uma") == "activate_first R-050"


BOMB = """
    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 3]
      sight = true
      use = "discard"
      effects = [{ do = "suffer", amount = 2 }, { do = "suffer", amount = 1, on = "other_enemy" }]
    """


@pytest.mark.rule("R-048")
def test_a_cards_effect_on_another_one_is_for_whom_its_player_chooses() -> None:
    """In Range and sight, and neither the target nor the user; without anybody the rest of the card still works."""
    text = """
        U . 1 . 4 .
         . 2 . . 3 .

        uma carries=bomb
        dummy 1 2
        nox_spec_ops 3 4
        """
    game = position(text, BOMB).do("activate uma")
    assert game.options("use_card uma bomb.throw dummy") == [
        "use_card uma bomb.throw dummy.1 other=dummy.2",
        "use_card uma bomb.throw dummy.2 other=dummy.1",
    ]
    assert game.refused("use_card uma bomb.throw dummy.1 other=nox_spec_ops.1") == "wrong_target R-048"
    assert game.refused("use_card uma bomb.throw dummy.1") == "wrong_target R-048"
    game.do("use_card uma bomb.throw dummy.1 other=dummy.2")
    assert (game.foe("dummy.1").damage, game.foe("dummy.2").damage) == (2, 1)
    alone = position("U . 1\n\numa carries=bomb\ndummy 1 -", BOMB).do("activate uma")
    assert alone.do("use_card uma bomb.throw dummy.1").foe("dummy.1").damage == 2
