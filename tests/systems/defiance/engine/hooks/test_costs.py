"""`modify_cost`: one number in the list of legal commands, the preview, a refusal, a bot's plan and the game.

Spans `hooks` and `rules.costs`.
"""

from __future__ import annotations

import random

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import Hooks, ModifyCost
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.rules.costs import ACTIONS, cost
from defiance_qt.systems.defiance.tell.reasons import explain
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import Play, position
from tests.texts import defiance_words

DUMMY = "dummy 1 -"
TABLE = "U . . 1\n\numa carries=stick\ndoor gate A1:e\n" + DUMMY


def by(kind: type, amount: int, source: str = "equipment.medikit.name") -> ModifyCost:
    """A house rule that changes the cost of one kind of command."""

    def modify(context: object, command: c.Command, cost: int) -> NumberChange | None:
        return NumberChange(source, amount, (f"{amount}-1",)) if isinstance(command, kind) else None

    return modify


def active(*functions: ModifyCost, table: str = TABLE) -> Play:
    return position(table, hooks=rules(modify_cost=functions)).do("activate uma")


def test_what_costs_more_takes_more_and_is_refused_for_want_of_it() -> None:
    game = active(by(c.Rest, 1))
    assert game.can("rest uma")
    game.do("move uma")
    assert not game.can("rest uma")
    assert game.refused("rest uma") == "costs_more 1-1"
    game = active(by(c.Rest, 1)).do("rest uma")
    assert game.actions() == 0


@pytest.mark.rule("R-046")
def test_the_refusal_says_what_is_needed_and_by_which_house_rules() -> None:
    game = active(by(c.Rest, 1, "a.name"), by(c.Rest, 1, "b.name"))
    for left in (2, 1):
        with pytest.raises(Illegal) as error:
            game.game.decide(game.state, parse_command("rest uma"))
        assert error.value.values == {"needed": 3, "left": left, "sources": ("a.name", "b.name")}
        game.do("move uma")


@pytest.mark.rule("R-046")
def test_what_can_be_paid_for_is_refused_for_other_reasons() -> None:
    game = active(by(c.Rest, 1))
    assert game.refused("attack uma club.hit dummy.1") == "not_equipped R-073"
    assert game.refused("rest uma state=stunned") == "no_such_state R-121"
    game.do("move uma", "move uma")
    assert game.refused("rest uma state=stunned") == "costs_more 1-1"
    assert game.refused("attack uma club.hit dummy.1") == "no_actions R-046"
    assert game.refused("step_to uma Z9") == "no_space R-035"
    game = active(by(c.Interact, -1), table="U . . . 1\n\ndoor far C1:e\n" + DUMMY).do("move uma", "move uma")
    assert game.refused("interact uma far") == "not_in_contact R-123"
    game = active().do("move uma", "move uma")
    assert game.refused("step_to uma Z9") == "no_space R-035"
    assert game.refused("use_card uma medikit.treat uma") == "not_equipped R-048"


def test_the_reason_names_the_house_rule() -> None:
    game = active(by(c.Rest, 1))
    before = game.state
    game.do("rest uma")
    spent = next(one for one in game.events if isinstance(one, e.ActionSpent))
    assert (spent.cost, spent.changes) == (2, (NumberChange("equipment.medikit.name", 1, ("1-1",)),))
    lines = explain(spent, before, evolve(before, spent), defiance_words("en"), game.game.rules)
    assert lines == ("Uma spends 2 Actions", "MediKit: +1", "Uma has 0 Actions left")


def test_a_door_can_be_opened_for_nothing_even_without_an_action_left() -> None:
    game = active(by(c.Interact, -1)).do("move uma", "equip uma", "finish_equip")
    assert game.actions() == 0
    assert game.options("interact", "move", "rest") == ["interact uma gate"]
    assert game.do("interact uma gate").actions() == 0
    assert game.refused("move uma") == "no_actions R-046"


def test_what_can_be_done_again_costs_something() -> None:
    game = active(by(c.Rest, -1), by(c.Move, -5)).do("move uma")
    assert game.actions() == 1
    game = position('U X\n\nconsole one X "S"', hooks=rules(modify_cost=(by(c.Interact, -1),))).do("activate uma")
    assert cost(game.game.rules, game.state, parse_command("interact uma one")) == 1


def test_a_card_that_lets_a_figure_act_pays_for_it() -> None:
    """R-313: what is granted costs what the card says."""
    asked: list[c.Command] = []

    def modify(context: object, command: c.Command, cost: int) -> NumberChange | None:
        asked.append(command)
        return None

    game = active(modify, table="U . 1\n\numa carries=stick specialties=one_shot\n" + DUMMY)
    game.do("use_card uma one_shot.aim uma")
    asked.clear()
    assert game.options("attack")
    assert asked == []


def test_the_order_of_plugins_does_not_matter() -> None:
    functions = [by(c.Rest, 1, "b.name"), by(c.Rest, 2, "a.name"), by(c.Rest, -2, "a.name")]
    found = set()
    for order in (functions, functions[::-1], functions[1:] + functions[:1]):
        spent = next(one for one in active(*order).do("rest uma").events if isinstance(one, e.ActionSpent))
        found.add(spent)
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(3))
def test_legal_is_what_can_be_paid_for(seed: int) -> None:
    """Every legal command is decided and pays its cost; no other with enough to do is left out."""

    def modify(context: object, command: c.Command, cost: int) -> NumberChange | None:
        return NumberChange("a.name", len(str(command)) % 4 - 1)

    game, luck = active(modify), random.Random(seed)
    for _ in range(6):
        found = [one for one in game.game.legal(game.state) if isinstance(one, ACTIONS)]
        for command in found:
            assert cost(game.game.rules, game.state, command) <= game.actions()
        if not found:
            break
        command = luck.choice([one for one in found if not isinstance(one, c.Attack | c.Equip)] or found[:1])
        if isinstance(command, c.Attack | c.Equip):
            break
        left = game.actions() - cost(game.game.rules, game.state, command)
        game.state = game.game.step(game.state, command)[0]
        assert game.actions() == left


def test_a_bot_does_not_plan_what_it_cannot_pay_for() -> None:
    hooks: Hooks = rules(modify_cost=(by(c.Attack, 1), by(c.Move, 1)))
    game = position("U 1 . .\n\numa carries=stick\n" + DUMMY, hooks=hooks).do(
        "activate uma", "equip uma", "finish_equip"
    )
    assert game.actions() == 1
    bot = HeuristicBot()
    command = bot.choose(game.game, game.state, game.game.legal(game.state))
    assert command in game.game.legal(game.state)
    assert not isinstance(command, c.Attack | c.Move)


def test_without_house_rules_nothing_is_asked() -> None:
    game = position(TABLE).do("activate uma")
    assert cost(game.game.rules, game.state, parse_command("rest uma")) == 1
