"""When a mission is lost because nobody can recover any more (ruling on defeat)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position

CARDS = """
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
    """


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
