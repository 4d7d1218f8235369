"""The areas of the ship and the crew's tokens in them."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QLabel, QSizePolicy, QSpacerItem, QWidget

from defiance_qt.shell.kit.boxes import gbox, hbox, put, vbox
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.keys import OwnKeys
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.relayout import detach
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.panels.ship_parts import SIZE, Disc, Space
from defiance_qt.systems.defiance.view.present.ship import TokenView

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.panels.ship import ShipPage

CELL = 56  # the least width of a space
UNBOUNDED = 99
ROLES = ("small", "muted")  # of the words below a token: in a usual room, in a large one


class Token(OwnKeys, QAbstractButton):
    """The token of a member with its name and its effect. It is dragged, clicked, or moved by keys through `ship`."""

    def __init__(self, theme: Theme, ship: ShipPage, view: TokenView) -> None:
        super().__init__()
        self._theme, self._ship = theme, ship
        self.view = view
        self._size = theme.px(SIZE)
        self._pressed: QPoint | None = None
        self._dragged = False
        self.setObjectName(f"token:{view.id}")
        self.setProperty("subject", view.id)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._disc = Disc(theme)
        self._name = Elided("strong")
        self._name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._effect = label("", "small", wrap=True)
        self._effect.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        column = vbox((self._disc, 0, Qt.AlignmentFlag.AlignHCenter), of=self, margins=3, gap=theme.px(2))
        for part in (self._name, self._effect):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(part)
        column.addStretch(1)
        self.show_token(view)

    def show_token(self, view: TokenView) -> None:
        self.view = view
        self._name.set_words(view.name)
        self._effect.setText(view.effect)
        self._effect.setVisible(bool(view.area))
        set_property(self._effect, "tone", "team" if view.counts else "")
        self.setAccessibleName(view.spoken)
        set_tip(self, view.spoken)
        self.set_held(False, False)

    def set_size(self, size: int, roomy: bool) -> None:
        """Set the size of the disc, and of the words below it."""
        if size != self._size:
            self._size = size
            self._disc.set_size(size)
            set_property(self._effect, "role", ROLES[roomy])
            self.updateGeometry()

    def set_held(self, held: bool, near: bool) -> None:
        self._disc.show_token(self.view, held, near)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        assert layout is not None
        return QSize(self._theme.px(104), layout.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(max(self._theme.px(CELL), self._size + 2), self._size + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = smooth(self)
            painter.setPen(QPen(QColor(self._theme.blue), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)

    # -- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position().toPoint(), False
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        here = event.position().toPoint()
        if not self._dragged and (here - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self._dragged = True
            self._ship.take(self.view.id)
        if self._dragged:
            self._ship.drag(self.mapToGlobal(here))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._pressed, self._dragged = self._dragged, None, False
        if dragged:
            self._ship.drag(self.mapToGlobal(event.position().toPoint()))
            self._ship.drop()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._ship.click_token(self.view.id)

    # -- keys

    def takes(self, event: QKeyEvent) -> bool:
        return self._ship.wants(event)

    def press(self, event: QKeyEvent) -> None:
        self._ship.press(self.view.id, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.takes(event))
        if event.isAccepted():
            self.press(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._ship.put_back()


class Area(QFrame):
    """An area with its spaces, or the ramp, where tokens without a space wait."""

    def __init__(self, theme: Theme, ship: ShipPage, id: str) -> None:
        super().__init__()
        self._theme, self._ship, self.id = theme, ship, id
        self.setObjectName(f"area:{id or 'ramp'}")
        self.setProperty("role", "card")
        self._name, self._key = label("", "strong", wrap=True), label("", "key")
        self._effect = label("", "small", wrap=True)
        self._means = self._tone = ""
        self._size, self._roomy = theme.px(SIZE), False
        self._free: list[tuple[QWidget, Space, QLabel]] = []
        self._cells: list[QWidget] = []
        # The spaces of an area stand side by side, in the bow one below the other; on the ramp tokens stand in rows.
        self._across = UNBOUNDED
        self._places = gbox(gap=theme.px(4))
        side = theme.px(9)
        column = vbox(
            hbox((self._name, 1), (self._key, 0, Qt.AlignmentFlag.AlignTop)),
            self._effect,
            of=self,
            margins=(side, theme.px(7), side, theme.px(6)),
            gap=theme.px(3),
        )
        self._over = QSpacerItem(0, 0)
        column.addItem(self._over)
        put(column, self._places, ...)

    def show_area(
        self, name: str, key: str, effect: str, tokens: list[Token], free: int, wrecked: bool = False
    ) -> None:
        self._name.setText(name)
        show_text(self._key, key)
        self._means, self._tone = effect, "danger" if wrecked else ""
        show_text(self._effect, effect)
        set_property(self._effect, "tone", self._tone)
        while len(self._free) < free:
            self._free.append(self._made())
        for place, (cell, _, _) in enumerate(self._free):
            cell.setVisible(place < free)
        cells: list[QWidget] = [*tokens, *(cell for cell, _, _ in self._free[:free])]
        if cells != self._cells:
            self._cells = cells
            self._place()
        self.setAccessibleName(name)
        words = self._ship.words
        said = words("view.ship.spaces", n=free) if key else ""
        self.setAccessibleDescription(". ".join(part for part in (effect, said) if part))

    def set_size(self, size: int, over: int, roomy: bool) -> None:
        """Set the size of the free spaces and the height over them; the ship sets the size of the tokens."""
        if (size, over) != (self._size, self._over.sizeHint().height()):
            self._size, self._roomy = size, roomy
            self._over.changeSize(0, over)
            for _, space, text in self._free:
                space.set_size(size)
                set_property(text, "role", ROLES[roomy])
            self._places.invalidate()

    def set_across(self, across: int) -> None:
        """Set how many tokens stand side by side at most."""
        if across != self._across:
            self._across = across
            self._place()

    def _place(self) -> None:
        """Set tokens and spaces into rows as long as each other, so that names have room."""
        detach(self._places)
        rows = ceil(len(self._cells) / self._across)
        across = ceil(len(self._cells) / rows) if rows else 0
        for place, cell in enumerate(self._cells):
            self._places.addWidget(cell, place // across, place % across, Qt.AlignmentFlag.AlignTop)
            cell.show()
        for column in range(self._places.columnCount()):
            self._places.setColumnStretch(column, int(column < across))

    def _made(self) -> tuple[QWidget, Space, QLabel]:
        cell, space, text = (
            QWidget(self),
            Space(self._theme),
            label(self._ship.words("view.ship.free"), ROLES[self._roomy]),
        )
        space.set_size(self._size)
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        text.setWordWrap(True)
        cell.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        cell.setMinimumWidth(self._theme.px(CELL))
        vbox((space, 0, Qt.AlignmentFlag.AlignHCenter), text, ..., of=cell, margins=3, gap=self._theme.px(2))
        return cell, space, text

    def set_look(self, tone: str, gain: str = "") -> None:
        """Set whether the token in the hand fits here, and whether it is aimed here; `gain` is what it would do, in the
        place of what the area does."""
        set_property(self, "state", {"fits": "active", "aimed": "drop"}.get(tone, ""))
        # The areas stay where they are while one of them is aimed at.
        self._effect.setMinimumHeight(self._effect.height() if gain else 0)
        # A percent sign does not begin a line.
        self._effect.setText(gain.replace(" %", "\N{NO-BREAK SPACE}%") or self._means)
        set_property(self._effect, "tone", {"fits": "team", "aimed": "gold"}[tone] if gain else self._tone)
        free = [space for cell, space, _ in self._free if not cell.isHidden()]
        for place, space in enumerate(free):
            space.set_look("fits" if tone == "aimed" and place else tone)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._ship.point(self.id)
        super().enterEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._ship.click_area(self.id)
