"""The parts that open a real window, print texts of others, and fill a save to its limits: each finds what it is to
find when the program is made to fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel

from defiance_qt.journal.file import SaveFile
from defiance_qt.shell import tips
from defiance_qt.shell.game_files import GameFiles
from defiance_qt.shell.window import Window
from tests.workshop.torture import largest, workers
from tests.workshop.torture.beside import Beside
from tests.workshop.torture.cases import (
    HELD,
    LOST,
    MEMORY,
    OBEYED,
    RAW,
    REFUSED,
    SAME,
    STUCK,
    TOUCHED,
    Case,
    Result,
    Tell,
)
from tests.workshop.torture.games import Base
from tests.workshop.torture.largest import Largest
from tests.workshop.torture.texts import ALPHABET, SIGN, Texts, obeyed
from tests.workshop.torture.windows import Windows
from tests.workshop.torture.workers import attempt
from tests.workshop.window.probe import Probe

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

# Each case makes a window, and most a table: half a second and more.


def nothing(stage: str, seconds: float = 0.0) -> None:
    """Tell nobody."""


def result(part: Any, case: str) -> Result:
    made = attempt(Case.parse(case), part, nothing)
    if (probe := getattr(part, "_probe", None)) is not None:
        probe.end()
        part._probe = None
    return made


# ---- forged campaign saves ------------------------------------------------------------------------------------------


def test_a_campaign_is_among_the_games(bases: tuple[Base, ...]) -> None:
    assert {base.campaign for base in bases} > {""}


@pytest.mark.parametrize("case", ["window_event_forged:1", "window_event_forged:2", "window_rows_removed:1"])
def test_a_forged_campaign_is_a_table_or_a_sentence(
    qapp: object, bases: tuple[Base, ...], tmp_path: Path, case: str
) -> None:
    found = result(Windows(bases, tmp_path), case)
    assert found.outcome in (HELD, REFUSED), found.detail


def raising(*arguments: object, **more: object) -> None:
    raise KeyError("no luck")


def late(window: Window, *arguments: object) -> None:
    QTimer.singleShot(0, window, raising)


def writing(window: Window, path: Path) -> None:
    path.write_bytes(b"")
    window.tell(f"{path.name} is damaged.")


@pytest.mark.parametrize(
    ("name", "act", "outcome"),
    [
        ("open", raising, RAW),
        ("open", late, RAW),
        ("open", lambda window, path: window.tell("a\nb"), "sentence"),
        ("open", writing, TOUCHED),
        ("close_game", lambda window: None, STUCK),
    ],
)
def test_a_window_that_fails_over_a_forged_save_is_found(
    qapp: object,
    bases: tuple[Base, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    act: Callable[..., object],
    outcome: str,
) -> None:
    monkeypatch.setattr(Window, name, act)
    found = result(Windows(bases, tmp_path), "window_last_rows_removed:1")
    assert found.outcome == outcome, found.detail


# ---- closing the window ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["nothing", "deleted", "replaced", "moved"])
def test_a_window_closed_on_a_harmed_save_loses_nothing(
    qapp: object, bases: tuple[Base, ...], tmp_path: Path, kind: str
) -> None:
    found = result(Windows(bases, tmp_path), f"shut_{kind}:2")
    assert found.outcome in (HELD, REFUSED), found.detail


def test_a_window_that_closes_without_a_word_is_found(
    qapp: object, bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameFiles, "lose", lambda files, session, path, refused: None)
    assert result(Windows(bases, tmp_path), "shut_deleted:2").outcome == LOST


def test_a_window_that_offers_nothing_is_found(
    qapp: object, bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameFiles, "_offer_lost", lambda files, refused: files._window.show_error(refused))
    found = result(Windows(bases, tmp_path), "shut_deleted:2")
    assert (found.outcome, "nothing is offered" in found.detail) == (LOST, True)


# ---- texts of others ------------------------------------------------------------------------------------------------


def test_every_string_has_the_sign_by_which_it_is_found() -> None:
    assert len(ALPHABET) >= 40
    assert all(SIGN in text or "wp" in text or "w" in text for text in ALPHABET)
    assert len([text for text in ALPHABET if obeyed(text)]) >= 20
    assert not obeyed("plain\n\ttext: ñ, ё, שלום")


@pytest.mark.parametrize("case", ["text_title:1", "text_file:4", "text_plugin_name:1", "text_value:3"])
def test_texts_of_others_stay_texts(qapp: object, bases: tuple[Base, ...], tmp_path: Path, case: str) -> None:
    found = result(Texts(bases, tmp_path), case)
    assert found.outcome in (HELD, REFUSED), found.detail


def test_a_terminal_that_is_given_control_characters_is_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("defiance_qt.cli.main", lambda arguments: print("\x1b[31mpwn"))
    assert result(Texts(bases, tmp_path), "text_note:1").outcome == OBEYED


def test_a_chronicle_that_is_written_with_control_characters_is_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(arguments: tuple[str, ...]) -> None:
        if "--out" in arguments:
            Path(arguments[-1]).write_text("pwn\x07", encoding="utf-8")

    monkeypatch.setattr("defiance_qt.cli.main", written)
    assert result(Texts(bases, tmp_path), "text_note:1").outcome == OBEYED


def test_markup_that_is_laid_out_is_found(qapp: object, tmp_path: Path) -> None:
    probe, text = Probe(tmp_path), "<b>pwn</b>"
    label = QLabel(text, probe.window)
    label.show()
    assert probe.laid_out(SIGN, text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    assert not probe.laid_out(SIGN, text)
    label.setToolTip(text)
    assert probe.laid_out(SIGN, text)
    tips.set_tip(label, text)
    assert not probe.laid_out(SIGN, text)
    probe.window.tell(text)
    assert not probe.laid_out(SIGN, text)
    probe.boxes()[0].setTextFormat(Qt.TextFormat.AutoText)
    assert probe.laid_out(SIGN, text)
    probe.end()


# ---- the largest ----------------------------------------------------------------------------------------------------


def test_the_largest_games_open_and_a_reader_with_less_room_is_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(largest, "STEPS", 300)
    cases = [f"largest_game:{seed}" for seed in (0, 2)]
    found = [result(Largest(bases, tmp_path), case) for case in cases]
    assert {one.outcome for one in found} == {HELD}, found
    assert {one.count for one in found} == {300}
    monkeypatch.setattr("tests.workshop.torture.largest.one_step", lambda session, chance: 1 / 0)
    assert result(Largest(bases, tmp_path), cases[0]).outcome == RAW


@pytest.mark.parametrize("more", [-4096, 4096])
def test_an_entry_at_the_limit_is_refused_or_opens(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    monkeypatch.setattr("defiance_qt.journal.mapper.LARGEST", 1 << 20)
    monkeypatch.setattr(largest, "AROUND", (more,))
    found = result(Largest(bases, tmp_path), "largest_entry:1")
    assert found.outcome == (REFUSED if more > 0 else HELD), found.detail


def test_an_entry_that_is_stored_and_not_read_is_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SaveFile, "insert", lambda file, rows, format: None)
    monkeypatch.setattr("defiance_qt.journal.mapper.LARGEST", 1 << 20)
    monkeypatch.setattr(largest, "AROUND", (-4096,))
    assert result(Largest(bases, tmp_path), "largest_entry:1").found


# ---- memory ---------------------------------------------------------------------------------------------------------


class Grows:
    """A part with a limit of its own, whose second case takes more."""

    growth = 64 << 20

    def __call__(self, case: Case, tell: Tell) -> Result:
        return Result(case, SAME, detail=str(len(bytearray(case.seed << 20))))


def test_a_part_has_a_limit_of_memory_of_its_own() -> None:
    found = workers.run([Case("grows", size) for size in (8, 100, 8)], Grows(), 1)
    assert [one.outcome for one in found] == [SAME, MEMORY, SAME]
    assert Beside((), Path()).growth < workers.GROWTH
