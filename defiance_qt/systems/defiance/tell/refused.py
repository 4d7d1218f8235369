"""A refusal as a sentence: the text of its code, with its values in readable form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.invariants import Fault
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names, span


def refused(illegal: Illegal, state: State, words: Words) -> str:
    """Return why a command was refused in `state`. A code without a text (a plugin's own) keeps its message."""
    names = Names(state, words)
    values = _said(names, illegal.values)
    if {"low", "high"} <= values.keys():
        values["range"] = span(values["low"], values["high"])
    if illegal.code in _COUNTED:
        return words.count(f"refusal.{illegal.code}", values[_COUNTED[illegal.code]], **values)
    code = illegal.code
    for key in (f"refusal.{code}.{illegal.values.get('asks', '')}", f"refusal.{code}", f"error.{code}"):
        text = words(key, **values)
        if text != key:
            return text
    return str(illegal)


def _said(names: Names, values: Mapping[str, object]) -> dict[str, Any]:
    return {key: _READ[key](names, value) if key in _READ else value for key, value in values.items()}


# Refusals with a count: the name of the counted value.
_COUNTED = {
    "no_such_die": "dice",
    "no_such_input": "inputs",
    "wrong_dice": "asked",
    "device_full": "slots",
    "costs_more": "needed",
}


def _thing(names: Names, id: Any) -> str:
    return names.thing(str(id))


def _figure(names: Names, id: Any) -> str:
    return names.figure(str(id)) if id else ""


def _things(names: Names, ids: Any) -> str:
    known: Sequence[str] = ids
    return names.joined(names.thing(id) for id in known)


def _fault(names: Names, why: Any) -> str:
    """Return a broken invariant as a refusal."""
    if not isinstance(why, Fault):
        return str(why)
    text = names.words(f"fault.{why.name}", **_said(names, why.values))
    return str(why) if text == f"fault.{why.name}" else text


def _cut(names: Names, ids: Any) -> str:
    """Return what cuts a line of sight: figures, doors, or kinds of sides."""
    known: Sequence[str] = ids
    return names.joined(obstacle(names, id) for id in known)


def obstacle(names: Names, id: str) -> str:
    plain = ("wall", "violet", "red", "low", "blocked")
    return names.words(f"why.cut.{id}") if id in plain else names.thing(id)


def _symbols(names: Names, text: Any) -> str:
    return names.symbols(Symbols.parse(str(text)))


# The formatting of values by name. Numbers, spaces and text that a user wrote ("name") stay unchanged.
_READ: dict[str, Callable[[Names, Any], str]] = {
    "figure": _figure,
    "active": _figure,
    "partner": _figure,
    "target": _thing,
    "figures": _things,
    "card": _thing,
    "device": _thing,
    "area": lambda names, id: names.words(f"area.{id}.name"),
    "upgrade": lambda names, id: names.words(f"upgrade.{id}.name"),
    "mission": lambda names, id: names.known(f"mission.{id}.name") or names.thing(id),
    "now": lambda names, id: names.words(f"campaign.step.{id}"),
    "cards": _things,
    "sources": _things,
    "element": _thing,
    "cut": _cut,
    "step": lambda names, step: names.words(f"refusal.step.{step}"),
    "symbols": _symbols,
    "cost": _symbols,
    "listed": _symbols,
    "held": _symbols,
    "path": lambda names, path: names.place(str(path)),
    "other": _figure,
    "who": _figure,
    "record": lambda names, id: names.known(f"record.{id}") or str(id),
    "against": lambda names, id: names.known(f"record.{id}") or str(id),
    "unit": lambda names, id: names.unit(str(id)),
    "deck": lambda names, deck: names.known(f"event.deck.{deck}") or str(deck),
    "why": _fault,
}
