"""The top bar: the game and its progress, the pending question, and buttons for undo, redo, why, the legend and the
menu."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QMenu, QToolButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox, put
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.panels.term import TipOnFocus, explain
from defiance_qt.shell.present.values import LookView, TopView
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

HEIGHT = 48
GAP = 10
SIDES = 40  # the margins of the bar and some space around the question
MOST = 0.3  # the share of the bar that the undone action may have


class TopBar(QFrame):
    """The bar. Its buttons are the window's `actions`: type a roll, undo, redo, what if, why, the legend, and while
    another step is shown than the one at which the game stands, in the place of these: back to it, go on from here;
    beside the title how many plugins take part."""

    def __init__(self, theme: Theme, words: Words, actions: Sequence[QAction], menu: QMenu) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._undoes = ""
        self._view, self._look = TopView(""), False
        self.setProperty("role", "bar")
        self.setFixedHeight(theme.px(HEIGHT))
        self._title = label("", "heading")
        self._progress = label("", "chip")
        self._phase = label("", "chip")
        self._actor = label("", "prompt", "team")
        self._ask = Elided("prompt")
        for part in (self._progress, self._phase):
            TipOnFocus(part)
        typing, undo, redo, what_if, why, legend, present, go_on, plugins = actions
        self._type = _button(theme, typing, "type", False)
        self._undo = _button(theme, undo, "undo", True)
        self._redo = _button(theme, redo, "redo", False)
        self._what_if = _button(theme, what_if, "branch", True)
        self._what_if.setObjectName("what_if_button")
        self._why = _button(theme, why, "why", True)
        self._legend = _button(theme, legend, "info", True)
        self._legend.setObjectName("legend")
        self._present = _button(theme, present, "last", True)
        present.setIcon(icon("last", theme.blue_fill, theme.px(18)))
        self._go_on = _button(theme, go_on, "time", True)
        self._present.setProperty("role", "look")
        self._present.setObjectName("look.back")
        self._go_on.setObjectName("look.go_on")
        self._plugins = _button(theme, plugins, "plugin", True)
        self._plugins.setObjectName("plugins")
        self._plugins.hide()
        menu.setParent(self, menu.windowFlags())
        self._menu = QToolButton()
        self._menu.setProperty("role", "quiet")
        self._menu.setProperty("bare", True)  # its three lines say that there is a menu
        self._menu.setIcon(icon("menu", theme.text, theme.px(20)))
        self._menu.setMenu(menu)
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.setAccessibleName(words("ui.menu"))
        set_tip(self._menu, words("ui.menu"))
        row = hbox(of=self, margins=(16, 0, 12, 0), gap=GAP)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        chips: tuple[QWidget, ...] = (self._title, self._progress, self._phase, self._plugins)
        for chip in chips:
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        asked = hbox(self._actor, self._ask, gap=theme.px(5))
        put(row, asked, ...)
        self._acting: tuple[QToolButton, ...] = (
            *(self._type, self._undo, self._redo),
            *(self._what_if, self._why, self._legend),
        )
        for button in (*self._acting, self._present, self._go_on, self._menu):
            row.addWidget(button)

    def offer_plans(self, offered: bool) -> None:
        """Offer to compare plans, where the game can."""
        self._acting = tuple(one for one in self._acting if offered or one is not self._what_if)
        self._what_if.setVisible(offered)

    def show_plugins(self, names: Collection[str]) -> None:
        """Show how many plugins take part, with their names in the tool tip."""
        self._plugins.setVisible(bool(names))
        self._plugins.setText(str(len(names)))
        told = self._words("ui.bar.plugins", names=", ".join(names))
        set_tip(self._plugins, told)
        self._plugins.setAccessibleName(told)

    def show_top(self, view: TopView, look: LookView | None = None) -> None:
        """Show the pending question; `look` is shown in its place."""
        words = self._words
        if look is not None:
            view = TopView(view.title, phase=words("ui.look.title"), ask=f"{look.shown} · {look.stands}")
        self._view, self._look = view, look is not None
        set_property(self, "looking", self._look)
        for button in self._acting:
            button.setVisible(not self._look)
        for button in (self._present, self._go_on):
            button.setVisible(self._look)
        self._present.setText(f"{words('ui.look.back')}   Esc")
        self._go_on.setText(words("ui.look.go_on"))
        self._legend.setText(words("ui.bar.legend"))
        set_tip(self._go_on, f"{self._go_on.defaultAction().toolTip()}\n{words('ui.look.makes_branch')}")
        self._title.setText(view.title)
        self._progress.setText(view.progress)
        self._phase.setText(view.phase)
        explain(self._progress, *view.progress_terms)
        explain(self._phase, *view.phase_terms)
        show_text(self._actor, view.actor)
        set_property(self._actor, "tone", view.side)
        self._ask.set_words(view.ask)
        self.setAccessibleName(f"{view.actor} {view.ask}".strip())
        undo = words("ui.undo.what", what=view.undo) if view.undo else words("ui.undo")
        self._undoes = undo
        self._share()
        set_tip(self._undo, undo)
        self._undo.setAccessibleName(undo)
        redo = words("ui.redo.what", what=view.redo) if view.redo else words("ui.redo")
        set_tip(self._redo, redo)
        self._redo.setAccessibleName(redo)

    def _share(self) -> None:
        """Show what there is room for. The question comes first: it takes the room of the undone action, of the words
        on the buttons, of the chips, and last of the title, which the window's own title repeats."""
        words, view = self._words, self._view
        self._title.setVisible(True)
        self._phase.setVisible(bool(view.phase))
        self._progress.setVisible(bool(view.progress))
        for button in (self._undo, self._what_if, self._why, self._legend, self._go_on):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._undo.setText(words("ui.undo"))
        for part in (
            self._legend,
            self._phase,
            self._why,
            self._what_if,
            self._undo,
            self._progress,
            self._go_on,
            self._title,
        ):
            if self._spare() >= 0:
                break
            if isinstance(part, QToolButton):
                part.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            else:
                part.setVisible(False)
        self._name_undone()

    def _spare(self) -> int:
        """Return the width that is left once all that is shown has its own."""
        shown = (
            *(self._title, self._progress, self._phase, self._plugins, self._actor, self._ask),
            *(*self._acting, self._present, self._go_on, self._menu),
        )
        return self.width() - SIDES - sum(part.sizeHint().width() + GAP for part in shown if not part.isHidden())

    def _name_undone(self) -> None:
        """Name the undone action on the undo button if it has room for all of it; the tool tip has it always."""
        if self._undo.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
            return
        metrics, plain = self._undo.fontMetrics(), self._words("ui.undo")
        room = min(self._spare() + metrics.horizontalAdvance(plain), round(self.width() * MOST))
        if metrics.horizontalAdvance(self._undoes) <= room:
            self._undo.setText(self._undoes)

    def minimumSizeHint(self) -> QSize:
        """Return a small width: what there is no room for is left out."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()


class LookEdge(QFrame):
    """A dashed edge over the surface while another step is shown than the one at which the game stands."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setStyleSheet(f"background: transparent; border: 2px dashed {theme.blue};")
        self.hide()

    def show_look(self, looking: bool) -> None:
        self.setVisible(looking)
        self.place()

    def place(self) -> None:
        self.setGeometry(self._over.rect())


def _button(theme: Theme, action: QAction, name: str, text: bool) -> QToolButton:
    button = QToolButton()
    action.setIcon(icon(name, theme.text, theme.px(18), theme.faint))
    button.setDefaultAction(action)
    style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if text else Qt.ToolButtonStyle.ToolButtonIconOnly
    button.setToolButtonStyle(style)
    button.setProperty("role", "chip")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
