"""The summary of a state, as the list of saves shows it."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS
from tests.bounds import repeat
from tests.texts import defiance_words


def test_a_new_game_is_being_set_up_by_an_unhurt_team() -> None:
    session = Session.new(mission="extraction", seed=1)
    summary = session.game.summary(session.state)
    assert (summary.chapter, summary.last, summary.setting_up) == (0, 12, True)
    words = defiance_words("en")
    names = [next(words(key) for key in one.names if key in words) for one in summary.figures]
    assert names == ["Uma", "Cadin", "Qiang", "Jazz", "Billie"]
    assert [words(one.initials) for one in summary.figures] == ["US", "CF", "QG", "JC", "BI"]
    assert all(one.left == one.of > 0 for one in summary.figures)
    for _ in repeat(lambda: session.game.summary(session.state).setting_up, session.legal):
        session.submit(session.legal()[0])
    assert session.game.summary(session.state).chapter == 1


def test_what_is_left_of_a_figure_is_its_wounds_without_its_damage() -> None:
    session = Session.new(mission="extraction", seed=1)
    state = session.state
    team = state.team | {
        "uma": replace(state.team["uma"], damage=2),
        "jazz": replace(state.team["jazz"], damage=1, states=(UNCONSCIOUS,)),
    }
    hurt = replace(state, team=team, alert=2)
    before, after = session.game.summary(state), session.game.summary(hurt)
    assert (after.figures[0].left, after.figures[0].of) == (before.figures[0].of - 2, before.figures[0].of)
    assert after.figures[3].left == 0
    alert = after.lines[0]
    assert (alert.text, alert.values, alert.tone) == ("summary.alert", {"n": 2}, "gold")
    assert session.game.summary(state) == before
