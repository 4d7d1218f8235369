"""The built-in campaign in a session: undo across the end of a mission, the save, typed dice, and play at random.

Spans `rules.campaign.course` and `decide`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.legal import check
from defiance_qt.systems.defiance.engine.state import CampaignState
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.positions import catalog

STEPS = (c.Station, c.Swap, c.Cure, c.Acquire, c.Buy, c.Sell, c.Pool, c.Stow, c.Fetch, c.Load, c.Scrap, c.Give)


def at(session: Session) -> CampaignState:
    found: CampaignState = session.state.campaign
    return found


def step(session: Session) -> str:
    top = session.state.agenda[0]
    assert isinstance(top, f.Campaign)
    return top.todo[0]


def begin(session: Session) -> None:
    """Set the mission ahead up, and place everybody somewhere."""
    session.submit(c.BeginMission())
    while deploys := [one for one in session.legal() if isinstance(one, c.Deploy)]:
        session.submit(deploys[0])


def fall(session: Session) -> None:
    """All Characters fall and none can recover: the mission is lost."""
    for id in at(session).team:
        session.submit(c.Overrule(f"team.{id}.carried", []))
    for id in at(session).team:
        if not session.state.between:
            session.submit(c.Overrule(f"team.{id}.damage", session.state.team[id].wounds))


@pytest.fixture
def lost() -> Session:
    session = Session.new(mission="defiance", seed=7)
    begin(session)
    fall(session)
    return session


def test_a_mission_that_is_over_is_undone_and_done_again(lost: Session) -> None:
    assert step(lost) == "verdict"
    assert at(lost).played[0].because == "team_down"
    after = lost.state
    lost.undo()
    assert not lost.state.between
    assert (lost.state.round, at(lost).played) == (1, ())
    lost.redo()
    assert lost.state == after
    lost.submit(c.AcceptDefeat())
    assert step(lost) == "crew"
    assert lost.state.team["goldstein"].consequences, "he joins with a Consequence"
    lost.undo()
    lost.submit(c.PlayAgain())
    assert isinstance(lost.state.agenda[-1], f.Deployment)
    assert all(one.conscious for one in lost.state.team.values())
    assert not lost.state.team["uma"].face_down


def test_a_campaign_is_saved_verified_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "campaign.defiance"
    session = Session.new(mission="defiance", seed=7, path=path)
    begin(session)
    fall(session)
    session.submit(c.AcceptDefeat())
    chance = random.Random(2)
    while step(session) != "briefing":
        moves = [one for one in session.legal() if isinstance(one, STEPS)]
        for one in chance.sample(moves, min(2, len(moves))):
            if one in session.legal():
                session.submit(one)
        session.submit(c.FinishStep() if c.FinishStep() in session.legal() else session.legal()[0])
    begin(session)
    state, head = session.state, session.head
    assert session.verify().ok
    session.close()
    again = open_save(path)
    assert (again.state, again.head) == (state, head)
    assert (again.state.mission_id, at(again).number) == ("dead_air", 1)
    again.close()


def test_the_dice_of_a_cure_are_typed(lost: Session) -> None:
    lost.submit(c.AcceptDefeat())
    lost.submit(c.SetAnswer("team", "dice", "person"))
    lost.submit(c.Station("uma", "cabins"))
    lost.submit(c.FinishStep())
    before = lost.state.team["uma"].face_down
    assert len(before) == 2, "two for ending the mission Unconscious (R-233)"
    lost.submit(c.Cure("uma", "?"))
    request = lost.game.request(lost.state)
    assert request is not None
    assert not request.by_app
    dice = catalog().dice
    die = dice.dice[dice.rolls["medicine"][0]]
    success = next(at for at, face in enumerate(die.faces, start=1) if face.success)
    lost.submit(c.EnterDice((success,)))
    assert len(lost.state.team["uma"].face_down) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_steps_at_random_never_break_a_campaign(seed: int) -> None:
    """Missions are lost at once; what lies between them is played at random, with everything built and rich. Exactly
    what is not listed is refused."""
    chance, seen = random.Random(seed), dict[c.Command, None]()
    session = Session.new(mission="defiance", seed=seed, journal=False)
    for _ in range(3):
        begin(session)
        fall(session)
        session.submit(c.AcceptDefeat())
        for id in at(session).team:
            session.submit(c.Overrule(f"team.{id}.intel", 20))
        session.submit(c.Overrule("campaign.tech,campaign.biological", [4, 3]))
        while step(session) != "briefing":
            legal = session.legal()
            seen.update(dict.fromkeys(legal))
            assert isinstance(session.game, DefianceGame)
            rules = session.game.rules_for(session.state)
            for command in (*legal, *chance.sample(list(seen), min(40, len(seen)))):
                assert (check(rules, session.state, command) is None) == (command in legal), command
            kinds = list(dict.fromkeys(map(type, legal)))
            kind = chance.choice(kinds)
            session.submit(chance.choice([one for one in legal if type(one) is kind]))
            assert not list(session.game.invariants(session.state))
    assert at(session).number == 3
