"""Workers end what hangs, dies, raises or takes too much memory, and go on with the next case."""

from __future__ import annotations

import os
import time

import pytest

from tests.workshop.torture import workers
from tests.workshop.torture.cases import (
    CHANGED,
    DIED,
    HANGS,
    MEMORY,
    RAW,
    SAME,
    SKIPPED,
    Case,
    Fault,
    Result,
    Skip,
    Tell,
)

pytestmark = pytest.mark.slow


def hard(case: Case, tell: Tell) -> Result:
    """End as the name of the case says."""
    tell("trying")
    if case.kind == "sleeps":
        time.sleep(600)
    if case.kind == "loops":
        while True:
            pass
    if case.kind == "dies":
        os._exit(3)
    if case.kind == "raises":
        raise ValueError("no luck")
    if case.kind == "exits":
        raise SystemExit
    if case.kind == "swells":
        bytearray(8 << 30)
    if case.kind == "grows":
        grown = bytearray(workers.GROWTH + (32 << 20))
        return Result(case, SAME, detail=str(len(grown)))
    if case.kind == "finds":
        raise Fault(CHANGED, "another")
    if case.kind == "skips":
        raise Skip("not here")
    return Result(case, SAME)


def ended(*kinds: str, jobs: int = 1) -> dict[str, Result]:
    cases = [Case(kind, seed) for seed, kind in enumerate(kinds)]
    return {result.case.kind: result for result in workers.run(cases, hard, jobs, limit=0.4)}


def test_every_end_is_seen_and_the_next_case_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GROWTH", 64 << 20)
    found = ended("sleeps", "fine", "dies", "raises", "exits", "swells", "grows", "finds", "skips", "last")
    outcomes = {kind: result.outcome for kind, result in found.items()}
    assert outcomes == {
        "sleeps": HANGS,
        "fine": SAME,
        "dies": DIED,
        "raises": RAW,
        "exits": RAW,
        "swells": MEMORY,
        "grows": MEMORY,
        "finds": CHANGED,
        "skips": SKIPPED,
        "last": SAME,
    }
    assert found["sleeps"].stage == "trying"
    assert "ValueError: no luck" in found["raises"].detail
    assert [kind for kind, result in found.items() if not result.found] == ["fine", "skips", "last"]


def test_a_loop_is_ended_and_several_workers_share_the_cases() -> None:
    found = ended("loops", *(f"fine{number}" for number in range(9)), jobs=2)
    assert found["loops"].outcome == HANGS
    assert len(found) == 10


def test_a_case_is_read_back_and_draws_the_same() -> None:
    case = Case.parse("bits:17")
    assert case == Case("bits", 17)
    assert case.chance().random() == Case("bits", 17).chance().random() != Case("bits", 18).chance().random()
