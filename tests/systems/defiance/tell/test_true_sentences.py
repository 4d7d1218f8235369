"""Sentences that were false or left out what one wants to know."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import Reinforce, Suffer, Trigger
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.tell import narrate, refused
from defiance_qt.systems.defiance.tell.reasons import explain
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.tell.test_enemy_reasons import short, turn
from tests.systems.defiance.tell.why import EN, SPOKEN, done, told, why


def said(text: str, *lines: str, kind: type, **answers: str) -> list[str]:
    """The sentences of the events of that kind that the last of the commands caused."""
    game, before = done(text, *lines, **answers)
    found: list[Any] = [one for one in told(game, before) if isinstance(one.event, kind)]
    return [narrate(one.event, one.after, EN) for one in found]


def refusal(game: Play, line: str, language: str = "en") -> str:
    with pytest.raises(Illegal) as error:
        game.game.decide(game.state, parse_command(line))
    return refused(error.value, game.state, SPOKEN[language])


CONSOLE = 'U X\n\nconsole one X "! !"'


@pytest.mark.rule("R-139")
def test_the_extra_is_a_first_interaction_or_another_roll() -> None:
    lines = said(CONSOLE, "activate uma", "interact uma one extra=yes", kind=e.ActionSpent, team="!")
    assert lines == ["Uma uses a Console as a Free Action, adding 2 Reinforcements"]
    text = f"{CONSOLE}\nswitch console_extra=roll"
    game = position(text).do("activate uma", "interact uma one", "assign ! 0", team="!")
    before = game.state
    game.do("console_roll_again", team="!")
    lines = [narrate(one.event, one.after, EN) for one in told(game, before) if isinstance(one.event, e.ActionSpent)]
    assert lines == ["Uma rolls once more at the Console, adding 2 Reinforcements"]


@pytest.mark.rule("R-141")
def test_a_console_roll_is_not_called_a_simple_roll() -> None:
    game, before = done(CONSOLE, "activate uma", "interact uma one", team="!")
    lines = why(game, before, e.RollOpened)
    assert "A Console roll: its symbols go to the inputs, no Success is needed" in lines
    assert not any("Simple Roll" in line for line in lines)


@pytest.mark.rule("R-073")
def test_an_attack_that_does_not_exist() -> None:
    game = position("U . 1\n\ndummy 1 -").do("activate uma")
    assert refusal(game, "attack uma pistol.bite dummy.1") == "Pistol has no such Attack"
    assert refusal(game, "attack uma uma.bite dummy.1") == "Uma has no such Attack"
    assert refusal(game, "attack uma knife.bite dummy.1") == "Uma is not equipped with Knife"


@pytest.mark.rule("R-154")
def test_a_consequence_that_stays_face_down_is_not_named() -> None:
    text = "J B 1\n\nbillie printed wounds=1\njazz carries=knife\ndummy 1 -\ndummy.1 damage=0"
    game = position(text).do("activate billie")
    before = game.state
    game.do("overrule team.billie.damage 9", consequence="torn_muscle")
    drawn = [narrate(one.event, one.after, EN) for one in told(game, before) if isinstance(one.event, e.CardDrawn)]
    assert drawn == ["Billie draws a Consequence that stays face down"]


@pytest.mark.rule("R-062", "R-063", "R-064")
@pytest.mark.parametrize(
    ("table", "cut"),
    [
        ("U . 1\n\ndummy 1 -\nwall A1:e", "a wall"),
        ("U Q 1\n\ndummy 1 -", "Qiang"),
        ("U . 1\n\ndummy 1 -\ndoor gate A1:e", "the door"),
        ("U . 1\n\ndummy 1 -\nred A1:e", "low visibility"),
        ("U . 1\n\ndummy 1 -\nviolet A1:e", "a purple side"),
    ],
)
def test_no_line_of_sight_says_what_cuts_it(table: str, cut: str) -> None:
    game = position(table).do("activate uma")
    sentence = refusal(game, "attack uma pistol.shot dummy.1")
    assert sentence.lower() == f"uma has no line of sight to dummy #1; it is cut by: {cut}".lower()


@pytest.mark.rule("R-186", "R-195")
def test_of_those_in_sight_some_cannot_be_acquired() -> None:
    """Uma is closer and in sight, but cannot be acquired: Cadin is not the closest of all in sight."""
    game = position("U . . 1 . . C\n\ndummy 1 -")
    looked = (
        e.Candidate("uma", 3, 3, 0, 0, True, "reason.cannot_be_reached"),
        e.Candidate("cadin", 5, 5, 0, 0, True),
    )
    event = e.InstructionChosen("dummy.1", "acquire", "least_distance", "cadin", looked)
    lines = explain(event, game.state, game.state, EN, game.game.rules)
    assert "Of those in Line of Sight that one Move brings into Range, the closest is Cadin (Distance 5)" in lines
    alone = e.InstructionChosen("dummy.1", "acquire", "least_distance", "cadin", looked[1:])
    lines = explain(alone, game.state, game.state, EN, game.game.rules)
    assert "Of those in Line of Sight, the closest is Cadin (Distance 5)" in lines


SLOW = """
    [[units]]
    id = "slow"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 2
      wounds = 5
      defense = ["any"]
      attacks = [{ id = "rifle", dice = ["any"], range = [1, 8] }]
    """


@pytest.mark.rule("R-195")
def test_where_speed_was_the_limit_it_is_not_said_to_be_the_range() -> None:
    """Its Range is 8, but within its Speed it sees Cadin from Distance 5 at most."""
    board = "C . # 1 .\n . . # . .\n. . . . .\n\n"
    (line, *_) = turn(board, "acquire least_distance", cards=SLOW, foe="slow 1")
    assert "Now Cadin is at Distance 5, the greatest from which this Move lets it attack (1–8)." in line
    far = "C . . . . . . . . . 1\n\n"
    (line, *_) = turn(far, "acquire least_distance", cards=SLOW, foe="slow 1")
    assert "Now Cadin is at Distance 8, as far away as it can attack from (1–8)." in line


@pytest.mark.rule("R-197")
def test_an_assault_says_whether_it_got_there() -> None:
    lines = short("C . . . 1 . .\n\n", "assault most_aggro")
    assert "Now Cadin is at Distance 2, as close as this Move takes it." in lines[0]
    lines = short("C . . 1 . . .\n\n", "assault most_aggro")
    assert "Now Cadin is at Distance 1, the smallest Range it attacks at (1–3, 1)." in lines[0]


@pytest.mark.rule("R-193")
def test_out_of_range_and_out_of_sight_are_told_apart() -> None:
    text = "C . . 1 Q U\n\numa activated\nqiang activated\nwall C1:e"
    lines = short(text, "attack least_distance", team="-", enemy="-")
    passed = {line.partition(":")[0]: line.partition("passed over, ")[2] for line in lines if "passed over" in line}
    assert passed["Cadin"] == "in Range, but its Line of Sight is cut by: a wall"
    assert passed["Uma"] == "in Range, but its Line of Sight is cut by: Qiang"
    lines = short("C . . . . 1 Q\n\nqiang activated", "attack least_distance", team="-", enemy="-")
    assert any(line.endswith("passed over, outside the Range of its Attacks (1–3, 1)") for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trigger_without_a_text_and_a_console_are_named(language: str) -> None:
    triggers = (Trigger("door_opened gate", (Reinforce(2), Suffer(1, "team"))),)
    game = position("U . .\n\ndoor gate A1:e", triggers=triggers).do("activate uma")
    before = game.state
    game.do("interact uma gate")
    named = {"en": "the mission", "es": "la misión", "ru": "миссия"}[language]
    assert any(line.endswith(named) for line in why(game, before, e.DamageSuffered, language))
    assert any(line.endswith(named) for line in why(game, before, e.ReserveChanged, language))
    event = e.AlertChanged(1, "console.one.name")
    place = position('U X\n\nconsole one X "!"').state
    assert narrate(event, place, SPOKEN[language]).endswith(SPOKEN[language]("event.console"))
