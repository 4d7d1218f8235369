"""Themes of plugins (contribute_theme): chosen in the settings, checked, and gone with their plugin."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from defiance_qt.extend import trust
from defiance_qt.extend.hookspecs import ThemeColours
from defiance_qt.extend.looks import looks
from defiance_qt.shell.dialogs.settings import SettingsDialog
from defiance_qt.shell.looks import made_theme, plugin_themes
from defiance_qt.shell.theme import DARK, LIGHT, Theme
from defiance_qt.shell.window import Window
from tests.extend.plugins import plugin
from tests.extend.test_trust import IS_TRUSTED

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LOOK = """
from defiance_qt.api import ThemeColours

def contribute_theme(context):
    return {answer}

def modify_roll(context, roll):
    return ()
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    return tmp_path


def look(home: Path, id: str, answer: str) -> None:
    plugin(home, id, LOOK.replace("{answer}", answer), kind="look")


def test_the_bundled_one_is_chosen_in_the_settings_and_shown(window: Window) -> None:
    window.show_start()
    window.show_settings()
    dialog = window.findChildren(SettingsDialog)[-1]
    box = dialog.boxes["theme"]
    assert [box.itemData(place) for place in range(box.count())] == [
        "system",
        "dark",
        "light",
        "contrast",
        "night_watch",
    ]
    assert box.itemText(4) == "Night watch"
    dialog.reject()
    window.change(theme="night_watch", scale=1.5)
    assert window.theme.team == "#f0a35e"
    assert window.theme.size_text == DARK.scaled(1.5).size_text
    assert window.start is not None


def test_its_name_is_in_the_language_of_the_window() -> None:
    assert plugin_themes("ru").names["night_watch"] == "Ночная вахта"
    assert plugin_themes("en").failures == ()


def test_a_theme_whose_plugin_is_gone_gives_way_to_that_of_the_system(window: Window) -> None:
    window.change(theme="no_such_look")
    assert window.theme.team in (DARK.team, LIGHT.team)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"pale": ThemeColours("dark", {"text": "#33414f"})}', "text on panel, card, raised"),
        ('{"pale": ThemeColours("light", {"sky": "#33414f"})}', "there is no color 'sky'"),
        ('{"pale": ThemeColours("dark", {"text": "white"})}', "is not a color like"),
        ('{"pale": ThemeColours("blue", {})}', "Invalid enum value"),
        ('{"dark": ThemeColours("dark", {})}', "is not the id of a theme"),
        ('{"pale": "dark"}', "is not what the hook returns"),
        ("1 / 0", "division by zero"),
    ],
)
def test_a_theme_that_cannot_be_used_is_named(home: Path, answer: str, said: str) -> None:
    look(home, "pale_look", answer)
    found = plugin_themes("en")
    assert "pale" not in found.themes
    assert [one.message.values["name"] for one in found.failures] == ["pale_look"]
    assert said in str(found.failures[0])
    assert "night_watch" in found.themes


def test_the_settings_say_why_one_is_missing(window: Window, home: Path) -> None:
    look(home, "pale_look", '{"pale": ThemeColours("dark", {"text": "#33414f"})}')
    window.show_settings()
    dialog = window.findChildren(SettingsDialog)[-1]
    assert [one.text() for one in dialog.findChildren(QLabel) if "'pale_look' cannot be used" in one.text()]
    dialog.reject()


def test_of_two_with_one_id_the_first_plugin_is_used(home: Path) -> None:
    look(home, "a_look", '{"night_watch": ThemeColours("light", {})}')
    found = looks()
    assert found.themes["night_watch"][0] == "a_look"
    assert "has the id of one of 'a_look'" in str(found.failures[0])


def test_one_that_waits_for_trust_is_left_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "is_trusted", IS_TRUSTED)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    look(home, "a_look", '{"calm": ThemeColours("light", {})}')
    found = looks()
    assert set(found.themes) == {"night_watch"}
    assert found.failures == ()


def test_colours_that_pass_make_a_theme() -> None:
    made = made_theme(ThemeColours("light", {"card": "#fefefe"}))
    assert isinstance(made, Theme)
    assert (made.card, made.panel, made.dark) == ("#fefefe", LIGHT.panel, False)
