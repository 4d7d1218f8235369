"""A step between missions on the screen: its panel, whose commands are played, and the style of an application."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.theme import DARK, Theme, stylesheet
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from tests.texts import defiance_words

Panel = TypeVar("Panel", bound=QWidget)
View = TypeVar("View")


class OnScreen(Generic[Panel, View]):
    """A panel in a window of its own. `show` is its method that shows what `build` makes of the session's state."""

    def __init__(
        self,
        qtbot: QtBot,
        session: Session,
        panel: Callable[..., Panel],
        build: Callable[..., View],
        show: Callable[[Panel, View], None],
        language: str = "en",
        height: int = 560,
    ) -> None:
        self.session, self.words = session, defiance_words(language)
        self._make, self._build, self._show, self._qtbot = panel, build, show, qtbot
        self.chosen: list[Any] = []
        self.panel = self._opened(DARK, height)
        self.panel.chosen.connect(self._play)  # type: ignore[attr-defined]
        self.panel.activateWindow()
        qtbot.waitUntil(self.panel.isActiveWindow)
        self.refresh()

    def _opened(self, theme: Theme, height: int) -> Panel:
        panel = self._make(theme, self.words)
        self._qtbot.addWidget(panel)
        panel.resize(1004, height)
        panel.show()
        return panel

    def another(self, theme: Theme, height: int = 560) -> Panel:
        """A second panel in this theme that shows the same."""
        panel = self._opened(theme, height)
        self._show(panel, self.view())
        return panel

    def view(self) -> View:
        rules = rules_of(self.session)
        names = Names(self.words, rules.catalog)
        why = WhyNot(self.session, names, {}).command
        return self._build(self.session.state, rules, names, self.session.legal(), why)

    def refresh(self) -> None:
        self._show(self.panel, self.view())
        QApplication.processEvents()

    def _play(self, command: Any) -> None:
        self.chosen.append(command)
        self.session.submit(command)
        self.refresh()


@contextmanager
def styled(app: QApplication, theme: Theme) -> Iterator[None]:
    """Give the application the style of a theme for a while."""
    before = app.styleSheet()
    app.setStyleSheet(stylesheet(theme))
    try:
        yield
    finally:
        app.setStyleSheet(before)


def click(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
