"""Pages between missions from data: cards of lines with what can be done, and pages whose buttons keys press."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from defiance_qt.shell.focus import is_enter
from defiance_qt.shell.kit.boxes import Part, Scroll, boxed, drop, hbox, holds_focus, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon, Portrait
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.pages import DeedView, FaceView, LineView, PageCardView, SectionView

NARROW = 620  # the width below which sections stand one below the other
Send = Callable[[object], object]


def portrait(theme: Theme, face: FaceView | None, size: int) -> Portrait | None:
    """Return a figure's portrait, None for none."""
    if face is None:
        return None
    accent, side = (theme.ally, "ally") if face.crew else (theme.team, "team")
    return Portrait(theme, face.initials, accent, size, side, face.drawing)


def line(theme: Theme, view: LineView, send: Send | None = None) -> QWidget:
    """Return a line: what it is, what it does, and the buttons that send its commands."""
    role = "" if view.plain else "strong"
    name: QLabel = Elided(role, view.ink, view.name) if view.aside else label(view.name, role, view.ink, wrap=True)
    value = label(view.value, "strong", view.tone) if view.value else None
    words = vbox(
        hbox((name, int(not view.aside)), *_aside(theme, view), value, gap=theme.px(6)) if view.name else None,
        label(view.text, "small", wrap=True) if view.text else None,
        label(view.note, "small", "" if view.aside else "gold", wrap=True) if view.note else None,
        gap=1,
    )
    deeds = [(_deed(view, deed, send), 0, Qt.AlignmentFlag.AlignVCenter) for deed in view.deeds if send is not None]
    made = boxed(hbox(portrait(theme, view.face, 26), (words, 1), *deeds, margins=0, gap=theme.px(8)))
    made.setAccessibleName(view.spoken)
    return made


def _aside(theme: Theme, view: LineView) -> tuple[Part, ...]:
    """Return the small words after a name, and the room behind them."""
    if not view.aside:
        return ()
    aside = Elided("small", text=view.aside)
    aside.setMinimumWidth(theme.px(44))
    return aside, ...


def _deed(view: LineView, deed: DeedView, send: Send) -> QPushButton:
    spoken = deed.spoken or f"{view.name}: {deed.text}"
    button = push(deed.text, deed.role, dense=deed.dense, spoken=spoken, about=view.text)
    button.setProperty("command", deed.command)
    button.clicked.connect(lambda: send(deed.command))
    return button


class PageCard(QFrame):
    """A card with its title, and its lines below each other with a gap. `body` takes what comes below them."""

    def __init__(
        self,
        theme: Theme,
        view: PageCardView,
        send: Send | None = None,
        icon: str = "",
        role: str = "card",
        gap: int = 5,
    ) -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setProperty("subject", view.id)
        self.setAccessibleName(", ".join(filter(None, (view.title, view.aside if view.id else ""))))
        head = hbox(
            Icon(theme, icon, theme.danger, 16) if icon else None,
            portrait(theme, view.face, 34),
            (label(view.title, "strong", wrap=True), 1),
            label(view.aside, "small"),
            gap=theme.px(8),
        )
        self.body = vbox(
            head if view.title else None,
            label(view.note, "small", "gold", wrap=True) if view.note else None,
            *(line(theme, one, send) for one in view.lines),
            of=self,
            margins=(theme.px(10), theme.px(9)),
            gap=theme.px(gap),
        )


class AnswerPage(Scroll):
    """A page with buttons. The focus that comes to it goes to the first; Enter presses the one that has it. `chosen`
    carries the command of a button."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def buttons(self) -> list[QPushButton]:
        """Return the buttons, from top to bottom."""
        inside = self.widget()
        return inside.findChildren(QPushButton) if inside is not None else []

    def button(self, command: object) -> QPushButton:
        """Return the button of a command."""
        return next(one for one in self.buttons() if one.property("command") == command)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        for button in self.buttons()[:1]:
            button.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        buttons = self.buttons()
        if not is_enter(event) or not buttons:
            super().keyPressEvent(event)
            return
        next((button for button in buttons if button.hasFocus()), buttons[0]).click()

    def fill(self, inside: QWidget) -> None:
        """Show another page. The focus stays in it."""
        held, old = holds_focus(self), self.takeWidget()
        self.setWidget(inside)
        if old is not None:
            drop(old)
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)


class SectionsPage(AnswerPage):
    """Sections of cards beside each other, below each other where there is little room."""

    def __init__(self, theme: Theme, name: str, spoken: str) -> None:
        super().__init__(theme, name)
        self._view: tuple[SectionView, ...] = ()
        self._row = hbox()
        self.setAccessibleName(spoken)

    def show_sections(self, view: tuple[SectionView, ...]) -> None:
        if view == self._view:
            return
        self._view, px = view, self._theme.px
        sections = [(vbox(*self._parts(section), ..., gap=px(8)), 1) for section in view]
        self._row = hbox(*sections, margins=(px(16), px(12)), gap=px(14))
        self.fill(boxed(self._row))
        self._arrange()

    def _parts(self, view: SectionView) -> list[QWidget]:
        cards = [PageCard(self._theme, card, self.chosen.emit, gap=9) for card in view.cards]
        none = [label(view.none, "muted", wrap=True)] if view.none else []
        return [label(view.title, "heading"), *cards, *none]

    def _arrange(self) -> None:
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if self.width() < self._theme.px(NARROW) else beside)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
