"""Which of two answers in a roll is the better one."""

from __future__ import annotations

from itertools import pairwise

from defiance_qt.systems.defiance.view.present.consequences import Outcome

BETTER = (
    Outcome(0, 9, success=1, gone=("uma",)),
    Outcome(0, 0, gone=("dummy.1", "dummy.2", "uma", "dummy.3")),
    Outcome(0, 0, gone=("dummy.1",)),
    Outcome(2, 1, others=(("dummy.2", 1), ("dummy.3", 2))),
    Outcome(2, 1, others=(("dummy.2", 1), ("dummy.3", 1))),
    Outcome(3, 1, states=(("dummy.1", "stunned"), ("dummy.1", "burning"))),
    Outcome(3, 1, states=(("dummy.1", "stunned"),)),
    Outcome(3, 1),
    Outcome(4, 2),
    Outcome(4, 2, others=(("dummy.2", 2), ("jazz", 3))),
    Outcome(9, 0, gone=("dummy.1", "uma", "jazz")),
)
"""From the best to the worst."""


def test_success_counts_most_then_who_falls_then_damage_and_states() -> None:
    for better, worse in pairwise(BETTER):
        assert better.rank > worse.rank, (better, worse)
