"""Parses chance results entered as text: dice as `r1 b3`, or `1 3` in the order of the dice; cards by number, id or
name, several with commas between them. `?` leaves a die to the app.

Faces count from 1; a die without an entered face has face 0. Reading the input is the caller's job.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.port import Card, ChanceKind, Die, Entry, Words
from defiance_qt.core.session import Session

LEFT = "?"
"""What is typed for a die that the app rolls."""
SAMPLED = 5
"""The most dice that an example shows."""

_PIECE = re.compile(r"([^\W\d_]*)\s*(\d*)", re.UNICODE)


class CardChoice(msgspec.Struct, frozen=True):
    """A card that can be drawn: the `value` that answers the request with it, and the number of `copies` left."""

    value: int
    name: str
    copies: int = 1


class TypedDice(msgspec.Struct, frozen=True):
    """The dice parsed so far: one face per die. `left` of those without a face are left to the app. `problem` describes
    an error, "" for none."""

    faces: tuple[int, ...]
    problem: str = ""
    left: int = 0

    @property
    def complete(self) -> bool:
        return not self.problem and self.faces.count(0) == self.left

    @property
    def values(self) -> tuple[int | None, ...]:
        """The values for the pending request, None for a die that the app rolls."""
        return tuple(face - 1 if face else None for face in self.faces)


def card_choices(cards: Sequence[Card]) -> tuple[CardChoice, ...]:
    """Return each distinct card once, sorted by name."""
    copies = Counter(card.id for card in cards)
    first = {card.id: (value, card.name) for value, card in reversed(tuple(enumerate(cards)))}
    found = (CardChoice(value, name, copies[id]) for id, (value, name) in first.items())
    return tuple(sorted(found, key=lambda one: one.name))


def sample(dice: Sequence[Die]) -> str:
    """Return an example of how to enter the dice: all of them, or the first of many."""
    shown = dice if len(dice) <= SAMPLED else dice[: SAMPLED - 1]
    found = written([3 * place % len(one.faces) + 1 for place, one in enumerate(shown)], shown)
    return found if len(shown) == len(dice) else f"{found} …"


def parse_dice(text: str, dice: Sequence[Die], words: Words) -> TypedDice:
    """Parse the entered text. Each part is a color and a face, or only faces. A color is its letter, the start of its
    name, or its English name.

    A color without a face is accepted as incomplete.
    """
    faces = [0] * len(dice)
    for letters, typed in _PIECE.findall(text):
        at = _meant(letters, dice)
        if not at:
            can = ", ".join(dict.fromkeys(f"{one.letter} ({one.name})" for one in dice))
            return TypedDice(tuple(faces), words("ui.form.no_colour", text=letters, can=can))
        while typed:
            free = next((place for place in at if not faces[place]), None)
            die = dice[at[0] if free is None else free]
            number = typed if die.numbers or die.face(typed) else typed[0]
            typed = typed.removeprefix(number)
            face = die.face(number)
            if not face:
                return TypedDice(tuple(faces), _no_face(number, die, words))
            if free is None:
                if letters:
                    problem = words("ui.form.colour_done", name=dice[at[0]].name, n=len(at))
                else:
                    problem = words.count("ui.form.all_done", len(dice))
                return TypedDice(tuple(faces), problem)
            faces[free] = face
    return TypedDice(tuple(faces), left=text.count(LEFT))


def _no_face(number: str, die: Die, words: Words) -> str:
    """Return why a number is not on a die."""
    names = [die.typed(face) for face in range(1, len(die.faces) + 1)]
    if names == [str(face) for face in range(1, len(names) + 1)]:
        return words("ui.form.no_face", face=number, most=len(names))
    return words("ui.form.no_such_face", face=number, can=", ".join(names))


def written(faces: Sequence[int], dice: Sequence[Die]) -> str:
    """Format the faces so that `parse_dice` reads them back, up to the order of dice of one color. Numbers of dice
    that are all alike need no letter."""
    alike = all(one.numbers and one == dice[0] for one in dice)
    shown = ((one, face) for one, face in zip(dice, faces, strict=True) if face)
    return " ".join(f"{'' if alike else one.letter}{one.typed(face)}" for one, face in shown)


def find_cards(text: str, cards: Sequence[CardChoice]) -> tuple[CardChoice, ...]:
    """Return the cards whose name contains every word of the text."""
    wanted = text.casefold().split()
    return tuple(one for one in cards if all(word in one.name.casefold() for word in wanted))


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
    asked = "cli.ask.card" if entry.count == 1 else "cli.ask.cards"
    listed = (f"  {number}  {name}" for number, name in enumerate(_named(entry.cards).values(), 1))
    return (words(asked, title=entry.title, n=entry.count), *listed)


def read_entry(text: str, entry: Entry, words: Words) -> tuple[int | None, ...]:
    """Parse the entered text into the values of the pending chance, each counted from 0, None for a die that the app
    rolls (`Session.rolled`).

    Raises `Illegal` ("unreadable_dice", "unreadable_card", "unreadable_cards") naming the valid input.
    """
    if entry.dice:
        return _read_dice(text, entry.dice, words)
    return card_values(_read_cards(text, entry), [card.id for card in entry.cards])


def card_values(drawn: Sequence[str], options: Sequence[str]) -> tuple[int, ...]:
    """Return the values that draw these ids in this order from the options. Each must be among those that are left."""
    left, values = list(options), []
    for id in drawn:
        values.append(left.index(id))
        left.remove(id)
    return tuple(values)


def _read_dice(text: str, dice: Sequence[Die], words: Words) -> tuple[int | None, ...]:
    read = parse_dice(text.replace(",", " "), dice, words)
    if not read.complete:
        named = ", ".join(die.id for die in dice)
        example = " ".join(f"{die.id if die.id.isalpha() else die.letter}{die.typed(1)}" for die in dice)
        last = max((die.typed(len(die.faces)) for die in dice), key=int)
        message = f"{text!r} does not answer the dice asked for: {named}; a face is 1 to {last}, as in {example!r}"
        raise Illegal("unreadable_dice", "", message, name=text, dice=named, last=last, sample=example)
    return read.values


def _named(cards: Sequence[Card]) -> dict[str, str]:
    """Return the name of each distinct card by its id."""
    return {card.id: card.name for card in cards}


def _read_cards(text: str, entry: Entry) -> list[str]:
    """Return the ids of the cards that were named, each one that is left by those before it."""
    names = [text] if entry.count == 1 else _separated(text, entry.cards)
    if len(names) != entry.count:
        example = ", ".join(str(number) for number in range(1, entry.count + 1))
        message = f'{text!r} does not name the {entry.count} cards that were drawn, as in "{example}".'
        raise Illegal("unreadable_cards", "", message, name=text, count=entry.count, sample=example)
    left, found = list(entry.cards), []
    for name in names:
        card = _read_card(name, _named(entry.cards), left)
        found.append(card.id)
        left.remove(card)
    return found


def _separated(text: str, cards: Sequence[Card]) -> list[str]:
    """Return the names in a text: parts between commas, or of numbers between spaces. A card's name may hold
    commas."""
    if re.fullmatch(r"[\d\s,;]*", text):
        return re.findall(r"\d+", text)
    known = {card.name.casefold() for card in cards}
    names: list[str] = []
    pieces = [piece.strip() for piece in re.split("[,;]", text) if piece.strip()]
    while pieces:
        joined = (size for size in range(len(pieces), 1, -1) if ", ".join(pieces[:size]).casefold() in known)
        size = next(joined, 1)
        names.append(", ".join(pieces[:size]))
        pieces = pieces[size:]
    return names


def _read_card(text: str, numbered: Mapping[str, str], left: Sequence[Card]) -> Card:
    """Return the first card that is left with this number among `numbered`, id or name."""
    typed = text.strip()
    ids = list(numbered)
    wanted = ids[int(typed) - 1] if re.fullmatch(r"[1-9]\d{0,5}", typed) and int(typed) <= len(ids) else typed
    for card in left:
        if wanted == card.id or wanted.casefold() == card.name.casefold():
            return card
    named = ", ".join(_named(left).values())
    raise Illegal("unreadable_card", "", f"{text!r} cannot come now; what can: {named}", name=text, named=named)


def ask(session: Session, words: Words, write: Callable[[str], object], prompt: Prompt) -> None:
    """Prompt for the pending chance until an answer is accepted, and submit it. Raises `DefianceError` at end of
    input."""
    game = session.game
    entry = game.entry(session.state, words)
    assert entry is not None
    lines = entry_lines(entry, words)
    for line in lines:
        write(line)
    while True:
        text = prompt("> ")
        if text is None:
            raise DefianceError("command.ended", "The input ended before this was answered: {asked}", asked=lines[0])
        try:
            session.submit(game.answer(session.state, session.rolled(read_entry(text, entry, words))))
        except Illegal as error:
            write(game.refusal(error, session.state, words))
        else:
            return
