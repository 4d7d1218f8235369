"""Games recorded by earlier versions: what happened never changes.

`saves/states.json` holds, for each of them, the SHA-256 of the JSON form of the state after each step. It was written
by the version that still wrote format 1, from the same files, and is never written again.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT

SAVES = ROOT / "tests" / "journal" / "saves"
GAME = SAVES / "game_1.defiance"
FROZEN = [GAME, *sorted((SAVES / "format_1").glob("*.defiance"))]


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a frozen save opens: its steps, its head, its result there, and the digest of each step's state."""

    steps: int
    head: int
    result: str
    states: tuple[str, ...]


STATES = msgspec.json.decode((SAVES / "states.json").read_bytes(), type=dict[str, Expected])


def digests(session: Session) -> tuple[str, ...]:
    states = (session.timeline.state_at(step) for step in range(len(session.timeline)))
    return tuple(map(digest, states))


def digest(state: object) -> str:
    return sha256(msgspec.json.encode(state)).hexdigest()


def test_every_frozen_save_has_its_states() -> None:
    assert STATES.keys() == {path.name for path in FROZEN}
    assert len(FROZEN) == 12


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_a_frozen_save_replays_to_the_same_states(path: Path) -> None:
    before = path.read_bytes()
    with open_save(path, read_only=True) as session:
        assert not session.readable_only
        assert session.host.missing == ()
        timeline, expected = session.timeline, STATES[path.name]
        assert (len(timeline), session.head, session.result or "") == (expected.steps, expected.head, expected.result)
        assert digests(session) == expected.states
        assert {step.seat for step in timeline.steps()} == {""}
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
@pytest.mark.slow
def test_undo_to_the_first_and_redo_to_the_last_lands_on_equal_states(path: Path, tmp_path: Path) -> None:
    """By acts, and by single steps."""
    expected = STATES[path.name].states
    copy = Path(shutil.copyfile(path, tmp_path / path.name))
    with open_save(copy) as session:
        line, last = list(session.timeline.line), session.timeline.line[-1]
        for back, on in ((session.undo, session.redo), (lambda: session.travel(-1), lambda: session.travel(1))):
            session.jump(last)
            while session.head != line[0]:
                back()
                assert digest(session.state) == expected[session.head]
            while session.head != last:
                on()
                assert digest(session.state) == expected[session.head]
        assert list(session.timeline.line) == line
    with open_save(copy, read_only=True) as again:
        assert digest(again.state) == expected[last]


# ---- a game under rules that have changed since ----


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
    assert str(verdict.message).startswith("differs at step ")
