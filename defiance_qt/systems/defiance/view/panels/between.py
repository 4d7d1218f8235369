"""The widgets between two missions: pages in the board's place, the guide and the stores in the rails, the road in the
tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox, holds_focus, vbox
from defiance_qt.shell.relayout import reflow
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.briefing import BriefingPage
from defiance_qt.systems.defiance.view.panels.guide import GuidePanel
from defiance_qt.systems.defiance.view.panels.market import MarketPanel
from defiance_qt.systems.defiance.view.panels.outfit import OutfitPanel
from defiance_qt.systems.defiance.view.panels.pages import SectionsPage
from defiance_qt.systems.defiance.view.panels.road import RoadPanel
from defiance_qt.systems.defiance.view.panels.ship import Ask, ShipPage
from defiance_qt.systems.defiance.view.panels.specialty_tree import TreePanel
from defiance_qt.systems.defiance.view.panels.stores import StoresPanel
from defiance_qt.systems.defiance.view.present.road import ENTER, WRITE

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.present.between_view import BetweenView


class Surface(QStackedWidget):
    """The board, or the page of a step in its place. Its pages do not keep the window from becoming smaller."""

    def __init__(self, board: QWidget) -> None:
        super().__init__()
        self._board = board
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.addWidget(board)
        self.setFocusProxy(board)

    def turn_to(self, page: QWidget) -> None:
        """Show a page. The focus goes with it."""
        if page is self.currentWidget():
            return
        held = holds_focus(self)
        if held:
            # Else Qt would hand the focus to the next widget as soon as the page is hidden.
            self.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes None for no proxy
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCurrentWidget(page)
        page.lower()  # what floats over the surface stays above it
        self.setFocusProxy(page)
        if held:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def heightForWidth(self, width: int) -> int:
        """Return the height that the board can use at this width; a page uses any (-1)."""
        return self._board.heightForWidth(width) if self.currentWidget() is self._board else -1

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)


class Either(QWidget):
    """A part of a rail: one widget during a mission, another between two of them, or none."""

    def __init__(self, during: QWidget | None, between: QWidget | None) -> None:
        super().__init__()
        self._during, self._between = during, between
        column = vbox(of=self, margins=0, gap=0)
        for part in (during, between):
            if part is not None:
                column.addWidget(part)
        self.turn(False)

    def turn(self, between: bool) -> None:
        for part, shown in ((self._during, not between), (self._between, between)):
            if part is not None and part.isHidden() is shown:
                part.setVisible(shown)
                reflow(self)


class Tools(QWidget):
    """The left part of the tray: the Actions of who acts, or the road between missions. It hides with them."""

    def __init__(self, actions: QWidget, road: QWidget) -> None:
        super().__init__()
        self._parts = (actions, road)
        hbox(*self._parts, of=self, margins=0)
        self.hide()

    def fit(self) -> None:
        self.setVisible(any(not part.isHidden() for part in self._parts))


class BetweenPanels(QWidget):
    """All widgets between two missions. `chosen` carries a command, `finished` asks to end the step, `sought` carries
    the name of a mission to go back to, `told` a sentence for the screen reader, `writing` asks for the form of a
    mission played with the printed game, `entering` for that of a campaign from paper. `asked` opens a rule, `ask`
    tells what the move of a token would change; `key` ends the step."""

    chosen = Signal(object)
    finished = Signal()
    sought = Signal(str)
    told = Signal(str)
    writing = Signal()
    entering = Signal()

    def __init__(
        self,
        theme: Theme,
        words: Words,
        surface: Surface,
        board: QWidget,
        asked: Callable[[str], object],
        ask: Ask,
        key: str,
    ) -> None:
        super().__init__()
        self.hide()
        self._surface, self._board = surface, board
        self.guide = GuidePanel(theme, words, asked, key)
        self.stores = StoresPanel(theme, words, asked)
        self.road = RoadPanel(theme, words)
        self.briefing = BriefingPage(theme)
        self.ship = ShipPage(theme, words, ask)
        self.sickbay = SectionsPage(theme, "sickbay", words("campaign.step.sickbay"))
        self.tree = TreePanel(theme, words)
        self.market = MarketPanel(theme, words)
        self.outfit = OutfitPanel(theme, words)
        self.pages: dict[str, QWidget] = {
            "briefing": self.briefing,
            "ship": self.ship,
            "sickbay": self.sickbay,
            "specialties": self.tree,
            "intel": self.market,
            "equipment": self.outfit,
        }
        for page in (self.ship, self.sickbay, self.tree, self.market, self.outfit):
            page.chosen.connect(self.chosen)
        self._shows: dict[str, Callable[[Any], None]] = {
            "briefing": self.briefing.show_briefing,
            "sickbay": self.sickbay.show_sections,
            "tree": self.tree.show_tree,
            "market": self.market.show_market,
            "outfit": self.outfit.show_outfit,
        }
        self.ship.told.connect(self.told)
        self.guide.finished.connect(self.finished)
        self.briefing.chosen.connect(self._answer)
        self.road.sought.connect(self.sought)
        for shown in self.pages.values():
            surface.addWidget(shown)

    def _answer(self, command: object) -> None:
        """Hand on a command of the briefing, or ask for one of the forms."""
        if command == WRITE:
            self.writing.emit()
        elif command == ENTER:
            self.entering.emit()
        else:
            self.chosen.emit(command)

    def show_between(self, view: BetweenView | None, asked: bool) -> None:
        """Show what lies between two missions; None during one. `asked`: the tray has a question."""
        self.road.setVisible(view is not None and not asked)
        if view is None:
            self._surface.turn_to(self._board)
            return
        self.guide.show_guide(view.guide, view.asking)
        self.stores.show_stores(view.stores)
        self.road.show_road(view.road)
        self.ship.show_ship(view.ship)
        for name, show in self._shows.items():
            shown = getattr(view, name)
            if shown is not None:
                show(shown)
        self._surface.turn_to(self.pages.get(view.page, self.ship))
