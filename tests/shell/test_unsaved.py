"""A save that is lost or out of date under the window: told, with what can be done about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.open_mark import OpenMark
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import begin
from tests.systems.defiance.view.positions import MISSION

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def box(window: Window) -> QMessageBox:
    found = [one for one in window.findChildren(QMessageBox) if one.isVisible()]
    assert found
    return found[-1]


def test_a_game_whose_save_is_deleted_goes_on_elsewhere(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(window)
    assert window.session is not None
    assert window.path is not None
    assert window.table is not None
    head = window.session.head
    window.path.unlink()
    window.table.presenter.submit(window.session.legal()[0])
    assert window.session.head == head
    assert "is no longer there" in window.message
    new = tmp_path / "elsewhere.defiance"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments: (str(new), ""))
    button = next(one for one in box(window).findChildren(QPushButton) if one.text() == window.words("ui.elsewhere"))
    button.click()
    assert window.path == new
    window.table.presenter.submit(window.session.legal()[0])
    assert window.session.head > head
    state = window.session.state
    window.close_game()
    with open_save(new) as again:
        assert again.state == state
    assert Path(window.saves.recent()[0].path) == new


def press(window: Window, key: str) -> None:
    """Press a button of the message that is shown."""
    next(one for one in box(window).findChildren(QPushButton) if one.text() == window.words(key)).click()


def test_a_save_opens_without_what_lies_beside_it(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "game.defiance"
    with Session.new(mission=MISSION, seed=7, path=path) as session:
        state = session.state
    journal = Path(f"{path}-journal")
    journal.write_bytes(b"not its own")
    window.open(path)
    assert window.path != path
    assert window.message.startswith("game.defiance-journal lies beside game.defiance and does not belong to it")
    press(window, "ui.set_aside")
    assert window.session is not None
    assert window.session.state == state
    assert Path(f"{journal}.old").read_bytes() == b"not its own"


def one_step(window: Window) -> None:
    assert window.session is not None
    assert window.table is not None
    window.table.presenter.submit(window.session.legal()[0])


def chosen(monkeypatch: pytest.MonkeyPatch, *paths: object) -> None:
    """The file dialogs that follow are answered so."""
    names = iter(paths)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments: (str(next(names)), ""))


@pytest.mark.parametrize("leave", ["close the game", "close the window"])
def test_a_game_whose_save_was_replaced_is_closed_with_an_offer(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leave: str
) -> None:
    begin(window)
    one_step(window)
    session, path = window.session, window.path
    assert session is not None
    assert path is not None
    state = session.state
    path.unlink()
    path.write_bytes(b"another file")
    window.show()
    if leave == "close the game":
        window.close_game()
        assert window.start is not None
    else:
        assert not window.close()
    assert window.message == (
        f"{path.name} was replaced or changed by another program. "
        "The whole game is still here and can be saved elsewhere."
    )
    # A dialog that is left, and a name that is taken: asked again.
    (tmp_path / "taken.defiance").write_bytes(b"")
    chosen(monkeypatch, "", tmp_path / "taken.defiance", tmp_path / "new.defiance")
    press(window, "ui.elsewhere")
    assert "was replaced" in window.message
    press(window, "ui.elsewhere")
    assert "taken.defiance already exists. The whole game" in window.message
    press(window, "ui.elsewhere")
    assert window.files.lost is None
    with open_save(tmp_path / "new.defiance") as again:
        assert again.state == state
    assert path.read_bytes() == b"another file"
    assert Path(window.saves.recent()[0].path) == tmp_path / "new.defiance"
    QApplication.processEvents()
    assert window.isVisible() == (leave == "close the game")


def test_a_game_whose_save_is_gone_can_be_let_go(window: Window) -> None:
    begin(window)
    one_step(window)
    assert window.path is not None
    window.path.unlink()
    window.show()
    assert not window.close()
    assert "is no longer there" in window.message
    press(window, "ui.close_anyway")
    QApplication.processEvents()
    assert not window.isVisible()


def test_a_game_whose_save_was_moved_is_closed_where_it_is(window: Window, tmp_path: Path) -> None:
    begin(window)
    one_step(window)
    assert window.session is not None
    assert window.path is not None
    state = window.session.state
    window.path.rename(tmp_path / "moved.defiance")
    window.close_game()
    assert window.message == ""
    with open_save(tmp_path / "moved.defiance") as again:
        assert (again.state, again.host.changes) == (state, ())


def test_a_copy_is_written_while_the_game_goes_on(window: Window, tmp_path: Path) -> None:
    begin(window)
    assert window.session is not None
    assert window.table is not None
    window.table.presenter.submit(window.session.legal()[0])
    window.files.copy_game(tmp_path / "copy.defiance")
    window.table.presenter.submit(window.session.legal()[0])
    with open_save(tmp_path / "copy.defiance") as copy:
        assert copy.head == window.session.head - 1
        assert copy.host.changes == ()
    window.files.copy_game(tmp_path / "copy.defiance")
    assert "already exists" in window.message


def test_a_second_window_on_a_save_is_told_and_loads_the_newest(window: Window) -> None:
    """It was told at its first step only, twice, and could not go on."""
    begin(window)
    path, session, table = window.path, window.session, window.table
    assert path is not None
    assert session is not None
    assert table is not None
    assert OpenMark(path.parent.parent / "open").put(path) is False
    with open_save(path) as other:
        other.submit(other.legal()[0])
        newest = other.head
        table.presenter.submit(session.legal()[0])
    assert "another window" in window.message
    assert not table.message.isVisible(), "once is enough"
    button = next(one for one in box(window).findChildren(QPushButton) if one.text() == window.words("ui.newest"))
    button.click()
    assert window.session is not session
    assert window.session is not None
    assert window.session.head == newest


def test_opening_a_save_that_is_open_elsewhere_says_so(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "shared.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()
    first = OpenMark(window.saves.folder.parent / "open")
    assert first.put(path)
    window.open(path)
    assert window.message.startswith("shared.defiance is also open in another window.")
    window.close_game()
    first.take_away()
    window.message = ""
    window.open(path)
    assert window.message == ""
