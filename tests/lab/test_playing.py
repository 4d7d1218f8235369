"""Whole games by bots end, soundly, and say how."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.lab import playing
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.playing import Endless, play
from tests.lab.games import asked, begun
from tests.workshop.record import Typist

ENDS = {"victory", "defeat"}


@pytest.mark.parametrize("edition", ["en", "es", "en-print"])
@pytest.mark.parametrize("name", ["heuristic", "random"])
@pytest.mark.slow
def test_a_game_ends_and_every_step_is_sound(name: str, edition: str) -> None:
    session = begun(11, edition=edition, journal=False)
    faults: list[object] = []
    session.subscribe(lambda change: faults.extend(session.game.invariants(change.after)))
    played = play(session, make_bot(name, 11))
    assert faults == []
    assert played.result in ENDS
    assert played.because
    assert (played.seed, played.steps, played.rounds) == (11, session.head, session.state.round)


def test_a_person_can_answer_all_chance() -> None:
    session = begun(4, options={"answers": asked("all")}, journal=False)
    assert play(session, make_bot("heuristic", 4), person=Typist(4)).result in ENDS
    typed = [told.event for told in session.event_contexts() if getattr(told.event, "typed", False)]
    assert {type(event).__name__ for event in typed} >= {"DiceRolled", "InitiativeRevealed"}


def test_chance_for_a_person_is_not_answered_for_them() -> None:
    session = begun(4, options={"answers": asked("dice")}, journal=False)
    with pytest.raises(DefianceError, match="'dice'"):
        play(session, make_bot("heuristic", 4))


def test_a_game_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_STEPS", 30)
    with pytest.raises(Endless) as refused:
        play(begun(1, journal=False), make_bot("random", 1))
    assert refused.value.value == 30
