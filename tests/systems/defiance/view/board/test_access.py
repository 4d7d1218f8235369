"""Assistive technology sees the board in a process of its own: once on, accessibility stays on for a whole run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QAccessible, QAccessibleEvent

from defiance_qt.systems.defiance.view.board import access

ROOT = Path(__file__).resolve().parents[5]

WALK = """
from PySide6.QtCore import QPointF
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from defiance_qt.systems.defiance.view.board import BoardView
from tests.systems.defiance.view.board.conftest import say
from tests.systems.defiance.view.board.table import make_board, make_state

app = QApplication([])
QAccessible.setActive(True)
view = BoardView()
view.resize(900, 500)
view.set_words(say)
view.show()
board = QAccessible.queryAccessibleInterface(view)
assert board.childCount() == 0
view.set_board(make_board())
view.show_state(make_state())
view.set_reach({"E5": 2})
view.teller = lambda space: f"about {space}"
Name = QAccessible.Text.Name
assert board.role() == QAccessible.Role.Table
assert board.text(Name) == "title"
assert board.text(QAccessible.Text.Description) == "hint"
count = len(view.board.hexes)
assert board.childCount() == count
cells = [board.child(i) for i in range(count)]
assert all(cell.role() == QAccessible.Role.Cell and cell.isValid() for cell in cells)
assert cells[0].text(Name) == "about A1"
at = {cell.text(QAccessible.Text.Value): cell for cell in cells}
assert at["E5"].text(Name) == "about E5"
assert at["E5"].state().selectable and not at["E6"].state().selectable
assert board.child(count) is None and board.child(-1) is None
assert board.indexOfChild(cells[7]) == 7
assert at["E5"].parent() is board
view.go_to("E5")
assert board.focusChild().text(QAccessible.Text.Value) == "E5"
x, y = view.centre_of("E5")
place = view.viewport().mapToGlobal(view.mapFromScene(QPointF(x, y)))
assert at["E5"].rect().contains(place)
assert board.childAt(place.x(), place.y()).text(QAccessible.Text.Value) == "E5"
view.close()
view.deleteLater()
del view
app.processEvents()
print("walked", count)
"""


def test_the_board_is_a_table_of_spoken_spaces() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WALK], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    assert (done.stdout.strip(), done.returncode) == ("walked 102", 0)


def test_nothing_is_announced_where_nobody_listens(view, monkeypatch) -> None:
    sent: list[QAccessibleEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", sent.append)
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    access.announce(view, lambda: "hello")
    access.focus(view, "E5")
    assert sent == []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    access.announce(view, lambda: "hello")
    access.announce(view, lambda: "")
    access.focus(view, "E5")
    access.focus(view, "nowhere")
    assert [event.type() for event in sent] == [QAccessible.Event.Announcement, QAccessible.Event.Focus]
