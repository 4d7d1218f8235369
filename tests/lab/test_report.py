"""Reports of problems: what they hold, what is refused, and that one runs again as the game was played."""

from __future__ import annotations

import json
import logging
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.core.errors import SaveError
from defiance_qt.extend import found as finding
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.trust import trust
from defiance_qt.lab.report import log_file, parts
from defiance_qt.lab.report.again import run_again
from defiance_qt.words.catalogue import Words
from tests.conftest import ROOT
from tests.workshop.torture.sealed import lines, write_lines

Capture = pytest.CaptureFixture[str]
SAVE = ROOT / "saves/extraction-opening-es.defiance"


def run(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    code = cli.main([str(one) for one in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.defiance"
    shutil.copy(SAVE, path)
    return path


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a log that is written, and that reports read."""
    place = tmp_path / "logs"
    monkeypatch.setattr(log_file, "folder", lambda: place)
    handler = log_file.begin(place)
    assert handler is not None
    yield place
    log_file.LOG.removeHandler(handler)
    handler.close()
    log_file.LOG.propagate = True
    log_file.LOG.setLevel(logging.NOTSET)


def held(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as report:
        return {name: report.read(name) for name in report.namelist()}


# ---- the log ----


def test_the_log_is_limited_in_size_and_its_lines_hold_no_control_characters(log: Path) -> None:
    for turn in range(3000):
        log_file.LOG.info("line %d: %s", turn, "\x1b[31m" + "x" * 300)
    log_file.LOG.info("y" * 100_000)
    log_file.LOG.info("line 3000: \x1b[31m")
    sizes = {one.name: one.stat().st_size for one in log.iterdir()}
    assert sizes.keys() == {log_file.FILE, log_file.OLDER}
    assert max(sizes.values()) <= log_file.LARGEST
    text = log_file.text(log)
    assert text.splitlines()[-1].endswith("INFO line 3000: \\x1b[31m")
    assert max(map(len, text.splitlines())) == log_file.LINE
    numbers = [int(one) for one in re.findall(r"line (\d+):", text)]
    assert numbers == sorted(numbers), "the older file comes first"


def test_the_log_names_no_home(log: Path) -> None:
    log_file.LOG.info("in %s", Path.home() / "games")
    assert log_file.text(log).splitlines()[-1].endswith("in ~/games")


def test_a_folder_that_cannot_be_written_to_has_no_log(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert log_file.begin(tmp_path / "file") is None
    assert log_file.text(tmp_path / "file") == ""


# ---- making one ----


def test_what_a_report_would_hold_is_shown_before_it_is_written(save: Path, log: Path, capsys: Capture) -> None:
    log_file.LOG.info("something")
    code, out, _ = run(capsys, "report", save)
    assert code == 0
    rows = [re.split(r"  +", line) for line in out.splitlines()]
    assert [row[0] for row in rows] == ["save.defiance", "versions.json", "window.log"]
    assert rows[0][2] == "The game with all its branches, names and notes"
    assert re.fullmatch(r"\d+ KiB", rows[0][1])
    assert sorted(one.name for one in save.parent.iterdir()) == ["game.defiance", "logs"]


def test_a_report_holds_what_was_shown(save: Path, log: Path, capsys: Capture) -> None:
    out = save.with_name("report.zip")
    log_file.LOG.info("something")
    code, told, _ = run(capsys, "report", save, out, "--note", "The door stays shut.", "--leave-out", "window.log")
    assert code == 0
    assert told.splitlines()[-1].startswith("report.zip: 3 files, ")
    files = held(out)
    assert files.keys() == {"note.txt", "save.defiance", "versions.json"}
    assert files["note.txt"] == b"The door stays shut."
    versions = json.loads(files["versions.json"])
    assert versions["libraries"]["msgspec"][0].isdigit()
    assert versions["position"]["steps"] > 0
    copy = save.with_name("copy.defiance")
    copy.write_bytes(files["save.defiance"])
    with open_save(copy, read_only=True) as session, open_save(save, read_only=True) as other:
        assert session.state == other.state


def test_nothing_is_written_over(save: Path, capsys: Capture) -> None:
    out = save.with_name("report.zip")
    out.write_text("mine")
    code, _, err = run(capsys, "report", save, out)
    assert (code, err) == (2, "report.zip already exists.\n")
    assert out.read_text() == "mine"


def test_a_part_that_a_report_does_not_hold_is_named(save: Path, capsys: Capture) -> None:
    code, _, err = run(capsys, "report", save, "--leave-out", "picture.png")
    assert code == 2
    assert err.startswith("The report holds no 'picture.png': save.defiance, ")


def test_plugins_of_the_game_are_listed_with_their_versions() -> None:
    found = parts.of_file(ROOT / "saves/plugin-iron_team.defiance")
    listed = json.loads(next(one.content for one in found if one.name == parts.PLUGINS))
    assert [(one["id"], one["used"]) for one in listed] == [("iron_team", True)]
    assert listed[0]["version"]
    assert len(listed[0]["sha256"]) == 64


def test_a_save_that_does_not_open_is_in_its_report_as_it_is(save: Path, capsys: Capture) -> None:
    source = save.read_bytes()
    save.write_bytes(source[:5000])
    save.with_name("game.defiance-wal").write_bytes(b"left")
    out = save.with_name("report.zip")
    code, _, _ = run(capsys, "report", save, out)
    files = held(out)
    assert (code, files["save.defiance"], files["save.defiance-wal"]) == (0, source[:5000], b"left")
    assert json.loads(files["versions.json"])["refused"]
    code, told, _ = run(capsys, "replay-report", out)
    assert code == 1
    assert "The save does not open: save.defiance" in told


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Capture) -> None:
    assert run(capsys, "report", tmp_path / "none.defiance") == (2, "", "none.defiance does not exist.\n")


@pytest.mark.parametrize(("bytes", "said"), [(0, "0 B"), (1023, "1023 B"), (1025, "2 KiB"), (3 << 20, "3 MiB")])
def test_sizes_are_rounded_up(bytes: int, said: str) -> None:
    assert parts.size(bytes, Words("en")) == said


# ---- running one again ----


@pytest.mark.parametrize("name", ["save.defiance", "save.jsonl"])
def test_a_report_runs_again_and_nothing_of_it_stays(name: str, save: Path, capsys: Capture) -> None:
    file = save
    if name == "save.jsonl":
        file = save.with_suffix(".jsonl")
        with open_save(save, read_only=True) as session:
            session.export(file)
    out = save.with_name("report.zip")
    run(capsys, "report", file, out, "--note", "Look here.")
    assert name in held(out)
    before = sorted(save.parent.iterdir())
    code, told, err = run(capsys, "replay-report", out)
    assert (code, err) == (0, "")
    lines = told.splitlines()
    assert lines[0].startswith("Made with ")
    assert lines[1] == "What happened: Look here."
    assert re.fullmatch(r"The save opens: step (\d+) of \d+", lines[2])
    assert lines[3] == "Every step decided again: ok"
    assert lines[4].endswith(" is that of the report.")
    assert sorted(save.parent.iterdir()) == before
    code, told, _ = run(capsys, "replay-report", out, "--json")
    report = json.loads(told)
    assert (code, report["ok"], report["state"], report["note"]) == (0, True, "same", "Look here.")


def test_the_first_step_that_differs_is_named(tmp_path: Path, capsys: Capture) -> None:
    record = tmp_path / "game.jsonl"
    with open_save(SAVE, read_only=True) as session:
        session.export(record)
    rows = lines(record)
    place = next(i for i, row in enumerate(rows) if b'"moved"' in row)
    rows[place] = rows[place].replace(b'"cost":', b'"cost":1', 1)
    write_lines(record, rows)
    out = tmp_path / "report.zip"
    run(capsys, "report", record, out)
    code, told, _ = run(capsys, "replay-report", out)
    assert code == 1
    assert re.search(r"Every step decided again: differs at step \d+: event \d+ was", told)


def changed(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    files = held(path)
    change(files)
    path.write_bytes(parts.zipped([parts.Part(name, content) for name, content in files.items()]))


def test_another_position_is_told_from_the_same(save: Path, capsys: Capture) -> None:
    out = save.with_name("report.zip")
    run(capsys, "report", save, out)

    def move(files: dict[str, bytes]) -> None:
        versions = json.loads(files[parts.VERSIONS])
        versions["position"]["state"] = "0" * 64
        files[parts.VERSIONS] = json.dumps(versions).encode()

    changed(out, move)
    code, told, _ = run(capsys, "replay-report", out)
    assert code == 1
    assert told.splitlines()[-1].endswith("is not that of the report.")
    changed(out, lambda files: files.pop(parts.VERSIONS))
    code, told, _ = run(capsys, "replay-report", out)
    assert code == 0
    assert told.splitlines()[-1] == "The report does not hold the position, so it is not compared."


def test_a_missing_plugin_is_named(tmp_path: Path, capsys: Capture, clumsy: str) -> None:
    (found,) = finding.available([finding.user_folder()])
    trust(clumsy, found.sha256)
    path, out = tmp_path / "game.defiance", tmp_path / "report.zip"
    Session.new(mission="extraction", seed=1, plugins=[clumsy], path=path).close()
    run(capsys, "report", path, out)
    shutil.rmtree(found.folder)
    code, told, _ = run(capsys, "replay-report", out)
    assert code == 1
    assert "Every step decided again: needs plugin clumsy" in told


def of(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as report:
        for name, content in entries.items():
            report.writestr(name, content)
    return path


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ({"note.txt": b"hello"}, "report.zip holds no save that could be run again."),
        ({"../save.defiance": b""}, "report.zip cannot be used: '../save.defiance' leads out of the pack."),
        ({"/tmp/save.defiance": b""}, "report.zip cannot be used: '/tmp/save.defiance' is not a path inside the pack."),
        ({"versions.json": b"[", "save.defiance": b""}, "report.zip is not a report of this program: versions.json"),
        ({"versions.json": b'{"program": 1}', "save.jsonl": b""}, "report.zip is not a report of this program"),
        ({"versions.json": b"[" * 100_000, "save.jsonl": b""}, "report.zip is not a report of this program"),
    ],
)
def test_a_broken_report_is_one_sentence(entries: dict[str, bytes], why: str, tmp_path: Path, capsys: Capture) -> None:
    path = of(tmp_path / "report.zip", entries)
    code, out, err = run(capsys, "replay-report", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(why)
    assert [one.name for one in tmp_path.iterdir()] == ["report.zip"]


def test_a_file_that_is_no_zip_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "report.zip"
    path.write_bytes(b"PK\x03\x04 and nothing more")
    assert run(capsys, "replay-report", path) == (2, "", "report.zip cannot be used: it is not a whole zip file.\n")


def test_a_report_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("defiance_qt.lab.report.again.LARGEST", 1 << 20)
    path = tmp_path / "report.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as report:
        report.writestr("save.defiance", b"\0" * (2 << 20))
    with pytest.raises(SaveError, match="unpacks to more than 1 MiB"):
        run_again(path)


def test_a_damaged_save_in_a_report_is_told(tmp_path: Path, capsys: Capture) -> None:
    path = of(tmp_path / "report.zip", {"save.defiance": b"SQLite format 3\0" + b"\xff" * 5000})
    code, told, err = run(capsys, "replay-report", path)
    assert (code, err) == (1, "")
    assert told.startswith("The save does not open: save.defiance")
