"""The parts of the table, as they are laid out in windows of several sizes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from defiance_qt.shell.layout import TableLayout, Tray
from defiance_qt.shell.theme import DARK
from defiance_qt.shell.view import RailPart


def test_a_part_that_one_rail_has_no_room_for_goes_with_the_table(qtbot) -> None:
    """A widget of no window would be styled again with each change of theme, and is deleted by nothing."""
    usual, spare = QWidget(), QWidget()
    parts = (RailPart(usual), RailPart(spare, "right", spare=True))
    layout = TableLayout(DARK, QWidget(), Tray(QWidget()), parts, QWidget(), QWidget())
    qtbot.addWidget(layout)
    for width in (1280, 1600, 1280):
        layout.apply_sizes(width, 800)
        assert [layout.isAncestorOf(one) for one in (usual, spare)] == [True, True]
        assert spare.isHidden() == (width == 1280)
