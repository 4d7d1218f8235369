"""Clauses of harm, of Allies and of a mission's end that no other file's positions bring about."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine.content import Condition
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6
    max_aggro = 2
    attacks = [
      { id = "sling", dice = ["any", "any"], range = [1, 3] },
      { id = "fist", dice = ["any", "any"], range = [1, 1], cc = true },
    ]

    [[characters]]
    id = "pilot"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6
    actions = [{ id = "redeploy", target = "remote_off", effects = [{ do = "ability", id = "redeploy" }] }]
    """


# ---- Remotes


@pytest.mark.rule("R-154", "R-240", "R-239")
@pytest.mark.parametrize(("discards", "drawn"), [("rattled", ("rattled",)), ("", ())])
def test_for_a_remote_too_the_discarded_are_shuffled_when_the_deck_is_empty(
    discards: str, drawn: tuple[str, ...]
) -> None:
    """With both empty it suffers none."""
    text = "J . B . 1\n\nbillie printed damage=3\ndummy 1 - ai=attack_twice\ninitiative dummy\ndeck consequence"
    game = foes_turn(f"{text}\ndiscards consequence {discards}")
    game.do("proceed", enemy="S S", team="-")
    assert (game.one("billie").space, game.one("billie").face_down) == ("", drawn)
    assert bool(game.told("deck_rebuilt")) == bool(drawn)


@pytest.mark.rule("R-155")
def test_a_remote_comes_back_to_its_own_controller_only() -> None:
    """The pilot has the Action, and Billie is not the pilot's."""
    game = position("J P .\n . . .\n\njazz printed\nbillie printed\npilot P", CARDS)
    assert game.do("activate pilot").options("use_card") == []
    game = position("J P .\n . . .\n\njazz printed\nbillie printed\npilot P", CARDS)
    assert game.do("activate jazz").options("use_card") == ["use_card jazz jazz.redeploy billie"]


# ---- Allies


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


# ---- the end of a mission


def over(result: str, figures: str) -> Play:
    """Uma's Activation ends, and with it the mission."""
    conditions: dict[str, Any] = {result: (Condition(id="there", standing=("uma",), zone="out"),)}
    game = position(f"U . A N .\n\nzone out A1\nneutral goldstein N\n{figures}", CARDS, **conditions)
    return game.do("activate uma", "end_activation uma")


@pytest.mark.rule("R-233", "R-145", "R-239")
@pytest.mark.parametrize("result", ["victory", "defeat"])
@pytest.mark.parametrize(("figures", "cards"), [("guest A damage=6 unconscious", 2), ("guest A damage=5", 0)])
def test_an_ally_that_ends_the_mission_unconscious_takes_two_consequences(
    result: str, figures: str, cards: int
) -> None:
    game = over(result, f"{figures}\nqiang damage=10 unconscious")
    assert game.state.result == result
    assert (len(game.one("guest").face_down), game.one("guest").consequences) == (cards, ())
    assert len(game.one("qiang").face_down) == 2
    assert game.one("uma").face_down == ()


@pytest.mark.rule("R-150")
@pytest.mark.parametrize("result", ["victory", "defeat"])
def test_who_was_won_over_joins_the_crew_however_the_mission_ends(result: str) -> None:
    conditions: dict[str, Any] = {result: (Condition(id="there", standing=("uma",), zone="out"),)}
    game = position("U N .\n\nzone out A1\nneutral goldstein N", **conditions)
    game.do("activate uma", "interact uma goldstein", "end_activation uma")
    assert game.state.result == result
    assert game.state.crew == ("goldstein",)
