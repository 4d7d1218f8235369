"""What is typed at the table goes through every door: a form of fields, in text and at the window, with the toy of
`shooting_range`."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from defiance_qt.cli import main
from defiance_qt.core.errors import Illegal
from defiance_qt.core.filling import corrected_forms, filled
from defiance_qt.extend.authoring import authored
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.kit.check import Wanted, check
from defiance_qt.lab.soak import Soak
from defiance_qt.shell.dialogs.correct import CorrectDialog
from defiance_qt.shell.open_table import OpenTable
from defiance_qt.shell.present.values import LineView
from defiance_qt.words.catalogue import Words
from tests.waiting import eventually

SYSTEM = "shooting_range"
FEW = Wanted(commands=60, tests=False)


@pytest.fixture(autouse=True)
def _there() -> Iterator[None]:
    with authored(Path(__file__).parent / SYSTEM):
        yield


def begin(path: Path | None = None, **options: object) -> Session:
    return Session.new(SYSTEM, mission="range", seed=3, path=path, options=options)


def typed(session: Session, **values: object) -> None:
    words = session.words("en")
    session.submit(filled(session.game, session.state, "shot", values, words))


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str, save: str = "") -> str:
    """What text play prints for these lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join((*lines, "quit", ""))))
    assert main(["play", save or "range", *(() if save else ("--system", SYSTEM, "--seed", "3"))]) == 0
    return capsys.readouterr().out


def test_a_form_is_filled_in_by_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = play(monkeypatch, capsys, "distance=36 weapon=side note=windy")
    assert "The shot: enter values, for example “weapon=Carbine distance=30”" in told
    assert "       distance  Distance (0–240 cm): 30" in told
    assert "A shot at 36 cm" in told


def test_a_form_is_filled_in_field_by_field(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play(monkeypatch, capsys, "fill", "", "far", "300", "36", "yes", "rest", "", "undo")
    assert told.count("Distance: enter a whole number from 0 to 240 cm.") == 2
    assert "A shot at 36 cm" in told
    assert "Undone: Shoot: Carbine, 36 cm" in told


def test_what_was_typed_stays_beside_what_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play(monkeypatch, capsys, "weapon=side distance=41 cover=yes note=dusk", "distance=40")
    assert "Distance: This weapon reaches 40 cm [T-1]" in told
    assert told.index("cover     Behind cover (yes, no): yes") < told.index("A shot at 40 cm")
    told = play(monkeypatch, capsys, "fill", "side", "cancel", "distance=12")
    assert "A shot at 12 cm" in told
    assert "weapon    Weapon (Carbine, Sidearm): Sidearm" in told


def test_what_is_filled_in_is_stored_undone_corrected_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "range.defiance"
    with begin(path) as session:
        typed(session, distance=36, extras=["scope"])
        shot = session.timeline.step(session.head).commands[0]
        assert session.game.parse(session.game.format(shot)) == shot
        session.undo()
        typed(session, distance=60)
    told = play(
        monkeypatch, capsys, "log", 'correct 3 shoot {"weapon": "carbine", "distance": 70}', "yes", save=str(path)
    )
    assert "A shot at 60 cm" in told
    assert main(["verify", str(path)]) == 0
    with open_save(path) as session:
        assert session.state.shot.distance == 70


def test_other_values_correct_what_was_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "range.defiance"
    with begin(path) as session:
        typed(session, distance=36, note="windy", extras=["rest"])
        typed(session, distance=40)
    told = play(
        monkeypatch, capsys, "log", "correct 3 distance=91", "correct 3 distance=60", "yes", "log", save=str(path)
    )
    assert "Distance: This weapon reaches 90 cm [T-1]" in told
    assert "1 of 1 later steps stay · 0 bridged · 0 lost · 0 no longer apply · 0 added" in told
    assert "Corrected. The old line stays as a branch." in told
    assert main(["verify", str(path)]) == 0
    with open_save(path) as session:
        first = session.timeline.step(session.timeline.line[1]).commands[0]
        assert (first.distance, first.note, first.extras) == (60, "windy", ("rest",))
        (form,) = corrected_forms(session.game, session.timeline.state_at(0), first, session.words("en"))
        assert [field.value for field in form.fields] == ["carbine", 60, False, ["rest"], "windy"]
        drawn = session.timeline.step(0).commands[0]
        assert corrected_forms(session.game, session.timeline.state_at(0), drawn, session.words("en")) == ()


def test_several_cards_and_the_faces_of_dice_are_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "range.defiance"
    begin(path, answers={"team.cards": "person", "team.dice": "person"}).close()
    told = play(monkeypatch, capsys, "gust", "gust, gust", "1", "10 30", "undo", "8 00", save=str(path))
    assert "does not name the 2 cards that were drawn" in told
    assert told.count("Hits: 1") == 1
    assert told.count("Hits: 2") == 1
    assert main(["verify", str(path)]) == 0
    with open_save(path) as session:
        assert (session.state.drawn, session.state.score) == (("gust", "gust"), 1)


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_a_form_and_cards_are_entered_at_the_window(tmp_path: Path, qtbot: object) -> None:
    path = tmp_path / "range.defiance"
    with begin(path, answers={"team.cards": "person", "team.dice": "person"}) as session:
        table = OpenTable(session, tmp_path / "window", "en", "dark", (1280, 800))
        try:
            _play_at(table, session)
        finally:
            table.close()
        assert not table.failed
    with open_save(path) as again:
        assert again.verify().ok
        assert (again.state.drawn, again.state.shot.note) == (("gust", "lull"), "windy")


def focused() -> QWidget:
    """The widget that has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def correcting(table: OpenTable, step: int) -> CorrectDialog:
    """The dialog that corrects a step."""
    table._table.sheets.correct(LineView(step, 0, "", "", ""))
    table.settle()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CorrectDialog)
    return dialog


def _play_at(table: OpenTable, session: Session) -> None:
    """Cards by keys, a form by keys, undone, corrected by the mouse, refused beside its field, dice typed."""
    table._window.activateWindow()
    eventually(table._window.isActiveWindow, "the window has the keyboard")
    table.run("turn.enter")
    for name in ("gust", "lull", ""):
        QTest.keyClicks(focused(), name)
        QTest.keyClick(focused(), Qt.Key.Key_Return)
    table.settle()
    table.press("F3")
    QTest.keyClick(focused(), Qt.Key.Key_Tab)
    QTest.keyClicks(focused(), "99")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert table.refused == {"distance": "This weapon reaches 90 cm."}
    assert table.told[-1] == "This weapon reaches 90 cm."
    assert session.state.asks == "shot"
    QTest.keyClicks(focused(), "36")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert (session.state.asks, session.state.shot.distance) == ("dice", 36)
    table.settle()
    table.run("time.undo")
    table.fill(distance=91)
    assert table.refused == {"distance": "This weapon reaches 90 cm."}
    table.fill(distance=12, note="windy")
    QTest.keyClicks(focused(), "10 30")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert (session.state.shot.distance, session.state.score) == (12, 2)
    table.settle()
    assert focused() is table.surface
    dialog = correcting(table, session.head - 1)
    form = dialog.form
    assert form.values == {"weapon": "carbine", "distance": 12, "cover": False, "extras": [], "note": "windy"}
    for distance in ("91", "24"):
        form.boxes[1].inputs[0].setFocus()
        QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(focused(), distance)
        QTest.keyClick(focused(), Qt.Key.Key_Return)
        assert form.boxes[1].refused == ("This weapon reaches 90 cm." if distance == "91" else "")
    eventually(lambda: dialog.found is not None, "the preview")
    assert (session.state.shot.distance, session.state.score) == (12, 2)
    QTest.keyClick(focused(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    table.settle()
    assert (session.state.shot.distance, session.state.score) == (24, 2)
    assert any("Carbine" in text for text in table.choices)


def test_refusals_of_the_game_name_the_field() -> None:
    with begin() as session, pytest.raises(Illegal) as refused:
        typed(session, distance=91)
    assert refused.value.values["field"] == "distance"
    with begin() as session, pytest.raises(Illegal, match="'shoot' cannot be filled in now"):
        filled(session.game, session.state, "shoot", {}, session.words("en"))


@pytest.mark.slow
def test_the_toy_is_a_plugin_without_a_fault() -> None:
    words = Words("en")
    assert [fault.line(words) for fault in check(Path(__file__).parent / SYSTEM, words, FEW).faults] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('"number", 30, high=240', '"number", 30, high=20', "distance' of the form 'shot': it begins with 30"),
        ('"field.note"', '"field.notes"', "the text 'field.notes' is missing in: en, es, ru"),
        ("deck), count=2)", "deck), count=3)", "has the sizes (5, 4, 3) in place of (5, 4)"),
    ],
)
def test_the_check_of_a_plugin_knows_forms_and_entries(before: str, after: str, told: str, tmp_path: Path) -> None:
    copied = copytree(Path(__file__).parent / SYSTEM, tmp_path / SYSTEM)
    source = (copied / "game.py").read_text(encoding="utf-8")
    assert before in source
    (copied / "game.py").write_text(source.replace(before, after), encoding="utf-8")
    words = Words("en")
    assert told in " ".join(fault.line(words) for fault in check(copied, words, FEW).faults)


def test_random_games_fill_in_forms() -> None:
    soaking = Soak(SYSTEM)
    for seed in range(1, 6):
        soaking.play(seed)
    assert soaking.tally.refused > 0
