"""Surprise Attack: beside whom a Unit appears, where, and what its Miniatures do (R-203 … R-206; switch D14)."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import DeployUnits, Trigger
from defiance_qt.systems.defiance.engine.frames import SurpriseAttack, UnitActivation
from defiance_qt.systems.defiance.engine.hooks import Hooks, PlayContext
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.abilities.test_keywords import CARDS
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.cards import LURKER
from tests.systems.defiance.engine.rules.turns import chosen, orders

SURE_CLAWS = (
    orders("focused")
    + """
    [dice]
    frail = ["-", "-", "-", "-", "-", "-"]
    firm = ["B", "-", "-", "-", "-", "-"]
    sure = ["S", "S", "S", "S", "S", "S"]

    [[units]]
    id = "lurker"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 3
      defense = ["any"]
      abilities = ["surprise_attack"]

        [[units.faces.attacks]]
        id = "claws"
        dice = ["sure", "sure"]
        range = [1, 1]
        cc = true
    """
)


WAITING = LURKER + orders("focused")


FRAGILE = (
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
    """
)


def begun(text: str, **answers: str | list[str]) -> Play:
    """The Unit's turn, Miniature by Miniature."""
    game = position(f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy", FRAGILE).do("overrule round 1")
    return game.do("proceed", "proceed", **answers)


def goes_for_uma(text: str) -> Play:
    """The Unit's Initiative card is turned; it goes for Uma."""
    text = f"{text}\numa activated\nlast uma\nlurker away ai=orders\ninitiative lurker\nturn enemy"
    return position(text, WAITING).do("overrule round 1")


def turned(text: str, more: str = "", hooks: Hooks | None = None) -> Play:
    """The Unit's Initiative card is turned as it comes up; the position says who was activated last."""
    text = f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy"
    return position(text, textwrap.dedent(SURE_CLAWS) + textwrap.dedent(more), hooks).do("overrule round 1")


def targeted(game: Play) -> str:
    (line,) = game.told("surprise_targeted")
    return line.removeprefix("surprise_targeted lurker ")


ROBOT = """
    [[units]]
    id = "robot"
    faces = [{ colour = "blue", number = 1, speed = 4, wounds = 1 }]
    """


ALONE = Hooks(abilities=tuple(one for one in contribute_abilities() if one.id == "surprise_attack"))


@pytest.mark.rule("R-203", "R-170")
def test_a_surprise_attack_unit_brings_its_cards_and_no_miniatures() -> None:
    game = position(
        "U . . .\n\ndoor gate A1:e\nselected lurker",
        CARDS,
        triggers=(Trigger("door_opened gate", (DeployUnits(("lurker",), ("C1",)),)),),
    ).do("activate uma", "interact uma gate")
    assert game.state.enemies == {}
    assert game.unit("lurker").hidden_away
    assert game.state.initiative == ("lurker",)
    assert game.unit("lurker").ai_card


@pytest.mark.rule("R-203", "R-253")
def test_respawned_it_waits_off_the_board_and_gets_its_cards_as_the_round_begins() -> None:
    game = position("U . . R\n\navailable lurker\nreserve 1\nrespawn R", CARDS).do("activate uma", "end_activation uma")
    assert game.told("unit_deployed")
    assert game.state.enemies == {}
    assert game.state.initiative == ("lurker",)


def surprise(text: str) -> Play:
    """The Unit's Initiative card is turned as it comes up; the position says who was activated last."""
    return position(f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy", CARDS).do("overrule round 1")


@pytest.mark.rule("R-204", "R-206")
def test_each_miniature_appears_beside_the_last_activated_and_attacks_once() -> None:
    game = surprise("C . . U .\n . . . . .\n\numa activated\nlast uma\ncadin")
    game.pass_on(enemy=["S", "S"], team=["-", "-"])
    assert [line.split()[0] for line in game.told("enemy_deployed", "attack_declared")] == [
        "enemy_deployed",
        "attack_declared",
    ] * 2
    board, view = game.game.rules.board, game.game.rules.view(game.state)
    for id in ("lurker.1", "lurker.2"):
        assert board.contact(view.cells[id], view.cells["uma"], 0)
    assert [line.split()[3] for line in chosen(game)] == ["uma", "uma"]
    assert game.one("uma").damage == 2
    assert game.foe("lurker.1").states == ()


@pytest.mark.rule("R-204", "R-037")
def test_behind_a_wall_is_not_in_contact() -> None:
    game = surprise("U . . .\n\nwall A1:e\numa activated\nlast uma").do("proceed")
    assert game.foe("lurker.1").space == "B1"
    game = surprise("U . .\n . . .\n\nwall A1:e\numa activated\nlast uma").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == "A2"


@pytest.mark.rule("R-204", "R-192")
@pytest.mark.parametrize(("ground", "space"), [(".", "B1"), ("~", "A2")])
def test_it_appears_where_its_attack_does_most_harm(ground: str, space: str) -> None:
    """Out of low visibility it would not see whom it is to attack."""
    game = surprise(f"U {ground} . .\n . . . .\n\numa activated\nlast uma").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == space
    assert game.told("attack_declared")


@pytest.mark.rule("R-204")
def test_where_no_adjacent_space_is_free_the_closest_is_taken() -> None:
    game = surprise("U C . . .\n\numa activated\nlast uma").do("proceed")
    assert game.foe("lurker.1").space == "C1"
    assert not game.told("attack_declared")


@pytest.mark.rule("R-205", "R-192")
def test_the_first_to_act_in_the_round_goes_for_whom_evil_ai_picks() -> None:
    """At Alert 4 the Unit opens the second Round; Uma was activated last in the first, Cadin is nearest to falling."""
    game = position("U . . C . Q\n\ncadin damage=9 activated\nqiang activated\nlurker away\nalert 4", CARDS)
    game.do("activate uma", "end_activation uma")
    assert game.state.round == 2
    game.pass_on(enemy=["-", "-"], team=["-", "-"])
    assert {line.split()[3] for line in chosen(game)} == {"cadin"}


@pytest.mark.rule("R-204")
@pytest.mark.parametrize(("reading", "who"), [("recent", "uma"), ("round", "cadin")])
def test_who_was_activated_last_may_have_been_so_in_the_round_before(reading: str, who: str) -> None:
    """Another Unit has acted, but nobody of the team has yet in this Round."""
    game = surprise(
        f"U . . C . 1\n . . . . . .\n\ncadin damage=9\nlast uma\ndummy 1 - activated\nswitch surprise_target={reading}"
    )
    game.pass_on(enemy=["-", "-"], team=["-", "-"])
    assert {line.split()[3] for line in chosen(game)} == {who}


@pytest.mark.rule("R-205", "R-192")
def test_evil_ai_picks_whom_its_attack_harms_and_not_who_looks_weak() -> None:
    """Cadin has drawn more Aggro, but little gets through what he rolls in defence."""
    game = surprise("U . . C\n . . . .\n\ncadin damage=9 aggro=3 defense=bulwark\numa damage=9 defense=frail")
    (line,) = game.told("surprise_targeted")
    assert line.startswith("surprise_targeted lurker uma evil_ai")
    assert line.endswith("[R-205 R-192]")


@pytest.mark.rule("R-204", "R-206")
def test_with_nobody_to_attack_the_unit_stays_in_hiding() -> None:
    game = surprise("U . . C\n . . . .\n\ncadin damage=10 unconscious\numa damage=10 unconscious\nlast uma")
    assert game.unit("lurker").hidden_away
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-204")
def test_when_nobody_is_left_to_attack_the_others_appear_all_the_same() -> None:
    game = surprise("U . . .\n . . . .\n\numa damage=9 activated\nlast uma").pass_on(enemy=["S"], team=["-"])
    assert set(game.state.enemies) == {"lurker.1", "lurker.2"}
    assert [line.split()[1] for line in game.told("instruction_skipped")] == ["lurker.2"]


@pytest.mark.rule("R-277", "R-206")
def test_who_hides_is_found_by_those_who_appear_beside() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated hidden\nlast uma").do("proceed", enemy="-", team="-")
    assert game.one("uma").states == ()
    assert game.told("state_lost") == ["state_lost uma hidden [R-277]"]


@pytest.mark.rule("R-264", "R-206")
def test_who_has_made_a_surprise_attack_and_stays_raises_the_alarm() -> None:
    game = surprise("U . . .\n . . . .\n\nalert 0\numa activated\nlast uma").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert game.state.alert == 1


@pytest.mark.rule("R-206")
def test_if_the_target_falls_the_next_miniature_finds_another() -> None:
    game = surprise("U . . . C . Q\n\numa damage=9 activated\nqiang damage=5\nlast uma")
    game.pass_on(enemy=["S", "-"], team=["-", "-"])
    assert [line.split()[3] for line in chosen(game)] == ["uma", "qiang"]


@pytest.mark.rule("R-206", "R-176")
def test_its_ai_card_is_spent_and_in_the_next_round_it_acts_like_others() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert game.state.round == 2
    assert game.state.discards["ai"] == ("orders",)
    assert not game.unit("lurker").hidden_away
    game.do("activate uma", "end_activation uma")
    assert game.asks() == "team enemy_activation"


@pytest.mark.rule("R-204")
@pytest.mark.parametrize("reading", ["recent", "round"])
def test_who_was_activated_last_in_this_round_is_the_one_by_either_reading(reading: str) -> None:
    """Cadin would fall; Uma was the last to act, and that is what is told."""
    game = turned(f"U . . C\n . . . .\n\ncadin damage=9\numa activated\nlast uma\nswitch surprise_target={reading}")
    assert targeted(game) == "uma last_activated [R-204]"


@pytest.mark.rule("R-204", "R-205", "R-154")
def test_a_remote_that_was_activated_last_and_has_fallen_cannot_be_the_one() -> None:
    game = turned("U . . C\n . . . .\n\ncadin damage=9 activated\nbillie activated\nlast billie")
    assert targeted(game).startswith("cadin evil_ai ")


@pytest.mark.rule("R-205", "R-192")
def test_who_is_harmed_most_is_reckoned_from_the_best_space() -> None:
    """B1 is low visibility: who stands there attacks nobody. From A2 nothing keeps the claws off Uma."""
    game = turned("U ~ . C\n . . . .\n\numa damage=8 defense=frail\ncadin damage=8 defense=firm,firm,firm")
    assert targeted(game).startswith("uma evil_ai ")
    assert game.do("proceed", enemy="S S", team="-").foe("lurker.1").space == "A2"


@pytest.mark.rule("R-205", "R-188")
@pytest.mark.parametrize(
    ("figures", "who"),
    [("", "uma"), ("cadin aggro=1", "cadin"), ("uma activated", "cadin"), ("uma wounds=9\ncadin wounds=8", "cadin")],
    ids=["smallest coordinates", "Aggro", "not activated", "Wounds"],
)
def test_between_those_harmed_alike_the_tie_breaks_decide(figures: str, who: str) -> None:
    game = turned(f"U . . . C\n . . . . .\n\n{figures}\ndummy - - activated")
    assert targeted(game).split()[0] == who


@pytest.mark.rule("R-205", "R-192")
def test_what_was_weighed_is_recorded_with_the_worst_of_it() -> None:
    """Both of two sure Damage; Cadin would fall by it."""
    game = turned("U . . C\n . . . .\n\ncadin damage=8 defense=frail\numa defense=frail")
    told = targeted(game)
    assert "harm=1000,2000,0,0,0 " in told
    assert told.count("harm=0,2000,0,0,0") == 1
    alone = targeted(turned("U . . .\n . . . .\n\numa defense=frail"))
    assert alone == "uma evil_ai [R-205 R-192]"


@pytest.mark.rule("R-204", "R-192")
def test_the_space_is_recorded_with_what_was_weighed() -> None:
    game = turned("U ~ . .\n . . . .\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = game.told("enemy_deployed")
    assert "spaces=B1,A2 by=harm" in line
    assert "{option=B1 harm=0,0,0,0,0 target=uma}" in line
    assert "{option=A2 harm=0,2000,0,0,0 target=uma}" in line
    assert line.endswith("[R-204 R-192]")


@pytest.mark.rule("R-204")
def test_of_spaces_that_are_equally_good_the_first_and_alone_without_any_reason() -> None:
    game = turned("U . . .\n . . . .\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = game.told("enemy_deployed")
    assert game.foe("lurker.1").space == "B1"
    assert "spaces=B1,A2 by=coordinates" in line
    assert "weighed" not in line
    alone = turned("U . . .\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = alone.told("enemy_deployed")
    assert "spaces" not in line
    assert "by=" not in line


@pytest.mark.rule("R-205", "R-204")
@pytest.mark.parametrize(
    ("others", "picked"),
    [("", "cadin"), ("dummy 1 -", "cadin"), ("dummy 1 - activated", "uma"), ("dummy 1 -\nrobot - activated", "uma")],
    ids=["nobody", "one that has not acted", "one that has", "the second has"],
)
def test_it_is_the_first_unless_another_unit_has_acted(others: str, picked: str) -> None:
    """Uma was activated last, in the Round before; Cadin would fall."""
    game = turned(f"U . . C . 1\n . . . . . .\n\ncadin damage=8 defense=frail\nlast uma\n{others}", ROBOT)
    assert targeted(game).split()[0] == picked


@pytest.mark.rule("R-206", "R-204", "R-187")
@pytest.mark.parametrize("who", ["uma", "cadin"])
def test_with_nobody_left_to_attack_the_rest_appear_beside_the_one_who_fell(who: str) -> None:
    other = {"uma": "cadin", "cadin": "uma"}[who]
    board = "U . . . . . C\n . . . . . . ."
    figures = f"{other} damage=10 unconscious\n{who} damage=9 activated defense=frail\nlast {who}"
    game = turned(f"{board}\n\n{figures}").do("proceed", enemy="S S", team="-")
    assert not game.one(who).conscious
    game.pass_on()
    board_, view = game.game.rules.board, game.game.rules.view(game.state)
    assert board_.distance(view.cells["lurker.2"], view.cells[who]) == 1


@pytest.mark.rule("R-206", "R-204")
def test_the_one_who_fell_need_not_be_the_first_of_the_team() -> None:
    """Jazz is not on the board."""
    game = turned("J U . .\n . . . .\n\njazz damage=10 unconscious\numa damage=9 activated defense=frail\nlast uma")
    game.do("proceed", enemy="S S", team="-").pass_on()
    assert sorted(game.state.enemies) == ["lurker.1", "lurker.2"]


@pytest.mark.rule("R-204", "R-206")
def test_between_two_miniatures_nobody_is_acting() -> None:
    game = turned("U . . .\n . . . .\n\numa activated\nlast uma").do("proceed", enemy="S S", team="-")
    frame = game.state.agenda[-1]
    assert isinstance(frame, SurpriseAttack)
    assert (frame.acting, frame.waiting) == ("", ("lurker.2",))


@pytest.mark.rule("R-204", "R-206")
def test_those_that_appear_have_acted_and_do_not_act_again() -> None:
    game = turned("U . . .\n . . . .\n\numa activated\nlast uma")
    frame = game.state.agenda[1]
    assert isinstance(frame, UnitActivation)
    assert (frame.acted, frame.waiting) == (("lurker.1", "lurker.2"), ())
    game.pass_on(enemy=["S S", "S S"], team=["-", "-"])
    assert [line.split()[1] for line in game.told("attack_declared")] == ["lurker.1", "lurker.2"]


@pytest.mark.rule("R-179", "R-204", "R-206")
@pytest.mark.parametrize("defense", ["-", "S S S"], ids=["they stay", "they die"])
def test_one_appears_after_another_in_a_game_without_other_abilities(defense: str) -> None:
    """Nothing but the Surprise Attack itself leads from one Miniature to the next."""
    game = turned("U . . .\n . . . .\n\numa activated defense=any,any,any,any\nlast uma", hooks=ALONE)
    for miniature in ("lurker.1", "lurker.2"):
        assert (game.asks(), game.options()) == ("team surprise_attack", ["proceed"])
        game.do("proceed", enemy="S S", team=defense)
        assert [line.split()[1] for line in game.told("attack_declared")] == [miniature]
    assert (game.asks(), game.state.round) == ("team round", 2)


@pytest.mark.rule("R-179", "R-204", "R-206")
def test_after_the_target_has_fallen_it_goes_on_in_a_game_without_other_abilities() -> None:
    figures = "uma damage=9 activated defense=frail\nlast uma\ncadin {}\ngoldstein"
    left = turned(f"U . . C\n . . . .\n\n{figures.format('')}", hooks=ALONE).do("proceed", enemy="S S", team="-")
    assert (left.asks(), left.options()) == ("team surprise_attack", ["proceed"])
    none = turned(f"U . . C\n . . . .\n\n{figures.format('damage=10 unconscious')}", hooks=ALONE)
    assert none.do("proceed", enemy="S S", team="-").asks() == "team round"


@pytest.mark.rule("R-204", "R-206", "R-181")
def test_those_that_cannot_attack_keep_nobody_waiting_in_a_game_without_other_abilities() -> None:
    game = turned("U . . .\n\nwall A1:e\numa activated\nlast uma", hooks=ALONE)
    for miniature in ("lurker.1", "lurker.2"):
        game.do("proceed")
        assert [line.split()[1] for line in game.told("instruction_skipped")] == [miniature]
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-264")
def test_at_alert_0_one_that_appears_beside_the_fallen_and_remains_raises_it() -> None:
    """The first has brought Uma down and died."""
    figures = "uma damage=8 activated defense=any,any,any,any\nlast uma\nalert 0\ngoldstein"
    game = turned(f"U . . .\n . . . .\n\n{figures}").do("proceed", enemy="S S", team="S S S")
    assert list(game.state.enemies) == ["lurker.2"]
    assert game.state.alert == 1
    assert [line.rpartition(" ")[2] for line in game.told("alert_changed")] == ["[R-264]"]


@pytest.mark.rule("R-179", "R-204", "R-205")
def test_without_a_target_it_stays_away_in_a_game_without_other_abilities() -> None:
    game = turned("U . .\n . . .\n\numa damage=10 unconscious\ngoldstein", hooks=ALONE)
    assert game.asks() == "team round"
    assert game.unit("lurker").hidden_away


@pytest.mark.rule("R-206", "R-234", "R-204")
def test_a_unit_whose_miniatures_all_die_is_gone() -> None:
    game = turned("U . . .\n . . . .\n\numa activated defense=any,any,any,any\nlast uma")
    game.do("proceed", enemy="S S", team="S S S")
    assert game.state.enemies == {}
    assert "lurker" in game.state.units, "its second is still to come"
    game.do("proceed", enemy="S S", team="S S S")
    assert (game.state.units, game.state.removed, game.state.reserve) == ({}, ("lurker",), 1)
    assert len(game.told("unit_eliminated")) == 1


@pytest.mark.rule("R-204", "R-206")
def test_of_a_unit_that_is_gone_before_its_last_has_appeared_nobody_else_does() -> None:
    """By a house rule the whole Unit goes with the first of its Miniatures."""

    def routed(context: PlayContext, event: e.Event) -> Sequence[e.Event]:
        return (e.UnitEliminated("lurker", False, ("x-1",)),) if isinstance(event, e.MiniatureDied) else ()

    hooks = Hooks(abilities=tuple(contribute_abilities()), react_event=(routed,))
    text = "U . . .\n . . . .\n\numa activated defense=any,any,any,any\nlast uma"
    game = turned(text, hooks=hooks).do("proceed", enemy="S S", team="S S S")
    assert (game.state.units, game.state.enemies) == ({}, {})
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-234", "R-204")
def test_a_unit_of_which_nobody_can_appear_any_more_is_gone() -> None:
    """Billie and the first Miniature bring each other down, and nobody is left on the board to appear beside."""
    figures = "billie damage=8 activated defense=any,any,any,any\njazz\nlast billie"
    game = turned(f"B . . .\n . . . .\n\n{figures}").do("proceed", enemy="S S", team="S S S")
    assert (game.state.units, game.state.enemies, game.state.removed) == ({}, {}, ("lurker",))
    assert game.told("unit_eliminated")


@pytest.mark.rule("R-204")
def test_without_room_on_the_whole_board_nobody_appears() -> None:
    game = turned("U C\n\numa activated\nlast uma")
    game.pass_on()
    assert game.state.enemies == {}


@pytest.mark.rule("R-206", "R-205", "R-204")
def test_the_others_go_for_another_one_and_it_is_told() -> None:
    game = turned("U . . . C\n . . . . .\n\numa damage=9 activated defense=frail\ncadin defense=frail\nlast uma")
    game.do("proceed", enemy="S S", team="-")
    assert [line.split()[2:4] for line in game.told("surprise_targeted")] == [["cadin", "evil_ai"]]
    assert game.asks() == "team surprise_attack"
    game.do("proceed", enemy="S S", team="-")
    assert game.one("cadin").damage == 2


@pytest.mark.rule("R-206", "R-204", "R-264")
def test_all_that_are_left_appear_beside_the_one_who_fell() -> None:
    more = """
        [[units]]
        id = "trio"

          [[units.faces]]
          colour = "blue"
          number = 3
          speed = 4
          wounds = 3
          abilities = ["surprise_attack"]
          attacks = [{ id = "claws", dice = ["sure"], range = [1, 1], cc = true }]
        """
    text = "U . . .\n . . . .\n\numa damage=9 activated defense=frail\nlast uma\ntrio away ai=orders"
    game = position(f"{text}\ninitiative trio\nturn enemy", textwrap.dedent(SURE_CLAWS) + textwrap.dedent(more)).do(
        "overrule round 1"
    )
    game.do("proceed", enemy="S", team="-")
    assert sorted(game.state.enemies) == ["trio.1", "trio.2", "trio.3"]
    assert [line.split()[1] for line in game.told("instruction_skipped")] == ["trio.2", "trio.3"]
    assert game.asks() != "team surprise_attack"


@pytest.mark.rule("R-204", "R-192")
@pytest.mark.parametrize(("board", "by"), [("U ~ . .\n . . . .", "by=harm"), (". ~ .\n U .\n. ~ .", "by=coordinates")])
def test_what_chose_the_space_is_recorded(board: str, by: str) -> None:
    """Of several spaces that do most harm the coordinates choose."""
    game = turned(f"{board}\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = game.told("enemy_deployed")
    assert f" {by} " in line
    assert "weighed=" in line


@pytest.mark.rule("R-206", "R-204", "R-192")
def test_beside_one_who_fell_no_harm_is_weighed() -> None:
    game = turned("U ~ . .\n . . . .\n\numa damage=9 activated defense=frail\nlast uma")
    game.do("proceed", enemy="S S", team="-")
    lines = game.told("enemy_deployed")
    assert ["weighed=" in line for line in lines] == [True, False]
    assert game.foe("lurker.2").space == "B1"


@pytest.mark.rule("R-205", "R-192")
def test_between_those_harmed_alike_the_smallest_coordinates_and_not_the_order_of_the_team() -> None:
    game = turned(". . . . U\n . . . . .\n\ncadin A1\ndummy - - activated")
    assert next(iter(game.state.team)) == "uma"
    assert targeted(game).split()[0] == "cadin"


@pytest.mark.rule("R-204", "R-125", "R-227")
@pytest.mark.parametrize(
    ("board", "figures", "space"),
    [("X", "container crate X", "C1"), ("C", "cadin damage=10 unconscious", "C1"), (".", "", "A1")],
    ids=["Container", "Unconscious", "free"],
)
def test_nobody_appears_on_an_obstructed_space(board: str, figures: str, space: str) -> None:
    """The first free space beside Uma is taken, not the one nearest to the Container."""
    game = goes_for_uma(f"{board} U . .\n . . . .\n\n{figures}").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == space


@pytest.mark.rule("R-204", "R-234")
def test_when_the_first_to_appear_dies_the_next_one_comes_all_the_same() -> None:
    game = begun("U . . .\n . . . .\n\numa activated\nlast uma", enemy=["-", "-"], team=["S", "-"])
    assert list(game.state.enemies) == ["lurker.2"]
    assert game.state.reserve == 0


@pytest.mark.rule("R-234", "R-243")
def test_when_all_who_appear_die_the_unit_is_gone() -> None:
    game = begun("U . . .\n . . . .\n\numa activated\nlast uma", enemy=["-", "-"], team=["S", "S"])
    assert game.state.units == {}
    assert game.told("unit_eliminated")


@pytest.mark.rule("R-272", "R-204")
def test_who_is_still_to_appear_is_no_casualty_of_maximum_alert() -> None:
    game = begun(
        ". . . . .\n . U . . .\n. . . . .\n\numa activated\nlast uma\nalert 4", enemy=["! !", "-"], team=["-", "-"]
    )
    came = [line.split("id=")[1].split()[0] for line in game.told("enemy_deployed")]
    assert sorted(came) == ["lurker.1", "lurker.2", "lurker.3"]
    assert len(game.told("attack_declared")) == 2
