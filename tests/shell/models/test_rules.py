"""The rules as an item model."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from defiance_qt.shell.models.rows import ROW_ROLE
from defiance_qt.shell.panels.reference import rules_model
from tests.texts import defiance_words


def test_headings_cannot_be_chosen_and_what_is_found_replaces_the_rest(qtbot) -> None:
    model = rules_model(defiance_words("en"))
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    whole = model.rowCount()
    assert whole > 323
    heading = model.index(0)
    assert not heading.data(ROW_ROLE).id
    assert heading.flags() == Qt.ItemFlag.NoItemFlags
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole).startswith("R-001 ")
    place = model.place(lambda row: row.id == "R-150")
    assert model.row(place).id == "R-150"
    model.find("alert level")
    assert 0 < model.rowCount() < whole
    model.find("xylophone")
    assert model.rowCount() == 0
    assert model.place(lambda row: row.id == "R-150") == -1
    model.find("")
    assert model.rowCount() == whole
