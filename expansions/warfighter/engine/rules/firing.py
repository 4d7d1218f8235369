"""Attacks of the team: which are allowed, and what their dice do (W-028 … W-043, W-114 … W-123)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .. import commands as c
from .. import events as e
from .. import totals
from ..frames import Attack, Roll
from ..refusals import Refused, apart, cannot_act, no_hostile, no_soldier, refused
from ..ruleset import Rules
from ..run import Run
from ..state import MOST_SUPPRESSION, OBJECTIVE, Hostile, Soldier, State
from . import objective
from .experience import gain
from .shots import OWN, Arm, Shot, arm_of, reach, shot, target_space, unarmed


def read_mode(text: str) -> tuple[str, int]:
    """Return Weapon and mode of "smg.1"; mode 0 if the text names none."""
    weapon, _, mode = text.rpartition(".")
    return (weapon, int(mode)) if weapon and mode.isdigit() else (text, 0)


def modes(rules: Rules, soldier: Soldier) -> Iterator[str]:
    """Yield the loaded Weapons and their modes of a Soldier, as commands name them."""
    card = rules.card(soldier)
    yield from (f"{OWN}.{at}" for at in range(1, len(card.modes) + 1))
    for weapon in soldier.weapons:
        if weapon.loaded:
            yield from (f"{weapon.id}.{at}" for at in range(1, len(rules.catalog.weapons[weapon.id].modes) + 1))


# ---- shots ----


def fire_options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    """Yield the shots of loaded Weapons that reach."""
    targets = (*state.hostiles, *([] if objective.no_target(rules, state) else [OBJECTIVE]))
    spans = {target: totals.distance(soldier.space, target_space(state, target)) for target in targets}
    for weapon in modes(rules, soldier):
        arm = arm_of(rules, soldier, read_mode(weapon)[0])
        assert arm is not None
        low, high = reach(rules, state, soldier, arm)
        yield from (c.Fire(soldier.number, weapon, target) for target, span in spans.items() if low <= span <= high)


def check_fire(rules: Rules, state: State, command: c.Fire) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if (why := cannot_act(rules, soldier)) is not None:
        return why
    if (why := no_target(rules, state, command.target)) is not None:
        return why
    weapon, mode = read_mode(command.weapon)
    if (why := _no_weapon(rules, soldier, weapon, mode)) is not None:
        return why
    if weapon in rules.catalog.weapons and rules.catalog.weapons[weapon].hth_only:
        return refused("hth_only", "W-121", "{weapon} is for Hand-to-Hand only", weapon=weapon)
    return out_of_range(rules, state, soldier, weapon, command.target)


def no_target(rules: Rules, state: State, target: str) -> Refused:
    """Refuse a target that cannot be attacked: a card that is not there, or an Objective that no shot harms."""
    if target != OBJECTIVE:
        return no_hostile(state, target)
    return objective.no_target(rules, state)


def _no_weapon(rules: Rules, soldier: Soldier, weapon: str, mode: int) -> Refused:
    """Refuse a Weapon or mode that the Soldier does not have, or that is not loaded (W-029, W-032, W-123)."""
    arm = arm_of(rules, soldier, weapon) if weapon == OWN or soldier.weapon(weapon) else None
    if arm is None or not 1 <= mode <= len(arm.modes):
        english = "Soldier {soldier} has no Weapon and mode {weapon}"
        return refused("no_mode", "W-029", english, soldier=soldier.number, weapon=weapon)
    own = soldier.weapon(weapon)
    if own is None or own.loaded:
        return None
    if own.away:
        return refused("thrown", "W-123", "{weapon} was thrown and has to be fetched first", weapon=weapon)
    if own.empty and own.live:
        return refused("empty", "W-032", "{weapon} is Empty and has to be reloaded", weapon=weapon)
    return refused("no_ammo", "W-108", "{weapon} is out of ammunition", weapon=weapon)


def out_of_range(rules: Rules, state: State, soldier: Soldier, weapon: str, target: str) -> Refused:
    """Refuse a target that a Weapon, Equipment or Squad does not reach (W-029, W-148)."""
    arm = arm_of(rules, soldier, weapon)
    assert arm is not None
    low, high = reach(rules, state, soldier, arm)
    span = totals.distance(soldier.space, target_space(state, target))
    if low <= span <= high:
        return None
    english = "the target is at range {range}, and {weapon} reaches {low} to {high}"
    if (low, high) != arm.range:
        return refused("range", "W-148", english, range=span, weapon=weapon, low=low, high=high)
    return refused("range", "W-029", english, range=span, weapon=weapon, low=low, high=high)


def fire(run: Run, frame: object, command: c.Fire) -> None:
    weapon, mode = read_mode(command.weapon)
    soldier = run.soldier(command.soldier)
    run.emit(e.ActionsSpent(soldier.number, 1, ("W-021", "W-028")))
    open_attack(run, shot(run.rules, run.state, soldier, "fire", weapon, command.target, mode))


# ---- Hand-to-Hand ----


def fight_options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    for hostile in state.hostiles_at(soldier.space):
        yield from (c.Fight(soldier.number, hostile.id, weapon) for weapon in ("", *modes(rules, soldier)))


def check_fight(rules: Rules, state: State, command: c.Fight) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if (why := no_hostile(state, command.target)) is not None:
        return why
    if (why := apart(soldier, state.hostiles[command.target])) is not None:
        return why
    if (why := cannot_act(rules, soldier, totals.hth_cost(rules, state, soldier.space))) is not None:
        return why
    if not command.weapon:
        return None
    weapon, mode = read_mode(command.weapon)
    if (why := _no_weapon(rules, soldier, weapon, mode)) is not None:
        return why
    arm = arm_of(rules, soldier, weapon)
    assert arm is not None
    if arm.range[0] > 0:
        return refused("not_close", "W-121", "{weapon} cannot be used at range 0", weapon=weapon)
    return None


def fight(run: Run, frame: object, command: c.Fight) -> None:
    """Put the Soldier's token on the card, and attack (W-039 … W-042)."""
    soldier = run.soldier(command.soldier)
    cost = totals.hth_cost(run.rules, run.state, soldier.space)
    run.emit(e.ActionsSpent(soldier.number, cost, ("W-039", "W-120")))
    run.emit(e.Engaged(soldier.number, command.target))
    if not command.weapon:
        open_attack(run, unarmed(run.rules, run.state, soldier, command.target))
        return
    weapon, mode = read_mode(command.weapon)
    open_attack(run, shot(run.rules, run.state, soldier, "armed", weapon, command.target, mode))


# ---- an attack ----

CITED = {
    "fire": ("W-028", "W-029", "W-030"),
    "armed": ("W-038", "W-042", "W-121"),
    "unarmed": ("W-038", "W-041"),
    "item": ("W-065", "W-157"),
    "card": ("W-066", "W-125"),
    "support": ("W-156",),
    "overwatch": ("W-066", "W-125"),
}
"""The rules that an attack of each kind cites."""


def open_attack(run: Run, made: Shot) -> None:
    """Begin an attack: its numbers, the cards that apply to it, and its dice."""
    parts = (made.hit.parts, made.die.parts, made.cover.parts, made.pierce.parts)
    cited = (*CITED[made.kind], "W-064", *(("W-034", "W-118") if made.quiet else ()), "W-119")
    rules = tuple(dict.fromkeys((*cited, *totals.cited(run.rules, *parts))))
    run.emit(
        e.Fired(
            made.soldier, made.kind, made.weapon, made.target, made.mode, made.range, made.dice, *parts, made.quiet,
            made.sure, rules,
        )
    )  # fmt: skip
    if made.soldier and made.kind != "overwatch":
        _use_laid(run, made)
    run.open(
        Attack(
            made.soldier, made.kind, made.target, made.weapon, made.mode, made.hit.value, made.die.value,
            made.cover.value, made.pierce.value, made.reload, made.sure, made.heavy, made.quiet,
        )
    )  # fmt: skip
    run.open(Roll("team", made.sizes))


def _use_laid(run: Run, made: Shot) -> None:
    """Discard the cards that apply to this attack (W-125)."""
    for laid in run.soldier(made.soldier).laid:
        card = totals.laid_card(run.rules, laid.card, laid.level)
        if card.on == "attack" and (card.number != "sure" or made.range == 0):
            run.emit(e.LaidUsed(made.soldier, laid.card))


class Result(NamedTuple):
    """What the dice of an attack come to: the result of each die, kills, suppressions, and whether a counter
    empties."""

    dice: tuple[str, ...]
    killed: int
    suppressed: int
    hits: int
    empties: bool


def resolve(rules: Rules, attack: Attack, faces: tuple[int, ...], alive: int, tokens: int, fearless: bool) -> Result:
    """Return the result of the dice against a card with living figures and Suppressed tokens (W-031 … W-037, W-114 …
    W-117). The last face is the cover die unless the attack is quiet."""
    shots = faces if attack.quiet else faces[:-1]
    cover_die = 6 if attack.quiet else faces[-1]
    covered = cover_die + attack.pierce >= attack.cover
    hits = [_hits(rules, attack, at, face) for at, face in enumerate(shots)]
    results = []
    spare = covered and not any(hits)
    for hit in hits:
        if hit and covered:
            results.append("kill")
        elif hit:
            results.append("suppress")
        elif covered and (rules.on("burst", "each") or spare):
            results.append("suppress")
            spare = False
        else:
            results.append("")
    killed = min(alive, results.count("kill"))
    room = alive - killed - min(tokens, alive - killed)
    suppressed = 0 if fearless else min(room, results.count("suppress"))
    empties = bool(empty_dice(rules, attack, shots))
    return Result(tuple(results), killed, suppressed, sum(hit and covered for hit in hits), empties)


def _hits(rules: Rules, attack: Attack, at: int, face: int) -> bool:
    if at < attack.sure:
        return True
    if rules.on("tens", "natural") and face in (1, 10):
        return face == 10
    return face + attack.die >= attack.hit


def empty_dice(rules: Rules, attack: Attack, shots: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice that empty a counter: natural ones unless the edition option says otherwise (W-115)."""
    if not attack.reload:
        return ()
    added = attack.die if rules.on("reload", "modified") else 0
    return tuple(face for face in shots if face + added <= attack.reload)


def rolled(run: Run, frame: Attack, faces: tuple[int, ...]) -> None:
    """Apply the dice of an attack."""
    shots = faces if frame.quiet else faces[:-1]
    cover_die = 6 if frame.quiet else faces[-1]
    run.close()
    if frame.target == OBJECTIVE:
        hits = _against_objective(run, frame, faces, shots, cover_die)
    else:
        hits = _against_hostile(run, frame, faces, shots, cover_die)
    if frame.soldier in run.state.team:
        _wear(run, frame, shots)
    if frame.target == OBJECTIVE:
        objective.progress(run, frame.soldier, hits * frame.heavy)
    elif run.rules.alive(run.state.hostiles[frame.target]) <= 0:
        remove(run, frame.target, frame.soldier)


def _against_objective(run: Run, frame: Attack, faces: tuple[int, ...], shots: tuple[int, ...], cover_die: int) -> int:
    """Tell the dice against the Objective; return the hits with a good cover roll (W-130)."""
    found = resolve(run.rules, frame, faces, 0, 0, True)
    results = tuple("hit" if one == "kill" else "" for one in found.dice)
    run.emit(_resolved(frame, shots, cover_die, results))
    return found.hits


def _against_hostile(run: Run, frame: Attack, faces: tuple[int, ...], shots: tuple[int, ...], cover_die: int) -> int:
    hostile = run.state.hostiles[frame.target]
    alive, fearless = run.rules.alive(hostile), is_fearless(run.rules, hostile)
    found = resolve(run.rules, frame, faces, alive, hostile.suppressed, fearless)
    freed = hostile.suppressed - min(hostile.suppressed, alive - found.killed)
    run.emit(_resolved(frame, shots, cover_die, found.dice, found.killed, found.suppressed, freed))
    return found.hits


def _resolved(
    frame: Attack, shots: tuple[int, ...], cover_die: int, results: tuple[str, ...], killed: int = 0,
    suppressed: int = 0, freed: int = 0,
) -> e.ShotsResolved:  # fmt: skip
    numbers = (frame.hit, frame.die, frame.cover, frame.pierce)
    return e.ShotsResolved(frame.soldier, frame.target, shots, cover_die, *numbers, results, killed, suppressed, freed)


def _wear(run: Run, frame: Attack, shots: tuple[int, ...]) -> None:
    """Empty or use up a counter, let a thrown Weapon lie, and let a Soldier stumble (W-115, W-122, W-123)."""
    soldier = run.soldier(frame.soldier)
    low = empty_dice(run.rules, frame, shots)
    own = soldier.weapon(frame.weapon)
    if own is not None and run.rules.catalog.weapons[frame.weapon].expend:
        run.emit(e.CounterSpent(frame.soldier, frame.weapon))
    elif own is not None and low:
        run.emit(e.CounterEmptied(frame.soldier, frame.weapon, frame.reload, low))
    if frame.kind == "item":
        run.emit(e.CounterSpent(frame.soldier, frame.weapon))
    if frame.kind == "fire" and own is not None and run.rules.catalog.weapons[frame.weapon].thrown:
        aimed = frame.target == OBJECTIVE
        run.emit(
            e.WeaponThrown(frame.soldier, frame.weapon, "" if aimed else frame.target, run.state.space if aimed else -1)
        )
    if frame.kind == "unarmed" and 1 in shots:
        suppress(run, frame.soldier, 2 if run.rules.on("stumble", "two") else 1, ("W-122",))


# ---- what attacks and cards do to figures ----


def is_fearless(rules: Rules, hostile: Hostile) -> bool:
    """Return whether a Hostile card is never suppressed (W-153)."""
    return rules.does(rules.hostile(hostile).trait, "fearless")


def suppress(run: Run, number: str, tokens: int, rules: tuple[str, ...] = ("W-110",)) -> None:
    """Give a Soldier Suppression tokens, never more than two in all (W-110)."""
    room = MOST_SUPPRESSION - run.soldier(number).suppression
    if min(tokens, room) > 0:
        run.emit(e.Suppressed(number, min(tokens, room), rules))


def remove(
    run: Run, id: str, soldier: str = "", killed: bool = True, rules: tuple[str, ...] = ("W-035", "W-139")
) -> None:
    """Take a Hostile card out of play; its killer gains its XP."""
    hostile = run.state.hostiles[id]
    xp = run.rules.hostile(hostile).xp
    run.emit(e.HostileGone(id, killed, soldier, rules))
    if killed:
        gain(run, soldier, xp, f"hostile.{hostile.card}.name")


def kill(run: Run, id: str, figures: int, soldier: str, source: str) -> None:
    """Kill figures of a Hostile card without a roll, unsuppressed ones first (W-117)."""
    hostile = run.state.hostiles[id]
    alive = run.rules.alive(hostile)
    dead = min(figures, alive)
    freed = hostile.suppressed - min(hostile.suppressed, alive - dead)
    run.emit(e.HostileKilled(id, dead, freed, source))
    if dead == alive:
        remove(run, id, soldier)


def suppress_hostile(run: Run, id: str, tokens: int, source: str, rules: tuple[str, ...] = ("W-036", "W-117")) -> None:
    """Suppress figures of a Hostile card, never more than live (W-117). A fearless one is not."""
    hostile = run.state.hostiles[id]
    room = 0 if is_fearless(run.rules, hostile) else run.rules.unsuppressed(hostile)
    if min(tokens, room) > 0:
        run.emit(e.HostileSuppressed(id, min(tokens, room), source, rules))


def loaded_reach(rules: Rules, state: State, soldier: Soldier) -> list[tuple[Arm, tuple[int, int]]]:
    """Return the loaded Weapons of a Soldier with their ranges."""
    found = []
    for id in (OWN, *(one.id for one in soldier.weapons if one.loaded)):
        arm = arm_of(rules, soldier, id) if id != OWN or rules.card(soldier).type == "s" else None
        if arm is not None and not (id in rules.catalog.weapons and rules.catalog.weapons[id].hth_only):
            found.append((arm, reach(rules, state, soldier, arm)))
    return found
