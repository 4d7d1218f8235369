"""A Unit's turn as the sheet shows it."""

from __future__ import annotations

import random

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.words.turns import last_turn
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.turn import TurnView, turn_view
from defiance_qt.words.catalogue import LANGUAGES, Words


@pytest.fixture(scope="module")
def game() -> Session:
    session = Session.new(mission="extraction", seed=3, journal=False)
    chance = random.Random(3)
    while not any(isinstance(one.event, e.UnitActivationEnded) for one in session.tell((session.head,))):
        session.submit(chance.choice(session.legal()))
    return session


def view(session: Session, language: str = "en") -> TurnView:
    words = Words(language)
    turn = last_turn(session, words)
    assert turn is not None
    return turn_view(turn, Names(words, rules_of(session).catalog))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_is_told_miniature_by_miniature(game: Session, language: str) -> None:
    shown = view(game, language)
    assert shown.parts[0].name == ""
    names = [part.name for part in shown.parts[1:]]
    assert len(names) == len(set(names)) > 1
    assert all(name.startswith(shown.unit) for name in names)
    titles = [one.title for one in shown.passages if one.title]
    assert titles
    assert not any(shown.unit in title for title in titles), "the Miniature stands above"
    assert all(title[0].isupper() for title in titles)


def test_everyone_that_was_looked_at_has_figures_and_a_reason(game: Session) -> None:
    looked = [one for one in view(game).passages if one.seen]
    assert looked
    for one in looked:
        assert len({seen.name for seen in one.seen}) == 5
        assert [seen.target for seen in one.seen].count(True) == (0 if one.skipped else 1)
        assert all(seen.why and not seen.why.startswith("passed") for seen in one.seen if not seen.target)
        assert all(f"{seen.name}: {seen.why}" in one.spoken for seen in one.seen if not seen.target)
    assert any(one.rules for one in looked)
