"""Reasons for the result of a roll: the card behind each die, and both sides' symbols before and after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import total
from defiance_qt.systems.defiance.engine.content import Attack, HackAttack
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Roll, RollSide
from defiance_qt.systems.defiance.engine.rules.ranges import hack_range
from defiance_qt.systems.defiance.tell.effects import effect
from defiance_qt.systems.defiance.tell.roll_sentences import applied
from defiance_qt.systems.defiance.tell.scene import Scene, changed

Lines = Iterator[str]


# ---- the pools ----


def _attack(scene: Scene, event: e.AttackDeclared) -> Lines:
    """Yield the Range of the Attack, and whether it needs sight."""
    found = _attack_of(scene, event)
    if found is not None:
        key = "why.attack" if found.sight else "why.attack.blind"
        low, high = found.range or (0, 0)
        high = max(low, high + total(event.changes))
        yield scene.words(key, distance=event.distance, low=low, high=high)
        yield from changed(scene, event.changes)


def _attack_of(scene: Scene, event: e.AttackDeclared) -> Attack | HackAttack | None:
    unit = scene.before.units.get(event.weapon)  # also of an Enemy that a card makes attack
    if unit is not None:
        hack = unit.profile.hack_attack
        if event.attack == "hack_attack" and hack is not None:
            return replace(hack, range=hack_range(unit, hack))
        attacks = list(unit.profile.attacks)
    else:
        one = scene.before.team[event.attacker]
        attacks = [attack for id, attack in scene.rules.loadout(one).weapons if id == event.weapon]
    return next((attack for attack in attacks if attack.id == event.attack), None)


def _hack(scene: Scene, event: e.HackDeclared) -> Lines:
    device = scene.rules.loadout(scene.before.team[event.attacker]).running(event.program, event.using)
    if device is not None:
        low, high = device.device.range
        high = max(low, high + total(event.changes))
        yield scene.words("why.attack.blind", distance=event.distance, low=low, high=high)
        yield from changed(scene, event.changes)


def _opened(scene: Scene, event: e.RollOpened) -> Lines:
    """Yield every die with its card, and all other changes to a pool."""
    roll = event.roll
    for side in (roll.team, roll.enemy):
        if side is not None:
            yield from _pool(scene, side)
    if roll.purpose == "console":
        yield scene.words("why.roll.console")  # not a Simple Roll: nothing is tested
    elif roll.enemy is None or roll.team is None:
        yield scene.words("why.roll.simple")
    for contested in (side.contested for side in (roll.team, roll.enemy) if side is not None and side.contested):
        sources = dict.fromkeys(scene.names.thing(pool[0].source) for pool in contested if pool)
        yield scene.words("why.roll.contested", sources=scene.names.joined(sources))
    if roll.multiplier > 1:
        yield scene.words("why.roll.multiplied", source=scene.names.program(roll.source), times=roll.multiplier)


def _pool(scene: Scene, side: RollSide) -> Lines:
    figure = scene.figure(side.figure)
    if side.dice:
        yield scene.words("why.roll.dice", figure=figure, dice="; ".join(scene.names.dice(side.dice)))
    else:
        yield scene.words("why.roll.no_dice", figure=figure)
    yield from applied(scene.names, side, side.applied)
    for state in side.spent:
        yield scene.words("why.roll.spent", figure=figure, state=scene.names.condition(state))
    if side.silenced:
        yield scene.words("why.roll.silenced", figure=figure, ability=scene.names.thing(side.silenced))
    for offer in side.offers:
        does = scene.names.joined(text for one in offer.switch.effects if (text := effect(scene.names, one)))
        cost = scene.symbols(Symbols.parse(offer.switch.cost))
        source = scene.names.thing(offer.source)
        yield scene.words("why.roll.switch", figure=figure, source=source, cost=cost, effect=does)


# ---- the dice ----


def _rolled(scene: Scene, event: e.DiceRolled) -> Lines:
    """Yield each die with its face, its symbols and its card, and what else changes the pool."""
    side = scene.side(scene.before, event.side)
    if side is None:
        return
    for pool, face in zip(side.dice, event.faces, strict=True):
        yield _face(scene, pool.die, pool.source, face)
    if any(side.fixed) and not any(one.symbols for one in side.applied):
        yield scene.words("why.roll.besides", symbols=scene.symbols(side.fixed))
    yield from applied(scene.names, side, side.applied)
    yield from counted(scene, event)


def counted(scene: Scene, event: e.DiceRolled | e.DieRolledAgain) -> Lines:
    """Yield what house rules make of the symbols."""
    for one in event.counted:
        for key, symbols in (("why.roll.counted.more", one.gained), ("why.roll.counted.less", one.lost)):
            if any(symbols):
                yield scene.words(key, source=scene.names.thing(one.source), symbols=scene.symbols(symbols))


def _face(scene: Scene, die: str, source: str, face: int) -> str:
    shown = scene.rules.catalog.dice.dice[die].faces[face] if die in scene.rules.catalog.dice.dice else Symbols()
    return scene.words(
        "why.roll.face",
        die=scene.names.die(die),
        source=scene.names.die_source(source),
        face=face + 1,
        symbols=scene.symbols(shown),
    )


def _again(scene: Scene, event: e.DieRolledAgain) -> Lines:
    side = scene.side(scene.before, event.side)
    if side is None:
        return
    pool = side.dice[event.die]
    yield _face(scene, pool.die, pool.source, event.face)
    yield from counted(scene, event)
    yield from _change(scene, side.figure, side.symbols, event.symbols)


def _change(scene: Scene, figure: str, was: Symbols, now: Symbols) -> Lines:
    """Yield the symbols of a side before and after."""
    yield scene.words("why.symbols.change", figure=scene.figure(figure), was=scene.symbols(was), now=scene.symbols(now))


def _both(scene: Scene, event: Any) -> Lines:
    """Yield the symbols of each side before and after the step."""
    for name in ("team", "enemy"):
        was, now = scene.side(scene.before, name), scene.side(scene.after, name)
        if was is not None and now is not None:
            yield from _change(scene, was.figure, was.symbols, now.symbols)


def _one(scene: Scene, event: Any) -> Lines:
    """Yield the symbols of the acting side before and after."""
    name = getattr(event, "side", "team")
    was, now = scene.side(scene.before, name), scene.side(scene.after, name)
    if was is not None and now is not None and was.symbols != now.symbols:
        yield from _change(scene, was.figure, was.symbols, now.symbols)


# ---- Switches ----


def _switch(scene: Scene, event: e.SwitchUsed) -> Lines:
    side = scene.side(scene.before, event.side)
    if side is None:
        return
    switch = side.offers[event.offer].switch
    does = scene.names.joined(text for one in switch.effects if (text := effect(scene.names, one)))
    if does:
        yield scene.words("why.switch.effect", effect=does)
    yield from _one(scene, event)


def _spared(scene: Scene, event: e.SwitchSpared) -> Lines:
    side = scene.side(scene.before, event.side)
    if side is not None:
        cost = Symbols.parse(side.offers[event.offer].switch.cost)
        yield scene.words("why.switch.spared", cost=scene.symbols(cost), symbols=scene.symbols(side.symbols))


def _boosted(scene: Scene, event: e.RollBoosted) -> Lines:
    yield from _one(scene, event)
    now = scene.side(scene.after, event.side)
    if event.damage and now is not None:
        yield scene.words.count("why.boosted", now.damage)


# ---- the result ----


def _cancelled(scene: Scene, event: e.SymbolsCancelled) -> Lines:
    for name in ("team", "enemy"):
        yield from damage_from(scene, name)


def damage_from(scene: Scene, by: str) -> Lines:
    """Yield how the Damage of a side is computed: Successes, minus the rival's Blocks, times the multiplier, plus
    extras."""
    roll = next((frame for frame in reversed(scene.before.agenda) if isinstance(frame, Roll)), None)
    if roll is None or roll.team is None or roll.enemy is None:
        return
    own, rival = (roll.team, roll.enemy) if by == "team" else (roll.enemy, roll.team)
    hits, blocks = own.symbols.success, rival.symbols.block
    left = max(0, hits - blocks)
    yield scene.words(
        "why.cancelled",
        figure=scene.figure(own.figure),
        rival=scene.figure(rival.figure),
        successes=hits,
        blocks=blocks,
        left=left,
    )
    if by == "team" and roll.multiplier > 1 and left:
        values = {"times": roll.multiplier, "damage": left * roll.multiplier}
        yield scene.words("why.multiplied", source=scene.names.program(roll.source), **values)
    if own.damage:
        yield scene.words.count("why.boosted", own.damage)


def _succeeded(scene: Scene, event: e.RollSucceeded) -> Lines:
    side = scene.side(scene.before, "team")
    if side is not None:
        yield scene.words("why.succeeded", symbols=scene.symbols(side.symbols))


ROLL_REASONS: dict[type, Callable[[Scene, Any], Lines]] = {
    e.AttackDeclared: _attack,
    e.HackDeclared: _hack,
    e.RollOpened: _opened,
    e.DiceRolled: _rolled,
    e.DieRolledAgain: _again,
    e.SymbolsNullified: _both,
    e.CriticalAdded: _one,
    e.DieStored: _one,
    e.StoredAdded: _one,
    e.SwitchUsed: _switch,
    e.SwitchSpared: _spared,
    e.RollBoosted: _boosted,
    e.SymbolsCancelled: _cancelled,
    e.RollSucceeded: _succeeded,
}
