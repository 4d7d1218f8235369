"""The question that stands, and the sentence at the top."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from defiance_qt.core.port import DiceForm
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.present.question import numbered
from defiance_qt.shell.present.values import ChoiceView, QuestionView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Console, KeepConsequence, Roll
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.values import QuestionDetails
from tests.systems.defiance.view.positions import activated, deployed, english, new_game, table, until


def details(question: QuestionView) -> QuestionDetails:
    """This game's part of a question."""
    assert isinstance(question.body, QuestionDetails)
    return question.body


def test_choices_are_numbered_and_the_primary_one_has_enter() -> None:
    choices = [
        ChoiceView("a", c.KeepDice()),
        ChoiceView("b", c.LetStand(), primary=True),
        ChoiceView("c", c.KeepDice()),
    ]
    assert [choice.key for choice in numbered(choices)] == ["1", "⏎", "2"]
    many = [choice.key for choice in numbered(choices * 10)]
    assert [many[place] for place in (9, 10, 11, 18, 19)] == ["9", "Ctrl+1", "Ctrl+2", "Ctrl+9", ""]


def test_a_roll_shows_the_dice_of_both_sides_and_first_what_letting_it_stand_brings() -> None:
    session = until(
        deployed(),
        lambda one: isinstance(one.state.agenda[-1], Roll) and any(isinstance(x, c.LetStand) for x in one.legal()),
    )
    _, notes = table(session)
    question = notes.frame.question
    assert question is not None
    roll = session.state.agenda[-1]
    assert isinstance(roll, Roll)
    shown = details(question).roll
    assert shown is not None
    for side in shown.sides:
        frame = roll.enemy if side.enemy else roll.team
        assert frame is not None
        assert [die.die for die in side.dice] == [die.die for die in frame.dice]
        assert side.left is not None
    first = question.choices[0]
    assert first.primary
    assert isinstance(first.command, c.LetStand)


def test_a_console_shows_what_each_symbol_fills_and_first_what_completes_an_input() -> None:
    """ "1 Block to input 3" alone did not say what that input does."""
    session = activated("jazz")
    state = session.state
    frame = Console("jazz", "console_1", symbols=msgspec.convert([1, 0, 0, 0, 1], type(Console("", "").symbols)))
    session.timeline._states[session.head] = replace(state, agenda=(*state.agenda, frame))
    _, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assigns = [choice for choice in question.choices if isinstance(choice.command, c.Assign)]
    assert [(one.tokens, one.text, one.consequence, one.gain) for one in assigns] == [
        (("special",), "Open the service hatch", "completes input 2", ""),
        (("success",), "Open the laboratory", "input 1: 1 of 2 filled", ""),
    ]
    assert question.choices[0] == assigns[0]
    assert question.choices[0].key == "⏎"


def test_a_critical_at_a_console_may_be_split_first_or_lost() -> None:
    session = activated("jazz")
    state = session.state
    frame = Console("jazz", "console_1", symbols=msgspec.convert([0, 1, 0, 0, 0], type(Console("", "").symbols)))
    session.timeline._states[session.head] = replace(state, agenda=(*state.agenda, frame))
    question = table(session)[1].frame.question
    assert question is not None
    assert [(type(one.command), one.tokens, one.loss, one.key) for one in question.choices] == [
        (c.SplitCritical, ("critical",), "", "⏎"),
        (c.LeaveConsole, (), "loses 1 symbol", "1"),
    ]


def test_consequences_are_told_with_their_text() -> None:
    session = activated("uma")
    state = session.state
    frame = KeepConsequence("uma", ("deep_cut", "rattled"))
    session.timeline._states[session.head] = replace(state, agenda=(*state.agenda, frame))
    _, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assert [choice.detail for choice in question.choices] == ["Wounds −1.", "Become Suppressed."]


def test_the_end_is_told_with_its_reason() -> None:
    session = deployed()
    state = replace(session.state, agenda=(), result="defeat", because="out_of_time")
    session.timeline._states[session.head] = state
    _, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assert question.title == "Defeat"
    assert "Round 12" in question.note
    assert notes.frame.top.ask == "Defeat"
    ending = notes.frame.ending
    assert ending is not None
    assert ("Rounds", "1") in ending.numbers
    assert ("Still standing", "4") in ending.numbers


def test_the_top_says_what_is_asked_at_each_point() -> None:
    asked = [table(session)[1].frame.top for session in (new_game(), deployed(), activated())]
    assert [(top.actor, bool(top.ask)) for top in asked] == [("", True), ("", True), ("Cadin", True)]
    assert asked[0].phase == ""
    assert asked[1].phase == "Activations"


def test_the_top_names_who_decides_in_a_roll_and_not_who_attacks() -> None:
    def attacked(session: Session) -> bool:
        top = session.state.agenda[-1] if session.state.agenda else None
        return isinstance(top, Roll) and "." in top.actor and bool(session.legal())

    session = until(deployed(seed=4), attacked)
    top = table(session)[1].frame.top
    frame = session.state.agenda[-1]
    assert isinstance(frame, Roll)
    assert frame.team is not None
    names = Names(english(), rules_of(session).catalog)
    assert top.actor == names.short(frame.team.figure)
    assert names.figure(frame.actor) in top.ask
    assert top.side == "team"


def test_the_top_names_the_enemy_while_its_real_dice_are_asked_for() -> None:
    session = until(
        deployed(answers={"enemy.dice": "person"}),
        lambda one: any(isinstance(form, DiceForm) for form in one.prompt.forms),
    )
    top = table(session)[1].frame.top
    assert "#" in top.actor
    assert top.side == "enemy"


def test_the_top_names_who_keeps_a_consequence_and_not_who_acts() -> None:
    session = activated("jazz")
    state = session.state
    frame = KeepConsequence("uma", ("deep_cut", "rattled"))
    session.timeline._states[session.head] = replace(state, agenda=(*state.agenda, frame))
    assert table(session)[1].frame.top.actor == "Uma"
