"""The ruleset's caches hold what follows from a state and never outlive it, whatever a person corrects by hand."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position


@pytest.mark.parametrize(("field", "value"), [("speed", 2), ("wounds", 5), ("max_aggro", 1)])
def test_a_corrected_value_of_a_card_counts_at_once(field: str, value: int) -> None:
    game = position("C . .\n\ncadin speed=6 wounds=10 max_aggro=3")
    before = game.state
    rules = game.game.rules
    printed = getattr(rules.loadout(game.one("cadin")), field)
    game.do(f"overrule team.cadin.{field} {value}")
    assert getattr(rules.loadout(game.one("cadin")), field) == value
    assert getattr(rules.loadout(before.team["cadin"]), field) == printed


def test_a_corrected_speed_is_what_a_move_gives() -> None:
    game = position("C . .\n\ncadin speed=6").do(
        "activate cadin", "move cadin", "overrule team.cadin.speed 2", "move cadin"
    )
    assert game.points() == 8


def test_a_container_moved_by_hand_obstructs_where_it_stands() -> None:
    game = position("C . . X .\n\ncontainer crate X").do("activate cadin", "move cadin")
    before = game.state
    assert game.do('overrule containers.crate.space "B1"', "step_to cadin B1").points() == 4
    game.state = before
    assert game.do("step_to cadin B1").points() == 5


@pytest.mark.parametrize(
    "path", ["team.cadin.attacks", "team.cadin.abilities", "units.dummy.faces", "enemies.dummy.1.id"]
)
def test_what_is_printed_cannot_be_corrected(path: str) -> None:
    game = position("C . 1\n\ndummy 1 -")
    assert game.refused(f"overrule {path} []") == "unknown_path"
