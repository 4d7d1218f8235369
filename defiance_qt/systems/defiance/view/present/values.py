"""The values that widgets show: finished words and numbers, compared to tell whether a widget must be drawn again."""

from __future__ import annotations

import msgspec

from defiance_qt.shell.present.values import Chip, DieView


class SlotView(msgspec.Struct, frozen=True):
    """One location of a Character card ("hand", …; "light"; "backpack") and what it holds. `turned`: the card there is
    used up for now ("tap") or for the mission ("flip")."""

    location: str
    name: str
    item: str = ""
    text: str = ""
    tip: str = ""
    turned: str = ""


class ButtonView(msgspec.Struct, frozen=True):
    """A button of an Action. `action` is the id that `bridge.press` takes; `picked`: its target is being chosen."""

    action: str
    text: str
    enabled: bool = True
    picked: bool = False
    tip: str = ""
    icon: str = ""


class CardView(msgspec.Struct, frozen=True):
    """A Character or Ally: `selectable` says that a click on the card is an answer now."""

    id: str
    name: str
    initials: str
    ally: bool
    damage: int
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


class SideView(msgspec.Struct, frozen=True):
    """One side of a roll: its dice, and what is left of their symbols."""

    name: str
    enemy: bool
    dice: tuple[DieView, ...]
    left: tuple[str, ...] | None = None
    note: str = ""


class InputView(msgspec.Struct, frozen=True):
    """One input of a Console: what it wants, which of these are there."""

    number: int
    wants: tuple[str, ...]
    filled: tuple[bool, ...]
    done: bool
    tip: str


class ConsoleView(msgspec.Struct, frozen=True):
    id: str
    name: str
    inputs: tuple[InputView, ...]
    note: str = ""
    active: bool = False


class CandidateView(msgspec.Struct, frozen=True):
    """One figure that an Instruction looked at; `passed` says why it was passed over, "" when it was not."""

    name: str
    distance: int
    aggro: int
    damage: int
    sight: bool
    chosen: bool = False
    passed: str = ""


class ExplainedView(msgspec.Struct, frozen=True):
    """What an Enemy did and why: sentences, everyone it looked at, and why some were passed over."""

    lines: tuple[str, ...] = ()
    candidates: tuple[CandidateView, ...] = ()
    passed: tuple[str, ...] = ()


NOT_EXPLAINED = ExplainedView()


class QuestionDetails(msgspec.Struct, frozen=True):
    """This game's part of the question panel: the dice of both sides, the symbols of a Console's roll, what the Enemy
    has just done and why."""

    sides: tuple[SideView, ...] = ()
    symbols: tuple[str, ...] = ()
    explained: ExplainedView = NOT_EXPLAINED


class MiniatureView(msgspec.Struct, frozen=True):
    """One Miniature of a Unit. `label` is its number as the language writes it."""

    id: str
    number: int
    damage: int
    wounds: int
    states: tuple[Chip, ...] = ()
    acting: bool = False
    off_board: bool = False
    down: bool = False
    label: str = ""


class InstructionView(msgspec.Struct, frozen=True):
    """One entry of an AI card's column. `mark`: "now", "done", "skipped" or ""."""

    text: str
    mark: str = ""


class UnitView(msgspec.Struct, frozen=True):
    id: str
    name: str
    initials: str
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
    """What the board marks beside the figures: answers, targets, who acts; `line` joins who attacks and who is
    attacked while the dice lie on the table; `range` is outlined from a figure while a target is chosen."""

    choices: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    line: tuple[str, str] = ("", "")
    range: tuple[str, int, int] = ("", 0, 0)
    reach: tuple[tuple[str, int], ...] = ()
    active: str = ""
    selected: str = ""


class TableView(msgspec.Struct, frozen=True):
    """Everything that this game's view shows."""

    cards: tuple[CardView, ...]
    alert: AlertView
    reserve: ReserveView
    units: tuple[UnitView, ...]
    waiting: str
    consoles: tuple[ConsoleView, ...]
    board: BoardMarks
