"""What a player plays for in a roll when Wounds matter: what comes first, and what is worth nothing."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.best_play import Objective

Result = tuple[int, int]  # Damage dealt, Damage suffered


@pytest.mark.parametrize(
    ("objective", "better", "worse"),
    [
        (Objective(), (2, 1), (2, 2)),
        (Objective(), (3, 1), (1, 0)),
        (Objective(), (1, 0), (2, 1)),
        (Objective(kill=9), (9, 20), (8, 0)),
        (Objective(survive=2), (0, 1), (20, 2)),
        (Objective(kill=3), (3, 0), (2, 0)),
        (Objective(kill=3), (3, 0), (9, 1)),
        (Objective(survive=2), (4, 5), (3, 2)),
        (Objective(survive=2), (3, 2), (3, 5)),
        (Objective(kill=3, survive=2), (3, 1), (3, 2)),
        (Objective(kill=3, survive=2), (0, 0), (2, 2)),
    ],
    ids=[
        "less suffered",
        "more of a difference",
        "of equal difference less suffered",
        "to bring down, at any price",
        "to stay up, whatever it would deal",
        "enough to bring down",
        "no more than enough",
        "who falls anyway suffers no more by it",
        "and yet rather less",
        "to bring down and stay up",
        "to stay up without bringing down",
    ],
)
def test_what_a_player_would_rather_have(objective: Objective, better: Result, worse: Result) -> None:
    assert objective.score(*better) > objective.score(*worse)
