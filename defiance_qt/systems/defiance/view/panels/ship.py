"""The ship in the board's place: areas with their spaces, and the crew's tokens, which are dragged or moved by keys."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, drop, framed, hbox, holds_focus, put, vbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.native import key_text
from defiance_qt.shell.relayout import detach
from defiance_qt.shell.roles import set_role
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.ship_areas import UNBOUNDED, Area, Token
from defiance_qt.systems.defiance.view.panels.ship_parts import SIZE, Disc, Dock, Engines, Hull
from defiance_qt.systems.defiance.view.present.ship import MoveView, ShipView, TokenView

RAMP = ""
RAMP_ROWS = (
    (900, 5),
    (700, 3),
    (0, 2),
)  # from which width of the page how many tokens stand in a row of the ramp at most
LARGE_ROW = 3  # as many of them where they are large
SLIM = 640  # the width below which the ship goes without its engines
USUAL, MOST = (900, 620), 1.6  # the size of the page from which tokens grow with it, and how much they grow at most
ROOMY, OVER = 1.2, 30  # how much tokens have grown where the words below them are larger; the height over them then
Ask = Callable[[str, str, str], MoveView]


class ShipPage(QWidget):
    """The ship. `chosen` carries the command of a move, `told` a sentence for the message bar and the screen reader.
    `ask` tells what a move would change."""

    chosen = Signal(object)
    told = Signal(str)

    def __init__(self, theme: Theme, words: Words, ask: Ask) -> None:
        super().__init__()
        self._theme, self.words, self._ask = theme, words, ask
        self._view: ShipView | None = None
        self._tokens: dict[str, Token] = {}
        self._areas: dict[str, Area] = {}
        self._keys: dict[str, str] = {}
        self._rows: list[QHBoxLayout] = []
        self._order: tuple[tuple[str, int], ...] = ()
        self._slim: bool | None = None
        self._hand, self._moved = "", ""
        self._aim: tuple[str, str] | None = None
        self.setObjectName("ship")
        self.setAccessibleName(words("view.ship.name"))
        set_role(self, QAccessible.Role.Grouping)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._engines, self._dock = Engines(theme), Dock(theme, words)
        self._fitted = self._make_fitted()
        self._hull = Hull(theme)
        self._area = Scroll(self._hull)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        margin = theme.px(8)
        vbox((self._area, 1), self._dock, of=self, margins=margin, gap=margin)
        self._ghost = Disc(theme)
        self._ghost.setParent(self)
        self._ghost.hide()

    def _make_fitted(self) -> QFrame:
        self._fitted_note = label("", "small")
        self._fitted_list = label("", "small", wrap=True)
        side = self._theme.px(9)
        return framed(
            vbox(
                hbox(label(self.words("view.ship.fitted"), "strong"), ..., self._fitted_note),
                self._fitted_list,
                ...,
                margins=(side, self._theme.px(7), side, self._theme.px(6)),
            )
        )

    def _lay_out(self, view: ShipView) -> None:
        """Make the areas and the rows in which they stand in the hull."""
        theme = self._theme
        for id in (RAMP, *(area.id for area in view.areas)):
            self._areas[id] = Area(theme, self, id)
        self._order = tuple((area.id, max(2, len(area.tokens) + area.free)) for area in view.areas)
        left, self._bow = QVBoxLayout(), QVBoxLayout()
        self._left = left
        left.setSpacing(theme.px(8))
        self._rows = [QHBoxLayout() for _ in range(4)]
        for place, row in enumerate(self._rows):
            row.setSpacing(theme.px(8))
            put(left, (row, 1), self._engines if place == 1 else None)
        self._whole = hbox((left, 5), (self._bow, 1), of=self._hull, gap=theme.px(8))

    def _arrange(self, slim: bool) -> None:
        """Set the areas into the rows: the first in the bow, the others above and below the spine; two in each row
        where there is little room."""
        (bow, room), *rest = self._order
        for layout in (*self._rows, self._bow):
            detach(layout)
        # In a narrow page the areas beside it need the room more.
        ramp: list[tuple[QWidget, int]] = [(self._areas[RAMP], 2 if slim else 4)]
        cells: list[tuple[QWidget, int]] = [(self._areas[id], weight) for id, weight in rest]
        front: tuple[QWidget, int] = (self._areas[bow], room)
        fitted: tuple[QWidget, int] = (self._fitted, 1)
        rows: tuple[list[tuple[QWidget, int]], ...]
        if slim:
            rows = (cells[:2], [*cells[2:3], front], [*ramp, *cells[3:]], [fitted])
        else:
            rows = (cells[:3], [], [*ramp, *cells[3:], fitted], [])
            put(self._bow, ..., (front[0], 6), ...)
        for row, placed in zip(self._rows, rows, strict=True):
            for widget, weight in placed:
                row.addWidget(widget, weight)
            self._left.setStretchFactor(row, int(bool(placed)))
        self._whole.setStretchFactor(self._bow, int(not slim))
        self._areas[bow].set_across(UNBOUNDED if slim else 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the tokens on the ramp, and the room between hull and areas, by the width of the page; and the size of
        the tokens by what a large page has over."""
        theme, layout = self._theme, self._hull.layout()
        if RAMP not in self._areas or layout is None:
            return
        ratio = self.width() / theme.scale
        if self._slim is not (ratio < SLIM):
            self._slim = ratio < SLIM
            self._arrange(self._slim)
        roomy = self._set_size()
        across = next(row for width, row in RAMP_ROWS if ratio >= width)
        self._areas[RAMP].set_across(min(across, LARGE_ROW) if roomy else across)
        self._hull.set_slim(ratio < SLIM)
        self._engines.set_slim(ratio < SLIM)
        side = theme.px(6 if ratio < SLIM else 14)
        layout.setContentsMargins(self._hull.stern + side, theme.px(9), min(theme.px(6), 6) + side, theme.px(9))

    def _set_size(self) -> bool:
        """Set the size of tokens and spaces. Return whether they are large."""
        theme, (wide, high) = self._theme, USUAL
        grown = min(self.width() / theme.scale / wide, self.height() / theme.scale / high, MOST)
        size, roomy = theme.px(SIZE * max(1.0, grown)), grown >= ROOMY
        for area in self._areas.values():
            area.set_size(size, theme.px(OVER) if roomy else 0, roomy)
        for token in self._tokens.values():
            token.set_size(size, roomy)
        self._ghost.set_size(size)
        return roomy

    def show_ship(self, view: ShipView) -> None:
        if view == self._view:
            return
        if not self._areas:
            self._lay_out(view)
            self._fit()
        held = holds_focus(self)
        self._view = view
        self._hand, self._aim = "", None
        self._keys = {area.key: area.id for area in view.areas} if view.open else {}
        for id in [id for id in self._tokens if id not in {token.id for token in view.tokens}]:
            gone = self._tokens.pop(id)
            drop(gone)
        for one in view.tokens:
            if one.id in self._tokens:
                self._tokens[one.id].show_token(one)
            else:
                self._tokens[one.id] = Token(self._theme, self, one)
        self._set_size()
        note = self.words("view.ship.ramp.note" if view.ramp else "view.ship.ramp.empty")
        self._areas[RAMP].show_area(self.words("view.ship.ramp"), "", note, self._of(view.ramp), 0)
        for area in view.areas:
            self._areas[area.id].show_area(
                area.name, area.key, area.effect, self._of(area.tokens), area.free, area.wrecked
            )
        self._engines.show_engines(view.engines)
        self._engines.setVisible(bool(view.engines.positions))
        self._fitted_note.setText(view.fitted_note)
        self._fitted_list.setText("\n".join(view.fitted) or self.words("view.stores.none"))
        self._dock.setVisible(view.open)
        self._show_hand()
        self._chain()
        if held and self._tokens:
            moved = self._tokens.get(self._moved) or next(iter(self._tokens.values()))
            moved.setFocus(Qt.FocusReason.OtherFocusReason)

    def _of(self, views: tuple[TokenView, ...]) -> list[Token]:
        return [self._tokens[view.id] for view in views]

    def _chain(self) -> None:
        """Set the tab order: first the tokens without a space, then area by area."""
        order = self._of(self._view.tokens) if self._view is not None else []
        for one, following in pairwise(order):
            QWidget.setTabOrder(one, following)

    def token(self, id: str) -> Token:
        return self._tokens[id]

    def area(self, id: str) -> Area:
        return self._areas[id]

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first token."""
        super().focusInEvent(event)
        first = self._of(self._view.tokens)[:1] if self._view is not None else []
        for token in first:
            token.setFocus(event.reason())

    # -- the hand

    @property
    def hand(self) -> str:
        """The member whose token is in the hand, "" for none."""
        return self._hand

    @property
    def move_ahead(self) -> MoveView | None:
        """The move that would be made now."""
        return None if self._aim is None or not self._hand else self._ask(self._hand, *self._aim)

    def take(self, member: str) -> None:
        """Take a token into the hand."""
        if self._view is None or not self._view.open or member == self._hand:
            return
        self._hand, self._aim = member, None
        self.told.emit(self.words("view.ship.hand", name=self._tokens[member].view.name))
        self._show_hand()

    def put_back(self) -> None:
        """Put the token back where it was."""
        if self._hand:
            self._hand, self._aim = "", None
            self._show_hand()

    def aim(self, area: str, onto: str = "") -> None:
        """Aim the token in the hand at an area, or at another token there."""
        if self._hand and (area, onto) != self._aim:
            self._aim = area, onto
            self._show_hand()

    def drop(self) -> None:
        """Make the move that is aimed at; say why where there is none."""
        move = self.move_ahead
        if move is not None and move.command is not None:
            self._moved = self._hand
            self._ghost.hide()
            self.chosen.emit(move.command)
            return
        self.put_back()
        if move is not None and move.refused:
            self.told.emit(f"{move.title}: {move.refused}")

    def _show_hand(self) -> None:
        """Mark the areas that fit, the one that is aimed at, and tell what the move changes."""
        aimed, onto = self._aim if self._aim is not None else (None, "")
        for id, area in self._areas.items():
            move = self._ask(self._hand, id, "") if self._hand else None
            fits = move is not None and move.command is not None
            tone = "aimed" if id == aimed and self._hand else "fits" if fits else ""
            nothing = self.words("view.ship.nothing")
            area.set_look(tone, ("; ".join(move.gains[:2]) or nothing) if move is not None and fits else "")
        for id, token in self._tokens.items():
            token.set_held(id == self._hand, bool(self._hand) and id == onto)
        if not self._hand:
            self._ghost.hide()
        if aimed is not None:
            self._area.ensureWidgetVisible(self._areas[aimed], 0, 0)
        keys = " ".join(self._keys)
        how = self.words("view.ship.how", tab=key_text("Tab"), keys=keys)
        if self._hand:
            how = self.words("view.ship.drop", enter=key_text("Enter"), esc=key_text("Esc"), ask="?", keys=keys)
        self._dock.show_move(self.move_ahead, how)

    # -- the mouse

    def drag(self, place: QPoint) -> None:
        """Move the token in the hand to a place of the screen."""
        if not self._hand:
            return
        at = self.mapFromGlobal(place)
        self._ghost.show_token(self._tokens[self._hand].view)
        self._ghost.move(at - QPoint(self._ghost.width() // 2, self._ghost.height() // 2))
        self._ghost.show()
        self._ghost.raise_()
        area, onto = self._under(place)
        if area is None:
            self._aim = None
            self._show_hand()
        else:
            self.aim(area, onto)

    def _under(self, place: QPoint) -> tuple[str | None, str]:
        """Return the area at a place of the screen, and the token there."""
        for id, area in self._areas.items():
            if not area.rect().contains(area.mapFromGlobal(place)):
                continue
            onto = next(
                (
                    one
                    for one, token in self._tokens.items()
                    if token.parentWidget() is area and token.rect().contains(token.mapFromGlobal(place))
                ),
                "",
            )
            return id, onto if onto != self._hand and id else ""
        return None, ""

    def point(self, area: str) -> None:
        """Aim at the area under the pointer, if a token is in the hand."""
        if self._hand and not QApplication.mouseButtons():
            self.aim(area)

    def click_token(self, member: str) -> None:
        """Take the token; with another one in the hand, exchange both."""
        if not self._hand or member == self._hand:
            if self._hand:
                self.put_back()
            else:
                self.take(member)
            return
        self.aim(self._tokens[member].view.area, member if self._tokens[member].view.area else "")
        self.drop()

    def click_area(self, area: str) -> None:
        """Drop the token in the hand."""
        if self._hand:
            self.aim(area)
            self.drop()

    # -- keys

    def wants(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the ship while a token has the focus."""
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            return bool(self._keys)
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
            return bool(self._hand)
        return (bool(event.text()) and event.text().upper() in self._keys) or (
            event.key() in _BACK and bool(self._keys)
        )

    def press(self, member: str, event: QKeyEvent) -> None:
        """Handle a key on a token that the ship wants."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.put_back()
        elif key == Qt.Key.Key_Question:
            move = self.move_ahead
            self.told.emit(move.spoken if move is not None else self.words("view.ship.aim"))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._hand and self._aim is not None:
                self.drop()
            else:
                self.take(member)
        else:
            self.take(member)
            self._aim_by_key("" if key in _BACK else self._keys[event.text().upper()])

    def _aim_by_key(self, area: str) -> None:
        """Aim at an area: at a free space first, with each further press at the next token there."""
        targets: list[str] = []
        if self._ask(self._hand, area, "").command is not None:
            targets.append("")
        targets += [id for id, one in self._tokens.items() if area and one.view.area == area and id != self._hand]
        if self._tokens[self._hand].view.area == area or not targets:
            targets = [""]
        onto = targets[0]
        if self._aim is not None and self._aim[0] == area and self._aim[1] in targets:
            onto = targets[(targets.index(self._aim[1]) + 1) % len(targets)]
        self.aim(area, onto)
        move = self.move_ahead
        if move is not None:
            self.told.emit(move.spoken)


_BACK = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
