"""Rows with columns as an item model."""

from __future__ import annotations

from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtTest import QAbstractItemModelTester

from defiance_qt.shell.models.rows import CENTER, ROW_ROLE, Column, RowsModel, SearchModel

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
DISPLAY, TIP, SPOKEN = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
ALIGN = Qt.ItemDataRole.TextAlignmentRole
WORD = Column(str, spoken=lambda row: f"the {row}", tip=lambda row: f"<b>{row}</b>", title="Word")
LENGTH = Column(lambda row: str(len(row)), title="Length", title_tip="in letters", align=CENTER)


def test_columns_say_what_is_shown_and_told_of_a_row(qapp: object) -> None:
    model = RowsModel((WORD, LENGTH), ("pistol", "knife"))
    tester = QAbstractItemModelTester(model, FATAL)
    assert [model.index(1, column).data() for column in range(model.columnCount())] == ["knife", "5"]
    assert (model.index(0).data(SPOKEN), model.index(0).data(ROW_ROLE)) == ("the pistol", "pistol")
    assert not GuiQt.mightBeRichText(model.index(0).data(TIP))
    assert (model.index(0, 1).data(SPOKEN), model.index(0, 1).data(ALIGN)) == (None, CENTER)
    assert [model.headerData(1, Qt.Orientation.Horizontal, role) for role in (DISPLAY, TIP)] == ["Length", "in letters"]
    tester.deleteLater()


def test_rows_that_are_the_same_keep_their_indexes(qapp: object) -> None:
    model = RowsModel((WORD,), ("pistol", "knife"), key=len)
    tester = QAbstractItemModelTester(model, FATAL)
    kept = QPersistentModelIndex(model.index(1))
    model.set_rows(("helmet", "sword"))
    assert kept.data() == "sword"
    model.set_rows(("helmet", "sword"), (WORD, LENGTH))
    assert not kept.isValid()
    assert model.columnCount() == 2
    tester.deleteLater()


def test_headings_cannot_be_chosen_and_a_search_finds_rows(qapp: object) -> None:
    rows = ("ARMS", "pistol", "knife")
    model = SearchModel(WORD, lambda text: [row for row in rows if text in row], str.isupper)
    tester = QAbstractItemModelTester(model, FATAL)
    assert (model.index(0).flags(), model.first()) == (Qt.ItemFlag.NoItemFlags, 1)
    model.find("kn")
    assert (model.rowCount(), model.row(0), model.first()) == (1, "knife", 0)
    model.find("z")
    assert (model.rowCount(), model.first(), model.place(lambda row: row == "knife")) == (0, -1, -1)
    tester.deleteLater()
