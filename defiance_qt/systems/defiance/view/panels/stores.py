"""The ship's stores beside the ship: first what will be lost for good, then Samples, Intel Packs, cards aboard, and who
is at work."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import boxed, drop, hbox, vbox
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.kit.pictures import Icon, Portrait
from defiance_qt.shell.relayout import reflow
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.guide import Losses
from defiance_qt.systems.defiance.view.present.stores import PurseView, SampleView, StoresView, WorkView


class Box(QFrame):
    """A titled card of the rail."""

    def __init__(self, theme: Theme, title: str, icon: str = "", tone: str = "") -> None:
        super().__init__()
        self.setProperty("role", "banner" if tone == "danger" else "card")
        side = theme.px(10)
        self.note = label("", "small")
        self.body = vbox(
            hbox(
                Icon(theme, icon, theme.danger if tone == "danger" else theme.muted, 16) if icon else None,
                (label(title, "strong", wrap=True), 1),
                self.note,
                gap=theme.px(7),
            ),
            of=self,
            margins=(side, theme.px(8), side, theme.px(9)),
            gap=theme.px(5),
        )
        self.setAccessibleName(title)


class SampleRow(QWidget):
    """The Samples of a kind: a name, the number, and what becomes of them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._name, self._count, self._note = label(""), label("", "strong"), label("", "small", wrap=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.px(6))
        grid.setVerticalSpacing(1)
        grid.addWidget(self._name, 0, 0)
        grid.addWidget(self._count, 0, 1)
        grid.addWidget(self._note, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)

    def show_sample(self, view: SampleView) -> None:
        self._name.setText(view.name)
        self._count.setText(str(view.count))
        set_property(self._count, "tone", "danger" if view.over else "")
        self._note.setText(view.note)
        self.setAccessibleName(f"{view.name}: {view.count}. {view.note}")


class PurseRow(QWidget):
    def __init__(self, theme: Theme, view: PurseView) -> None:
        super().__init__()
        self._amount = label("", "strong")
        hbox(
            Portrait(theme, view.initials, theme.team, 26, drawing=view.drawing),
            label(view.name),
            ...,
            self._amount,
            of=self,
            margins=0,
            gap=theme.px(7),
        )

    def show_purse(self, view: PurseView) -> None:
        self._amount.setText(str(view.amount))
        self.setAccessibleName(f"{view.name}: {view.amount}")


class StoresPanel(QWidget):
    """The stores."""

    def __init__(self, theme: Theme, words: Words, asked: Callable[[str], object]) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._lost = Box(theme, words("view.lost.title"), "alert", "danger")
        self._losses = Losses(theme, words, asked)
        self._lost.body.addWidget(self._losses)
        self._goods = Box(theme, words("view.stores.title"))
        self._goods.note.setText(words("view.stores.samples"))
        self._samples: list[SampleRow] = []
        self._components = label("", "small", wrap=True)
        self._cards = label("", "small", wrap=True)
        self._packs = Box(theme, words("view.stores.intel"))
        self._purses: dict[str, PurseRow] = {}
        self._work = Box(theme, words("view.stores.work"))
        self._workers: list[QWidget] = []
        self._shown: tuple[WorkView, ...] = ()
        vbox(self._lost, self._goods, self._packs, self._work, of=self, margins=0, gap=theme.px(8))
        self._work.hide()

    def show_stores(self, view: StoresView) -> None:
        self._lost.setVisible(bool(view.losses))
        self._losses.show_losses(view.losses)
        while len(self._samples) < len(view.samples):
            self._samples.append(SampleRow(self._theme))
            self._goods.body.addWidget(self._samples[-1])
            self._goods.body.addWidget(self._components)
            self._goods.body.addWidget(self._cards)
            self._samples[-1].show()
        for row, sample in zip(self._samples, view.samples, strict=True):
            row.show_sample(sample)
        show_text(self._components, view.components)
        aboard = (*view.cards, *view.programs)
        listed = ", ".join(aboard) or self._words("view.stores.none")
        self._cards.setText(self._words("view.stores.aboard", cards=listed))
        self._show_purses(view.purses)
        self._show_work((*view.upgrades, *view.crew))
        reflow(self)

    def _show_purses(self, purses: tuple[PurseView, ...]) -> None:
        for id in [id for id in self._purses if id not in {one.id for one in purses}]:
            gone = self._purses.pop(id)
            drop(gone)
        for one in purses:
            if one.id not in self._purses:
                self._purses[one.id] = PurseRow(self._theme, one)
                self._packs.body.addWidget(self._purses[one.id])
                self._purses[one.id].show()
            self._purses[one.id].show_purse(one)
        self._packs.note.setText(str(sum(one.amount for one in purses)))
        self._packs.setVisible(bool(purses))

    def _show_work(self, work: tuple[WorkView, ...]) -> None:
        if work == self._shown:
            return
        self._shown = work
        for old in self._workers:
            drop(old)
        self._workers = [label(one.name, "strong", wrap=True) if not one.effect else _work(one) for one in work]
        for made in self._workers:
            self._work.body.addWidget(made)
            made.show()  # a layout ignores hidden widgets
        self._work.setVisible(bool(work))


def _work(view: WorkView) -> QWidget:
    return boxed(vbox(label(view.name, "strong", wrap=True), label(view.effect, "small", wrap=True), margins=0, gap=0))
