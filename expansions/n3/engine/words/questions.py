"""The pending decision in one sentence, the dice that are asked for, and why a command was refused."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.api import Illegal, port

from ..rolls import SIDES, counted
from ..state import State
from .names import length, named, several, troop, zone


def question(state: State, asks: str, words: port.Words) -> str:
    """Return the pending decision in one sentence."""
    if state.result is not None:
        return ""
    if state.asked:
        return _asked(state, words)
    names = ""
    if state.order is not None:
        names = several(troop(id, words) for id in state.order.troops)
        if asks == "measure":
            one, other = next(_unmeasured(state))
            return words("question.measure", one=troop(one, words), other=troop(other, words))
        if asks == "place" and state.order.place:
            names = troop(state.order.place[0], words)
        if asks == "choose" and state.save is not None:
            return words("question.choose", troop=troop(state.save.troop, words), n=state.save.damage)
    return words(f"question.{asks}", side=words(f"side.{state.side}"), n=state.pool, troops=names)


def _unmeasured(state: State) -> Iterator[tuple[str, str]]:
    assert state.order is not None
    known = [{pair.one, pair.other} for pair in state.order.pairs]
    for act in state.order.acts:
        for target in act.targets:
            if act.skill in ("bs", "observe", "discover") and {act.troop, target.troop} not in known:
                yield act.troop, target.troop


def _asked(state: State, words: port.Words) -> str:
    asked = state.asked[0]
    if asked.kind == "table":
        names = several(zone(state, id, words) for id in asked.about.split()[1:])
        return words("entry.table", zones=names)
    name = troop(asked.about, words)
    if asked.kind == "roll":
        assert state.order is not None
        roll = state.order.rolls[asked.id]
        act = named("skill", state.order.acts[roll.act].skill, words)
        return words("entry.roll", troop=name, act=act, sv=roll.sv)
    if asked.kind == "save":
        assert state.order is not None
        save = state.order.saves[asked.id]
        key = "entry.save.ph" if save.attribute == "ph" else "entry.save"
        attribute = words(f"attribute.{save.attribute}")
        return words(key, troop=name, attribute=attribute, value=save.value, n=save.damage)
    return words(f"entry.{asked.kind}", troop=name, value=state.troops[asked.about].value("wip"))


def entry(state: State, words: port.Words) -> port.Entry:
    """Return the dice that are asked for: each face with what it comes to."""
    asked = state.asked[0]
    faces = tuple(_face(state, number, words) for number in range(1, SIDES + 1))
    die = port.Die("d20", words("die.name"), words("die.letter"), faces, True)
    return port.Entry(_asked(state, words), (die,) * asked.dice)


def _face(state: State, number: int, words: port.Words) -> port.Face:
    asked = state.asked[0]
    meaning, tone = "", ""
    if asked.kind == "roll" and state.order is not None:
        roll = state.order.rolls[asked.id]
        one = counted(number, roll.sv)
        meaning, tone = ("critical", "gold") if one.critical else ("hit", "team") if one.success else ("miss", "")
        levels = [hostile.level for id in roll.zones if (hostile := state.zones[id].hostile) is not None]
        if levels and number >= min(levels):
            meaning, tone = f"{meaning}_wakes", "danger"
    elif asked.kind == "save" and state.order is not None:
        save = state.order.saves[asked.id]
        fails = number > save.value if save.attribute == "ph" else number + save.value <= save.damage
        meaning, tone = ("failed", "danger") if fails else ("saved", "team")
    elif asked.kind in ("guts", "deploy"):
        passes = number <= state.troops[asked.about].value("wip")
        meaning, tone = ("hit", "team") if passes else ("miss", "")
    spoken = words(f"die.{meaning}") if meaning else str(number)
    return port.Face((str(number),), spoken, tone)  # type: ignore[arg-type]


def refusal(error: Illegal, state: State, words: port.Words) -> str:
    """Return why a command was refused, with names for ids."""
    key = f"refusal.{error.code}"
    if key not in words:
        return str(error)
    values = dict(error.values)
    if isinstance(id := values.get("troop"), str):
        values["troop"] = troop(id, words)
    if isinstance(most := values.get("most"), int):
        values["most"] = length(most, state, words)
    return words(key, **values)
