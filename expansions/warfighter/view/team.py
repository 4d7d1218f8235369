"""The rail: a card for each Soldier, and the Supports below them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.shell.kit.gauges import paint_cell, paint_pip
from defiance_qt.shell.kit.labels import chip_colours, heading, label
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip

from .row_paint import RowPainter
from .values import ArmView, SoldierView, SupportView, TeamView


class SoldierCard(QAbstractButton):
    """A Soldier's card, painted."""

    PAD, HEAD, LINE, CHIP = 8, 38, 18, 22

    def __init__(self, theme: Theme, number: str) -> None:
        super().__init__()
        self._theme = theme
        self.number = number
        self.view = SoldierView(number, "", "", 0, 0, "", 0)
        self._cut: list[str] = []
        self._tight = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty("subject", f"team.{number}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_soldier(self, view: SoldierView) -> None:
        """Show a Soldier as it is now."""
        if view == self.view:
            return
        self.view = view
        self.setAccessibleName(view.spoken)
        tips = [view.spoken, *(f"{arm.name}: {arm.tip}" for arm in view.arms if arm.tip)]
        set_tip(self, "\n".join((*tips, *(f"{chip.text}: {chip.tip}" for chip in view.chips if chip.tip))))
        self.updateGeometry()
        self.update()

    def set_tight(self, tight: bool) -> None:
        """Show, while the Soldier is not the active one, only what is wrong with what it carries."""
        if tight != self._tight:
            self._tight = tight
            self.updateGeometry()
            self.update()

    # -- what is shown

    def _arms(self) -> tuple[ArmView, ...]:
        if self.view.active or not self._tight:
            return self.view.arms
        return tuple(arm for arm in self.view.arms if arm.tone)

    def _chips(self) -> tuple[Chip, ...]:
        view = self.view
        marks = (Chip(view.suppressed, "gold"),) if view.suppressed else ()
        if view.active or not self._tight:
            return (*marks, *view.chips)
        return (*marks, *(chip for chip in view.chips if chip.tone in ("gold", "danger")))

    def _flow(self, width: float) -> list[tuple[Chip, QRectF]]:
        """Return the chips with their places, from (0, 0)."""
        theme = self._theme
        metrics = QFontMetricsF(font(theme, theme.size_small))
        high, gap = theme.px(self.CHIP) - 2, theme.px(4)
        found: list[tuple[Chip, QRectF]] = []
        x = y = 0.0
        for chip in self._chips():
            wide = min(width, metrics.horizontalAdvance(chip.text) + theme.px(14))
            if x and x + wide > width:
                x, y = 0.0, y + high + gap
            found.append((chip, QRectF(x, y, wide, high)))
            x += wide + gap
        return found

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        theme = self._theme
        high = theme.px(self.HEAD) + theme.px(self.LINE) * len(self._arms())
        flow = self._flow(width - 2 * theme.px(self.PAD))
        if flow:
            high += round(flow[-1][1].bottom()) + theme.px(3)
        if self.view.active and (self.view.hand or self.view.xp):
            high += theme.px(self.LINE)
        return high + theme.px(self.PAD)

    def unread(self) -> list[str]:
        """Return the texts that are cut to a few letters."""
        return self._cut

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != self.width():
            # The layout keeps the height for the old width, and would cut off the chips.
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 100 else self._theme.px(250)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(150), self.heightForWidth(max(self.width(), self._theme.px(150))))

    # -- looks

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        painter = QPainter(self)
        paint = RowPainter(painter, theme)
        edge, wide = (theme.team, 2.0) if view.active else (theme.card_border, 1.0)
        if self.hasFocus():
            edge, wide = theme.blue, 2.0
        painter.setPen(QPen(QColor(edge), wide))
        painter.setBrush(QColor(theme.hover if self.underMouse() and not view.active else theme.card))
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(box, theme.radius, theme.radius)
        pad = theme.px(self.PAD)
        size = theme.px(28)
        edge = theme.team if view.acts else theme.muted
        paint.soldier(QRectF(pad, pad, size, size), view.number, view.drawing, edge)
        left, right = pad + size + theme.px(8), self.width() - pad
        self._paint_head(painter, paint, left, right)
        y = float(theme.px(self.HEAD))
        for arm in self._arms():
            self._paint_arm(painter, paint, arm, QRectF(pad, y, right - pad, theme.px(self.LINE)))
            y += theme.px(self.LINE)
        for chip, place in self._flow(right - pad):
            self._paint_chip(painter, paint, chip, place.translated(pad, y + theme.px(2)))
        if view.active and (view.hand or view.xp):
            foot = QRectF(pad, self.height() - theme.px(self.LINE) - theme.px(4), right - pad, theme.px(self.LINE))
            paint.write(foot, view.xp, theme.size_small, theme.gold_ink, 600)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            paint.write(foot, view.hand, theme.size_small, theme.muted, flags=flags)
        self._cut = paint.cut
        painter.end()

    def _paint_head(self, painter: QPainter, paint: RowPainter, left: float, right: float) -> None:
        theme, view = self._theme, self.view
        first = QRectF(left, theme.px(5), right - left, theme.px(18))
        health = paint.wide(view.told, theme.size_small, 700)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        paint.write(first, view.told, theme.size_small, theme.text_strong, 700, flags)
        paint.icon(first.right() - health - theme.px(15), first.center().y(), "heart", theme.pip_full, 12)
        first.setRight(first.right() - health - theme.px(20))
        name = view.name
        if paint.wide(name, theme.size_text, 600) > first.width():
            name = view.short
        paint.write(first, name, theme.size_text, theme.text_strong, 600)
        middle = theme.px(29)
        dots = theme.px(14) * 2
        each = min(theme.px(11), (right - left - dots - theme.px(8)) / max(1, view.most))
        for place in range(view.most):
            box = QRectF(left + place * each, middle - theme.px(4), each - theme.px(2), theme.px(7))
            paint_pip(painter, theme, box, "left" if place < view.health else "lost")
        for place in range(max(2, view.acts)):
            size = theme.px(10)
            spot = QRectF(right - dots + place * theme.px(14), middle - size / 2, size, size)
            paint_cell(painter, spot, theme.team, place < view.acts, size / 2)

    def _paint_arm(self, painter: QPainter, paint: RowPainter, arm: ArmView, room: QRectF) -> None:
        theme = self._theme
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        ink = theme.danger if arm.tone == "danger" else theme.muted
        wide = paint.write(room, arm.reach, theme.size_small, ink, 600 if arm.tone else 400, flags)
        cell, gap = theme.px(6), theme.px(3)
        count = min(9, arm.live + arm.empty)
        cells = count * (cell + gap)
        name = paint.wide(arm.name, theme.size_small) + theme.px(6)
        most = room.right() - wide - theme.px(8) - cells
        left = min(most, max(room.left() + name, room.left() + room.width() * 0.44))
        for place in range(count):
            box = QRectF(left + place * (cell + gap), room.center().y() - theme.px(5), cell, theme.px(10))
            paint_cell(painter, box, theme.gold, place < arm.live)
        paint.write(
            QRectF(room.left(), room.top(), left - room.left() - theme.px(4), room.height()),
            arm.name,
            theme.size_small,
            theme.text,
        )

    def _paint_chip(self, painter: QPainter, paint: RowPainter, chip: Chip, box: QRectF) -> None:
        fill, ink = chip_colours(self._theme, chip.tone)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        inner = box.adjusted(self._theme.px(7), 0, 2 - self._theme.px(7), 0)
        paint.write(inner, chip.text, self._theme.size_small, ink)


class SupportRow(QAbstractButton):
    """A Support on call or in play: its name and its price."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.view = SupportView("", "", "", "")
        self._cut: list[str] = []
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedHeight(theme.px(22))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_support(self, view: SupportView) -> None:
        """Show a Support as it is now."""
        if view != self.view:
            self.view = view
            self.setAccessibleName(f"{view.name}, {view.price}")
            self.setAccessibleDescription(view.tip)
            set_tip(self, "\n".join(filter(None, (f"{view.name} · {view.price}", view.tip, view.why))))
            able = Qt.CursorShape.PointingHandCursor if view.choices else Qt.CursorShape.ArrowCursor
            self.setCursor(able)
            self.update()

    def unread(self) -> list[str]:
        """Return the texts that are cut to a few letters."""
        return self._cut

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(250), self._theme.px(22))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        painter = QPainter(self)
        paint = RowPainter(painter, theme)
        able = bool(view.choices)
        edge = theme.blue if self.hasFocus() else theme.team if view.in_play else theme.card_border
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        painter.setBrush(QColor(theme.hover if able and self.underMouse() else theme.card))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, theme.radius_small + 2, theme.radius_small + 2)
        size = theme.px(13)
        place = QRectF(theme.px(8), (self.height() - size) / 2, size, size)
        paint_icon(painter, place, "check" if view.in_play else "star", theme.team if view.in_play else theme.gold)
        room = box.adjusted(theme.px(27), 0, -theme.px(8), 0)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        wide = paint.write(room, view.price, theme.size_small, theme.muted, flags=flags)
        room.setRight(room.right() - wide - theme.px(8))
        paint.write(room, view.name, theme.size_small, theme.text_strong if able or view.in_play else theme.muted)
        self._cut = paint.cut
        painter.end()


class TeamColumn(QWidget):
    """The rail. `chosen` carries the number of a Soldier, `called` the id of a Support."""

    chosen = Signal(str)
    called = Signal(str)

    def __init__(self, theme: Theme, title: str, supports: str, note: str) -> None:
        super().__init__()
        self._theme = theme
        self.cards: dict[str, SoldierCard] = {}
        self.rows: list[SupportRow] = []
        self._note = label("", "small")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(6))
        self._column.addLayout(heading(title, self._note))
        self._soldiers = QVBoxLayout()
        self._soldiers.setSpacing(theme.px(6))
        self._column.addLayout(self._soldiers)
        self._support = QWidget()
        below = QVBoxLayout(self._support)
        below.setContentsMargins(0, theme.px(2), 0, 0)
        below.setSpacing(theme.px(3))
        below.addLayout(heading(supports, note))
        self._below = below
        self._column.addWidget(self._support)

    def show_team(self, view: TeamView) -> None:
        """Show the team and its Supports as they are now."""
        self._note.setText(view.note)
        wanted = [one.number for one in view.soldiers]
        for number in [number for number in self.cards if number not in wanted]:
            card = self.cards.pop(number)
            self._soldiers.removeWidget(card)
            card.hide()
            card.deleteLater()
        for one in view.soldiers:
            if one.number not in self.cards:
                card = SoldierCard(self._theme, one.number)
                card.clicked.connect(lambda checked=False, number=one.number: self.chosen.emit(number))
                self.cards[one.number] = card
                self._soldiers.addWidget(card)
            self.cards[one.number].show_soldier(one)
        while len(self.rows) < len(view.supports):
            row = SupportRow(self._theme)
            row.clicked.connect(lambda checked=False, row=row: self.called.emit(row.view.id))
            self.rows.append(row)
            self._below.addWidget(row)
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(view.supports))
            if place < len(view.supports):
                row.show_support(view.supports[place])
        self._support.setVisible(bool(view.supports))

    def fit(self, width: int, room: int) -> None:
        """Show less of the Soldiers who do not act if the rail has no more height than this at its width."""
        rows = sum(not row.isHidden() for row in self.rows)
        line = QFontMetricsF(font(self._theme, self._theme.size_text)).height()
        below = rows * (self._theme.px(22) + self._below.spacing()) + line + self._theme.px(8) if rows else 0
        cards = list(self.cards.values())
        for card in cards:
            card.set_tight(False)
        # Those who have acted fold first, then the last of the team.
        waiting = [card for card in reversed(cards) if not card.view.active]
        for card in sorted(waiting, key=lambda one: one.view.acts):
            heights = [one.heightForWidth(width) + self._soldiers.spacing() for one in cards]
            if line + self._column.spacing() + sum(heights) + below <= room:
                break
            card.set_tight(True)
