"""The order of plugins does not matter: neither that in which they are named or found, nor that of their ids."""

from __future__ import annotations

import random
import shutil
import string
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

from defiance_qt.core import chance
from defiance_qt.core.port import Odds, Setup
from defiance_qt.extend.found import Found, available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.systems.defiance.engine.commands import Attack, Command, Hack
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


# ---- the plugins that ship ----


def bundled() -> tuple[Found, ...]:
    """Every bundled plugin for this game."""
    found = available(bundled_folders())
    return tuple(one for one in found if one.serves(Defiance.id) and not one.system)


class Seen(NamedTuple):
    """What a game with some plugins comes to: its set-up, what was legal, the odds of what could be aimed, and its
    events."""

    setup: tuple[Event, ...]
    legal: tuple[tuple[Command, ...], ...]
    odds: tuple[Odds | None, ...]
    events: tuple[Event, ...]


def seen(loaded: Loaded, seed: int, steps: int = 120) -> Seen:
    """Play a random game with these plugins, and note what could be told of it."""
    assert loaded.failures == ()
    setup = Setup(Defiance.id, "extraction", seed, "en", {}, ())
    game = Defiance().bind(loaded.content, setup, loaded)
    luck, state = random.Random(seed), game.blank()
    begun = tuple(game.start(setup))
    for event in begun:
        state = game.evolve(state, event)
    choices, odds, told = [], [], []
    for _ in range(steps):
        asked = game.request(state)
        legal = game.legal(state)
        if asked is None and not legal:
            break
        command = game.answer(state, chance.answer(seed, asked)) if asked else luck.choice(legal)
        choices.append(legal)
        odds += [game.odds(state, one) for one in legal if isinstance(one, Attack | Hack)][:3]
        state, events = game.step(state, command)
        told += events
    assert loaded.registry.failures == ()
    return Seen(begun[1:], tuple(choices), tuple(odds), tuple(told))


@pytest.mark.parametrize("seed", range(4))
def test_bundled_plugins_give_one_game_in_whatever_order_they_are_loaded(seed: int) -> None:
    """Random subsets, named in random orders and found in random orders: set-up, legal commands, odds and the game are
    the same."""
    luck, every = random.Random(seed), available(bundled_folders())
    ids = [one.id for one in bundled()]
    chosen = luck.sample(ids, luck.randint(2, len(ids)) if seed else len(ids))
    games = []
    for _ in range(3):
        named, found = luck.sample(chosen, len(chosen)), luck.sample(every, len(every))
        games.append(seen(load(named, found=found), seed))
    assert games[0] == games[1] == games[2]
    assert any(games[0].odds), "no Attack came up"


@pytest.mark.parametrize("seed", range(3))
def test_the_ids_of_bundled_plugins_do_not_matter(seed: int, tmp_path: Path) -> None:
    """The same plugins under other ids, and so in another order among themselves, make the same game."""
    luck = random.Random(seed)
    games = []
    for turn in range(2):
        letters = luck.sample(string.ascii_lowercase, len(bundled()))
        folder = tmp_path / str(turn)
        for letter, one in zip(letters, bundled(), strict=True):
            _renamed(one, folder, f"{letter}_{one.id}")
        found = available([folder])
        games.append(seen(load([one.id for one in found], found=found), seed))
    assert games[0] == games[1]
    told = repr(games[0].events)
    assert all(f"{id}.name" in told for id in ("critical_fumbles", "iron_team", "night_raid"))


def _renamed(one: Found, folder: Path, id: str) -> None:
    shutil.copytree(one.folder, folder / id)
    manifest = folder / id / "plugin.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace(f'id = "{one.id}"', f'id = "{id}"', 1), encoding="utf-8")
