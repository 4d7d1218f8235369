"""How far Attacks and hacking devices reach (R-069, R-109), with the changes by house rules."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, total
from defiance_qt.systems.defiance.engine.content import Attack, HackAttack
from defiance_qt.systems.defiance.engine.loadouts import Loadout
from defiance_qt.systems.defiance.engine.rules.granted import grant_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State, Unit

HACK = "hack"
"""The Attack that a hacking device stands for."""
HACK_ATTACK = "hack_attack"
"""The Hack Attack of a Unit (R-200)."""

Band = tuple[int, int]


def changes(rules: Rules, state: State, figure: str, weapon: str, attack: str, band: Band) -> tuple[NumberChange, ...]:
    """Return what house rules change of the greatest Range of an Attack (R-069) or a device (R-109)."""
    if not rules.hooks.modify_range:
        return ()
    return asked(rules.hooks.modify_range, rules.context(state), figure, weapon, attack, *band)


def reach(rules: Rules, state: State, figure: str, weapon: str, attack: str, band: Band) -> Band:
    """Return the least and the greatest Range of an Attack (R-069) or a device (R-109). The greatest is never below the
    least."""
    low, high = band
    return low, max(low, high + total(changes(rules, state, figure, weapon, attack, band)))


def armed(rules: Rules, state: State, one: Character) -> Loadout:
    """Return a Character's values, its Attacks (R-069) and devices (R-109) with the Ranges that they have now."""
    loadout = rules.loadout(one)
    if not rules.hooks.modify_range:
        return loadout
    weapons = [
        (weapon, replace(attack, range=reach(rules, state, one.id, weapon, attack.id, attack.range)))
        for weapon, attack in loadout.weapons
    ]
    devices = [
        found._replace(
            device=replace(found.device, range=reach(rules, state, one.id, found.item, HACK, found.device.range))
        )
        for found in loadout.devices
    ]
    return loadout._replace(weapons=tuple(weapons), devices=tuple(devices))


def attacks(rules: Rules, state: State, enemy: str, unit: Unit) -> tuple[Attack, ...]:
    """Return the Attacks of an Enemy with the Ranges that they have now (R-069)."""
    if not rules.hooks.modify_range:
        return unit.profile.attacks
    return tuple(
        replace(attack, range=reach(rules, state, enemy, unit.id, attack.id, attack.range))
        for attack in unit.profile.attacks
    )


def hack_attack(rules: Rules, state: State, enemy: str, unit: Unit, hack: HackAttack) -> HackAttack:
    """Return the Hack Attack of an Enemy with the Range that it has now: that of the Unit's Attack when none is
    printed (R-200)."""
    if not rules.hooks.modify_range:
        return hack
    return replace(hack, range=reach(rules, state, enemy, unit.id, HACK_ATTACK, hack_range(unit, hack)))


def hack_range(unit: Unit, attack: HackAttack) -> Band:
    """Return its own Range, or that of the Unit's Attack when none is printed (R-200)."""
    if attack.range is not None:
        return attack.range
    return unit.profile.attacks[0].range if unit.profile.attacks else (0, 8)


def of_attack(rules: Rules, state: State, figure: str, weapon: str, attack: str) -> tuple[NumberChange, ...]:
    """Return the changes of the Attack that a figure makes, or makes an Enemy perform, for its event (R-069, of a Hack
    Attack R-200)."""
    if not rules.hooks.modify_range:
        return ()
    unit = state.units.get(weapon)
    if unit is None:
        weapons = rules.loadout(state.team[figure]).weapons
        band = next(found.range for id, found in weapons if (id, found.id) == (weapon, attack))
    else:
        grant = grant_of(state, figure)
        figure = grant.puppet if grant is not None else figure
        hack = unit.profile.hack_attack if attack == HACK_ATTACK else None
        if hack is not None:
            band = hack_range(unit, hack)
        else:
            band = next(found.range for found in unit.profile.attacks if found.id == attack)
    return changes(rules, state, figure, weapon, attack, band)


def of_hack(rules: Rules, state: State, figure: str, program: str, using: str) -> tuple[NumberChange, ...]:
    """Return the changes of the device that runs a program, for its event (R-109)."""
    device = rules.loadout(state.team[figure]).running(program, using)
    return changes(rules, state, figure, device.item, HACK, device.device.range) if device is not None else ()
