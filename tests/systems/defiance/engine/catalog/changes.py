"""Content with one thing changed, and the fault found in it."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.catalog import read_catalog

MISSION = "missions/extraction.toml"


def with_file(built_in: dict[str, bytes], text: str, name: str = "extra.toml") -> dict[str, bytes]:
    return {**built_in, name: text.encode()}


def changed(built_in: dict[str, bytes], name: str, old: str, new: str) -> dict[str, bytes]:
    """The built-in files with one text replaced, which must be there."""
    source = built_in[name].decode()
    assert old in source
    return {**built_in, name: source.replace(old, new, 1).encode()}


def fault(content: dict[str, bytes]) -> str:
    with pytest.raises(ContentError) as caught:
        read_catalog(content)
    return str(caught.value)
