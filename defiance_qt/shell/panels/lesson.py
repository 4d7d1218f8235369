"""The card of a lesson, over the right column: what to see, the steps, what the book says, what came out, and why."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import Finding, LessonProgress, LessonStep
from defiance_qt.shell.kit.boxes import Scroll, hbox, put, vbox
from defiance_qt.shell.kit.buttons import push, tool
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rule_chip import rule_chip
from defiance_qt.shell.panels.side import Beside
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

WIDE = 330
TEXT = 14
"""The text size at which the card is that wide."""
EDGE = 10
ACROSS = 0.42
"""The part of the surface's width that the card may cover."""
SHARE = 0.72
"""The part of the column that the card may cover."""
SIGNS = {True: "✓", False: "≠", None: "○"}
TONES = {True: "team", False: "danger", None: ""}


FEW = 5  # the steps up to which a lesson lists all


class LessonCard(QFrame):
    """The card. `shown` carries the command of the next step, in text form; `onward` asks for the next lesson, `again`
    to start over, `left` to leave. `ruled` carries the id of a rule to open. The arrow at its head folds it to its
    title."""

    shown = Signal(str)
    onward = Signal()
    again = Signal()
    left = Signal()
    ruled = Signal(str)

    def __init__(self, theme: Theme, words: Words, over: QWidget, beside: Beside) -> None:
        super().__init__(over)
        self._theme, self._words, self._over, self._beside = theme, words, over, beside
        self.view: LessonProgress | None = None
        self.setProperty("role", "floating")
        self.setObjectName("lesson")
        self._title = label(words("ui.lesson.title"), "strong", wrap=True)
        self._fold = self._tool("ui.lesson.fold", checks=True)
        self._fold.toggled.connect(lambda on: self.place())
        first, close = (icon(mark, theme.muted, theme.px(16)) for mark in ("first", "close"))
        self.over_again = self._tool("ui.lesson.again", mark=first, does=self.again)
        self.leave = self._tool("ui.lesson.leave", mark=close, does=self.left)
        tools = ((made, 0, Qt.AlignmentFlag.AlignTop) for made in (self.over_again, self._fold, self.leave))
        self._inside = QWidget()
        self.area = Scroll(self._inside, words("ui.lesson.title"))
        self.show_me = push(
            words("ui.lesson.show"),
            "primary",
            name="ui.lesson.show",
            does=lambda checked=False: self.shown.emit(self._next()),
        )
        self.next_lesson = push(words("ui.lesson.next"), "primary", name="ui.lesson.next", does=self.onward)
        self._follows = False
        self._body = vbox(
            hbox((self._title, 1), *tools, gap=0),
            (self.area, 1),
            self.show_me,
            self.next_lesson,
            of=self,
            margins=(14, 10, 10, 12),
            gap=7,
        )
        self.hide()

    def _tool(self, key: str, **looks: Any) -> QToolButton:
        return tool(role="quiet", tight=True, name=key, spoken=self._words(key), tip=self._words(key), **looks)

    def _next(self) -> str:
        step = self.view.next if self.view is not None else None
        return step.command if step is not None else ""

    @property
    def outcome(self) -> str:
        """Whether all came out as the book says, in one sentence."""
        same = self.view is not None and all(finding.agrees for finding in self.view.findings)
        return self._words("ui.lesson.agrees" if same else "ui.lesson.differs")

    def show_lesson(self, view: LessonProgress | None, follows: bool = False) -> None:
        """Show how far the lesson has come; None hides the card. `follows`: another lesson follows it."""
        if view == self.view:
            return
        self.view, self._follows = view, follows
        self.setVisible(view is not None)
        if view is None:
            return
        self.setAccessibleName(f"{self._words('ui.lesson.title')}: {view.title}")
        done = sum(step.done for step in view.steps)
        self._title.setText(self._words("ui.lesson.progress", title=view.title, done=done, of=len(view.steps)))
        self.show_me.setEnabled(not view.astray)
        self._fill(view)
        self.place()
        self.raise_()

    def _fill(self, view: LessonProgress) -> None:
        words = self._words
        fresh = QWidget()
        column = vbox(of=fresh, margins=(0, 0, 6, 0), gap=6)
        if view.done:
            self._add_outcome(column, view)
        else:
            if not any(step.done and step.text for step in view.steps):
                column.addWidget(label(view.text, "", wrap=True))
            for step in shown_steps(view):
                self._add_step(column, step, view)
        put(column, label(words("ui.lesson.astray"), "", "gold", wrap=True) if view.astray else None, ...)
        self._inside = fresh
        self.area.setWidget(fresh)

    def _add_step(self, column: QVBoxLayout, step: LessonStep, view: LessonProgress) -> None:
        if step.text:
            now = step is view.next and not view.astray
            sign = SIGNS[True] if step.done else "▸" if now else SIGNS[None]
            column.addWidget(label(f"{sign} {step.text}", "strong" if now else "muted", wrap=True))
        if not step.text or step.done or step is view.next:
            for finding in step.findings:
                column.addWidget(self._finding(finding))

    def _add_outcome(self, column: QVBoxLayout, view: LessonProgress) -> None:
        """Add what came out, and why: the steps are done, and the board shows them."""
        if view.findings:
            column.addWidget(label(self.outcome, "strong", wrap=True))
        for finding in view.findings:
            column.addWidget(self._finding(finding))
        column.addWidget(label(view.reason, "", wrap=True))
        column.addWidget(flowing([rule_chip(id, self._words, self.ruled.emit) for id in view.rules], 5))

    def _finding(self, finding: Finding) -> QWidget:
        """Return a statement of the book. What came out is said below it if it differs, else in its tip."""
        came = self._words("ui.lesson.came", came=finding.came) if finding.came else ""
        text = f"{SIGNS[finding.agrees]} {self._words('ui.lesson.book', said=finding.said)}"
        made = label(f"{text}\n{came}" if finding.agrees is False else text, "small", TONES[finding.agrees], wrap=True)
        set_tip(made, came)
        made.setIndent(14)
        return made

    def place(self) -> None:
        """Place the card over the lower part of the right column, as high as it needs; without such a column, over the
        lower right of the surface."""
        if self._over.layout() is None:
            return  # The table is not laid out yet; it places the card when it is.
        folded = self._fold.isChecked()
        self._fold.setIcon(icon("chevron_up" if folded else "chevron_down", self._theme.muted, self._theme.px(16)))
        self.area.setVisible(not folded)
        offered = self.view is not None and bool(self._next())
        onward = self.view is not None and self.view.done and self._follows
        self.show_me.setVisible(offered and not folded)
        self.next_lesson.setVisible(onward and not folded)
        beside = self._beside()
        corner = beside.mapTo(self._over, beside.rect().bottomRight())
        most = max(round(beside.width() * ACROSS), WIDE) if beside.width() > 2 * WIDE else beside.width() - 2 * EDGE
        width = min(most, round(WIDE * self._theme.size_text / TEXT))
        margins = self._body.contentsMargins()
        inner = width - margins.left() - margins.right()
        self.setFixedWidth(max(120, width))
        tools = 3 * self.leave.sizeHint().width() + 4 * self._body.spacing()
        high = (
            max(self._title.heightForWidth(inner - tools), self.leave.sizeHint().height())
            + margins.top()
            + margins.bottom()
        )
        if not folded:
            layout = self._inside.layout()
            needed = layout.totalHeightForWidth(inner - 16) + EDGE if layout is not None else 0
            high += needed + 3 * self._body.spacing() + (self.show_me.sizeHint().height() if offered or onward else 0)
        self.setFixedHeight(max(48, min(high, round(beside.height() * SHARE))))
        self.move(corner.x() - self.width() - EDGE + 1, corner.y() - self.height() - EDGE + 1)
        self.raise_()  # The table's parts are made after the card.


def shown_steps(view: LessonProgress) -> tuple[LessonStep, ...]:
    """Return the steps that the card lists: those without a text of their own, the last one done before the next, the
    next, and the one after it. A lesson of few steps shows all."""
    if len(view.steps) <= FEW:
        return view.steps
    at = view.steps.index(view.next) if view.next is not None else len(view.steps)
    return tuple(step for number, step in enumerate(view.steps) if not step.text or at - 1 <= number <= at + 1)
