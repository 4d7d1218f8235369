"""The item models, held against Qt's own tester."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from defiance_qt.shell.models.log import FIRST, PAGE, LogModel
from defiance_qt.shell.models.rows import ROW_ROLE
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.start import SaveView
from defiance_qt.shell.screens.saves import saves_model
from tests.systems.defiance.view.positions import deployed, english, until

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def story(log: LogLines) -> list[str]:
    """The lines of the whole game up to the head, told from its end back to its start."""
    path = log.session.timeline.path
    told: list[str] = []
    at = len(path) - 1
    while at >= 0:
        steps = log.stretch(path[at])
        told[:0] = [line.text for line in log.story(steps)]
        at -= len(steps)
    return told


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
        assert texts(model) == story(log)
    whole = texts(model)
    session.undo()
    model.sync()
    assert texts(model) == story(log) != whole
    session.redo()
    model.sync()
    assert texts(model) == whole
    tester.deleteLater()


def test_older_lines_are_fetched_when_asked_for(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 400)
    log = LogLines(session, english())
    model = LogModel(session, log)
    tester = QAbstractItemModelTester(model, FATAL)
    model.sync()
    first = model.rowCount()
    assert model.older()
    assert model.rowCount() > first
    while model.older():
        pass
    assert texts(model) == story(log)
    tester.deleteLater()


def test_a_page_is_loaded_in_parts(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 400)
    log = LogLines(session, english())
    model = LogModel(session, log)
    model.sync()
    assert FIRST <= model.rowCount() < PAGE
    assert model.short
    while model.short:
        assert model.older(FIRST)
    assert texts(model) == story(log)[-model.rowCount() :]
    while model.older():
        pass
    assert not model.short


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
    lines = [model.line(row) for row in range(model.rowCount())]
    assert all("moves" in {line.category, *(part.category for part in line.parts)} for line in lines)
    model.set_filter((), "CADIN")
    assert texts(model)
    for row in range(model.rowCount()):
        line = model.line(row)
        assert "cadin" in line.text.casefold() or model.line(row + 1).exact


def test_what_only_an_exact_line_says_is_found_and_shown(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 60)
    model = LogModel(session, LogLines(session, english()))
    model.set_filter((), "movement points")
    found = [row for row in range(model.rowCount()) if model.line(row).exact]
    assert found
    assert all("movement points" in model.line(row).text for row in found)
    assert all("movement points" in model.line(row).text or model.line(row + 1).exact for row in range(found[-1]))


def test_a_line_unfolds_into_its_exact_lines_and_folds_again(qapp: object) -> None:
    session = until(deployed(), lambda one: one.head > 60)
    log = LogLines(session, english())
    model = LogModel(session, log)
    tester = QAbstractItemModelTester(model, FATAL)
    model.sync()
    whole = texts(model)
    row = next(row for row in range(model.rowCount()) if model.line(row).text.startswith("Cadin moved to"))
    line = model.line(row)
    model.toggle(row)
    assert len(line.parts) > 1
    assert texts(model) == [*whole[: row + 1], *(part.text for part in line.parts), *whole[row + 1 :]]
    until(session, lambda one, head=session.head: one.head > head + 9)  # type: ignore[misc]
    model.sync()
    assert texts(model)[row + 1] == line.parts[0].text
    model.toggle(row)
    assert texts(model) == story(log)
    single = next(row for row in range(model.rowCount()) if len(model.line(row).parts) == 1)
    model.toggle(single)
    assert texts(model) == story(log)
    tester.deleteLater()


def test_a_note_on_the_head_appears(qapp: object) -> None:
    session = deployed()
    model = LogModel(session, LogLines(session, english()))
    model.sync()
    session.note("look here")
    model.sync()
    assert texts(model)[-1] == "look here"


def test_saves_are_listed_and_read_out(qapp: object) -> None:
    one = SaveView("/games/a.defiance", "Friday", "Extraction · Round 3", "today, 21:40", "a note", "", "", ("open",))
    model = saves_model([one])
    tester = QAbstractItemModelTester(model, FATAL)
    index = model.index(0)
    assert model.data(index) == "Friday"
    assert model.data(index, ROW_ROLE) is one
    spoken = model.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Friday. Extraction · Round 3. today, 21:40. a note"
    paths = [f"/games/{name}.defiance" for name in "ab"]
    assert [model.place(lambda save: save.path == path) for path in paths] == [0, -1]  # noqa: B023
    model.set_rows([])
    assert model.rowCount() == 0
    tester.deleteLater()
