"""Any sequence of submissions and moves lands on the exact state, and the journal gives the same timeline back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.journal.record import read_record, write_record
from defiance_qt.journal.store import create, in_memory, open_journal
from tests.core.same import assert_same
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer, pig_setup
from tests.journal.games import HEADER

COMMANDS = st.one_of(
    st.builds(Roll, st.integers(1, 4)),
    st.just(Hold()),
    st.builds(SetAnswer, st.booleans()),
    st.builds(EnterDice, st.lists(st.integers(1, 6), max_size=3).map(tuple)),
)
STEPS = st.integers(0, 40)
NAMES = st.sampled_from(["", "vault", "Zürich", "Москва"])
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("submit"), COMMANDS),
        st.tuples(st.just("submit"), COMMANDS),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
        st.tuples(st.just("jump"), STEPS),
        st.tuples(st.just("fork"), STEPS, NAMES),
        st.tuples(st.just("checkpoint"), NAMES, STEPS),
        st.tuples(st.just("note"), NAMES, STEPS),
        st.tuples(st.just("dice"), st.sampled_from(["same", "fresh"])),
    ),
    max_size=50,
)


class Expected:
    """What a session must show, kept the plain way: the state after each step, and its parent."""

    def __init__(self, session: Session) -> None:
        self.states = [session.state]
        self.parents: list[int | None] = [None]
        self.head = 0

    def moved(self, move: tuple[Any, ...], session: Session) -> None:
        """After a move that was accepted."""
        if move[0] == "submit":
            game = PigGame()
            state = self.states[self.head]
            for command in session.timeline.step(len(self.states)).commands:
                for event in game.decide(state, command):
                    state = game.evolve(state, event)
            self.parents.append(self.head)
            self.head = len(self.states)
            self.states.append(state)
        elif move[0] == "undo":
            parent = self.parents[self.head]
            assert parent is not None
            self.head = parent
        elif move[0] == "redo":
            assert self.parents[session.head] == self.head
            self.head = session.head
        elif move[0] in ("jump", "fork"):
            self.head = move[1]

    def check(self, session: Session) -> None:
        assert session.head == self.head
        assert session.state == self.states[self.head]
        path = [self.head]
        while (parent := self.parents[path[-1]]) is not None:
            path.append(parent)
        assert list(session.timeline.path) == path[::-1]


def perform(session: Session, move: tuple[Any, ...]) -> None:
    kind, *values = move
    if kind == "dice":
        session.dice_after_undo = values[0]
    else:
        getattr(session, kind)(*values)


def play(session: Session, moves: list[tuple[Any, ...]]) -> None:
    expected = Expected(session)
    for move in moves:
        entries = session.timeline.entries
        try:
            perform(session, move)
        except Illegal:
            assert session.timeline.entries == entries
        else:
            assert session.timeline.entries == entries + 1
            expected.moved(move, session)
        expected.check(session)


@given(MOVES)
def test_moves_land_on_the_exact_state(moves: list[tuple[Any, ...]]) -> None:
    setup = pig_setup(target=20)
    journal = in_memory(replace(HEADER, setup=setup))
    session = Session.start(PigGame(), setup, journal)
    play(session, moves)
    assert str(session.verify().message) == "ok"
    assert_same(Session.resume(PigGame(), journal).timeline, session.timeline)


@settings(max_examples=12)
@given(MOVES, MOVES)
def test_a_save_and_its_text_form_hold_the_same(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[Any, ...]], later: list[tuple[Any, ...]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("moves")
    session = Session.start(PigGame(), HEADER.setup, create(folder / "a.defiance", HEADER))
    play(session, moves)
    session.close()
    again = Session.resume(PigGame(), open_journal(folder / "a.defiance"))
    assert_same(again.timeline, session.timeline)
    for move in later:
        try:
            perform(again, move)
        except Illegal:
            continue
    again.close()
    with open_journal(folder / "a.defiance", read_only=True) as journal:
        write_record(journal, folder / "a.jsonl")
        last = Session.resume(PigGame(), journal)
    assert_same(last.timeline, again.timeline)
    assert_same(
        Session.resume(PigGame(), read_record(folder / "a.jsonl", lambda header: PigGame())).timeline, again.timeline
    )
