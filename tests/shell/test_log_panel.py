"""The panel of the log: sentences that unfold into their exact events by a click or a key, names in their colors."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.models.log import LogModel
from defiance_qt.shell.panels.log import LogPanel
from defiance_qt.shell.present.log import LogLines
from defiance_qt.shell.present.values import LineView
from defiance_qt.shell.theme import DARK
from tests.systems.defiance.view.positions import deployed, english, until

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture(scope="module")
def session() -> Session:
    return until(deployed(), lambda one: one.state.round == 3)


class Panel(LogPanel):
    """A panel that notes the lines whose reasons are asked for."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.asks: list[LineView] = []
        self.asked.connect(self.asks.append)


@pytest.fixture
def panel(qtbot, session: Session) -> Panel:
    model = LogModel(session, LogLines(session, english()))
    made = Panel(DARK, english(), model, session.game.log_categories, QAction(), QAction())
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    model.sync()
    made._page.stop()  # the rest of the page would move the rows whenever it comes
    QApplication.processEvents()
    return made


def lines(panel: Panel) -> list[LineView]:
    model = panel._model
    return [model.line(row) for row in range(model.rowCount())]


def click(panel: Panel, row: int) -> None:
    index = panel._model.index(row)
    panel.view.scrollTo(index)
    QApplication.processEvents()
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=panel.view.visualRect(index).center())
    QApplication.processEvents()


def row_of(panel: Panel, text: str, parts: int = 2) -> int:
    found = lines(panel)
    return next(at for at in range(len(found)) if text in found[at].text and len(found[at].parts) >= parts)


def test_a_click_unfolds_a_sentence_and_a_click_on_an_exact_line_asks_why(panel: Panel) -> None:
    row = row_of(panel, " shot ")
    line = lines(panel)[row]
    click(panel, row)
    assert lines(panel)[row + 1 : row + 1 + len(line.parts)] == list(line.parts)
    assert not panel.asks
    click(panel, row + 2)
    assert panel.asks == [line.parts[1]]
    click(panel, row)
    assert not any(one.exact for one in lines(panel))


def test_a_sentence_about_one_event_asks_for_its_reason_at_once(panel: Panel) -> None:
    found = lines(panel)
    row = next(at for at in range(len(found)) if len(found[at].parts) == 1)
    click(panel, row)
    assert panel.asks == [found[row].parts[0]]
    assert not any(one.exact for one in lines(panel))


def test_keys_unfold_and_fold(panel: Panel) -> None:
    row = row_of(panel, " moved to ")
    parts = len(lines(panel)[row].parts)
    panel.view.setCurrentIndex(panel._model.index(row))
    for key, shown in ((Qt.Key.Key_Left, 0), (Qt.Key.Key_Right, parts), (Qt.Key.Key_Right, parts)):
        QTest.keyClick(panel.view, key)
        assert sum(one.exact for one in lines(panel)) == shown
    QTest.keyClick(panel.view, Qt.Key.Key_Left)
    assert not any(one.exact for one in lines(panel))


def test_names_have_the_color_of_their_side(panel: Panel) -> None:
    delegate = panel.view.itemDelegate()
    line = lines(panel)[row_of(panel, " shot ")]
    formats = delegate._formats(line)  # type: ignore[attr-defined]
    shown = {line.text[one.start : one.start + one.length]: one.format.foreground().color().name() for one in formats}
    assert len(shown) == 2
    for name, side in line.names:
        if name in shown:
            assert shown[name] == {"team": DARK.team_ink, "enemy": DARK.enemy_ink}[side]
    assert set(shown.values()) == {DARK.team_ink, DARK.enemy_ink}


def test_turns_of_the_story_are_gold(panel: Panel) -> None:
    tones = {one.text: one.tone for one in lines(panel)}
    assert tones["Round 2"] == "chapter"
    assert tones["Round 1 ends."] == "quiet"
    assert any(text.startswith("Cadmus arrives: 2 Miniatures") and tone == "gold" for text, tone in tones.items())


def test_the_rest_of_a_page_waits_until_the_screen_is_ready(panel: Panel) -> None:
    first = panel._model.rowCount()
    assert panel._model.short
    panel.setUpdatesEnabled(False)
    panel._fill_page()
    assert panel._model.rowCount() == first
    panel.setUpdatesEnabled(True)
    panel._fill_page()
    assert panel._model.rowCount() > first
