"""Exact odds against an enumeration of all dice that is written separately."""

from __future__ import annotations

import itertools
import math
import random
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from defiance_qt.core.errors import Illegal
from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine import odds
from expansions.warfighter.engine.frames import Attack
from expansions.warfighter.engine.rules import firing
from expansions.warfighter.system import WarfighterSystem
from tests.expansions.warfighter.table import TEAM, at, content, game

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


# ---- the odds of every attack, by the text of the cards ----

DECKS = [tomllib.loads(file.decode()) for file in content().values()]
CARDS: dict[str, Any] = {deck: cards for file in DECKS for deck, cards in file.items()}


class Numbers(NamedTuple):
    """The numbers of an attack, read off the cards."""

    dice: int
    hit: int
    die: int
    cover: int
    pierce: int
    reload: int
    sure: int
    quiet: bool
    heavy: int = 1


OPTIONS = (
    ("pinned", "none", "natural", "each"),
    ("shaken", "none", "modified", "each"),
    ("pinned", "natural", "natural", "once"),
    ("shaken", "natural", "modified", "once"),
)
"""Edition options of an attack together: pinned, tens, reload, burst."""


def table_of(luck: random.Random) -> str:
    """A position with what changes an attack: Skills, kit, cards that lie, traits, Suppression."""
    lines = [f"mission convoy time 7 turn 4\nrow {' '.join(luck.sample(sorted(CARDS['locations']), 4))}"]
    team = [
        luck.choice(("roa", "orm", "fell")),
        *luck.sample(("tusk", "vey", "anvil", "k_line", "k_guard", "o_scout"), 2),
    ]
    for number, card in enumerate(team, 1):
        said = [f"soldier {number} {card} @{luck.randint(1, 4)} supp={luck.choice((0, 0, 1, 2))}"]
        if CARDS["soldiers"][card]["type"] == "p":
            skills = luck.sample(("marksman", "breacher", "gunner", "brawler", "point"), 2)
            said += [f"weapons={','.join(luck.sample(sorted(CARDS['weapons']), 3))}"]
            said += [f"kit={','.join(luck.sample(('frag', 'optic', 'goggles'), 2))}", f"skills={','.join(skills)}"]
            said += [f"hand={luck.choice(('blast', 'surge'))} xp={luck.randint(0, 1)}"]
        lines.append(" ".join(said))
        laid = luck.sample(("aimed", "armour_round", "flank", "point_blank"), luck.choice((0, 1, 2)))
        lines += [f"laid {number} {' '.join(laid)} {luck.choice(('', 'level'))}"] if laid and number < 3 else []
    for card in luck.sample(sorted(CARDS["front"]), 3):
        figures = CARDS["front"][card]["fig"]
        kia = luck.randrange(figures)
        place, suppressed = f"@{luck.randint(1, 5)} -> {luck.randint(1, 3)}", luck.randint(0, figures - kia)
        lines.append(f"hostile {card}.1 {place} kia={kia} supp={suppressed}")
    return "\n".join([*lines, "objective active", f"support {luck.choice(('mortar', 'sniper', 'gunship'))}"])


def trait_at(state: Any, space: int) -> str:
    """The trait of a space's Location, "" without one."""
    id = state.row[space - 1] if 1 <= space <= len(state.row) else ""
    return str(CARDS["locations"].get(id, {}).get("trait", ""))


def by_the_cards(state: Any, command: Any, shaken: bool) -> Numbers:
    """The numbers of an attack as the rules tell them, without the sums of the engine."""
    kind, target = type(command).__name__, command.target
    on_goal = target == "objective"
    to = state.space if on_goal else state.hostiles[target].space
    hostile = {} if on_goal else CARDS["front"][state.hostiles[target].card]
    on_card = CARDS["objectives"]["convoy"]["cover"] if on_goal else hostile["cover"]
    cover = on_card if on_goal else on_card + {"open": -1, "walls": 1}.get(trait_at(state, to), 0)
    if kind == "Strike":
        card = CARDS["supports"][command.support]
        return Numbers(card["modes"][0][0], card["modes"][0][1], 0, cover, card["pen"], 0, 0, False)
    soldier = state.team[command.soldier]
    laid = {one.card: one.level for one in soldier.laid}
    span, skills, kit = abs(soldier.space - to), set(soldier.skills), {one.id for one in soldier.kit}
    die = (3 if laid["aimed"] else 2) if "aimed" in laid else 0
    die -= 2 * soldier.suppression if shaken else 0
    cover -= (3 if laid["flank"] else 2) if "flank" in laid else 0
    pierce = (3 if laid["armour_round"] else 2) if "armour_round" in laid else 0
    sure = (2 if laid["point_blank"] else 1) if "point_blank" in laid and span == 0 else 0
    if kind == "Fight":
        die += CARDS["soldiers"][soldier.card]["hth"] + 2 * ("brawler" in skills)
        if not command.weapon:
            return Numbers(1, 10, die, cover, pierce, 0, min(sure, 1), False)
    if kind == "Play":
        arm, reload = CARDS["actions"]["blast"], 0
        dice, hit, _ = (arm["level"] if command.level else arm)["modes"][0]
        pierce += arm["pen"]
    else:
        name, mode = (command.item, "1") if kind == "Use" else command.weapon.rsplit(".", 1)
        deck = "equipment" if kind == "Use" else "weapons"
        arm = CARDS["soldiers"][soldier.card] if name == "own" else CARDS[deck][name]
        dice, hit, reload = arm["modes"][int(mode) - 1]
        hit -= (dice == 1 and "marksman" in skills) + (span >= 2 and "optic" in kit)
        pierce += arm.get("pen", 0) + (span == 0 and "breacher" in skills)
        reload = 0 if arm.get("expend") else max(0, reload - ("gunner" in skills))
    hit += span >= 1 and "thick" in (trait_at(state, soldier.space), trait_at(state, to))
    hit += 2 * (span >= 1 and hostile.get("trait") == "veiled")
    quiet = bool(arm.get("stealth")) and kind != "Play"
    return Numbers(dice, hit, die, cover, pierce, reload, min(sure, dice), quiet, arm.get("heavy", 1))


@cache
def shares_of(
    numbers: Numbers, alive: int, tokens: int, fearless: bool, tens: str, reload: str, burst: str
) -> tuple[dict[tuple[int, int], Fraction], dict[int, Fraction], Fraction]:
    """The chance of each (killed, suppressed), of each number of hits with a good cover roll, and of an Empty counter:
    for each way in which the dice can hit and empty, the product of the faces that do."""
    figures: Counter[tuple[int, int]] = Counter()
    through: Counter[int] = Counter()
    empties, total = 0, 10**numbers.dice * (1 if numbers.quiet else 6)
    faces = []
    for at_ in range(numbers.dice):
        classes: Counter[tuple[bool, bool]] = Counter()
        for face in range(1, 11):
            hit = face + numbers.die >= numbers.hit
            if tens == "natural":
                hit = face == 10 or (hit and face != 1)
            low = 0 < numbers.reload >= face + (numbers.die if reload == "modified" else 0)
            classes[hit or at_ < numbers.sure, low] += 1
        faces.append(list(classes.items()))
    for way in itertools.product(*faces):
        weight = math.prod(count for _, count in way)
        hits = sum(hit for (hit, _), _ in way)
        for cover in (6,) if numbers.quiet else range(1, 7):
            good = cover + numbers.pierce >= numbers.cover
            killed = min(alive, hits if good else 0)
            half = hits if not good else (not hits if burst == "once" else numbers.dice - hits)
            free = max(0, alive - killed - tokens)
            figures[killed, 0 if fearless else min(free, int(half))] += weight
            through[hits if good else 0] += weight
            empties += weight * any(low for (_, low), _ in way)
    return (
        {key: Fraction(count, total) for key, count in figures.items()},
        {key: Fraction(count, total) for key, count in through.items()},
        Fraction(empties, total),
    )


def check_table(seed: int, most: int) -> int:
    """Compare attacks of a random position, not more than `most`; return how many."""
    luck = random.Random(seed)
    pinned, tens, reload, burst = luck.choice(OPTIONS)
    options = {"tens": tens, "reload": reload, "burst": burst}
    play = at(table_of(luck), pinned=pinned, **options)
    told = 0
    legal = [
        one for one in play.game.legal(play.state) if isinstance(one, c.Fire | c.Fight | c.Use | c.Play | c.Strike)
    ]
    for command in luck.sample(legal, len(legal)):
        found = play.game.odds(play.state, command)
        if found is None or told == most:
            continue
        told += 1
        numbers = by_the_cards(play.state, command, pinned == "shaken")
        goal = command.target == "objective"
        hostile = None if goal else play.state.hostiles[command.target]
        alive = 0 if hostile is None else CARDS["front"][hostile.card]["fig"] - hostile.kia
        tokens = 0 if hostile is None else hostile.suppressed
        figures, through, empties = shares_of(numbers, alive, tokens, goal, **options)
        where = (seed, play.game.format(command), numbers)
        assert found.chances["empties"] == pytest.approx(float(empties)), where
        if goal:
            expected = {hits * numbers.heavy: float(share) for hits, share in through.items()}
            assert dict(found.distributions[0].shares) == pytest.approx(expected), where
            continue
        for place, distribution in enumerate(found.distributions):
            shares: Counter[int] = Counter()
            for pair, share in figures.items():
                shares[pair[place]] += share  # type: ignore[assignment]
            assert dict(distribution.shares) == pytest.approx({n: float(one) for n, one in shares.items()}), where
        cleared = sum(share for (killed, _), share in figures.items() if killed == alive)
        assert found.chances["cleared"] == pytest.approx(float(cleared)), where
        assert found.chances["nothing"] == pytest.approx(float(figures.get((0, 0), 0))), where
    return told


@pytest.mark.rule("W-030", "W-031", "W-032", "W-033", "W-114", "W-115", "W-116", "W-117", "W-119", "W-125", "W-150")
def test_every_attack_of_random_tables_has_the_odds_of_its_cards() -> None:
    assert sum(check_table(seed, 6) for seed in range(40)) > 200


@pytest.mark.slow  # 500 tables
def test_every_attack_of_many_random_tables_has_the_odds_of_its_cards() -> None:
    assert sum(check_table(seed, 99) for seed in range(1000, 1500)) > 5000
