"""The numbers of an attack of the team: dice, hit number, cover roll and reload number, each with its sources.

What can be attacked and what an attack does is in `firing` and `melee`.
"""

from __future__ import annotations

from typing import NamedTuple

from .. import content as cards
from .. import totals
from ..events import Part
from ..ruleset import Rules
from ..state import OBJECTIVE, Soldier, State
from ..totals import Case, Total

OWN = "own"
"""What a command names as the weapon of a Squad Soldier."""


class Shot(NamedTuple):
    """An attack before its dice. `reload` is 0 where no counter can be emptied; `quiet`: the cover roll is a 6."""

    soldier: str
    kind: str
    weapon: str
    target: str
    mode: int
    range: int
    dice: int
    hit: Total
    die: Total
    cover: Total
    pierce: Total
    reload: int = 0
    sure: int = 0
    heavy: int = 1
    quiet: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """The dice to roll: the d10s, then the d6 of the cover roll unless it is a 6 (W-116, W-118)."""
        return (10,) * self.dice if self.quiet else (*(10,) * self.dice, 6)


class Arm(NamedTuple):
    """What an attack is made with, whatever kind of card that is."""

    source: str
    range: tuple[int, int]
    modes: tuple[cards.Mode, ...]
    pen: int
    stealth: bool = False
    used: bool = False
    expend: bool = False
    heavy: int = 1


def arm_of(rules: Rules, soldier: Soldier, weapon: str) -> Arm | None:
    """Return a Weapon or Equipment of a Soldier, or a Squad as its own; None if it has none of that name."""
    card = rules.card(soldier)
    if weapon in ("", OWN):
        if card.type != "s":
            return None
        return Arm(f"soldier.{soldier.card}.name", card.range, card.modes, card.pen, card.stealth, soldier.quiet)
    own = soldier.weapon(weapon)
    if own is not None:
        w = rules.catalog.weapons[weapon]
        return Arm(f"weapon.{weapon}.name", w.range, w.modes, w.pen, w.stealth, own.quiet, w.expend, w.heavy)
    if soldier.item(weapon) is not None and rules.catalog.equipment[weapon].modes:
        item = rules.catalog.equipment[weapon]
        return Arm(f"equipment.{weapon}.name", item.range, item.modes, item.pen, expend=True, heavy=item.heavy)
    return None


def target_space(state: State, target: str) -> int:
    """Return the space of a Hostile card or of the Objective."""
    return state.space if target == OBJECTIVE else state.hostiles[target].space


def reach(rules: Rules, state: State, soldier: Soldier, arm: Arm) -> tuple[int, int]:
    """Return the least and greatest range of a Soldier's attack (W-148)."""
    clear = totals.clear_sighted(rules, soldier)
    return totals.reach(rules, state, arm.range, soldier.space, "team", clear)


def shot(rules: Rules, state: State, soldier: Soldier, kind: str, weapon: str, target: str, mode: int) -> Shot:
    """Return the numbers of an attack with a Weapon, Equipment or a Squad's own arms."""
    arm = arm_of(rules, soldier, weapon)
    assert arm is not None
    dice, printed, reload = arm.modes[mode - 1]
    span = totals.distance(soldier.space, target_space(state, target))
    case = Case(dice, span)
    hit = [Part(arm.source, printed), *totals.of_soldier(rules, soldier, "hit", case)]
    pierce = [Part(arm.source, arm.pen), *totals.of_soldier(rules, soldier, "pen", case)]
    empties = 0
    if reload and not arm.expend:
        empties = max(0, reload + sum(part.amount for part in totals.of_soldier(rules, soldier, "reload")))
    return Shot(
        soldier.number,
        kind,
        weapon if weapon != OWN else "",
        target,
        mode,
        span,
        dice,
        _hit(rules, state, soldier.space, target, hit, case),
        _die(rules, soldier, kind),
        _cover(rules, state, target, soldier),
        _pierce(rules, soldier, pierce),
        empties,
        _sure(rules, soldier, span, dice),
        arm.heavy,
        arm.stealth and not arm.used,
    )


def unarmed(rules: Rules, state: State, soldier: Soldier, target: str) -> Shot:
    """Return the numbers of unarmed Hand-to-Hand: no Penetration (W-041)."""
    hit = (Part("part.unarmed", totals.UNARMED),)
    cover, pierce = _cover(rules, state, target, soldier), _pierce(rules, soldier, [])
    die, sure = _die(rules, soldier, "unarmed"), _sure(rules, soldier, 0, 1)
    return Shot(soldier.number, "unarmed", "", target, 0, 0, 1, Total(hit), die, cover, pierce, sure=sure)


def of_card(rules: Rules, state: State, soldier: Soldier, card: str, level: bool, target: str) -> Shot:
    """Return the numbers of an attack that an Action card makes, without a Weapon (W-125)."""
    action = totals.laid_card(rules, card, level)
    dice, printed, _ = action.modes[0]
    source, span = f"action.{card}.name", totals.distance(soldier.space, target_space(state, target))
    case = Case(dice, span)
    return Shot(
        soldier.number,
        "card",
        card,
        target,
        1,
        span,
        dice,
        _hit(rules, state, soldier.space, target, [Part(source, printed)], case),
        _die(rules, soldier, "card"),
        _cover(rules, state, target, soldier),
        _pierce(rules, soldier, [Part(source, action.pen)]),
        sure=_sure(rules, soldier, span, dice),
    )


def of_support(rules: Rules, state: State, support: str, target: str) -> Shot:
    """Return the numbers of an attack of a Support (W-156)."""
    card = rules.catalog.supports[support]
    dice, printed, _ = card.modes[0]
    source = f"support.{support}.name"
    hit, pierce = Total((Part(source, printed),)), Total((Part(source, card.pen),))
    return Shot("", "support", support, target, 1, 0, dice, hit, Total(()), _cover(rules, state, target), pierce)


def _hit(rules: Rules, state: State, start: int, target: str, parts: list[Part], case: Case) -> Total:
    """Return the hit number: the printed one, Skills, the Locations of both ends, and the target (W-150, W-153)."""
    to = target_space(state, target)
    parts += totals.of_place(rules, state, start, "hit", "team", case)
    if to != start:
        parts += totals.of_place(rules, state, to, "hit", "team", case)
    if target != OBJECTIVE:
        parts += totals.of_hostile(rules, state.hostiles[target], "hit", "team", case)
    return Total((*parts, *totals.of_packs(rules, state, "hit", target)))


def _die(rules: Rules, soldier: Soldier, kind: str) -> Total:
    """Return what is added to each d10 (W-030, W-110, W-121)."""
    parts = list(totals.of_laid(rules, soldier, "die"))
    if kind in ("armed", "unarmed"):
        parts.append(Part(f"soldier.{soldier.card}.name", rules.card(soldier).hth))
        parts += totals.of_soldier(rules, soldier, "hth")
    if soldier.suppression and rules.on("pinned", "shaken"):
        parts.append(Part("part.suppression", -2 * soldier.suppression))
    return Total(tuple(part for part in parts if part.amount))


def _cover(rules: Rules, state: State, target: str, soldier: Soldier | None = None) -> Total:
    """Return the Cover of the target, and what a card takes from it."""
    if target == OBJECTIVE:
        parts: list[Part] = [Part(f"objective.{state.goal.id}.name", rules.goal(state).cover)]
    else:
        parts = list(totals.hostile_cover(rules, state, state.hostiles[target]).parts)
    if soldier is not None:
        parts += [Part(part.source, -part.amount) for part in totals.of_laid(rules, soldier, "flank")]
    return Total(tuple(parts))


def _pierce(rules: Rules, soldier: Soldier, parts: list[Part]) -> Total:
    """Return what is added to the d6 (W-033)."""
    parts += totals.of_laid(rules, soldier, "cover_die")
    return Total(tuple(part for part in parts if part.amount))


def _sure(rules: Rules, soldier: Soldier, span: int, dice: int) -> int:
    """Return the dice that hit whatever they show, at range 0."""
    return min(dice, sum(part.amount for part in totals.of_laid(rules, soldier, "sure"))) if span == 0 else 0
