"""When a mission is lost because nobody can recover any more (ruling on defeat).

Spans `rules.mission`, `rules.rolls` and `rules.harm`.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import Condition, Suffering, Trigger
from defiance_qt.systems.defiance.engine.frames import Draw, KeepConsequence
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    orders("attack least_distance")
    + """
    [[characters]]
    id = "medic"
    ally = true
    automedikit = false
    speed = 4
    wounds = 4

    [[equipment]]
    id = "kit"

      [[equipment.actions]]
      id = "treat"
      target = "unconscious"
      use = "tap"
      effects = [{ do = "revive", heal = 1 }]

    [[equipment]]
    id = "last_kit"

      [[equipment.actions]]
      id = "treat"
      target = "unconscious"
      use = "flip"
      effects = [{ do = "revive", heal = 1 }]

    [[units]]
    id = "burner"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "blaze"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "suffer", amount = 4, on = "team" }] }]

    [[consequences]]
    id = "shock"
    wounds = -9
    copies = 2
    """
)


def last_one_falls(medic: str, uma: str = "", more: str = "") -> Play:
    """Uma lies there; Cadin, the last one up, attacks a dummy and falls by what it rolls. None has an AutoMediKit."""
    game = position(
        f"U M 1 C\n\nmedic M {medic}\numa damage=10 unconscious carries={uma or 'stick'}\n"
        f"cadin damage=9 carries=stick\ndummy 1 -\n{more}",
        CARDS,
    )
    return game.do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")


@pytest.mark.rule("R-045", "R-231")
@pytest.mark.parametrize(
    ("medic", "uma", "lost"),
    [
        ("", "", True),
        ("carries=kit", "", False),
        ("carries=last_kit", "", False),
        ("", "kit", False),
        ("unconscious damage=4 carries=kit", "", True),
        ("", "automedikit", False),
    ],
    ids=["nothing", "a kit", "one for once", "a kit that lies with Uma", "the medic is down", "an AutoMediKit"],
)
def test_it_is_lost_when_nobody_can_bring_anybody_round(medic: str, uma: str, lost: bool) -> None:
    game = last_one_falls(medic, uma)
    assert (game.state.result == "defeat") == lost
    if lost:
        assert game.state.because == "team_down"


@pytest.mark.rule("R-045", "R-314", "R-315")
@pytest.mark.parametrize(("turned", "lost"), [("tap", False), ("flip", True)])
def test_a_kit_that_is_turned_will_serve_again_and_one_face_down_will_not(turned: str, lost: bool) -> None:
    game = position(
        "U M 1 C\n\nmedic M carries=kit\numa damage=10 unconscious carries=stick\n"
        "cadin damage=9 carries=stick\ndummy 1 -",
        CARDS,
    )
    game.do(f'overrule team.medic.carried [{{"item":"kit","place":"light","turned":"{turned}"}}]')
    game.do("activate cadin", "attack cadin stick.point dummy.1", team="-", enemy="S")
    assert (game.state.result == "defeat") == lost


@pytest.mark.rule("R-045", "R-030")
def test_to_the_letter_a_kit_that_cannot_be_equipped_saves_nobody() -> None:
    assert last_one_falls("carries=kit", more="switch usable=equipped").state.result == "defeat"


# ---- in the middle of something


def blazing(team: str, billie: str = "") -> Play:
    """Goldstein passes. The burner attacks Cadin, the last one up, and a Switch brings down whoever is left."""
    board = "C . 1 . . B" if billie else "C . 1"
    text = f"{board}\n\ncadin damage=9 carries=stick\ngoldstein\n{billie}\nburner 1 ai=orders\ninitiative burner"
    game = position(text, CARDS).do("activate goldstein", "end_activation goldstein")
    return game.do("proceed", enemy="!", team=team)


@pytest.mark.rule("R-106", "R-045", "R-094")
def test_a_roll_in_which_the_last_one_falls_goes_to_its_end() -> None:
    """The Damage of the fallen is dealt, the roll is closed, and only then the mission is lost."""
    game = blazing("S S")
    assert game.told("damage_suffered") == [
        "damage_suffered cadin 4 10 source=burner.1 [R-106 R-225]",
        "damage_suffered burner.1 2 2 source=cadin [R-094]",
    ]
    tags = [line.split()[0] for line in game.told("fell_unconscious", "roll_closed", "mission_decided", "game_ended")]
    assert tags == ["fell_unconscious", "roll_closed", "mission_decided", "game_ended"]
    assert (game.state.result, game.state.because) == ("defeat", "team_down")


@pytest.mark.rule("R-106", "R-154", "R-045")
def test_a_draw_that_the_last_fall_left_open_is_made() -> None:
    """Billie falls by the same Switch; her Consequence is drawn before the mission is lost."""
    game = blazing("-", "billie printed damage=3")
    assert [" ".join(line.split()[:2]) for line in game.told("consequence_suffered", "mission_decided")] == [
        "consequence_suffered billie",
        "mission_decided defeat",
        "consequence_suffered cadin",
        "consequence_suffered cadin",
    ]
    assert len(game.one("billie").face_down) == 1
    assert len(game.one("cadin").face_down) == 2
    assert game.state.result == "defeat"


@pytest.mark.rule("R-106", "R-045")
def test_it_is_lost_after_the_teams_last_choice_in_the_roll() -> None:
    """A question lies between the fall and the end of the roll."""
    game = position(
        "C . 1\n\ncadin damage=9 carries=stick,vest\ngoldstein\nburner 1 ai=orders\ninitiative burner",
        CARDS
        + """
    [[equipment]]
    id = "vest"
    modifiers = [{ rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }] }]
    """,
    ).do("activate goldstein", "end_activation goldstein")
    game.do("proceed", enemy="!", team="! S")
    assert (game.asks(), game.one("cadin").conscious, game.state.result) == ("team roll", False, None)
    game.do("use_switch 0")
    assert game.told("damage_suffered") == ["damage_suffered burner.1 2 2 source=cadin [R-094]"]
    assert game.state.result == "defeat"


@pytest.mark.rule("R-321", "R-045", "R-232")
def test_consequences_of_others_are_drawn_before_it_is_lost() -> None:
    """Cadin falls again by the Consequence that he keeps; what lies below on the agenda is not lost."""
    text = (
        "C . 1\n\ncadin damage=10 unconscious carries=automedikit wounds=10\ngoldstein\n"
        "burner 1 ai=orders\ndeck consequence shock shock"
    )
    game = position(text, CARDS).do("activate cadin", "use_automedikit cadin")
    assert game.state.agenda[-1] == KeepConsequence("cadin", ("shock", "shock"))
    below = Draw("consequence", 1, "keep_all", "cadin")
    game.state = replace(game.state, agenda=(*game.state.agenda[:-1], below, game.state.agenda[-1]))
    one = replace(game.one("cadin"), damage=2)
    game.state = replace(game.state, team={**game.state.team, "cadin": one})
    game.do("keep shock")
    tags = [line.split()[0] for line in game.told("fell_unconscious", "consequence_suffered", "mission_decided")]
    assert tags[:4] == ["consequence_suffered", "fell_unconscious", "consequence_suffered", "mission_decided"]
    assert game.state.result == "defeat"


@pytest.mark.rule("R-024", "R-106")
@pytest.mark.parametrize("outcome", ["victory", "defeat"])
def test_what_the_last_activation_caused_happens_before_the_mission_ends(outcome: str) -> None:
    """The trigger's Consequence is drawn, and the result stands."""
    cause = Trigger("activation_ended uma", (Suffering(),))
    over: dict[str, Any] = {outcome: (Condition(id="over", when="activation"),)}
    game = position("U . C", CARDS, triggers=(cause,), **over).do("activate uma", "end_activation uma")
    assert len(game.one("uma").consequences) == 1
    assert (game.state.result, game.state.because) == (outcome, "over")
