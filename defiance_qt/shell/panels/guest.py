"""Panels of plugins beside the table: a title, and the widget that the plugin makes."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from types import FunctionType
from typing import Any

from msgspec.structs import asdict
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from defiance_qt.core.port import Game, State, Words
from defiance_qt.core.readonly import read_only
from defiance_qt.core.session import Session
from defiance_qt.extend.guard import OutOfTime
from defiance_qt.extend.guests import GuestPanel
from defiance_qt.shell.kit.boxes import vbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme

_QT = "PySide6."
_GUARDED = "_defiance_qt_guarded"


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
        found = {name: value for name, value in asdict(self._theme).items() if isinstance(value, str)}
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
        inside = panel.guard("show_panel", panel.make, _widget, None)(host)
        self._refresh: Any = None
        self.there = inside is not None
        """Whether there is anything to show."""
        if inside is None:
            return
        self.inside: QWidget = inside
        """The widget that the plugin has made."""
        guard(inside)
        vbox(label(title, "strong", wrap=True), inside, of=self, margins=0, gap=4)
        refresh = getattr(inside, "refresh", None)
        if callable(refresh):
            self._refresh = panel.guard("show_panel", refresh, lambda answer: True, False)

    def refresh(self) -> None:
        """Show the current state, or hide if the plugin cannot."""
        if self._refresh is not None and self.there:
            self.there = bool(self._refresh())
            # What a refresh has added is guarded too.
            guard(self.inside)
        if not self.there:
            self.hide()

    def blame(self, error: BaseException) -> None:
        """Drop the plugin for what its code has raised while Qt called it. Hides in the next turn of the event loop: Qt
        is painting, or in the middle of an event."""
        # What the code held is released: a painter that stays alive would break its widget.
        traceback.clear_frames(error.__traceback__)
        self._panel.blame(error)
        self.there = False
        QTimer.singleShot(0, self, self._tell)

    def _tell(self) -> None:
        self.hide()
        self.failed.emit()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if not self.there:
            self.hide()


def guard(inside: QWidget) -> None:
    """Guard what the classes of a widget, and of all objects in it, override of Qt (`paintEvent`, `sizeHint`, …).

    Qt calls these methods by itself, and PySide raises their exceptions in whatever called Qt. So they are replaced by
    ones that blame the panel around the object; after a fault Qt's own answer counts.
    """
    for one in (inside, *inside.findChildren(QObject)):
        for kind in type(one).__mro__:
            if not kind.__module__.startswith(_QT) and issubclass(kind, QObject) and _GUARDED not in vars(kind):
                setattr(kind, _GUARDED, True)
                _guard_class(kind)


def _guard_class(kind: type[QObject]) -> None:
    own = [base for base in kind.__mro__ if base.__module__.startswith(_QT)]
    for name, function in list(vars(kind).items()):
        if isinstance(function, FunctionType) and not name.startswith("_") and any(hasattr(one, name) for one in own):
            setattr(kind, name, _override(kind, name, function))


def _override(kind: type[QObject], name: str, function: FunctionType) -> Callable[..., Any]:
    @wraps(function)
    def override(self: QObject, *arguments: Any) -> Any:
        guest = _around(self)
        if guest is None:
            return function(self, *arguments)
        if guest.there:
            try:
                return function(self, *arguments)
            except (KeyboardInterrupt, OutOfTime):
                raise
            except BaseException as error:  # noqa: BLE001 - whatever a plugin raises
                guest.blame(error)
        return getattr(super(kind, self), name)(*arguments)

    return override


def _around(one: QObject | None) -> Guest | None:
    """Return the panel around an object, None for one that has no place yet."""
    while one is not None and not isinstance(one, Guest):
        one = one.parent()
    return one


def _widget(answer: object, host: object) -> QWidget:
    if not isinstance(answer, QWidget) or not answer.isWindow():
        raise TypeError(f"{answer!r} is not a widget of its own")
    return answer
