"""The page for authors tells the truth: each example that names its files is a plugin without a fault (F-35)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from defiance_qt.lab.kit.check import check
from defiance_qt.lab.kit.new import kinds
from defiance_qt.words.catalogue import Words
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^<!-- file: (\w+)/(\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PLUGINS = sorted({plugin for plugin, _, _ in BLOCKS})


def test_there_is_an_example_of_each_kind() -> None:
    assert {"amber", "bold", "brisk", "foggy", "howler", "latin", "yard"} <= set(PLUGINS)
    for kind in kinds():
        assert f"`{kind}`" in PAGE


@pytest.mark.parametrize("id", PLUGINS)
def test_each_example_is_a_plugin_without_a_fault(id: str, tmp_path: Path) -> None:
    for plugin, name, text in BLOCKS:
        if plugin == id:
            file = tmp_path / id / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    assert [fault.line(Words("en")) for fault in check(tmp_path / id, Words("en")).faults] == []


def test_the_first_plugin_has_ten_lines() -> None:
    lines = [line for plugin, _, text in BLOCKS if plugin == "brisk" for line in text.splitlines()]
    assert len(lines) == 10
