"""Panels of plugins beside the table: a title, and the widget that the plugin makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from defiance_qt.core.readonly import read_only
from defiance_qt.core.session import Session
from defiance_qt.core.system import Game, State, Words
from defiance_qt.extend.guests import GuestPanel
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
    """A panel of a plugin. It hides once its plugin has failed or was switched off."""

    def __init__(self, panel: GuestPanel, host: Host) -> None:
        super().__init__()
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
        column.addWidget(inside)
        refresh = getattr(inside, "refresh", None)
        if callable(refresh):
            self._refresh = panel.guard("show_panel", refresh, lambda answer: True, False)

    def refresh(self) -> None:
        """Show the current state, or hide if the plugin cannot."""
        if self._refresh is not None and self.there and not self._refresh():
            self.there = False
        if not self.there:
            self.hide()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if not self.there:
            self.hide()


def _widget(answer: object, host: object) -> QWidget:
    if not isinstance(answer, QWidget) or not answer.isWindow():
        raise TypeError(f"{answer!r} is not a widget of its own")
    return answer
