"""The built-in game, as files and read."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog


@pytest.fixture(scope="module")
def built_in() -> dict[str, bytes]:
    return files()


@pytest.fixture(scope="module")
def catalog(built_in: dict[str, bytes]) -> Catalog:
    return read_catalog(built_in)
