"""Reinforcements, Respawn and Replacements (R-243 … R-258; switch D27)."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.content import DeployUnits, FlipUnit, MissionUnit, Opening, RaiseAlert, Trigger
from defiance_qt.systems.defiance.engine.enemies.reinforcements import respawn
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position, start
from tests.systems.defiance.engine.rules.cards import LURKER
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = """
    [[units]]
    id = "alpha"
    faces = [
      { colour = "blue", number = 2, speed = 4, wounds = 2, respawn = 2, replacements = 1 },
      { colour = "red", number = 3, speed = 4, wounds = 2, respawn = 4, replacements = 2 },
    ]

    [[units]]
    id = "beta"
    faces = [
      { colour = "blue", number = 3, speed = 4, wounds = 2, respawn = 1, replacements = 1 },
      { colour = "red", number = 3, speed = 4, wounds = 2, respawn = 1, replacements = 1 },
    ]

    [[units]]
    id = "boss"
    faces = [{ colour = "black", number = 2, speed = 4, wounds = 5, replacements = 3 }]

    [[units]]
    id = "tough"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 6, replacements = 1 }]

    [[units]]
    id = "plain"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 2 }]
    """


TRIO = LURKER + orders("focused") + pack("trio", "pair")


ROUSER = """
    [[units]]
    id = "rouser"

      [[units.faces]]
      colour = "red"
      number = 3
      speed = 4
      wounds = 3
      defense = ["any"]
      abilities = ["hackable", "surprise_attack"]

        [[units.faces.attacks]]
        id = "claws"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true
        switches = [{ cost = "!", effects = [{ do = "alert", amount = 1 }] }]
    """


def round_end(text: str) -> Play:
    """Uma is the last to act: the Round ends, the next begins."""
    return position(text, CARDS).do("activate uma", "end_activation uma")


def leave(unit: str, reserve: int, **mission: Any) -> Play:
    """Goldstein passes. Uma removes the last Miniature of the Unit, and the Round ends."""
    text = f"U . 1 . . . R . .\n\numa carries=stick\ngoldstein\n{unit}\nalpha.1 damage=1\nreserve {reserve}\nrespawn R"
    game = position(text, CARDS, **mission).do("activate goldstein", "end_activation goldstein")
    game.do("activate uma", "attack uma stick.point alpha.1", team="S")
    return game.do("end_activation uma")


def deployed(game: Play) -> list[str]:
    return [line.split("id=")[1].split()[0] if "id=" in line else line for line in game.told("enemy_deployed")]


@pytest.mark.rule("R-243", "R-246")
def test_an_eliminated_unit_brings_one_token() -> None:
    game = position("U 1\n\numa carries=stick\nplain 1 -\nplain.1 damage=1", CARDS)
    game.do("activate uma", "attack uma stick.point plain.1", team="S")
    assert game.told("reserve_changed") == ["reserve_changed 1 1 unit_eliminated about=plain [R-243]"]


@pytest.mark.rule("R-245", "R-044")
def test_a_round_in_which_no_unit_acted_brings_one() -> None:
    assert round_end("U . . . 1\n\nplain 1 -").state.reserve == 1


@pytest.mark.rule("R-245")
def test_a_round_in_which_a_unit_acted_brings_none() -> None:
    game = foes_turn("U . . . 1\n\numa activated\ndummy 1 - ai=take_aim\ninitiative dummy").pass_on()
    assert game.state.round == 2
    assert game.state.reserve == 0


@pytest.mark.rule("R-245")
def test_a_quiet_round_brings_one_also_after_a_round_that_was_not() -> None:
    """Each Round is looked at by itself."""
    text = "U . . . 1\n\numa activated\nplain 1 - ai=orders\ninitiative plain\nreserve 0"
    game = foes_turn(text, CARDS + orders("retreat")).pass_on()
    assert (game.state.round, game.state.reserve, game.state.units) == (2, 1, {}), "the Unit that left"
    game.do("activate uma", "end_activation uma", "activate goldstein", "end_activation goldstein")
    assert game.told("reserve_changed") == ["reserve_changed 1 2 quiet_round [R-245 R-044]"]


@pytest.mark.rule("R-245", "R-261")
def test_a_round_at_alert_0_brings_one() -> None:
    game = round_end("U . . . 1\n\nwall A1:e\nplain 1 -\nalert 0")
    assert (game.state.reserve, game.state.alert) == (1, 0)


@pytest.mark.rule("R-244", "R-223")
def test_aggro_above_the_maximum_goes_into_the_reserve() -> None:
    game = position("U C\n\numa aggro=5\nreserve 1").do("activate uma", "end_activation uma")
    assert game.state.reserve == 3


@pytest.mark.rule("R-247", "R-266")
@pytest.mark.parametrize(("alert", "tokens"), [(1, 1), (2, 2), (4, 2)])
def test_from_alert_2_each_round_brings_one_more(alert: int, tokens: int) -> None:
    assert round_end(f"U . . . . 1\n\nplain 1 -\nalert {alert}").state.reserve == tokens


# ---- Respawn


@pytest.mark.rule("R-248", "R-250", "R-168")
def test_the_first_unit_that_can_be_paid_comes_back() -> None:
    game = round_end("U . . . R .\n\navailable alpha\nreserve 1\nrespawn R")
    assert game.told("reserve_changed")[-1] == "reserve_changed -2 0 respawn about=alpha [R-248 R-250]"
    assert (game.state.available, list(game.state.units)) == ((), ["alpha"])
    assert [foe.space for foe in game.state.enemies.values()] == ["E1", "D1"]


@pytest.mark.rule("R-248")
def test_without_available_units_nothing_is_paid() -> None:
    assert round_end("U . . . R .\n\nreserve 9\nrespawn R").state.reserve == 10


@pytest.mark.rule("R-249")
def test_no_unit_is_skipped() -> None:
    game = round_end("U . . . R .\n\navailable alpha beta\nrespawn R")
    assert game.state.available == ("alpha", "beta")
    assert game.state.reserve == 1


@pytest.mark.rule("R-250", "R-251")
@pytest.mark.parametrize(
    ("board", "figures", "spaces"),
    [
        ("U . . . . R", "", ["F1", "E1"]),
        ("U . . . . C", "respawn F1\ncadin activated", ["E1", "D1"]),
        ("U . . X . R", "container crate E1", ["F1", "D1"]),
        ("U . . . . R\n . . . . . .", "wall F1:w", ["F1", "E2"]),
    ],
    ids=["free", "occupied", "obstructed beside", "a wall beside"],
)
def test_on_the_respawn_space_or_as_close_as_can_be(board: str, figures: str, spaces: list[str]) -> None:
    respawn = "" if "respawn" in figures else "respawn R"
    game = round_end(f"{board}\n\navailable alpha\nreserve 1\n{respawn}\n{figures}")
    assert [foe.space for foe in game.state.enemies.values()] == spaces


@pytest.mark.rule("R-251", "R-192")
def test_of_several_respawn_spaces_the_one_nearest_to_the_team() -> None:
    game = round_end("R . . . . . U . S\n\navailable alpha\nreserve 1\nrespawn R S")
    assert game.foe("alpha.1").space == "I1"


@pytest.mark.rule("R-251", "R-250")
def test_all_miniatures_of_a_unit_come_back_at_one_respawn_space() -> None:
    """The second stands beside the first, not on the next Respawn space."""
    game = round_end("U . S . . . R . .\n\navailable alpha\nreserve 1\nrespawn R S")
    assert [foe.space for foe in game.state.enemies.values()] == ["C1", "B1"]


@pytest.mark.rule("R-252")
def test_what_is_left_pays_for_the_next() -> None:
    game = round_end("U . . . . . . R .\n\navailable alpha beta\nreserve 2\nrespawn R")
    assert list(game.state.units) == ["alpha", "beta"]
    assert (game.state.reserve, game.state.available) == (0, ())


@pytest.mark.rule("R-253", "R-248", "R-250")
@pytest.mark.parametrize(("reserve", "back"), [(1, False), (2, True)])
def test_a_veteran_comes_back_as_a_veteran_at_that_price(reserve: int, back: bool) -> None:
    """Two tokens come in besides: the Unit is gone, and none was activated."""
    game = leave("alpha 1 - - red", reserve)
    assert (game.state.available, game.state.face("alpha")) == ((), 0) if back else (("alpha",), 1)
    assert [id for id in game.state.enemies if id.startswith("alpha")] == ["alpha.1", "alpha.2", "alpha.3"] * back
    if back:
        assert (game.unit("alpha").face, game.state.reserve) == (1, 0)
        assert "reserve_changed -4 0 respawn about=alpha [R-248 R-250]" in game.told("reserve_changed")


@pytest.mark.rule("R-253", "R-323")
def test_who_was_turned_to_the_low_face_before_comes_back_with_that() -> None:
    """The card keeps the face that it left with, whichever it was deployed with."""
    turn = Trigger("activation_ended goldstein", (FlipUnit("alpha", 0),))
    game = leave("alpha 1 - - red", 0, triggers=(turn,))
    assert (game.unit("alpha").face, game.state.reserve) == (0, 0)


@pytest.mark.rule("R-253", "R-273")
def test_who_left_with_the_low_face_comes_back_with_the_high_one_after_maximum_alert() -> None:
    rise = Trigger("unit_eliminated alpha", (RaiseAlert(4),))
    game = leave("alpha 1 -", 1, triggers=(rise,))
    assert (game.unit("alpha").face, game.state.reserve) == (1, 0)


@pytest.mark.rule("R-253")
def test_it_may_leave_again_and_keeps_its_face_each_time() -> None:
    game = leave("alpha 1 - - red", 2)
    back = game.state
    for _ in range(2):
        run = Transaction(game.game.rules, back)
        for id in [id for id in back.enemies if id.startswith("alpha")]:
            harm.suffer(run, id, 9, "uma")
        assert (run.state.available, run.state.face("alpha")) == (("alpha",), 1)
        harm.reinforce(run, 3, "", ())
        respawn(run)
        assert (run.state.units["alpha"].face, run.state.reserve) == (1, 0)
        assert run.state.faces is UNSET
        back = run.state


@pytest.mark.rule("R-253", "R-171")
def test_it_comes_back_whole_on_its_lower_face_and_with_cards_for_the_new_round() -> None:
    game = round_end("U . . . . . . R .\n\navailable alpha\nreserve 1\nrespawn R")
    assert all((foe.damage, foe.states) == (0, ()) for foe in game.state.enemies.values())
    assert game.unit("alpha").face == 0
    assert game.state.initiative == ("alpha",)
    tags = [line.split()[0] for line in game.told("unit_deployed", "round_began", "ai_card_dealt")]
    assert tags == ["unit_deployed", "round_began", "ai_card_dealt"]


@pytest.mark.rule("R-253", "R-273")
def test_after_maximum_alert_it_comes_back_on_its_high_face_at_that_price() -> None:
    text = "U . . . . . . R . .\n\navailable alpha\nreserve {}\nrespawn R\nalert 5\nplain - -"
    assert round_end(text.format(1)).state.units.keys() == {"plain"}
    game = round_end(text.format(2))
    assert game.unit("alpha").face == 1
    assert len([foe for foe in game.state.enemies if foe.startswith("alpha")]) == 3


@pytest.mark.rule("R-254")
def test_respawn_comes_wholly_before_replacements() -> None:
    """Three tokens: both Units come back, and the gap in the ranks is not filled."""
    game = round_end("U . . . . . . R .\n . . . . . . 1 . .\n\navailable alpha beta\nreserve 2\nrespawn R\ntough 1 -")
    assert set(game.state.units) == {"tough", "alpha", "beta"}
    assert "tough.2" not in game.state.enemies


# ---- Replacements


@pytest.mark.rule("R-256", "R-253")
def test_a_fallen_miniature_is_paid_and_stands_by_its_mate() -> None:
    game = round_end("U . . . . . . 1 .\n\nalpha 1 -\nalpha.1 damage=1")
    assert (game.foe("alpha.2").space, game.foe("alpha.2").damage) == ("G1", 0)
    assert game.foe("alpha.1").damage == 1
    assert game.state.reserve == 0


@pytest.mark.rule("R-255", "R-258")
def test_a_unit_without_the_value_gets_none() -> None:
    game = round_end("U . . . . . . 1 .\n\nplain 1 -\nreserve 5")
    assert list(game.state.enemies) == ["plain.1"]
    assert game.state.reserve == 6


@pytest.mark.rule("R-255")
@pytest.mark.parametrize(
    ("reserve", "replaced"),
    [(2, ["boss.2"]), (4, ["boss.2", "alpha.3"]), (5, ["boss.2", "alpha.3", "beta.3"])],
)
def test_personalities_then_veterans_then_rookies(reserve: int, replaced: list[str]) -> None:
    game = round_end(
        f"""
        U . . . . . . . .
         . . . 1 2 . . . .
        . . . . . . . . .
         3 . 4 5 6 . . . .

        beta 1 2 -
        alpha 4 5 - red
        boss 6 -
        reserve {reserve}
        """
    )
    there = {"beta.1", "beta.2", "alpha.1", "alpha.2", "boss.1"}
    assert [id for id in game.state.enemies if id not in there] == replaced


@pytest.mark.rule("R-255", "R-192")
def test_inside_a_level_the_more_harmful_first() -> None:
    game = round_end("U . . . . . .\n . . 1 . . 2 .\n\nalpha 1 -\ntough 2 -")
    assert "tough.2" in game.state.enemies
    assert "alpha.2" not in game.state.enemies


@pytest.mark.rule("R-255", "R-192")
def test_what_threatens_counts_before_what_is_tough() -> None:
    armed = """
        [[units]]
        id = "armed"
        faces = [{ colour = "blue", number = 2, speed = 4, wounds = 1, replacements = 1, attacks = [
          { id = "bite", dice = ["any", "any"], range = [1, 9] },
        ] }]
        """
    text = "U . . . . . .\n . . 1 . . 2 .\n\narmed 1 -\ntough 2 -"
    game = position(text, CARDS + armed).do("activate uma", "end_activation uma")
    assert set(game.state.enemies) == {"armed.1", "armed.2", "tough.1"}


@pytest.mark.rule("R-257")
@pytest.mark.parametrize(("order", "first"), [("depth", ["beta.2", "beta.3"]), ("breadth", ["beta.2", "alpha.2"])])
def test_filling_one_unit_first_or_one_miniature_each(order: str, first: list[str]) -> None:
    more = CARDS.replace(
        "number = 3, speed = 4, wounds = 2, respawn = 1", "number = 3, speed = 4, wounds = 3, respawn = 1"
    )
    game = position(
        f"U . . . . . . .\n . . 1 . . 2 . .\n\nalpha 1 -\nbeta 2 - -\nreserve 1\nswitch replacements={order}", more
    ).do("activate uma", "end_activation uma")
    assert [id for id in game.state.enemies if id not in ("alpha.1", "beta.1")] == first


@pytest.mark.rule("R-257", "R-258")
@pytest.mark.parametrize("order", ["depth", "breadth"])
def test_it_goes_on_until_all_are_complete(order: str) -> None:
    game = round_end(
        f"U . . . . . . .\n . . 1 . . 2 . .\n\nalpha 1 -\nbeta 2 - -\nreserve 8\nswitch replacements={order}"
    )
    assert set(game.state.enemies) == {"alpha.1", "alpha.2", "beta.1", "beta.2", "beta.3"}
    assert game.state.reserve == 6


@pytest.mark.rule("R-258")
@pytest.mark.parametrize("order", ["depth", "breadth"])
def test_one_that_cannot_be_paid_is_passed_over_for_a_cheaper_one(order: str) -> None:
    game = round_end(f"U . . . . . . .\n . . 1 . . 2 . .\n\nboss 1 -\nalpha 2 -\nswitch replacements={order}")
    assert set(game.state.enemies) == {"boss.1", "alpha.1", "alpha.2"}
    assert game.state.reserve == 0


@pytest.mark.rule("R-273", "R-130", "R-016")
@pytest.mark.parametrize(("rise", "face", "count"), [(1, 0, 2), (2, 1, 3)])
def test_after_maximum_alert_the_mission_too_deploys_on_the_high_face(rise: int, face: int, count: int) -> None:
    trigger = Trigger("door_opened gate", (RaiseAlert(rise), RaiseAlert(-1), DeployUnits(("dummy",), ("E1",))))
    game = position("U . . . . . . .\n\nselected dummy\nalert 3\ndoor gate A1:e", triggers=(trigger,))
    game.do("activate uma", "interact uma gate")
    assert (game.unit("dummy").face, len(game.state.enemies)) == (face, count)


@pytest.mark.rule("R-251", "R-164", "R-016")
def test_miniatures_stand_on_the_spaces_that_the_mission_lists_for_them() -> None:
    """The second on the second space, the third on the third."""
    opening = Opening((MissionUnit("trio", ("F1", "C1", "H1")),))
    game = start("U . . . . . . .\n . . . . . . . .", TRIO, openings={"en": opening, "es": opening}, selected=("trio",))
    assert [foe.space for foe in game.state.enemies.values()] == ["F1", "C1", "H1"]


@pytest.mark.rule("R-250", "R-251", "R-256", "R-192")
@pytest.mark.parametrize(
    ("board", "figures", "space"),
    [
        (". . X . . . U", "", "D1"),
        ("U . . . X . .", "", "D1"),
        ("U . . X . . . C", "", "C1"),
        ("U . . X . . C", "uma damage=10 unconscious", "E1"),
    ],
    ids=["team to the east", "team to the west", "whoever is nearest", "nearest of those who stand"],
)
def test_of_spaces_equally_close_the_one_nearer_to_the_team(board: str, figures: str, space: str) -> None:
    """Both when a Unit comes back and when a Miniature is replaced."""
    mover = "cadin" if "C" in board else "uma"
    others = "uma activated" if mover == "cadin" else ""
    text = f"{board}\n\n{others}\n{figures}"
    if "unconscious" in figures:
        text = f"{board}\n\n{figures} activated"
    game = position(f"{text}\navailable pair\nreserve 1\nrespawn X", TRIO)
    game.do(f"activate {mover}", f"end_activation {mover}")
    assert game.foe("pair.2").space == space
    game = position(f"{text}\npair X -\nreserve 1", TRIO).do(f"activate {mover}", f"end_activation {mover}")
    assert game.foe("pair.2").space == space


@pytest.mark.rule("R-203", "R-253", "R-273")
@pytest.mark.parametrize(("kind", "cited"), [("pair", "R-250 R-253"), ("lurker", "R-250 R-253 R-203")])
def test_a_unit_that_comes_back_says_by_which_rules(kind: str, cited: str) -> None:
    game = position(f"U . . X\n\navailable {kind}\nreserve 1\nrespawn X", TRIO)
    (line,) = game.do("activate uma", "end_activation uma").told("unit_deployed")
    assert line.endswith(f"[{cited}]")


@pytest.mark.rule("R-164", "R-250", "R-130")
def test_that_a_unit_has_been_deployed_is_known_to_the_mission() -> None:
    door = Trigger("door_opened gate", (DeployUnits(("trio",), ("C1",)),))
    there = Trigger("unit_deployed trio", (RaiseAlert(1),))
    game = position("U . . . .\n\ndoor gate A1:e\nselected trio pair", TRIO, triggers=(door, there))
    assert game.do("activate uma", "interact uma gate").state.alert == 2


@pytest.mark.rule("R-207", "R-250", "R-256")
def test_a_keyword_may_deploy_with_several_states() -> None:
    keyword = Ability("surprising", cites=("R-207",), deploys_with=("hidden", "focused"))
    cards = TRIO.replace("number = 2, speed", 'abilities = ["hackable", "surprising"], number = 2, speed')
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), keyword))
    game = position("U . . . R\n\navailable pair\nreserve 1\nrespawn R", cards, hooks=hooks)
    game.do("activate uma", "end_activation uma")
    assert [foe.states for foe in game.state.enemies.values()] == [("hidden", "focused")] * 2


@pytest.mark.rule("R-256", "R-250", "R-251")
def test_where_a_miniature_comes_back_is_recorded_with_what_it_is_near_to() -> None:
    game = position("U . . . . 1 . .\n\npair 1 -\nreserve 1", TRIO).do("activate uma", "end_activation uma")
    (line,) = game.told("enemy_deployed")
    assert "near=F1 spaces=E1,G1 by=team" in line
    game = position("U . . . . R . .\n\navailable pair\nreserve 1\nrespawn R", TRIO)
    lines = game.do("activate uma", "end_activation uma").told("enemy_deployed")
    assert ["spaces=" in line for line in lines] == [False, True]
    assert "near=F1 spaces=E1,G1 by=team" in lines[1]


@pytest.mark.rule("R-272", "R-204", "R-256", "R-203")
def test_who_has_yet_to_appear_is_no_casualty_and_others_are() -> None:
    """Maximum Alert comes with the first Miniature's Attack. Its mates are still to appear; two of the
    dummies are missing."""
    text = "U . . . . . 1\n . . . . . . .\n\ndummy 1 -\nalert 4\numa activated\nlast uma\nrouser away ai=orders"
    game = position(f"{text}\ninitiative rouser\nturn enemy", textwrap.dedent(TRIO) + textwrap.dedent(ROUSER))
    game.do("overrule round 1").do("proceed", enemy="!", team="-")
    assert game.state.alert == 5
    assert sorted(game.state.enemies) == ["dummy.1", "dummy.2", "dummy.3", "rouser.1"]
    game.do("proceed", enemy="-", team="-")
    assert "rouser.2" in game.state.enemies


@pytest.mark.rule("R-203", "R-273", "R-170", "R-130")
@pytest.mark.parametrize(("alert", "cited"), [(3, "R-203"), (4, "R-203 R-273")])
def test_a_unit_that_arrives_says_by_which_rules_and_gets_one_card_of_each_kind(alert: int, cited: str) -> None:
    door = Trigger("door_opened gate", (RaiseAlert(1), DeployUnits(("rouser",), ("C1",))))
    text = f"U . . . 1\n\ndoor gate A1:e\nselected rouser\nalert {alert}\ntrio 1 - -"
    game = position(text, textwrap.dedent(TRIO) + textwrap.dedent(ROUSER), triggers=(door,))
    before = len(game.state.decks["ai"])
    game.do("activate uma", "interact uma gate")
    (line,) = game.told("unit_deployed")
    assert line.endswith(f"{cited}]")
    assert {foe.unit for foe in game.state.enemies.values()} == {"trio"}
    assert game.state.initiative == ("rouser",)
    assert len(game.told("ai_card_dealt")) == 1
    assert len(game.state.decks["ai"]) == before - 1


@pytest.mark.rule("R-253")
def test_a_card_of_the_available_deck_shows_its_low_face_unless_it_left_with_the_other() -> None:
    game = position("U . . R\n\navailable dummy")
    assert game.state.face("dummy") == 0
    assert replace(game.state, faces={"nox_spec_ops": 1}).face("dummy") == 0
    assert replace(game.state, faces={"dummy": 1}).face("dummy") == 1


@pytest.mark.rule("R-250", "R-248")
def test_in_a_mission_without_respawn_spaces_nobody_comes_back() -> None:
    game = position("U . . . .\n\navailable dummy\nreserve 9").do("activate uma", "end_activation uma")
    assert (game.state.round, game.state.available) == (2, ("dummy",))


@pytest.mark.rule("R-262")
def test_whoever_a_switch_or_a_card_picks_besides_the_target_wakes() -> None:
    game = position("2 C 1\n\ncadin carries=rippers\ndummy 1 -\nnox_spec_ops 2 -\nalert 0").do("activate cadin")
    game.do("attack cadin rippers.slash dummy.1", "use_switch 0 target=nox_spec_ops.1", team="S S !", enemy="-")
    assert "nox_spec_ops" in game.state.initiative
