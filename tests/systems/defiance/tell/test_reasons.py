"""Why things happened elsewhere: Steps, Aggro, Reserve and Alert, Consoles, turns; and every event of a game."""

from __future__ import annotations

import random
import re

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import events as e
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.tell.why import EN, SPOKEN, done, why

STEPS = "C 1 . U\n . . . .\n\ndummy 1 -\ncadin speed=6"


@pytest.mark.parametrize(
    ("table", "goal", "rules", "lines"),
    [
        (STEPS, "A2", ("R-052",), ["5 movement points are left"]),
        (STEPS, "B1", ("R-055", "R-057"), ["Two points, because an Enemy is on B1", "4 movement points are left"]),
        (
            "C X .\n . .\n\ncontainer crate X",
            "B1",
            ("R-219",),
            ["Two points, because B1 is obstructed", "4 movement points are left"],
        ),
        (
            "C .\n . .\n\ndifficult A1:e",
            "B1",
            ("R-217",),
            ["Two points, because the side to B1 is dotted blue", "4 movement points are left"],
        ),
        ("C U .\n . .\n\n", "B1", ("R-052", "R-055"), ["5 movement points are left"]),
    ],
)
def test_what_a_step_costs_and_why(table: str, goal: str, rules: tuple[str, ...], lines: list[str]) -> None:
    game, before = done(table, "activate cadin", "move cadin", f"step_to cadin {goal}")
    assert why(game, before, e.Moved) == lines
    assert next(event for event in game.events if isinstance(event, e.Moved)).rules == rules


def test_actions_and_speed() -> None:
    game, before = done("C\n\ncadin stunned", "activate cadin")
    assert why(game, before, e.ActivationBegan) == ["Stunned: Actions −1"]
    game, before = done("C\n\n", "activate cadin", "move cadin")
    assert why(game, before, e.ActionSpent) == ["Cadin has 1 Action left"]
    assert why(game, before, e.PointsGained) == ["Speed of Cadin: 6"]
    slow = '[[consequences]]\nid = "slow"\nspeed = -2'
    game, before = done("C\n\ncadin consequences=slow", "activate cadin", "move cadin", more=slow)
    assert why(game, before, e.PointsGained) == ["Speed of Cadin: 4 (printed 6)"]


def test_aggro_reserve_and_alert_from_what_to_what() -> None:
    game, before = done("C\n\ncadin aggro=5\nreserve 1", "activate cadin", "end_activation cadin")
    assert why(game, before, e.AggroChanged) == ["Aggro 5 → 3", "Maximum Aggro: 3"]
    assert why(game, before, e.ReserveChanged) == ["From 1 to 3"]
    game, before = done("U 1\n\ndummy 1 -\nalert 0", "activate uma", "attack uma pistol.shot dummy.1",
                        team="-", enemy="-")  # fmt: skip
    assert why(game, before, e.AlertChanged) == ["From 0 to 1"]


def test_consoles_containers_and_consequences() -> None:
    game = position('U X\n\nconsole one X "! S"').do("activate uma")
    before = game.state
    game.do("interact uma one", team="!")
    assert why(game, before, e.RollOpened)[0] == "Uma rolls yellow die (the Console)"
    before = game.state
    game.do("assign ! 0")
    assert why(game, before, e.SymbolAssigned) == ["Input 1 holds 1 Special; it needs 1 Success, 1 Special"]
    game, before = done("U X\n\ncontainer crate X 2", "activate uma", "interact uma crate")
    assert why(game, before, e.ContainerEmptied) == ["In this mission it gives 2 Loot cards"]
    kit = "C\n\ncadin A1 unconscious damage=10\ndeck consequence deep_cut torn_muscle concussion"
    game, before = done(kit, "activate cadin", "use_automedikit cadin", consequence=["deep_cut", "torn_muscle"])
    assert why(game, before, e.CardDrawn) == ["One of 3 possible cards"]
    before = game.state
    game.do("keep deep_cut")
    assert why(game, before, e.ConsequenceSuffered) == ["Deep cut: Wounds −1.", "Wounds 10 → 9"]


def test_whose_turn_it_is() -> None:
    game, before = done("C U\n\n", "activate cadin", "end_activation cadin")
    assert why(game, before, e.TurnPassed) == ["The Enemy is next"]
    game, before = done("J B\n\n", "activate jazz", "end_activation jazz")
    assert why(game, before, e.TurnPassed) == ["Billie follows immediately (Synchronized Ally and Controller)"]
    game, before = done("C\n\nalert 4", "activate cadin", "end_activation cadin")
    assert why(game, before, e.PhaseBegan, place=2)[-1] == "From Alert Level 4 the Enemy goes first (now 4)"


IDS = re.compile(r"[a-z]_[a-z]|\{|\.name\b|\bNone\b|\b(?:why|event|reason|refusal)\.")


def test_every_event_of_a_game_is_explained_in_every_language() -> None:
    """No reason fails, none shows an id, and each language says it in its own words."""
    chance = random.Random(5)
    explained: dict[type, int] = {}
    for seed in (1, 2):
        with Session.new(mission="extraction", seed=seed, edition=("en", "es")[seed % 2], journal=False) as session:
            for _ in range(160):
                if not session.legal():
                    break
                session.submit(chance.choice(session.legal()))
            for one in session.event_contexts():
                told = [session.game.why(one.event, one.before, words).words for words in SPOKEN.values()]
                assert len({len(lines) for lines in told}) == 1, one.event
                for line in (line for lines in told for line in lines):
                    assert not IDS.search(line), line
                if told[0]:
                    explained[type(one.event)] = explained.get(type(one.event), 0) + 1
    assert len(explained) > 25


def test_a_session_speaks_english_unless_told_otherwise() -> None:
    with Session.new(mission="extraction", seed=1, journal=False) as session:
        session.submit(session.legal()[0])
        place = next(one for one in session.event_contexts((1,)) if isinstance(one.event, e.CharacterDeployed))
        english = session.why((1, place.index))
        assert english == session.why((1, place.index), EN)
        assert english.rules == ("R-012",)
        assert english.words != session.why((1, place.index), SPOKEN["ru"]).words
        assert session.why_not(session.timeline.step(1).commands[0]).words[0].endswith("has already been placed")
        assert session.undo_label() == session.undo_label(EN) != ""
