"""Plans compared at the table of a window: asked for, played in processes of their own, shown while they are counted.

The processes are begun with the first question about a game and stay ready for the next one. The window looks at what
they have finished a few times a second; it neither plays nor waits.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Change
from defiance_qt.shell.jobs import random_seed
from defiance_qt.shell.present.values import MessageView

if TYPE_CHECKING:
    from defiance_qt.core.port import Candidate, State
    from defiance_qt.lab.what_if.comparison import Comparison, Report
    from defiance_qt.lab.what_if.workers import Workers
    from defiance_qt.shell.background import Job
    from defiance_qt.shell.panels.what_if import WhatIfSheet
    from defiance_qt.shell.table import Table
    from defiance_qt.shell.window import Window

LOOK = 60
"""Milliseconds between two looks at what the processes have finished."""
SHOW = 0.25
"""Seconds between two changes of what is shown."""
FIRST = 6.0
"""Seconds after which the first stage ends with what it has. It is shown from the first chapters on."""
GAMES = 200
"""The most games to the end, for each plan."""


class Made(NamedTuple):
    """What is made on a thread: the plans, the names of figures, and the processes."""

    plans: tuple[Candidate, ...]
    names: dict[str, str]
    workers: Workers


class WhatIf(QObject):
    """The comparison of a window, one at a time."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._table: Table | None = None
        self._sheet: WhatIfSheet | None = None
        self._plans: tuple[Candidate, ...] = ()
        self._names: dict[str, str] = {}
        self._comparison: Comparison | None = None
        self._leave: Callable[[], None] = _nothing
        self.seed: Callable[[], int] = random_seed
        """Makes the seed of a comparison: never the game's own."""
        self._begun: float | None = None
        self._shown = 0.0
        self._held = False
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self._look)

    @property
    def shown(self) -> Report | None:
        """What is known of the plans that are shown, None before that."""
        return None if self._comparison is None else self._comparison.report()

    @property
    def open(self) -> bool:
        """Whether plans are shown, or are on their way."""
        return self._table is not None

    def toggle(self) -> None:
        """Compare what can be done at the step that is shown, and what was done there, or close the comparison."""
        if self.open:
            self.end()
            return
        table = self._window.table
        if table is None:
            return
        self._table = table
        self._leave = table.session.subscribe(self._changed)
        session, state, words = table.session, table.session.state, table.words
        players = self._window.players
        kept = players.kept(table)

        def work() -> Made:
            from defiance_qt.lab.turning.line import played
            from defiance_qt.lab.what_if import candidates
            from defiance_qt.lab.what_if.telling import figure_names

            game = session.host.another_game()  # type: ignore[attr-defined]
            own = played(session, session.head, words)  # type: ignore[arg-type]
            plans = candidates(session, game, state, words, played=own)  # type: ignore[arg-type]
            names = figure_names(game, state, words)
            return Made(plans, names, kept or players.begin(session.host))

        self._window.background.start(
            work, lambda job: self._begin(table, state, job), lambda made: made.workers.close()
        )

    def _begin(self, table: Table, state: State, job: Job[Made]) -> None:
        """Show the plans and begin to count, unless the table has changed meanwhile."""
        asked = self._table is table and self._sheet is None
        if job.error is not None:
            if asked:
                self.end()
            if not isinstance(job.error, DefianceError):
                raise job.error
            if asked:
                from defiance_qt.words.errors import format_error

                table.tell(MessageView(format_error(job.error, table.words), "refusal"))
            return
        assert job.result is not None
        plans, names, workers = job.result
        players = self._window.players
        if not players.keep(workers, table) or not asked or table.session.state is not state:
            return
        players.owner = self
        from defiance_qt.lab.what_if import CHAPTERS
        from defiance_qt.lab.what_if.comparison import Comparison
        from defiance_qt.lab.what_if.rollouts import Question
        from defiance_qt.shell.panels.what_if import WhatIfSheet

        workers.ask(Question(state, tuple(one.commands for one in plans), self.seed()))
        self._comparison = Comparison(len(plans), CHAPTERS, GAMES)
        self._plans, self._names, self._begun, self._held = plans, names, None, False
        self._sheet = sheet = WhatIfSheet(table.theme, table.words)
        sheet.played.connect(self.play)
        sheet.branched.connect(self.branch)
        sheet.paused.connect(self._hold)
        sheet.left.connect(self.end)
        from defiance_qt.shell.present.what_if import waiting_view

        view = waiting_view(plans, table.words)
        sheet.show_view(view)
        table.show_plans(sheet, view.plans)
        self._timer.start()

    def _look(self) -> None:
        """Take what has been finished, give out what is next, and show what is known."""
        table, workers, comparison = self._table, self._window.players.workers, self._comparison
        assert table is not None
        assert workers is not None
        assert comparison is not None
        try:
            for done, rollouts in workers.results():
                comparison.add(done, rollouts)
            while workers.free and not self._held and (task := comparison.next()) is not None:
                self._begun = self._begun or perf_counter()
                workers.give(task)
        except DefianceError as error:
            self.end()
            self._window.players.close()
            self._window.show_error(error)
            return
        now = perf_counter()
        if self._begun is not None and now - self._begun > FIRST:
            comparison.hasten()
        if comparison.done or now - self._shown > SHOW:
            self._shown = now
            self._show(table, comparison)

    def _show(self, table: Table, comparison: Comparison) -> None:
        found = comparison.report()
        if found is None or self._sheet is None:
            return
        from defiance_qt.shell.present.what_if import what_if_view

        view = what_if_view(self._plans, self._names, found, table.words)
        self._sheet.show_view(view)
        if found.done:
            self._timer.stop()
            table.announce(" ".join(view.verdict))

    def _hold(self, held: bool) -> None:
        self._held = held

    def _changed(self, change: Change) -> None:
        """Drop what was asked about another state."""
        self.end()

    def play(self, number: int) -> None:
        """Play a plan, as far as nothing else is asked for between its commands. Those of one kind are one step. At an
        earlier step than the one at which the game stands it begins a branch."""
        table, plan = self._table, self._plans[number - 1]
        assert table is not None
        if table.session.looking:
            self.branch(number)
            return
        self.end()
        table.view.skip()
        for _, commands in groupby(plan.commands, type):
            group, before = tuple(commands), table.session.state
            if group[0] not in table.session.legal():
                break
            table.presenter.submit_all(group)
            if table.session.state is before:
                break

    def branch(self, number: int) -> None:
        """Play a plan as the first steps of a branch of its own."""
        table = self._table
        assert table is not None
        name, plans = table.words("ui.what_if.branch.name", n=number), self._plans
        self.end()
        table.presenter.fork(name)
        self._table, self._plans = table, plans
        self.play(number)

    def end(self) -> None:
        """Close the comparison. The processes stay ready."""
        table, sheet = self._table, self._sheet
        self._table = self._sheet = self._comparison = None
        self._timer.stop()
        self._window.players.leave(self)
        self._leave()
        self._leave = _nothing
        if table is not None and sheet is not None:
            table.hide_plans()
            sheet.deleteLater()


def _nothing() -> None:
    pass
