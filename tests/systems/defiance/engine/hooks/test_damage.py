"""`modify_damage`: the same number in the game, the odds, the preview, Evil AI's expectation and the open roll.

Spans `hooks` and `rules.damage`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.bots import answers
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.commands import Attack, LetStand, UseSwitch
from defiance_qt.systems.defiance.engine.enemies.evil_ai import harm_of, odds_of
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.hooks import ModifyDamage, PlayContext
from defiance_qt.systems.defiance.engine.odds import Objective, Side
from defiance_qt.systems.defiance.engine.rules import harm, pools
from defiance_qt.systems.defiance.engine.transaction import Transaction
from defiance_qt.systems.defiance.tell.reasons import explain
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.texts import defiance_words

SOURCE = "equipment.medikit.name"
TABLE = "U 1 .\n\numa carries=stick defense=any,any\nfoe 1 ai=attack_twice\ninitiative foe"
FOE = pack("foe")
ATTACK = Attack("uma", "stick", "point", "foe.1")


def side(team: bool, amount: int, source: str = SOURCE) -> ModifyDamage:
    """A house rule on the Damage of one side."""

    def modify(context: PlayContext, figure: str, damage: int, by: str) -> NumberChange | None:
        return NumberChange(source, amount, ("x-1",)) if (figure in context.state.team) == team else None

    return modify


def table(*functions: ModifyDamage) -> Play:
    return position(TABLE, FOE, rules(modify_damage=functions))


def struck(game: Play, **dice: str) -> Play:
    return game.do("activate uma", "attack uma stick.point foe.1", **dice)


@pytest.mark.rule("R-094")
def test_damage_grows_and_says_why() -> None:
    game = table(side(False, 2)).do("activate uma")
    before = game.state
    game.do("attack uma stick.point foe.1", team="S", enemy="")
    assert game.foe("foe.1").damage == 3
    suffered = next(one for one in game.events if isinstance(one, e.DamageSuffered))
    assert suffered.amount == 3
    assert suffered.changes == (NumberChange(SOURCE, 2, ("x-1",)),)
    assert suffered.rules == ("R-094", "x-1")
    lines = explain(suffered, before, evolve(before, suffered), defiance_words("en"), game.game.rules)
    assert "MediKit: +2" in lines


@pytest.mark.rule("R-094", "R-221")
def test_damage_that_is_taken_away_whole_has_no_effect_and_brings_no_aggro() -> None:
    game = struck(table(side(False, -5)), team="S", enemy="")
    assert game.foe("foe.1").damage == 0
    assert game.one("uma").aggro == 0
    assert game.told("damage_suffered") == []
    told = next(one for one in game.events if isinstance(one, e.Unaffected))
    assert (told.figure, told.source, told.because, told.rules) == ("foe.1", "uma", SOURCE, ("R-094", "x-1"))


@pytest.mark.rule("R-225", "R-224")
def test_what_a_house_rule_adds_above_the_wounds_is_discarded_too() -> None:
    game = struck(position(f"{TABLE}\numa damage=7", FOE, rules(modify_damage=(side(True, 4),))), team="", enemy="S")
    suffered = next(one for one in game.events if isinstance(one, e.DamageSuffered))
    assert (suffered.figure, suffered.amount, suffered.damage) == ("uma", 5, 10)
    assert suffered.rules == ("R-094", "R-076", "x-1", "R-225")
    assert not game.one("uma").conscious


def test_the_preview_counts_each_result() -> None:
    plain, changed = table().do("activate uma"), table(side(False, 1), side(True, -1)).do("activate uma")
    was = preview.attack(plain.game.rules, plain.state, ATTACK)
    now = preview.attack(changed.game.rules, changed.state, ATTACK)
    assert dict(now.dealt) == pytest.approx({amount + (amount > 0): share for amount, share in was.dealt})
    less = {0: 0.0}
    for amount, share in was.suffered:
        less[max(0, amount - 1)] = less.get(max(0, amount - 1), 0.0) + share
    assert dict(now.suffered) == pytest.approx(less)
    assert now.expected_dealt > was.expected_dealt


def test_evil_ai_expects_it() -> None:
    plain, changed = table(), table(side(True, 2))
    found = []
    for game in (plain, changed):
        view = game.game.rules.view(game.state)
        attack = game.unit("foe").profile.attacks[0]
        roll = pools.enemy_attack(game.game.rules, game.state, view, "foe.1", attack, "uma")
        found.append(harm_of(game.game.rules, game.state, roll))
    assert found[1].dealt > found[0].dealt
    assert found[1].spared == found[0].spared


# A Block in it can be paid for two Damage, or stop a Success of the Enemy.
HAMMER = """
    [[equipment]]
    id = "hammer"
    tabs = [["hand"]]
      [[equipment.attacks]]
      id = "swing"
      dice = ["any", "any", "any"]
      range = [0, 1]
      switches = [{ cost = "B", effects = [{ do = "suffer", amount = 2 }] }]
    """
SWING = Attack("uma", "hammer", "swing", "foe.1")
BARE = side(False, -99)
"""A house rule by which Attacks of the team do nothing."""


def hammering(function: ModifyDamage | None) -> Play:
    functions = (function,) if function else ()
    game = position(TABLE.replace("stick", "hammer"), FOE + HAMMER, rules(modify_damage=functions))
    return game.do("activate uma")


def test_the_odds_assume_the_best_choices_under_the_changed_numbers() -> None:
    """Where a hit does nothing, Blocks are kept for not being hit."""
    plain, changed = hammering(None), hammering(BARE)
    was = preview.attack(plain.game.rules, plain.state, SWING)
    now = preview.attack(changed.game.rules, changed.state, SWING)
    assert dict(now.dealt) == {0: pytest.approx(1.0)}
    assert 0 < now.expected_suffered < was.expected_suffered


@pytest.mark.parametrize(("function", "keeps"), [(None, False), (BARE, True), (side(True, -99), False)])
def test_a_bot_pays_for_what_counts(function: ModifyDamage | None, keeps: bool) -> None:
    game = hammering(function).do("attack uma hammer.swing foe.1", team="B", enemy="S")
    frame = game.state.agenda[-1]
    assert isinstance(frame, Roll)
    found = answers.roll(game.game.rules, game.state, frame, game.game.legal(game.state))
    assert isinstance(found, LetStand if keeps else UseSwitch)


def test_evil_ai_expects_the_team_to_play_by_the_changed_numbers() -> None:
    """A team whose hits do nothing is struck less often than one that spends its Blocks on them."""
    found = []
    for function in (None, BARE):
        game = hammering(function)
        roll = pools.attack_roll(game.game.rules, game.state, game.game.rules.view(game.state), SWING)
        found.append(odds_of(game.game.rules, game.state, roll))
    assert found[1].expected_suffered < found[0].expected_suffered
    assert found[1].expected_dealt == 0


@pytest.mark.parametrize(("team", "enemy"), [(("any",) * 3, ("any",) * 2), (("red", "red"), ("blue",))])
def test_the_most_that_can_be_dealt_bounds_all_results(team: tuple[str, ...], enemy: tuple[str, ...]) -> None:
    odds = table().game.rules.odds
    mine, theirs = Side(team, multiplier=2), Side(enemy)
    most = odds.most(mine, theirs)
    found = odds.face_to_face(mine, theirs)
    assert max(found.dealt) <= most[0]
    assert max(found.suffered) <= most[1]


def test_damage_beyond_what_was_asked_grows_on() -> None:
    objective = Objective(hits=(0, 0, 3), hurts=())
    assert objective.score(4, 0) == Objective().score(5, 0)
    assert objective.score(1, 1) == Objective().score(0, 1)


def test_the_open_roll_shows_what_will_be_suffered() -> None:
    text = TABLE.replace("stick", "stun_pistol")
    game = position(text, FOE, rules(modify_damage=(side(False, 2),))).do("activate uma")
    game.do("attack uma stun_pistol.shot foe.1", team="S !", enemy="")
    assert game.options("let_stand")
    assert preview.losses(game.game.rules, game.state) == {"foe.1": 3}
    assert preview.losses(None, game.state) == {"foe.1": 1}


def test_the_order_of_plugins_does_not_matter() -> None:
    functions = (side(False, 2, "b.name"), side(False, -1, "a.name"), side(False, 3, "c.name"))
    found = {
        next(one for one in struck(table(*order), team="S", enemy="").events if isinstance(one, e.DamageSuffered))
        for order in (functions, functions[::-1])
    }
    assert len(found) == 1


def test_an_ability_asks_too() -> None:
    """What a storm or a vacuum deals goes through the same door."""
    game = table(side(True, 2))
    run = Transaction(game.game.rules, game.state)
    harm.cause(run, e.DamageSuffered("uma", 1, 1, "ability.vacuum.name", ("R-024",)))
    assert run.state.team["uma"].damage == 3
