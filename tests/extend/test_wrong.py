"""Plugins that are wrong, each in one way: `plugin check` names the fault in one line, as kept in `expected.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend import guard
from defiance_qt.lab.kit.check import check
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES

pytestmark = pytest.mark.slow

WRONG = sorted(path for path in (Path(__file__).parent / "wrong").iterdir() if path.is_dir())


def test_there_are_many_and_no_two_alike() -> None:
    assert len(WRONG) >= 60
    lines = [(path / "expected.txt").read_text(encoding="utf-8") for path in WRONG]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("folder", WRONG, ids=lambda path: path.name)
def test_each_fault_is_one_line_with_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if folder.name == "endless_loop":
        monkeypatch.setattr(guard, "SECONDS", 0.2)
    expected = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    before = sorted(folder.rglob("*"))
    assert len(expected) == 1
    faults = check(folder, Words("en")).faults
    assert [fault.line(Words("en")) for fault in faults] == expected
    for language in LANGUAGES:
        assert "\n" not in faults[0].line(Words(language))
    assert sorted(folder.rglob("*")) == before
