"""The account of a Unit's turn as its sheet shows it: headings without the name, everyone that was looked at."""

from __future__ import annotations

import random

import pytest
from PySide6.QtWidgets import QLabel

from defiance_qt.core.accounts import last_account
from defiance_qt.core.port import Account
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.panels.account import PassageCard, title_of
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.view.panels.candidates import candidates_table
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.words.languages import LANGUAGES
from tests.bounds import repeat
from tests.texts import defiance_words


@pytest.fixture(scope="module")
def game() -> Session:
    session = Session.new(mission="extraction", seed=3, journal=False)
    chance = random.Random(3)
    for _ in repeat(
        lambda: (
            not any(isinstance(one.event, e.UnitActivationEnded) for one in session.event_contexts((session.head,)))
        ),
        session.legal,
    ):
        session.submit(chance.choice(session.legal()))
    return session


def account(session: Session, language: str = "en") -> Account:
    found = last_account(session, defiance_words(language))
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_leave_out_the_miniature_that_stands_above(game: Session, language: str) -> None:
    shown = account(game, language)
    assert shown.over
    assert shown.passages[0].actor == ""
    names = list(dict.fromkeys(one.actor for one in shown.passages if one.actor))
    assert len(names) > 1
    assert all(name.startswith(shown.name) for name in names)
    titles = [title_of(one) for one in shown.passages if one.heading]
    assert titles
    assert not any(shown.name in title for title in titles)
    assert all(title[0].isupper() for title in titles)


def test_everyone_that_was_looked_at_has_figures_and_a_reason(game: Session, qtbot) -> None:
    words, names = defiance_words("en"), Names(defiance_words("en"), rules_of(game).catalog)
    looked = [
        one for one in account(game).passages if any(detail.kind in ("chosen", "passed") for detail in one.details)
    ]
    assert looked
    for one in looked:
        seen = [detail for detail in one.details if detail.kind in ("chosen", "passed")]
        assert len({detail.data.candidate.figure for detail in seen}) == 5
        assert [detail.kind for detail in seen].count("chosen") == (0 if one.skipped else 1)
        passed = [detail for detail in seen if detail.kind == "passed"]
        assert all(detail.data.why and not detail.data.why.startswith("passed") for detail in passed)
        card = PassageCard(words, one, lambda details: candidates_table(details, words, names))
        qtbot.addWidget(card)
        for detail in passed:
            assert detail.text.startswith(f"{names.figure(detail.data.candidate.figure)}: ")
            assert detail.data.why in detail.text
            assert detail.text in card.accessibleDescription()
        texts = [label.text() for label in card.findChildren(QLabel)]
        assert all(detail.data.why in texts for detail in passed)
        assert all(any(names.figure(detail.data.candidate.figure) in text for text in texts) for detail in seen)
        # A table stands for the alternatives: they are not told twice.
        assert not any(detail.text in texts for detail in seen)
    assert any(one.rules for one in looked)


def test_what_came_of_a_decision_is_one_paragraph(game: Session, qtbot) -> None:
    passage = next(one for one in account(game).passages if [part.kind for part in one.details].count("result") > 1)
    card = PassageCard(defiance_words("en"), passage, lambda details: None)
    qtbot.addWidget(card)
    texts = [label.text() for label in card.findChildren(QLabel)]
    assert "\n".join(f"→ {part.text}" for part in passage.details if part.kind == "result") in texts
    # Without a table of the view's own, each alternative is a line.
    assert all(part.text in texts for part in passage.details if part.kind == "passed")
    assert all(f"▸ {part.text}" in texts for part in passage.details if part.kind == "chosen")
