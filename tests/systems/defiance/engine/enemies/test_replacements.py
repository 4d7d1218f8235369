"""Replacements: dead Miniatures return at a price, the highest Units first (R-254…R-258)."""

from __future__ import annotations

import textwrap

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.cards import LURKER
from tests.systems.defiance.engine.rules.turns import orders

CARDS = LURKER + orders("focused") + pack("trio", "pair")


@pytest.mark.rule("R-256")
@pytest.mark.parametrize(("board", "space"), [("U . . 1 . . X 2", "C1"), ("U . . 2 . . X 1", "C1")])
def test_a_replacement_stands_by_whichever_mate_it_gets_closest_to(board: str, space: str) -> None:
    """One of them stands in a corner behind a Container."""
    game = position(f"{board}\n\ntrio 1 2 -\ncontainer crate X", CARDS).do("activate uma", "end_activation uma")
    assert game.foe("trio.3").space == space


@pytest.mark.rule("R-256")
def test_a_unit_without_any_miniature_left_has_its_replacements_at_the_first_respawn_space() -> None:
    """The other Respawn space is nearer to the team."""
    game = position("U . . S . . . R . .\n\ntrio - - -\nreserve 2\nrespawn R S", CARDS)
    game.do("activate uma", "end_activation uma")
    assert [foe.space for foe in game.state.enemies.values()] == ["H1", "G1", "F1"]
    assert "near=H1 " in game.told("enemy_deployed")[1]


@pytest.mark.rule("R-255")
def test_units_of_no_rank_come_after_the_rookies() -> None:
    grey = """
        [[units]]
        id = "statue"
        faces = [{ colour = "grey", number = 2, speed = 0, wounds = 9, replacements = 1 }]
        """
    game = position(
        "U . . . . . .\n . . 1 . . 2 .\n\nstatue 2 -\npair 1 -", textwrap.dedent(CARDS) + textwrap.dedent(grey)
    )
    game.do("activate uma", "end_activation uma")
    assert set(game.state.enemies) == {"statue.1", "pair.1", "pair.2"}


@pytest.mark.rule("R-256")
def test_a_replacement_is_near_to_all_of_its_mates_and_to_nobody_else() -> None:
    game = position("U . 3 . . . . . 1 . 2 .\n\ntrio 1 2 -\ndummy 3 -\nreserve 1", CARDS)
    game.do("activate uma", "end_activation uma")
    (line,) = game.told("enemy_deployed")
    assert "near=I1,K1 spaces=H1,J1,L1 by=team" in line
    assert game.foe("trio.3").space == "H1"


@pytest.mark.rule("R-255", "R-192")
@pytest.mark.parametrize(
    ("units", "order", "cited"),
    [
        ("trio 1 2 -\npair 3 -", ["pair", "trio"], "[R-255 R-192]"),
        ("trio 1 2 -\nchief 3 -", ["chief", "trio"], "[R-255]"),
        ("trio 1 2 5\nchief 3 -\npair 4 -", ["chief", "pair"], "[R-255]"),
        ("trio 1 2 -", [], ""),
    ],
    ids=["one rank", "two ranks", "one is complete", "one alone"],
)
def test_the_order_of_replacements_is_recorded_if_there_is_any(units: str, order: list[str], cited: str) -> None:
    chief = """
        [[units]]
        id = "chief"
        faces = [{ colour = "black", number = 2, speed = 4, wounds = 5, replacements = 3 }]
        """
    cards = textwrap.dedent(CARDS).replace("number = 2, speed = 4, wounds = 2", "number = 2, speed = 4, wounds = 3")
    text = f"U . . . . . .\n . . 1 . . 2 .\n. 3 . 4 . 5 .\n\n{units}"
    game = position(text, cards + textwrap.dedent(chief)).do("activate uma", "end_activation uma")
    lines = game.told("replacements_ordered")
    assert len(lines) == bool(order)
    for line in lines:
        assert [part.split()[0] for part in line.split("unit=")[1:]] == order
        assert line.endswith(cited)


@pytest.mark.rule("R-258", "R-255")
@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ("trio 1 2 3", []),
        ("trio 1 2 -\nreserve 0", ["reinforcements_ended replacements none_left 0 [R-258]"]),
        ("trio 1 - -\nreserve 0", ["reinforcements_ended replacements too_few 0 unpaid={unit=trio price=1} [R-258]"]),
    ],
    ids=["nothing to replace", "all replaced", "one is left"],
)
def test_how_replacements_ended_is_recorded_if_there_were_any(figures: str, told: list[str]) -> None:
    game = position(f"U . . . . 1 2 3\n\n{figures}", CARDS).do("activate uma", "end_activation uma")
    assert game.told("reinforcements_ended") == told
    assert not game.told("replacements_ordered"), "there is nothing to order"
