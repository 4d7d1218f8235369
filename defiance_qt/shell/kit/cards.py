"""Cards: a frame with a title, and a hand of cards to play."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from defiance_qt.shell.kit.boxes import hbox, vbox
from defiance_qt.shell.kit.elided import elided_lines
from defiance_qt.shell.kit.labels import WRAP, label
from defiance_qt.shell.kit.pictures import Icon, paint_key, smooth
from defiance_qt.shell.present.values import HandCardView
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip

NO_CARD = HandCardView("", "")


class Card(QFrame):
    """A card with a title, an icon before it and a note at its right. `column` takes what is in it."""

    def __init__(self, theme: Theme, title: str, note: str = "", mark: str = "", tone: str = "") -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(title)
        if tone:
            self.setObjectName(f"card:{tone}")
            self.setStyleSheet(f"QFrame#card\\:{tone} {{ border: 1px solid {getattr(theme, tone)}; }}")
        self.title = label(title, "heading", wrap=True)
        head = hbox(
            Icon(theme, mark, getattr(theme, tone or "team"), 18) if mark else None, (self.title, 3), gap=theme.px(8)
        )
        if note:
            self.note = label(note, "small", wrap=True)
            self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            head.addWidget(self.note, 2)
        self.column = vbox(head, of=self, margins=[theme.px(side) for side in (15, 12, 15, 14)], gap=theme.px(8))


class HandCard(QAbstractButton):
    """A card in the hand, painted: its title, its texts, and below them what it does now or why it cannot be played. A
    low one has as much of its texts as there is room."""

    WIDE, HIGH, PAD = 122, 112, 9

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.view = NO_CARD
        self._seen = theme.px(self.WIDE)
        self._low = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.resize(theme.px(self.WIDE), theme.px(self.HIGH))

    def show_card(self, view: HandCardView) -> None:
        self.view = view
        self.setCursor(Qt.CursorShape.ArrowCursor if view.command is None else Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(view.spoken.partition("\n")[2])
        set_tip(self, view.spoken)
        self.update()

    def set_seen(self, wide: int) -> None:
        """Set how much of the card is seen: what is written on it fits into that until the card is on top."""
        if wide != self._seen:
            self._seen = wide
            self.update()

    def set_low(self, low: bool) -> None:
        """Set whether its texts are in a few lines under the title."""
        if low != self._low:
            self._low = low
            self.update()

    @property
    def _room(self) -> int:
        """The width that is seen."""
        return self.width() if self.underMouse() or self.hasFocus() else min(self._seen, self.width())

    def enterEvent(self, event: QEnterEvent) -> None:
        self.raise_()
        super().enterEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.raise_()
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        playable = view.command is not None
        painter = smooth(self)
        edge, width = (theme.gold, 2.0) if view.primary else (theme.raised_border, 1.0)
        if self.hasFocus():
            edge, width = theme.blue, 2.0
        lit = playable and (self.underMouse() or self.isDown())
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(theme.hover if lit else theme.raised if playable else theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.radius_small, theme.radius_small)
        if self._low:
            self._paint_low(painter)
            return
        pad = theme.px(self.PAD)
        side = pad if self._room == self.width() else theme.px(2)
        box = QRectF(pad, theme.px(5), self._room - pad - side, self.height() - theme.px(10))
        foot = self._paint_foot(painter, box)
        box.setBottom(foot - theme.px(2))
        parts = (
            (view.title, font(theme, theme.size_text, 600), theme.text_strong if playable else theme.muted),
            (view.text, font(theme, theme.size_small), theme.text if playable else theme.muted),
            (view.extra, font(theme, theme.size_small, 600), theme.gold_ink if playable else theme.muted),
        )
        for text, face, ink in parts:
            painter.setFont(face)
            painter.setPen(QColor(ink))
            # Only whole lines: the tool tip has the rest.
            line = QFontMetrics(face).lineSpacing()
            room = QRectF(box.left(), box.top(), box.width(), box.height() // line * line)
            if text and room.height():
                needed = painter.boundingRect(room, WRAP, text).height()
                painter.drawText(room, WRAP, text)
                box.setTop(box.top() + min(needed, room.height()) + theme.px(2))

    def _paint_low(self, painter: QPainter) -> None:
        """Paint the title beside the key, and below them what the card does now and its text, or why it cannot be
        played, in as many lines as there are."""
        theme, view = self._theme, self.view
        playable = view.command is not None
        left, right = theme.px(7), self.width() - theme.px(5)
        bold, small = font(theme, theme.size_text, 600), font(theme, theme.size_small)
        metrics, top = QFontMetrics(bold), float(theme.px(2))
        title = QRectF(left, top, right - left, metrics.height())
        if view.key:
            title.setRight(paint_key(painter, theme, view.key, right, title.center().y() + 1) - theme.px(4))
        painter.setFont(bold)
        painter.setPen(QColor(theme.text_strong if playable else theme.muted))
        shown = metrics.elidedText(view.title, Qt.TextElideMode.ElideRight, round(title.width()))
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, shown)
        first = view.follows if playable else view.why
        text = (" " if first.endswith(".") else " · ").join(filter(None, (first, view.text)))
        high, top = QFontMetricsF(small).height(), title.bottom() - 1
        painter.setFont(small)
        lead = len(first)
        for line in elided_lines(text, small, right - left, max(1, int((self.height() - top - 1) / high))):
            room = QRectF(left, top, right - left, high)
            for part, ink in ((line[:lead], theme.team_ink), (line[lead:], theme.text)):
                painter.setPen(QColor(ink if playable else theme.muted))
                painter.drawText(room, Qt.TextFlag.TextDontClip, part)
                room.setLeft(room.left() + QFontMetricsF(small).horizontalAdvance(part))
            lead, top = max(0, lead - len(line)), top + high

    def _paint_foot(self, painter: QPainter, box: QRectF) -> float:
        """Paint what the card does now, or a lock and the reason, in at most two lines. Return where they begin."""
        theme, view = self._theme, self.view
        right = box.right()
        face = font(theme, theme.size_small, 600 if view.command is not None else 400)
        metrics = QFontMetrics(face)
        line = metrics.lineSpacing()
        if view.key:
            right = paint_key(painter, theme, view.key, right, box.bottom() - theme.px(9)) - theme.px(4)
        room = QRectF(box.left(), box.bottom() - line, right - box.left(), line)
        text = view.follows if view.command is not None else view.why
        size = theme.px(12) if view.command is None and view.why else 0
        room.setLeft(room.left() + (size + theme.px(4) if size else 0))
        if metrics.horizontalAdvance(text) > room.width():
            room.setTop(room.top() - line)
        if size:
            place = QRectF(box.left(), room.top() + (line - size) / 2, size, size)
            paint_icon(painter, place, "lock", theme.muted)
        painter.setFont(face)
        painter.setPen(QColor(theme.team_ink if view.command is not None else theme.muted))
        # Of a text that is too long the beginning is seen.
        fits = painter.boundingRect(room, WRAP, text).height() <= room.height()
        at = Qt.AlignmentFlag.AlignBottom if fits else Qt.AlignmentFlag.AlignTop
        painter.setClipRect(room)
        painter.drawText(room, int(Qt.TextFlag.TextWordWrap | at), text)
        painter.setClipping(False)
        return room.top() if text else box.bottom()


class Hand(QWidget):
    """The cards of a hand in a row. They lie over each other where they have no room side by side: the one under the
    pointer or in focus is on top. Where less than `LEAST` of each would be seen they are low, in two rows, or in three
    where a low card would be narrower than `LOW`. `played` carries the command of a card; arrows move from card to
    card."""

    played = Signal(object)
    GAP, LEAST, LOW = 7, 104, 112

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.cards: list[HandCard] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_hand(self, views: Sequence[HandCardView], spoken: str) -> None:
        """Show these cards; `spoken` names the hand."""
        while len(self.cards) < len(views):
            card = HandCard(self._theme, self)
            card.clicked.connect(lambda checked=False, card=card: self._play(card))
            self.cards.append(card)
        for card in self.cards[len(views) :]:
            if views and card.hasFocus():
                # Else Qt gives it to whatever comes next in the window.
                self.cards[len(views) - 1].setFocus(Qt.FocusReason.OtherFocusReason)
            card.setParent(None)
            card.deleteLater()
        del self.cards[len(views) :]
        for card, view in zip(self.cards, views, strict=True):
            card.show_card(view)
            card.show()
        self.setAccessibleName(spoken)
        self.setVisible(bool(views))
        self.updateGeometry()
        self._place()

    def _play(self, card: HandCard) -> None:
        if card.view.command is not None:
            self.played.emit(card.view.command)

    def _place(self) -> None:
        wide, count = self._theme.px(HandCard.WIDE), len(self.cards)
        step = wide + self._theme.px(self.GAP)
        if count > 1:
            step = max(1, min(step, (self.width() - wide) // (count - 1)))
        low = step < self._theme.px(self.LEAST)
        for card in self.cards:
            card.set_low(low)
        if low:
            self._place_low()
            return
        for place, card in enumerate(self.cards):
            card.setGeometry(place * step, 0, wide, self._theme.px(HandCard.HIGH))
            card.set_seen(step if place < count - 1 else wide)
            card.raise_()

    def _place_low(self) -> None:
        """Share the room among low cards, row by row."""
        gap, count = self._theme.px(self.GAP) // 2, len(self.cards)
        rows = 2 if self.width() >= ceil(count / 2) * (self._theme.px(self.LOW) + gap) else 3
        columns = ceil(count / rows)
        wide = (self.width() - gap * (columns - 1)) // columns
        high = (self._theme.px(HandCard.HIGH) - gap * (rows - 1)) // rows
        for place, card in enumerate(self.cards):
            row, column = divmod(place, columns)
            card.setGeometry(column * (wide + gap), row * (high + gap), wide, high)
            card.set_seen(wide)

    def sizeHint(self) -> QSize:
        each = self._theme.px(HandCard.WIDE) + self._theme.px(self.GAP)
        return QSize(max(1, len(self.cards)) * each, self._theme.px(HandCard.HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(HandCard.WIDE), self._theme.px(HandCard.HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def leaveEvent(self, event: QEvent) -> None:
        self._place()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        focused = next((place for place, card in enumerate(self.cards) if card.hasFocus()), None)
        if by and focused is not None:
            self.cards[(focused + by) % len(self.cards)].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        super().keyPressEvent(event)
