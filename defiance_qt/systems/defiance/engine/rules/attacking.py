"""Attacks of the active figure (R-032, R-062, R-069, R-072, R-073, R-078, R-212, R-262, R-264)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.content import Attack
from defiance_qt.systems.defiance.engine.enemies.reinforcements import awaken
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.loadouts import EQUIPPED, place_of
from defiance_qt.systems.defiance.engine.rules import costs, granted, pools, ranges, rolls
from defiance_qt.systems.defiance.engine.rules.alert import raise_alert
from defiance_qt.systems.defiance.engine.rules.equip import not_in_use
from defiance_qt.systems.defiance.engine.rules.targets import out_of_range, unseen, untargetable
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def attacks(rules: Rules, state: State, view: View, one: Character) -> list[c.Attack]:
    """Return every Attack of an equipped weapon on every Enemy in Range, and in sight where it needs that (R-069,
    R-072, R-073)."""
    weapons = ranges.armed(rules, state, one).weapons
    found: list[c.Attack] = []
    if not weapons:
        return found
    row = rules.board.distances(view.cells[one.id])
    for enemy in state.enemies.values():
        distance = row[view.cells[enemy.id]]
        seen: bool | None = None
        for weapon, attack in weapons:
            low, high = attack.range
            if not low <= distance <= high:
                continue
            if attack.sight:
                if seen is None:
                    seen = rules.sees(state, view, one.id, enemy.id)
                if not seen:
                    continue
            if not rules.untargetable(state, one.id, enemy.id, distance):
                found.append(c.Attack(one.id, weapon, attack.id, enemy.id))
    return found


def puppet_attacks(rules: Rules, state: State, view: View, user: str, puppet: str) -> Iterator[c.Attack]:
    """Yield the Attacks of an Enemy on the others of its side, in Range, and in sight where it needs that."""
    if puppet not in state.enemies:
        return
    unit = state.units[state.enemies[puppet].unit]
    row = rules.board.distances(view.cells[puppet])
    for attack in ranges.attacks(rules, state, puppet, unit):
        low, high = attack.range
        for id in state.enemies:
            near = id != puppet and low <= row[view.cells[id]] <= high
            if near and (not attack.sight or rules.sees(state, view, puppet, id)):
                yield c.Attack(user, unit.id, attack.id, id)


def check_attack(rules: Rules, state: State, frame: Activation, command: c.Attack) -> Illegal | None:
    """Refuse a weapon that is not at hand (R-032, R-073), or a target that is no Enemy, out of Range, out of sight
    (R-062) or not to be chosen (R-212). The Attack of a puppet is one of those that its card allows."""
    if frame.grant and frame.grant.puppet:
        return None
    one, target, wanted = state.team[command.character], command.target, (command.weapon, command.attack)
    found = next((attack for id, attack in ranges.armed(rules, state, one).weapons if (id, attack.id) == wanted), None)
    if found is None:
        return _no_such_attack(rules, one, command.weapon)
    if target not in state.enemies:
        return Illegal("not_an_enemy", "R-078", f"{target} is no Enemy", target=target)
    cells = rules.view(state).cells
    distance = rules.board.distance(cells[one.id], cells[target])
    return (
        out_of_range(target, distance, found.range, "R-069")
        or (unseen(rules, state, one.id, target) if found.sight else None)
        or untargetable(rules, state, one.id, target, distance)
    )


def _no_such_attack(rules: Rules, one: Character, weapon: str) -> Illegal:
    """Return the refusal for an Attack that an equipped card, or the Character's own, does not have, or for a card that
    is not equipped."""
    places, copies = EQUIPPED[rules.switches["usable"]], [held for held in one.carried if held.item == weapon]
    if weapon == one.id or any(place_of(rules.catalog.equipment[weapon], held) in places for held in copies):
        return Illegal("no_such_attack", "R-073", f"{weapon} has no such Attack", figure=one.id, card=weapon)
    return not_in_use(one, weapon, "R-073")


def attack(run: Transaction, frame: Activation, command: c.Attack) -> None:
    view = run.view
    one = run.state.team[command.character]
    found = pools.attack_of(run.rules, run.state, command)
    grant = granted.grant_of(run.state, one.id)
    attacker = grant.puppet if grant is not None and grant.puppet else one.id
    distance = run.rules.board.distance(view.cells[attacker], view.cells[command.target])
    costs.spend(run, command, "attack", ("R-046",))
    cites = ("R-073", "R-069", "R-062") if found.sight else ("R-073", "R-069", "R-072")
    further = ranges.of_attack(run.rules, run.state, one.id, command.weapon, command.attack)
    declared = (*cites, *cited(further))
    run.emit(e.AttackDeclared(one.id, command.target, command.weapon, command.attack, distance, declared, further))
    awaken(run, command.target, ("R-262",))
    if run.state.alert == 0 and not _silent(run.rules, one, command.weapon, found):
        raise_alert(run, 1, "attack", ("R-264",))
    rolls.open_roll(run, pools.attack_roll(run.rules, run.state, view, command))


def _silent(rules: Rules, one: Character, weapon: str, attack: Attack) -> bool:
    """Check whether the Attack leaves Alert 0 unchanged: a CC Attack, or one with a weapon that has only CC Attacks
    (R-264; switch D25)."""
    if rules.switches["alert_wakes"] == "attack":
        return attack.cc
    return all(other.cc for id, other in rules.loadout(one).weapons if id == weapon)
