"""A small collection of games, made once, and a case's way to tell its stages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workshop.torture.games import RECORD, SAVE, Base, collection


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where torture keeps its games: those of `bases` are there once it was asked for."""
    return tmp_path_factory.mktemp("torture")


@pytest.fixture(scope="session")
def bases(home: Path) -> tuple[Base, ...]:
    """Games of nine steps in every system and form."""
    return collection(home / "games", home / "used", (9, 12))


@pytest.fixture
def save(bases: tuple[Base, ...]) -> Base:
    return next(one for one in bases if one.form == SAVE and one.contents.steps > 9)


@pytest.fixture
def record(bases: tuple[Base, ...]) -> Base:
    return next(one for one in bases if one.form == RECORD and one.contents.steps > 9)


@pytest.fixture(autouse=True)
def isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The platform's folders lie below the test's own."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
