"""The measure of what can be read: each fault that it is to find, and what is none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QPlainTextEdit, QRadioButton, QStyle, QStyleOptionButton, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.panels.timeline import ICON, Track
from defiance_qt.shell.present.values import MarkView, TimelineView
from defiance_qt.shell.theme import DARK, stylesheet
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def root(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def test_words_cut_to_a_few_letters_are_found_whatever_their_tip_says(root: QWidget) -> None:
    """A rank was "Roo…" beside the name of its Unit, at 100 % in English too."""
    shown = Elided("small", text="Rookie of the Nox")
    shown.setParent(root)
    # So large that the least width of the label says nothing, whichever font an earlier test has loaded.
    shown.setStyleSheet("font-size: 24px;")
    shown.ensurePolished()
    metrics = shown.fontMetrics()
    shown.resize(metrics.horizontalAdvance("Rookie of…") + 2, 20)
    shown.show()
    assert faults(root) == []
    shown.resize(metrics.horizontalAdvance("Roo…") + 2, 20)
    assert faults(root) == [f"cut: {shown.text()}: {shown.width()}"]


def test_a_short_word_is_no_cut_one(root: QWidget) -> None:
    shown = Elided("small")
    shown.setParent(root)
    shown.set_words("Uma Sørensen", "Uma")
    shown.resize(shown.fontMetrics().horizontalAdvance("Uma S"), 20)
    shown.show()
    assert shown.text() == "Uma"
    assert faults(root) == []


def test_what_has_to_be_scrolled_sideways_is_found(root: QWidget) -> None:
    """The missions of the new-game screen had a bar below at 150 %, and the chronicle's tables at 100 %."""
    shown = QListWidget(root)
    shown.setAccessibleName("Missions")
    shown.addItem("A long name of a mission that has no room")
    shown.resize(80, 80)
    shown.show()
    assert [fault for fault in faults(root) if fault.startswith("sideways: Missions")]
    shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    assert faults(root) == []
    code = QPlainTextEdit("a line of a file that is not broken", root)
    code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    code.resize(80, 80)
    code.show()
    assert faults(root) == []


class Painted(QWidget):
    def unread(self) -> list[str]:
        return ["Slow Burn"]


def test_a_widget_that_paints_its_words_says_which_it_cuts(root: QWidget) -> None:
    shown = Painted(root)
    shown.show()
    assert faults(root) == ["cut: Slow Burn"]
    shown.hide()
    assert faults(root) == []


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_a_chosen_button_is_as_large_as_the_others(root: QWidget, scale: float) -> None:
    """Its words jumped by two pixels when it was chosen at 150 %."""
    root.setStyleSheet(stylesheet(DARK.scaled(scale)))
    lefts = set()
    for on in (False, True):
        button = QRadioButton("English", root)
        button.setAutoExclusive(False)
        button.setChecked(on)
        option = QStyleOptionButton()
        button.ensurePolished()
        button.initStyleOption(option)
        lefts.add(button.style().subElementRect(QStyle.SubElement.SE_RadioButtonContents, option, button).left())
    assert len(lefts) == 1


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_no_mark_of_the_timeline_covers_a_name(qtbot: QtBot, scale: float) -> None:
    """The disc behind the flag of a checkpoint took the last digit of "Round 3"."""
    theme = DARK.scaled(scale)

    def drawn(*more: MarkView) -> Track:
        made = Track(theme, lambda key, **values: key)  # type: ignore[arg-type]
        qtbot.addWidget(made)
        made.resize(600, 60)
        chapter = MarkView(20, "chapter", "Round 3")
        made.show_timeline(TimelineView(90, 100, "", (chapter, *more)))
        return made

    plain = drawn()
    ((_, left, text),) = plain.segments()
    wide = plain._wide(text)
    for depth in range(21, 90):
        mark = MarkView(depth, "loss", "here")
        x = plain._x(depth)
        if not left - theme.px(ICON) < x < left + wide + theme.px(ICON):
            continue
        name = (round(left), 0, wide + 1, theme.px(14))
        marked = drawn(mark)
        assert marked.grab().copy(*name).toImage() == plain.grab().copy(*name).toImage(), depth


def test_a_plain_label_is_measured_too(root: QWidget) -> None:
    shown = QLabel("A label that has no room", root)
    shown.resize(20, 20)
    shown.show()
    assert faults(root) == [f"cut: {shown.text()}: 20"]
