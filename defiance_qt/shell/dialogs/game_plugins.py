"""The plugins of the open game: which take part, and which can be switched off or on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.present.plugins import PartView
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip

SIGNS = {"in": ("check", "team"), "out": ("pause", "muted"), "wrong": ("alert", "danger"), "other": ("plus", "muted")}


class GamePluginsDialog(Dialog):
    """The dialog. `switched` carries a plugin and whether it is to take part; one that takes no part can be switched on
    once the game was found fit for it (`judge`). `defaulted` carries one that is to take part with the defaults of its
    options. `updated`: today's versions are wanted. `managed`: the plugins' screen is."""

    switched = Signal(str, bool)
    defaulted = Signal(str)
    updated = Signal()
    managed = Signal()

    def __init__(self, parent: QWidget, theme: Theme, words: Words) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._judged: dict[str, str] = {}
        self._buttons: dict[str, QPushButton] = {}
        self._reasons: dict[str, QLabel] = {}
        self.setObjectName("game plugins")
        self.setWindowTitle(words("ui.game_plugins.title"))
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(words("ui.game_plugins.title"))
        self._area = area
        body = QVBoxLayout(self)
        body.setContentsMargins(*(theme.px(side) for side in (24, 20, 24, 18)))
        body.setSpacing(theme.px(10))
        body.addWidget(label(words("ui.game_plugins.title"), "title"))
        body.addWidget(label(words("ui.game_plugins.text"), "muted", wrap=True))
        body.addWidget(area, 1)
        foot = QHBoxLayout()
        every = QPushButton(words("ui.game_plugins.every"))
        every.setObjectName("every plugin")
        every.setAutoDefault(False)
        set_tip(every, words("ui.game_plugins.every.tip"))
        every.clicked.connect(self.managed)
        self.close_ = QPushButton(words("ui.close"))
        self.close_.setObjectName("close")
        self.close_.clicked.connect(self.reject)
        foot.addWidget(every)
        foot.addStretch(1)
        foot.addWidget(self.close_)
        body.addLayout(foot)
        room = parent.window().size()
        self.resize(min(theme.px(640), room.width() - 40), min(theme.px(520), room.height() - 40))

    def show_parts(self, parts: Sequence[PartView], changes: Sequence[str], update: bool) -> None:
        """List the plugins, what has changed since the game was saved, and whether today's versions can be taken."""
        theme, words = self._theme, self._words
        focused: QWidget | None = self.focusWidget()
        name = focused.objectName() if focused is not None else ""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, theme.px(8), 0)
        column.setSpacing(theme.px(8))
        self._judged, self._buttons, self._reasons = {}, {}, {}
        for one in parts:
            column.addWidget(self._row(one))
        if not parts:
            column.addWidget(label(words("ui.game_plugins.none"), "muted", wrap=True))
        for change in changes:
            column.addWidget(label(change, "small", "gold", wrap=True))
        if update:
            text = words("ui.update")
            taken = QPushButton(text)
            taken.setObjectName("update")
            taken.setAutoDefault(False)
            taken.clicked.connect(self.updated)
            row = QHBoxLayout()
            row.addWidget(taken)
            row.addStretch(1)
            column.addLayout(row)
        column.addStretch(1)
        self._area.setWidget(inside)
        again = inside.findChild(QPushButton, name) if name else None
        (again or self.close_).setFocus()

    def _row(self, one: PartView) -> QFrame:
        theme, words = self._theme, self._words
        frame = QFrame()
        frame.setProperty("role", "card")
        frame.setAccessibleName(one.title)
        row = QHBoxLayout(frame)
        row.setContentsMargins(*(theme.px(side) for side in (12, 8, 12, 8)))
        row.setSpacing(theme.px(10))
        mark, tone = SIGNS[one.state]
        row.addWidget(Icon(theme, mark, getattr(theme, tone), 16), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(one.title, "strong", wrap=True))
        column.addWidget(label(one.text, "small", "danger" if one.state == "wrong" else "", wrap=True))
        self._reasons[one.id] = label("", "small", "gold", wrap=True)
        column.addWidget(self._reasons[one.id])
        row.addLayout(column, 1)
        if one.state != "wrong":
            on = one.state != "in"
            text = words("ui.game_plugins.start" if on else "ui.game_plugins.stop")
            button = QPushButton(text)
            button.setObjectName(f"switch:{one.id}")
            button.setAccessibleName(f"{text}: {one.title}")
            button.setAutoDefault(False)
            button.setProperty("role", "quiet" if one.state == "other" else "")
            button.clicked.connect(lambda: self.switched.emit(one.id, on))
            button.setProperty("on", on)
            self._buttons[one.id] = button
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        if one.defaults:
            text = words("ui.plugins.defaults")
            button = QPushButton(text)
            button.setObjectName(f"defaults:{one.id}")
            button.setAccessibleName(f"{text}: {one.title}")
            button.setAutoDefault(False)
            button.clicked.connect(lambda: self.defaulted.emit(one.id))
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._show_verdict(one.id)
        return frame

    def judge(self, id: str, unfit: str) -> None:
        """Tell whether the game can go on with a plugin that takes no part: why not, or "" if it can."""
        self._judged[id] = unfit
        self._show_verdict(id)

    def _show_verdict(self, id: str) -> None:
        """Offer what can work, and say of the rest why it cannot."""
        unfit = self._judged.get(id)
        button = self._buttons.get(id)
        if button is not None and button.property("on"):
            button.setEnabled(unfit == "")
            button.setVisible(not unfit)
        self._reasons[id].setText(self._words("ui.game_plugins.unfit", why=unfit.rstrip(".")) if unfit else "")
        self._reasons[id].setVisible(bool(unfit))
