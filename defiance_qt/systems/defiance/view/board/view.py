"""Input on the board: mouse, keyboard and screen reader output. The drawing is in `display`. Contains no game logic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QImage, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.surface.canvas import STEP
from defiance_qt.shell.theme import DARK, Theme
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import access, geometry
from defiance_qt.systems.defiance.view.board.display import Display
from defiance_qt.systems.defiance.view.board.looks import Thing
from defiance_qt.systems.defiance.view.board.tokens import RADIUS

PAN = 90  # pixels per key press
LINGER = 250  # milliseconds until the hover card appears
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class BoardView(Display):
    """The board. The setters of `Display` set its contents; the signals report user input.

    `figureClicked` carries the id of a figure, door, container, Console or neutral Ally. A click on any other part of a
    space emits `spaceClicked`. `hovered` and, after a while, `lingered` carry the space under the pointer or the
    keyboard cursor and the id of what is pointed at, both "" when the pointer leaves. `contextRequested` carries the id
    of a figure or a space, and the screen position.

    Arrow keys move a cursor from space to space, and Enter clicks. Page Up and Page Down cycle through the targets
    and choices. Home goes to the acting figure. +, - and 0 zoom. Arrow keys with Shift or Ctrl pan the view.
    """

    spaceClicked = Signal(str)
    hovered = Signal(str, str)
    lingered = Signal(str, str)
    figureClicked = Signal(str)
    contextRequested = Signal(str, QPoint)

    def __init__(self, theme: Theme = DARK, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._hexes: frozenset[Hex] = frozenset()
        self._space = ""
        self._figure = ""
        self._cursor = ""
        self._cursor_id = ""
        self._cursor_x = 0.0
        self.teller: Callable[[str], str] = lambda space: ""
        self._linger = QTimer(self, interval=LINGER, singleShot=True)
        self._linger.timeout.connect(lambda: self.lingered.emit(self._space, self._figure))
        access.install(self)

    def set_board(
        self,
        board: Board,
        zones: Mapping[str, Sequence[str]] | None = None,
        respawn: Sequence[str] = (),
        bare: bool = False,
    ) -> None:
        self._hexes = frozenset(board.hexes)
        self._space = self._figure = self._cursor = self._cursor_id = ""
        super().set_board(board, zones, respawn, bare)

    # -- hit testing

    def space_at(self, place: QPoint) -> str:
        """Return the name of the space at a point of the view, or ""."""
        point = self.mapToScene(place)
        hexagon = geometry.hexagon_at(point.x(), point.y())
        return str(hexagon) if hexagon in self._hexes else ""

    def figure_at(self, place: QPoint) -> str:
        """Return the id of the figure at a point of the view, or of the thing there, or ""."""
        point = self.mapToScene(place)
        best, nearest = "", (RADIUS + 3.0) ** 2
        for id, token in self.tokens.items():
            dx, dy = token.x() - point.x(), token.y() - point.y()
            if dx * dx + dy * dy <= nearest:
                best, nearest = id, dx * dx + dy * dy
        return best or self.things.at(point.x(), point.y(), self.targets) or self.things.at(point.x(), point.y())

    def under(self, place: QPoint) -> object:
        return self.space_at(place), self.figure_at(place)

    # -- the pointer

    @property
    def pointed(self) -> str:
        """The id of the figure under the pointer or the keyboard cursor, or ""."""
        return self._figure

    def _point_at(self, space: str, figure: str) -> None:
        if (space, figure) != (self._space, self._figure):
            self._space, self._figure = space, figure
            self.marks.set_hovered(space)
            self._show_label()
            self.hide_card()
            self.set_plan((), ())
            self.hovered.emit(space, figure)
            if space or figure:
                self._linger.start()
            else:
                self._linger.stop()
        marks = self.marks
        walks = space in marks.reach or space in marks.beyond
        self._shape_pointer(walks or space in marks.choices or figure in self.targets)

    def picture(self, most: QSize) -> QImage:
        """Return a picture of the board without what is shown for the pointer."""
        pointed = self._space, self._figure
        self._point_at("", "")
        made = super().picture(most)
        self._point_at(*pointed)
        return made

    def _shape_pointer(self, hot: bool) -> None:
        """Set the pointer's shape to show whether a click would have an effect."""
        if hot:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.viewport().unsetCursor()

    def _show_label(self) -> None:
        self.lines.set_label(self._space, "" if self._labels else self._space)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self._dragging:
            here = event.position().toPoint()
            self._point_at(self.space_at(here), self.figure_at(here))

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at("", "")
        super().leaveEvent(event)

    def clicked(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        self._set_cursor("", "")
        self._click(self.space_at(here), self.figure_at(here))

    def _click(self, space: str, figure: str) -> None:
        if figure:
            self.figureClicked.emit(figure)
        elif space:
            self.spaceClicked.emit(space)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self._cursor:
            x, y = geometry.centre(Hex.parse(self._cursor))
            place = self.mapFromScene(QPointF(x, y))
            self.contextRequested.emit(self._cursor_id or self._cursor, self.viewport().mapToGlobal(place))
        else:
            place = self.viewport().mapFromGlobal(event.globalPos())
            what = self.figure_at(place) or self.space_at(place)
            if what:
                self.contextRequested.emit(what, event.globalPos())
        event.accept()

    # -- the keyboard

    @property
    def cursor_space(self) -> str:
        """The space under the keyboard cursor, or ""."""
        return self._cursor

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modified = (
            event.key(),
            bool(event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier)),
        )
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        elif key in ARROWS:
            dx, dy = ARROWS[Qt.Key(key)]
            if modified:
                self._fitted = False
                self.pan(dx * PAN, dy * PAN)
            else:
                self.move_cursor(dx, dy)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor:
            self._click(self._cursor, self._cursor_figure())
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.cycle(1 if key == Qt.Key.Key_PageDown else -1)
        elif key == Qt.Key.Key_Home:
            self.go_to(self.active or self.selected)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        else:
            # The window handles all other keys.
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason) and not self._cursor:
            self.go_to(self.active or self.selected or next(iter(self.tokens), ""))

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the keyboard cursor to the next space in a direction. Vertical moves zigzag around a straight line."""
        if self.board is None:
            return
        if not self._cursor:
            self.go_to(self.active or self.selected or next(iter(self.tokens), "") or str(self.board.hexes[0]))
            return
        here = Hex.parse(self._cursor)
        if dx:
            reach = range(1, self.board.columns + 1)
            steps = [Hex(here.q + dx * n, here.r) for n in reach]
        else:
            # Of the two spaces above or below, prefer the one nearer to the column where the move began.
            pair = [here.neighbour(d) for d in ((1, 2) if dy < 0 else (4, 5))]
            steps = sorted(pair, key=lambda hexagon: abs(geometry.centre(hexagon)[0] - self._cursor_x))
        found = next((hexagon for hexagon in steps if hexagon in self._hexes), None)
        if found is not None:
            self._set_cursor(str(found), "", keep_x=not dx)

    def go_to(self, place: str) -> None:
        """Put the keyboard cursor on a space, a figure or a thing, and scroll it into view."""
        if self.board is None or not place:
            return
        if place in self.board.by_name:
            self._set_cursor(place, "")
        elif place in self.tokens:
            self._set_cursor(self.tokens[place].space, place)
        elif thing := next((one.thing for one in self.things.all if one.thing.id == place), None):
            self._set_cursor(self._space_of(thing), place)

    def _space_of(self, thing: Thing) -> str:
        if self.board is None:
            return ""
        side = thing.kind in ("door", "security_door")
        return self.board.name(self.board.side(thing.place)[0] if side else self.board.space(thing.place))

    def cycle(self, step: int) -> None:
        """Go to the next target or choice. Nothing else can be chosen, so without any the cursor stays."""
        if self.board is None:
            return
        places: list[str] = [id for id in self.tokens if id in self.targets]
        places += [one.thing.id for one in self.things.all if one.thing.id in self.targets]
        places += sorted(self.marks.choices, key=lambda name: (Hex.parse(name).r, Hex.parse(name).q))
        if not places:
            return
        now = self._cursor_id or self._cursor
        index = places.index(now) + step if now in places else (0 if step > 0 else -1)
        self.go_to(places[index % len(places)])

    def _cursor_figure(self) -> str:
        """Return the id that Enter clicks: the one the cursor was sent to, a target here, or a figure here."""
        if self._cursor_id:
            return self._cursor_id
        here = [id for id, token in self.tokens.items() if token.space == self._cursor]
        things = [one.thing.id for one in self.things.all if self._space_of(one.thing) == self._cursor]
        aimed = [id for id in (*here, *things) if id in self.targets]
        return next(iter(aimed or here), "")

    def _set_cursor(self, space: str, id: str, keep_x: bool = False) -> None:
        self._cursor, self._cursor_id = space, id
        self.marks.set_cursor(space)
        if not space:
            return
        x, y = geometry.centre(Hex.parse(space))
        if not keep_x:
            self._cursor_x = x
        self.reveal(x, y)
        self._point_at(space, self._cursor_figure())
        access.focus(self, space)
        access.announce(self, lambda: self.describe(space))

    def describe(self, space: str) -> str:
        """Return what the hover card of a space says."""
        return self.teller(space) if self.board is not None and self.state is not None else ""
