"""The bundled plugins pass the check that their authors are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.lab.kit.check import Wanted, check
from defiance_qt.words.catalogue import Words

pytestmark = pytest.mark.slow

BUNDLED = [one.folder for one in available(bundled_folders())]


@pytest.mark.parametrize("folder", BUNDLED, ids=lambda folder: folder.name)
def test_a_bundled_plugin_has_no_fault(folder: Path) -> None:
    assert [fault.line(Words("en")) for fault in check(folder, Words("en"), Wanted(commands=40)).faults] == []
