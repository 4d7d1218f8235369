"""Components, notation and the general frame (R-001 … R-006).

Spans `dice`, `rules.figures` and `rules.layout`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.dice import Symbols
from tests.systems.defiance.engine.positions import opening, position

AGENT = """
    [[characters]]
    id = "agent"
    ally = true
    speed = 3
    wounds = 2
    defense = ["black"]
    biotech = ["green", "black"]
    abilities = ["hackable"]

    [[units]]
    id = "jammer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 3
      defense = ["black"]
      biotech = ["any"]
      hack_attack = { dice = ["any", "any"] }
      attacks = [{ id = "beam", dice = ["any", "any"], range = [1, 8] }]
    """


@pytest.mark.rule("R-001")
def test_the_five_symbols_are_five_different_things() -> None:
    """Each of them, alone, does something else in one and the same roll."""
    done = {}
    for symbol in ("S", "CS", "B", "CB", "!"):
        game = position(
            """
            U . 1

            uma carries=stick
            dummy 1 -
            """
        ).do("activate uma", "attack uma stick.point dummy.1", team=symbol, enemy="S CS B")
        done[symbol] = (game.options(), game.told("symbols_cancelled"))
        assert Symbols.parse(symbol).text == symbol
    assert len({str(result) for result in done.values()}) == 5


@pytest.mark.rule("R-002")
def test_a_die_may_show_several_symbols() -> None:
    game = position(
        """
        U . 1

        uma carries=pistol
        dummy 1 -
        """
    )
    pistol = game.game.rules.catalog.equipment["pistol"].attacks[0]
    game.do("activate uma", "attack uma pistol.shot dummy.1", team=" ".join("2" for _ in pistol.dice), enemy="-")
    (rolled, _) = game.told("dice_rolled")
    shown = sum((game.game.rules.catalog.dice.dice[die].faces[1] for die in pistol.dice), Symbols())
    assert rolled == f"dice_rolled team {','.join('1' for _ in pistol.dice)} {shown.text.replace(' ', '+')} [R-086]"
    assert sum(shown) > len(pistol.dice)


@pytest.mark.rule("R-003", "R-008")
def test_the_players_command_four_characters_together() -> None:
    game = opening()
    assert sorted(id for id, one in game.state.team.items() if not one.ally) == ["cadin", "jazz", "qiang", "uma"]
    for id in tuple(game.state.team):
        assert game.asks() == "team deployment"
        game.do(game.options(f"deploy {id}")[0])
    assert game.asks() == "team round"
    assert game.options("activate") == [f"activate {id}" for id in game.state.team]


@pytest.mark.rule("R-004")
def test_what_a_character_card_prints_is_what_the_character_has() -> None:
    game = position(
        """
        C . 1

        cadin speed=5 wounds=7 max_aggro=1 defense=red,black carries=stick
        jammer 1 ai=attack_twice
        initiative jammer
        """,
        AGENT,
    ).do("activate cadin", "move cadin")
    assert game.points() == 5
    game.do("end_activation cadin", "proceed", enemy="S S", team="-")
    assert game.dice("team") == ["red", "black"]
    assert game.one("cadin").damage == 2
    fallen = position(
        """
        C . 1

        cadin wounds=7 damage=6 aggro=3 max_aggro=1 carries=stick
        jammer 1
        """,
        AGENT,
    ).do("activate cadin", "attack cadin stick.point jammer.1", enemy="-", team="-")
    assert fallen.do("end_activation cadin").one("cadin").aggro == 1


@pytest.mark.rule("R-004", "R-009")
def test_a_characters_biotech_protection_is_that_of_its_equipment() -> None:
    """Every equipped card adds its dice; what lies in the Backpack adds none."""
    game = position(
        """
        Q . 1

        qiang carries=heavy_armour,nanoscreen,light_armour@backpack
        jammer 1 ai=attack_twice
        initiative jammer
        goldstein
        """,
        AGENT,
    )
    known = game.game.rules.catalog.equipment
    game.do("activate goldstein", "end_activation goldstein")
    game.do(
        "proceed", enemy="-", team=" ".join("6" for _ in (*known["heavy_armour"].biotech, *known["nanoscreen"].biotech))
    )
    assert game.dice("team") == [*known["heavy_armour"].biotech, *known["nanoscreen"].biotech]


@pytest.mark.rule("R-005")
def test_an_ally_card_prints_its_own_biotech_protection() -> None:
    game = position(
        """
        A . 1

        agent A printed
        jammer 1 ai=attack_twice
        initiative jammer
        """,
        AGENT,
    ).do("activate agent", "move agent")
    assert game.points() == 3
    game.do("end_activation agent", "proceed", enemy="S S", team="-")
    assert game.dice("team") == ["green", "black"]
    assert game.one("agent").states == ("unconscious",)


@pytest.mark.rule("R-006")
def test_damage_and_states_lie_on_the_tab_of_one_miniature() -> None:
    game = position(
        """
        U . 1
         . 2 .

        uma carries=stick
        dummy 1 2
        dummy.1 stunned
        """
    ).do("activate uma", "attack uma stick.point dummy.2", team="S S", enemy="-")
    assert (game.foe("dummy.1").damage, game.foe("dummy.1").states) == (0, ("stunned",))
    assert (game.foe("dummy.2").damage, game.foe("dummy.2").states) == (2, ())
