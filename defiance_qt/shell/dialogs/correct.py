"""Dialog to correct an earlier step: what was meant, what becomes of the later steps, and a yes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.carrying import Fate
from defiance_qt.core.correction import Correction
from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Command, State, Words
from defiance_qt.shell.boards import Board, StatePicture, area, elsewhere
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.native import key_text
from defiance_qt.shell.panels.chance import ChanceEntry
from defiance_qt.shell.panels.fields import FieldsEntry
from defiance_qt.shell.present.correcting import CorrectionView, FateView, PartView
from defiance_qt.shell.present.values import RefusedView
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip

_SIZE = (1240, 760)
_LEFT = 320
_COMMAND = Qt.ItemDataRole.UserRole
SIGNS: dict[Fate, str] = {"stays": "✓", "bridged": "≈", "lost": "×", "drops": "–", "added": "+"}
TONES: dict[Fate, str] = {"stays": "team", "bridged": "gold", "lost": "danger", "drops": "", "added": "blue"}
YES = "Ctrl+Return"


class Asked(NamedTuple):
    """What is meant in place of a part of the step, and the steps that are not to be bridged."""

    part: int
    command: Command
    left_out: frozenset[int] = frozenset()


class Desk(NamedTuple):
    """What the dialog asks for: the work that finds a correction out, in slices; its view; the values of chance with
    those of the app; the command of a form; a refusal in words; the board of a state, None without pictures; and what
    carries a correction out, with a note."""

    work: Callable[[Asked], Generator[int, None, Correction]]
    view: Callable[[Correction], CorrectionView]
    answer: Callable[[int, Sequence[int | None]], Command]
    fill: Callable[[int, str, Any], Command]
    refusal: Callable[[DefianceError], RefusedView]
    board: Callable[[State], Board | None]
    carry_out: Callable[[Correction, str], object]


class FateStrip(QWidget):
    """The later steps in a line: bridged, lost and added ones stand out. `sought` carries the index of a line."""

    sought = Signal(int)
    HIGH = 14

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._fates: tuple[Fate, ...] = ()
        self.setFixedHeight(theme.px(self.HIGH))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_fates(self, fates: tuple[Fate, ...]) -> None:
        self._fates = fates
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._fates:
            self.sought.emit(int(event.position().x() * len(self._fates) / self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, count = self._theme, len(self._fates)
        painter.fillRect(self.rect(), QColor(theme.team if count else theme.raised))
        each = self.width() / count if count else 0
        for place, fate in enumerate(self._fates):
            if fate in ("bridged", "lost", "added"):
                colour = QColor(getattr(theme, TONES[fate]))
                painter.fillRect(QRectF(place * each - 1, 0, max(3, each), self.height()), colour)


class CorrectDialog(Dialog):
    """The parts of a step at the left, with what can be meant instead; at the right what would become of the later
    steps. Nothing is changed until the user says yes."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        words: Words,
        step: int,
        parts: Sequence[PartView],
        desk: Desk,
        pictured: bool,
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._desk = theme, words, desk
        self._parts = tuple(parts)
        self._step = step
        self._pictured = pictured
        self._asked: Asked | None = None
        self._work: Generator[int, None, Correction] | None = None
        self.found: CorrectionView | None = None
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._slice)
        room = parent.window().size()
        wide, high = (round(side * theme.scale) for side in _SIZE)
        self.resize(min(wide, room.width() - 40), min(high, room.height() - 40))
        self.setWindowTitle(words("ui.correct.title"))
        self.form = FieldsEntry(theme, words)
        self.chance = ChanceEntry(theme, words)
        columns = QHBoxLayout()
        columns.setSpacing(theme.px(18))
        columns.addWidget(self._left())
        columns.addLayout(self._right(), 1)
        body = QVBoxLayout(self)
        body.setContentsMargins(22, 18, 22, 16)
        body.setSpacing(theme.px(12))
        body.addLayout(columns, 1)
        body.addLayout(self._foot())
        for lines in (self.parts, self.list, self.rows):
            lines.setWordWrap(True)
            lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._show_found(None)

    # -- what was meant

    def _left(self) -> QWidget:
        words = self._words
        side = QWidget()
        side.setFixedWidth(self._theme.px(_LEFT))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.px(8))
        column.addWidget(label(words("ui.correct.title"), "heading"))
        column.addWidget(label(words("ui.correct.was", step=self._step), "muted"))
        self.parts = QListWidget()
        self.parts.setAccessibleName(words("ui.correct.was", step=self._step))
        for place, part in enumerate(self._parts):
            item = QListWidgetItem(part.text)
            if not part.replaceable:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.parts.insertItem(place, item)
        self.parts.setFixedHeight(self._theme.px(34 * min(4, len(self._parts)) + 6))
        self.parts.currentRowChanged.connect(self._turn)
        column.addWidget(self.parts)
        column.addWidget(label(words("ui.correct.meant"), "strong"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(words("ui.correct.search"))
        self.search.setAccessibleName(words("ui.correct.search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._list)
        self.list = QListWidget()
        self.list.setAccessibleName(words("ui.correct.meant"))
        self.list.currentItemChanged.connect(self._chosen)
        self.form.filled.connect(self._filled)
        self.chance.answered.connect(self._answered)
        column.addWidget(self.form)
        column.addWidget(self.chance)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        self.note = QLineEdit()
        self.note.setPlaceholderText(words("ui.correct.why"))
        self.note.setAccessibleName(words("ui.correct.why"))
        column.addWidget(self.note)
        return side

    def choose_part(self, place: int) -> None:
        """Choose what is replaced: the part with this index, or the first that can be."""
        if not self._parts[place].replaceable:
            place = next(place for place, one in enumerate(self._parts) if one.replaceable)
        self.parts.setCurrentRow(place)
        self.take_focus()

    def take_focus(self) -> None:
        """Focus what the part is replaced by."""
        part = self._part
        if part.entry is not None:
            self.chance.take_focus()
        elif part.forms:
            self.form.take_focus()
        else:
            self.search.setFocus()

    @property
    def _part(self) -> PartView:
        return self._parts[self.parts.currentRow()]

    def _turn(self, place: int) -> None:
        part = self._parts[place]
        self.form.show_forms(part.forms)
        self.form.setVisible(bool(part.forms))
        self.chance.show_entry(part.entry, place)
        self.chance.setVisible(part.entry is not None)
        self.chance.roll.hide()  # what fell is known
        self.search.setVisible(bool(part.choices))
        self.list.setVisible(bool(part.choices))
        self._list(self.search.text())
        self._ask(None)

    def _list(self, text: str) -> None:
        sought = text.casefold().split()
        self.list.blockSignals(True)
        self.list.clear()
        for one in self._part.choices:
            if all(word in one.text.casefold() for word in sought):
                item = QListWidgetItem(one.text)
                item.setData(_COMMAND, one.command)
                self.list.addItem(item)
        self.list.setCurrentRow(-1)
        self.list.blockSignals(False)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._ask(Asked(self.parts.currentRow(), item.data(_COMMAND)))

    def _filled(self, form: str, values: Any) -> None:
        place = self.parts.currentRow()
        try:
            command = self._desk.fill(place, form, values)
        except DefianceError as error:
            self.form.refuse(self._desk.refusal(error))
            return
        self.form.refuse(RefusedView())
        self._ask(Asked(place, command))

    def _answered(self, values: Sequence[int | None]) -> None:
        place = self.parts.currentRow()
        self._ask(Asked(place, self._desk.answer(place, values)))

    # -- what becomes of the later steps

    def _right(self) -> QVBoxLayout:
        theme, words = self._theme, self._words
        column = QVBoxLayout()
        column.setSpacing(theme.px(8))
        counts = QHBoxLayout()
        counts.setSpacing(theme.px(16))
        self.counts: dict[Fate, QLabel] = {}
        for fate, tone in TONES.items():
            shown = self.counts[fate] = label("", "heading", tone)
            counts.addWidget(shown)
        counts.addStretch(1)
        self.outcome = label("", "chip")
        counts.addWidget(self.outcome)
        column.addLayout(counts)
        self.strip = FateStrip(theme)
        self.strip.sought.connect(self._seek)
        column.addWidget(self.strip)
        self.state = label("", "muted", wrap=True)
        column.addWidget(self.state)
        self.boards: tuple[StatePicture, ...] = ()
        self._shown = QWidget()
        if self._pictured:
            row = QHBoxLayout(self._shown)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(theme.px(10))
            self.boards = (StatePicture(theme), StatePicture(theme))
            for board, key in zip(self.boards, ("ui.correct.written", "ui.correct.corrected"), strict=True):
                half = QVBoxLayout()
                half.setSpacing(theme.px(4))
                half.addWidget(label(words(key), "small"))
                half.addWidget(board, 1)
                row.addLayout(half, 1)
        column.addWidget(self._shown, 3)
        self.rows = QListWidget()
        self.rows.setAccessibleName(words("ui.correct.fates"))
        self.rows.currentRowChanged.connect(self._look)
        self.rows.itemChanged.connect(self._bridge)
        column.addWidget(self.rows, 2)
        column.addStretch(0)  # below the first words, while there is nothing else
        return column

    def _ask(self, asked: Asked | None) -> None:
        """Find out what a correction would do, in slices of the event loop."""
        self._asked = asked
        self._show_found(None)
        self._work = None if asked is None else self._desk.work(asked)
        if self._work is None:
            self._slices.stop()
        else:
            self.state.setText(self._words("ui.correct.working"))
            self._slices.start()

    def _slice(self) -> None:
        assert self._work is not None
        try:
            next(self._work)
        except StopIteration as end:
            self._slices.stop()
            self._show_found(self._desk.view(end.value))
        except DefianceError as error:
            self._slices.stop()
            self._show_found(None)
            self.state.setText(self._desk.refusal(error).tip)
            set_property(self.state, "tone", "danger")

    def _show_found(self, found: CorrectionView | None) -> None:
        words = self._words
        self.found = found
        self.yes.setEnabled(found is not None)
        set_property(self.state, "tone", "")
        self.outcome.setVisible(found is not None)
        self._shown.setVisible(found is not None and bool(self.boards))
        self.strip.setVisible(found is not None)
        self.strip.show_fates(found.fates if found is not None else ())
        for fate, shown in self.counts.items():
            shown.setVisible(found is not None and (fate == "stays" or found.correction.counts[fate] > 0))
        self.rows.blockSignals(True)
        self.rows.clear()
        if found is None:
            self.state.setText(words("ui.correct.choose"))
        else:
            self._show_counts(found)
            for row in found.rows:
                self.rows.addItem(self._item(row))
        self.rows.setVisible(found is not None and bool(found.rows or self._left_out))
        self.rows.blockSignals(False)
        if found is not None:
            self.rows.setCurrentRow(0 if found.rows else -1)
            self._look(self.rows.currentRow())

    @property
    def _left_out(self) -> frozenset[int]:
        return self._asked.left_out if self._asked is not None else frozenset()

    def _show_counts(self, found: CorrectionView) -> None:
        words, made = self._words, found.correction
        counts = made.counts
        for fate, shown in self.counts.items():
            shown.setText(words.count(f"ui.correct.count.{fate}", counts[fate], sign=SIGNS[fate], later=made.later))
        was, now = found.outcomes
        self.outcome.setText(was if was == now else f"{was} → {now}")
        told = [words.count("ui.correct.untouched", made.untouched)]
        if made.differing:
            told.append(words.count("ui.correct.differing", made.differing))
        if made.rolled:
            told.append(words.count("ui.correct.rolled", made.rolled))
        self.state.setText(" ".join(told))

    def _item(self, row: FateView) -> QListWidgetItem:
        number = f"{row.step}  " if row.step >= 0 else ""
        item = QListWidgetItem(
            "\n".join((f"{SIGNS[row.fate]}  {number}{row.text}", *(f"      {one}" for one in row.details)))
        )
        tone = TONES[row.fate]
        item.setForeground(QColor(getattr(self._theme, f"{tone}_ink" if tone else "muted")))
        bridged = row.fate == "bridged"
        if bridged or row.step in self._left_out:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if bridged else Qt.CheckState.Unchecked)
            set_tip(item, self._words("ui.correct.bridge_tip"))
        return item

    def _bridge(self, item: QListWidgetItem) -> None:
        """Bridge a step, or leave it out."""
        if self.found is None or self._asked is None:
            return
        step = self.found.rows[self.rows.row(item)].step
        self._ask(self._asked._replace(left_out=self._left_out ^ {step}))

    def _seek(self, place: int) -> None:
        """Choose the row of a line, or the next one after it."""
        if self.found is not None:
            rows = [number for number, row in enumerate(self.found.rows) if row.place >= place]
            self.rows.setCurrentRow(rows[0] if rows else self.rows.count() - 1)

    def _look(self, row: int) -> None:
        """Show both boards after the step of a row, without one at the end."""
        if self.found is None:
            return
        states: tuple[State, State] = self.found.rows[row].states if row >= 0 else self.found.states
        before, after = map(self._desk.board, states)
        if before is None or after is None:
            return
        ringed = elsewhere(before.pieces, after.pieces)
        for picture, board in zip(self.boards, (before, after), strict=True):
            picture.show_board(board, area([*before.pieces, *after.pieces], ringed, board.whole), ringed)

    # -- yes or no

    def _foot(self) -> QHBoxLayout:
        words = self._words
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(10))
        row.addWidget(label(words("ui.correct.nothing_yet"), "muted", wrap=True), 1)
        no = QPushButton(words("ui.correct.no"))
        no.setAutoDefault(False)
        no.clicked.connect(self.reject)
        self.yes = QPushButton(f"{words('ui.correct.yes')}  {key_text(YES)}")
        self.yes.setProperty("role", "primary")
        self.yes.setAutoDefault(False)
        self.yes.clicked.connect(self._accept)
        QShortcut(QKeySequence(YES), self).activated.connect(self.yes.click)
        row.addWidget(no)
        row.addWidget(self.yes)
        return row

    def _accept(self) -> None:
        if self.found is not None:
            found, note = self.found.correction, self.note.text().strip()
            self.accept()
            self._desk.carry_out(found, note)
