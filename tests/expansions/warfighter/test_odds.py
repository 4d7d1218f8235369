"""Exact odds against an enumeration of all dice that is written separately."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

from defiance_qt.core.errors import Illegal
from expansions.warfighter.engine import odds
from expansions.warfighter.engine.frames import Attack
from expansions.warfighter.engine.rules import firing
from expansions.warfighter.system import WarfighterSystem
from tests.expansions.warfighter.table import TEAM, at, game

RIFLEMEN = TEAM + "hostile riflemen.1 @3 -> 1\n"


def counted(
    numbers: odds.Numbers, alive: int, tokens: int, fearless: bool, **switches: str
) -> tuple[dict[tuple[int, int], float], float]:
    """Return the share of each (killed, suppressed) over all faces of all dice, and of an Empty counter, by the rules
    as the text has them."""
    found: Counter[tuple[int, int]] = Counter()
    empties = total = 0
    for roll in itertools.product(range(1, 11), repeat=numbers.dice):
        for cover in (6,) if numbers.quiet else range(1, 7):
            good = cover + numbers.pierce >= numbers.cover
            hits = 0
            for at_, face in enumerate(roll):
                natural = switches.get("tens") == "natural" and face in (1, 10)
                hits += at_ < numbers.sure or (face == 10 if natural else face + numbers.die >= numbers.hit)
            added = numbers.die if switches.get("reload") == "modified" else 0
            empties += any(numbers.reload and face + added <= numbers.reload for face in roll)
            killed = min(alive, hits) if good else 0
            suppress = (not hits if switches.get("burst") == "once" else numbers.dice - hits) if good else hits
            free = alive - killed - min(tokens, alive - killed)
            found[killed, 0 if fearless else min(free, int(suppress))] += 1
            total += 1
    return {key: count / total for key, count in found.items()}, empties / total


@pytest.mark.rule("W-116", "W-117", "W-115", "W-114")
@pytest.mark.parametrize("burst", ["each", "once"])
@pytest.mark.parametrize("tens", ["none", "natural"])
@pytest.mark.parametrize("reload", ["natural", "modified"])
def test_the_odds_are_those_of_all_dice_counted(burst: str, tens: str, reload: str) -> None:
    luck = random.Random(f"{burst}{tens}{reload}")
    rules = game(burst=burst, tens=tens, reload=reload).rules
    for _ in range(5):
        numbers = odds.Numbers(
            luck.randint(1, 3), luck.randint(3, 9), luck.randint(-4, 3), luck.randint(1, 8), luck.randint(0, 4),
            luck.randint(0, 3), luck.randint(0, 2), luck.random() < 0.3,
        )  # fmt: skip
        alive = luck.randint(1, 4)
        tokens, fearless = luck.randint(0, alive), luck.random() < 0.2
        found = odds.attack(rules, numbers, alive, tokens, fearless)
        shares, empties = counted(numbers, alive, tokens, fearless, burst=burst, tens=tens, reload=reload)
        assert {key: float(share) for key, share in found.figures.items()} == pytest.approx(shares), numbers
        assert float(found.empties) == pytest.approx(empties)


@pytest.mark.rule("W-028", "W-115")
def test_the_odds_of_the_worked_example() -> None:
    """Killed 0, 1, 2: 1/2, 1/3, 1/6; suppressed 1 on average; nothing 1/12; empties 19/100. With Aimed Shot 14/15,
    3/100."""
    play = at(RIFLEMEN)
    told = play.game.odds(play.state, play.game.parse("fire 1 assault_rifle.2 riflemen.1"))
    assert told is not None
    killed, suppressed = told.distributions
    assert dict(killed.shares) == pytest.approx({0: 1 / 2, 1: 1 / 3, 2: 1 / 6})
    assert (killed.mean, suppressed.mean) == pytest.approx((2 / 3, 1))
    assert told.chances == pytest.approx({"empties": 0.19, "cleared": 0, "nothing": 1 / 12})
    aimed = at(RIFLEMEN + "laid 1 aimed")
    told = aimed.game.odds(aimed.state, aimed.game.parse("fire 1 assault_rifle.2 riflemen.1"))
    assert told is not None
    assert told.distributions[0].mean == pytest.approx(14 / 15)
    assert told.chances == pytest.approx({"empties": 0.19, "cleared": 0, "nothing": 0.03})


@pytest.mark.rule("W-141")
def test_the_odds_of_return_fire() -> None:
    play = at("mission convoy time 8 turn 4\nrow orchard farm village\nsoldier 1 roa @2\nhostile riflemen.1 @3 -> 1")
    rules, state = play.game.rules, play.state
    threat = odds.hostile_attack(rules, state, state.hostiles["riflemen.1"], state.team["1"])
    assert (threat.wound, threat.suppress, threat.wounds) == (Fraction(1, 5), Fraction(2, 5), 1)
    assert odds.threats(rules, state) == {"1": Fraction(1, 5)}


def test_every_attack_command_of_a_table_has_the_odds_of_its_dice() -> None:
    text = RIFLEMEN + "hostile picket.1 @2 -> 1\nhostile skirmishers.1 @1 -> 1 supp=1\nobjective active"
    play = at(text.replace("skills=point", "skills=point hand=blast xp=1") + "\nsupport mortar sniper")
    rules, state = play.game.rules, play.state
    told = 0
    for command in play.game.legal(state):
        made = odds.shot_of(rules, state, command)
        if made is None:
            assert play.game.odds(state, command) is None
            continue
        if made.dice > 2:
            continue  # a thousand rolls and more: the numbers themselves are counted above
        told += 1
        found = odds.of_shot(rules, state, made)
        attack = Attack(
            made.soldier, made.kind, made.target, made.weapon, made.mode, made.hit.value, made.die.value,
            made.cover.value, made.pierce.value, made.reload, made.sure, made.heavy, made.quiet,
        )  # fmt: skip
        hostile = state.hostiles[made.target]
        rolls = list(itertools.product(*(range(1, size + 1) for size in made.sizes)))
        shares: Counter[tuple[int, int]] = Counter()
        for roll in rolls:
            done = firing.resolve(rules, attack, roll, rules.alive(hostile), hostile.suppressed, False)
            shares[done.killed, done.suppressed] += 1
        expected = {key: count / len(rolls) for key, count in shares.items()}
        assert {key: float(share) for key, share in found.figures.items()} == pytest.approx(expected)
    assert told > 10


def test_the_odds_of_placing_and_of_dice_by_name() -> None:
    play = at(
        TEAM.replace("@2", "@3") + "deck locations top=ford\ndeck hostiles left=sentry,sentry,picket,picket,gun_pair"
    )
    told = play.game.odds(play.state, play.game.parse("place 1"))
    assert told is not None
    assert sum(told.distributions[0].shares.values()) == pytest.approx(1)
    assert sorted(told.distributions[0].shares) == [1, 2, 3]
    system = WarfighterSystem()
    assert system.dice_odds("2d10:6", "4-1", {}).distributions[0].mean == pytest.approx(2 / 3)
    for own, against in (("2d12:6", "4"), ("2d10:6", "x"), ("0d10:6", "4")):
        with pytest.raises(Illegal) as refused:
            system.dice_odds(own, against, {})
        assert refused.value.code == "unknown_dice"
