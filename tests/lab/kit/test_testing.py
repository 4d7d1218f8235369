"""The pytest plugin for authors: what its fixtures refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.lab.kit.own_tests import test_faults as faults_of
from defiance_qt.words.catalogue import Words
from tests.extend.plugins import plugin

STEADY = "def modify_attribute(context, figure, attribute):\n    return 0\n"
MOODY = (
    "asked = []\ndef modify_attribute(context, figure, attribute):\n    asked.append(0)\n    return len(asked) % 2\n"
)
MOVE = """
def test_it(new_session):
    session = new_session("extraction")
    while not any(line.startswith("move") for line in map(session.game.format, session.legal())):
        session.submit(session.legal()[0])
    session.submit(session.game.parse(next(l for l in map(session.game.format, session.legal()) if l[:4] == "move")))
"""
CASES = {
    "a sound test": (STEADY, "def test_it(session, plugin):\n    assert session.plugins == (plugin.id,)\n", ""),
    "two answers to one question": (MOODY, MOVE, "Impure"),
    "a hook that raises": (
        "def modify_attribute(context, figure, attribute):\n    return 1 // 0\n",
        MOVE,
        "ZeroDivision",
    ),
    "a claim of a rule without a text": (
        STEADY,
        "import pytest\n@pytest.mark.claims('gone-1')\ndef test_it():\n    pass\n",
        "'gone-1' has no text rule.gone-1",
    ),
    "dice that are never rolled": (
        STEADY,
        "def test_it(session, fixed_dice):\n    fixed_dice(session, [1])\n",
        "never rolled: [[1]]",
    ),
    "an option that is not there": (
        STEADY,
        "def test_it(new_session):\n    new_session(options={'many': 1})\n",
        "it has no option 'many'",
    ),
    "no test at all": (STEADY, "", "there is no test in it"),
    "a test that cannot be read": (STEADY, "def test_it(:\n", "SyntaxError"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_fails_is_named(case: str, tmp_path: Path) -> None:
    code, test, told = CASES[case]
    folder = plugin(tmp_path, "mine", code)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(test)
    lines = [fault.line(Words("en")) for fault in faults_of(folder)]
    assert bool(lines) == bool(told)
    assert told in "".join(lines)
    assert all("\n" not in line for line in lines)
