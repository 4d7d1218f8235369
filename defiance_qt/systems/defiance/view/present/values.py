"""The values that widgets show: final texts and numbers. Widgets compare them to detect changes."""

from __future__ import annotations

from typing import Literal

import msgspec

from defiance_qt.shell.present.values import Chip, DieView


class FigureView(msgspec.Struct, frozen=True):
    """A figure: its name, the letters of its token, and its drawing (SVG)."""

    id: str
    name: str
    initials: str
    drawing: str


class MemberView(FigureView, frozen=True):
    """One of the four, with a name for use in a sentence."""

    short: str


class SlotView(msgspec.Struct, frozen=True):
    """One location of a Character card ("hand", …; "light"; "backpack") and the card it holds. `turned`: that card is
    tapped ("tap"), or used up for the mission ("flip")."""

    location: str
    name: str
    item: str = ""
    text: str = ""
    tip: str = ""
    turned: str = ""


class ButtonView(msgspec.Struct, frozen=True):
    """A button of an Action. `action` is the id for `BoardPresenter.press`; `picked`: its target is being chosen;
    `idle`: it is allowed, and would do nothing."""

    action: str
    text: str
    enabled: bool = True
    picked: bool = False
    tip: str = ""
    icon: str = ""
    idle: bool = False


class CardView(FigureView, frozen=True):
    """A Character or Ally. `selectable`: a click on the card is a legal answer now. `health` is what is `left`, in
    words; `losing` is the Damage of the open roll, if it is left as it is."""

    ally: bool
    left: int
    wounds: int
    aggro: int
    max_aggro: int | None
    states: tuple[Chip, ...] = ()
    gear: tuple[Chip, ...] = ()
    slots: tuple[SlotView, ...] = ()
    programs: tuple[Chip, ...] = ()
    consequences: tuple[Chip, ...] = ()
    conscious: bool = True
    on_board: bool = True
    activated: bool = False
    active: bool = False
    selectable: bool = False
    chosen: bool = False
    buttons: tuple[ButtonView, ...] = ()
    actions: int = 0
    points: int = 0
    spoken: str = ""
    losing: int = 0
    health: str = ""
    short: str = ""


class SideView(msgspec.Struct, frozen=True):
    """One side of a roll: its dice, and the remaining symbols. `does` is its part in the roll ("attacks")."""

    name: str
    enemy: bool
    dice: tuple[DieView, ...]
    left: tuple[str, ...] | None = None
    note: str = ""
    does: str = ""


Fate = Literal["", "stopped", "stops", "lost", "paid", "open"]


class SymbolView(msgspec.Struct, frozen=True):
    """A symbol of a roll. `fate`: "" it counts; "stopped" by the Block at the same place of the other row, which
    "stops" it; "lost" to a critical; "paid" for a Switch or a critical's use; "open": a place still to be filled."""

    symbol: str
    fate: Fate = ""


class ColumnView(msgspec.Struct, frozen=True):
    """Symbols of both sides that meet: those of the side that acts above those of its rival. `tone` is one of the theme
    or ""."""

    above: tuple[SymbolView, ...]
    below: tuple[SymbolView, ...]
    caption: str
    tone: str = ""


class ResultView(msgspec.Struct, frozen=True):
    """What a roll brings one side: the Damage ("−2") or a sign, whose it is, and in bold what is left ("1 of 3")."""

    amount: str
    name: str
    left: str = ""
    tone: str = ""


class RollView(msgspec.Struct, frozen=True):
    """A roll as it is drawn: the dice of its sides, the acting one first, what stopped what, and the result. `spoken`
    says all of it in sentences. `step` is the step of the game that it began in: another roll has another."""

    title: str
    note: str = ""
    sides: tuple[SideView, ...] = ()
    columns: tuple[ColumnView, ...] = ()
    results: tuple[ResultView, ...] = ()
    spoken: str = ""
    step: int = -1


class BoxView(msgspec.Struct, frozen=True):
    """One Instruction of the Enemy in a box. `mark` as in `InstructionView`; `text` says what came of it."""

    title: str
    text: str = ""
    mark: str = ""


class InputView(msgspec.Struct, frozen=True):
    """One input of a Console: the symbols it needs, and which of them are assigned. `spoken` tells it in words."""

    number: int
    wants: tuple[str, ...]
    filled: tuple[bool, ...]
    done: bool
    tip: str
    spoken: str


class ConsoleView(msgspec.Struct, frozen=True):
    id: str
    name: str
    inputs: tuple[InputView, ...]
    note: str = ""
    active: bool = False


class ExplainedView(msgspec.Struct, frozen=True):
    """The explanation of an Enemy's action: sentences, and why some candidates were passed over."""

    lines: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


NOT_EXPLAINED = ExplainedView()


class QuestionDetails(msgspec.Struct, frozen=True):
    """This game's part of the tray: the last roll, and in the Enemy's turn its Instructions with the explanation of its
    last action. `actor` and `note` head the Instructions. `fresh`: the roll is what has just happened."""

    roll: RollView | None = None
    boxes: tuple[BoxView, ...] = ()
    actor: str = ""
    note: str = ""
    explained: ExplainedView = NOT_EXPLAINED
    fresh: bool = False

    @property
    def spoken(self) -> str:
        """All of it in sentences."""
        boxes = [f"{box.title}: {box.text}" if box.text else box.title for box in self.boxes]
        parts = [self.actor, self.note, *boxes, *self.explained.lines]
        roll = self.roll.spoken if self.roll is not None else ""
        return " ".join(part for part in (*(f"{part}." for part in parts if part), roll) if part)


class MiniatureView(msgspec.Struct, frozen=True):
    """One Miniature of a Unit. `label` is its number in the format of the language; `health` and `losing` as on a
    Character's card."""

    id: str
    number: int
    damage: int
    wounds: int
    states: tuple[Chip, ...] = ()
    acting: bool = False
    off_board: bool = False
    down: bool = False
    label: str = ""
    losing: int = 0
    health: str = ""

    @property
    def left(self) -> int:
        """The health that is left."""
        return 0 if self.down else max(0, self.wounds - self.damage)


class InstructionView(msgspec.Struct, frozen=True):
    """One entry of an AI card's column. `mark`: "now", "done", "skipped" or ""."""

    text: str
    mark: str = ""


class UnitView(FigureView, frozen=True):
    face: Chip
    chips: tuple[Chip, ...]
    miniatures: tuple[MiniatureView, ...]
    ai: str
    instructions: tuple[InstructionView, ...] = ()
    acting: bool = False
    activated: bool = False
    tip: str = ""
    spoken: str = ""


class AlertView(msgspec.Struct, frozen=True):
    level: int
    effect: str
    deck: str
    levels: tuple[str, ...] = ()


class ReserveView(msgspec.Struct, frozen=True):
    count: int
    lines: tuple[str, ...] = ()


class BoardMarks(msgspec.Struct, frozen=True):
    """The marks on the board: choices, targets, the acting and the selected figure. `line` joins attacker and target
    during a roll. `range` is outlined around a figure while its target is being chosen. `reach` are the spaces in reach
    with their cost in movement points, `beyond` those that take a further Move."""

    choices: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    line: tuple[str, str] = ("", "")
    range: tuple[str, int, int] = ("", 0, 0)
    reach: tuple[tuple[str, int], ...] = ()
    beyond: tuple[tuple[str, int], ...] = ()
    active: str = ""
    selected: str = ""


class PathView(msgspec.Struct, frozen=True):
    """The path that a click walks and its price. `rings` are the spaces where the points of an earlier Move are used
    up, with what has been spent there. `title` and `note` are the price in words, () and "" without a path."""

    spaces: tuple[str, ...] = ()
    cost: int = 0
    rings: tuple[tuple[str, int], ...] = ()
    actions: int = 0
    title: str = ""
    note: str = ""


NO_PATH = PathView()


class PointerView(msgspec.Struct, frozen=True):
    """What a message points at: `rings` around spaces and things, and the way that it proposes to a figure. `tone` is
    one of the theme."""

    rings: tuple[str, ...] = ()
    figure: str = ""
    path: tuple[str, ...] = ()
    tone: str = "team"


NO_POINTER = PointerView()


class TableView(msgspec.Struct, frozen=True):
    """All view models of this game's view."""

    cards: tuple[CardView, ...]
    alert: AlertView
    reserve: ReserveView
    units: tuple[UnitView, ...]
    waiting: str
    consoles: tuple[ConsoleView, ...]
    board: BoardMarks
