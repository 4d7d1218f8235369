"""What any game tells, by the toy game: every event by itself, unless the game joins steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from defiance_qt.core import telling
from defiance_qt.core.port import Words, one_by_one
from defiance_qt.core.session import Session
from tests.core.test_session import new
from tests.core.toy import Hold, Pig, PigGame, Roll, Shouted


class Joining(PigGame):
    """Rolls are told as one. What is not scored is not told."""

    def joins(self, earlier: Sequence[Any], between: Pig, later: Sequence[Any]) -> bool:
        return between.pot > 0

    def narrate(self, event: Any, state: Pig, words: Words) -> str:
        name = type(event).__name__
        return words(name) if name in ("DiceRolled", "Scored") else ""


def rolled() -> Session:
    """A game that has come to two good rolls and a hold."""
    for seed in range(100):
        session = new(Joining(), seed)
        session.play([Roll(1), Roll(1)])
        if session.state.pot and session.state.seat == 0:
            session.submit(Hold())
            return session
    raise AssertionError("no seed rolls well twice")


def test_steps_are_told_as_one_where_the_game_joins_them() -> None:
    session = rolled()
    assert telling.stretch(session, 1) == (1,)
    assert telling.stretch(session, 2) == (1, 2)
    assert telling.stretch(session, 3) == (1, 2, 3)
    assert telling.stretch(session, 0) == (0,)


def test_each_sentence_has_its_events_up_to_the_next() -> None:
    session = rolled()
    found = telling.told(session, (1, 2, 3), Shouted())
    assert [one.text for one, _ in found] == ["DICEROLLED", "DICEROLLED", "SCORED"]
    names = [[type(event.event).__name__ for event in events] for _, events in found]
    assert [parts[0] for parts in names] == ["DiceRolled", "DiceRolled", "Scored"]
    assert sum(map(len, names)) == sum(len(session.timeline.step(step).events) for step in (1, 2, 3)) - 1
    assert telling.told(session, (0,), Shouted()) == (), "a step may have nothing to tell"


def test_a_game_without_a_story_tells_every_event() -> None:
    session = new()
    session.submit(Roll(2))
    events = tuple(session.event_contexts((1,)))
    assert [(one.text, one.first, one.main) for one in one_by_one(session.game, events, Shouted())] == [
        (type(event.event).__name__.upper(), at, at) for at, event in enumerate(events)
    ]


def test_names_are_found_as_whole_words_the_longest_first() -> None:
    names = (("Uma", "team"), ("Nox", "enemy"), ("Nox #1", "enemy"))
    text = "Uma hit Nox #1, not Nox. Umami."
    assert [(text[at : at + long], side) for at, long, side in telling.spans(text, names)] == [
        ("Uma", "team"),
        ("Nox #1", "enemy"),
        ("Nox", "enemy"),
    ]
    assert telling.spans(text, ()) == ()
