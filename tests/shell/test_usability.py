"""docs/usability.md: twenty questions, each with a place, and only keys that exist."""

from __future__ import annotations

import re

from defiance_qt.shell.actions import SPECS
from defiance_qt.systems.defiance.view.actions import SPECS as OWN
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "usability.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^\| (\d+) \| (.+?\?) \| (.+) \|$", PAGE, re.MULTILINE)


def test_there_are_twenty_questions_each_with_a_place() -> None:
    assert [int(number) for number, _, _ in QUESTIONS] == list(range(1, 21))
    assert len({question for _, question, _ in QUESTIONS}) == 20
    assert all(len(place) > 20 for _, _, place in QUESTIONS)


def test_the_keys_that_are_named_exist() -> None:
    named = set(re.findall(r"`([^`]+)`", PAGE))
    known = {key for spec in (*SPECS, *OWN) for key in spec.keys}
    assert named
    assert named <= known
