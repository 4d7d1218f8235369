"""Reads chance that people type in: dice as `r1 b3`, or `1 3` in the order of the dice; cards by number, id or name.

Faces count from 1; a die that nothing was typed for yet has face 0. Where the text comes from is the caller's affair.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.session import Session
from defiance_qt.core.system import Card, ChanceKind, Die, Entry, Words

_PIECE = re.compile(r"([^\W\d_]*)\s*(\d*)", re.UNICODE)


class CardChoice(msgspec.Struct, frozen=True):
    """A card that can come; `copies` of it are left, `value` answers the request with it."""

    value: int
    name: str
    copies: int = 1


class TypedDice(msgspec.Struct, frozen=True):
    """What the text gives so far: a face for each die, and in `problem` what is wrong with it, "" for nothing."""

    faces: tuple[int, ...]
    problem: str = ""

    @property
    def complete(self) -> bool:
        return not self.problem and all(self.faces)


def card_choices(cards: Sequence[Card]) -> tuple[CardChoice, ...]:
    """Each card once, by name."""
    copies = Counter(card.id for card in cards)
    first = {card.id: (value, card.name) for value, card in reversed(tuple(enumerate(cards)))}
    found = (CardChoice(value, name, copies[id]) for id, (value, name) in first.items())
    return tuple(sorted(found, key=lambda one: one.name))


def sample(dice: Sequence[Die]) -> str:
    """How some of the dice could be typed, for an example."""
    return " ".join(f"{one.letter}{3 * place % len(one.faces) + 1}" for place, one in enumerate(dice[:3]))


def parse_dice(text: str, dice: Sequence[Die], words: Words) -> TypedDice:
    """Read what was typed: a colour (its letter, the start of its name, or its English name) and a face, or only faces.
    A letter without a face waits for it."""
    faces = [0] * len(dice)
    for letters, digits in _pieces(text):
        at = _meant(letters, dice)
        if not at:
            can = ", ".join(dict.fromkeys(f"{one.letter} ({one.name})" for one in dice))
            return TypedDice(tuple(faces), words("ui.form.no_colour", text=letters, can=can))
        for digit in digits:
            if not 1 <= int(digit) <= len(dice[at[0]].faces):
                return TypedDice(tuple(faces), words("ui.form.no_face", face=digit, most=len(dice[at[0]].faces)))
            free = next((place for place in at if not faces[place]), None)
            if free is None:
                if letters:
                    problem = words("ui.form.colour_done", name=dice[at[0]].name, n=len(at))
                else:
                    problem = words.count("ui.form.all_done", len(dice))
                return TypedDice(tuple(faces), problem)
            faces[free] = int(digit)
    return TypedDice(tuple(faces))


def written(faces: Sequence[int], dice: Sequence[Die]) -> str:
    """The faces as `parse_dice` reads them back, up to the order of dice of one colour."""
    return " ".join(f"{one.letter}{face}" for one, face in zip(dice, faces, strict=True) if face)


def find_cards(text: str, cards: Sequence[CardChoice]) -> tuple[CardChoice, ...]:
    """The cards whose name holds every word of the text."""
    wanted = text.casefold().split()
    return tuple(one for one in cards if all(word in one.name.casefold() for word in wanted))


def _pieces(text: str) -> list[tuple[str, str]]:
    return [(letters, digits) for letters, digits in _PIECE.findall(text) if letters or digits]


def _meant(letters: str, dice: Sequence[Die]) -> list[int]:
    """The places of the dice that these letters mean; all of them for no letters."""
    if not letters:
        return list(range(len(dice)))
    text = letters.casefold()
    for fits in (
        [place for place, one in enumerate(dice) if text == one.letter.casefold()],
        [place for place, one in enumerate(dice) if one.name.casefold().startswith(text)],
    ):
        if fits:
            return fits
    return [place for place, one in enumerate(dice) if one.id.startswith(text)]


# ---- on the command line --------------------------------------------------------------------------------------------

Prompt = Callable[[str], str | None]
"""Asks for a line and returns it; None at the end of the input."""


class NoInput(DefianceError):
    """The input ended while something was asked. `value` is what."""

    def __init__(self, value: str) -> None:
        super().__init__("command.ended", "The input ended while this was asked: {asked}", asked=value)
        self.value = value


def answerers(asked: str, kinds: Sequence[ChanceKind]) -> dict[str, str]:
    """The option `answers` for a group of chance ("dice", "cards") or "all". Raises `Illegal` ("no_such_chance")."""
    groups = tuple(dict.fromkeys(kind.group for kind in kinds))
    if asked not in (*groups, "all"):
        known = ", ".join((*groups, "all"))
        message = f"A person can be asked for {known}, not {asked!r}."
        raise Illegal("no_such_chance", "", message, known=known, name=asked)
    return {kind.key: "person" for kind in kinds if asked in ("all", kind.group)}


def entry_lines(entry: Entry, words: Words) -> tuple[str, ...]:
    """The pending chance as a question: for dice one line, for cards a numbered list below it."""
    if entry.dice:
        named = ", ".join(f"{die.name} ({die.id})" for die in entry.dice)
        return (words("cli.ask.dice", title=entry.title, dice=named, sample=sample(entry.dice)),)
    listed = (f"  {number}  {name}" for number, (_, name) in enumerate(_cards(entry), 1))
    return (words("cli.ask.card", title=entry.title), *listed)


def read_entry(text: str, entry: Entry, words: Words) -> tuple[int, ...]:
    """The values, each from 0, that a text gives for the pending chance. Raises `Illegal` ("unreadable_dice",
    "unreadable_card") saying what can be."""
    return _read_dice(text, entry.dice, words) if entry.dice else (_read_card(text, entry),)


def _read_dice(text: str, dice: Sequence[Die], words: Words) -> tuple[int, ...]:
    read = parse_dice(text.replace(",", " "), dice, words)
    if not read.complete:
        named, example = ", ".join(die.id for die in dice), " ".join(f"{die.id}{1}" for die in dice)
        last = max(len(die.faces) for die in dice)
        message = f"{text!r} does not answer the dice asked for: {named}; a face is 1 to {last}, as in {example!r}"
        raise Illegal("unreadable_dice", "", message, name=text, dice=named, last=last, sample=example)
    return tuple(face - 1 for face in read.faces)


def _cards(entry: Entry) -> list[tuple[int, str]]:
    """Each card once: the value that means it, and its name."""
    first: dict[str, tuple[int, str]] = {}
    for value, card in enumerate(entry.cards):
        first.setdefault(card.id, (value, card.name))
    return list(first.values())


def _read_card(text: str, entry: Entry) -> int:
    typed = text.strip()
    cards = _cards(entry)
    if typed.isdigit() and 1 <= int(typed) <= len(cards):
        return cards[int(typed) - 1][0]
    for value, card in enumerate(entry.cards):
        if typed == card.id or typed.casefold() == card.name.casefold():
            return value
    named = ", ".join(name for _, name in cards)
    raise Illegal("unreadable_card", "", f"{text!r} cannot come now; what can: {named}", name=text, named=named)


def ask(session: Session, words: Words, write: Callable[[str], object], prompt: Prompt) -> None:
    """Ask for the pending chance until an answer is accepted, and submit it. Raises `NoInput` at the end of input."""
    game = session.game
    entry = game.entry(session.state, words)
    assert entry is not None
    lines = entry_lines(entry, words)
    for line in lines:
        write(line)
    while True:
        text = prompt("> ")
        if text is None:
            raise NoInput(lines[0])
        try:
            session.submit(game.answer(session.state, read_entry(text, entry, words)))
        except Illegal as error:
            write(game.refusal(error, session.state, words))
        else:
            return
