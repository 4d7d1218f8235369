"""The page of one plugin: what it is and brings, its options, whether it is trusted, and the saves that use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.extend.manifest import Option
from defiance_qt.shell.kit.boxes import hbox, put, vbox
from defiance_qt.shell.kit.buttons import Toggle, push
from defiance_qt.shell.kit.cards import Card
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.present.plugins import PluginView, SettleView, UseView
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.screens.clashes import SettleCard
from defiance_qt.shell.screens.option_form import on_change, plugin_option, set_value, value_of
from defiance_qt.shell.screens.plugin_parts import Fingerprint, file_lines, lines, mono
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

STACKED = 760
"""The width below which the two columns stand one below the other, in pixels at the usual size of text."""

WIDEST = 1500
"""The most width of both columns, in pixels at the usual size of text."""

NUMBER = 120
"""The width of a number among the options, in pixels at the usual size of text."""

USES = {"same": ("check", "team"), "differs": ("branch", "gold"), "wrong": ("alert", "danger")}


class PluginPage(QScrollArea):
    """The page. `switched`: new games shall have it, or not. `given` carries the values of its options. `asked` carries
    "trust", "revoke", "stay", "remove", "check", "read" or "changes", `settled` the plugins that new games shall do
    without."""

    switched = Signal(bool)
    given = Signal(dict)
    asked = Signal(str)
    settled = Signal(tuple)

    def __init__(
        self, theme: Theme, words: Words, view: PluginView, notes: Sequence[SettleView], uses: Sequence[UseView]
    ) -> None:
        super().__init__()
        self._theme, self._words, self.view = theme, words, view
        self.options: dict[str, QWidget] = {}
        self.setAccessibleName(view.row.title)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        self._columns.setContentsMargins(0, 0, theme.px(8), 0)
        self._columns.setSpacing(theme.px(10))
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for column in (self._left, self._right):
            column.setSpacing(theme.px(10))
            self._columns.addLayout(column, 1)
        put(self._left, self._identity(), self._form() if view.options else None)
        self._notes = QVBoxLayout()
        self._left.addLayout(self._notes)
        if not view.faults:
            self._right.addWidget(self._trust())
        self._uses = QVBoxLayout()
        self._right.addLayout(self._uses)
        self.show_notes(notes)
        self.show_uses(uses, len(uses), False)
        self._left.addStretch(1)
        self._right.addStretch(1)
        self.setWidget(inside)

    # -- what it is

    def _identity(self) -> Card:
        theme, words, view = self._theme, self._words, self.view
        card = Card(theme, view.row.title, mark=view.row.mark)
        card.title.setProperty("role", "title")
        card.column.addWidget(label(view.about, "muted", wrap=True))
        if view.text:
            card.column.addWidget(label(view.text, "", wrap=True))
        card.column.addWidget(label(view.source, "small", wrap=True))
        if view.switchable:
            card.column.addWidget(self._toggle())
        for fault in view.faults:
            card.column.addWidget(label(fault, "", "danger", wrap=True))
        if view.brought:
            note = label(words("ui.plugins.brings.aside"), "small", wrap=True)
            note.setAlignment(Qt.AlignmentFlag.AlignRight)
            head = hbox((label(words("ui.plugins.brings"), "strong"), 1), (note, 1))
            put(card.column, head, lines(theme, view.brought))
        if view.relations:
            put(card.column, label(words("ui.plugins.relations"), "strong"), lines(theme, view.relations))
        buttons = self._identity_buttons()
        if buttons:
            card.column.addWidget(flowing(buttons, theme.px(8)))
        return card

    def _toggle(self) -> QWidget:
        self.toggle = Toggle(self._theme, self._words("ui.plugins.use"))
        self.toggle.setObjectName("plugin on")
        self.toggle.setChecked(self.view.on)
        self.toggle.setEnabled(self.view.trust != "waits")
        self.toggle.toggled.connect(self.switched)
        row = hbox(self.toggle, ..., margins=0)
        made = QWidget()
        made.setLayout(row)
        return made

    def _identity_buttons(self) -> list[QWidget]:
        found: list[QWidget] = []
        if self.view.readme:
            read = self._button("ui.plugins.read", "log", "read me")
            read.clicked.connect(lambda: self.asked.emit("read"))
            found.append(read)
        home = QUrl(self.view.home)
        if home.scheme() in ("http", "https") and home.isValid():
            page = self._button("ui.plugins.home", "export", "home page")
            set_tip(page, self.view.home)
            page.clicked.connect(lambda: QDesktopServices.openUrl(home))
            found.append(page)
        if self.view.removable:
            gone = self._button("ui.plugins.remove", "trash", "remove", "danger")
            set_tip(gone, self.view.back)
            gone.clicked.connect(lambda: self.asked.emit("remove"))
            found.append(gone)
        return found

    def _button(self, key: str, mark: str, name: str, role: str = "", text: str = "") -> QPushButton:
        text = text or self._words(key)
        button = push(f" {text}", role, name=name, spoken=text)
        theme = self._theme
        ink = {"primary": theme.on_accent, "danger": theme.danger_ink}.get(role, theme.text)
        button.setIcon(icon(mark, ink, theme.px(16)))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    # -- its options

    def _form(self) -> Card:
        theme, words, view = self._theme, self._words, self.view
        card = Card(theme, words("ui.plugins.options"), words("ui.plugins.options.aside"))
        for option in view.options:
            text, widget = plugin_option(option, words.language)
            if option.kind == "bool":
                widget = Toggle(theme, text)
                widget.setChecked(bool(option.default))
            widget.setObjectName(f"option:{option.id}")
            widget.setAccessibleName(text)
            if option.id in view.values:
                set_value(widget, view.values[option.id])
            self.options[option.id] = widget
            card.column.addLayout(self._option_row(option, text, widget))
            on_change(widget, self._give)
        self._delivered = self._button("ui.plugins.options.reset", "undo", "as delivered", "quiet")
        self._delivered.clicked.connect(self._reset)
        self._delivered.setEnabled(self._differs())
        foot = hbox((label(words("ui.plugins.options.kept"), "small", wrap=True), 1), self._delivered)
        card.column.addLayout(foot)
        return card

    def _option_row(self, option: Option, text: str, widget: QWidget) -> QHBoxLayout:
        row = hbox(gap=self._theme.px(10))
        if isinstance(widget, QCheckBox):
            row.addWidget(widget, 1)
            return row
        named = label(text, "", wrap=True)
        named.setBuddy(widget)
        row.addWidget(named, 3)
        if option.low is not None and option.high is not None:
            limits = self._words("ui.plugins.limits", low=option.low, high=option.high)
            row.addWidget(label(limits, "small"))
            widget.setAccessibleDescription(limits)
        if isinstance(widget, QSpinBox):  # a number of few digits leaves its room to the words
            widget.setFixedWidth(self._theme.px(NUMBER))
            row.addWidget(widget)
        else:
            row.addWidget(widget, 2)
        return row

    def values(self) -> dict[str, Any]:
        """Return the values of the options."""
        return {id: value_of(widget) for id, widget in self.options.items()}

    def _differs(self) -> bool:
        return any(self.values()[option.id] != option.default for option in self.view.options)

    def _give(self) -> None:
        self._delivered.setEnabled(self._differs())
        self.given.emit(self.values())

    def _reset(self) -> None:
        for option in self.view.options:
            set_value(self.options[option.id], option.default)

    # -- whether it is trusted

    def _trust(self) -> Card:
        theme, words, view = self._theme, self._words, self.view
        waits, code = view.trust == "waits", view.trust != "free"
        tone = "gold" if waits else ""
        mark = "lock" if waits else "unlock" if code else "check"
        changed = words("ui.changes.count", n=len(view.changes), all=len(view.files)) if view.changes else ""
        card = Card(theme, words(f"ui.plugins.trust.{view.trust}"), changed, mark, tone)
        card.column.addWidget(label(words(f"ui.plugins.trust.{view.trust}.text"), "", wrap=True))
        if code:
            bundled = view.trust == "bundled"
            said = label(
                words("ui.plugins.not_sandboxed"), "small" if bundled else "", "" if bundled else "gold", wrap=True
            )
            card.column.addWidget(said)
        if view.sha256 and code:
            card.column.addLayout(self._print())
        if view.files:
            card.column.addLayout(file_lines(theme, view.files))
        if view.changes:
            card.column.addWidget(label(view.compared, "small", wrap=True))
        if buttons := self._trust_buttons():
            card.column.addWidget(flowing(buttons, theme.px(8)))
        return card

    def _trust_buttons(self) -> list[QWidget]:
        found: list[QWidget] = []
        if self.view.linked:
            unlink = self._button("ui.plugins.do.unlink", "close", "unlink")
            unlink.clicked.connect(lambda: self.asked.emit("unlink"))
            found.append(unlink)
        if self.view.trust in ("waits", "trusted"):
            waits = self.view.trust == "waits"
            if waits:
                self.trust = self._button("ui.plugins.do.trust", "unlock", "trust", "primary")
            else:
                self.trust = self._button("ui.plugins.do.revoke", "lock", "revoke")
            self.trust.clicked.connect(lambda: self.asked.emit("trust" if waits else "revoke"))
            found.append(self.trust)
        if self.view.stays:
            text = self._words("ui.stay", version=self.view.stays)
            stay = self._button("ui.stay", "undo", "stay", text=text)
            set_tip(stay, self._words("ui.stay.tip"))
            stay.clicked.connect(lambda: self.asked.emit("stay"))
            found.append(stay)
        if self.view.changes:
            changes = self._button("ui.changes.read", "branch", "changes")
            changes.clicked.connect(lambda: self.asked.emit("changes"))
            found.append(changes)
        return found

    def _print(self) -> QHBoxLayout:
        """Return the fingerprint of the files: its shape and its digits."""
        theme, words, digest = self._theme, self._words, self.view.sha256
        column = vbox(label(words("ui.plugins.fingerprint"), "small", wrap=True), gap=theme.px(2))
        for start in range(0, len(digest), 16):
            column.addWidget(mono(theme, " ".join(digest[at : at + 4] for at in range(start, start + 16, 4))))
        column.addStretch(1)
        return hbox(Fingerprint(theme, digest, words("ui.plugins.fingerprint")), (column, 1), gap=theme.px(14))

    # -- with the others, and the saves that use it

    def show_notes(self, notes: Sequence[SettleView]) -> None:
        """Show what comes of it together with the plugins that are on, and the ways out."""
        clear(self._notes)
        for note in notes:
            card = SettleCard(self._theme, self._words, note)
            card.settled.connect(self.settled)
            self._notes.addWidget(card)

    def show_uses(self, uses: Sequence[UseView], all_saves: int, checking: bool) -> None:
        """Show the saves that use it."""
        clear(self._uses)
        theme, words = self._theme, self._words
        note = words("ui.plugins.uses.of", n=len(uses), all=all_saves) if uses else ""
        card = Card(theme, words("ui.plugins.uses"), note)
        if not uses:
            card.column.addWidget(label(words("ui.plugins.uses.none"), "muted", wrap=True))
        for use in uses:
            mark, tone = USES.get(use.state, ("save", "muted"))
            title = words("ui.plugins.uses.with", name=use.title, version=use.version)
            row = hbox(
                (Icon(theme, mark, getattr(theme, tone), 15), 0, Qt.AlignmentFlag.AlignTop),
                (label(title, "", wrap=True), 3),
                (label(use.note, "small", tone, wrap=True), 2) if use.note else None,
                gap=theme.px(10),
            )
            card.column.addLayout(row)
        card.column.addWidget(label(words("ui.plugins.uses.carried"), "small", wrap=True))
        if uses:
            self.check = self._button("ui.plugins.uses.check", "redo", "check saves")
            self.check.setEnabled(not checking)
            self.check.clicked.connect(lambda: self.asked.emit("check"))
            row = hbox(self.check, ...)
            card.column.addLayout(row)
        self._uses.addWidget(card)

    def settle(self) -> None:
        """Lay the page out at once, so that it can be scrolled."""
        self._columns.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        spare = max(0, self.width() - self._theme.px(WIDEST))
        self._columns.setContentsMargins(0, 0, self._theme.px(8) + spare, 0)
        self._columns.setDirection(down if self.width() < self._theme.px(STACKED) else across)
        super().resizeEvent(event)
