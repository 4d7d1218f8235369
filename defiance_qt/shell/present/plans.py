"""The view models of compared plans, as values: what makes them needs more (`what_if`)."""

from __future__ import annotations

import msgspec

TONES = ("team", "blue", "gold", "enemy")
"""The tone of each plan. Its line is different too: full, dashed, dotted, and both."""


class Bar(msgspec.Struct, frozen=True):
    """How often an amount came, as a share of the most frequent one of all plans. `inside` the range that is told."""

    share: float
    inside: bool


class RowView(msgspec.Struct, frozen=True):
    """A figure of a plan: its name, a picture of it, and its text, of which `strong` is the range. `bars` are the
    amounts that came with any plan; `span` are the ends of an interval and the share in it, from 0 to 1."""

    id: str
    name: str
    strong: str
    text: str
    tip: str
    bars: tuple[Bar, ...] = ()
    span: tuple[float, float, float] | None = None


class PlanView(msgspec.Struct, frozen=True):
    """A plan, numbered from 1. `about` are the ids of what it touches, see `Candidate`."""

    number: int
    tone: str
    text: str
    note: str
    about: tuple[str, ...]
    rows: tuple[RowView, ...] = ()


class WhatIfView(msgspec.Struct, frozen=True):
    """What is known of plans. `chapters` and `games` say how much has been played, `progress` is the share of the games
    from 0 to 1. `verdict` are sentences. `working`: games are played now, or would be but for a pause."""

    plans: tuple[PlanView, ...]
    chapters: str
    games: str
    progress: float
    verdict: tuple[str, ...]
    working: bool
