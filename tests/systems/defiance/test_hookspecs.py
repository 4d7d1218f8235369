"""The answers that a plugin's ability may give."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import RollModifier
from defiance_qt.systems.defiance.hookspecs import FUNCTIONS
from tests.systems.defiance.engine.positions import position

RIGHT: list[tuple[str, Any]] = [
    ("orders", None),
    ("orders", ()),
    ("orders", ("assault least_distance + attack most_damage", "retreat")),
    ("modify", ()),
    ("modify", (RollModifier("x", "enemy", dice=("black",)),)),
    ("untargetable", True),
    ("pins_when", True),
]
WRONG: list[tuple[str, Any]] = [
    ("orders", ("dance most_aggro",)),
    ("orders", ("attack",)),
    ("orders", 7),
    ("modify", (RollModifier("x", "enemy", dice=("pink",)),)),
    ("modify", (RollModifier("", "enemy", symbols="S"),)),
    ("modify", (RollModifier("x", "enemy", fewer=-1),)),
    ("modify", None),
    ("untargetable", "yes"),
    ("pins_when", 1),
]


def checked(function: str, answer: Any) -> Any:
    game = position("U . 1\n\ndummy 1 -")
    check, nothing = FUNCTIONS[function]
    assert nothing in (None, (), False)
    return check(answer, game.game.rules.play, game.state, None, "dummy.1")


@pytest.mark.parametrize(("function", "answer"), RIGHT)
def test_a_right_answer_is_taken_as_it_is(function: str, answer: Any) -> None:
    assert checked(function, answer) == answer


@pytest.mark.parametrize(("function", "answer"), WRONG)
def test_a_wrong_answer_is_named(function: str, answer: Any) -> None:
    with pytest.raises((TypeError, ValueError, ContentError)) as fault:
        checked(function, answer)
    assert str(fault.value)


def test_every_function_of_an_ability_is_guarded() -> None:
    """One that is not would end the game with a plugin's first mistake. Functions are what is None unless given."""
    functions = {field.name for field in msgspec.structs.fields(Ability) if field.default is None}
    assert functions == set(FUNCTIONS)
