"""Whom an Instruction picks: selectors, the next best, the tie-breaks (R-185 … R-189)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.positions import Play
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders

CARDS = (
    orders("{}", red=("focused",))
    + """
    [[characters]]
    id = "guest"
    ally = true
    speed = 4
    wounds = 10
    defense = ["any"]

    [[consequences]]
    id = "sprain"
    wounds = -1

    # Reaches everybody it sees.
    [[units]]
    id = "judge"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 2
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any"]
        range = [1, 8]

    [[units]]
    id = "stalker"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 2
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "sting"
        dice = ["any"]
        range = [1, 2]
    """
)


def target(board: str, figures: str, order: str = "attack least_distance", unit: str = "judge", **picks: str) -> Play:
    """The Enemy performs one Instruction."""
    text = f"{board}\n\n{unit} 1 ai=orders\ninitiative {unit}\n{figures}"
    dice = {"team": "-", "enemy": "-"} if order.startswith("attack") else {}
    return foes_turn(text, CARDS.format(order)).do("proceed", **dice, **picks)


def picked(game: Play) -> str:
    return chosen(game)[0].split()[3]


def reason(game: Play) -> str:
    """What put the target before the next best: a tie-break, or "" for the selector."""
    (line,) = game.told("instruction_chosen")
    return line.partition("tie_break=")[2].split()[0] if "tie_break=" in line else ""


@pytest.mark.rule("R-185", "R-186")
@pytest.mark.parametrize(
    ("selector", "who"),
    [
        ("most_aggro", "cadin"),
        ("least_aggro", "uma"),
        ("most_damage", "uma"),
        ("least_damage", "qiang"),
        ("greatest_distance", "uma"),
        ("least_distance", "qiang"),
    ],
)
def test_each_selector(selector: str, who: str) -> None:
    """Cadin stands aside so that Uma is seen past him."""
    game = target(
        "U . . . . 1 . Q\n . . C . . . . .",
        "uma damage=4 aggro=0\ncadin damage=2 aggro=3\nqiang damage=1 aggro=2",
        f"attack {selector}",
    )
    assert picked(game) == who
    assert reason(game) == ""


@pytest.mark.rule("R-186")
def test_an_attack_passes_over_whom_it_cannot_reach() -> None:
    """Uma has most Aggro, but Cadin hides her."""
    game = target("U . C . . 1 . Q", "uma aggro=3\ncadin aggro=1", "attack most_aggro")
    assert picked(game) == "cadin"
    passed_over = game.told("instruction_chosen")[0].partition("figure=uma ")[2].partition("}")[0]
    assert "because=reason.out_of_sight" in passed_over


@pytest.mark.rule("R-186")
def test_acquire_passes_over_whom_it_cannot_acquire_with_this_move() -> None:
    game = target("U . . . . . . 1 . . . C", "uma aggro=3\ncadin aggro=1", "acquire most_aggro", unit="stalker")
    assert picked(game) == "cadin"
    assert game.foe("stalker.1").space == "J1"


@pytest.mark.rule("R-186", "R-189")
def test_where_no_target_will_do_the_closest_is_taken_whatever_the_selector() -> None:
    game = target(
        "U . . . . . . . 1 . . . . . . . . C", "uma aggro=0\ncadin aggro=3", "acquire most_aggro", unit="stalker"
    )
    assert picked(game) == "uma"


@pytest.mark.rule("R-186")
@pytest.mark.parametrize(("selector", "who"), [("least_distance", "cadin"), ("least_aggro", "uma")])
def test_only_least_distance_puts_those_in_sight_first(selector: str, who: str) -> None:
    """Uma is nearer and hidden by walls, Cadin is seen; both can be acquired with this Move."""
    board = ". U . . 1 . . . C\n . . . . . . . . ."
    game = target(board, "cadin aggro=1\nwall C1:e C1:se", f"acquire {selector}", unit="stalker")
    assert picked(game) == who


@pytest.mark.rule("R-187", "R-226")
def test_the_unconscious_are_no_targets() -> None:
    game = target("U . . 1 . . . C", "uma damage=10 unconscious aggro=0")
    assert picked(game) == "cadin"
    assert "figure=uma" not in game.told("instruction_chosen")[0]


@pytest.mark.rule("R-189", "R-071")
def test_distance_is_range_and_not_the_way_on_foot() -> None:
    """No way leads to Uma, who is two spaces away; Cadin is three."""
    game = target("U . 1 . . C", "wall A1:e", "withdraw least_distance", unit="stalker")
    assert picked(game) == "uma"


CONSPICUOUS = Ability("conspicuous", select=lambda rules, state, enemy, target: -len(state.team[target].carried))


@pytest.mark.rule("R-185", "R-212")
@pytest.mark.parametrize(
    ("hooks", "who", "scores", "why"),
    [
        (Hooks(abilities=(*contribute_abilities(), CONSPICUOUS)), "cadin", ["-1", "-2"], ""),
        (None, "uma", ["0", "0"], "aggro"),
    ],
    ids=["of an ability", "of one that is gone"],
)
def test_a_selector_that_is_not_of_the_rulebook(hooks: Hooks | None, who: str, scores: list[str], why: str) -> None:
    """Where the ability is gone all are equal, and the tie-breaks decide."""
    text = "U . . 1 . . C\n\njudge 1 ai=orders\ninitiative judge\numa aggro=1 carries=stick"
    game = foes_turn(text, CARDS.format("attack conspicuous"), hooks=hooks).do("proceed", team="-", enemy="-")
    assert (picked(game), reason(game)) == (who, why)
    (line,) = game.told("instruction_chosen")
    assert [one.split()[0] for one in line.split("value=")[1:]] == scores


# ---- tie-breaks: all stand equally far away

TIE = "U . . 1 . . C"
ALLY = "A . . 1 . . C"


@pytest.mark.rule("R-188")
@pytest.mark.parametrize(
    ("board", "figures", "who", "why"),
    [
        (ALLY, "guest A\ncadin aggro=3 damage=5", "guest", "ally"),
        (TIE, "uma aggro=2 activated\ncadin aggro=1 damage=5", "uma", "aggro"),
        (TIE, "uma aggro=2 damage=5 activated\ncadin aggro=2", "cadin", "not_activated"),
        (TIE, "uma damage=2\ncadin damage=1 wounds=5", "uma", "damage"),
        (TIE, "uma damage=2 wounds=9\ncadin damage=2 wounds=8", "cadin", "wounds"),
        (TIE, "uma wounds=9\ncadin wounds=9 face_down=rattled", "cadin", "wounds"),
        (TIE, "uma wounds=9 consequences=sprain\ncadin wounds=9", "uma", "wounds"),
    ],
    ids=["Ally", "Aggro", "not yet activated", "Damage", "Wounds", "a card face down", "a card face up"],
)
def test_the_tie_breaks_in_order(board: str, figures: str, who: str, why: str) -> None:
    game = target(board, figures)
    assert (picked(game), reason(game)) == (who, why)


@pytest.mark.rule("R-188")
@pytest.mark.parametrize("who", ["uma", "cadin"])
def test_between_equals_chance_decides_and_is_recorded(who: str) -> None:
    game = target(TIE, "", pick=who)
    assert game.told("random_picked") == [f"random_picked {who} cadin,uma [R-188]"]
    assert (picked(game), reason(game)) == (who, "random")


@pytest.mark.rule("R-188")
@pytest.mark.parametrize("who", ["uma", "cadin"])
def test_a_person_may_roll_for_it_and_that_is_recorded(who: str) -> None:
    text = f"{TIE}\n\njudge 1 ai=orders\ninitiative judge\nanswers enemy.pick=person"
    game = foes_turn(text, CARDS.format("attack least_distance")).do("proceed")
    assert game.options() == ["enter_card cadin", "enter_card uma"]
    assert game.refused("enter_card qiang") == "wrong_card R-188"
    assert game.refused("move uma") == "not_asked R-188"
    game.do(f"enter_card {who}", team="-", enemy="-")
    assert game.told("random_picked") == [f"random_picked {who} cadin,uma typed=yes [R-188]"]
    assert picked(game) == who


@pytest.mark.rule("R-188")
def test_the_tie_breaks_come_after_the_selector() -> None:
    game = target("A . . 1 . C", "guest A\ncadin aggro=0", "attack least_distance")
    assert (picked(game), reason(game)) == ("cadin", "")
    game = target("U . . 1 . C", "uma damage=3\ncadin aggro=3 damage=1", "attack most_damage")
    assert picked(game) == "uma"


@pytest.mark.rule("R-188", "R-198")
def test_the_tie_breaks_serve_every_kind_of_instruction() -> None:
    for order in ("withdraw least_distance", "assault least_distance", "acquire least_distance"):
        game = target("U . . . 1 . . . C\n . . . . . . . . .", "cadin aggro=1", order, unit="stalker")
        assert picked(game) == "cadin"
