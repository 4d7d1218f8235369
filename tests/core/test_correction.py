"""A wrong entry, corrected some steps later: what becomes of the steps after it."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.core.correction import Correction, correct, parts, preview
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Overrule, Setup
from defiance_qt.core.session import Session
from tests.core.test_session import new
from tests.core.toy import EnterDice, Hold, PigGame, Roll, SetAnswer
from tests.core.trail import Camp, Greet, Rain, TrailGame, Turn, Walk

REASON = "as it was"


def previewed(session: Session, step: int, command: Any, **more: Any) -> Correction:
    return preview(session, step, command, session.host.own_words(), reason=REASON, **more)


def corrected(session: Session, step: int, command: Any, **more: Any) -> Correction:
    """Preview and carry out; the new line is what the preview has said, and verifies."""
    found = previewed(session, step, command, **more)
    correct(session, found, "corrected")
    assert session.state == found.state
    assert session.verify().ok
    return found


def fates(correction: Correction) -> list[tuple[int, str]]:
    return [(one.step, one.fate) for one in correction.lines]


def hike(*commands: Any) -> Session:
    session = Session.start(TrailGame(Setup("trail", "", 0)), Setup("trail", "", 0))
    session.play(commands)
    return session


# ---- dice ----


def test_what_followed_a_wrong_die_stays() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Roll(1), EnterDice((3,)), Hold()])
    done = corrected(session, 3, EnterDice((2,)))
    assert (done.counts["stays"], done.later, done.untouched, done.differing) == (3, 3, 3, 1)
    assert session.state.scores == (5, 0)
    assert session.timeline.branch(session.head).name == "corrected"
    session.jump(6)
    assert session.state.scores == (9, 0)


def test_a_preview_changes_nothing() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Hold(), Roll(2)])
    before = session.timeline.entries, session.head, session.state
    previewed(session, 3, EnterDice((1,)))
    assert (session.timeline.entries, session.head, session.state) == before


def test_what_has_nothing_left_to_act_on_is_lost_and_named() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Hold(), Roll(2)])
    done = corrected(session, 3, EnterDice((1,)))
    assert fates(done) == [(4, "lost"), (5, "stays")]
    assert done.lines[0].why is not None
    assert (done.lines[0].why.code, done.lines[0].why.rule) == ("nothing_to_hold", "P-2")
    assert session.state.asked == 2


def test_a_die_of_the_app_is_corrected_within_its_step() -> None:
    session = new(seed=11)
    session.play([SetAnswer(True), Roll(2), Roll(3)])
    assert [one.answers for one in parts(session, 2)] == ["", "team.dice"]
    second = session.timeline.step(3).commands[1]
    done = corrected(session, 2, EnterDice((6, 6)))
    assert (done.was, done.now) == (session.timeline.step(2).commands[1], EnterDice((6, 6)))
    assert [session.timeline.step(step).commands for step in session.timeline.path[2:]] == [
        (Roll(2), EnterDice((6, 6))),
        (Roll(3), second),
    ]


def test_dice_fall_as_they_fell_and_new_ones_are_counted() -> None:
    session = new(seed=11)
    session.dice_after_undo = "fresh"
    session.play([SetAnswer(True), Roll(2), Roll(3)])
    later = session.timeline.step(3).commands[1]
    done = corrected(session, 2, Roll(1))
    assert (done.rolled, done.first.rolled) == (1, 1)
    assert session.timeline.step(session.head).commands[1] == later


def test_of_other_dice_those_that_were_entered_stay() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(2), EnterDice((6, 3)), Hold()])
    done = corrected(session, 2, Roll(3))
    assert fates(done) == [(3, "bridged"), (4, "stays")]
    assert (done.lines[0].rolled, done.lines[0].bridge) == (1, None)
    assert session.timeline.step(session.head - 1).commands[0].faces[:2] == (6, 3)
    done = corrected(session, 2, Roll(1))
    assert (fates(done), done.lines[0].rolled) == ([(3, "bridged"), (4, "stays")], 0)
    assert session.timeline.step(session.head - 1).commands[0] == EnterDice((6,))
    done = corrected(session, 2, Roll(3), left_out=[3])
    assert fates(done) == [(3, "lost"), (-1, "added"), (4, "stays")]


# ---- figures ----


def test_a_figure_that_is_elsewhere_is_put_where_it_was() -> None:
    session = hike(Walk("ann", 1), Walk("ann", 3), Walk("bob", 1), Walk("bob", 2))
    done = corrected(session, 3, Walk("bob", 2))
    assert fates(done) == [(4, "bridged")]
    bridge = done.lines[0].bridge
    assert bridge is not None
    assert (bridge.values, bridge.commands) == ({"bob": 1}, (Overrule({"bob": 1}, REASON),))
    assert done.lines[0].why is not None
    assert done.lines[0].why.code == "too_far"
    assert session.timeline.step(session.timeline.path[-2]).commands == bridge.commands


def test_only_what_a_step_needs_is_put_back() -> None:
    session = hike(Walk("ann", 1), Walk("bob", 1), Walk("ann", 2), Walk("ann", 3))
    done = corrected(session, 1, Walk("ann", 2))
    assert fates(done) == [(2, "stays"), (3, "bridged"), (4, "stays")]
    session = hike(Walk("ann", 2), Walk("bob", 1), Camp("bob"), Rain(), Walk("ann", 4))
    done = corrected(session, 1, Walk("ann", 1))
    assert [set(one.bridge.values) for one in done.lines if one.bridge] == [{"ann"}]
    assert fates(done) == [(2, "stays"), (3, "bridged"), (4, "stays"), (5, "stays")]


def test_a_step_can_be_left_out_in_place_of_a_bridge() -> None:
    session = hike(Walk("ann", 1), Walk("ann", 3), Walk("bob", 1))
    done = corrected(session, 1, Walk("ann", 2), left_out=[2])
    assert fates(done) == [(2, "stays"), (3, "stays")]
    done = previewed(session, session.timeline.path[2], Walk("ann", 4))
    assert fates(done) == [(6, "stays")]
    session = hike(Walk("bob", 1), Walk("bob", 2), Walk("ann", 1))
    done = corrected(session, 1, Walk("bob", 2), left_out=[2])
    assert fates(done) == [(2, "lost"), (3, "stays")]
    assert session.state.bob == 2


def test_what_the_rules_ask_for_now_is_decided() -> None:
    session = hike(Walk("ann", 2), Walk("ann", 4), Walk("bob", 1), Walk("bob", 2))
    session.submit(Overrule({"ann": 3}))
    done = corrected(session, 5, Overrule({"ann": 4}))
    assert fates(done) == []
    session = hike(Walk("ann", 2), Walk("ann", 3), Walk("ann", 4), Walk("bob", 1), Walk("bob", 2))
    done = corrected(session, 3, Walk("ann", 5))
    assert fates(done) == [(-1, "added"), (4, "stays"), (5, "stays")]
    assert done.lines[0].commands == (Greet(),)


def test_what_runs_by_itself_follows_the_corrected_line() -> None:
    session = hike(Walk("ann", 1), Camp("ann"), Rain(), Walk("bob", 2))
    done = corrected(session, 2, Walk("ann", 2))
    assert fates(done) == [(3, "drops"), (4, "stays")]
    session = hike(Walk("ann", 1), Walk("ann", 2), Walk("bob", 1), Walk("bob", 3))
    done = corrected(session, 2, Camp("ann"))
    assert fates(done)[:2] == [(-1, "runs"), (3, "stays")]
    assert done.lines[0].commands == (Rain(),)


def test_the_rest_of_a_walk_is_carried_on_too() -> None:
    session = hike(Walk("bob", 1))
    session.submit(Walk("ann", 1), Walk("ann", 2), Walk("ann", 4))
    session.submit(Walk("bob", 2))
    done = corrected(session, 2, Walk("ann", 2))
    assert fates(done) == [(2, "bridged"), (3, "stays")]
    assert done.later == 2
    assert session.state.ann == 4


def test_two_turns_change_places() -> None:
    """The hikers were entered in the wrong order: what each did in its turn stays."""
    session = hike(
        Turn("ann"), Walk("ann", 1), Walk("ann", 3), Turn("bob"), Walk("bob", 1), Turn("bob"), Walk("bob", 2)
    )
    done = corrected(session, 1, Turn("bob"))
    assert fates(done) == [(step, "stays") for step in (5, 1, 2, 3, 6, 7)]
    assert session.state == session.timeline.state_at(7)


# ---- refusals ----


def test_a_line_not_current_is_followed_too() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,)), Hold()])
    session.jump(1)
    session.play([Roll(3)])
    assert fates(corrected(session, 3, EnterDice((5,)))) == [(4, "stays")]
    assert session.state.scores == (5, 0)


def test_a_refused_correction_changes_nothing() -> None:
    session = new()
    session.play([Roll(1), SetAnswer(True)])
    before = session.timeline.entries
    for step, command, part, code in (
        (0, Roll(1), None, "no_such_step"),
        (9, Roll(1), None, "no_such_step"),
        (1, Hold(), None, "nothing_to_hold"),
        (1, Roll(1), None, "nothing_corrected"),
        (1, Roll(2), 7, "no_such_part"),
        (1, EnterDice((1, 2)), None, "faces"),
    ):
        with pytest.raises(Illegal) as refused:
            previewed(session, step, command, part=part)
        assert refused.value.code == code
    assert (session.timeline.entries, session.head) == (before, 2)
    assert isinstance(session.game, PigGame)


def test_a_correction_that_leaves_nothing_playable_is_refused_with_step_and_rule() -> None:
    session = hike(Walk("ann", 2), Walk("ann", 4), Walk("ann", 6), Walk("ann", 7), Camp("ann"), Rain())
    with pytest.raises(Illegal) as refused:
        previewed(session, 4, Overrule({"ann": 9}))
    assert (refused.value.code, refused.value.rule, refused.value.values["step"]) == ("nothing_stays", "T-9", 5)
    assert session.head == 6


def test_a_note_says_why() -> None:
    session = hike(Walk("ann", 1), Walk("bob", 1))
    correct(session, previewed(session, 1, Walk("ann", 2)), "corrected", "We had mistaken the map.")
    assert list(session.timeline.notes.values()) == [("We had mistaken the map.",)]
    assert session.timeline.notes.keys() == {session.timeline.path[1]}
