"""Chance that a person answers in text: dice as "r1 b3" or "1 3", cards by number, id or name.

Owns the reading of such answers and the sentences that refuse them; where they come from is the caller's affair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine.commands import EnterCard, EnterDice
from defiance_qt.systems.defiance.engine.frames import Draw, Pick, Roll
from defiance_qt.systems.defiance.engine.rules import decks, rolls
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import Words, refused

FACES = 6
ASKS = {
    "dice": ("team.dice", "enemy.dice"),
    "cards": ("team.loot", "team.consequence", "enemy.ai_card", "enemy.initiative", "enemy.pick"),
}
"""What a person may take over, as keys of the game's option `answers`."""

_TOKEN = re.compile(r"([a-z]*)(\d+)", re.IGNORECASE)

Hear = Callable[[str], str | None]


class NoInput(DefianceError):
    """The input ended while something was asked. `value` is what."""

    def __init__(self, value: str) -> None:
        super().__init__(f"The input ended while this was asked: {value}")
        self.value = value


def answerers(asked: str) -> dict[str, str]:
    """The option `answers` for "dice", "cards" or "all". Raises `Illegal` ("no_such_chance")."""
    if asked == "all":
        return {key: "person" for keys in ASKS.values() for key in keys}
    if asked not in ASKS:
        raise Illegal("no_such_chance", "", f"A person can be asked for {', '.join((*ASKS, 'all'))}, not {asked!r}.")
    return dict.fromkeys(ASKS[asked], "person")


def dice_asked(state: State) -> tuple[str, ...]:
    """The dice that the standing roll waits for, in order, by id."""
    roll = state.agenda[-1]
    assert isinstance(roll, Roll)
    again = rolls.again(roll)
    side = roll.team if again >= 0 or rolls.pending(roll) == "team" else roll.enemy
    assert side is not None
    dice = tuple(pool.die for pool in side.dice)
    return dice if again < 0 else (dice[again],)


def cards_asked(state: State) -> tuple[str, ...]:
    """The cards that can come now, each once, by id."""
    frame = state.agenda[-1]
    if isinstance(frame, Pick):
        return tuple(dict.fromkeys(frame.options))
    assert isinstance(frame, Draw)
    return tuple(dict.fromkeys(decks.options(state, frame.deck)))


def read_dice(text: str, dice: Sequence[str]) -> EnterDice:
    """The faces that a text gives for these dice: "3 1 6", "316", or with colours "r3 bla1", in any order where each
    names its die. Raises `Illegal` ("unreadable_dice") saying what can be."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(dice) > 1 and words[0].isdigit():
        words = list(words[0])
    tokens = [_TOKEN.fullmatch(word) for word in words]
    if len(words) != len(dice) or None in tokens:
        raise _unreadable(text, dice)
    faces = [0] * len(dice)
    for place, token in enumerate(tokens):
        assert token is not None
        at = _die(token[1].lower(), dice, faces, place)
        if at < 0 or not 1 <= int(token[2]) <= FACES:
            raise _unreadable(token[0], dice)
        faces[at] = int(token[2])
    return EnterDice(tuple(faces))


def _unreadable(text: str, dice: Sequence[str]) -> Illegal:
    named, sample = ", ".join(dice), " ".join(f"{die}{face % FACES + 1}" for face, die in enumerate(dice))
    message = f"{text!r} does not answer the dice asked for: {named}; a face is 1 to {FACES}, as in {sample!r}"
    return Illegal("unreadable_dice", "R-080", message, name=text, dice=named, last=FACES, sample=sample)


def _die(colour: str, dice: Sequence[str], faces: Sequence[int], place: int) -> int:
    """The place of the first die without a face that the colour names; -1 when none or several colours are meant."""
    if not colour:
        return place if not faces[place] else -1
    meant = {die for die in dice if die.startswith(colour)}
    if len(meant) != 1:
        return -1
    die = meant.pop()
    return next((at for at, one in enumerate(dice) if one == die and not faces[at]), -1)


def read_card(text: str, cards: Sequence[str], names: Sequence[str]) -> EnterCard:
    """The card that a text means: its number in the list from 1, its id, or its name. Raises `Illegal`
    ("unreadable_card") saying what can be."""
    said = text.strip()
    if said.isdigit() and 1 <= int(said) <= len(cards):
        return EnterCard(cards[int(said) - 1])
    for card, name in zip(cards, names, strict=True):
        if said == card or said.casefold() == name.casefold():
            return EnterCard(card)
    message = f"{text!r} cannot come now; what can: {', '.join(cards)}"
    raise Illegal("unreadable_card", "R-171", message, name=text, named=", ".join(names))


class Question(NamedTuple):
    """What a person is asked: the lines to show, and what turns the answer into a command or raises `Illegal`."""

    lines: tuple[str, ...]
    read: Callable[[str], EnterDice | EnterCard]


def question(state: State, request: Request, words: Words) -> Question:
    """The standing request as a question in words."""
    if request.kind == "dice":
        dice = dice_asked(state)
        line = words("cli.ask.dice", side=words(f"cli.side.{request.side}"), dice=_named(dice, words))
        return Question((line,), lambda text: read_dice(text, dice))
    cards = cards_asked(state)
    names = [card_name(request.kind, card, state, words) for card in cards]
    line = words("cli.ask.card", kind=words(f"cli.deck.{request.kind}"))
    listed = tuple(f"  {number}  {name}" for number, name in enumerate(names, 1))
    return Question((line, *listed), lambda text: read_card(text, cards, names))


def ask(session: Session, request: Request, words: Words, say: Callable[[str], object], hear: Hear) -> None:
    """Ask for the standing request until an answer is accepted, and submit it. Raises `NoInput` at the end of input."""
    asked = question(session.state, request, words)
    for line in asked.lines:
        say(line)
    while True:
        text = hear("> ")
        if text is None:
            raise NoInput(asked.lines[0])
        try:
            session.submit(asked.read(text))
        except Illegal as error:
            say(refused(error, session.state, words))
        else:
            return


def _named(dice: Sequence[str], words: Words) -> str:
    return ", ".join(f"{words(f'die.{die}')} ({die})" for die in dice)


def card_name(kind: str, card: str, state: State, words: Words) -> str:
    """A card as people call it."""
    if kind == "initiative":
        return words(f"unit.{card}.name")
    if kind == "pick":
        unit, _, number = card.rpartition(".")
        return words(f"character.{card}.name") if card in state.team else f"{words(f'unit.{unit}.name')} {number}"
    return words(f"{kind}.{card}.name")
