"""Views that tell what happened at the step on the timeline: of a game whose system has no view of its own, and of one
that can only be read, because its system is missing, with the reason and what can be done. The log and the timeline are
beside it, as in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from defiance_qt.core.session import Change
from defiance_qt.shell.kit.cards import Card
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.plain import PlainPresenter, PlainView
from defiance_qt.shell.theme import icon
from defiance_qt.shell.tips import set_tip

if TYPE_CHECKING:
    from defiance_qt.shell.table import Table
    from defiance_qt.shell.view import TableFactory

WITHOUT_EFFECT = (
    "turn.overrule",
    "turn.advice",
    "game.chance",
    "game.chronicle",
    "game.again",
    "game.reload",
    "time.fork",
    "look.turn",
)
"""The actions that need the rules of the game."""

TO_FILES = ("game.story", "game.replay", "game.export")
WIDE = 560


class Offer(NamedTuple):
    """What can be done about the missing system: the text of a button, its icon, and what it does."""

    text: str
    mark: str
    act: Callable[[], object]


def reading_view(title: str, reasons: Sequence[str], rest: str, offer: Offer) -> TableFactory:
    """Return the factory of the view. `rest` says what is left of the game."""
    return lambda table: ReadingView(table, title, reasons, rest, offer)


class StoryView(PlainView):
    """Cards of the caller's, and a card with what happened at the head."""

    def __init__(self, table: Table, *above: QWidget) -> None:
        super().__init__(PlainPresenter(table.presenter))
        self._table = table
        theme, title = table.theme, table.words("ui.reading.here")
        inside = QWidget()
        inside.setMaximumWidth(theme.px(WIDE))
        column = QVBoxLayout(inside)
        column.setSpacing(theme.px(12))
        column.addStretch(1)
        for card in above:
            column.addWidget(card)
        self.here = Card(theme, title, mark="log")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(theme.px(4))
        self.here.column.addLayout(self._lines)
        column.addWidget(self.here)
        column.addStretch(2)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        area.setAccessibleName(title)
        area.setWidget(inside)
        self.surface: QWidget = area

    def show(self, change: Change | None) -> None:
        presenter = self._table.presenter
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        lines = presenter.log.lines(presenter.session.head)
        for line in lines:
            self._lines.addWidget(label(line.text, "", "gold" if line.note else "", wrap=True))
        self.here.setVisible(bool(lines))
        self.here.setAccessibleDescription(" ".join(line.text for line in lines))
        self._table.settled()


class ReadingView(StoryView):
    """A card with the reason and buttons, and a card with what happened at the head."""

    def __init__(self, table: Table, title: str, reasons: Sequence[str], rest: str, offer: Offer) -> None:
        self._table, self._reason = table, reasons[0] if reasons else rest
        table.named_actions.enable(WITHOUT_EFFECT, False)
        super().__init__(table, self._why(title, reasons, rest, offer))
        self.surface.setAccessibleName(title)
        self.surface.setAccessibleDescription(" ".join((*reasons, rest)))

    def _why(self, title: str, reasons: Sequence[str], rest: str, offer: Offer) -> Card:
        theme = self._table.theme
        card = Card(theme, title, mark="alert", tone="gold")
        for reason in reasons:
            card.column.addWidget(label(reason, "strong", wrap=True))
        card.column.addWidget(label(rest, "muted", wrap=True))
        self.offer = QPushButton(f" {offer.text}")
        self.offer.setObjectName("offer")
        self.offer.setAccessibleName(offer.text)
        self.offer.setProperty("role", "primary")
        self.offer.setIcon(icon(offer.mark, theme.on_accent, theme.px(16)))
        self.offer.clicked.connect(offer.act)
        buttons: list[QWidget] = [self.offer]
        for id in TO_FILES:
            action = self._table.named_actions[id]
            button = QPushButton(action.text())
            button.setObjectName(f"reading:{id}")
            set_tip(button, action.toolTip())
            button.setEnabled(action.isEnabled())
            button.clicked.connect(action.trigger)
            buttons.append(button)
        card.column.addWidget(flowing(buttons, theme.px(8)))
        return card

    def why_not(self, action: str) -> str:
        return self._reason if action in WITHOUT_EFFECT else ""
