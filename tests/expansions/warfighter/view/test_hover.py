"""The floating cards: both rolls with every modifier, what the target will do, what a space costs."""

from __future__ import annotations

import pytest

from expansions.warfighter.engine.agenda import check
from expansions.warfighter.engine.state import Goal, State, with_soldier
from expansions.warfighter.view.present.hover import Hover
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.question import Asker

from .tables import label, odds_of, offers_of, rules, salt_road, words


def hover(state: State, active: str = "1") -> Hover:
    table, names = rules(), Names(words())
    offers = offers_of(table, state)
    asker = Asker(state, table, names, offers, odds_of(table, state), label)

    def why(command: object) -> tuple[str, tuple[str, ...]]:
        refused = check(table, state, command)  # type: ignore[arg-type]  # any command
        return ("", ()) if refused is None else (refused.code, (refused.rule,))

    return Hover(state, table, names, offers, active, asker, why)


@pytest.mark.rule("W-119")
@pytest.mark.rule("W-141")
def test_a_hostile_shows_both_rolls_and_what_it_does_if_left_alone() -> None:
    view = hover(salt_road()).hostile("riflemen.1")
    rows = [(row.text, row.end) for part in view.parts for row in part]
    assert (view.title, view.where) == ("Riflemen", "range 1 of 0–2")
    assert rows == [
        ("If left alone, 3 figures attack Roa: 5+ and Cover 5", ""),
        ("1 Wound", "20 %"),
        ("1 Suppression", "40 %"),
        ("Assault rifle, 3 dice", "1 Action"),
        ("3 dice, each 7+", "40 %"),
        ("Cover roll, 3+", "67 %"),
        ("3 + 1 Walls − 1 Assault rifle", ""),
        ("0.80 killed · 1.60 suppressed", ""),
        ("nothing at all 7 %", ""),
        ("empties 49 %", ""),
        ("With Aimed Shot: 1.20 killed", ""),
    ]
    assert [bar.label for bar in view.bars] == ["0 killed", "1 killed", "2 killed", "3 killed"]
    assert sum(bar.share for bar in view.bars) == pytest.approx(1)


def test_what_cannot_be_attacked_says_why_with_its_rule() -> None:
    view = hover(with_soldier(salt_road(), "1", acts=0)).hostile("riflemen.1")
    assert (view.parts[0][0].text, view.parts[0][0].end) == ("no_actions", "W-021")
    assert view.bars == ()


@pytest.mark.rule("W-112")
def test_a_space_shows_its_cost_and_who_attacks_there() -> None:
    view = hover(salt_road()).space(3)
    rows = [(row.text, row.end) for part in view.parts for row in part]
    assert rows[:3] == [
        ("Cover +1 for all in it.", ""),
        ("Move: 1 card", ""),
        ("3 − 1 Arrow − 1 Point", ""),
    ]
    assert ("Attack here: Riflemen", "60 %") in rows
    assert rows[-1][0].startswith("Roa takes 0.2")


@pytest.mark.rule("W-113")
def test_a_move_that_others_pay_for_names_them() -> None:
    state = with_soldier(salt_road(), "3", acts=2, suppression=0)
    rows = [row.text for part in hover(state, "3").space(3).parts for row in part]
    assert "Paid by: Roa, Orm" in rows


def test_a_space_that_cannot_be_entered_says_why() -> None:
    rows = [(row.text, row.end) for part in hover(salt_road(), "3").space(3).parts for row in part]
    assert ("pinned", "W-110") in rows


def test_the_next_location_tells_what_it_may_bring_or_why_not() -> None:
    far = hover(salt_road()).space(4)
    assert far.parts[0][0].icon == "lock"
    near = hover(with_soldier(salt_road(), "1", space=3)).space(4)
    assert near.parts[0][0].text.startswith("Brings ")
    assert near.bars


def test_a_soldier_shows_its_cover_and_what_attacks_it() -> None:
    view = hover(salt_road()).soldier("1")
    rows = [(row.text, row.end) for part in view.parts for row in part]
    assert rows[:3] == [("Cover 5", ""), ("4 + 1 Walls", ""), ("Attack here: Riflemen", "60 %")]


def test_an_attack_on_the_objective_counts_hits() -> None:
    state = salt_road(row=("orchard", "farm", "village", "ford"), goal=Goal("convoy", True), hostiles={})
    state = with_soldier(state, "1", space=4, hand=("armour_round",))
    texts = [row.text for part in hover(state).space(5).parts for row in part]
    assert "0.80 hits" in texts
    assert "With Armor-Piercing: 1.20 hits" in texts
    assert not any("killed" in text for text in texts)


def test_the_objective_tells_what_it_needs() -> None:
    texts = hover(salt_road()).space(5).lines
    assert texts[0].startswith("Destroy it")
