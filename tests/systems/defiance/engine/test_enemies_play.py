"""Random play with every Unit of the campaign on one board: invariants hold, nothing gets stuck, everybody acts.

Spans `enemies`, `decide` and `invariants`.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import SetFlag, Trigger
from defiance_qt.systems.defiance.engine.frames import Roll
from tests.systems.defiance.engine.positions import Play, catalog, position
from tests.systems.defiance.engine.wandering import checked

COLUMNS, ROWS = "ABCDEFGHIJKLMNOPQRST", 12
TEAM = """
    uma B2 carries=pistol,bandage,automedikit printed wounds=40
    cadin C2 carries=rippers,automedikit printed wounds=40
    qiang B4 carries=combi_rifle,heavy_armour,automedikit printed wounds=40
    jazz C4 carries=hacking_device,boarding_carbine,automedikit printed wounds=40
    console one F3 "S !" "B B"
    door gate J6:e
    door hatch K3:e
    difficult F2:e F4:e G6:e H8:e
    zone pad E9
    respawn S2 S11
    """
TABLES = {
    "rank and file": ("seedlings", "warden_drone", "shrike", "thresher", "lamplighter", "sapper"),
    "specialists": ("choir", "grafter", "mimic", "void_boarder", "siege_walker", "seedlings"),
    "personalities": ("hollow", "quarry", "tide", "clamp", "gate_anchor", "grafter"),
    "gate": ("archon", "tide", "quarry"),
}
GAMES = [(table, colour, seed) for table in TABLES for colour in ("blue", "red") for seed in (1, 2)]
MOST = 330


class Game(NamedTuple):
    commands: int
    events: tuple[e.Event, ...]


def table(name: str, colour: str, seed: int) -> Play:
    places = iter(f"{column}{row}" for row in (2, 5, 8, 11, 3, 6, 9, 12) for column in "HJLNPR")
    units = []
    for id in TABLES[name]:
        faces = catalog().units[id].faces
        face = faces[-1 if colour == "red" else 0]
        spaces = " ".join(next(places) for _ in range(face.number))
        units.append(f"{id} {spaces}{f' {face.colour}' if len(faces) > 1 else ''}")
    rows = "\n".join(" " * (row % 2) + ". " * len(COLUMNS) for row in range(ROWS))
    statements = "\n".join(line.strip() for line in TEAM.strip().splitlines())
    more = '[[equipment]]\nid = "bandage"\nactions = [{ id = "heal", effects = [{ do = "heal", amount = 2 }] }]\n'
    text = f"{rows}\n\n{statements}\n{chr(10).join(units)}\nreserve 9\nalert 2"
    spooks = Trigger("round_began 2", (SetFlag("spooked"),))
    return position(text, more, seed=seed, ai_deck=tuple(catalog().ai_cards), triggers=(spooks,))


@cache
def played(name: str, colour: str, seed: int) -> Game:
    """A random game, checked after every command."""
    play = table(name, colour, seed)
    moments = list(checked(play.game, play.state, random.Random(f"{name} {colour} {seed}"), MOST))
    return Game(len(moments), tuple(event for moment in moments for event in moment.events))


@pytest.mark.parametrize("key", GAMES)
def test_invariants_hold_after_every_command(key: tuple[str, str, int]) -> None:
    assert played(*key).commands > 60


def test_some_thousand_commands_are_played() -> None:
    assert sum(played(*key).commands for key in GAMES) >= 3000


def test_every_unit_that_has_orders_acts() -> None:
    acted = {event.enemy.rpartition(".")[0] for event in happened() if isinstance(event, e.InstructionChosen)}
    everybody = {id for units in TABLES.values() for id in units}
    assert everybody - acted == {"clamp"}


def test_every_armed_unit_attacks_and_the_abilities_are_seen() -> None:
    attackers = {event.weapon for event in happened() if isinstance(event, e.AttackDeclared)}
    assert {id for units in TABLES.values() for id in units} - attackers == {"clamp"}
    sources = Counter(getattr(event, "source", "") for event in happened())
    assert sources["ability.graft.name"]
    assert sources["ability.slip_away.name"]
    pools = [frame.team for frame in (getattr(event, "roll", None) for event in happened()) if isinstance(frame, Roll)]
    assert any(one.source == "ability.static.name" for side in pools if side is not None for one in side.applied)
    assert any(isinstance(event, e.DoorOpened) and event.by.startswith(("sapper", "void")) for event in happened())
    gained = {event.state for event in happened() if isinstance(event, e.StateGained)}
    assert {"burning", "pinned", "poisoned", "marked"} <= gained


def happened() -> list[e.Event]:
    return [event for key in GAMES for event in played(*key).events]
