"""Turning points in the window: counted while the page is open or not, what it shows, and what can be done from it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Forecast
from defiance_qt.lab.what_if.rollouts import Question, Rollout, Task
from defiance_qt.shell.dialogs.turning import TurningDialog
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.conftest import ROOT
from tests.systems.defiance.view.hands import Hands, begin, deploy

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise)")

DECISION, DICE = 22, 60
"""The places of the recorded game at which the invented players find turning points."""


class Players:
    """In place of the processes: the chance to win falls at a decision and at dice."""

    def __init__(self) -> None:
        self.begun = 0
        self.closed = 0
        self.asked: list[tuple[Question, ...]] = []
        self.given: list[Task] = []
        self.waiting: list[Task] = []
        self.even = self.fails = self.held = False

    def __call__(self, header: Any, count: int, stay: bool) -> Players:
        self.begun += 1
        return self

    @property
    def free(self) -> bool:
        return len(self.waiting) < 60

    def ask(self, *questions: Question) -> None:
        self.asked.append(questions)
        self.waiting = []

    def give(self, task: Task) -> None:
        self.given.append(task)
        self.waiting.append(task)

    def results(self) -> list[tuple[Task, list[Rollout]]]:
        if self.fails:
            raise DefianceError("command.worker", "A process that plays games for the comparison has ended.")
        done = [] if self.held else self.waiting
        self.waiting = self.waiting if self.held else []
        return [(task, [self._rollout(task, task.first + nth) for nth in range(task.count)]) for task in done]

    def _rollout(self, task: Task, nth: int) -> Rollout:
        chance = 0.9 if task.at <= DECISION else 0.5 if task.at <= DICE else 0.05
        if (task.at, task.plan) == (DECISION, 1):
            chance = 0.5
        if self.even:
            chance = 0.0
        own = f"{task.plan if task.at == DECISION else 0}"
        return Rollout(Forecast(), own.encode(), Random(f"{task.at} {nth}").random() < chance)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> Players:
    made = Players()
    monkeypatch.setattr("defiance_qt.shell.players._workers", made)
    return made


@pytest.fixture
def lost(players: Players, window: Window, tmp_path: Path, qtbot) -> Callable[[], Table]:  # type: ignore[no-untyped-def]
    """Opens a game that was lost in its twelfth Round."""

    def opened() -> Table:
        save = tmp_path / "lost.defiance"
        shutil.copy(ROOT / "saves" / "extraction-en-defeat.defiance", save)
        window.open(save)
        assert window.table is not None
        return window.table

    return opened


def shown(window: Window, qtbot) -> TurningDialog:  # type: ignore[no-untyped-def]
    """Ask for the turning points and wait until all are counted."""
    window.named_actions.do("game.turning")
    qtbot.waitUntil(lambda: window.turning.found is not None)
    counted(window, qtbot)
    assert window.turning.dialog is not None
    return window.turning.dialog


def counted(window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    qtbot.waitUntil(lambda: not window.turning.counting, timeout=30_000)


def test_a_card_tells_what_turned_the_game_and_what_it_was(lost: Callable[[], Table], window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    lost()
    dialog = shown(window, qtbot)
    decision, dice = dialog.cards
    assert dialog.title.text() == "2 turning points"
    assert dialog.verdict.text() == "1 was a decision, 1 was dice and cards."
    assert (decision.view.kind_name, decision.view.place) == ("a decision", "Round 4 · step 195")
    assert decision.view.falls
    assert dice.view.effects[0].text == "as the bot's"
    assert dice.view.effects[1].text.startswith("−")
    assert "Billie moved to O5." in decision.accessibleDescription()
    assert decision.again.property("role") == "primary"
    assert not dice.again.property("role"), "where the dice turned the game, nothing is urged"
    assert [mark.number for mark in dialog.chart._view.marks] == [1, 2]  # type: ignore[union-attr]
    assert "Round 1: " in dialog.chart.accessibleName()
    assert decision.board is not None
    assert "Billie" in decision.board.accessibleName()


def test_the_bot_s_way_is_folded_until_it_is_asked_for(lost: Callable[[], Table], window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    lost()
    dialog = shown(window, qtbot)
    assert dialog.after.isChecked()
    assert all("shown after your own try" in card.bot.text() for card in dialog.cards)
    dialog.shown.click()
    assert not any("shown after your own try" in card.bot.text() for card in dialog.cards)
    assert "Activate Billie now" in dialog.cards[0].bot.text()
    assert "The same." in dialog.cards[1].bot.text()
    dialog.after.click()
    assert "shown after your own try" in dialog.cards[0].bot.text()


def test_trying_again_begins_a_branch_with_other_dice_and_unfolds_the_moment(
    lost: Callable[[], Table], window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    table = lost()
    session = table.session
    stood = session.head
    dialog = shown(window, qtbot)
    dialog.cards[0].again.click()
    assert window.turning.dialog is None
    assert session.head == 195
    assert session.timeline.forking
    assert session.dice_after_undo == "fresh"
    assert "other dice" in table.message.text
    table.presenter.submit(session.legal()[0])
    assert session.timeline.branch(session.head).name == "another try at step 195"
    assert session.timeline.holds(stood)
    again = shown(window, qtbot)
    assert "Activate Billie now" in again.cards[0].bot.text(), "it was tried"
    assert "shown after your own try" in again.cards[1].bot.text()


def test_what_was_found_is_shown_again_without_counting(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    lost()
    shown(window, qtbot).reject()
    given = len(players.given)
    assert len(shown(window, qtbot).cards) == 2
    assert len(players.given) == given
    assert players.begun == 1


def test_counting_goes_on_while_the_page_is_closed_and_its_end_is_told(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    table = lost()
    players.held = True
    window.named_actions.do("game.turning")
    qtbot.waitUntil(lambda: window.turning.dialog is not None)
    assert window.turning.dialog is not None
    assert "Playing on from 87 decisions" in window.turning.dialog.state.text()
    window.turning.dialog.reject()
    players.held = False
    counted(window, qtbot)
    assert window.turning.dialog is None
    assert table.message.text == "The turning points are found: see the menu."


def test_it_waits_while_plans_are_compared_and_loses_nothing(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    lost()
    players.held = True
    window.named_actions.do("game.turning")
    qtbot.waitUntil(lambda: bool(players.waiting))
    window.players.owner = other = object()
    players.waiting = []
    players.held = False
    given = len(players.given)
    for _ in range(3):
        window.turning._look()
    assert len(players.given) == given
    window.players.leave(other)
    counted(window, qtbot)
    assert len(players.asked) == 2
    assert len(window.turning.dialog.cards) == 2  # type: ignore[union-attr]


def test_a_game_that_no_decision_cost_is_told_so(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    players.even = True
    lost()
    dialog = shown(window, qtbot)
    assert dialog.title.text() == "0 turning points"
    assert dialog.verdict.text() == "No decision of yours cost the game, as far as 200 games can tell."
    assert not dialog.cards


def test_an_unfinished_game_is_read_up_to_where_it_stands(players: Players, window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = begin(window)
    deploy(Hands(table))
    window.named_actions.do("game.turning")
    qtbot.waitUntil(table.message.isVisible)
    assert table.message.text.startswith("Nothing has been decided yet")
    assert window.turning.dialog is None


def test_a_failed_process_is_told_and_the_next_question_begins_another(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    lost()
    players.fails = True
    window.named_actions.do("game.turning")
    qtbot.waitUntil(lambda: "has ended" in window.message)
    assert window.turning.dialog is None
    assert window.players.workers is None
    players.fails = False
    assert len(shown(window, qtbot).cards) == 2
    assert players.begun == 2


def test_a_game_without_pictures_has_cards_of_words(
    lost: Callable[[], Table], window: Window, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("defiance_qt.shell.boards.Boards.there", False)
    lost()
    dialog = shown(window, qtbot)
    assert [card.board for card in dialog.cards] == [None, None]
    assert "Billie moved to O5." in dialog.cards[0].accessibleDescription()


def test_the_keys_of_the_page_try_its_moments(lost: Callable[[], Table], window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    lost()
    tried: list[int] = []
    dialog = shown(window, qtbot)
    dialog.tried.disconnect()
    dialog.tried.connect(tried.append)
    for number in (2, 3):
        dialog._try(number)
    assert tried == [2], "there is no third one"


def test_watching_shows_the_game_from_the_decision_on(lost: Callable[[], Table], window: Window, qtbot) -> None:  # type: ignore[no-untyped-def]
    table = lost()
    shown(window, qtbot).cards[1].watch.click()
    assert table.session.looking
    assert table.session.head == 484
    assert table.presenter.moving


@pytest.mark.parametrize(
    ("system", "mission", "edition", "known"),
    [("pig", "duel", "one", False), ("warfighter", "first_light", "table", True)],
)
def test_the_end_of_a_game_offers_them_where_the_game_knows_them(
    system: str, mission: str, edition: str, known: bool, players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    window.games.begin(NewGame(system, "game.name", mission, 3, edition, {}, ()))
    table = window.table
    assert table is not None
    offered = [button.objectName() for button, _ in table.ending._offered]
    assert ("ending:game.turning" in offered) is known
    window.named_actions.do("game.turning")
    qtbot.waitUntil(table.message.isVisible)
    assert table.message.text == (
        "Nothing has been decided yet in which a turning point could be."
        if known
        else "Pig has no turning points to find."
    )


def test_a_table_that_is_built_again_meanwhile_gets_its_page(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    before = lost()
    window.named_actions.do("game.turning")
    window.show_table_again()
    assert window.table is not before
    qtbot.waitUntil(lambda: window.turning.dialog is not None)
    counted(window, qtbot)
    assert len(window.turning.dialog.cards) == 2  # type: ignore[union-attr]


def test_closing_the_game_drops_what_was_asked(
    lost: Callable[[], Table], players: Players, window: Window, qtbot
) -> None:  # type: ignore[no-untyped-def]
    lost()
    shown(window, qtbot)
    window.close_game()
    assert window.turning.dialog is None
    assert window.turning.found is None
    assert players.closed == 1
