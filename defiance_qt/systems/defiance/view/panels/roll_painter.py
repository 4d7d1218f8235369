"""Draws a roll: dice of both sides, the symbols that meet, the result; and the boxes of the Enemy's Instructions."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.dice import symbol_places
from defiance_qt.shell.kit.pictures import paint_symbol
from defiance_qt.shell.present.values import DieView, HoverView
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.systems.defiance.view.present.values import (
    BoxView,
    ColumnView,
    QuestionDetails,
    ResultView,
    RollView,
    SideView,
    SymbolView,
)

LEFT = Qt.AlignmentFlag.AlignLeft
MIDDLE = Qt.AlignmentFlag.AlignVCenter
TOP = Qt.AlignmentFlag.AlignTop
DIE, LEAST_DIE = 44, 32
HEAD = 6  # the top of a title, which is as high as those of the Actions and of the question
LEAST_SHORT = 24  # the least die of a roll that is drawn in little, for which the words of the result give way
PARTS = re.compile(" · |, ")  # between the parts of a note
ROW, TWO_LINES = 18, 31  # a row of what a space would mean, in one line and in two
# The least width for the columns of a roll. In less, words say what stopped what.
ROOMY = 560


class Pen:
    """A painter with the theme. Lengths are in pixels of the normal text size. It collects tool tips, and the texts
    that were cut short. `done`: the dice have come to rest, and the result may be told."""

    def __init__(
        self,
        painter: QPainter,
        theme: Theme,
        words: Words,
        width: int,
        height: int,
        landed: float,
        struck: int,
        done: bool = True,
    ) -> None:
        self.painter, self.theme, self.words = painter, theme, words
        self.ratio = theme.size_text / 14
        self.width, self.height = float(width), float(height)
        self.landed, self.struck, self.done = landed, struck, done
        self.tips: list[tuple[QRect, str]] = []
        self.cut: list[str] = []

    def of(self, length: float) -> float:
        return length * self.ratio

    def measure(self, text: str, size: float, weight: int = 400) -> float:
        return QFontMetricsF(font(self.theme, round(self.of(size)), weight)).horizontalAdvance(text)

    def fits(self, text: str, room: float, size: float = 13) -> bool:
        """Return whether a text fits on one line."""
        return self.measure(text, size) <= room + 1

    def text(
        self,
        area: QRectF,
        text: str,
        colour: str,
        size: float = 13,
        weight: int = 400,
        align: Qt.AlignmentFlag = LEFT | MIDDLE,
    ) -> float:
        """Draw one line, cut short if need be. Returns its width."""
        if area.width() < 4:
            return 0.0
        face = font(self.theme, round(self.of(size)), weight)
        metrics = QFontMetricsF(face)
        shown = (
            text
            if metrics.horizontalAdvance(text) <= area.width() + 1
            else metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        )
        if shown != text:
            self.cut.append(text)
            self.tips.append((area.toAlignedRect(), text))
        self.painter.setFont(face)
        self.painter.setPen(QColor(colour))
        self.painter.drawText(area, int(align), shown)
        return metrics.horizontalAdvance(shown)

    def note(self, area: QRectF, text: str) -> None:
        """Draw what stands beside a title: those of its parts that fit whole. All of it is in a tool tip."""
        ends = [*(found.start() for found in PARTS.finditer(text)), len(text)]
        fitting = [text[:end] for end in ends if self.measure(text[:end], 12) <= area.width() + 1]
        if not fitting or fitting[-1] != text:
            self.cut.append(text)
            self.tips.append((area.toAlignedRect(), text))
        if fitting:
            self.text(area, fitting[-1], self.theme.muted, 12)

    def wrapped(self, area: QRectF, text: str, colour: str, size: float = 12, weight: int = 400) -> None:
        """Draw text on as many lines as fit. The rest is in a tool tip."""
        face = font(self.theme, round(self.of(size)), weight)
        metrics = QFontMetricsF(face)
        flags = int(LEFT | TOP | Qt.TextFlag.TextWordWrap)
        taken = metrics.boundingRect(area, flags, text)
        if taken.height() > area.height() + 1 or taken.width() > area.width() + 1:
            self.cut.append(text)
            self.tips.append((area.toAlignedRect(), text))
        self.painter.setFont(face)
        self.painter.setPen(QColor(colour))
        self.painter.drawText(area, flags, text)


# -- a roll


def paint_roll(pen: Pen, roll: RollView) -> None:
    """Draw a roll over the whole width."""
    pad, theme = pen.of(14), pen.theme
    head = QRectF(pad, pen.of(HEAD), pen.width - 2 * pad, pen.of(20))
    used = pen.text(head, roll.title, theme.text_strong, 14, 600)
    if roll.note:
        pen.note(head.adjusted(used + pen.of(10), 0, 0, 0), roll.note)
    top, high = pen.of(38), pen.height - pen.of(38) - pen.of(12)
    results = _results_width(pen, roll.results)
    columns = [_column_width(pen, column) for column in roll.columns]
    names = _names_width(pen, roll.sides)
    most = max((len(side.dice) for side in roll.sides), default=0)
    rows = max(1, len(roll.sides))
    row = (high - pen.of(6)) / 2
    first = top if rows > 1 else top + (high - row) / 2
    fixed = 2 * pad + names + results + sum(columns) + pen.of(8) * len(columns) + pen.of(14)
    size = min(pen.of(DIE), row, (pen.width - fixed) / max(1, most) - pen.of(6))
    size = min(row, max(pen.of(LEAST_DIE), size))
    for place, side in enumerate(roll.sides):
        y = first + place * (row + pen.of(6))
        _paint_name(pen, QRectF(pad, y, names, row), side)
        _paint_dice(pen, pad + names, y + (row - size) / 2, size, side)
    left = pad + names + most * (size + pen.of(6)) + pen.of(8)
    spare = pen.width - pad - results - left - sum(columns) - pen.of(8) * len(columns)
    squeeze = max(0.0, -spare) / max(1, len(columns))
    for column, width in zip(roll.columns, columns, strict=True):
        _paint_column(pen, QRectF(left, top, width - squeeze, high), column, rows == 1)
        left += width - squeeze + pen.of(8)
    for place, result in enumerate(roll.results):
        y = first + place * (row + pen.of(6))
        _paint_result(pen, QRectF(left + pen.of(4), y, pen.width - pad - left - pen.of(4), row), result)


def _names_width(pen: Pen, sides: tuple[SideView, ...]) -> float:
    widest = max((max(pen.measure(side.name, 13, 600), pen.measure(side.does, 12)) for side in sides), default=0)
    return min(max(widest, pen.of(50)), pen.of(118)) + pen.of(14)


def _paint_name(pen: Pen, area: QRectF, side: SideView) -> None:
    theme = pen.theme
    half = min(area.height() / 2, pen.of(18))
    upper = QRectF(area.left(), area.center().y() - half, area.width() - pen.of(8), half)
    pen.text(upper, side.name, theme.enemy if side.enemy else theme.team, 13, 600)
    pen.text(upper.translated(0, half), side.does, theme.muted, 12)


def _paint_dice(pen: Pen, left: float, top: float, size: float, side: SideView) -> None:
    if not side.dice:
        pen.text(QRectF(left, top, pen.of(120), size), side.note or "–", pen.theme.muted, 12)
    for place, die in enumerate(side.dice):
        box = QRectF(left + place * (size + pen.of(6)), top, size, size)
        paint_die(pen, box, die, place)
        pen.tips.append((box.toAlignedRect(), f"{die.name}\n{die.source}"))


def paint_die(pen: Pen, box: QRectF, die: DieView, place: int = 0) -> None:
    """Draw a die; one that is still falling turns and fades in."""
    painter = pen.painter
    if box.width() < 8:
        return
    fill, ink = pen.theme.die(die.die)
    painter.save()
    if pen.landed < 1:
        due = max(0.0, min(1.0, pen.landed * 1.4 - 0.1 * (place % 4)))
        painter.translate(box.center())
        painter.rotate((1 - due) * (160 - 40 * (place % 3)))
        painter.translate(-box.center() - QPointF(0, (1 - due) * box.height() * 0.5))
        painter.setOpacity(0.25 + 0.75 * due)
    edge = QColor(fill).lighter(125) if QColor(fill).lightness() > 60 else QColor(pen.theme.muted)
    painter.setPen(QPen(edge, 1))
    painter.setBrush(QColor(fill))
    radius = box.width() * 0.18
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if die.symbols is None or pen.landed < 0.6:
        painter.setPen(QColor(ink))
        painter.setFont(font(pen.theme, round(box.height() * 0.42), 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
    else:
        for symbol, area in zip(die.symbols, symbol_places(len(die.symbols), box), strict=False):
            paint_symbol(painter, area, symbol, ink)
    painter.restore()


# -- columns

SYMBOL, STEP = 20, 22


def _column_width(pen: Pen, column: ColumnView) -> float:
    symbols = max(len(column.above), len(column.below)) * pen.of(STEP)
    return max(symbols, pen.measure(column.caption, 12, 600)) + pen.of(14)


def _paint_column(pen: Pen, area: QRectF, column: ColumnView, alone: bool) -> None:
    theme, painter = pen.theme, pen.painter
    painter.setPen(QPen(QColor(theme.card_border), 1))
    painter.setBrush(QColor(theme.card))
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
    caption = pen.of(24)
    painter.drawLine(QPointF(area.left(), area.bottom() - caption), QPointF(area.right(), area.bottom() - caption))
    inner = area.adjusted(pen.of(7), pen.of(6), -pen.of(7), -caption)
    step = min(pen.of(STEP), inner.width() / max(1, len(column.above), len(column.below)))
    size = min(pen.of(SYMBOL), step, inner.height() * 0.42)
    rows = (inner.top(), inner.bottom() - size - pen.of(5))
    if alone:
        rows = (inner.center().y() - size / 2 - pen.of(2), rows[1])
    for y, symbols in zip(rows, (column.above, column.below), strict=True):
        for place, one in enumerate(symbols):
            box = QRectF(inner.left() + place * step, y, size, size)
            _paint_symbol(pen, box, one, column.tone == "gold", place < pen.struck)
    for place, one in enumerate(column.above[: len(column.below)]):
        if {one.fate, column.below[place].fate} == {"stopped", "stops"} and place < pen.struck:
            x = inner.left() + place * step + size / 2
            painter.setPen(QPen(QColor(theme.muted), pen.of(2)))
            painter.drawLine(QPointF(x, rows[0] + size + 1), QPointF(x, rows[1] - 1))
    colour = {"gold": theme.gold_ink, "danger": theme.danger_ink}.get(column.tone, theme.text)
    weight = 600 if column.tone else 500
    words = QRectF(area.left() + pen.of(3), area.bottom() - caption, area.width() - pen.of(6), caption)
    pen.text(words, column.caption, colour, 12, weight, Qt.AlignmentFlag.AlignHCenter | MIDDLE)


def _paint_symbol(pen: Pen, box: QRectF, one: SymbolView, gold: bool, struck: bool) -> None:
    theme, painter = pen.theme, pen.painter
    met = one.fate in ("stopped", "stops", "lost") and struck
    colour = theme.muted if met or one.fate in ("paid", "open") else theme.gold if gold else theme.text_strong
    painter.save()
    if one.fate in ("paid", "open"):
        painter.setOpacity(0.55 if one.fate == "paid" else 0.4)
    paint_symbol(painter, box, one.symbol, colour)
    painter.restore()
    if met:
        painter.setPen(
            QPen(QColor(theme.text), pen.of(1.8), Qt.PenStyle.DashLine if one.fate == "lost" else Qt.PenStyle.SolidLine)
        )
        painter.drawLine(box.bottomLeft() + QPointF(1, -2), box.topRight() + QPointF(-1, 2))
    elif one.fate == "paid":
        painter.setPen(QPen(QColor(theme.gold), pen.of(2)))
        painter.drawLine(box.bottomLeft() + QPointF(3, 2), box.bottomRight() + QPointF(-3, 2))


# -- results


def _results_width(pen: Pen, results: tuple[ResultView, ...]) -> float:
    if not results:
        return 0.0
    amount = max(pen.of(34), *(pen.measure(one.amount, 26, 700) for one in results))
    words = max(max(pen.measure(result.name, 12), pen.measure(result.left, 12, 600)) for result in results)
    return amount + min(words, pen.of(130)) + pen.of(14)


def _paint_result(pen: Pen, area: QRectF, result: ResultView) -> None:
    theme = pen.theme
    if not pen.done:
        return
    amount = max(pen.measure(result.amount, 26, 700), pen.of(34))
    colour = theme.danger_ink if result.tone == "danger" else theme.muted if result.amount == "0" else theme.text_strong
    pen.text(
        QRectF(area.left(), area.top(), amount, area.height()),
        result.amount,
        colour,
        26,
        700,
        Qt.AlignmentFlag.AlignRight | MIDDLE,
    )
    half = min(area.height() / 2, pen.of(16))
    words = QRectF(area.left() + amount + pen.of(8), area.center().y() - half, area.width() - amount - pen.of(8), half)
    if result.left:
        pen.text(words, result.name, theme.muted, 12)
        pen.text(words.translated(0, half), result.left, theme.text_strong, 12, 600)
    else:
        pen.text(words.translated(0, half / 2), result.name, theme.text_strong, 12, 600)


# -- the Enemy's turn

# The width of an arrow, and the share of each box: a reason needs more room.
ARROW = 20
_SHARES = {"skipped": 2.4, "now": 1.2}


def paint_turn(pen: Pen, view: QuestionDetails, roomy: bool = True) -> None:
    """Draw the boxes of the Instructions, and the last roll beside them if there is room."""
    theme, pad = pen.theme, pen.of(14)
    last = (
        min(pen.of(290 if len(view.boxes) < 4 else 240), pen.width * 0.42) if view.roll is not None and roomy else 0.0
    )
    room = pen.width - 2 * pad - (last + pen.of(14) if last else 0)
    head = QRectF(pad, pen.of(HEAD), room, pen.of(20))
    used = pen.text(head, view.actor, theme.enemy, 14, 600)
    if view.note and head.width() - used > pen.of(60):
        pen.note(head.adjusted(used + pen.of(10), 0, 0, 0), view.note)
    top, high = pen.of(36), pen.height - pen.of(36) - pen.of(12)
    count = len(view.boxes)
    arrow = pen.of(ARROW) if count < 4 else pen.of(14)
    widths = _box_widths(pen, view.boxes, room - arrow * (count - 1))
    left = pad
    for place, box in enumerate(view.boxes):
        width = widths[place]
        _paint_box(pen, QRectF(left, top, width, high), box)
        if place + 1 < count:
            side = min(pen.of(14), arrow)
            area = QRectF(left + width + (arrow - side) / 2, top + high / 2 - side / 2, side, side)
            paint_icon(pen.painter, area, "chevron_right", theme.muted)
        left += width + arrow
    if view.roll is not None and last:
        left = pen.width - pad - last
        pen.painter.setPen(QPen(QColor(theme.panel_border), 1))
        pen.painter.drawLine(QPointF(left - pen.of(8), pen.of(12)), QPointF(left - pen.of(8), pen.height - pen.of(12)))
        _paint_last(pen, QRectF(left, 0, last, pen.height), view.roll, pen.words("view.tray.last"))


def _box_widths(pen: Pen, boxes: tuple[BoxView, ...], room: float) -> list[float]:
    """Return the width of each box: its longest word, and a share of what is left. Where that is too much, the words of
    the title come first."""
    titles = [_longest(pen, box.title, 600) + pen.of(19) for box in boxes]
    needs = [max(title, _longest(pen, box.text) + pen.of(19)) for title, box in zip(titles, boxes, strict=True)]
    if sum(needs) > room:
        needs = titles
    spare = room - sum(needs)
    if spare < 0:
        return [need * room / sum(needs) for need in needs]
    shares = [_SHARES.get(box.mark, 1.0) for box in boxes]
    return [min(pen.of(200), need + spare * share / sum(shares)) for need, share in zip(needs, shares, strict=True)]


def _longest(pen: Pen, text: str, weight: int = 400) -> float:
    return max((pen.measure(word, 12, weight) for word in text.split(" ")), default=0.0)


def _paint_box(pen: Pen, area: QRectF, box: BoxView) -> None:
    theme, painter = pen.theme, pen.painter
    now, skipped = box.mark == "now", box.mark == "skipped"
    edge = QPen(
        QColor(theme.enemy if now else theme.card_border),
        2 if now else 1,
        Qt.PenStyle.DashLine if skipped else Qt.PenStyle.SolidLine,
    )
    painter.setPen(edge)
    painter.setBrush(QColor(theme.enemy_fill if now else theme.card))
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8)
    inner = area.adjusted(pen.of(9), pen.of(6), -pen.of(8), -pen.of(5))
    ink = theme.enemy_ink if now else theme.muted if box.mark in ("done", "skipped") else theme.text_strong
    head = QRectF(inner.left(), inner.top(), inner.width(), pen.of(18))
    if box.mark == "done":
        side = pen.of(14)
        paint_icon(painter, QRectF(inner.right() - side, inner.bottom() - side, side, side), "check", theme.muted)
    lines = 1 if pen.measure(box.title, 12, 600) <= head.width() - 1 else 2
    pen.wrapped(QRectF(head.left(), head.top(), head.width(), pen.of(17) * lines), box.title, ink, 12, 600)
    pen.wrapped(
        inner.adjusted(0, pen.of(3) + pen.of(16) * lines, 0, 0), box.text, theme.enemy_ink if now else theme.muted, 12
    )


def paint_short(pen: Pen, roll: RollView, fresh: bool = True) -> None:
    """Draw a roll where there is no room for its columns. `fresh`: it has just happened, and is named by its kind."""
    _paint_last(
        pen,
        QRectF(pen.of(14), 0, pen.width - pen.of(28), pen.height),
        roll,
        roll.title if fresh else pen.words("view.tray.last"),
    )


def _paint_last(pen: Pen, area: QRectF, roll: RollView, title: str) -> None:
    """Draw a roll in little: dice, what stopped what in words, the result."""
    theme = pen.theme
    head = QRectF(area.left(), pen.of(HEAD), area.width(), pen.of(20))
    used = pen.text(head, title, theme.text_strong, 13, 600)
    about = roll.note.split(" · ")[0]
    pen.note(head.adjusted(used + pen.of(8), 0, 0, 0), about or roll.title)
    top, high = pen.of(36), pen.height - pen.of(36) - pen.of(32)
    row = high / 2
    most = max((len(side.dice) for side in roll.sides), default=1)
    widest = max((pen.measure(side.name, 12, 600) for side in roll.sides), default=0)
    amounts = max((pen.measure(one.amount, 18, 700) for one in roll.results), default=0.0) + pen.of(6)
    left_over = max((pen.measure(one.left or one.name, 12) for one in roll.results), default=0.0)
    names = min(widest, area.width() * 0.36) + pen.of(8)
    dice = most * pen.of(LEAST_SHORT + 4)
    told = area.width() - names - dice - amounts >= left_over
    if not told:
        names = min(widest + pen.of(8), max(names, area.width() - dice - amounts))
    results = amounts + (left_over if told else 0) + pen.of(4)
    size = min(pen.of(40), row - pen.of(4), (area.width() - names - results) / max(1, most) - pen.of(4))
    for place, side in enumerate(roll.sides):
        y = top + place * row
        pen.text(
            QRectF(area.left(), y, names - pen.of(4), row),
            side.name,
            theme.enemy if side.enemy else theme.team,
            12,
            600,
        )
        for number, die in enumerate(side.dice):
            paint_die(
                pen,
                QRectF(area.left() + names + number * (size + pen.of(4)), y + (row - size) / 2, size, size),
                die,
                number,
            )
    left = area.left() + names + most * (size + pen.of(4)) + pen.of(4)
    if not pen.done:
        return
    for place, result in enumerate(reversed(roll.results)):
        words = QRectF(left, top + place * row, area.right() - left, row)
        colour = theme.danger_ink if result.tone == "danger" else theme.muted
        used = pen.text(words, result.amount, colour, 18, 700)
        if told:
            pen.text(words.adjusted(used + pen.of(6), 0, 0, 0), result.left or result.name, theme.text, 12)
        else:
            pen.tips.append((words.toAlignedRect(), f"{result.name}: {result.left}" if result.left else result.name))
    captions = " · ".join(column.caption for column in roll.columns)
    if pen.fits(captions, area.width(), 12):
        pen.text(QRectF(area.left(), pen.height - pen.of(32), area.width(), pen.of(20)), captions, theme.muted, 12)
    else:
        pen.wrapped(QRectF(area.left(), pen.height - pen.of(35), area.width(), pen.of(33)), captions, theme.muted)


def paint_outlook(pen: Pen, view: HoverView) -> None:
    """Draw what a space would mean: the title, then the rows that fit. The others are counted, and in a tool tip."""
    pad, theme, high = pen.of(14), pen.theme, pen.of(ROW)
    top = pen.of(HEAD)
    pen.text(QRectF(pad, top, pen.width - 2 * pad, pen.of(20)), view.title, theme.text_strong, 14, 600)
    rows = [row for part in view.parts for row in part if row.icon not in ("move", "")]
    size, y, bottom = pen.of(15), top + pen.of(24), pen.height - pen.of(2)
    beside = size + pen.of(7)
    heights = [high if pen.fits(row.text, pen.width - 2 * pad - beside) else pen.of(TWO_LINES) for row in rows]
    shown = len(rows)
    while shown and y + sum(heights[:shown]) + (high if shown < len(rows) else 0) > bottom:
        shown -= 1
    for row, tall in zip(rows[:shown], heights, strict=False):
        area = QRectF(pad, y, pen.width - 2 * pad, tall)
        colour = {"": theme.muted, "team": theme.team_ink, "gold": theme.gold_ink, "danger": theme.danger_ink}.get(
            row.tone, theme.text
        )
        paint_icon(pen.painter, QRectF(area.left(), y + (high - size) / 2, size, size), row.icon, colour)
        words = area.adjusted(beside, 0, 0, 0)
        if tall > high:
            pen.wrapped(words.adjusted(0, pen.of(1), 0, 0), row.text, colour)
        else:
            pen.text(words, row.text, colour, 13)
        y += tall
    if shown < len(rows):
        more = len(rows) - shown
        area = QRectF(pad, y, pen.width - 2 * pad, high)
        pen.text(area, pen.words.count("view.about.more", more, n=more), theme.muted, 12)
        pen.tips.append((area.toAlignedRect(), "\n".join(row.text for row in rows[shown:])))


def paint_text(pen: Pen, lines: tuple[str, ...]) -> None:
    """Draw a few lines of text, where there is no roll yet."""
    pad = pen.of(14)
    area = QRectF(pad, pen.of(HEAD + 2), pen.width - 2 * pad, pen.height - pen.of(24))
    pen.wrapped(area, "\n".join(lines), pen.theme.muted, 13)
