"""Whole games by chance: everything offered can be given, what is stored reads back, and undo leads to the start."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from defiance_qt.core.port import Odds
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import words_of
from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.content import Hostile
from expansions.n3.engine.events import Event
from expansions.n3.engine.state import Roll, State
from tests.expansions.n3.tables import Table, act, bs, exchange, ready

STEPS = 90


def played(scenario: str, seed: int, steps: int = STEPS) -> tuple[Table, list[Any]]:
    """A game by chance, with all of its events."""
    luck = random.Random(seed)
    table, told = Table(scenario), []
    for _ in range(steps):
        if table.state.result is not None:
            break
        _step(table, luck)
        told += table.told
    return table, told


def _step(table: Table, luck: random.Random) -> None:
    """Do something by chance."""
    if table.state.asked:
        table.dice(*(luck.randint(1, 20) for _ in range(table.state.asked[0].dice)))
    else:
        legal = table.game.legal(table.state)
        assert legal, table.state.phase
        table.give(luck.choice(legal))


@pytest.mark.parametrize("scenario", ["bench", "hatchery", "spore_season"])
def test_what_is_told_and_stored_reads_back(scenario: str) -> None:
    table, told = played(scenario, 5)
    assert msgspec.json.decode(msgspec.json.encode(table.state), type=State) == table.state
    assert msgspec.json.decode(msgspec.json.encode(told), type=list[Event]) == told
    for command in table.game.legal(table.state):
        assert table.game.parse(table.game.format(command)) == command
        table.game.decide(table.state, command)


@pytest.mark.rule("N-031", "N-033", "N-035", "K-014")
def test_natural_dice_stay_and_who_saves_against_a_zone_has_rolled_without_cover() -> None:
    woken, luck = 0, random.Random(3)
    table = ready().zone("waste", Hostile(14, "arm", 11)).zone("mud", Hostile(16, "bts", 10))
    for troop in table.state.troops:
        table.put(troop, zones=("waste",))
    rolls: dict[int, Roll] = {}
    for _ in range(150):
        _step(table, luck)
        for event in table.told:
            if isinstance(event, e.OrderBegan):
                rolls = {}
            elif isinstance(event, e.SuccessValue):
                rolls[event.roll.id] = event.roll
                assert sum(step.amount for step in event.roll.burst) >= event.roll.dice
            elif isinstance(event, e.DiceRolled) and event.asked.kind == "roll":
                assert len(event.natural) == rolls[event.asked.id].dice
                rolls[event.asked.id] = replace(rolls[event.asked.id], natural=event.natural)
            elif isinstance(event, e.SaveAsked) and event.save.zone:
                woken += 1
                own = [die for one in rolls.values() if one.troop == event.save.troop for die in one.natural]
                assert max(own) >= (14 if event.save.zone == "waste" else 16)
                assert event.save.cover == 0
        if table.state.order is not None:
            assert [one.natural for one in table.state.order.rolls] == [one.natural for one in rolls.values()]
    assert woken > 10


def test_a_game_that_is_undone_and_redone_is_the_same() -> None:
    with Session.new("n3", mission="spore_season", seed=5, journal=False) as session:
        luck = random.Random(7)
        start = session.state
        for line in ("ready", 'initiative {"side":0}', 'deploy_rest {"side":0}', 'deploy_rest {"side":1}', "ready"):
            session.submit(session.game.parse(line))
        for _ in range(20):
            session.submit(luck.choice(session.legal()))
        last, end = session.head, session.state
        while session.timeline.parent(session.head) is not None:
            session.undo()
        assert session.state == start
        while session.head != last:
            session.redo()
        assert session.state == end


@pytest.mark.parametrize("scenario", ["furnace_yard", "causeway", "free"])
def test_a_bot_plays_to_the_end(scenario: str) -> None:
    from expansions.n3.bots.plain import PlainBot

    table, bot, luck = Table(scenario, rounds=1), PlainBot(1), random.Random(2)
    for _ in range(500):
        if table.state.result is not None:
            break
        if table.state.asked:
            table.dice(*(luck.randint(1, 20) for _ in range(table.state.asked[0].dice)))
        else:
            table.give(bot.choose(table.game, table.state, table.game.legal(table.state)))
    assert table.state.result in ("victory", "defeat", "draw")


# ---- odds ----


def odds(table: Table, command: Any) -> Odds:
    found = table.game.odds(table.state, command)
    assert found is not None
    return found


def test_the_odds_of_each_range_band_are_known_before_it_is_measured() -> None:
    table = act(ready(), bs("ruiz", "carbine", ("tolle", 3)), c.React("tolle", "bs", "scattergun", "", "ruiz"))
    near, far = (odds(table, c.Measured("ruiz", "tolle", distance)) for distance in (300, 1100))
    assert near.chances["one"] > far.chances["one"]
    assert sum(near.chances[name] for name in ("one", "other", "nobody")) == pytest.approx(1)
    assert near.data["win"][0] == pytest.approx(100 * near.chances["one"])
    assert table.game.odds(table.state, c.EndTurn()) is None


def test_the_odds_of_an_exchange_are_those_of_its_text_form() -> None:
    from expansions.n3.engine.notation import dice_odds

    table = Table("bench")
    table.give(c.Exchange("ruiz", "bs", "nahl", "test_normal", "", "bs", "test_normal"))
    found = odds(table, c.Measured("ruiz", "nahl", 300))
    same = dice_odds("13x3:N13v1", "12x1:N13v2", table.game.rules.content.ammunition)
    assert found.data == same.data


def test_corrections_that_cannot_be_are_refused() -> None:
    table = ready()
    table.give(c.Overrule({"troops.fen.lost": 1, "troops.fen.states": "unconscious", "scores.0": 4, "pool": 2}))
    assert (table.troop("fen").states, table.state.scores, table.state.pool) == (("unconscious",), (4, 0), 2)
    for wrong, code in (
        ({"troops.fen.states": "dead unconscious"}, "impossible"),
        ({"troops.fen.states": "asleep"}, "wrong_value"),
        ({"pool": -1}, "wrong_value"),
        ({"luck": 1}, "unknown_path"),
    ):
        assert table.refused(c.Overrule(wrong)).code == code  # type: ignore[arg-type]


def test_a_long_list_has_headings() -> None:
    table = ready().give(c.Activate("ruiz"))
    prompt = table.game.prompt(table.state)
    assert sum(count for _, count in prompt.groups) == len(prompt.commands)
    assert "skill.bs.name" in dict(prompt.groups)


def test_a_save_says_how_far_the_game_is() -> None:
    words, table = words_of("n3", "en"), Table("furnace_yard")

    def told() -> str:
        summary = table.game.summary(table.state)
        return words(summary.progress, **summary.values)

    assert told() == "Setup"
    table.give(c.Ready(), c.Initiative(0), c.DeployRest(0), c.DeployRest(1))
    assert told() == "Setup"
    table.give(c.Ready())
    assert told() == "Round 1 · 0–0"
    table = Table("bench")
    assert told() == "Exchanges: 0"


def test_the_bench_ends_without_a_winner() -> None:
    table = Table("bench")
    exchange(table, c.Exchange("ruiz", "bs", "nahl", "test_normal", "")).dice(1, 2, 3).dice(1, 1, 1)
    assert table.give(c.EndTurn()).state.result == "draw"
    assert table.state.wounds == (3, 0)
    assert table.game.summary(table.state).side == ""


def test_equal_points_are_decided_by_wounds_and_the_ending_says_so() -> None:
    table = ready("free", rounds=1)
    table.state = replace(table.state, wounds=(3, 1))
    table.give(c.EndTurn(), c.EndTurn())
    ending = table.game.ending(table.state, words_of("n3", "en"))
    assert ending is not None
    assert (ending.title, ending.reason, [shown for _, shown in ending.numbers]) == (
        "Side A wins",
        "Wounds dealt",
        ["3", "1"],
    )
