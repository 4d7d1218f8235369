"""Chance by purpose: the same for the same purpose, and nothing of the app's own."""

from __future__ import annotations

from collections import Counter

from defiance_qt.core.chance import ByPurpose, Request, answer

DICE = (6,) * 4


def dice(who: str, counter: int = 0) -> Request:
    return Request("dice", "team", DICE, counter, who=who)


def test_a_figure_rolls_the_same_whatever_others_have_rolled_before() -> None:
    first, second = ByPurpose(7, 2), ByPurpose(7, 2)
    alone = [first(dice("jazz", 5)), first(dice("jazz", 6))]
    second(dice("uma"))
    beside = [second(dice("jazz", 8))]
    second(Request("dice", "enemy", DICE, 9, who="jazz"))
    second(Request("loot", "team", (9,), 9, who="jazz"))
    assert [*beside, second(dice("jazz", 9))] == alone
    assert alone[0] != alone[1]


def test_seeds_chapters_and_figures_have_chance_of_their_own() -> None:
    found = {ByPurpose(seed, chapter)(dice(who)) for seed in (1, 2) for chapter in (1, 2) for who in ("uma", "jazz")}
    assert len(found) == 8


def test_the_app_s_dice_are_not_foretold() -> None:
    """Equal dice come as often as by accident: one in 1296."""
    told = sum(
        ByPurpose(seed)(dice("")) == answer(seed, dice("", counter)) for seed in range(40) for counter in range(9)
    )
    assert told <= 3


def test_every_value_comes_as_often() -> None:
    values = ByPurpose(3)
    faces = Counter(face for _ in range(1500) for face in values(dice("uma")))
    assert set(faces) == set(range(6))
    assert max(faces.values()) - min(faces.values()) < 200
