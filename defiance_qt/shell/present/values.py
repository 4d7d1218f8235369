"""View models for the shell's widgets: final texts and numbers, compared to decide whether to redraw."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.core.port import Entry, Field, Moment, Progress
from defiance_qt.words.terms import Term


class Chip(msgspec.Struct, frozen=True):
    """A short text in a rounded box. `tone` is one of the theme (`shell.theme.stylesheet`) or "". `brief` says it in
    less, "" for no other way."""

    text: str
    tone: str = ""
    tip: str = ""
    brief: str = ""


class DieView(msgspec.Struct, frozen=True):
    """A die. `symbols` are icon names or text; None until the die is rolled."""

    die: str
    name: str
    source: str
    symbols: tuple[str, ...] | None = None
    again: Any = None


class Fold(msgspec.Struct, frozen=True):
    """The command of the heading of a group of answers: show them, or hide them again."""

    heading: str


KEYS = (*"123456789", *(f"Ctrl+{digit}" for digit in "123456789"))
"""The keys of the answers, in their order."""


class ChoiceView(msgspec.Struct, frozen=True):
    """One answer. `key` is its shortcut, `tokens` its cost. `primary`: Space and Enter also choose it. `group` is
    "folded" or "open" for the heading of a group of answers, "inside" for an answer of an open one.

    `aside` stands beside the text, and so does what is gained by the choice, `gain`. The second line says what follows
    from the choice: its `consequence`, then in red what is lost by it, `loss`. Without a consequence it is `detail`.
    """

    text: str
    command: Any
    key: str = ""
    tokens: tuple[str, ...] = ()
    primary: bool = False
    tip: str = ""
    detail: str = ""
    aside: str = ""
    gain: str = ""
    consequence: str = ""
    loss: str = ""
    group: Literal["", "folded", "open", "inside"] = ""

    @property
    def follows(self) -> str:
        """The second line as one text."""
        return " · ".join(part for part in (self.consequence or self.detail, self.loss) if part)


class HandCardView(msgspec.Struct, frozen=True):
    """A card in the hand. `text` is what is printed on it, `extra` a second effect, `follows` what playing it now does.
    A card that cannot be played has no command, and `why` says the reason. `key` is its shortcut; `primary` marks the
    card that is meant first."""

    title: str
    text: str
    command: Any = None
    extra: str = ""
    follows: str = ""
    why: str = ""
    key: str = ""
    primary: bool = False

    @property
    def spoken(self) -> str:
        """All of the card in words, for a tool tip and a screen reader."""
        return "\n".join(part for part in (self.title, self.text, self.extra, self.follows or self.why) if part)


class DeckView(msgspec.Struct, frozen=True):
    """A deck of cards, a cup of tokens, any other store: its name and what is `left` of it. `icon` is one of the
    theme."""

    name: str
    left: str
    tip: str = ""
    icon: str = "deck"


class FormView(msgspec.Struct, frozen=True):
    """A form to fill in, its names in words. `step` is the one at which it is asked for: what was typed stays with
    it. `usual`: it has the keyboard as soon as it is asked for."""

    id: str
    title: str
    fields: tuple[Field, ...]
    step: int = 0
    usual: bool = False


class QuestionView(msgspec.Struct, frozen=True):
    """The pending decision in its panel. `kind` is the prompt's `asks`. `tone` is one of the theme or "". `entry` is
    chance for the user to type in, asked for at the step `step`; `fields` are forms to fill in, in place of the body.
    `body` is a value for the widget that the system's view puts above the choices."""

    kind: str
    title: str
    note: str = ""
    choices: tuple[ChoiceView, ...] = ()
    tone: str = ""
    entry: Entry | None = None
    body: Any = None
    fields: tuple[FormView, ...] = ()
    step: int = 0


class RefusedView(msgspec.Struct, frozen=True):
    """The reason for a refusal, with the rules behind it. `text` is "" if nothing was refused; `field` is the path of
    the field of a form that it is about."""

    text: str = ""
    rules: tuple[str, ...] = ()
    field: str = ""

    @property
    def tip(self) -> str:
        """The sentence with the ids of its rules, for a tool tip."""
        return f"{self.text}  [{', '.join(self.rules)}]" if self.rules and self.text else self.text


NOTHING = RefusedView()

Rank = Literal["hint", "note", "refusal"]
"""What a message is: what one could do, what one should know, why something cannot be done."""


class MessageView(msgspec.Struct, frozen=True):
    """A message over the surface, with the rules behind it. `about` are the ids of what it points at."""

    text: str = ""
    rank: Rank = "note"
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


NO_MESSAGE = MessageView()


class ActionState(msgspec.Struct, frozen=True):
    """A named action as the window has it now. `key` is shown beside its name."""

    id: str
    text: str
    key: str
    enabled: bool


class TopView(msgspec.Struct, frozen=True):
    """The top bar: the game, its progress, and the pending question `ask` to `actor`, in the color of `side`. `undo`
    and `redo` name what they would change. `progress_terms` and `phase_terms` explain those two."""

    title: str
    progress: str = ""
    phase: str = ""
    actor: str = ""
    ask: str = ""
    side: str = "team"
    undo: str = ""
    redo: str = ""
    progress_terms: tuple[Term, ...] = ()
    phase_terms: tuple[Term, ...] = ()


class MarkView(msgspec.Struct, frozen=True):
    """A mark on the timeline at `depth` of the line: "part", "chapter", "gain", "loss", "checkpoint" or "note". `count`
    is the number of things it names; `short` stands for the text where there is no room for it."""

    depth: int
    kind: str
    text: str
    count: int = 1
    short: str = ""


class BranchView(msgspec.Struct, frozen=True):
    """A line that left the current one at `depth` and continues to `tip` (a step), `length` steps long, in words
    `steps`."""

    depth: int
    length: int
    text: str
    tip: int
    named: bool = False
    steps: str = ""


class LookView(msgspec.Struct, frozen=True):
    """Another step is shown than the one at which the game stands: both in words."""

    shown: str
    stands: str


class GlanceView(msgspec.Struct, frozen=True):
    """A step in short: its number and chapter, what happened in it, and what the timeline marks there."""

    title: str
    lines: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """All of it as one text, for a screen reader."""
        return " ".join(as_sentence(text) for text in (self.title, *self.lines, *self.marks))


class TimelineView(msgspec.Struct, frozen=True):
    """The timeline. `head` and `end` are depths on the current line, in words `step`; `stands` is where the game stands
    on it while another step is shown, else -1. `forks` counts the branches. `note` describes all of it, and the
    dice."""

    head: int
    end: int
    note: str
    marks: tuple[MarkView, ...] = ()
    branches: tuple[BranchView, ...] = ()
    step: str = ""
    forks: str = ""
    stands: int = -1


class LineView(msgspec.Struct, frozen=True):
    """A line of the log. `step` and `index` identify its event. `category` is used by the filter.

    A line of the story has the exact lines of its events as `parts`, of steps from `begins` on that are told as one;
    `names` are the names in its text, each with its side, and `tone` is that of `core.port.Told`. `exact`: it is a
    part, shown below its line. `opens`: it opens an account, which explains more than its parts.
    """

    step: int
    index: int
    where: str
    text: str
    category: str
    side: str = ""
    note: bool = False
    tone: str = ""
    names: tuple[tuple[str, str], ...] = ()
    parts: tuple[LineView, ...] = ()
    begins: int = -1
    exact: bool = False
    opens: bool = False

    @property
    def key(self) -> tuple[int, int, bool]:
        """What tells the line from all others."""
        return self.step, self.index, self.exact


class WhyView(msgspec.Struct, frozen=True):
    """The explanation of a log line: sentences, then the id and text of each rule. `account` is the line if an account
    covers it."""

    title: str
    lines: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    account: LineView | None = None


class BarView(msgspec.Struct, frozen=True):
    """One bar of a distribution."""

    label: str
    share: float
    good: bool = True


class HoverRow(msgspec.Struct, frozen=True):
    """One row of the floating card: an icon or the icons of `tokens`, a text, and a short text at the end. `tone` is
    one of the theme, "strong" or "" (muted). `named` are the tokens in words, for a screen reader."""

    text: str
    icon: str = ""
    tone: str = ""
    tokens: tuple[str, ...] = ()
    end: str = ""
    named: str = ""


class HoverView(msgspec.Struct, frozen=True):
    """The floating card next to `anchor`: a title with the place at its end, parts with a line between them, and an
    exact distribution."""

    anchor: str
    title: str
    where: str = ""
    parts: tuple[tuple[HoverRow, ...], ...] = ()
    bars: tuple[BarView, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts of all rows."""
        return tuple(row.text for part in self.parts for row in part)

    @property
    def spoken(self) -> str:
        """The whole card in words, for a screen reader."""
        rows = [": ".join(filter(None, (row.named, row.text, row.end))) for part in self.parts for row in part]
        shares = [f"{bar.label}: {percent(bar.share)}" for bar in self.bars]
        return ". ".join(text.rstrip(".") for text in (self.title, self.where, *rows, *shares) if text)


def as_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def percent(share: float) -> str:
    """Return a chance in whole percent. A possible outcome is never 0, an uncertain one never 100."""
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return "<1 %"
    if whole == 100 and share < 1:
        return ">99 %"
    return f"{whole} %"


def result_tone(result: str, side: str = "") -> str:
    """Return the tone of how a game ended: the side that has won, where people play against each other, else whether
    that is good or bad for the players. A draw has none."""
    return side or {"victory": "team", "defeat": "danger"}.get(result, "")


class EndingView(msgspec.Struct, frozen=True):
    """The end of a game. `numbers` are the final results, each with its name."""

    title: str
    reason: str
    tone: str
    numbers: tuple[tuple[str, str], ...] = ()


class FrameView(msgspec.Struct, frozen=True):
    """Everything that the shell shows around a system's view. `moments` are those of the change that led here. `look`
    is there while another step is shown than the one at which the game stands."""

    top: TopView
    question: QuestionView | None
    timeline: TimelineView
    ending: EndingView | None = None
    progress: Progress | None = None
    moments: tuple[Moment, ...] = ()
    look: LookView | None = None
