"""The soak finds what breaks and says how to see it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend.opening import open_save
from defiance_qt.lab.soak import Broken, Soak
from defiance_qt.systems.defiance.game import DefianceGame
from tests.workshop.soak import soak

pytestmark = pytest.mark.slow


def test_games_under_random_rules_hold() -> None:
    tally = soak(5, first=3, commands=1000)
    assert tally.games == tally.victories + tally.defeats > 0
    assert tally.refused > 0
    assert tally.overruled > 0


def test_what_breaks_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DefianceGame, "invariants", lambda game, state: ["the sky fell"] if state.round else [])
    out = tmp_path / "broken.jsonl"
    with pytest.raises(Broken, match=r"game 3, step \d+, after .*: the sky fell"):
        Soak(out=out).play(3)
    with open_save(out) as session:
        assert session.state.round == 1


def test_the_same_seed_is_the_same_game() -> None:
    first, second = Soak(), Soak()
    first.play(8)
    second.play(8)
    assert first.tally == second.tally
    assert first.tally.commands > 100


def test_a_system_that_is_not_there_is_not_soaked() -> None:
    with pytest.raises(PluginError, match="There is no game system 'three-sieges'"):
        Soak("three-sieges")
