"""The form for a mission that was played with the printed game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.core.session import Session
from defiance_qt.extend.sessions import Session as Sessions
from defiance_qt.shell.theme import DARK, stylesheet
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.written import WrittenDialog
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.written import written_faults, written_form


@pytest.fixture
def session() -> Iterator[Session]:
    with Sessions.new("infinity-defiance", mission="defiance", seed=3, journal=False) as found:
        yield found


Opened = Callable[..., WrittenDialog]

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)


@pytest.fixture
def opened(session: Session, qtbot: QtBot) -> Opened:
    """Opens the form of the session, in a language."""
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(1280, 800)
    parent.setStyleSheet(stylesheet(DARK))

    def open_form(language: str = "en") -> WrittenDialog:
        words, rules = session.words(language), rules_of(session)  # type: ignore[attr-defined]
        form = written_form(session.state, rules, Names(words, rules.catalog))
        made = WrittenDialog(parent, form, words, lambda one: written_faults(session.state, rules, one, words))
        made.show()
        return made

    return open_form


def press(made: WrittenDialog, qtbot: QtBot) -> None:
    qtbot.mouseClick(made.ok, Qt.MouseButton.LeftButton)


def test_a_result_is_filled_in_and_counts(session: Session, opened: Opened, qtbot: QtBot) -> None:
    made = opened()
    made.given.connect(session.submit)
    made.numbers["round"].setValue(8)
    made.intel["uma"].setValue(4)
    box = made.cards["uma"].box
    place = box.findData("nightmares")
    box.setCurrentIndex(place)
    box.activated.emit(place)
    made.joins["goldstein"].setChecked(True)
    made.notes.setText("on the kitchen table")
    assert made.said.isHidden()
    press(made, qtbot)
    played = session.state.campaign.played[-1]
    assert (played.mission, played.result, played.round, played.notes) == (
        "extraction", "victory", 8, "on the kitchen table",
    )  # fmt: skip
    assert session.state.team["uma"].intel == 4
    assert session.state.team["uma"].consequences == ("nightmares",)
    assert "goldstein" in session.state.campaign.crew


def test_what_cannot_be_is_said_and_marked_and_a_reason_keeps_it(opened: Opened, qtbot: QtBot) -> None:
    made = opened()
    given: list[c.WriteDown] = []
    made.given.connect(given.append)
    made.intel["uma"].setValue(9)
    assert made.said.text() == "Uma cannot gain 9 Intel Packs: the mission gives 4 at most (R-303)\nA reason keeps it."
    assert (made.intel["uma"].property("tone"), made.ok.isEnabled()) == ("danger", False)
    press(made, qtbot)
    assert not given
    made.reason.setText("we found more")
    assert (made.said.isHidden(), made.intel["uma"].property("tone")) == (True, "")
    press(made, qtbot)
    assert (given[0].intel, given[0].reason) == ({"uma": 9}, "we found more")


def test_a_chip_takes_a_consequence_back(opened: Opened) -> None:
    made = opened()
    cards = made.cards["cadin"]
    box = cards.box
    for id in ("nightmares", "nightmares", "nightmares"):
        box.activated.emit(box.findData(id))
    assert "No copy" in made.said.text()
    chips = cards.chips()
    for chip in chips[:2]:
        chip.click()
    assert cards.chosen == ["nightmares"]
    assert made.said.isHidden()


@pytest.mark.rule("R-045")
def test_a_number_that_is_too_small_is_marked_and_mended_even_at_zero(opened: Opened, qtbot: QtBot) -> None:
    made = opened()
    spin = made.numbers["round"]
    assert (spin.value(), made.said.isHidden(), made.mend.isHidden()) == (1, True, True)
    spin.setValue(0)
    assert made.said.text().startswith("The mission cannot end so in Round 0: Round 1 at the earliest (R-045)")
    assert (spin.property("tone"), "Round 0" in spin.accessibleDescription()) == ("danger", True)
    assert (made.numbers["alert"].property("tone") or "", made.ok.isEnabled()) == ("", False)
    assert made.mend.text() == "Make it 1"
    qtbot.mouseClick(made.mend, Qt.MouseButton.LeftButton)
    assert (spin.value(), made.said.isHidden(), made.mend.isHidden()) == (1, True, True)


@pytest.mark.parametrize("language", ["es", "ru"])
def test_every_field_has_a_name(opened: Opened, language: str) -> None:
    made = opened(language)
    for field in (*made.numbers.values(), *made.intel.values(), *made.face_down.values(), made.notes, made.reason):
        assert field.accessibleName()
        assert "view." not in field.accessibleName()
    assert made.findChild(QDialogButtonBox) is not None
