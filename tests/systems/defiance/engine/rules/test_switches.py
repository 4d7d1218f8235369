"""Switches of the team, and in content: costs, sources, and what they bring (R-099 … R-103).

Spans `rules.rolls`, `rules.pools` and `rules.effects`.
"""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.switches import CARDS, open_switches, shooting, under_fire
from tests.systems.defiance.engine.rules.turns import foes_turn

HELP = (
    pack("help", "crusher", "herald")
    + """
    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 2 }
    software = ["help", "crusher"]
    """
)


def cried(enemy: str, states: str = "") -> Play:
    """The herald attacks Uma."""
    text = f"U . 1\n\numa {states}\nherald 1 ai=attack_twice\ninitiative herald"
    return foes_turn(text, HELP).do("proceed", enemy=enemy, team="-")


@pytest.mark.rule("R-099", "R-101")
def test_the_symbols_are_paid_and_the_effect_is_had() -> None:
    game = shooting(team="S S ! !", enemy="-")
    assert game.options() == ["use_switch 0", "use_switch 1", "use_switch 2", "let_stand"]
    game.do("use_switch 0")
    assert game.shown("team") == "S !"
    game.do("let_stand")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+! - 3 0 [R-093]"]
    assert game.foe("switcher.1").damage == 3


@pytest.mark.rule("R-101")
def test_what_was_paid_is_gone_for_other_switches_and_for_the_result() -> None:
    game = shooting(team="S !", enemy="-").do("use_switch 0")
    assert game.told("symbols_cancelled") == ["symbols_cancelled - - 2 0 [R-093]"]


@pytest.mark.rule("R-101")
def test_a_switch_that_cannot_be_paid_is_refused() -> None:
    game = shooting(team="! ! B", enemy="-")
    assert game.options() == ["use_switch 1", "use_switch 2", "let_stand"]
    assert game.refused("use_switch 0") == "cannot_pay R-101"


@pytest.mark.rule("R-099", "R-100")
def test_a_switch_belongs_to_the_attack_it_is_printed_under() -> None:
    game = shooting(attack="blaster.burst", team="S B !", enemy="-")
    assert open_switches(game) == [("equipment.blaster.name", "B")]
    assert game.options() == ["use_switch 0", "let_stand"]


@pytest.mark.rule("R-099", "R-100")
def test_switches_of_software_stand_open_when_the_program_runs_and_those_of_a_weapon_do_not() -> None:
    game = position(
        """
        J . 1

        jazz carries=deck,blaster
        switcher 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz test_spike switcher.1", team="! S", enemy="-")
    assert open_switches(game) == [("software.test_spike.name", "!")]
    game.do("use_switch 0")
    assert game.foe("switcher.1").damage == 2


@pytest.mark.rule("R-100")
def test_a_passive_card_offers_its_switch_in_the_rolls_it_names() -> None:
    game = foes_turn(
        """
        U . . 1

        uma carries=charm,scope damage=2
        switcher 1 - ai=attack_twice
        initiative switcher
        """,
        CARDS,
    ).do("proceed", enemy="-", team="!")
    assert game.options() == ["use_switch 0", "let_stand"]
    game.do("use_switch 0")
    assert game.told("switch_used") == ["switch_used team 0 equipment.charm.name ! [R-092 R-101]"]
    assert game.one("uma").damage == 1
    attacking = position(
        """
        U . . 1

        uma carries=stick,charm,scope
        switcher 1 -
        """,
        CARDS,
    ).do("activate uma", "attack uma stick.point switcher.1", team="!", enemy="-")
    assert attacking.do("use_switch 0").foe("switcher.1").damage == 1


@pytest.mark.rule("R-075", "R-100")
@pytest.mark.parametrize(("board", "dice"), [("U 1", 5), ("U . 1", 4)])
def test_a_passive_card_may_ask_for_contact(board: str, dice: int) -> None:
    game = under_fire("switcher", board, "uma carries=buckler", enemy="-", team=" ".join("6" * dice))
    assert len(game.dice("team")) == dice


@pytest.mark.rule("R-102")
def test_a_switch_may_be_repeated_as_long_as_it_is_paid() -> None:
    game = shooting(team="S S S ! ! B", enemy="-").do("use_switch 0", "use_switch 0")
    assert len(game.told("switch_used")) == 2
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+B - 5 0 [R-093]"]


@pytest.mark.rule("R-102", "R-103")
@pytest.mark.parametrize(
    ("own", "attack", "refused"),
    [
        ('{ cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] }', "", False),
        ('{ cost = "!", effects = [{ do = "add_symbols", symbols = "!" }] }', "", True),
        ("", '{ cost = "S", effects = [{ do = "add_symbols", symbols = "S" }] }', True),
        (
            '{ cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] }',
            '{ cost = "S", effects = [{ do = "add_symbols", symbols = "!" }] }',
            True,
        ),
    ],
    ids=["fine", "of the card", "of the Attack", "both together"],
)
def test_switches_that_pay_for_themselves_are_no_content(own: str, attack: str, refused: bool) -> None:
    """An Enemy that pays as often as it can would never be done."""
    more = f"""
    [[units]]
    id = "endless"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      switches = [{own}]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any"]
        range = [1, 8]
        switches = [{attack}]
    """
    if refused:
        with pytest.raises(ContentError, match="pay for themselves"):
            position("U", more)
    else:
        assert position("U", more).options() == ["activate uma"]


@pytest.mark.rule("R-101", "R-102")
def test_symbols_that_a_switch_brings_pay_for_another() -> None:
    game = shooting(team="! ! !", enemy="-").do("use_switch 2", "use_switch 0")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S - 3 0 [R-093]"]


@pytest.mark.rule("R-106", "R-103")
def test_a_switch_has_all_its_effects() -> None:
    assert cried("!").one("uma").states == ("stunned", "suppressed")


@pytest.mark.rule("R-106", "R-101")
def test_a_switch_of_the_team_has_all_its_effects() -> None:
    game = position("J U\n\njazz carries=deck\numa", HELP).do("activate jazz", "hack jazz help uma", team="B")
    game.do("use_switch 0")
    assert (game.one("jazz").aggro, game.one("uma").states) == (1, ("hidden",))


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("states", "paid"), [("stunned", 1), ("suppressed", 1), ("stunned suppressed", 0)], ids=["one", "other", "both"]
)
def test_an_enemy_pays_as_long_as_one_of_the_effects_is_not_in_vain(states: str, paid: int) -> None:
    game = cried("!", states)
    assert len(game.told("switch_used")) == paid
    assert len(game.told("switch_spared")) == 1 - paid
    assert set(game.one("uma").states) == ({"stunned", "suppressed"} if paid else set(states.split()))


@pytest.mark.rule("R-104", "R-103")
def test_a_switch_is_paid_again_only_while_it_still_does_something() -> None:
    """Three "!", and one payment that imposes both States."""
    game = cried("! ! !")
    assert len(game.told("switch_used")) == 1
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.herald.name reason.has_state [R-104]"]
