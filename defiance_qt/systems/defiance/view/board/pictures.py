"""The board as vectors, without a window: the same drawing as at the table, of any state of a game.

A token is drawn in parts, so that a game has few drawings: bodies, initials in each language, marks, plates.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtSvg import QSvgGenerator

from defiance_qt.core.port import Game, Piece, Words
from defiance_qt.shell.app import application
from defiance_qt.shell.theme import THEMES, Theme
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.view.board import geometry, looks, things, tokens
from defiance_qt.systems.defiance.view.board.display import CROWD, CROWDED, SPARE
from defiance_qt.systems.defiance.view.board.looks import Figure, Look
from defiance_qt.systems.defiance.view.board.scenery import scenery, scenery_rect
from defiance_qt.systems.defiance.view.drawings import Sign, figure_drawings
from defiance_qt.systems.defiance.view.present.names import Names

HALVES = {"thing": (things.HALF, things.HALF), "plate": tokens.Plate.HALF}
TOKEN = (tokens.HALF, tokens.HALF)
NO_SIGN = Sign("")
THINGS, ACTIVE, TOKENS, PLATES = range(4)


class Drawing(NamedTuple):
    """Something to draw, and the area that it takes."""

    area: QRectF
    paint: Callable[[QPainter, Theme], None]


def board_pictures(game: Game) -> BoardPictures:
    """Return the pictures of a game. Makes an application without a display where there is none."""
    assert isinstance(game, DefianceGame)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application([game.system])
    return BoardPictures(game)


class BoardPictures:
    """The pictures of one game."""

    def __init__(self, game: DefianceGame) -> None:
        self._game = game
        self._names: dict[tuple[str, Rules], Names] = {}
        self._ids: dict[object, str] = {}
        self._drawings: dict[str, Drawing] = {}

    def ground(self, state: State) -> str:
        if state.between:
            return ""
        rules = self._game.rules_for(state)
        return self._drawn("ground", rules.mission.id, lambda: Drawing(_area(rules), partial(_ground, rules)))

    def pieces(self, state: State, words: Words) -> tuple[Piece, ...]:
        if state.between:
            return ()
        rules = self._game.rules_for(state)
        names = self._names.setdefault((words.language, rules), Names(words, rules.catalog, figure_drawings()))
        figures = looks.figures(
            state,
            names.sign,
            lambda one: rules.loadout(one).wounds,
            lambda state: preview.losses(rules, state),
        )
        return (*self._things(state, rules, names, figures), *self._figures(state, rules, names, figures))

    def draw(self, drawing: str, theme: Literal["dark", "light"]) -> str:
        area, paint = self._drawings[drawing]
        store = QByteArray()
        buffer = QBuffer(store)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        device = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # an older one cannot clip
        device.setOutputDevice(buffer)
        device.setViewBox(area)
        device.setSize(QSize(round(area.width()), round(area.height())))
        painter = _Outlines(device)
        try:
            paint(painter, THEMES[theme])
        finally:
            painter.end()
        return bytes(store.data()).decode()

    def _drawn(self, kind: str, what: object, drawing: Callable[[], Drawing]) -> str:
        """Return the id of a drawing, the same for the same things."""
        id = self._ids.setdefault((kind, what), f"{kind}-{len(self._ids)}")
        if id not in self._drawings:
            self._drawings[id] = drawing()
        return id

    def _part(self, kind: str, look: Look, paint: Callable[[QPainter, Theme, Look], None]) -> str:
        """Return the id of a part of a token. `look` holds only what the part shows."""
        wide, high = HALVES.get(kind, TOKEN)
        middle = tokens.PLATE if kind == "plate" else 0.0

        def at_its_place(painter: QPainter, theme: Theme) -> None:
            painter.translate(0, middle)
            paint(painter, theme, look)

        area = QRectF(-wide, middle - high, 2 * wide, 2 * high)
        return self._drawn(kind, look, lambda: Drawing(area, at_its_place))

    def _things(self, state: State, rules: Rules, names: Names, figures: tuple[Figure, ...]) -> Iterator[Piece]:
        held = frozenset(one.space for one in figures)
        for one in things.placed(rules.board, looks.things(state, names.sign), held):
            thing, half = one.thing, things.HALF
            area = QRectF(-half, -half, 2 * half, 2 * half)
            what = (thing.kind, thing.used, thing.label, thing.drawing, round(one.angle))
            id = self._drawn("thing", what, partial(Drawing, area, partial(_thing, one)))
            name = names.character(state.neutrals[thing.id].ally.id) if thing.kind == "neutral" else ""
            yield Piece(f"thing:{thing.id}", (id,), round(one.x, 1), round(one.y, 1), name, thing.place if name else "")

    def _figures(self, state: State, rules: Rules, names: Names, figures: tuple[Figure, ...]) -> Iterator[Piece]:
        crowds: dict[str, list[Figure]] = {}
        for one in figures:
            crowds.setdefault(one.space, []).append(one)
        acting = looks.acting(state)
        for space, crowd in crowds.items():
            x, y = geometry.centre(rules.board.hex(rules.board.space(space)))
            places, scale = CROWD[min(len(crowd), 3) - 1], CROWDED if len(crowd) > 1 else 1.0
            for at, one in enumerate(crowd):
                dx, dy = places[at % len(places)]
                yield from self._figure(one, names, round(x + dx, 1), round(y + dy, 1), scale, one.id == acting)

    def _figure(self, one: Figure, names: Names, x: float, y: float, scale: float, acts: bool) -> Iterator[Piece]:
        look = one.look._replace(activated=False) if acts else one.look
        bare = Look(look.side, NO_SIGN, down=look.down, activated=look.activated, rank=look.rank)
        if look.sign.drawing:
            sign = self._part("figure", bare._replace(sign=Sign("", look.sign.drawing)), tokens.paint_drawing)
        else:
            letters = bare._replace(side="team", sign=look.sign, rank=min(1, look.rank))
            sign = self._part("initials", letters, tokens.paint_initials)
        parts = [self._part("body", bare, tokens.paint_body), sign]
        if look.states or look.number or look.activated:
            acted = look.activated and not look.number
            marks = Look(look.side, NO_SIGN, look.number, states=look.states, activated=acted)
            parts.append(self._part("marks", marks, tokens.paint_marks))
        states = ", ".join(map(names.state, look.states))
        name = f"{names.figure(one.id)} ({states})" if states else names.figure(one.id)
        if acts:
            area = QRectF(-tokens.HALF, -tokens.HALF, 2 * tokens.HALF, 2 * tokens.HALF)
            glow = self._drawn("active", "", lambda: Drawing(area, tokens.paint_active))
            yield Piece("active", (glow,), x, y, layer=ACTIVE, scale=scale)
        yield Piece(one.id, tuple(parts), x, y, name, f"{one.space} · {look.left}/{look.wounds}", TOKENS, scale)
        if look.wounds > 0:
            health = Look("team", NO_SIGN, damage=look.wounds - look.left, wounds=look.wounds, losing=look.losing)
            plate = self._part("plate", health, tokens.paint_plate)
            yield Piece(f"plate:{one.id}", (plate,), x, y, layer=PLATES, scale=scale)


def _area(rules: Rules) -> QRectF:
    return scenery_rect(rules.board).adjusted(SPARE, SPARE, -SPARE, -SPARE)


def _ground(rules: Rules, painter: QPainter, theme: Theme) -> None:
    # SVG keeps no brush's own transformation, so the light in the middle is left out.
    found = scenery(rules.board, theme, rules.mission.zones, rules.mission.respawn)
    found = found._replace(background=QColor(theme.background), glow=QBrush(Qt.BrushStyle.NoBrush))
    for _ in found.strokes(painter, found.rect):
        pass


def _thing(one: things.Placed, painter: QPainter, theme: Theme) -> None:
    things.paint_thing(painter, theme, one)


class _Outlines(QPainter):
    """A painter that draws letters as shapes, so that they look the same without the program's font. A path without a
    line is left out: readers of SVG complain of it."""

    def drawPath(self, path: QPainterPath) -> None:
        if not path.isEmpty():
            super().drawPath(path)

    def drawText(  # type: ignore[override]  # the one form that the board uses
        self, rect: QRectF, flags: Qt.AlignmentFlag, text: str
    ) -> None:
        metrics = QFontMetricsF(self.font())
        wide = metrics.horizontalAdvance(text)
        x = rect.center().x() - wide / 2 if flags & Qt.AlignmentFlag.AlignHCenter else rect.left()
        path = QPainterPath()
        path.addText(QPointF(x, rect.center().y() + (metrics.ascent() - metrics.descent()) / 2), self.font(), text)
        self.fillPath(path, QBrush(self.pen().color()))
