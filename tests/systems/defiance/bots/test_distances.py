"""Distances for planning: through doors that somebody would have to open first."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.bots.distances import FAR, OPENING, UNLOCKING, DistanceMap
from tests.lab.games import deployed


@pytest.fixture(scope="module")
def session() -> Session:
    return deployed()


@pytest.fixture(scope="module")
def distances(session: Session) -> DistanceMap:
    return DistanceMap(session.game.rules)  # type: ignore[attr-defined]


def cell(session: Session, name: str) -> int:
    return int(session.game.rules.board.by_name[name])  # type: ignore[attr-defined]


def test_an_open_way_is_as_long_as_its_steps(session: Session, distances: DistanceMap) -> None:
    field = distances.field(1 << cell(session, "A4"), 0)
    assert field[cell(session, "A4")] == 0
    assert field[cell(session, "A5")] == 1
    assert field[cell(session, "A7")] == 3


def test_a_closed_door_costs_an_action_and_an_open_one_nothing(session: Session, distances: DistanceMap) -> None:
    board = session.game.rules.board  # type: ignore[attr-defined]
    index = board.door_index["store_door"]
    near, far = board.door_cells(index)
    goal = 1 << far
    assert distances.field(goal, 1 << index)[near] == 1
    closed = distances.field(goal, 0)[near]
    assert 1 < closed <= 1 + OPENING


def test_a_security_door_bars_the_way_until_it_may_be_unlocked(session: Session, distances: DistanceMap) -> None:
    board = session.game.rules.board  # type: ignore[attr-defined]
    index = board.door_index["lab_door"]
    inside, outside = board.door_cells(index)
    assert distances.field(1 << inside, 0)[outside] == FAR
    assert distances.field(1 << inside, 0, unlocking=True)[outside] == 1 + UNLOCKING
    assert distances.field(1 << inside, 1 << index)[outside] == 1


def test_the_locks_on_the_way_are_named(session: Session, distances: DistanceMap) -> None:
    board = session.game.rules.board  # type: ignore[attr-defined]
    lab = board.door_index["lab_door"]
    goal = 1 << cell(session, session.state.neutrals["goldstein"].space)
    assert distances.locked_between(cell(session, "A4"), goal, 0) == [lab]
    assert distances.locked_between(cell(session, "A4"), goal, 1 << lab) == []
