"""The answers that a plugin's ability may give."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine import events
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import RollModifier
from defiance_qt.systems.defiance.hookspecs import ANSWERS, FUNCTIONS
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


class Unsure:
    """Claims to be true or false, and is neither."""

    __class__ = bool  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise RuntimeError


class Entry(str):
    """Text of a class of its own, which no file can hold."""

    __slots__ = ()


class Once(list[Any]):
    """Is looked through without harm only once."""

    looked = 0

    def __iter__(self) -> Iterator[Any]:
        self.looked += 1
        return super().__iter__() if self.looked == 1 else iter((object(),))


WRONG: list[tuple[str, Any]] = [
    ("orders", (Entry("retreat"),)),
    ("orders", itertools.repeat("retreat")),
    ("untargetable", Unsure()),
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


@pytest.mark.parametrize(("function", "answer"), WRONG, ids=[f"{name}-{n}" for n, (name, _) in enumerate(WRONG)])
def test_a_wrong_answer_is_named(function: str, answer: Any) -> None:
    with pytest.raises((TypeError, ValueError, ContentError)) as fault:
        checked(function, answer)
    assert str(fault.value)


def test_every_function_of_an_ability_is_guarded() -> None:
    """One that is not would end the game with a plugin's first mistake. Functions are what is None unless given."""
    functions = {field.name for field in msgspec.structs.fields(Ability) if field.default is None}
    assert functions == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("function", "part"),
    [
        ("orders", "retreat"),
        ("modify", RollModifier("x", "enemy", dice=("black",))),
        ("react", events.AlertChanged(1, "x")),
    ],
)
def test_an_answer_is_read_once(function: str, part: Any) -> None:
    """It can hold something else when it is looked through again."""
    assert checked(function, Once([part])) == (part,)


def test_an_event_is_as_a_save_would_give_it_back() -> None:
    """What a plugin was shown is read-only, and can be a part of its answer all the same."""
    shown = events.PluginFact("x", "y", MappingProxyType({"a": (1, 2)}))
    assert checked("react", (shown,)) == (events.PluginFact("x", "y", {"a": [1, 2]}),)


def test_abilities_are_copied() -> None:
    """Their checked values cannot be changed afterwards, and none is of a class of the plugin's own."""
    check = ANSWERS["contribute_abilities"].check
    given = ["hidden"]
    (ability,) = check(Once([Ability("x", deploys_with=given)]), None)  # type: ignore[arg-type]
    given.append("stunned")
    assert ability == Ability("x", deploys_with=("hidden",))

    class Own(Ability, frozen=True):
        pass

    for wrong in (Own("x"), Ability(Entry("x")), Ability("x", gives=(Entry("x"),))):
        with pytest.raises(TypeError):
            check((wrong,), None)
