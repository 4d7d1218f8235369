"""The ship's stores beside the ship: first what will be lost for good, then Samples, Intel Packs, cards aboard, and who
is at work."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import drop, vbox
from defiance_qt.shell.relayout import reflow
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.guide import Losses
from defiance_qt.systems.defiance.view.panels.pages import PageCard
from defiance_qt.systems.defiance.view.present.pages import PageCardView
from defiance_qt.systems.defiance.view.present.stores import StoresView


class StoresPanel(QWidget):
    """The stores."""

    def __init__(self, theme: Theme, words: Words, asked: Callable[[str], object]) -> None:
        super().__init__()
        self._theme = theme
        self._losses = Losses(theme, words, asked)
        self._lost = PageCard(theme, PageCardView((), words("view.lost.title")), icon="alert", role="banner")
        self._lost.body.addWidget(self._losses)
        self._shown: dict[PageCardView, PageCard] = {}
        self._column = vbox(self._lost, of=self, margins=0, gap=theme.px(8))

    def show_stores(self, view: StoresView) -> None:
        self._lost.setVisible(bool(view.losses))
        self._losses.show_losses(view.losses)
        for gone in self._shown.keys() - set(view.cards):
            drop(self._shown.pop(gone))
        for place, card in enumerate(view.cards, 1):
            if card not in self._shown:
                made = self._shown[card] = PageCard(self._theme, card)
                self._column.insertWidget(place, made)
                made.show()  # a layout ignores hidden widgets
        reflow(self)
