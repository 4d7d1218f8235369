"""Parts of the ship: spaces and tokens, the Minotaur Engines, the dock below it, the hull behind it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox, put, vbox
from defiance_qt.shell.kit.dice import paint_die
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.kit.pictures import paint_symbol, smooth
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.systems.defiance.view.panels.road import hexagon
from defiance_qt.systems.defiance.view.present.ship import EnginesView, MoveView, TokenView

SIZE = 52  # a token


class Space(QWidget):
    """A free space: a dashed hexagon, or the ghost of the token that is in the hand."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._tone, self._ghost = theme, "", ""
        self.set_size(theme.px(SIZE))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_size(self, size: int) -> None:
        self.setFixedSize(size + 2, size + 2)

    def set_look(self, tone: str, ghost: str = "") -> None:
        """Set what it shows: "fits", "aimed", or neither."""
        if (tone, ghost) != (self._tone, self._ghost):
            self._tone, self._ghost = tone, ghost
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, smooth(self)
        colour = {"fits": theme.team, "aimed": theme.gold}.get(self._tone, theme.muted)
        fill = {"fits": theme.team_fill, "aimed": theme.gold_fill}.get(self._tone, theme.card)
        painter.setPen(QPen(QColor(colour), theme.px(2), Qt.PenStyle.DashLine))
        painter.setBrush(QColor(fill))
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        painter.drawPolygon(hexagon(box))
        side = box.width() * 0.3
        middle = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
        paint_icon(painter, middle, "plus", colour)


class Disc(QWidget):
    """A token: one ring for a Character, a double one for the crew; dashed while it is in the hand."""

    def __init__(self, theme: Theme, size: int = SIZE) -> None:
        super().__init__()
        self._theme = theme
        self._view: TokenView | None = None
        self._held = self._near = False
        self.set_size(theme.px(size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_size(self, size: int) -> None:
        self.setFixedSize(size + 2, size + 2)

    def show_token(self, view: TokenView, held: bool = False, near: bool = False) -> None:
        """Show a token; `held`: it is in the hand, `near`: another would take its place."""
        self._view, self._held, self._near = view, held, near
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme, painter = self._theme, smooth(self)
        crew = self._view.crew
        accent = theme.ally if crew else theme.team
        fill = theme.ally_fill if crew else theme.team_fill
        if self._near:
            accent = theme.gold
        if self._held:
            accent, fill = theme.muted, theme.card
        style = Qt.PenStyle.DashLine if self._held else Qt.PenStyle.SolidLine
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        painter.setPen(QPen(QColor(accent), theme.px(2), style))
        painter.setBrush(QColor(fill))
        painter.drawEllipse(box)
        if crew:
            inset = theme.px(4)
            painter.setPen(QPen(QColor(accent), 1.4, style))
            painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset))
        painter.setPen(QColor(theme.muted if self._held else theme.text_strong))
        painter.setFont(font(theme, round(box.width() * 0.32), 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._view.initials)


class Engines(QFrame):
    """The Minotaur Engines along the spine: covered positions ticked, free ones with their die or symbol."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._track = Track(theme)
        self._title, self._chip = label("", "strong"), label("", "chip", "team")
        self._jump = label("", "small", wrap=True)
        words = vbox(hbox(self._title, self._chip, ..., gap=theme.px(8)), self._jump, gap=theme.px(2))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(theme.px(9), theme.px(5), theme.px(9), theme.px(5))
        self._row.setSpacing(theme.px(8))
        put(self._row, self._track, (words, 1))

    def set_slim(self, slim: bool) -> None:
        """Set the words below the track where both have no room side by side."""
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if slim else beside)

    def show_engines(self, view: EnginesView) -> None:
        self._track.show_positions(view)
        self._title.setText(view.title)
        self._chip.setText(view.chip)
        self._jump.setText(view.jump)
        self.setAccessibleName(view.spoken)


class Track(QWidget):
    STEP, HIGH = 38, 40

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._view: EnginesView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_positions(self, view: EnginesView) -> None:
        self._view = view
        self.setAccessibleName(view.spoken)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        count = len(self._view.positions) if self._view is not None else 0
        return QSize(count * self._theme.px(self.STEP) + 4, self._theme.px(self.HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme, painter = self._theme, smooth(self)
        step, size = theme.px(self.STEP), theme.px(34)
        middle = self.height() / 2
        last = len(self._view.positions) - 1
        for place, position in enumerate(self._view.positions):
            box = QRectF(2 + place * step, middle - size / 2, size, size)
            if place < last:
                painter.setPen(QPen(QColor(theme.team if position.covered else theme.raised_border), theme.px(3)))
                painter.drawLine(QPointF(box.right(), middle), QPointF(box.left() + step, middle))
            accent = theme.team if position.covered else theme.danger
            style = Qt.PenStyle.SolidLine if position.covered else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(accent), theme.px(2), style))
            painter.setBrush(QColor(theme.team_fill if position.covered else theme.card))
            painter.drawPolygon(hexagon(box))
            inset = size * 0.24
            inner = box.adjusted(inset, inset, -inset, -inset)
            if position.covered:
                paint_icon(painter, inner, "check", theme.team)
            elif position.symbol:
                paint_symbol(painter, inner, position.symbol, theme.danger)
            else:
                paint_die(painter, theme, inner, position.die, position.letter, theme.size_small, 3)


class Dock(QFrame):
    """Below the ship: what the move of the token in the hand gains and loses."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.setObjectName("dock")
        self.setProperty("role", "card")
        self._title, self._how = label("", "strong", wrap=True), label("", "small", wrap=True)
        self._gains, self._losses = label("", wrap=True), label("", wrap=True)
        set_property(self._gains, "tone", "team")
        set_property(self._losses, "tone", "danger")
        hbox(
            (vbox(self._title, self._how, ..., gap=theme.px(2)), 2),
            (self._gains, 3, Qt.AlignmentFlag.AlignTop),
            (self._losses, 3, Qt.AlignmentFlag.AlignTop),
            of=self,
            margins=(theme.px(12), theme.px(7)),
            gap=theme.px(16),
        )
        self.setMinimumHeight(theme.px(58))

    def show_move(self, view: MoveView | None, how: str) -> None:
        """Show a move; without one only how tokens are moved."""
        words = self._words
        set_property(self, "state", "drop" if view is not None and view.command is not None else "")
        self._title.setText(view.title if view is not None else "")
        self._title.setVisible(view is not None)
        self._how.setText(view.refused if view is not None and view.refused else how)
        gains = view.gains if view is not None else ()
        losses = view.losses if view is not None else ()
        if view is not None and view.command is not None and not gains and not losses:
            self._how.setText(f"{how} · {words('view.ship.no_change')}")
        self._gains.setText("\n".join(f"+ {gain}" for gain in gains))
        self._losses.setText("\n".join(f"− {loss}" for loss in losses))
        self._gains.setVisible(bool(gains))
        self._losses.setVisible(bool(losses))
        self.setAccessibleName(view.spoken if view is not None else how)


class Hull(QWidget):
    """The ship's outline behind its areas."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._slim = theme, False

    def set_slim(self, slim: bool) -> None:
        """Set whether there is no room for the engines at the stern."""
        if slim != self._slim:
            self._slim = slim
            self.update()

    @property
    def stern(self) -> int:
        """The width of the engines at the stern."""
        return self._theme.px(4 if self._slim else 26)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, smooth(self)
        # A slim hull is full of areas up to its corners.
        pad, nose, cut = theme.px(4), theme.px(8 if self._slim else 34), theme.px(8 if self._slim else 14)
        box = QRectF(self.rect()).adjusted(self.stern, pad, -pad, -pad)
        painter.setPen(QPen(QColor(theme.raised_border), theme.px(2)))
        painter.setBrush(QColor(theme.team_fill))
        for share in () if self._slim else (0.14, 0.43, 0.72):
            top = box.top() + box.height() * share
            engine = QRectF(box.left() - theme.px(20), top, theme.px(24), box.height() * 0.14)
            painter.drawRect(engine)
        corners = (
            (box.left() + cut, box.top()),
            (box.right() - nose, box.top()),
            (box.right(), box.top() + nose * 1.6),
            (box.right(), box.bottom() - nose * 1.6),
            (box.right() - nose, box.bottom()),
            (box.left() + cut, box.bottom()),
            (box.left(), box.bottom() - cut),
            (box.left(), box.top() + cut),
        )
        painter.setPen(QPen(QColor(theme.wall), theme.px(3)))
        painter.setBrush(QColor(theme.background))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
