"""Adjacency and Contact (R-035 … R-038).

Spans `board.tiles`, `rules.interact` and `rules.targets`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

ROOM = """
     . . .
    . C . .
     . . .

    cadin carries=club
    {}
    """


@pytest.mark.rule("R-035", "R-037")
def test_a_space_has_six_adjacent_spaces() -> None:
    text = """
        . 1 2 .
         3 C 4 .
        . 5 6 .

        cadin carries=club
        dummy 1 2
        nox_spec_ops 3 4
        cadmus 5 6
        """
    game = position(text).do("activate cadin")
    assert len(game.options("attack")) == 6
    game.do("move cadin")
    assert len(game.options("step_to")) == 6


@pytest.mark.rule("R-036", "R-037")
@pytest.mark.parametrize(
    ("side", "adjacent"),
    [
        ("", True),
        ("wall B1:e", False),
        ("violet B1:e", False),
        ("door gate B1:e", False),
        ("security gate B1:e", False),
        ("open gate B1:e", True),
        ("red B1:e", True),
        ("difficult B1:e", True),
    ],
)
def test_which_sides_break_adjacency(side: str, adjacent: bool) -> None:
    """Only closed doors do, and neither a red nor a dotted-blue side. Who is adjacent is in Contact."""
    game = position(
        f"""
        . C Q X

        cadin carries=whistle
        {side}
        """,
        """
    [[equipment]]
    id = "whistle"
    actions = [{ id = "blow", target = "character", range = [1, 1], effects = [{ do = "calm", amount = 1 }] }]
    """,
    ).do("activate cadin")
    near = game.game.rules.view(game.state).passages.near
    cells = game.game.rules.board.by_name
    assert bool(near[cells["B1"]] >> cells["C1"] & 1) == adjacent
    assert game.can("use_card cadin whistle.blow qiang") == adjacent
    game.do("equip cadin")
    assert bool(game.options("give cadin qiang")) == adjacent


@pytest.mark.rule("R-037")
@pytest.mark.parametrize("wall", [False, True])
def test_a_wall_breaks_the_contact_with_elements_too(wall: bool) -> None:
    game = position(
        f"""
        X U N
         . K .

        container crate X
        console one K "S"
        neutral goldstein N
        {"wall B1:w B1:e B1:se" if wall else ""}
        """
    ).do("activate uma")
    assert [line.split()[2] for line in game.options("interact") if "using" not in line and "extra" not in line] == (
        [] if wall else ["crate", "one", "goldstein"]
    )


@pytest.mark.rule("R-038")
def test_a_closed_door_is_opened_from_either_side() -> None:
    for board in ("U . .\n . . .", ". U .\n . . ."):
        game = position(f"{board}\n\ndoor gate A1:e").do("activate uma")
        assert game.can("interact uma gate")
    away = position(". . U\n . . .\n\ndoor gate A1:e").do("activate uma")
    assert away.refused("interact uma gate") == "not_in_contact R-123"
