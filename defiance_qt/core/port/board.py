"""The facet of the score: a game at a glance, how far it has come, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from defiance_qt.core.port.rules import Event, State
from defiance_qt.core.port.text import worded
from defiance_qt.core.port.words import Words

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game


class SummaryLine(msgspec.Struct, frozen=True):
    """A fact of a summary: a text key and its values. With `count` it is a text with plural forms. `tone` is a tone of
    the theme, such as "gold" for a warning."""

    text: str
    values: Mapping[str, int | str] = {}
    count: int | None = None
    tone: str = ""


class SummaryFigure(msgspec.Struct, frozen=True):
    """A figure of the players in a summary: how much it has `left` of its full strength. `names` are text keys, the
    first with a text is used; `initials` is the text key of its letters, `drawing` the id of the drawing that shows
    it."""

    names: tuple[str, ...]
    left: int
    of: int
    initials: str = ""
    drawing: str = ""


class Summary(msgspec.Struct, frozen=True):
    """A state at a glance, not localized: `title` and `progress` are text keys, `values` fill in the second.

    `chapter` changes whenever the log begins a new chapter (a Round, a turn); `last` is the last one, 0 if there is no
    end to them. `lines` and `figures` describe the state for a list of saves. `setting_up`: the players are still
    setting up the table. `whole` is the text key of the longer game that `title` is a part of, as of a campaign, "" for
    none. `side` is the side that has won ("team", "enemy"), where people play against each other.
    """

    title: str
    progress: str = ""
    values: Mapping[str, int | str] = {}
    chapter: int = 0
    result: str = ""
    last: int = 0
    lines: tuple[SummaryLine, ...] = ()
    figures: tuple[SummaryFigure, ...] = ()
    setting_up: bool = False
    whole: str = ""
    side: str = ""


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: a title, the reason, and final figures as pairs of name and number.

    `gains` names the sum of the timeline's "gain" marks, "" if it should not be shown. `side` is the side that has won,
    where people play against each other: the end has its color. Otherwise a victory is good and a defeat bad for all.
    """

    title: str
    reason: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    gains: str = ""
    side: Literal["", "team", "enemy"] = ""


class Goal(msgspec.Struct, frozen=True):
    """A step towards victory: done, the current one, or one that comes later (open). `tip` says how it is done."""

    text: str
    state: Literal["done", "current", "open"]
    tip: str = ""


class Gauge(msgspec.Struct, frozen=True):
    """A value from 0 to `most` that concerns the whole table; without an end `most` is 0. `text` names it with its
    value; `tip` says what it does and what its next value will do. `tone` is "gold" or "danger" where the players
    should worry, "team" where more is better. `icon` is one of the theme: "alert", "time" for a count-down, "check"
    for a gain, …"""

    text: str
    value: int
    most: int
    tip: str = ""
    tone: Literal["", "gold", "danger", "team"] = ""
    icon: str = "alert"


class Progress(msgspec.Struct, frozen=True):
    """How far a game has come: its chapter as number and name, of `chapters` (0: no limit); the goals in their order;
    gauges; and what comes next, with a remark on it. Each part has a tip."""

    chapter: int
    name: str
    chapters: int = 0
    tip: str = ""
    goals: tuple[Goal, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    next: str = ""
    next_note: str = ""
    next_tip: str = ""


class Mark(msgspec.Struct, frozen=True):
    """A mark on the timeline: the start of a part of a long game, that of a chapter, or a gain or a loss for the
    players.

    `count` is the number of items it names. The timeline zooms to a part or a chapter; the game's texts name what each
    shows, `zoom.whole`, `zoom.part` and `zoom.chapter`. `short` stands for the text where there is no room for it; over
    the whole game a part without it is not shown beside those that have it.
    """

    kind: Literal["part", "chapter", "gain", "loss"]
    text: str
    count: int = 1
    short: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game went, for statistics. `because` is the id of the end condition.

    `rounds` is the number of chapters, `fallen` the figures that were lost.
    """

    result: str
    because: str = ""
    rounds: int = 0
    fallen: tuple[str, ...] = ()


class Board(Protocol):
    """The score. By default the name of the scenario and the result. Its reason is the text `ending.reason`, its
    numbers are those of the summary that have a text `ending.<name>`."""

    def summary(self, state: State) -> Summary:
        """Return the state at a glance. Called often: for every line of the log."""

    def progress(self, state: State, words: Words) -> Progress | None:
        """Return how far the game has come, None if the game has no goals to show."""
        return None

    def ending(self: Game, state: State, words: Words) -> Ending | None:
        """Return how the game ended, None while it is running."""
        result = self.result(state)
        if result is None:
            return None
        reason = worded("ending.reason", words, state) if "ending.reason" in words else ""
        values = {f"ending.{name}": str(value) for name, value in self.summary(state).values.items()}
        numbers = tuple((words(key), value) for key, value in values.items() if key in words)
        return Ending(result_text(result, words), reason, numbers)

    def outcome(self: Game, state: State) -> Outcome:
        """Return the outcome so far, or of the finished game, for statistics."""
        return Outcome(self.result(state) or "", rounds=self.summary(state).chapter)

    def marks(
        self: Game, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: Words
    ) -> Sequence[Mark]:
        """Return the timeline marks of a step, by default its new chapter if `mark.chapter` has a text. `before` is
        None for the first step. `events` returns the step's events and unpacks them only when called."""
        chapter = self.summary(after).chapter
        if "mark.chapter" not in words or (before is not None and chapter == self.summary(before).chapter):
            return ()
        return (Mark("chapter", words("mark.chapter", n=chapter)),)


def result_text(result: str, words: Words) -> str:
    """Return the result of a game in its own words, or in the app's."""
    key = f"ending.{result}"
    return words(key if key in words else f"ui.result.{result}")


def line_text(line: SummaryLine, words: Words) -> str:
    """Return a fact of a summary in words."""
    if line.count is None:
        return words(line.text, **line.values)
    return words.count(line.text, line.count, **line.values)


def scenario_title(system: str, mission: str) -> str:
    """Return the text key of a scenario's title. That of a game's only scenario is the name of the game."""
    return "game.name" if mission == system else f"scenario.{mission}.name"
