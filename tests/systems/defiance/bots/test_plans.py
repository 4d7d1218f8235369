"""The plans that the bot gives to be compared."""

from __future__ import annotations

import pytest

from defiance_qt.core.port import Candidate
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import plans
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.words.languages import LANGUAGES
from tests.lab.games import active, begun, deployed
from tests.systems.defiance.bots.test_planning import placed
from tests.texts import defiance_words


def made(session: Session, state: State | None = None, language: str = "en") -> tuple[Candidate, ...]:
    return plans(session.game, session.state if state is None else state, {}, defiance_words(language))


@pytest.mark.parametrize("character", ["jazz", "cadin", "qiang", "uma"])
def test_the_first_plan_is_the_bots_own(character: str) -> None:
    session = active(character)
    state = placed(session, enemies=True)
    legal = session.game.legal(state)
    own = HeuristicBot().choose(session.game, state, legal)  # type: ignore[arg-type]
    found = made(session, state)
    assert found[0].commands[0] == own
    assert all(one.commands[0] in legal for one in found)


def test_plans_differ_in_what_they_end_with() -> None:
    session = active("jazz")
    found = made(session, placed(session, jazz={"space": "J6"}))
    assert [one.about for one in found] == [("jazz", "console_1"), ("jazz", "K6")]
    assert found[0].text == "Jazz: Interact with Console 1 using Hacking device"
    assert found[0].note == "Console 1 is the next step of the mission"
    others = made(active("qiang"))
    assert len({one.commands[-1] for one in others}) == len(others) == 3


def test_to_stay_is_a_plan_beside_a_walk() -> None:
    session = active("cadin")
    walk, stay = made(session, placed(session))[:2]
    assert isinstance(walk.commands[0], c.Move | c.StepTo)
    assert walk.about[0] == "cadin"
    assert walk.about[1:] == tuple(one.space for one in walk.commands if isinstance(one, c.StepTo))
    assert (stay.commands, stay.note) == ((c.EndActivation("cadin"),), "")


def test_before_an_activation_the_plans_are_those_of_other_characters() -> None:
    found = made(deployed())
    assert len({one.commands[0] for one in found}) == 3
    assert all(isinstance(one.commands[0], c.Activate) for one in found)


def test_nothing_is_planned_while_the_team_is_placed() -> None:
    assert made(begun()) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_plans_are_told_in_every_language(language: str) -> None:
    for one in made(active("jazz"), language=language):
        assert one.text
        assert "advice." not in one.text + one.note
