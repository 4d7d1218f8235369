"""The form for a campaign that is under way on paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from defiance_qt.core.session import Session
from defiance_qt.extend.sessions import Session as Sessions
from defiance_qt.shell.theme import DARK, stylesheet
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.entered import EnteredDialog
from defiance_qt.systems.defiance.view.present.entered import entered_faults, entered_form
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from tests.systems.defiance.view.campaigns import campaign

LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise|grabbing the keyboard)")


@pytest.fixture
def session() -> Iterator[Session]:
    with Sessions.new("infinity-defiance", mission="defiance", seed=3, journal=False) as found:
        yield found


def opened(session: Session, qtbot: QtBot, language: str = "en") -> EnteredDialog:
    """The form of a session."""
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(1280, 800)
    parent.setStyleSheet(stylesheet(DARK))
    words, rules = session.words(language), rules_of(session)  # type: ignore[attr-defined]
    form = entered_form(session.state, rules, Names(words, rules.catalog))
    made = EnteredDialog(parent, form, words, lambda one: entered_faults(session.state, rules, one, words))
    made.setProperty("owner", parent)
    made.show()
    return made


def pick(box: QComboBox, id: str) -> None:
    """Choose an entry as a person does: open the list, and click the entry."""
    box.showPopup()
    QApplication.processEvents()
    view = box.view()
    index = box.model().index(box.findData(id), 0)
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
    QApplication.processEvents()


def typed(spin: QSpinBox, number: int) -> None:
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, str(number))
    QTest.keyClick(spin, Qt.Key.Key_Tab)


@pytest.mark.rule("R-280", "R-282")
def test_a_campaign_on_paper_is_entered_and_continues_with_the_next_mission(window: Window) -> None:
    """By mouse and keys, from the first page of a campaign into the fourth mission."""
    table = campaign(window)
    answers = [one for one in table.findChildren(QPushButton) if one.objectName().startswith("answer:")]
    QTest.mouseClick(answers[-1], LEFT)
    form = window.findChild(EnteredDialog)
    assert form is not None
    assert form.isVisible()
    typed(form.behind, 3)
    QTest.mouseClick(form.lost["dead_air"], LEFT, pos=QPoint(8, form.lost["dead_air"].height() // 2))
    assert form.records["dead_air_lost"].isChecked()
    typed(form.people["uma"].intel, 7)
    pick(form.people["uma"].cards["specialties"].box, "orders")
    pick(form.people["cadin"].cards["consequences"].box, "nightmares")
    QTest.mouseClick(form.people["jazz"].cards["equipment"].chips()[-1], LEFT)
    pick(form.crew["goldstein"], "bridge")
    typed(form.ship["components"], 1)
    form.notes.setFocus()
    QTest.keyClicks(form.notes, "Tuesdays")
    assert form.said.isHidden(), form.said.text()
    QTest.mouseClick(form.ok, LEFT)
    QApplication.processEvents()
    state = table.session.state
    assert [(one.mission, one.result) for one in state.campaign.played] == [
        ("extraction", "victory"), ("dead_air", "defeat"), ("cold_wake", "victory"),
    ]  # fmt: skip
    assert (state.team["uma"].intel, state.team["uma"].specialties) == (7, ("orders",))
    assert state.team["cadin"].consequences == ("nightmares",)
    assert "automedikit" not in [held.item for held in state.team["jazz"].carried]
    assert state.campaign.crew["goldstein"] == "bridge"
    assert (state.campaign.components, state.campaign.records) == (1, ("dead_air_lost",))
    assert state.campaign.played[-1].notes == "Tuesdays"
    begin = table.findChild(QPushButton, "answer:0")
    assert begin is not None
    QTest.mouseClick(begin, LEFT)
    QApplication.processEvents()
    assert not table.session.state.between
    assert table.session.state.mission_id == "two_keys"


def test_what_cannot_be_is_said_in_its_field_and_mended_or_kept(session: Session, qtbot: QtBot) -> None:
    form = opened(session, qtbot)
    given: list[c.EnterCampaign] = []
    form.given.connect(given.append)
    form.ship["tech"].setValue(3)
    assert form.said.text() == (
        "The ship cannot keep 3 of these Samples: its stores have room for 0 (R-290)\nA reason keeps it."
    )
    assert (form.ship["tech"].property("tone"), form.ship["biological"].property("tone") or "") == ("danger", "")
    assert "3 of these Samples" in form.ship["tech"].accessibleDescription()
    assert not form.ok.isEnabled()
    assert form.mend.text() == "Make it 0"
    QTest.mouseClick(form.mend, LEFT)
    assert (form.said.isHidden(), form.mend.isHidden(), form.ship["tech"].value()) == (True, True, 0)
    form.ship["tech"].setValue(3)
    form.reason.setText("found under a seat")
    QTest.mouseClick(form.ok, LEFT)
    assert (given[0].tech, given[0].reason) == (3, "found under a seat")


def test_a_fault_of_one_character_is_marked_there_alone(session: Session, qtbot: QtBot) -> None:
    form = opened(session, qtbot)
    for id in ("uma", "cadin"):
        form.people[id].cards["specialties"].choose([form.people[id].cards["specialties"].box.itemData(1)])
    form.people["uma"].cards["specialties"].choose(["focus_fire"])
    tones = [form.people[id].cards["specialties"].box.property("tone") or "" for id in ("uma", "cadin")]
    assert tones == ["danger", ""]


def test_a_device_comes_and_goes_with_its_programs(session: Session, qtbot: QtBot) -> None:
    form = opened(session, qtbot)
    jazz = form.people["jazz"]
    assert jazz.cards["software"].chosen == ["geist_aid", "skullbuster", "picklock"]
    jazz.cards["equipment"].drop("hacking_device")
    assert not jazz.cards["software"].chosen
    assert jazz.cards["software"].isHidden()
    assert form.command().characters["jazz"].software == ()
    jazz.cards["equipment"].choose(["hacking_device"])
    assert not jazz.cards["software"].isHidden()
    assert len(jazz.cards["software"].chosen) == 3


def test_only_what_can_follow_from_the_finished_missions_is_offered(session: Session, qtbot: QtBot) -> None:
    form = opened(session, qtbot)
    assert [id for id, box in form.lost.items() if not box.isHidden()] == ["extraction"]
    form.behind.setValue(2)
    form.lost["dead_air"].setChecked(True)
    form.behind.setValue(1)
    command = form.command()
    assert (command.lost, command.records) == ((), ())
    assert form.said.isHidden(), form.said.text()


def test_no_heading_stands_before_nothing(session: Session, qtbot: QtBot) -> None:
    """ "What follows" was written before the first mission that anything can follow from."""
    form = opened(session, qtbot)
    heading = form._headings["records"]
    for number in range(len(form.lost)):
        form.behind.setValue(number)
        assert heading.isHidden() == all(box.isHidden() for box in form.records.values())
        assert form._headings["lost"].isHidden() == (number == 0)


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_every_field_has_a_name_and_words(session: Session, qtbot: QtBot, language: str) -> None:
    form = opened(session, qtbot, language)
    fields: list[QWidget] = [*form.findChildren(QSpinBox), *form.findChildren(QComboBox), form.notes, form.reason]
    for field in fields:
        assert field.accessibleName()
        assert "view." not in field.accessibleName()
    assert len({one.accessibleName() for one in fields}) == len(fields)
