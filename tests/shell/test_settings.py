"""The settings dialog, and what a change of settings leaves as it was."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell import settings as stored
from defiance_qt.shell.dialogs.settings import SettingsDialog
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import begin
from tests.texts import OTHERS_SLOW
from tests.waiting import at_rest

pytestmark = [pytest.mark.in_turns, pytest.mark.qt_log_ignore("This plugin does not support")]


def opened(window: Window) -> SettingsDialog:
    window.activateWindow()  # the offscreen platform has no window manager that does it when a dialog closes
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChildren(SettingsDialog)[-1]
    assert dialog.isVisible()
    return dialog


def choose(window: Window, dialog: SettingsDialog, **values: object) -> None:
    for name, value in values.items():
        box = dialog.boxes[name]
        assert box.findData(value) >= 0
        box.setCurrentIndex(box.findData(value))
    dialog.ok.click()
    QApplication.processEvents()  # the window changes once the dialog has finished
    at_rest(window)


def test_every_setting_is_chosen_kept_and_shown(window: Window) -> None:
    begin(window)
    choose(window, opened(window), language="es", theme="light", scale=1.3, speed="slow")
    assert window.words.language == "es"
    assert not window.theme.dark
    assert window.theme.size_text > stored_theme_text(window)
    assert isinstance(window.table, Table)
    assert window.table.presenter.speed == "slow"
    kept, _ = stored.load(window.config)
    assert (kept.language, kept.theme, kept.scale, kept.speed) == ("es", "light", 1.3, "slow")
    choose(window, opened(window), scale=1.0)
    assert window.theme.size_text == stored_theme_text(window)


def stored_theme_text(window: Window) -> int:
    from defiance_qt.shell.theme import THEMES

    return THEMES["light"].size_text


def test_settings_that_are_left_change_nothing(window: Window) -> None:
    start = window.start
    dialog = opened(window)
    dialog.boxes["language"].setCurrentIndex(2)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.words.language != "ru"
    opened(window).ok.click()
    assert window.start is start, "nothing was changed, nothing is made anew"


def test_with_reduced_motion_every_animation_shows_its_end_at_once(window: Window) -> None:
    """Qt 6.11 does not pass on what the system asks for, so it is a setting."""
    choose(window, opened(window), motion="reduced")
    assert stored.load(window.config)[0].motion == "reduced"
    table = begin(window)
    for speed in ("normal", "slow"):
        table.timeline.sped.emit(speed)
        command = table.session.legal()[0]
        table.presenter.submit(command)
        assert not table.view.busy
    choose(window, opened(window), motion="full")
    again = window.table
    assert isinstance(again, Table)
    again.presenter.submit(again.session.legal()[0])
    assert again.view.busy
    again.view.skip()


def test_a_value_that_only_the_file_holds_stays(window: Window) -> None:
    window.change(scale=1.2)
    at_rest(window)
    dialog = opened(window)
    assert dialog.boxes["scale"].currentData() == 1.2
    choose(window, dialog, theme="light")
    assert window.settings.scale == 1.2


def test_the_start_screen_leads_to_the_settings(window: Window) -> None:
    button = window.findChild(QPushButton, "look.settings")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.findChildren(SettingsDialog)[-1].isVisible()


def test_every_list_shows_all_its_rows(window: Window) -> None:
    for box in opened(window).boxes.values():
        QTest.mousePress(box, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        assert QApplication.activePopupWidget() is not None
        bar = box.view().verticalScrollBar()
        assert bar.maximum() == 0, f"{box.objectName()}: {bar.maximum()} pixels more"
        box.hidePopup()
        # Otherwise no test after this one could point at anything.
        QTest.mouseRelease(box, Qt.MouseButton.LeftButton)


def test_enter_in_a_box_accepts_the_settings(window: Window) -> None:
    dialog = opened(window)
    box = dialog.boxes["theme"]
    box.setFocus()
    box.setCurrentIndex(box.findData("light"))
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert QApplication.activePopupWidget() is None
    assert not dialog.isVisible()
    QApplication.processEvents()
    assert window.settings.theme == "light"


@pytest.mark.parametrize("language", OTHERS_SLOW)
def test_what_was_chosen_for_a_new_game_outlives_a_change(window: Window, language: str) -> None:
    window.games.show()
    at_rest(window)
    QApplication.processEvents()
    screen = window.findChild(NewGameScreen)
    assert screen is not None
    screen.edition.setCurrentIndex(screen.edition.findData("es"))
    screen.switches.cards["rest"].choose("no")
    screen._chances["team.dice"].setChecked(True)
    for box in screen._plugins.values():
        box.setChecked(True)
    screen.seed.setText("4711")
    chosen = screen.chosen()
    assert chosen == NewGame(
        DEFAULT, "mission.extraction.name", "extraction", 4711, "es", chosen.options, chosen.plugins
    )
    window.change(language=language, theme="light")
    at_rest(window)
    again = window.stack.currentWidget()
    assert isinstance(again, NewGameScreen)
    assert again is not screen
    assert again.chosen() == chosen
