"""The guide between two missions: the button that ends the present step, then every step with what is left of it; the
present one is open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Each, gbox, hbox, vbox
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.kit.rule_chip import RuleChips
from defiance_qt.shell.relayout import reflow, reveal
from defiance_qt.shell.theme import Theme, font, icon, paint_icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.panels.actions import BARE, KEYED, ActionButton
from defiance_qt.systems.defiance.view.present.guide import GuideView, LossView, StepView, TodoView

MOST_STEPS = 9
CHIP_BESIDE = 1.5
"""Up to which size of words a step's chip is beside its name."""
NO_STEP = StepView("", 0, "", "later")


class Sign(QWidget):
    """The sign before a line: an open or a ticked box for what must be done, a plus for what may be, a number."""

    def __init__(self, theme: Theme, size: int = 16) -> None:
        super().__init__()
        self._theme, self._kind, self._text = theme, "", ""
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_sign(self, kind: str, text: str = "") -> None:
        """Show a sign: "open", "done", "may", or the number of a step that is "now", "later" or "over"."""
        if (kind, text) != (self._kind, self._text):
            self._kind, self._text = kind, text
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, smooth(self)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self._kind == "may":
            paint_icon(painter, box, "plus", theme.muted)
            return
        round_ = self._kind in ("now", "later", "over")
        full = self._kind in ("done", "over")
        colour = {"open": theme.gold, "later": theme.muted}.get(self._kind, theme.team)
        painter.setPen(QPen(QColor(colour), theme.px(2) if round_ else 1.6))
        painter.setBrush(QColor(theme.team) if self._kind == "over" else Qt.BrushStyle.NoBrush)
        if round_:
            painter.drawEllipse(box)
        else:
            painter.drawRoundedRect(box, theme.px(3), theme.px(3))
        if full:
            inset = box.width() * 0.16
            ink = theme.on_accent if round_ else theme.team
            paint_icon(painter, box.adjusted(inset, inset, -inset, -inset), "check", ink)
        elif round_:
            painter.setFont(font(theme, theme.size_small, 700))
            painter.setPen(QColor(theme.text_strong if self._kind == "now" else theme.muted))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text)


class TodoRow(QWidget):
    """One line of the present step."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._words = words
        self._sign, self._text = Sign(theme), label("", wrap=True)
        hbox((self._sign, 0, Qt.AlignmentFlag.AlignTop), (self._text, 1), of=self, margins=0, gap=theme.px(7))

    def show_todo(self, view: TodoView) -> None:
        kind = "may" if view.done is None else "done" if view.done else "open"
        self._sign.show_sign(kind)
        self._text.setText(view.text)
        set_property(self._text, "role", "" if kind == "open" else "small")
        self.setAccessibleName(f"{self._words(f'view.guide.sign.{kind}')}: {view.text}")


class StepCard(QFrame):
    """A step: its number, its name and what is left of it; open, its lines too."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: StepView | None = None
        self._sign = Sign(theme, 24)
        self._name = label("", "strong", wrap=True)
        self._chip = label("", "chip")
        head = gbox(gap=(theme.px(9), theme.px(3)), wide=(1,))
        head.addWidget(self._sign, 0, 0)
        head.addWidget(self._name, 0, 1)
        # Where words are large a rail has no room for both side by side.
        beside = theme.scale <= CHIP_BESIDE
        side_of = Qt.AlignmentFlag.AlignVCenter if beside else Qt.AlignmentFlag.AlignLeft
        head.addWidget(self._chip, *((0, 2) if beside else (1, 1)), side_of)
        side = theme.px(9)
        self._column = vbox(head, of=self, margins=(side, theme.px(5)), gap=theme.px(5))
        self._rows = Each(self._column, lambda: TodoRow(theme, words), TodoRow.show_todo)

    def show_step(self, view: StepView) -> None:
        if view == self._view:
            return
        self._view = view
        now = view.state == "now"
        self._sign.show_sign({"done": "over", "now": "now"}.get(view.state, "later"), str(view.number))
        self._name.setText(view.name)
        set_property(self._name, "role", "strong" if now else "")
        show_text(self._chip, view.chip)
        set_property(self._chip, "tone", view.tone)
        set_property(self, "role", "card" if now else "")
        set_property(self, "state", "active" if now else "")
        self._rows.show_all(view.todos)
        said = self._words(f"view.guide.spoken.{view.state}")
        self.setAccessibleName(", ".join(part for part in (f"{view.number}. {view.name}", said, view.chip) if part))
        self.setAccessibleDescription(". ".join(todo.text for todo in view.todos))


class Losses(QWidget):
    """What will be lost for good, line by line, each with its rule."""

    def __init__(self, theme: Theme, words: Words, asked: Callable[[str], object]) -> None:
        super().__init__()
        self._theme, self._words, self._asked = theme, words, asked
        self._lines: tuple[LossView, ...] = ()
        self._column = vbox(of=self, margins=0, gap=theme.px(5))
        self._made: list[QWidget] = []

    def show_losses(self, lines: tuple[LossView, ...]) -> None:
        if lines == self._lines:
            return
        self._lines = lines
        for old in self._made:
            old.hide()
            self._column.removeWidget(old)
            old.deleteLater()
        self._made = []
        for line in lines:
            row, rules = QWidget(self), RuleChips(self._words, self._asked)
            hbox(
                (label(line.text, "", "danger", wrap=True), 1), (rules, 0, Qt.AlignmentFlag.AlignTop), of=row, margins=0
            )
            rules.show_rules((line.rule,) if line.rule else ())
            parts = [row]
            if line.saved:
                parts.append(label(line.saved, "small", wrap=True))
            for part in parts:
                self._column.addWidget(part)
                part.show()  # a layout ignores hidden widgets
                self._made.append(part)


class FinishButton(ActionButton):
    """The button that ends a step. Its key gives way where there is no room for both."""

    def fit(self) -> None:
        """Show the key if there is room for it beside the words, the icon and their font."""
        self.ensurePolished()
        level, self._level = self._level, KEYED
        needed, self._level = self.needed(), level
        self.set_level(KEYED if needed <= self.width() else BARE)
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the second press of a double click would end the next step, or answer what is asked."""


class Finish(QWidget):
    """The button that ends a step: a dashed padlock with its reason until it can, and where something would be lost a
    second question that names it."""

    pressed = Signal()

    def __init__(self, theme: Theme, words: Words, asked: Callable[[str], object], key: str) -> None:
        super().__init__()
        self._theme, self._words, self._key = theme, words, key
        self.button = FinishButton(theme, self)
        self.button.setObjectName("finish")
        self.button.set_key(key)
        self.button.clicked.connect(self.pressed)
        self._why = label("", "small", "gold", wrap=True)
        self._rules = RuleChips(words, asked)
        self._lost = Losses(theme, words, asked)
        vbox(
            self.button,
            self._lost,
            hbox((self._why, 1), (self._rules, 0, Qt.AlignmentFlag.AlignTop)),
            of=self,
            margins=0,
            gap=theme.px(5),
        )

    def show_finish(self, view: GuideView, asking: bool) -> None:
        """Show the button; `asking` after it was pressed once and something would be lost."""
        words, theme = self._words, self._theme
        shown = bool(view.finish or view.locked)
        self.setVisible(shown)
        if not shown:
            return
        text = words("view.guide.finish.anyway" if asking else "view.guide.finish")
        role = "locked" if view.locked else "danger" if asking else "primary"
        set_property(self.button, "role", role)
        self.button.set_words(text)
        colour = theme.faint if view.locked else theme.danger if asking else theme.on_accent
        self.button.setIcon(icon("lock" if view.locked else "alert" if asking else "check", colour, theme.px(16)))
        self.button.setAccessibleName(text)
        self.button.setAccessibleDescription(view.locked)
        set_tip(self.button, view.locked or f"{text}  ({self._key})")
        show_text(self._why, view.locked)
        self._rules.show_rules((view.rule,) if view.locked and view.rule else ())
        self._lost.show_losses(view.losses if asking else ())
        self._lost.setVisible(asking)
        self.button.fit()


class GuidePanel(QWidget):
    """The guide. `finished`: the user wants to end the present step."""

    finished = Signal()

    def __init__(self, theme: Theme, words: Words, asked: Callable[[str], object], key: str) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._title, self._note = label("", "strong"), label("", "small")
        self.finish = Finish(theme, words, asked, key)
        self.finish.pressed.connect(self.finished)
        # Above the steps: there it stays where it is from one to the next.
        self._column = vbox(hbox(self._title, ..., self._note), self.finish, of=self, margins=0, gap=theme.px(6))
        self._cards = Each(self._column, lambda: StepCard(theme, words), StepCard.show_step)
        # Made and styled with the table: later it would stop the window.
        for steps in ((NO_STEP,) * MOST_STEPS, ()):
            self._cards.show_all(steps)

    def show_guide(self, view: GuideView, asking: bool = False) -> None:
        self._title.setText(view.title)
        self._note.setText(view.note)
        self.setAccessibleName(f"{view.title}, {view.note}")
        self._cards.show_all(view.steps)
        at = next((place for place, step in enumerate(view.steps) if step.state == "now"), len(view.steps))
        self.finish.show_finish(view, asking)
        reflow(self)
        if at < len(view.steps):
            reveal(self._cards[at])
        if asking:
            reveal(self.finish)

    def card(self, place: int) -> StepCard:
        return self._cards[place]
