"""The mission as it is set up, its gate and its one trigger."""

from __future__ import annotations

import pytest

from defiance_qt.testing import Mission

MISSION = "my_plugin"


def test_it_begins_with_a_closed_gate(mission: Mission) -> None:
    game = mission(MISSION)
    assert not game.state.doors["gate"].open
    assert set(game.state.units) == {"nox_spec_ops"}


@pytest.mark.parametrize("space", ["H1", "H2", "H3", "H4", "H5"])
def test_the_gate_is_the_only_way_out(mission: Mission, space: str) -> None:
    # Uma stands there as a person would correct it by hand.
    game = mission(MISSION).do(f'overrule team.uma.space "{space}"', "activate uma", "move uma")
    assert game.options("step_to uma G")
    assert not game.options("step_to uma I")


def test_opening_the_gate_raises_the_alert(mission: Mission) -> None:
    game = mission(MISSION).do('overrule team.uma.space "E4"', "activate uma")
    game.do("interact uma lock", "assign S 0", team="S B !")
    assert game.state.doors["gate"].open
    assert (game.state.alert, game.state.reserve) == (2, 2)
