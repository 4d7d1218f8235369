"""This game's part of the tray: the last roll or what a space would mean, and in the Enemy's turn its Instructions."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.present.values import HoverView
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import plain
from defiance_qt.systems.defiance.view.panels.roll_painter import (
    ROOMY,
    Pen,
    paint_outlook,
    paint_roll,
    paint_short,
    paint_text,
    paint_turn,
)
from defiance_qt.systems.defiance.view.present.values import QuestionDetails, RollView

# Milliseconds of an animation at normal speed: the dice, then each symbol that is stopped.
DICE, STRIKE, FRAME = 450, 120, 16


class RollBody(QWidget):
    """The picture of the tray. It is drawn as a whole; a screen reader is told all of it as its name and
    description."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view = QuestionDetails()
        self._outlook: HoverView | None = None
        self._tips: list[tuple[object, str]] = []
        self._speed = 1.0
        self._elapsed = -1.0
        self._shown = (-1, False)
        self._coming: QuestionDetails | None = None
        self.cut: list[str] = []
        self.overlaps: list[str] = []
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._tick)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setObjectName("tray")
        QVBoxLayout(self)

    # -- content

    def show_body(self, body: object | None) -> None:
        """Show `QuestionDetails`; None hides the widget."""
        self.setVisible(isinstance(body, QuestionDetails))
        if not isinstance(body, QuestionDetails) or body == self._view:
            return
        self._view = body
        self.skip()
        self.setAccessibleName(body.roll.title if body.roll is not None else "")
        self.setAccessibleDescription(body.spoken)
        self.update()

    def show_outlook(self, view: HoverView | None) -> None:
        """Show what a space would mean instead of the last roll; None shows that again."""
        if view != self._outlook:
            self._outlook = view
            self.update()

    @property
    def view(self) -> QuestionDetails:
        return self._view

    # -- motion

    def set_motion(self, speed: float) -> None:
        """Set the speed of animations: 1 is normal, 0 shows none."""
        self._speed = speed

    def animate(self) -> None:
        """Let the dice of a roll fall that has not been shown yet."""
        if self._fresh() and self._speed > 0 and self.isVisible():
            self._elapsed = 0.0
            self._timer.start()
        self.update()

    def _fresh(self) -> bool:
        """Return whether a roll has fallen that has not been shown yet; from now on it has been."""
        key = _key(self._view.roll)
        fresh, self._shown = key != self._shown and key[1], key
        return fresh

    def expect(self, coming: QuestionDetails | None = None) -> None:
        """Leave the dice of the roll that is shown in the air until `begin`, or show what is `coming` only then, with
        the Instructions that are shown now."""
        self._coming = coming
        if coming is None and self._fresh() and self._speed > 0 and self.isVisible():
            self._elapsed = 0.0
        self.update()

    def begin(self) -> None:
        """Let the dice begin to fall."""
        coming, self._coming = self._coming, None
        if coming is not None:
            now = self._view
            self.show_body(replace(coming, boxes=now.boxes, actor=now.actor, note=now.note, explained=now.explained))
            self._fresh()
        self._elapsed = 0.0
        self.update()

    def fall(self, part: float) -> None:
        """Show the dice, and then what they stop, at a part 0 … 1 of their way."""
        self._elapsed = part * self.length
        self.update()

    @property
    def length(self) -> int:
        """Milliseconds from the first die to the last symbol that is stopped."""
        shown = self._coming or self._view
        columns = shown.roll.columns if shown.roll is not None else ()
        return DICE + STRIKE * max((len(column.above) for column in columns), default=0)

    def skip(self) -> None:
        """Show the end of an animation at once."""
        self._timer.stop()
        self._elapsed = -1.0
        self.update()

    @property
    def moving(self) -> bool:
        return self._elapsed >= 0

    def _tick(self) -> None:
        self._elapsed += FRAME * self._speed
        if self._elapsed >= self.length:
            self.skip()
        self.update()

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        landed, struck = 1.0, 99
        if self._elapsed >= 0:
            landed = min(1.0, self._elapsed / DICE)
            struck = int((self._elapsed - DICE) / STRIKE) if self._elapsed > DICE else 0
        pen = Pen(painter, self._theme, self._words, self.width(), self.height(), landed, struck, not self.moving)
        view = self._view
        roomy = self.width() >= pen.of(ROOMY)
        if self._outlook is not None and not view.boxes and not self.moving:
            paint_outlook(pen, self._outlook)
        elif view.boxes and (roomy or not view.fresh):
            paint_turn(pen, view, roomy)
        elif view.roll is not None:
            if roomy:
                paint_roll(pen, view.roll)
            else:
                paint_short(pen, view.roll, view.fresh)
        else:
            paint_text(pen, view.explained.lines or (self._words("view.tray.nothing"),))
        painter.end()
        self._tips, self.cut = list(pen.tips), pen.cut

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for area, text in self._tips:
                if area.contains(event.pos()):  # type: ignore[attr-defined]
                    QToolTip.showText(event.globalPos(), plain(text), self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)


def _key(roll: RollView | None) -> tuple[int, bool]:
    """Return what makes a roll another one to look at: where it began, and whether it is rolled."""
    if roll is None:
        return -1, False
    return roll.step, all(die.symbols is not None for side in roll.sides for die in side.dice)
