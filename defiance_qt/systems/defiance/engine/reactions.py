"""Reactions of abilities and plugins to events: what follows them, before the agenda continues. Reactions
cause no reactions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.causes import cause
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.hooks import TerrainMoment
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction


def react(run: Transaction) -> None:
    """Offer each new event once to abilities and plugins."""
    rules = run.rules
    heard, run.heard = run.heard, len(run.events)
    for event in run.events[heard : run.heard]:
        for ability, bearers in _bearers(run):
            for bearer in bearers:
                if ability.react is not None:
                    cause(run, ability.react, ability.react(rules.play, run.state, event, bearer))
        if isinstance(event, e.MiniatureDied):
            _own_death(run, event)
        if rules.terrains:
            _tread(run, event)
        for function in rules.hooks.react_event:
            cause(run, function, function(rules.context(run.state), event))
    run.heard = len(run.events)


def _own_death(run: Transaction, event: e.MiniatureDied) -> None:
    """Offer a death to the abilities of the Miniature itself, with the state in which it still stood."""
    state = run.deaths[event.enemy]
    for ability in dict.fromkeys(run.rules.enemy_abilities(state, state.enemies[event.enemy])):
        if ability.react is not None:
            cause(run, ability.react, ability.react(run.rules.play, state, event, event.enemy))


# ---- terrain ----


def _tread(run: Transaction, event: e.Event) -> None:
    """Offer what a figure does in a zone to the abilities that are rules of it."""
    mission = run.state.mission
    if not mission:
        return
    for zone, rules in mission.zones.items():
        for rule in rules:
            ability = run.rules.terrains.get(rule)
            if ability is None or ability.terrain is None:
                continue
            for moment in _moments(run, event, zone, run.rules.spaces_of(zone)):
                cause(run, ability.terrain, ability.terrain(run.rules.play, run.state, moment))
    if isinstance(event, e.RollClosed):
        run.resolved = None


def _moments(run: Transaction, event: e.Event, zone: str, spaces: int) -> Iterator[TerrainMoment]:
    """Yield what figures on the board do in a zone by an event. A roll is offered when it is over, with its last dice;
    one that an effect asks for is no deed of the figure."""
    by_name = run.rules.board.by_name
    if isinstance(event, e.Moved | e.Dragged | e.FigureMoved):
        path = event.path if isinstance(event, e.Moved) else (event.space,)
        figure = event.figure
        inside = [bool(event.start) and bool(spaces >> by_name[event.start] & 1)]
        inside += [bool(spaces >> by_name[space] & 1) for space in path]
        if any(now and not was for was, now in pairwise(inside)) and _there(run, figure):
            yield TerrainMoment("enters", figure, zone)
    elif isinstance(event, e.RollStep):
        top = run.state.agenda[-1]
        if event.step == "resolve" and isinstance(top, Roll) and top.purpose != "test":
            run.resolved = top
    elif isinstance(event, e.RollClosed):
        sides = (run.resolved.team, run.resolved.enemy) if run.resolved else ()
        for side in sides:
            if side is not None and side.faces and _in(run, side.figure, spaces):
                yield TerrainMoment("rolls", side.figure, zone, run.resolved)
    elif isinstance(event, e.ActivationEnded):
        if _in(run, event.character, spaces):
            yield TerrainMoment("stays", event.character, zone)
    elif isinstance(event, e.UnitActivationEnded):
        for enemy in [one.id for one in run.state.enemies.values() if one.unit == event.unit]:
            if _in(run, enemy, spaces):
                yield TerrainMoment("stays", enemy, zone)


def _there(run: Transaction, figure: str) -> bool:
    """Check whether a figure is on the board, now that others may have acted."""
    one = run.state.team.get(figure) or run.state.enemies.get(figure)
    return one is not None and bool(one.space)


def _in(run: Transaction, figure: str, spaces: int) -> bool:
    return _there(run, figure) and bool(spaces >> run.view.cells[figure] & 1)


# ---- abilities of cards ----


def _bearers(run: Transaction) -> list[tuple[Ability, list[str]]]:
    """Return the abilities that react, each with its bearers. Cached while no figure changes (most events change none),
    and while the Characters that change have no such ability."""
    state, rules = run.state, run.rules
    team, enemies, units, in_team, found = rules.bearing
    same = enemies is state.enemies and units is state.units
    if same and team is state.team:
        return found
    now: list[tuple[str, str]] = []
    for id, one in state.team.items():
        known = rules.reacts.get(id)
        if reacting := known[1] if known is not None and known[0] is one else _of_character(run, one):
            now += [(ability, id) for ability in reacting]
    if not same or now != in_team:
        found = _looked_up(run, now)
    rules.bearing = (state.team, state.enemies, state.units, now, found)
    return found


def _of_character(run: Transaction, one: Character) -> tuple[str, ...]:
    """Return the ids of a Character's abilities that react, and cache them."""
    rules = run.rules
    found: tuple[str, ...] = ()
    # Most Characters have no such card: what else their cards add up to is not needed then.
    if _has_any(one, rules.reacting_cards):
        abilities = rules.loadout(one).abilities
        found = tuple(dict.fromkeys(ability.id for ability in abilities if ability.react is not None))
    rules.reacts[one.id] = (one, found)
    return found


def _looked_up(run: Transaction, in_team: list[tuple[str, str]]) -> list[tuple[Ability, list[str]]]:
    found: dict[str, list[str]] = {}
    for id, bearer in in_team:
        found.setdefault(id, []).append(bearer)
    for enemy in run.state.enemies.values():
        for ability in run.rules.enemy_abilities(run.state, enemy):
            if ability.react is not None and enemy.id not in found.setdefault(ability.id, []):
                found[ability.id].append(enemy.id)
    listed: list[tuple[Ability, list[str]]] = []
    for ability in run.rules.reacting:
        bearers = found.get(ability.id, [])
        if ability.id in run.rules.mission.abilities:
            bearers.append(run.rules.mission.id)
        if bearers:
            listed.append((ability, bearers))
    return listed


def _has_any(one: Character, cards: frozenset[str]) -> bool:
    """Return whether a Character has one of these in whatever can give it an ability."""
    other = (one.abilities, one.specialties, one.states, [held.item for held in one.carried])
    return not all(map(cards.isdisjoint, other))
