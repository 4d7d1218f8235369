"""The objective strip: how far the game has come, what to do, what threatens, and who acts next."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout

from defiance_qt.core.port import Goal, Progress, Words
from defiance_qt.shell.kit.boxes import Each, hbox, put
from defiance_qt.shell.kit.gauges import paint_cell
from defiance_qt.shell.kit.items import GaugeItem, Item
from defiance_qt.shell.kit.labels import divider
from defiance_qt.shell.theme import Theme, font, paint_icon

HIGH = 40
PAD = 9


class ChapterItem(Item):
    """The chapter, with a tick for each up to the last one."""

    TICK, GAP, MOST = 7, 2, 24

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(theme)
        self._words = words
        self._name = self._of = ""
        self._chapter = self._chapters = 0

    def show_progress(self, view: Progress) -> None:
        self._name, self._chapter = view.name, view.chapter
        self._chapters = view.chapters if view.chapters <= self.MOST else 0
        self._of = self._words("ui.progress.of", n=view.chapters) if view.chapters and view.chapter else ""
        self.explain(f"{self._name} {self._of}".strip(), view.tip)
        self.updateGeometry()
        self.update()

    def _ticks(self) -> int:
        step = self._theme.px(self.TICK) + self._theme.px(self.GAP)
        return self._chapters * step + self._theme.px(PAD) if self._chapters else 0

    def least(self) -> int:
        return self._advance(self._name, True) + self._advance(f" {self._of}") + 2

    def wide(self) -> int:
        return self.least() + self._ticks()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, self._painter()
        left = self._write(painter, 0, self._name, theme.text_strong, True)
        if self._of:
            left = self._write(painter, left, f" {self._of}", theme.muted)
        left += theme.px(PAD)
        size, gap = theme.px(self.TICK), theme.px(self.GAP)
        if left + self._chapters * (size + gap) > self.width() + gap + 1:
            return
        for number in range(1, self._chapters + 1):
            now = number == self._chapter
            high = theme.px(16 if now else 11)
            box = QRectF(left, (self.height() - high) / 2, size, high).adjusted(0.5, 0.5, -0.5, -0.5)
            paint_cell(painter, box, theme.text_strong if now else theme.muted, number <= self._chapter)
            left += size + gap


class GoalItem(Item):
    """A goal with its number: ticked when done, gold while it is the current one."""

    def __init__(self, theme: Theme, words: Words, number: int) -> None:
        super().__init__(theme)
        self._words, self._number = words, number
        self._view = Goal("", "open")

    def show_goal(self, view: Goal) -> None:
        self._view = view
        said = self._words(f"ui.progress.{view.state}", n=self._number, text=view.text)
        self.explain(said, view.tip)
        self.updateGeometry()
        self.update()

    @property
    def current(self) -> bool:
        return self._view.state == "current"

    def _ring(self) -> int:
        return self._theme.px(18)

    def least(self) -> int:
        return self.wide() if self.current else self._ring() + 2

    def wide(self) -> int:
        pads = 2 * self._theme.px(PAD) if self.current else 2
        return self._ring() + self._theme.px(7) + self._advance(self._view.text, self.current) + pads

    def readable(self) -> int:
        """Return the width from which it shows its words, though it may cut them."""
        return min(self.wide(), self.least() + self._theme.px(5) + self._theme.px(70))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view, painter = self._theme, self._view, self._painter()
        size = self._ring()
        left = 0.0
        ink = {"current": theme.gold_ink, "done": theme.team_ink}.get(view.state, theme.muted)
        if self.current:
            painter.setPen(QPen(QColor(theme.gold), 1.4))
            painter.setBrush(QColor(theme.gold_fill))
            box = QRectF(self.rect()).adjusted(1, 2, -1, -2)
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
            left = theme.px(PAD) * 0.7
        ring = QRectF(left + 1, (self.height() - size) / 2, size, size).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(theme.team if view.state == "done" else ink), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring)
        if view.state == "done":
            paint_icon(painter, ring.adjusted(2.5, 2.5, -2.5, -2.5), "check", theme.team)
        else:
            painter.setFont(font(theme, theme.size_small, 600))
            painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, str(self._number))
        left = ring.right() + theme.px(6)
        if self.current or self.width() >= self.readable():
            self._write(painter, left, view.text, ink, self.current)


class NextItem(Item):
    """Who or what comes after the pending decision."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(theme)
        self._words = words
        self._lead = words("ui.progress.next")
        self._next = self._note = ""

    def show_next(self, view: Progress) -> None:
        self._next = view.next
        self._note = f" · {view.next_note}" if view.next_note else ""
        self.setVisible(bool(view.next))
        self.explain(f"{self._lead} {self._next}{self._note}", view.next_tip)
        self.updateGeometry()
        self.update()

    def least(self) -> int:
        return self._advance(f"{self._lead} ") + min(self._theme.px(60), self._advance(self._next, True))

    def plain(self) -> int:
        """Return the width without the remark."""
        return self._advance(f"{self._lead} ") + self._advance(self._next, True) + 4

    def wide(self) -> int:
        return self._advance(f"{self._lead} ") + self._advance(self._next, True) + self._advance(self._note) + 4

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, self._painter()
        left = self._write(painter, 0, f"{self._lead} ", theme.muted)
        left = self._write(painter, left, self._next, theme.text_strong, True)
        if self.width() >= self.wide():
            self._write(painter, left, self._note, theme.muted)


class Strip(QFrame):
    """The strip. It is hidden while the game has no progress to show."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.setObjectName("strip")
        self._theme, self._words = theme, words
        self._view: Progress | None = None
        self.setFixedHeight(theme.px(HIGH))
        self._row = hbox(of=self, margins=(theme.px(14), 0), gap=theme.px(10))
        # The parts have the widths that there is room for, and must not make the window wider.
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._chapter = ChapterItem(theme, words)
        self._next = NextItem(theme, words)
        goals, gauges = self._goal_row, self._gauge_row = hbox(gap=theme.px(8)), hbox(gap=theme.px(12))
        self._goals = Each(goals, lambda: GoalItem(theme, words, len(self._goals) + 1), GoalItem.show_goal)
        self._gauges = Each(gauges, lambda: GaugeItem(theme, words), GaugeItem.show_gauge)
        lines = [divider(theme, 18) for _ in range(3)]
        for part in (self._chapter, lines[0], goals, ..., lines[1], gauges, lines[2], self._next):
            put(self._row, part)
        self.hide()

    @property
    def items(self) -> tuple[Item, ...]:
        """The parts that are shown, from left to right."""
        every = (self._chapter, *self._goals, *self._gauges, self._next)
        return tuple(item for item in every if not item.isHidden())

    def show_progress(self, view: Progress | None) -> None:
        if view == self._view:
            return
        self._view = view
        if view is not None:
            self._chapter.show_progress(view)
            self._goals.show_all(view.goals)
            self._gauges.show_all(view.gauges)
            self._next.show_next(view)
            self.setAccessibleName(". ".join(item.accessibleName() for item in self.items))
            self._share()
        self.setVisible(view is not None)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Give every part its width. What is too much is taken from the remark on what is next, then from the gauges,
        the ticks, the other goals, what is next, and last from the current goal. What is left over goes to the parts
        that it makes whole."""
        items = self.items
        wide = {item: item.wide() for item in items}
        margins = self._row.contentsMargins()
        dividers = 3 * (1 + 2 * self._row.spacing())
        gaps = self._goal_row.spacing() * max(0, sum(isinstance(item, GoalItem) for item in items) - 1)
        gaps += self._gauge_row.spacing() * max(0, sum(isinstance(item, GaugeItem) for item in items) - 1)
        room = self.width() - margins.left() - margins.right() - dividers - gaps - self._row.spacing()
        spare = room - sum(wide.values())
        others = [goal for goal in reversed(self._goals) if goal in wide and not goal.current]
        steps: list[tuple[Item, int]] = [(self._next, self._next.plain())] if self._next in wide else []
        steps += [(gauge, gauge.least()) for gauge in self._gauges if gauge in wide]
        steps += [(self._chapter, self._chapter.least())]
        steps += [(goal, goal.least()) for goal in others]
        steps += [(self._next, self._next.least())] if self._next in wide else []
        steps += [(goal, self._theme.px(60)) for goal in self._goals if goal in wide and goal.current]
        for item, least in steps:
            if spare < 0:
                taken = min(-spare, max(0, wide[item] - least))
                wide[item] -= taken
                spare += taken
        if self._next in wide and self._next.plain() < wide[self._next] < self._next.wide():
            spare += wide[self._next] - self._next.plain()  # half a remark says nothing
            wide[self._next] = self._next.plain()
        for goal in others:  # a goal without room for its words is a number, and leaves the rest to those before it
            if wide[goal] < goal.readable():
                spare += wide[goal] - goal.least()
                wide[goal] = goal.least()
        for goal in reversed(others):
            more = min(max(0, spare), goal.wide() - wide[goal])
            if wide[goal] + more >= goal.readable():
                wide[goal] += more
                spare -= more
        for item in (*self._gauges, self._next, self._chapter):
            more = item.wide() - wide.get(item, item.wide())
            if 0 < more <= spare:
                wide[item] += more
                spare -= more
        for item, width in wide.items():
            item.setFixedWidth(max(1, width))
