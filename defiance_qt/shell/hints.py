"""Hints at the table of a window: asked for, thought out on a thread, and shown if the table is still the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell.present.values import NO_MESSAGE, MessageView

if TYPE_CHECKING:
    from defiance_qt.shell.adviser import Adviser
    from defiance_qt.shell.background import Job
    from defiance_qt.shell.window import Window


class Hints(QObject):
    """The hints of the open game. `thinking` while one is on its way."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._adviser: Adviser | None = None
        self.thinking = False

    def show(self) -> None:
        """Show what the best bot would do now, and why. It thinks on a thread; a late hint is dropped."""
        window = self._window
        table = window.table
        if table is None or self.thinking or table.presenter.refuse_looking():
            return
        from defiance_qt.shell.adviser import Adviser

        if self._adviser is None or self._adviser.session is not table.session:
            self._adviser = Adviser(table.session)  # type: ignore[arg-type]
        adviser, state, words = self._adviser, table.session.state, table.words
        self.thinking = True

        def end(job: Job[MessageView]) -> None:
            self.thinking = False
            if isinstance(job.error, DefianceError):
                window.show_error(job.error)
            elif job.error is not None:
                raise job.error
            elif window.table is table and table.session.state is state:
                table.tell(job.result or NO_MESSAGE)

        window.background.start(lambda: adviser.hint(state, words), end)
