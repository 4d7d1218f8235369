"""Range (R-069 … R-072).

Spans `board.hexes`, `rules.ranges` and `rules.activation`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

ROW = """
    U 1 2 3 4 5

    uma carries=stick
    dummy 1 2
    cadmus 3 4
    nox_spec_ops 5 -
    """


@pytest.mark.rule("R-069")
def test_the_target_lies_inside_the_interval() -> None:
    game = position(ROW).do("activate uma")
    lobbed = [line.split()[-1] for line in game.options("attack uma stick.lob")]
    assert lobbed == ["dummy.2", "cadmus.1", "cadmus.2"]
    assert game.refused("attack uma stick.lob dummy.1") == "out_of_range R-069"
    assert game.refused("attack uma stick.lob nox_spec_ops.1") == "out_of_range R-069"


@pytest.mark.rule("R-070", "R-109")
def test_the_own_space_is_range_0_and_the_ring_around_it_1() -> None:
    game = position(
        """
        J U . . . . C . .

        jazz carries=hacking_device
        """
    ).do("activate jazz")
    assert game.can("hack jazz geist_aid jazz"), "Range 0"
    assert game.can("hack jazz geist_aid cadin"), "Range 6"
    game.do("hack jazz geist_aid uma", team="!")
    assert game.told("hack_declared") == ["hack_declared jazz uma geist_aid 1 [R-107 R-109]"]


@pytest.mark.rule("R-071")
def test_distance_counts_spaces_through_walls_and_figures() -> None:
    """The final space counts, the starting one does not; what cannot be crossed on foot is counted all the same."""
    game = position(
        """
        U C # . 1

        uma carries=stick
        wall C1:e D1:e
        dummy 1 -
        """
    ).do("activate uma")
    assert game.can("attack uma stick.lob dummy.1")
    game.do("attack uma stick.lob dummy.1", team="-", enemy="-")
    assert game.told("attack_declared")[0].startswith("attack_declared uma dummy.1 stick.lob 4 ")


@pytest.mark.rule("R-072")
def test_one_icon_needs_sight_and_the_other_range_alone() -> None:
    game = position("U . . 1\n\numa carries=stick\nwall B1:e\ndummy 1 -").do("activate uma")
    assert game.refused("attack uma stick.point dummy.1") == "no_sight R-062"
    assert game.can("attack uma stick.lob dummy.1")


@pytest.mark.rule("R-069", "R-072", "R-073", "R-062")
@pytest.mark.parametrize(
    ("board", "attacks"),
    [
        ("U 1", ["stick.point"]),
        ("U . 1", ["stick.point", "stick.lob"]),
        ("U . . . 1", ["stick.point", "stick.lob"]),
        ("U . . . . 1", ["stick.point"]),
    ],
)
def test_an_attack_reaches_from_its_least_range_to_its_greatest(board: str, attacks: list[str]) -> None:
    """And says by which rules it may: one needs sight, the other does not."""
    cites = {"point": "R-073 R-069 R-062", "lob": "R-073 R-069 R-072"}
    for attack in attacks:
        game = position(f"{board}\n\numa carries=stick\ndummy 1 -").do("activate uma")
        assert game.options("attack") == [f"attack uma {one} dummy.1" for one in attacks]
        game.do(f"attack uma {attack} dummy.1", team="-", enemy="-")
        (line,) = game.told("attack_declared")
        assert line.endswith(f"[{cites[attack.partition('.')[2]]}]")
