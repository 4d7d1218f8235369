"""The sounds of the table: which is played of what happens, how loud, and that nothing goes wrong without a device."""

from __future__ import annotations

import struct
import sys
import wave
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from defiance_qt.shell import motion, sound
from defiance_qt.shell.settings import SOUND
from defiance_qt.shell.sound import FOLDER, LOUD, RANKS, Names, Sounds, gravest
from defiance_qt.shell.sound.player import AT_ONCE, Programs, Windows, system_player
from defiance_qt.shell.window import Window
from tests.systems.defiance.view.hands import begin
from tests.waiting import eventually
from tests.workshop import sounds as workshop

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Heard:
    """A player that notes what it is given: the name and the loudest value of each file."""

    def __init__(self) -> None:
        self.files: list[tuple[str, int]] = []
        self.stopped = False

    def play(self, file: Path) -> None:
        self.files.append((file.stem, max(map(abs, values(file)))))

    def stop(self) -> None:
        self.stopped = True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(sound, "monotonic", made)
    return made


def values(file: Path) -> tuple[int, ...]:
    with wave.open(str(file)) as source:
        assert (source.getnchannels(), source.getsampwidth()) == (1, 2)
        return struct.unpack(f"<{source.getnframes()}h", source.readframes(source.getnframes()))


# ---- the files ----


@pytest.mark.parametrize("name", RANKS)
def test_a_sound_is_what_the_workshop_makes(name: str) -> None:
    made, kept = workshop.made(name), (FOLDER / f"{name}.wav").read_bytes()
    assert len(made) == len(kept)
    here = struct.unpack(f"<{(len(made) - 44) // 2}h", made[44:])
    # Another C library may round a sine the other way.
    assert max(abs(a - b) for a, b in zip(here, values(FOLDER / f"{name}.wav"), strict=True)) <= 2


@pytest.mark.parametrize("name", RANKS)
def test_a_sound_is_short_not_cut_off_and_ends_without_a_click(name: str) -> None:
    found = values(FOLDER / f"{name}.wav")
    assert len(found) / workshop.RATE < 1.4
    assert max(map(abs, found)) == round(workshop.LOUD[name] * 0x7FFF)
    assert abs(found[0]) < 1500
    assert max(map(abs, found[-20:])) < 0.1 * max(map(abs, found))


def test_every_sound_has_a_rank_and_a_file() -> None:
    assert set(RANKS) == set(workshop.SOUNDS) == {one.stem for one in FOLDER.glob("*.wav")}
    assert set(SOUND) == {"auto", *LOUD}


# ---- which, and how loud ----


def test_of_what_happens_at_once_the_gravest_is_heard() -> None:
    names: Names = {int: "step", str: "hit", float: lambda value: "won" if value > 0 else ""}
    assert gravest([1, "a", 2], names) == "hit"
    assert gravest([1, 0.5, "a"], names) == "won"
    assert gravest([-0.5], names) == ""
    assert gravest([b"unknown"], names) == ""
    assert gravest([], names) == ""


@pytest.mark.parametrize(("volume", "aloud", "share"), [
    ("auto", False, 0.55), ("auto", True, 0), ("normal", True, 0.55), ("quiet", False, 0.25), ("loud", False, 1),
    ("silent", False, 0),
])  # fmt: skip
def test_the_setting_says_how_loud(
    qapp: object, clock: Clock, monkeypatch: pytest.MonkeyPatch, volume: str, aloud: bool, share: float
) -> None:
    monkeypatch.setattr(motion, "aloud", lambda: aloud)
    player, parent = Heard(), QObject()
    made = Sounds(parent, volume, lambda parent: player)
    made.play("hit")
    assert player.files == ([("hit", round(round(workshop.LOUD["hit"] * 0x7FFF) * share))] if share else [])


def test_what_would_be_late_is_left_out(qapp: object, clock: Clock) -> None:
    player, parent = Heard(), QObject()
    made = Sounds(parent, "normal", lambda parent: player)
    for passed in (0.0, 0.05, 0.03, 0.02):
        clock.now += passed
        made.play("step")
    assert len(player.files) == 2


def test_a_device_is_looked_for_again_when_the_setting_changes(qapp: object, clock: Clock) -> None:
    players = [None, Heard()]
    parent = QObject()
    made = Sounds(parent, "normal", lambda parent: players[0])
    made.play("hit")
    made.close()
    players[0] = players[1]
    clock.now += 1
    made.play("hit")
    assert players[1] is not None
    assert players[1].files == []
    made.set_volume("quiet")
    made.play("hit")
    assert len(players[1].files) == 1
    made.close()
    assert players[1].stopped


# ---- what plays ----


def program(folder: Path, name: str, body: str) -> tuple[str, ...]:
    """A program that stands in for a player."""
    path = folder / f"{name}.py"
    path.write_text(f"import sys, pathlib, time\n{body}\n")
    return sys.executable, str(path)


def ended(player: Programs) -> None:
    """Wait for the programs that run."""
    for _, process in player._running:
        process.wait(timeout=60)


def test_a_program_is_given_the_file(qapp: object, tmp_path: Path) -> None:
    parent, out = QObject(), tmp_path / "out"
    command = program(tmp_path, "player", f"pathlib.Path({str(out)!r}).write_text(sys.argv[1])")
    player = Programs(parent, [command])
    player.play(FOLDER / "hit.wav")
    ended(player)
    player.stop()
    assert out.read_text() == str(FOLDER / "hit.wav")
    assert player.commands == [command]


def test_a_program_that_fails_gives_way_and_without_one_there_is_silence(qapp: object, tmp_path: Path) -> None:
    parent, tried = QObject(), tmp_path / "tried"
    note = f"with pathlib.Path({str(tried)!r}).open('a') as file: file.write(sys.argv[0][-4])\n"
    wrong, right = program(tmp_path, "w", f"{note}sys.exit(1)"), program(tmp_path, "r", note)
    player = Programs(parent, [(str(tmp_path / "none"),), wrong, right])
    for _ in range(4):
        player.play(FOLDER / "hit.wav")
        ended(player)
    player.stop()
    assert (tried.read_text(), player.commands) == ("wrr", [right])
    silent = Programs(parent, [wrong])
    for _ in range(3):
        silent.play(FOLDER / "hit.wav")
        ended(silent)
    assert (tried.read_text(), silent.commands) == ("wrrw", [])


def test_a_device_that_waits_holds_nothing_up(qapp: object, tmp_path: Path) -> None:
    parent = QObject()
    command = program(tmp_path, "stuck", "time.sleep(600)")
    player = Programs(parent, [command])
    for _ in range(AT_ONCE + 3):
        player.play(FOLDER / "hit.wav")
    assert len(player._running) == AT_ONCE
    player.stop()
    assert player._running == []
    assert player.commands == [command], "it was ended, it did not fail"


def test_a_sound_that_is_not_over_in_time_is_ended(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("defiance_qt.shell.sound.player.LONGEST", 1)
    parent = QObject()
    player = Programs(parent, [program(tmp_path, "stuck", "time.sleep(600)")])
    player.play(FOLDER / "hit.wav")
    eventually(lambda: not player._running, "the end of the program")


def test_windows_without_a_device_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sound:
        SND_FILENAME = SND_ASYNC = SND_NODEFAULT = 1

        def PlaySound(self, file: str, flags: int) -> None:
            asked.append(file)
            raise RuntimeError("Failed to play sound")

    asked: list[str] = []
    monkeypatch.setitem(sys.modules, "winsound", Sound())  # type: ignore[arg-type]
    Windows().play(FOLDER / "hit.wav")
    assert asked == [str(FOLDER / "hit.wav")]


def test_without_a_screen_there_is_no_sound(qapp: object) -> None:
    assert system_player(QObject()) is None


# ---- the window ----


def test_a_key_turns_sound_off_and_on(window: Window) -> None:
    action = window.named_actions["look.sound"]
    assert action.isChecked()
    action.trigger()
    assert (window.settings.sound, window.sounds.loudness, action.isChecked()) == ("silent", 0.0, False)
    action.trigger()
    assert (window.settings.sound, window.sounds.loudness, action.isChecked()) == ("normal", 0.55, True)


def test_the_table_plays_what_the_view_names(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(window)
    played: list[str] = []
    monkeypatch.setattr(table, "_play", played.append)
    table.sound([1, "a"], {int: "step", str: "hit"})
    assert played == ["hit"]
