"""The display of the board: ground, things, tokens and marks. Mouse and keyboard input is in `view`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.present.plans import PlanView
from defiance_qt.shell.present.values import HoverView
from defiance_qt.shell.surface.canvas import Canvas
from defiance_qt.shell.surface.card import FloatingCard
from defiance_qt.shell.surface.stamps import Stamps
from defiance_qt.shell.theme import DARK, Theme
from defiance_qt.systems.defiance.engine.board.sight import Segment
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.engine.state import Enemy, State, Unit
from defiance_qt.systems.defiance.view.board import geometry, looks
from defiance_qt.systems.defiance.view.board.clips import Falling
from defiance_qt.systems.defiance.view.board.geometry import Point
from defiance_qt.systems.defiance.view.board.lines import Line, Lines, Trail, Way
from defiance_qt.systems.defiance.view.board.looks import Figure, Losses, Signs, Thing, Wounds
from defiance_qt.systems.defiance.view.board.motion import Player
from defiance_qt.systems.defiance.view.board.overlay import Marks
from defiance_qt.systems.defiance.view.board.plans import Numbers, PlanLine, Plans
from defiance_qt.systems.defiance.view.board.pointer import Pointer
from defiance_qt.systems.defiance.view.board.price import PriceTag
from defiance_qt.systems.defiance.view.board.scenery import MARGIN, Scenery, scenery, scenery_rect
from defiance_qt.systems.defiance.view.board.sheet import SLICE, Ground
from defiance_qt.systems.defiance.view.board.speech import Speech, Words
from defiance_qt.systems.defiance.view.board.things import Things, placed
from defiance_qt.systems.defiance.view.board.tokens import Token
from defiance_qt.systems.defiance.view.present.values import NO_PATH, PathView, PointerView

CROWD = ((0.0, 0.0),), ((-12.0, -5.0), (12.0, 5.0)), ((-12.0, 7.0), (12.0, 7.0), (0.0, -11.0))
CROWDED = 0.74
DONE = object()
SPARE = MARGIN - 16.0  # how much of the margin around the board may be out of view


class Display(Canvas):
    """Shows a State on a board, with the marks set by the caller. `marked` carries the kinds of marks that are shown:
    "reach", "beyond", "choice", "close" and "far" (threat), "out" and "into" (lines of a plan). `sounded` carries the
    events that an animation shows now."""

    marked = Signal(object)
    sounded = Signal(object)

    def __init__(self, theme: Theme = DARK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.board: Board | None = None
        self.state: State | None = None
        self.tokens: dict[str, Token] = {}
        self.targets: frozenset[str] = frozenset()
        self.active = ""
        self.selected = ""
        self.speech = Speech()
        self.sight: Callable[[str, str], Segment | None] = lambda start, end: None
        """Returns the line of sight between two spaces on the lattice of corners."""
        self._zones: dict[str, tuple[str, ...]] = {}
        self._respawn: tuple[str, ...] = ()
        self._labels = False
        self._sign: Signs = looks.plain_sign
        self._wounds: Wounds = looks.printed_wounds
        self._losses: Losses = looks.rolled_losses
        self._figures: tuple[Figure, ...] = ()
        self._elements: tuple[Thing, ...] = ()
        self._card_anchor = self._price_anchor = ""
        self._player: Player | None = None
        self.falling: Falling | None = None
        self._speed = 1.0
        self._marked: frozenset[str] = frozenset()
        self._later: Iterator[None] = iter(())
        self._later_timer = QTimer(self, interval=0)
        self._later_timer.timeout.connect(self._paint_on)
        self.stamps = Stamps(theme)
        self.ground, self.marks = Ground(self), Marks(self.stamps)
        self.things, self.way, self.lines = Things(self.stamps), Way(self.stamps), Lines(self.stamps)
        self.trail, self.pointer = Trail(self.stamps), Pointer(self.stamps)
        self.plans, self.numbers = Plans(self.stamps), Numbers(self.stamps)
        below = (self.ground, self.marks, self.things, self.trail, self.way, self.pointer, self.plans)
        for item in (*below, self.lines, self.numbers):
            item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            self.scene().addItem(item)
        self.setBackgroundBrush(QColor(theme.background_edge))
        self.card = FloatingCard(theme, self.viewport())
        self.price = PriceTag(theme, self.viewport())

    # -- board and state

    def set_board(
        self,
        board: Board,
        zones: Mapping[str, Sequence[str]] | None = None,
        respawn: Sequence[str] = (),
        bare: bool = False,
    ) -> None:
        """Show another board: remove marks and figures, and fit the whole board into the view. `zones` and `respawn`
        name spaces of the mission ("K7" or "A02/B2"). `bare`: without its ground, for which `ground_steps` follows."""
        self.board = board
        self._zones = {name: tuple(spaces) for name, spaces in (zones or {}).items()}
        self._respawn = tuple(respawn)
        self._clear()
        self._later_timer.stop()
        self.ground.set_scenery(None)
        rect = scenery_rect(board)
        self.marks.set_board(board, rect)
        self.way.set_board(board, rect)
        self.trail.set_board(board, rect)
        self.pointer.set_board(board, rect)
        self.plans.set_board(board, rect)
        self.numbers.set_board(board, rect)
        self.lines.set_board(board, rect)
        self.things.lay_out((), rect)
        self.fit()
        if not bare:
            self._paint_ground()

    def ground_steps(self) -> Iterator[None]:
        """Make and paint the ground of the board, in steps."""
        if self.board is not None:
            self.ground.set_scenery(self._scenery(self.board))
            yield
            yield from self.ground.first(self.visible_rect(), self.zoom * self.viewport().devicePixelRatioF())
            self.settle()

    def paint_later(self) -> None:
        """Make and paint the ground of the board in the next turns of the event loop."""
        self._later = self.ground_steps()
        self._later_timer.start()

    def _paint_on(self) -> None:
        until = perf_counter() + SLICE
        while next(self._later, DONE) is not DONE:
            if perf_counter() >= until:
                return
        self._later_timer.stop()

    def _scenery(self, board: Board) -> Scenery:
        return scenery(board, self.theme, self._zones, self._respawn, labels=self._labels)

    def _clear(self) -> None:
        for token in self.tokens.values():
            self.scene().removeItem(token)
        self.tokens = {}
        self._figures, self._elements, self.targets = (), (), frozenset()
        self.active = self.selected = ""
        self.state = None
        self.hide_card()

    def _paint_ground(self) -> None:
        self._later_timer.stop()
        if self.board is not None:
            self.ground.set_scenery(self._scenery(self.board))
            self.settle(at_once=True)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme and redraw everything."""
        self.theme = theme
        self.stamps.set_theme(theme)
        self.card.set_theme(theme)
        self.price.set_theme(theme)
        self.setBackgroundBrush(QColor(theme.background_edge))
        self._paint_ground()
        self.scene().update()

    def set_labels(self, shown: bool) -> None:
        """Show the name of every space, or only of the space under the pointer."""
        if shown != self._labels:
            self._labels = shown
            self._paint_ground()

    def set_words(
        self,
        words: Words,
        sign: Signs = looks.plain_sign,
        wounds: Wounds = looks.printed_wounds,
        losses: Losses = looks.rolled_losses,
    ) -> None:
        """Set the texts for screen readers, the function from the id of a figure or Unit to its sign, the one from a
        Character to its Wounds in play, and the one from a State to the Damage of the open roll."""
        self._wounds, self._losses = wounds, losses
        self.speech = Speech(words)
        self.setAccessibleName(self.speech.title)
        self._sign = sign
        if self.state is not None:
            self.show_state(self.state)

    def show_state(self, state: State) -> None:
        """Show a State immediately and end a running animation."""
        self.skip()
        self.state = state
        self._figures = looks.figures(state, self._sign, self._wounds, self._losses)
        self._elements = looks.things(state, self._sign)
        self._show_tokens()
        self._lay_things()

    def _show_tokens(self) -> None:
        present = {figure.id for figure in self._figures}
        for id in self.tokens.keys() - present:
            self.scene().removeItem(self.tokens.pop(id))
        for figure in self._figures:
            token = self.tokens.get(figure.id)
            if token is None:
                self._add_token(figure)
            else:
                token.set_look(figure.look)
                token.space = figure.space
        self._stand()
        self._mark_tokens()

    def _add_token(self, figure: Figure) -> Token:
        token = Token(figure.id, figure.look, self.stamps)
        token.space = figure.space
        self.tokens[figure.id] = token
        self.scene().addItem(token)
        return token

    def figure_for(self, id: str, space: str) -> Figure | None:
        """Return a Character of the State as a figure on a space, or None if the State does not have it."""
        character = self.state.team.get(id) if self.state else None
        if character is None:
            return None
        return Figure(id, space, looks.character_look(character, self._sign, self._wounds))

    def enemy_for(self, enemy: Enemy, unit: Unit) -> Figure:
        """Return a Miniature of a Unit as a figure on its space."""
        return Figure(enemy.id, enemy.space, looks.enemy_look(enemy, unit, self._sign))

    def put_token(self, figure: Figure) -> Token:
        """Put a token on its space, or move it there."""
        token = self.tokens.get(figure.id) or self._add_token(figure)
        token.set_look(figure.look)
        token.space = figure.space
        token.setPos(*self.centre_of(figure.space))
        return token

    def drop_token(self, id: str) -> None:
        """Remove a token from the board."""
        token = self.tokens.pop(id, None)
        if token is not None:
            self.scene().removeItem(token)

    def use_thing(self, id: str) -> None:
        """Show a thing as used: a door open, a container empty."""
        self._elements = tuple(one._replace(used=True) if one.id == id else one for one in self._elements)
        self._lay_things()

    def _lay_things(self) -> None:
        if self.board is not None:
            held = frozenset(token.space for token in self.tokens.values())
            self.things.lay_out(placed(self.board, self._elements, held), self.marks.boundingRect())

    def _stand(self) -> None:
        """Put every token on its space; several tokens on one space move apart."""
        crowds: dict[str, list[Token]] = {}
        for token in self.tokens.values():
            crowds.setdefault(token.space, []).append(token)
        for space, crowd in crowds.items():
            x, y = self.centre_of(space)
            places = CROWD[min(len(crowd), 3) - 1]
            for i, token in enumerate(crowd):
                dx, dy = places[i % len(places)]
                token.setPos(x + dx, y + dy)
                token.setScale(CROWDED if len(crowd) > 1 else 1.0)
                token.setOpacity(1.0)

    def centre_of(self, place: str) -> tuple[float, float]:
        """Return the centre of a space, of a figure's space, or of a thing, in scene points; (0, 0) if unknown."""
        if place in self.tokens:
            place = self.tokens[place].space
        for one in self.things.all:
            if one.thing.id == place:
                return one.x, one.y
        if self.board is None or place not in self.board.by_name:
            return 0.0, 0.0
        return geometry.centre(self.board.hex(self.board.cell(place)))

    # -- marks

    def set_reach(self, costs: Mapping[str, int], beyond: Mapping[str, int] | None = None) -> None:
        """Highlight the spaces that can be reached, and those `beyond` that take a further Move; both map each space to
        its cost."""
        self.marks.set_reach(costs, beyond, {token.space for token in self.tokens.values() if token.space})
        self._tell_marked(reach=bool(costs), beyond=bool(beyond))

    def set_choices(self, spaces: Sequence[str]) -> None:
        """Mark the spaces that answer the pending prompt."""
        self.marks.set_choices(frozenset(spaces))
        self._tell_marked(choice=bool(spaces))

    def set_path(self, spaces: Sequence[str], cost: int, rings: Sequence[tuple[str, int]] = ()) -> None:
        """Show the path to the last of these spaces and its cost; empty for none. The first space, that of the acting
        figure, may be left out. `rings` are the spaces where a Move is used up, with the cost up to there."""
        start = self.tokens[self.active].space if self.active in self.tokens else ""
        way = (start, *spaces) if spaces and start and spaces[0] != start else tuple(spaces)
        self.way.set_way(way, cost, rings)

    def set_targets(self, ids: Sequence[str]) -> None:
        """Mark the ids that can be chosen now: figures, doors, containers, Consoles and neutral Allies."""
        self.targets = frozenset(ids)
        self.things.set_targets(self.targets)
        self._mark_tokens()

    def set_active(self, figure_id: str) -> None:
        """Highlight the acting figure, "" for none."""
        self.active = figure_id
        self._mark_tokens()

    def set_selected(self, figure_id: str) -> None:
        """Mark the chosen figure, "" for none."""
        self.selected = figure_id
        self._mark_tokens()

    def _mark_tokens(self) -> None:
        for id, token in self.tokens.items():
            token.mark(active=id == self.active, selected=id == self.selected, target=id in self.targets)

    def set_line(
        self,
        frm: str,
        to: str,
        clear: bool = True,
        cut_by: Sequence[str] = (),
    ) -> None:
        """Show the line of sight between two figures or spaces, "" for none. `cut_by` names the sides ("K7:e") and
        spaces that cut it."""
        if not frm or not to:
            self.lines.set_line(None)
            return
        start, end = self.space_of(frm), self.space_of(to)
        self.lines.set_line(self._exact(Line(start, end, clear, tuple(cut_by))))

    def space_of(self, id: str) -> str:
        """Return the space of a figure, or the space itself."""
        return self.tokens[id].space if id in self.tokens else id

    def sight_line(self, start: str, end: str) -> tuple[Point, Point] | None:
        """Return the ends of the line of sight between two spaces in scene points, or None without one."""
        spaces = self.board.by_name if self.board is not None else {}
        found = self.sight(start, end) if start in spaces and end in spaces else None
        return None if found is None else (geometry.lattice(found[0]), geometry.lattice(found[1]))

    def _exact(self, line: Line) -> Line:
        return line._replace(segment=self.sight_line(line.start, line.end))

    def set_range(self, origin: str, lo: int = 0, hi: int = 0) -> None:
        """Outline the spaces at Range `lo` … `hi` of a figure or space, "" for none."""
        place = self.tokens[origin].space if origin in self.tokens else origin
        self.marks.set_range((place, lo, hi) if place else None)

    def set_pointer(self, pointer: PointerView) -> None:
        """Show what a message points at: rings, and the way that it proposes to a figure; `NO_POINTER` for nothing."""
        token = self.tokens.get(pointer.figure)
        self.pointer.set_pointer(pointer, {id: self.centre_of(id) for id in pointer.rings}, token)

    def show_plans(self, plans: Sequence[PlanView]) -> None:
        """Mark what compared plans touch, and bring that into view; none show the whole board again."""
        lines = [
            PlanLine(plan.number, plan.tone, tuple(self.centre_of(id) for id in plan.about if self._is_there(id)))
            for plan in plans
            if any(map(self._is_there, plan.about))
        ]
        self.plans.set_lines(lines)
        self.numbers.set_lines(lines)
        if lines:
            self.fit_part(self.plans.area())
        else:
            self.fit()

    def _is_there(self, id: str) -> bool:
        return self.centre_of(id) != (0.0, 0.0)

    def set_trail(self, spaces: Sequence[str]) -> None:
        """Show the way that an Enemy has just gone, beginning with the space it came from; () for none."""
        self.trail.set_spaces(spaces)

    def set_plan(self, out: Sequence[Line], into: Sequence[Line]) -> None:
        """Show lines of sight from a space to those who could be attacked there, and from those who could attack it."""
        self.lines.set_plan(tuple(map(self._exact, out)), tuple(map(self._exact, into)))
        self._tell_marked(out=bool(out), into=bool(into))

    def set_threat(self, close: frozenset[str], far: frozenset[str]) -> None:
        """Hatch the spaces that Enemies threaten in Contact, and shade those that they threaten from afar."""
        self.marks.set_threat(close, far)
        self._tell_marked(close=bool(close), far=bool(far))

    def _tell_marked(self, **kinds: bool) -> None:
        """Tell which kinds of marks are shown, if that has changed."""
        now = (self._marked - kinds.keys()) | {kind for kind, shown in kinds.items() if shown}
        if now != self._marked:
            self._marked = now
            self.marked.emit(now)

    def show_card(self, view: HoverView) -> None:
        """Show the floating card next to a figure, thing or space."""
        self._card_anchor = view.anchor
        self.card.show_view(view)
        self.place_card()
        self.card.show()
        self.card.raise_()

    def show_price(self, path: PathView) -> None:
        """Show what a walk takes beside the space that it leads to; without a path, hide it."""
        self.price.show_path(path)
        self._price_anchor = path.spaces[-1] if path.spaces else ""
        self._place_price()

    def _place_price(self) -> None:
        if self._price_anchor:
            spot = self.mapFromScene(QPointF(*self.centre_of(self._price_anchor)))
            self.price.place(spot, self.zoom, [self.mapFromScene(token.pos()) for token in self.tokens.values()])

    def hide_card(self) -> None:
        self._card_anchor = ""
        self.card.hide()

    def place_card(self) -> bool:
        """Move the floating card next to its anchor again, after the view has moved. Returns whether it is clear of
        what floats over the board."""
        if self._card_anchor:
            x, y = self.centre_of(self._card_anchor)
            ends = (one.end for one in self.lines.out)
            starts = (one.start for one in self.lines.into)
            seen = (self.active, self.selected, *ends, *starts)
            keep = [self.mapFromScene(QPointF(*self.centre_of(id))) for id in seen if id]
            others = [self.mapFromScene(token.pos()) for token in self.tokens.values()]
            return self.card.place(self.mapFromScene(QPointF(x, y)), round(34 * self.zoom), keep, others)
        return True

    def clear_marks(self) -> None:
        """Remove every mark except those of the acting and the chosen figure."""
        self.set_reach({})
        self.set_choices(())
        self.set_path((), 0)
        self.show_price(NO_PATH)
        self.set_targets(())
        self.set_line("", "")
        self.set_plan((), ())
        self.set_trail(())
        self.set_range("")
        self.hide_card()

    # -- animation

    def animate(self, events: Sequence[object], on_done: Callable[[], None]) -> None:
        """Animate the events, starting from the current display. `on_done` is called once, at the end or on a skip."""
        self.skip()

        def done() -> None:
            self._player = None
            on_done()

        self._player = Player(self, events, done, self._speed)
        self._player.start()

    def set_speed(self, factor: float) -> None:
        """Set the speed of animations; 1 is normal, 0 disables them."""
        self._speed = factor

    def skip(self) -> None:
        """End the running animation and show its final state."""
        player, self._player = self._player, None
        if player is not None:
            player.finish()

    # -- canvas callbacks

    def home_rect(self) -> QRectF:
        return self.marks.boundingRect().adjusted(SPARE, SPARE, -SPARE, -SPARE)

    def scale_settled(self, scale: float, ratio: float, at_once: bool = False) -> None:
        self.stamps.set_scale(scale, ratio)
        self.ground.want(self.visible_rect(), scale, at_once)
        self.viewport().update()

    def moved(self) -> None:
        self.place_card()
        self._place_price()
