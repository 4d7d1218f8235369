"""Tokens: the graphics item of a figure on the board, and the functions that draw it.

A Character is round, an Ally is round with a double ring, an Enemy is eight-sided. The health that is left is shown on
a plate below, which lies over all tokens; States are badges above, the Miniature's number is in a corner. Sides and
conditions differ without colour.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from defiance_qt.shell.kit.gauges import paint_pip, pip_state
from defiance_qt.shell.surface.stamps import StampPainter, Stamps
from defiance_qt.shell.theme import Theme, font, icon_names, paint_figure, paint_icon
from defiance_qt.systems.defiance.view.board.looks import Look
from defiance_qt.systems.defiance.view.board.scenery import blend, dashed, pen

RADIUS = 17.5
SIDE = 31.0  # the sides of a figure's drawing
PLATE = 24.0  # distance from the centre down to the middle of the plate
PIP, PIP_GAP = 8.0, 2.0
FEW = 5  # the most Wounds shown as pips; more are a number
HALF = 36.0  # half the width of a token's picture, including halos
SIZES = {False: (30.0, 29.0), True: (HALF, HALF)}  # half the picture's width and height: plain, with a halo
BADGE = 6.8


class Plate(QGraphicsItem):
    """The health of a figure, an item of its own so that no token covers it."""

    HALF = (28.0, 9.0)

    def __init__(self, look: Look, stamps: Stamps) -> None:
        super().__init__()
        self._look, self._stamps = look, stamps
        self.setZValue(32)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_look(self, look: Look) -> None:
        if look != self._look:
            self._look = look
            self.update()

    def boundingRect(self) -> QRectF:
        wide, high = self.HALF
        return QRectF(-wide, PLATE - high, 2 * wide, 2 * high)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        look = self._look
        if look.wounds > 0:
            key = ("plate", look.left, look.wounds, look.losing, look.down)
            stamp = self._stamps.get(key, self.HALF, lambda p, t: paint_plate(p, t, look))
            StampPainter(painter).put(stamp, 0, PLATE)


class Token(QGraphicsItem):
    """A figure on the board. Its look comes from the State, its marks from the view."""

    def __init__(self, id: str, look: Look, stamps: Stamps) -> None:
        super().__init__()
        self.id = id
        self.look = look
        self.space = ""
        self.active = False
        self.selected = False
        self.target = False
        self.flash = 0.0
        self._stamps = stamps
        self.plate = Plate(look, stamps)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemSendsGeometryChanges)
        self.setZValue(20)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_look(self, look: Look) -> None:
        if look != self.look:
            self.look = look
            self.plate.set_look(look)
            self.update()

    def itemChange(self, change: QGraphicsItem.GraphicsItemChange, value: Any) -> Any:
        """Take the plate along."""
        kinds = QGraphicsItem.GraphicsItemChange
        if change == kinds.ItemPositionHasChanged:
            self.plate.setPos(value)
        elif change == kinds.ItemOpacityHasChanged:
            self.plate.setOpacity(value)
        elif change == kinds.ItemScaleHasChanged:
            self.plate.setScale(min(1.0, value))
        elif change == kinds.ItemSceneChange:
            if self.scene() is not None:
                self.scene().removeItem(self.plate)
            if value is not None:
                value.addItem(self.plate)
        return super().itemChange(change, value)

    def mark(self, *, active: bool, selected: bool, target: bool) -> None:
        """Set the marks: acting, chosen, can be targeted."""
        if (active, selected, target) != (self.active, self.selected, self.target):
            self.active, self.selected, self.target = active, selected, target
            self.setZValue(22 if active or selected or target else 20)
            self.update()

    def set_flash(self, strength: float) -> None:
        """Show the ring of a figure that was just hurt, with a strength from 0 to 1."""
        self.flash = strength
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(-HALF, -HALF, 2 * HALF, 2 * HALF)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        # One that falls is turned; stamps are copied point by point otherwise.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, bool(self.rotation()))
        press = StampPainter(painter)
        halo = self.active or self.selected or self.target
        # One stamp for the token and its halos: one copy instead of four.
        press.put(self._stamps.get((self.look, self.active, self.selected, self.target), SIZES[halo], self._draw))
        if self.flash > 0:
            painter.setOpacity(painter.opacity() * self.flash)
            press.put(self._stamps.get("flash", SIZES[False], paint_flash))

    def _draw(self, painter: QPainter, theme: Theme) -> None:
        if self.active:
            paint_active(painter, theme)
        if self.selected:
            paint_selected(painter, theme)
        if self.target:
            paint_target(painter, theme)
        # The acting figure counts as activated too, but must not look dimmed.
        paint_token(painter, theme, self.look._replace(activated=False) if self.active else self.look)


def shape(look: Look, radius: float) -> QPainterPath:
    """Return the outline of a token: a circle, or an octagon for an Enemy."""
    path = QPainterPath()
    if look.side != "enemy":
        path.addEllipse(QPointF(0, 0), radius, radius)
        return path
    reach = radius * 1.055
    corners = [QPointF(reach * cos(pi / 8 + i * pi / 4), reach * sin(pi / 8 + i * pi / 4)) for i in range(8)]
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path


def paint_token(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw a token with badges and number, centred at (0, 0)."""
    paint_body(painter, theme, look)
    paint_sign(painter, theme, look)
    paint_marks(painter, theme, look)


def paint_marks(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw what a token has at its edge: badges, and its number or a tick."""
    _badges(painter, theme, look)
    if look.number:
        _number(painter, theme, look.number, _colours(theme, look)[0])
    elif look.activated:
        _tick(painter, theme)


def _colours(theme: Theme, look: Look) -> tuple[str, str]:
    """Return the accent and the fill of a side."""
    return {
        "team": (theme.team, theme.team_fill),
        "ally": (theme.ally, theme.ally_fill),
        "enemy": (theme.enemy, theme.enemy_fill),
    }[look.side]


def paint_body(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw a token without what is written on it."""
    accent, _ = _colours(theme, look)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.wall_shadow))
    painter.drawPath(shape(look, RADIUS + 3.4))
    ring = QColor(accent)
    if look.activated or look.down:
        ring = blend(ring, QColor(theme.hex_fill), 0.62)
    painter.setBrush(_ground(theme, look))
    line = dashed(accent, 3.2, (1.6, 1.2)) if look.down else pen(accent, 3.2)
    line.setColor(ring)
    painter.setPen(line)
    painter.drawPath(shape(look, RADIUS))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if look.side == "ally":
        painter.setPen(QPen(ring, 1.2))
        painter.drawEllipse(QPointF(0, 0), RADIUS - 4.0, RADIUS - 4.0)
    for rank in range(look.rank):
        # Chevrons at the foot show the face of the Unit card; the lowest face has none.
        painter.setPen(pen(accent, 1.9))
        painter.drawPolyline(_chevron(rank))


def _ground(theme: Theme, look: Look) -> QColor:
    """Return the color of the disc."""
    if look.down:
        return QColor(theme.raised)
    fill = QColor(_colours(theme, look)[1])
    return blend(fill, QColor(theme.hex_fill), 0.55) if look.activated else fill


def _chevron(rank: int) -> QPolygonF:
    y = 11.5 - 3.4 * rank
    return QPolygonF([QPointF(-5, y + 2.5), QPointF(0, y - 1), QPointF(5, y + 2.5)])


def paint_sign(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw what tells a figure from the others: its drawing, or its initials."""
    if look.sign.drawing and not theme.letters:
        paint_drawing(painter, theme, look)
    else:
        paint_initials(painter, theme, look)


def paint_drawing(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw the drawing of a figure: lying if it is down, faint if it has acted."""
    ground, accent = _ground(theme, look), QColor(_colours(theme, look)[0])
    if look.down or look.activated:
        accent = blend(accent, ground, 0.6)
    painter.save()
    painter.setClipPath(shape(look, RADIUS - 1.6))
    if look.down:
        painter.rotate(90)
    box = QRectF(-SIDE / 2, -SIDE / 2 - (2 if look.rank else 0), SIDE, SIDE)
    paint_figure(painter, box, look.sign.drawing, accent.name(), ground.name())
    painter.restore()
    for colour, width in ((ground, 5.0), (accent, 1.9)):
        # The drawing covers those of the body.
        painter.setPen(pen(colour.name(), width))
        for rank in range(look.rank):
            painter.drawPolyline(_chevron(rank))


def paint_initials(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw the initials of a token; crossed out if the figure is down."""
    ink = theme.muted if look.down or look.activated else theme.token_text
    size = {1: 17, 2: 15}.get(len(look.sign.letters), 12)
    lift = 2.5 if look.rank else 0
    painter.setFont(font(theme, size, 700))
    painter.setPen(QColor(ink))
    painter.drawText(
        QRectF(-RADIUS, -RADIUS - lift, 2 * RADIUS, 2 * RADIUS), Qt.AlignmentFlag.AlignCenter, look.sign.letters
    )
    if look.down:
        painter.setPen(pen(theme.danger, 2.4))
        painter.drawLine(QPointF(-11, 11), QPointF(11, -11))


def paint_plate(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw the health that is left, centred at (0, 0): up to five Wounds as pips, more as a heart and a number."""
    few = look.wounds <= FEW
    face = font(theme, 11, 700)
    number = str(look.left) if not look.losing else f"{look.left}→{max(0, look.left - look.losing)}"
    step = PIP + PIP_GAP
    inside = look.wounds * step - PIP_GAP if few else 11 + QFontMetrics(face).horizontalAdvance(number)
    box = QRectF(-inside / 2 - 4, -7, inside + 8, 14)
    painter.setPen(QPen(QColor(theme.wall_shadow), 1.2))
    painter.setBrush(QColor(theme.floating))
    painter.drawRoundedRect(box, 4, 4)
    left = -inside / 2
    if few:
        for place in range(look.wounds):
            square = QRectF(left + place * step, -PIP / 2, PIP, PIP)
            paint_pip(painter, theme, square, pip_state(place, look.left, look.losing))
        return
    paint_icon(painter, QRectF(left, -4.5, 9, 9), "heart", theme.pip_full)
    painter.setFont(face)
    painter.setPen(QColor(theme.danger_ink if look.losing else theme.text_strong))
    painter.drawText(QRectF(left + 11, -8, inside, 16), Qt.AlignmentFlag.AlignVCenter, number)


def state_icon(state: str) -> str:
    """Return the icon of a State, or the general icon if the State has none."""
    name = f"state_{state}"
    return name if name in icon_names() else "state_other"


def _badges(painter: QPainter, theme: Theme, look: Look) -> None:
    """Draw up to three States on an arc at the upper right; with more States, the third badge counts the rest."""
    states = look.states if len(look.states) <= 3 else look.states[:2]
    for i, state in enumerate(states):
        x, y = _badge(painter, theme, i)
        paint_icon(painter, QRectF(x - 4.6, y - 4.6, 9.2, 9.2), state_icon(state), theme.gold_ink)
    if len(states) < len(look.states):
        x, y = _badge(painter, theme, 2)
        painter.setFont(font(theme, 8, 700))
        painter.setPen(QColor(theme.gold_ink))
        rest = f"+{len(look.states) - len(states)}"
        painter.drawText(QRectF(x - 7, y - 7, 14, 14), Qt.AlignmentFlag.AlignCenter, rest)


def _badge(painter: QPainter, theme: Theme, i: int) -> tuple[float, float]:
    angle = -pi * 0.27 + i * 0.62
    x, y = 21.5 * cos(angle), 21.5 * sin(angle)
    painter.setPen(QPen(QColor(theme.wall_shadow), 1.6))
    painter.setBrush(QColor(theme.gold_fill))
    painter.drawEllipse(QPointF(x, y), BADGE, BADGE)
    painter.setPen(QPen(QColor(theme.gold), 0.9))
    painter.drawEllipse(QPointF(x, y), BADGE - 0.9, BADGE - 0.9)
    return x, y


def _number(painter: QPainter, theme: Theme, number: int, accent: str) -> None:
    place = QRectF(-24.5, -24.5, 15, 15)
    painter.setPen(QPen(QColor(theme.wall_shadow), 1.6))
    painter.setBrush(QColor(accent))
    painter.drawRoundedRect(place, 4, 4)
    painter.setFont(font(theme, 11, 800))
    painter.setPen(QColor(theme.on_object))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(number))


def _tick(painter: QPainter, theme: Theme) -> None:
    """Draw the tick of a figure that was activated this Round."""
    painter.setPen(QPen(QColor(theme.wall_shadow), 1.6))
    painter.setBrush(QColor(theme.raised))
    painter.drawEllipse(QPointF(-17, -17), 6.6, 6.6)
    paint_icon(painter, QRectF(-21.2, -21.2, 8.4, 8.4), "check", theme.text)


def paint_active(painter: QPainter, theme: Theme) -> None:
    """Draw the glow around the acting figure."""
    for radius, alpha in ((33.5, 0.10), (31.0, 0.16), (28.5, 0.24)):
        glow = QColor(theme.glow)
        glow.setAlphaF(alpha)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawEllipse(QPointF(0, 0), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.glow, 1.8))
    painter.drawEllipse(QPointF(0, 0), 28.5, 28.5)


def paint_selected(painter: QPainter, theme: Theme) -> None:
    """Draw four arcs around the chosen figure."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.text_strong, 2.2))
    for quarter in range(4):
        painter.drawArc(QRectF(-29, -29, 58, 58), (quarter * 90 + 25) * 16, 40 * 16)


def paint_target(painter: QPainter, theme: Theme) -> None:
    """Draw a ring with four inward strokes around a possible target."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.wall_shadow), 4.4))
    painter.drawEllipse(QPointF(0, 0), 29, 29)
    painter.setPen(pen(theme.danger, 2.4))
    painter.drawEllipse(QPointF(0, 0), 29, 29)
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        painter.drawLine(QPointF(33.5 * x, 33.5 * y), QPointF(26.5 * x, 26.5 * y))


def paint_flash(painter: QPainter, theme: Theme) -> None:
    hurt = QColor(theme.danger)
    hurt.setAlphaF(0.55)
    painter.setPen(QPen(QColor(theme.danger), 3))
    painter.setBrush(QBrush(hurt))
    painter.drawEllipse(QPointF(0, 0), RADIUS + 6, RADIUS + 6)
