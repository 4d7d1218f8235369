"""The keys of the texts that content needs."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.texts import text_keys
from tests.systems.defiance.engine.positions import catalog


def test_abilities_used_as_instructions_and_selectors_need_a_name() -> None:
    cards = """
    [[ai_cards]]
    id = "harpoon"
    blue = ["attack least_distance", "reel loneliest"]
    red = ["focused", "drag then attack most_aggro"]

    [[units]]
    id = "angler"
      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 2
      instructions = ["acquire weakest + attack least_distance"]
    """
    added = set(text_keys(catalog(cards))) - set(text_keys(catalog()))
    names = {f"ability.{id}.name" for id in ("drag", "loneliest", "reel", "weakest")}
    assert added == {*names, "ai_card.harpoon.name", "unit.angler.name", "unit.angler.text"}
