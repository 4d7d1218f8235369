"""What the presenters show, line by line. `python -m tests.systems.defiance.view.present.showing` writes it again."""

from __future__ import annotations

import difflib

import pytest

from tests.systems.defiance.view.present.showing import FOLDER, MOMENTS, text


@pytest.mark.parametrize("name", MOMENTS)
def test_it_shows_what_was_read_and_found_right(name: str) -> None:
    before = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = text(name).splitlines()
    assert now == before, "\n".join(list(difflib.unified_diff(before, now, lineterm="", n=1))[:40])


def test_there_is_no_file_beside_them() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(MOMENTS)
