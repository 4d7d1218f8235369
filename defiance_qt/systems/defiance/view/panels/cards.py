"""The team in a rail: a card for each Character and Ally; the active card is expanded."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.layout import reveal
from defiance_qt.shell.panels.elided import Elided
from defiance_qt.shell.panels.widgets import Chips, Pips, Portrait, heading, label, set_property
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.values import CardView

CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class CharacterCard(QFrame):
    """One card. A click on it, Enter or Space emits `clicked` with its Character's id."""

    clicked = Signal(str)

    def __init__(self, theme: Theme, words: Words, view: CardView) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: CardView | None = None
        self.setProperty("role", "card")
        self.setObjectName(f"card:{view.id}")
        self.setProperty("subject", view.id)
        self.id = view.id
        accent = theme.ally if view.ally else theme.team
        self._portrait = Portrait(theme, view.initials, accent, 34)
        self._name = Elided("strong", text=view.name)
        self._pips = Pips(theme)
        self._done = label("✓", "small", "team")
        self._done.setToolTip(words("view.card.activated"))
        self._aggro_name = label(words("view.card.aggro"), "small")
        self._aggro = label("", "strong")
        self._chips = Chips(theme)
        self._slots = Chips(theme)
        self._left = label("", "small")
        self._points = label("", "small")
        self._lay_out()
        self.show_card(view)

    def _lay_out(self) -> None:
        name = QHBoxLayout()
        name.setSpacing(6)
        name.addWidget(self._name)
        name.addWidget(self._done)
        name.addStretch(0)
        damage = QHBoxLayout()
        damage.setSpacing(4)
        damage.addWidget(self._pips)
        damage.addStretch(1)
        damage.addWidget(self._aggro_name)
        damage.addWidget(self._aggro)
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addLayout(name)
        names.addLayout(damage)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._portrait, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(names, 1)
        foot = QHBoxLayout()
        foot.addWidget(self._left)
        foot.addStretch(1)
        foot.addWidget(self._points)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(10, 9, 10, 9)
        whole.setSpacing(6)
        whole.addLayout(head)
        whole.addWidget(self._chips)
        whole.addWidget(self._slots)
        whole.addLayout(foot)

    def show_card(self, view: CardView) -> None:
        if view == self._view:
            return
        self._view = view
        words = self._words
        self._name.set_words(view.name)
        self._done.setVisible(view.activated)
        self._pips.set_value(view.damage, view.wounds)
        most = "" if view.max_aggro is None else f"/{view.max_aggro}"
        self._aggro.setText(f"{view.aggro}{most}")
        set_property(self._aggro, "tone", "gold" if view.max_aggro and view.aggro >= view.max_aggro else "")
        self._portrait.set_look(not view.conscious, view.activated or not view.on_board)
        self._chips.set_chips(_chips(view, words))
        self._slots.set_chips(_slot_chips(view) if view.active else ())
        self._left.setVisible(view.active)
        self._points.setVisible(view.active)
        self._left.setText(words("view.card.actions", dots="●" * view.actions + "○" * max(0, 2 - view.actions)))
        self._points.setText(words("view.card.points", n=view.points))
        self.setAccessibleName(view.spoken)
        inviting = view.selectable or view.chosen
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if view.selectable else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if view.selectable else Qt.CursorShape.ArrowCursor)
        set_property(
            self, "state", "active" if view.active or view.chosen else "dim" if not inviting and view.activated else ""
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit(self.id)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CHOOSE:
            self.clicked.emit(self.id)
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # A focused card takes Enter and Space before the window's shortcuts do.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in CHOOSE:
            event.accept()
            return True
        return super().event(event)


def _chips(view: CardView, words: Words) -> tuple[Chip, ...]:
    chips = list(view.states)
    if not view.on_board:
        chips.append(Chip(words("view.card.off_board"), "gold"))
    chips += view.consequences
    if not view.active:
        chips += view.gear
    return (*chips, *(view.programs if view.active else ()))


def _slot_chips(view: CardView) -> tuple[Chip, ...]:
    """Return a chip for each location and its item; an item that takes two locations is listed once."""
    chips: list[Chip] = []
    seen: set[str] = set()
    for slot in view.slots:
        if not slot.item:
            chips.append(Chip(f"{slot.name} –", "", slot.name))
        elif slot.item not in seen or slot.location == "light":
            seen.add(slot.item)
            tone = "gold" if slot.turned else "team" if slot.location != "backpack" else ""
            mark = {"tap": " ↻", "flip": " ⊘"}.get(slot.turned, "")
            chips.append(Chip(f"{slot.text}{mark}", tone, f"{slot.name}. {slot.tip}"))
    return tuple(chips)


class CardColumn(QWidget):
    """All cards in one column."""

    clicked = Signal(str)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._cards: dict[str, CharacterCard] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.px(8))
        self._layout.addLayout(heading(words("view.team.title"), words("view.team.shows")))
        self._active = ""

    def show_cards(self, views: tuple[CardView, ...]) -> None:
        known = {view.id for view in views}
        for id in [id for id in self._cards if id not in known]:
            gone = self._cards.pop(id)
            gone.hide()
            self._layout.removeWidget(gone)
            gone.deleteLater()
        for place, view in enumerate(views):
            card = self._cards.get(view.id)
            if card is None:
                card = self._cards[view.id] = CharacterCard(self._theme, self._words, view)
                card.clicked.connect(self.clicked)
                self._layout.insertWidget(place + 1, card)
            else:
                card.show_card(view)
        self._active = next((view.id for view in views if view.active or view.chosen), "")
        self._show_active()

    def _show_active(self) -> None:
        """Scroll the active card into view."""
        if self._active in self._cards:
            reveal(self._cards[self._active])

    def card(self, id: str) -> CharacterCard:
        return self._cards[id]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_active()
