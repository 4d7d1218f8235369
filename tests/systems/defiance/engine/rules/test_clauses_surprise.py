"""Clauses of the Surprise Attack that no other file's positions bring about (R-204 … R-206; switch D14)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position

CARDS = """
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

    [[ai_cards]]
    id = "orders"
    blue = ["focused"]
    red = ["focused"]
    """


def surprise(text: str) -> Play:
    """The Unit's Initiative card is turned as it comes up; the position says who was activated last."""
    return position(f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy", CARDS).do("overrule round 1")


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
