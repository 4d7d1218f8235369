"""Chance requests in words: the dice with their faces, or the cards that can come."""

from __future__ import annotations

from defiance_qt.core.port import Card, CardForm, DiceForm, Die, Entry, Face, Words
from defiance_qt.systems.defiance.engine.dice import Dice, Symbols
from defiance_qt.systems.defiance.engine.frames import Draw, MissionPick, Pick, Roll
from defiance_qt.systems.defiance.engine.requests import request
from defiance_qt.systems.defiance.engine.rules import decks, rolls
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names, symbol_names


def form(state: State) -> DiceForm | CardForm | None:
    """Return the form to fill in, by ids; None when no chance result is needed."""
    asked = request(state)
    if asked is None:
        return None
    frame = state.agenda[-1]
    if isinstance(frame, Roll):
        side = frame.team if asked.side == "team" else frame.enemy
        assert side is not None
        dice = tuple(pool.die for pool in side.dice)
        again = rolls.again(frame)
        return DiceForm(asked.side, dice if again < 0 else (dice[again],))
    if isinstance(frame, Draw):
        return CardForm(frame.deck, decks.options(state, frame.deck), frame.who)
    if isinstance(frame, MissionPick):
        return CardForm(f"mission_{frame.what}", tuple(dict.fromkeys(frame.options)), frame.hidden)
    assert isinstance(frame, Pick)
    return CardForm("pick", frame.options)


def entry(state: State, dice: Dice, words: Words) -> Entry | None:
    """Return the form in words, None when no chance result is needed."""
    asked = form(state)
    if asked is None:
        return None
    names = Names(state, words)
    if isinstance(asked, DiceForm):
        shown = tuple(_die(id, dice, words) for id in asked.dice)
        return Entry(words(f"entry.side.{asked.side}"), shown)
    return Entry(_title(asked, names), cards=tuple(Card(id, _card(asked.deck, id, names)) for id in asked.options))


def _title(asked: CardForm, names: Names) -> str:
    title = names.words(f"entry.deck.{asked.deck}")
    if not asked.who or asked.deck not in ("ai", "loot", "consequence"):
        return title
    who = names.unit(asked.who) if asked.deck == "ai" else names.figure(asked.who)
    return names.words("entry.deck_for", deck=title, name=who)


def _card(deck: str, id: str, names: Names) -> str:
    if deck == "mission_effects":
        return names.words("entry.deck.mission_effects.one", n=id)
    if deck == "mission_token":
        return names.token(id)
    if deck == "mission_place":
        return names.spot(id)
    return names.figure(id) if deck == "pick" else names.card(deck, id)


def _die(id: str, dice: Dice, words: Words) -> Die:
    faces = tuple(_face(face, words) for face in dice.dice[id].faces)
    letter = words(f"die.{id}.letter")
    return Die(id, words(f"die.{id}.colour"), id[:1] if "." in letter else letter, faces)


def _face(face: Symbols, words: Words) -> Face:
    symbols = symbol_names(face)
    spoken = ", ".join(words(f"symbol.{name}") for name in symbols) or words("symbol.none")
    return Face(symbols, spoken)
