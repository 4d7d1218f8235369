"""Read-only views: nothing in them can be changed, and what needs no view is its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import pytest

from defiance_qt.core.readonly import Views, read_only, thawed


class Held(msgspec.Struct, frozen=True):
    name: str
    values: Any = None


class Pair(NamedTuple):
    first: Any
    second: int


@pytest.mark.parametrize("made", [read_only, Views().of, Views().fresh], ids=["once", "remembered", "fresh"])
def test_whatever_holds_a_dict_or_a_list_is_a_view_of_it(made: Any) -> None:
    value = Held("x", ({"a": [1, {"b": 2}]}, Pair([3], 4), {5}, bytearray(b"6")))
    seen = made(value)
    table, pair, numbers, raw = seen.values
    assert [type(one) for one in (table, table["a"], table["a"][1])] == [MappingProxyType, tuple, MappingProxyType]
    assert pair == Pair((3,), 4)
    assert [type(one) for one in (pair, numbers, raw)] == [Pair, frozenset, bytes]
    assert value.values[0] == {"a": [1, {"b": 2}]}


@pytest.mark.parametrize("value", [7, "x", (), (1, ("a", None)), Pair(1, 2), Held("x", (Held("y"),)), object()])
def test_what_cannot_be_changed_is_its_own_view(value: Any) -> None:
    assert read_only(value) is value
    assert Views().of(value) is value


def test_a_view_is_made_once_as_long_as_it_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    views, value = Views(), {"a": [1]}
    assert views.of(value) is views.of(value)
    assert views.of({"a": [1]}) is not views.of(value)
    monkeypatch.setattr(Views, "MOST", 0)
    before = views.of(value)
    views.of([2])
    assert views.of(value) is not before
    assert views.of(value) == before


def test_a_view_is_thawed_to_what_can_be_stored() -> None:
    value = Held("x", ({"a": 1}, Held("y", {}), Pair({"b": {}}, 1)))
    found = thawed(read_only(value))
    assert found == value
    assert msgspec.json.encode(found) == msgspec.json.encode(value)


@pytest.mark.parametrize("value", [7, "x", (), (1, ("a", None)), Pair(1, 2), Held("x", (Held("y"),)), {"a": 1}])
def test_what_holds_no_view_is_thawed_to_itself(value: Any) -> None:
    assert thawed(value) is value
