"""Rows of a list that are buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from defiance_qt.shell.kit.labels import WRAP
from defiance_qt.shell.kit.lists import paint_tile, wrapped_height, write
from defiance_qt.shell.kit.pictures import paint_key, smooth
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip


class Row(QAbstractButton):
    """A row of a list: an icon on a tile, a title, a line below it, and at the right a chip, a key or an arrow. Its
    words wrap. Without an icon it has a frame, and its title is before the text if there is room for one line."""

    def __init__(
        self, theme: Theme, title: str, text: str = "", mark: str = "", chip: str = "", key: str = "", rest: str = ""
    ) -> None:
        super().__init__()
        self._theme, self._mark = theme, mark
        self._title, self._text, self._chip, self._key, self._rest = title, text, chip, key, rest
        self._brief = ""
        self._boxed = not mark
        self._over = self._ruled = False
        self._aligned = self._most = 0
        self._measured: dict[int, tuple[tuple[str, int, int, int], ...]] = {}  # by width: Qt asks often
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._name()

    def set_words(self, text: str, rest: str = "", brief: str = "") -> None:
        """Change the line below the title. Of a boxed row, `text` is strong and `rest` follows it. `brief` is shown
        instead of `text`, or of both if it is the text, where only that fits into one line."""
        if (text, rest, brief) != (self._text, self._rest, self._brief):
            self._text, self._rest, self._brief = text, rest, brief
            self._measured.clear()
            self._name()
            self._limit()
            self.updateGeometry()
            self.update()

    def set_most(self, height: int) -> None:
        """Let the row grow to this height, or to what its words need."""
        self._most = height
        self._limit()

    def _limit(self) -> None:
        if self._most:
            self.setMaximumHeight(max(self._most, self.heightForWidth(self.width())))

    def rule_off(self) -> None:
        """Draw a line above the row."""
        self._ruled = True

    def align(self, width: int) -> None:
        """Set the width of the titles of boxed rows that are below each other."""
        self._aligned = width
        self.updateGeometry()

    @property
    def title_width(self) -> int:
        """The width that the title needs."""
        return QFontMetrics(font(self._theme)).horizontalAdvance(self._title)

    @property
    def words(self) -> str:
        """All words of the row."""
        return " · ".join(part for part in (self._text, self._rest) if part)

    def _name(self) -> None:
        self.setAccessibleName(f"{self._title}: {self.words}" if self._boxed else self._title)
        self.setAccessibleDescription(self.words)
        set_tip(self, self.words if self._brief else "")

    # -- geometry

    def _side(self) -> int:
        """Return the width of what is at the right."""
        theme, small = self._theme, QFontMetrics(font(self._theme, self._theme.size_small, 600))
        chip = small.horizontalAdvance(self._chip) + theme.px(28) if self._chip else 0
        key = small.horizontalAdvance(self._key) + theme.px(14) if self._key else theme.px(20)
        return chip + key

    def _left(self) -> int:
        return self._theme.px(52) if self._mark else self._theme.px(13)

    def _label(self) -> int:
        """Return the width of the title in a boxed row."""
        return max(self._aligned, self.title_width) + self._theme.px(18)

    def _room(self, width: int) -> int:
        end = self._theme.px(6 if self._mark else 10)
        return max(40, width - self._left() - self._side() - end)

    def _parts(self, width: int) -> tuple[tuple[str, int, int, int], ...]:
        """Return the lines: text, font size, weight, height."""
        if width not in self._measured:
            self._measured[width] = self._measure(width)
        return self._measured[width]

    def _measure(self, width: int) -> tuple[tuple[str, int, int, int], ...]:
        theme = self._theme
        room = self._room(width)
        found = []
        words = f"{self._text}\n{self._rest}" if self._breaks(room) else self.words
        for text, size, weight in (
            (self._title, theme.size_text, 600),
            (words, theme.size_text if self._boxed else theme.size_text - 1, 600 if self._boxed else 400),
        ):
            found.append((text, size, weight, wrapped_height(font(theme, size, weight), text, room)))
        return tuple(found)

    def _breaks(self, room: int) -> bool:
        """Return whether the rest of a boxed row goes on a line of its own."""
        metrics = QFontMetrics(font(self._theme, self._theme.size_text, 600))
        return self._boxed and bool(self._rest) and metrics.horizontalAdvance(self.words) > room

    def _in_one(self, width: int) -> tuple[str, str] | None:
        """Return the words of a boxed row that fit beside its title, None if none do."""
        if not self._boxed:
            return None
        metrics = QFontMetrics(font(self._theme, self._theme.size_text, 600))
        room = self._room(width) - self._label()
        pairs = [(self._text, self._rest)]
        if self._brief:
            pairs.append((self._brief, "" if self._brief == self._text else self._rest))
        return next((pair for pair in pairs if metrics.horizontalAdvance(" · ".join(filter(None, pair))) <= room), None)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        theme = self._theme
        if self._in_one(width) is not None:
            return theme.px(44)
        lines = sum(high for _, _, _, high in self._parts(width))
        return max(theme.px(44 if self._boxed else 58), lines + theme.px(16 if self._boxed else 22))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(260), self.heightForWidth(max(self.width(), self._theme.px(260))))

    def minimumSizeHint(self) -> QSize:
        # A page that is too low for all rows scrolls; it does not squeeze them.
        high = self.heightForWidth(self.width()) if self.width() > self._theme.px(150) else 0
        return QSize(self._theme.px(150), max(high, self._theme.px(44)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._limit()
            self.updateGeometry()

    # -- looks

    def enterEvent(self, event: QEnterEvent) -> None:
        self._over = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = smooth(self)
        lit = self._over or self.isDown()
        if self._ruled:
            painter.fillRect(0, 0, self.width(), 1, QColor(theme.card_border))
        box = QRectF(self.rect()).adjusted(1, 1 if self._boxed else 4, -1, -1 if self._boxed else -4)
        if self._boxed or lit or self.hasFocus():
            edge = theme.blue if self.hasFocus() else theme.raised_border if self._boxed else "#00000000"
            if lit and self._boxed and not self.hasFocus():
                edge = theme.muted
            painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
            painter.setBrush(QColor(theme.hover if lit else theme.raised if self._boxed else "#00000000"))
            painter.drawRoundedRect(box, theme.radius_small + 2, theme.radius_small + 2)
        self._paint_words(painter)
        if self._mark:
            size = theme.px(34)
            tile = QRectF(theme.px(5), (self.height() - size) / 2, size, size)
            paint_tile(painter, theme, tile, self._mark, theme.text, theme.pressed if lit else theme.raised)
        self._paint_side(painter)

    def _paint_words(self, painter: QPainter) -> None:
        theme, left, room = self._theme, self._left(), self._room(self.width())
        if (pair := self._in_one(self.width())) is not None:
            place = QRect(left, 0, self._label(), self.height())
            painter.setPen(QColor(theme.muted))
            painter.setFont(font(theme))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self._title)
            place = QRect(left + self._label(), 0, room - self._label(), self.height())
            self._paint_pair(painter, place, int(Qt.AlignmentFlag.AlignVCenter), *pair)
            return
        (title, size, _, first), (text, small, _, second) = self._parts(self.width())
        top = (self.height() - first - second) // 2
        face, ink = font(theme, size, 400 if self._boxed else 600), theme.muted if self._boxed else theme.text_strong
        write(painter, QRect(left, top, room, first), title, face, ink, WRAP)
        if self._boxed:
            self._paint_pair(painter, QRect(left, top + first, room, second), WRAP, self._text, self._rest)
        else:
            write(painter, QRect(left, top + first, room, second), text, font(theme, small), theme.muted, WRAP)

    def _paint_pair(self, painter: QPainter, place: QRect, flags: int, text: str, rest: str) -> None:
        """Draw the strong text, and the rest after it or below it."""
        theme = self._theme
        bold, plain = font(theme, theme.size_text, 600), font(theme)
        metrics = QFontMetrics(bold)
        painter.setFont(bold)
        painter.setPen(QColor(theme.text_strong))
        painter.drawText(place, flags, text)
        if not rest:
            return
        painter.setFont(plain)
        painter.setPen(QColor(theme.text))
        if metrics.horizontalAdvance(f"{text} · {rest}") > place.width():
            high = wrapped_height(bold, text, place.width())
            painter.drawText(place.adjusted(0, high, 0, 0), flags, rest)
        else:
            painter.drawText(place.adjusted(metrics.horizontalAdvance(text), 0, 0, 0), flags, f" · {rest}")

    def _paint_side(self, painter: QPainter) -> None:
        theme = self._theme
        small = font(theme, theme.size_small, 600)
        right = self.width() - theme.px(10 if self._boxed else 6)
        middle = self.height() / 2
        painter.setFont(small)
        if self._key:
            right = round(paint_key(painter, theme, self._key, right, middle))
        else:
            size = theme.px(16)
            paint_icon(painter, QRectF(right - size, middle - size / 2, size, size), "chevron_right", theme.muted)
            right -= theme.px(20)
        if self._chip:
            wide, high = QFontMetrics(small).horizontalAdvance(self._chip) + theme.px(16), theme.px(20)
            box = QRectF(right - wide - theme.px(4), middle - high / 2, wide, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.team_fill))
            painter.drawRoundedRect(box, high / 2, high / 2)
            painter.setPen(QColor(theme.team_ink))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._chip)
