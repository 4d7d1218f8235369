"""Animation clips, one per event.

A clip begins, advances from 0 to 1 and finishes. Skipping `advance` must give the same final result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sin
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.shell.theme import Theme, font
from defiance_qt.systems.defiance.view.board.geometry import Point
from defiance_qt.systems.defiance.view.board.looks import Figure, Look
from defiance_qt.systems.defiance.view.board.scenery import dashed, pen
from defiance_qt.systems.defiance.view.board.things import HALF as LEAVES
from defiance_qt.systems.defiance.view.board.things import Placed, paint_leaves
from defiance_qt.systems.defiance.view.board.tokens import Token

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.board.display import Display

STEP = 150  # milliseconds per space
APPEAR, AIM, HURT, FADE, CHANGE, FALL, DOOR, ALARM = 280, 380, 520, 320, 240, 460, 380, 640
SHAKE, SHAKES = 4.0, 5  # how far a token that is hit shakes, in points of the scene, and how often
HIT = 0.55  # the part of a shot after which it has arrived


class Clip(Protocol):
    """An animation of `length` milliseconds."""

    length: int

    def begin(self) -> None: ...
    def advance(self, part: float) -> None: ...
    def finish(self) -> None: ...


class Walk:
    """A figure moves along spaces."""

    def __init__(self, view: Display, id: str, spaces: Sequence[str]) -> None:
        self._view, self._id = view, id
        self._spaces = tuple(spaces)
        self._points = [view.centre_of(space) for space in spaces]
        self.length = STEP * max(1, len(spaces) - 1)

    def begin(self) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.setScale(1.0)
            token.setZValue(30)

    def advance(self, part: float) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.setPos(QPointF(*along(self._points, part)))

    def finish(self) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.space = self._spaces[-1]
            token.setPos(QPointF(*self._points[-1]))
            token.setZValue(20)


def along(points: Sequence[Point], part: float) -> Point:
    """Return the point at a part 0 … 1 of a path, eased at both ends."""
    eased = part * part * (3 - 2 * part)
    place = eased * (len(points) - 1)
    i = min(int(place), len(points) - 2)
    if i < 0:
        return points[0]
    (ax, ay), (bx, by), t = points[i], points[i + 1], place - i
    return ax + (bx - ax) * t, ay + (by - ay) * t


class Change:
    """A token changes its look."""

    length = CHANGE

    def __init__(self, view: Display, id: str, change: Callable[[Look], Look]) -> None:
        self._view, self._id, self._change = view, id, change

    def begin(self) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.set_look(self._change(token.look))

    def advance(self, part: float) -> None:
        """Do nothing: the look changes in `begin`, and the rest of the time only displays it."""

    def finish(self) -> None:
        """Do nothing: there is nothing to clean up."""


class Hurt(Change):
    """A token flashes and shakes, and a number rises from it."""

    length = HURT

    def __init__(self, view: Display, id: str, text: str, colour: str, change: Callable[[Look], Look]) -> None:
        super().__init__(view, id, change)
        self._text, self._colour = text, colour
        self._float: Rising | None = None
        self._place = QPointF()

    def begin(self) -> None:
        super().begin()
        token = self._view.tokens.get(self._id)
        if token is not None:
            self._place = token.pos()
            self._float = Rising(self._text, self._colour, self._view.stamps)
            self._float.setPos(self._place)
            self._view.scene().addItem(self._float)

    def advance(self, part: float) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None and self._float is not None:
            if self._text.startswith("−"):
                token.set_flash(max(0.0, 1.0 - part * 1.6))
                left = max(0.0, 1.0 - part * 2.0)
                token.setPos(self._place + QPointF(SHAKE * left * sin(2 * pi * SHAKES * part), 0.0))
            self._float.setPos(self._place.x(), self._place.y() - 8 - 26 * part)
            self._float.setOpacity(1.0 if part < 0.6 else (1.0 - part) / 0.4)

    def finish(self) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.set_flash(0.0)
            if self._float is not None:
                token.setPos(self._place)
        if self._float is not None:
            self._view.scene().removeItem(self._float)
            self._float = None


class Fall(Change):
    """A figure falls over and lies."""

    length = FALL

    def advance(self, part: float) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            # The drawing lies already: it stands at first, falls faster and faster, and bounces once.
            token.setRotation(-90 * fallen(part))

    def finish(self) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.setRotation(0.0)


def fallen(part: float) -> float:
    """Return how far from lying a figure that falls still is, from 1 to 0."""
    if part < 0.65:
        return 1.0 - (part / 0.65) ** 2
    return 0.12 * sin(pi * (part - 0.65) / 0.35)


class Fade:
    """A token leaves the board."""

    length = FADE

    def __init__(self, view: Display, id: str) -> None:
        self._view, self._id = view, id

    def begin(self) -> None:
        """Do nothing: the token is still on the board."""

    def advance(self, part: float) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.setOpacity(1.0 - part)
            token.setScale(1.0 - 0.35 * part)

    def finish(self) -> None:
        self._view.drop_token(self._id)


class Die(Fade):
    """A token falls over as it leaves the board."""

    length = FALL

    def advance(self, part: float) -> None:
        token = self._view.tokens.get(self._id)
        if token is not None:
            token.set_flash(max(0.0, 0.8 - part * 2))
            token.setRotation(80 * part * part)
            token.setOpacity(1.0 - part**3)
            token.setScale(1.0 - 0.25 * part)


class Appear:
    """A token appears on the board."""

    length = APPEAR

    def __init__(self, view: Display, figure: Figure | None) -> None:
        self._view, self._figure = view, figure
        self._token: Token | None = None

    def begin(self) -> None:
        if self._figure is not None:
            self._token = self._view.put_token(self._figure)
            self._token.setOpacity(0.0)

    def advance(self, part: float) -> None:
        if self._token is not None:
            self._token.setOpacity(part)
            self._token.setScale(1.5 - 0.5 * part)

    def finish(self) -> None:
        if self._token is not None:
            self._token.setOpacity(1.0)
            self._token.setScale(1.0)


class Used:
    """A container is emptied."""

    length = CHANGE

    def __init__(self, view: Display, id: str) -> None:
        self._view, self._id = view, id

    def begin(self) -> None:
        self._view.use_thing(self._id)

    def advance(self, part: float) -> None:
        """Do nothing: the thing changes in `begin`, and the rest of the time only displays it."""

    def finish(self) -> None:
        """Do nothing: there is nothing to clean up."""


class Open(Used):
    """The leaves of a door slide apart."""

    length = DOOR

    def __init__(self, view: Display, id: str) -> None:
        super().__init__(view, id)
        self._leaves: Leaves | None = None

    def begin(self) -> None:
        super().begin()
        door = next((one for one in self._view.things.all if one.thing.id == self._id and one.ends), None)
        if door is not None:
            self._leaves = Leaves(door, self._view.theme)
            self._view.scene().addItem(self._leaves)

    def advance(self, part: float) -> None:
        if self._leaves is not None:
            self._leaves.slide(part)

    def finish(self) -> None:
        if self._leaves is not None:
            self._view.scene().removeItem(self._leaves)
            self._leaves = None


class Leaves(QGraphicsItem):
    """The leaves of a door on their way."""

    def __init__(self, door: Placed, theme: Theme) -> None:
        super().__init__()
        self._theme, self._security = theme, door.thing.kind == "security_door"
        self._part = 0.0
        self.setPos(door.x, door.y)
        self.setRotation(door.angle)
        self.setZValue(13)

    def slide(self, part: float) -> None:
        self._part = 1 - (1 - part) ** 3
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(-LEAVES, -LEAVES, 2 * LEAVES, 2 * LEAVES)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        paint_leaves(painter, self._theme, self._security, self._part)


class Alarm:
    """The edge of the board pulses twice: the Alert rises."""

    length = ALARM

    def __init__(self, view: Display) -> None:
        self._view = view
        self._edge: Edge | None = None

    def begin(self) -> None:
        self._edge = Edge(self._view.visible_rect(), self._view.zoom, self._view.theme)
        self._view.scene().addItem(self._edge)

    def advance(self, part: float) -> None:
        if self._edge is not None:
            self._edge.setOpacity(sin(2 * pi * part) ** 2)

    def finish(self) -> None:
        if self._edge is not None:
            self._view.scene().removeItem(self._edge)
            self._edge = None


class Edge(QGraphicsItem):
    """A frame in the color of danger inside what is seen of the board."""

    WIDE = 18.0  # pixels

    def __init__(self, seen: QRectF, zoom: float, theme: Theme) -> None:
        super().__init__()
        self._seen, self._wide, self._theme = seen, self.WIDE / zoom, theme
        self.setOpacity(0.0)
        self.setZValue(60)

    def boundingRect(self) -> QRectF:
        return self._seen

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        colour = QColor(self._theme.danger)
        for share, alpha in ((1.0, 0.18), (0.6, 0.3), (0.25, 0.9)):
            wide = self._wide * share
            colour.setAlphaF(alpha)
            painter.setPen(QPen(colour, wide))
            painter.drawRect(self._seen.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2))


class Falling(Protocol):
    """Shows the dice of a roll. `length` is how long they fall, in milliseconds."""

    @property
    def length(self) -> int: ...
    def begin(self) -> None: ...
    def fall(self, part: float) -> None: ...
    def skip(self) -> None: ...


class Dice:
    """The dice of a roll fall, beside the board."""

    def __init__(self, shown: Falling) -> None:
        self._shown = shown
        self.length = shown.length

    def begin(self) -> None:
        self._shown.begin()

    def advance(self, part: float) -> None:
        self._shown.fall(part)

    def finish(self) -> None:
        self._shown.skip()


class Aim:
    """A line grows from one figure to another."""

    length = AIM

    def __init__(self, view: Display, a: str, b: str, colour: str) -> None:
        self._view = view
        self._ends = a, b
        self._colour = colour
        self._shot: Shot | None = None

    def begin(self) -> None:
        start, end = map(self._view.space_of, self._ends)
        a, b = self._view.sight_line(start, end) or map(self._view.centre_of, self._ends)
        self._shot = Shot(a, b, self._colour, self._view.theme)
        self._view.scene().addItem(self._shot)

    def advance(self, part: float) -> None:
        if self._shot is not None:
            self._shot.grow(min(1.0, part / HIT), max(0.0, (part - HIT) / (1 - HIT)))

    def finish(self) -> None:
        if self._shot is not None:
            self._view.scene().removeItem(self._shot)
            self._shot = None


class Shot(QGraphicsItem):
    """The line of an Attack or Hack, and a ring where it arrives."""

    RING = 32.0

    def __init__(self, a: Point, b: Point, colour: str, theme: Theme) -> None:
        super().__init__()
        self._a, self._b = QPointF(*a), QPointF(*b)
        self._colour, self._theme = colour, theme
        self._part = self._burst = 0.0
        self.setZValue(35)

    def grow(self, part: float, burst: float = 0.0) -> None:
        """Set how far the line has come, and how far the ring where it arrives."""
        self._part, self._burst = part, burst
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(self._a, self._b).normalized().adjusted(-self.RING, -self.RING, self.RING, self.RING)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tip = self._a + (self._b - self._a) * self._part
        painter.setPen(pen(self._theme.wall_shadow, 6))
        painter.drawLine(self._a, tip)
        painter.setPen(dashed(self._colour, 3.2, (3.0, 1.6)))
        painter.drawLine(self._a, tip)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour))
        painter.drawEllipse(tip, 5.0, 5.0)
        if self._burst > 0:
            ring = QColor(self._colour)
            ring.setAlphaF(1.0 - self._burst)
            painter.setPen(QPen(ring, 4.0 * (1.0 - self._burst) + 0.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = 12 + (self.RING - 16) * self._burst
            painter.drawEllipse(self._b, radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


class Rising(QGraphicsItem):
    """A number that rises over a token."""

    HALF = 26.0

    def __init__(self, text: str, colour: str, stamps: Stamps) -> None:
        super().__init__()
        self._text, self._colour, self._stamps = text, colour, stamps
        self.setZValue(50)

    def boundingRect(self) -> QRectF:
        return QRectF(-self.HALF, -self.HALF, 2 * self.HALF, 2 * self.HALF)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        key = ("rising", self._text, self._colour)
        StampPainter(painter).put(self._stamps.get(key, (self.HALF, self.HALF), self._draw))

    def _draw(self, painter: QPainter, theme: Theme) -> None:
        painter.setFont(font(theme, 22, 800))
        box = self.boundingRect()
        painter.setPen(QColor(theme.wall_shadow))
        for dx, dy in ((-1.4, 0), (1.4, 0), (0, -1.4), (0, 1.4), (1, 1), (-1, -1), (1, -1), (-1, 1)):
            painter.drawText(box.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.setPen(QColor(self._colour))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text)
