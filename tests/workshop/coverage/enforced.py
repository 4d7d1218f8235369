"""Finds the places that enforce a rule: those that name it and that a test claiming it runs.

The tests measure the runs (`measuring`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from defiance_qt.lab.coverage import decoded
from tests.workshop.coverage.carriers import carriers
from tests.workshop.coverage.named import named_in
from tests.workshop.coverage.sources import Found, RuleSources, gathered, pairs


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run of a test: its node id, the rules it claims, and the functions of the engine that it called."""

    test: str
    rules: tuple[str, ...]
    functions: tuple[str, ...]


def runs_in(path: Path) -> list[Run]:
    """Return the runs in a file, one a line. Raises `OSError`, and `msgspec.DecodeError` for a damaged file."""
    return msgspec.json.decode(b"[" + b",".join(path.read_bytes().splitlines()) + b"]", type=list[Run])


def recorded(sources: RuleSources) -> Found:
    """Return the recorded places of each rule; none where nothing was measured yet. Raises `msgspec.MsgspecError` for a
    damaged file."""
    if not sources.measured.exists():
        return {}
    rows = decoded(sources.measured.read_bytes())
    return {id: row.enforced_by for id, row in rows.items() if row.enforced_by}


def enforced_by(sources: RuleSources, runs: Iterable[Run]) -> Found:
    """Return the places of `named_in` that a test claiming the rule runs. `carriers` maps places to functions."""
    ran: dict[str, set[str]] = {}
    for run in runs:
        for id in run.rules:
            ran.setdefault(id, set()).update(run.functions)
    functions, none = carriers(sources), frozenset[str]()
    named = pairs(named_in(sources))
    return gathered((id, place) for id, place in named if functions.get(place, none) & ran.get(id, none))


def claiming(runs: Iterable[Run], rule: str) -> Found:
    """Return the tests that claim the rule, each with the functions it ran.

    A mutation of these functions must fail a test.
    """
    return gathered((run.test, function) for run in runs if rule in run.rules for function in run.functions)
