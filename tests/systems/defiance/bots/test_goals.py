"""What the mission wants, read back from its conditions to what can be done on the board."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.bots.distances import DistanceMap
from defiance_qt.systems.defiance.bots.goals import Goals, deadline, find_goals, missing_symbols
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.content import Condition, DeployUnits, Requirement, SetFlag, Trigger
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import AllyJoined, DoorOpened
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import MissionState, State
from tests.lab.games import deployed
from tests.systems.defiance.engine.positions import position


@pytest.fixture
def session() -> Session:
    return deployed()


def of(session: Session, state: State | None = None) -> Goals:
    rules: Rules = session.game.rules  # type: ignore[attr-defined]
    return find_goals(rules, DistanceMap(rules), state or session.state)


def kinds(found: Goals) -> list[tuple[str, str]]:
    return [(task.kind, task.element) for task in found.now]


def test_the_console_that_opens_the_door_to_the_agent_comes_first(session: Session) -> None:
    found = of(session)
    assert kinds(found) == [("work", "console_1")]
    assert found.now[0].inputs == (0,)
    assert [(task.kind, task.element) for task in found.then] == [("meet", "goldstein")]
    assert not found.leaving


def test_what_the_inputs_want_is_what_they_have_not_got(session: Session) -> None:
    task = of(session).now[0]
    state = session.state
    assert missing_symbols(state, task) == Symbols.parse("S B")
    console = state.consoles["console_1"]
    halfway = replace(console, assigned=(Symbols.parse("S"), *console.assigned[1:]))
    assert missing_symbols(replace(state, consoles={"console_1": halfway}), task) == Symbols.parse("B")


def test_behind_an_open_door_the_agent_is_met(session: Session) -> None:
    state = session.game.evolve(session.state, DoorOpened("lab_door", "jazz"))
    assert kinds(of(session, state)) == [("meet", "goldstein")]


def test_with_the_agent_everybody_leaves(session: Session) -> None:
    neutral = session.state.neutrals["goldstein"]
    state = session.game.evolve(session.state, AllyJoined("goldstein", replace(neutral.ally, space=neutral.space)))
    found = of(session, state)
    assert found.leaving
    assert {task.who for task in found.now} == {("goldstein",), ("uma", "cadin", "qiang", "jazz")}
    fallen = replace(state.team["goldstein"], states=("unconscious",))
    found = of(session, replace(state, team={**state.team, "goldstein": fallen}))
    assert ("revive", "goldstein") in kinds(found)


def with_victory(session: Session, condition: Condition, *triggers: Trigger) -> Session:
    rules = session.game.rules  # type: ignore[attr-defined]
    rules.mission = replace(rules.mission, victory=(condition,), triggers=(*rules.mission.triggers, *triggers))
    return session


def test_a_unit_to_be_eliminated_is_hunted(session: Session) -> None:
    found = of(with_victory(session, Condition(id="clean", eliminated=("nox_spec_ops",))))
    assert kinds(found) == [("destroy", "nox_spec_ops.1"), ("destroy", "nox_spec_ops.2")]


def test_a_unit_that_waits_is_brought_out_by_its_trigger(session: Session) -> None:
    found = of(with_victory(session, Condition(id="clean", eliminated=("cadmus",))))
    assert kinds(found) == [("open", "barracks_door")]


@pytest.mark.parametrize(
    ("fact", "task"),
    [
        ("door_opened store_door", ("open", "store_door")),
        ("container_opened crate", ("search", "crate")),
        ("console_completed console_1", ("work", "console_1")),
        ("unit_eliminated nox_spec_ops", ("destroy", "nox_spec_ops.1")),
    ],
)
def test_a_flag_is_followed_back_to_what_sets_it(session: Session, fact: str, task: tuple[str, str]) -> None:
    trigger = Trigger(fact, (SetFlag("ready"),))
    found = of(with_victory(session, Condition(id="done", flags=("ready",)), trigger))
    assert kinds(found)[0] == task


def test_flags_that_wait_for_one_another_do_not_go_round_for_ever(session: Session) -> None:
    circle = (Trigger("flag a", (SetFlag("b"),)), Trigger("flag b", (SetFlag("a"),)))
    found = of(with_victory(session, Condition(id="never", flags=("a",)), *circle))
    assert found.now == ()


def test_the_deadline_is_the_missions(session: Session) -> None:
    rules = session.game.rules  # type: ignore[attr-defined]
    assert deadline(rules, session.state) == 12
    rules.mission = replace(rules.mission, defeat=())
    assert deadline(rules, session.state) is None


def counting(session: Session, *running: Trigger) -> int | None:
    """The deadline in Round 3 with a counter at 2 that loses the game at 6, and what makes it run."""
    rules = session.game.rules  # type: ignore[attr-defined]
    lost = Trigger("counter water 6", (k.EndMission("defeat", "drowned"),))
    rules.mission = replace(rules.mission, triggers=(*running, lost))
    found = deadline(rules, replace(session.state, round=3, mission=MissionState("flood", counters={"water": 2})))
    assert isinstance(found, int)
    return found


def rising(amount: int, **more: Any) -> Trigger:
    return Trigger("round_ended", (k.Count("water", amount),), repeats=True, **more)


def test_a_counter_that_runs_sets_a_deadline_too(session: Session) -> None:
    assert counting(session, rising(1)) == 6
    assert counting(session, rising(1), rising(2)) == 4


def test_a_counter_that_stands_still_or_runs_away_sets_none(session: Session) -> None:
    assert counting(session) == 12
    assert counting(session, rising(-1)) == 12
    assert counting(session, rising(1, needs=Requirement(flags=("alarm",)))) == 12
    assert counting(session, rising(1, unless=Requirement(alert=k.Span(max=9)))) == 12


def test_a_trigger_that_has_fired_brings_nothing_more(session: Session) -> None:
    with_victory(session, Condition(id="clean", eliminated=("cadmus",)))
    rules = session.game.rules  # type: ignore[attr-defined]
    fired = tuple(
        number
        for number, trigger in enumerate(rules.mission.triggers)
        if any(isinstance(effect, DeployUnits) and "cadmus" in effect.units for effect in trigger.effects)
    )
    assert of(session, replace(session.state, fired=fired)).now == ()


# ---- the mission language


def wanted(text: str, victory: Condition, *triggers: Trigger, **mission: Any) -> set[tuple[str, str]]:
    """The tasks, with their elements, of a mission on a small board."""
    game = position(text, victory=(victory,), triggers=triggers, **mission)
    rules = game.game.rules
    return {(task.kind, task.element) for task in find_goals(rules, DistanceMap(rules), game.state).now}


ROOM = "U . .\n. . .\n\nzone back C1\nconsole desk B2 S\njazz A2"


def test_a_counter_is_traced_to_what_raises_it() -> None:
    counts = Trigger("input_completed desk 1", (k.Count("logs"),), repeats=True)
    victory = Condition(id="logs", counter=k.CounterSpan("logs", min=2))
    assert wanted(ROOM, victory, counts, counters={"logs": k.Counter()}) == {("work", "desk")}
    assert not wanted(ROOM, victory, counts, counters={"logs": k.Counter(2)})


def test_an_item_is_traced_to_the_container_that_holds_it() -> None:
    victory = Condition(id="home", carrying="pistol", count=2)
    assert wanted(f"{ROOM}\ncontainer box C2", victory, Trigger("container_opened box", (k.Receive("pistol"),))) == {
        ("search", "box")
    }


def test_enemies_that_must_leave_a_zone_are_destroyed() -> None:
    victory = Condition(id="clear", enemies=k.EnemiesThere("back", max=0))
    assert wanted("U . 1\n. . .\n\nzone back C1\njazz A2\nnox_hacker 1 -", victory) == {("destroy", "nox_hacker.1")}


def test_conditions_of_a_trigger_come_first() -> None:
    bridge = Trigger("round_ended", (k.SetFlag("open"),), needs=k.Requirement(standing=("*",), zone="back", count=1))
    assert wanted(ROOM, Condition(id="open", flags=("open",)), bridge) == {("stand", "back")}
