"""Panels of plugins beside the table: a title, and the widget that the plugin makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from defiance_qt.core.readonly import read_only
from defiance_qt.core.session import Session
from defiance_qt.core.system import Game, State, Words
from defiance_qt.extend.guard import OutOfTime
from defiance_qt.extend.guests import GuestPanel
from defiance_qt.extend.stuck import slow
from defiance_qt.shell.panels.guest_events import guard
from defiance_qt.shell.panels.widgets import label
from defiance_qt.shell.theme import Theme


class Host:
    """What a plugin is given of the open game: a `TableHost`."""

    def __init__(self, session: Session, words: Words, theme: Theme) -> None:
        self._session, self._words, self._theme = session, words, theme

    @property
    def game(self) -> Game:
        return self._session.game

    @property
    def state(self) -> State:
        return read_only(self._session.state)

    @property
    def words(self) -> Words:
        return self._words

    @cached_property
    def colours(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for field in fields(self._theme):
            if isinstance(value := getattr(self._theme, field.name), str):
                found[field.name] = value
        return read_only(found)  # type: ignore[no-any-return]

    @property
    def scale(self) -> float:
        return self._theme.scale


class Guest(QWidget):
    """A panel of a plugin. It hides once its plugin has failed or was switched off. `failed`: it has failed while Qt
    called it."""

    failed = Signal()

    def __init__(self, panel: GuestPanel, host: Host) -> None:
        super().__init__()
        self._panel = panel
        self.plugin = panel.plugin
        title = host.words(panel.title)
        self.setObjectName(f"panel:{panel.title}")
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label(title, "strong", wrap=True))
        inside = panel.guard("show_panel", panel.make, _widget, None)(host)
        self._refresh: Any = None
        self.there = inside is not None
        """Whether there is anything to show."""
        if inside is None:
            return
        self.inside: QWidget = inside
        """The widget that the plugin has made."""
        guard(inside, Guest)
        column.addWidget(inside)
        refresh = getattr(inside, "refresh", None)
        if callable(refresh):
            self._refresh = panel.guard("show_panel", refresh, lambda answer: True, False)

    def refresh(self) -> None:
        """Show the current state, or hide if the plugin cannot."""
        if self._refresh is not None and self.there:
            self.there = bool(self._refresh())
            # What a refresh has added is guarded too.
            guard(self.inside, Guest)
        if not self.there:
            self.hide()

    def called(self, function: Callable[..., Any], *arguments: Any) -> tuple[bool, Any]:
        """Call a function of the plugin for Qt. Return whether it went well, and the answer."""
        if not self.there:
            return False, None
        well, answer = self._panel.guard("show_panel", function, lambda answer, *_: (True, answer), (False, None))(
            *arguments
        )
        if not well:
            self._go()
        return well, answer

    def blame(self, error: BaseException) -> None:
        """Drop the plugin for an error of its code that Qt has reported."""
        if isinstance(error, OutOfTime):
            self._panel.reject("show_panel", slow())
            self._go()
        else:
            self.called(_raise, error)

    def _go(self) -> None:
        """Hide, in the next turn of the event loop: Qt is painting, or in the middle of an event."""
        self.there = False
        QTimer.singleShot(0, self, self._tell)

    def _tell(self) -> None:
        self.hide()
        self.failed.emit()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if not self.there:
            self.hide()


def _raise(error: BaseException) -> None:
    raise error


def _widget(answer: object, host: object) -> QWidget:
    if not isinstance(answer, QWidget) or not answer.isWindow():
        raise TypeError(f"{answer!r} is not a widget of its own")
    return answer
