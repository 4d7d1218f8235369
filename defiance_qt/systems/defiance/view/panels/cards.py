"""The team in a rail: a card for each Character and Ally; the active card is expanded."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Keyed, boxed, given_width, hbox, vbox
from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.gauges import Pips
from defiance_qt.shell.kit.keys import OwnKeys
from defiance_qt.shell.kit.labels import heading, label, set_property
from defiance_qt.shell.kit.pictures import Icon, Portrait
from defiance_qt.shell.panels.term import TermWalk, explain
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.relayout import reflow, reveal
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.terms import term
from defiance_qt.systems.defiance.view.present.values import CardView

ROOMY = 270  # the width from which inactive cards show what is worn
FULL = 2  # how full a rail is at most
LINGER = 250  # milliseconds until the Character's own card is shown
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class CharacterCard(OwnKeys, QFrame):
    """One card. A click on it, Enter or Space emits `clicked` with its Character's id; `entered` and `left` tell of the
    pointer, which has left while it is on a part that has a tip of its own."""

    clicked = Signal(str)
    entered = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, words: Words, view: CardView) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: CardView | None = None
        self.setProperty("role", "card")
        self.setObjectName(f"card:{view.id}")
        self.setProperty("subject", view.id)
        self.id = view.id
        accent = theme.ally if view.ally else theme.team
        self._portrait = Portrait(theme, view.initials, accent, 36, "ally" if view.ally else "team", view.drawing)
        self._name = Elided("strong", text=view.name)
        self._done = label("✓", "small", "team")
        self._state = Elided("small", "gold")
        set_tip(self._done, words("view.card.acted"))
        self._heart = Icon(theme, "heart", theme.pip_full)
        self._health = label("", "figure")
        self._pips = Pips(theme)
        self._flame = Icon(theme, "flame", theme.muted, 14)
        self._aggro = label("", "small")
        self._chips = Chips(theme)
        self._gear = label("", "small", wrap=True)
        self._slots = Chips(theme)
        self._dots = label("", "strong", "team")
        self._left = label("", "small")
        self._points = label("", "small")
        self._roomy, self._tight = False, 0
        for part, ids in (
            (self._flame, ("aggro",)),
            (self._aggro, ("aggro",)),
            (self._heart, ("damage", "wounds")),
            (self._health, ("damage", "wounds")),
            (self._pips, ("damage", "wounds")),
            (self._dots, ("action", "free_action")),
            (self._left, ("action", "free_action")),
            (self._points, ("movement_points",)),
            (self._done, ("activated", "activation")),
        ):
            explain(part, *(term(words, id) for id in ids))
            part.installEventFilter(self)
        for chips in (self._chips, self._slots):
            chips.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.terms = TermWalk(self, theme)
        self.show_card(view)

    def _lay_out(self) -> None:
        theme = self._theme
        self._damage = boxed(hbox(self._pips, ..., self._flame, self._aggro, margins=0, gap=theme.px(4)))
        actions = boxed(hbox(self._dots, self._left, margins=0, gap=theme.px(5)))
        self._foot = flowing([actions, self._points], theme.px(8))
        self._whole = vbox(
            hbox(
                (self._portrait, 0, Qt.AlignmentFlag.AlignTop),
                (
                    vbox(
                        hbox(self._name, self._done, self._state, ..., self._heart, self._health, gap=theme.px(5)),
                        self._damage,
                        self._gear,
                        self._chips,
                        gap=theme.px(1),
                    ),
                    1,
                ),
                gap=theme.px(9),
            ),
            self._slots,
            self._foot,
            of=self,
            gap=theme.px(5),
        )

    def set_roomy(self, roomy: bool) -> None:
        """Set whether the rail has room for what an inactive figure wears."""
        if roomy != self._roomy:
            self._roomy = roomy
            self._done.setText("✓ " + self._words("view.card.acted") if roomy else "✓")
            if self._view is not None:
                self._fold(self._view)

    def set_tight(self, tight: int) -> None:
        """Set how full the rail is: at 1 it lists only the turned cards of whoever acts, at 2 it also has one line for
        each Character that does not act."""
        if tight != self._tight:
            self._tight = tight
            if self._view is not None:
                self._fold(self._view)

    @property
    def folded(self) -> bool:
        """Whether the card is one line."""
        return self._damage.isHidden()

    def _fold(self, view: CardView) -> None:
        """Show one line of a Character that has acted, or of any that does not act where the rail is too full."""
        theme, acts = self._theme, view.active or view.chosen
        folded = not self._roomy and not acts and (view.activated or self._tight >= FULL)
        self._damage.setVisible(not folded)
        chips = _chips(view, self._words)
        self._chips.set_chips(() if folded else chips)
        # Where the rail is too full, only what cannot be used just now is listed; the Character's own card has all.
        self._slots.set_chips(_slot_chips(view, turned=bool(self._tight) and not self._roomy) if view.active else ())
        self._show_state(chips if folded else ())
        # It is of no interest whether a figure that is down has acted.
        self._done.setVisible(view.activated and (view.conscious or not folded))
        # The whole name would leave no room for the words of the State.
        self._name.set_words(view.short if folded and chips else view.name, view.short)
        # Where even that is too much, the words give way to their sign before the name does.
        self._name.ensurePolished()
        self._name.setMinimumWidth(self._name.sizeHint().width() if folded and chips else 40)
        self._state.setVisible(folded and bool(chips))
        self._portrait.set_size(theme.px(22 if folded else 36 if self._roomy or acts else 34))
        side, above = theme.px(9), theme.px(1 if folded else 6 if self._roomy or acts else 4)
        self._whole.setContentsMargins(side, above, side, above)
        self._show_gear(view)

    def _show_state(self, chips: tuple[Chip, ...]) -> None:
        """Show the States in the line of a folded card: in words, by their names, the gravest alone, or as a sign."""
        grave = sorted(chips, key=lambda chip: chip.tone != "danger")
        briefs = [chip.brief or chip.text for chip in grave]
        self._state.set_words(
            " · ".join(chip.text for chip in chips),
            " · ".join(briefs),
            briefs[0] if briefs else "",
            "●" if chips else "",
        )
        set_property(self._state, "tone", grave[0].tone if grave else "gold")

    def _show_gear(self, view: CardView) -> None:
        self._gear.setText(" · ".join(chip.text for chip in view.gear))
        self._gear.setVisible(self._roomy and not view.active and bool(view.gear))

    def show_card(self, view: CardView) -> None:
        if view == self._view:
            return
        self._view = view
        words, theme = self._words, self._theme
        self._health.setText(view.health)
        set_property(self._health, "tone", "danger" if view.losing else "")
        self._pips.set_value(view.left, view.wounds, view.losing)
        most = "" if view.max_aggro is None else f"/{view.max_aggro}"
        self._aggro.setText(f"{view.aggro}{most}")
        full = bool(view.max_aggro) and view.aggro >= (view.max_aggro or 0)
        set_property(self._aggro, "tone", "gold" if full else "")
        self._flame.set_colour(theme.gold if full else theme.muted)
        self._portrait.set_look(not view.conscious, view.activated or not view.on_board)
        self._fold(view)
        self._foot.setVisible(view.active)
        self._dots.setText("●" * view.actions + "○" * max(0, 2 - view.actions))
        self._left.setText(words.count("view.card.actions", view.actions))
        self._points.setText(words.count("view.card.points", view.points))
        self.setAccessibleName(view.spoken)
        inviting = view.selectable or view.chosen
        self.setCursor(Qt.CursorShape.PointingHandCursor if view.selectable else Qt.CursorShape.ArrowCursor)
        set_property(
            self, "state", "active" if view.active or view.chosen else "dim" if not inviting and view.activated else ""
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit(self.id)
        super().mouseReleaseEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.entered.emit(self.id)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the tip of a part stand alone: the Character's own card would be a second one."""
        if event.type() == QEvent.Type.Enter:
            self.left.emit()
        elif event.type() == QEvent.Type.Leave:
            self.entered.emit(self.id)
        return super().eventFilter(watched, event)

    def takes(self, event: QKeyEvent) -> bool:
        return event.key() in CHOOSE

    def press(self, event: QKeyEvent) -> None:
        self.clicked.emit(self.id)


def _chips(view: CardView, words: Words) -> tuple[Chip, ...]:
    chips = list(view.states)
    if not view.on_board:
        chips.append(Chip(words("view.card.off_board"), "gold", term(words, "off_board").text))
    return (*chips, *view.consequences)


def _slot_chips(view: CardView, turned: bool = False) -> tuple[Chip, ...]:
    """Return a chip for each item in its location, then the programs. An item that takes two locations is listed once;
    empty locations are listed where they are filled, in the Equip panel. `turned`: only the cards that are turned."""
    chips: list[Chip] = []
    seen: set[str] = set()
    for slot in view.slots:
        if not slot.item or (turned and not slot.turned):
            continue
        if slot.item not in seen or slot.location == "light":
            seen.add(slot.item)
            tone = "gold" if slot.turned else "team" if slot.location != "backpack" else ""
            mark = {"tap": " ↻", "flip": " ⊘"}.get(slot.turned, "")
            chips.append(Chip(f"{slot.text}{mark}", tone, f"{slot.name}. {slot.tip}"))
    return (*chips, *(() if turned else view.programs))


class CardColumn(QWidget):
    """All cards in one column. `lingered` carries the id of the card on which the pointer rests, "" once it has
    left."""

    clicked = Signal(str)
    lingered = Signal(str)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._layout = vbox(
            heading(words("view.team.title"), words("view.team.shows")), of=self, margins=0, gap=theme.px(8)
        )
        self._cards = Keyed(self._layout, self._card, CharacterCard.show_card, at=1)
        self._active = self.pointed = ""
        self.linger = QTimer(self, interval=LINGER, singleShot=True)
        self.linger.timeout.connect(lambda: self.lingered.emit(self.pointed))
        self._roomy = self._resizing = False

    def show_cards(self, views: tuple[CardView, ...]) -> None:
        self._cards.show_all(views)
        self._fit()
        self._active = next((view.id for view in views if view.active or view.chosen), "")
        self._show_active()

    def fill(self, views: tuple[CardView, ...]) -> Iterator[None]:
        """Make the first cards, one in a step; they are laid out together."""
        for count in range(1, len(views) + 1):
            self._cards.show_all(views[:count])
            yield
        self.show_cards(views)

    def _card(self, view: CardView) -> CharacterCard:
        card = CharacterCard(self._theme, self._words, view)
        card.clicked.connect(self.clicked)
        card.entered.connect(self._enter)
        card.left.connect(self._leave)
        card.set_roomy(self._roomy)
        return card

    def set_tight(self, tight: int) -> None:
        """Set how full the rail is, for each card."""
        for card in self._cards.values():
            card.set_tight(tight)
        self._fit()

    def _fit(self) -> None:
        self._layout.setSpacing(self._theme.px(8 if self._roomy else 5))
        reflow(self)

    def _enter(self, id: str) -> None:
        self.pointed = id
        self.linger.start()

    def _leave(self) -> None:
        self.pointed = ""
        self.linger.stop()
        self.lingered.emit("")

    def _show_active(self) -> None:
        """Scroll the active card into view."""
        if self._active in self._cards:
            reveal(self._cards[self._active])

    def card(self, id: str) -> CharacterCard:
        return self._cards[id]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        before, self._resizing = self._resizing, True
        # What is worn may bring a scroll bar, whose width it then lacks: room that was lost in a resize stays lost.
        self._roomy = self.roomy and (self._roomy or not before)
        for card in self._cards.values():
            card.set_roomy(self._roomy)
        self._show_active()
        self._resizing = before

    @property
    def roomy(self) -> bool:
        """Whether the rail is as wide as in a window with two of them."""
        return given_width(self) >= self._theme.px(ROOMY)
