"""Sessions over the toy game, in memory: what a submission, a move and a question do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from defiance_qt.core.errors import Illegal, SaveError
from defiance_qt.core.session import Change, Host, Session
from defiance_qt.core.timeline import Branch, Moved, Step, Timeline
from tests.core.toy import (
    AnswerSet,
    DiceRolled,
    EnterDice,
    Hold,
    PigGame,
    Roll,
    RollOpened,
    SetAnswer,
    Shouted,
    pig_setup,
)


def new(game: PigGame | None = None, seed: int = 7, **options: Any) -> Session:
    ticks = iter(range(10**9))
    return Session.start(game or PigGame(), pig_setup(seed, **options), clock=lambda: float(next(ticks)))


def test_the_app_answers_its_chance_within_the_step() -> None:
    session = new()
    change = session.submit(Roll(2))
    step = session.timeline.step(1)
    assert step.commands[0] == Roll(2)
    assert isinstance(step.commands[1], EnterDice)
    assert change.events[:2] == (RollOpened(2), DiceRolled(step.commands[1].faces))
    assert (change.before, change.after) == (session.timeline.state_at(0), session.state)
    assert (change.step, change.cause, step.at) == (1, "submit", 1.0)


def test_the_app_answers_the_chance_of_the_set_up() -> None:
    session = new(head_start=True, target=1)
    step = session.timeline.step(0)
    (dice,) = step.commands
    assert [type(event).__name__ for event in step.events[:3]] == ["Began", "RollOpened", "DiceRolled"]
    assert session.state.pot == (0 if 1 in dice.faces else sum(dice.faces))
    session.play([SetAnswer(False), Roll(1), EnterDice((4,)), Hold()])
    assert session.result is not None
    assert str(session.verify().message) == "ok"
    assert new(head_start=True).timeline.step(0).commands == (dice,)


def test_a_person_answers_when_asked() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.submit(Roll(2))
    assert session.prompt.seat == "table"
    session.submit(EnterDice((2, 5)))
    assert session.state.pot == 7


class _Leaving(Host):
    """Gives up the first decision of a step, and goes on with another game."""

    def __init__(self, session: Session) -> None:
        self.session, self.asked, self.other = session, 0, PigGame()

    @property
    def changed(self) -> bool:
        # The session asks before it decides, after it has, and before it decides again.
        self.asked += 1
        return self.asked in (2, 3)

    def renew(self) -> None:
        self.session.update(self.other, "without it")


def test_a_step_in_which_the_rules_change_is_decided_again() -> None:
    session = new()
    session.host = host = _Leaving(session)
    told: list[str] = []
    session.subscribe(lambda change: told.append(change.cause))
    assert session.submit(Roll(2)).step == 1
    assert (told, len(session.timeline)) == (["update", "submit"], 2)
    assert (session.game, session.timeline.updates) == (host.other, [(1, "without it")])


def test_a_refusal_in_which_the_rules_change_is_that_of_the_new_ones() -> None:
    session = new()
    session.host = host = _Leaving(session)
    with pytest.raises(Illegal):
        session.submit(Hold())
    assert (session.game, len(session.timeline), host.asked) == (host.other, 1, 4)


def test_values_that_are_fixed_come_before_the_apps_own() -> None:
    session = new()
    waiting = [(2, 3)]  # counted from 0
    session.fixed = lambda request: waiting.pop() if waiting else None
    session.submit(Roll(2))
    assert session.timeline.step(1).commands[1] == EnterDice((3, 4))
    session.submit(Roll(2))
    assert isinstance(session.timeline.step(2).commands[1], EnterDice)


def test_an_illegal_command_changes_nothing() -> None:
    session = new()
    told: list[Change] = []
    session.subscribe(told.append)
    before = session.state
    with pytest.raises(Illegal) as refused:
        session.submit(Hold())
    assert (refused.value.code, refused.value.rule) == ("nothing_to_hold", "P-2")
    assert session.state is before
    assert (len(session.timeline), session.timeline.entries, told) == (1, 1, [])


def test_undo_and_redo_pick_the_very_state() -> None:
    session = new()
    session.submit(Roll(1))
    state = session.state
    undone = session.undo()
    assert (undone.before, undone.after, undone.events, undone.cause) == (state, session.state, (), "undo")
    redone = session.redo()
    assert redone.after is state
    assert redone.events == session.timeline.step(1).events


def test_nothing_to_undo_or_redo() -> None:
    session = new()
    with pytest.raises(Illegal, match="nothing to undo") as refused:
        session.undo()
    assert refused.value.code == "nothing_to_undo"
    with pytest.raises(Illegal, match="nothing to redo") as refused:
        session.redo()
    assert refused.value.code == "nothing_to_redo"
    assert (session.undo_label(), session.redo_label()) == ("", "")


def test_labels_say_what_undo_takes_back() -> None:
    session = new()
    session.submit(SetAnswer(True))
    session.submit(Roll(1))
    assert session.undo_label(Shouted()) == "ROLL (0)"
    session.undo()
    assert session.redo_label(Shouted()) == "ROLL (0)"
    assert session.undo_label() == "SetAnswer (0)"
    assert (session.label(0), session.label(1)) == ("", "SetAnswer (0)")


@pytest.mark.parametrize("move", ["jump", "fork", "checkpoint", "note", "label"])
def test_steps_that_do_not_exist_are_refused(move: str) -> None:
    session = new()
    calls: dict[str, Callable[[], object]] = {
        "jump": lambda: session.jump(3),
        "fork": lambda: session.fork(-1, "x"),
        "checkpoint": lambda: session.checkpoint("x", 9),
        "note": lambda: session.note("x", 9),
        "label": lambda: session.label(1),
    }
    with pytest.raises(Illegal) as refused:
        calls[move]()
    assert refused.value.code == "no_such_step"
    assert session.timeline.entries == 1


def test_fork_names_the_branch_that_follows() -> None:
    session = new()
    session.play([Roll(1), Roll(1)])
    change = session.fork(1, "bolder")
    assert (session.head, change.cause) == (1, "fork")
    session.submit(Roll(3))
    assert session.timeline.branches == (Branch("", None, 0, 2), Branch("bolder", 1, 3, 3))
    assert session.timeline.branch(3).name == "bolder"
    assert session.timeline.children(1) == (2, 3)
    session.jump(2)
    assert list(session.timeline.path) == [0, 1, 2]
    session.jump(1)
    session.submit(Roll(2))
    assert session.timeline.branch(session.head) == Branch("", 1, 4, 4)


def test_checkpoints_and_notes() -> None:
    session = new()
    session.submit(Roll(1))
    session.checkpoint("before the vault")
    session.checkpoint("start", 0)
    session.note("odd")
    session.note("very odd")
    assert session.timeline.names == {1: "before the vault", 0: "start"}
    session.checkpoint("", 0)
    assert session.timeline.names == {1: "before the vault"}
    assert session.timeline.notes == {1: ("odd", "very odd")}


def test_the_app_rolls_the_dice_that_a_person_leaves_to_it() -> None:
    session = new()
    session.submit(Roll(3))
    own = session.timeline.step(session.head).commands[1].faces
    session.undo()
    session.submit(SetAnswer(by_app=False))
    session.submit(Roll(3))
    values = session.rolled((5, None, None))
    session.submit(session.game.answer(session.state, values))
    assert session.timeline.step(session.head).commands == (EnterDice((6, *own[1:])),)
    assert session.verify().ok


def test_dice_after_undo_are_the_same_or_fresh() -> None:
    def rolls(session: Session) -> set[tuple[int, ...]]:
        seen = set()
        for _ in range(8):
            session.submit(Roll(3))
            seen.add(session.timeline.step(session.head).commands[1].faces)
            session.undo()
        return seen

    assert len(rolls(new())) == 1
    session = new()
    session.dice_after_undo = "fresh"
    assert session.timeline.settings == {"dice_after_undo": "fresh"}
    assert len(rolls(session)) > 1
    session.dice_after_undo = "same"
    assert len(rolls(session)) == 1
    with pytest.raises(Illegal, match="'loaded'"):
        session.dice_after_undo = "loaded"  # type: ignore[assignment]


def test_every_subscriber_is_told_even_if_one_fails() -> None:
    session = new()
    told: list[Change] = []

    def broken(change: Change) -> None:
        raise RuntimeError("broken")

    stop = session.subscribe(broken)
    session.subscribe(told.append)
    with pytest.raises(RuntimeError, match="broken"):
        session.submit(Roll(1))
    assert [change.step for change in told] == [1]
    assert session.head == 1
    session.subscribe(broken)
    with pytest.raises(ExceptionGroup):
        session.undo()
    stop()
    stop()
    with pytest.raises(RuntimeError):
        session.redo()


def test_changes_arrive_in_order_when_a_subscriber_submits() -> None:
    session = new()
    session.subscribe(lambda change: session.submit(SetAnswer(True)) if change.step == 1 else None)
    told: list[int] = []
    session.subscribe(lambda change: told.append(change.step))
    session.submit(Roll(1))
    assert told == [1, 2]


def test_why_counts_the_events_up_to_the_head() -> None:
    session = new()
    session.play([Roll(1), SetAnswer(False)])
    events = [told.event for told in session.event_contexts()]
    assert isinstance(events[1], RollOpened)
    assert session.why(1).rules == ("P-1",)
    assert session.why((1, 0)) == session.why(1)
    assert session.timeline.events_until(session.head) == len(events)
    assert session.timeline.locate(len(events) - 1) == (2, 0)
    assert session.why(2).words == ("pot 0",)
    for missing in (len(events), -1, (1, 9), (9, 0)):
        with pytest.raises(Illegal) as refused:
            session.why(missing)
        assert refused.value.code == "no_such_event"


def test_event_contexts_give_the_states_around_each_event() -> None:
    session = new()
    session.submit(Roll(1))
    told = list(session.event_contexts((1,)))
    assert told[0].before is session.timeline.state_at(0)
    assert told[-1].after == session.state
    assert [one.index for one in told] == list(range(len(told)))


def test_why_not_asks_the_game() -> None:
    session = new()
    assert session.why_not(Hold()).rules == ("P-2",)
    assert session.why_not(Roll(1)).rules == ()


def test_verify_names_the_step_that_differs() -> None:
    session = new()
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((5,)), Hold(), Roll(1), EnterDice((4,))])
    assert str(session.verify().message) == "ok"
    session.game = PigGame(bonus=1)
    session._games = [(0, session.game)]
    verdict = session.verify()
    assert (verdict.ok, verdict.step) == (False, 4)
    assert str(verdict.message).startswith("differs at step 4: ")
    assert "points=5" in str(verdict.message)
    assert "points=6" in str(verdict.message)


class Stricter(PigGame):
    def decide(self, state: Any, command: Any) -> Any:
        if isinstance(command, Roll) and command.dice == 3:
            raise Illegal("three", "X-1", "Three dice are forbidden.")
        return super().decide(state, command)


class Wordy(PigGame):
    def decide(self, state: Any, command: Any) -> Any:
        return [*super().decide(state, command), AnswerSet(state.by_app)]


def test_verify_reports_a_refusal_and_missing_events() -> None:
    session = new()
    session.play([Roll(1), SetAnswer(True), Roll(3)])
    session._games = [(0, Stricter())]
    assert str(session.verify().message) == "differs at step 3: Three dice are forbidden"
    session._games = [(0, Wordy())]
    assert session.verify().step == 1


def test_an_update_changes_the_rules_from_there_on() -> None:
    session = new()
    session.play([SetAnswer(False), Roll(1), EnterDice((5,)), Hold()])
    told: list[Change] = []
    session.subscribe(told.append)
    session.update(PigGame(bonus=10), {"bonus": 10})
    assert told[0].cause == "update"
    session.play([Roll(1), EnterDice((5,)), Hold()])
    assert session.state.scores == (5, 15)
    assert session.timeline.updates == [(5, {"bonus": 10})]
    assert session.verify().ok


def test_a_step_says_whose_act_it_is() -> None:
    session = new()
    session.submit(SetAnswer(True))
    session.submit(Roll(1), seat="north")
    assert [step.seat for step in session.timeline.steps()] == ["", "", "north"]


def test_result_and_legal_come_from_the_game() -> None:
    session = new(target=2)
    session.submit(SetAnswer(False))
    session.play([Roll(1), EnterDice((6,))])
    assert Hold() in session.legal()
    session.submit(Hold())
    assert (session.result, session.legal(), session.prompt.seat) == ("victory", (), "")
    session.close()


@pytest.mark.parametrize(("number", "parent"), [(2, 0), (1, 5), (1, -1)])
def test_a_step_out_of_order_is_no_timeline(number: int, parent: int) -> None:
    timeline = Timeline()
    timeline.add(Step(0, -1, (), (), 0.0), "a")
    with pytest.raises(SaveError, match="does not follow"):
        timeline.add(Step(number, parent, (), (), 0.0), "b")


def test_a_timeline_starts_with_step_0_and_knows_its_steps() -> None:
    timeline = Timeline()
    with pytest.raises(SaveError, match="instead of 0"):
        timeline.add(Step(1, 0, (), (), 0.0), "a")
    timeline.add(Step(0, -1, (), (), 0.0), "a")
    with pytest.raises(SaveError, match="no step 7"):
        timeline.apply(Moved(7))
    with pytest.raises(TypeError):
        timeline.apply(Step(1, 0, (), (), 0.0))


class Failing(PigGame):
    def decide(self, state: Any, command: Any) -> Any:
        return {Roll: "never reached"}[command]


def test_verify_reports_rules_that_cannot_cope() -> None:
    session = new()
    session.play([SetAnswer(False)])
    session._games = [(0, Failing())]
    assert str(session.verify().message).startswith("differs at step 1: it can no longer be decided (KeyError: ")
    session._games = [(0, Longer())]
    assert str(session.verify().message) == "differs at step 0: there were 1 events, now there are 2"


class Longer(PigGame):
    def start(self, setup: Any) -> Any:
        return [*super().start(setup), AnswerSet(True)]


def test_given_answers_are_taken_before_the_apps() -> None:
    session = new()
    change = session.submit(Roll(2), answers=[EnterDice((9, 9)), EnterDice((4, 4)), EnterDice((5, 5))])
    assert change.after.pot == 8
    assert session.timeline.step(1).commands == (Roll(2), EnterDice((4, 4)))
    own = new().submit(Roll(2))
    assert new().submit(Roll(2), answers=[EnterDice((1,))]).after == own.after


def test_a_session_closes_its_subscriptions() -> None:
    told: list[Change] = []
    with new() as session:
        session.subscribe(told.append)
    session.submit(SetAnswer(True))
    assert told == []


def test_several_commands_are_one_step_or_nothing() -> None:
    session = new()
    change = session.submit(Roll(1), Roll(1))
    assert len(session.timeline) == 2
    assert session.timeline.step(1).commands[0] == session.timeline.step(1).commands[2] == Roll(1)
    assert session.undo().after == change.before
    with pytest.raises(Illegal):
        session.submit(Roll(1), Roll(9))
    assert session.state == change.before


def test_looking_at_a_step_stores_nothing_and_acts_on_nothing() -> None:
    session = new()
    session.play([SetAnswer(True), Roll(1), Roll(2)])
    entries, there = session.timeline.entries, session.state
    told: list[Change] = []
    session.subscribe(told.append)
    session.look(1)
    assert (session.head, session.stands, session.looking) == (1, 3, True)
    assert session.legal() == session.prompt.commands == ()
    acts: tuple[Callable[[], object], ...] = (lambda: session.submit(Roll(1)), session.undo, session.redo)
    for act in acts:
        with pytest.raises(Illegal) as error:
            act()
        assert error.value.code == "looking"
    session.look(3)
    assert not session.looking
    assert session.state is there
    assert session.timeline.entries == entries
    assert [change.cause for change in told] == ["look", "look"]


def test_a_move_ends_a_look() -> None:
    session = new()
    session.play([Roll(1), Roll(2)])
    session.look(0)
    session.fork(1, "bolder")
    assert (session.head, session.looking) == (1, False)
    session.look(0)
    session.jump(2)
    assert (session.head, session.looking) == (2, False)
    session.submit(Roll(1))
    assert session.timeline.parent(3) == 2
