"""The view of the game: the page of the Order in the middle, a side in each rail. The tray is the shell's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from defiance_qt.api import Change
from defiance_qt.shell.plain import PlainPresenter, PlainView
from defiance_qt.shell.present.values import ChoiceView
from defiance_qt.shell.view import LegendEntry, Parts, RailPart

from ..engine.content import MILLIMETRES
from ..engine.state import State
from ..engine.words import INCH
from .legend import legend
from .page import OrderPage
from .present.history import last_order
from .present.page import page
from .present.question import arranged, concerns
from .present.sides import side
from .rail import SideColumn
from .sounds import SOUNDS

if TYPE_CHECKING:
    from defiance_qt.shell.table import Table

MOST = 24
"""The most entries of the menu of a troop: more do not fit a screen of 800 pixels, and the tray lists all answers."""


class OrderPresenter(PlainPresenter):
    """The question of the game, arranged."""

    def refresh(self) -> Parts:
        parts = super().refresh()
        if parts.question is None:
            return parts
        return replace(parts, question=arranged(parts.question, self.table.state))


class OrderView(PlainView):
    """The widgets of one table."""

    def __init__(self, table: Table) -> None:
        super().__init__(OrderPresenter(table.presenter))
        self._table = table
        self.page = OrderPage(table.theme, table.words("view.page"))
        self.surface: QWidget = self.page
        self.sides = (SideColumn(table.theme), SideColumn(table.theme))
        self.rails = (RailPart(self.sides[0]), RailPart(self.sides[1], "right"))
        for column in self.sides:
            column.asked.connect(self._ask)
        self.page.ruler.measured.connect(self._measure)

    @property
    def subject(self) -> str:
        state = self._table.presenter.state
        return state.order.troops[0] if state.order is not None else ""

    def show(self, change: Change | None) -> None:
        table = self._table
        game: Any = table.session.game
        state: State = table.presenter.state
        table.sound(change.events if change is not None else (), SOUNDS)
        shown, before = last_order(table.session, state)
        question = game.question(state, table.words)
        self.page.show_page(page(shown, game.rules, table.words, question, shown is not state, before))
        for number, column in enumerate(self.sides):
            column.show_side(side(state, number, game.rules.options, table.words))
        table.settled()

    def place(self) -> None:
        """Show the other side low where both share one rail."""
        self.sides[1].set_low(not self._table.layout_.right.isVisibleTo(self._table))

    def _measure(self, centimetres: float) -> None:
        """Put a distance that was pointed at on the ruler into its field."""
        state: State = self._table.presenter.state
        unit = INCH if state.setup.options.get("unit") == "inch" else MILLIMETRES
        self._table.question.fields.put("distance", round(centimetres * MILLIMETRES / unit))

    def legend(self) -> tuple[LegendEntry, ...]:
        return legend(self._table.words)

    def _ask(self, troop: str, place: QPoint) -> None:
        """Show what a troop can do now and what can be done to it, and what can be corrected of it."""
        session, words = self._table.session, self._table.words
        found = [
            ChoiceView(session.game.label(command, session.state, words), command)
            for command in session.legal()
            if troop in concerns(command)
        ]
        self._table.context_menu(tuple(found[:MOST]), (troop,), place)
