"""The first game of the page for authors: rules and texts alone are played in text and in the window, undone, saved
and verified."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt.cli import main
from defiance_qt.extend.authoring import authored
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.open_table import OpenTable
from tests.conftest import ROOT

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^<!-- file: nim/(\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture(params=["rules alone", "rules and texts"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[bool]:
    """The game is there for the test, with or without its texts."""
    texts = request.param == "rules and texts"
    for name, text in FILES.items():
        if texts or not name.startswith("locale"):
            file = tmp_path / "nim" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    with authored(tmp_path / "nim"):
        yield texts


def test_all_of_it_is_less_than_250_lines() -> None:
    assert sum(text.count("\n") for text in FILES.values()) < 250


def test_it_is_played_in_text(
    told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = str(tmp_path / "game.defiance")
    assert main(["auto", "nim", "--system", "nim", "--seed", "2", "--out", save]) == 0
    assert main(["verify", save]) == 0
    capsys.readouterr()
    assert main(["log", save]) == 0
    log = capsys.readouterr().out
    assert ("17 matches lie on the table" if told else "Laid: left 17") in log
    assert ("You take " if told else "You took: count ") in log
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nundo\nquit\n"))
    assert main(["play", "nim", "--system", "nim", "--seed", "2"]) == 0
    assert ("Take 1" if told else "Take: count 1") in capsys.readouterr().out


def test_it_is_played_in_the_window(told: bool, tmp_path: Path, qtbot: object) -> None:
    path = tmp_path / "window.defiance"
    session = Session.new("nim", mission="nim", seed=2, path=path)
    table = OpenTable(session, tmp_path / "window", "en", "dark", (1280, 800))
    try:
        assert table.question == ("17 matches are left: how many do you take?" if told else "What do you do?")
        table.choose(table.choices[1])
        assert session.state.left == 12
        assert any("12" in text for text in table.texts(table.surface))
        table.run("time.undo")
        assert session.state.left == 17
        table.choose(table.choices[0])
        assert not table.failed
    finally:
        table.close()
        session.close()
    with open_save(path) as again:
        assert again.verify().ok
        assert again.state.left == 15
