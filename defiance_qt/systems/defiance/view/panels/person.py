"""A Character's own card beside the rail: while the pointer rests on the figure, or kept open with a key."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import boxed, gbox, hbox, put, vbox
from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Portrait
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.panels.parts import PartsLine, Pieces
from defiance_qt.systems.defiance.view.present.person import PersonView, WeaponView

WIDE, FACE = 344, 64
APART = 12  # from the edge of the surface


class PersonCard(QFrame):
    """The card. It takes no focus and no mouse; its accessible name is all that it says. `kept`: it stays until it is
    closed."""

    def __init__(self, theme: Theme, words: Words, over: QWidget, key: str) -> None:
        super().__init__(over)
        self._theme, self._words, self._over, self._key = theme, words, over, key
        self._pieces = Pieces(theme, words)
        self.view: PersonView | None = None
        self.kept = False
        self._spot = 0
        self.setObjectName("person")
        self.setProperty("role", "floating")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._column = vbox(of=self, margins=[theme.px(side) for side in (16, 14, 16, 12)], gap=theme.px(9))
        self.hide()

    def show_person(self, view: PersonView | None, spot: int | None = None, kept: bool = False) -> None:
        """Show a card with its middle at this height of the parent, by default where it was; None hides it."""
        if view is not None and (view, kept) != (self.view, self.kept):
            self._fill(view, kept)
        self.view, self.kept = view, kept and view is not None
        self._spot = self._spot if spot is None else spot
        self.setVisible(view is not None)
        if view is not None:
            self.setAccessibleName(view.spoken)
            self.place()
            self.raise_()

    def place(self) -> None:
        """Move to the left edge of the parent, as near to the height of the figure in the rail as it fits."""
        self._column.invalidate()
        wide = min(self._theme.px(WIDE), self._over.width() - 2 * APART)
        self.setFixedWidth(max(1, wide))
        column = self._column
        self.setFixedHeight(
            column.totalHeightForWidth(wide) if column.hasHeightForWidth() else column.totalSizeHint().height()
        )
        top = min(max(APART, self._spot - self.height() // 2), max(APART, self._over.height() - self.height() - APART))
        self.move(QPoint(APART, top))

    def _fill(self, view: PersonView, kept: bool) -> None:
        clear(self._column)
        words = self._words
        self._add(self._head(view))
        self._add(self._values(view))
        self._add(_line())
        if view.weapons:
            self._add(self._weapons(view.weapons))
        else:
            self._add(label(words("view.person.no_weapon"), "small"))
        if view.gear or view.states:
            self._add(_line())
            chips = Chips(self._theme)
            self._add(chips)
            chips.set_chips([*(Chip(text, "gold") for text in view.states), *(Chip(text) for text in view.gear)])
        if view.grows:
            self._add(label(view.grows, "small", wrap=True))
        foot = boxed(
            hbox(
                label(self._key, "key"),
                (label(words("view.person.close" if kept else "view.person.keep"), "small"), 1),
                margins=0,
                gap=self._theme.px(7),
            )
        )
        self._add(foot)

    def _add(self, widget: QWidget) -> None:
        """Add a part, shown at once: a hidden one has no height."""
        self._column.addWidget(widget)
        widget.show()

    def _head(self, view: PersonView) -> QWidget:
        theme = self._theme
        accent = theme.ally if view.ally else theme.team
        portrait = Portrait(theme, view.initials, accent, FACE, "ally" if view.ally else "team", view.drawing)
        return boxed(
            hbox(
                (portrait, 0, Qt.AlignmentFlag.AlignTop),
                (
                    vbox(
                        label(view.name, "heading", wrap=True),
                        label(view.role, "strong", "team", wrap=True) if view.role else None,
                        ...,
                        gap=theme.px(3),
                    ),
                    1,
                ),
                margins=0,
                gap=theme.px(14),
            )
        )

    def _values(self, view: PersonView) -> QWidget:
        """Return Speed, Defense, health and Aggro, each below its name."""
        theme, words = self._theme, self._words
        made = QWidget()
        values = gbox(of=made, margins=0, gap=(theme.px(12), 0))
        defense = PartsLine(theme, self._pieces)
        defense.set_parts(view.defense, "")
        cells: list[tuple[str, QWidget]] = [
            (words("view.person.speed"), label(view.speed, "strong")),
            (words("view.person.defense"), defense),
            (words("view.person.health"), label(view.health, "strong")),
        ]
        if view.aggro:
            cells.append((words("view.person.aggro"), label(view.aggro, "strong")))
        for place, (name, value) in enumerate(cells):
            values.addWidget(label(name, "small"), 0, place)
            values.addWidget(value, 1, place)
            values.setColumnStretch(place, 1)
        return made

    def _weapons(self, weapons: tuple[WeaponView, ...]) -> QWidget:
        """Return a line for each weapon: name, Range, dice; below it what its Switches do."""
        theme = self._theme
        made = QWidget()
        column = vbox(of=made, margins=0, gap=theme.px(2))
        for weapon in weapons:
            row = hbox(gap=theme.px(12))
            dice = PartsLine(theme, self._pieces)
            dice.set_parts(weapon.dice, "")
            dice.setFixedWidth(dice.sizeHint().width())
            put(row, (Elided("strong", text=weapon.name), 1), label(f"↔ {weapon.range}", "small"), dice)
            column.addLayout(row)
            if weapon.switches:
                switches = PartsLine(theme, self._pieces, theme.size_small)
                switches.set_parts(weapon.switches, "", strong=False)
                column.addWidget(switches)
        return made


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "line")
    return line
