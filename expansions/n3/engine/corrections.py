"""Values that can be corrected by hand, and what must always hold."""

from __future__ import annotations

from typing import Any

from defiance_qt.api import Illegal, port

from . import commands as c
from . import events as e
from .evolve import evolve
from .rules import Rules, refuse
from .state import STATES, State
from .words.names import troop as name

MOST = 99


def values(state: State) -> dict[str, Any]:
    """Return the values that can be corrected, by path."""
    found: dict[str, Any] = {"pool": state.pool, "scores.0": state.scores[0], "scores.1": state.scores[1]}
    for troop in state.troops.values():
        found[f"troops.{troop.id}.lost"] = troop.lost
        found[f"troops.{troop.id}.states"] = " ".join(troop.states)
    return found


def check(rules: Rules, state: State, command: c.Overrule) -> Illegal | None:
    known = values(state)
    for path, value in command.values.items():
        if path not in known:
            return refuse("unknown_path", "", f"nothing here is called {path!r}", path=path)
        if isinstance(known[path], str):
            if not isinstance(value, str) or not set(value.split()) <= set(STATES):
                return refuse("wrong_value", "", f"{path} cannot be {value!r}", path=path)
        elif type(value) is not int or not 0 <= value <= MOST:
            return refuse("wrong_value", "", f"{path} cannot be {value!r}", path=path)
    if broken(evolve(state, e.Overruled(dict(command.values)))):
        return refuse("impossible", "", "these values cannot be together")
    return None


def subjects(state: State, words: port.Words) -> list[port.Subject]:
    """Return what can be corrected: the table, then every troop."""
    table = [
        port.Field("pool", words("field.pool"), "number", state.pool, high=MOST),
        *(
            port.Field(f"scores.{side}", words(f"field.scores.{side}"), "number", state.scores[side], high=MOST)
            for side in (0, 1)
        ),
    ]
    found = [port.Subject("table", words("subject.table"), words("subject.table"), tuple(table))]
    options = tuple((one, words(f"state.{one}")) for one in STATES)
    for troop in state.troops.values():
        fields = (
            port.Field(f"troops.{troop.id}.lost", words("field.lost"), "number", troop.lost, high=9),
            port.Field(f"troops.{troop.id}.states", words("field.states"), "set", troop.states, options),
        )
        group = words(f"side.{troop.side}")
        found.append(port.Subject(troop.id, name(troop.id, words), group, fields))
    return found


def broken(state: State) -> list[str]:
    """Return a sentence for each invariant that is violated."""
    found = []
    if state.pool < 0 or min(state.scores) < 0:
        found.append("a pool or a score is negative")
    for troop in state.troops.values():
        if troop.lost < 0 or troop.profile.wounds < 1:
            found.append(f"{troop.id} has lost less than no Wound")
        if "dead" in troop.states and "unconscious" in troop.states:
            found.append(f"{troop.id} is dead and Unconscious")
        if troop.mate and troop.form:
            found.append(f"{troop.id} has a SymbioMate without its armour")
        absent = (zone for zone in troop.zones if zone not in state.zones)
        found += [f"{troop.id} stands in a zone that is not there: {zone}" for zone in absent]
    if state.order is not None:
        rolled = {roll.troop for roll in state.order.rolls if roll.natural}
        for save in state.order.saves:
            if save.zone and save.troop not in rolled:
                found.append(f"{save.troop} saves against a zone without having rolled")
            if save.zone and save.cover:
                found.append(f"{save.troop} has cover from a zone")
    return found
