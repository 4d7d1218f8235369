"""Chance that people type in: the prompt's form by ids, and the entry in words, in the order of the request."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.port import CardForm, DiceForm
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.systems.defiance.engine.frames import Draw, Pick
from defiance_qt.systems.defiance.engine.requests import CHANCE
from defiance_qt.words.languages import LANGUAGES
from tests.lab.games import deployed
from tests.texts import defiance_words
from tests.workshop.record import Typist

Seen = dict[str, list[tuple[Session, Any]]]


@pytest.fixture(scope="module")
def seen() -> Seen:
    """States in which people answer chance, by deck; dice under "dice"."""
    found: Seen = {}
    for seed in range(1, 6):
        session = Session.new(
            mission="extraction", seed=seed, options={"answers": dict.fromkeys(CHANCE, "person")}, journal=False
        )
        bot, person = make_bot("random" if seed < 2 else "heuristic", seed), Typist(seed)
        while session.result is None:
            assert session.head < 5000, session.legal()
            (form,) = session.prompt.forms or (None,)
            if isinstance(form, DiceForm | CardForm):
                deck = form.deck if isinstance(form, CardForm) else "dice"
                found.setdefault(deck, []).append((session, session.state))
                person(session)
            else:
                session.submit(bot.choose(session.game, session.state, session.legal()))
    return found


def test_every_kind_of_chance_is_asked_for(seen: Seen) -> None:
    assert seen.keys() >= {"dice", "ai", "initiative", "consequence"}


def test_an_entry_is_in_the_order_of_the_request(seen: Seen) -> None:
    """Each die has as many faces, and each deck as many cards, as there are values."""
    words = defiance_words()
    for session, state in (pair for pairs in seen.values() for pair in pairs):
        request, entry = session.game.request(state), session.game.entry(state, words)
        (form,) = session.game.prompt(state).forms
        assert request is not None
        assert entry is not None
        if isinstance(form, DiceForm):
            assert form.side == request.side
            assert tuple(one.id for one in entry.dice) == form.dice
            assert tuple(len(one.faces) for one in entry.dice) == request.sizes
        else:
            assert isinstance(form, CardForm)
            assert tuple(one.id for one in entry.cards) == form.options
            assert (len(entry.cards),) == request.sizes
            command = session.game.answer(state, (len(entry.cards) - 1,))
            assert command.card == entry.cards[-1].id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_its_words(seen: Seen, language: str) -> None:
    words = defiance_words(language)
    for pairs in seen.values():
        for session, state in pairs[:40]:
            entry = session.game.entry(state, words)
            assert entry is not None
            said = [entry.title, *(one.name for one in entry.dice), *(one.name for one in entry.cards)]
            said += [face.spoken for one in entry.dice for face in one.faces]
            assert all(said)
            assert not [text for text in said if "_" in text or "." in text.rstrip(".")], said


@pytest.mark.parametrize(
    ("frame", "names"),
    [
        (Draw("loot", 1, "x"), {"Grenade"}),
        (Pick(("uma", "nox_spec_ops.2"), ""), {"Uma", "Nox Spec-Ops #2"}),
    ],
)
def test_cards_are_called_by_their_names(frame: Draw | Pick, names: set[str]) -> None:
    session = deployed()
    entry = session.game.entry(replace(session.state, agenda=(*session.state.agenda, frame)), defiance_words())
    assert entry is not None
    assert {one.name for one in entry.cards} >= names


def test_the_letters_of_the_dice_differ() -> None:
    """In each language a letter means one die."""
    for language in LANGUAGES:
        words = defiance_words(language)
        letters = [words(f"die.{id}.letter") for id in ("red", "green", "orange", "blue", "yellow", "black")]
        assert len(set(letters)) == 6


def test_nothing_is_entered_where_nothing_is_asked() -> None:
    session = Session.new(mission="extraction", seed=1, journal=False)
    assert session.game.entry(session.state, defiance_words()) is None
