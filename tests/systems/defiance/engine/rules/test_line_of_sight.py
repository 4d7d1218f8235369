"""Line of Sight as the game uses it (R-062 … R-068). The geometry is tested with the board.

Spans `ruleset`, `board.sight` and `rules.activation`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position

LOOKOUT = """
    [[units]]
    id = "lookout"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 1
      wounds = 3
      defense = ["any"]
      abilities = {abilities}
      attacks = [{{ id = "beam", dice = ["any"], range = [1, 8] }}]

    [[units]]
    id = "post"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 1
      wounds = 3
      defense = ["any"]
      attacks = [{{ id = "beam", dice = ["any"], range = [1, 8] }}]
    """


def seen(game: Play) -> bool:
    """Whether Uma may attack what stands in her row. A refusal must be for want of sight."""
    game.do("activate uma")
    line = "attack uma stick.point dummy.1"
    if game.can(line):
        return True
    assert game.refused(line) == "no_sight R-062"
    return False


@pytest.mark.rule("R-062", "R-063", "R-064", "R-066")
@pytest.mark.parametrize(
    ("between", "statement", "sees"),
    [
        (".", "", True),
        (".", "wall {sides}", False),
        (".", "violet {sides}", False),
        (".", "red {sides}", False),
        (".", "difficult {sides}", True),
        ("#", "", False),
        ("~", "", False),
        ("%", "", True),
        ("!", "", True),
        ("C", "", False),
        ("C", "cadin damage=10 unconscious", True),
        ("B", "", True),
        ("G", "goldstein G", False),
        ("G", "neutral goldstein G", False),
        ("2", "dummy 1 2", False),
        ("X", "container crate X", True),
        ("X", 'console one X "S"', True),
    ],
)
def test_what_blocks_and_what_does_not(between: str, statement: str, sees: bool) -> None:
    """A corridor one space wide, with something in the middle of it."""
    statement = statement.format(sides="B1:e")
    text = f"U . {between} . 1\n\numa carries=stick\njazz\n{statement}\n"
    game = position(text if "dummy" in statement else f"{text}dummy 1 -")
    assert seen(game) == sees


@pytest.mark.rule("R-064", "R-066")
@pytest.mark.parametrize(
    ("door", "sees"), [("door gate B1:e", False), ("security gate B1:e", False), ("open gate B1:e", True)]
)
def test_closed_doors_block_and_open_ones_do_not(door: str, sees: bool) -> None:
    assert seen(position(f"U . . . 1\n\numa carries=stick\n{door}\ndummy 1 -")) == sees


@pytest.mark.rule("R-064")
def test_opening_a_door_opens_the_view() -> None:
    game = position("U . . 1\n\numa carries=stick\ndoor gate A1:e\ndummy 1 -").do("activate uma")
    assert game.refused("attack uma stick.point dummy.1") == "no_sight R-062"
    game.do("interact uma gate")
    assert game.can("attack uma stick.point dummy.1")


@pytest.mark.rule("R-065")
def test_the_own_spaces_block_nothing() -> None:
    """Attacker and target stand on low-visibility rings of their own no more than on their own figures: a figure's own
    space never hides it, even where somebody else has just passed."""
    assert seen(position("U 1\n\numa carries=stick\ndummy 1 -"))
    assert seen(position("C . .\nU . 1\n\numa carries=stick\ndummy 1 -"))


@pytest.mark.rule("R-062", "R-068")
def test_one_looks_round_the_free_end_of_a_wall() -> None:
    """Two neighbours with a single wall side between them see each other; with a long wall they do not."""
    short = position(". . . .\n . U 1 .\n. . . .\n\numa carries=stick\nwall B2:e\ndummy 1 -")
    assert seen(short)
    long = position("U 1\n\numa carries=stick\nwall A1:e\ndummy 1 -")
    assert not seen(long)


@pytest.mark.rule("R-067", "R-209")
def test_figures_do_not_hide_a_big_enemy_nor_from_it() -> None:
    text = "U C . {}\n\numa carries=stick\nlookout 1 ai=attack_twice\ninitiative lookout\ngoldstein"
    for abilities, sees in (("[]", False), ('["big"]', True)):
        game = position(text.format("1"), LOOKOUT.format(abilities=abilities)).do("activate uma")
        assert game.can("attack uma stick.point lookout.1") == sees
        game.do("end_activation uma", "proceed", enemy=["-"], team=["-"])
        (chosen,) = game.told("instruction_chosen")
        uma = chosen.partition("figure=uma")[2].partition("}")[0]
        assert ("out_of_sight" not in uma) == sees


@pytest.mark.rule("R-067", "R-209")
def test_walls_hide_a_big_enemy() -> None:
    game = position("U . . 1\n\numa carries=stick\nwall B1:e\nlookout 1", LOOKOUT.format(abilities='["big"]'))
    assert game.do("activate uma").refused("attack uma stick.point lookout.1") == "no_sight R-062"


@pytest.mark.rule("R-067", "R-211", "R-068")
def test_a_visor_looks_through_low_visibility_one_way() -> None:
    """The Enemy with the Visor sees Uma, and she does not see it."""
    text = "U . ~ . 1\n\numa carries=stick\nlookout 1 ai=attack_twice\ninitiative lookout\ngoldstein"
    for abilities, attacked in (("[]", False), ('["visor"]', True)):
        game = position(text, LOOKOUT.format(abilities=abilities)).do("activate uma")
        assert game.refused("attack uma stick.point lookout.1") == "no_sight R-062"
        game.do("end_activation uma")
        if attacked:
            game.do("proceed", enemy="-", team="-")
            assert "lookout.1 uma" in game.told("attack_declared")[0]
        else:
            game.pass_on()
            assert game.told("attack_declared") == []


@pytest.mark.rule("R-067", "R-211")
def test_a_visor_does_not_look_through_walls_or_figures() -> None:
    for between, statement in (("C", ""), (".", "wall C1:e")):
        game = position(
            f"U . {between} . 1\n\numa aggro=3\n{statement}\nlookout 1 ai=attack_twice\ninitiative lookout\ngoldstein",
            LOOKOUT.format(abilities='["visor"]'),
        ).do("activate goldstein", "end_activation goldstein")
        shot = {"enemy": ["-"], "team": ["-"]} if between == "C" else {}
        game.do("proceed", **shot)
        assert not [line for line in game.told("attack_declared") if "lookout.1 uma" in line]
