"""The question of the Soldiers' turn: attacks by worth, then what the Soldier can do."""

from __future__ import annotations

import pytest

from defiance_qt.shell.present.values import ChoiceView
from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine.frames import HostileTurn
from expansions.warfighter.engine.state import Goal, State, with_soldier
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.question import Asker, next_act

from .tables import label, odds_of, offers_of, rules, salt_road, words


def asked(state: State, active: str = "1", picked: str = "", language: str = "en") -> tuple[ChoiceView, ...]:
    table = rules()
    asker = Asker(state, table, Names(words(language)), offers_of(table, state), odds_of(table, state), label)
    return asker.question(active, picked).choices


@pytest.mark.rule("W-116")
@pytest.mark.rule("W-115")
def test_the_modes_of_an_attack_are_ordered_by_worth_with_their_exact_odds() -> None:
    rows = asked(salt_road(), picked="riflemen.1")
    assert [row.text for row in rows] == [
        "Assault rifle, 3 dice",
        "Fragmentation grenades",
        "Assault rifle, 2 dice",
        "Assault rifle, 1 die",
    ]
    burst = next(row for row in rows if row.text.endswith("2 dice"))
    assert (burst.consequence, burst.loss) == ("1 Action · 0.67 killed · 1.0 suppressed", "empties 19 %")
    assert [row.key for row in rows] == ["⏎", "1", "2", "3"]
    assert [row.primary for row in rows] == [True, False, False, False]


def test_without_a_target_the_best_attack_on_each_comes_first() -> None:
    rows = asked(salt_road())
    shots = [row.command for row in rows if isinstance(row.command, c.Fire | c.Use)]
    targets = [getattr(command, "target", "") for command in shots if "." in getattr(command, "target", "")]
    assert len(targets) == len(set(targets)) == 2
    assert not any(isinstance(row.command, c.Play | c.Give | c.Drop) for row in rows)
    # The end has no number, which another row would have had before, and says what is given up.
    assert isinstance(rows[-1].command, c.EndTurn)
    assert (rows[-1].key, rows[-1].loss) == ("E", "4 Actions left")


def test_an_attack_begins_with_its_target_which_a_narrow_row_still_shows() -> None:
    row = next(one for one in asked(salt_road()) if getattr(one.command, "target", "") == "riflemen.1")
    assert row.text == "Riflemen: Assault rifle, 3 dice"


def test_the_objective_is_listed_first_whatever_else_is_in_range() -> None:
    near = with_soldier(salt_road(row=("orchard", "farm", "village", "ford"), goal=Goal("convoy", True)), "1", space=4)
    rows = asked(near)
    shots = [getattr(row.command, "target", "") for row in rows if isinstance(row.command, c.Fire | c.Use)]
    assert shots[0] == "objective"
    assert len(shots) > 1


@pytest.mark.parametrize(("language", "sign"), [("en", "."), ("es", ","), ("ru", ",")])
def test_means_have_the_decimal_sign_of_the_language(language: str, sign: str) -> None:
    row = next(one for one in asked(salt_road(), picked="riflemen.1", language=language))
    assert f"0{sign}80" in row.consequence


def test_a_suppressed_soldier_is_offered_to_rally() -> None:
    rows = asked(with_soldier(salt_road(), "3", acts=1), "3")
    assert [type(row.command) for row in rows] == [c.Rally, c.EndTurn]


@pytest.mark.rule("W-039")
@pytest.mark.rule("W-120")
def test_hand_to_hand_says_its_actions_and_is_never_the_first_choice() -> None:
    """It was first wherever it killed a little more, and took both Actions without a word."""
    wood = with_soldier(salt_road(row=("orchard", "wood", "village")), "1", acts=2)
    rows = asked(wood, picked="wire_team.1")
    fights = [isinstance(row.command, c.Fight) for row in rows]
    assert True in fights
    assert fights == sorted(fights)
    assert rows[-1].consequence.startswith("2 Actions · ")
    assert rows[0].consequence.startswith("1 Action · ")


def test_the_attack_with_bare_hands_is_told_as_such() -> None:
    rows = asked(salt_road(), "2", "wire_team.1")
    assert [row.text for row in rows] == ["Bare hands"]


@pytest.mark.parametrize(
    ("frame", "step", "act"),
    [
        (HostileTurn("reinforce", ("2",)), "Reinforcements", "A card is drawn for Farm"),
        (HostileTurn("call", ("runner.1",)), "more Reinforcements", "Runner: calls for one more card"),
        (HostileTurn("attack", ("riflemen.1",)), "attacks", "Riflemen: attacks Roa · 60 %"),
        (HostileTurn("move", ("sergeant.1",)), "moves", "Sergeant: moves toward Line team"),
    ],
)
def test_the_hostile_turn_tells_its_step_and_what_comes_next(frame: HostileTurn, step: str, act: str) -> None:
    table, names = rules(), Names(words())
    assert next_act(salt_road(agenda=(frame,)), table, names) == (f"Hostile turn: {step}", act)
    assert next_act(salt_road(), table, names) == ("", "")
