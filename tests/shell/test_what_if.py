"""Plans compared in the window: the sheet in the place of the tray, what it shows while it is counted, what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Forecast
from defiance_qt.lab.what_if.rollouts import Question, Rollout, Task
from defiance_qt.shell.table import Table
from defiance_qt.shell.what_if import GAMES
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.view.table import DefianceView
from tests.systems.defiance.view.hands import Hands, begin, deploy

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


class Players:
    """In place of the processes: the first plan costs two Damage more and loses, the second wins, the third both."""

    def __init__(self) -> None:
        self.begun = self.closed = 0
        self.asked: list[Question] = []
        self.given: list[Task] = []
        self.waiting: list[Task] = []
        self.fails = False

    def __call__(self, header: Any, count: int, stay: bool) -> Players:
        self.begun += 1
        return self

    @property
    def free(self) -> bool:
        return len(self.waiting) < 60

    def ask(self, question: Question) -> None:
        self.asked.append(question)
        self.waiting = []

    def give(self, task: Task) -> None:
        self.given.append(task)
        self.waiting.append(task)

    def results(self) -> list[tuple[Task, list[Rollout]]]:
        if self.fails:
            raise DefianceError("command.worker", "A process that plays games for the comparison has ended.")
        done, self.waiting = self.waiting, []
        return [(task, [self._rollout(task, task.first + nth) for nth in range(task.count)]) for task in done]

    def _rollout(self, task: Task, nth: int) -> Rollout:
        damage = nth % 3 + 2 * (task.plan == 0)
        found = Forecast({"damage": damage, "enemies": 1, "alert": 2}, ("jazz",) * (nth % 9 == 0))
        won = task.plan == 1 or (task.plan == 2 and nth % 2 == 0)
        return Rollout(found, f"{task.plan} {nth}".encode(), won if task.whole else None)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> Players:
    made = Players()
    monkeypatch.setattr("defiance_qt.shell.players._workers", made)
    return made


@pytest.fixture
def opened(players: Players, window: Window, qtbot) -> Callable[[], Table]:  # type: ignore[no-untyped-def]
    """Begins a game, asks what if, and returns the table once the plans are shown."""

    def shown() -> Table:
        table = begin(window)
        deploy(Hands(table))
        window.named_actions.do("turn.what_if")
        qtbot.waitUntil(lambda: table.plans is not None)
        return table

    return shown


def counted(window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    qtbot.waitUntil(lambda: not window.what_if._timer.isActive())


def test_the_plans_take_the_place_of_the_tray(opened: Callable[[], Table], window: Window) -> None:
    table = opened()
    sheet, view = table.plans, table.view
    assert sheet is not None
    assert isinstance(view, DefianceView)
    assert not table.tray.isVisible()
    assert sheet.isVisible()
    assert sheet.width() == table.layout_.upper.width()
    assert [card.play.accessibleName()[:8] for card in sheet.cards] == ["Play it."] * 3
    assert sheet.chapters.whole == "getting ready…"
    assert [line.number for line in view.board.plans.lines] == [1, 2, 3]
    assert view.board.visible_rect().contains(view.board.plans.area().center())
    window.named_actions.do("look.fit")
    assert view.board.visible_rect().adjusted(-9, -9, 9, 9).contains(view.board.home_rect())


@pytest.mark.parametrize("how", ["key", "escape", "button"])
def test_the_sheet_is_closed_and_the_board_is_whole_again(
    how: str, opened: Callable[[], Table], window: Window
) -> None:
    table = opened()
    sheet, view = table.plans, table.view
    assert sheet is not None
    assert isinstance(view, DefianceView)
    if how == "key":
        window.named_actions.do("turn.what_if")
    elif how == "escape":
        window.named_actions.do("turn.cancel")
    else:
        sheet.close_button.click()
    assert table.plans is None
    assert table.tray.isVisible()
    assert not view.board.plans.lines
    assert not window.what_if.open


def test_figures_are_ranges_and_the_verdict_is_announced(
    opened: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    table = opened()
    counted(window, qtbot)
    sheet = table.plans
    assert sheet is not None
    rows = {row.view.id: row.view for row in sheet.cards[0].rows}
    assert (rows["damage"].name, rows["damage"].strong) == ("Damage", "2–4")
    assert rows["damage"].text.startswith("mean 2.")
    assert [bar.inside for bar in rows["damage"].bars] == [False, False, True, True, True]
    assert rows["alert"].strong == "2 in all 90"
    assert rows["lost"].text == "Jazmín “Jazz” 6–19%"
    assert (rows["wins"].strong, rows["wins"].text) == ("0–13%", "0 of 25")
    assert sheet.games.whole == f"whole games: 25 of {GAMES} each"
    assert "plan 1 always has 2.0 more than plan 2 (Damage less healing)" in sheet.verdict.text()
    assert table.announced[-1] == sheet.verdict.text()
    assert not sheet.pause.isEnabled()
    assert "Damage: 2–4" in sheet.cards[0].accessibleName()
    assert len({task.first for task in players.given if task.whole}) >= 25


def test_a_pause_gives_out_no_more_games(opened: Callable[[], Table], players: Players, window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = opened()
    sheet = table.plans
    assert sheet is not None
    sheet.pause.click()
    before = len(players.given)
    window.what_if._look()
    window.what_if._look()
    assert len(players.given) == before
    sheet.pause.click()
    counted(window, qtbot)
    assert len(players.given) > before


def test_a_plan_is_played_by_its_number(opened: Callable[[], Table], players: Players, window: Window) -> None:
    table = opened()
    plan = players.asked[0].plans[1]
    window.named_actions.do("choice.2")
    assert table.plans is None
    frame = table.session.state.agenda[-1]
    assert isinstance(frame, Activation)
    assert frame.character == plan[0].character
    given = [one for step in table.session.timeline.path[-3:] for one in table.session.timeline.step(step).commands]
    assert [one for one in plan if one in given] == list(plan)
    assert table.tray.isVisible()


def test_a_plan_is_tried_as_a_branch_with_its_number(opened: Callable[[], Table], window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = opened()
    step = table.session.head
    window.named_actions.do("choice.2")
    table.session.jump(step)
    window.named_actions.do("turn.what_if")
    qtbot.waitUntil(lambda: table.plans is not None)
    sheet = table.plans
    assert sheet is not None
    sheet.cards[0].branch.click()
    children = table.session.timeline.children(step)
    assert [table.session.timeline.branch(one).name for one in children][1:] == ["plan 1"]


def test_what_is_played_meanwhile_ends_the_comparison(opened: Callable[[], Table], window: Window) -> None:
    table = opened()
    table.presenter.submit(table.session.legal()[0])
    assert table.plans is None
    assert not window.what_if._timer.isActive()


def test_processes_stay_ready_until_the_game_is_closed(
    opened: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    table = opened()
    for _ in range(2):
        window.named_actions.do("turn.what_if")
    qtbot.waitUntil(lambda: table.plans is not None)
    assert (players.begun, players.closed, len(players.asked)) == (1, 0, 2)
    assert players.asked[0].seed != players.asked[1].seed
    window.close_game()
    assert players.closed == 1
    assert table.plans is None


def test_a_worker_that_is_lost_closes_the_sheet_with_a_sentence(
    opened: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    table = opened()
    players.fails = True
    qtbot.waitUntil(lambda: table.plans is None)
    assert players.closed == 1
    assert "has ended" in window.message


def test_without_plans_a_sentence_says_so(players: Players, window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = begin(window)
    window.named_actions.do("turn.what_if")
    qtbot.waitUntil(table.message.isVisible)
    assert table.message.text.startswith("No plan is asked for here")
    assert (table.plans, players.begun, window.what_if.open) == (None, 0, False)


def test_a_table_that_has_changed_meanwhile_gets_no_plans(players: Players, window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = begin(window)
    deploy(Hands(table))
    window.named_actions.do("turn.what_if")
    table.presenter.submit(table.session.legal()[0])
    qtbot.waitUntil(lambda: players.begun == 1 and window.players.workers is not None)
    assert table.plans is None
    assert not players.asked


def test_while_looking_back_what_was_played_is_compared(players: Players, window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = begin(window)
    deploy(Hands(table))
    step, session = table.session.head, table.session
    walk = [session.legal()[0]]
    table.presenter.submit(walk[0])
    walk.append(next(one for one in session.legal() if isinstance(one, c.Move)))
    table.presenter.submit(walk[1])
    stands = session.head
    table.presenter.look(step)
    window.named_actions.do("turn.what_if")
    qtbot.waitUntil(lambda: table.plans is not None)
    assert players.asked[0].plans[0] == tuple(walk)
    assert table.plans is not None
    assert table.plans.cards[0].note.text() == "as it was played"
    window.named_actions.do("choice.2")
    assert not session.looking
    assert session.timeline.holds(stands)
    assert stands not in session.timeline.path
    assert session.timeline.parent(session.timeline.path[session.timeline.path.index(step) + 1]) == step


def test_while_looking_back_at_no_decision_a_sentence_says_so(players: Players, window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = begin(window)
    deploy(Hands(table))
    table.presenter.look(1)
    window.named_actions.do("turn.what_if")
    qtbot.waitUntil(table.message.isVisible)
    assert not window.what_if.open


@pytest.mark.slow
def test_real_processes_compare_and_end_with_the_window(window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = begin(window)
    deploy(Hands(table))
    window.named_actions.do("turn.what_if")
    qtbot.waitUntil(lambda: table.plans is not None and bool(table.plans.cards[0].rows), timeout=60_000)
    assert window.players.workers is not None
    processes = window.players.workers.processes
    assert all(one.is_alive() for one in processes)
    window.close()
    for one in processes:
        one.join(20)
    assert not any(one.is_alive() for one in processes)
    assert QApplication.instance() is not None
