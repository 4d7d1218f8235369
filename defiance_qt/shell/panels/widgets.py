"""Small widgets and drawing functions for panels: portrait, pips, chips, dice, symbols, bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractScrollArea, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QToolTip, QWidget
from shiboken6 import isValid

from defiance_qt.shell.present.values import BarView, Chip, DieView
from defiance_qt.shell.theme import Theme, font, icon_names, paint_icon
from defiance_qt.shell.tips import set_tip

CHILDREN = Qt.FindChildOption.FindDirectChildrenOnly
FEW = 40  # widgets that may come on the screen together
AT_ONCE = 120_000  # pixels that are painted in one step

_TONES = ("team", "enemy", "ally", "danger", "gold", "blue")


def label(text: str = "", role: str = "", tone: str = "", wrap: bool = False) -> QLabel:
    """Return a label with one of the style sheet's roles."""
    result = QLabel(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        result.setProperty("role", role)
    if tone:
        result.setProperty("tone", tone)
    result.setWordWrap(wrap)
    return result


def heading(title: str, note: str | QLabel = "") -> QHBoxLayout:
    """Return the head of a part of a rail: its title, and a note or a label for one at the right."""
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(label(title, "strong"))
    row.addStretch(1)
    row.addWidget(label(note, "small") if isinstance(note, str) else note)
    return row


def polish_steps(part: QWidget) -> Iterator[None]:
    """Apply the style sheet to a part and all widgets in it, one by one. Qt would do it all at once on the screen.

    Between two steps the event loop turns, so a widget may be gone when its turn comes.
    """
    for widget in (part, *part.findChildren(QWidget)):
        if isValid(widget):
            widget.ensurePolished()
            yield


def show_steps(part: QWidget) -> Iterator[None]:
    """Show a part that is hidden, and what is in it one after another: Qt asks every widget for its size when it
    comes on the screen, and would ask hundreds of them in one turn of the event loop."""
    area = part.widget() if isinstance(part, QScrollArea) else None
    around = area or part
    inside: list[QWidget] = []
    if len(around.findChildren(QWidget)) > FEW and (area is not None or not isinstance(part, QAbstractScrollArea)):
        direct = around.findChildren(QWidget, options=CHILDREN)
        inside = [one for one in direct if not one.isWindow() and one.isVisibleTo(around)]
    for one in inside:
        one.hide()
    part.show()
    yield
    for one in inside:
        if isValid(one):
            yield from show_steps(one)


def paint_steps(part: QWidget) -> Iterator[None]:
    """Paint what is in a part without showing it, one panel after another: letters, icons and stamps are made then, and
    the first paint on the screen finds them."""
    inside = [one for one in part.findChildren(QWidget, options=CHILDREN) if one.isVisible() and not one.isWindow()]
    if inside and part.width() * part.height() > AT_ONCE and not isinstance(part, QAbstractScrollArea):
        for one in inside:
            if isValid(one):
                yield from paint_steps(one)
    else:
        part.grab()
        yield


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Change a property that the style sheet selects on, and apply the style again. A widget that has not been on the
    screen gets its style there."""
    if (widget.property(name) or "") != (value or ""):
        widget.setProperty(name, value)
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            widget.style().unpolish(widget)
            widget.style().polish(widget)


def chip_colours(theme: Theme, tone: str) -> tuple[str, str]:
    """Return the fill and text color of a chip."""
    if tone in ("red", "black"):
        return theme.face(tone)
    if tone == "ally":
        return theme.ally_fill, theme.ally
    if tone in _TONES:
        return getattr(theme, f"{tone}_fill"), getattr(theme, f"{tone}_ink")
    return theme.raised, theme.text


class Portrait(QWidget):
    """Initials in the shape and the color of a side: round, round with a double ring ("ally") or eight-sided ("enemy").
    A slash marks a figure that is down."""

    def __init__(self, theme: Theme, initials: str, accent: str, size: int = 36, side: str = "team") -> None:
        super().__init__()
        self._theme, self._initials, self._accent, self._side = theme, initials, accent, side
        self._down = self._dim = False
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_size(self, size: int) -> None:
        """Set width and height, in pixels."""
        if size != self.width():
            self.setFixedSize(size, size)

    def set_look(self, down: bool, dim: bool) -> None:
        if (down, dim) != (self._down, self._dim):
            self._down, self._dim = down, dim
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._dim:
            painter.setOpacity(0.55)
        ring = QColor(theme.danger if self._down else self._accent)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.setPen(QPen(ring, theme.px(2)))
        fill = {"enemy": theme.enemy_fill, "ally": theme.ally_fill}.get(self._side, theme.team_fill)
        painter.setBrush(QColor(fill))
        if self._side == "enemy":
            painter.drawPolygon(_octagon(box))
        else:
            painter.drawEllipse(box)
        if self._side == "ally":
            painter.setPen(QPen(ring, 1))
            painter.drawEllipse(box.adjusted(3.5, 3.5, -3.5, -3.5))
        painter.setPen(QColor(theme.text_strong))
        painter.setFont(font(theme, round(self.width() * 0.34), 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._initials)
        if self._down:
            painter.setPen(QPen(ring, 2))
            painter.drawLine(box.bottomLeft() + QPointF(5, -5), box.topRight() + QPointF(-5, 5))


def _octagon(box: QRectF) -> QPolygonF:
    cut = box.width() * 0.29
    left, right, top, bottom = box.left(), box.right(), box.top(), box.bottom()
    corners = [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]
    return QPolygonF([QPointF(x, y) for x, y in corners])


PipState = Literal["left", "losing", "lost"]


def pip_state(place: int, left: int, losing: int) -> PipState:
    """Return what the pip at a place stands for: health that is left, about to be lost, or lost."""
    return "lost" if place >= left else "losing" if place >= left - losing else "left"


def paint_pip(painter: QPainter, theme: Theme, box: QRectF, state: PipState) -> None:
    """Draw one pip: full, hollow with a slash, or hollow."""
    corner = min(2.0, box.width() / 4)
    if state == "left":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.pip_full))
        painter.drawRoundedRect(box, corner, corner)
        return
    colour = QColor(theme.danger if state == "losing" else theme.faint)
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(0.6, 0.6, -0.6, -0.6)
    painter.drawRoundedRect(inner, corner, corner)
    if state == "losing":
        painter.drawLine(inner.bottomLeft(), inner.topRight())


class Pips(QWidget):
    """Health as a row of pips: full for what is left, hollow with a slash for what the open roll would take, hollow for
    what is lost. They shrink where there is little room."""

    WIDE, HIGH, GAP, LEAST = 10, 8, 2, 5

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._left = self._total = self._losing = 0
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_value(self, left: int, total: int, losing: int = 0) -> None:
        if (left, total, losing) != (self._left, self._total, self._losing):
            self._left, self._total, self._losing = left, total, losing
            self.updateGeometry()
            self.update()

    def states(self) -> tuple[PipState, ...]:
        """Return what each pip stands for, from left to right."""
        return tuple(pip_state(place, self._left, self._losing) for place in range(self._total))

    def _across(self, wide: int) -> int:
        return max(1, self._total * (self._theme.px(wide) + self._theme.px(self.GAP)))

    def sizeHint(self) -> QSize:
        return QSize(self._across(self.WIDE), self._theme.px(self.HIGH) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._across(self.LEAST), self._theme.px(self.HIGH) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap, high = theme.px(self.GAP), theme.px(self.HIGH)
        wide = min(theme.px(self.WIDE), self.width() / max(1, self._total) - gap)
        top = (self.height() - high) / 2
        for place, state in enumerate(self.states()):
            paint_pip(painter, theme, QRectF(place * (wide + gap), top, wide, high), state)


class Icon(QWidget):
    """A small picture beside words."""

    def __init__(self, theme: Theme, name: str, colour: str, size: int = 13) -> None:
        super().__init__()
        self._name, self._colour = name, colour
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_colour(self, colour: str) -> None:
        if colour != self._colour:
            self._colour = colour
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_icon(painter, QRectF(self.rect()), self._name, self._colour)


def tip_card(title: str, text: str) -> str:
    """Return a title and lines of text as rich text, for a tool tip: it wraps."""
    return "".join((f"<p><b>{escape(title)}</b></p>", *(f"<p>{escape(line)}</p>" for line in text.splitlines())))


class Chips(QWidget):
    """A flow of chips that wraps to as many lines as needed. A chip longer than a line wraps its text."""

    GAP, PAD, HIGH = 5, 9, 22

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._high = theme.px(self.HIGH)
        self._chips: tuple[Chip, ...] = ()
        self._font = font(theme, theme.size_small)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def set_chips(self, chips: Sequence[Chip]) -> None:
        fresh = tuple(chips)
        if fresh != self._chips:
            self._chips = fresh
            self.setAccessibleName(", ".join(chip.text for chip in fresh))
            self.setAccessibleDescription(" ".join(f"{chip.text}: {chip.tip}" for chip in fresh if chip.tip))
            self.setVisible(bool(fresh))
            self.updateGeometry()
            self.update()

    def _boxes(self, width: int) -> list[QRect]:
        metrics = QFontMetrics(self._font)
        boxes: list[QRect] = []
        x = y = 0
        room = max(width, 40)
        high = self._high
        for chip in self._chips:
            wide = metrics.horizontalAdvance(chip.text) + 2 * self.PAD
            if x and x + wide > room:
                x, y, high = 0, y + high + self.GAP, self._high
            if wide > room:
                inner = QRect(0, 0, room - 2 * self.PAD, 1000)
                broken = metrics.boundingRect(inner, int(Qt.TextFlag.TextWordWrap), chip.text)
                wide, high = room, max(self._high, broken.height() + self._high - metrics.height())
            boxes.append(QRect(x, y, wide, high))
            x += wide + self.GAP
        return boxes

    def places(self) -> list[tuple[Chip, QRect]]:
        """Return the chips with the places where they are drawn."""
        return list(zip(self._chips, self._boxes(self.width()), strict=True))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes(width)
        return boxes[-1].bottom() + 1 if boxes else 0

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 60 else 240
        return QSize(120, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._high if self._chips else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        for chip, box in self.places():
            fill, ink = chip_colours(self._theme, chip.tone)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(QRectF(box), self._high / 2, self._high / 2)
            painter.setPen(QColor(ink))
            inner = box.adjusted(self.PAD - 1, 0, 1 - self.PAD, 0)
            if box.height() > self._high:
                painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, chip.text)
            else:
                text = metrics.elidedText(chip.text, Qt.TextElideMode.ElideRight, inner.width() + 2)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for chip, box in self.places():
                if box.contains(event.pos()):
                    QToolTip.showText(event.globalPos(), tip_card(chip.text, chip.tip), self, box)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)


def paint_symbol(painter: QPainter, box: QRectF, symbol: str, colour: str) -> None:
    """Draw a symbol: the icon of that name, or the name as text if there is no such icon (a number of pips)."""
    if symbol in icon_names():
        paint_icon(painter, box, symbol, colour)
        return
    painter.save()
    face = painter.font()
    face.setPixelSize(max(8, round(box.height() * 0.95)))
    face.setBold(True)
    painter.setFont(face)
    painter.setPen(QColor(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, symbol)
    painter.restore()


class Symbols(QWidget):
    """A row of symbols. `filled` marks those present; the others are faint."""

    def __init__(self, theme: Theme, size: int = 16) -> None:
        super().__init__()
        self._theme, self._size = theme, theme.px(size)
        self._tokens: tuple[str, ...] = ()
        self._filled: tuple[bool, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_tokens(self, tokens: Sequence[str], filled: Sequence[bool] = ()) -> None:
        self._tokens, self._filled = tuple(tokens), tuple(filled)
        self.setVisible(bool(self._tokens))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(max(1, len(self._tokens) * (self._size + 2)), self._size + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, token in enumerate(self._tokens):
            there = not self._filled or self._filled[place]
            colour = self._theme.text_strong if there else self._theme.faint
            box = QRectF(place * (self._size + 2), (self.height() - self._size) / 2, self._size, self._size)
            paint_symbol(painter, box, token, colour)


class DieFace(QWidget):
    """One die in its color: the symbols of its face, or a question mark until it is rolled."""

    def __init__(self, theme: Theme, size: int = 46) -> None:
        super().__init__()
        self._theme = theme
        self._view: DieView | None = None
        self.setFixedSize(theme.px(size), theme.px(size))

    def show_die(self, view: DieView, spoken: str) -> None:
        if view != self._view:
            self._view = view
            set_tip(self, f"{view.name}\n{view.source}")
            self.setAccessibleName(spoken)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        fill, ink = self._theme.die(self._view.die)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.raised_border), 1))
        painter.setBrush(QColor(fill))
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        corner = self._theme.px(9)
        painter.drawRoundedRect(box, corner, corner)
        if self._view.symbols is None:
            painter.setPen(QColor(ink))
            painter.setFont(font(self._theme, self._theme.px(18), 700))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
            return
        for place, area in enumerate(symbol_places(len(self._view.symbols), box)):
            paint_symbol(painter, area, self._view.symbols[place], ink)


def symbol_places(count: int, box: QRectF) -> list[QRectF]:
    """Return the places of up to three symbols on a die."""
    x, y, w = box.center().x(), box.center().y(), box.width()
    if count == 1:
        size = w * 0.5
        return [QRectF(x - size / 2, y - size / 2, size, size)]
    size = w * 0.40 if count == 2 else w * 0.38
    if count == 2:
        return [QRectF(x - size - 1, y - size / 2, size, size), QRectF(x + 1, y - size / 2, size, size)]
    top = [QRectF(x - size - 1, y - size - 0.5, size, size), QRectF(x + 1, y - size - 0.5, size, size)]
    bottom = QRectF(x - size / 2, y + 1, size, size)
    return [*top, bottom][:count] if count == 3 else []


class Bars(QWidget):
    """A small bar chart of a distribution, with labels below."""

    def __init__(self, theme: Theme, high: int = 54) -> None:
        super().__init__()
        self._theme = theme
        self._bars: tuple[BarView, ...] = ()
        self.setFixedHeight(theme.px(high))

    def set_bars(self, bars: Sequence[BarView]) -> None:
        self._bars = tuple(bars)
        self.setVisible(bool(self._bars))
        self.setAccessibleName(", ".join(bar.label for bar in self._bars))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(self._theme, self._theme.size_small - 1))
        most = max(bar.share for bar in self._bars) or 1.0
        wide = self.width() / len(self._bars)
        floor = self.height() - 16
        for place, bar in enumerate(self._bars):
            high = max(2.0, floor * bar.share / most)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.team if bar.good else self._theme.pip_empty))
            painter.drawRoundedRect(QRectF(place * wide + 3, floor - high, wide - 6, high), 2, 2)
            painter.setPen(QColor(self._theme.muted))
            area = QRectF(place * wide, floor, wide, 16)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, bar.label)
