"""Exact chances on the command line: of dice as named, and of what a save offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import Illegal, SaveError
from defiance_qt.extend.sessions import Session, open_save
from defiance_qt.systems.defiance.engine.notation import NotationError
from defiance_qt.systems.defiance.lab.chances import (
    NoAttack,
    UnknownDie,
    UnreadableSwitch,
    dice_chances,
    save_chances,
    told,
)
from tests.lab.games import SPACES


@pytest.mark.rule("R-093")
def test_one_red_die_against_one_black_one() -> None:
    """Red: CS, S!, S!, S, SS!, -. Black: B on half of its faces. By hand: 36 pairs."""
    found = dice_chances("red", "black", wounds=1)
    # No B: - nothing, three S one, SS two, CS (two S) two. One B takes one from each.
    assert found.dealt == pytest.approx({0: (1 + 4) / 12, 1: (3 + 2) / 12, 2: 2 / 12}, abs=1e-6)
    assert found.kill == pytest.approx(7 / 12, abs=1e-6)
    assert found.suffered == {0: 1.0}


def test_a_switch_and_a_multiplier_raise_the_damage() -> None:
    plain = dice_chances("red,orange", "blue")
    assert dice_chances("red,orange", "blue", switches=("!=1",)).expected_dealt > plain.expected_dealt
    assert dice_chances("red,orange", "blue", multiplier=2).expected_dealt == pytest.approx(2 * plain.expected_dealt)
    assert dice_chances("red", "blue", enemy_switches=("!=1",)).expected_suffered > 0


def test_without_an_enemy_it_is_a_simple_roll() -> None:
    found = dice_chances("yellow yellow", "")
    assert found.success == pytest.approx(1 - (4 / 6) ** 2, abs=1e-6)
    assert found.kill is None
    assert "success 55.6%" in told(found)


def test_what_is_no_die_and_no_switch_is_refused() -> None:
    with pytest.raises(UnknownDie, match="no die 'pink': red, green") as refused:
        dice_chances("red,pink", "blue")
    assert refused.value.value == "pink"
    with pytest.raises(UnreadableSwitch, match="'! !' is no Switch"):
        dice_chances("red", "blue", switches=("! !",))


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Jazz stands where she sees both Nox Spec-Ops."""
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        from defiance_qt.systems.defiance.engine.commands import Activate, Deploy, Move, StepTo

        session.play(Deploy(id, space) for id, space in SPACES.items())
        session.play((Activate("jazz"), Move("jazz"), StepTo("jazz", "C6"), StepTo("jazz", "D6"), StepTo("jazz", "E6")))
    return path


def test_every_attack_that_a_save_offers(save: Path) -> None:
    found = save_chances(save)
    names = [one.attack for one in found]
    with open_save(save, read_only=True) as session:
        wounds = session.state.units["nox_spec_ops"].profile.wounds
    assert "attack jazz boarding_carbine.shot nox_spec_ops.1" in names
    shot = found[names.index("attack jazz boarding_carbine.shot nox_spec_ops.1")]
    assert sum(shot.dealt.values()) == pytest.approx(1, abs=1e-5)
    assert shot.kill == pytest.approx(sum(share for amount, share in shot.dealt.items() if amount >= wounds), abs=1e-5)
    assert "kill" in told(shot)
    controller = found[names.index("hack jazz geist_aid cadin")]
    assert controller.success is not None
    assert 0 < controller.success < 1


def test_one_attack_of_a_save(save: Path) -> None:
    (found,) = save_chances(save, "attack jazz boarding_carbine.shot nox_spec_ops.1")
    assert found in save_chances(save)
    with pytest.raises(Illegal):
        save_chances(save, "attack jazz boarding_carbine.shot nox_spec_ops.9")
    with pytest.raises(NotationError):
        save_chances(save, "shoot them")
    with pytest.raises(NoAttack, match="move jazz"):
        save_chances(save, "move jazz")


def test_a_save_without_a_fight(tmp_path: Path) -> None:
    path = tmp_path / "new.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    with pytest.raises(NoAttack, match="nobody is activated"):
        save_chances(path)
    with pytest.raises(SaveError):
        save_chances(tmp_path / "nothing.defiance")
