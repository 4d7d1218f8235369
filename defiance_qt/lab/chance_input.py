"""Parses chance results entered as text: dice as `r1 b3`, or `1 3` in the order of the dice; cards by number, id or
name.

Faces count from 1; a die without an entered face has face 0. Reading the input is the caller's job.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.port import Card, ChanceKind, Die, Entry, Words
from defiance_qt.core.session import Session

_PIECE = re.compile(r"([^\W\d_]*)\s*(\d*)", re.UNICODE)


class CardChoice(msgspec.Struct, frozen=True):
    """A card that can be drawn: the `value` that answers the request with it, and the number of `copies` left."""

    value: int
    name: str
    copies: int = 1


class TypedDice(msgspec.Struct, frozen=True):
    """The dice parsed so far: one face per die. `problem` describes an error, "" for none."""

    faces: tuple[int, ...]
    problem: str = ""

    @property
    def complete(self) -> bool:
        return not self.problem and all(self.faces)


def card_choices(cards: Sequence[Card]) -> tuple[CardChoice, ...]:
    """Return each distinct card once, sorted by name."""
    copies = Counter(card.id for card in cards)
    first = {card.id: (value, card.name) for value, card in reversed(tuple(enumerate(cards)))}
    found = (CardChoice(value, name, copies[id]) for id, (value, name) in first.items())
    return tuple(sorted(found, key=lambda one: one.name))


def sample(dice: Sequence[Die]) -> str:
    """Return an example of how to enter some of the dice."""
    return written([3 * place % len(one.faces) + 1 for place, one in enumerate(dice[:3])], dice[:3])


def parse_dice(text: str, dice: Sequence[Die], words: Words) -> TypedDice:
    """Parse the entered text. Each part is a color and a face, or only faces. A color is its letter, the start of its
    name, or its English name.

    A color without a face is accepted as incomplete.
    """
    faces = [0] * len(dice)
    for letters, numbers in _pieces(text, dice):
        at = _meant(letters, dice)
        if not at:
            can = ", ".join(dict.fromkeys(f"{one.letter} ({one.name})" for one in dice))
            return TypedDice(tuple(faces), words("ui.form.no_colour", text=letters, can=can))
        for number in numbers:
            free = next((place for place in at if not faces[place]), None)
            most = len(dice[at[0] if free is None else free].faces)
            face = 10 if number == 0 and most == 10 else number
            if not 1 <= face <= most:
                return TypedDice(tuple(faces), words("ui.form.no_face", face=number, most=most))
            if free is None:
                if letters:
                    problem = words("ui.form.colour_done", name=dice[at[0]].name, n=len(at))
                else:
                    problem = words.count("ui.form.all_done", len(dice))
                return TypedDice(tuple(faces), problem)
            faces[free] = face
    return TypedDice(tuple(faces))


def written(faces: Sequence[int], dice: Sequence[Die]) -> str:
    """Format the faces so that `parse_dice` reads them back, up to the order of dice of one color. Numbers of dice
    that are all alike need no letter."""
    alike = all(one.numbers and one == dice[0] for one in dice)
    return " ".join(f"{'' if alike else one.letter}{face}" for one, face in zip(dice, faces, strict=True) if face)


def find_cards(text: str, cards: Sequence[CardChoice]) -> tuple[CardChoice, ...]:
    """Return the cards whose name contains every word of the text."""
    wanted = text.casefold().split()
    return tuple(one for one in cards if all(word in one.name.casefold() for word in wanted))


def _pieces(text: str, dice: Sequence[Die]) -> list[tuple[str, list[int]]]:
    """Return letters, each with the faces after them: digits, or whole numbers if one of the dice has numbers."""
    whole = any(one.numbers for one in dice)
    found = [(letters, digits) for letters, digits in _PIECE.findall(text) if letters or digits]
    return [(letters, [int(one) for one in ([digits] if whole and digits else digits)]) for letters, digits in found]


def _meant(letters: str, dice: Sequence[Die]) -> list[int]:
    """Return the indexes of the dice that the letters match; all dice for no letters."""
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
"""Prompts for a line and returns it, or None at end of input."""


class NoInput(DefianceError):
    """The input ended while a prompt was pending. `value` is the prompt."""

    def __init__(self, value: str) -> None:
        super().__init__("command.ended", "The input ended before this was answered: {asked}", asked=value)
        self.value = value


def answerers(asked: str, kinds: Sequence[ChanceKind]) -> dict[str, str]:
    """Return the option `answers` for a group of chance ("dice", "cards") or "all". Raises `Illegal`
    ("no_such_chance")."""
    groups = tuple(dict.fromkeys(kind.group for kind in kinds))
    if asked not in (*groups, "all"):
        known = ", ".join((*groups, "all"))
        message = f"A person can be asked for {known}, not {asked!r}."
        raise Illegal("no_such_chance", "", message, known=known, name=asked)
    return {kind.key: "person" for kind in kinds if asked in ("all", kind.group)}


def entry_lines(entry: Entry, words: Words) -> tuple[str, ...]:
    """Format the pending chance as a prompt: one line for dice, a line and a numbered list for cards."""
    if entry.dice:
        named = ", ".join(f"{die.name} ({die.id})" for die in entry.dice)
        return (words("cli.ask.dice", title=entry.title, dice=named, sample=sample(entry.dice)),)
    listed = (f"  {number}  {name}" for number, (_, name) in enumerate(_cards(entry), 1))
    return (words("cli.ask.card", title=entry.title), *listed)


def read_entry(text: str, entry: Entry, words: Words) -> tuple[int, ...]:
    """Parse the entered text into the values of the pending chance, each counted from 0.

    Raises `Illegal` ("unreadable_dice", "unreadable_card") naming the valid input.
    """
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
    """Return each distinct card once: its first value and its name."""
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
    """Prompt for the pending chance until an answer is accepted, and submit it. Raises `NoInput` at end of input."""
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
