"""The events of rolls as sentences: attacks, hacking, dice, criticals, Switches, what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Applied, PoolDie, RollSide
from defiance_qt.systems.defiance.tell.names import Names

RULEBOOK = "R-"
"""What the ids of the rulebook's own rules begin with."""

SOURCES = (
    *("ability", "ai_card", "campaign", "character", "consequence", "console", "engines", "equipment", "loot"),
    *("mission", "roll", "software", "specialty", "state", "unit", "upgrade"),
)
"""What the text keys of cards begin with, of the ship, the mission and the Console's own die."""


def _attack(names: Names, event: e.AttackDeclared) -> str:
    attacker, target = names.figure(event.attacker), names.figure(event.target)
    if event.attack == "hack_attack":
        return names.words("event.attack_declared.hack", attacker=attacker, target=target)
    weapon = names.weapon(event.attacker, event.weapon, event.attack)
    return names.words("event.attack_declared", attacker=attacker, target=target, weapon=weapon)


def _hack(names: Names, event: e.HackDeclared) -> str:
    attacker, program = names.figure(event.attacker), names.program(event.program)
    if event.target in ("", event.attacker):
        return names.words("event.hack_declared", attacker=attacker, program=program)
    return names.words(
        "event.hack_declared.target", attacker=attacker, program=program, target=names.thing(event.target)
    )


def _opened(names: Names, event: e.RollOpened) -> str:
    """Return what house rules make of the pools, and who has no dice left. "" for any other roll: the events that open
    and follow it are described."""
    roll = event.roll
    sides = [side for side in (roll.team, roll.enemy) if side is not None]
    ruled = any(not rule.startswith(RULEBOOK) for rule in roll.rules)
    found = [line for side in sides for line in _by_house_rules(names, side, ruled)]
    if ruled and not found:
        found = [_pool(names, side, side.dice) for side in sides]
    bare = [side for side in sides if not side.dice and any(one.fewer for one in side.applied)]
    found += [
        names.words("event.roll_opened.no_dice", figure=names.figure(side.figure), symbols=names.symbols(side.fixed))
        for side in bare
    ]
    return "; ".join(found)


def _by_house_rules(names: Names, side: RollSide, ruled: bool) -> Iterator[str]:
    """Yield what sources that are no cards change in a pool. `ruled`: a rule that is not of the rulebook is cited, so
    cards can be the source too."""
    dice = [pool for pool in side.dice if not _is_card(pool.source)]
    if dice:
        yield _pool(names, side, dice)
    yield from applied(names, side, [one for one in side.applied if ruled or not _is_card(one.source)])


def _pool(names: Names, side: RollSide, dice: Sequence[PoolDie]) -> str:
    return names.words("why.roll.dice", figure=names.figure(side.figure), dice=names.joined(names.dice(dice)))


def _is_card(source: str) -> bool:
    return source.partition(".")[0] in SOURCES


def applied(names: Names, side: RollSide, changes: Iterable[Applied]) -> Iterator[str]:
    """Yield the changes to a pool besides its dice: fixed symbols, dice removed, dice that may be rerolled."""
    for one in changes:
        values = {"figure": names.figure(side.figure), "source": names.thing(one.source)}
        if one.symbols:
            yield names.words("why.roll.fixed", **values, symbols=names.symbols(Symbols.parse(one.symbols)))
        if one.fewer:
            yield names.words.count("why.roll.fewer", one.fewer, **values)
        if one.reroll:
            yield names.words.count("why.roll.reroll", one.reroll, **values)


def _rolled(names: Names, event: e.DiceRolled) -> str:
    return names.words("event.dice_rolled", figure=names.side(event.side), symbols=names.symbols(event.symbols))


def _again(names: Names, event: e.DieRolledAgain) -> str:
    return names.words("event.die_rolled_again", figure=names.side(event.side), symbols=names.symbols(event.symbols))


def _nullified(names: Names, event: e.SymbolsNullified) -> str:
    rival = names.side("enemy" if event.by == "team" else "team")
    if not any(event.lost):
        return names.words("event.symbols_nullified.nothing", figure=names.side(event.by), rival=rival)
    lost = names.symbols(event.lost)
    return names.words("event.symbols_nullified", figure=names.side(event.by), rival=rival, lost=lost)


def _added(names: Names, event: e.CriticalAdded) -> str:
    return names.words(f"event.critical_added.{event.critical}", figure=names.side(event.side))


def _stored(names: Names, event: e.DieStored | e.StoredAdded) -> str:
    key = "event.die_stored" if isinstance(event, e.DieStored) else "event.stored_added"
    symbol = names.symbols(Symbols.parse(event.symbol))
    return names.words(key, character=names.figure(event.character), card=names.thing(event.card), symbol=symbol)


def _switch(names: Names, event: e.SwitchUsed) -> str:
    values = {"figure": names.side(event.side), "source": names.thing(event.source), "cost": names.symbols(event.cost)}
    if event.target:
        return names.words("event.switch_used.target", **values, target=names.thing(event.target))
    return names.words("event.switch_used", **values)


def _spared(names: Names, event: e.SwitchSpared) -> str:
    values = {"figure": names.side(event.side), "source": names.thing(event.source)}
    reason = names.reason(event.because)
    if reason:
        return names.words("event.switch_spared", **values, reason=reason)
    return names.words("event.switch_spared.plain", **values)


def _boosted(names: Names, event: e.RollBoosted) -> str:
    figure = names.side(event.side)
    if event.damage and any(event.symbols):
        symbols = names.symbols(event.symbols)
        return names.words.count("event.roll_boosted.both", event.damage, figure=figure, symbols=symbols)
    if event.damage:
        return names.words.count("event.roll_boosted.damage", event.damage, figure=figure)
    return names.words("event.roll_boosted.symbols", figure=figure, symbols=names.symbols(event.symbols))


def _cancelled(names: Names, event: e.SymbolsCancelled) -> str:
    return names.words("event.symbols_cancelled", dealt=event.dealt, suffered=event.suffered)


def _succeeded(names: Names, event: e.RollSucceeded) -> str:
    return names.words(f"event.roll_succeeded.{'yes' if event.success else 'no'}", figure=names.figure(event.figure))


def _quiet(names: Names, event: Any) -> str:
    """Return "": the events that open and follow it are described."""
    return ""


ROLL_SENTENCES: dict[type, Callable[[Names, Any], str]] = {
    e.AttackDeclared: _attack,
    e.HackDeclared: _hack,
    e.RollOpened: _opened,
    e.DiceRolled: _rolled,
    e.DieRolledAgain: _again,
    e.SymbolsNullified: _nullified,
    e.CriticalAdded: _added,
    e.DieStored: _stored,
    e.StoredAdded: _stored,
    e.SwitchUsed: _switch,
    e.SwitchSpared: _spared,
    e.RollBoosted: _boosted,
    e.RollStep: _quiet,
    e.SymbolsCancelled: _cancelled,
    e.RollSucceeded: _succeeded,
    e.RollClosed: _quiet,
}
