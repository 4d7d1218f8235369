"""Undo and redo by acts: what a person did, with the automatic steps after it; and moves by single steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.core import history
from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Change, Session
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer, Shouted, pig_setup

ON, OFF = SetAnswer(True), SetAnswer(False)
AUTOMATIC = (SetAnswer,)


def new(*commands: Any) -> Session:
    """A game in which settings are automatic and everything else is an act."""
    session = Session.start(PigGame(automatic=AUTOMATIC), pig_setup(), clock=lambda: 0.0)
    session.play(commands)
    return session


def undone(session: Session) -> list[int]:
    """The heads that undo leads to, one after another, until nothing is left."""
    return until_refused(session.undo, "nothing_to_undo")


def redone(session: Session) -> list[int]:
    return until_refused(session.redo, "nothing_to_redo")


def until_refused(move: Callable[[], Change], code: str) -> list[int]:
    heads: list[int] = []
    refused = ""
    while not refused:
        try:
            heads.append(move().step)
        except Illegal as error:
            refused = error.code
    assert refused == code
    return heads


def test_an_act_goes_with_the_automatic_steps_after_it() -> None:
    session = new(Roll(1), ON, ON, Roll(2), Roll(3), ON)
    assert undone(session) == [4, 3, 0]
    assert redone(session) == [3, 4, 6]


def test_without_automatic_steps_each_step_is_an_act() -> None:
    session = new(Roll(1), Roll(2), Roll(3))
    assert undone(session) == [2, 1, 0]
    assert redone(session) == [1, 2, 3]


def test_what_follows_the_set_up_is_an_act_even_if_automatic() -> None:
    """Otherwise nothing could be taken back there."""
    session = new(ON, ON, Roll(1))
    assert undone(session) == [2, 0]
    assert redone(session) == [2, 3]


def test_only_the_set_up_has_nothing_to_undo() -> None:
    session = new()
    assert undone(session) == redone(session) == []
    assert (session.undo_label(), session.redo_label()) == ("", "")


def test_from_inside_an_act_its_beginning_is_undone_and_its_rest_redone() -> None:
    session = new(Roll(1), Roll(2), ON, ON)
    session.jump(3)
    assert session.undo().step == 1
    session.jump(3)
    assert session.redo().step == 4


def test_redo_brings_the_events_of_the_whole_act() -> None:
    session = new(Roll(1), ON, OFF)
    after = session.state
    session.undo()
    change = session.redo()
    steps = [session.timeline.step(number) for number in (1, 2, 3)]
    assert change.events == tuple(event for step in steps for event in step.events)
    assert change.after is session.state
    assert change.after == after


def test_labels_name_the_act_and_not_what_followed_it() -> None:
    session = new(Roll(1), ON, Roll(2), ON, ON)
    assert session.undo_label(Shouted()).startswith("ROLL")
    session.undo()
    assert session.redo_label(Shouted()).startswith("ROLL")


def test_a_person_who_answers_chance_acts() -> None:
    session = new(OFF, Roll(1), EnterDice((4,)), ON)
    assert undone(session) == [2, 1, 0]


def test_of_several_commands_in_a_step_the_first_decides() -> None:
    session = new(Roll(1))
    session.submit(ON, Roll(1))
    session.submit(Roll(1), ON)
    assert undone(session) == [2, 0]


def test_branches_are_undone_along_their_own_line() -> None:
    session = new(Roll(1), ON, Roll(2), ON)
    session.fork(2, "bolder")
    session.play([Roll(3), ON, ON])
    assert list(session.timeline.path) == [0, 1, 2, 5, 6, 7]
    assert undone(session) == [2, 0]
    assert redone(session) == [2, 7]
    session.jump(4)
    assert undone(session) == [2, 0]
    assert redone(session) == [2, 4], "the line visited last"


def test_a_branch_that_begins_with_an_automatic_step_continues_the_act_before_it() -> None:
    session = new(Roll(1), Roll(2))
    session.fork(1, "")
    session.submit(ON)
    assert undone(session) == [0]
    assert redone(session) == [3]


# ---- changes of mind ----


def is_replaced(session: Session, first: int, tip: int, instead: int) -> bool:
    return history.replaced(session.timeline, first, tip, instead, session.game.answer_types)


def test_an_act_without_chance_is_replaced_by_another() -> None:
    session = new(ON, OFF)
    session.jump(1)
    session.submit(Roll(1))
    assert is_replaced(session, 2, 2, 3)
    assert not is_replaced(session, 3, 3, 2), "what came later replaced nothing"


def test_an_act_with_dice_stays_as_a_branch() -> None:
    session = new(Roll(1))
    session.undo()
    session.submit(ON)
    assert not is_replaced(session, 1, 1, 2)


def test_dice_typed_after_an_act_keep_it() -> None:
    session = new(OFF, Roll(1), EnterDice((4,)))
    session.jump(1)
    session.submit(ON)
    assert not is_replaced(session, 2, 3, 4)


def test_what_the_user_has_named_or_noted_stays() -> None:
    for mark in (Session.checkpoint, Session.note):
        session = new(ON, OFF)
        mark(session, "look", 2)
        session.jump(1)
        session.submit(ON)
        assert not is_replaced(session, 2, 2, 3)


def test_a_branch_that_was_asked_for_replaces_nothing_and_is_not_replaced() -> None:
    session = new(ON)
    session.fork(0, "bolder")
    session.submit(ON)
    assert not is_replaced(session, 1, 1, 2)
    session.submit(Roll(1))
    session.jump(0)
    session.submit(ON)
    assert not is_replaced(session, 2, 3, 4)
    assert session.timeline.branch(4).name == ""


def test_a_branch_keeps_its_name_when_its_first_act_is_replaced() -> None:
    session = new(ON)
    session.fork(0, "bolder")
    session.submit(OFF)
    session.jump(0)
    session.submit(Roll(1))
    assert session.timeline.branch(3).name == "bolder"
    assert is_replaced(session, 2, 2, 3)


# ---- by single steps ----


def test_travel_goes_by_single_steps_as_far_as_the_line() -> None:
    session = new(Roll(1), ON, ON, Roll(2))
    assert [session.travel(by).step for by in (-1, -2, 1, 9, -99, 0)] == [3, 1, 2, 4, 0, 0]
    assert session.travel(2).cause == "jump"


def test_travel_to_a_depth_of_the_current_line() -> None:
    session = new(Roll(1), ON, Roll(2))
    session.fork(1, "")
    session.play([Roll(3), ON])
    assert list(session.timeline.line) == [0, 1, 4, 5]
    assert [session.travel_to(depth).step for depth in (0, 2, 3, 4, 1, -1)] == [0, 4, 5, 5, 1, 5]


COMMANDS = st.sampled_from([Roll(1), Roll(2), Hold(), ON, ON, OFF, EnterDice((3,))])
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("submit"), COMMANDS),
        st.tuples(st.just("submit"), COMMANDS),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
        st.tuples(st.just("travel"), st.integers(-4, 4)),
        st.tuples(st.just("travel_to"), st.integers(-1, 12)),
        st.tuples(st.just("jump"), st.integers(0, 20)),
        st.tuples(st.just("fork"), st.integers(0, 20), st.just("x")),
    ),
    max_size=40,
)


def automatic(session: Session, step: int) -> bool:
    return isinstance(session.timeline.step(step).commands[0], AUTOMATIC)


@given(MOVES)
def test_any_moves_land_on_the_exact_state(moves: list[tuple[Any, ...]]) -> None:
    """Each step's state is always the one it had at first. Undo stops before an act, redo at the end of one, and undo
    after redo comes back."""
    session = new()
    states = {0: session.state}
    for kind, *values in moves:
        before = session.head
        path, line = list(session.timeline.path), list(session.timeline.line)
        try:
            change = getattr(session, kind)(*values)
        except Illegal:
            assert session.head == before
            continue
        head = session.head
        if kind == "submit":
            states[head] = session.state
        assert session.state is change.after
        assert session.state == states[head]
        if kind == "undo":
            taken = path[path.index(head) + 1 :]
            assert taken
            assert all(automatic(session, step) for step in taken[1:])
            assert head == 0 or not automatic(session, taken[0])
        if kind == "redo":
            brought = line[line.index(before) + 1 : line.index(head) + 1]
            assert brought
            assert all(automatic(session, step) for step in brought[1:])
            rest = line[line.index(head) + 1 :]
            assert not rest or not automatic(session, rest[0]) or head == 0
        if kind in ("travel", "travel_to"):
            assert list(session.timeline.line) == line
    assert session.verify().ok


@pytest.mark.parametrize("count", [1, 7, 30])
def test_undo_to_the_set_up_and_redo_to_the_end_land_on_equal_states(count: int) -> None:
    session = new(*[Roll(1), ON, OFF, ON] * count)
    last = session.state
    assert undone(session)[-1] == 0
    assert session.state == session.timeline.state_at(0)
    assert redone(session)[-1] == 4 * count
    assert session.state == last
