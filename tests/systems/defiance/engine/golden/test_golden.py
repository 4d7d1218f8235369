"""Whole games, line by line as they were told when they were last looked at.

Spans `decide` and `notation`.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

from defiance_qt.api import Illegal
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from tests.systems.defiance.engine.golden.playthrough import ANSWERED, SAID, files, header, retold
from tests.systems.defiance.engine.positions import catalog

FILES = {path.name: path for path in files()}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.slow
def test_the_game_is_told_as_it_was(name: str) -> None:
    """Where it is meant to be told otherwise: run playthrough.py as a module, and read the diff."""
    text = FILES[name].read_text(encoding="utf-8")
    pairs = zip_longest(text.splitlines(), retold(text))
    for number, (written, now) in enumerate(pairs, start=1):
        assert now == written, f"{name}, line {number}: playthrough.py tells it anew"


@pytest.mark.parametrize("name", FILES)
def test_it_is_told_to_its_end_and_its_commands_read_back(name: str) -> None:
    lines = FILES[name].read_text(encoding="utf-8").splitlines()
    assert lines[-1].split()[0] == "game_ended"
    commands = [line[2:] for line in lines if line.startswith((SAID, ANSWERED))]
    assert [format_command(parse_command(line)) for line in commands] == commands


def test_every_mission_has_one() -> None:
    """Those of bundled plugins too, told with their plugin alone."""
    told = [header(path.read_text(encoding="utf-8")) for path in FILES.values()]
    assert {one["mission"] for one in told if "plugins" not in one} == set(catalog().missions)
    assert {("kiln", "hostile_environment")} <= {(one["mission"], one.get("plugins", "")) for one in told}


def test_a_command_that_is_refused_stops_the_telling() -> None:

    text = next(iter(FILES.values())).read_text(encoding="utf-8")
    broken = text.partition("\n> ")[0] + "\n> activate cadin\n"
    with pytest.raises(Illegal):
        list(retold(broken))
