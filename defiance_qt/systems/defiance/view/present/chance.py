"""What real dice and real cards showed, as people type it: `r1 b3`, or `1 3` in the order of the dice. Faces count from
1; a die that nothing was said about yet has face 0."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from defiance_qt.core.system import Form
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.requests import FACES
from defiance_qt.systems.defiance.engine.rules import decks
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names, Words, tokens

_PIECE = re.compile(r"([^\W\d_]*)\s*(\d*)", re.UNICODE)


class AskedDie(msgspec.Struct, frozen=True):
    """A die that was rolled at the table: its colour, the letter that stands for it, the symbols of its six faces."""

    die: str
    name: str
    letter: str
    faces: tuple[tuple[str, ...], ...]


class AskedCard(msgspec.Struct, frozen=True):
    """A card, or a figure, that chance may have chosen; `copies` of it are left."""

    id: str
    name: str
    copies: int = 1


class EntryView(msgspec.Struct, frozen=True):
    """What only the table knows now: dice, or one of these cards."""

    title: str
    how: str
    dice: tuple[AskedDie, ...] = ()
    cards: tuple[AskedCard, ...] = ()


class TypedDice(msgspec.Struct, frozen=True):
    """What the words say so far: a face for each die, and in `problem` what is wrong with them, "" for nothing."""

    faces: tuple[int, ...]
    problem: str = ""

    @property
    def complete(self) -> bool:
        return not self.problem and all(self.faces)


def entry_view(form: Form, state: State, names: Names) -> EntryView:
    """The view of a form that asks for dice or a card."""
    words = names.words
    if form.kind == "enter_dice":
        side = words(f"ui.form.side.{form.fields['side']}")
        dice = tuple(_die(id, names) for id in form.fields["dice"])
        sample = " ".join(f"{one.letter}{(3 * place) % FACES + 1}" for place, one in enumerate(dice[:3]))
        return EntryView(side, words("ui.form.dice_how", sample=sample), dice)
    frame = state.agenda[-1]
    deck = form.fields["deck"]
    options = decks.options(state, frame.deck) if isinstance(frame, f.Draw) else form.fields["options"]
    cards = [AskedCard(id, card_name(deck, id, names), copies) for id, copies in Counter(options).items()]
    who = form.fields.get("who", "")
    title = words(f"ui.form.deck.{deck}")
    if who and deck in ("ai", "loot", "consequence"):
        title = words("ui.form.deck_for", deck=title, name=names.unit(who) if deck == "ai" else names.figure(who))
    return EntryView(title, words("ui.form.card_how"), cards=tuple(sorted(cards, key=lambda one: one.name)))


def card_name(deck: str, id: str, names: Names) -> str:
    """A card of a deck, or a figure that is picked by chance."""
    if deck == "pick":
        return names.figure(id)
    kind = {"ai": "ai_card", "initiative": "unit"}.get(deck, deck)
    return names.named(f"{kind}.{id}.name", id)


def _die(id: str, names: Names) -> AskedDie:
    faces = tuple(tokens(face) for face in names.catalog.dice.dice[id].faces)
    return AskedDie(id, names.die(id), names.text(f"ui.die.{id}.letter", id[:1]), faces)


def parse_dice(text: str, dice: Sequence[AskedDie], words: Words) -> TypedDice:
    """Read what was typed: a colour (its letter, the start of its name, or its English name) and a face, or only faces.
    A letter without a face waits for it."""
    faces = [0] * len(dice)
    for letters, digits in _pieces(text):
        at = _meant(letters, dice)
        if not at:
            can = ", ".join(dict.fromkeys(f"{one.letter} ({one.name})" for one in dice))
            return TypedDice(tuple(faces), words("ui.form.no_colour", text=letters, can=can))
        for digit in digits:
            if not 1 <= int(digit) <= FACES:
                return TypedDice(tuple(faces), words("ui.form.no_face", face=digit, most=FACES))
            free = next((place for place in at if not faces[place]), None)
            if free is None:
                if letters:
                    problem = words("ui.form.colour_done", name=dice[at[0]].name, n=len(at))
                else:
                    problem = words.count("ui.form.all_done", len(dice))
                return TypedDice(tuple(faces), problem)
            faces[free] = int(digit)
    return TypedDice(tuple(faces))


def written(faces: Sequence[int], dice: Sequence[AskedDie]) -> str:
    """The faces as `parse_dice` reads them back, up to the order of dice of one colour."""
    return " ".join(f"{one.letter}{face}" for one, face in zip(dice, faces, strict=True) if face)


def find_cards(text: str, cards: Sequence[AskedCard]) -> tuple[AskedCard, ...]:
    """The cards whose name holds every word of the text."""
    wanted = text.casefold().split()
    return tuple(one for one in cards if all(word in one.name.casefold() for word in wanted))


def _pieces(text: str) -> list[tuple[str, str]]:
    return [(letters, digits) for letters, digits in _PIECE.findall(text) if letters or digits]


def _meant(letters: str, dice: Sequence[AskedDie]) -> list[int]:
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
    return [place for place, one in enumerate(dice) if one.die.startswith(text)]
