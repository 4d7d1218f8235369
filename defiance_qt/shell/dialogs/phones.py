"""The dialog of phones at the table: the network to open it to, the code to scan, who has come. It stays open beside
the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label, show_text
from defiance_qt.shell.theme import Theme

if TYPE_CHECKING:
    from defiance_qt.shell.companion import Network, Serving

QUIET = 4
"""The width of the edge of a code, in its own squares, that has to stay empty."""


class PhonesDialog(Dialog):
    """The dialog. `begun` carries the network that phones are to be served at."""

    begun = Signal(object)
    ended = Signal()

    def __init__(self, parent: QWidget, theme: Theme, words: Words, networks: Sequence[Network]) -> None:
        super().__init__(parent)
        self._words, self._networks = words, tuple(networks)
        self.setObjectName("phones")
        self.setWindowTitle(words("ui.phones.title"))
        self.code = Code(theme, words("ui.phones.code"))
        self.network = QComboBox()
        for one in self._networks:
            self.network.addItem(f"{one.host}   {one.name}")
        self.network.setAccessibleName(words("ui.phones.network"))
        asked = label(words("ui.phones.network"), "strong")
        asked.setBuddy(self.network)
        self.state = label("", "strong", wrap=True)
        self.address = label("", wrap=True)
        self.address.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy = QPushButton(words("ui.phones.copy"))
        self.copy.clicked.connect(self._copy)
        self.present = label("", wrap=True)
        self.present.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.start, self.stop = QPushButton(words("ui.phones.start")), QPushButton(words("ui.phones.end"))
        self.leave = QPushButton(words("ui.close"))
        self.start.setProperty("role", "primary")
        self.start.clicked.connect(lambda: self.begun.emit(self._networks[self.network.currentIndex()]))
        self.start.setEnabled(bool(self._networks))
        self.stop.clicked.connect(self.ended)
        self.leave.clicked.connect(self.reject)
        for button in (self.copy, self.stop):
            button.setAutoDefault(False)

        side = QVBoxLayout()
        side.setSpacing(theme.px(8))
        for part in (asked, self.network, self.state, self.address, self.copy):
            side.addWidget(part)
        side.setAlignment(self.copy, Qt.AlignmentFlag.AlignLeft)
        side.addSpacing(theme.px(6))
        side.addWidget(self.present, 1)
        middle = QHBoxLayout()
        middle.setSpacing(theme.px(22))
        middle.addWidget(self.code)
        middle.addLayout(side, 1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        for part in (self.stop, self.leave, self.start):
            foot.addWidget(part)
        body = QVBoxLayout(self)
        body.setContentsMargins(*(theme.px(side) for side in (24, 20, 24, 18)))
        body.setSpacing(theme.px(12))
        body.addWidget(label(words("ui.phones.title"), "title"))
        body.addWidget(label(words("ui.phones.text"), "muted", wrap=True))
        body.addLayout(middle, 1)
        body.addLayout(foot)
        self.resize(min(theme.px(660), parent.width() - 40), min(theme.px(440), parent.height() - 40))
        self.show_serving(None)

    def show_serving(self, serving: Serving | None) -> None:
        """Show how phones are served; None: they are not."""
        words = self._words
        on = serving is not None
        if serving is not None and serving.network in self._networks:
            self.network.setCurrentIndex(self._networks.index(serving.network))
        self.network.setEnabled(not on)
        self.code.show_address("" if serving is None else serving.address)
        ready = serving is not None and bool(serving.address)
        off = "ui.phones.off" if self._networks else "ui.phones.no_network"
        self.state.setText(words("ui.phones.scan" if ready else "ui.phones.wait" if on else off))
        show_text(self.address, "" if serving is None else serving.address)
        self.copy.setVisible(ready)
        self.present.setText("" if serving is None or not ready else self._present(serving))
        self.start.setVisible(not on)
        self.stop.setVisible(on)
        (self.leave if on else self.start).setDefault(True)

    def _present(self, serving: Serving) -> str:
        words = self._words
        lines = [
            words("ui.phones.one", n=phone.number, address=phone.address, plays=plays or words("ui.phones.watches"))
            for phone, plays in serving.phones
        ]
        return "\n".join(lines) or words("ui.phones.none")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address.text())


class Code(QWidget):
    """An address as a code that phones read: dark on white in every theme, as scanners need it."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._squares: tuple[tuple[bool, ...], ...] = ()
        self.setAccessibleName(name)
        self.setMinimumSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        side = self._theme.px(240)
        return QSize(side, side)

    def show_address(self, address: str) -> None:
        """Show an address; without one, an empty place."""
        self._squares = squares(address) if address else ()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = min(self.width(), self.height())
        place = QRectF(0, 0, side, side)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#ffffff" if self._squares else self._theme.raised))
        painter.drawRoundedRect(place, self._theme.radius, self._theme.radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        step = side / (len(self._squares) + 2 * QUIET)
        for row, line in enumerate(self._squares):
            for column, dark in enumerate(line):
                if dark:
                    left, top = round((column + QUIET) * step), round((row + QUIET) * step)
                    right, bottom = round((column + QUIET + 1) * step), round((row + QUIET + 1) * step)
                    painter.fillRect(left, top, right - left, bottom - top, QColor("#000000"))


def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the squares of a QR code, row by row: True for a dark one."""
    import segno

    return tuple(tuple(map(bool, row)) for row in segno.make_qr(text, error="m").matrix)
