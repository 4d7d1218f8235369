"""The banner over the surface for turns of the story. It leaves by itself; the log keeps what it said."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Moment
from defiance_qt.shell.kit.boxes import hbox, vbox
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.theme import Theme

WIDE, HIGH, TOP = 600, 68, 10
STANDS = 2400
IN, OUT = 200, 160
LOOKS = {
    "chapter": ("time", "team"),
    "alarm": ("alert", "gold"),
    "arrival": ("enemy", "enemy"),
    "gain": ("ally", "ally"),
}


class Banner(QFrame):
    """A banner at the top of its parent, which shows one moment after the other. A click or Esc ends them all.
    `changed`: it has come or gone."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._over = theme, parent
        self._waiting: deque[Moment] = deque()
        self._motion = 1.0
        self._covered = 0
        self._kind = ""
        self.setObjectName("moment")
        self.setProperty("role", "moment")
        self._icons = {kind: Icon(theme, name, getattr(theme, tone), 24) for kind, (name, tone) in LOOKS.items()}
        self._title = Elided("heading")
        self._text = Elided("")
        hbox(
            *self._icons.values(),
            (vbox(..., self._title, self._text, ..., gap=0), 1),
            (label("Esc", "key"), 0, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight),
            of=self,
            margins=(theme.px(20), theme.px(6), theme.px(16), theme.px(6)),
            gap=theme.px(16),
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._leave)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self._arrived)
        self.hide()

    def set_motion(self, speed: float) -> None:
        """Set the speed of movement: 1 is normal, 0 shows none. The time that the banner stands stays the same."""
        self._motion = speed

    def tell(self, moments: Sequence[Moment]) -> None:
        """Show these moments, after those that still wait. The beginning of a chapter puts out that of the one before,
        which is over."""
        if any(moment.kind == "chapter" for moment in moments):
            self.end_chapter()
        self._waiting.extend(moments)
        if self._waiting and self.isHidden():
            self._next()

    def end_chapter(self) -> None:
        """Drop what says that a chapter begins, shown or waiting: it is over."""
        self._waiting = deque(moment for moment in self._waiting if moment.kind != "chapter")
        if not self.isHidden() and self._kind == "chapter":
            waiting = tuple(self._waiting)
            self.dismiss()
            self.tell(waiting)

    def dismiss(self) -> bool:
        """Hide the banner and drop what waits, as Esc does. Returns whether it was visible."""
        shown = not self.isHidden()
        self._waiting.clear()
        self._timer.stop()
        self._slide.stop()
        self.hide()
        self.changed.emit()
        return shown

    @property
    def bottom(self) -> int:
        """Where it ends below once it has slid in; 0 while it is not there."""
        return 0 if self.isHidden() else self._home().y() + self.height()

    @property
    def text(self) -> str:
        """Everything that it says."""
        return f"{self._title.whole}. {self._text.whole}" if self._text.whole else self._title.whole

    def place(self) -> None:
        """Place it at the top of its parent, beside what covers the parent's right."""
        theme, room = self._theme, self._over.width() - self._covered
        self.setFixedSize(max(120, min(theme.px(WIDE), room - 40)), theme.px(HIGH))
        self.setProperty("home", QRect(self._home(), self.size()))
        if self._slide.state() != QPropertyAnimation.State.Running:
            self.move(self._home())

    def cover(self, width: int) -> None:
        """Keep away from this many pixels at the right of the parent, which another widget covers."""
        self._covered = width
        self.place()

    def _home(self) -> QPoint:
        return QPoint((self._over.width() - self._covered - self.width()) // 2, self._theme.px(TOP))

    def _away(self) -> QPoint:
        return QPoint(self._home().x(), -self.height())

    def _next(self) -> None:
        moment = self._waiting.popleft()
        self._kind = moment.kind
        for kind, icon in self._icons.items():
            icon.setVisible(kind == moment.kind)
        set_property(self, "tone", LOOKS[moment.kind][1])
        self._title.set_words(moment.title)
        self._text.set_words(moment.text)
        self._text.setVisible(bool(moment.text))
        self.setAccessibleName(self.text)
        self.place()
        self.show()
        self.raise_()
        self.changed.emit()
        self._timer.start(STANDS)
        self._move(self._away(), self._home(), IN)

    def _leave(self) -> None:
        self._move(self.pos(), self._away(), OUT)

    def _move(self, start: QPoint, end: QPoint, milliseconds: int) -> None:
        """Slide, or be there at once if there is to be no movement."""
        self._slide.stop()
        if not self._motion:
            self.move(end)
            self._arrived()
            return
        self._slide.setDuration(round(milliseconds / self._motion))
        self._slide.setStartValue(start)
        self._slide.setEndValue(end)
        self.move(start)
        self._slide.start()

    def _arrived(self) -> None:
        """Show the next moment once this one has left."""
        if self._timer.isActive():
            return
        self.hide()
        self.changed.emit()
        if self._waiting:
            self._next()

    def give_way(self, place: QRect) -> None:
        """Leave if it lies over this place of the screen, where somebody has begun to read."""
        home = QRect(self._over.mapToGlobal(self._home()), self.size())
        if not self.isHidden() and home.intersects(place):
            self.dismiss()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.dismiss()
