"""The words of a game without a line of code for them: which text is told, and what is filled in."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import pytest

from defiance_qt.core.port import Overruled, keys, told
from defiance_qt.words.catalogue import Words


class Scores(NamedTuple):
    own: int
    rival: int


class State(msgspec.Struct, frozen=True):
    scores: Scores = Scores(3, 4)


class Drawn(msgspec.Struct, frozen=True, tag_field="event", tag="drawn"):
    cards: tuple[str, ...]
    hidden: bool = False
    by: str = ""


TEXTS = {
    "event.drawn": "{cards}",
    "event.drawn.hidden.team": "hidden: {cards}",
    "event.drawn.chance": "by chance, {scores_own} to {scores_rival}",
    "event.overruled": "{what}",
    "field.pot": "Pot",
    "cards.ace": "Ace",
}


def test_the_most_particular_key_comes_first() -> None:
    assert list(keys("event", Drawn((), True, "chance"), "team")) == [
        "event.drawn.hidden.team", "event.drawn.hidden", "event.drawn.chance.team", "event.drawn.chance",
        "event.drawn.team", "event.drawn",
    ]  # fmt: skip
    assert list(keys("event", {"event": "drawn", "hidden": True})) == ["event.drawn"]


@pytest.mark.parametrize(
    ("event", "side", "text"),
    [
        (Drawn(("ace", "two")), "team", "Ace, two"),
        (Drawn(("ace",), True), "team", "hidden: Ace"),
        (Drawn(("ace",), True), "enemy", "Ace"),
        (Drawn((), by="chance"), "", "by chance, 3 to 4"),
        (Overruled({"pot": 5}), "", "Pot 5"),
        (Overruled({"pot": 5}, "miscounted"), "", "Pot 5 (miscounted)"),
    ],
)
def test_lists_names_and_corrections_are_filled_in(event: object, side: str, text: str) -> None:
    assert told("event", Words("en", texts={"en": TEXTS}), State(), event, side) == text
