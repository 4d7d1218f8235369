"""The soak over campaigns comes through all steps between missions, and finds what its further checks look for."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.port import Command, Offerings, Values
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.soak import Broken
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from tests.workshop.campaign_soak import CampaignSoak
from tests.workshop.soak import soak
from tests.workshop.tools import tools_of

pytestmark = pytest.mark.slow

SEED = 5


def watched(soaking: CampaignSoak, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what comes at the table: the steps between missions, and the missions."""
    seen: Counter[str] = Counter()
    check = soaking.check

    def counted(session: Session, seed: int, done: str) -> None:
        top = session.state.agenda[-1]
        seen[top.todo[0] if isinstance(top, Campaign) else session.state.mission_id] += 1
        check(session, seed, done)

    monkeypatch.setattr(soaking, "check", counted)
    return seen


def test_a_campaign_is_played_through_its_missions_and_the_steps_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.workshop.campaign_soak.HASTE", (0.2,))
    monkeypatch.setattr(CampaignSoak, "far", 700)
    soaking = CampaignSoak()
    seen = watched(soaking, monkeypatch)
    soaking.play(SEED)
    assert {"briefing", "crew", "sickbay", "intel", "equipment", "extraction", "verdict"} <= set(seen)
    assert soaking.tally.games == 1
    assert soaking.tally.tried > 0


def test_a_game_is_saved_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.workshop.campaign_soak.SAVED", 1)
    monkeypatch.setattr(CampaignSoak, "far", 60)
    tally = soak(5, SEED, commands=1, kind=CampaignSoak)
    assert (tally.games, tally.saved) == (1, 1)


def test_events_that_lead_elsewhere_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = DefianceGame.play

    def strange(game: DefianceGame, state: State, command: Command, values: Values) -> Any:
        after, commands, events = play(game, state, command, values)
        return replace(after, alert=after.alert + (after.round == 1)), commands, events

    monkeypatch.setattr(DefianceGame, "play", strange)
    with pytest.raises(Broken, match="its events lead to another state"):
        CampaignSoak().play(SEED)


def test_a_legal_command_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(game: DefianceGame, state: State, command: Command) -> Any:
        raise Illegal("no", "", "not today")

    monkeypatch.setattr(DefianceGame, "step", refuses)
    with pytest.raises(Broken, match="not today"):
        CampaignSoak().play(SEED)


def test_results_that_are_written_down_are_possible() -> None:
    """Only a correction in the middle of a mission may be refused."""
    chance = random.Random(3)
    with Session.new(mission="defiance", seed=1) as session:
        for _ in range(30):
            commands = tools_of().hasten(session, chance)
            assert len(commands) == 1
            session.game.step(session.state, commands[0])


def test_a_system_without_a_campaign_is_not_soaked() -> None:
    with pytest.raises(DefianceError, match="no campaign"):
        CampaignSoak().scenarios(Offerings(()))
