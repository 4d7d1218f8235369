"""The table's presenter by itself: a system without a view of its own is played by the port's words alone."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.present.question import plain_question
from defiance_qt.shell.present.values import as_sentence
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.systems.defiance.engine import commands as c
from tests.systems.defiance.view.positions import Notes, activated, deployed, english, new_game, until


def bare(session: Session, speed: str = "step") -> tuple[TablePresenter, Notes]:
    """A table to which no system's view is attached."""
    notes = Notes()
    presenter = TablePresenter(session, english(), notes, speed)
    presenter.refresh()
    return presenter, notes


def test_every_legal_command_is_a_choice_with_its_label() -> None:
    session = activated()
    presenter, notes = bare(session)
    question = notes.frame.question
    assert question is not None
    assert [choice.command for choice in question.choices] == list(session.legal())
    assert [choice.key for choice in question.choices][:9] == list("123456789")[: len(question.choices)]
    first = question.choices[0]
    assert first.text == session.game.label(first.command, session.state, english())
    assert presenter.answer_key("1")
    assert session.timeline.step(session.head).commands[0] == first.command


def test_the_bar_shows_title_progress_and_question_of_the_port() -> None:
    session = deployed()
    _, notes = bare(session)
    assert (notes.frame.top.title, notes.frame.top.progress) == ("Extraction", "")
    assert notes.frame.progress is not None
    assert notes.frame.progress.name == "Round 1"
    assert notes.frame.top.ask == session.game.question(session.state, english())
    assert notes.frame.top.undo


def test_what_only_goes_on_is_the_primary_choice() -> None:
    session = until(deployed(), lambda one: any(isinstance(legal, c.Proceed) for legal in one.legal()))
    presenter, notes = bare(session)
    question = notes.frame.question
    assert question is not None
    assert [choice.primary for choice in question.choices] == [True]
    before = session.head
    assert presenter.proceed()
    assert session.head == before + 1


def test_real_dice_are_asked_for_as_an_entry_without_choices() -> None:
    session = until(
        deployed(answers={"team.dice": "person"}),
        lambda one: one.game.entry(one.state, english()) is not None,
    )
    presenter, notes = bare(session)
    question = notes.frame.question
    assert question is not None
    assert question.entry is not None
    assert question.choices == ()
    before = session.head
    presenter.answer_chance((0,) * len(question.entry.dice))
    assert session.head == before + 1


def test_undo_takes_an_act_back_and_single_steps_do_not() -> None:
    session = until(deployed(), lambda one: any(isinstance(legal, c.Proceed) for legal in one.legal()))
    act = session.timeline.parent(session.head)
    presenter, notes = bare(session)
    presenter.proceed()
    end = session.head
    presenter.step(-1)
    assert session.timeline.depth(session.head) == session.timeline.depth(end) - 1
    presenter.to_depth(-1)
    assert session.head == end
    presenter.undo()
    assert session.head == act
    presenter.redo()
    assert session.head == end
    assert notes.told == []


def test_a_closed_table_no_longer_follows_its_session() -> None:
    session = new_game()
    presenter, notes = bare(session)
    presenter.close()
    before = len(notes.frames)
    session.submit(session.legal()[0])
    head = session.head
    presenter.step(-1)
    presenter.submit(session.legal()[0])
    assert (session.head, session.looking) == (head, False), "its actions are there until the next table is built"
    assert len(notes.frames) == before
    assert notes.delay is None


def test_a_finished_game_asks_nothing_and_has_an_ending() -> None:
    session = deployed()
    session.timeline._states[session.head] = replace(session.state, agenda=(), result="defeat", because="out_of_time")
    _, notes = bare(session)
    question, ending = notes.frame.question, notes.frame.ending
    assert question is not None
    assert ending is not None
    assert (question.kind, question.title, question.note, question.choices) == ("over", ending.title, ending.reason, ())
    assert notes.frame.top.ask == ending.title
    assert plain_question(session, english()) == question


def test_sentences_begin_with_a_capital_and_end() -> None:
    assert [as_sentence(text) for text in ("no way leads there", "Why?", "", "so…")] == [
        "No way leads there.",
        "Why?",
        "",
        "So…",
    ]
