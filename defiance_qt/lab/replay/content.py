"""What a replay page holds, as plain values for JSON: steps, their log in every language, branches, names and notes.

A step holds what differs from the step before it. A text is held once in all languages and named by its number. Knows
neither HTML nor how a board is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from defiance_qt.core import history, telling
from defiance_qt.core.accounts import path_to
from defiance_qt.core.port import EventContext, Pictures, State, SummaryLine, Told, Words
from defiance_qt.core.session import Session as CoreSession
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.chronicle import harmless
from defiance_qt.words.errors import format_error, format_message

_PLAIN = (
    "back", "branch", "checkpoint", "figures", "file", "first", "follow", "game", "goals", "in_words", "key.chapter",
    "key.play", "key.space", "key.step", "language", "last", "link", "log", "next", "note", "on", "pause", "play",
    "slider", "state", "tabs", "too_old", "whole", "why",
)  # fmt: skip
UI: Mapping[str, Mapping[str, str]] = {
    **{key: {} for key in _PLAIN},
    "step": {"step": "{step}", "last": "{last}"},
    "leaves": {"step": "{step}"},
}
"""The texts of the page, by what follows "replay." in their keys. The script fills in what is in braces."""


class Line(NamedTuple):
    """A line of play: its name, "" for one without, and its last step. `leaves` is the step at which it leaves the
    lines before it, None for the first."""

    name: str
    tip: int
    path: Sequence[int]
    leaves: int | None = None


class Content(NamedTuple):
    """`shown` is what the frame of the page says, `game` its steps and its log, `reasons` is needed once a reader asks
    why. `drawings` are the ids of all drawings; in the page their places are their names."""

    title: str
    shown: dict[str, Any]
    game: dict[str, Any]
    reasons: dict[str, Any]
    drawings: tuple[str, ...] = ()


class Texts:
    """Texts in all languages, each held once. One that is the same in all is a single string."""

    def __init__(self, words: Sequence[Words]) -> None:
        self.words = words
        self.all: list[str | tuple[str, ...]] = []
        self._places: dict[tuple[str, ...], int] = {}

    def add(self, tell: Callable[[Words], str]) -> int:
        """Return the number of a text."""
        return self._place(tuple(map(tell, self.words)))

    def first(self, number: int) -> str:
        """Return a text in the first language."""
        text = self.all[number]
        return text if isinstance(text, str) else text[0]

    def worded(self, key: str, **values: str) -> int:
        """Return the number of the text of a key."""
        return self.add(lambda words: words(key, **values))

    def gather(self, tell: Callable[[Words], Any]) -> Any:
        """Return nested tuples of texts and numbers as lists in which each text is its number."""
        return self.join(tuple(map(tell, self.words)))

    def join(self, values: tuple[Any, ...]) -> Any:
        """Return one value for the same one in each language: see `gather`."""
        if isinstance(values[0], str):
            return self._place(values)
        if isinstance(values[0], tuple):
            return [self.join(parts) for parts in zip(*values, strict=False)]
        return values[0]

    def _place(self, texts: tuple[str, ...]) -> int:
        place = self._places.setdefault(texts, len(self.all))
        if place == len(self.all):
            self.all.append(texts[0] if len(set(texts)) == 1 else texts)
        return place


def lines(session: CoreSession) -> list[Line]:
    """Return the lines of play: the one that the game is on, then those that leave it, but for those that a mere change
    of mind has replaced."""
    timeline, answers = session.timeline, session.game.answer_types
    main = tuple(timeline.line)
    found = [Line(timeline.branch(main[-1]).name, main[-1], main)]
    known = set(main)
    for branch in timeline.branches:
        path = path_to(session, branch.tip)
        depth = next((depth for depth, step in enumerate(path) if step not in known), 0)
        if not depth:
            continue
        beside = main[depth] if depth < len(main) and main[depth - 1] == path[depth - 1] else None
        if beside is not None and history.replaced(timeline, path[depth], branch.tip, beside, answers):
            continue
        known.update(path)
        found.append(Line(branch.name, branch.tip, path, path[depth - 1]))
    return found


def content(session: Session, languages: Sequence[str], pictures: Pictures | None = None) -> Content:
    """Return what the page of a game holds. Without pictures its states are told in words alone."""
    texts = Texts([session.words(language) for language in languages])
    played, timeline = lines(session), session.timeline
    steps = sorted({step for line in played for step in line.path})
    told = _told(session, played, texts.words)
    views = _Views(session, texts, pictures)
    title = texts.worded(session.game.summary(session.state).title)
    game = {
        "steps": _steps(session, steps, views),
        "log": {words.language: found.log for words, found in zip(texts.words, told, strict=True)},
        "people": {words.language: [*found.people] for words, found in zip(texts.words, told, strict=True)},
    }
    shown = {
        "languages": [(words.language, words(f"ui.language.{words.language}")) for words in texts.words],
        "title": title,
        "name": harmless(session.title),
        "comment": harmless(session.comment),
        "at": timeline.step(0).at,
        "head": timeline.stands,
        "lacks": [texts.add(partial(format_error, one)) for one in session.host.missing],
        "lines": [_line(session, line, texts) for line in played],
        "marks": _marks(session, steps, texts),
        "names": {step: harmless(name) for step, name in timeline.names.items()},
        "notes": {step: [*map(harmless, notes)] for step, notes in timeline.notes.items()},
        "ui": {key: texts.worded(f"replay.{key}", **values) for key, values in UI.items()},
        "texts": texts.all,
    }
    reasons = {words.language: found.reasons for words, found in zip(texts.words, told, strict=True)}
    name = texts.all[title]
    called = harmless(session.title) or (name if isinstance(name, str) else name[0])
    return Content(called, shown, game, reasons, tuple(views.drawings))


def _line(session: CoreSession, line: Line, texts: Texts) -> dict[str, Any]:
    state = session.timeline.state_at(line.tip)
    ending = texts.gather(lambda words: _ending(session, state, words))
    result = session.game.result(state) or ""
    return {"name": harmless(line.name), "tip": line.tip, "leaves": line.leaves, "ending": ending, "result": result}


def _ending(session: CoreSession, state: State, words: Words) -> tuple[str, ...]:
    ending = session.game.ending(state, words)
    return () if ending is None else (ending.title, ending.reason)


# ---- the steps ----


def _steps(session: CoreSession, steps: Sequence[int], views: _Views) -> list[Any]:
    """Return, by number, the parent of each step and what differs from it; 0 for a step on no line."""
    timeline = session.timeline
    found: list[Any] = [0] * len(timeline)
    seen: dict[int, dict[str, Any]] = {}
    for step in steps:
        parent = timeline.parent(step)
        before = {} if parent is None else seen[parent]
        view = seen[step] = views.view(timeline.state_at(step), before)
        changed = {key: value for key, value in view.items() if key != "pieces" and before.get(key) != value}
        old, new = before.get("pieces", {}), view["pieces"]
        pieces = {id: piece for id, piece in new.items() if old.get(id) is not piece}
        if pieces := pieces | {id: 0 for id in old if id not in new}:
            changed["pieces"] = pieces
        found[step] = [-1 if parent is None else parent, changed]
    return found


class _Views:
    """States as the page shows them. `drawings` are the numbers of the drawings by their ids."""

    def __init__(self, session: CoreSession, texts: Texts, pictures: Pictures | None) -> None:
        self._session, self._texts, self._pictures = session, texts, pictures
        self.drawings: dict[str, int] = {}

    def view(self, state: State, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return a state in words: its chapter, gauges, goals, what comes next, other facts, and the figures; and its
        board. A piece that is as before is the same object."""
        names = ("chapter", "gauges", "goals", "next", "facts", "figures")
        told = self._texts.gather(lambda words: _words(self._session, state, words))
        ground = "" if self._pictures is None else self._pictures.ground(state)
        return {
            **dict(zip(names, told, strict=True)),
            "ground": self._drawing(ground) if ground else "",
            "pieces": self._pieces(state, before.get("pieces", {})),
        }

    def _drawing(self, id: str) -> str:
        return f"d{self.drawings.setdefault(id, len(self.drawings))}"

    def _pieces(self, state: State, before: Mapping[str, Any]) -> dict[str, Any]:
        if self._pictures is None:
            return {}
        found: dict[str, Any] = {}
        for same in zip(*(self._pictures.pieces(state, words) for words in self._texts.words), strict=True):
            one = same[0]
            drawings = self._texts.join(tuple(tuple(map(self._drawing, piece.drawings)) for piece in same))
            piece: list[Any] = [drawings, one.x, one.y, one.layer]
            if one.name or one.scale != 1:
                piece += [self._texts.join(tuple(piece.name for piece in same)), one.note]
            if one.scale != 1:
                piece.append(one.scale)
            found[one.id] = before[one.id] if before.get(one.id) == piece else piece
        return found


def _words(session: CoreSession, state: State, words: Words) -> tuple[Any, ...]:
    game = session.game
    summary, progress = game.summary(state), game.progress(state, words)
    figures = tuple((_first(one.names, words), one.left, one.of) for one in summary.figures)
    if progress is None:
        chapter = words(summary.progress, **summary.values) if summary.progress in words else ""
        facts = tuple(
            (
                words(one.text, **one.values) if one.count is None else words.count(one.text, one.count, **one.values),
                one.tone,
            )
            for one in summary.lines
        )
        return chapter, (), (), "", facts, figures
    gauges = tuple((one.text, one.tone) for one in progress.gauges)
    goals = tuple((one.text, one.state) for one in progress.goals)
    coming = " · ".join(part for part in (progress.next, progress.next_note) if part)
    return progress.name, gauges, goals, coming, (), figures


def _fact(one: SummaryLine, words: Words) -> str:
    return words(one.text, **one.values) if one.count is None else words.count(one.text, one.count, **one.values)


def _first(keys: Sequence[str], words: Words) -> str:
    """Return the first of the texts that there is."""
    return next((words(key) for key in keys if key in words), keys[-1] if keys else "")


def _marks(session: CoreSession, steps: Sequence[int], texts: Texts) -> list[tuple[int, str, int]]:
    """Return the marks of the slider: where a chapter begins, and the game's own, such as gains and losses."""
    timeline, game = session.timeline, session.game
    found: list[tuple[int, str, int]] = []
    for step in steps:
        parent, after = timeline.parent(step), timeline.state_at(step)
        before = None if parent is None else timeline.state_at(parent)
        if before is None or game.summary(before).chapter != game.summary(after).chapter:
            found.append((step, "chapter", texts.add(partial(_chapter, session, after))))
        marks = texts.gather(partial(_own_marks, session, step, before, after))
        found += [(step, texts.first(kind), text) for kind, text in marks]
    return found


def _chapter(session: CoreSession, state: State, words: Words) -> str:
    chapter: str = _words(session, state, words)[0]
    return chapter


def _own_marks(session: CoreSession, step: int, before: State | None, after: State, words: Words) -> tuple[Any, ...]:
    """Return the kinds of the game's marks at a step, but for chapters, each with its text."""
    marks = session.game.marks(before, after, lambda: session.timeline.step(step).events, words)
    return tuple((one.kind, one.text) for one in marks if one.kind != "chapter")


# ---- the log ----


class _Log(NamedTuple):
    """The log in one language. `log` holds for each sentence: its step, the first and the last one that it tells of,
    its tone, and its words, of which a name is a number: its place among `people`, which holds it with its side.
    `reasons` holds the exact lines of each sentence, with rules and reasons, their texts and those of the rules."""

    log: list[Any]
    people: dict[tuple[str, str], int]
    reasons: dict[str, Any]


def _told(session: Session, played: Sequence[Line], words: Sequence[Words]) -> list[_Log]:
    forks = {line.leaves for line in played}
    stretches = [stretch for line in played for stretch in _stretches(session, line, forks)]
    return [_log(session, stretches, one) for one in words]


def _stretches(session: CoreSession, line: Line, forks: set[int | None]) -> Iterator[tuple[int, ...]]:
    """Yield the steps of a line that are told as one. None goes on beyond a fork, and what lays the table of a lesson
    is not told."""
    laid = session.course.start if session.course is not None and session.course.start else -1
    begins = 0 if line.leaves is None else line.path.index(line.leaves) + 1
    steps: tuple[int, ...] = ()
    for step in line.path[begins:]:
        if step <= laid:
            continue
        if steps and (steps[-1] in forks or not telling.joins(session, step)):
            yield steps
            steps = ()
        steps = (*steps, step)
    if steps:
        yield steps


def _log(session: Session, stretches: Sequence[tuple[int, ...]], words: Words) -> _Log:
    log: list[Any] = []
    people: dict[tuple[str, str], int] = {}
    reasons: list[Any] = []
    texts: dict[str, int] = {}
    for steps in stretches:
        for one, events in telling.told(session, steps, words):
            main = events[max(0, min(one.main - one.first, len(events) - 1))]
            tone = "main" if one.tone == "" else one.tone
            spans = (
                part if isinstance(part, str) else people.setdefault(part, len(people))
                for part in _spans(session, one, main)
            )
            log.append([main.step, events[0].step, events[-1].step, tone, *spans])
            reasons.append([part for event in events if (part := _reason(session, event, words, texts))])
        for step in steps:
            for message in session.host.announcements(step):
                log.append([step, step, step, "note", format_message(message, words)])
                reasons.append([])
    cited = {rule for parts in reasons for part in parts for rule in part[1]}
    rules = {id: rule.text for id, rule in words.rules.items() if id in cited}
    return _Log(log, people, {"lines": reasons, "texts": [*texts], "rules": rules})


def _spans(session: CoreSession, one: Told, main: EventContext) -> Iterator[str | tuple[str, str]]:
    """Yield the words of a sentence, with its names as pairs of text and side."""
    if not one.names and (side := session.game.side(main.event)):
        yield one.text, side
        return
    end = 0
    for start, length, side in telling.spans(one.text, one.names):
        if start > end:
            yield one.text[end:start]
        end = start + length
        yield one.text[start:end], side
    if end < len(one.text):
        yield one.text[end:]


def _reason(session: CoreSession, one: EventContext, words: Words, texts: dict[str, int]) -> list[Any]:
    """Return an event as the log tells it exactly, its rules and its reasons; nothing if it is not shown. A sentence is
    its place in the texts."""
    sentence = session.game.narrate(one.event, one.after, words)
    if not sentence:
        return []
    why = session.game.why(one.event, one.before, words)
    told, *reasons = (texts.setdefault(text, len(texts)) for text in (sentence, *why.words))
    return [told, why.rules, [reason for reason in reasons if reason != told]]
