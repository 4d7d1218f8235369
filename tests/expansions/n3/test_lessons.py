"""The lessons of N3: each comes out as the example says."""

from __future__ import annotations

import pytest

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import LessonProgress, Played, Setup
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import words_of
from expansions.n3.engine.switches import VARIANT
from expansions.n3.lessons import FILE, FOLDER, Script, lessons, read
from expansions.n3.system import TableSystem
from tests.expansions.n3.tables import NoPlugins, Table

WORDS = words_of("n3", "en")
LESSONS = [pytest.param(one, id=one.lesson.id) for one in lessons()]


def follow(course: Script, *other: str) -> LessonProgress:
    """Lay the table and give each step, or `other` commands. Every roll has to have its dice in the lesson."""
    system, setup = TableSystem(), Setup("n3", course.mission, 1, VARIANT, dict(course.options))
    game = system.bind({**system.content(), **course.content}, setup, NoPlugins())
    state, asked, began = game.blank(), 0, game.start(setup)
    for event in began:
        state = game.evolve(state, event)

    def dice(request: Request) -> tuple[int, ...]:
        nonlocal asked
        found = course.values(asked, request)
        assert found is not None, (course.lesson.id, asked, request)
        asked += 1
        return found

    played = [Played((), tuple(began), game.blank(), state)]
    for text in (*course.opening, *(other or (step.give for step in course.entry.steps))):
        after, commands, events = game.play(state, game.parse(text), dice)
        played.append(Played(tuple(commands), tuple(events), state, after))
        state = after
    assert other or asked == len(course.entry.dice)
    return course.progress(game, played[len(course.opening) :], WORDS)


@pytest.mark.parametrize("course", LESSONS)
def test_a_lesson_comes_out_as_it_says(course: Script) -> None:
    progress = follow(course)
    assert progress.done
    assert not progress.astray
    assert progress.findings
    assert [(one.said, one.came) for one in progress.findings if not one.agrees] == []


def test_there_is_a_lesson_for_every_example_of_the_supplement() -> None:
    told = {rule for one in lessons() for rule in one.entry.rules}
    assert {f"N-{number}" for number in range(116, 132)} <= told


def test_something_else_leads_astray() -> None:
    course = next(one for one in lessons() if one.lesson.id == "n120")
    progress = follow(course, "no_reactions")
    assert progress.astray
    assert not progress.done


def test_a_session_plays_a_lesson() -> None:
    with Session.lesson("n118", "n3") as session:
        progress = session.lesson_progress()
        assert progress is not None
        assert progress.next is not None
        session.submit(session.game.parse(progress.next.command))
        progress = session.lesson_progress()
        assert progress is not None
        assert progress.done
        assert all(one.agrees for one in progress.findings)


def test_the_setup_waits_for_a_person() -> None:
    table = Table()
    legal = table.game.legal(table.state)
    assert legal
    assert not any(map(table.game.automatic, legal))


@pytest.mark.parametrize(
    ("line", "wrong", "why"),
    [
        ("give = 'activate", "gave = 'activate", "Object contains unknown field `gave` - at `first_order.steps[0]`"),
        ('kind = "guide"', 'kind = "tour"', "Invalid enum value 'tour' - at `own_zone.kind`"),
        (
            'event = "turn_ended"',
            'event = "turn_over"',
            "Invalid value 'turn_over' - at `own_zone.steps[8].events[0].event`",
        ),
    ],
)
def test_a_fault_of_a_lesson_names_file_and_key(line: str, wrong: str, why: str) -> None:
    source = (FOLDER / FILE).read_text(encoding="utf-8")
    with pytest.raises(ContentError) as found:
        read(source.replace(line, wrong, 1).encode())
    assert str(found.value) == f"lessons.toml: {why}"
