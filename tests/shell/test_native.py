"""Qt's own words follow the language of the window; its keys work all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from defiance_qt.shell.actions import SPECS
from defiance_qt.shell.dialogs.keys import KeysDialog
from defiance_qt.shell.native import install_translator, key_text, sequence
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import begin, defiance_view

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture(autouse=True)
def english_again(qapp) -> Iterator[None]:
    yield
    install_translator("en")


def test_keys_are_called_as_the_language_calls_them() -> None:
    called = {}
    for language in ("en", "es", "ru"):
        assert install_translator(language)
        called[language] = (key_text("Space"), key_text("Alt+Left"))
    assert called == {
        "en": ("Space", "Alt+Left"),
        "es": ("Espacio", "Alt+Izquierda"),
        "ru": ("Пробел", "Alt+Влево"),
    }


def test_return_and_enter_have_one_name(window: Window) -> None:
    """The same key was "Ctrl+Enter" between missions, "Ctrl+Return" beside End Activation, and both among the keys."""
    assert key_text("Ctrl+Return") == key_text("Ctrl+Enter") == "Ctrl+Enter"
    begin(window)
    window.show_keys()
    (keys,) = window.findChildren(KeysDialog)
    shown = [one.text() for one in keys.findChildren(QLabel)]
    keys.close()
    assert "Ctrl+Enter" in shown
    assert "Space   Enter" in shown


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_every_key_is_the_same_key_in_every_language(language: str) -> None:
    install_translator(language)
    portable = QKeySequence.SequenceFormat.PortableText
    keys = [key for spec in SPECS for key in spec.keys]
    read = [sequence(key).toString(portable) for key in keys]
    assert [text.replace("Escape", "Esc") for text in read] == [key.replace("Escape", "Esc") for key in keys]


def test_a_language_that_qt_does_not_speak_leaves_it_in_english() -> None:
    assert not install_translator("xx")
    assert key_text("Space") == "Space"


def test_hints_name_keys_in_the_language_of_the_window_and_the_keys_work(window: Window) -> None:
    begin(window)
    window.change(language="es")
    assert "Control+Z" in window.named_actions["time.undo"].toolTip()
    table = window.table
    assert isinstance(table, Table)
    defiance_view(table).presenter.click_space(defiance_view(table).presenter.view.board.choices[0])
    assert window.session is not None
    assert window.session.head == 1
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.head == 0
    window.change(language="ru")
    assert "Пробел" in table_text(window)
    window.change(language="en")
    assert "Space" in table_text(window)


def table_text(window: Window) -> str:
    """What the Equip panel says about how it is used."""
    assert isinstance(window.table, Table)
    return defiance_view(window.table).equip.how.text()
