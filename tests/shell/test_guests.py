"""Panels and menu entries of plugins in the window of a game (show_panel, show_menu)."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMessageBox, QToolButton
from pytestqt.exceptions import capture_exceptions

from defiance_qt.extend import guard
from defiance_qt.extend.guard import Timer
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.app import keep_playing
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.panels import guest
from defiance_qt.shell.present.palette import action_entries
from defiance_qt.shell.table import Table
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.view.board.looks import Look
from defiance_qt.systems.defiance.view.board.tokens import paint_token
from defiance_qt.systems.defiance.view.drawings import Sign
from tests.extend.plugins import plugin
from tests.systems.defiance.view.hands import at_instant, defiance_view, deploy
from tests.waiting import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def begin(window: Window, *plugins: str) -> tuple[Table, Session]:
    window.games.begin(NewGame("infinity-defiance", "mission.extraction.name", "extraction", 11, "en", {}, plugins))
    table, session = window.table, window.session
    assert isinstance(table, Table)
    assert session is not None
    at_instant(table)
    return table, session


def hurt(session: Session) -> None:
    for command in session.game.overrule({"team.uma.damage": 2}, "for the test"):
        session.submit(command)


def panel_text(table: Table) -> str:
    (guest,) = table.guests
    return "\n".join(one.text() for one in guest.findChildren(QLabel))


def menu_texts(table: Table) -> list[str]:
    return [one.text() for one in table._menu.actions()]


def test_a_panel_is_beside_the_table_and_follows_it(window: Window) -> None:
    table, session = begin(window, "night_watch")
    assert table.guests[0].isVisible()
    assert "The whole team is unhurt." in panel_text(table)
    hurt(session)
    assert "of 9" in panel_text(table)
    session.undo()
    assert "The whole team is unhurt." in panel_text(table)


def test_it_speaks_the_language_and_wears_the_colours_of_the_window(window: Window) -> None:
    begin(window, "night_watch")
    window.change(language="ru", theme="light")
    table = window.table
    assert isinstance(table, Table)
    assert "Вся команда невредима." in panel_text(table)
    (label,) = [one for one in table.guests[0].findChildren(QLabel) if "невредима" in one.text()]
    assert window.theme.muted in label.styleSheet()


def test_an_entry_is_in_the_menu_and_in_the_palette(window: Window) -> None:
    table, session = begin(window, "night_watch")
    assert "Who is hurt?" in menu_texts(table)
    entries = action_entries(window.named_actions.states(), table.words, True, table.view.why_not)
    (entry,) = [one for one in entries if one.text == "Who is hurt?"]
    hurt(session)
    window.named_actions[entry.act].trigger()
    assert table.announced[-1].startswith("Uma")


def test_without_the_plugin_there_is_nothing_of_it(window: Window) -> None:
    begin(window, "night_watch")
    window.close_game()
    table, _ = begin(window)
    assert table.guests == ()
    assert "Who is hurt?" not in menu_texts(table)


def test_switched_off_its_panel_goes_and_comes_back(window: Window) -> None:
    table, session = begin(window, "night_watch")
    session.host.switch_off("night_watch")
    assert not table.guests[0].isVisible()
    assert session.host.failures == ()
    session.host.switch_on("night_watch")
    window.show_table_again()
    assert isinstance(window.table, Table)
    assert window.table.guests[0].isVisible()


WRONG = {
    "a panel that cannot be made": "def show_panel(context):\n    return {'a.b': lambda host: 1 / 0}",
    "a panel that is none": "def show_panel(context):\n    return {'a.b': lambda host: 'panel'}",
    "a title that is none": "def show_panel(context):\n    return {'title': print}",
    "a menu that is none": "def show_menu(context):\n    return 7",
}


@pytest.mark.parametrize("how", WRONG)
def test_what_is_wrong_names_the_plugin_and_the_game_goes_on(
    window: Window, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin(tmp_path / "user", "odd", WRONG[how])
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    table, session = begin(window, "odd")
    assert [one.message.values["name"] for one in session.host.failures] == ["odd"]
    assert "'odd' failed in show_" in window.message
    assert table.guests == ()
    session.submit(session.legal()[0])


REFRESH = """
def show_panel(context):
    return {"a.b": make}

def make(host):
    from PySide6.QtWidgets import QLabel
    class Odd(QLabel):
        def refresh(self):
            if len(host.game.legal(host.state)) and host.state != first:
                host.state.team["uma"] = None
    first = host.state
    return Odd("fine")

def show_menu(context):
    return {"a.c": lambda host: 3}
"""


def test_a_panel_that_fails_later_goes_and_can_change_nothing(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin(tmp_path / "user", "odd", REFRESH)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    table, session = begin(window, "odd")
    assert table.guests[0].isVisible()
    assert session.host.failures == ()
    session.submit(session.legal()[0])
    assert not table.guests[0].isVisible()
    assert "'odd' failed in show_panel" in window.message
    assert session.state.team["uma"] is not None
    assert [one for one in window.findChildren(QMessageBox) if one.isVisible()]


def test_an_entry_that_fails_is_named(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = 'def show_menu(context):\n    return {"a.c": lambda host: 3}\n'
    plugin(tmp_path / "user", "odd", code)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    table, _ = begin(window, "odd")
    window.named_actions["plugin.odd.0"].trigger()
    assert "'odd' failed in show_menu" in window.message
    assert table.announced[-1:] != ["3"]


def drawings(table: Table) -> dict[str, str]:
    return {id: token.look.sign.drawing for id, token in defiance_view(table).board.tokens.items()}


def test_a_plugin_draws_tokens_anew_and_the_setting_for_letters_shows_none(window: Window) -> None:
    table, _ = begin(window)
    deploy(at_instant(table))
    built_in = drawings(table)
    window.close_game()
    table, _ = begin(window, "night_watch")
    deploy(at_instant(table))
    found = drawings(table)
    assert {id for id in found if found[id] != built_in[id]} == {"uma", "cadin", "qiang", "jazz"}
    look = defiance_view(table).board.tokens["uma"].look
    assert look.sign.letters == "US"
    window.change(figures="letters")
    letters = look._replace(sign=Sign("US"))
    assert picture(window.theme, look) == picture(window.theme, letters)
    window.change(figures="drawn")
    assert picture(window.theme, look) != picture(window.theme, letters)


def picture(theme: Theme, look: Look) -> QImage:
    """A token as it is drawn."""
    image = QImage(64, 64, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(32, 32)
    paint_token(painter, theme, look)
    painter.end()
    return image


UNIT = """
def show_tokens(context):
    from defiance_qt.api import TokenLook
    return {"nox_spec_ops": TokenLook("<svg viewBox='0 0 2 2'><path d='M0 0h1v1z'/></svg>"),
            "uma": TokenLook("<svg viewBox='0 0 2 2'></svg>")}
"""


def test_a_unit_can_be_drawn_and_of_two_plugins_the_first_counts(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin(tmp_path / "user", "a_look", UNIT)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    table, session = begin(window, "night_watch", "a_look")
    deploy(at_instant(table))
    found = drawings(table)
    assert found["uma"] == "<svg viewBox='0 0 2 2'></svg>"
    assert found["cadin"] != ""
    enemies = {one.id for one in session.state.enemies.values() if one.unit == "nox_spec_ops"}
    assert enemies
    assert enemies <= set(found)


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ("circle", "not an SVG drawing"),
        ("<svg><script>x</script></svg>", "cannot have '<script'"),
        ("<svg><image href='file:///etc/passwd'/></svg>", "cannot have"),
        ("<svg><use xlink:href='http://a.b/c'/></svg>", "cannot have 'href'"),
        ("<svg>" + " " * 70_000 + "</svg>", "at most 64 KiB"),
    ],
)
def test_a_drawing_that_holds_more_than_shapes_is_refused(
    window: Window, svg: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from defiance_qt.api import TokenLook\n\ndef show_tokens(context):\n    return {'uma': TokenLook(SVG)}\n"
    plugin(tmp_path / "user", "odd", code.replace("SVG", repr(svg)))
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    table, session = begin(window, "odd")
    assert said in str(session.host.failures[0])
    assert table.token_looks == {}


PAINTS = """
def show_panel(context):
    return {"a.b": make}

def make(host):
    from PySide6.QtCore import QSize, QTimer
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

    class Odd(QWidget):
        broken = False

        def __init__(self):
            super().__init__()
            column = QVBoxLayout(self)
            button = QPushButton("press")
            button.setObjectName("odd button")
            button.clicked.connect(self.click)
            column.addWidget(button)
            self.inner = Inner()
            column.addWidget(self.inner)

        def click(self):
            raise KeyError("pressed")

    class Inner(QWidget):
        def sizeHint(self):
            return QSize(40, 40)

        def paintEvent(self, event):
            painter = QPainter(self)
            painter.drawLine(0, 0, 9, 9)
            if host.state.alert != ALERT:
                FAULT

    ALERT = host.state.alert
    return Odd()
"""


def painting(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> tuple[Table, Session]:
    plugin(tmp_path / "user", "odd", PAINTS.replace("FAULT", fault))
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    table, session = begin(window, "odd")
    table.guests[0].grab()
    assert table.guests[0].isVisible()
    assert session.host.failures == ()
    return table, session


@pytest.mark.parametrize(("fault", "said"), [("1 / 0", "ZeroDivisionError"), ("raise SystemExit(3)", "SystemExit: 3")])
def test_a_panel_that_fails_as_it_is_painted_goes_and_its_plugin_is_named(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, said: str
) -> None:
    """Qt calls `paintEvent` by itself, outside of any hook; the window and the game go on."""
    table, session = painting(window, tmp_path, monkeypatch, fault)
    for command in session.game.overrule({"alert": 3}, "for the test"):
        session.submit(command)
    table.guests[0].grab()
    settle()
    assert not table.guests[0].isVisible()
    assert "'odd' failed in show_panel" in window.message
    assert said in window.message
    assert session.host.plugins == ()
    session.submit(session.legal()[0])
    assert table.isVisible()


def test_what_a_panel_does_after_a_click_is_blamed_on_its_plugin(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slot is connected to Qt directly; its error comes to the program's last hook, which knows whose code it was."""
    table, session = painting(window, tmp_path, monkeypatch, "pass")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)
    last = sys.excepthook
    button = table.guests[0].findChild(QAbstractButton, "odd button")
    assert isinstance(button, QAbstractButton)
    with capture_exceptions() as raised:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert [kind for kind, _, _ in raised] == [KeyError]
    capsys.readouterr()
    last(*raised[0])
    settle()
    assert not table.guests[0].isVisible()
    assert "'odd' failed in show_panel: KeyError" in window.message
    assert session.host.plugins == ()
    assert "Traceback" not in capsys.readouterr().err
    last(ValueError, ValueError("of the program"), None)
    assert "of the program" in window.message


def test_a_widget_is_guarded_once_and_works_without_a_panel(window: Window) -> None:
    class Own(QLabel):
        def sizeHint(self) -> QSize:
            return QSize(7, 7)

    first, second = Own(), Own()
    for one in (first, second, first):
        guest.guard(one)
    assert first.sizeHint() == QSize(7, 7)
    assert Own.sizeHint.__name__ == "sizeHint"


TIMED = """
from defiance_qt.extend import guard

def show_panel(context):
    return {"a.b": make}

def show_menu(context):
    return {"a.c": act}

def act(host):
    compute()
    return "done"

def compute():
    import sys
    for _ in range(2):
        guard.timer.look(sys._getframe())

def make(host):
    from PySide6.QtWidgets import QLabel, QPushButton
    class Odd(QLabel):
        refreshed = 0

        def refresh(self):
            self.refreshed += 1
            if self.refreshed > 1:
                BELOW

        def sizeHint(self):
            if self.refreshed > 1:
                compute()
            return super().sizeHint()

        def press(self):
            button = QPushButton()
            button.clicked.connect(compute)
            button.click()

    return Odd("fine")
"""


@pytest.fixture(params=["adjustSize"])
def timed(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> tuple[Table, Session]:
    """A game with a panel that computes too long, below Qt, when it is refreshed for the second time."""
    plugin(tmp_path / "user", "odd", TIMED.replace("BELOW", f"self.{request.param}()"))
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    # Its time is over at the second look.
    monkeypatch.setattr(guard, "timer", Timer(count(0.0, guard.SECONDS).__next__, lambda seconds: None))
    return begin(window, "odd")


def test_a_panel_that_computes_too_long_below_qt_is_ended(timed: tuple[Table, Session], window: Window) -> None:
    """PySide takes what is raised there through Qt to the plugin's code, and so to the gate."""
    table, session = timed
    session.submit(session.legal()[0])
    assert not table.guests[0].isVisible()
    assert window.message == "The plugin 'odd' failed in show_panel: it took longer than 3 s."
    assert session.host.plugins == ()
    assert guard.timer.calls == []


@pytest.mark.parametrize("timed", ["press"], indirect=True)
def test_a_slot_that_is_ended_within_the_call_is_named_by_the_gate_alone(
    timed: tuple[Table, Session], window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PySide reports what is raised in a slot, and goes on."""
    table, session = timed
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)
    session.submit(session.legal()[0])
    assert not table.guests[0].isVisible()
    assert window.message == "The plugin 'odd' failed in show_panel: it took longer than 3 s."
    assert capsys.readouterr().err == ""


def test_a_menu_entry_may_take_as_long_as_it_likes(timed: tuple[Table, Session], window: Window) -> None:
    """In a dialog that it opens the whole window goes on."""
    table, session = timed
    window.named_actions["plugin.odd.0"].trigger()
    assert table.announced[-1] == "done"
    assert session.host.failures == ()


def test_the_bar_and_the_log_name_the_plugins_that_take_part(window: Window) -> None:
    """A game with five plugins showed no sign of them, and the log told one by its id."""
    table, session = begin(window, "night_raid", "iron_team")
    (button,) = table.top.findChildren(QToolButton, "plugins")
    assert button.isVisible()
    assert (button.text(), button.accessibleName()) == ("2", "Plugins of this game: Night Raid, Iron Team")
    session.host.switch_off("iron_team")
    table.presenter.refresh()
    window.show_table_again()
    again = window.table
    assert isinstance(again, Table)
    (button,) = again.top.findChildren(QToolButton, "plugins")
    assert button.text() == "1"
    lines = [again.log_model.line(row).text for row in range(again.log_model.rowCount())]
    assert "From here on without the plugin Iron Team." in lines


def test_a_game_without_plugins_has_no_button_for_them(window: Window) -> None:
    table, _ = begin(window)
    (button,) = table.top.findChildren(QToolButton, "plugins")
    assert not button.isVisible()
