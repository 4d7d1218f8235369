"""Games recorded under rules that have changed since: what happened never changes (law 1)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from defiance_qt.extend.sessions import Session, open_save
from defiance_qt.words.catalogue import LANGUAGES
from tests.conftest import ROOT

GAME = ROOT / "tests" / "journal" / "saves" / "game_1.defiance"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A game of the first days: typed dice and cards, won, 730 steps."""
    copy = tmp_path / GAME.name
    shutil.copyfile(GAME, copy)
    return open_save(copy)


def test_it_ends_as_it_ended(session: Session) -> None:
    assert (len(session.timeline), session.result) == (730, "victory")
    assert session.state.team["goldstein"].space


def test_it_can_be_walked_and_played_another_way(session: Session) -> None:
    last = session.state
    session.jump(40)
    middle = session.state
    session.undo()
    assert session.redo().after == middle
    change = session.submit(session.legal()[0])
    assert change.events
    session.jump(729)
    assert session.state == last


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_and_explained(session: Session, language: str) -> None:
    words = session.words(language)
    told = [session.why(index, words) for index in range(0, session.timeline.events_until(session.head), 7)]
    assert len(told) > 300
    assert any(reason.words for reason in told)


def test_verify_says_where_todays_rules_differ(session: Session) -> None:
    verdict = session.verify()
    assert not verdict.ok
    assert verdict.words.startswith("differs at step ")
