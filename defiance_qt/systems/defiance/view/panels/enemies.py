"""The Enemy in a rail: Units with their Miniatures and AI cards, the Reserve; and the Consoles."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Each, Keyed, boxed, given_width, hbox, vbox
from defiance_qt.shell.kit.buttons import tool
from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.elided import SLACK, Elided
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.gauges import Pips
from defiance_qt.shell.kit.labels import heading, label, set_property
from defiance_qt.shell.kit.pictures import Portrait, Symbols
from defiance_qt.shell.panels.term import TermWalk, TipOnFocus, explain
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.relayout import reflow, reveal
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.terms import term
from defiance_qt.systems.defiance.view.present.values import (
    AlertView,
    ConsoleView,
    InputView,
    InstructionView,
    MiniatureView,
    ReserveView,
    UnitView,
)

ROOMY = 270  # the width from which cards show all Instructions
MARKS = {"now": "▸", "done": "✓", "skipped": "–", "": "·"}


class Card(QFrame):
    """A titled card of this column."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.title = Elided("strong", text=title)
        self.head = hbox(self.title, ...)
        self.body = vbox(self.head, of=self, margins=(10, 9), gap=6)


class MiniatureRow(QWidget):
    """One Miniature: number, health, States. `brief`: health as pips alone, and the States as a sign."""

    def __init__(self, theme: Theme, words: Words, brief: bool = False) -> None:
        super().__init__()
        self._brief = brief
        self._number = label("", "strong")
        explain(self._number, term(words, "miniature"))
        self._pips = Pips(theme)
        self._health = label("", "small")
        self._state = label("●", "small", "gold")
        hbox(self._number, self._pips, self._health, self._state, of=self, margins=0, gap=theme.px(3 if brief else 5))

    def show_miniature(self, view: MiniatureView) -> None:
        named = bool(self._brief and view.states)
        self._state.setVisible(named)
        set_tip(self._state, ", ".join(state.text for state in view.states) if named else "")
        self._health.setVisible(not self._brief or view.off_board)
        self._number.setText(view.label)
        set_property(self._number, "tone", "enemy" if view.acting else "")
        self._pips.set_value(view.left, view.wounds, view.losing)
        self._pips.setVisible(not view.off_board)
        self._health.setText("–" if self._brief and view.off_board else view.health)
        set_property(self._health, "tone", "danger" if view.losing else "")
        self.setAccessibleName(f"{view.label} {view.health}")
        self.updateGeometry()


def _why_button(theme: Theme, words: Words, view: UnitView) -> QToolButton:
    """Return the button that explains the Unit's turn."""
    told, mark = words("ui.account.explain"), icon("why", theme.muted, theme.px(16))
    spoken = f"{view.name}: {told}"
    return tool(role="quiet", tight=True, name=f"turn:{view.id}", mark=mark, tip=told, spoken=spoken)


class UnitCard(QFrame):
    """A Unit: its face, its Miniatures, and its AI card once revealed. `asked`: the user wants its turn explained."""

    asked = Signal()

    def __init__(self, theme: Theme, words: Words, view: UnitView) -> None:
        super().__init__()
        self.id = view.id
        self.setProperty("subject", f"unit:{view.id}")
        self.setProperty("account", view.id)
        self._theme, self._words = theme, words
        self._view: UnitView | None = None
        self._roomy = self._tight = False
        self.setProperty("role", "card")
        self._name = Elided("strong")
        self._name.set_words(view.name)
        self._portrait = Portrait(theme, view.initials, theme.enemy, 36, "enemy", view.drawing)
        self._rank = Elided("small")
        self._traits, self._ai = label("", "small", wrap=True), label("", "small", wrap=True)
        self._crew = flowing([], theme.px(8))
        self._minis = self._crew.flow
        self._rows = Each(self._minis, lambda: MiniatureRow(theme, words), MiniatureRow.show_miniature)
        self._line = hbox(margins=0, gap=theme.px(6))
        self._beside = boxed(self._line)
        self._beside.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        # A row of many Miniatures must not make the rail wider, which would unfold it.
        self._beside.setMinimumWidth(1)
        self._marks = Each(self._line, lambda: MiniatureRow(theme, words, brief=True), MiniatureRow.show_miniature)
        self._chips = Chips(theme)
        explain(self._ai, *(term(words, id) for id in ("ai_card", "initiative")))
        self.why = _why_button(theme, words, view)
        self.why.clicked.connect(self.asked)
        self._column = vbox(gap=theme.px(2))
        self._entries = Each(self._column, lambda: label("", "small", wrap=True), _show_entry)
        for part in (self._traits, self._ai):
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        side = theme.px(9)
        self._whole = vbox(
            hbox(
                (self._portrait, 0, Qt.AlignmentFlag.AlignTop),
                (
                    vbox(
                        hbox(self._name, self._rank, ..., self._beside, self.why, gap=theme.px(4)),
                        self._traits,
                        self._ai,
                        gap=0,
                    ),
                    1,
                ),
                gap=theme.px(9),
            ),
            self._crew,
            self._chips,
            self._column,
            of=self,
            margins=(side, theme.px(6)),
            gap=theme.px(5),
        )
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.terms = TermWalk(self, theme)
        self.show_unit(view)

    @property
    def roomy(self) -> bool:
        return self._roomy

    def set_roomy(self, roomy: bool) -> None:
        """Set whether the rail has room for all Instructions, not only for the current one."""
        if roomy != self._roomy:
            self._roomy = roomy
            if self._view is not None:
                self._show_column(self._view.instructions)
                self._fold(self._view)

    def set_tight(self, tight: bool) -> None:
        """Set whether the rail is so full that a Unit that does not act has one line."""
        if tight != self._tight:
            self._tight = tight
            if self._view is not None:
                self._fold(self._view)

    @property
    def folded(self) -> bool:
        """Whether the card is one line."""
        return self._crew.isHidden()

    def _fold(self, view: UnitView) -> None:
        theme = self._theme
        folded = self._tight and not self._roomy and not view.acting
        self._crew.setVisible(not folded)
        self._beside.setVisible(folded)
        self._marks.show_all(view.miniatures if folded else ())
        self._portrait.set_size(theme.px(22 if folded else 36))
        side = theme.px(9)
        self._whole.setContentsMargins(side, theme.px(1 if folded else 6), side, theme.px(1 if folded else 6))
        self._show_subtitle(view)
        self._show_chips(view)

    def _show_chips(self, view: UnitView) -> None:
        states = ((mini, state) for mini in view.miniatures for state in mini.states if not self.folded)
        self._chips.set_chips([Chip(f"{mini.label} {state.text}", state.tone, state.tip) for mini, state in states])

    def _show_subtitle(self, view: UnitView) -> None:
        """Show rank and traits over the AI card; in a narrow rail the rank alone, beside the name if it has room."""
        if self.folded:
            self._name.setMinimumWidth(40)
            for part in (self._traits, self._rank, self._ai):
                part.hide()
            return
        beside = not self._roomy and self._rank_fits(view)
        traits = (chip.text for chip in view.chips) if self._roomy else ()
        self._traits.setText(self._in_lines(" · ".join((view.face.text, *traits))))
        self._traits.setVisible(not beside)
        self._rank.set_words(view.face.text)
        # The name comes first where both have no room.
        self._name.setMinimumWidth(min(self._name.sizeHint().width(), self._theme.px(130)))
        self._rank.setVisible(beside)
        self._ai.setText(view.ai)
        self._ai.setVisible(bool(view.ai) and (self._roomy or view.acting))

    def _in_lines(self, text: str) -> str:
        """Break a row of short texts with dots between them where it is too long. Qt would break it within one of them,
        or after a dot."""
        theme = self._theme
        room = self.width() - 3 * theme.px(9) - self._portrait.width() - SLACK
        first, *others = text.split(" · ")
        lines = [first]
        for part in others:
            longer = f"{lines[-1]} · {part}"
            if self._traits.fontMetrics().horizontalAdvance(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(part)
        return "\n".join(lines)

    def _rank_fits(self, view: UnitView) -> bool:
        """Return whether the rank has room beside the name."""
        theme = self._theme
        rank = self._rank.fontMetrics().horizontalAdvance(view.face.text)
        around = 2 * theme.px(9) + self._portrait.width() + theme.px(9) + 2 * theme.px(4) + 2 * SLACK
        return around + self._name.sizeHint().width() + rank + self.why.sizeHint().width() <= self.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._view is not None:
            self._show_subtitle(self._view)

    def show_unit(self, view: UnitView) -> None:
        if view == self._view:
            return
        self._view = view
        self.setProperty("subjects", [mini.id for mini in view.miniatures])
        self._portrait.set_look(False, view.activated)
        known = [f"{chip.text}: {chip.tip}" for chip in view.chips if chip.tip]
        set_tip(self, "\n".join((view.tip, *known)))
        self.setAccessibleName(view.spoken)
        self.setAccessibleDescription(" · ".join((view.face.text, *(chip.text for chip in view.chips), view.ai)))
        set_property(self, "state", "enemy" if view.acting else "dim" if view.activated else "")
        self._rows.show_all(view.miniatures)
        self._minis.invalidate()
        self._fold(view)
        self._show_column(view.instructions)

    def _show_column(self, entries: tuple[InstructionView, ...]) -> None:
        self._entries.show_all([entry for entry in entries if self._roomy or entry.mark == "now"])


def _show_entry(line: QLabel, entry: InstructionView) -> None:
    line.setText(f"{MARKS[entry.mark]} {entry.text}")
    set_property(line, "role", "strong" if entry.mark == "now" else "small")
    set_property(line, "tone", "enemy" if entry.mark == "now" else "")


class InputRow(QWidget):
    """One input of a Console."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._number = label("", "strong")
        self._symbols = Symbols(theme, 15)
        self._text = label("", "small", wrap=True)
        hbox(self._number, self._symbols, (self._text, 1), of=self, margins=0, gap=7)

    def show_input(self, view: InputView) -> None:
        self._number.setText("✓" if view.done else str(view.number))
        set_property(self._number, "tone", "team" if view.done else "")
        self._symbols.set_tokens(view.wants, (True,) * len(view.wants) if view.done else view.filled)
        self._text.setText(view.tip)
        self.setAccessibleName(view.spoken)


class ConsoleCard(Card):
    """A Console and its inputs."""

    def __init__(self, theme: Theme, words: Words, view: ConsoleView) -> None:
        super().__init__(view.name)
        explain(self.title, term(words, "console"))
        TipOnFocus(self.title)
        self.setProperty("subject", view.id)
        self._rows = [InputRow(theme) for _ in view.inputs]
        for row in self._rows:
            self.body.addWidget(row)
        self.show_console(view)

    def show_console(self, view: ConsoleView) -> None:
        for row, one in zip(self._rows, view.inputs, strict=True):
            row.show_input(one)
        set_property(self, "state", "active" if view.active else "")
        self.setAccessibleName(view.name)


class EnemyColumn(QWidget):
    """The Enemy in a rail. `asked` carries the id of a Unit whose turn the user wants explained."""

    asked = Signal(str)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.tight = 0
        self._roomy = self._resizing = False
        self._order: tuple[str, ...] = ()
        self.setProperty("subject", "table")
        self._reserve = label("", "small", wrap=True)
        self._note = label("", "small")
        self._note.setProperty("subject", "table")
        explain(self._note, term(words, "ai_card"), term(words, "reserve"))
        explain(self._reserve, *(term(words, id) for id in ("reserve", "respawn", "replacements", "initiative")))
        for part in (self._note, self._reserve):
            TipOnFocus(part)
        self._unit_box = vbox(gap=theme.px(8))
        self._units = Keyed(self._unit_box, self._card, UnitCard.show_unit)
        vbox(
            heading(words("view.enemy.title"), self._note),
            self._unit_box,
            self._reserve,
            of=self,
            margins=0,
            gap=theme.px(8),
        )

    def show_enemies(self, alert: AlertView, reserve: ReserveView, waiting: str, units: tuple[UnitView, ...]) -> None:
        self._note.setText(self._words("view.enemy.shows", deck=alert.deck, n=reserve.count))
        told = [text for text in (*reserve.lines, waiting) if text]
        lines = "\n".join(told)
        # A narrow rail has one line for those who are not there.
        self._reserve.setText(lines if self.roomy else " · ".join(told))
        self._reserve.setVisible(bool(lines))
        self.setAccessibleName(self._words("view.reserve.spoken", n=reserve.count, lines=lines))
        self._units.show_all(units)
        self._order = tuple(view.id for view in units)
        self.set_tight(min(self.tight, len(units)))
        for view in units:
            if view.acting:
                reveal(self._units[view.id])

    def set_tight(self, tight: int) -> None:
        """Set how many Units have one line each while they do not act, the last first."""
        self.tight = tight
        places = {id: place for place, id in enumerate(reversed(self._order))}
        for id, card in self._units.items():
            card.set_tight(places[id] < tight)
        self._unit_box.setSpacing(self._theme.px(5 if tight and not self.roomy else 8))
        reflow(self)

    def _card(self, view: UnitView) -> UnitCard:
        card = UnitCard(self._theme, self._words, view)
        card.asked.connect(lambda: self.asked.emit(view.id))
        card.set_roomy(self._roomy)
        return card

    @property
    def roomy(self) -> bool:
        """Whether the rail is as wide as in a window with two of them."""
        return given_width(self) >= self._theme.px(ROOMY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        before, self._resizing = self._resizing, True
        # As for the team: room that was lost in a resize stays lost, or cards that need it would come and go for ever.
        self._roomy = roomy = self.roomy and (self._roomy or not before)
        changed = [card for card in self._units.values() if card.roomy != roomy]
        for card in changed:
            card.set_roomy(roomy)
        if changed:
            # Else the rail would stay as wide as the cards were before; after this event, which still lays them out.
            QTimer.singleShot(0, self, partial(reflow, self))
        self._resizing = before


class ConsoleColumn(QWidget):
    """The Consoles in a rail."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        column = vbox(of=self, margins=0, gap=theme.px(8))
        self._consoles = Keyed(column, lambda view: ConsoleCard(theme, words, view), ConsoleCard.show_console)

    def show_consoles(self, views: tuple[ConsoleView, ...]) -> None:
        self._consoles.show_all(views)
