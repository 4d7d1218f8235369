"""Why a roll ends as it does, step by step, and what its Damage consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.hooks import Hooks, RollModifier
from defiance_qt.systems.defiance.engine.state import State
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn
from tests.systems.defiance.tell.why import EN, told, why

FOE = """
    [[units]]
    id = "foe"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any", "any", "any"]
      abilities = [{abilities}]
      switches = [{{ cost = "! !", effects = [{{ do = "impose", state = "stunned" }}] }}]
      attacks = [{{ id = "beam", dice = ["any"], range = [1, 8] }}]

    [[equipment]]
    id = "scope"
    modifiers = [{{ rolls = ["attack"], symbols = "S" }}]

    [[equipment]]
    id = "dice_cup"
    modifiers = [{{ rolls = ["attack"], reroll = 1 }}]
    """


def attack(
    *done: str, table: str = "", abilities: str = "", hooks: Hooks | None = None, **dice: Any
) -> tuple[Play, State]:
    """Uma attacks the Enemy beside her; `told` and `why` start from the state before."""
    game = position(f"U 1 . 2\n\numa carries=stick\n{table}\nfoe 1 2", FOE.format(abilities=abilities), hooks)
    game.do("activate uma")
    before = game.state
    return game.do("attack uma stick.point foe.1", *done, **dice), before


def test_every_die_with_the_card_that_gave_it() -> None:
    game, before = attack(table="uma carries=stick,scope,dice_cup focused suppressed", team="S", enemy="-")
    assert why(game, before, e.RollOpened) == [
        "Uma rolls any ×6 (stick)",
        "Uma automatically has 1 Success from scope",
        "Uma may reroll 1 die (dice cup)",
        "Uma: 1 fewer die because of Suppressed",
        "Uma: the State Focused is used up by this roll",
        "foe #1 rolls any ×3 (foe)",
        "foe #1 can spend 2 Specials for this: target: Stunned (foe)",
    ]


@pytest.mark.rule("R-210")
def test_who_is_silenced_and_by_what() -> None:
    game = foes_turn(
        "U 1 . 2\n\numa carries=stick\nfoe 1 2 ai=attack_twice\ninitiative foe",
        FOE.format(abilities='"natural_born_warrior"'),
    )
    before = game.state
    game.do("proceed", team="S", enemy="-")
    assert "Uma cannot activate Switches: Natural Born Warrior" in why(game, before, e.RollOpened)
    opened = next(event for event in game.events if isinstance(event, e.RollOpened))
    assert "R-210" in opened.rules


def test_what_a_plugin_adds_is_told_with_its_source_and_its_rules() -> None:
    def modify(context: object, roll: object) -> Sequence[RollModifier]:
        return (RollModifier("equipment.knife.name", "team", ("any",), "B", 0, 1, ("X-007",)),)

    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), modify_roll=(modify,))
    game, before = attack(hooks=hooks, team="S B", enemy="-")
    opened = next(event for event in game.events if isinstance(event, e.RollOpened))
    assert "X-007" in opened.rules
    assert why(game, before, e.RollOpened)[:3] == [
        "Uma rolls any ×6 (stick); any (Knife)",
        "Uma automatically has 1 Block from Knife",
        "Uma may reroll 1 die (Knife)",
    ]


def test_each_face_and_each_die_rolled_again() -> None:
    game, before = attack("roll_again 0", table="uma carries=stick,scope,dice_cup", team=["S S CB", "!"], enemy="-")
    lines = why(game, before, e.DiceRolled)
    assert lines[0] == "any (stick), face 1: 1 Success"
    assert lines[-2:] == ["Uma automatically has 1 Success from scope", "Uma may reroll 1 die (dice cup)"]
    assert why(game, before, e.DieRolledAgain) == [
        "any (stick), face 5: 1 Special",
        "Uma: 2 Successes, 1 Critical Block → 1 Success, 1 Critical Block, 1 Special",
    ]


@pytest.mark.rule("R-087", "R-088", "R-090")
def test_what_both_sides_had_and_have() -> None:
    game, before = attack("spend_critical success nullify", team="S CS B", enemy="B B")
    assert why(game, before, e.SymbolsNullified) == [
        "Uma: 1 Success, 1 Critical Success, 1 Block → 1 Success, 1 Block",
        "foe #1: 2 Blocks → no symbols",
    ]
    game, before = attack("spend_critical success add", team="CS", enemy="B")
    assert why(game, before, e.CriticalAdded) == ["Uma: 1 Critical Success → 2 Successes"]
    game, before = attack(team="S CS B", enemy="CB S")
    assert why(game, before, e.SymbolsNullified) == [
        "Uma: 1 Success, 1 Critical Success, 1 Block → 1 Block",
        "foe #1: 1 Success, 1 Critical Block → 1 Success",
    ]


@pytest.mark.rule("R-103", "R-104")
def test_switches_used_and_spared() -> None:
    game, before = attack(team="S", enemy="! ! B")
    assert why(game, before, e.SwitchUsed) == ["Effect: target: Stunned", "foe #1: 1 Block, 2 Specials → 1 Block"]
    game, before = attack(table="uma carries=stick stunned", team="S", enemy="! ! B")
    assert why(game, before, e.SwitchSpared) == ["It could spend 2 Specials of 1 Block, 2 Specials"]


@pytest.mark.rule("R-093", "R-094", "R-225")
def test_what_the_damage_consists_of() -> None:
    game, before = attack(team="S S S", enemy="B S")
    mine = "Successes of Uma: 3. Blocks of foe #1: 1. Uncancelled: 2"
    theirs = "Successes of foe #1: 1. Blocks of Uma: 0. Uncancelled: 1"
    assert why(game, before, e.SymbolsCancelled) == [mine, theirs]
    assert why(game, before, e.DamageSuffered) == [mine]
    assert why(game, before, e.DamageSuffered, place=1) == [theirs]
    game, before = attack(table="uma carries=stick damage=9", team="-", enemy="S S S")
    assert why(game, before, e.DamageSuffered)[1:] == ["2 Damage beyond the Wounds is discarded"]
    assert why(game, before, e.FellUnconscious) == ["Damage 10, Wounds 10"]
    game, before = attack(team="S S S S S S", enemy="-")
    hurt = next(one for one in told(game, before) if isinstance(one.event, e.DamageSuffered))
    said = game.game.narrate(hurt.event, hurt.after, EN)
    assert said == "foe #1 suffers 6 Damage (5 of 5)", "not 6 of 5"
    assert why(game, before, e.DamageSuffered)[1:] == ["1 Damage beyond the Wounds is discarded"]


@pytest.mark.rule("R-113")
def test_what_multiplies_the_damage() -> None:
    text = "J . 1\n\njazz carries=hacking_device printed\ncadmus 1 -"
    game = position(text).do("activate jazz")
    before = game.state
    game.do("hack jazz skullbuster cadmus.1", team="S S S B ! ! !", enemy="B")
    lines = why(game, before, e.DamageSuffered)
    assert lines[1:2] == ["Skullbuster multiplies this by 2: 4"]
    assert why(game, before, e.MiniatureDied) == ["Damage 4, Wounds 4"]
    assert why(game, before, e.HackDeclared) == ["Range 2; it reaches 0 to 6 and needs no Line of Sight"]
    assert "Skullbuster multiplies the Damage by 2" in why(game, before, e.RollOpened)
