"""What a game system brings to the window, and what the window's table offers it.

A system's plugin returns a `TableFactory` from the hook `show_table`. It gets the table, which is open on a session,
and returns the `SystemView` that fills its middle. Everything around it (bar, question, timeline, log, typed chance,
corrections, rules) is the shell's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from defiance_qt.core.session import Change
from defiance_qt.core.system import Command
from defiance_qt.shell.present.values import QuestionView, TopView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from defiance_qt.core.system import Detail, Field
    from defiance_qt.shell.panels.editors import Editor
    from defiance_qt.shell.table import Table


class Parts(msgspec.Struct, frozen=True):
    """The system's share of the frame: who is asked what in the bar (None: the game's own question), and the question
    panel (None: nothing is to be chosen there)."""

    top: TopView | None = None
    question: QuestionView | None = None


class SystemPresenter(Protocol):
    """The part of a system's view that needs no Qt: it turns clicks into commands, and the state into view models."""

    def refresh(self) -> Parts:
        """The session has moved: forget choices that it has overtaken, and make the view models of the state."""

    def acting(self, command: Command) -> None:
        """The command is about to be submitted."""

    def acted(self) -> None:
        """Something is about to happen to the session: previews and half-made choices are void."""

    def travelled(self) -> None:
        """The head is about to move along the timeline."""

    def cancel(self) -> None:
        """Esc: drop the choice that is being made."""


class SystemView(Protocol):
    """A system's widgets. `surface` is the table itself and has the focus; `left` goes above the question panel,
    `right` beside the surface; `body` shows `QuestionView.body` above the choices."""

    presenter: SystemPresenter
    surface: QWidget
    left: QWidget | None
    right: QWidget | None
    body: QuestionBody | None

    @property
    def busy(self) -> bool:
        """Whether an animation runs; the table's timer waits for `Table.settled`."""

    @property
    def subject(self) -> str:
        """The id of what is in hand, which corrections by hand begin with; "" for nothing."""

    def aspect(self) -> float:
        """The height that the surface can fill for a width of 1."""

    def show(self, change: Change | None) -> None:
        """Show the state. `change` is what led here, to be animated; None: no animation."""

    def skip(self) -> None:
        """End a running animation at once."""

    def set_motion(self, speed: float) -> None:
        """How fast things move: 1 is normal, 0 shows no movement."""

    def editor(self, field: Field) -> Editor | None:
        """The editor for a field of a kind that the shell does not know."""

    def portrait(self, subject: str) -> QWidget | None:
        """A small picture of a subject, for the head of its account."""

    def details(self, details: tuple[Detail, ...]) -> QWidget | None:
        """A table of the alternatives in a passage; None shows their texts, one line each."""

    def place(self) -> None:
        """The table was resized: put floating widgets where they belong."""

    def put_away(self) -> None:
        """Esc: hide what floats."""

    def close(self) -> None:
        """The game leaves the screen."""


class QuestionBody(Protocol):
    """The widget for a system's own part of the question."""

    def show_body(self, body: object | None) -> None:
        """Show the value of `QuestionView.body`; None hides the widget."""


TableFactory = Callable[["Table"], SystemView]
