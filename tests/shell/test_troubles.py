"""What goes wrong around the table is said in the person's language, in one sentence, and nothing is lost."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from defiance_qt.core.errors import Message, SaveError
from defiance_qt.core.verify import Verdict
from defiance_qt.extend import found
from defiance_qt.extend.opening import import_record, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.app import keep_playing
from defiance_qt.shell.background import Flow
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import commands as c
from tests.extend.plugins import plugin
from tests.systems.defiance.view.hands import begin
from tests.waiting import at_rest, eventually
from tests.workshop.torture.sealed import lines, write_lines

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def no_database(path: Path) -> None:
    path.write_text("Dear all", encoding="utf-8")


def changed(path: Path, pragma: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(pragma)
    database.close()


def newer(path: Path) -> None:
    changed(path, "PRAGMA user_version = 99")


def foreign(path: Path) -> None:
    changed(path, "PRAGMA application_id = 1")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "one.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
    return path


def told(window: Window) -> str:
    boxes = [box for box in window.findChildren(QMessageBox, "complaint") if box.isVisible()]
    assert boxes
    text = boxes[-1].text()
    for box in boxes:
        box.accept()
    return text


@pytest.mark.parametrize(
    ("harm", "spanish", "russian"),
    [
        (truncated, "está dañado o cortado.", "повреждён или обрывается."),
        (no_database, "no es una partida de este programa.", "не является сохранением этой программы."),
        (foreign, "no es una partida de este programa.", "не является сохранением этой программы."),
        (newer, "lo escribió una versión más nueva del programa.", "записан более новой версией программы."),
        (Path.unlink, "no existe.", "не существует."),
    ],
)
def test_a_broken_save_is_told_and_the_open_game_stays(
    window: Window, save: Path, harm: Callable[[Path], None], spanish: str, russian: str
) -> None:
    harm(save)
    table = begin(window)
    session, head = window.session, table.session.head
    for language, sentence in (("es", spanish), ("ru", russian)):
        window.change(language=language)
        window.open(save)
        assert window.path != save
        text = told(window)
        assert "one.defiance" in text
        assert text.endswith(sentence)
        assert "\n" not in text
    assert window.session is session
    assert session is not None
    assert session.head == head


def test_an_edited_record_is_told(window: Window, save: Path, tmp_path: Path) -> None:
    record = tmp_path / "one.jsonl"
    with opened(save) as session:
        session.export(record)
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[-1] = '{"sha256":"' + "0" * 64 + '"}'
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    window.change(language="es")
    window.open(record)
    assert window.path != record
    assert told(window).startswith("one.jsonl se ha modificado: el hash de la línea")


def opened(path: Path) -> Session:

    return open_save(path)


def test_a_broken_save_of_the_list_is_told_when_it_is_opened(window: Window) -> None:
    path = window.saves.new_path("Extraction")
    path.parent.mkdir(parents=True, exist_ok=True)
    no_database(path)
    window.change(language="ru")
    QApplication.processEvents()
    start = window.start
    assert start is not None
    window.desk.act("open", path)
    assert told(window).endswith("не является сохранением этой программы.")
    assert window.start is start


def test_a_plugin_that_is_gone_is_told_and_the_game_opens(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "plugins"
    plugin(folder, "house_rule")
    monkeypatch.setattr(found, "user_folder", lambda: folder)
    path = tmp_path / "game.defiance"
    Session.new(mission="extraction", seed=1, plugins=["house_rule"], path=path).close()
    monkeypatch.setattr(found, "user_folder", lambda: tmp_path / "none")
    window.change(language="es")
    window.open(path)
    assert window.session is not None
    lines = told(window).splitlines()
    assert lines[0] == "No existe el complemento «house_rule»."
    assert "Falta el complemento house_rule 1.0." in lines
    assert window.session is not None


def test_what_cannot_be_begun_is_told_and_the_screen_stays(window: Window) -> None:
    window.change(language="es")
    window.games.show()
    window.games.begin(NewGame(DEFAULT, "mission.extraction.name", "extraction", 1, "en", {}, ("magic",)))
    assert told(window) == "No existe el complemento «magic»."
    assert window.findChild(NewGameScreen) is not None
    assert window.session is None


def test_a_broken_plugin_is_listed_with_its_faults(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (plugin(tmp_path, "bad") / "plugin.toml").write_text('id = "other"\nversion = "x"\n', encoding="utf-8")
    monkeypatch.setattr(found, "user_folder", lambda: tmp_path)
    window.change(language="ru")
    window.games.show()
    screen = window.findChild(NewGameScreen)
    assert screen is not None
    shown = " ".join(one.text() for one in screen.findChildren(QLabel))
    assert "api: отсутствует" in shown
    assert "«x» — не версия вида 1.4.2" in shown


def test_an_export_that_cannot_be_written_is_told(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QFileDialog

    begin(window)
    window.change(language="es")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "no" / "x.jsonl"), ""))
    window.files.ask_export()
    assert told(window) == "x.jsonl no se pudo escribir: No existe ese archivo o carpeta"
    assert window.session is not None


def test_a_forged_save_is_said_not_to_fit_its_game(window: Window, tmp_path: Path) -> None:
    """A member of the crew is in an area that the ship does not have."""
    record, save = tmp_path / "forged.jsonl", tmp_path / "forged.defiance"
    with Session.new(mission="defiance", seed=1) as session:
        team = {id: c.Entered() for id in ("uma", "cadin", "qiang", "jazz")}
        session.submit(c.EnterCampaign(number=2, characters=team, crew={"goldstein": "workshop"}))
        session.submit(c.WriteDown(result="victory", round=5))
        session.export(record)
    write_lines(record, [line.replace(b'"workshop"', b'"nowhere"') for line in lines(record)])
    import_record(record, save)
    window.open(save)
    assert "forged.defiance does not fit this game: differs at step 1" in told(window)
    assert window.session is None
    assert window.start is not None


@pytest.mark.parametrize("forged", [True, False])
def test_an_error_over_a_forged_game_closes_it_and_any_other_leaves_it(
    window: Window, monkeypatch: pytest.MonkeyPatch, forged: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(window)
    session = window.session
    assert session is not None
    verdict = Verdict(not forged, 1, Message("verdict.differs", "differs at step {step}: {why}", step=1, why="x"))
    monkeypatch.setattr(session, "verify", lambda: verdict)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)
    error = KeyError("no such thing")
    sys.excepthook(KeyError, error, None)
    QApplication.processEvents()
    assert ("Traceback" in capsys.readouterr().err) is False
    if forged:
        assert "does not fit this game: differs at step 1: x" in told(window)
        assert window.session is None
        assert window.start is not None
    else:
        assert "KeyError" in told(window)
        assert window.session is session


@pytest.mark.in_turns
def test_a_forged_game_is_closed_once_no_other_work_is_waited_for(
    window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(window)
    session = window.session
    assert session is not None
    verdict = Verdict(False, 1, Message("verdict.differs", "differs at step {step}: {why}", step=1, why="x"))
    monkeypatch.setattr(session, "verify", lambda: verdict)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    keep_playing(window)

    def steps() -> Flow[None]:
        sys.excepthook(KeyError, KeyError("no such thing"), None)
        for _ in range(9):
            assert window.session is session
            yield None

    window.background.begin(steps())
    eventually(lambda: window.session is None)
    at_rest(window)
    assert "does not fit this game: differs at step 1: x" in told(window)
    assert capsys.readouterr().err == ""


@pytest.mark.in_turns
def test_a_game_that_is_given_up_while_its_table_is_built_stays_closed(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.defiance"
    Session.new(mission="extraction", seed=1, path=path).close()

    def build(session: Session) -> Flow[None]:
        yield from window._giving_up(session, SaveError("save.unfit", "{file} does not fit this game", file="game"))
        raise KeyError("a part of the table that is no longer there")

    monkeypatch.setattr(window, "_show_table", build)
    window.open(path)
    at_rest(window)
    assert "does not fit" in told(window)
    assert window.session is None
    assert window.start is not None
