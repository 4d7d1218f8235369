"""How far a mission has come, as every state tells it by itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.content import Condition, Step
from defiance_qt.systems.defiance.engine.rules.mission import last_round, steps_done
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.progress import progress
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.view.positions import deployed, english, new_game
from tests.texts import defiance_words


def stepping(rules: Rules, *steps: Step) -> Rules:
    """These rules with other steps of the mission."""
    rules.mission = replace(rules.mission, steps=steps)
    return rules


def states(state: State, rules: Rules) -> list[str]:
    found = progress(rules, state, english())
    assert found is not None
    return [goal.state for goal in found.goals]


def test_every_mission_has_steps_with_texts_in_every_language() -> None:
    """Nothing told a newcomer what to do."""
    catalog = read_catalog(content.files())
    assert catalog.missions
    for mission in catalog.missions.values():
        assert mission.steps, mission.id
        for language in LANGUAGES:
            words = defiance_words(language)
            for number in range(1, len(mission.steps) + 1):
                for part in ("", ".short", ".tip"):
                    assert f"mission.{mission.id}.step.{number}{part}" in words


def test_extraction_goes_from_the_laboratory_to_the_zone() -> None:
    session = deployed()
    rules, state = rules_of(session), session.state
    assert states(state, rules) == ["current", "open", "open"]
    lab = replace(state.doors["lab_door"], open=True)
    opened = replace(state, doors={**state.doors, "lab_door": lab})
    assert states(opened, rules) == ["done", "current", "open"]
    joined = replace(opened, team={**opened.team, "goldstein": opened.neutrals["goldstein"].ally})
    assert states(joined, rules) == ["done", "done", "current"]
    assert states(replace(joined, result="victory"), rules) == ["done", "done", "done"]
    assert states(replace(opened, result="defeat"), rules) == ["done", "open", "open"]


def test_a_step_out_of_turn_is_done_and_the_first_left_is_current() -> None:
    session = deployed()
    state = session.state
    joined = replace(state, team={**state.team, "goldstein": state.neutrals["goldstein"].ally})
    assert states(joined, rules_of(session)) == ["current", "done", "open"]


BOARD = """
    C . . 1
     . . X .
    U . . 2

    cadin
    uma
    nox_spec_ops 1
    container crate X
    door gate A2:e
    zone out A1 A2 A3
"""


@pytest.mark.parametrize(
    ("step", "change"),
    [
        (Step(id="x", opened=("gate",)), lambda s: {"doors": {"gate": replace(s.doors["gate"], open=True)}}),
        (
            Step(id="x", searched=("crate",)),
            lambda s: {"containers": {"crate": replace(s.containers["crate"], empty=True)}},
        ),
        (Step(id="x", flags=("lit",)), lambda s: {"flags": (*s.flags, "lit")}),
        (Step(id="x", eliminated=("nox_spec_ops",)), lambda s: {"units": {}, "selected": ()}),
        (
            Step(id="x", joined=("billie",)),
            lambda s: {"team": {**s.team, "billie": replace(s.team["uma"], id="billie")}},
        ),
        (
            Step(id="x", standing=("*",), zone="out"),
            lambda s: {"team": {id: replace(one, space=f"A{n}") for n, (id, one) in enumerate(s.team.items(), 1)}},
        ),
    ],
    ids=["opened", "searched", "flags", "eliminated", "joined", "standing"],
)
def test_each_part_of_a_step_is_seen_in_the_state(step: Step, change: Callable[[State], dict[str, Any]]) -> None:
    game = position(BOARD.replace("C . . 1", ". C . 1").replace("U . . 2", ". U . 2"))
    rules = stepping(game.game.rules, step)
    assert steps_done(rules, game.state) == (False,)
    assert steps_done(rules, replace(game.state, **change(game.state))) == (True,)


def test_a_mission_without_steps_shows_round_alert_and_gauges_alone() -> None:
    """Saves carry their own content: old ones have no steps."""
    session = deployed()
    rules = rules_of(session)
    whole = progress(rules, session.state, english())
    rules.mission = replace(rules.mission, steps=())
    bare = progress(rules, session.state, english())
    assert bare is not None
    assert whole is not None
    assert bare == replace(whole, goals=())
    assert [gauge.text for gauge in bare.gauges] == ["Alert 1"]


def test_a_lesson_whose_end_has_no_text_has_no_tip_for_it() -> None:
    game = position("U . . 1\n\numa\ndummy 1", defeat=(Condition(id="late", after_round=5),))
    found = progress(game.game.rules, game.state, english())
    assert found is not None
    assert (found.chapters, found.tip) == (5, "")


@pytest.mark.rule("R-045")
def test_the_last_round_is_that_of_the_earliest_timed_end() -> None:
    rules = rules_of(new_game())
    found = progress(rules, new_game().state, english())
    assert found is not None
    assert (found.chapter, found.chapters, found.name) == (0, 12, "Setup")
    assert "Round 12" in found.tip
    later = Condition(id="later", after_round=20, when="round")
    sooner = Condition(id="sooner", after_round=4, when="round")
    rules.mission = replace(rules.mission, defeat=(later, *rules.mission.defeat, sooner))
    assert last_round(rules) == sooner
    held = Condition(id="held", after_round=3, when="round")
    rules.mission = replace(rules.mission, victory=(*rules.mission.victory, held))
    assert last_round(rules) == held
    rules.mission = replace(rules.mission, victory=rules.mission.victory[:-1], defeat=())
    assert last_round(rules) is None


def test_the_alert_tells_what_it_does_and_what_the_next_level_brings() -> None:
    session = deployed()
    words, rules = english(), rules_of(session)
    for level in range(6):
        found = progress(rules, replace(session.state, alert=level), words)
        assert found is not None
        (alert,) = found.gauges
        assert (alert.value, alert.most) == (level, 5)
        assert words(f"view.alert.{level}") in alert.tip
        assert (words(f"view.alert.{level + 1}") in alert.tip) == (level < 5)


def test_next_is_who_acts_after_the_pending_decision() -> None:
    session = new_game()
    rules, words = rules_of(session), english()

    def comes() -> tuple[str, str]:
        found = progress(rules, session.state, words)
        assert found is not None
        return found.next, found.next_note

    assert comes() == ("Round 1", "")
    session = deployed()
    assert comes() == ("the Enemy", "1 Initiative card")
    session.submit(c.Activate("uma"))
    assert comes() == ("the Enemy", "1 Initiative card")
    quiet = replace(session.state, initiative=())
    found = progress(rules, quiet, words)
    assert found is not None
    assert found.next == "you, 4 still to act"
    done = {id: replace(one, activated=id not in ("uma", "jazz")) for id, one in quiet.team.items()}
    found = progress(rules, replace(quiet, team=done), words)
    assert found is not None
    assert found.next == "you, Jazz"
    done["jazz"] = replace(done["jazz"], activated=True)
    found = progress(rules, replace(quiet, team=done), words)
    assert found is not None
    assert found.next == "the End Phase"


@pytest.mark.rule("R-152")
def test_next_names_the_partner_that_must_follow() -> None:
    """It named others who were then refused."""
    session = deployed()
    rules, words = rules_of(session), english()

    def comes() -> str:
        found = progress(rules, session.state, words)
        assert found is not None
        return found.next

    session.submit(c.Activate("jazz"))
    assert comes() == "you, Billie"
    session.submit(c.EndActivation("jazz"))
    assert comes() == "the Enemy"
    assert {command.character for command in session.legal()} == {"billie"}


def test_every_state_of_a_game_says_what_comes_next_and_has_one_goal() -> None:
    session = new_game(3)
    rules, words = rules_of(session), english()
    choice = random.Random(4)
    for _ in range(400):
        legal = session.legal()
        if not legal:
            break
        session.submit(choice.choice(legal))
        found = progress(rules, session.state, words)
        assert found is not None
        running = session.state.result is None
        assert bool(found.next) == running
        assert bool(found.next_tip) == running
        assert not any(text.startswith(("progress.", "mission.", "view.")) for text in (found.next, found.next_tip))
        assert [goal.state for goal in found.goals].count("current") == running


def gauges(state: State, rules: Rules) -> list[tuple[str, int, int, str]]:
    found = progress(rules, state, english())
    assert found is not None
    return [(one.text, one.value, one.most, one.tone) for one in found.gauges[1:]]


def counted(state: State, rules: Rules, **counters: int) -> list[tuple[str, int, int, str]]:
    assert state.mission
    return gauges(replace(state, mission=replace(state.mission, counters=counters)), rules)


def test_a_counter_with_a_limit_is_a_gauge_beside_the_alert() -> None:
    """The water of Undertow rises, and worries more the nearer it comes to its limit."""
    with Session.new("infinity-defiance", mission="undertow", seed=3, journal=False) as session:
        rules, state = rules_of(session), session.state
        assert gauges(state, rules) == [("Undertow 0", 0, 11, "")]
        assert [counted(state, rules, undertow=value)[0][3] for value in (5, 6, 8, 9, 11)] == [
            "", "gold", "gold", "danger", "danger",
        ]  # fmt: skip
        tip = progress(rules, state, english()).gauges[1].tip  # type: ignore[union-attr]
        assert "At 11 the mission is lost" in tip


def test_a_countdown_is_shown_while_it_runs_and_a_gain_worries_nobody() -> None:
    with Session.new("infinity-defiance", mission="slow_burn", seed=3, journal=False) as session:
        rules, state = rules_of(session), session.state
        assert not gauges(state, rules)
        assert counted(state, rules, fuse=5) == [("Fuse 5", 5, 5, "")]
        assert counted(state, rules, fuse=1) == [("Fuse 1", 1, 5, "danger")]
    with Session.new("infinity-defiance", mission="moorings", seed=3, journal=False) as session:
        assert counted(session.state, rules_of(session), charge=13) == [("Charge 13", 13, 14, "team")]


def test_every_gauge_has_its_words_in_every_language() -> None:
    catalog = read_catalog(content.files())
    found = [
        f"mission.{mission.id}.counter.{id}"
        for mission in catalog.missions.values()
        for id, counter in mission.counters.items()
        if counter.most
    ]
    assert len(found) >= 9
    for language in LANGUAGES:
        words = defiance_words(language)
        assert all(f"{key}.{part}" in words for key in found for part in ("gauge", "tip"))
