"""The measurement of corrections: few cases of each kind, each carried out and verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workshop.defiance.corrections import KINDS, Case, measured, row
from tests.workshop.defiance.recordings import SAVES


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_corrected_recordings_verify_and_keep_most_steps(kind: str, tmp_path: Path) -> None:
    cases = measured(kind, 3, 1, sorted(SAVES.glob("extraction-*.defiance")), tmp_path)
    assert all(one.ok for one in cases)
    assert min(one.kept for one in cases) > 0.5


def test_a_row_says_how_many_are_whole_and_what_is_kept() -> None:
    cases = [Case(5, 1.0, 0, 0, 0, 0.2, True), Case(7, 1.0, 0, 0, 2, 0.2, True), Case(9, 0.5, 3, 9, 1, 1.3, True)]
    assert row("dice", cases) == "| dice | 2 of 3 | 1 | 100.0% | 50% | 50% | 1.0 | 1.3 s | 3 |"
