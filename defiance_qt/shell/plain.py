"""Minimal presenter and view with only a surface, for small systems to subclass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from defiance_qt.core.port import Command, Detail, Field
from defiance_qt.core.session import Change
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.view import LegendEntry, Parts, QuestionBody, RailPart, SystemPresenter

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from defiance_qt.shell.panels.editors import Editor
    from defiance_qt.shell.present.values import MessageView


class PlainPresenter:
    """Shows the game's own question with a button for each legal command."""

    def __init__(self, table: TablePresenter) -> None:
        self.table = table

    def refresh(self) -> Parts:
        return self.table.plain_parts()

    def acting(self, command: Command) -> None:
        """Do nothing: there is no state to store."""

    def acted(self) -> None:
        """Do nothing: there is no unfinished choice."""

    def travelled(self) -> None:
        """Do nothing: there is no state to reset."""

    def cancel(self) -> None:
        """Do nothing: there is no choice to drop."""


class PlainView:
    """A `SystemView` with neutral defaults. A subclass sets `surface` and overrides `show`."""

    surface: QWidget

    def __init__(self, presenter: SystemPresenter) -> None:
        self.presenter = presenter
        self.rails: Sequence[RailPart] = ()
        self.tools: QWidget | None = None
        self.body: QuestionBody | None = None

    @property
    def busy(self) -> bool:
        return False

    @property
    def subject(self) -> str:
        return ""

    def fill(self) -> Iterator[None]:
        self.show(None)
        yield

    def show(self, change: Change | None) -> None:
        self.surface.update()

    def skip(self) -> None:
        """Do nothing: there is no animation."""

    def set_motion(self, speed: float) -> None:
        """Do nothing: there is no animation."""

    def editor(self, field: Field) -> Editor | None:
        return None

    def portrait(self, subject: str) -> QWidget | None:
        return None

    def details(self, details: tuple[Detail, ...]) -> QWidget | None:
        return None

    def legend(self) -> tuple[LegendEntry, ...]:
        return ()

    def why_not(self, action: str) -> str:
        return ""

    def place(self) -> None:
        """Do nothing: there are no floating widgets."""

    def point_out(self, message: MessageView) -> Sequence[QPoint]:
        return ()

    def put_away(self) -> None:
        """Do nothing: there are no floating widgets."""

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""
