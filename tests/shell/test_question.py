"""The tray of the pending decision: forms that are folded until they are wanted, answers in columns."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from defiance_qt.core.port import Field
from defiance_qt.shell.panels.question import QuestionPanel
from defiance_qt.shell.present.values import ChoiceView, FormView, QuestionView
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.positions import english
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

DISTANCE = (Field("distance", "Distance", "number", 30, high=240, unit="cm"),)
TWO = tuple(ChoiceView(name, name, str(key)) for key, name in enumerate("ab", 1))


@pytest.fixture
def tray(qtbot: object) -> QuestionPanel:
    made = QuestionPanel(DARK, english())
    qtbot.addWidget(made)  # type: ignore[attr-defined]  # the class of the plugin is not exported
    made.resize(1000, 148)
    made.show()
    return made


def chips(tray: QuestionPanel) -> list[QPushButton]:
    return [one for one in tray.findChildren(QPushButton) if one.property("role") == "chip" and one.isVisible()]


def test_a_form_that_is_not_the_usual_answer_is_folded_until_it_is_wanted(tray: QuestionPanel) -> None:
    path, burst = FormView("path", "Path", DISTANCE), FormView("burst", "Burst", DISTANCE)
    question = QuestionView("first", "The skill?", choices=TWO, fields=(path, burst))
    tray.show_question(question)
    assert (tray.fields.isVisible(), [one.text() for one in chips(tray)]) == (False, ["Path", "Burst"])
    chips(tray)[1].click()
    assert (tray.fields.isVisible(), tray.fields.accessibleName()) == (True, "Burst")
    focused = QApplication.focusWidget()
    assert focused is not None
    assert tray.fields.isAncestorOf(focused)
    # The same question keeps it; the next one folds it again.
    tray.show_question(QuestionView("first", "The skill?", "note", choices=TWO, fields=(path, burst)))
    assert tray.fields.isVisible()
    tray.fold_form()
    assert not tray.fields.isVisible()
    tray.fill_in()
    assert tray.fields.accessibleName() == "Path"
    tray.show_question(QuestionView("second", "The next skill?", choices=TWO, fields=(path, burst)))
    assert not tray.fields.isVisible()


def test_the_usual_answer_and_a_form_alone_are_shown_at_once(tray: QuestionPanel) -> None:
    usual = FormView("measured", "Measured", DISTANCE, usual=True)
    tray.show_question(QuestionView("measure", "How far?", choices=TWO, fields=(usual,)))
    assert (tray.fields.isVisible(), chips(tray)) == (True, [])
    tray.show_question(QuestionView("name", "Which name?", fields=(FormView("name", "Name", DISTANCE),)))
    assert tray.fields.isVisible()


def test_folded_headings_share_rows_and_an_open_one_has_its_own(tray: QuestionPanel) -> None:
    folded = tuple(ChoiceView(f"Group {n}", n, group="folded") for n in range(8))
    tray.show_question(QuestionView("react", "Who reacts?", choices=folded))
    QApplication.processEvents()
    tops = [tray.choice(place).y() for place in range(8)]
    assert len(set(tops)) <= 3
    inside = tuple(ChoiceView(f"Answer {n}", f"{n}", group="inside") for n in range(3))
    opened = (folded[0], ChoiceView("Group 1", 1, group="open"), *inside, *folded[2:])
    tray.show_question(QuestionView("react", "Who reacts?", choices=opened))
    QApplication.processEvents()
    first, heading, answer, after = (tray.choice(place).y() for place in (0, 1, 2, 5))
    assert first < heading < answer < after


def test_answers_stand_in_columns_from_the_first_frame(qtbot: object) -> None:
    """A table gets its size, and what it asks, before it is shown."""
    holder = QWidget()
    qtbot.addWidget(holder)  # type: ignore[attr-defined]  # the class of the plugin is not exported
    made = QuestionPanel(DARK, english())
    column = QVBoxLayout(holder)
    column.addWidget(made)
    made.show_question(QuestionView("setup", "Which zone?", choices=TWO * 3))
    made.setFixedHeight(148)
    holder.resize(1300, 600)
    holder.show()
    eventually(lambda: made.rows.verticalScrollBar().maximum() == 0, "all answers are in sight")
