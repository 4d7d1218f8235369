"""The view of the game: the row of Locations, the team in the rail beside it, the hand below it, the muster over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from defiance_qt.api import Change
from defiance_qt.shell.layout import Rail
from defiance_qt.shell.plain import PlainView
from defiance_qt.shell.present.values import HoverView, MessageView
from defiance_qt.shell.view import LegendEntry, RailPart

from ..engine.events import HostileFired, ShotsResolved
from .actions import CARDS, SOLDIERS, SPECS
from .hand import HandTray
from .legend import legend
from .muster import MusterPanel
from .presenter import Presenter
from .row import Row, subject
from .sounds import SOUNDS
from .team import TeamColumn

if TYPE_CHECKING:
    from defiance_qt.shell.table import Table


class Surface(Row):
    """The row with the muster over it."""

    def add_muster(self, panel: MusterPanel) -> None:
        """Show a panel over the row while it is visible."""
        self.muster = panel

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.muster.setGeometry(self.rect())


class WarfighterView(PlainView):
    """The widgets of one table. The presenter turns their signals into commands."""

    def __init__(self, table: Table) -> None:
        self._table = table
        table.add_actions(SPECS)
        words, theme = table.words, table.theme
        self.game = Presenter(table.presenter, self, {id: look.svg for id, look in table.token_looks.items()})
        super().__init__(self.game)
        self.row = Surface(theme, words("view.row"))
        self.muster = MusterPanel(theme, words, self.row)
        self.row.add_muster(self.muster)
        self.surface: QWidget = self.row
        self.column = TeamColumn(
            theme, words("view.team.title"), words("view.support.title"), words("view.support.columns")
        )
        self.rails = (RailPart(self.column),)
        self.tray = HandTray(theme)
        self.tools: QWidget | None = self.tray
        self._moving = False
        self._connect()
        self._bind()

    def _connect(self) -> None:
        game = self.game
        self.row.clicked.connect(game.click)
        self.row.pointed.connect(game.point)
        self.row.asked.connect(self._menu)
        self.column.chosen.connect(game.choose)
        self.column.called.connect(game.press_support)
        self.tray.played.connect(game.play)
        self.tray.ended.connect(game.end)
        self.muster.chosen.connect(self._table.presenter.submit)
        self.muster.shopped.connect(game.shop)

    def _bind(self) -> None:
        actions, game = self._table.named_actions, self.game
        for place, id in enumerate(CARDS):
            actions.bind(id, partial(self.tray.press, place))
        for id in SOLDIERS:
            actions.bind(id, partial(game.choose, id[-1]))
        actions.bind("act.next", partial(game.step, 1))
        actions.bind("act.previous", partial(game.step, -1))
        actions.bind("act.kit", game.press_kit)
        actions.bind("act.place", game.place)
        actions.bind("act.end", game.end)

    def _menu(self, kind: str, id: str, place: QPoint) -> None:
        self._table.context_menu(self.game.options(kind, id), (subject(kind, id),), place)

    # -- what the table asks

    @property
    def busy(self) -> bool:
        return self._moving

    @property
    def subject(self) -> str:
        return f"team.{self.game.active}" if self.game.active else "table"

    def fill(self) -> Iterator[None]:
        self._show_around()
        yield
        self._show_row(False)
        yield

    def show(self, change: Change | None) -> None:
        if not self._table.holding:
            self._show_around()
        before = self.row.glide.places()
        self._table.sound(change.events if change is not None else (), SOUNDS)
        events = change.events if change is not None else ()
        rolled = any(isinstance(one, ShotsResolved | HostileFired) for one in events)
        self._moving = True
        self._show_row(rolled)
        self.row.glide.start(before if change is not None else {}, self._settled)

    def _settled(self) -> None:
        self._moving = False
        self._show_around()
        self._table.settled()

    def _show_around(self) -> None:
        """Show what surrounds the row."""
        game = self.game
        self.column.show_team(game.team)
        self.tray.show_hand(game.hand)
        self.muster.show_muster(game.muster)
        self._fit_rail()

    def _show_row(self, rolled: bool) -> None:
        game = self.game
        self.row.show_row(game.row)
        self.row.aim(game.active, game.picked)
        self.row.roll.show_roll(game.roll, rolled)

    def _fit_rail(self) -> None:
        """Show less of the Soldiers who do not act where the rail is too full for the log."""
        rail, theme = self._table.layout_.left, self._table.theme
        self.column.fit(rail.width() - theme.px(24), rail.height() - theme.px(Rail.LOG) - theme.px(14))

    def skip(self) -> None:
        self.row.roll.skip()
        self.row.glide.skip()

    def set_motion(self, speed: float) -> None:
        self.row.glide.set_speed(speed)
        self.row.roll.set_speed(speed)

    def legend(self) -> tuple[LegendEntry, ...]:
        return legend(self._table.words)

    def place(self) -> None:
        self._fit_rail()

    def point_out(self, message: MessageView) -> list[QPoint]:
        pieces = self.row.pieces
        keys = [(kind, id) for id in message.about for kind in ("hostile", "soldier")]
        return [pieces[key].geometry().center() for key in keys if key in pieces]

    def put_away(self) -> None:
        self.row.show_card(None)

    # -- previews

    def show_hover(self, view: HoverView | None) -> None:
        self.row.show_card(view)

    def show_aim(self, soldier: str, hostile: str) -> None:
        self.row.aim(soldier, hostile)
