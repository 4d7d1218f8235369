"""Doors, containers, Consoles and neutral Allies: one item draws them all from stamps, because they change in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import atan2, degrees
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.shell.theme import Theme, font, paint_figure, paint_icon
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import SIZE, Point
from defiance_qt.systems.defiance.view.board.looks import Thing
from defiance_qt.systems.defiance.view.board.scenery import pen

HALF = 21.0


class Placed(NamedTuple):
    """A thing and its position. For a door, `angle` is its rotation in degrees and `ends` are the ends of its side."""

    thing: Thing
    x: float
    y: float
    angle: float = 0.0
    ends: tuple[Point, Point] | None = None

    def near(self, x: float, y: float) -> bool:
        """Return whether a point of the scene is on the thing."""
        if self.ends:
            return geometry.distance_to_segment((x, y), *self.ends) < 7.0
        return abs(x - self.x) < 13 and abs(y - self.y) < 13


def placed(board: Board, things: Sequence[Thing], held: frozenset[str] = frozenset()) -> tuple[Placed, ...]:
    """Return the positions of things. On an occupied space (`held`), a thing other than a door moves into a corner."""
    found = []
    for thing in things:
        if thing.kind in ("door", "security_door"):
            cell, direction = board.side(thing.place)
            (ax, ay), (bx, by) = ends = geometry.side(board.hex(cell), direction)
            angle = degrees(atan2(by - ay, bx - ax))
            found.append(Placed(thing, (ax + bx) / 2, (ay + by) / 2, angle, ends))
        else:
            cell = board.space(thing.place)
            x, y = geometry.centre(board.hex(cell))
            if board.name(cell) in held:
                x, y = x + 17, y + 17
            found.append(Placed(thing, x, y))
    return tuple(found)


class Things(QGraphicsItem):
    """The elements of the board. Those in `targets` are highlighted."""

    def __init__(self, stamps: Stamps) -> None:
        super().__init__()
        self._stamps = stamps
        self._rect = QRectF()
        self.all: tuple[Placed, ...] = ()
        self.targets: frozenset[str] = frozenset()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(12)

    def lay_out(self, things: tuple[Placed, ...], rect: QRectF) -> None:
        """Show these things; `rect` is the area of the board."""
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = rect
        before = {one.thing.id: one for one in self.all}
        after = {one.thing.id: one for one in things}
        self.all = things
        for id in before.keys() | after.keys():
            if before.get(id) != after.get(id):
                for one in (before.get(id), after.get(id)):
                    if one is not None:
                        self.update(_box(one))

    def set_targets(self, targets: frozenset[str]) -> None:
        changed = targets ^ self.targets
        self.targets = targets
        for one in self.all:
            if one.thing.id in changed:
                self.update(_box(one))

    def at(self, x: float, y: float, ids: frozenset[str] | None = None) -> str:
        """Return the id of the thing at a point, among `ids` if given, or ""."""
        near = (one.thing.id for one in self.all if one.near(x, y))
        return next((id for id in near if ids is None or id in ids), "")

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        press, stamps = StampPainter(painter), self._stamps
        exposed = option.exposedRect.adjusted(-HALF, -HALF, HALF, HALF)
        for one in self.all:
            if not exposed.contains(one.x, one.y):
                continue
            thing, angle = one.thing, round(one.angle)
            if thing.id in self.targets:
                glow = ("target", one.ends is None, angle)
                press.put(stamps.get(glow, (HALF, HALF), partial(paint_glow, one=one)), one.x, one.y)
            key = (thing.kind, thing.used, thing.label, thing.drawing, angle)
            press.put(stamps.get(key, (HALF, HALF), partial(paint_thing, one=one)), one.x, one.y)


def _box(one: Placed) -> QRectF:
    return QRectF(one.x - HALF, one.y - HALF, 2 * HALF, 2 * HALF)


def paint_thing(painter: QPainter, theme: Theme, one: Placed) -> None:
    """Draw a thing centred at (0, 0)."""
    thing = one.thing
    if thing.kind in ("door", "security_door"):
        painter.rotate(one.angle)
        (_open_door if thing.used else _closed_door)(painter, theme, thing.kind == "security_door")
        return
    paint = {"container": _container, "console": _console, "neutral": _neutral}[thing.kind]
    paint(painter, theme, thing)


def paint_glow(painter: QPainter, theme: Theme, one: Placed) -> None:
    """Draw the highlight of a thing that can be used now."""
    colour = QColor(theme.glow)
    if one.ends is not None:
        painter.rotate(one.angle)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, alpha in ((9.0, 0.16), (5.0, 0.28), (1.8, 1.0)):
        colour.setAlphaF(alpha)
        painter.setPen(QPen(colour, width))
        box = QRectF(-19, -9.5, 38, 19) if one.ends is not None else QRectF(-15.5, -15.5, 31, 31)
        painter.drawRoundedRect(box, 7, 7)


def _slab(painter: QPainter, colour: str, left: float, right: float, half: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(QRectF(left, -half, right - left, 2 * half), 1.6, 1.6)


def _closed_door(painter: QPainter, theme: Theme, security: bool) -> None:
    """Draw two leaves with a seam; a Security Door is striped and has a lock."""
    reach = SIZE / 2 - 1.5
    _slab(painter, theme.wall_shadow, -reach - 2.5, reach + 2.5, 6.2)
    colour = theme.security_door if security else theme.door
    _slab(painter, colour, -reach, reach, 4.0)
    if security:
        painter.save()
        clip = QPainterPath()
        clip.addRoundedRect(QRectF(-reach, -4, 2 * reach, 8), 1.6, 1.6)
        painter.setClipPath(clip)
        painter.setPen(QPen(QColor(theme.on_object if theme.dark else "#2b1c00"), 3.2))
        for x in range(-24, 25, 8):
            painter.drawLine(QPointF(x - 5, 6), QPointF(x + 5, -6))
        painter.restore()
        painter.setPen(QPen(QColor(theme.wall_shadow), 2))
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(0, 0), 7.2, 7.2)
        painter.save()
        paint_icon(painter, QRectF(-4.6, -4.8, 9.2, 9.2), "lock", theme.on_object if theme.dark else "#2b1c00")
        painter.restore()
    else:
        _slab(painter, theme.wall_shadow, -1.1, 1.1, 4.0)
        for knob in (-4.2, 4.2):
            painter.setBrush(QColor(theme.wall_shadow))
            painter.drawEllipse(QPointF(knob, 0), 1.2, 1.2)


def paint_leaves(painter: QPainter, theme: Theme, security: bool, part: float) -> None:
    """Draw the leaves of a door that opens, along the x axis: shut at 0, almost gone at 1."""
    reach = SIZE / 2 - 1.5
    colour, gap = theme.security_door if security else theme.door, part * (reach - 6)
    for left, right in ((-reach, -gap), (gap, reach)):
        _slab(painter, theme.wall_shadow, left - 1.5, right + 1.5, 6.2)
        _slab(painter, colour, left, right, 4.0)


def _open_door(painter: QPainter, theme: Theme, security: bool) -> None:
    """Draw the retracted leaves: two stubs with a gap between them."""
    reach = SIZE / 2 - 1.5
    colour = theme.security_door if security else theme.door_open
    for left, right in ((-reach, -reach + 6), (reach - 6, reach)):
        _slab(painter, theme.wall_shadow, left - 2.5, right + 2.0, 6.2)
        _slab(painter, colour, left, right, 4.0)
    painter.setPen(pen(colour, 1.2, Qt.PenStyle.DotLine))
    painter.drawLine(QPointF(-reach + 9, 0), QPointF(reach - 9, 0))


def _container(painter: QPainter, theme: Theme, thing: Thing) -> None:
    box = QRectF(-12, -12, 24, 24)
    painter.setPen(QPen(QColor(theme.wall_shadow), 2.4))
    if thing.used:
        painter.setBrush(QColor(theme.hex_fill_alt))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(pen(theme.container, 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)
        paint_icon(painter, QRectF(-8, -8, 16, 16), "container_open", theme.container)
        return
    painter.setBrush(QColor(theme.container))
    painter.drawRoundedRect(box, 5, 5)
    paint_icon(painter, QRectF(-8.5, -8.5, 17, 17), "container", theme.on_object)
    if thing.label:
        painter.setPen(QPen(QColor(theme.wall_shadow), 1.4))
        painter.setBrush(QColor(theme.gold))
        painter.drawEllipse(QPointF(11.5, -11.5), 6.2, 6.2)
        painter.setFont(font(theme, 9, 800))
        painter.setPen(QColor(theme.on_object))
        painter.drawText(QRectF(5.5, -17.5, 12, 12), Qt.AlignmentFlag.AlignCenter, thing.label)


def _console(painter: QPainter, theme: Theme, thing: Thing) -> None:
    box = QRectF(-12.5, -12.5, 25, 25)
    painter.setPen(QPen(QColor(theme.wall_shadow), 2.4))
    painter.setBrush(QColor(theme.hex_fill_alt if thing.used else theme.console))
    painter.drawRoundedRect(box, 6, 6)
    ink = theme.console if thing.used else theme.on_object
    if thing.used:
        painter.setPen(pen(theme.console, 1.5))
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
    painter.setPen(QColor(ink))
    painter.setFont(font(theme, 14, 800))
    painter.drawText(box.adjusted(0, -2.5, 0, -2.5), Qt.AlignmentFlag.AlignCenter, thing.label)
    painter.setPen(pen(ink, 1.7))
    painter.drawLine(QPointF(-5.5, 8), QPointF(5.5, 8))
    if thing.used:
        paint_icon(painter, QRectF(5, -16, 12, 12), "check", theme.console)


def _neutral(painter: QPainter, theme: Theme, thing: Thing) -> None:
    """Draw a neutral Ally: a diamond, unlike the round and eight-sided tokens."""
    diamond = QPolygonF([QPointF(0, -19), QPointF(19, 0), QPointF(0, 19), QPointF(-19, 0)])
    painter.setPen(pen(theme.wall_shadow, 6))
    painter.setBrush(QColor(theme.card))
    painter.drawPolygon(diamond)
    painter.setPen(pen(theme.gold, 2.4, Qt.PenStyle.SolidLine))
    painter.drawPolygon(diamond)
    if thing.drawing and not theme.letters:
        paint_figure(painter, QRectF(-12, -12, 24, 24), thing.drawing, theme.gold, theme.card)
        return
    painter.setFont(font(theme, 12, 700))
    painter.setPen(QColor(theme.text_strong))
    painter.drawText(QRectF(-16, -16, 32, 32), Qt.AlignmentFlag.AlignCenter, thing.label)


def spaces_of(board: Board, things: Sequence[Thing]) -> Mapping[str, tuple[Thing, ...]]:
    """Return the things by the name of their space; a door is on both its spaces."""
    found: dict[str, tuple[Thing, ...]] = {}
    for thing in things:
        if thing.kind in ("door", "security_door"):
            cell, direction = board.side(thing.place)
            cells = [cell, cell + board.shifts[direction]]
        else:
            cells = [board.space(thing.place)]
        for cell in cells:
            name = board.names.get(cell, "")
            found[name] = (*found.get(name, ()), thing)
    return found
