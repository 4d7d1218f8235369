"""The decisions of a game: where each begins, what belongs to it, and games that have none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import best_bot, plans
from defiance_qt.lab.playing import play
from defiance_qt.lab.turning.line import Line, played, read
from defiance_qt.systems.defiance.engine import commands as c

SAVES = Path(__file__).resolve().parents[3] / "saves"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """A game that was lost in its twelfth Round."""
    with open_save(SAVES / "extraction-en-defeat.defiance", read_only=True) as session:
        yield session


@pytest.fixture(scope="module")
def line(session: Session) -> Line:
    return read(session, session.game, session.words("en"))


def test_each_decision_begins_where_the_one_before_has_come_to_its_end(session: Session, line: Line) -> None:
    assert line.won is False
    assert (line.part, line.parts) == (1, 1)
    assert line.last == session.head
    assert len(line.stretches) > 50
    for one, following in pairwise(line.stretches):
        assert one.steps[-1] == following.at
    assert line.stretches[-1].steps[-1] == line.last


def test_a_decision_is_what_is_given_before_chance_answers(session: Session, line: Line) -> None:
    game, timeline = session.game, session.timeline
    for one in line.stretches:
        assert one.commands
        assert not any(isinstance(command, game.answer_types) or game.automatic(command) for command in one.commands)
        own = [command for step in one.steps[: one.given] for command in timeline.step(step).commands]
        assert tuple(own) == one.commands[: len(own)]
        assert len(one.commands) - len(own) <= 1, "the last one is in the step with the answer to it"
        assert plans(game, timeline.state_at(one.at), session.bots, session.words("en"))
        assert not one.corrected


def test_the_game_is_read_as_it_stands_and_not_as_it_is_looked_at(session: Session, line: Line) -> None:
    session.look(100)
    try:
        assert read(session, session.game, session.words("en")) == line
    finally:
        session.look(session.timeline.stands)


def test_an_unfinished_game_is_read_up_to_its_head() -> None:
    with Session.new("infinity-defiance", mission="extraction", seed=3) as session:
        words = session.words("en")
        with pytest.raises(DefianceError, match="Nothing has been decided yet"):
            read(session, session.game, words)
        bot = best_bot(session.game.system)(0)
        while session.state.round < 2:
            session.submit(bot.choose(session.game, session.state, session.legal()))
        found = read(session, session.game, words)
        assert (found.won, found.last) == (None, session.head)
        with pytest.raises(DefianceError, match="There is no part 2: this game has 1"):
            read(session, session.game, words, 2)


def test_a_value_put_right_by_hand_is_no_decision_and_marks_its_stretch() -> None:
    with Session.new("infinity-defiance", mission="extraction", seed=3) as session:
        bot = best_bot(session.game.system)(0)
        while not session.state.round:
            session.submit(bot.choose(session.game, session.state, session.legal()))
        session.submit(bot.choose(session.game, session.state, session.legal()))
        (right,) = session.game.overrule({"team.uma.damage": 1}, "miscounted")
        session.submit(right)
        session.submit(bot.choose(session.game, session.state, session.legal()))
        (one,) = read(session, session.game, session.words("en")).stretches
        assert one.corrected
        assert not any(isinstance(command, c.Overrule) for command in one.commands)


@pytest.mark.slow
def test_each_mission_of_a_campaign_is_a_part() -> None:
    with Session.new("infinity-defiance", mission="defiance", seed=1, journal=False) as session:
        bot = best_bot(session.game.system)(0)
        while len(session.state.campaign.played) < 2:
            session.submit(bot.choose(session.game, session.state, session.legal()))
        while session.state.between or not session.state.round:
            session.submit(bot.choose(session.game, session.state, session.legal()))
        words = session.words("en")
        results = [one.result == "victory" for one in session.state.campaign.played]
        last = read(session, session.game, words)
        first = read(session, session.game, words, 1)
        third = read(session, session.game, words, 3)
        assert (first.won, last.won, last.part, last.parts) == (results[0], results[1], 2, 3)
        assert first.last < last.stretches[0].at <= last.last <= third.stretches[0].at
        assert third.won is None


@pytest.mark.parametrize(
    ("system", "mission", "why"),
    [("pig", "duel", "Pig has no turning points to find"), ("n3", "bench", "has no turning points to find")],
)
def test_a_game_without_forecasts_says_so(system: str, mission: str, why: str) -> None:
    with (
        Session.new(system, mission=mission, seed=1) as session,
        pytest.raises(DefianceError, match=why),
    ):
        read(session, session.game, session.words("en"))


def test_the_decisions_of_another_system_are_found() -> None:
    with Session.new("warfighter", mission="first_light", seed=1) as session:
        play(session, best_bot("warfighter")(1))
        found = read(session, session.game, session.words("en"))
        assert found.won is False
        assert len(found.stretches) > 10


def test_what_was_played_is_a_plan_of_its_decision(session: Session, line: Line) -> None:
    words = session.words("en")
    first = next(one for one in line.stretches if one.commands and not one.corrected)
    found = played(session, first.at, words)
    assert found is not None
    assert (found.commands, found.note) == (first.commands, "as it was played")
    assert found.text
    assert found.commands[0].character in found.about
    assert played(session, 0, words) is None
    assert played(session, session.timeline.stands, words) is None
