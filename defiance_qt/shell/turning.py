"""The turning points of a window's game: asked for, counted in processes of their own, shown while they are counted.

Counting goes on while the page is closed, and waits while plans are compared. What was found is kept until the game is
closed; the page shows it again as long as nothing else has been decided.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell.jobs import random_seed
from defiance_qt.shell.present.values import MessageView

if TYPE_CHECKING:
    from collections.abc import Callable

    from defiance_qt.extend.sessions import Session
    from defiance_qt.lab.turning.line import Line
    from defiance_qt.lab.turning.search import Report, Search
    from defiance_qt.lab.turning.telling import Texts
    from defiance_qt.lab.what_if.rollouts import Question, Task
    from defiance_qt.lab.what_if.workers import Workers
    from defiance_qt.shell.background import Job
    from defiance_qt.shell.dialogs.turning import TurningDialog
    from defiance_qt.shell.table import Table
    from defiance_qt.shell.window import Window

LOOK = 100
"""Milliseconds between two looks at what the processes have finished."""
SHOW = 0.5
"""Seconds between two changes of what is shown."""


class Made(NamedTuple):
    """What is made on a thread: the decisions of the game, the questions about them, and the processes."""

    line: Line
    questions: tuple[Question, ...]
    workers: Workers


class TurningPoints(QObject):
    """The turning points of a window, of one game at a time. `dialog` is their page, while that is open."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: TurningDialog | None = None
        self.games: int | None = None
        """The games on either side of a change; None for as many as the program takes."""
        self.seed: Callable[[], int] = random_seed
        """Makes the seed of a search: never the game's own."""
        self._asked: Session | None = None
        """The session that is asked about, or was."""
        self._made: Made | None = None
        self._search: Search | None = None
        self._stood = 0
        self._given: list[Task] = []
        self._again: deque[Task] = deque()
        self._texts: list[Texts] = []
        self._language = ""
        self._shown = 0.0
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self._look)

    @property
    def counting(self) -> bool:
        """Whether games are still played for it."""
        return self._timer.isActive()

    @property
    def found(self) -> Report | None:
        """What is known, None before the decisions are read."""
        return None if self._search is None else self._search.report()

    def show(self) -> None:
        """Show the turning points of the game, and begin to look for them if need be."""
        table, session = self._window.table, self._window.session
        if table is None or session is None:
            return
        if session.readable_only:
            self._window.show_error(session.host.missing[0])
        elif self._asked is session and (self._made is None or self._still(table)):
            self._open(table)
        else:
            self._begin(table, session)

    def _still(self, table: Table) -> bool:
        """Return whether what was found is still of use: nothing else has been decided since."""
        session, made = table.session, self._made
        assert made is not None
        if session.timeline.stands == self._stood:
            return True
        state = session.timeline.state_at
        since = session.game.forecast(state(made.line.last), state(session.timeline.stands))
        return made.line.won is not None and since is not None and since.won is None

    def _begin(self, table: Table, session: Session) -> None:
        self.close()
        words, players = table.words, self._window.players
        self._asked, self._stood = session, session.timeline.stands
        kept, seed = players.kept(table), self.seed()

        def work() -> Made:
            from defiance_qt.lab.turning import questions
            from defiance_qt.lab.turning.line import read

            line = read(session, session.host.another_game(), words)
            return Made(line, questions(session, line, seed), kept or players.begin(session.host))

        self._window.background.start(work, lambda job: self._ready(table, job), lambda made: made.workers.close())

    def _ready(self, table: Table, job: Job[Made]) -> None:
        """Begin to count, and open the page."""
        asked = self._asked is table.session and self._made is None
        if job.error is not None:
            if asked:
                self._asked = None
            if not isinstance(job.error, DefianceError):
                raise job.error
            if asked and self._window.table is not None:
                self._window.table.tell(MessageView(self._window.worded(job.error), "refusal"))
            return
        assert job.result is not None
        now = self._window.table
        if now is not None and now.session is table.session:
            # It may have been built again meanwhile, in another theme or language.
            table = now
        if not self._window.players.keep(job.result.workers, table) or not asked:
            self._asked = None if asked else self._asked
            return
        from defiance_qt.lab.turning import GAMES, search

        self._made = job.result
        self._search = search(job.result.line, self.games or GAMES)
        self._take()
        self._timer.start()
        self._open(table)

    def _take(self) -> None:
        """Take the processes. What they were asked before is asked again."""
        players = self._window.players
        assert players.workers is not None
        assert self._made is not None
        players.owner = self
        players.workers.ask(*self._made.questions)
        self._again.extend(self._given)
        self._given.clear()

    def _look(self) -> None:
        """Take what has been finished, give out what is next, and show what is known."""
        players, search = self._window.players, self._search
        assert search is not None
        if search.done:
            self._tell()
            return
        if players.workers is None:
            self.close()
            return
        if players.owner is not self:
            if players.owner is not None:
                return
            self._take()
        try:
            for task, rollouts in players.workers.results():
                self._given.remove(task)
                search.add(task, rollouts)
            while players.workers.free and (following := self._following(search)) is not None:
                self._given.append(following)
                players.workers.give(following)
        except DefianceError as error:
            self.close()
            players.close()
            self._window.show_error(error)
            return
        if perf_counter() - self._shown > SHOW:
            self._show()

    def _following(self, search: Search) -> Task | None:
        return self._again.popleft() if self._again else search.next()

    def _tell(self) -> None:
        """Put one more turning point in words; say that they are ready after the last one."""
        table, search, made, session = self._window.table, self._search, self._made, self._asked
        if table is None or search is None or made is None or session is None:
            return
        if self._language != table.words.language:
            self._texts, self._language = [], table.words.language
        if self.dialog is not None and len(self.dialog.cards) < len(self._texts):
            self._show()
            return
        moments = search.report().moments
        if len(self._texts) < len(moments):
            from defiance_qt.lab.turning.telling import texts

            one = moments[len(self._texts)]
            self._texts.append(texts(session, one, made.line.stretches[one.place], table.words))
            return
        self._timer.stop()
        self._window.players.leave(self)
        self._show()
        if self.dialog is None:
            table.tell(MessageView(table.words("ui.turning.ready")))
        else:
            self.dialog.announce()

    def _open(self, table: Table) -> None:
        if self._made is None or self._asked is None:
            return
        if self.dialog is None:
            from defiance_qt.shell.dialogs.turning import TurningDialog

            if self._language and self._language != table.words.language:
                self._timer.start()
            dialog = TurningDialog(self._window, table.theme, table.words, self._asked, table.sheets.boards)
            dialog.tried.connect(self.try_again)
            dialog.watched.connect(self.watch)
            dialog.finished.connect(self._closed)
            self.dialog = dialog
            self._show()
            dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _show(self) -> None:
        if self.dialog is None or self._made is None or self._search is None:
            return
        from defiance_qt.shell.present.turning import turning_view

        self._shown = perf_counter()
        dialog = self.dialog
        told = self._texts if self._language == dialog.words.language else []
        report = self._search.report()
        dialog.show_view(turning_view(dialog.session, self._made.line, report, told, dialog.words))

    def try_again(self, number: int) -> None:
        """Begin a branch at the decision of a turning point, with other dice."""
        table, step = self._window.table, self._step(number)
        self.hide()
        if table is not None:
            words = table.words
            table.presenter.try_again(step, words("ui.turning.branch", step=step))
            table.tell(MessageView(words("ui.turning.try.told")))

    def watch(self, number: int) -> None:
        """Show the game from the decision of a turning point on."""
        table, step = self._window.table, self._step(number)
        self.hide()
        if table is not None:
            table.presenter.look(step)
            table.presenter.play()

    def _step(self, number: int) -> int:
        assert self._made is not None
        assert self._search is not None
        return self._made.line.stretches[self._search.report().moments[number - 1].place].at

    def hide(self) -> None:
        """Close the page. Counting goes on."""
        if self.dialog is not None:
            self.dialog.reject()

    def close(self) -> None:
        """Drop what was asked for."""
        self.hide()
        self._timer.stop()
        self._window.players.leave(self)
        self._asked = self._made = self._search = None
        self._given.clear()
        self._again.clear()
        self._texts, self._language = [], ""

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None
