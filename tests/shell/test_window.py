"""The real window, offscreen: a Round with the mouse, keys, looks, languages, errors."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QWidget,
)

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.actions import SPECS
from defiance_qt.shell.app import keep_playing
from defiance_qt.shell.dialogs.chance import ChanceDialog
from defiance_qt.shell.dialogs.keys import KeysDialog
from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.screens.start import StartScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from tests.systems.defiance.view.hands import Hands, at_instant, begin, defiance_view, deploy, is_new_game

# The offscreen platform says so of every window with a smallest size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_a_game_is_on_disk_after_each_click_and_opens_again(window: Window) -> None:
    hands = at_instant(begin(window))
    deploy(hands)
    path = window.path
    assert path is not None
    state = hands.state
    window.close_game()
    assert isinstance(window.findChild(StartScreen), StartScreen)
    window.open(path)
    assert window.session is not None
    assert window.session is not None
    assert window.session.state == state
    window.close_game()
    again = open_save(path, read_only=True)
    assert again.state == state
    again.close()


def test_the_start_screen_shows_the_game_and_goes_on_with_a_click(window: Window, qtbot) -> None:
    deploy(Hands(begin(window)))
    path = window.path
    window.close_game()
    start = window.start
    assert start is not None
    QTest.mouseClick(start.going.go_on, Qt.MouseButton.LeftButton)
    assert window.path == path


def test_new_game_by_keyboard_alone(window: Window, qtbot) -> None:
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert is_new_game(window)
    begin_button = window.findChild(QAbstractButton, "begin")
    assert begin_button is not None
    QTest.keyClick(begin_button, Qt.Key.Key_Space)
    assert isinstance(window.table, Table)


def test_real_dice_are_typed_with_keys(window: Window, qtbot) -> None:
    table = begin(window, answers={"team.dice": "person"})
    hands = at_instant(table)
    deploy(hands)
    table.session.submit(c.Activate("jazz"))
    hack = next(one for one in table.session.legal() if isinstance(one, c.Hack))
    table.presenter.submit(hack)
    entry = table.question.entry
    assert entry.isVisible()
    assert QApplication.focusWidget() is entry.field
    assert not entry.take.isEnabled()
    before = table.session.head
    QTest.keyClicks(entry.field, "9")
    assert "1 to 6" in entry.problem
    QTest.keyClick(entry.field, Qt.Key.Key_Backspace)
    assert not entry.problem
    QTest.keyClicks(entry.field, "3" * len(entry.faces))
    assert entry.faces == [3] * len(entry.faces)
    QTest.keyClick(entry.field, Qt.Key.Key_Return)
    assert table.session.head == before + 1
    assert any("entered by hand" in text for text in table.presenter.log.sentences(before + 1))


def test_real_dice_are_clicked_and_taken_back(window: Window) -> None:
    table = begin(window, answers={"team.dice": "person"})
    hands = at_instant(table)
    deploy(hands)
    table.session.submit(c.Activate("jazz"))
    table.presenter.submit(next(one for one in table.session.legal() if isinstance(one, c.Hack)))
    entry = table.question.entry
    faces = [one for one in entry.findChildren(QAbstractButton) if one.objectName().startswith("face:")]
    assert len(faces) == 6 * len(entry.faces)
    for place in range(len(entry.faces)):
        hands.press(faces[6 * place + 4])
    assert entry.faces == [5] * len(entry.faces)
    hands.press(faces[4])
    assert entry.faces[0] == 0
    assert not entry.take.isEnabled()
    hands.press(faces[0])
    before = table.session.head
    hands.press(entry.take)
    assert table.session.head == before + 1


def test_who_answers_chance_is_changed_in_a_dialog(window: Window) -> None:
    table = begin(window)
    window.named_actions["game.chance"].trigger()
    dialog = table.findChild(ChanceDialog)
    assert dialog is not None
    for name in ("team.dice:us", "dice:fresh"):
        button = dialog.findChild(QAbstractButton, name)
        assert button is not None
        button.click()
    assert table.session.state.answers["team.dice"] == "person"
    assert table.session.dice_after_undo == "fresh"
    dialog.reject()


def test_a_checkpoint_is_named_in_a_dialog(window: Window) -> None:
    table = begin(window)
    window.named_actions["time.checkpoint"].trigger()
    dialog = table.findChild(TextDialog)
    assert dialog is not None
    assert not dialog.ok.isEnabled()
    QTest.keyClicks(dialog.field, "the gate")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert table.session.timeline.names == {0: "the gate"}


def test_dragging_the_timeline_seeks(window: Window) -> None:
    table = begin(window)
    hands = at_instant(table)
    deploy(hands)
    track = table.timeline.track
    end = table.session.head
    QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=track.rect().topLeft() + track.rect().center() / 2)
    assert table.session.head < end
    track.setFocus()
    QTest.keyClick(track, Qt.Key.Key_End)
    assert table.session.head == end


def test_the_light_twin_and_other_languages(window: Window) -> None:
    table = begin(window)
    window.change(theme="light")
    assert not window.theme.dark
    assert window.table is not table
    window.change(language="es")
    assert window.words.language == "es"
    assert window.session is not None
    window.change(theme="dark", language="en")
    assert isinstance(window.table, Table)


def test_every_action_has_words_and_no_key_twice(window: Window) -> None:
    keys = [key for spec in SPECS for key in spec.keys]
    assert len(keys) == len(set(keys))
    for spec in SPECS:
        assert not window.named_actions[spec.id].text().startswith("ui."), spec.id


def test_the_keys_dialog_opens_with_shift_f1(window: Window) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    dialog = window.findChild(KeysDialog)
    assert dialog is not None
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_file_that_is_no_save_is_told_in_one_sentence(window: Window, tmp_path: Path) -> None:
    wrong = tmp_path / "letter.defiance"
    wrong.write_text("Dear all")
    window.open(wrong)
    assert window.path != wrong
    box = window.findChild(QMessageBox, "complaint")
    assert box is not None
    assert "letter.defiance" in box.text()
    assert window.session is None


def test_an_unexpected_error_is_told_and_the_game_goes_on(
    window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = begin(window)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    box = window.findChild(QMessageBox, "complaint")
    assert box is not None
    assert "by nothing" in box.text()
    assert "ZeroDivisionError" in capsys.readouterr().err
    Hands(table).space(defiance_view(table).presenter.view.board.choices[0])
    assert table.session.head == 1


def named(widget: QWidget) -> str:
    return str(QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name))


def test_every_control_has_a_name_for_a_screen_reader(window: Window) -> None:
    def nameless() -> list[str]:
        kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider)
        found = [one for kind in kinds for one in window.findChildren(kind) if one.isVisible()]
        inner = ("qt_scrollarea", "qt_spinbox", "QScrollBar")
        return [
            f"{type(one).__name__} {one.objectName()}"
            for one in found
            if not named(one) and not one.objectName().startswith(inner) and "ScrollBar" not in type(one).__name__
        ]

    assert nameless() == []
    window.games.show()
    assert nameless() == []
    table = begin(window)
    deploy(Hands(table))
    Hands(table).card("cadin")
    assert nameless() == []


def test_letters_in_the_search_are_letters(window: Window) -> None:
    table = begin(window)
    hands = at_instant(table)
    deploy(hands)
    hands.card("uma")
    before = table.session.head
    window.named_actions["look.search"].trigger()
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "uma 1")
    assert field.text() == "uma 1"
    assert table.session.head == before
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is defiance_view(table).board


def test_the_bar_says_what_undo_takes_back(window: Window) -> None:
    table = begin(window)
    hands = at_instant(table)
    button = next(
        one for one in table.findChildren(QToolButton) if one.defaultAction() is window.named_actions["time.undo"]
    )
    assert not button.isEnabled()
    hands.space(defiance_view(table).presenter.view.board.choices[0])
    assert "Uma" in button.text()
    assert "Uma" in button.accessibleName()
    hands.press(button)
    assert button.text() == "Undo"


def test_a_plugin_that_fails_is_named_once(window: Window, clumsy: str, tmp_path: Path) -> None:
    path = tmp_path / "clumsy.defiance"
    Session.new(mission="extraction", seed=1, plugins=(clumsy,), path=path).close()
    window.open(path)
    assert window.session is not None
    session = window.session
    assert session is not None
    session.submit(session.legal()[0])
    assert window.message == "The plugin 'clumsy' failed in check_command: ValueError: boo."
    window.message = ""
    session.submit(session.legal()[0])
    assert window.message == ""
