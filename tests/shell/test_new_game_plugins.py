"""Plugins at the new-game screen: their missions and edition options are offered and can be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QPushButton

from defiance_qt.extend import found as folders
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance import content
from defiance_qt.words.languages import LANGUAGES
from tests.extend.plugins import plugin
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SWITCH = """
[[switches]]
id = "raid-1"
name = "coffee"
values = ["black", "white"]
editions = { en = "black", es = "white", en-print = "black" }
rules = ["R-001"]
"""
WORDS = """
[en]
"mission.raid.name" = "Night Raid"
"switch.coffee.name" = "Coffee"
"switch.coffee.black" = "Black"
"switch.coffee.white" = "White"

[es]
"mission.raid.name" = "Incursión nocturna"
"switch.coffee.name" = "Café"
"switch.coffee.black" = "Solo"
"switch.coffee.white" = "Con leche"

[ru]
"mission.raid.name" = "Ночной рейд"
"switch.coffee.name" = "Кофе"
"switch.coffee.black" = "Чёрный"
"switch.coffee.white" = "С молоком"
"""


@pytest.fixture
def raid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A plugin with a mission and an edition option of its own, in the user's folder. Returns its id."""
    folder = tmp_path / "user" / "plugins"
    mission = content.files()["missions/extraction.toml"].decode().replace('id = "extraction"', 'id = "raid"', 1)
    place = plugin(folder, "raid", content={"raid.toml": mission, "switches.toml": SWITCH})
    (place / "locale").mkdir()
    (place / "locale" / "words.toml").write_text(WORDS, encoding="utf-8")
    monkeypatch.setattr(folders, "user_folder", lambda: folder)
    return "raid"


def shown(window: Window) -> NewGameScreen:
    window.games.show()
    QApplication.processEvents()
    found = window.findChild(NewGameScreen)
    assert isinstance(found, NewGameScreen)
    return found


def tick(screen: NewGameScreen, id: str) -> QCheckBox:
    box = screen.findChild(QCheckBox, f"plugin:{id}")
    assert isinstance(box, QCheckBox)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    QApplication.processEvents()
    return box


def listed(screen: NewGameScreen) -> list[str]:
    return [screen.missions.item(row).text() for row in range(screen.missions.count())]


def click(screen: NewGameScreen, title: str) -> None:
    item = next(screen.missions.item(row) for row, text in enumerate(listed(screen)) if title in text)
    place = screen.missions.visualItemRect(item).center()
    QTest.mouseClick(screen.missions.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_plugins_mission_is_chosen_and_started(window: Window, raid: str) -> None:
    screen = shown(window)
    assert not any("Night Raid" in text for text in listed(screen))
    assert "coffee" not in screen.switches.cards
    tick(screen, raid)
    click(screen, "Night Raid")
    assert "Night Raid" in [one.text() for one in screen.findChildren(QLabel)]
    card = screen.switches.cards["coffee"]
    assert {"Coffee", "Black", "White"} <= {one.text() for one in card.findChildren(QLabel)}
    white = next(one for one in card.wordings if one.value == "white")
    QApplication.processEvents()
    QTest.mouseClick(white.button, Qt.MouseButton.LeftButton, pos=QPoint(8, white.button.height() // 2))
    QTest.mouseClick(screen.begin, Qt.MouseButton.LeftButton)
    session = window.session
    assert session is not None
    assert (session.setup.mission, session.setup.plugins) == ("raid", (raid,))
    assert session.state.setup.mission == "raid"
    assert session.state.switches["coffee"] == "white"
    assert window.path is not None
    assert window.path.name.startswith("Night Raid")
    assert "Night Raid" in window.windowTitle()


def test_it_is_named_in_the_list_of_recent_games(window: Window, raid: str) -> None:
    screen = shown(window)
    tick(screen, raid)
    click(screen, "Night Raid")
    screen.begin.click()
    window.close_game()
    assert window.saves.recent()[0].title == "Night Raid"


def test_without_the_plugin_its_mission_goes_and_other_choices_stay(window: Window, raid: str) -> None:
    screen = shown(window)
    next(one for one in screen.switches.cards["rest"].wordings if not one.button.isChecked()).button.click()
    screen.seed.setText("77")
    rest = screen.switches.different()
    box = tick(screen, raid)
    assert screen.mission == "extraction"
    click(screen, "Night Raid")
    assert screen.switches.different() == rest
    box.click()
    assert screen.mission == "extraction"
    assert "coffee" not in screen.switches.cards
    assert (screen.switches.different(), screen.seed.text()) == (rest, "77")


def test_another_language_keeps_the_plugin_and_its_mission(window: Window, raid: str) -> None:
    screen = shown(window)
    tick(screen, raid)
    click(screen, "Night Raid")
    window.change(language="es")
    QApplication.processEvents()
    again = window.stack.currentWidget()
    assert isinstance(again, NewGameScreen)
    assert again is not screen
    assert again.mission == "raid"
    assert any("Incursión nocturna" in text for text in listed(again))


def test_a_plugin_with_faulty_content_is_told_before_the_start(
    window: Window, raid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "user" / "plugins"
    plugin(folder, "odd", content={"odd.toml": '[[units]]\nid = "odd"\nfaces = []\n'})
    screen = shown(window)
    tick(screen, "odd")
    assert "odd/odd.toml" in " ".join(one.text() for one in screen.clashes.findChildren(QLabel))
    next(one for one in screen.clashes.findChildren(QPushButton) if one.objectName() == "without:odd").click()
    assert screen.chosen().plugins == ()
    assert screen.clashes.isHidden()


@pytest.mark.parametrize(("language", "names"), [("en", "The team"), ("es", "El equipo"), ("ru", "Команда")])
def test_the_choices_of_a_plugins_option_have_names(window: Window, language: str, names: str) -> None:
    """The values are ids of the plugin, and no text."""
    window.change(language=language)
    screen = shown(window)
    box = screen._options["double_criticals"]["who"]
    assert isinstance(box, QComboBox)
    assert [box.itemData(row) for row in range(box.count())] == ["both", "team", "enemy"]
    assert box.itemText(1) == names
    tick(screen, "double_criticals")
    box.setCurrentIndex(1)
    assert screen.chosen().options["plugins"] == {"double_criticals": {"who": "team"}}


def test_what_two_plugins_both_decide_is_told_before_the_start(window: Window, raid: str, tmp_path: Path) -> None:
    """Two rules of sight, and which wins."""
    plugin(tmp_path / "user" / "plugins", "lamp", "def choose_sight(context): return None")
    screen = shown(window)
    tick(screen, "lamp")
    notes = screen.findChild(QLabel, "plugin notes")
    assert isinstance(notes, QLabel)
    assert notes.isHidden()
    tick(screen, "generous_sight")
    card = screen.clashes.cards["choose_sight"]
    assert not screen.clashes.isHidden()
    assert [id for id, one in card.buttons.items() if one.isChecked()] == ["generous_sight"]


SEEING = """
from defiance_qt.api import SightRule

def choose_sight(context):
    return SightRule(graze_cuts={cuts})
"""


@pytest.fixture
def rivals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two plugins that claim the same three things: a rule of sight, a text and an edition option."""
    folder = tmp_path / "user" / "plugins"
    for id, cuts, red, rest in (("fog", "True", "Ruby", "no"), ("lamp", "False", "Blood", "yes")):
        place = plugin(
            folder, id, SEEING.format(cuts=cuts), content={"s.toml": f'[switch_defaults]\nrest = "{rest}"\n'}
        )
        (place / "locale").mkdir()
        lines = "\n".join(f'[{one}]\n"die.red.colour" = "{red}"' for one in ("en", "es", "ru"))
        (place / "locale" / "words.toml").write_text(lines, encoding="utf-8")
    monkeypatch.setattr(folders, "user_folder", lambda: folder)
    return folder


def test_two_that_claim_the_same_are_told_before_the_game_and_the_winner_is_chosen(
    window: Window, rivals: Path
) -> None:
    screen = shown(window)
    tick(screen, "fog")
    assert screen.clashes.cards == {}
    assert not screen.clashes.isVisible()
    tick(screen, "lamp")
    assert set(screen.clashes.cards) == {"choose_sight", "texts", "switches.rest"}
    told = "\n".join(one.text() for one in screen.clashes.findChildren(QLabel) if one.isVisible())
    for text in ("choose_sight", "Ruby", "Blood", "wins", screen.words("switch.rest.name")):
        assert text in told
    assert "winners" not in screen.chosen().options
    assert screen.clashing.text().strip() == "3 clashes of plugins"
    QTest.mouseClick(screen.clashing, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert screen.clashes.cards["choose_sight"].visibleRegion().boundingRect().height() > 0
    for claim in ("choose_sight", "texts", "switches.rest"):
        assert [id for id, one in screen.clashes.cards[claim].buttons.items() if one.isChecked()] == ["fog"]
        screen.clashes.cards[claim].buttons["lamp"].click()
        QApplication.processEvents()
        assert [id for id, one in screen.clashes.cards[claim].buttons.items() if one.isChecked()] == ["lamp"]
    chosen = screen.chosen()
    assert chosen.options["winners"] == {"choose_sight": "lamp", "texts": "lamp"}
    assert chosen.options["switches"] == {"rest": "yes"}
    assert screen.words("die.red.colour") == "Blood"
    screen.begin.click()
    session = window.session
    assert session is not None
    assert session.setup.options["winners"] == {"choose_sight": "lamp", "texts": "lamp"}
    assert session.state.switches["rest"] == "yes"
    assert session.words("en")("die.red.colour") == "Blood"


def test_an_edition_option_that_is_set_by_hand_shows_whose_value_it_is(window: Window, rivals: Path) -> None:
    screen = shown(window)
    for id in ("fog", "lamp"):
        tick(screen, id)
    card = screen.clashes.cards["switches.rest"]
    screen.switches.cards["rest"].choose("yes")
    assert card.buttons["lamp"].isChecked()
    screen.switches.cards["rest"].reset()
    assert card.buttons["fog"].isChecked()


def test_the_choice_goes_with_the_plugin_and_comes_back_with_earlier_choices(window: Window, rivals: Path) -> None:
    screen = shown(window)
    for id in ("fog", "lamp"):
        tick(screen, id)
    screen.clashes.cards["choose_sight"].buttons["lamp"].click()
    earlier = screen.chosen()
    tick(screen, "fog")
    assert screen.clashes.cards == {}
    assert "winners" not in screen.chosen().options
    screen.choose(earlier)
    QApplication.processEvents()
    assert screen.chosen().options["winners"] == {"choose_sight": "lamp"}
    assert screen.clashes.cards["choose_sight"].buttons["lamp"].isChecked()


def test_a_game_that_is_begun_at_once_tells_who_wins_too(window: Window, rivals: Path) -> None:
    window.keep(plugins=("fog", "lamp"))
    window.show_start()
    window.games.quick_start()
    assert window.session is not None
    assert "The plugins fog, lamp all answer choose_sight" in window.message
    window.close_game()
    window.message = ""
    window.keep(plugins=("fog",))
    window.games.quick_start()
    assert window.message == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_no_word_of_a_clash_is_cut(window: Window, rivals: Path, language: str) -> None:
    window.change(language=language)
    window.resize(1280, 800)
    screen = shown(window)
    for id in ("fog", "lamp"):
        tick(screen, id)
    screen.clashing.click()
    assert faults(screen) == []


@pytest.mark.slow
def test_a_clash_of_long_names_and_long_options_fits_its_column_at_150_percent(window: Window) -> None:
    """In Russian the third column was wider than its scroll area: everything in it was cut at both sides."""
    window.change(language="ru", scale=1.5)
    window.resize(1280, 800)
    screen = shown(window)
    for id in ("iron_team", "spanish_edition"):
        tick(screen, id)
    rest = next(box for box in screen.findChildren(QComboBox) if box.findData("none") >= 0)
    rest.setCurrentIndex(rest.findData("none"))
    screen.clashing.click()
    assert screen.clashes.cards
    assert faults(screen) == []


def test_the_options_of_a_plugin_are_there_once_it_is_chosen(window: Window) -> None:
    screen = shown(window)
    option = screen._options["iron_team"]["sirens"]
    assert not option.isVisibleTo(screen)
    tick(screen, "iron_team")
    assert option.isVisibleTo(screen)
    assert option.isEnabled()
    tick(screen, "iron_team")
    assert not option.isVisibleTo(screen)
