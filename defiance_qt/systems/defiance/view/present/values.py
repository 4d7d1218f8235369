"""The values that widgets show: finished words and numbers, compared to tell whether a widget must be drawn again."""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.systems.defiance.view.present.chance import EntryView


class Chip(msgspec.Struct, frozen=True):
    """A short word in a rounded box. `tone` is one of the theme (ui.theme.stylesheet) or ""."""

    text: str
    tone: str = ""
    tip: str = ""


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


class DieView(msgspec.Struct, frozen=True):
    """A die: `face` is None until it is rolled; `symbols` are tokens "S", "CS", "B", "CB", "!"."""

    die: str
    name: str
    source: str
    symbols: tuple[str, ...] | None = None
    again: Any = None


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


class ChoiceView(msgspec.Struct, frozen=True):
    """One answer: `key` is the key that gives it; `tokens` is what it costs; `detail` is a second, smaller line;
    `primary` answers Space and Enter."""

    text: str
    command: Any
    key: str = ""
    tokens: tuple[str, ...] = ()
    primary: bool = False
    tip: str = ""
    detail: str = ""


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


NOTHING_TOLD = ExplainedView()


class QuestionView(msgspec.Struct, frozen=True):
    """The question that stands, in the panel under the cards. `kind` is the asking frame's tag."""

    kind: str
    title: str
    note: str = ""
    sides: tuple[SideView, ...] = ()
    symbols: tuple[str, ...] = ()
    told: ExplainedView = NOTHING_TOLD
    choices: tuple[ChoiceView, ...] = ()
    tone: str = ""
    entry: EntryView | None = None


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


class TopView(msgspec.Struct, frozen=True):
    """The bar at the top: `actor` is the part of the sentence in the side's colour."""

    mission: str
    round: str
    phase: str
    actor: str
    ask: str
    enemy: bool = False
    undo: str = ""
    redo: str = ""
    result: str = ""


class MarkView(msgspec.Struct, frozen=True):
    """Something on the timeline at `depth` of the line: "round", "death", "down", "checkpoint" or "note"; `count` is
    how many it names."""

    depth: int
    kind: str
    text: str
    count: int = 1


class BranchView(msgspec.Struct, frozen=True):
    """A line that left the current one at `depth` and goes on to `tip` (a step), `length` steps long."""

    depth: int
    length: int
    text: str
    tip: int
    named: bool = False


class TimelineView(msgspec.Struct, frozen=True):
    """`head` and `end` are depths on the current line; `note` says how many steps, branches, and which dice."""

    head: int
    end: int
    note: str
    marks: tuple[MarkView, ...] = ()
    branches: tuple[BranchView, ...] = ()


class LineView(msgspec.Struct, frozen=True):
    """A line of the log. `step` and `index` find its event again; `kind` is what filters ask for."""

    step: int
    index: int
    where: str
    text: str
    kind: str
    side: str = ""
    note: bool = False


class WhyView(msgspec.Struct, frozen=True):
    """Why a line of the log happened: sentences, then each rule by its id with its words. `turn`: the line, when it
    belongs to the turn of a Unit, which can be explained as a whole."""

    title: str
    lines: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    turn: LineView | None = None


class BarView(msgspec.Struct, frozen=True):
    """One bar of a distribution."""

    label: str
    share: float
    good: bool = True


class HoverView(msgspec.Struct, frozen=True):
    """The floating card: title, lines, and the exact distribution."""

    anchor: str
    title: str
    lines: tuple[str, ...] = ()
    bars: tuple[BarView, ...] = ()


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


class EndingView(msgspec.Struct, frozen=True):
    """The end of a game: `numbers` are what it came to, each with its name."""

    title: str
    reason: str
    tone: str
    numbers: tuple[tuple[str, str], ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """The whole table."""

    top: TopView
    cards: tuple[CardView, ...]
    question: QuestionView | None
    alert: AlertView
    reserve: ReserveView
    units: tuple[UnitView, ...]
    waiting: str
    consoles: tuple[ConsoleView, ...]
    board: BoardMarks
    timeline: TimelineView
    ending: EndingView | None = None
