"""Clauses of the Surprise Attack that no other file's positions bring about (R-204 … R-206; switch D14)."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import SurpriseAttack, UnitActivation
from defiance_qt.systems.defiance.engine.hooks import Hooks, PlayContext
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
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


def surprise(text: str, more: str = "", hooks: Hooks | None = None) -> Play:
    """The Unit's Initiative card is turned as it comes up; the position says who was activated last."""
    text = f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy"
    return position(text, textwrap.dedent(CARDS) + textwrap.dedent(more), hooks).do("overrule round 1")


def targeted(game: Play) -> str:
    (line,) = game.told("surprise_targeted")
    return line.removeprefix("surprise_targeted lurker ")


@pytest.mark.rule("R-204")
@pytest.mark.parametrize("reading", ["recent", "round"])
def test_who_was_activated_last_in_this_round_is_the_one_by_either_reading(reading: str) -> None:
    """Cadin would fall; Uma was the last to act, and that is what is told."""
    game = surprise(f"U . . C\n . . . .\n\ncadin damage=9\numa activated\nlast uma\nswitch surprise_target={reading}")
    assert targeted(game) == "uma last_activated [R-204]"


@pytest.mark.rule("R-204", "R-205", "R-154")
def test_a_remote_that_was_activated_last_and_has_fallen_cannot_be_the_one() -> None:
    game = surprise("U . . C\n . . . .\n\ncadin damage=9 activated\nbillie activated\nlast billie")
    assert targeted(game).startswith("cadin evil_ai ")


@pytest.mark.rule("R-205", "R-192")
def test_who_is_harmed_most_is_reckoned_from_the_best_space() -> None:
    """B1 is low visibility: who stands there attacks nobody. From A2 nothing keeps the claws off Uma."""
    game = surprise("U ~ . C\n . . . .\n\numa damage=8 defense=frail\ncadin damage=8 defense=firm,firm,firm")
    assert targeted(game).startswith("uma evil_ai ")
    assert game.do("proceed", enemy="S S", team="-").foe("lurker.1").space == "A2"


@pytest.mark.rule("R-205", "R-188")
@pytest.mark.parametrize(
    ("figures", "who"),
    [("", "uma"), ("cadin aggro=1", "cadin"), ("uma activated", "cadin"), ("uma wounds=9\ncadin wounds=8", "cadin")],
    ids=["smallest coordinates", "Aggro", "not activated", "Wounds"],
)
def test_between_those_harmed_alike_the_tie_breaks_decide(figures: str, who: str) -> None:
    game = surprise(f"U . . . C\n . . . . .\n\n{figures}\ndummy - - activated")
    assert targeted(game).split()[0] == who


@pytest.mark.rule("R-205", "R-192")
def test_what_was_weighed_is_recorded_with_the_worst_of_it() -> None:
    """Both of two sure Damage; Cadin would fall by it."""
    game = surprise("U . . C\n . . . .\n\ncadin damage=8 defense=frail\numa defense=frail")
    told = targeted(game)
    assert "harm=1000,2000,0,0,0 " in told
    assert told.count("harm=0,2000,0,0,0") == 1
    alone = targeted(surprise("U . . .\n . . . .\n\numa defense=frail"))
    assert alone == "uma evil_ai [R-205 R-192]"


# ---- where and beside whom


@pytest.mark.rule("R-204", "R-192")
def test_the_space_is_recorded_with_what_was_weighed() -> None:
    game = surprise("U ~ . .\n . . . .\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = game.told("enemy_deployed")
    assert "spaces=B1,A2 by=harm" in line
    assert "{option=B1 harm=0,0,0,0,0 target=uma}" in line
    assert "{option=A2 harm=0,2000,0,0,0 target=uma}" in line
    assert line.endswith("[R-204 R-192]")


@pytest.mark.rule("R-204")
def test_of_spaces_that_are_equally_good_the_first_and_alone_without_any_reason() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = game.told("enemy_deployed")
    assert game.foe("lurker.1").space == "B1"
    assert "spaces=B1,A2 by=coordinates" in line
    assert "weighed" not in line
    alone = surprise("U . . .\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
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
    game = surprise(f"U . . C . 1\n . . . . . .\n\ncadin damage=8 defense=frail\nlast uma\n{others}", ROBOT)
    assert targeted(game).split()[0] == picked


ROBOT = """
    [[units]]
    id = "robot"
    faces = [{ colour = "blue", number = 1, speed = 4, wounds = 1 }]
    """


@pytest.mark.rule("R-206", "R-204", "R-187")
@pytest.mark.parametrize("who", ["uma", "cadin"])
def test_with_nobody_left_to_attack_the_rest_appear_beside_the_one_who_fell(who: str) -> None:
    other = {"uma": "cadin", "cadin": "uma"}[who]
    board = "U . . . . . C\n . . . . . . ."
    figures = f"{other} damage=10 unconscious\n{who} damage=9 activated defense=frail\nlast {who}"
    game = surprise(f"{board}\n\n{figures}").do("proceed", enemy="S S", team="-")
    assert not game.one(who).conscious
    game.pass_on()
    board_, view = game.game.rules.board, game.game.rules.view(game.state)
    assert board_.distance(view.cells["lurker.2"], view.cells[who]) == 1


@pytest.mark.rule("R-206", "R-204")
def test_the_one_who_fell_need_not_be_the_first_of_the_team() -> None:
    """Jazz is not on the board."""
    game = surprise("J U . .\n . . . .\n\njazz damage=10 unconscious\numa damage=9 activated defense=frail\nlast uma")
    game.do("proceed", enemy="S S", team="-").pass_on()
    assert sorted(game.state.enemies) == ["lurker.1", "lurker.2"]


@pytest.mark.rule("R-204", "R-206")
def test_between_two_miniatures_nobody_is_acting() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma").do("proceed", enemy="S S", team="-")
    frame = game.state.agenda[-1]
    assert isinstance(frame, SurpriseAttack)
    assert (frame.acting, frame.waiting) == ("", ("lurker.2",))


@pytest.mark.rule("R-204", "R-206")
def test_those_that_appear_have_acted_and_do_not_act_again() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma")
    frame = game.state.agenda[1]
    assert isinstance(frame, UnitActivation)
    assert (frame.acted, frame.waiting) == (("lurker.1", "lurker.2"), ())
    game.pass_on(enemy=["S S", "S S"], team=["-", "-"])
    assert [line.split()[1] for line in game.told("attack_declared")] == ["lurker.1", "lurker.2"]


ALONE = Hooks(abilities=tuple(one for one in contribute_abilities() if one.id == "surprise_attack"))


@pytest.mark.rule("R-179", "R-204", "R-206")
@pytest.mark.parametrize("defense", ["-", "S S S"], ids=["they stay", "they die"])
def test_one_appears_after_another_in_a_game_without_other_abilities(defense: str) -> None:
    """Nothing but the Surprise Attack itself leads from one Miniature to the next."""
    game = surprise("U . . .\n . . . .\n\numa activated defense=any,any,any,any\nlast uma", hooks=ALONE)
    for miniature in ("lurker.1", "lurker.2"):
        assert (game.asks(), game.options()) == ("team surprise_attack", ["proceed"])
        game.do("proceed", enemy="S S", team=defense)
        assert [line.split()[1] for line in game.told("attack_declared")] == [miniature]
    assert (game.asks(), game.state.round) == ("team round", 2)


@pytest.mark.rule("R-179", "R-204", "R-206")
def test_after_the_target_has_fallen_it_goes_on_in_a_game_without_other_abilities() -> None:
    figures = "uma damage=9 activated defense=frail\nlast uma\ncadin {}\ngoldstein"
    left = surprise(f"U . . C\n . . . .\n\n{figures.format('')}", hooks=ALONE).do("proceed", enemy="S S", team="-")
    assert (left.asks(), left.options()) == ("team surprise_attack", ["proceed"])
    none = surprise(f"U . . C\n . . . .\n\n{figures.format('damage=10 unconscious')}", hooks=ALONE)
    assert none.do("proceed", enemy="S S", team="-").asks() == "team round"


@pytest.mark.rule("R-204", "R-206", "R-181")
def test_those_that_cannot_attack_keep_nobody_waiting_in_a_game_without_other_abilities() -> None:
    game = surprise("U . . .\n\nwall A1:e\numa activated\nlast uma", hooks=ALONE)
    for miniature in ("lurker.1", "lurker.2"):
        game.do("proceed")
        assert [line.split()[1] for line in game.told("instruction_skipped")] == [miniature]
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-264")
def test_at_alert_0_one_that_appears_beside_the_fallen_and_remains_raises_it() -> None:
    """The first has brought Uma down and died."""
    figures = "uma damage=8 activated defense=any,any,any,any\nlast uma\nalert 0\ngoldstein"
    game = surprise(f"U . . .\n . . . .\n\n{figures}").do("proceed", enemy="S S", team="S S S")
    assert list(game.state.enemies) == ["lurker.2"]
    assert game.state.alert == 1
    assert [line.rpartition(" ")[2] for line in game.told("alert_changed")] == ["[R-264]"]


@pytest.mark.rule("R-179", "R-204", "R-205")
def test_without_a_target_it_stays_away_in_a_game_without_other_abilities() -> None:
    game = surprise("U . .\n . . .\n\numa damage=10 unconscious\ngoldstein", hooks=ALONE)
    assert game.asks() == "team round"
    assert game.unit("lurker").hidden_away


@pytest.mark.rule("R-206", "R-234", "R-204")
def test_a_unit_whose_miniatures_all_die_is_gone() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated defense=any,any,any,any\nlast uma")
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
    game = surprise(text, hooks=hooks).do("proceed", enemy="S S", team="S S S")
    assert (game.state.units, game.state.enemies) == ({}, {})
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-234", "R-204")
def test_a_unit_of_which_nobody_can_appear_any_more_is_gone() -> None:
    """Billie and the first Miniature bring each other down, and nobody is left on the board to appear beside."""
    figures = "billie damage=8 activated defense=any,any,any,any\njazz\nlast billie"
    game = surprise(f"B . . .\n . . . .\n\n{figures}").do("proceed", enemy="S S", team="S S S")
    assert (game.state.units, game.state.enemies, game.state.removed) == ({}, {}, ("lurker",))
    assert game.told("unit_eliminated")


@pytest.mark.rule("R-204")
def test_without_room_on_the_whole_board_nobody_appears() -> None:
    game = surprise("U C\n\numa activated\nlast uma")
    game.pass_on()
    assert game.state.enemies == {}


@pytest.mark.rule("R-206", "R-205", "R-204")
def test_the_others_go_for_another_one_and_it_is_told() -> None:
    game = surprise("U . . . C\n . . . . .\n\numa damage=9 activated defense=frail\ncadin defense=frail\nlast uma")
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
    game = position(f"{text}\ninitiative trio\nturn enemy", textwrap.dedent(CARDS) + textwrap.dedent(more)).do(
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
    game = surprise(f"{board}\n\numa activated defense=frail\nlast uma").do("proceed", enemy="S S", team="-")
    (line,) = game.told("enemy_deployed")
    assert f" {by} " in line
    assert "weighed=" in line


@pytest.mark.rule("R-206", "R-204", "R-192")
def test_beside_one_who_fell_no_harm_is_weighed() -> None:
    game = surprise("U ~ . .\n . . . .\n\numa damage=9 activated defense=frail\nlast uma")
    game.do("proceed", enemy="S S", team="-")
    lines = game.told("enemy_deployed")
    assert ["weighed=" in line for line in lines] == [True, False]
    assert game.foe("lurker.2").space == "B1"


@pytest.mark.rule("R-205", "R-192")
def test_between_those_harmed_alike_the_smallest_coordinates_and_not_the_order_of_the_team() -> None:
    game = surprise(". . . . U\n . . . . .\n\ncadin A1\ndummy - - activated")
    assert next(iter(game.state.team)) == "uma"
    assert targeted(game).split()[0] == "cadin"
