"""Clauses of how Units enter play that no other file's positions bring about (R-203 … R-206, R-250 … R-256, R-273)."""

from __future__ import annotations

import textwrap

import pytest

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.content import DeployUnits, MissionUnit, Opening, RaiseAlert, Trigger
from defiance_qt.systems.defiance.engine.hooks import Hooks
from tests.systems.defiance.engine.positions import Play, position, start
from tests.systems.defiance.engine.rules.cards import LURKER
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    LURKER
    + orders("focused")
    + """
    [[units]]
    id = "trio"
    faces = [{ colour = "blue", number = 3, speed = 4, wounds = 2, replacements = 1 }]

    [[units]]
    id = "pair"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 2, respawn = 1, replacements = 1 }]
    """
)


@pytest.mark.rule("R-273", "R-130", "R-016")
@pytest.mark.parametrize(("rise", "face", "count"), [(1, 0, 2), (2, 1, 3)])
def test_after_maximum_alert_the_mission_too_deploys_on_the_high_face(rise: int, face: int, count: int) -> None:
    trigger = Trigger("door_opened gate", (RaiseAlert(rise), RaiseAlert(-1), DeployUnits(("dummy",), ("E1",))))
    game = position("U . . . . . . .\n\nselected dummy\nalert 3\ndoor gate A1:e", triggers=(trigger,))
    game.do("activate uma", "interact uma gate")
    assert (game.unit("dummy").face, len(game.state.enemies)) == (face, count)


@pytest.mark.rule("R-256")
@pytest.mark.parametrize(("board", "space"), [("U . . 1 . . X 2", "C1"), ("U . . 2 . . X 1", "C1")])
def test_a_replacement_stands_by_whichever_mate_it_gets_closest_to(board: str, space: str) -> None:
    """One of them stands in a corner behind a Container."""
    game = position(f"{board}\n\ntrio 1 2 -\ncontainer crate X", CARDS).do("activate uma", "end_activation uma")
    assert game.foe("trio.3").space == space


@pytest.mark.rule("R-251", "R-164", "R-016")
def test_miniatures_stand_on_the_spaces_that_the_mission_lists_for_them() -> None:
    """F-14: the second on the second space, the third on the third."""
    opening = Opening((MissionUnit("trio", ("F1", "C1", "H1")),))
    game = start(
        "U . . . . . . .\n . . . . . . . .", CARDS, openings={"en": opening, "es": opening}, selected=("trio",)
    )
    assert [foe.space for foe in game.state.enemies.values()] == ["F1", "C1", "H1"]


@pytest.mark.rule("R-250", "R-251", "R-256", "R-192")
@pytest.mark.parametrize(
    ("board", "figures", "space"),
    [
        (". . X . . . U", "", "D1"),
        ("U . . . X . .", "", "D1"),
        ("U . . X . . . C", "", "C1"),
        ("U . . X . . C", "uma damage=10 unconscious", "E1"),
    ],
    ids=["team to the east", "team to the west", "whoever is nearest", "nearest of those who stand"],
)
def test_of_spaces_equally_close_the_one_nearer_to_the_team(board: str, figures: str, space: str) -> None:
    """Both when a Unit comes back and when a Miniature is replaced."""
    mover = "cadin" if "C" in board else "uma"
    others = "uma activated" if mover == "cadin" else ""
    text = f"{board}\n\n{others}\n{figures}"
    if "unconscious" in figures:
        text = f"{board}\n\n{figures} activated"
    game = position(f"{text}\navailable pair\nreserve 1\nrespawn X", CARDS)
    game.do(f"activate {mover}", f"end_activation {mover}")
    assert game.foe("pair.2").space == space
    game = position(f"{text}\npair X -\nreserve 1", CARDS).do(f"activate {mover}", f"end_activation {mover}")
    assert game.foe("pair.2").space == space


@pytest.mark.rule("R-203", "R-253", "R-273")
@pytest.mark.parametrize(("kind", "cited"), [("pair", "R-250 R-253"), ("lurker", "R-250 R-253 R-203")])
def test_a_unit_that_comes_back_says_by_which_rules(kind: str, cited: str) -> None:
    game = position(f"U . . X\n\navailable {kind}\nreserve 1\nrespawn X", CARDS)
    (line,) = game.do("activate uma", "end_activation uma").told("unit_deployed")
    assert line.endswith(f"[{cited}]")


def surprise(text: str) -> Play:
    """The Unit's Initiative card is turned; it goes for Uma."""
    text = f"{text}\numa activated\nlast uma\nlurker away ai=orders\ninitiative lurker\nturn enemy"
    return position(text, CARDS).do("overrule round 1")


@pytest.mark.rule("R-204", "R-125", "R-227")
@pytest.mark.parametrize(
    ("board", "figures", "space"),
    [("X", "container crate X", "C1"), ("C", "cadin damage=10 unconscious", "C1"), (".", "", "A1")],
    ids=["Container", "Unconscious", "free"],
)
def test_nobody_appears_on_an_obstructed_space(board: str, figures: str, space: str) -> None:
    """The first free space beside Uma is taken, not the one nearest to the Container."""
    game = surprise(f"{board} U . .\n . . . .\n\n{figures}").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == space


# ---- Units in play


@pytest.mark.rule("R-164", "R-250", "R-130")
def test_that_a_unit_has_been_deployed_is_known_to_the_mission() -> None:
    door = Trigger("door_opened gate", (DeployUnits(("trio",), ("C1",)),))
    there = Trigger("unit_deployed trio", (RaiseAlert(1),))
    game = position("U . . . .\n\ndoor gate A1:e\nselected trio pair", CARDS, triggers=(door, there))
    assert game.do("activate uma", "interact uma gate").state.alert == 2


@pytest.mark.rule("R-207", "R-250", "R-256")
def test_a_keyword_may_deploy_with_several_states() -> None:
    keyword = Ability("surprising", cites=("R-207",), deploys_with=("hidden", "focused"))
    cards = CARDS.replace("number = 2, speed", 'abilities = ["hackable", "surprising"], number = 2, speed')
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), keyword))
    game = position("U . . . R\n\navailable pair\nreserve 1\nrespawn R", cards, hooks=hooks)
    game.do("activate uma", "end_activation uma")
    assert [foe.states for foe in game.state.enemies.values()] == [("hidden", "focused")] * 2


@pytest.mark.rule("R-256", "R-250", "R-251")
def test_where_a_miniature_comes_back_is_recorded_with_what_it_is_near_to() -> None:
    game = position("U . . . . 1 . .\n\npair 1 -\nreserve 1", CARDS).do("activate uma", "end_activation uma")
    (line,) = game.told("enemy_deployed")
    assert "near=F1 spaces=E1,G1 by=team" in line
    game = position("U . . . . R . .\n\navailable pair\nreserve 1\nrespawn R", CARDS)
    lines = game.do("activate uma", "end_activation uma").told("enemy_deployed")
    assert ["spaces=" in line for line in lines] == [False, True]
    assert "near=F1 spaces=E1,G1 by=team" in lines[1]


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


ROUSER = """
    [[units]]
    id = "rouser"

      [[units.faces]]
      colour = "red"
      number = 3
      speed = 4
      wounds = 3
      defense = ["any"]
      abilities = ["hackable", "surprise_attack"]

        [[units.faces.attacks]]
        id = "claws"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true
        switches = [{ cost = "!", effects = [{ do = "alert", amount = 1 }] }]
    """


@pytest.mark.rule("R-272", "R-204", "R-256", "R-203")
def test_who_has_yet_to_appear_is_no_casualty_and_others_are() -> None:
    """Maximum Alert comes with the first Miniature's Attack. Its mates are still to appear; two of the
    dummies are missing."""
    text = "U . . . . . 1\n . . . . . . .\n\ndummy 1 -\nalert 4\numa activated\nlast uma\nrouser away ai=orders"
    game = position(f"{text}\ninitiative rouser\nturn enemy", textwrap.dedent(CARDS) + textwrap.dedent(ROUSER))
    game.do("overrule round 1").do("proceed", enemy="!", team="-")
    assert game.state.alert == 5
    assert sorted(game.state.enemies) == ["dummy.1", "dummy.2", "dummy.3", "rouser.1"]
    game.do("proceed", enemy="-", team="-")
    assert "rouser.2" in game.state.enemies


@pytest.mark.rule("R-203", "R-273", "R-170", "R-130")
@pytest.mark.parametrize(("alert", "cited"), [(3, "R-203"), (4, "R-203 R-273")])
def test_a_unit_that_arrives_says_by_which_rules_and_gets_one_card_of_each_kind(alert: int, cited: str) -> None:
    door = Trigger("door_opened gate", (RaiseAlert(1), DeployUnits(("rouser",), ("C1",))))
    text = f"U . . . 1\n\ndoor gate A1:e\nselected rouser\nalert {alert}\ntrio 1 - -"
    game = position(text, textwrap.dedent(CARDS) + textwrap.dedent(ROUSER), triggers=(door,))
    before = len(game.state.decks["ai"])
    game.do("activate uma", "interact uma gate")
    (line,) = game.told("unit_deployed")
    assert line.endswith(f"{cited}]")
    assert {foe.unit for foe in game.state.enemies.values()} == {"trio"}
    assert game.state.initiative == ("rouser",)
    assert len(game.told("ai_card_dealt")) == 1
    assert len(game.state.decks["ai"]) == before - 1


# ---- Replacements, as they are recorded


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
