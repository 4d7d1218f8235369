"""The pytest plugin for authors: what its fixtures refuse."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from defiance_qt import testing
from defiance_qt.lab.kit.own_tests import test_faults as faults_of
from defiance_qt.words.catalogue import Words
from tests.conftest import ROOT
from tests.extend.plugins import plugin

pytestmark = pytest.mark.slow

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
PANEL = """
def show_panel(context):
    return {{"panel.odd": make}}


def make(host):
    from PySide6.QtWidgets import QPushButton

    button = QPushButton()
    button.clicked.connect(lambda: {})
    return button
"""
WORKS = """
def test_it(show_table):
    table = show_table(language="ru")
    panel = table.panel("panel.odd")
    table.click(panel)
    assert table.texts(panel) == ("well",)
    assert not table.picture().isNull()
    assert table.question and table.log
"""
ALL_STEADY = {
    "def test_sound(session, plugin):\n    assert session.plugins == (plugin.id,)\n": "",
    "def test_dice(session, fixed_dice):\n    fixed_dice(session, [1])\n": "never rolled: [[1]]",
    "def test_option(new_session):\n    new_session(options={'many': 1})\n": "it has no option 'many'",
    "def test_panel(show_table):\n    show_table().panel('panel.odd')\n": "there is no panel 'panel.odd': none at all",
    "def test_choice(show_table):\n    show_table().choose('Sleep')\n": "there is no choice 'Sleep'",
    "def test_entry(show_table):\n    show_table().choose_menu('Sleep')\n": "there is no entry 'Sleep': none at all",
    "def test_lesson(new_lesson):\n    new_lesson('first')\n": "only a game system has lessons",
}
CASES = {
    "two answers to one question": (MOODY, MOVE, "Impure"),
    "a hook that raises": (
        "def modify_attribute(context, figure, attribute):\n    return 1 // 0\n",
        MOVE,
        "ZeroDivision",
    ),
    "a panel whose button raises": (
        PANEL.format("1 / 0"),
        "def test_it(show_table):\n    table = show_table()\n    table.click(table.panel('panel.odd'))\n",
        "ZeroDivisionError: division by zero",
    ),
    "a panel that cannot be made": (
        PANEL.format("None").replace("QPushButton()", "QPushButton().gone"),
        "def test_it(show_table):\n    show_table()\n",
        "failed in show_panel: AttributeError",
    ),
    "a panel that works": (
        PANEL.format("button.setText('well')"),
        WORKS,
        "",
    ),
    "a claim of a rule without a text": (
        STEADY,
        "import pytest\n@pytest.mark.claims('gone-1')\ndef test_it():\n    pass\n",
        "'gone-1' has no text rule.gone-1",
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


def test_each_test_that_fails_is_named(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "mine", STEADY)
    (folder / "tests").mkdir()
    for number, test in enumerate(ALL_STEADY):
        (folder / "tests" / f"test_{number}.py").write_text(test)
    lines = [fault.line(Words("en")) for fault in faults_of(folder)]
    told = {f"test_{number}.py": why for number, why in enumerate(ALL_STEADY.values()) if why}
    assert len(lines) == len(told)
    for file, why in told.items():
        (line,) = (line for line in lines if file in line)
        assert why in line
        assert "\n" not in line


PIG = ROOT / "expansions" / "pig"
TOLD = """
import pytest


@pytest.mark.claims("P-001")
def test_the_options_of_the_game(new_session):
    assert new_session(options={"target": 33}).state.target == 33


def test_its_own_modules(code):
    assert len(code("engine.odds").FACES) == 6
    assert code().contribute_system().id == "pig"
"""


def test_a_system_has_rules_options_and_modules(tmp_path: Path) -> None:
    """Its rules are files of its own, and its options are those of the game, not of a plugin in it."""
    folder = tmp_path / "pig"
    copytree(PIG, folder, ignore=ignore_patterns("__pycache__", "tests"))
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(TOLD)
    assert [fault.line(Words("en")) for fault in faults_of(folder)] == []


ROUNDS = """
def test_the_mission_goes_on(mission):
    game = mission("extraction", seed=3)
    assert game.asks() == "team round"
    game.do("overrule team.uma.damage 2")
    assert game.pass_round().state.round == 2
    assert len(game.told("round_began")) == 1
    assert game.one("uma").damage >= 2


def test_a_fault_of_the_plugin_fails_it(mission):
    mission("extraction")
"""
FAILS = "def modify_attribute(context, figure, attribute):\n    return 1 // 0\n"


def test_a_mission_in_the_hand_of_a_test(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "mine", STEADY)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(ROUNDS)
    assert [fault.line(Words("en")) for fault in faults_of(folder)] == []


def test_a_fault_of_the_plugin_in_a_mission_fails_the_test(tmp_path: Path) -> None:
    folder = plugin(tmp_path, "mine", FAILS)
    (folder / "tests").mkdir()
    moved = 'def test_it(mission):\n    mission("extraction").do("activate uma", "move uma")\n'
    (folder / "tests" / "test_it.py").write_text(moved)
    assert "ZeroDivisionError" in "".join(fault.line(Words("en")) for fault in faults_of(folder))


def test_what_a_position_gives_has_a_name() -> None:
    assert {"do", "pass_on", "pass_round", "told"} <= set(dir(testing.Play))
    with pytest.raises(AttributeError, match="'Plai'"):
        _ = testing.Plai


ELSEWHERE = """
import pytest
from pathlib import Path


@pytest.fixture
def plugin_folder():
    return Path({folder!r})


@pytest.mark.claims("luck-1")
def test_claimed(words):
    assert words("en")("k.luck") == "Luck"
    assert words("es")("k.luck") == "Suerte"


@pytest.mark.claims("gone-1")
def test_unwritten():
    pass
"""
WORDS = "".join(
    f'[{language}]\n"k.luck" = "{luck}"\n"rule.luck-1" = "{luck}."\n'
    for language, luck in (("en", "Luck"), ("es", "Suerte"), ("ru", "Удача"))
)


def test_tests_that_stand_elsewhere_claim_rules_and_read_the_plugins_texts(tmp_path: Path) -> None:
    folder = plugin(tmp_path / "plugins", "lucky", STEADY)
    (folder / "locale").mkdir()
    (folder / "locale" / "words.toml").write_text(WORDS, encoding="utf-8")
    place = tmp_path / "elsewhere"
    (place / "tests").mkdir(parents=True)
    (place / "tests" / "test_it.py").write_text(ELSEWHERE.format(folder=str(folder)))
    (line,) = (fault.line(Words("en")) for fault in faults_of(place))
    assert "test_unwritten" in line
    assert "'gone-1' has no text rule.gone-1 in locale/words.toml" in line


CHANCE = """
def test_whatever_kind_of_chance_comes_next(new_session, fixed_dice):
    session = new_session()
    asked = []
    fixed_dice(session, [2], [5], kind="")
    while len(asked) < 2:
        change = session.submit(session.game.parse("roll"))
        asked += [face for event in change.events for face in getattr(event, "faces", ())]
    assert asked == [2, 5]


def test_the_painted_strip(show_table):
    table = show_table()
    assert table.progress == () or all(table.progress)
"""


def test_any_kind_of_chance_can_be_fixed(tmp_path: Path) -> None:
    folder = tmp_path / "pig"
    copytree(PIG, folder, ignore=ignore_patterns("__pycache__", "tests"))
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(CHANCE)
    assert [fault.line(Words("en")) for fault in faults_of(folder)] == []
