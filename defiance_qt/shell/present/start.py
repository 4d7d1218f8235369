"""View models of the start screen: the game to go on with, the list of saves, the lines of a new game. Without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec
from msgspec.structs import replace

from defiance_qt.core.port import GameSystem, Offerings, Scenario, SummaryFigure, Words
from defiance_qt.core.port.board import result_text
from defiance_qt.shell.saves import SUFFIX, Inspected, Recent
from defiance_qt.words.errors import format_message

HURT = 3
"""The most figures with a row of their own on the card."""

Texts = Callable[[str], Words]
"""Returns the words of a game system."""
Drawings = Callable[[str, Sequence[str]], Mapping[str, str]]
"""Returns the drawings of figures of a game system by their ids."""
SpellDate = Callable[[date], str]
"""Returns a date in the language of the window, the year only if it is another one."""


class FigureView(msgspec.Struct, frozen=True):
    """A hurt figure: `left` of `of`. `drawing` is an SVG of it, "" without one."""

    initials: str
    name: str
    left: int
    of: int
    drawing: str = ""


class ContinueView(msgspec.Struct, frozen=True):
    """The card of the game to go on with. `chapter` of `last` are the ticks, none if `last` is 0. `facts` are sentences
    with their tones; `rest` is about the figures without a row."""

    path: str
    title: str
    where: str
    progress: str
    chapter: int
    last: int
    facts: tuple[tuple[str, str], ...]
    hurt: tuple[FigureView, ...]
    rest: str
    when: str

    @property
    def spoken(self) -> str:
        """The card as a screen reader tells it."""
        hurt = (f"{one.name} {one.left}/{one.of}" for one in self.hurt)
        parts = (self.title, self.where, self.progress, *(text for text, _ in self.facts), *hurt, self.rest, self.when)
        return ". ".join(part.rstrip(".") for part in parts if part)


class SaveView(msgspec.Struct, frozen=True):
    """A save in the list. `where` is its mission, progress and result, `fault` why it cannot be used as usual.
    `actions` are what can be done with it, the most useful first: "open", "copy", "rename", "comment", "folder",
    "forget", "delete". `side` is the side that has won, where people play against each other."""

    path: str
    title: str
    where: str
    when: str
    note: str
    result: str
    fault: str
    actions: tuple[str, ...]
    name: str = ""
    side: str = ""

    @property
    def spoken(self) -> str:
        return ". ".join(part for part in (self.title, self.where, self.when, self.note, self.fault) if part)


class NewLine(msgspec.Struct, frozen=True):
    """A line of the new game: the choice, and what differs from the default. `brief` says it shorter, "" for no other
    way."""

    text: str
    rest: str = ""
    brief: str = ""


class NewView(msgspec.Struct, frozen=True):
    """The lines of a new game, which plugins there are and are on, and the name of the campaign, "" without one."""

    mission: NewLine
    rules: NewLine
    dice: NewLine
    plugins: str
    campaign: str = ""


class LessonView(msgspec.Struct, frozen=True):
    """A lesson of the list. `brief` is its text where there is room for one line."""

    id: str
    title: str
    text: str
    kind: str
    brief: str = ""

    @property
    def mark(self) -> str:
        """The icon of its kind."""
        return {"guide": "play", "example": "deck"}.get(self.kind, "help")


class Chosen(msgspec.Struct, frozen=True):
    """What is chosen for the next game, as far as it differs from the default: numbers of edition options, kinds of
    chance that users answer, and plugins; and options by their ids."""

    mission: str = ""
    edition: str = ""
    changes: int = 0
    asked: int = 0
    plugins: int = 0
    options: Mapping[str, object] = {}


def continue_view(
    saves: Sequence[Recent],
    faults: Mapping[str, Inspected],
    words: Words,
    texts: Texts,
    now: float,
    spell: SpellDate,
    drawings: Drawings = lambda system, ids: {},
) -> ContinueView | None:
    """Return the card of the latest game that can be played on, None if there is none."""
    one = next((one for one in saves if _playable(one, faults)), None)
    if one is None:
        return None
    own = texts(one.system)
    title, where = _heading(one, own)
    hurt = [(figure, _figure(figure, own)) for figure in one.figures if figure.left < figure.of]
    hurt.sort(key=lambda pair: pair[1].left / max(1, pair[1].of))
    drawn = drawings(one.system, [figure.drawing for figure, _ in hurt[:HURT]])
    shown = [replace(view, drawing=drawn.get(figure.drawing, "")) for figure, view in hurt[:HURT]]
    more = [view for _, view in hurt[HURT:]]
    unhurt = [_figure(figure, own).name for figure in one.figures if figure.left >= figure.of]
    facts = tuple((_filled(line.text, line.values, line.count, own), line.tone) for line in one.lines)
    return ContinueView(
        one.path,
        title,
        where,
        _progress(one, own),
        one.chapter,
        one.last,
        facts,
        tuple(shown),
        _rest(more, unhurt, bool(hurt), words),
        when(one.at, now, words, spell),
    )


def save_views(
    saves: Sequence[Recent], faults: Mapping[str, Inspected], words: Words, texts: Texts, now: float, spell: SpellDate
) -> tuple[SaveView, ...]:
    """Return the list of saves, in the order given."""
    return tuple(_save_view(one, faults.get(one.path), words, texts(one.system), now, spell) for one in saves)


def finished(saves: Sequence[Recent]) -> tuple[Recent, ...]:
    """Return the saves of games that are over."""
    return tuple(one for one in saves if one.result and not one.missing)


def replays_text(saves: Sequence[Recent], words: Words, texts: Texts) -> str:
    """Return how many games are over, and how the last of them ended."""
    over = finished(saves)
    if not over:
        return words("ui.start.replays.none")
    last = over[0]
    own = texts(last.system)
    result, progress = result_text(last.result, own), _progress(last, own)
    ended = words("ui.start.replays.last", result=result, progress=progress) if progress else result
    return f"{words.count('ui.start.replays', len(over))}. {ended}"


def new_view(offerings: Offerings, chosen: Chosen, words: Words, own: Words, installed: int) -> NewView:
    """Return the lines of a new game. `own` are the words of the system and of the chosen plugins."""
    scenario = next((one for one in offerings.scenarios if one.id == chosen.mission), offerings.scenarios[0])
    name = own(scenario.title)
    title = words("ui.new.mission.title", n=scenario.number, name=name) if scenario.number else name
    variants = offerings.variants
    variant = next((one for one in variants if one.id == chosen.edition), variants[0] if variants else None)
    kinds = len(offerings.chance)
    dice = "app" if not chosen.asked else "us" if chosen.asked == kinds else "both"
    on = words.count("ui.start.plugins.on", chosen.plugins) if chosen.plugins else words("ui.start.plugins.none_on")
    campaign = next((one for one in offerings.scenarios if one.campaign), None)
    return NewView(
        NewLine(title, "; ".join(_options(scenario, chosen, words, own))),
        NewLine(
            own(variant.title) if variant is not None else words("ui.start.rules.one"),
            words.count("ui.start.changes", chosen.changes) if offerings.switches else "",
            own(variant.short) if variant is not None else "",
        ),
        NewLine(
            words(f"ui.start.dice.{dice}"),
            words.count("ui.start.house_rules", chosen.plugins) if chosen.plugins else words("ui.start.house_rules.no"),
            "" if chosen.plugins else words(f"ui.start.dice.{dice}"),
        ),
        f"{words.count('ui.start.plugins', installed)}, {on}" if installed else words("ui.new.plugins.none"),
        own(campaign.title) if campaign is not None else "",
    )


def _options(scenario: Scenario, chosen: Chosen, words: Words, own: Words) -> Iterator[str]:
    """Yield the options of the scenario that differ from their default, each with its value."""
    for one in scenario.options:
        if one.id in chosen.options:
            value = chosen.options[one.id]
            said = words("cli.yes" if value else "cli.no") if one.kind == "bool" else str(value)
            yield f"{own(one.title)}: {own(one.choices[str(value)]) if one.kind == 'choice' else said}"


def lesson_views(rules: GameSystem, own: Words) -> tuple[LessonView, ...]:
    """Return the lessons that a system offers."""
    return tuple(
        LessonView(one.id, own(one.title), own(one.text), one.kind, own(one.brief) if one.brief else "")
        for one in rules.lessons(rules.content())
    )


def when(at: float, now: float, words: Words, spell: SpellDate) -> str:
    """Return a time as "today, 21:40", "yesterday, 21:40" or with its date."""
    then, today = datetime.fromtimestamp(at).astimezone(), datetime.fromtimestamp(now).astimezone().date()
    clock = then.strftime("%H:%M")
    if then.date() == today:
        return words("ui.when.today", time=clock)
    if then.date() == today - timedelta(days=1):
        return words("ui.when.yesterday", time=clock)
    return words("ui.when.date", date=spell(then.date()), time=clock)


def joined(names: Sequence[str], words: Words) -> str:
    """Return names as a list in words: "Uma, Jazz and Billie"."""
    if len(names) < 2:
        return "".join(names)
    return words("ui.and", first=", ".join(names[:-1]), last=names[-1])


def _playable(one: Recent, faults: Mapping[str, Inspected]) -> bool:
    found = faults.get(one.path)
    return one.known and not one.missing and not one.result and (found is None or found.fault is None)


def _heading(one: Recent, own: Words) -> tuple[str, str]:
    """Return what a game is called, and what of it is played: its own name, that of the campaign, the mission, and the
    system if it is not the usual one. A title without a text is a file from elsewhere, or the system is missing."""
    from defiance_qt.extend.systems import DEFAULT

    mission = _named(one.title, own) or Path(one.path).stem
    system = _named("game.name", own) if one.system != DEFAULT else ""
    names = [*dict.fromkeys(name for name in (one.name, _named(one.whole, own), mission, system) if name)]
    return names[0], " · ".join(names[1:])


def _named(key: str, own: Words) -> str:
    """Return a title in words, "" without a text. That of a plugin's mission is stored in words."""
    title = own(key) if key else ""
    return title if title != key or " " in title or "." not in title else ""


def _progress(one: Recent, own: Words) -> str:
    return own(one.progress, **one.values) if one.progress and one.progress in own else ""


def _filled(key: str, values: Mapping[str, int | str], count: int | None, own: Words) -> str:
    return own(key, **values) if count is None else own.count(key, count, **values)


def _figure(figure: SummaryFigure, own: Words) -> FigureView:
    key = next((key for key in figure.names if key in own), figure.names[-1])
    name = own(key)
    made = "".join(word[0] for word in name.split()[:2]).upper()
    initials = own(figure.initials) if figure.initials in own else made
    return FigureView(initials, name, figure.left, figure.of)


def _rest(more: Sequence[FigureView], unhurt: Sequence[str], any_hurt: bool, words: Words) -> str:
    """Return the sentence about the figures without a row."""
    if more:
        return words("ui.start.hurt", names=joined([f"{one.name} {one.left}/{one.of}" for one in more], words))
    if not unhurt:
        return ""
    if not any_hurt:
        return words("ui.start.unhurt.all")
    return words.count("ui.start.unhurt", len(unhurt), names=joined(unhurt, words))


def _save_view(
    one: Recent, found: Inspected | None, words: Words, own: Words, now: float, spell: SpellDate
) -> SaveView:
    fault, actions = _standing(one, found, words)
    title, where = _heading(one, own)
    progress = _progress(one, own)
    of = words("ui.of", n=one.last) if one.last and one.chapter and progress else ""
    result = result_text(one.result, own) if one.result else ""
    parts = (where, f"{progress} {of}".strip(), result)
    return SaveView(
        one.path,
        title,
        " · ".join(part for part in parts if part),
        when(one.at, now, words, spell) if one.at else "",
        one.note,
        one.result,
        fault,
        actions,
        one.name,
        one.side,
    )


def _standing(one: Recent, found: Inspected | None, words: Words) -> tuple[str, tuple[str, ...]]:
    """Return what is wrong with a save, "" for nothing, and what can be done with it."""
    if one.missing:
        return words("ui.saves.missing"), ("forget", "folder")
    if found is not None and found.fault is not None:
        return format_message(found.fault, words), ("folder", "delete")
    if found is not None and found.locked:
        return words("ui.saves.locked"), ("copy", "open", "folder")
    if Path(one.path).suffix != SUFFIX:
        # A recorded game is read only.
        return "", ("open", "folder", "forget")
    return "", ("open", "rename", "comment", "folder", "delete")
