"""Each part of the torture runs, and finds what it is to find when the program is made to fail."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.game import OpenGame
from defiance_qt.extend.sessions import Session
from tests.workshop.torture import doors, folders, hostile, kills, settings, stalled
from tests.workshop.torture.absent import Absent, Closed
from tests.workshop.torture.beside import Beside
from tests.workshop.torture.cases import (
    BAD,
    GOOD,
    HELD,
    LOST,
    RAW,
    SENTENCE,
    SILENT,
    STUCK,
    SWAYED,
    TOUCHED,
    Case,
    Result,
    by_turns,
)
from tests.workshop.torture.damage import HARMS, Damage
from tests.workshop.torture.folders import FOLDERS
from tests.workshop.torture.games import RECORD, SAVE, Base, Contents
from tests.workshop.torture.hostile import Hostile
from tests.workshop.torture.kills import ACTIVITIES, Child, Kills, Shown
from tests.workshop.torture.report import markdown, plain, report, signature, text, write_page
from tests.workshop.torture.running import UnknownPart, main
from tests.workshop.torture.settings import SettingsPart
from tests.workshop.torture.stalled import Ended
from tests.workshop.torture.workers import attempt

pytestmark = pytest.mark.slow


HERE = os.getpid()


def nothing(stage: str, seconds: float = 0.0) -> None:
    """Tell nobody."""


def result(part: Any, case: str) -> Result:
    return attempt(Case.parse(case), part, nothing)


# ---- damage ---------------------------------------------------------------------------------------------------------


def test_there_are_kinds_enough_and_each_comes() -> None:
    part = Damage((), Path())
    assert len(HARMS) >= 40
    drawn = {case.kind for case in part.cases(600, 1)}
    assert drawn == set(HARMS)
    assert {form for harm in HARMS.values() for form in harm.forms} == {"save", "live", "record"}


@pytest.mark.parametrize("kind", ["bits", "cut", "log_missing", "rows_removed", "step_forged", "no_file", "empty"])
def test_a_case_of_damage_is_the_same_again(bases: tuple[Base, ...], tmp_path: Path, kind: str) -> None:
    part = Damage(bases, tmp_path)
    first, second = (result(part, f"{kind}:5") for _ in range(2))
    assert first.outcome in (*GOOD, *BAD)
    assert (first.outcome, first.base) == (second.outcome, second.base)
    part.leave(Case(kind, 5), tmp_path / "left")
    assert list((tmp_path / "left" / "damaged").iterdir())


def test_damage_is_found_when_a_reader_does_not_mind(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = Damage(bases, tmp_path)
    assert not result(part, "empty:1").found

    def careless(path: Path, **given: Any) -> None:
        raise IndexError("nothing there")

    monkeypatch.setattr(doors, "open_save", careless)
    assert result(part, "empty:1").outcome == RAW


# ---- kills ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(ACTIVITIES))
def test_a_killed_child_leaves_what_it_showed(bases: tuple[Base, ...], tmp_path: Path, kind: str) -> None:
    found = result(Kills(bases, tmp_path), f"{kind}:3")
    assert not found.found, found.detail


def lying(child: Child) -> None:
    """Report an entry that was never stored."""
    base, path = child.base(SAVE), child.folder / "game.defiance"
    path.write_bytes(base.path.read_bytes())
    child.report(path, (*base.contents.entries, "never stored"), base.contents.state)
    while True:
        pass


def cutting(child: Child) -> None:
    """Leave half of a record."""
    data = child.base(RECORD).path.read_bytes()
    (child.folder / "game.jsonl").write_bytes(data[: len(data) // 2])
    child.report(child.folder / "game.jsonl")
    while True:
        pass


def failing(child: Child) -> None:
    raise ValueError("no luck")


@pytest.mark.parametrize(
    ("activity", "judge", "outcome"),
    [
        (lying, "kill_play", LOST),
        (cutting, "kill_export", LOST),
        (failing, "kill_play", RAW),
    ],
)
def test_a_child_that_loses_something_is_found(
    bases: tuple[Base, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    activity: Callable[[Child], None],
    judge: str,
    outcome: str,
) -> None:
    monkeypatch.setitem(ACTIVITIES, "kill_test", (activity, ACTIVITIES[judge][1]))
    monkeypatch.setattr(kills, "LATEST", 1)
    monkeypatch.setattr(kills, "LATER", 0.6)
    assert result(Kills(bases, tmp_path), "kill_test:1").outcome == outcome


def test_settings_that_are_neither_old_nor_new_are_found(tmp_path: Path) -> None:
    (tmp_path / "window.json").write_bytes(b"{")
    judge = ACTIVITIES["kill_settings"][1]
    with pytest.raises(Exception, match="settings 1007 were stored"):
        judge(tmp_path, [Shown(str(tmp_path), ("1007",))], ())


# ---- harm during play -----------------------------------------------------------------------------------------------


def test_a_stopped_game_goes_on_as_if_nothing_had_been(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stalled, "LONGEST", 0.0)
    monkeypatch.setattr(stalled, "STEPS", 9)
    found = result(Absent((), tmp_path), "play_stalled:1")
    assert found.outcome == HELD, found.detail


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        (lambda: Ended((f"{os.getpid()}",), ()), SWAYED),
        (lambda: Ended(("x",), (f"{os.getpid()}",)), SWAYED),
        (lambda: Ended(("x",), ()) if os.getpid() == HERE else 1 // 0, RAW),
    ],
)
def test_a_game_that_a_stop_changes_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ended: Callable[[], Ended], outcome: str
) -> None:
    monkeypatch.setattr(stalled, "LONGEST", 0.0)
    monkeypatch.setattr(stalled, "played", lambda *arguments: ended())
    assert result(Absent((), tmp_path), "play_stalled:1").outcome == outcome


@pytest.mark.parametrize("kind", ["play_nothing", "play_deleted", "play_replaced", "play_disk_full"])
def test_harm_during_play_loses_nothing_that_was_shown(bases: tuple[Base, ...], tmp_path: Path, kind: str) -> None:
    found = result(Absent(bases, tmp_path), f"{kind}:2")
    assert not found.found, found.detail


def test_steps_that_are_shown_and_not_stored_are_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program without its check that the file is still its own."""
    from defiance_qt.journal.file import SaveFile

    monkeypatch.setattr(SaveFile, "insert", lambda file, rows, format: None)
    assert result(Absent(bases, tmp_path), "play_deleted:2").outcome == LOST


def test_a_game_that_cannot_be_written_elsewhere_is_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(session: Session, path: Path) -> None:
        raise ValueError("no luck")

    monkeypatch.setattr(Session, "move_to", failing)
    found = result(Absent(bases, tmp_path), "play_deleted:2")
    assert (found.outcome, "no luck" in found.detail) == (LOST, True)


@pytest.mark.parametrize("kind", ["close_nothing", "close_deleted", "close_replaced", "close_moved"])
def test_harm_before_closing_loses_nothing_unsaid(bases: tuple[Base, ...], tmp_path: Path, kind: str) -> None:
    found = result(Closed(bases, tmp_path), f"{kind}:2")
    assert not found.found, found.detail


def test_steps_that_closing_forgets_are_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from defiance_qt.journal.file import SaveFile

    monkeypatch.setattr(SaveFile, "close", lambda file, format, mark: None)
    assert result(Closed(bases, tmp_path), "close_deleted:2").outcome == LOST


@pytest.mark.parametrize("kind", ["beside_stale_new", "beside_forged_open", "beside_linked_copy", "beside_huge_open"])
def test_what_lies_beside_a_save_is_left_alone(bases: tuple[Base, ...], tmp_path: Path, kind: str) -> None:
    found = result(Beside(bases, tmp_path), f"{kind}:1")
    assert not found.found, found.detail


def test_a_program_that_does_not_look_beside_a_save_is_found(
    bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(path: Path) -> None:
        (path.parent.parent / "outside").write_bytes(b"")

    monkeypatch.setattr("defiance_qt.journal.file.check_free", careless)
    assert result(Beside(bases, tmp_path), "beside_rubbish_new:1").outcome == TOUCHED


# ---- hostile plugins ------------------------------------------------------------------------------------------------


RAISES = "plugin_misbehaves"


@pytest.fixture(scope="module")
def raising(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first case whose plugin misbehaves in a hook that is called, and is named for it."""
    part = Hostile((), tmp_path_factory.mktemp("hostile"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, "")  # the case sets them; they are put back
        for seed in range(60):
            found = result(part, f"{RAISES}:{seed}")
            if found.outcome == "held" and "named after" in found.detail:
                return f"{RAISES}:{seed}"
    raise AssertionError("no plugin misbehaved")


def test_every_kind_of_folder_comes_and_misbehaviour_is_named(tmp_path: Path, raising: str) -> None:
    assert {case.kind for case in Hostile((), tmp_path).cases(400, 1)} == set(FOLDERS)
    assert not result(Hostile((), tmp_path), raising).found


def test_a_silent_program_is_found(tmp_path: Path, raising: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenGame, "failures", ())
    assert result(Hostile((), tmp_path), raising).outcome == SILENT


def test_a_game_that_stands_still_is_found(tmp_path: Path, raising: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile, "one_step", lambda session, chance: False)
    assert result(Hostile((), tmp_path), raising).outcome == STUCK


def test_a_save_that_holds_something_else_is_found(
    tmp_path: Path, raising: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hostile, "contents", lambda session: Contents("", (), ""))
    assert result(Hostile((), tmp_path), raising).outcome == LOST


def test_noise_on_the_terminal_is_found(tmp_path: Path, raising: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def noisy(self: Any) -> tuple[str, str]:
        sys.stderr.write("RuntimeWarning: coroutine 'check_command' was never awaited")
        return "held", ""

    monkeypatch.setattr(hostile.Trial, "_judged", noisy)
    found = result(Hostile((), tmp_path), raising)
    assert (found.outcome, "never awaited" in found.detail) == (SENTENCE, True)


def test_a_hostile_plugin_is_never_written_where_a_user_keeps_his(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "user_folder", lambda: Path("/nowhere/plugins"))
    found = result(Hostile((), tmp_path), "plugin_code:1")
    assert (found.outcome, "/nowhere/plugins" in found.detail) == ("skipped", True)


# ---- settings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["window", "recent"])
def test_damaged_settings_do_not_stop_the_program(tmp_path: Path, how: str) -> None:
    for name in settings.DAMAGES:
        found = result(SettingsPart((), tmp_path), f"{how}_{name}:1")
        assert not found.found, f"{how}_{name}: {found.detail}"


def test_settings_that_cannot_be_read_or_are_not_stored_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("defiance_qt.shell.settings.store", lambda folder, chosen: None)
    assert result(SettingsPart((), tmp_path), "window_bytes:1").outcome == LOST
    monkeypatch.setattr("defiance_qt.shell.settings.load", lambda folder: json.loads("{"))
    assert result(SettingsPart((), tmp_path), "window_bytes:1").outcome == RAW


# ---- the report -----------------------------------------------------------------------------------------------------


def results() -> list[Result]:
    raw = 'File "/x/defiance_qt/journal/store.py", line {}, in read\nValueError: byte {}'
    return [
        Result(Case("bits", 1), "same"),
        Result(Case("bits", 2), RAW, detail=raw.format(7, 99)),
        Result(Case("zeros", 3), RAW, detail=raw.format(7, 12)),
        Result(Case("cut", 4), LOST, detail="3 of 9 entries"),
        Result(Case("locked", 5), "skipped", detail="not here"),
    ]


def test_findings_of_one_cause_are_one_finding() -> None:
    first, second = (signature(one) for one in results()[1:3])
    assert first == second
    made = report("damage", results(), 2.0, 1)
    assert [(one.outcome, one.count) for one in made.findings] == [(LOST, 1), (RAW, 2)]
    assert (made.count, made.bad) == (5, 3)
    told = text(made)
    assert "again: --case bits:2 zeros:3" in told
    assert "skipped locked: not here" in told


def test_the_page_gets_the_figures_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n", encoding="utf-8")
    made = report("damage", results(), 2.0, 1)
    write_page((made,), page)
    written = page.read_text(encoding="utf-8")
    assert written.startswith("# Before\n<!-- measured: begin -->\n")
    assert written.endswith("<!-- measured: end -->\nafter\n")
    assert "old" not in written
    assert "| damaged saves and records | 5 | 4 | 2 | 3 |" in markdown((made,))


def test_cases_come_by_weight_and_alike() -> None:
    drawn = [case.kind for case in by_turns({"a": 3, "b": 1}, 8, 1)]
    assert (drawn.count("a"), drawn.count("b")) == (6, 2)
    assert drawn == [case.kind for case in by_turns({"a": 3, "b": 1}, 8, 9)]


def test_slices_are_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `--json` printed of several runs becomes one table, its findings with it."""
    first, second = report("damage", results(), 2.0, 1), report("soak", results()[:1], 3.0, 1, commands=70)
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file, made in zip(files, ((first, second), (first, second)), strict=True):
        file.write_bytes(msgspec.json.encode(plain(made)))
    assert main(["--sum", *map(str, files), "--json"]) == 1
    damage, soak = json.loads(capsys.readouterr().out)
    assert (damage["part"], damage["count"], damage["bad"], damage["seconds"]) == ("damage", 10, 6, 4.0)
    assert damage["kinds"]["bits"] == {"same": 2, RAW: 2}
    assert damage["skipped"] == ["locked: not here"]
    assert (soak["count"], soak["bad"], soak["figures"]) == (2, 0, {"commands": 140})


# ---- the command line -----------------------------------------------------------------------------------------------


@pytest.fixture
def kept(bases: tuple[Base, ...], home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The arguments for a run with games that have been played."""
    monkeypatch.setattr("tests.workshop.torture.running.LENGTHS", (9,))
    return ["--home", str(home)]


def test_games_are_played_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.workshop.torture.running.LENGTHS", (1,))
    assert main(["1", "--only", "settings", "--hostile", "3", "--json", "--home", str(tmp_path)]) == 0
    assert {one.name for one in (tmp_path / "games").iterdir()} >= {"pig-1", "infinity-defiance-1"}


def test_the_command_runs_a_part_and_a_case_again(kept: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["1", "--only", "play", "--play", "3", "--json", *kept]) == 0
    (part,) = json.loads(capsys.readouterr().out)
    assert (part["part"], part["count"], part["bad"]) == ("play", 3, 0)
    assert main(["1", "--only", "play", "--kinds", "play_moved", "--play", "2", "--json", *kept]) == 0
    assert json.loads(capsys.readouterr().out)[0]["kinds"] == {"play_moved": {"refused": 2}}
    assert main(["--case", "play_nothing:1", *kept]) == 0
    assert "play_nothing:1: held" in capsys.readouterr().out


@pytest.mark.parametrize("careless", [False, True])
def test_a_full_disk_is_made_and_a_careless_program_found(
    kept: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], careless: bool
) -> None:
    """In worker processes: the small file system is theirs alone."""
    monkeypatch.setattr("tests.workshop.torture.full.LEFTS", (0,))
    if careless:
        in_place = lambda path, content, replace=True: path.write_bytes(b"".join(content))
        monkeypatch.setattr("defiance_qt.journal.record.disk.replace_file", in_place)
    kinds = ["--only", "play", "--kinds", "play_full,play_full_export", "--play", "4"]
    code = main(["1", *kinds, "--json", *kept])
    (part,) = json.loads(capsys.readouterr().out)
    if part["outcomes"].get("skipped"):
        pytest.skip(str(part["skipped"]))
    assert (code, part["count"], part["bad"] > 0) == ((1, 4, True) if careless else (0, 4, False)), part["findings"]


@pytest.mark.parametrize(
    "arguments",
    [["1", "--only", "weather"], ["1", "--kinds", "weather"], ["--case", "weather:1"], ["--case", "weather"]],
)
def test_what_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr("tests.workshop.torture.running.collection", lambda *folders: ())
    assert main([*arguments, "--home", str(tmp_path / "home")]) == 2
    assert "weather" in capsys.readouterr().err
    assert issubclass(UnknownPart, DefianceError)
