"""The soak finds what breaks and says how to see it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend.sessions import open_save
from defiance_qt.lab.soak import Broken, Tally, play, soak
from defiance_qt.systems.defiance.engine.game import DefianceGame


def test_games_under_random_rules_hold() -> None:
    tally = soak(5, first=3, commands=1000)
    assert tally.games == tally.victories + tally.defeats > 0
    assert tally.refused > 0
    assert tally.overruled > 0


def test_what_breaks_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DefianceGame, "invariants", lambda game, state: ["the sky fell"] if state.round else [])
    out = tmp_path / "broken.jsonl"
    with pytest.raises(Broken, match=r"game 3, step \d+, after .*: the sky fell"):
        play(3, Tally(), out)
    with open_save(out) as session:
        assert session.state.round == 1


def test_the_same_seed_is_the_same_game() -> None:
    first, second = Tally(), Tally()
    play(8, first)
    play(8, second)
    assert first == second
