"""Who plays what: the Characters and Allies of the team, each as a card for its player, and whose a command is."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.port import Player, Words
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.requests import request
from defiance_qt.systems.defiance.engine.rules.ranges import armed
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.tell.labels import actor_of
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.overview import figure


def players(rules: Rules, state: State, words: Words) -> tuple[Player, ...]:
    """Return the Characters and Allies of the team. One that another controls belongs to that one's player."""
    return tuple(_player(rules, state, one, words) for one in state.team.values() if not _controlled(state, one))


def owner(state: State, command: c.Command | None) -> str:
    """Return the figure whose player gives a command, or without one enters the chance that is asked for; "" for the
    Enemy's and the whole team's."""
    asked = request(state) if command is None or isinstance(command, c.EnterDice | c.EnterCard) else None
    id = asked.who if asked is not None else "" if command is None else actor_of(state, command)
    one = state.team.get(id)
    return "" if one is None else one.controller if _controlled(state, one) else id


def _controlled(state: State, one: Character) -> bool:
    return one.controller in state.team


def _player(rules: Rules, state: State, one: Character, words: Words) -> Player:
    shown, names = figure(one, rules.loadout(one).wounds), Names(state, words)
    return Player(
        one.id,
        words(f"character.{one.id}.name"),
        shown.left,
        shown.of,
        names.known(shown.initials),
        shown.drawing,
        tuple(_facts(rules, state, one, names)),
        tuple(_cards(rules, state, one, names)),
    )


def _facts(rules: Rules, state: State, one: Character, names: Names) -> Iterator[tuple[str, str]]:
    words = names.words
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, Activation) and frame.character == one.id:
        yield words("sheet.turn", actions=frame.actions, points=frame.points), "team"
    elif one.activated:
        yield words("sheet.activated"), ""
    if one.space:
        yield one.space, ""
    if (most := rules.loadout(one).max_aggro) is not None:
        yield words("sheet.aggro.of", n=one.aggro, all=most), "gold" if one.aggro >= most else ""
    for id in one.states:
        yield names.condition(id), ""


def _cards(rules: Rules, state: State, one: Character, names: Names) -> Iterator[tuple[str, str]]:
    words = names.words
    for card, attack in armed(rules, state, one).weapons:
        name, part = names.weapon(one.id, card, attack.id), names.part(card, attack.id)
        low, high = attack.range
        reach = words("sheet.range", low=low, high=high) if low != high else words("sheet.range.one", n=low)
        yield words("sheet.part", name=name, part=part) if part and part != name else name, reach
    for held in one.carried:
        if not rules.catalog.equipment[held.item].attacks:
            yield names.item(held.item), ""
