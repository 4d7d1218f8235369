"""A place for a save, and a save in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journal.games import saved


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a game.defiance"


@pytest.fixture
def save(path: Path) -> Path:
    saved(path)
    return path
