"""The page for authors tells the truth: each example that names its files is a plugin without a fault."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from defiance_qt.extend.authoring import authored
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.kit.check import Wanted, check
from defiance_qt.lab.kit.new import kinds, write
from defiance_qt.words.catalogue import Words
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^<!-- file: (\w+)/(\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MORE = r"^<!-- add: {}/(\S+) -->\n```\w+\n(.*?)^```$"
ADDED = re.findall(MORE.format("towers"), PAGE, re.MULTILINE | re.DOTALL)
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
PLUGINS = sorted({plugin for plugin, _, _ in BLOCKS})


def test_there_is_an_example_of_each_kind() -> None:
    assert {"amber", "bold", "brisk", "foggy", "howler", "latin", "pulse", "yard"} <= set(PLUGINS)
    for kind in kinds():
        assert f"`{kind}`" in PAGE


@pytest.mark.parametrize("id", PLUGINS)
def test_each_example_is_a_plugin_without_a_fault(id: str, tmp_path: Path) -> None:
    """Also where the page shows a file again, with more in it."""
    written: set[str] = set()
    for plugin, name, text in BLOCKS:
        if plugin == id:
            if name in written:
                assert faults(tmp_path / id) == []
            written.add(name)
            file = tmp_path / id / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    for name, text in re.findall(MORE.format(id), PAGE, re.MULTILINE | re.DOTALL):
        with (tmp_path / id / name).open("a", encoding="utf-8") as more:
            more.write(text)
    assert faults(tmp_path / id) == []


def faults(folder: Path) -> list[str]:
    return [fault.line(Words("en")) for fault in check(folder, Words("en")).faults]


def test_the_first_plugin_has_ten_lines() -> None:
    lines = [line for plugin, _, text in BLOCKS if plugin == "brisk" for line in text.splitlines()]
    assert len(lines) == 10


@pytest.mark.parametrize(
    "page", sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]), ids=lambda page: page.name
)
def test_every_block_of_code_ends_before_the_next_text(page: Path) -> None:
    """An open block shows the headings that follow it as code, and hides them from the table of contents."""
    block, begun, wrong = False, 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if block and line != "```":
                wrong.append(f"line {begun} is not closed before line {number}")
            block, begun = not block if line == "```" else True, number
    assert wrong == []
    assert not block


def test_no_block_of_code_is_there_twice_in_a_row() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert [one for one, after in pairwise(blocks) if one == after] == []


def test_the_lesson_that_the_page_adds_is_offered_and_comes_out(tmp_path: Path) -> None:
    """To the example of a game system, as the page says."""
    (code, texts), folder = (text for _, text in ADDED), write("towers", "system", tmp_path)
    file, words = folder / "lessons.py", folder / "locale" / "words.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{code}", encoding="utf-8")
    source = words.read_text(encoding="utf-8")
    for language, lines in re.findall(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", texts, re.MULTILINE | re.DOTALL):
        source = source.replace(f"[{language}]\n", f"[{language}]\n{lines}", 1)
    words.write_text(source, encoding="utf-8")
    found = check(folder, Words("en"), Wanted(commands=1, tests=False)).faults
    assert [fault.line(Words("en")) for fault in found] == []
    with authored(folder), Session.lesson("safe_points", "towers") as session:
        for command in ("roll", "hold"):
            session.submit(session.game.parse(command))
        progress = session.lesson_progress()
        assert progress is not None
        assert progress.done
        assert progress.title == "Safe points"
        assert [finding.came for finding in progress.findings] == ["In the pot: 9", "In the pot: 0"]
