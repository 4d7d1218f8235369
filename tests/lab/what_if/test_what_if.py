"""Plans played on: with equal chance, with nothing of the game's own, and the same in any number of processes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError, Illegal, NotationError
from defiance_qt.core.port import Candidate, Words
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import best_bot
from defiance_qt.lab.what_if import candidates, compare
from defiance_qt.lab.what_if.comparison import Comparison
from defiance_qt.lab.what_if.rollouts import Player, Question, Rollout, Task
from defiance_qt.lab.what_if.telling import figure_names, report, report_lines
from defiance_qt.lab.what_if.workers import Workers
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.words.languages import LANGUAGES

SAVES = Path(__file__).resolve().parents[3] / "saves"
STEP = 90


@pytest.fixture
def session() -> Iterator[Session]:
    """A game in its fourth Round, where a Character is chosen for an Activation."""
    with open_save(SAVES / "extraction-en-victory.defiance", read_only=True) as session:
        session.look(STEP)
        yield session


@pytest.fixture
def words(session: Session) -> Words:
    return session.words("en")


def asked(session: Session, *plans: tuple[c.Command, ...], seed: int = 1) -> Question:
    return Question(session.state, plans, seed)


def player(session: Session) -> Player:
    return Player(session.host.another_game(), best_bot(session.game.system))


def play(session: Session, question: Question, count: int = 3, plan: int = 0) -> list[Rollout]:
    return player(session).play(question, Task(plan, 0, count))


QIANG: tuple[c.Command, ...] = (c.Activate("qiang"), c.Move("qiang"))


def test_a_plan_and_its_seed_give_the_same_chapter(session: Session) -> None:
    question = asked(session, QIANG)
    assert play(session, question) == play(session, question)
    assert play(session, question) != play(session, asked(session, QIANG, seed=100))
    assert player(session).play(question, Task(0, 2, 1)) == play(session, question)[2:]


def test_the_game_s_own_seed_has_no_part_in_it(session: Session) -> None:
    found = play(session, asked(session, QIANG))
    setup = replace(session.state.setup, seed=session.state.setup.seed + 1)
    others = play(session, Question(replace(session.state, setup=setup), (QIANG,), 1))
    assert [one.chapter for one in others] == [one.chapter for one in found]


def test_a_plan_ends_where_it_is_no_longer_legal(session: Session) -> None:
    """The Move of another Character waits for nothing: the bot goes on as it would have."""
    plain, broken = asked(session, QIANG[:1]), asked(session, (*QIANG[:1], c.Move("uma"), c.Activate("jazz")))
    assert play(session, plain) == play(session, broken)


def test_a_whole_game_is_won_or_not_and_begins_with_the_same_chapter(session: Session) -> None:
    question = asked(session, QIANG)
    (whole,) = player(session).play(question, Task(0, 0, 1, True))
    assert whole.won in (True, False)
    assert replace(whole, won=None) == play(session, question, 1)[0]


def test_the_plans_of_the_bot_each_begin_with_what_is_legal(session: Session, words: Words) -> None:
    found = candidates(session, session.game, session.state, words)
    assert found[0].text == "Activate Cadin now, go to Q3, then Recruit Goldstein"
    assert len({one.commands for one in found}) == 3
    assert all(one.commands[0] in session.game.legal(session.state) for one in found)
    assert found[0].about[0] == "cadin"
    assert found[0].note == "Goldstein is the next step of the mission"


def test_a_plan_of_the_user_comes_first(session: Session, words: Words) -> None:
    found = candidates(session, session.game, session.state, words, ["activate uma; end_activation uma"])
    assert found[0] == Candidate((c.Activate("uma"), c.EndActivation("uma")), "Uma: Activate · Uma: End Activation")
    assert len(found) == 4


def test_what_the_bot_plans_too_is_compared_once(session: Session, words: Words) -> None:
    own = candidates(session, session.game, session.state, words)[1]
    text = "; ".join(map(session.game.format, own.commands))
    assert len(candidates(session, session.game, session.state, words, [text])) == 3


@pytest.mark.parametrize(
    ("plan", "error", "why"),
    [
        ("move jazz", Illegal, "Jazz"),
        ("fly jazz", NotationError, "'fly' is not a command"),
        (";", DefianceError, "A plan is one command or several, with ; between them."),
    ],
)
def test_a_plan_that_cannot_be_is_refused(
    session: Session, words: Words, plan: str, error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        candidates(session, session.game, session.state, words, [plan])


@pytest.mark.parametrize(("step", "why"), [(20, "No plan is asked for here"), (-1, "The game is over")])
def test_moments_without_plans_are_named(session: Session, words: Words, step: int, why: str) -> None:
    session.look(session.timeline.line[step] if step < 0 else step)
    with pytest.raises(DefianceError, match=why):
        candidates(session, session.game, session.state, words)


def test_a_game_without_forecasts_says_so() -> None:
    with (
        Session.new("pig", mission="duel", seed=1) as pig,
        pytest.raises(DefianceError, match="Pig cannot compare plans"),
    ):
        candidates(pig, pig.game, pig.state, pig.words("en"))


def test_the_account_has_no_figure_without_its_range(session: Session, words: Words) -> None:
    plans = candidates(session, session.game, session.state, words)[:2]
    question = asked(session, *(one.commands for one in plans))
    found = compare(session, question, Comparison(2, 20, 1))
    lines = list(report_lines(plans, figure_names(session.game, session.state, words), found, words))
    assert lines[0].startswith("1  Activate Cadin now")
    for line in lines[1:4]:
        assert re.search(r"  (−?\d+(–\d+)?, mean −?\d\.\d to −?\d\.\d|\d+ in all 20)$", line), line
    assert lines[-2] == "Wins: no difference that 1 game of each plan could show."
    assert lines[-1].endswith("it is the bot's game and not yours.")
    told = report(plans, found, session.game, words)
    assert (told["chapters"], told["games"]) == (20, 1)
    assert told["plans"][0]["wins"]["interval"] in ([0.0, 0.7935], [0.2065, 1.0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_is_complete_in_every_language(session: Session, language: str) -> None:
    words = session.words(language)
    plans = candidates(session, session.game, session.state, words)[:2]
    found = compare(session, asked(session, *(one.commands for one in plans)), Comparison(2, 10, 1))
    text = "\n".join(report_lines(plans, figure_names(session.game, session.state, words), found, words))
    assert not any(key in text for key in ("ui.what_if", "forecast.", "{", "}"))


@pytest.mark.slow
def test_two_processes_find_the_same_as_none(session: Session, words: Words) -> None:
    plans = candidates(session, session.game, session.state, words)
    question = asked(session, *(one.commands for one in plans))
    alone = compare(session, question, Comparison(3, 12, 2))
    assert compare(session, question, Comparison(3, 12, 2), jobs=2) == alone


@pytest.mark.slow
def test_a_worker_stays_ready_for_the_next_question(session: Session) -> None:
    workers = Workers(session.host.header, 1)
    try:
        for seed in (1, 100):
            question = asked(session, QIANG, seed=seed)
            workers.ask(question)
            while not workers.free:
                assert workers.results(None) == []
            workers.give(Task(0, 0, 2))
            assert workers.results(None) == [(Task(0, 0, 2), play(session, question, 2))]
        workers.give(Task(0, 0, 2, True))
        workers.ask(asked(session, QIANG))
        assert workers.results(None) == [], "what was asked before is dropped"
        for process in workers.processes:
            process.terminate()
        workers.give(Task(0, 0, 2, True))
        with pytest.raises(DefianceError, match="has ended"):
            workers.results(None)
    finally:
        workers.close()
