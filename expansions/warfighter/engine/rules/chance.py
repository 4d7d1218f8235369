"""Chance: requests for dice, cards and tokens, and their answers (W-105).

Each deck is drawn at random from the cards left in it, which is a shuffled deck. Cards that are known to lie on top
come first, without chance.
"""

from __future__ import annotations

from typing import Any

from defiance_qt.api import Illegal, Request

from .. import commands as c
from .. import events as e
from ..frames import Draw, Roll
from ..refusals import refused
from ..run import Run
from ..state import State

KINDS = ("team.dice", "enemy.dice", "team.card", "enemy.card", "enemy.token", "table.card")
"""The kinds of chance that the app or the user answers."""

KIND = {"actions": ("team", "card"), "hostiles": ("enemy", "card"), "cup": ("enemy", "token")}
"""Side and kind of the request for a deck; all others are the table's."""


def options(state: State, draw: Draw) -> tuple[str, ...]:
    """Return what can be drawn, one id for each copy. With an empty cup all Soldiers can (W-139)."""
    if draw.deck != "cup":
        return state.decks[draw.deck].left
    tokens = tuple(number for number, count in state.cup.items() for _ in range(count) if number in state.team)
    return tokens or tuple(state.team)


def request(state: State) -> Request | None:
    """Return the pending request. Several cards are one, as far as the deck reaches."""
    frame = state.frame
    if isinstance(frame, Roll):
        by_app = state.answers.get(f"{frame.side}.dice", "app") == "app"
        return Request("dice", frame.side, frame.sizes, state.chance, by_app, _who(state))
    if not isinstance(frame, Draw):
        return None
    side, kind = KIND.get(frame.deck, ("table", "card"))
    by_app = state.answers.get(f"{side}.{kind}", "app") == "app"
    count = len(options(state, frame))
    several = range(min(frame.count, count))
    return Request(kind, side, tuple(count - at for at in several), state.chance, by_app, _who(state))


def _who(state: State) -> str:
    """Return the Soldier or Hostile card for which dice are rolled or cards drawn, "" for neither."""
    found = (getattr(frame, "soldier", "") or getattr(frame, "hostile", "") for frame in reversed(state.agenda))
    return next(filter(None, found), "")


def answer(state: State, values: tuple[int, ...]) -> c.Command:
    """Return the command that answers the pending request with these values, each from 0."""
    frame = state.frame
    if isinstance(frame, Draw):
        left = list(options(state, frame))
        return c.EnterCards(tuple(left.pop(value) if 0 <= value < len(left) else "" for value in values))
    return c.EnterDice(tuple(value + 1 for value in values))


def check_dice(state: State, command: c.EnterDice) -> Illegal | None:
    """Refuse dice that are not asked for."""
    frame = state.frame
    if not isinstance(frame, Roll):
        return refused("no_dice_asked", "W-030", "no dice are asked for now")
    asked = " ".join(f"d{size}" for size in frame.sizes)
    fits = len(command.faces) == len(frame.sizes)
    if not fits or not all(1 <= face <= size for face, size in zip(command.faces, frame.sizes, strict=True)):
        return refused("wrong_dice", "W-030", "faces of these dice are asked for: {asked}", asked=asked)
    return None


def check_cards(state: State, command: c.EnterCards) -> Illegal | None:
    """Refuse cards that are not in the deck that is drawn from."""
    frame = state.frame
    if not isinstance(frame, Draw):
        return refused("no_card_asked", "W-105", "no card is drawn now")
    left = list(options(state, frame))
    if not 1 <= len(command.cards) <= frame.count:
        return refused("too_many_cards", "W-105", "so many cards are drawn: {count}", count=frame.count)
    for card in command.cards:
        if card not in left:
            return refused("no_such_card", "W-105", "{card} is not in the deck any more", card=card, deck=frame.deck)
        left.remove(card)
    return None


def advance_draw(run: Run, frame: Draw) -> tuple[str, ...] | None:
    """Return the cards that are drawn without chance, None if chance has to decide: cards known to lie on top, and none
    from a deck that is used up."""
    if frame.deck == "cup":
        return None
    pile = run.state.decks[frame.deck]
    if pile.top:
        cards = pile.top[: frame.count]
        run.emit(e.Drawn(frame.deck, cards, asked=False))
        return cards
    if pile.left:
        return None
    if pile.discards:
        run.emit(e.Shuffled(frame.deck))
        return None
    run.emit(e.Drawn(frame.deck, (), asked=False))
    return ()


def take_cards(run: Run, frame: Draw, command: c.EnterCards) -> tuple[str, ...]:
    """Draw the cards that chance gave."""
    token = frame.deck == "cup" and sum(run.state.cup.get(number, 0) for number in run.state.team) > 0
    rules = ("W-050", "W-139") if frame.deck == "cup" else ("W-105",)
    run.emit(e.Drawn(frame.deck, command.cards, token=token, typed=run.typed, rules=rules))
    return command.cards


def take_dice(run: Run, frame: Roll, command: c.EnterDice) -> tuple[int, ...]:
    """Roll the dice that chance gave."""
    run.emit(e.DiceRolled(frame.side, frame.sizes, command.faces, run.typed, ("W-030",)))
    return command.faces


def by_hand(state: State) -> bool:
    """Return whether the user answers the pending request."""
    asked: Any = request(state)
    return asked is not None and not asked.by_app
