from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.extend.versions import VersionError, requirement, version, within

numbers = st.lists(st.integers(0, 30), min_size=1, max_size=4)


def text(parts: list[int]) -> str:
    return ".".join(map(str, parts))


@pytest.mark.parametrize(
    ("own", "limits", "kept"),
    [
        ("1.0.0", ">=1,<2", True),
        ("2.0", ">=1,<2", False),
        ("1.10", ">1.9", True),
        ("1.9", "<=1.9.0", True),
        ("1.4", "==1.4.0", True),
        ("1.4", "!=1.4", False),
        ("1.4.1", " != 1.4 , < 1.5 ", True),
        ("0.1", "", True),
    ],
)
def test_limits(own: str, limits: str, kept: bool) -> None:
    assert within(own, limits) is kept


@given(numbers, numbers)
def test_every_pair_is_below_equal_or_above(a: list[int], b: list[int]) -> None:
    holds = [within(text(a), f"{sign}{text(b)}") for sign in ("<", "==", ">")]
    assert sum(holds) == 1
    assert within(text(b), f">{text(a)}") is holds[0]


@given(numbers)
def test_zeros_at_the_end_change_nothing(parts: list[int]) -> None:
    assert version(text(parts)) == version(text([*parts, 0]))


@pytest.mark.parametrize("wrong", ["", "v1", "1.", "1.0b2", "-1"])
def test_wrong_versions(wrong: str) -> None:
    with pytest.raises(VersionError, match="not a version"):
        version(wrong)


@pytest.mark.parametrize("wrong", ["1", "~=1", ">=", ">=1 <2"])
def test_wrong_limits(wrong: str) -> None:
    with pytest.raises(VersionError, match="not a version limit"):
        within("1", wrong)


def test_requirements() -> None:
    assert requirement("radar") == ("radar", "")
    assert requirement(" radar >=1,<2") == ("radar", ">=1,<2")
    for wrong in ("Radar", ">=1", "", "radar ~1"):
        with pytest.raises(VersionError, match="is not"):
            requirement(wrong)
