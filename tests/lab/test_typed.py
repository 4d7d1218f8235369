"""Chance typed by a person: what is understood, and what refuses with what could be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.lab import typed
from defiance_qt.lab.typed import NoInput, answerers, ask, cards_asked, dice_asked, read_card, read_dice
from defiance_qt.systems.defiance.engine.commands import Attack, EndActivation, EnterCard, EnterDice, Move, StepTo
from defiance_qt.words.catalogue import Words
from tests.lab.games import active, deployed

POOL = ("red", "red", "black", "blue")


@pytest.mark.rule("R-080")
@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("3 1 6 2", (3, 1, 6, 2)),
        ("3162", (3, 1, 6, 2)),
        ("3, 1, 6, 2", (3, 1, 6, 2)),
        ("red3 red1 black6 blue2", (3, 1, 6, 2)),
        ("blu2 r3 BLA6 r1", (3, 1, 6, 2)),
    ],
)
def test_dice_are_read(text: str, faces: tuple[int, ...]) -> None:
    assert read_dice(text, POOL) == EnterDice(faces)


@pytest.mark.rule("R-080")
@pytest.mark.parametrize(
    "text",
    ["", "3 1 6", "3 1 6 2 2", "3 1 6 7", "0 1 2 3", "r3 r1 b6 b2", "r1 r2 r3 blue4", "green1 r1 r2 blue3", "one two"],
)
def test_what_no_dice_show_is_refused_with_what_they_can(text: str) -> None:
    with pytest.raises(Illegal, match="dice asked for: red, red, black, blue; a face is 1 to 6") as refused:
        read_dice(text, POOL)
    assert refused.value.code == "unreadable_dice"


def test_the_sample_in_a_refusal_would_be_accepted() -> None:
    with pytest.raises(Illegal) as refused:
        read_dice("?", POOL)
    sample = str(refused.value).rpartition("as in ")[2].strip("'")
    assert read_dice(sample, POOL) == EnterDice((1, 2, 3, 4))


@pytest.mark.parametrize("text", ["2", "crossfire", "Crossfire", " crossfire "])
def test_a_card_is_its_number_its_id_or_its_name(text: str) -> None:
    assert read_card(text, ["rush", "crossfire"], ["Rush them", "Crossfire"]) == EnterCard("crossfire")


@pytest.mark.parametrize("text", ["", "0", "3", "cross"])
def test_a_card_that_cannot_come_is_refused_with_those_that_can(text: str) -> None:
    with pytest.raises(Illegal, match="what can: rush, crossfire") as refused:
        read_card(text, ["rush", "crossfire"], ["Rush them", "Crossfire"])
    assert refused.value.code == "unreadable_card"


def test_what_a_person_may_take_over() -> None:
    assert answerers("dice") == {"team.dice": "person", "enemy.dice": "person"}
    assert set(answerers("all")) == set(answerers("dice")) | set(answerers("cards"))
    with pytest.raises(Illegal, match="dice, cards, all, not 'luck'"):
        answerers("luck")


def attacked() -> Session:
    """Jazz has shot at Nox Spec-Ops #1; her dice are asked for."""
    session = active("jazz", options={"answers": answerers("dice")})
    session.submit(Move("jazz"))
    for space in ("C6", "D6", "E6"):
        session.submit(StepTo("jazz", space))
    session.submit(Attack("jazz", "boarding_carbine", "shot", "nox_spec_ops.1"))
    return session


def talk(session: Session, *answers: str) -> list[str]:
    """Ask for what is standing; the lines that were said."""
    said: list[str] = []
    left = list(answers)
    hear: Callable[[str], str | None] = lambda prompt: left.pop(0) if left else None
    request = session.game.request(session.state)
    assert request is not None
    ask(session, request, Words("en"), said.append, hear)
    assert not left
    return said


def test_dice_are_asked_for_until_they_can_be() -> None:
    session = attacked()
    assert dice_asked(session.state) == ("red", "orange")
    said = talk(session, "9 9", "o2 r1")
    assert "red die (red), orange die (orange)" in said[0]
    assert said[1] == "“9” does not answer the dice asked for: red, orange. A face is 1 to 6, as in “red1 orange2”."
    assert session.state.agenda[-1].team.faces == (0, 1)
    assert dice_asked(session.state) == ("blue",)


def test_the_end_of_input_says_what_was_asked() -> None:
    session = attacked()
    before = session.state
    with pytest.raises(NoInput, match="Roll for the team"):
        talk(session)
    assert session.state is before


def test_cards_are_listed_by_name() -> None:
    session = deployed(options={"answers": answerers("cards")})
    assert session.game.request(session.state) is None
    session.submit(session.legal()[0])
    session.submit(EndActivation("uma"))
    assert cards_asked(session.state) == ("nox_spec_ops",)
    said = talk(session, "nox spec-ops")
    assert said == ["Which card: Initiative?", "  1  Nox Spec-Ops"]
    assert "crossfire" in cards_asked(session.state)
    assert talk(session, "Crossfire")[0] == "Which card: AI?"


@pytest.mark.parametrize(
    ("kind", "card", "name"),
    [("loot", "grenade", "Grenade"), ("pick", "uma", "Uma"), ("pick", "nox_spec_ops.2", "Nox Spec-Ops 2")],
)
def test_every_card_has_its_name(kind: str, card: str, name: str) -> None:
    assert typed.card_name(kind, card, deployed().state, Words("en")).startswith(name)
