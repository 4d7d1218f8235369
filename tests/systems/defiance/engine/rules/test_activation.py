"""A Character's Activation: its Actions, its movement, its end (R-046…R-061, R-120…R-122, R-158…R-161, R-221…R-230)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position

CARDS = (
    pack("bless", "mend", "ward", "bite", "deck")
    + """
    [[equipment]]
    id = "flask"
    actions = [{ id = "drink", use = "discard", effects = [{ do = "calm", amount = 1 }] }]
    """
)


@pytest.mark.rule("R-145", "R-041", "R-042", "R-046")
@pytest.mark.parametrize(
    ("who", "figures", "cited"),
    [
        ("uma", "", "R-041 R-042 R-046"),
        ("goldstein", "goldstein B1", "R-041 R-042 R-046 R-145"),
        ("uma", "uma damage=10 unconscious", "R-041 R-042 R-046 R-228"),
    ],
)
def test_an_activation_begins_by_these_rules(who: str, figures: str, cited: str) -> None:
    game = position(f"U . J\n\n{figures}").do(f"activate {who}")
    assert game.told("activation_began") == [f"activation_began {who} [{cited}]"]


@pytest.mark.rule("R-230", "R-228")
def test_only_the_unconscious_are_dragged_and_each_of_them() -> None:
    game = position(". J U Q .\n . . . . .\n\nqiang damage=10 unconscious\ncadin unconscious damage=10")
    game.do("activate uma", "move uma")
    assert {line.split()[3] for line in game.options("drag")} == {"qiang"}
    game = position(". J U Q .\n . . . . .\n\nqiang damage=10 unconscious\njazz damage=10 unconscious")
    game.do("activate uma", "move uma")
    assert {line.split()[3] for line in game.options("drag")} == {"qiang", "jazz"}


@pytest.mark.rule("R-046", "R-279", "R-041")
@pytest.mark.parametrize(("states", "actions"), [("", 2), ("stunned", 1), ("focused stunned", 1), ("stunned dazed", 0)])
def test_every_state_counts_for_the_actions_that_are_left(states: str, actions: int) -> None:
    dazed = '[[states]]\nid = "dazed"\nactions = -2\nuntil = ["activation"]\n'
    game = position(f"U J\n\numa {states}", dazed).do("activate uma")
    assert game.actions() == actions
    assert bool(game.options("move")) == bool(actions)


@pytest.mark.rule("R-046", "R-047", "R-049", "R-139")
def test_after_two_actions_only_what_is_free_is_left() -> None:
    game = position('U X .\n\numa carries=stimulant\nconsole one X "S S"').do("activate uma", "move uma", "move uma")
    steps = game.options("step_to")
    assert steps
    assert game.options() == [
        *steps,
        "interact uma one extra=yes",
        "use_card uma stimulant.inject uma",
        "end_activation uma",
    ]


@pytest.mark.rule("R-107", "R-109", "R-046")
def test_every_program_is_offered_on_every_target_in_range() -> None:
    """The first dummy is out of Range, the second is not; none of them is Hackable."""
    game = position("J U 1 . . . . 2\n\njazz carries=deck\ndummy 2 1", CARDS).do("activate jazz")
    assert game.options("hack") == [
        "hack jazz mend jazz",
        "hack jazz bless dummy.2",
        "hack jazz ward jazz",
        "hack jazz ward uma",
    ]


@pytest.mark.rule("R-226", "R-101", "R-112")
def test_a_switch_for_another_is_for_oneself_too_and_for_a_hidden_friend_but_not_for_the_unconscious() -> None:
    text = "J U . Q C\n\njazz carries=deck\nqiang hidden\ncadin damage=10 unconscious"
    game = position(text, CARDS).do("activate jazz", "hack jazz ward uma", team="S !")
    assert game.options("use_switch") == ["use_switch 0 target=jazz", "use_switch 0 target=qiang"]


@pytest.mark.rule("R-048", "R-049")
def test_what_is_discarded_is_that_card_and_no_other() -> None:
    game = position("U J\n\numa carries=pistol,flask,flask,stimulant", CARDS).do("activate uma")
    game.do("use_card uma flask.drink uma")
    assert [held.item for held in game.one("uma").carried] == ["pistol", "flask", "stimulant"]
    assert game.told("carried_changed")[0].endswith("[R-048]")
    assert game.told("action_spent") == ["action_spent uma drink [R-048]"]


@pytest.mark.rule("R-155")
def test_a_remote_comes_back_on_the_first_free_space_beside_its_controller() -> None:
    game = position(". . .\n J U .\n. . .\n\nbillie\njazz printed").do("activate jazz")
    game.do("use_card jazz jazz.redeploy billie")
    assert game.one("billie").space == "A1"
    game = position("Q C .\n J U .\n. . .\n\nbillie\njazz printed").do("activate jazz")
    game.do("use_card jazz jazz.redeploy billie")
    assert game.one("billie").space == "A3"


@pytest.mark.rule("R-048")
def test_an_action_for_somebody_else_is_offered_for_everybody_else_in_range() -> None:
    cheer = """
        [[equipment]]
        id = "cheer"

          [[equipment.actions]]
          id = "cheer"
          range = [0, 2]
          effects = [{ do = "calm", amount = 1 }, { do = "impose", state = "focused", on = "other_character" }]
        """
    game = position("U J Q C\n\numa carries=cheer", cheer).do("activate uma")
    assert [line.split()[-1] for line in game.options("use_card")] == ["other=jazz", "other=qiang"]
    alone = position("U . . C\n\numa carries=cheer", cheer).do("activate uma")
    assert alone.options("use_card") == ["use_card uma cheer.cheer uma"]


@pytest.mark.rule("R-052", "R-055", "R-057", "R-217", "R-219", "R-058")
@pytest.mark.parametrize(
    ("board", "more", "told"),
    [
        ("C . . .", "", "[R-052]"),
        ("C U . .", "", "[R-052 R-055]"),
        ("C 1 . .", "dummy 1 -", "cost=2 [R-055 R-057]"),
        ("C X . .", "container crate X", "cost=2 [R-219]"),
        ("C . . .", "difficult A1:e", "cost=2 [R-217]"),
        ("C 1 . .", "dummy 1 -\ndifficult A1:e", "cost=2 [R-055 R-057]"),
    ],
    ids=["free", "a friend", "an Enemy", "obstructed", "a difficult side", "an Enemy behind one"],
)
def test_a_step_says_what_it_costs_and_why(board: str, more: str, told: str) -> None:
    game = position(f"{board}\n\n{more}").do("activate cadin", "move cadin", "step_to cadin B1")
    (line,) = game.told("moved")
    assert line.startswith("moved cadin A1>B1 ")
    assert line.endswith(told)


@pytest.mark.rule("R-048", "R-049", "R-149", "R-153", "R-231", "R-155")
@pytest.mark.parametrize(
    ("figures", "command", "cited"),
    [
        ("uma carries=medikit\njazz damage=1", "uma medikit.treat jazz", "R-048"),
        ("uma carries=medikit\njazz damage=10 unconscious", "uma medikit.revive jazz", "R-048 R-149 R-231"),
        ("uma carries=repair_kit\nbillie damage=1", "uma repair_kit.repair billie", "R-048 R-153"),
        ("uma carries=stimulant", "uma stimulant.inject uma", "R-048 R-049"),
    ],
)
def test_a_card_says_by_which_rules_it_is_used(figures: str, command: str, cited: str) -> None:
    board = "J U B" if "billie" in figures else "J U ."
    game = position(f"{board}\n\n{figures}").do("activate uma", f"use_card {command}")
    assert game.told("action_spent")[0].endswith(f"[{cited}]")
    assert game.told("card_used")[0].endswith(f"[{cited}]")


@pytest.mark.rule("R-046", "R-120", "R-121")
@pytest.mark.parametrize(("edition", "rests"), [("en", True), ("es", True), ("en-print", False)])
def test_to_the_letter_nobody_rests(edition: str, rests: bool) -> None:
    game = position(f"U\n\numa damage=1\nedition {edition}").do("activate uma")
    assert game.can("rest uma") == rests


@pytest.mark.rule("R-047", "R-051")
def test_the_same_action_twice_is_twice_the_points() -> None:
    game = position("U . . . . . . . .").do("activate uma", "move uma", "move uma")
    assert game.points() == 8
    assert game.options() == ["step_to uma B1", "end_activation uma"]


@pytest.mark.rule("R-277", "R-279")
def test_everybody_who_hides_beside_an_activation_that_ends_is_found() -> None:
    game = position(
        "1 U 2 . 3\n\ndummy 1 2\ndummy.1 hidden\ndummy.2 hidden\nnox_spec_ops 3 -\nnox_spec_ops.1 hidden\ncadin"
    )
    game.do("activate uma", "end_activation uma")
    assert {id for id, foe in game.state.enemies.items() if "hidden" in foe.states} == {"nox_spec_ops.1"}


@pytest.mark.rule("R-217", "R-219", "R-057")
@pytest.mark.parametrize(
    ("board", "more", "rule"),
    [
        ("U . .", "difficult A1:e", "R-217"),
        ("U C .", "cadin damage=10 unconscious", "R-219"),
        ("U X .", "container crate X", "R-219"),
        ("U 1 .", "dummy 1 -", "R-057"),
    ],
)
def test_a_step_that_costs_too_much_says_what_makes_it_dear(board: str, more: str, rule: str) -> None:
    game = position(f"{board}\n\numa speed=1\n{more}").do("activate uma", "move uma")
    assert game.refused("step_to uma B1") == f"no_points {rule}"
