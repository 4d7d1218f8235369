"""Passports: what changes a fingerprint, and what a person is told."""

from __future__ import annotations

import pytest

from defiance_qt.core.port import PluginStamp
from defiance_qt.journal.passport import Passport, differences, fingerprint, passport

RAIN = PluginStamp("rain", "1.0", "aa", {"chance": 3})
SNOW = PluginStamp("snow", "2.1", "bb")
BEFORE = passport("1.0", {"a": b"1"}, [SNOW, RAIN])


def test_a_fingerprint_knows_names_and_borders_but_no_order() -> None:
    assert fingerprint({"a": b"1", "b": b"2"}) == fingerprint({"b": b"2", "a": b"1"})
    others = [{"a": b"12"}, {"a1": b"2"}, {"a": b"1", "b": b"2"}, {"a": b"1b", "": b"2"}, {"b": b"1", "a": b"2"}, {}]
    assert len({fingerprint(files) for files in others}) == len(others)
    assert len(fingerprint({})) == 64


def test_plugins_stand_in_order() -> None:
    assert BEFORE.plugins == (RAIN, SNOW)


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (passport("1.0", {"a": b"1"}, [RAIN, SNOW]), []),
        (passport("1.1", {"a": b"1"}, [RAIN, SNOW]), ["Program: 1.0, now 1.1."]),
        (passport("1.0", {"a": b"2"}, [RAIN, SNOW]), ["The built-in content has changed."]),
        (passport("1.0", {"a": b"1"}, [RAIN]), ["Plugin snow 2.1 is missing."]),
        (
            passport("1.0", {"a": b"1"}, [RAIN, SNOW, PluginStamp("hail", "3", "cc")]),
            ["Plugin hail 3 was not part of this game."],
        ),
        (
            passport("1.0", {"a": b"1"}, [PluginStamp("rain", "1.1", "cc", {"chance": 4, "wind": 1}), SNOW]),
            [
                "Plugin rain: 1.0, now 1.1.",
                "Plugin rain, option chance: 3, now 4.",
                "Plugin rain, option wind: None, now 1.",
            ],
        ),
        (
            passport("1.0", {"a": b"1"}, [PluginStamp("rain", "1.0", "cc", {"chance": 3}), SNOW]),
            ["Plugin rain 1.0 has changed."],
        ),
    ],
)
def test_differences_are_said(now: Passport, said: list[str]) -> None:
    changed = now.content != BEFORE.content
    assert [str(one) for one in differences(BEFORE, now, content_changed=changed)] == said
