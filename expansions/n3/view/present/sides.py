"""The two sides in the rail: who acts or reacts as a card, the others in a row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from defiance_qt.api import port
from defiance_qt.shell.present.values import Chip

from ...engine import words as w
from ...engine.state import State, Troop
from ..values import SideView, TroopView
from .page import TONES

VALUES = ("bs", "arm", "bts")


def side(state: State, number: int, options: dict[str, object], words: port.Words) -> SideView:
    """Return a side as the rail shows it."""
    troops = [one for one in state.troops.values() if one.side == number]
    up = sum(one.up for one in troops)
    force = str(options.get(f"force_{number}", ""))
    title = words(f"side.{number}")
    if not state.bench and f"force.{force}.name" in words:
        title = f"{title} · {words(f'force.{force}.name')}"
    note = words("view.up", n=up, of=len(troops)) if not state.bench else ""
    names = {one.id: w.troop(one.id, words) for one in troops}
    short = initials(tuple(names.values()))
    views = (_troop(state, one, names[one.id], letters, words) for one, letters in zip(troops, short, strict=True))
    return SideView(title, note, TONES[number], tuple(views))


def _troop(state: State, troop: Troop, name: str, letters: str, words: port.Words) -> TroopView:
    of = max(1, troop.value("wounds"))
    note, tone = _note(troop, words)
    doing = _doing(state, troop, words)
    values = " · ".join(f"{words(f'attribute.{one}')} {troop.value(one)}" for one in VALUES)
    spoken = ", ".join(
        filter(None, (name, words("view.wounds", n=max(0, of - troop.lost), of=of), note, values, doing))
    )
    return TroopView(
        troop.id,
        name,
        letters,
        max(0, of - troop.lost),
        of,
        note,
        tone,
        troop.null,
        bool(doing) or _acts(state, troop),
        values,
        doing,
        tuple(_chips(state, troop, words)),
        spoken,
        () if troop.marker else w.sheet(troop, words),
    )


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return two letters for each name: the first one with the next that no name before it has."""
    taken: list[str] = []
    for name in names:
        pairs = [f"{name[:1]}{letter}".upper() for letter in name[1:] if letter.isalnum()]
        taken.append(next((pair for pair in pairs if pair not in taken), name[:2].upper()))
    return tuple(taken)


def _note(troop: Troop, words: port.Words) -> tuple[str, Literal["", "gold", "danger", "muted"]]:
    """Return what has to be known of a troop in one word: its State, where it is, else what it is."""
    if troop.states:
        last = troop.states[-1]
        return words(f"state.{last}"), "danger" if troop.null else "gold"
    if not troop.where:
        return words("view.off"), "muted"
    if troop.where == "air":
        return words("view.air"), "muted"
    if troop.marker:
        return words("view.marker"), "muted"
    if troop.profile.lieutenant:
        return words("view.lieutenant"), ""
    return "", ""


def _acts(state: State, troop: Troop) -> bool:
    return state.order is not None and troop.id in state.order.troops


def _doing(state: State, troop: Troop, words: port.Words) -> str:
    """Return what a troop has declared in this Order."""
    if state.order is None:
        return ""
    acts = [act for act in state.order.acts if act.troop == troop.id]
    line = w.several(w.act_line(act, words) for act in acts)
    return words("view.aro", act=line) if acts and acts[0].reaction else line


def _chips(state: State, troop: Troop, words: port.Words) -> list[Chip]:
    chips = [Chip(words(f"state.{one}"), "danger" if troop.null else "gold") for one in troop.states[:-1]]
    chips += [Chip(w.zone(state, id, words), "danger") for id in troop.zones if id in state.zones]
    if troop.mate:
        chips.append(Chip(words("view.mate"), "ally"))
    return chips
