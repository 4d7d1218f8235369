"""View models that widgets of the shell show: finished words and numbers, compared to tell whether to draw again."""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.core.system import Entry


class Chip(msgspec.Struct, frozen=True):
    """A short word in a rounded box. `tone` is one of the theme (ui.theme.stylesheet) or ""."""

    text: str
    tone: str = ""
    tip: str = ""


class DieView(msgspec.Struct, frozen=True):
    """A die: `face` is None until it is rolled; `symbols` are tokens "S", "CS", "B", "CB", "!"."""

    die: str
    name: str
    source: str
    symbols: tuple[str, ...] | None = None
    again: Any = None


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


class QuestionView(msgspec.Struct, frozen=True):
    """The pending decision in its panel. `kind` is the prompt's `asks`; `tone` is one of the theme or ""; `entry` is
    chance to be typed in; `body` is a value for the widget that the system's view puts above the choices."""

    kind: str
    title: str
    note: str = ""
    choices: tuple[ChoiceView, ...] = ()
    tone: str = ""
    entry: Entry | None = None
    body: Any = None


class RefusedView(msgspec.Struct, frozen=True):
    """Why something cannot be done, and the rules behind it; no text when it can."""

    text: str = ""
    rules: tuple[str, ...] = ()

    @property
    def tip(self) -> str:
        """The sentence with the ids of its rules, for a tool tip."""
        return f"{self.text}  [{', '.join(self.rules)}]" if self.rules and self.text else self.text


NOTHING = RefusedView()


class TopView(msgspec.Struct, frozen=True):
    """The bar at the top: the game, where it stands, and who (`actor`, in the color of `side`) is asked what."""

    title: str
    progress: str = ""
    phase: str = ""
    actor: str = ""
    ask: str = ""
    side: str = "team"
    undo: str = ""
    redo: str = ""


class MarkView(msgspec.Struct, frozen=True):
    """Something on the timeline at `depth` of the line: "chapter", "gain", "loss", "checkpoint" or "note"; `count` is
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
    """A line of the log. `step` and `index` find its event again; `category` is what filters ask for."""

    step: int
    index: int
    where: str
    text: str
    category: str
    side: str = ""
    note: bool = False


class WhyView(msgspec.Struct, frozen=True):
    """Why a line of the log happened: sentences, then each rule by its id with its words. `account`: the line, when it
    belongs to a stretch that can be explained as a whole."""

    title: str
    lines: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    account: LineView | None = None


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


class EndingView(msgspec.Struct, frozen=True):
    """The end of a game: `numbers` are what it came to, each with its name."""

    title: str
    reason: str
    tone: str
    numbers: tuple[tuple[str, str], ...] = ()


class FrameView(msgspec.Struct, frozen=True):
    """Everything that the shell shows around a system's view."""

    top: TopView
    question: QuestionView | None
    timeline: TimelineView
    ending: EndingView | None = None
