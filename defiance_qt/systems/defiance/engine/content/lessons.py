"""Lessons: positions to learn from. Each names its mission, the commands that lay its table, the steps to try, and what
the rulebook says of the result.

Commands are in the notation of the command line. A roll is one line: the side, then each die with the face that comes
up, "team red:S+! orange:-"; "-" alone leaves the answer to the app.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.systems.defiance.engine.content.base import Value


class _Claim(Value, frozen=True, forbid_unknown_fields=True, tag_field="that"):
    """Base of all claims. `rules` are the rules that cause it."""

    rules: tuple[str, ...] = ()


class Equals(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="value"):
    """A value of the State, by the path of a correction ("team.cadin.damage")."""

    path: str
    equals: Any


class Gone(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="gone"):
    """A Miniature is no longer in play."""

    enemy: str


class Possible(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="possible"):
    command: str


class Impossible(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="impossible"):
    command: str


class Happened(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="happened"):
    """Events whose text form begins with these words have happened so many times since the step's command. `name` is
    the id of the sentence that says so."""

    event: str
    name: str
    times: int = 1


class Touching(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="contact"):
    """A figure is in Contact with exactly these figures."""

    figure: str
    others: tuple[str, ...]


class Targets(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="targets"):
    """An Enemy's Attack has exactly these targets: in Range and, where the Attack needs it, in Line of Sight."""

    enemy: str
    attack: str
    others: tuple[str, ...]


class Left(_Claim, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="left"):
    """What the acting Character has left."""

    actions: int | None = None
    points: int | None = None


Claim = Equals | Gone | Possible | Impossible | Happened | Touching | Targets | Left


class LessonStep(Value, frozen=True, forbid_unknown_fields=True):
    """A command to try, the rolls that it leads to, and the book's claims about the position afterwards."""

    do: str
    rolls: tuple[str, ...] = ()
    book: tuple[Claim, ...] = ()


class GuideStep(Value, frozen=True, forbid_unknown_fields=True):
    """A step of a guide: done when an event has happened whose text form begins with one of these."""

    id: str
    until: tuple[str, ...]


class GuideCard(Value, frozen=True, forbid_unknown_fields=True):
    """A guide through a stretch of a mission, at its own table, which `opening` lays."""

    id: str
    mission: str
    steps: tuple[GuideStep, ...]
    opening: tuple[str, ...] = ()


class LessonCard(Value, frozen=True, forbid_unknown_fields=True):
    """A lesson. `place` is its place in the list; `brief` the key of a few words for a short list. `source` is the
    example's id in the project's notes ("EX-11"). `book` holds the claims about the position itself. Without `editions`
    it holds in all."""

    id: str
    source: str
    mission: str
    opening: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    rules: tuple[str, ...]
    kind: Literal["guide", "example"] = "example"
    place: int = 100
    brief: str = ""
    editions: tuple[str, ...] = ()
    switches: dict[str, str] = msgspec.field(default_factory=dict)
    book: tuple[Claim, ...] = ()
