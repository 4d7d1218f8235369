"""What the port settles for every game: who answers chance, values set by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import AnswerSet, BasicGame, Overrule, Overruled, SetAnswer, Setup, applied, settled
from defiance_qt.words.catalogue import Words


class Pair(NamedTuple):
    own: int = 1
    rival: int = 2


class State(msgspec.Struct, frozen=True):
    pot: int = 0
    pair: Pair = Pair()
    answers: dict[str, str] = {}


class Game(BasicGame):
    state_type: Any = State
    chance_kinds = ("team.dice",)
    correctable = (("pot", 9), ("pair.rival", 9))

    def evolve(self, state: Any, event: Any) -> Any:
        return applied(state, event)

    def invariants(self, state: Any) -> list[str]:
        return ["no seven"] if state.pot == 7 else []


GAME: BasicGame = Game(Setup("toy", "", 1))  # type: ignore[abstract]  # no rules are asked


def test_the_source_of_chance_is_set_and_the_others_are_the_app() -> None:
    assert GAME.answers(State()) == {"team.dice": "app"}
    (event,) = settled(GAME, State(), SetAnswer("team.dice", "person"), ("T-1",))
    assert event == AnswerSet("team.dice", "person", ("T-1",))
    assert GAME.answers(applied(State(), event)) == {"team.dice": "person"}
    assert settled(GAME, State(), SetAnswer("dice", "app"), old=("dice",)) == [AnswerSet("dice", "app")]


def test_values_are_set_by_their_paths() -> None:
    (command,) = GAME.overrule({"pot": 3, "pair.rival": 8}, "miscounted")
    (event,) = settled(GAME, State(), command, ("T-1",))
    assert event == Overruled({"pot": 3, "pair.rival": 8}, "miscounted", ("T-1",))
    assert applied(State(), event) == State(3, Pair(1, 8))
    (subject,) = GAME.subjects(State(), Words("en"))
    assert [(field.path, field.value, field.high) for field in subject.fields] == [("pot", 0, 9), ("pair.rival", 2, 9)]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetAnswer("dice", "app"), "unknown_chance"),
        (Overrule({"luck": 3}), "no_such_value"),
        (Overrule({"pot": 10}), "wrong_number"),
        (Overrule({"pot": -1}), "wrong_number"),
        (Overrule({"pot": True}), "wrong_number"),
        (Overrule({"pot": 7}), "unsound_value"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_rule(command: Any, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        settled(GAME, State(), command, ("T-1",))
    assert (refused.value.code, refused.value.rule) == (code, "T-1")
