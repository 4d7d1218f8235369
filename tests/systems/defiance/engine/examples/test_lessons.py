"""The playable worked examples (issue 9: "It teaches"): each is played as its lesson says, in every edition in
which it holds, and comes out as the rulebook says.

Spans `content.lessons` and `checks.lessons`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import ContentError, Illegal
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import load_system
from defiance_qt.systems.defiance import content as built_in
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.catalog import content_faults, read_catalog, read_lessons
from defiance_qt.systems.defiance.engine.content import lessons as of
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.lessons.course import DefianceCourse, read_roll
from defiance_qt.systems.defiance.system import Defiance
from tests.texts import defiance_words

EDITIONS = ("en", "es", "en-print")
LESSONS = {one.id: one for one in Defiance().lessons(built_in.files()) if one.kind == "example"}


CARDS = {card.id: card for name, text in built_in.examples().items() for card in read_lessons(name, text)}
CASES = [(id, edition) for id in LESSONS for edition in CARDS[id].editions or EDITIONS]


def play(session: Session, steps: int | None = None) -> None:
    """Play the steps of the lesson, each a legal command, and the Enemy's turn after it."""
    assert session.course is not None
    for step in CARDS[session.course.lesson.id].steps[:steps]:
        command = parse_command(step.do)
        assert command in session.legal(), step.do
        session.submit(command)
        while (legal := session.legal()) and all(session.game.automatic(one) for one in legal):
            session.submit(legal[0])


def rolled(session: Session) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Yield the rolls since the table was laid: side, dice, faces."""
    dice: dict[str, Any] = {}
    assert session.course is not None
    for context in session.event_contexts(step for step in session.timeline.path if step > session.course.start):
        event = context.event
        if isinstance(event, e.RollOpened):
            dice = {"team": event.roll.team, "enemy": event.roll.enemy}
        elif isinstance(event, e.DiceRolled):
            yield event.side, tuple(zip((die.die for die in dice[event.side].dice), event.faces, strict=True))


@pytest.mark.parametrize(("id", "edition"), CASES)
def test_an_example_comes_out_as_the_book_says(id: str, edition: str) -> None:
    session = Session.lesson(id, edition=edition)
    assert session.prompt.seat == "team"
    words = defiance_words()
    before = session.lesson_progress(words)
    assert before is not None
    assert not before.done
    assert before.next is not None
    play(session)
    after = session.lesson_progress(words)
    assert after is not None
    assert (after.done, after.astray, after.next) == (True, False, None)
    assert after.findings
    assert [finding for finding in after.findings if finding.agrees is not True] == []


@pytest.mark.parametrize("id", LESSONS)
def test_the_dice_of_an_example_are_those_that_are_rolled(id: str) -> None:
    """The dice that the lesson names are those of the cards, and they show what it says."""
    session = Session.lesson(id)
    play(session)
    dice = read_catalog(built_in.files(), missions=()).dice
    wanted = [roll for step in CARDS[id].steps for text in step.rolls if (roll := read_roll(text, dice))]
    assert list(rolled(session))[: len(wanted)] == wanted


@pytest.mark.parametrize("id", LESSONS)
def test_the_rules_that_an_example_names_are_those_that_were_applied(id: str) -> None:
    """Every rule that is given as a reason was cited by an event or a refusal, or is the rule of a claim about Contact
    or targets, which cause no event."""
    session = Session.lesson(id)
    play(session)
    progress = session.lesson_progress(defiance_words())
    assert progress is not None
    cited = {rule for context in session.event_contexts() for rule in getattr(context.event, "rules", ())}
    cited |= {rule for finding in progress.findings for rule in finding.rules}
    assert set(progress.rules) - cited - SILENT.get(id, set()) == set()
    assert set(progress.rules) <= set(defiance_words().rules)


# Rules that forbid or allow something without an event: what did not happen is the point of these examples.
SILENT = {
    "dx_02": {"R-089"},
    "ex_06": {"R-037"},
    "ex_07": {"R-053"},
    "ex_08": {"R-062", "R-070"},
    "ex_11": {"R-074"},
    "ex_12": {"R-100"},
    "ex_15": {"R-201", "R-202"},
    "ex_16": {"R-136"},
    "ex_21": {"R-006", "R-276", "R-278"},
}


@pytest.mark.parametrize("id", LESSONS)
def test_the_file_of_an_example_is_faultless(id: str) -> None:
    name = f"examples/{id}.toml"
    assert content_faults({**built_in.files(), name: built_in.examples()[name]}) == ()


def test_every_example_of_the_books_that_shows_a_position_or_a_roll_is_playable() -> None:
    sources = {CARDS[id].source for id in LESSONS}
    assert len(sources) == len(LESSONS) >= 16
    assert {f"EX-{n:02}" for n in (6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 21, 22, 23, 24)} <= sources
    assert {f"DX-{n:02}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12)} <= sources
    assert {lesson.kind for lesson in LESSONS.values()} == {"example"}


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.parametrize("id", LESSONS)
def test_an_example_is_told_in_every_language(id: str, language: str) -> None:
    words = defiance_words(language)
    assert LESSONS[id].title in words
    assert LESSONS[id].text in words
    session = Session.lesson(id)
    for steps in (0, None):
        play(session, steps)
        progress = session.lesson_progress(words)
        assert progress is not None
        said = [progress.title, progress.text, progress.reason, *(step.text for step in progress.steps)]
        said += [part for finding in progress.findings for part in (finding.said, finding.came)]
        assert [text for text in said if text.startswith(("claim.", "lesson.", "mission."))] == []
        assert all(finding.said for finding in progress.findings)


# ---- what a lesson does while it is played ----


def test_the_dice_fall_the_same_after_an_undo() -> None:
    session = Session.lesson("ex_11")
    play(session)
    first = session.state
    session.undo()
    progress = session.lesson_progress(defiance_words())
    assert progress is not None
    assert [step.done for step in progress.steps] == [True, False]
    session.submit(parse_command("attack cadin rippers.slash nox_spec_ops.1"))
    assert session.state == first


def test_who_does_something_else_is_astray_until_the_undo() -> None:
    session = Session.lesson("ex_11")
    session.submit(c.Activate("cadin"))
    session.submit(c.Move("cadin"))
    progress = session.lesson_progress(defiance_words())
    assert progress is not None
    assert progress.astray
    assert not progress.done
    assert [finding.agrees for finding in progress.findings] == [None, None]
    session.undo()
    again = session.lesson_progress(defiance_words())
    assert again is not None
    assert not again.astray
    session.undo()
    with pytest.raises(Illegal, match="nothing to undo"):
        session.undo()
    assert session.undo_label() == ""


def test_a_claim_that_does_not_hold_is_said_to_differ() -> None:
    """Were the book to say 2 Damage, the lesson would show the 1 that came out."""
    session = Session.lesson("ex_11")
    one = CARDS["ex_11"]
    claim = of.Equals(path="enemies.nox_spec_ops.1.damage", equals=2)
    gone = of.Gone(enemy="nox_spec_ops.1")
    steps = (*one.steps[:-1], replace(one.steps[-1], book=(claim, gone)))
    catalog = read_catalog(built_in.files(), missions=())
    assert session.course is not None
    session.course.course = DefianceCourse(replace(one, steps=steps), catalog, {})
    play(session)
    progress = session.lesson_progress(defiance_words())
    assert progress is not None
    assert [(finding.said, finding.came, finding.agrees) for finding in progress.findings] == [
        ("Nox Spec-Ops #1: 2 Damage", "Nox Spec-Ops #1: 1 Damage", False),
        ("Nox Spec-Ops #1 is out of the game", "Nox Spec-Ops #1 is still in play", False),
    ]


def test_before_the_table_is_laid_there_is_no_lesson() -> None:
    session = Session.lesson("ex_11")
    session.travel_to(0)
    assert session.lesson_progress(defiance_words()) is None
    assert Session.new(mission="extraction", seed=1).lesson_progress() is None


def test_an_example_is_a_session_like_any_other(tmp_path: Any) -> None:
    """It is decided again alike, and a copy of it opens without the program's examples."""
    session = Session.lesson("ex_14")
    play(session)
    assert session.verify().ok
    session.copy_to(tmp_path / "example.defiance")
    with open_save(tmp_path / "example.defiance") as again:
        assert again.state == session.state
        assert again.host.changes == ()
        assert again.verify().ok


def test_a_lesson_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(
        ContentError, match="there is no lesson 'ex_99': first_round, second_round, third_round, ex_11, ex_20, dx_01"
    ):
        Session.lesson("ex_99")


def test_a_lesson_of_other_editions_says_so() -> None:
    with pytest.raises(ContentError, match="the lesson 'ex_18' holds in other editions: en, en-print"):
        Session.lesson("ex_18", edition="es")


@pytest.mark.parametrize(
    ("roll", "why"),
    [("team pink:S", "there is no die 'pink'"), ("team red:B+B", "the die 'red' has no face 'B.B'")],
)
def test_a_roll_that_cannot_fall_is_refused(roll: str, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        read_roll(roll, read_catalog(built_in.files(), missions=()).dice)


def test_a_lesson_that_a_system_does_not_have_is_named() -> None:
    pig = load_system("pig").rules
    assert "ex_11" not in {one.id for one in pig.lessons(pig.content())}
    with pytest.raises(ContentError, match="there is no lesson 'ex_11'"):
        Session.lesson("ex_11", "pig")
