"""A side in the rail: who acts or reacts as a card, the others in a row each."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.flow import Flow
from defiance_qt.shell.kit.gauges import Pips
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.lists import write
from defiance_qt.shell.kit.pictures import Portrait
from defiance_qt.shell.relayout import reflow
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import tip_card

from .values import SideView, TroopView

RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
LINE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


class TroopCard(QAbstractButton):
    """A troop: a low row, or a card with its values and what it does. `asked` carries where its menu is wanted."""

    asked = Signal(QPoint)
    ROW, NAME, PIPS = 20, 104, 44

    def __init__(self, theme: Theme, tone: str, view: TroopView) -> None:
        super().__init__()
        self._theme, self._tone = theme, tone
        self.view = TroopView(view.id, "", "", 0, 0)
        self.setProperty("subject", view.id)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.asked.emit(self.mapToGlobal(QPoint(self.width() // 3, self.height()))))
        self._pips = Pips(theme)
        self._pips.setParent(self)
        self._portrait = Portrait(theme, view.initials, theme.enemy if tone == "enemy" else theme.team, 30, tone)
        self._portrait.setParent(self)
        self._chips = Chips(theme)
        self._chips.setParent(self)

    def show_troop(self, view: TroopView) -> None:
        """Show a troop as it is now."""
        if view == self.view:
            return
        self.view = view
        self._pips.set_value(view.left, view.of)
        self._portrait.set_look(view.down, False)
        self._portrait.setVisible(view.acts)
        self._chips.set_chips(view.chips if view.acts else ())
        self.setAccessibleName(view.spoken)
        self.setToolTip(tip_card(view.spoken, "\n".join(view.sheet)))
        self._place()
        self.updateGeometry()
        self.update()

    def _high(self) -> int:
        theme = self._theme
        if not self.view.acts:
            return theme.px(self.ROW)
        chips = self._chips.heightForWidth(self.width() - theme.px(20)) + theme.px(4) if self.view.chips else 0
        return self._below() + theme.px(3) + chips

    def _below(self) -> int:
        """Return where a card goes on below its lines."""
        return self._theme.px(57 if self.view.doing else 42)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._high())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(140), self._high())

    def resizeEvent(self, event: object) -> None:
        self._place()

    def _place(self) -> None:
        theme = self._theme
        size = self._pips.sizeHint()
        if self.view.acts:
            self._portrait.move(theme.px(8), theme.px(8))
            self._pips.setGeometry(theme.px(46), theme.px(25), min(size.width(), theme.px(self.PIPS)), size.height())
            high = self._chips.heightForWidth(self.width() - theme.px(20))
            self._chips.setGeometry(theme.px(10), self._below(), self.width() - theme.px(20), high)
        else:
            left = theme.px(18 + self.NAME)
            top = (self.height() - size.height()) // 2
            self._pips.setGeometry(left, top, min(size.width(), theme.px(self.PIPS)), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = theme.enemy if self._tone == "enemy" else theme.team
        inks = {"gold": theme.gold_ink, "danger": theme.danger_ink, "muted": theme.faint, "": theme.muted}
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if view.acts or self.hasFocus() or self.underMouse():
            edge = theme.blue if self.hasFocus() else accent if view.acts else theme.card_border
            painter.setPen(QPen(QColor(edge), 1.5))
            painter.setBrush(QColor(theme.card if view.acts else theme.hover))
            painter.drawRoundedRect(box, theme.radius_small, theme.radius_small)
        small = font(theme, theme.size_small)
        if view.acts:
            name = QRectF(theme.px(46), theme.px(4), self.width() - theme.px(54), theme.px(20))
            used = write(painter, name, view.name, font(theme, theme.size_text, 600), theme.text_strong, LINE)
            rest = name.adjusted(min(used, name.width()) + theme.px(6), 0, 0, 0)
            write(painter, rest, view.note, small, inks[view.tone], RIGHT)
            values = QRectF(theme.px(50) + self._pips.width(), theme.px(22), 0, theme.px(18))
            values.setRight(self.width() - theme.px(8))
            write(painter, values, view.values, small, theme.muted, RIGHT)
            doing = QRectF(theme.px(10), theme.px(40), self.width() - theme.px(18), theme.px(18))
            write(painter, doing, view.doing, small, theme.text, LINE)
            return
        self._paint_row(painter, accent, inks[view.tone])

    def _paint_row(self, painter: QPainter, accent: str, ink: str) -> None:
        theme, view = self._theme, self.view
        size = theme.px(10)
        disc = QRectF(theme.px(3), (self.height() - size) / 2, size, size)
        painter.setPen(QPen(QColor(theme.faint if view.down else accent), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._tone == "enemy":
            painter.drawRect(disc)
        else:
            painter.drawEllipse(disc)
        name = QRectF(theme.px(18), 0, theme.px(self.NAME - 4), self.height())
        weight = 400 if view.down else 600
        write(
            painter,
            name,
            view.name,
            font(theme, theme.size_text, weight),
            theme.muted if view.down else theme.text,
            LINE,
        )
        left = theme.px(18 + self.NAME) + self._pips.width() + theme.px(4)
        note = QRectF(left, 0, self.width() - left - theme.px(4), self.height())
        write(painter, note, view.note, font(theme, theme.size_small), ink, RIGHT)


class TroopToken(QAbstractButton):
    """A troop as its initials in the shape of its side, where there is no room for rows."""

    asked = Signal(QPoint)
    SIZE = 27

    def __init__(self, theme: Theme, tone: str, view: TroopView) -> None:
        super().__init__()
        self._theme = theme
        self._portrait = Portrait(theme, view.initials, theme.enemy if tone == "enemy" else theme.team, self.SIZE, tone)
        self._portrait.setParent(self)
        self.setFixedSize(self._portrait.size())
        self.setProperty("subject", view.id)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.asked.emit(self.mapToGlobal(QPoint(0, self.height()))))

    def show_troop(self, view: TroopView) -> None:
        """Show a troop as it is now."""
        self._portrait.set_look(view.down, view.tone == "muted")
        self.setAccessibleName(view.spoken)
        self.setToolTip(tip_card(view.spoken, "\n".join(view.sheet)))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or self.underMouse():
            painter = QPainter(self)
            painter.setPen(QPen(QColor(self._theme.blue if self.hasFocus() else self._theme.muted), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4)


class SideColumn(QWidget):
    """The troops of a side. `asked` carries the id of a troop and where its menu is wanted."""

    asked = Signal(str, QPoint)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.cards: dict[str, TroopCard] = {}
        self.tokens: dict[str, TroopToken] = {}
        self._low = False
        self._title, self._note = Elided("strong"), label("", "small")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, theme.px(3))
        head.addWidget(self._title, 1)
        head.addWidget(self._note)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(head)
        self._tokens = QWidget()
        self._flow = Flow(theme.px(4))
        self._tokens.setLayout(self._flow)
        self._column.addWidget(self._tokens)

    def set_low(self, low: bool) -> None:
        """Show those who do nothing now as tokens, or in a row each."""
        self._low = low
        self._turn()

    def _turn(self) -> None:
        for id, card in self.cards.items():
            card.setVisible(card.view.acts or not self._low)
            self.tokens[id].setVisible(self._low and not card.view.acts)
        self._tokens.setVisible(self._low)

    def show_side(self, view: SideView) -> None:
        """Show a side as it is now."""
        before = self._heights()
        self._title.set_words(view.title)
        self._note.setText(view.note)
        known = {one.id for one in view.troops}
        for id in [id for id in self.cards if id not in known]:
            gone = self.cards.pop(id)
            gone.hide()
            self._column.removeWidget(gone)
            gone.deleteLater()
            token = self.tokens.pop(id)
            self._flow.removeWidget(token)
            token.deleteLater()
        for place, one in enumerate(view.troops):
            if one.id not in self.cards:
                card = self.cards[one.id] = TroopCard(self._theme, view.tone, one)
                card.asked.connect(lambda at, id=one.id: self.asked.emit(id, at))
                self._column.insertWidget(place + 1, card)
                token = self.tokens[one.id] = TroopToken(self._theme, view.tone, one)
                token.asked.connect(lambda at, id=one.id: self.asked.emit(id, at))
                self._flow.addWidget(token)
            self.cards[one.id].show_troop(one)
            self.tokens[one.id].show_troop(one)
        self._turn()
        if self._heights() != before:
            reflow(self)

    def _heights(self) -> list[int]:
        """Return the heights of the cards: the rail makes room for other ones at once."""
        return [card.sizeHint().height() for card in self.cards.values() if not card.isHidden()]
