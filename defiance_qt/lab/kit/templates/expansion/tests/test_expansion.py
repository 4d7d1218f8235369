"""The mission with its own Unit, whose ability provokes, and the weapon that the Console gives."""

from __future__ import annotations

import pytest

from defiance_qt.testing import Mission, Position

MISSION = "my_plugin"
TABLE = """
    C 1 . . . U

    my_plugin 1 ai=take_aim
    initiative my_plugin
    """


@pytest.mark.claims("my_plugin-1")
def test_who_is_in_contact_gains_aggro(position: Position) -> None:
    game = position(TABLE).do("activate uma", "end_activation uma").pass_on()
    assert game.told("aggro_changed") == ["aggro_changed cadin 1 1 [my_plugin-1]"]


def test_the_console_gives_the_weapon(mission: Mission) -> None:
    # Beside the Console, as a person would correct it by hand.
    game = mission(MISSION).do('overrule team.uma.space "E4"', "activate uma")
    assert set(game.state.units) == {"my_plugin"}
    game.do("interact uma lock", "assign S 0", team="S B !")
    assert "my_plugin" in [card.item for card in game.one("uma").carried]


@pytest.mark.parametrize("space", ["H1", "H2", "H3", "H4", "H5"])
def test_the_gate_is_the_only_way_out(mission: Mission, space: str) -> None:
    game = mission(MISSION).do(f'overrule team.uma.space "{space}"', "activate uma", "move uma")
    assert game.options("step_to uma G")
    assert not game.options("step_to uma I")
