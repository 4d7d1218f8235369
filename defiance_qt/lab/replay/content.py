"""What a replay page holds, as plain values for JSON: steps, their log in every language, branches, names and notes.

A step holds what differs from the step before it. A text is held once in all languages and named by its number. Knows
neither HTML nor how a board is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from defiance_qt.core import telling
from defiance_qt.core.lines import Line, lines
from defiance_qt.core.port import EventContext, Pictures, State, Told, Words
from defiance_qt.core.port.board import line_text
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


def content(session: Session, languages: Sequence[str], pictures: Pictures | None = None) -> Content:
    """Return what the page of a game holds. Without pictures its states are told in words alone."""
    texts = Texts([session.words(language) for language in languages])
    played = lines(session)
    steps = sorted({step for line in played for step in line.path})
    logs = [Log(session, words) for words in texts.words]
    stretches = _stretches(session, played)
    told = {one.words.language: [line for steps in stretches for line in one.tell(steps)] for one in logs}
    views = Views(session, texts, pictures)
    game = {
        "steps": _steps(session, steps, views),
        "log": {language: [line for line, _ in lines] for language, lines in told.items()},
        "people": {one.words.language: [*one.people] for one in logs},
    }
    shown = {
        **frame(session, texts),
        "lines": [line_shown(session, line, texts) for line in played],
        "marks": [mark for step in steps for mark in marks(session, step, texts)],
        **written(session),
        "texts": texts.all,
    }
    reasons = {
        one.words.language: {
            "lines": [why for _, why in told[one.words.language]],
            "texts": [*one.texts],
            "rules": one.rules,
        }
        for one in logs
    }
    called = harmless(session.title) or texts.first(shown["title"])
    return Content(called, shown, game, reasons, tuple(views.drawings))


def frame(session: Session, texts: Texts) -> dict[str, Any]:
    """Return what the frame of the page says: the game, what it lacks, and the texts of the page itself."""
    return {
        "languages": [(words.language, words(f"ui.language.{words.language}")) for words in texts.words],
        "title": texts.worded(session.game.summary(session.state).title),
        "name": harmless(session.title),
        "comment": harmless(session.comment),
        "at": session.timeline.step(0).at,
        "head": session.timeline.stands,
        "lacks": [texts.add(partial(format_error, one)) for one in session.host.missing],
        "ui": {key: texts.worded(f"replay.{key}", **values) for key, values in UI.items()},
    }


def written(session: CoreSession) -> dict[str, Any]:
    """Return what people have written beside the steps: names and notes."""
    return {
        "names": {step: harmless(name) for step, name in session.timeline.names.items()},
        "notes": {step: [*map(harmless, notes)] for step, notes in session.timeline.notes.items()},
    }


def line_shown(session: CoreSession, line: Line, texts: Texts) -> dict[str, Any]:
    state = session.timeline.state_at(line.tip)
    ending = texts.gather(lambda words: _ending(session, state, words))
    result = session.game.result(state) or ""
    shown = {"name": harmless(line.name), "tip": line.tip, "leaves": line.leaves, "length": line.length}
    return {**shown, "ending": ending, "result": result}


def _ending(session: CoreSession, state: State, words: Words) -> tuple[str, ...]:
    ending = session.game.ending(state, words)
    return () if ending is None else (ending.title, ending.reason)


# ---- the steps ----


def _steps(session: CoreSession, steps: Sequence[int], views: Views) -> list[Any]:
    """Return, by number, the parent of each step and what differs from it; 0 for a step on no line."""
    timeline = session.timeline
    found: list[Any] = [0] * len(timeline)
    seen: dict[int, dict[str, Any]] = {}
    for step in steps:
        parent = timeline.parent(step)
        before = {} if parent is None else seen[parent]
        view = seen[step] = views.view(timeline.state_at(step), before)
        found[step] = [-1 if parent is None else parent, changes(before, view)]
    return found


def changes(before: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any]:
    """Return in what a view differs from the one before it, an empty one before the first."""
    changed = {key: value for key, value in view.items() if key != "pieces" and before.get(key) != value}
    old, new = before.get("pieces", {}), view["pieces"]
    pieces = {id: piece for id, piece in new.items() if old.get(id) is not piece}
    if pieces := pieces | {id: 0 for id in old if id not in new}:
        changed["pieces"] = pieces
    return changed


class Views:
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
        facts = tuple((line_text(one, words), one.tone) for one in summary.lines)
        return chapter, (), (), "", facts, figures
    gauges = tuple((one.text, one.tone) for one in progress.gauges)
    goals = tuple((one.text, one.state) for one in progress.goals)
    coming = " · ".join(part for part in (progress.next, progress.next_note) if part)
    return progress.name, gauges, goals, coming, (), figures


def _first(keys: Sequence[str], words: Words) -> str:
    """Return the first of the texts that there is."""
    return next((words(key) for key in keys if key in words), keys[-1] if keys else "")


def marks(session: CoreSession, step: int, texts: Texts) -> Iterator[tuple[int, str, int]]:
    """Yield the marks of the slider at a step: where a chapter begins, and the game's own, such as gains and losses."""
    timeline, game = session.timeline, session.game
    parent, after = timeline.parent(step), timeline.state_at(step)
    before = None if parent is None else timeline.state_at(parent)
    if before is None or game.summary(before).chapter != game.summary(after).chapter:
        yield step, "chapter", texts.add(partial(_chapter, session, after))
    for kind, text in texts.gather(partial(_own_marks, session, step, before, after)):
        yield step, texts.first(kind), text


def _chapter(session: CoreSession, state: State, words: Words) -> str:
    chapter: str = _words(session, state, words)[0]
    return chapter


def _own_marks(session: CoreSession, step: int, before: State | None, after: State, words: Words) -> tuple[Any, ...]:
    """Return the kinds of the game's marks at a step, but for chapters, each with its text."""
    marks = session.game.marks(before, after, lambda: session.timeline.step(step).events, words)
    return tuple((one.kind, one.text) for one in marks if one.kind != "chapter")


# ---- the log ----


def _stretches(session: CoreSession, played: Sequence[Line]) -> list[tuple[int, ...]]:
    forks = {line.leaves for line in played}
    return [steps for line in played for steps in _of_line(session, line, forks)]


def _of_line(session: CoreSession, line: Line, forks: set[int | None]) -> Iterator[tuple[int, ...]]:
    """Yield the steps of a line that are told as one. None goes on beyond a fork, and what lays the table of a lesson
    is not told."""
    laid = laid_at(session)
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


def laid_at(session: CoreSession) -> int:
    """Return the last step that lays the table of a lesson, -1 in other games."""
    return session.course.start if session.course is not None and session.course.start else -1


class Log:
    """The log of a game in one language, as far as it has been told.

    `people` are the names in it, each with its side, `texts` the sentences of its reasons, both with their numbers;
    `rules` are the texts of the rules that are cited.
    """

    def __init__(self, session: Session, words: Words) -> None:
        self._session, self.words = session, words
        self.people: dict[tuple[str, str], int] = {}
        self.texts: dict[str, int] = {}
        self.rules: dict[str, str] = {}

    def tell(self, steps: Sequence[int]) -> Iterator[tuple[list[Any], list[Any]]]:
        """Yield the sentences about steps that are told as one, and the announcements at them, each with its reasons.

        A sentence holds its step, the first and the last one that it tells of, its tone, and its words, of which a name
        is a number: its place among `people`. Its reasons are its exact lines, with rules and texts.
        """
        session, words = self._session, self.words
        for one, events in telling.told(session, steps, words):
            main = events[max(0, min(one.main - one.first, len(events) - 1))]
            tone = "main" if one.tone == "" else one.tone
            spans = (
                part if isinstance(part, str) else self.people.setdefault(part, len(self.people))
                for part in _spans(session, one, main)
            )
            line = [main.step, events[0].step, events[-1].step, tone, *spans]
            yield line, [part for event in events if (part := self._reason(event))]
        for step in steps:
            for message in session.host.announcements(step):
                yield [step, step, step, "note", format_message(message, words)], []

    def _reason(self, one: EventContext) -> list[Any]:
        """Return an event as the log tells it exactly, its rules and its reasons; nothing if it is not shown. A
        sentence is its place in the texts."""
        session, words, texts = self._session, self.words, self.texts
        sentence = session.game.narrate(one.event, one.after, words)
        if not sentence:
            return []
        why = session.game.why(one.event, one.before, words)
        self.rules |= {id: words.rules[id].text for id in why.rules if id in words.rules}
        told, *reasons = (texts.setdefault(text, len(texts)) for text in (sentence, *why.words))
        return [told, why.rules, [reason for reason in reasons if reason != told]]


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
