"""What is known of the last roll: how long it is shown, and what its events bring."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.core.port import EventContext
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Console, Roll
from defiance_qt.systems.defiance.view.present.choices import RollChoices
from defiance_qt.systems.defiance.view.present.consequences import Consequences, Outcome
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.record import LastRoll, _under_way, innermost, read
from tests.systems.defiance.view.positions import english
from tests.systems.defiance.view.seated import after, at

FIELD = "C . 1\n . . .\n\ncadin carries=stick\ndummy 1\nanswers team.dice=person enemy.dice=person"


def struck(*dice: str) -> Session:
    """Cadin has struck with these dice of both sides."""
    return after(at(FIELD, "activate cadin"), "attack cadin stick.point dummy.1", *(f"dice {one}" for one in dice))


def contexts(session: Session) -> tuple[EventContext, ...]:
    return tuple(session.event_contexts(tuple(range(1, session.head + 1))))


def test_a_roll_is_shown_until_it_is_sixty_steps_back() -> None:
    session = struck("S S", "-")
    last = LastRoll(session)
    opened = session.head - 2
    found = last()
    assert found is not None
    assert (found.step, found.ended, found.over) == (opened, session.head, True)
    while session.head < opened + 59:
        session.submit(c.Overrule("alert", 2 + session.head % 2))
    again = last()
    assert again is not None
    assert again.hurt == {"dummy.1": (2, 2)}
    session.submit(c.Overrule("alert", 1))
    assert last() is None
    session.jump(opened + 59)
    assert last() is not None


def test_a_roll_in_progress_is_the_one_that_is_shown() -> None:
    session = struck("S S", "-")
    done = read(contexts(session))
    assert done is not None
    assert done.over
    after(session, "attack cadin stick.point dummy.1")
    now = read(contexts(session))
    assert now is not None
    assert (now.over, now.ended, now.rolled) == (False, -1, False)
    after(session, "dice S")
    half = LastRoll(session)()
    assert half is not None
    assert (half.rolled, half.over, half.distance) == (False, False, 2)


def test_a_record_that_is_played_on_leaves_the_one_it_comes_from() -> None:
    known = LastRoll(struck("S S"))()
    assert known is not None
    fresh = known.to_play_on()
    fresh.lost["team"] = fresh.paid["enemy"] = Symbols(1)
    fresh.hurt["dummy.1"] = (1, 1)
    fresh.gone.add("dummy.1")
    fresh.states.append(("dummy.1", "stunned"))
    fresh.assigned.append(e.SymbolAssigned("one", 0, Symbols(1)))
    fresh.completed.append(0)
    assert (known.hurt, known.gone, known.states, known.assigned, known.completed) == ({}, set(), [], [], [])
    assert not any((*known.lost["team"], *known.paid["enemy"]))


def test_what_figures_suffer_and_who_falls_in_a_roll_is_added_up() -> None:
    session = struck("S S S CS", "-")
    session.submit(c.KeepCritical("success"))
    found = LastRoll(session)()
    assert found is not None
    state = session.state
    for event in (
        e.DamageSuffered("cadin", 1, 4),
        e.DamageSuffered("cadin", 2, 6),
        e.FellUnconscious("cadin"),
        e.RemoteDisabled("billie"),
        e.MiniatureDied("dummy.1", "respawn"),
        e.StateGained("cadin", "stunned"),
    ):
        found.take(EventContext(9, 0, event, state, state))
    assert found.hurt["cadin"] == (3, 6)
    assert (found.suffered("cadin"), found.suffered("jazz")) == (3, 0)
    assert found.gone == {"cadin", "billie", "dummy.1"}
    assert found.states == [("cadin", "stunned")]


def test_the_symbols_of_a_console_are_followed_to_the_end() -> None:
    text = 'C K . 1\n\ncadin carries=stick\ndummy 1\nconsole one K "S" "B B"\nanswers team.dice=person'
    session = after(at(text, "activate cadin"), "interact cadin one", "dice each 1")
    while any(isinstance(one, c.Assign) for one in session.legal()):
        session.submit(next(one for one in session.legal() if isinstance(one, c.Assign)))
    found = LastRoll(session)()
    assert found is not None
    assert [(one.input, one.symbol) for one in found.assigned] == [(0, Symbols(success=1)), (1, Symbols(block=1))]
    assert found.completed == [0]
    assert found.unused == Symbols(special=1)
    assert found.console is not None
    assert found.console.completed == (0,)


def test_an_attack_leaves_nothing_at_a_console() -> None:
    session = struck("S", "-")
    found = LastRoll(session)()
    assert found is not None
    state = session.state
    found.after_close(EventContext(9, 0, e.SymbolsDiscarded("one", Symbols(1)), state, state))
    assert (found.unused, found.console) == (Symbols(), None)


def test_of_two_rolls_the_inner_one_is_in_progress() -> None:
    state = at(FIELD, "activate cadin").state
    outer, inner = (Roll("attack", "cadin", "dummy.1", source, None, None) for source in ("stick", "knife"))
    console = Console("cadin", "one")
    for frames, roll, waits in (
        ((), None, False),
        ((outer,), outer, True),
        ((outer, inner), inner, True),
        ((outer, console), outer, True),
        ((console,), None, True),
    ):
        now = replace(state, agenda=(*state.agenda, *frames))
        assert (innermost(now), _under_way(now)) == (roll, waits)


def test_each_enemy_that_falls_by_a_choice_is_named() -> None:
    session = struck("S S S CS", "-")
    frame, found = session.state.agenda[-1], LastRoll(session)()
    assert isinstance(frame, Roll)
    assert found is not None
    names = Names(english(), rules_of(session).catalog)
    choices = RollChoices(session, frame, found, Consequences(session), names, str)
    told = choices._gain(c.KeepCritical("success"), Outcome(9, 0, gone=("cadin", "dummy.1", "nox_spec_ops.2")))
    assert told == "it falls, Nox Spec-Ops #2 falls"
