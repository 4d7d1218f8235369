"""The keyboard on the board: the cursor, the targets, zoom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt

from defiance_qt.systems.defiance.view.board import access
from tests.systems.defiance.view.board.pointing import place


def press(qtbot, view, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(view, key)


def test_arrows_go_from_space_to_space(qtbot, view, heard) -> None:
    view.go_to("E5")
    press(qtbot, view, Qt.Key.Key_Right)
    assert view.cursor_space == "F5"
    press(qtbot, view, Qt.Key.Key_Left, Qt.Key.Key_Left)
    assert view.cursor_space == "D5"
    assert heard.take()[-1] == ("hovered", "D5")


def test_up_and_down_keep_their_column(qtbot, view) -> None:
    view.go_to("E5")
    seen = []
    for _ in range(4):
        press(qtbot, view, Qt.Key.Key_Up)
        seen.append(view.cursor_space)
    press(qtbot, view, *[Qt.Key.Key_Down] * 4)
    assert seen[1::2] == ["E3", "E1"]
    assert view.cursor_space == "E5"


def test_the_cursor_stays_on_the_board(qtbot, view) -> None:
    view.go_to("A1")
    press(qtbot, view, Qt.Key.Key_Left, Qt.Key.Key_Up)
    assert view.cursor_space == "A1"
    press(qtbot, view, *[Qt.Key.Key_Right] * 30)
    assert view.cursor_space == "Q1"


def test_enter_clicks_what_is_under_the_cursor(qtbot, view, heard) -> None:
    view.go_to("E5")
    heard.take()
    press(qtbot, view, Qt.Key.Key_Return)
    assert heard.take() == [("spaceClicked", "E5")]
    view.go_to("cadin")
    heard.take()
    press(qtbot, view, Qt.Key.Key_Enter)
    assert heard.take() == [("figureClicked", "cadin")]
    view.set_targets(["crate"])
    view.go_to("G5")
    heard.take()
    press(qtbot, view, Qt.Key.Key_Return)
    assert heard.take() == [("figureClicked", "crate")]


def test_page_keys_go_round_the_targets(qtbot, view, heard) -> None:
    view.set_targets(["cadmus.1", "nox_spec_ops.2", "gate"])
    seen = []
    for _ in range(4):
        press(qtbot, view, Qt.Key.Key_PageDown)
        heard.take()
        press(qtbot, view, Qt.Key.Key_Return)
        seen.append(heard.take()[-1][1])
    assert seen == ["nox_spec_ops.2", "cadmus.1", "gate", "nox_spec_ops.2"]
    press(qtbot, view, Qt.Key.Key_PageUp)
    assert view.cursor_space == "I3"


def test_page_keys_go_round_the_choices_and_nowhere_else(qtbot, view) -> None:
    """They went to those that cannot be chosen."""
    press(qtbot, view, Qt.Key.Key_PageDown)
    assert view.cursor_space == ""
    view.set_choices(["D5", "C1", "A5"])
    seen = []
    for _ in range(3):
        press(qtbot, view, Qt.Key.Key_PageDown)
        seen.append(view.cursor_space)
    assert seen == ["C1", "A5", "D5"]


def test_home_goes_to_who_acts(qtbot, view) -> None:
    view.set_active("cadmus.1")
    press(qtbot, view, Qt.Key.Key_Home)
    assert view.cursor_space == "N5"


def test_keys_zoom_and_move(qtbot, view) -> None:
    fitted = view.zoom
    press(qtbot, view, Qt.Key.Key_Plus, Qt.Key.Key_Plus)
    assert view.zoom == pytest.approx(fitted * 1.25**2)
    left = view.horizontalScrollBar().value()
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.horizontalScrollBar().value() == left + 90
    press(qtbot, view, Qt.Key.Key_Minus)
    assert view.zoom == pytest.approx(fitted * 1.25)
    press(qtbot, view, Qt.Key.Key_0)
    assert view.zoom == pytest.approx(fitted)
    assert view.cursor_space == ""


def test_other_keys_belong_to_the_window(qtbot, view) -> None:
    from PySide6.QtGui import QKeyEvent

    none, alt = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
    for key, modifier in ((Qt.Key.Key_Space, none), (Qt.Key.Key_Escape, none), (Qt.Key.Key_Left, alt)):
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifier)
        view.keyPressEvent(event)
        assert not event.isAccepted()


def test_the_cursor_is_read_out(qtbot, view, monkeypatch) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(access, "announce", lambda widget, told: spoken.append(told()))
    view.teller = lambda space: f"about {space}"
    view.go_to("E5")
    view.go_to("uma")
    assert spoken == ["about E5", "about B3"]


def test_the_cursor_moves_no_board_that_is_all_in_view(qtbot, view) -> None:
    """The keyboard cursor panned a board that fitted."""
    for zoomed in (1.0, 0.9):
        view.zoom_by(zoomed)
        before = place(view, "A1")
        for corner in ("A1", "Q6", "A6", "Q1"):
            view.go_to(corner)
            assert place(view, "A1") == before


def test_the_cursor_is_brought_into_view(qtbot, view) -> None:
    view.zoom_by(3)
    view.centerOn(0, 0)
    view.go_to("Q6")
    assert view.viewport().rect().contains(place(view, "Q6"))
