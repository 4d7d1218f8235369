"""A whole game of each mission of Saltgate, line by line as it was told when it was last looked at."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.expansions.outcast.saltgate import catalog, own
from tests.systems.defiance.engine.golden.playthrough import files, header, retold

FILES = {path.name: path for path in files(Path(__file__).parent / "golden")}


@pytest.mark.parametrize("name", FILES)
def test_the_game_is_told_as_it_was(name: str) -> None:
    """Where it is meant to be told otherwise: run playthrough.py with this folder, and read the diff."""
    text = FILES[name].read_text(encoding="utf-8")
    pairs = zip_longest(text.splitlines(), retold(text))
    for number, (written, now) in enumerate(pairs, start=1):
        assert now == written, f"{name}, line {number}: playthrough.py tells it anew"
    assert text.splitlines()[-1].split()[0] == "game_ended"


def test_every_mission_has_one() -> None:
    told = {header(path.read_text(encoding="utf-8"))["mission"] for path in FILES.values()}
    assert told == {id for id in catalog().missions if own("missions", id)}
