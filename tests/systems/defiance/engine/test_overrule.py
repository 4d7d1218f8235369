"""Corrections by hand that take more than one value to stand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from defiance_qt.systems.defiance.engine.overrule import acting, overruled, value_at
from tests.bounds import repeat
from tests.systems.defiance.view.positions import activated
from tests.texts import defiance_words


@pytest.fixture
def session() -> Session:
    return Session.new(mission="extraction", seed=7)


def test_a_card_goes_from_one_pile_to_another_in_one_correction(session: Session) -> None:
    before = session.state
    unit = before.available[0]
    path, value = "available,removed", [list(before.available[1:]), [*before.removed, unit]]
    with pytest.raises(Illegal) as refused:
        session.submit(c.Overrule("available", value[0]))
    assert refused.value.code == "impossible"
    change = session.submit(c.Overrule(path, value, "it was eliminated"))
    assert unit not in session.state.available
    assert session.state.removed == (*before.removed, unit)
    event = change.events[0]
    assert isinstance(event, e.Overruled)
    assert event.now == value
    session.undo()
    assert session.state == before


def test_all_or_nothing(session: Session) -> None:
    before = session.state
    with pytest.raises(Illegal) as refused:
        session.submit(c.Overrule("alert,reserve", [1, -1]))
    assert refused.value.code == "impossible"
    assert session.state is before
    for value in ([1], [1, 2, 3], 1, None):
        with pytest.raises(Illegal) as refused:
            session.submit(c.Overrule("alert,reserve", value))
        assert refused.value.code == "wrong_value"
    with pytest.raises(Illegal) as refused:
        session.submit(c.Overrule("alert,nothing", [1, 2]))
    assert refused.value.code == "unknown_path"


def test_two_figures_change_places_at_once(session: Session) -> None:
    for deploys in repeat(lambda: [one for one in session.legal() if isinstance(one, c.Deploy)], session.legal):
        session.submit(deploys[0])
    cadin, uma = (session.state.team[id].space for id in ("cadin", "uma"))
    session.submit(c.Overrule("team.cadin.space,team.uma.space", [uma, cadin]))
    assert (session.state.team["cadin"].space, session.state.team["uma"].space) == (uma, cadin)


def test_values_and_their_text_form(session: Session) -> None:
    state = session.state
    assert value_at(state, "alert,reserve") == (state.alert, state.reserve)
    assert overruled(state, "alert,reserve", [3, 4]).reserve == 4
    command = c.Overrule("alert,reserve", [3, 4], "both")
    assert parse_command(format_command(command)) == command
    english = defiance_words("en")
    assert session.game.label(command, state, english) == "Correct Alert Level, Reinforcements Reserve → 3, 4"
    lists = c.Overrule("selected,available", [["nox_hacker"], []])
    assert session.game.label(lists, state, english).endswith(" → [Nox Hacker], [nothing]")


def test_a_counter_of_the_mission_is_corrected_as_the_gauge_shows_it() -> None:
    """Players who count on paper lay a marker beside the board: it can be wrong like any other."""
    session = Session.new(mission="cold_wake", seed=7, journal=False)
    words = defiance_words("en")
    known = session.game.rules.mission.counters  # type: ignore[attr-defined]
    shown = [id for id, counter in known.items() if counter.shown]
    assert shown
    table = next(one for one in session.game.subjects(session.state, words) if one.id == "table")
    fields = {one.path: one for one in table.fields if one.path.startswith("counters.")}
    assert list(fields) == [f"counters.{id}" for id in shown]
    path, before = f"counters.{shown[0]}", session.state
    assert fields[path].name == words(f"mission.cold_wake.counter.{shown[0]}")
    (event, *_) = session.submit(c.Overrule(path, fields[path].value + 1, "forgotten")).events
    assert session.state.mission.counters[shown[0]] == fields[path].value + 1
    assert fields[path].name in session.game.narrate(event, session.state, words)
    session.undo()
    assert session.state == before
    for wrong, code in ((-1, "wrong_value"), ("two", "wrong_value")):
        with pytest.raises(Illegal) as refused:
            session.submit(c.Overrule(path, wrong))
        assert refused.value.code == code
    with pytest.raises(Illegal) as refused:
        session.submit(c.Overrule("counters.nothing", 1))
    assert refused.value.code == "unknown_path"


def test_what_is_left_of_an_activation_is_set_while_it_goes_on() -> None:
    session = activated()
    on = acting(session.state)
    assert on is not None
    assert (value_at(session.state, "acting.actions"), value_at(session.state, "acting.points")) == (2, 0)
    session.submit(c.Overrule("acting.points", 3, "a Move that nobody entered"))
    session.submit(c.Overrule("acting.actions", 1))
    assert acting(session.state) == replace(on, actions=1, points=3)
    assert any(isinstance(one, c.StepTo) for one in session.legal())
    with pytest.raises(Illegal) as refused:
        session.submit(c.Overrule("acting.actions", -1))
    assert refused.value.code == "wrong_value"
    figure = next(one for one in session.game.subjects(session.state, defiance_words("en")) if one.id == on.character)
    assert {"acting.actions": 1, "acting.points": 3}.items() <= {one.path: one.value for one in figure.fields}.items()


def test_nothing_is_left_of_an_activation_that_nobody_has(session: Session) -> None:
    assert acting(session.state) is None
    with pytest.raises(Illegal) as refused:
        session.submit(c.Overrule("acting.points", 3))
    assert refused.value.code == "unknown_path"
