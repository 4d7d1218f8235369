"""What a hook changes is told with its source and rule: in the log, by `why`, in the account of the Enemy's turn.

Spans `hooks` and `changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from defiance_qt.core.port import EventContext
from defiance_qt.systems.defiance import hookspecs
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.hooks import RollModifier, SymbolChange
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position, start
from tests.systems.defiance.engine.rules.orders import CARDS as ORDERED
from tests.systems.defiance.engine.rules.test_hacking import CARDS as HACKING
from tests.systems.defiance.engine.rules.turns import orders
from tests.systems.defiance.engine.voyages import voyage
from tests.texts import defiance_words

SOURCE, NAME, RULE = "house.rule", "House rule", "house-1"
TEXTS = {language: {SOURCE: NAME} for language in LANGUAGES}
WORDS = defiance_words("en", TEXTS)
FOE = pack("foe")


class Acted(NamedTuple):
    """A game, and what its last commands caused, each event with the states around it."""

    game: DefianceGame
    told: list[EventContext]


def acted(play: Play, *lines: str, **dice: str | None) -> Acted:
    """Play commands, without any the Enemy's turn. A side whose dice are None rolls none."""
    state = play.state
    answers = {side: shown for side, shown in dice.items() if shown is not None}
    if lines:
        events = play.do(*lines, **answers).events
    else:
        events = play.do("activate goldstein", "end_activation goldstein").events
        events += play.pass_on(**answers).events
    found = []
    for place, event in enumerate(events):
        after = play.game.evolve(state, event)
        found.append(EventContext(0, place, event, state, after))
        state = after
    return Acted(play.game, found)


def change(amount: int) -> NumberChange:
    return NumberChange(SOURCE, amount, (RULE,))


def roll(side: str, **values: Any) -> Callable[..., Sequence[RollModifier]]:
    return lambda context, roll: (RollModifier(SOURCE, side, rules=(RULE,), **values),)  # type: ignore[arg-type]


def attack(hook: str, function: Callable[..., Any], *, team: str = "S", enemy: str = "") -> Acted:
    """Uma attacks: two dice against two."""
    text = "U 1 .\n\numa carries=stick defense=any,any\nfoe 1"
    game = position(text, FOE, hooks=rules(**{hook: function})).do("activate uma")
    return acted(game, "attack uma stick.point foe.1", team=team, enemy=enemy)


def attacked(hook: str, function: Callable[..., Any], *, enemy: str | None = "S", team: str | None = "") -> Acted:
    """An Enemy attacks Uma: two dice against two."""
    text = "U 1 .\n\nfoe 1 ai=orders\ninitiative foe\numa defense=any,any\ngoldstein"
    game = position(text, FOE + orders("attack least_distance"), hooks=rules(**{hook: function}))
    return acted(game, enemy=enemy, team=team)


def cost() -> Acted:
    game = position("U . . 1\n\numa\ndummy 1 -", hooks=rules(modify_cost=lambda context, command, cost: change(1)))
    return acted(game, "activate uma", "rest uma")


def alert(effect: str) -> Acted:
    ask = lambda context, asked, amount: change(1) if asked == effect else None
    text = 'U X 1\n\numa aggro=1\nconsole one X "S"\ndummy 1 -\nalert 2'
    game = position(text, hooks=rules(modify_alert=ask))
    if effect == "aggro":
        return acted(game, "activate uma", "interact uma one", team="-")
    return acted(game, "activate uma", "end_activation uma")


def alert_level() -> Acted:
    """The Alert rises as the deck of AI cards is shuffled anew."""
    ask = lambda context, asked, amount: change(1) if asked == "level" else None
    text = "U . . 1\n\numa\nfoe 1 -\ndeck ai\ndiscards ai take_aim"
    return acted(position(text, FOE, hooks=rules(modify_alert=ask)), "activate uma", "end_activation uma")


def campaign(number: str) -> Acted:
    ask = lambda context, asked, subject, amount: change(1) if asked == number else None
    team = {"uma": {"intel": 20, "carried": (Carried("combi_rifle", ""),)}}
    play = voyage("intel", team=team, hooks=rules(modify_campaign=ask))
    return acted(play, "buy uma grenade" if number == "price" else "sell uma combi_rifle")


def ranged(by: str) -> Acted:
    hooks = rules(modify_range=lambda context, figure, weapon, attack, low, high: change(2))
    if by == "hack":
        game = position("J . . . . 1\n\njazz carries=deck\ndrone 1 -", HACKING, hooks).do("activate jazz")
        return acted(game, "hack jazz bite drone.1", team="-", enemy="-")
    if by == "team":
        game = position("U . . . . . 1\n\numa carries=stun_pistol\ndummy 1", hooks=hooks).do("activate uma")
        return acted(game, "attack uma stun_pistol.shot dummy.1", team="-", enemy="-")
    text = "U . . . . 1\n\njammer 1 ai=orders\ninitiative jammer\numa carries=vest\ngoldstein"
    cards = ORDERED + orders("attack least_distance", red=("focused",))
    return acted(position(text, cards, hooks=hooks), team="-", enemy="-")


def attribute(name: str) -> Acted:
    """Uma moves, with another Speed; a Unit comes into play, with other Wounds."""
    ask = lambda context, figure, asked: change(1) if asked == name else None
    hooks = rules(modify_attribute=ask)
    if name == "speed":
        return acted(position("U . . 1\n\numa\ndummy 1 -", hooks=hooks).do("activate uma"), "move uma")
    text = "U . . .\n\numa\nalert 2\nreserve 9\navailable foe\nrespawn D1"
    foe = FOE.replace("wounds = 9", "wounds = 9\n      respawn = 1")
    return acted(position(text, foe, hooks=hooks), "activate uma", "end_activation uma")


def set_up() -> Acted:
    hooks = rules(modify_attribute=lambda context, figure, asked: change(1) if asked == "max_aggro" else None)
    play = start("U . . .\n\numa", hooks=hooks)
    blank, event = play.game.blank(), play.events[0]
    return Acted(play.game, [EventContext(0, 0, event, blank, play.game.evolve(blank, event))])


class Case(NamedTuple):
    """A hook at work: the game in which it changes something, and whether that is in an Enemy's Activation."""

    hook: str
    what: str
    play: Callable[[], Acted]
    enemy: bool = False


def on_damage(context: Any, figure: str, amount: int, source: str) -> NumberChange:
    return change(1)


def on_symbols(context: Any, side: str, symbols: Symbols) -> SymbolChange:
    return SymbolChange(SOURCE, symbols._replace(special=symbols.special + 1), (RULE,))


CASES = (
    Case("modify_roll", "fewer", lambda: attack("modify_roll", roll("team", fewer=1))),
    Case("modify_roll", "symbols", lambda: attack("modify_roll", roll("team", symbols="S"), team="S S")),
    Case("modify_roll", "dice", lambda: attack("modify_roll", roll("team", dice=("any",)))),
    Case("modify_roll", "enemy_dice", lambda: attacked("modify_roll", roll("enemy", dice=("any",))), True),
    Case("modify_roll", "enemy_fewer", lambda: attacked("modify_roll", roll("enemy", fewer=1)), True),
    Case("modify_roll", "no_dice", lambda: attacked("modify_roll", roll("enemy", fewer=9), enemy=None), True),
    Case("modify_roll", "enemy_symbols", lambda: attacked("modify_roll", roll("enemy", symbols="S")), True),
    Case("modify_symbols", "team", lambda: attack("modify_symbols", on_symbols)),
    Case("modify_symbols", "enemy", lambda: attacked("modify_symbols", on_symbols), True),
    Case("modify_cost", "rest", cost),
    Case("modify_damage", "team", lambda: attack("modify_damage", on_damage)),
    Case("modify_damage", "enemy", lambda: attacked("modify_damage", on_damage), True),
    Case("modify_damage", "nothing", lambda: attacked("modify_damage", lambda *asked: change(-9)), True),
    Case("modify_alert", "level", alert_level),
    Case("modify_alert", "reinforcements", lambda: alert("reinforcements")),
    Case("modify_alert", "aggro", lambda: alert("aggro")),
    Case("modify_campaign", "price", lambda: campaign("price")),
    Case("modify_campaign", "sale", lambda: campaign("sale")),
    Case("modify_attribute", "speed", lambda: attribute("speed")),
    Case("modify_attribute", "wounds", lambda: attribute("wounds")),
    Case("modify_attribute", "team", set_up),
    Case("modify_range", "team", lambda: ranged("team")),
    Case("modify_range", "hack", lambda: ranged("hack")),
    Case("modify_range", "enemy", lambda: ranged("enemy"), True),
)


def test_every_hook_that_changes_something_has_a_case() -> None:
    hooks = {hook for hook in hookspecs.ANSWERS if hook.startswith("modify_")}
    assert {case.hook for case in CASES} == hooks


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.hook}-{case.what}")
def test_what_a_hook_changes_is_told_with_its_source_and_its_rule(case: Case) -> None:
    game, told = case.play()
    reasons = [game.why(one.event, one.before, WORDS) for one in told]
    citing = [reason for one, reason in zip(told, reasons, strict=True) if RULE in reason.rules and reason.words]
    assert any(NAME in line for reason in citing for line in reason.words), "neither in the log nor by `why`"
    # The first line of a reason is that of the log.
    assert all(game.narrate(one.event, one.after, WORDS) for one in told if RULE in getattr(one.event, "rules", ()))
    if case.enemy:
        opening = next(place for place, one in enumerate(told) if isinstance(one.event, e.UnitActivated))
        account = game.account(told[opening:], WORDS)
        assert account is not None
        named = [
            passage
            for passage in account.passages
            if any(NAME in line for line in (passage.text, *(detail.text for detail in passage.details)))
        ]
        assert any(RULE in passage.rules for passage in named), "not in the account of the Enemy's turn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_roll_whose_dice_are_all_taken_away_is_told(language: str) -> None:
    game, told = attacked("modify_roll", roll("enemy", fewer=9), enemy=None)
    words = defiance_words(language, TEXTS)
    (line,) = (game.narrate(one.event, one.after, words) for one in told if isinstance(one.event, e.RollOpened))
    assert line == {
        "en": "foe #1: 9 fewer dice because of House rule; foe #1 has no dice to roll: no symbols",
    }.get(language, line)
    assert NAME in line
