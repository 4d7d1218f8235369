"""Paints the row: Location cards, Hostile cards, Soldiers, the line from the active Soldier to what it looks at."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from defiance_qt.shell.kit.gauges import paint_cell
from defiance_qt.shell.theme import Theme, font, paint_figure, paint_icon

from ..engine.state import OBJECTIVE
from .layout import Box, Places
from .values import Figure, HostileView, MoveView, SpaceView, TokenView

FEW = 4
"""The most letters, with the sign for the rest, of a text that says nothing."""

FIGURE = 0.07
"""The share of a disc that is free on each side of a figure."""

NUMBER = 0.42
"""The size of a number beside a figure, as a share of the disc."""

TONES = ("team", "enemy", "danger", "gold", "blue")
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def rect(box: Box) -> QRectF:
    """Return a box as Qt's."""
    return QRectF(box.left, box.top, box.width, box.height)


class RowPainter:
    """Paints the parts of the row with one painter. `cut` are the texts of which only a few letters fit."""

    def __init__(self, painter: QPainter, theme: Theme) -> None:
        self.painter, self.theme = painter, theme
        self.cut: list[str] = []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    # -- words

    def ink(self, tone: str) -> str:
        """Return the color of a tone."""
        theme = self.theme
        if tone in TONES:
            return str(getattr(theme, tone))
        return {"strong": theme.text_strong, "plain": theme.text}.get(tone, theme.muted)

    def write(
        self,
        box: QRectF,
        text: str,
        size: int,
        ink: str,
        weight: int = 400,
        flags: Qt.AlignmentFlag = _LEFT,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> float:
        """Write one line, elided to the box. Return how wide it is."""
        face = font(self.theme, size, weight)
        metrics = QFontMetricsF(face)
        shown = metrics.elidedText(text, elide, box.width())
        if shown != text and len(shown) <= FEW:
            self.cut.append(text)
        self.painter.setFont(face)
        self.painter.setPen(QColor(ink))
        self.painter.drawText(box, flags | Qt.TextFlag.TextDontClip, shown)
        return metrics.horizontalAdvance(shown)

    def fitting(self, text: str, room: float, size: int, weight: int = 400) -> int:
        """Return the size, at most two less than `size`, at which a text has room."""
        return next((one for one in (size, size - 1) if self.wide(text, one, weight) <= room), size - 2)

    def wide(self, text: str, size: int, weight: int = 400) -> float:
        """Return the width of a text."""
        return QFontMetricsF(font(self.theme, size, weight)).horizontalAdvance(text)

    def icon(self, x: float, middle: float, name: str, ink: str, size: int = 12) -> float:
        """Paint an icon from `x`. Return where it ends."""
        high = self.theme.px(size)
        paint_icon(self.painter, QRectF(x, middle - high / 2, high, high), name, ink)
        return x + high

    # -- spaces

    def link(self, found: Places, spaces: tuple[SpaceView, ...]) -> None:
        """Paint the line on which the spaces are."""
        self.painter.setPen(QPen(QColor(self.theme.muted), 1.6))
        boxes = [found.spaces[one.index] for one in spaces if one.index in found.spaces]
        for one, other in pairwise(boxes):
            y = one.middle[1]
            self.painter.drawLine(QPointF(one.right, y), QPointF(other.left, y))

    def more(self, found: Places, width: float) -> None:
        """Paint how many spaces are out of sight on each side."""
        if not found.spaces:
            return
        middle = next(iter(found.spaces.values())).middle[1]
        size = self.theme.px(14)
        ends = ((found.before, 0.0, "chevron_left"), (found.after, width - size, "chevron_right"))
        for count, x, icon in ends:
            if count:
                self.icon(x, middle - size, icon, self.theme.text, 14)
                box = QRectF(x, middle, size, size)
                center = Qt.AlignmentFlag.AlignCenter
                self.write(box, str(count), self.theme.size_small, self.theme.text, 600, center)

    def space(self, view: SpaceView, box: Box, focused: bool, over: bool) -> None:
        """Paint the card of a space."""
        theme, painter, area = self.theme, self.painter, rect(box)
        fill, edge, pen = theme.card, theme.raised_border, QPen()
        pen.setWidthF(1.0)
        if view.kind == "mission":
            edge = theme.team
        if view.kind == "objective":
            fill, edge = theme.gold_fill, theme.gold
        if view.kind == "next":
            fill, edge = theme.background, theme.muted
            pen.setStyle(Qt.PenStyle.DashLine)
        if view.offered:
            edge = theme.team
            pen.setWidthF(1.6)
        if over and view.offered:
            fill = theme.hover
        if focused:
            edge = theme.blue
            pen.setWidthF(2.4)
        pen.setColor(QColor(edge))
        painter.setPen(pen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), theme.radius_small + 2, theme.radius_small + 2)
        if view.kind == "next":
            self._next(view, area)
        else:
            self._place(view, area)

    def _next(self, view: SpaceView, area: QRectF) -> None:
        theme, painter = self.theme, self.painter
        inner = area.adjusted(theme.px(8), theme.px(8), -theme.px(8), -theme.px(8))
        texts = ((view.title, theme.text if view.offered else theme.muted, 600), *(
            (one.text, self.ink(one.tone), 400) for one in view.lines
        ))  # fmt: skip
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        heights = []
        for text, _, weight in texts:
            painter.setFont(font(theme, theme.size_small, weight))
            heights.append(painter.boundingRect(inner, flags, text).height())
        top = inner.top() + max(0.0, (inner.height() - sum(heights)) / 2)
        for (text, ink, weight), high in zip(texts, heights, strict=True):
            painter.setFont(font(theme, theme.size_small, weight))
            painter.setPen(QColor(ink))
            painter.drawText(QRectF(inner.left(), top, inner.width(), high), flags, text)
            top += high

    def _place(self, view: SpaceView, area: QRectF) -> None:
        theme = self.theme
        pad, small = theme.px(8), theme.size_small
        line = QFontMetricsF(font(theme, small)).height()
        first = QRectF(area.left() + pad, area.top() + theme.px(5), area.width() - 2 * pad, theme.px(20))
        if view.entry:
            wide = self.wide(view.entry, theme.size_text, 700)
            needed = wide + self.wide(view.reinforce, small, 700) + self.wide(view.title, small, 600) + theme.px(30)
            self.write(first, view.entry, theme.size_text, theme.text_strong, 700, _RIGHT)
            if needed <= first.width():
                self.icon(first.right() - wide - theme.px(15), first.center().y(), "move", theme.muted)
                wide += theme.px(15)
            first.setRight(first.right() - wide - theme.px(4))
        if view.reinforce:
            wide = self.wide(view.reinforce, small, 700) + theme.px(6)
            chip = QRectF(first.left() - theme.px(3), first.top() + theme.px(1), wide, first.height() - theme.px(2))
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(QColor(theme.enemy_fill))
            self.painter.drawRoundedRect(chip, 4, 4)
            self.write(chip, view.reinforce, small, theme.enemy_ink, 700, Qt.AlignmentFlag.AlignCenter)
            first.setLeft(chip.right() + theme.px(5))
        size = self.fitting(view.title, first.width(), theme.size_text, 600)
        self.write(first, view.title, size, theme.text_strong, 600)
        top = first.bottom() + theme.px(1)
        bottom = area.bottom() - theme.px(5)
        for one in view.lines:
            if top + 2 * line > bottom and one is not view.lines[0]:
                break
            room = QRectF(area.left() + pad, top, area.width() - 2 * pad, line)
            if view.locked and one is view.lines[-1]:
                self.icon(room.left(), room.center().y(), "lock", self.ink(one.tone))
                room.setLeft(room.left() + theme.px(16))
            weight = 600 if one.tone else 400
            text = one.text if not one.short or self.wide(one.text, small, weight) <= room.width() else one.short
            self.write(room, text, small, self.ink(one.tone), weight)
            top += line
        self._foot(view, QRectF(area.left() + pad, bottom - line, area.width() - 2 * pad, line))

    def _foot(self, view: SpaceView, room: QRectF) -> None:
        theme = self.theme
        if view.fight:
            wide = self.wide(view.fight, theme.size_small, 700)
            self.write(room, view.fight, theme.size_small, theme.text_strong, 700, _RIGHT)
            self.icon(room.right() - wide - theme.px(16), room.center().y(), "attack", theme.muted)
            room = room.adjusted(0, 0, -wide - theme.px(20), 0)
        done, need = view.progress
        if need:
            cell, gap = theme.px(12), theme.px(3)
            for place in range(need):
                box = QRectF(room.left() + place * (cell + gap), room.center().y() - theme.px(3), cell, theme.px(6))
                paint_cell(self.painter, box, theme.gold, place < done)
            room.setLeft(room.left() + need * (cell + gap) + theme.px(4))
        foot = view.foot if self.wide(view.foot, theme.size_small) <= room.width() else view.brief or view.foot
        self.write(room, foot, theme.size_small, theme.muted)

    # -- Hostiles

    def hostile(self, view: HostileView, box: Box, whole: bool, focused: bool, over: bool) -> None:
        """Paint a Hostile card, or its header alone."""
        theme, painter, area = self.theme, self.painter, rect(box)
        edge, wide, fill = theme.raised_border, 1.0, theme.card
        if view.picked or view.acts or over:
            fill, edge, wide = theme.enemy_fill, theme.enemy, 1.8 if view.picked or view.acts else 1.2
        if focused:
            edge, wide = theme.blue, 2.4
        painter.setPen(QPen(QColor(edge), wide))
        painter.setBrush(QColor(fill))
        painter.drawPath(_clipped(area.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(6)))
        pad = theme.px(8)
        first = area.adjusted(pad, theme.px(3) if whole else 0, -theme.px(6), 0)
        if whole:
            first.setHeight(theme.px(20))
        size = min(theme.px(18), area.height() - 2)
        if view.target:
            self.disc(QRectF(first.right() - size, first.center().y() - size / 2, size, size), view.target, theme.team)
            first.setRight(first.right() - size - theme.px(4))
        if not whole:
            dots = theme.px(9) * min(4, len(view.figures)) + theme.px(4)
            self.figures(view.figures, first.right() - dots, first.center().y(), 7)
            first.setRight(first.right() - dots - theme.px(2))
        name = f"◆ {view.name}" if view.guard else view.name
        # A low header has low letters.
        most = theme.size_small + 1 if whole else min(theme.size_small + 1, round(first.height() * 0.7))
        self._name(first, name, most, theme.enemy_ink if view.picked else theme.text_strong)
        if whole:
            self._numbers(view, area)

    def _name(self, room: QRectF, name: str, size: int, ink: str) -> None:
        """Write the name of a Hostile card. Its number, which tells copies of a card apart, is never cut off."""
        size = self.fitting(name, room.width(), size, 600)
        stem, _, number = name.rpartition(" ")
        if number.isdigit() and self.wide(name, size, 600) > room.width():
            wide = self.wide(f" {number}", size, 600)
            shown = self.write(room.adjusted(0, 0, -wide, 0), stem, size, ink, 600)
            room, name = room.adjusted(shown, 0, 0, 0), f" {number}"
        self.write(room, name, size, ink, 600)

    def _numbers(self, view: HostileView, area: QRectF) -> None:
        theme = self.theme
        pad, small = theme.px(8), theme.size_small
        middle = area.top() + theme.px(32)
        self.figures(view.figures, area.left() + pad, middle, 11)
        right = area.right() - theme.px(7)
        for value, icon, ink in ((view.xp, "star", theme.gold), (view.cover, "block", theme.muted)):
            wide = self.wide(value, small, 700)
            self.write(QRectF(right - wide, middle - 9, wide + 1, 18), value, small, theme.text_strong, 700)
            right -= wide + theme.px(15)
            self.icon(right, middle, icon, ink)
            right -= theme.px(7)
        line = QRectF(area.left() + pad, area.bottom() - theme.px(20), area.width() - pad - theme.px(4), theme.px(18))
        text = view.outlook.text
        if view.outlook.short and self.wide(text, small) > line.width():
            text = view.outlook.short
        # A chance at the end is never cut off.
        elide = Qt.TextElideMode.ElideMiddle if text.endswith("%") else Qt.TextElideMode.ElideRight
        self.write(line, text, small, self.ink(view.outlook.tone), elide=elide)

    def figures(self, figures: tuple[Figure, ...], x: float, middle: float, size: int) -> None:
        """Paint the figures of a card: full, hollow over a gold line if suppressed, crossed out if killed."""
        theme, painter = self.theme, self.painter
        wide = theme.px(size)
        for place, figure in enumerate(figures):
            spot = QRectF(x + place * (wide + theme.px(3)), middle - wide / 2, wide, wide)
            ink = QColor(theme.faint if figure == "killed" else theme.enemy)
            painter.setPen(QPen(ink, 1.4))
            painter.setBrush(ink if figure == "up" else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(octagon(spot))
            if figure == "killed":
                painter.drawLine(spot.topLeft() + QPointF(2, 2), spot.bottomRight() - QPointF(2, 2))
                painter.drawLine(spot.topRight() + QPointF(-2, 2), spot.bottomLeft() - QPointF(-2, 2))
            if figure == "suppressed":
                painter.setPen(QPen(QColor(theme.gold), theme.px(2)))
                y = spot.bottom() + theme.px(3)
                painter.drawLine(QPointF(spot.left(), y), QPointF(spot.right(), y))

    # -- Soldiers

    def soldier(self, area: QRectF, number: str, drawing: str, edge: str, width: float = 1.6) -> None:
        """Paint the disc of a Soldier: its drawing (SVG) with the number at its edge, or the number alone."""
        if not drawing or self.theme.letters:
            self.disc(area, number, edge, width)
            return
        painter, inside = self.painter, QPainterPath()
        self.disc(area, "", edge, width)
        inside.addEllipse(area.adjusted(2, 2, -2, -2))
        part = area.width() * FIGURE
        painter.save()
        painter.setClipPath(inside, Qt.ClipOperation.IntersectClip)
        paint_figure(painter, area.adjusted(part, part, -part, -part), drawing, self.theme.team, self.theme.team_fill)
        painter.restore()
        size = max(13.0, area.width() * NUMBER)
        badge = QRectF(area.left() - size * 0.2, area.top() - size * 0.15, size, size)
        self.disc(badge, number, edge, 1.2)

    def disc(self, area: QRectF, text: str, edge: str, width: float = 1.6) -> None:
        """Paint a disc with the number of a Soldier."""
        theme, painter = self.theme, self.painter
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(theme.team_fill))
        painter.drawEllipse(area.adjusted(1, 1, -1, -1))
        painter.setFont(font(theme, max(8, round(area.height() * 0.52)), 700))
        painter.setPen(QColor(theme.text_strong))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def token(self, view: TokenView, box: Box, focused: bool) -> None:
        """Paint a Soldier: a gold ring if it is active, gold bars for Suppression, below it its Health."""
        theme, painter, area = self.theme, self.painter, rect(box)
        if view.done:
            painter.setOpacity(0.62)
        edge, width = (theme.gold, 2.6) if view.active else (theme.team, 1.8)
        self.soldier(area, view.number, view.drawing, edge, width)
        painter.setOpacity(1.0)
        for ring in filter(None, (view.struck and self.ink(view.struck), theme.blue if focused else "")):
            painter.setPen(QPen(QColor(ring), 2.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(area.adjusted(-3, -3, 3, 3))
        for place in range(view.suppression):
            bar = QRectF(area.right() - theme.px(2) + place * theme.px(5), area.top(), theme.px(3), theme.px(12))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.gold))
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if view.prize:
            self.icon(area.left() - theme.px(4), area.top() + theme.px(4), "star", theme.gold, 13)
        small = theme.size_small - 1
        wide = self.wide(view.health, small, 700) + theme.px(13)
        left, middle = area.center().x() - wide / 2, area.bottom() + theme.px(9)
        self.icon(left, middle, "heart", theme.pip_full, 10)
        room = QRectF(left + theme.px(12), middle - theme.px(8), wide, theme.px(16))
        self.write(room, view.health, small, theme.text_strong, 700)

    def move(self, view: MoveView, box: Box) -> None:
        """Paint where the active Soldier would stand, and what the Move costs."""
        theme, painter, area = self.theme, self.painter, rect(box)
        size = area.height() * 0.9
        spot = QRectF(area.left(), area.top() + (area.height() - size) / 2, size, size)
        pen = QPen(QColor(theme.team), 1.4)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(spot.adjusted(1, 1, -1, -1))
        painter.setFont(font(theme, round(size * 0.48), 600))
        painter.setPen(QColor(theme.team))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, view.number)
        small = theme.size_small - 1
        line = QFontMetricsF(font(theme, small)).height()
        room = QRectF(spot.right() + theme.px(4), area.center().y() - line / 2, area.right() - spot.right() - 4, line)
        cost = view.cost if self.wide(view.cost, small, 600) <= room.width() else view.short
        if self.wide(view.parts, small) <= room.width() or room.width() >= theme.px(100):
            room.translate(0, -line / 2)
            self.write(room.translated(0, line), view.parts, small, theme.muted)
        if self.wide(cost, small, 600) > room.width():
            room = QRectF(area.left(), area.bottom() + 1, area.width(), line)
        self.write(room, cost, self.fitting(cost, room.width(), small, 600), theme.team, 600)

    def shot(self, found: Places, number: str, hostile: str, ink: str, back: bool = False) -> None:
        """Paint the arrow from a Soldier to the Hostile card that it looks at, or `back` from one that has attacked."""
        start = found.soldiers.get(number)
        # The Objective is the last space.
        goal = found.spaces[max(found.spaces)] if hostile == OBJECTIVE and not found.after else None
        end = goal or found.hostiles.get(hostile)
        if start is None or end is None:
            return
        theme, painter = self.theme, self.painter
        column = next((box for box in found.spaces.values() if abs(box.left - end.left) < 1), None)
        if column is None:
            return
        left = start.left < end.left
        side, way = (end.left, 1) if left else (end.right, -1)
        aside = side - way * theme.px(4)
        y, last = column.bottom + theme.px(3), end.bottom - theme.px(9)
        points = [(start.middle[0], start.top), (start.middle[0], y), (aside, y), (aside, last), (side, last)]
        pen = QPen(QColor(ink), theme.px(2))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline([QPointF(*point) for point in points])
        long, half, x = theme.px(6), theme.px(4), start.middle[0]
        head = [(side, last), (side - way * long, last - half), (side - way * long, last + half)]
        if back:
            head = [(x, start.top + 1), (x - half, start.top + 1 - long), (x + half, start.top + 1 - long)]
        painter.setBrush(QColor(ink))
        painter.drawPolygon([QPointF(*point) for point in head])


def octagon(box: QRectF) -> QPolygonF:
    """Return the shape of the Hostiles' side."""
    cut = box.width() * 0.29
    left, right, top, bottom = box.left(), box.right(), box.top(), box.bottom()
    corners = (
        (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
        (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
    )  # fmt: skip
    return QPolygonF([QPointF(x, y) for x, y in corners])


def _clipped(box: QRectF, cut: float) -> QPainterPath:
    """Return a card with cut corners at the top, the shape of the Hostiles."""
    path = QPainterPath(QPointF(box.left() + cut, box.top()))
    for x, y in (
        (box.right() - cut, box.top()), (box.right(), box.top() + cut), (box.right(), box.bottom()),
        (box.left(), box.bottom()), (box.left(), box.top() + cut),
    ):  # fmt: skip
        path.lineTo(QPointF(x, y))
    path.closeSubpath()
    return path
