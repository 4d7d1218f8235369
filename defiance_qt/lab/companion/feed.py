"""What phones are shown of a game, as it grows: a snapshot, and patches that lead from one moment to the next.

A phone that has seen everything up to a patch needs those after it, another one the snapshot. Both have the form that
the replay page holds a game in (`lab.replay.content`), for the line that the game is on.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from defiance_qt.core import telling
from defiance_qt.core.lines import Line
from defiance_qt.core.port import Pictures
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.chronicle import harmless
from defiance_qt.lab.companion.asked import asked
from defiance_qt.lab.companion.texts import page_texts
from defiance_qt.lab.replay.content import Log, Texts, Views, changes, frame, laid_at, line_shown, marks, written
from defiance_qt.lab.replay.drawings import Symbols

BACK = 120
"""How many steps before the one at which the game stands are shown to a phone that joins."""
MOST = 800
"""How many steps the snapshot may hold. With more it is made again."""
KEPT = 400
"""How many patches are kept for phones that have slept."""


class Patch(NamedTuple):
    """A numbered piece of JSON that leads from the patch before it to the next moment."""

    number: int
    data: bytes


class Feed:
    """What is shown of one session in these languages, `drawn` or in words alone. One thread changes it; others call
    `since` and read the page's data."""

    def __init__(self, session: Session, languages: Sequence[str], *, drawn: bool = True) -> None:
        self._languages, self._with_pictures = languages, drawn
        self._changed = threading.Condition()
        self._patches: deque[Patch] = deque(maxlen=KEPT)
        self._number = 0
        self._whole: Patch | None = None
        self._beside: dict[str, Any] = {}
        self._closed = False
        self.renew(session)

    # -- for the server's threads

    def since(self, number: int, seconds: float) -> list[Patch] | None:
        """Wait that long for what comes after a patch and return it; None if the feed is closed."""
        with self._changed:
            if self._number == number and not self._closed:
                self._changed.wait(seconds)
            if self._closed:
                return None
            if not 0 < number <= self._number or not self._holds(number):
                return [self._snapshot()]
            return [one for one in self._patches if one.number > number]

    def _holds(self, number: int) -> bool:
        """Whether the patches after this one are kept, and do not begin anew."""
        return number == self._number or (bool(self._patches) and self._patches[0].number <= number + 1)

    def _snapshot(self) -> Patch:
        if self._whole is None or self._whole.number != self._number:
            self._whole = Patch(self._number, msgspec.json.encode(self._all()))
        return self._whole

    @property
    def players(self) -> list[str]:
        """The ids of what can be played now."""
        players: list[str] = self._asked["players"]
        return players

    # -- for the thread that has the session

    def renew(self, session: Session) -> None:
        """Show a session from the beginning: another one, or the same anew."""
        with self._changed:
            words = [session.words(language) for language in self._languages]
            self._session = session
            self._pictures: Pictures | None = None
            if self._with_pictures:
                self._pictures = session.host.pictures(words[0].language, session.game)
            self._texts = Texts(words)
            self._frame = frame(session, self._texts) | {"phone": page_texts(self._texts)}
            self._views = Views(session, self._texts, self._pictures)
            self._logs = [Log(session, one) for one in words]
            self._symbols = Symbols()
            self._drawn: list[str] = []
            self._seen: dict[int, dict[str, Any]] = {}
            self._steps: dict[int, Any] = {}
            self._marks: list[tuple[int, str, int]] = []
            self._told: dict[int, tuple[int, ...]] = {}
            self._lines: dict[str, list[tuple[list[Any], list[Any]]]] = {one.words.language: [] for one in self._logs}
            path = session.timeline.path
            self._base = path[max(0, len(path) - 1 - BACK)]
            unseen = self._unseen()
            assert unseen is not None, "it begins on the present line"
            self._follow(unseen)
            self._begin_anew()

    @property
    def data(self) -> dict[str, Any]:
        """What the page holds before the first snapshot arrives."""
        return {**self._frame, "marks": [], "names": {}, "notes": {}, "texts": self._texts.all}

    @property
    def title(self) -> str:
        """The name of the game."""
        return harmless(self._session.title) or self._texts.first(self._frame["title"])

    def advance(self) -> None:
        """Show where the session stands now."""
        with self._changed:
            unseen = self._unseen()
            if len(self._steps) > MOST or unseen is None:
                self.renew(self._session)
                return
            before = self._counts()
            steps, told = self._follow(unseen)
            self._post(self._news(before, steps, told))

    def tell(self, **beside: Any) -> None:
        """Show something beside the game, by name, in place of what was shown by that name."""
        with self._changed:
            self._beside |= beside
            self._post(beside)

    def close(self) -> None:
        """End the feed: whoever waits for a patch learns of it."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _post(self, news: dict[str, Any]) -> None:
        self._number += 1
        self._patches.append(Patch(self._number, msgspec.json.encode(news)))
        self._changed.notify_all()

    def _begin_anew(self) -> None:
        self._number += 1
        self._patches.clear()
        self._patches.append(self._snapshot())
        self._changed.notify_all()

    # -- the steps

    @property
    def _head(self) -> int:
        return self._session.timeline.stands

    def _unseen(self) -> list[int] | None:
        """Return the steps that are not shown yet, from the present one back to one that is; None if the game stands
        where nothing leads that is shown."""
        found: list[int] = []
        at = self._head
        while at not in self._steps:
            found.append(at)
            if at == self._base:
                break
            parent = self._session.timeline.parent(at)
            if parent is None or parent < self._base or len(found) > BACK:
                return None
            at = parent
        return found

    def _follow(self, unseen: Sequence[int]) -> tuple[list[int], list[tuple[int, ...]]]:
        """Take up the steps that are new, the last first, and what is to be told anew. Returns both."""
        timeline = self._session.timeline
        steps = list(reversed(unseen))
        for step in steps:
            parent = -1 if step == self._base else timeline.parent(step)
            before = {} if parent is None or parent < 0 else self._seen[parent]
            view = self._seen[step] = self._views.view(timeline.state_at(step), before)
            self._steps[step] = [parent, changes(before, view)]
            self._marks += marks(self._session, step, self._texts)
        for id in list(self._views.drawings)[len(self._drawn) :]:
            assert self._pictures is not None, "a drawing is one of the pictures"
            drawn = self._pictures.draw(id, "dark"), self._pictures.draw(id, "light")
            self._symbols.add(f"d{len(self._drawn)}", *drawn)
            self._drawn.append(id)
        stretches = [one for one in self._stretches(steps or [self._head]) if self._told.get(one[0]) != one]
        for stretch in stretches:
            self._told[stretch[0]] = stretch
            for log in self._logs:
                lines = self._lines[log.words.language]
                lines[:] = [line for line in lines if line[0][1] not in stretch]
                lines += log.tell(stretch)
        self._asked = asked(self._session, self._texts)
        return steps, stretches

    def _stretches(self, steps: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the steps that are told as one, from the one that the first of these belongs to."""
        laid = laid_at(self._session)
        first = [step for step in telling.stretch(self._session, steps[0]) if step in self._steps]
        group: tuple[int, ...] = ()
        for step in (*first, *steps[1:]):
            if step <= laid:
                continue
            if group and not telling.joins(self._session, step):
                yield group
                group = ()
            group = (*group, step)
        if group:
            yield group

    # -- in words for the page

    def _counts(self) -> dict[str, Any]:
        return {
            "texts": len(self._texts.all),
            "marks": len(self._marks),
            "symbols": self._symbols.count,
            "people": [len(log.people) for log in self._logs],
            "sentences": [len(log.texts) for log in self._logs],
            "rules": [set(log.rules) for log in self._logs],
        }

    def _now(self) -> dict[str, Any]:
        """Return what is told whole each time."""
        line = Line("", self._head, ())
        return {
            "head": self._head,
            "lines": [line_shown(self._session, line, self._texts)],
            "asked": self._asked,
            **written(self._session),
        }

    def _news(self, before: dict[str, Any], steps: Sequence[int], told: Sequence[tuple[int, ...]]) -> dict[str, Any]:
        now = self._now()
        again = {step for stretch in told for step in stretch}
        found: dict[str, Any] = {
            **now,
            "steps": {step: self._steps[step] for step in steps},
            "marks": self._marks[before["marks"] :],
            "texts": self._texts.all[before["texts"] :],
            "again": sorted(again),
            "logs": {
                log.words.language: {
                    "told": [line for line in self._lines[log.words.language] if line[0][1] in again],
                    "people": list(log.people)[people:],
                    "texts": list(log.texts)[texts:],
                    "rules": {id: text for id, text in log.rules.items() if id not in rules},
                }
                for log, people, texts, rules in zip(
                    self._logs, before["people"], before["sentences"], before["rules"], strict=True
                )
            },
        }
        if self._symbols.count != before["symbols"]:
            found["drawings"] = [self._symbols.markup_since(before["symbols"]), self._symbols.rules]
        return found

    def _all(self) -> dict[str, Any]:
        """Return everything that is shown, for a phone that knows nothing."""
        now = self._now()
        return {
            "whole": True,
            "frame": self._frame,
            **now,
            **self._beside,
            "steps": self._steps,
            "marks": self._marks,
            "texts": self._texts.all,
            "again": [],
            "logs": {
                log.words.language: {
                    "told": self._lines[log.words.language],
                    "people": list(log.people),
                    "texts": list(log.texts),
                    "rules": log.rules,
                }
                for log in self._logs
            },
            "drawings": [self._symbols.markup, self._symbols.rules],
        }
