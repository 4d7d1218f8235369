"""Cargo: what a mission has carried from hand to hand (R-028, R-117, R-212).

Spans `rules.equip`, `rules.activation` and `rules.mission`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position


@pytest.mark.rule("R-212", "R-053")
@pytest.mark.parametrize(("carried", "points"), [("pistol", 4), ("drive_case", 3), ("drive_case,drive_case", 2)])
def test_each_piece_of_cargo_takes_one_from_the_speed(carried: str, points: int) -> None:
    game = position(f"U . . . .\n\numa carries={carried}").do("activate uma", "move uma")
    assert game.points() == points


@pytest.mark.rule("R-028", "R-117")
@pytest.mark.parametrize("fallen", ["", " unconscious"])
def test_cargo_is_handed_on_and_taken_from_the_fallen(fallen: str) -> None:
    text = f"U J . . . .\n\numa carries=drive_case{fallen}\njazz"
    game = position(text).do("activate jazz", "equip jazz", "give uma jazz drive_case", "finish_equip")
    assert "drive_case" not in [held.item for held in game.one("uma").carried]
    assert [held.place for held in game.one("jazz").carried if held.item == "drive_case"] == ["light"]


def test_cargo_is_light() -> None:
    equipment = position("U").game.rules.catalog.equipment.values()
    assert {item.id for item in equipment if item.cargo} >= {"drive_case"}
    assert all(item.speed == -1 and not item.tabs for item in equipment if item.cargo)
