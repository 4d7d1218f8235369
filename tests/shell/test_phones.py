"""Phones at the table, from the window: opened by hand, what they give is a click, off when the game closes."""

from __future__ import annotations

import http.client
import json
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMessageBox

from defiance_qt.core.errors import DefianceError
from defiance_qt.journal.store import StoredJournal
from defiance_qt.lab.companion.hub import Phone
from defiance_qt.lab.companion.page import Look
from defiance_qt.lab.companion.process import Companion, Failed, FromProcess, Given, Opened, Present
from defiance_qt.shell import companion as phones
from defiance_qt.shell.companion import Network
from defiance_qt.shell.dialogs.phones import QUIET, squares
from defiance_qt.shell.menu import SUBMENUS
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.window import Window
from tests.conftest import ROOT
from tests.waiting import eventually

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise)")

HERE = Network("lo", "127.0.0.1")
ADDRESS = "http://127.0.0.1:8437/abcdefgh/"


class Told(Companion):
    """A process that is not there: what it was told, and what it says."""

    def __init__(self, rows: list[Any]) -> None:
        self.says: list[FromProcess] = []
        self.rows, self.answers, self.closed, self.ends = list(rows), list[tuple[int, str]](), False, False

    @property
    def count(self) -> int:
        return len(self.rows)

    def stored(self, rows: Any) -> None:
        self.rows += rows

    def answer(self, ticket: int, why: str) -> None:
        self.answers.append((ticket, why))

    def news(self, seconds: float = 0) -> list[FromProcess]:
        if self.ends:
            raise DefianceError("companion.ended", "The process that serves phones has ended. The game is as it was.")
        found, self.says = self.says, []
        return found

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.defiance"
    shutil.copy(ROOT / "saves/extraction-typed.defiance", path)
    return path


@pytest.fixture
def told(window: Window, save: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """A game with typed dice in the window, its phones served."""
    made: list[Told] = []

    def begun(rows: list[Any], *how: object) -> Told:
        made.append(Told(rows))
        return made[-1]

    monkeypatch.setattr(phones, "_begun", begun)
    window.open(save)
    window.phones.networks = lambda: (Network("wlan0", "192.168.1.5"), HERE)
    window.named_actions["game.phones"].trigger()
    dialog = window.phones.dialog
    assert dialog is not None
    QTest.keyClick(dialog.network, Qt.Key.Key_Down)
    dialog.start.click()
    eventually(lambda: bool(made) and window.phones._companion is made[0])
    says(window, made[0], Opened(ADDRESS))
    return made[0]


def presenter(window: Window) -> TablePresenter:
    assert window.table is not None
    return window.table.presenter


def says(window: Window, told: Told, *news: FromProcess) -> None:
    told.says += news
    window.phones.look()


def given(window: Window, place: int = 0, ticket: int = 1) -> Given:
    """A phone gives one of the answers that there are."""
    import msgspec

    assert window.session is not None
    return Given(ticket, window.session.head, msgspec.msgpack.encode(window.session.legal()[place]), ())


def test_the_menu_opens_the_dialog_and_nothing_is_open_yet(window: Window, save: Path) -> None:
    window.open(save)
    assert "game.phones" in SUBMENUS["ui.keys.game"]
    window.named_actions["game.phones"].trigger()
    dialog = window.phones.dialog
    assert dialog is not None
    assert dialog.start.isVisible()
    assert not dialog.stop.isVisible()
    assert window.phones.serving is None


def test_the_code_leads_to_the_address(window: Window, told: Told) -> None:
    dialog = window.phones.dialog
    assert dialog is not None
    assert window.phones.serving is not None
    assert window.phones.serving.network == HERE
    assert dialog.address.text() == ADDRESS
    image = dialog.code.grab().toImage()
    assert painted(image) == squares(ADDRESS)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == ADDRESS


def painted(image: QImage) -> tuple[tuple[bool, ...], ...]:
    """The squares of a painted code, at their middles."""
    size = len(squares(ADDRESS))
    step = image.width() / (size + 2 * QUIET)
    middles = [round((at + QUIET + 0.5) * step) for at in range(size)]
    return tuple(tuple(QColor(image.pixel(x, y)).lightness() < 128 for x in middles) for y in middles)


def test_who_is_there_is_shown(window: Window, told: Told) -> None:
    dialog = window.phones.dialog
    assert dialog is not None
    assert dialog.present.text() == "No phone has come yet."
    here, gone = Phone(1, "192.168.1.9", ("cadin", "uma"), 4), Phone(2, "192.168.1.7", (), 0)
    says(window, told, Present((here, gone, Phone(3, "192.168.1.8", (), 5))))
    lines = dialog.present.text().splitlines()
    assert lines == ["Phone 1, 192.168.1.9: Cadin “Firststrike”, Uma Sørensen", "Phone 3, 192.168.1.8: watches"]
    assert window.named_actions["game.phones"].text() == "Phones at the table (2)…"


def test_what_a_phone_gives_is_a_click(window: Window, told: Told) -> None:
    session = window.session
    assert session is not None
    presenter(window).look(session.timeline.line[3])
    presenter(window).go_on()
    head = session.head
    says(window, told, given(window))
    assert told.answers == [(1, "")]
    assert session.head > head
    assert [row.number for row in told.rows] == list(range(1, len(told.rows) + 1))
    assert isinstance(session.journal, StoredJournal)
    assert told.rows == session.journal.rows()


@pytest.mark.parametrize("what", ["late", "looking", "modal", "illegal"])
def test_what_cannot_be_given_is_refused_and_changes_nothing(window: Window, told: Told, what: str) -> None:
    session = window.session
    assert session is not None
    presenter(window).look(session.timeline.line[3])
    presenter(window).go_on()
    wanted, box = given(window), QDialog(window)
    if what == "late":
        presenter(window).submit(session.legal()[0])
    elif what == "looking":
        presenter(window).look(0)
    elif what == "modal":
        box.open()
    else:
        wanted = Given(1, session.head, b"\x82\xa7command\xa8activate\xa9character\xa6nobody", ())
    state, steps = session.timeline.state_at(session.stands), len(session.timeline)
    says(window, told, wanted)
    refused = {"late": "moved", "looking": "looking", "modal": "busy"}
    ((ticket, why),) = told.answers
    assert ticket == 1
    assert why == refused[what] if what in refused else why.endswith(".")
    assert session.timeline.state_at(session.stands) is state
    assert len(session.timeline) == steps
    box.close()


def test_what_is_looked_at_is_not_handed_over(window: Window, told: Told) -> None:
    assert window.session is not None
    before = len(told.rows)
    presenter(window).look(2)
    presenter(window).back()
    assert len(told.rows) == before


def test_it_ends_with_the_game(window: Window, told: Told) -> None:
    window.close_game()
    assert told.closed
    assert window.phones.dialog is None
    assert window.phones.serving is None


def test_it_ends_with_the_window(window: Window, told: Told) -> None:
    window.close()
    assert told.closed


def test_it_ends_when_the_user_says_so(window: Window, told: Told) -> None:
    dialog = window.phones.dialog
    assert dialog is not None
    dialog.reject()
    assert not told.closed
    window.named_actions["game.phones"].trigger()
    dialog = window.phones.dialog
    assert dialog is not None
    assert dialog.address.text() == ADDRESS
    dialog.stop.click()
    assert told.closed
    assert dialog.start.isVisible()


@pytest.mark.parametrize("ends", [True, False])
def test_a_process_that_ends_is_told_in_one_sentence(window: Window, told: Told, ends: bool) -> None:
    if ends:
        told.ends = True
        window.phones.look()
    else:
        says(window, told, Failed("The address is taken."))
    box = window.findChild(QMessageBox, "complaint")
    assert box is not None
    assert box.text() == (
        "The process that serves phones has ended. The game is as it was." if ends else "The address is taken."
    )
    assert told.closed
    assert window.phones.serving is None
    assert window.session is not None


def test_a_game_that_goes_on_elsewhere_is_not_served_from_the_old_save(
    window: Window, told: Told, tmp_path: Path
) -> None:
    window.files.move_game(tmp_path / "elsewhere.defiance")
    presenter(window).undo()
    assert told.closed


def test_the_dialog_follows_the_language(window: Window, told: Told) -> None:
    window.change(language="ru")
    assert window.phones.dialog is not None
    assert window.phones.dialog.windowTitle() == "Телефоны за столом"
    assert window.phones.dialog.address.text() == ADDRESS
    assert window.named_actions["game.phones"].text() == "Телефоны за столом (0)…"


def test_this_computer_has_a_network() -> None:
    assert HERE.host in [one.host for one in phones.networks()]


def test_the_page_has_the_icons_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Look] = []
    monkeypatch.setattr(
        Companion, "__init__", lambda self, rows, name, host, language, look, *, stay: seen.append(look)
    )
    phones._begun([], "x.defiance", "127.0.0.1", "en", False)
    assert {"heart", "lock", "undo", "die", "person", "fit", "log", "team", "success", "special"} <= set(seen[0].icons)
    assert seen[0].dice["red"][1] == "#ffffff"


@pytest.mark.slow
def test_a_phone_plays_in_the_window(window: Window, save: Path) -> None:
    """With the real process: the page, the choice of a Character, an answer, and the end of the game."""
    window.open(save)
    session = window.session
    assert session is not None
    presenter(window).look(session.timeline.line[3])
    presenter(window).go_on()
    window.phones.begin(HERE)
    eventually(lambda: window.phones.serving is not None and window.phones.serving.address)
    assert window.phones.serving is not None
    phone = Asking(window.phones.serving.address)
    phone.stream()
    eventually(lambda: window.phones.serving is not None and window.phones.serving.phones)
    assert window.named_actions["game.phones"].text() == "Phones at the table (1)…"
    owner, head = session.game.owner(session.state, session.legal()[0]), session.head
    assert phone.post("claim", {"players": [owner]}) == ""
    asked = phone.later("play", {"step": head, "choice": 0})
    eventually(asked.done)
    assert asked.result() == ""
    assert session.head > head
    eventually(phone.knows(session.head))
    window.close_game()
    eventually(phone.ended.is_set)


class Asking:
    """A phone without a screen: it asks on threads of its own, while the window turns."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)
        self._threads = ThreadPoolExecutor(2)
        self.heads: list[int] = []
        self.ended = threading.Event()

    def later(self, what: str, body: dict[str, Any]) -> Future[Any]:
        return self._threads.submit(self.post, what, body)

    def post(self, what: str, body: dict[str, Any]) -> Any:
        host = self._parts.netloc
        link = http.client.HTTPConnection(host, timeout=60)
        headers = {"Origin": f"http://{host}", "Content-Type": "application/json"}
        link.request("POST", self._parts.path + what, json.dumps({"phone": "a" * 32, **body}), headers)
        return json.loads(link.getresponse().read())["refused"]

    def stream(self) -> None:
        self._threads.submit(self._listen)

    def _listen(self) -> None:
        link = http.client.HTTPConnection(self._parts.netloc, timeout=60)
        link.request("GET", f"{self._parts.path}events?phone={'a' * 32}")
        for line in link.getresponse():
            if line == b"event: ended\n":
                self.ended.set()
            if line.startswith(b"data: {"):
                self.heads.append(json.loads(line.removeprefix(b"data: ")).get("head", -1))

    def knows(self, step: int) -> Callable[[], bool]:
        return lambda: step in self.heads
