"""Positions in text, so that a test reads like a game: given this table, when these commands, then these events.

    game = position('''
        C . . 1
         . . . .
        U . . 2

        cadin damage=3 aggro=1
        nox_spec_ops 1 2 ai=rush
        alert 2
    ''')
    game.do("activate cadin", "attack cadin rippers.slash nox_spec_ops.1", team="S S B", enemy="B")
    assert game.told("damage_suffered") == […]

The board comes first, up to an empty line: one character a space, every second row half a space further east. `. # ~ %
!` are grounds (see `Tile`), `_` is no space, anything else marks a free space. C, U, Q, J and B put a Character there.
Then one statement a line:

- `cadin A2 damage=3 aggro=1 stunned activated tabs=hand,backpack carries=pistol,knife@backpack`: a Character or Ally;
  the place is a mark, a space, or left out. `consequences=`, `face_down=`, `intel=`, `speed=`, `wounds=`, `max_aggro=`
  and `defense=any,any` too. Whoever is not `printed` has 10 Wounds, Speed 4 (Cadin 6), a Maximum Aggro of 3, two hands,
  head, torso, one Backpack and dice that can show anything, so that no card's values matter.
- `nox_spec_ops 1 C3 red ai=rush`: a deployed Unit with a place for each Miniature ("-" for one that is dead), its face,
  its AI card; `away` waits off the board; `nox_spec_ops.2 damage=1 stunned`: one Miniature.
- `wall`, `red`, `violet`, `difficult` and sides ("B2:e"); `door gate B2:e`, `security gate B2:e`, `open gate B2:e`
  (a door that stands open); `container crate X 2`; `console one X "S !" "B"`; `neutral goldstein X`.
- `alert`, `reserve`, `round` and a number; `turn enemy`; `block billie`; `edition es`; `switch rest=no`; `zone out A1
  A2`; `respawn`, `selected`, `available`, `initiative`, `deck loot`, `discards loot` and a list; `last cadin`;
  `answers team.dice=person`.

Everything else is as a mission would set it up. Round 1, the team's turn, nobody activated, Alert 1, an empty Reserve.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from defiance_qt.core.port import Setup
from defiance_qt.lab.positions import Positions
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import content as cards
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.board.tiles import Placement, Tile
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules.attributes import faces_of
from defiance_qt.systems.defiance.engine.rules.equip import equipped_at_start
from defiance_qt.systems.defiance.engine.rules.figures import in_play
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.setup import set_up
from defiance_qt.systems.defiance.engine.state import Carried, Character, Enemy, State, Unit
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.systems.defiance.testing.play import Play
from defiance_qt.systems.defiance.testing.statements import Table

if TYPE_CHECKING:
    from defiance_qt.extend.loader import Loaded
    from defiance_qt.extend.sessions import Session

__all__ = ["DefiancePositions", "Play", "catalog", "opening", "position", "start"]

EQUIPMENT = {
    "cadin": "rippers,automedikit",
    "uma": "pistol,stun_pistol,automedikit",
    "qiang": "stick,automedikit",
    "jazz": "hacking_device,automedikit",
}
PLACES = {"": "light", "-": ""}
SYSTEM = "infinity-defiance"
Figure = TypeVar("Figure", Character, Enemy)
FIELD = "field"
NEVER = cards.Condition(id="never", flags=("never",))
TEST_CARDS = (Path(__file__).parent / "cards.toml").read_bytes()


Files = tuple[tuple[str, bytes], ...]
"""Content files, name and bytes."""


@cache
def catalog(more: str = "", files: Files = ()) -> Catalog:
    """Return the built-in cards, those for tests, and some more in TOML. `files` stand in for all built-in ones."""
    cards = {**(dict(files) or content.files()), "tests.toml": TEST_CARDS, "case.toml": textwrap.dedent(more).encode()}
    return read_catalog(cards, vocabulary=None, missions=())


def position(
    text: str, more: str = "", hooks: Hooks | None = None, seed: int = 1, files: Files = (), **mission: Any
) -> Play:
    """Return the game at the position that the text shows. `more` are further cards in TOML, `files` all content where
    plugins add to it, `hooks` those of the plugins, `mission` fields of the Mission (triggers, victory, …)."""
    table, rules = _read(text, more, hooks, seed, mission, files)
    return Play(DefianceGame(rules), _state(table, rules))


class DefiancePositions(Positions):
    """Positions with plugins, and missions with the team deployed, for tests of plugins."""

    play = Play

    def position(self, loaded: Loaded, text: str, *more: Any, **given: Any) -> Play:
        """Return the position of a text; `more` and `given` are those of `position`."""
        cards = more[0] if more else given.pop("more", "")
        return position(text, cards, hooks_of(loaded), files=tuple(loaded.content.items()), **given)

    def mission(self, session: Session) -> Play:
        while session.prompt.asks == "deployment":
            session.submit(session.legal()[0])
        game = session.game
        assert isinstance(game, DefianceGame)
        return Play(game, session.state)


def start(text: str, more: str = "", hooks: Hooks | None = None, seed: int = 1, **mission: Any) -> Play:
    """The game as a mission on that board sets it up: the team is still to be placed, on the spaces where the text puts
    it. `events` are those of the set-up."""
    _, rules = _read(text, more, hooks, seed, mission)
    game = DefianceGame(rules)
    events = list(game.start(rules.setup))
    play = Play(game, reduce(game.evolve, events, game.blank()))
    play.events = events
    return play


def _read(
    text: str, more: str, hooks: Hooks | None, seed: int, mission: dict[str, Any], files: Files = ()
) -> tuple[Table, Rules]:
    known = catalog(more, files)
    board, _, statements = textwrap.dedent(text).strip("\n").partition("\n\n")
    table = Table(known)
    table.read_board(board.splitlines())
    for line in statements.splitlines():
        if line.strip():
            table.read_statement(line)
    return table, _rules(table, hooks, mission, seed)


def _rules(table: Table, hooks: Hooks | None, more: dict[str, Any], seed: int) -> Rules:
    units = (*table.units, *table.state.get("selected", ()), *table.state.get("available", ()))
    fields: dict[str, Any] = {
        "id": FIELD,
        "number": 1,
        "tiles": (Placement(FIELD),),
        "alert": 1,
        "characters": tuple(id for id in table.team if not table.known.characters[id].ally),
        "allies": tuple(id for id in table.team if table.known.characters[id].ally),
        "deployment": tuple(held[0] for held in table.team.values() if held[0]),
        "respawn": (),
        "selected": units,
        "available": (),
        "openings": {"en": cards.Opening(()), "es": cards.Opening(())},
        "victory": (NEVER,),
        **table.mission,
        **more,
    }
    known = replace(
        _restricted(table),
        tiles={**table.known.tiles, FIELD: Tile(FIELD, tuple(table.rows), table.sides)},
        missions={FIELD: cards.Mission(**fields)},
    )
    setup = Setup(SYSTEM, FIELD, seed, table.edition, {"switches": table.switches, "answers": table.answers})
    return Rules(known, setup, hooks or Hooks(abilities=tuple(builtin.contribute_abilities())))


def _restricted(table: Table) -> Catalog:
    """The cards in play: of a deck that is given, no others than those given and those that lie about."""
    words = [word for held in (*table.team.values(), *table.units.values()) for word in held]
    known = table.known
    for deck, kind in (("ai", "ai_cards"), ("loot", "loot"), ("consequence", "consequences")):
        if not any(deck in pile for pile in table.piles.values()):
            continue
        there = Counter(card for pile in table.piles.values() for card in pile.get(deck, ()))
        keys = {"ai": ("ai",), "consequence": ("consequences", "face_down")}.get(deck, ())
        there.update(
            card for word in words if word.partition("=")[0] in keys for card in word.partition("=")[2].split(",")
        )
        of = getattr(known, kind)
        held = {id: of[id] if deck == "ai" else replace(of[id], copies=count) for id, count in there.items()}
        known = replace(known, **{kind: held})
    return known


def _state(table: Table, rules: Rules) -> State:
    """The mission as it is set up, and then as the statements say."""
    start = reduce(
        lambda state, event: DefianceGame(rules).evolve(state, event),
        set_up(rules, rules.setup),
        State(rules.setup),
    )
    state = replace(
        start,
        round=1,
        # Without its controller an Ally stays aboard, but what the text shows is there.
        team={
            id: _character(rules, start.team.get(id) or in_play(rules, start, id), words)
            for id, words in table.team.items()
        },
        doors={id: replace(door, open=table.doors[id]) for id, door in start.doors.items()},
        agenda=(f.Round("activations", **table.round),) if "phase" not in table.round else (f.Round(**table.round),),
        selected=(),
    )
    state = replace(state, **table.state)
    for id, words in table.units.items():
        state = _unit(table, rules, state, id, words)
    for id, words in table.minis.items():
        state = replace(state, enemies={**state.enemies, id: _changed(state.enemies[id], words)})
    decks = dict(state.decks)
    for one in state.team.values():
        decks["consequence"] = _without(decks["consequence"], (*one.consequences, *one.face_down))
    decks |= table.piles["decks"] | {deck: () for deck in table.piles["discards"] if deck not in table.piles["decks"]}
    return replace(state, decks=decks, discards={**state.discards, **table.piles["discards"]})


def _without(deck: tuple[str, ...], drawn: Iterable[str]) -> tuple[str, ...]:
    return tuple((Counter(deck) - Counter(drawn)).elements())


def _unit(table: Table, rules: Rules, state: State, id: str, words: Sequence[str]) -> State:
    faces = faces_of(rules, state, id)
    face, fields, enemies, number = 0, dict[str, Any](), dict(state.enemies), 0
    decks = state.decks
    for word in words:
        key, _, value = word.partition("=")
        if key == "ai":
            fields["ai_card"] = value
            decks = {**decks, "ai": tuple(card for card in decks["ai"] if card != value)}
        elif key == "activated":
            fields["activated"] = True
        elif key == "away":
            fields["hidden_away"] = True
        elif key in ("blue", "red"):
            face = next(at for at, profile in enumerate(faces) if profile.colour == key)
        else:
            number += 1
            if key != "-":
                enemies[f"{id}.{number}"] = Enemy(f"{id}.{number}", id, number, table.space(key))
    return replace(state, decks=decks, enemies=enemies, units={**state.units, id: Unit(id, face, faces, **fields)})


def _character(rules: Rules, one: Character, words: Sequence[str]) -> Character:
    one = replace(one, space=words[0])
    if "printed" not in words:
        aggro = None if one.ally else 3
        speed = 6 if one.id == "cadin" else 4
        one = replace(one, speed=speed, wounds=10, defense=("any",) * 4, max_aggro=aggro)
        if not one.ally:
            one = replace(one, tabs=("head", "torso", "hand", "hand", "backpack"))
            one = _carrying(rules, one, EQUIPMENT.get(one.id, "automedikit"))
    tabs = [word for word in words[1:] if word.startswith("tabs=")]
    if tabs:
        one = replace(one, tabs=tuple(tabs[0][5:].split(",")), carried=())
    for word in words[1:]:
        if word.startswith("carries="):
            one = _carrying(rules, one, word[8:])
    return _changed(
        one, [word for word in words[1:] if word != "printed" and not word.startswith(("tabs=", "carries="))]
    )


def _carrying(rules: Rules, one: Character, items: str) -> Character:
    """`pistol,knife@backpack,club@-`: in the first place that takes it, in the one named, or not placed yet."""
    one = replace(one, carried=())
    for word in filter(None, items.split(",")):
        item, _, place = word.partition("@")
        software = rules.catalog.equipment[item].software
        if place or not rules.catalog.equipment[item].tabs:
            one = replace(one, carried=(*one.carried, Carried(item, PLACES.get(place, place), software)))
        else:
            before = len(one.carried)
            one = equipped_at_start(rules, one, (item,))
            assert len(one.carried) > before, f"{one.id} has no place for {item}"
    return one


def _changed(one: Figure, words: Sequence[str]) -> Figure:
    """A figure with what the words say: `damage=3`, `consequences=a,b`, `activated`, or a State."""
    fields: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals and key == "activated":
            fields[key] = True
        elif not equals:
            fields["states"] = (*fields.get("states", ()), key)
        elif value.lstrip("-").isdigit():
            fields[key] = int(value)
        else:
            fields[key] = tuple(value.split(","))
    return replace(one, **fields)


def opening(mission: str = "extraction", edition: str = "en", seed: int = 1, **options: Any) -> Play:
    """A mission as it is set up, the team still to be placed."""
    setup = Setup(SYSTEM, mission, seed, edition, options)
    game = DefianceGame(Rules(catalog(), setup, Hooks(abilities=tuple(builtin.contribute_abilities()))))
    return Play(game, reduce(game.evolve, game.start(setup), game.blank()))
