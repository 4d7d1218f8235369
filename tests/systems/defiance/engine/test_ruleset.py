"""The ruleset's caches hold what follows from a state and never outlive it, whatever a person corrects by hand."""

from __future__ import annotations

import msgspec
import pytest

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.hooks import Hooks
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


def test_a_plugin_that_asks_about_a_figure_of_its_own_changes_nothing() -> None:
    """The cache of loadouts is the engine's: what a plugin makes up must not come out of it."""
    game = position("C . .\n\ncadin speed=5")
    rules, real = game.game.rules, game.state.team["cadin"]
    shown = rules.play.shown(game.state).team["cadin"]
    attacks = next(one.attacks for one in rules.catalog.equipment.values() if one.attacks)
    made_up = rules.play.loadout(msgspec.structs.replace(shown, attacks=attacks)).weapons
    assert ("cadin", attacks[0]) in made_up
    assert ("cadin", attacks[0]) not in rules.loadout(real).weapons
    assert rules.play.loadout(shown) == rules.loadout(real)


@pytest.mark.parametrize(
    "path", ["team.cadin.attacks", "team.cadin.abilities", "units.dummy.faces", "enemies.dummy.1.id"]
)
def test_what_is_printed_cannot_be_corrected(path: str) -> None:
    game = position("C . 1\n\ndummy 1 -")
    assert game.refused(f"overrule {path} []") == "unknown_path"


@pytest.mark.parametrize(("change", "points"), [(2, 8), (-2, 4), (-9, 0)])
def test_a_plugin_changes_the_speed_of_the_team_and_asks_for_nothing_else(change: int, points: int) -> None:
    """What `modify_attribute` is documented for: Speed, for a Move and for what foresees it."""
    asked: set[tuple[str, str]] = set()

    def modify(context: object, figure: str, attribute: str) -> int:
        asked.add((figure, attribute))
        return change if figure == "cadin" else 0

    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()), modify_attribute=(modify,))
    game = position("C . . 1\n\ncadin speed=6\nnox_leader 1 ai=rush\ninitiative nox_leader", "", hooks)
    assert game.game.rules.speed(game.state, game.one("cadin")) == points
    assert game.do("activate cadin", "move cadin").points() == points
    game.do("end_activation cadin")
    assert asked == {("cadin", "speed")}
