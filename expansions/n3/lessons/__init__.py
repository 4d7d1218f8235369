"""The lessons of the game: the examples of the supplement as positions that are played, and what each comes to.

`lessons.toml` holds them as data, the other files of the folder the content that only they need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from defiance_qt.api import Request, port

from ..engine import words as w
from ..engine.events import Event
from ..engine.game import TableGame
from ..engine.state import State

FOLDER = Path(__file__).parent
FILE = "lessons.toml"
ZONES = "zones_lessons.toml"
ARMS = ("weapons_lessons.toml", "profiles_lessons.toml")
READY = ("ready", 'initiative {"side": %d}', 'deploy_rest {"side": 0}', 'deploy_rest {"side": 1}', "ready", "proceed")
"""What lays a free table up to the first Order of a side, once the zones are there."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step: the command to `give`, the `events` that it has to cause, in this order among those of their kinds, and
    kinds of which it may cause `none`."""

    give: str
    events: tuple[Event, ...] = ()
    none: tuple[str, ...] = ()


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of the file. `side` has the first Orders of a free table, where all is deployed after `zones` are laid;
    without it `opening` does all. `dice` are the numbers of each roll. `armed`: some troops carry other weapons."""

    rules: tuple[str, ...]
    steps: tuple[Step, ...]
    kind: Literal["guide", "example"] = "example"
    mission: str = "free"
    side: int | None = None
    zones: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    options: dict[str, Any] = {}
    armed: bool = False


@dataclass(frozen=True)
class Script:
    """A lesson as a session plays it."""

    lesson: port.Lesson
    entry: Entry
    content: Mapping[str, bytes] = field(default_factory=dict)
    editions: tuple[str, ...] = ()

    @property
    def mission(self) -> str:
        return self.entry.mission

    @property
    def options(self) -> Mapping[str, Any]:
        return self.entry.options

    @property
    def opening(self) -> tuple[str, ...]:
        laid = tuple(f'zone {{"kind": "{zone}", "id": "{zone}"}}' for zone in self.entry.zones)
        ready = () if self.entry.side is None else tuple(one.replace("%d", str(self.entry.side)) for one in READY)
        return (*laid, *ready, *self.entry.opening)

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        """Return the dice of a roll, counted from 0; None leaves the roll to the app."""
        if index >= len(self.entry.dice) or len(self.entry.dice[index]) != len(request.sizes):
            return None
        return tuple(number - 1 for number in self.entry.dice[index])

    def progress(self, game: TableGame, played: Sequence[port.Played], words: port.Words) -> port.LessonProgress:
        """Compare what the user has done with the steps. Dice that were typed are no acts."""
        acts = [step for step in played[1:] if not isinstance(step.commands[0], game.answer_types)]
        wanted = [game.parse(step.give) for step in self.entry.steps]
        wrong = next(
            (at for at, (one, to) in enumerate(zip(acts, wanted, strict=False)) if one.commands[0] != to), None
        )
        done = min(len(acts), len(wanted)) if wrong is None else wrong
        steps = tuple(
            port.LessonStep(
                game.label(wanted[at], played[0].after, words),
                at < done,
                tuple(self._findings(step, acts[at] if at < done else None, played[0].after, words)),
                step.give,
            )
            for at, step in enumerate(self.entry.steps)
        )
        reason = words.rules[self.entry.rules[0]].text
        title, text = words(self.lesson.title), words(self.lesson.text)
        return port.LessonProgress(title, text, steps, reason, self.entry.rules, astray=wrong is not None)

    def _findings(
        self, step: Step, act: port.Played | None, opening: State, words: port.Words
    ) -> Iterator[port.Finding]:
        """Yield what the example says of a step, beside what came out of it."""
        state = opening if act is None else act.after
        caused = {} if act is None else _by_kind(act.events)
        for one in step.events:
            said = w.narrate(one, state, words)
            if act is None:
                yield port.Finding(said, rules=self.entry.rules)
                continue
            left = caused.get(_kind(one), [])
            came = w.narrate(left.pop(0), state, words) if left else words("lesson.nothing")
            yield port.Finding(said, came, came == said, self.entry.rules)
        for kind in step.none:
            said = words(f"lesson.none.{kind}")
            found = caused.get(kind, [])
            came = w.narrate(found[0], state, words) if found else said
            yield port.Finding(said, "" if act is None else came, None if act is None else not found, self.entry.rules)


def _by_kind(events: Sequence[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for event in events:
        found.setdefault(_kind(event), []).append(event)
    return found


def _kind(event: Any) -> str:
    return str(type(event).__struct_config__.tag)


@cache
def lessons() -> tuple[Script, ...]:
    """Return the lessons, in the order of the file."""
    return read((FOLDER / FILE).read_bytes())


def read(source: bytes) -> tuple[Script, ...]:
    """Return the lessons of a file, in its order. Raises `ContentError` naming file and key."""
    entries = port.read_content(FILE, source, dict[str, Entry])
    zones, armed = ({name: (FOLDER / name).read_bytes() for name in names} for names in ((ZONES,), (ZONES, *ARMS)))
    return tuple(
        Script(
            port.Lesson(id, f"lesson.{id}.title", f"lesson.{id}.text", entry.kind),
            entry,
            armed if entry.armed else zones,
        )
        for id, entry in entries.items()
    )
