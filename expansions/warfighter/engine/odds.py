"""Exact odds: of the team's attacks, of Hostile attacks, of what a Location brings, and of reinforcements."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from defiance_qt.api import Illegal, port

from . import commands as c
from . import totals
from .frames import Attack
from .rules import firing, hostile_fire, shots
from .ruleset import Rules
from .state import OBJECTIVE, Hostile, Soldier, State

SIDES = 10
COVER_SIDES = 6

K = TypeVar("K")


class Numbers(NamedTuple):
    """What the odds of an attack depend on, beside the edition options."""

    dice: int
    hit: int
    die: int = 0
    cover: int = 0
    pierce: int = 0
    reload: int = 0
    sure: int = 0
    quiet: bool = False


class AttackOdds(NamedTuple):
    """The chance of each number of killed and suppressed figures together, of each number of either alone, of an Empty
    counter, and of each number of hits with a good cover roll."""

    figures: Mapping[tuple[int, int], Fraction]
    empties: Fraction
    hits: Mapping[int, Fraction]
    killed: Mapping[int, Fraction]
    suppressed: Mapping[int, Fraction]
    mean_killed: Fraction
    mean_suppressed: Fraction


def _summed(found: Iterator[tuple[int, Fraction]]) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for amount, share in found:
        _add(total, amount, share)
    return _sorted(total)


def _add(shares: dict[K, Fraction], key: K, share: Fraction) -> None:
    shares[key] = shares.get(key, Fraction(0)) + share


def _sorted(shares: dict[int, Fraction]) -> dict[int, Fraction]:
    return dict(sorted(shares.items()))


def mean(shares: Mapping[int, Fraction]) -> Fraction:
    """Return the mean of a distribution."""
    return sum((amount * share for amount, share in shares.items()), Fraction(0))


def attack(rules: Rules, numbers: Numbers, alive: int, tokens: int, fearless: bool = False) -> AttackOdds:
    """Return the odds of an attack on a card with living figures and Suppressed tokens."""
    options = tuple(rules.switches[name] for name in ("tens", "reload", "burst"))
    return _attack(numbers, alive, tokens, fearless, options)


@lru_cache(4096)
def _attack(numbers: Numbers, alive: int, tokens: int, fearless: bool, options: tuple[str, ...]) -> AttackOdds:
    """Sum over the cover die and the number of dice that hit; the dice are independent of each other."""
    tens, modified, burst = options
    faces = [(_hits(numbers, face, tens), _low(numbers, face, modified)) for face in range(1, SIDES + 1)]
    counted = _counted(numbers, faces)
    covers = (6,) if numbers.quiet else range(1, COVER_SIDES + 1)
    ways = SIDES**numbers.dice * len(covers)
    figured: Counter[tuple[int, int]] = Counter()
    good: Counter[int] = Counter()
    for cover_die in covers:
        covered = cover_die + numbers.pierce >= numbers.cover
        for (hit, _), count in counted.items():
            figured[_figures(numbers.dice, hit, covered, alive, tokens, fearless, burst)] += count
            good[hit if covered else 0] += count
    figures = {found: Fraction(count, ways) for found, count in figured.items()}
    hits = {number: Fraction(count, ways) for number, count in good.items()}
    empties = Fraction(sum(count for (_, low), count in counted.items() if low), SIDES**numbers.dice)
    killed = _summed((killed, share) for (killed, _), share in figures.items())
    suppressed = _summed((suppressed, share) for (_, suppressed), share in figures.items())
    return AttackOdds(figures, empties, _sorted(hits), killed, suppressed, mean(killed), mean(suppressed))


def _hits(numbers: Numbers, face: int, tens: str) -> bool:
    if tens == "natural" and face in (1, SIDES):
        return face == SIDES
    return face + numbers.die >= numbers.hit


def _low(numbers: Numbers, face: int, modified: str) -> bool:
    added = numbers.die if modified == "modified" else 0
    return bool(numbers.reload) and face + added <= numbers.reload


def _counted(numbers: Numbers, faces: list[tuple[bool, bool]]) -> Counter[tuple[int, bool]]:
    """Return in how many ways the dice come to each number of hits, with and without one that empties a counter."""
    found = Counter({(0, False): 1})
    kinds = Counter(faces)
    for at in range(numbers.dice):
        after: Counter[tuple[int, bool]] = Counter()
        for (hit, low), ways in found.items():
            for (hits, empties), count in kinds.items():
                after[hit + (hits or at < numbers.sure), low or empties] += ways * count
        found = after
    return found


def _figures(
    dice: int, hit: int, covered: bool, alive: int, tokens: int, fearless: bool, burst: str
) -> tuple[int, int]:
    """Return killed and suppressed figures (W-116, W-117)."""
    kills = hit if covered else 0
    single = (1 if not hit else 0) if burst == "once" else dice - hit
    suppressions = single if covered else hit
    killed = min(alive, kills)
    room = alive - killed - min(tokens, alive - killed)
    return killed, 0 if fearless else min(room, suppressions)


def of_shot(rules: Rules, state: State, made: shots.Shot) -> AttackOdds:
    """Return the odds of an attack before its dice."""
    numbers = Numbers(
        made.dice,
        made.hit.value,
        made.die.value,
        made.cover.value,
        made.pierce.value,
        made.reload,
        made.sure,
        made.quiet,
    )
    if made.target == OBJECTIVE:
        return attack(rules, numbers, 0, 0, True)
    hostile = state.hostiles[made.target]
    return attack(rules, numbers, rules.alive(hostile), hostile.suppressed, firing.is_fearless(rules, hostile))


def shot_of(rules: Rules, state: State, command: c.Command) -> shots.Shot | None:
    """Return the attack that a command makes, None if it makes none."""
    if isinstance(command, c.Strike):
        return shots.of_support(rules, state, command.support, command.target)
    soldier = state.team.get(getattr(command, "soldier", ""))
    if soldier is None:
        return None
    if isinstance(command, c.Fire):
        weapon, mode = firing.read_mode(command.weapon)
        return shots.shot(rules, state, soldier, "fire", weapon, command.target, mode)
    if isinstance(command, c.Fight):
        if not command.weapon:
            return shots.unarmed(rules, state, soldier, command.target)
        weapon, mode = firing.read_mode(command.weapon)
        return shots.shot(rules, state, soldier, "armed", weapon, command.target, mode)
    if isinstance(command, c.Use) and rules.catalog.equipment[command.item].use == "attack":
        return shots.shot(rules, state, soldier, "item", command.item, command.target, 1)
    if isinstance(command, c.Play) and rules.catalog.actions[command.card].effect == "blast":
        return shots.of_card(rules, state, soldier, command.card, bool(command.level), command.target)
    return None


def of_command(rules: Rules, state: State, command: c.Command, subject: str) -> port.Odds | None:
    """Return the exact odds of a command, None for one without dice."""
    if isinstance(command, c.Place):
        return of_place(rules, state, subject)
    made = shot_of(rules, state, command)
    if made is None:
        return None
    found = of_shot(rules, state, made)
    if made.target == OBJECTIVE:
        progress = {hits * made.heavy: share for hits, share in found.hits.items()}
        return port.Odds(subject, (distribution("progress", progress),), {"empties": float(found.empties)})
    alive = rules.alive(state.hostiles[made.target])
    chances = {
        "empties": float(found.empties),
        "cleared": float(found.killed.get(alive, 0)),
        "nothing": float(found.figures.get((0, 0), 0)),
    }
    return port.Odds(
        subject, (distribution("killed", found.killed), distribution("suppressed", found.suppressed)), chances
    )


def distribution(name: str, shares: Mapping[int, Fraction]) -> port.Distribution:
    """Return a distribution as the port wants it."""
    return port.Distribution(name, {amount: float(share) for amount, share in shares.items()}, float(mean(shares)))


# ---- Hostiles ----


class Threat(NamedTuple):
    """What a Hostile attack does to one Soldier: the chance of its Wounds, of a Suppression, and the Wounds."""

    wound: Fraction
    suppress: Fraction
    wounds: int


def hostile_attack(rules: Rules, state: State, hostile: Hostile, victim: Soldier) -> Threat:
    """Return the odds of one attack of a Hostile card against a Soldier (W-141)."""
    if rules.unsuppressed(hostile) <= 0:
        return Threat(Fraction(0), Fraction(0), 0)
    _, _, wounds = totals.column(rules, hostile)
    hit = totals.hostile_hit(rules, state, hostile, victim).value
    cover = totals.soldier_cover(rules, state, victim).value
    wound, suppress = _hostile_results(hit, cover, rules.switches["return_fire"])
    return Threat(wound, suppress, wounds)


@lru_cache(512)
def _hostile_results(hit: int, cover: int, return_fire: str) -> tuple[Fraction, Fraction]:
    """Return the chance of a Wound and of a Suppression, over all faces of both dice."""
    results = Counter(
        hostile_fire.result(return_fire, d10, d6, hit, cover)
        for d10 in range(1, SIDES + 1)
        for d6 in range(1, COVER_SIDES + 1)
    )
    all_dice = SIDES * COVER_SIDES
    return Fraction(results["wound"], all_dice), Fraction(results["suppress"], all_dice)


def threats(rules: Rules, state: State) -> dict[str, Fraction]:
    """Return the mean Wounds that each Soldier takes in the coming Hostile turn from the cards in play."""
    return {number: threat(rules, state, number) for number in state.team}


def threat(rules: Rules, state: State, number: str) -> Fraction:
    """Return the mean Wounds that a Soldier takes in the coming Hostile turn from the cards in play."""
    found = Fraction(0)
    for hostile in state.hostiles.values():
        if number not in hostile_fire.victims(rules, state, hostile) or hostile_fire.idle(rules, state, hostile):
            continue
        one = hostile_attack(rules, state, hostile, state.team[number])
        found += one.wound * one.wounds * (2 if rules.does(rules.hostile(hostile).trait, "again") else 1)
    return found


def stays(rules: Rules, state: State, low: int, high: int) -> Fraction:
    """Return the chance that a reinforcement's Value is within a range, from the cards left in the deck (W-137)."""
    pile = state.decks["hostiles"]
    cards = pile.left or pile.discards
    kept = sum(low <= rules.catalog.hostile(card).value <= high for card in cards)
    return Fraction(kept, len(cards)) if cards else Fraction(0)


def of_place(rules: Rules, state: State, subject: str) -> port.Odds:
    """Return how many Hostile cards and figures the next Location brings, from the Locations and Hostiles left."""
    rp = totals.team_rp(rules, state)
    pile = state.decks["locations"]
    places = pile.top[:1] or pile.left or pile.discards
    cards: dict[int, Fraction] = {}
    figures: dict[int, Fraction] = {}
    hostiles = state.decks["hostiles"].left or state.decks["hostiles"].discards
    kinds = Counter((rules.catalog.hostile(id).xp, rules.catalog.hostile(id).fig) for id in hostiles)
    for place, count in Counter(places).items():
        need = totals.hostile_number(rules, state, place, rp).value
        for (drawn, found), share in _arrivals(tuple(sorted(kinds.items())), need).items():
            weight = share * count / len(places)
            _add(cards, drawn, weight)
            _add(figures, found, weight)
    return port.Odds(subject, (distribution("cards", _sorted(cards)), distribution("figures", _sorted(figures))))


@lru_cache(256)
def _arrivals(kinds: tuple[tuple[tuple[int, int], int], ...], need: int) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each number of cards and figures, drawn until their XP reach the number (W-128). `kinds` are
    XP and figures of the cards left, each with its count."""
    total = sum(count for _, count in kinds)
    if need <= 0 or not total:
        return {(0, 0): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for at, ((xp, figures), count) in enumerate(kinds):
        if not count:
            continue
        rest = (*kinds[:at], ((xp, figures), count - 1), *kinds[at + 1 :])
        for (cards, more), share in _arrivals(rest, need - xp).items():
            _add(found, (cards + 1, figures + more), share * count / total)
    return found


# ---- dice by name, for the command line ----

_DICE = re.compile(r"(\d)d10:(\d\d?)(?:/(\d\d?))?")
_COVER = re.compile(r"(\d)(?:-(\d))?")


def dice_odds(rules: Rules, own: str, against: str) -> port.Odds:
    """Return the odds of dice by name: "2d10:6" (with a reload number "2d10:6/1") against "4-1", Cover minus
    Penetration. Raises `Illegal`."""
    dice, cover = _DICE.fullmatch(own.strip()), _COVER.fullmatch(against.strip() or "4")
    if dice is None or cover is None or not int(dice[1]):
        name = own if dice is None else against
        raise Illegal("unknown_dice", "", f"{name!r} is not a roll of this game: write 2d10:6 against 4-1", name=name)
    numbers = Numbers(int(dice[1]), int(dice[2]), 0, int(cover[1]), int(cover[2] or 0), int(dice[3] or 0))
    found = attack(rules, numbers, 9, 0)
    chances = {"empties": float(found.empties), "nothing": float(found.figures.get((0, 0), 0))}
    subject = f"{own.strip()} : {against.strip() or '4'}"
    return port.Odds(
        subject, (distribution("killed", found.killed), distribution("suppressed", found.suppressed)), chances
    )


def pending(state: State) -> Attack | None:
    """Return the attack of the team whose dice are asked for, None if there is none."""
    return state.agenda[-2] if len(state.agenda) > 1 and isinstance(state.agenda[-2], Attack) else None
