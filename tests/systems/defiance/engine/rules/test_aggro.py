"""Aggro (R-221 … R-223; switch D06).

Spans `rules.activation`, `rules.effects` and `rules.harm`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[equipment]]
    id = "sprayer"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "spray"
      dice = ["any", "any"]
      range = [1, 5]
      switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1, on = "other_enemy" }] }]

    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 5]
      effects = [{ do = "suffer", amount = 2 }]

    [[software]]
    id = "burn"
    kind = "controller"
    targets = "enemy"
    effects = [{ do = "suffer", amount = 1 }]

    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 2 }
    software = ["burn", "bite"]

    [[units]]
    id = "turret"

      [[units.faces]]
      colour = "grey"
      number = 1
      speed = 0
      wounds = 9
      biotech = ["black"]
      structure = true
      abilities = ["hackable"]
    """


def fight(*commands: str, figures: str = "", unit: str = "dummy 1 2", **dice: list[str]) -> Play:
    return position(f"U . 1\n . . 2\n\numa carries=sprayer,bomb,deck {figures}\n{unit}", CARDS).do(
        "activate uma", *commands, **dice
    )


@pytest.mark.rule("R-221")
@pytest.mark.parametrize(("shown", "aggro"), [("S", 1), ("S S", 1), ("-", 0)])
def test_damage_dealt_brings_one_aggro(shown: str, aggro: int) -> None:
    assert fight("attack uma sprayer.spray dummy.1", team=[shown], enemy=["-"]).one("uma").aggro == aggro


@pytest.mark.rule("R-221")
def test_damage_that_is_blocked_brings_none() -> None:
    assert fight("attack uma sprayer.spray dummy.1", team=["S"], enemy=["B"]).one("uma").aggro == 0


@pytest.mark.rule("R-221")
def test_it_is_one_an_activation_however_many_attacks() -> None:
    attack = "attack uma sprayer.spray dummy.1"
    game = fight(attack, attack, team=["S", "S"], enemy=["-", "-"])
    assert game.foe("dummy.1").damage == 2
    assert game.one("uma").aggro == 1
    game.do("end_activation uma", "activate uma", attack, team="S", enemy="-")
    assert game.one("uma").aggro == 2


@pytest.mark.rule("R-221", "R-106")
def test_damage_by_a_switch_counts() -> None:
    game = fight("attack uma sprayer.spray dummy.1", "use_switch 0 target=dummy.2", team=["!"], enemy=["-"])
    assert (game.foe("dummy.2").damage, game.one("uma").aggro) == (1, 1)


@pytest.mark.rule("R-221", "R-048")
def test_damage_by_the_action_of_a_card_counts() -> None:
    game = fight("use_card uma bomb.throw dummy.1")
    assert (game.foe("dummy.1").damage, game.one("uma").aggro) == (2, 1)


@pytest.mark.rule("R-221", "R-112")
def test_damage_by_a_program_counts() -> None:
    game = fight("hack uma burn dummy.1", team=["S"])
    assert (game.foe("dummy.1").damage, game.one("uma").aggro) == (1, 1)
    game = fight("hack uma bite turret.1", unit="turret 1", team=["S"], enemy=["6"])
    assert (game.foe("turret.1").damage, game.one("uma").aggro) == (1, 1)


@pytest.mark.rule("R-221")
@pytest.mark.parametrize(("counts", "aggro"), [("yes", 1), ("no", 0)])
def test_damage_to_a_structure_counts_in_one_reading(counts: str, aggro: int) -> None:
    switch = f"turret 1\nswitch structure_aggro={counts}"
    assert fight("attack uma sprayer.spray turret.1", unit=switch, team=["S"]).one("uma").aggro == aggro
    assert fight("use_card uma bomb.throw turret.1", unit=switch).one("uma").aggro == aggro


@pytest.mark.rule("R-221")
def test_damage_dealt_in_defence_brings_none() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=attack_twice\ninitiative dummy").do("proceed", team="S S", enemy="-")
    assert game.foe("dummy.1").damage == 2
    assert game.one("uma").aggro == 0


@pytest.mark.rule("R-221", "R-224")
def test_who_falls_by_the_own_attack_keeps_none() -> None:
    game = fight("attack uma sprayer.spray dummy.1", figures="damage=9", team=["S"], enemy=["S"])
    assert not game.one("uma").conscious
    assert game.one("uma").aggro == 0


@pytest.mark.rule("R-222", "R-132")
def test_each_console_interaction_brings_aggro_besides() -> None:
    game = position("U X\n\numa carries=deck\nconsole one X S S", CARDS)
    game.do("activate uma", "interact uma one using=deck", "interact uma one using=deck", team=["-", "-"])
    assert game.one("uma").aggro == 2


@pytest.mark.rule("R-223", "R-244")
@pytest.mark.parametrize(("aggro", "kept", "tokens"), [(2, 2, 0), (3, 3, 0), (4, 3, 1), (7, 3, 4)])
def test_what_is_above_the_maximum_becomes_reinforcements_as_the_activation_ends(
    aggro: int, kept: int, tokens: int
) -> None:
    game = position(f"U C\n\numa aggro={aggro}").do("activate uma")
    assert game.one("uma").aggro == aggro
    game.do("end_activation uma")
    assert (game.one("uma").aggro, game.state.reserve) == (kept, tokens)
    expected = [f"aggro_changed uma -{tokens} {kept} [R-223]"] if tokens else []
    assert game.told("aggro_changed") == expected


@pytest.mark.rule("R-223", "R-148")
def test_an_ally_without_a_maximum_keeps_its_aggro() -> None:
    game = position("B C\n\nbillie aggro=9").do("activate billie", "end_activation billie")
    assert (game.one("billie").aggro, game.state.reserve) == (9, 0)


@pytest.mark.rule("R-223")
def test_only_the_own_activation_counts() -> None:
    game = position("U C\n\numa aggro=9").do("activate cadin", "end_activation cadin")
    assert (game.one("uma").aggro, game.state.reserve) == (9, 0)


@pytest.mark.rule("R-223", "R-242")
def test_a_consequence_may_lower_the_maximum() -> None:
    game = position("U C\n\numa aggro=3 consequences=marked_prey").do("activate uma", "end_activation uma")
    assert (game.one("uma").aggro, game.state.reserve) == (2, 1)
