"""Damage, Unconsciousness, death, healing, Aggro and Consequences (R-221…R-242)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import (
    Calm,
    Effect,
    Leave,
    RaiseAlert,
    Relieve,
    Suffer,
    Suffering,
    Trigger,
)
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    orders("attack least_distance")
    + pack("broken_leg", "guest")
    + """
    [[characters]]
    id = "pilot"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6
    actions = [{ id = "redeploy", target = "remote_off", effects = [{ do = "ability", id = "redeploy" }] }]

    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 8]
      effects = [
        { do = "suffer", amount = 9, on = "target" },
        { do = "impose", state = "stunned", on = "target" },
        { do = "relieve", state = "focused", on = "target" },
        { do = "heal", amount = 1, on = "target" },
      ]
    """
)


def opened(text: str, *effects: Effect, more: tuple[Trigger, ...] = (), **drawn: Any) -> Play:
    """Uma opens the gate beside her, and something happens."""
    triggers = (Trigger("door_opened gate", effects), *more)
    game = position(f"{text}\ndoor gate A1:e", CARDS, triggers=triggers)
    return game.do("activate uma", "interact uma gate", **drawn)


@pytest.mark.rule("R-224", "R-225")
def test_who_lies_unconscious_suffers_no_more_damage() -> None:
    game = opened("U . C\n\ncadin damage=10 unconscious", Suffer(3, on="team"))
    assert [line.split()[1] for line in game.told("damage_suffered")] == ["uma"]


@pytest.mark.rule("R-275", "R-277", "R-231")
@pytest.mark.parametrize(
    ("state", "lost"), [("*", ["uma stunned"]), ("suppressed", ["uma suppressed"]), ("focused", list[str]())]
)
def test_a_state_is_taken_from_who_has_it_and_nobody_is_woken(state: str, lost: list[str]) -> None:
    """Uma has two States, Qiang has none, Cadin lies there."""
    game = opened("U . C Q\n\numa stunned suppressed\ncadin damage=10 unconscious", Relieve(state, on="team"))
    assert [" ".join(line.split()[1:3]) for line in game.told("state_lost")] == lost


@pytest.mark.rule("R-225", "R-224", "R-321")
@pytest.mark.parametrize(("damage", "gone"), [(8, []), (9, ["damage_healed uma 1 8"])])
def test_damage_that_lowered_wounds_no_longer_hold_is_told_and_no_other(damage: int, gone: list[str]) -> None:
    game = opened(f"U . C\n\numa damage={damage}", Suffering(1, on="user"), consequence="broken_leg")
    assert [" ".join(line.split()[:4]) for line in game.told("damage_healed")] == gone
    assert game.told("fell_unconscious") == ["fell_unconscious uma [R-224 R-321]"]


@pytest.mark.rule("R-321")
@pytest.mark.parametrize(
    ("uma", "left"),
    [
        ("damage=7", 7),
        ("damage=8", 7),
        ("damage=9", 7),
        ("wounds=3 damage=1", 0),
        ("wounds=3 damage=2", 0),
        ("wounds=3", 0),
    ],
)
def test_lowered_wounds_leave_one_to_whoever_has_left_the_board(uma: str, left: int) -> None:
    """The card takes two Wounds; it is drawn when Uma is gone."""
    damage = int(uma.rpartition("damage=")[2]) if "damage" in uma else 0
    game = opened(f"U . C\n\numa {uma}", Suffering(1, on="user"), Leave(("uma",)), consequence="broken_leg")
    one = game.one("uma")
    assert (one.space, one.consequences, one.damage, one.conscious) == ("", ("broken_leg",), left, True)
    healed = f"damage_healed uma {damage - left} {left} source=consequence.broken_leg.name [R-321]"
    assert game.told("damage_healed") == ([healed] if damage > left else [])


@pytest.mark.rule("R-224")
def test_who_falls_by_damage_does_not_fall_by_a_consequence() -> None:
    game = opened("U . C\n\numa damage=9", Suffer(1, on="user"))
    assert game.told("fell_unconscious") == ["fell_unconscious uma [R-224]"]


@pytest.mark.rule("R-277", "R-076")
def test_an_attacker_that_falls_is_no_longer_hidden_and_stays_unconscious() -> None:
    game = position("U . 1 C\n\numa carries=stick damage=9 hidden\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="S")
    assert game.one("uma").states == ("unconscious",)


@pytest.mark.rule("R-277", "R-279")
@pytest.mark.parametrize(("board", "hidden"), [("1 . U", True), ("U . 1", True), ("1 U .", False), (". U 1", False)])
def test_hidden_is_lost_in_contact_and_not_nearby(board: str, hidden: bool) -> None:
    game = position(f"{board}\n\ndummy 1 -\ndummy.1 hidden", CARDS).do("activate uma", "end_activation uma")
    assert game.foe("dummy.1").states == (("hidden",) if hidden else ())


@pytest.mark.rule("R-155")
def test_a_remote_comes_back_to_its_own_controller_only() -> None:
    """The pilot has the Action, and Billie is not the pilot's."""
    game = position("J P .\n . . .\n\njazz printed\nbillie printed\npilot P", CARDS)
    assert game.do("activate pilot").options("use_card") == []
    game = position("J P .\n . . .\n\njazz printed\nbillie printed\npilot P", CARDS)
    assert game.do("activate jazz").options("use_card") == ["use_card jazz jazz.redeploy billie"]


@pytest.mark.rule("R-148", "R-223", "R-244")
@pytest.mark.parametrize(("aggro", "left", "tokens"), [(1, 2, 0), (2, 2, 1), (5, 2, 4)])
def test_an_allys_aggro_above_a_maximum_that_is_printed_goes_into_the_reserve(
    aggro: int, left: int, tokens: int
) -> None:
    game = position(f"U A . 1\n\nguest A printed aggro={aggro}\ndummy 1 -", CARDS).do("activate guest")
    game.do("attack guest guest.sling dummy.1", "end_activation guest", team="S", enemy="-")
    assert (game.one("guest").aggro, game.state.reserve) == (left, tokens)


@pytest.mark.rule("R-264", "R-145")
@pytest.mark.parametrize(("attack", "alert"), [("sling", 1), ("fist", 0)])
def test_an_allys_attack_raises_the_alarm_like_a_characters(attack: str, alert: int) -> None:
    game = position("A 1\n\nguest A\ndummy 1 -\nalert 0", CARDS).do("activate guest")
    game.do(f"attack guest guest.{attack} dummy.1", team="-", enemy="-")
    assert game.state.alert == alert


@pytest.mark.rule("R-277", "R-121")
def test_all_states_of_the_activation_end_and_each_says_why() -> None:
    game = position("U C\n\numa stunned suppressed focused").do("activate uma")
    game.do("rest uma state=focused")
    assert game.told("state_lost") == ["state_lost uma focused [R-121 R-277]"]
    game.do("end_activation uma")
    assert game.one("uma").states == ()
    assert game.told("state_lost") == ["state_lost uma stunned [R-277]", "state_lost uma suppressed [R-277]"]


@pytest.mark.rule("R-221", "R-132", "R-121")
def test_aggro_is_told_with_what_it_was_and_what_it_is() -> None:
    game = position("U . 1\n\numa carries=stick aggro=2\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S", enemy="-")
    assert game.told("aggro_changed") == ["aggro_changed uma 1 3 for_damage=yes [R-221]"]
    game.do("rest uma")
    assert game.told("aggro_changed") == ["aggro_changed uma -1 2 [R-121]"]


@pytest.mark.rule("R-104", "R-192", "R-277")
def test_which_state_is_lost_does_not_hang_on_the_order_in_which_they_came() -> None:
    game = position("U . 1\n\ndummy 1 -")
    lost = set()
    for states in (("stunned", "suppressed"), ("suppressed", "stunned")):
        state = replace(game.state, team={**game.state.team, "uma": replace(game.one("uma"), states=states)})
        run = Transaction(game.game.rules, state)
        lost.add((harm.state_to_lose(run, "uma", False), harm.state_to_lose(run, "uma", True)))
    assert len(lost) == 1
    alike = '[[states]]\nid = "red_one"\nharm = 2\n[[states]]\nid = "blue_one"\nharm = 2\n'
    for held in ("red_one blue_one", "blue_one red_one"):
        game = position(f"U .\n\numa {held}", alike)
        assert harm.state_to_lose(Transaction(game.game.rules, game.state), "uma", False) == "red_one"
    game = position("U C\n\numa damage=10 unconscious")
    assert harm.state_to_lose(Transaction(game.game.rules, game.state), "uma", False) == ""
    assert harm.state_to_lose(Transaction(game.game.rules, game.state), "uma", True) == ""


@pytest.mark.rule("R-234", "R-275", "R-277", "R-236", "R-225")
def test_what_else_a_card_does_to_one_who_is_gone_is_nothing() -> None:
    game = position("U . 1 2 3\n\numa carries=bomb\nnox_spec_ops 3 -\ndummy 1 2", CARDS).do("activate uma")
    game.do("use_card uma bomb.throw dummy.1")
    assert "dummy.1" not in game.state.enemies
    assert not game.told("state_gained", "state_lost", "damage_healed")
    assert "dummy" in game.state.units, "its second is still there"
    game.do("use_card uma bomb.throw dummy.2")
    assert list(game.state.units) == ["nox_spec_ops"]
    assert game.told("reserve_changed") == ["reserve_changed 1 1 unit_eliminated about=dummy [R-243]"]


@pytest.mark.rule("R-224", "R-045")
def test_whoever_falls_by_a_correction_has_fallen() -> None:
    game = position("U .\n\numa carries=stick").do("activate uma", "overrule team.uma.damage 10")
    assert not game.one("uma").conscious
    assert (game.state.result, game.state.because) == ("defeat", "team_down")


@pytest.mark.rule("R-224", "R-221", "R-154")
def test_whoever_lies_there_or_is_not_there_gains_no_aggro() -> None:
    ended = Trigger("activation_ended uma", (Calm(1, on="team"),))
    game = position("U C\n\ncadin damage=10 unconscious\njazz\nbillie", triggers=(ended,))
    game.do("activate uma", "end_activation uma")
    assert {id: one.aggro for id, one in game.state.team.items() if one.aggro} == {"uma": 1}


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
