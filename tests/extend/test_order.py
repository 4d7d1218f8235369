"""The order of plugins does not matter: neither that in which they are named or found, nor that of their ids."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from defiance_qt.core import chance
from defiance_qt.core.system import Setup
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.system import Defiance
from tests.extend.plugins import plugin

DICE = """
from defiance_qt.api import RollModifier

def modify_roll(context, roll):
    return (RollModifier("{0}.name", "{1}", dice=("black",), symbols="!", fewer={2}, rules=("{0}-1",)),)
"""
SLOW = """
def modify_attribute(context, figure, attribute):
    return -1 if attribute == "speed" else 0
"""
TIRED = """
from defiance_qt.api import Veto, commands

def check_command(context, command):
    return Veto("tired", "tired-1", "nobody rests") if isinstance(command, commands.Rest) else None
"""
LUCK = """
from defiance_qt.api import SymbolChange

def modify_symbols(context, side, symbols):
    if side == "team":
        return SymbolChange("{0}.name", symbols._replace(success={1} * symbols.success, block=0))
"""
WEATHER = (DICE.format("rain", "team", 0), DICE.format("fog", "team", 1), DICE.format("sun", "enemy", 0))
CODES = (*WEATHER, SLOW, TIRED, LUCK.format("luck", 2), LUCK.format("zeal", 3))
IDS = "abcdefg"


def written(folder: Path, codes: Sequence[str]) -> Path:
    for id, code in zip(IDS, codes, strict=True):
        plugin(folder, id, code)
    return folder


def played(loaded: Loaded) -> list[Event]:
    """The events of a random game with these plugins."""
    assert loaded.failures == ()
    setup = Setup(Defiance.id, "extraction", 5, "en", {}, tuple(stamp.id for stamp in loaded.stamps))
    game = Defiance().bind(loaded.content, setup, loaded)
    luck, told, state = random.Random(5), list(game.start(setup)), game.blank()
    for event in told:
        state = game.evolve(state, event)
    for _ in range(250):
        asked = game.request(state)
        command = game.answer(state, chance.answer(5, asked)) if asked else luck.choice(game.legal(state))
        state, events = game.step(state, command)
        told += events
    return told[1:]


def test_the_order_of_choosing_and_finding_does_not_matter(tmp_path: Path) -> None:
    found = available([written(tmp_path, CODES), *bundled_folders()])
    ids = ("a", "e", "field_mender", "generous_sight")
    games = [played(load(order, found=found)) for order in list(permutations(ids))[::5]]
    games.append(played(load(ids, found=tuple(reversed(found)))))
    assert len(games) > 3
    assert all(game == games[0] for game in games)


def test_whose_id_comes_first_does_not_matter(tmp_path: Path) -> None:
    """The same five plugins under other ids: what they add to rolls, take from values and forbid comes to the same."""
    games = []
    for number, codes in enumerate((CODES, CODES[::-1], CODES[2:] + CODES[:2])):
        folder = written(tmp_path / str(number), codes)
        games.append(played(load(IDS, found=available([folder]))))
    assert games[0] == games[1] == games[2]
    assert any("rain-1" in rules and "fog-1" in rules for event in games[0] for rules in [getattr(event, "rules", ())])
