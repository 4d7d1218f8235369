"""Interface between the shell's table and the view of a game system.

A system's plugin returns a `TableFactory` from the hook `show_table`. The factory gets the table, which is open on a
session, and returns the `SystemView` for its center. The shell provides everything around it (bar, question, timeline,
log, typed chance, corrections, rules).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

import msgspec

from defiance_qt.core.port import Command
from defiance_qt.core.session import Change
from defiance_qt.shell.present.values import MessageView, QuestionView, TopView
from defiance_qt.words.terms import Term as Term  # noqa: PLC0414  a name for views

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from defiance_qt.core.port import Detail, Field
    from defiance_qt.shell.panels.editors import Editor
    from defiance_qt.shell.present.plans import PlanView
    from defiance_qt.shell.table import Table
    from defiance_qt.shell.theme import Theme


class LegendEntry(NamedTuple):
    """An entry of the legend under its heading `group`.

    `draw` draws what is explained, as it is drawn on the table, around the point (0, 0); `half` is half the width and
    height of the picture. Without it the entry explains a term.
    """

    group: str
    term: Term
    draw: Callable[[QPainter, Theme], None] | None = None
    half: float = 30.0


class Parts(msgspec.Struct, frozen=True):
    """The system's part of the frame: the top bar (None: the game's own question) and the question panel (None:
    hidden)."""

    top: TopView | None = None
    question: QuestionView | None = None


@dataclass(frozen=True)
class RailPart:
    """A widget in a rail beside the surface. With two rails, `side` has it; a single rail has all parts in their order,
    but for those that are `spare`."""

    widget: QWidget
    side: Literal["left", "right"] = "left"
    spare: bool = False


class SystemPresenter(Protocol):
    """The part of a system's view without Qt. It turns clicks into commands and the state into view models."""

    def refresh(self) -> Parts:
        """Make the view models of the current state. Drop choices that are out of date."""

    def acting(self, command: Command) -> None:
        """Called before the command is submitted."""

    def acted(self) -> None:
        """Called before an operation on the session: drop previews and unfinished choices."""

    def travelled(self) -> None:
        """Called before the head moves along the timeline."""

    def cancel(self) -> None:
        """Drop the unfinished choice, as Esc does."""


class SystemView(Protocol):
    """A system's widgets. `surface` is the table itself and has the focus. `rails` are the parts of the columns beside
    it, () for none. `tools`, if any, share the tray below the surface with the question; they hide themselves when
    there is nothing to do. `body` shows `QuestionView.body` above the choices."""

    presenter: SystemPresenter
    surface: QWidget
    rails: Sequence[RailPart]
    tools: QWidget | None
    body: QuestionBody | None

    @property
    def busy(self) -> bool:
        """Whether an animation is running. The table's timer waits for `Table.settled`."""

    @property
    def subject(self) -> str:
        """The id of the active subject, with which manual corrections begin, or ""."""

    def fill(self) -> Iterator[None]:
        """Show the state for the first time, in steps of a few milliseconds each: the window answers between them."""

    def show(self, change: Change | None) -> None:
        """Show the state. `change` is the change to animate; None: no animation."""

    def skip(self) -> None:
        """End a running animation at once."""

    def set_motion(self, speed: float) -> None:
        """Set the speed of animations: 1 is normal, 0 shows no movement."""

    def editor(self, field: Field) -> Editor | None:
        """Return the editor for a field of a kind that the shell does not know."""

    def portrait(self, subject: str) -> QWidget | None:
        """Return a small picture of a subject for the head of its account."""

    def details(self, details: tuple[Detail, ...]) -> QWidget | None:
        """Return a table of the alternatives in a passage. None shows their texts, one line each."""

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return everything that the view draws, and the terms of the game, group by group; empty without a legend."""

    def why_not(self, action: str) -> str:
        """Return why an action of this view has no effect now, "" if it has one."""

    def place(self) -> None:
        """Place floating widgets after the table was resized."""

    def point_out(self, message: MessageView) -> Sequence[QPoint]:
        """Mark on the surface what a message speaks of, or nothing if it has no text. Return where that is, in the
        surface's pixels: the message stays off it."""

    def put_away(self) -> None:
        """Hide floating widgets, as Esc does."""

    def close(self) -> None:
        """Clean up before the game leaves the screen."""


@runtime_checkable
class PlansView(Protocol):
    """A view that marks the plans that are compared. It is optional: a `SystemView` may do without."""

    def show_plans(self, plans: Sequence[PlanView]) -> None:
        """Mark on the surface what each plan touches, in its tone and with its number, and bring that into view. None
        take the marks away, and the surface is as it was."""


class QuestionBody(Protocol):
    """The widget for a system's own part of the question."""

    def show_body(self, body: object | None) -> None:
        """Show the value of `QuestionView.body`; None hides the widget."""


TableFactory = Callable[["Table"], SystemView]
