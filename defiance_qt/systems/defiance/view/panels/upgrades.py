"""Defiance Upgrades that the four pay together: which, what it does, how much of it is laid and by whom."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Each, hbox, vbox
from defiance_qt.shell.kit.buttons import push, tool
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.native import key_text
from defiance_qt.shell.theme import Theme, font, icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.market import LayView, UpgradeView

SIGNS = {"built": "check", "later": "lock"}


class LayBar(QWidget):
    """A cell for each Intel Pack that an Upgrade costs, with the initials of who laid it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._cells: tuple[str, ...] = ()
        self.setFixedHeight(theme.px(26))

    def show_cells(self, cells: tuple[str, ...], spoken: str) -> None:
        self._cells = cells
        self.setAccessibleName(spoken)
        self.setVisible(bool(cells))
        self.update()

    @property
    def cells(self) -> tuple[str, ...]:
        return self._cells

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._cells:
            return
        theme, painter = self._theme, smooth(self)
        gap = theme.px(3)
        wide = (self.width() - gap * (len(self._cells) - 1)) / len(self._cells)
        painter.setFont(font(theme, min(theme.size_small, max(8, int(wide * 0.5))), 700))
        for place, who in enumerate(self._cells):
            box = QRectF(place * (wide + gap), 1, wide, self.height() - 2)
            painter.setPen(QPen(QColor(theme.team if who else theme.raised_border), 1.2))
            painter.setBrush(QColor(theme.team_fill) if who else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), 3, 3)
            if who:
                painter.setPen(QColor(theme.team_ink))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, who)


class LayRow(QWidget):
    """What one of the four lays: take back, the sum, one more, all."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._words = words
        self._view: LayView | None = None
        self._sum = label("", "figure")
        self.back, self.one = tool("−", tight=True), tool("+", tight=True)
        self.all = push(words("view.market.lay.all"), dense=True)
        for button in (self.back, self.one):
            button.setFixedSize(theme.px(22), theme.px(22))
        for name, way in (("back", self.back), ("one", self.one), ("all", self.all)):
            way.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            way.clicked.connect(lambda checked=False, name=name: self.chosen.emit(getattr(self._view, name)))
        hbox(self.back, self._sum, self.one, self.all, of=self, margins=0, gap=theme.px(2))

    def show_lay(self, view: LayView) -> None:
        words, self._view = self._words, view
        self._sum.setText(f"{view.initials} {view.laid}")
        self._sum.setAccessibleName(f"{view.name} {view.laid}")
        back = words("view.market.lay.back", name=view.name, n=view.laid)
        one = words.count("view.market.lay.one", 1, name=view.name)
        whole = words.count("view.market.lay.one", view.most, name=view.name)
        ways = ((self.back, view.back, back), (self.one, view.one, one), (self.all, view.all, whole))
        for button, command, text in ways:
            button.setEnabled(command is not None)
            button.setAccessibleName(text)
            set_tip(button, text if command is not None else view.why or text)
        set_tip(self, view.why)


class UpgradesCard(QFrame):
    """All Upgrades as chips; the chosen one with its bar. `chosen` carries a contribution."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(words("view.market.upgrades"))
        self._theme, self._words = theme, words
        self._views: tuple[UpgradeView, ...] = ()
        self._at = ""
        self.chips: dict[str, QPushButton] = {}
        chips = flowing([], theme.px(5))
        self._chips = chips
        self._effect = label("", wrap=True)
        self._status = label("", "small", wrap=True)
        self.bar = LayBar(theme)
        set_tip(self.bar, words("view.market.upgrade.full"))
        set_tip(self._status, words("view.market.upgrade.full"))
        self.bar.setAccessibleDescription(words("view.market.upgrade.full"))
        self._rows = flowing([], theme.px(5))
        self.rows = Each(self._rows.flow, self._row, LayRow.show_lay)
        vbox(
            hbox((label(words("view.market.upgrades"), "strong", wrap=True), 1), label(key_text("U"), "key")),
            chips,
            self._effect,
            self.bar,
            self._status,
            self._rows,
            ...,
            of=self,
            margins=(12, 9),
            gap=theme.px(5),
        )

    def show_upgrades(self, views: tuple[UpgradeView, ...]) -> None:
        if views == self._views:
            return
        self._views = views
        flow = self._chips.flow
        for view in views:
            chip = self.chips.get(view.id)
            if chip is None:
                chip = self.chips[view.id] = QPushButton()
                chip.setProperty("dense", True)
                chip.setCheckable(True)
                chip.setAutoExclusive(True)
                chip.clicked.connect(partial(self.choose, view.id))
                flow.addWidget(chip)
            chip.setText(self._words("view.market.upgrade.tab", name=view.name, price=view.price))
            sign = SIGNS.get(view.state)
            theme = self._theme
            colour = theme.team if view.state == "built" else theme.muted
            chip.setIcon(icon(sign, colour, theme.px(14)) if sign else QIcon())
            chip.setAccessibleDescription(f"{view.effect}. {view.status}")
            set_tip(chip, f"{view.effect}\n{view.status}")
        paying = next((view.id for view in views if view.state == "paying"), "")
        first = next((view.id for view in views if view.state == "open"), views[0].id if views else "")
        self.choose(paying or (self._at if self._at in self.chips else first))

    def choose(self, id: str) -> None:
        """Show an Upgrade."""
        view = next((view for view in self._views if view.id == id), None)
        if view is None:
            return
        self._at = id
        self.chips[id].setChecked(True)
        self._effect.setText(view.effect)
        self._status.setText(view.status)
        set_property(self._status, "tone", "team" if view.state == "built" else "gold" if view.state != "open" else "")
        self.bar.show_cells(view.cells, self._words("view.market.bar", name=view.name, status=view.status))
        lays = view.lays
        self.rows.show_all(lays)
        self._rows.setVisible(bool(lays))
        self.updateGeometry()

    def _row(self) -> LayRow:
        row = LayRow(self._theme, self._words)
        row.chosen.connect(self.chosen)
        return row

    def take_focus(self) -> None:
        """Focus the first contribution that is possible, else the chosen Upgrade."""
        able = next((row.one for row in self.rows if row.isVisible() and row.one.isEnabled()), None)
        target: QWidget | None = able or self.chips.get(self._at)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
