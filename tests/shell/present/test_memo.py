"""Parts of a picture whose inputs are the same objects are not built again."""

from __future__ import annotations

import pytest

from defiance_qt.shell.present.memo import Memo


class Maker:
    """Makes a fresh list each time, and counts."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> list[int]:
        self.made += 1
        return [self.made]


def test_the_same_inputs_give_the_same_value() -> None:
    memo, make = Memo(), Maker()
    figures = [1, 2]
    first = memo("card", (figures, 3), make)
    assert memo("card", (figures, 3), make) is first
    assert make.made == 1


def test_equal_but_other_objects_are_other_inputs() -> None:
    memo, make = Memo(), Maker()
    first = memo("card", ([1, 2],), make)
    assert memo("card", ([1, 2],), make) is not first


@pytest.mark.parametrize(
    ("before", "after"), [("Uma ", "Uma 2"), (1, 2), (True, False), (None, ""), (1, True), (0, "")]
)
def test_plain_values_are_compared_by_value_and_type(before: object, after: object) -> None:
    memo, make = Memo(), Maker()
    first = memo("card", (before,), make)
    same = before + "" if isinstance(before, str) else before
    assert memo("card", (same,), make) is first
    assert memo("card", (after,), make) is not first


def test_more_or_fewer_inputs_are_other_inputs() -> None:
    memo, make = Memo(), Maker()
    figure = object()
    first = memo("unit", (figure,), make)
    second = memo("unit", (figure, figure), make)
    assert second is not first
    assert memo("unit", (figure,), make) is not second


def test_each_name_has_a_value_of_its_own_and_only_its_last() -> None:
    memo, make = Memo(), Maker()
    one, two = object(), object()
    first = memo("card uma", (one,), make)
    assert memo("card cadin", (one,), make) is not first
    assert memo("card uma", (one,), make) is first
    memo("card uma", (two,), make)
    assert memo("card uma", (one,), make) is not first
