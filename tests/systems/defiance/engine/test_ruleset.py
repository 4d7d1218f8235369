"""The ruleset's caches hold what follows from a state and never outlive it, whatever a person corrects by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from defiance_qt.core.readonly import read_only
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.commands import Attack
from defiance_qt.systems.defiance.engine.enemies.reinforcements import deploy_unit, returning
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules.attributes import UNIT, faces_of
from defiance_qt.systems.defiance.engine.rules.targets import obstacles
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.plugins.test_critical_fumbles import FOE, TABLE
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    orders("attack least_distance")
    + """
    [[units]]
    id = "giant"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      abilities = ["big"]
    """
)


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


Change = Callable[[str, str], int]


def changing(change: Change, asked: list[tuple[str, str]] | None = None) -> Hooks:
    """A house rule on attributes, which notes what it is asked."""

    def modify(context: object, figure: str, attribute: str) -> NumberChange:
        if asked is not None:
            asked.append((figure, attribute))
        return NumberChange("", change(figure, attribute))

    return Hooks(abilities=tuple(builtin.contribute_abilities()), modify_attribute=(modify,))


@pytest.mark.parametrize(("change", "points"), [(2, 8), (-2, 4), (-9, 0)])
def test_a_plugin_changes_the_speed_of_the_team_at_each_move(change: int, points: int) -> None:
    asked: list[tuple[str, str]] = []
    hooks = changing(lambda figure, attribute: change if (figure, attribute) == ("cadin", "speed") else 0, asked)
    game = position("C . . 1\n\ncadin speed=6\nnox_leader 1 ai=rush\ninitiative nox_leader", "", hooks)
    asked.clear()
    assert game.game.rules.speed(game.state, game.one("cadin")) == points
    assert game.do("activate cadin", "move cadin").points() == points
    game.do("end_activation cadin")
    assert set(asked) == {("cadin", "speed")}


@pytest.mark.parametrize(("change", "wounds", "aggro"), [(2, 11, 5), (-2, 7, 1), (-99, 1, 0)])
def test_a_plugin_changes_wounds_and_aggro_of_the_team_as_it_comes_into_play(
    change: int, wounds: int, aggro: int
) -> None:
    """Only then: what the card is taken for is stored with the figure, so that a save without the plugin reads the
    same."""
    asked: list[tuple[str, str]] = []
    hooks = changing(lambda figure, attribute: 0 if attribute == "speed" else change, asked)
    game = position("U . 1\n\numa printed\ndummy 1", "", hooks)
    uma, rules = game.one("uma"), game.game.rules
    printed = rules.catalog.characters["uma"]
    assert (printed.wounds, printed.max_aggro) == (9, 3)
    assert (uma.wounds, uma.max_aggro) == (wounds, aggro)
    assert (rules.loadout(uma).wounds, rules.loadout(uma).max_aggro) == (wounds, aggro)
    assert {("uma", "wounds"), ("uma", "max_aggro")} <= set(asked)
    asked.clear()
    game.do("activate uma")
    assert {attribute for _, attribute in asked} <= {"speed"}


@pytest.mark.parametrize("change", [1, -9])
def test_a_plugin_changes_the_numbers_of_a_unit_as_it_is_deployed(change: int) -> None:
    """Both faces; a number that the card does not have stays away. The price counts while it waits, too (R-248)."""
    game = position("U . 1\n\numa\ndummy 1", "", changing(lambda figure, _: change if figure == "cadmus" else 0))
    rules = game.game.rules
    faces, printed = faces_of(rules, game.state, "cadmus"), rules.catalog.units["cadmus"].faces
    for face, was in zip(faces, printed, strict=True):
        assert was.respawn is not None
        assert (face.wounds, face.speed) == (max(1, was.wounds + change), max(0, was.speed + change))
        assert face.respawn == max(1, was.respawn + change)
        assert (face.replacements is None) is (was.replacements is None)
        assert msgspec.structs.replace(face, **{name: getattr(was, name) for name in UNIT}) == was
    assert returning(rules, game.state, "cadmus") == faces[0]
    run = Transaction(rules, game.state)
    deploy_unit(run, "cadmus", ("C1",), "available", ())
    assert run.state.units["cadmus"].faces == faces


def test_without_a_plugin_the_faces_are_those_of_the_card() -> None:
    game = position("U . 1\n\numa\ndummy 1")
    rules = game.game.rules
    assert faces_of(rules, game.state, "cadmus") is rules.catalog.units["cadmus"].faces


def test_odds_reckon_with_the_wounds_that_a_plugin_gives() -> None:
    hooks = changing(lambda figure, attribute: -8 if (figure, attribute) == ("foe", "wounds") else 0)
    kills = []
    for one in (Hooks(abilities=tuple(builtin.contribute_abilities())), hooks):
        game = position(TABLE, FOE, one).do("activate uma")
        kills.append(preview.attack(game.game.rules, game.state, Attack("uma", "stick", "point", "foe.1")).kill)
    assert kills[0] < 0.01
    assert kills[1] > 0.1


@pytest.mark.rule("R-125", "R-219", "R-129", "R-322")
@pytest.mark.parametrize("space", ["B1", "C1", "D1", "E1"])
def test_every_container_and_every_console_obstructs(space: str) -> None:
    text = 'U X Y Z W . .\n . . . . . . .\n\ncontainer a X\ncontainer b Y\nconsole c Z "S"\nconsole d W "S"'
    game = position(text)
    rules, view = game.game.rules, game.game.rules.view(game.state)
    assert view.obstructed >> rules.board.by_name[space] & 1
    assert not view.obstructed >> rules.board.by_name["F1"] & 1


@pytest.mark.rule("R-322", "R-129", "R-063")
def test_every_neutral_character_occupies_its_space() -> None:
    more = """
        [[characters]]
        id = "bystander"
        ally = true
        speed = 4
        wounds = 4
        """
    game = position("U N . M .\n\nneutral goldstein N\nneutral bystander M", more)
    rules, view = game.game.rules, game.game.rules.view(game.state)
    taken = [name for name, cell in rules.board.by_name.items() if view.taken >> cell & 1]
    assert taken == ["A1", "B1", "D1"]
    assert not rules.sees(game.state, view, "uma", "bystander")


@pytest.mark.rule("R-055", "R-056", "R-057", "R-063", "R-066", "R-227")
def test_where_everybody_is() -> None:
    game = position("U C B 1 2\n\ncadin damage=10 unconscious\njazz\ndummy 1 2")
    rules, view = game.game.rules, game.game.rules.view(game.state)

    def spaces(mask: int) -> str:
        return " ".join(name for name, cell in rules.board.by_name.items() if mask >> cell & 1)

    assert spaces(view.team) == "A1 B1 C1"
    assert spaces(view.conscious) == "A1 C1"
    assert spaces(view.enemies) == "D1 E1"
    assert spaces(view.obstructed) == "B1"
    assert spaces(view.taken) == "A1 B1 C1 D1 E1"
    assert spaces(view.crowded) == ""
    assert set(view.cells) == {"uma", "cadin", "billie", "dummy.1", "dummy.2"}


@pytest.mark.rule("R-055", "R-063", "R-156")
@pytest.mark.parametrize(("board", "crowded"), [("U C 1 .", "B1"), ("U 1 C .", "B1"), ("U . C 1", "")])
def test_a_space_that_two_share_in_passing_still_hides(board: str, crowded: str) -> None:
    game = position(f"{board}\n\ndummy 1 -").do("activate uma", "move uma", "step_to uma B1")
    rules, view = game.game.rules, game.game.rules.view(game.state)
    assert " ".join(name for name, cell in rules.board.by_name.items() if view.crowded >> cell & 1) == crowded


@pytest.mark.rule("R-063", "R-064", "R-062")
@pytest.mark.parametrize(
    ("board", "figures", "cut"),
    [
        ("U C . 1", "", ("cadin",)),
        ("U C Q 1", "", ("cadin", "qiang")),
        ("U . . 1", "wall A1:e\ndoor gate C1:e", ("wall", "gate")),
        ("U . . 1", "red A1:e", ("red",)),
        ("U . . 1", "violet B1:e", ("violet",)),
        ("U C . 1", "cadin damage=10 unconscious", ()),
        ("U . . 1", "open gate B1:e", ()),
    ],
)
def test_everything_that_cuts_a_line_is_named(board: str, figures: str, cut: tuple[str, ...]) -> None:
    game = position(f"{board}\n\ndummy 1 -\n{figures}")
    assert obstacles(game.game.rules, game.state, "uma", "dummy.1") == cut


@pytest.mark.rule("R-067", "R-209")
def test_a_look_at_a_big_enemy_passes_figures() -> None:
    """Between Enemies too, and in what the window says before the click."""
    game = position("U C . 1 2 3\n\numa carries=pistol\ndummy 1 2\ngiant 3", CARDS).do("activate uma")
    rules, state = game.game.rules, game.state
    assert rules.sees(state, rules.view(state), "dummy.1", "giant.1")
    assert not rules.sees(state, rules.view(state), "uma", "dummy.2")
    assert game.can("attack uma pistol.shot giant.1")
    assert preview.attack(rules, state, Attack("uma", "pistol", "shot", "giant.1")).clear


def test_a_loadout_that_was_seen_first_by_a_view_can_be_stored() -> None:
    """A bot of a plugin decides on views of states."""
    session = Session.new(mission="extraction", seed=7)
    game: Any = session.game
    rules, one = game.rules, session.state.team["jazz"]
    seen = read_only(one)
    assert seen is not one
    loadout = rules.loadout(seen)
    assert rules.loadout(one) is loadout
    assert loadout.actions
    assert msgspec.json.encode(loadout.actions) == msgspec.json.encode(rules.work_out(one).actions)
