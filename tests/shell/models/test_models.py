"""The item models, held against Qt's own tester."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QAbstractItemModelTester

from defiance_qt.extend.systems import DEFAULT, words_of
from defiance_qt.shell.models.log import LogModel
from defiance_qt.shell.models.saves import SAVE_ROLE, WHERE_ROLE, SavesModel
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.saves import Recent
from defiance_qt.words.catalogue import Words
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


def test_saves_are_listed_with_title_progress_and_date(qapp: object) -> None:
    at = 1_700_000_000.0
    one = Recent("/games/a.defiance", DEFAULT, "mission.extraction.name", "round.number", {"n": 3}, at)
    over = Recent("/games/c.defiance", DEFAULT, "mission.extraction.name", "round.number", {"n": 7}, at, "victory")
    unknown = Recent("/games/b.defiance", at=at)
    gone = Recent("/games/d.defiance", "no-such-system", "duel.name", "turn.number", {"n": 3}, at)
    model = SavesModel(Words("en"), [one, unknown, over, gone], lambda system: words_of(system, "en"))
    tester = QAbstractItemModelTester(model, FATAL)
    assert model.data(model.index(0)) == "Extraction"
    assert "Round 3" in model.data(model.index(0), WHERE_ROLE)
    assert model.data(model.index(1)) == "b"
    assert model.data(model.index(2), WHERE_ROLE).startswith("Victory · Round 7 · ")
    # A game whose system is not there is known by its file.
    assert model.data(model.index(3)) == "d"
    assert "turn.number" not in model.data(model.index(3), WHERE_ROLE)
    assert Path(model.data(model.index(0), SAVE_ROLE).path).name == "a.defiance"
    model.set_saves([])
    assert model.rowCount() == 0
    tester.deleteLater()
