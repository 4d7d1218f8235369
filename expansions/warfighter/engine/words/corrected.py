"""What can be corrected by hand, with the present values."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.api import port

from ..ruleset import Rules
from ..state import ACTIONS, MOST_SUPPRESSION, Hostile, Soldier, State
from . import names

MOST = 30
"""The greatest number of XP and turns that is offered."""


def subjects(rules: Rules, state: State, words: port.Words) -> Iterator[port.Subject]:
    """Yield the table, the Soldiers, the Hostile cards and the decks."""
    if not state.decks:
        return
    fields = [_number("time", words, state.time, MOST, 1)]
    if state.goal.id:
        fields.append(_number("goal.progress", words, state.goal.progress, max(0, rules.goal(state).need - 1)))
    yield port.Subject("table", words("subject.table"), words("subject.table"), tuple(fields))
    for soldier in state.team.values():
        yield _soldier(rules, state, soldier, words)
    for hostile in state.hostiles.values():
        yield _hostile(rules, state, hostile, words)
    if state.turn:
        yield _decks(state, words)


def _number(path: str, words: port.Words, value: int, high: int, low: int = 0, name: str = "") -> port.Field:
    text = words(f"field.{path.rpartition('.')[2]}")
    return port.Field(path, f"{name}: {text}" if name else text, "number", value, low=low, high=high)


def _soldier(rules: Rules, state: State, soldier: Soldier, words: port.Words) -> port.Subject:
    """Return the values of a Soldier, its Weapons and Equipment."""
    path = f"team.{soldier.number}"
    fields = [
        _number(f"{path}.health", words, soldier.health, rules.card(soldier).health, 1),
        _number(f"{path}.suppression", words, soldier.suppression, MOST_SUPPRESSION),
        _number(f"{path}.xp", words, soldier.xp, MOST),
        _number(f"{path}.acts", words, soldier.acts, ACTIONS),
        port.Field(f"{path}.name", words("field.name"), "text", soldier.name, high=40),
    ]
    if state.turn:
        highest = state.space if state.goal.active else state.rightmost
        fields.append(_number(f"{path}.space", words, soldier.space, highest))
    for weapon in soldier.weapons:
        name = names.item(weapon.id, words)
        most = rules.catalog.weapons[weapon.id].ammo * (1 + weapon.batches) + weapon.extra
        fields.append(_number(f"{path}.weapons.{weapon.id}.live", words, weapon.live, most, name=name))
        fields.append(_number(f"{path}.weapons.{weapon.id}.empty", words, weapon.empty, 1, name=name))
    for item in soldier.kit:
        most = rules.catalog.equipment[item.id].tokens
        if most:
            fields.append(
                port.Field(f"{path}.kit.{item.id}", names.item(item.id, words), "number", item.tokens, high=most)
            )
    return port.Subject(path, names.soldier(state, soldier.number, words), words("subject.team"), tuple(fields))


def _hostile(rules: Rules, state: State, hostile: Hostile, words: port.Words) -> port.Subject:
    path, figures = f"hostiles.{hostile.id}", rules.hostile(hostile).fig
    targets = tuple((number, names.soldier(state, number, words)) for number in state.team)
    fields = (
        _number(f"{path}.kia", words, hostile.kia, figures - 1),
        _number(f"{path}.suppressed", words, hostile.suppressed, figures),
        _number(f"{path}.space", words, hostile.space, state.space),
        port.Field(f"{path}.target", words("field.target"), "choice", hostile.target, targets),
    )
    return port.Subject(path, names.hostile(state, hostile.id, words), words("subject.hostiles"), fields)


def _decks(state: State, words: port.Words) -> port.Subject:
    """Return the decks as piles that change together: what is left, on top, discarded, and in hands."""
    fields = []
    for deck in ("actions", "locations", "hostiles", "events", "supports"):
        pile = state.decks[deck]
        paths = [f"decks.{deck}.{name}" for name in ("left", "top", "discards")]
        titles = [words(f"field.{name}") for name in ("left", "top", "discards")]
        values = [list(pile.left), list(pile.top), list(pile.discards)]
        if deck == "actions":
            players = [one for one in state.team.values() if one.hand]
            paths += [f"team.{one.number}.hand" for one in players]
            titles += [names.soldier(state, one.number, words) for one in players]
            values += [list(one.hand) for one in players]
        ids = sorted({id for cards in values for id in cards})
        options = tuple((id, names.card(id, words)) for id in ids)
        fields.append(port.Field(",".join(paths), words(f"deck.{deck}"), "piles", values, options, names=tuple(titles)))
    return port.Subject("decks", words("subject.decks"), words("subject.decks"), tuple(fields))
