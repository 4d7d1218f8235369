"""The table of balance: what counts as fair, and whether one draw decides a mission."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import Played
from tests.workshop.defiance import balance
from tests.workshop.defiance.balance import Attempt, Campaign, drawn, kept, rows, table

pytestmark = pytest.mark.slow


def attempt(result: str, round: int = 9, **draws: str) -> Attempt:
    return Attempt(Played("dead_air", result, "" if result == "victory" else "logs_burnt", round, 2), draws)


def campaign(*attempts: Attempt, seed: int = 1) -> Campaign:
    return Campaign(seed, attempts)


def test_a_mission_is_fair_between_the_goals() -> None:
    half = [attempt("victory"), attempt("defeat")] * 20
    (row,) = rows([campaign(*half)])
    assert (row.attempts, row.wins, row.rounds, row.losses, row.fair) == (40, 20, 9, {"logs_burnt": 20}, True)
    assert not rows([campaign(*half, *[attempt("victory")] * 60)])[0].fair
    assert not rows([campaign(attempt("victory", round=16), attempt("defeat", round=16))])[0].fair


def test_a_draw_decides_if_hardly_anybody_wins_with_it() -> None:
    lost = [attempt("defeat", loot="empty_crate")] * 50
    won = [attempt("victory", loot="medikit")] * 60 + [attempt("defeat", loot="medikit")] * 40
    (row,) = rows([campaign(*lost, *won)])
    assert row.draw is not None
    assert row.draw.decides
    assert not row.fair
    assert (row.draw.card, row.draw.attempts, row.draw.wins) == ("empty_crate", 50, 0)
    assert "empty_crate (loot): 0% of 50 won, else 60%" in table([row], 1, 1)


def test_a_draw_decides_if_hardly_anybody_loses_with_it() -> None:
    won = [attempt("victory", loot="key")] * 60
    (row,) = rows([campaign(*won, *[attempt("defeat", loot="crate"), attempt("victory", loot="crate")] * 30)])
    assert row.draw is not None
    assert row.draw.decides
    assert row.draw.card == "key"


def test_a_draw_that_helps_does_not_decide() -> None:
    better = [attempt("victory", loot="medikit")] * 30 + [attempt("defeat", loot="medikit")] * 10
    worse = [attempt("victory", loot="crate")] * 10 + [attempt("defeat", loot="crate")] * 30
    (row,) = rows([campaign(*better, *worse)])
    assert row.draw is not None
    assert not row.draw.decides
    assert row.fair
    assert row.draw.p < 0.001


def test_the_same_share_with_and_without_a_draw_is_chance() -> None:
    even = [attempt(result, loot=card) for result in ("victory", "defeat") for card in ("a", "b")] * 10
    (row,) = rows([campaign(*even)])
    assert row.draw is not None
    assert row.draw.p == 1.0


def test_of_few_attempts_nothing_is_said() -> None:
    (row,) = rows([campaign(*[attempt("defeat", loot="a")] * 14, *[attempt("victory", loot="b")] * 14)])
    assert row.draw is None


@pytest.mark.parametrize(
    ("event", "draw"),
    [
        (e.CardDrawn("loot", "medikit", "uma"), ("loot", "medikit")),
        (e.AiCardRevealed("dummy", "rush", "left"), ("AI card", "rush")),
        (e.InitiativeRevealed("dummy"), ("Initiative", "dummy")),
        (e.RandomPicked("b7", ("c3", "b7"), rules=("R-024",)), ("b7 / c3", "b7")),
        (e.RandomPicked("uma", ("uma", "qiang"), rules=("R-188",)), None),
        (e.Rested("uma"), None),
    ],
)
def test_what_is_drawn_is_noted(event: object, draw: tuple[str, str] | None) -> None:
    assert drawn(event) == draw


def test_campaigns_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def one(seed: int) -> Campaign:
        played.append(seed)
        return campaign(attempt("victory"), seed=seed)

    monkeypatch.setattr(balance, "one_campaign", one)
    path = tmp_path / "campaigns.jsonl"
    assert [game.seed for game in kept(path, range(1, 3), 1)] == [1, 2]
    assert [game.seed for game in kept(path, range(1, 5), 1)] == [1, 2, 3, 4]
    assert [*kept(path, range(4, 5), 1)] == [campaign(attempt("victory"), seed=4)]
    assert played == [1, 2, 3, 4]
