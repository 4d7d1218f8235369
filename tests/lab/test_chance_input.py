"""Chance typed by a person: what is understood, and what refuses with what could be."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.port import Card, ChanceKind, Die, Entry, Face, drawn, entry_faults, faces
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.chance_input import (
    answerers,
    ask,
    card_choices,
    card_values,
    entry_lines,
    find_cards,
    parse_dice,
    read_entry,
    sample,
    written,
)
from defiance_qt.systems.defiance.engine.commands import Attack, EndActivation, Move, StepTo
from tests.lab.games import active, asked, deployed
from tests.texts import defiance_words

WORDS = defiance_words("en")
FACES = tuple(Face((str(face),), str(face)) for face in range(1, 7))


def die(id: str, name: str, letter: str) -> Die:
    return Die(id, name, letter, FACES)


RED, BLACK, BLUE = die("red", "Rojo", "r"), die("black", "Negro", "n"), die("blue", "Azul", "a")
POOL = Entry("Your dice", (RED, RED, BLACK, BLUE))
CARDS = Entry("A card", cards=(Card("rush", "Rush them"), Card("crossfire", "Crossfire"), Card("rush", "Rush them")))


@pytest.mark.rule("R-080")
@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3 1 6 2", (2, 0, 5, 1)),
        ("3162", (2, 0, 5, 1)),
        ("3, 1, 6, 2", (2, 0, 5, 1)),
        ("red3 red1 black6 blue2", (2, 0, 5, 1)),
        ("azu2 r3 NEG6 r1", (2, 0, 5, 1)),
        ("blu2 r31 BLA6", (2, 0, 5, 1)),
        ("a2 316", (2, 0, 5, 1)),
        ("3 ? 6 2", (2, 5, 1, None)),
        ("r3 ? n6 ?", (2, None, 5, None)),
        ("????", (None,) * 4),
    ],
)
def test_dice_are_read(text: str, values: tuple[int | None, ...]) -> None:
    assert read_entry(text, POOL, WORDS) == values


@pytest.mark.rule("R-080")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "3 1 6",
        "3 1 6 2 2",
        "3 1 6 2 ?",
        "3 ?",
        "3 1 6 7",
        "0 1 2 3",
        "r1 r2 r3 a4",
        "green1 r1 r2 a3",
        "one two",
        "r r n a",
    ],
)
def test_what_no_dice_show_is_refused_with_what_they_can(text: str) -> None:
    with pytest.raises(Illegal, match="dice asked for: red, red, black, blue; a face is 1 to 6") as refused:
        read_entry(text, POOL, WORDS)
    assert refused.value.code == "unreadable_dice"


def test_the_samples_would_be_accepted() -> None:
    with pytest.raises(Illegal) as refused:
        read_entry("?", POOL, WORDS)
    example = str(refused.value).rpartition("as in ")[2].strip("'")
    assert read_entry(example, POOL, WORDS) == (0, 0, 0, 0)
    assert parse_dice(sample(POOL.dice), POOL.dice, WORDS).problem == ""


def test_the_sample_has_every_die_but_those_of_a_large_pool() -> None:
    few = (*(numbers(10, "d"),) * 3, numbers(6, "c"))
    assert parse_dice(sample(few), few, WORDS).complete
    many = (RED,) * 8
    assert sample(many).endswith(" …")
    assert parse_dice(sample(many).removesuffix(" …"), many, WORDS).faces[:4] == (1, 4, 1, 4)


def test_what_is_typed_is_read_as_far_as_it_goes() -> None:
    """For the window: the faces so far, and what is wrong."""
    half = parse_dice("r3 n", POOL.dice, WORDS)
    assert (half.faces, half.problem, half.complete) == ((3, 0, 0, 0), "", False)
    assert written(half.faces, POOL.dice) == "r3"
    whole = parse_dice("r3 n6 r1 a2", POOL.dice, WORDS)
    assert whole.complete
    assert parse_dice(written(whole.faces, POOL.dice), POOL.dice, WORDS) == whole
    for text, value in (("r7", "7"), ("x1", "x"), ("r1 r2 r3", "Rojo"), ("1 1 1 1 1", "4")):
        assert value in parse_dice(text, POOL.dice, WORDS).problem


def numbers(size: int, letter: str) -> Die:
    return Die(f"d{size}", f"d{size}", letter, faces(size), True)


SHOTS = (numbers(20, "d"),) * 3


@pytest.mark.parametrize(("text", "shown"), [("17 9 3", (17, 9, 3)), ("17,9", (17, 9, 0)), ("d20 1", (20, 1, 0))])
def test_dice_with_numbers_are_typed_as_whole_numbers(text: str, shown: tuple[int, ...]) -> None:
    read = parse_dice(text, SHOTS, WORDS)
    assert (read.faces, read.problem) == (shown, "")
    assert parse_dice(written(shown, SHOTS), SHOTS, WORDS) == read
    assert parse_dice(sample(SHOTS), SHOTS, WORDS).complete


@pytest.mark.parametrize("text", ["21", "0", "1793", "1 2 3 4"])
def test_numbers_that_no_die_shows_are_refused(text: str) -> None:
    assert parse_dice(text, SHOTS, WORDS).problem


def test_the_ten_of_a_ten_sided_die_is_ten_or_nought() -> None:
    dice = (numbers(10, "d"), numbers(10, "d"), numbers(6, "c"))
    assert parse_dice("10 0 5", dice, WORDS).faces == (10, 10, 5)
    assert parse_dice("8 1 9", dice, WORDS).problem == parse_dice("c9", dice, WORDS).problem
    assert written((8, 10, 5), dice) == "d8 d10 c5"
    assert read_entry("c5 d8 d0", Entry("Your dice", dice), WORDS) == (7, 9, 4)


@pytest.mark.parametrize(("text", "value"), [("2", 1), ("crossfire", 1), (" Crossfire ", 1), ("1", 0), ("rush", 0)])
def test_a_card_is_its_number_its_id_or_its_name(text: str, value: int) -> None:
    """Numbers count each card once; the value is the first that means it."""
    assert entry_lines(CARDS, WORDS)[1:] == ("  1  Rush them", "  2  Crossfire")
    assert read_entry(text, CARDS, WORDS) == (value,)


@pytest.mark.parametrize("text", ["", "0", "3", "cross"])
def test_a_card_that_cannot_come_is_refused_with_those_that_can(text: str) -> None:
    with pytest.raises(Illegal, match="what can: Rush them, Crossfire") as refused:
        read_entry(text, CARDS, WORDS)
    assert refused.value.code == "unreadable_card"


def test_cards_are_chosen_from_by_name() -> None:
    choices = card_choices(CARDS.cards)
    assert [(one.name, one.value, one.copies) for one in choices] == [("Crossfire", 1, 1), ("Rush them", 0, 2)]
    assert find_cards("them RU", choices) == (choices[1],)
    assert find_cards("", choices) == choices


def test_what_a_person_may_take_over() -> None:
    assert asked("dice") == {"team.dice": "person", "enemy.dice": "person"}
    assert set(asked("all")) == set(asked("dice")) | set(asked("cards"))
    with pytest.raises(Illegal, match="dice, cards, all, not 'luck'"):
        asked("luck")
    assert answerers("coins", [ChanceKind("any.coin", "x", "coins")]) == {"any.coin": "person"}


def attacked() -> Session:
    """Jazz has shot at Nox Spec-Ops #1; her dice are asked for."""
    session = active("jazz", options={"answers": asked("dice")})
    session.submit(Move("jazz"))
    for space in ("C6", "D6", "E6"):
        session.submit(StepTo("jazz", space))
    session.submit(Attack("jazz", "boarding_carbine", "shot", "nox_spec_ops.1"))
    return session


def talk(session: Session, *answers: str) -> list[str]:
    """Answer what is asked; the lines that were printed."""
    printed: list[str] = []
    left = list(answers)
    prompt: Callable[[str], str | None] = lambda text: left.pop(0) if left else None
    ask(session, WORDS, printed.append, prompt)
    assert not left
    return printed


def dice_asked(session: Session) -> list[str]:
    entry = session.game.entry(session.state, WORDS)
    assert entry is not None
    return [one.id for one in entry.dice]


def test_dice_are_asked_for_until_they_can_be() -> None:
    session = attacked()
    assert dice_asked(session) == ["red", "orange"]
    printed = talk(session, "9 9", "o2 r1")
    assert "Red (red), Orange (orange)" in printed[0]
    assert (
        printed[1]
        == "“9 9” does not match the dice to roll: red, orange. Faces are 1 to 6, for example “red1 orange1”."
    )
    assert session.state.agenda[-1].team.faces == (0, 1)
    assert dice_asked(session) == ["blue"]


def test_the_app_rolls_a_die_that_is_left_to_it() -> None:
    session = attacked()
    (red, orange) = session.rolled((None, None))
    talk(session, "? o6")
    assert session.state.agenda[-1].team.faces == (red, 5)
    assert red != orange


def test_the_end_of_input_says_what_was_asked() -> None:
    session = attacked()
    before = session.state
    with pytest.raises(DefianceError, match="Your dice: Red"):
        talk(session)
    assert session.state is before


def test_cards_are_listed_by_name() -> None:
    session = deployed(options={"answers": asked("cards")})
    assert session.game.entry(session.state, WORDS) is None
    session.submit(session.legal()[0])
    session.submit(EndActivation("uma"))
    assert talk(session, "nox spec-ops") == ["The revealed Initiative card: which one?", "  1  Nox Spec-Ops"]
    printed = talk(session, "Crossfire")
    assert printed[0] == "An AI card for Nox Spec-Ops: which one?"
    assert any(line.endswith("  Crossfire") for line in printed)


SEVERAL = msgspec.structs.replace(CARDS, cards=(*CARDS.cards, Card("run", "Run, jazz")), count=3)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1, 2, 1", (0, 0, 0)),
        ("2 1 1", (1, 0, 0)),
        ("rush, Rush them; crossfire", (0, 1, 0)),
        ("Run, Jazz, rush, crossfire", (3, 0, 0)),
        ("rush, run, jazz, crossfire", (0, 2, 0)),
    ],
)
def test_several_cards_are_named_in_order(text: str, values: tuple[int, ...]) -> None:
    """Each value counts among the cards that are left."""
    assert entry_lines(SEVERAL, WORDS)[0].startswith("A card: which ones? Enter 3")
    assert read_entry(text, SEVERAL, WORDS) == values
    ids = [card.id for card in SEVERAL.cards]
    assert card_values(drawn(ids, values), ids) == values


@pytest.mark.parametrize(("text", "code"), [("1, 2", "unreadable_cards"), ("", "unreadable_cards"),
    ("1, 1, 1", "unreadable_card"), ("1, 2, 4", "unreadable_card"), ("run, jazz", "unreadable_cards")])  # fmt: skip
def test_too_few_cards_and_those_that_are_gone_are_refused(text: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_entry(text, SEVERAL, WORDS)
    assert refused.value.code == code
    if code == "unreadable_cards":
        assert str(refused.value).endswith('as in "1, 2, 3".')


def shows(id: str, letter: str, *numbers: str) -> Die:
    return Die(id, id, letter, tuple(Face((number,), number, typed=number) for number in numbers))


TEN, EVEN = Die("d10", "d10", "d", faces(10)), shows("even", "e", "2", "4", "12")
TENS = shows("tens", "p", *(f"{ten}0" for ten in range(10)))


@pytest.mark.parametrize(
    ("text", "dice", "read"),
    [
        ("10 7", (TEN, TEN), (10, 7)),
        ("0 7", (TEN, TEN), (10, 7)),
        ("07", (TEN, TEN), (10, 7)),
        ("107", (TEN, TEN, TEN), (1, 10, 7)),
        ("d10 e4", (TEN, EVEN), (10, 2)),
        ("12 2", (EVEN, EVEN), (3, 1)),
        ("24", (EVEN, EVEN), (1, 2)),
        ("00 30", (TENS, TENS), (1, 4)),
    ],
)
def test_a_face_is_typed_by_the_number_that_it_shows(text: str, dice: tuple[Die, ...], read: tuple[int, ...]) -> None:
    assert parse_dice(text, dice, WORDS).faces == read
    assert parse_dice(written(read, dice), dice, WORDS).faces == read
    assert parse_dice(sample(dice), dice, WORDS).problem == ""


def test_numbers_that_a_die_does_not_show_are_refused_with_those_that_it_does() -> None:
    assert parse_dice("3 2", (EVEN, EVEN), WORDS).problem == "There is no face 3. Possible: 2, 4, 12."
    with pytest.raises(Illegal, match="a face is 1 to 12, as in 'even2 d1'"):
        read_entry("x", Entry("Your dice", (EVEN, TEN)), WORDS)


def test_an_entry_answers_its_request() -> None:
    def faults(entry: Entry, *sizes: int) -> list[str]:
        return list(map(str, entry_faults(entry, Request("x", "team", sizes, 0))))

    assert faults(SEVERAL, 4, 3, 2) == faults(CARDS, 3) == faults(Entry("d", (TEN, EVEN)), 10, 3) == []
    assert faults(SEVERAL, 4) == [
        "what is to be entered, 'A card', has the sizes (4, 3, 2) in place of (4,) of the request"
    ]
    twice = shows("odd", "o", "1", "1")
    assert faults(Entry("d", (twice,)), 2) == ["the faces of 'odd' are not typed by a number each"]
