"""What holds in every game, looked for in random play: legality, refusals, invariants, round trips, replay.

Spans `legal`, `decide`, `evolve` and `invariants`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.content import DeployUnits, OpenDoors, RaiseAlert, Trigger
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import Hooks, Veto
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.legal import check
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine import samples
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, opening, position
from tests.systems.defiance.engine.wandering import Moment, wandered

Key = tuple[str, str, int]
GAMES: list[Key] = [
    ("extraction", "en", 11),
    ("extraction", "es", 12),
    ("arena", "en", 21),
    ("arena", "es", 22),
    ("arena", "en-print", 23),
    ("arena", "es", 24),
    ("house", "en", 31),
]
MOST = 380
# A small room in which everything is at hand: every keyword, every element, cards of every kind.
ARENA = """
    C J U . ~ . 1 . .
     Q X N . % 2 Y . .
    B . G . # . . . .
     . . . ! . . . 3 R

    wall D1:e D2:e E1:w
    door gate C3:e
    security vault G3:e
    container crate X 2
    container chest Y 1
    console one G "S !" "B" "S S"
    neutral goldstein N
    respawn R
    cadin printed
    jazz printed carries=hacking_device,boarding_carbine,repair_kit,automedikit
    uma printed carries=pistol,bell,medikit,grenade,satchel,automedikit damage=6
    qiang printed carries=combi_rifle,heavy_armour,stimulant,automedikit damage=9
    billie printed
    mob 1 2
    brute 3
    selected lurker
    available cadmus
    reserve 1
    edition {edition}
    """
ARENA_CARDS = (
    pack("satchel")
    + """
    [[equipment]]
    id = "bell"
    actions = [{ id = "ring", use = "tap", effects = [{ do = "alert", amount = 1 }, { do = "reinforce" }] }]

    [[units]]
    id = "mob"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 2
      defense = ["black"]
      biotech = ["black"]
      respawn = 2
      replacements = 1
      abilities = ["ambushers", "hackable"]
      hack_attack = { dice = ["yellow", "orange"] }
      switches = [{ cost = "! !", effects = [{ do = "impose", state = "stunned" }] }]

        [[units.faces.attacks]]
        id = "rifle"
        dice = ["red", "orange"]
        range = [1, 8]

      [[units.faces]]
      colour = "red"
      number = 3
      speed = 4
      wounds = 3
      defense = ["blue"]
      respawn = 3
      replacements = 1
      attacks = [{ id = "rifle", dice = ["red", "red"], range = [1, 8] }]

    [[units]]
    id = "brute"

      [[units.faces]]
      colour = "black"
      number = 1
      speed = 3
      wounds = 6
      defense = ["green"]
      abilities = ["big", "visor", "cc_specialist", "natural_born_warrior"]
      attacks = [
        { id = "fist", dice = ["red", "red"], range = [1, 1], cc = true },
        { id = "cannon", dice = ["red", "orange"], range = [2, 6] },
      ]
      instructions = ["assault most_aggro + attack most_aggro", "attack least_distance"]

    [[units]]
    id = "lurker"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 5
      wounds = 2
      defense = ["black"]
      respawn = 1
      abilities = ["surprise_attack"]
      attacks = [{ id = "claws", dice = ["red", "red"], range = [1, 1], cc = true }]
    """
)
TRIGGERS = (
    Trigger("door_opened gate", (DeployUnits(("lurker",), ("E4",)),)),
    Trigger("flag one_1", (OpenDoors(("vault",)),)),
    Trigger("round_began 3", (RaiseAlert(2),)),
)
ABILITIES = (*builtin.contribute_abilities(), Ability("satchel", stores=1))
AT_TABLE = (c.EnterDice, c.EnterCard, c.SetAnswer, c.Overrule)
# How much a random player likes to do what, so that much happens before the Rounds are over.
TASTE: dict[type, float] = {
    c.Attack: 12,
    c.Hack: 8,
    c.UseCard: 6,
    c.Interact: 10,
    c.Equip: 0.4,
    c.Place: 0.5,
    c.Give: 0.2,
    c.FinishEquip: 3,
    c.EndActivation: 0.3,
    c.Rest: 0.5,
    c.Drag: 3,
    c.Move: 2,
}


def dear(context: object, command: c.Command, cost: int) -> NumberChange | None:
    """An Attack costs one Action more, an interaction one less."""
    return NumberChange("house", 1 if isinstance(command, c.Attack) else -1 if isinstance(command, c.Interact) else 0)


def far(context: object, figure: str, weapon: str, attack: str, low: int, high: int) -> NumberChange:
    return NumberChange("house", 1)


def never(context: object, command: c.Command) -> Veto | None:
    """Cadin takes no step onto the last row."""
    last = isinstance(command, c.StepTo) and command.character == "cadin" and command.space.endswith("4")
    return Veto("no_step", "H-001", "Cadin stays away from there") if last else None


@cache
def begun(mission: str, edition: str, seed: int) -> Play:
    """A game and its first state: in the arena, also with house rules."""
    if mission in ("arena", "house"):
        hooks = Hooks(abilities=ABILITIES)
        if mission == "house":
            hooks = Hooks(abilities=ABILITIES, modify_cost=(dear,), modify_range=(far,), check_command=(never,))
        return position(ARENA.format(edition=edition), ARENA_CARDS, hooks, seed=seed, triggers=TRIGGERS)
    return opening(mission, edition, seed)


def game(*key: Any) -> DefianceGame:
    return begun(*key).game


@cache
def played(mission: str, edition: str, seed: int) -> tuple[Moment, ...]:
    """A random game: every moment of it, those in which chance answered included."""
    first = begun(mission, edition, seed)
    return tuple(wandered(first.game, first.state, random.Random(seed), MOST, TASTE))


@cache
def universe() -> tuple[c.Command, ...]:
    """Every command that anybody could give in any of the games, in the order of their first sight."""
    return tuple(
        dict.fromkeys(one for key in GAMES for moment in played(*key) for one in game(*key).legal(moment.state))
    )


def some(key: Key, every: int) -> Sequence[Moment]:
    return [moment for at, moment in enumerate(played(*key)) if at % every == key[2] % every]


@pytest.mark.parametrize("key", GAMES)
def test_every_legal_command_decides(key: Key) -> None:
    table = game(*key)
    for moment in some(key, 9):
        for command in table.legal(moment.state):
            after, _ = table.step(moment.state, command)
            assert after is not moment.state, command


@pytest.mark.parametrize("key", GAMES)
def test_exactly_what_is_not_listed_is_refused_with_a_reason(key: Key) -> None:
    table, luck = game(*key), random.Random(1)
    for moment in some(key, 5):
        legal = table.legal(moment.state)
        if table.request(moment.state) is not None:
            continue
        near = [varied(luck.choice(legal), luck) for _ in range(30)]
        for command in (*legal, *near, *luck.sample(universe(), 60)):
            refused = check(table.rules, moment.state, command)
            assert (refused is None) == (command in legal), (command, refused)
            assert refused is None or (refused.code and refused.rule and str(refused))


@cache
def values() -> dict[tuple[type, str], tuple[Any, ...]]:
    """What each field of each kind of command holds anywhere in the games."""
    found: dict[tuple[type, str], dict[Any, None]] = {}
    for command in universe():
        for field in command.__struct_fields__:
            found.setdefault((type(command), field), {})[getattr(command, field)] = None
    return {field: tuple(known) for field, known in found.items()}


def varied(command: c.Command, luck: random.Random) -> c.Command:
    """The command with another value in one field: nearly legal, or legal too."""
    if not command.__struct_fields__:
        return command
    field = luck.choice(command.__struct_fields__)
    return replace(command, **{field: luck.choice(values()[type(command), field])})


@given(st.data())
def test_commands_about_nothing_are_refused(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(GAMES))
    moment = data.draw(st.sampled_from(played(*key)))
    command = data.draw(samples.of(c.Command))
    if command in game(*key).legal(moment.state):
        return
    code = refusal(key, moment.state, command)
    assert code or isinstance(command, AT_TABLE)


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [-1, 0, 1, 2, 7, 99, "", "K7", "ZZ99", "stunned", ["stunned"], ["nothing"], True, None, [], {}]
)


@given(st.data())
def test_an_overrule_leaves_a_table_that_can_stand_or_is_refused(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(GAMES))
    moment = data.draw(st.sampled_from(played(*key)))
    path = data.draw(st.sampled_from(paths(moment.state)))
    table = game(*key)
    command = c.Overrule(path, data.draw(VALUES | samples.JSON))
    if code := refusal(key, moment.state, command):
        assert code in ("wrong_value", "impossible", "unknown_path")
        return
    after, _ = table.step(moment.state, command)
    assert broken(table.rules, after) == []
    assert not after.agenda or table.legal(after) or table.request(after)


def refusal(key: Key, state: State, command: c.Command) -> str:
    """The code with which the command is refused, "" when it is not."""
    try:
        game(*key).decide(state, command)
    except Illegal as refused:
        return refused.code
    return ""


def paths(state: State) -> list[str]:
    """Every value of the table, by its path."""
    found = ["round", "alert", "reserve", "high_face", "selected", "available", "initiative", "flags"]
    for name in ("team", "enemies", "units", "doors", "containers", "consoles", "decks", "discards"):
        for id, value in getattr(state, name).items():
            fields = getattr(value, "__struct_fields__", ())
            found += [f"{name}.{id}.{field}" for field in fields] if fields else [f"{name}.{id}"]
    return found


# While one thing follows from another: Damage before the fall, a drawn card before it lies somewhere.
BETWEEN = re.compile(r"Damage of \d+ Wounds|times instead of")


@pytest.mark.parametrize("key", GAMES)
def test_events_lead_to_the_state_and_invariants_hold_after_every_one(key: Key) -> None:
    table = game(*key)
    moments = played(*key)
    for moment, following in pairwise(moments):
        state = moment.state
        for event in moment.events:
            state = evolve(state, event)
            faults = [fault for fault in broken(table.rules, state) if not BETWEEN.search(fault)]
            assert faults == [], (moment.command, event)
        assert state == following.state
        assert broken(table.rules, state) == [], moment.command


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("form", [msgspec.json, msgspec.msgpack])
def test_states_and_events_come_back_from_text_and_bytes(key: Key, form: Any) -> None:
    event, state, command = form.Decoder(Event), form.Decoder(State), form.Decoder(c.Command)
    for moment in some(key, 3):
        assert list(map(event.decode, map(form.encode, moment.events))) == list(moment.events)
        assert command.decode(form.encode(moment.command)) == moment.command
        assert state.decode(form.encode(moment.state)) == moment.state


@pytest.mark.parametrize("key", GAMES)
def test_deciding_again_gives_the_same_events(key: Key) -> None:
    """Pure: nothing is kept between two decisions, and a fresh ruleset decides alike."""
    fresh = DefianceGame(Rules(game(*key).rules.catalog, game(*key).rules.setup, game(*key).rules.hooks))
    for moment in some(key, 4):
        assert tuple(fresh.decide(moment.state, moment.command)) == moment.events


def test_random_play_meets_what_it_should() -> None:
    """Guards the tests above: were random play to pass everything by, they would say nothing."""
    seen = {
        str(type(event).__struct_config__.tag) for key in GAMES for moment in played(*key) for event in moment.events
    }
    assert len(seen) >= 60, sorted(seen)
