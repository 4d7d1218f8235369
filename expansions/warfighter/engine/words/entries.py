"""Pending chance in words: what each die means in the roll, and the cards that can come."""

from __future__ import annotations

from typing import Literal

from defiance_qt.api import port

from .. import totals
from ..frames import Attack, Draw, Fire, Mortar, Roll
from ..rules import chance
from ..ruleset import Rules
from ..state import State
from . import names

Tone = Literal["", "team", "gold", "danger"]
TEN = 10


def entry(rules: Rules, state: State, words: port.Words) -> port.Entry | None:
    """Return the pending chance in words."""
    frame = state.frame
    if isinstance(frame, Roll):
        cover = len(frame.sizes) - 1 if frame.sizes[-1] != TEN else -1
        dice = tuple(_die(rules, state, size, at == cover, words) for at, size in enumerate(frame.sizes))
        return port.Entry(_title(state, words), dice)
    if isinstance(frame, Draw):
        options = chance.options(state, frame)
        cards = tuple(port.Card(id, names.target(state, id, words)) for id in options)
        return port.Entry(_title(state, words), cards=cards, count=min(frame.count, len(options)))
    return None


def _title(state: State, words: port.Words) -> str:
    """Return what is rolled or drawn for."""
    frame, below = state.frame, state.agenda[-2] if len(state.agenda) > 1 else None
    if isinstance(frame, Draw):
        if frame.deck == "cup":
            return words("entry.cup", hostile=names.hostile(state, frame.who, words))
        return words(f"entry.{frame.deck}", who=names.soldier(state, frame.who, words))
    if isinstance(below, Attack):
        who = names.soldier(state, below.soldier, words) if below.soldier else names.card(below.weapon, words)
        return words("entry.attack", who=who, target=names.target(state, below.target, words))
    if isinstance(below, Fire):
        return words("entry.hostile", hostile=names.hostile(state, below.hostile, words))
    if isinstance(below, Mortar):
        return words("entry.mortar", who=names.soldier(state, below.soldiers[0], words))
    return words("entry.environment")


def _die(rules: Rules, state: State, size: int, cover: bool, words: port.Words) -> port.Die:
    faces = tuple(_face(rules, state, number, cover, words) for number in range(1, size + 1))
    kind = "cover" if cover else "shot"
    return port.Die(f"d{size}", words(f"die.{kind}"), words(f"die.{kind}.letter"), faces, numbers=True)


def _face(rules: Rules, state: State, number: int, cover: bool, words: port.Words) -> port.Face:
    """Return a face with what it does in this roll."""
    good = _good(rules, state, number, cover)
    if good is None:
        return port.Face((str(number),), str(number))
    below = state.agenda[-2]
    harm = isinstance(below, Fire | Mortar)
    low = isinstance(below, Attack) and not cover and 0 < number <= below.reload
    tone: Tone = ("danger" if harm else "team") if good else "danger" if low else ""
    key = f"face.{'cover' if cover else 'hit'}.{'good' if good else 'low' if low else 'bad'}"
    return port.Face((str(number),), words(key, n=number), tone)


def _good(rules: Rules, state: State, number: int, cover: bool) -> bool | None:
    """Return whether a face reaches what is needed, None where nothing is."""
    below = state.agenda[-2] if len(state.agenda) > 1 else None
    if isinstance(below, Attack):
        return number + below.pierce >= below.cover if cover else number + below.die >= below.hit
    if isinstance(below, Mortar):
        victim = state.team[below.soldiers[0]]
        return number >= (totals.soldier_cover(rules, state, victim).value if cover else below.hit)
    if isinstance(below, Fire):
        victim = state.team[below.victims[0]]
        if cover:
            return number >= totals.soldier_cover(rules, state, victim).value
        return number >= totals.hostile_hit(rules, state, state.hostiles[below.hostile], victim).value
    return None


def form(state: State) -> port.Form | None:
    """Return the form of the pending chance."""
    frame = state.frame
    if isinstance(frame, Roll):
        return port.DiceForm(frame.side, tuple(f"d{size}" for size in frame.sizes))
    if isinstance(frame, Draw):
        options = chance.options(state, frame)
        return port.CardForm(frame.deck, options, frame.who, min(frame.count, len(options)))
    return None
