"""Parts of the start screen: rows that are buttons, buttons with their key, ticks, and what is left of a figure."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QPushButton, QSizePolicy, QSpinBox, QWidget

from defiance_qt.shell.theme import Theme, font, icon, paint_icon
from defiance_qt.shell.tips import set_tip

LESSONS = {"guide": "play", "example": "deck"}
"""The icons of the kinds of lessons."""

WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


def grown(theme: Theme, pixels: float) -> int:
    """Return a length of the usual size of text in the theme's."""
    return max(1, round(pixels * theme.size_text / 14))


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
        chip = small.horizontalAdvance(self._chip) + grown(theme, 28) if self._chip else 0
        key = small.horizontalAdvance(self._key) + grown(theme, 14) if self._key else grown(theme, 20)
        return chip + key

    def _left(self) -> int:
        return grown(self._theme, 52) if self._mark else grown(self._theme, 13)

    def _label(self) -> int:
        """Return the width of the title in a boxed row."""
        return max(self._aligned, self.title_width) + grown(self._theme, 18)

    def _room(self, width: int) -> int:
        end = grown(self._theme, 6 if self._mark else 10)
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
            metrics = QFontMetrics(font(theme, size, weight))
            high = metrics.boundingRect(QRect(0, 0, room, 4000), WRAP, text).height() if text else 0
            found.append((text, size, weight, high))
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
        return next((one for one in pairs if metrics.horizontalAdvance(" · ".join(filter(None, one))) <= room), None)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        theme = self._theme
        if self._in_one(width) is not None:
            return grown(theme, 44)
        lines = sum(high for _, _, _, high in self._parts(width))
        return max(grown(theme, 44 if self._boxed else 58), lines + grown(theme, 16 if self._boxed else 22))

    def sizeHint(self) -> QSize:
        return QSize(grown(self._theme, 260), self.heightForWidth(max(self.width(), grown(self._theme, 260))))

    def minimumSizeHint(self) -> QSize:
        # A page that is too low for all rows scrolls; it does not squeeze them.
        high = self.heightForWidth(self.width()) if self.width() > grown(self._theme, 150) else 0
        return QSize(grown(self._theme, 150), max(high, grown(self._theme, 44)))

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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
            size = grown(theme, 34)
            tile = QRectF(grown(theme, 5), (self.height() - size) / 2, size, size)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.pressed if lit else theme.raised))
            painter.drawRoundedRect(tile, theme.radius_small + 2, theme.radius_small + 2)
            inset = size * 0.24
            paint_icon(painter, tile.adjusted(inset, inset, -inset, -inset), self._mark, theme.text)
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
        painter.setFont(font(theme, size, 400 if self._boxed else 600))
        painter.setPen(QColor(theme.muted if self._boxed else theme.text_strong))
        painter.drawText(QRect(left, top, room, first), WRAP, title)
        if self._boxed:
            self._paint_pair(painter, QRect(left, top + first, room, second), WRAP, self._text, self._rest)
        else:
            painter.setFont(font(theme, small))
            painter.setPen(QColor(theme.muted))
            painter.drawText(QRect(left, top + first, room, second), WRAP, text)

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
            high = metrics.boundingRect(QRect(0, 0, place.width(), 4000), WRAP, text).height()
            painter.drawText(place.adjusted(0, high, 0, 0), flags, rest)
        else:
            painter.drawText(place.adjusted(metrics.horizontalAdvance(text), 0, 0, 0), flags, f" · {rest}")

    def _paint_side(self, painter: QPainter) -> None:
        theme = self._theme
        small = font(theme, theme.size_small, 600)
        right = self.width() - grown(theme, 10 if self._boxed else 6)
        middle = self.height() / 2
        painter.setFont(small)
        if self._key:
            right = round(paint_key(painter, theme, self._key, right, middle))
        else:
            size = grown(theme, 16)
            paint_icon(painter, QRectF(right - size, middle - size / 2, size, size), "chevron_right", theme.muted)
            right -= grown(theme, 20)
        if self._chip:
            wide, high = QFontMetrics(small).horizontalAdvance(self._chip) + grown(theme, 16), grown(theme, 20)
            box = QRectF(right - wide - grown(theme, 4), middle - high / 2, wide, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.team_fill))
            painter.drawRoundedRect(box, high / 2, high / 2)
            painter.setPen(QColor(theme.team_ink))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._chip)


def paint_key(painter: QPainter, theme: Theme, key: str, right: float, middle: float, ink: str = "") -> float:
    """Draw a key cap that ends at `right`, and return where it begins."""
    face = font(theme, theme.size_small - 1, 600)
    wide = max(QFontMetrics(face).horizontalAdvance(key) + grown(theme, 11), grown(theme, 20))
    high = grown(theme, 18)
    box = QRectF(right - wide, middle - high / 2, wide, high)
    painter.setPen(QPen(QColor(ink or theme.raised_border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if ink else QColor(theme.pressed))
    painter.drawRoundedRect(box, 4, 4)
    painter.setFont(face)
    painter.setPen(QColor(ink or theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)
    return box.left()


class KeyButton(QPushButton):
    """A button that shows its key beside its words, and perhaps a number instead."""

    def __init__(self, theme: Theme, text: str, mark: str, role: str, key: str = "", high: int = 42) -> None:
        super().__init__()
        self._theme, self._key, self._role = theme, key, role
        self.say(text)
        self.setProperty("role", role)
        ink = theme.on_accent if role == "primary" else theme.team_ink if role == "offer" else theme.text
        self._ink = ink
        self.setIcon(icon(mark, ink, grown(theme, 18)))
        self.setIconSize(QSize(grown(theme, 18), grown(theme, 18)))
        self.setMinimumHeight(grown(theme, high))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        wide = self._cap()
        self.setStyleSheet(f"padding-right: {wide + theme.margin}px;" if wide else "")

    def say(self, text: str) -> None:
        """Change the words."""
        # Qt puts an icon next to the first letter.
        self.setText(f" {text}")
        self.setAccessibleName(text)

    def _cap(self) -> int:
        face = font(self._theme, self._theme.size_small - 1, 600)
        wide = max(QFontMetrics(face).horizontalAdvance(self._key) + grown(self._theme, 11), grown(self._theme, 20))
        return wide + grown(self._theme, 4) if self._key else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._key:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        words = metrics.horizontalAdvance(self.text()) + self.iconSize().width() + 4
        # The words are centered in what the padding leaves.
        middle = (self.width() - self._cap()) / 2
        right = middle + words / 2 + grown(self._theme, 4) + self._cap()
        edge = self._ink if self._role == "primary" else self._theme.muted
        paint_key(painter, self._theme, self._key, min(right, self.width() - 8), self.height() / 2, edge)


class Ticks(QWidget):
    """The chapters of a game as a row of boxes: those that are over, the current one, those to come."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._now, self._last = theme, 0, 0
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_value(self, now: int, last: int) -> None:
        self._now, self._last = now, last
        self.setVisible(bool(last))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._last * grown(self._theme, 10), grown(self._theme, 13))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._last * 4, grown(self._theme, 13))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        each = min(grown(theme, 10), self.width() / max(1, self._last))
        for place in range(1, self._last + 1):
            box = QRectF((place - 1) * each + 0.5, 1.5, each - 3, self.height() - 3)
            ink = theme.text_strong if place == self._now else theme.muted
            painter.setPen(QPen(QColor(ink), 1))
            painter.setBrush(QColor(ink) if place <= self._now else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 1.5, 1.5)


class Left(QWidget):
    """What is left of a figure: full pips, then hollow ones for what is lost."""

    MOST = 14

    def __init__(self, theme: Theme, left: int, of: int) -> None:
        super().__init__()
        self._theme, self._left, self._of = theme, left, of
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(grown(theme, 12))
        self.setMinimumWidth(min(of, self.MOST) * 5)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return QSize(min(self._of, self.MOST) * grown(self._theme, 10), grown(self._theme, 12))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        count = min(self._of, self.MOST)
        each = min(grown(theme, 10), self.width() / max(1, count))
        size = each - 2
        for place in range(count):
            box = QRectF(place * each + 0.5, (self.height() - size) / 2, size - 1, size - 1)
            full = place < self._left
            painter.setPen(QPen(QColor(theme.pip_full if full else theme.muted), 1))
            painter.setBrush(QColor(theme.pip_full) if full else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 1.5, 1.5)


class Wrapped(QLabel):
    """A label whose words wrap and which can shrink to a few pixels."""

    def __init__(self, text: str, role: str, tone: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        if tone:
            self.setProperty("tone", tone)
        self.setWordWrap(True)


class Calm(QObject):
    """Keeps the wheel from changing a box that has not the focus (F-65). Install it on boxes; the wheel then scrolls
    what is around them."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def calm(parent: QWidget) -> None:
    """Keep the wheel from changing a box, or the boxes in a widget, that have not the focus."""
    filter_ = Calm(parent)
    boxes = (*parent.findChildren(QComboBox), *parent.findChildren(QSpinBox))
    for box in (parent,) if isinstance(parent, QComboBox) else boxes:
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.installEventFilter(filter_)


def press_focused(screen: QWidget, event: QKeyEvent) -> bool:
    """Press the button that has the focus, for Enter. Returns whether one was pressed."""
    focused = screen.focusWidget()
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QAbstractButton):
        focused.click()
        return True
    return False
