"""What the measurement of turning points counts, from a game that a bot has played to its end."""

from __future__ import annotations

import pytest

from defiance_qt.lab.turning.search import Moment, Report
from defiance_qt.lab.what_if.figures import share
from tests.workshop.turning import differing, main, marked, measured

BOT = (None, (-0.5, -0.3))
OTHER = ((-0.1, 0.1), (-0.5, -0.3))
DECISION = ((-0.5, -0.3), (-0.1, 0.1))


@pytest.mark.parametrize(
    ("moments", "decisions", "others"),
    [((), 0, 0), ((BOT,), 0, 0), ((OTHER, BOT), 0, 1), ((DECISION, OTHER, BOT), 1, 2)],
)
def test_what_is_marked_and_what_differs_is_counted(
    moments: tuple[tuple[tuple[float, float] | None, tuple[float, float]], ...], decisions: int, others: int
) -> None:
    one = share("", 5, 10)
    found = tuple(Moment(at, one, one, (-0.5, -0.1), *spans) for at, spans in enumerate(moments))
    report = Report((), found, 10, 16, 1.0, True)
    assert (marked(report), differing(report)) == (decisions, others)


def test_a_game_of_the_bot_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    row = measured("warfighter", "first_light", 2, 5, 3)
    assert (row.seed, row.won, row.decisions, row.marked) == (3, True, 2, 0)
    chosen = "--system warfighter --mission first_light --seed 3 --count 1 --last 2 --games 5 --jobs 1"
    assert main(chosen.split()) == 0
    assert "no decision marked in 1 of 1 games (at least 95%)" in capsys.readouterr().out
