"""The Specialties of one of the four as a tree: its groups are columns, their levels rows; below the chosen one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QPushButton, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, boxed, gbox, hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import Elided, elided_lines, fitted_lines
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.keys import OwnKeys
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.native import key_text
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.panels.actions import ActionButton
from defiance_qt.systems.defiance.view.panels.buyers import Buyers
from defiance_qt.systems.defiance.view.present.specialty_tree import (
    LATER,
    OPEN,
    OWNED,
    ROMAN,
    NodeView,
    PupilView,
    TreeView,
)

LINES = 2  # of a Specialty's text in the tree, or of its name
MORE = 4  # the most lines of a text where the tree has room
TIGHT, LOOSE = 8, 34  # the gap between the rows of a tree, and the most of it
DIGITS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)
STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
SIGNS = {OWNED: "check", OPEN: "plus", LATER: "time"}


class Node(QAbstractButton):
    """A Specialty: teal when it is owned, gold when it can be taken, else dashed."""

    def __init__(self, theme: Theme, view: NodeView) -> None:
        super().__init__()
        self._theme = theme
        self.view = view
        self._lines = LINES
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_node(view)

    def show_node(self, view: NodeView) -> None:
        self.view = view
        self.setAccessibleName(f"{view.name}, {ROMAN[view.level - 1]}, {view.status}")
        self.setAccessibleDescription(" ".join(filter(None, (view.text, view.why))))
        set_tip(self, "\n".join(filter(None, (view.name, view.text, view.why))))
        self.update()

    def _faces(self) -> tuple[QFontMetrics, QFontMetrics]:
        theme = self._theme
        return QFontMetrics(font(theme, weight=600)), QFontMetrics(font(theme, theme.size_small))

    def sizeHint(self) -> QSize:
        strong, small = self._faces()
        both = max(strong.height() + self._lines * small.height(), LINES * strong.height() + small.height())
        return QSize(self._theme.px(150), both + self._theme.px(14))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(84), self.sizeHint().height())

    def set_lines(self, lines: int) -> None:
        """Set how many lines the text has below a name of one line."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
            self.update()

    def needed(self, wide: int) -> int:
        """Return how many lines show the whole text at a width."""
        face, theme = font(self._theme, self._theme.size_small), self._theme
        inner = wide - 2 * 3 - theme.px(8) - theme.px(7)
        return len(elided_lines(self.view.text, face, inner, 99)) + len(self._name()[0]) - 1

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view, painter = self._theme, self.view, smooth(self)
        edge, fill, ink = {
            OWNED: (theme.team, theme.team_fill, theme.team),
            OPEN: (theme.gold, theme.gold_fill, theme.gold_ink),
        }.get(view.state, (theme.raised_border, theme.card, theme.muted))
        known = view.state in (OWNED, OPEN)
        pen = QPen(QColor(edge), theme.px(2) if known else 1.4)
        if not known:
            pen.setStyle(Qt.PenStyle.DashLine)
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        painter.setPen(pen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, theme.radius_small, theme.radius_small)
        if self.hasFocus() or self.isChecked():
            painter.setPen(QPen(QColor(theme.blue if self.hasFocus() else theme.text), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), theme.radius_small + 2, theme.radius_small + 2)
        strong, small = self._faces()
        inner = box.adjusted(theme.px(8), theme.px(4), -theme.px(7), -theme.px(3))
        size = theme.px(14)
        sign = QRectF(inner.right() - size, inner.top() + (strong.height() - size) / 2, size, size)
        paint_icon(painter, sign, SIGNS.get(view.state, "lock"), ink)
        painter.setPen(QColor(theme.text_strong if known else theme.text))
        name, face = self._name()
        strong = QFontMetrics(face)
        painter.setFont(face)
        top = inner.top()
        for line in name:
            painter.drawText(QPointF(inner.left(), top + strong.ascent()), line)
            top += strong.height()
        painter.setFont(font(theme, theme.size_small))
        painter.setPen(QColor(theme.text if known else theme.muted))
        left = self._lines + 1 - len(name)
        for line in elided_lines(view.text, font(theme, theme.size_small), inner.width(), left):
            painter.drawText(QPointF(inner.left(), top + small.ascent()), line)
            top += small.height()

    def _name(self) -> tuple[list[str], QFont]:
        """Return the name, in two lines where it is too long for one, and in smaller words where one is too long."""
        theme, name = self._theme, self.view.name
        wide = self.width() - 2 * 3 - theme.px(8) - theme.px(7) - theme.px(14) - theme.px(4)
        sizes = (theme.size_text, theme.size_small, theme.size_small * 4 // 5)
        return fitted_lines(name, (font(theme, size, 600) for size in sizes), wide, LINES)

    def unread(self) -> list[str]:
        """Return the name if it has no room; the text is whole in the card below."""
        return [] if "".join(self._name()[0]) == self.view.name else [self.view.name]


class Branches(QWidget):
    """The tree: a column of nodes for each group, with lines from each Specialty to those that it leads to."""

    looked = Signal(object)
    wanted = Signal()

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.nodes: dict[str, Node] = {}
        self._pupil: PupilView | None = None
        self._shape: tuple[object, ...] = ()
        self._grid = gbox(of=self, margins=0, gap=(theme.px(14), theme.px(TIGHT)))

    def show_pupil(self, pupil: PupilView, tree: TreeView) -> None:
        if pupil == self._pupil and (tree.level, tree.opens) == self._shape[-2:]:
            return
        nodes = tuple((one.id, tuple(node.id for node in one.nodes)) for one in pupil.groups)
        self._pupil = pupil
        shape = (pupil.id, nodes, tree.level, tree.opens)
        if shape == self._shape:
            for group in pupil.groups:
                for node in group.nodes:
                    self.nodes[node.id].show_node(node)
            self.fit()
            self.update()
            return
        self._shape = shape
        self._make(pupil, tree)

    def _make(self, pupil: PupilView, tree: TreeView) -> None:
        clear(self._grid)
        self.nodes = {}
        grid = self._grid
        for column, group in enumerate(pupil.groups, 1):
            name = label(group.name, "strong", wrap=True)
            name.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(name, 0, column)
            grid.setColumnStretch(column, 1)
        row = 1
        for level in range(1, len(ROMAN) + 1):
            if level == tree.level + 1 and tree.opens:
                note = label(tree.opens, "chip", "gold", wrap=True)
                note.setAlignment(Qt.AlignmentFlag.AlignCenter)
                grid.addWidget(note, row, 1, 1, len(pupil.groups))
                row += 1
            columns = [[node for node in group.nodes if node.level == level] for group in pupil.groups]
            high = max(map(len, columns), default=0)
            if not high:
                continue
            roman = label(ROMAN[level - 1], "strong", "team" if level <= tree.level else "")
            roman.setAccessibleName(self._words("view.tree.level", level=ROMAN[level - 1]))
            grid.addWidget(roman, row, 0, high, 1)
            for column, found in enumerate(columns, 1):
                for below, node in enumerate(found):
                    button = Node(self._theme, node)
                    button.toggled.connect(partial(self._toggled, node.id))
                    button.installEventFilter(self)
                    self.nodes[node.id] = button
                    span = high if len(found) == 1 else 1
                    grid.addWidget(button, row + below, column, span, 1, Qt.AlignmentFlag.AlignVCenter)
            row += high
        grid.setRowStretch(row, 1)
        for button in self.nodes.values():
            button.show()
        self.fit()

    def fit(self) -> None:
        """Show whole texts where the tree has room for them, or scrolls without them too; and spread its rows."""
        viewport, theme, grid = self.parentWidget(), self._theme, self._grid
        if viewport is None or not self.nodes:
            return
        wide = next(iter(self.nodes.values())).width()
        grid.setVerticalSpacing(theme.px(TIGHT))
        least = self._least(LINES)
        wanted = max(LINES, min(MORE, max(node.needed(wide) for node in self.nodes.values())))
        if self._least(wanted) > viewport.height() >= least:
            self._least(LINES)
        spare = viewport.height() - grid.minimumSize().height()
        gaps = max(1, grid.rowCount() - 1)
        grid.setVerticalSpacing(max(theme.px(TIGHT), min(theme.px(LOOSE), theme.px(TIGHT) + spare // gaps)))

    def _least(self, lines: int) -> int:
        """Give every text so many lines, and return the least height of the tree."""
        for node in self.nodes.values():
            node.set_lines(lines)
        self._grid.invalidate()
        return self._grid.minimumSize().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size() != event.oldSize():
            self.fit()

    def _toggled(self, id: str, on: bool) -> None:
        if on and id in self.nodes:
            self.looked.emit(self.nodes[id].view)

    def choose(self, id: str) -> None:
        if id in self.nodes:
            self.nodes[id].setChecked(True)

    @property
    def chosen(self) -> NodeView | None:
        """The chosen Specialty."""
        return next((node.view for node in self.nodes.values() if node.isChecked()), None)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(watched, Node):
            if event.type() == QEvent.Type.FocusIn:
                watched.setChecked(True)
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
                    watched.setChecked(True)
                    self.wanted.emit()
                    return True
                step = STEPS.get(Qt.Key(event.key()))
                if step is not None:
                    self._go(watched, *step)
                    return True
        return bool(super().eventFilter(watched, event))  # type: ignore[arg-type]  # Qt passes the widget

    def _go(self, node: Node, x: int, y: int) -> None:
        """Move the focus to the nearest node in a direction."""
        here = node.geometry().center()
        found: list[tuple[int, Node]] = []
        for other in self.nodes.values():
            by = other.geometry().center() - here
            along, aside = (by.x() * x + by.y() * y), abs(by.y() if x else by.x())
            if along > 4 and (x or aside < node.width() // 2):
                found.append((along + 2 * aside, other))
        if found:
            min(found, key=lambda pair: pair[0])[1].setFocus(Qt.FocusReason.TabFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines: full where the Specialty is owned."""
        painter, theme = smooth(self), self._theme
        for node in self.nodes.values():
            for id in node.view.requires:
                other = self.nodes.get(id)
                if other is None:
                    continue
                owned = other.view.state == OWNED
                pen = QPen(QColor(theme.team if owned else theme.raised_border), theme.px(2) if owned else 1.6)
                if not owned:
                    pen.setStyle(Qt.PenStyle.DotLine)
                painter.setPen(pen)
                start = QPointF(other.geometry().center().x(), other.geometry().bottom() - 2)
                end = QPointF(node.geometry().center().x(), node.geometry().top() + 3)
                if self._free(other, node):
                    painter.drawLine(start, end)
                    continue
                # Around the node between the two.
                left = other.geometry().left() - theme.px(6)
                side = QPointF(other.geometry().left() + 3, other.geometry().center().y())
                top = node.geometry().top() - theme.px(4)
                painter.drawPolyline([side, QPointF(left, side.y()), QPointF(left, top), QPointF(end.x(), top), end])

    def _free(self, above: Node, below: Node) -> bool:
        """Check whether no node lies between two of a column."""
        return not any(
            above.geometry().bottom() < node.geometry().center().y() < below.geometry().top()
            and node.geometry().left() == above.geometry().left()
            for node in self.nodes.values()
        )


class Detail(QFrame):
    """The chosen Specialty: its text, what it requires, and taking it, which asks once more."""

    taken = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._theme, self._words = theme, words
        self._node: NodeView | None = None
        self._pupil: PupilView | None = None
        self._shown: object = None
        self._name, self._level = Elided("heading"), label("", "chip")
        self._for_ever = label(words("view.tree.for_ever"), "small", "gold", wrap=True)
        self._text = label("", wrap=True)
        self._leads = label("", "small", wrap=True)
        self._needs = flowing([], theme.px(14))
        self._why = label("", "small", "danger", wrap=True)
        self.take = ActionButton(theme, self)
        self.take.set_key(key_text("T"))
        self.take.setProperty("tight", True)
        self.take.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.take.setProperty("role", "offer")
        self.take.clicked.connect(self.ask)
        self._sure = label("", "strong", "gold", wrap=True)
        self.yes = push(words("view.tree.yes"), "primary", does=self._taken)
        self.no = QPushButton(words("view.tree.no"))
        self.no.clicked.connect(self._not_yet)
        vbox(
            hbox(self._name, self._level, ..., label("R-318", "key"), gap=theme.px(8)),
            self._text,
            self._leads,
            self._needs,
            self._why,
            hbox(
                (vbox(self._for_ever, self._sure), 1),
                hbox(self.take, self.yes, self.no, gap=theme.px(8)),
                gap=theme.px(12),
            ),
            of=self,
            margins=(12, 9),
            gap=theme.px(4),
        )
        self._ask(False)

    def show_node(self, node: NodeView | None, pupil: PupilView) -> None:
        shown = (node, pupil.id)
        if shown == self._shown:
            return
        self._shown = shown
        self._node, self._pupil = node, pupil
        words = self._words
        flow = self._needs.flow
        clear(flow)
        self._ask(False)
        self._level.setVisible(node is not None)
        if node is None:
            self._name.set_words(words("view.tree.choose"))
            for part in (self._text, self._leads, self._needs, self._why, self._for_ever, self.take):
                part.hide()
            return
        self._name.set_words(node.name)
        self.setAccessibleName(node.name)
        group = next((one for one in pupil.groups if node in one.nodes), None)
        place = f"{group.name} · {ROMAN[node.level - 1]}" if group is not None else ROMAN[node.level - 1]
        self._level.setText(place)
        self._text.setText(node.text)
        self._text.show()
        names = {one.id: one.name for each in pupil.groups for one in each.nodes}
        leads = ", ".join(names[id] for id in node.leads if id in names)
        self._leads.setText(words("view.tree.leads", names=leads) if leads else "")
        self._leads.setVisible(bool(leads))
        for need in node.needs:
            line = label(f"{'✓' if need.met else '✗'} {need.text}", "small", "team" if need.met else "danger")
            flow.addWidget(line)
            line.show()
        self._needs.setVisible(bool(node.needs))
        show_text(self._why, node.why)
        self._for_ever.setVisible(node.command is not None)
        spoken = words("view.tree.take.named", specialty=node.name)
        self.take.set_words(words("view.tree.take"))
        self.take.setAccessibleName(spoken)
        self.take.setVisible(node.command is not None)

    def _ask(self, asking: bool) -> None:
        """Show the question before a Specialty is taken, or the button that leads to it."""
        self._sure.setVisible(asking)
        self.yes.setVisible(asking)
        self.no.setVisible(asking)
        self.take.setVisible(not asking and self._node is not None and self._node.command is not None)
        set_property(self, "state", "differs" if asking else "")

    def ask(self) -> None:
        """Ask whether to take the chosen Specialty for ever (R-318)."""
        if self._node is None or self._node.command is None or self._pupil is None:
            return
        values = {"name": self._pupil.short, "specialty": self._node.name}
        self._sure.setText(f"⚠ {self._words('view.tree.sure', **values)}")
        self._ask(True)
        self.yes.setAccessibleDescription(f"{self._sure.text()} {self._words('view.tree.for_ever')}")
        self.yes.setFocus(Qt.FocusReason.OtherFocusReason)

    def _taken(self) -> None:
        node = self._node
        self._ask(False)
        if node is not None and node.command is not None:
            self.taken.emit(node.command)

    def _not_yet(self) -> None:
        self._ask(False)
        self.take.setFocus(Qt.FocusReason.OtherFocusReason)


class TreePanel(OwnKeys, QWidget):
    """The Specialties of the four, one at a time. `chosen` carries the command that acquires one. Where another part
    says whose tree is shown, it is not `alone`."""

    chosen = Signal(object)
    pupil_changed = Signal(str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None, alone: bool = True) -> None:
        super().__init__(parent)
        self.setObjectName("specialties")
        self._theme, self._words, self._alone = theme, words, alone
        self._view: TreeView | None = None
        self._last: dict[str, str] = {}
        self.pupils = Buyers(theme, words)
        self.pupils.chosen.connect(self.choose_pupil)
        self.branches = Branches(theme, words)
        self.detail = Detail(theme, words)
        self._title, self._count = Elided("heading"), label("", "small", wrap=True)
        area = Scroll(self.branches)
        area.setMinimumHeight(theme.px(160))
        self._area = area
        inside = boxed(
            vbox(self.pupils, vbox(self._title, self._count, gap=0), (area, 1), self.detail, margins=0, gap=theme.px(8))
        )
        side = theme.px(12) if alone else 0
        whole = vbox(of=self, margins=(side, theme.px(8) if alone else 0))
        if alone:  # large words may need more height than there is
            outside = Scroll(inside)
            whole.addWidget(outside)
        else:
            whole.addWidget(inside)
        self.pupils.setVisible(alone)
        self.branches.looked.connect(self._look)
        self.branches.wanted.connect(self.detail.ask)
        self.detail.taken.connect(self.chosen)

    def show_tree(self, view: TreeView) -> None:
        """Show the Specialties."""
        if view == self._view:
            return
        self._view = view
        self.pupils.make(view.pupils)
        for pupil in view.pupils:
            spoken = f"{pupil.name}. {pupil.count}"
            number = f"+{pupil.open}" if pupil.open else ""
            self.pupils.buttons[pupil.id].show_one(pupil.name, pupil.short, pupil.held, number, "", spoken)
        self._show()

    @property
    def pupil(self) -> PupilView | None:
        """The one of the four whose Specialties are shown."""
        if self._view is None:
            return None
        return next((pupil for pupil in self._view.pupils if pupil.id == self.pupils.at), self._view.pupils[0])

    def choose_pupil(self, id: str) -> None:
        """Show another of the four."""
        if self._view is None or id not in self.pupils.buttons:
            return
        self.pupils.choose(id)
        self._show()
        self.pupil_changed.emit(id)

    def choose(self, id: str) -> None:
        """Show a Specialty in detail."""
        self.branches.choose(id)

    def _show(self) -> None:
        view, pupil = self._view, self.pupil
        if view is None or pupil is None:
            return
        self._title.set_words(self._words("view.tree.title", name=pupil.short))
        self._count.setText(pupil.count)
        self.branches.show_pupil(pupil, view)
        nodes = [node for group in pupil.groups for node in group.nodes]
        first = next((node.id for node in nodes if node.state == OPEN), nodes[0].id if nodes else "")
        known = self._last.get(pupil.id, "")
        self.branches.choose(known if known in self.branches.nodes else first)
        self.detail.show_node(self.branches.chosen, pupil)
        self._lead()

    def _lead(self) -> None:
        """Let the focus that comes to the panel go to the chosen Specialty."""
        chosen = self.branches.chosen
        if chosen is not None:
            self.setFocusProxy(self.branches.nodes[chosen.id])

    def _look(self, node: NodeView) -> None:
        if self.pupil is not None:
            self._last[self.pupil.id] = node.id
            self.detail.show_node(node, self.pupil)
            self._area.ensureWidgetVisible(self.branches.nodes[node.id])
            self._lead()

    def takes(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and self._view is not None
        return plain and (event.key() == Qt.Key.Key_T or (self._alone and event.key() in DIGITS))

    def press(self, event: QKeyEvent) -> None:
        assert self._view is not None
        if event.key() == Qt.Key.Key_T:
            self.detail.ask()
            return
        place = DIGITS.index(Qt.Key(event.key()))
        if place < len(self._view.pupils):
            self.choose_pupil(self._view.pupils[place].id)
