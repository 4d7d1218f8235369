"""`plugin pack`, and a pack that is checked."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.extend.packs import read_pack
from defiance_qt.extend.sources import plugin_files
from tests.extend.plugins import plugin

Capture = pytest.CaptureFixture[str]
SLOW = "def modify_attribute(context, figure, attribute):\n    return {} if attribute == 'speed' else 0\n"


def run(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["plugin", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A plugin of content alone, with a hidden file and a cache."""
    place = plugin(tmp_path / "work", "empty", version="1.2")
    (place / ".git").mkdir()
    (place / ".git" / "config").write_text("secret")
    (place / "README.md").write_text("Read me.")
    return place


@pytest.mark.slow
def test_the_same_files_make_the_same_pack(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    assert run(capsys, "pack", folder, "--into", one)[:2] == (0, f"Written: {one / 'empty-1.2.zip'}\n")
    (folder / "README.md").touch(0o600)
    run(capsys, "pack", folder, "--into", other)
    assert (one / "empty-1.2.zip").read_bytes() == (other / "empty-1.2.zip").read_bytes()
    assert read_pack(one / "empty-1.2.zip") == plugin_files(folder)


@pytest.mark.slow
def test_what_is_there_is_written_over_only_on_request(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    run(capsys, "pack", folder, "--into", tmp_path)
    assert run(capsys, "pack", folder, "--into", tmp_path)[0] == 0
    (folder / "README.md").write_text("Read me again.")
    code, _, said = run(capsys, "pack", folder, "--into", tmp_path)
    assert (code, said.rstrip().endswith("already: `--replace` writes over it.")) == (2, True)
    assert run(capsys, "pack", folder, "--into", tmp_path, "--replace")[0] == 0
    assert read_pack(tmp_path / "empty-1.2.zip")["README.md"] == b"Read me again."


def test_a_plugin_with_a_fault_is_not_packed(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "slow", SLOW.format("'x'"))
    code, out, _ = run(capsys, "pack", folder, "--into", tmp_path)
    assert (code, out) == (1, "hooks.py: modify_attribute: TypeError: 'x' is not a whole number\n")
    assert list(tmp_path.glob("*.zip")) == []


def test_a_name_that_not_every_system_can_hold_is_refused(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    (folder / "con.txt").write_text("")
    code, _, said = run(capsys, "pack", folder, "--into", tmp_path)
    assert code == 2
    assert "empty cannot be packed: 'empty/con.txt' is not a name that every system can hold." in said


def test_a_pack_is_checked_as_it_is_handed_on(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "slow", SLOW.format("'x'"))
    pack = tmp_path / "any name.zip"
    with zipfile.ZipFile(pack, "w") as made:
        for name, source in plugin_files(folder).items():
            made.writestr(name, source)
    told = run(capsys, "check", pack)
    assert told[:2] == (1, "hooks.py: modify_attribute: TypeError: 'x' is not a whole number\n")


def test_what_is_no_pack_is_named(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.zip").write_text("no zip")
    assert run(capsys, "check", tmp_path / "a.zip") == (2, "", "a.zip cannot be used: it is not a whole zip file.\n")
