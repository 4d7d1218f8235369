"""Every part of the kit in its states, for `make shots` and for authors who choose one. What it says is no text of the
program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QGridLayout, QHBoxLayout, QWidget

from defiance_qt.core import port
from defiance_qt.core.port import Die, Face, Gauge, Words
from defiance_qt.shell.kit.buttons import KeyButton, Toggle
from defiance_qt.shell.kit.cards import Card, Hand
from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.choice import Choice
from defiance_qt.shell.kit.dice import DicePad, DieFace, FaceButton, PipDie
from defiance_qt.shell.kit.editors import ChoiceEditor, FlagEditor, NumberEditor, SetEditor, TextEditor
from defiance_qt.shell.kit.elided import Elided, ElidedBox, ElidedButton
from defiance_qt.shell.kit.fields import FieldBox
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.gauges import Left, Meter, Pips, Ticks
from defiance_qt.shell.kit.items import DeckItem, GaugeItem
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.picker import CardPicker, Chosen
from defiance_qt.shell.kit.pictures import Icon, Portrait, Symbols
from defiance_qt.shell.kit.rows import Row
from defiance_qt.shell.kit.rule_chip import RuleChips
from defiance_qt.shell.kit.wrapped import WrappedBox, WrappedRadio
from defiance_qt.shell.present.values import Chip, ChoiceView, DeckView, DieView, HandCardView
from defiance_qt.shell.theme import Theme, palette, stylesheet

Button = TypeVar("Button", bound=QAbstractButton)

LONG = "Words that are longer than the room they have"
TONES = ("", "team", "enemy", "ally", "gold", "danger", "blue")
MEANS = (("hits", "team"), ("critical", "gold"), ("misses", ""), ("wakes the yard", "danger"))
TWENTY = tuple(
    Face((str(number),), spoken, tone)  # type: ignore[arg-type]  # one of the tones
    for number in range(1, 21)
    for spoken, tone in [MEANS[(number > 9) + (number > 10) + (number > 16)]]
)
HAND = (
    HandCardView("Aimed Shot", "This attack: +2 on every d10", 1, "[+3]", "play: 0.93 killed", key="A", primary=True),
    HandCardView("Surge", "This Move costs 2 cards less", 2, "[any Soldier]", "play", key="S"),
    HandCardView("Dive", "When wounded: cancel 1 Wound", None, "[all]", why="in the Hostile turn"),
)


class Gallery(QWidget):
    """The parts by the name of their class, each in its states: at rest, under the pointer if it answers to that, in
    use, out of use."""

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.parts: dict[str, Sequence[QWidget]] = {}
        for makes in (self._labels, self._buttons, self._counts, self._dice, self._fields, self._lists):
            self.parts |= makes()
        self.setPalette(palette(theme))
        self.setAutoFillBackground(True)
        self.setStyleSheet(stylesheet(theme))
        row = QHBoxLayout(self)
        row.setContentsMargins(*(theme.px(24),) * 4)
        names = list(self.parts)
        for half in (names[: len(names) * 3 // 5], names[len(names) * 3 // 5 :]):
            grid = QGridLayout()
            grid.setHorizontalSpacing(theme.px(16))
            grid.setVerticalSpacing(theme.px(10))
            for place, name in enumerate(half):
                grid.addWidget(label(name, "small"), place, 0, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(flowing(list(self.parts[name]), theme.px(10)), place, 1, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(1, 1)
            grid.setRowStretch(len(half), 1)
            row.addLayout(grid, 1)

    def _labels(self) -> dict[str, Sequence[QWidget]]:
        theme = self._theme
        cut = [Elided("strong", "gold", LONG), ElidedButton(), ElidedBox()]
        cut[1].set_words(LONG)  # type: ignore[attr-defined]
        cut[2].addItems([LONG, "short"])  # type: ignore[attr-defined]
        cut[1].setProperty("dense", True)
        cut[2].setAccessibleName("A box")
        for widget in cut:
            widget.setFixedWidth(theme.px(150))
        chips = Chips(theme)
        chips.set_chips([Chip(tone or "plain", tone, "What it means") for tone in TONES])
        chips.setMinimumWidth(theme.px(420))
        rules = RuleChips(self._words, lambda id: None)
        rules.show_rules(("P-001", "P-002"))
        roles = ("title", "heading", "strong", "", "small", "key")
        return {
            "label": [label(role or "text", role) for role in roles],
            **{type(one).__name__: (one,) for one in cut},
            "Chips": (chips,),
            "RuleChips": (rules,),
            "Icon": [Icon(theme, mark, theme.text, 18) for mark in ("heart", "die", "deck")],
            "Portrait": [
                self._portrait("CA", theme.team, "team"),
                self._portrait("AL", theme.ally, "ally"),
                self._portrait("NX", theme.enemy, "enemy"),
                self._portrait("UM", theme.team, "team", down=True),
                self._portrait("JA", theme.team, "team", dim=True),
            ],
        }

    def _portrait(self, initials: str, accent: str, side: str, down: bool = False, dim: bool = False) -> Portrait:
        made = Portrait(self._theme, initials, accent, side=side)
        made.set_look(down, dim)
        return made

    def _buttons(self) -> dict[str, Sequence[QWidget]]:
        theme = self._theme
        return {
            "KeyButton": states(
                lambda: KeyButton(theme, "Begin", "play", "primary", "↵"), lambda: KeyButton(theme, "Open", "open", "")
            ),
            "Toggle": states(lambda: Toggle(theme, "In use")),
            "WrappedBox": states(lambda: WrappedBox("A box to tick")),
            "WrappedRadio": states(lambda: WrappedRadio("One of several")),
        }

    def _counts(self) -> dict[str, Sequence[QWidget]]:
        theme, words = self._theme, self._words
        pips, ticks, symbols, deck = Pips(theme), Ticks(theme), Symbols(theme), DeckItem(theme)
        pips.set_value(4, 7, losing=2)
        ticks.set_value(3, 8)
        symbols.set_tokens(("success", "critical", "block"), (True, True, False))
        deck.show_deck(DeckView("Actions", "41", "What is left of each card"))
        gauges = [GaugeItem(theme, words) for _ in range(3)]
        for item, gauge in zip(
            gauges,
            (Gauge("Alert 2", 2, 5), Gauge("Power 9", 9, 30, "", "team", "time"), Gauge("XP 5", 5, 0, icon="star")),
            strict=True,
        ):
            item.show_gauge(gauge)
        meter = Meter(theme, theme.team)
        meter.show_value("You: 32 of 50", 32, 50)
        meter.setFixedWidth(theme.px(240))
        return {
            "Pips": (pips,),
            "Meter": (meter,),
            "Left": (Left(theme, 3, 5),),
            "Ticks": (ticks,),
            "Symbols": (symbols,),
            "GaugeItem": gauges,
            "DeckItem": (deck,),
        }

    def _dice(self) -> dict[str, Sequence[QWidget]]:
        theme = self._theme
        rolled, open_ = DieFace(theme), DieFace(theme)
        rolled.show_die(DieView("red", "Red", "", ("success", "critical")), "Red: success, critical")
        open_.show_die(DieView("blue", "Blue", ""), "Blue: not rolled")
        red = Die("red", "Red", "r", (Face(("success",), "success"),))
        pad = DicePad(theme, [Die("d20", "d20", "d", TWENTY, numbers=True)] * 3)
        pad.show_faces([9, 17, 0])
        pad.setMinimumSize(theme.px(520), theme.px(68))
        faces = states(lambda: FaceButton(theme, red, 1))
        for face in faces:
            face.set_size(theme.px(38))
        dice = states(lambda: PipDie(theme, "Die", 46))
        for die, shown in zip(dice, ("", "6", "1"), strict=True):
            die.show_face(shown, shown == "1")
        return {"DieFace": (rolled, open_), "PipDie": dice, "FaceButton": faces, "DicePad": (pad,)}

    def _fields(self) -> dict[str, Sequence[QWidget]]:
        number = port.Field("distance", "Distance", "number", 36, high=240, unit="cm")
        choice = port.Field("weapon", "Weapon", "choice", "a", (("a", "Carbine"), ("b", "Sidearm")))
        several = port.Field("extras", "Extras", "set", ("a",), (("a", "Rest"), ("b", "Scope")))
        flag, text = port.Field("cover", "Cover", "flag", True), port.Field("note", "Note", "text", "windy", high=40)
        boxes = [FieldBox(self._theme, self._words, field, lambda id: None) for field in (number, choice)]
        refused = FieldBox(self._theme, self._words, replace(number, value=99), lambda id: None)
        refused.refuse("This weapon reaches 90 cm.", ("P-001",))
        refused.setFixedWidth(self._theme.px(240))
        return {
            "FieldBox": (*boxes, refused),
            "NumberEditor": (NumberEditor(number), NumberEditor(number, free=True)),
            "ChoiceEditor": (ChoiceEditor(choice),),
            "SetEditor": (SetEditor(several),),
            "FlagEditor": (FlagEditor(flag, self._words),),
            "TextEditor": (TextEditor(text),),
        }

    def _lists(self) -> dict[str, Sequence[QWidget]]:
        theme = self._theme
        hand = Hand(theme)
        hand.show_hand(HAND, "Roa's hand")
        hand.setFixedWidth(theme.px(400))
        chosen, picker = Chosen(theme, self._words), CardPicker(theme, self._words)
        chosen.show_chosen(("Gust", "Lull"))
        chosen.setMinimumWidth(theme.px(200))
        picker.show_cards([port.Card(name, name) for name in ("Gust", "Lull", "Glare", "Gust")], 2)
        picker.setFixedSize(theme.px(300), theme.px(64))
        card = Card(theme, "A card", "with a note", "plugin")
        card.column.addWidget(label("What is in it", wrap=True))
        card.setMinimumWidth(theme.px(260))
        return {
            "Row": [
                Row(theme, "A lesson", "What it teaches", "play", "first"),
                hovered(Row(theme, "A lesson", "What it teaches", "play", "first")),
                Row(theme, "Rules", "10 of 12", key="R"),
                hovered(Row(theme, "Rules", "10 of 12", key="R")),
            ],
            "Choice": [
                self._choice(ChoiceView("Attack", 1, "1", ("critical",), detail="0.7 Damage", aside="Range 5")),
                hovered(self._choice(ChoiceView("Attack", 1, "1", ("critical",), detail="0.7 Damage"))),
                self._choice(ChoiceView("Burn", 1, "2", ("success",), loss="costs 1 Health", primary=True)),
                self._choice(ChoiceView("Go on", 1, "⏎", primary=True), filled=True),
                self._choice(ChoiceView("Weapons", 1, "3", aside="12 answers", group="folded")),
            ],
            "Card": (card,),
            "Chosen": (chosen,),
            "CardPicker": (picker,),
            "Hand": (hand,),
        }

    def _choice(self, view: ChoiceView, filled: bool = False) -> Choice:
        made = Choice(self._theme)
        made.show_choice(view, self._words, len(view.tokens), filled)
        made.setFixedWidth(self._theme.px(210))
        return made


def states(*makes: Callable[[], Button]) -> list[Button]:
    """Return each button at rest, under the pointer, checked if it can be, and out of use."""
    found: list[Button] = []
    for make in makes:
        rest, off = make(), make()
        off.setEnabled(False)
        found += [rest, hovered(make())]
        if rest.isCheckable():
            used = make()
            used.setChecked(True)
            found.append(used)
        found.append(off)
    return found


def hovered(part: Button) -> Button:
    """Return a part as it is under the pointer."""
    part.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    place = QPointF(part.rect().center())
    QApplication.sendEvent(part, QEnterEvent(place, place, place))
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(part, moved)
    return part
