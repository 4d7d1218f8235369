"""Before a plugin is installed: what it is, what it may do, and what it replaces. And the sentence for one that is
refused."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.boxes import Scroll, hbox, put, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.present.plugins import IncomingView
from defiance_qt.shell.screens.plugin_parts import file_lines, lines
from defiance_qt.shell.theme import Theme, icon


class IncomingDialog(Dialog):
    """The dialog. `given` carries whether its code is trusted too. Nothing is written before. `read`: its author's text
    is wanted; `changes`: the lines that differ."""

    given = Signal(bool)
    read = Signal()
    changes = Signal()

    def __init__(self, parent: QWidget, theme: Theme, words: Words, view: IncomingView) -> None:
        super().__init__(parent)
        self._theme, self._words, self.view = theme, words, view
        self.setObjectName("incoming")
        self.setWindowTitle(words("ui.incoming.title"))
        inside = QWidget()
        self._column = vbox(of=inside, margins=[theme.px(side) for side in (24, 20, 24, 8)], gap=theme.px(9))
        self._fill()
        self._column.addStretch(1)
        area = Scroll(inside, view.title)
        vbox(
            (area, 1),
            vbox(flowing(self._buttons(), theme.px(8)), margins=[theme.px(side) for side in (24, 8, 24, 18)]),
            of=self,
            margins=0,
            gap=0,
        )
        room = parent.window().size()
        wide = min(theme.px(620), room.width() - 40)
        inside.ensurePolished()
        high = self._column.heightForWidth(wide) + theme.px(110)
        self.resize(wide, min(high, room.height() - 40))

    def _fill(self) -> None:
        theme, words, view, column = self._theme, self._words, self.view, self._column
        column.addWidget(label(words("ui.incoming.title"), "muted", wrap=True))
        head = hbox(
            (Icon(theme, view.mark, theme.team, 26), 0, Qt.AlignmentFlag.AlignTop),
            (label(view.title, "title", wrap=True), 1),
            gap=theme.px(12),
        )
        column.addLayout(head)
        column.addWidget(label(view.about, "muted", wrap=True))
        if view.text:
            column.addWidget(label(view.text, "", wrap=True))
        if view.replaced:
            column.addLayout(self._sign("alert" if view.downgrade else "info", view.replaced, view.downgrade))
        column.addSpacing(theme.px(4))
        column.addWidget(label(words("ui.incoming.may"), "strong"))
        column.addLayout(lines(theme, view.brought))
        if view.code:
            column.addLayout(self._sign("lock", words("ui.plugins.not_sandboxed"), True))
        put(column, theme.px(4), label(words("ui.incoming.files"), "strong"), file_lines(theme, view.files))
        if reading := self._reading():
            column.addWidget(flowing(reading, theme.px(8)))
        column.addWidget(label(words("ui.incoming.nothing_yet"), "small", wrap=True))

    def _reading(self) -> list[QWidget]:
        """Return the buttons for reading before one decides."""
        wanted = (
            ("ui.plugins.read", "log", "read me", self.read, bool(self.view.readme)),
            ("ui.changes.read", "branch", "changes", self.changes, bool(self.view.changes)),
        )
        found: list[QWidget] = []
        for key, mark, name, signal, there in wanted:
            if there:
                button = push(
                    f" {self._words(key)}",
                    name=name,
                    spoken=self._words(key),
                    mark=icon(mark, self._theme.text, self._theme.px(16)),
                    default=False,
                    does=signal,
                )
                found.append(button)
        return found

    def _sign(self, mark: str, text: str, gold: bool) -> QHBoxLayout:
        colour = self._theme.gold if gold else self._theme.team
        return hbox(
            (Icon(self._theme, mark, colour, 16), 0, Qt.AlignmentFlag.AlignTop),
            (label(text, "", "gold" if gold else "", wrap=True), 1),
            gap=self._theme.px(10),
        )

    def _buttons(self) -> list[QWidget]:
        words, theme, view = self._words, self._theme, self.view
        older = ".older" if view.downgrade else ""
        found: list[QWidget] = []
        if view.code:
            text = words(f"ui.incoming.do.trust{older}")
            self.trusting = push(f" {text}", spoken=text, name="trust and install")
            ink = theme.team_ink if view.downgrade else theme.on_accent
            self.trusting.setIcon(icon("unlock", ink, theme.px(16)))
            self.trusting.setProperty("role", "offer" if view.downgrade else "primary")
            self.trusting.clicked.connect(lambda: self._give(True))
            found.append(self.trusting)
        key = "ui.incoming.do.untrusted" if view.code else "ui.incoming.do.install"
        self.installing = push(
            words(f"{key}{older}"),
            "offer" if view.code or view.downgrade else "primary",
            name="install only",
            does=lambda: self._give(False),
        )
        cancel = push(words("ui.cancel"), name="cancel", does=self.reject)
        found += [self.installing, cancel]
        for button in found:
            assert isinstance(button, QPushButton)
            button.setAutoDefault(False)
        cancel.setDefault(True)
        return found

    def _give(self, trusted: bool) -> None:
        self.accept()
        self.given.emit(trusted)


class RefusedDialog(Dialog):
    """Says why a pack is refused, and that nothing was written."""

    def __init__(self, parent: QWidget, theme: Theme, words: Words, why: str) -> None:
        super().__init__(parent)
        self.setObjectName("refused")
        self.setWindowTitle(words("ui.incoming.refused"))
        self.why = label(why, "", wrap=True)
        close = QPushButton(words("ui.close"))
        close.setObjectName("close")
        close.setDefault(True)
        close.clicked.connect(self.reject)
        vbox(
            hbox(
                (Icon(theme, "alert", theme.danger, 24), 0, Qt.AlignmentFlag.AlignTop),
                (label(words("ui.incoming.refused"), "heading", wrap=True), 1),
                gap=theme.px(12),
            ),
            self.why,
            label(words("ui.incoming.nothing"), "muted", wrap=True),
            hbox(..., close),
            of=self,
            margins=[theme.px(side) for side in (24, 20, 24, 18)],
            gap=theme.px(12),
        )
        self.setMinimumWidth(min(theme.px(480), parent.window().width() - 40))
