"""A cost in one line, with what house rules made of it."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.view.present.costs import Cost, cost_line
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from tests.systems.defiance.view.positions import english, new_game


def test_a_cost_tells_each_part_with_its_sign_and_names_house_rules() -> None:
    names = Names(english(), rules_of(new_game()).catalog)
    changes = (NumberChange("house.night_raid", 1), NumberChange("equipment.pistol.name", -2))
    told = Cost(1, 2, 1, 2, -1, ("red", "blue"), changes)
    assert cost_line(names, told) == (
        "1 Action · 2 points · Aggro +1 · Reserve +2 · Alert −1 · Red + Blue · Night raid: +1 · Pistol: −2"
    )
    assert cost_line(names, Cost()) == ""
