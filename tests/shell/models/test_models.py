"""The item models, held against Qt's own tester."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from defiance_qt.shell.models.log import LogModel
from defiance_qt.shell.models.saves import SAVE_ROLE, SavesModel
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.start import SaveView
from tests.systems.defiance.view.positions import deployed, english, until

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def texts(model: LogModel) -> list[str]:
    return [model.data(model.index(row)) for row in range(model.rowCount())]


def test_the_log_follows_the_game_and_goes_back_with_it(qapp: object) -> None:
    session = deployed()
    log = LogLines(session, english())
    model = LogModel(session, log)
    tester = QAbstractItemModelTester(model, FATAL)
    model.sync()
    for _ in range(4):
        until(session, lambda one, head=session.head: one.head > head + 3)  # type: ignore[misc]
        model.sync()
        assert texts(model)[-1] == log.lines(session.head)[-1].text
    whole = texts(model)
    session.undo()
    model.sync()
    assert len(texts(model)) < len(whole)
    session.redo()
    model.sync()
    assert texts(model) == whole
    tester.deleteLater()


def test_older_lines_are_fetched_when_asked_for(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 300)
    log = LogLines(session, english())
    model = LogModel(session, log)
    tester = QAbstractItemModelTester(model, FATAL)
    model.sync()
    first = model.rowCount()
    assert model.older()
    assert model.rowCount() > first
    while model.older():
        pass
    assert texts(model) == [line.text for step in session.timeline.path for line in log.lines(step)]
    tester.deleteLater()


def test_forgotten_lines_come_back_when_asked_for(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 150)
    log = LogLines(session, english())
    model = LogModel(session, log)
    tester = QAbstractItemModelTester(model, FATAL)
    model.sync()
    while model.older():
        pass
    whole = texts(model)
    model.forget(50)
    assert 50 <= model.rowCount() < 80
    assert texts(model) == whole[-model.rowCount() :]
    while model.older():
        pass
    assert texts(model) == whole
    model.forget(len(whole))
    assert texts(model) == whole
    tester.deleteLater()


def test_filter_and_search(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 60)
    model = LogModel(session, LogLines(session, english()))
    model.set_filter(("moves",), "")
    assert texts(model)
    assert {model.line(row).category for row in range(model.rowCount())} == {"moves"}
    model.set_filter((), "CADIN")
    assert all("cadin" in text.casefold() for text in texts(model))


def test_a_note_on_the_head_appears(qapp: object) -> None:
    session = deployed()
    model = LogModel(session, LogLines(session, english()))
    model.sync()
    session.note("look here")
    model.sync()
    assert texts(model)[-1] == "look here"


def test_saves_are_listed_and_read_out(qapp: object) -> None:
    one = SaveView("/games/a.defiance", "Friday", "Extraction · Round 3", "today, 21:40", "a note", "", "", ("open",))
    model = SavesModel([one])
    tester = QAbstractItemModelTester(model, FATAL)
    index = model.index(0)
    assert model.data(index) == "Friday"
    assert model.data(index, SAVE_ROLE) is one
    spoken = model.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Friday. Extraction · Round 3. today, 21:40. a note"
    assert (model.row_of("/games/a.defiance"), model.row_of("/games/b.defiance")) == (0, -1)
    model.set_saves([])
    assert model.rowCount() == 0
    tester.deleteLater()
