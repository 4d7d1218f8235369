"""Movement (R-051 … R-061).

Spans `rules.activation`, `ruleset` and `board.movement`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.invariants import broken
from tests.systems.defiance.engine.positions import Play, position

CHASE = """
    [[ai_cards]]
    id = "chase"
    blue = ["assault least_distance"]
    red = ["assault least_distance"]

    [[units]]
    id = "hound"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 3
      wounds = 3
      defense = ["any"]
      attacks = [{ id = "bite", dice = ["any"], range = [1, 1], cc = true }]
    """


def moving(text: str, *steps: str) -> Play:
    return position(text).do("activate cadin", "move cadin", *(f"step_to cadin {space}" for space in steps))


@pytest.mark.rule("R-051")
def test_a_move_gives_speed_in_points_and_two_give_twice() -> None:
    game = moving("C . .\n\ncadin speed=5")
    assert game.points() == 5
    assert game.do("move cadin").points() == 10


@pytest.mark.rule("R-051")
def test_a_consequence_may_slow_down() -> None:
    game = position("C . .\n\ncadin speed=5 consequences=torn_muscle").do("activate cadin", "move cadin")
    assert game.points() == 4


@pytest.mark.rule("R-052")
def test_one_point_for_one_adjacent_space() -> None:
    game = moving("C . . .\n . . . .\n\n", "B1")
    assert game.told("moved") == ["moved cadin A1>B1 cost=1 [R-052]"]
    assert game.refused("step_to cadin D1") == "not_adjacent R-052"
    assert game.points() == 5


@pytest.mark.rule("R-053")
def test_points_are_spent_before_between_and_after_actions() -> None:
    game = moving("C . . . 1\n\ncadin carries=stick damage=1\ndummy 1 -", "B1")
    game.do("attack cadin stick.point dummy.1", "step_to cadin C1", team="-", enemy="-")
    assert (game.actions(), game.points(), game.one("cadin").space) == (0, 4, "C1")
    game.do("step_to cadin B1", "end_activation cadin")


@pytest.mark.rule("R-054")
def test_points_are_lost_as_the_activation_ends() -> None:
    game = moving("C . .\n\n", "B1").do("end_activation cadin", "activate cadin")
    assert (game.state.round, game.points()) == (2, 0)
    assert game.options("step_to") == []


@pytest.mark.rule("R-055", "R-057")
@pytest.mark.parametrize(
    ("between", "cost"), [("U", 1), ("B", 1), ("1", 2)], ids=["a Character", "an Ally", "an Enemy"]
)
def test_one_passes_through_figures_at_their_price(between: str, cost: int) -> None:
    enemy = "dummy 1 -" if between == "1" else ""
    game = moving(f"C {between} . .\n\ncadin speed=6\njazz\n{enemy}", "B1", "C1")
    assert game.points() == 6 - cost - 1
    assert game.one("cadin").space == "C1"


@pytest.mark.rule("R-056")
def test_nobody_stops_on_an_occupied_space() -> None:
    """The step is refused when the points left do not lead on; and before leaving, nothing else can be done."""
    game = moving("C U . .\n\ncadin speed=1 carries=stick")
    assert game.refused("step_to cadin B1") == "occupied R-056"
    on = moving("C U . 1\n\ncadin speed=2 carries=stick\ndummy 1 -", "B1")
    assert on.options() == ["step_to cadin A1", "step_to cadin C1"]
    assert on.refused("attack cadin stick.point dummy.1") == "must_move_on R-056"
    assert on.refused("end_activation cadin").endswith("R-056")
    on.do("step_to cadin C1")
    assert on.can("end_activation cadin")
    assert on.can("attack cadin stick.point dummy.1")


@pytest.mark.rule("R-056", "R-219")
def test_a_way_over_two_figures_must_lead_out() -> None:
    """Three points: through the Enemy for two and on for one. With two the step is refused."""
    blocked = moving("C 1 .\n\ncadin speed=2\ndummy 1 -")
    assert blocked.refused("step_to cadin B1") == "occupied R-056"
    assert moving("C 1 .\n\ncadin speed=3\ndummy 1 -", "B1").options("step_to") == [
        "step_to cadin A1",
        "step_to cadin C1",
    ]
    row = moving("C 1 2 .\n\ncadin speed=4\ndummy 1 2")
    assert row.can("step_to cadin B1"), "back to where one came from"


@pytest.mark.rule("R-058", "R-217")
@pytest.mark.parametrize(
    ("cell", "extra"),
    [
        (".", ""),
        (".", "difficult A1:e"),
        ("%", ""),
        ("1", "difficult A1:e"),
        ("X", "difficult A1:e"),
    ],
)
def test_causes_of_two_points_never_add_up(cell: str, extra: str) -> None:
    dear = bool(extra) or cell != "."
    game = moving(
        f"""
        C {cell} . .

        {extra}
        {"dummy 1 -" if cell == "1" else ""}
        {"container crate X" if cell == "X" else ""}
        """,
        "B1",
    )
    assert game.points() == 6 - (2 if dear else 1)


@pytest.mark.rule("R-059")
@pytest.mark.parametrize(
    ("side", "open"),
    [
        ("", True),
        ("wall A1:e", False),
        ("violet A1:e", False),
        ("door gate A1:e", False),
        ("security gate A1:e", False),
        ("open gate A1:e", True),
        ("red A1:e", True),
        ("difficult A1:e", True),
    ],
)
def test_what_movement_crosses(side: str, open: bool) -> None:
    game = moving(f"C . .\n\n{side}")
    assert game.can("step_to cadin B1") == open
    if not open:
        assert game.refused("step_to cadin B1") in ("wall R-059", "closed_door R-059")


@pytest.mark.rule("R-060")
def test_leaving_contact_with_enemies_costs_nothing() -> None:
    game = moving("1 C . .\n . 2 . .\n\ndummy 1 2", "C1", "D1")
    assert game.points() == 4
    assert [line.split()[0] for line in game.told()] == [
        "activation_began",
        "action_spent",
        "points_gained",
        "moved",
        "moved",
    ]


@pytest.mark.rule("R-061")
@pytest.mark.parametrize(
    ("row", "space", "cost"),
    [
        ("1 . . . C", "D1", 3),
        ("1 2 . C .", "C1", 2),
        ("1 U . C .", "", 0),
    ],
    ids=["free", "past a mate", "past a Character"],
)
def test_enemies_move_like_characters_with_sides_exchanged(row: str, space: str, cost: int) -> None:
    """A space with a mate costs 1, one with a Character 2, and they stop on neither."""
    second = "2" if "2" in row else "-"
    game = position(f"{row}\n\nhound 1 {second} ai=chase\ninitiative hound\ngoldstein", CHASE)
    game.do("activate goldstein", "end_activation goldstein", "proceed")
    moved = [line for line in game.told("moved") if "hound.1" in line]
    if space:
        assert moved[0].startswith("moved hound.1 A1>")
        assert moved[0].split()[2].endswith(space)
        assert f"cost={cost} " in moved[0]
    else:
        assert moved == [], "it stands in Contact with Uma already"


@pytest.mark.rule("R-061", "R-057")
@pytest.mark.parametrize(("speed", "goal"), [(3, "C1"), (2, "A1")])
def test_an_enemy_pays_two_for_a_characters_space(speed: int, goal: str) -> None:
    """It wants to the one with most Aggro, behind Uma, in a corridor."""
    more = CHASE.replace("assault least_distance", "acquire most_aggro").replace("speed = 3", f"speed = {speed}")
    more = more.replace(
        'id = "bite", dice = ["any"], range = [1, 1], cc = true',
        'id = "bite", dice = ["any"], range = [2, 2], cc = true',
    )
    game = position(
        """
        1 U . . C

        cadin aggro=2
        hound 1 - ai=chase
        initiative hound
        goldstein
        """,
        more,
    ).do("activate goldstein", "end_activation goldstein", "proceed")
    assert game.foe("hound.1").space == goal


@pytest.mark.rule("R-055", "R-056")
def test_who_is_caught_on_anothers_space_is_moved_on() -> None:
    """A Unit that is deployed as a figure passes another can stand wherever it could have gone."""
    game = position(
        """
        C U . .

        cadin speed=2
        zone beyond B1
        selected nox_spec_ops
        """,
        triggers=(k.Trigger(on="entered beyond", effects=(k.DeployUnits(("nox_spec_ops",), ("C1", "A1")),)),),
    )
    game.do("activate cadin", "move cadin", "step_to cadin B1")
    assert game.told("figure_moved") == ["figure_moved cadin B1 D1 [R-055 R-056]"]
    assert game.one("cadin").space == "D1"
    assert "end_activation cadin" in game.options()


@pytest.mark.rule("R-055", "R-056")
@pytest.mark.parametrize("speed", [2, 6])
def test_who_falls_on_anothers_space_is_moved_on_once(speed: int) -> None:
    game = position(
        f"""
        C U . .

        cadin speed={speed}
        zone beyond B1
        """,
        triggers=(k.Trigger(on="entered beyond", effects=(k.Suffer(20, on="user"),)),),
    )
    game.do("activate cadin", "move cadin", "step_to cadin B1")
    assert not game.one("cadin").conscious
    assert game.told("figure_moved") == ["figure_moved cadin B1 A1 [R-055 R-056]"]
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-055", "R-056", "R-024")
def test_who_is_moved_on_has_come_into_the_zone_there() -> None:
    """Also where no ability of a plugin looks on."""
    game = position(
        """
        C U . .

        cadin speed=2
        zone beyond B1
        zone refuge D1
        selected nox_spec_ops
        """,
        hooks=Hooks(),
        triggers=(
            k.Trigger(on="entered beyond", effects=(k.DeployUnits(("nox_spec_ops",), ("C1", "A1")),)),
            k.Trigger(on="entered refuge", effects=(k.SetFlag("safe"),)),
        ),
    )
    game.do("activate cadin", "move cadin", "step_to cadin B1")
    assert game.one("cadin").space == "D1"
    assert game.state.flags == ("safe",)


@pytest.mark.rule("R-055", "R-056")
def test_of_equally_close_spaces_the_first_takes_who_is_moved_on() -> None:
    game = position(
        """
        . C U . .

        cadin speed=2
        zone beyond C1
        selected nox_spec_ops
        """,
        triggers=(k.Trigger(on="entered beyond", effects=(k.DeployUnits(("nox_spec_ops",), ("B1", "D1")),)),),
    )
    game.do("activate cadin", "move cadin", "step_to cadin C1")
    assert game.told("figure_moved") == ["figure_moved cadin C1 A1 [R-055 R-056]"]
