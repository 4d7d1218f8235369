"""Exact chances of what a save offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import DefianceError, Illegal, NotationError, SaveError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.odds import odds_lines, save_odds
from defiance_qt.systems.defiance.engine.commands import Activate, Deploy, Move, StepTo
from tests.lab.games import SPACES
from tests.texts import defiance_words

SHOT = "attack jazz boarding_carbine.shot nox_spec_ops.1"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Jazz sees both Nox Spec-Ops."""
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.play(Deploy(id, space) for id, space in SPACES.items())
        session.play((Activate("jazz"), Move("jazz"), StepTo("jazz", "C6"), StepTo("jazz", "D6"), StepTo("jazz", "E6")))
    return path


def test_everything_that_takes_a_chance_in_a_save(save: Path) -> None:
    found = {one.subject: one for one in save_odds(save)[0]}
    with open_save(save, read_only=True) as session:
        wounds = session.state.units["nox_spec_ops"].profile.wounds
    shot = found[SHOT]
    dealt = next(one for one in shot.distributions if one.name == "dealt")
    assert sum(dealt.shares.values()) == pytest.approx(1, abs=1e-5)
    kill = sum(share for amount, share in dealt.shares.items() if amount >= wounds)
    assert shot.chances["kill"] == pytest.approx(kill, abs=1e-5)
    assert "kill" in "\n".join(odds_lines(shot, defiance_words()))
    assert 0 < found["hack jazz geist_aid cadin"].chances["success"] < 1


def test_one_attack_of_a_save(save: Path) -> None:
    (found,) = save_odds(save, SHOT)[0]
    assert found in save_odds(save)[0]
    with pytest.raises(Illegal) as refused:
        save_odds(save, SHOT.replace(".1", ".9"))
    assert str(refused.value) == "“nox_spec_ops.9” is not on the board", "in the words of the game"
    with pytest.raises(NotationError):
        save_odds(save, "shoot them")
    with pytest.raises(DefianceError, match="move jazz"):
        save_odds(save, "move jazz")


def test_a_save_without_anything_that_takes_a_chance(tmp_path: Path) -> None:
    path = tmp_path / "new.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    with pytest.raises(DefianceError, match="no legal command involves chance"):
        save_odds(path)
    with pytest.raises(SaveError):
        save_odds(tmp_path / "nothing.defiance")
