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

import shlex
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from defiance_qt import content
from defiance_qt.core import chance
from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal
from defiance_qt.core.system import Setup
from defiance_qt.engine import content as cards
from defiance_qt.engine import events as e
from defiance_qt.engine import frames as f
from defiance_qt.engine import requests
from defiance_qt.engine.board.tiles import Placement, Tile
from defiance_qt.engine.catalog import Catalog, read_catalog
from defiance_qt.engine.commands import Command
from defiance_qt.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.engine.game import DefianceGame
from defiance_qt.engine.hooks import Hooks
from defiance_qt.engine.notation import format_command, format_event, parse_command
from defiance_qt.engine.rules.equip import equipped_at_start
from defiance_qt.engine.ruleset import Rules
from defiance_qt.engine.setup import set_up
from defiance_qt.engine.state import Carried, Character, Enemy, State, Unit
from defiance_qt.extend import builtin

MARKS = {"C": "cadin", "U": "uma", "Q": "qiang", "J": "jazz", "B": "billie"}
EQUIPMENT = {
    "cadin": "rippers,automedikit",
    "uma": "pistol,stun_pistol,automedikit",
    "qiang": "stick,automedikit",
    "jazz": "hacking_device,automedikit",
}
PLACES = {"": "light", "-": ""}
GROUNDS = frozenset(".#~%!")
SIDES = ("wall", "red", "violet", "difficult")
SYSTEM = "infinity-defiance"
Figure = TypeVar("Figure", Character, Enemy)
FIELD = "field"
NEVER = cards.Condition("never", flags=("never",))
TEST_CARDS = (Path(__file__).parent / "cards.toml").read_bytes()


@lru_cache(maxsize=64)
def catalog(more: str = "") -> Catalog:
    """The built-in cards, those for tests, and some more in TOML."""
    files = {**content.files(), "tests.toml": TEST_CARDS, "case.toml": textwrap.dedent(more).encode()}
    return read_catalog(files, missions=())


# ---- the game at hand --------------------------------------------------------------------------------------------


class Play:
    """A game at a position. `events` are those of the last `do`."""

    def __init__(self, game: DefianceGame, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[e.Event] = []
        self._answers: dict[str, list[str]] = {}

    # -- playing

    def do(self, *lines: str, **answers: str | Sequence[str]) -> Play:
        """The commands, one after another. `answers` are what chance answers, in order: `team` and `enemy` are dice,
        as faces ("1 6") or as what they show ("S S !"); `ai`, `initiative`, `loot`, `consequence` and `pick` are cards.
        All of them must be asked for. Cards that nobody names are drawn by the app; dice have to be named.
        """
        self._answers = {kind: [told] if isinstance(told, str) else list(told) for kind, told in answers.items()}
        self.events = []
        for line in lines:
            self._submit(parse_command(line))
        left = {kind: told for kind, told in self._answers.items() if told}
        assert not left, f"never asked for: {left}"
        return self

    def pass_on(self, **answers: str | Sequence[str]) -> Play:
        """The Enemy's turn to its end; the team keeps what it rolls."""
        self._answers = {kind: [told] if isinstance(told, str) else list(told) for kind, told in answers.items()}
        self.events = []
        idle = ("proceed", "let_stand", "keep_critical", "keep_dice")
        while lines := [line for line in self.options() if line.startswith(idle)]:
            self._submit(parse_command(lines[0]))
        left = {kind: told for kind, told in self._answers.items() if told}
        assert not left, f"never asked for: {left}"
        return self

    def _submit(self, command: Command) -> None:
        self._decide(command)
        while (asked := self.game.request(self.state)) is not None and asked.by_app:
            self._decide(self._answered(asked))

    def _decide(self, command: Command) -> None:
        before = self.state
        after, events = self.game.step(before, command)
        assert reduce(self.game.evolve, events, before) == after, "the events lead to another state"
        assert not (faults := self.game.invariants(after)), faults
        self.state = after
        self.events += events

    def _answered(self, asked: Request) -> Command:
        key = asked.side if asked.kind == "dice" else {"ai_card": "ai"}.get(asked.kind, asked.kind)
        told = self._answers.get(key)
        if asked.kind == "dice":
            assert told, f"no dice named for the {asked.side}: {self._pool(asked)}"
            return requests.answer(self.state, self._faces(asked, told.pop(0)))
        if not told:
            return requests.answer(self.state, chance.answer(self.state.setup.seed, asked))
        return parse_command(f"enter_card {told.pop(0)}")

    def _pool(self, asked: Request) -> tuple[list[str], Symbols]:
        """The dice that are asked for, and what stands beside them already."""
        roll = self.state.agenda[-1]
        assert isinstance(roll, f.Roll)
        side = roll.team if asked.side == "team" else roll.enemy
        assert side is not None
        if roll.step.startswith("again:"):
            return [side.dice[int(roll.step[6:])].die], NO_SYMBOLS
        return [pool.die for pool in side.dice], side.fixed

    def _faces(self, asked: Request, told: str) -> tuple[int, ...]:
        if told and told.replace(" ", "").isdigit():
            return tuple(int(face) - 1 for face in told.split())
        dice, fixed = self._pool(asked)
        return faces_showing(self.game.rules.catalog, dice, Symbols.parse(told), fixed)

    # -- looking

    def one(self, id: str) -> Character:
        return self.state.team[id]

    def foe(self, id: str) -> Enemy:
        return self.state.enemies[id]

    def unit(self, id: str) -> Unit:
        return self.state.units[id]

    def points(self) -> int:
        """The active Character's movement points."""
        return self._activation().points

    def actions(self) -> int:
        """The active Character's Actions."""
        return self._activation().actions

    def _activation(self) -> f.Activation:
        return next(frame for frame in self.state.agenda if isinstance(frame, f.Activation))

    def roll(self) -> f.Roll:
        """The roll in progress."""
        return next(frame for frame in reversed(self.state.agenda) if isinstance(frame, f.Roll))

    def shown(self, side: str) -> str:
        """What a side of the roll in progress has left, in text form."""
        roll = self.roll()
        held = roll.team if side == "team" else roll.enemy
        assert held is not None
        return held.symbols.text

    def dice(self, side: str) -> list[str]:
        """The dice of a side of the roll that was opened last."""
        opened = [event for event in self.events if isinstance(event, e.RollOpened)]
        held = opened[-1].roll.team if side == "team" else opened[-1].roll.enemy
        assert held is not None
        return [pool.die for pool in held.dice]

    def told(self, *tags: str) -> list[str]:
        """The events of the last `do` with these tags, as lines of text; all of them without tags."""
        lines = [format_event(event) for event in self.events]
        return [line for line in lines if not tags or line.split()[0] in tags]

    def options(self, *starts: str) -> list[str]:
        """The legal commands as lines of text, those that begin so."""
        lines = [format_command(command) for command in self.game.legal(self.state)]
        return [line for line in lines if not starts or line.startswith(starts)]

    def can(self, line: str) -> bool:
        return parse_command(line) in self.game.legal(self.state)

    def refused(self, line: str) -> str:
        """Why the command is refused: "code rule". Fails when it is not."""
        command = parse_command(line)
        try:
            self.game.decide(self.state, command)
        except Illegal as refused:
            return f"{refused.code} {refused.rule}".strip()
        raise AssertionError(f"{line} is legal")

    def asks(self) -> str:
        """Who is asked what: "team activation", "table draw"; "over" at the end."""
        prompt = self.game.prompt(self.state)
        return f"{prompt.seat} {prompt.asks}".strip()


def faces_showing(known: Catalog, dice: Sequence[str], wanted: Symbols, fixed: Symbols = NO_SYMBOLS) -> tuple[int, ...]:
    """Faces from 0 that together show exactly these symbols. Fails when the dice cannot."""
    if not dice:
        assert wanted == fixed, f"they show {fixed.text} besides"
        return ()
    for face, shown in enumerate(known.dice.dice[dice[0]].faces):
        if wanted.covers(fixed + shown):
            try:
                return (face, *faces_showing(known, dice[1:], wanted, fixed + shown))
            except AssertionError:
                continue
    raise AssertionError(f"{' '.join(dice)} cannot show {wanted.text} besides {fixed.text}")


# ---- reading a position ------------------------------------------------------------------------------------------


class _Table:
    """A position while it is read."""

    def __init__(self, known: Catalog) -> None:
        self.known = known
        self.marks: dict[str, str] = {}
        self.rows: list[str] = []
        self.team: dict[str, list[str]] = {}
        self.units: dict[str, list[str]] = {}
        self.minis: dict[str, list[str]] = {}
        self.mission: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.round: dict[str, Any] = {}
        self.sides: dict[Any, tuple[str, ...]] = {}
        self.doors: dict[str, bool] = {}
        self.switches: dict[str, str] = {}
        self.answers: dict[str, str] = {}
        self.piles: dict[str, dict[str, tuple[str, ...]]] = {"decks": {}, "discards": {}}
        self.edition = "en"

    def space(self, word: str) -> str:
        return self.marks.get(word, word)

    def read_board(self, lines: Sequence[str]) -> None:
        for row, line in enumerate(lines):
            ground = ""
            for column, char in enumerate(line.split()):
                name = f"{chr(ord('A') + column)}{row + 1}"
                if char in GROUNDS or char == "_":
                    ground += " " if char == "_" else char
                    continue
                ground += "."
                self.marks[char] = name
                if char in MARKS:
                    self.team[MARKS[char]] = [name]
            self.rows.append(ground)

    def read_statement(self, line: str) -> None:
        word, *rest = shlex.split(line)
        if word in self.known.characters:
            held = self.team.setdefault(word, [""])
            if rest and "=" not in rest[0] and (rest[0] in self.marks or rest[0][-1].isdigit()):
                held[0] = self.space(rest.pop(0))
            held += rest
        elif word in self.known.units:
            self.units[word] = rest
        elif word.rpartition(".")[0] in self.known.units:
            self.minis[word] = rest
        else:
            STATEMENTS[word](self, rest)


def _into(place: str, field: str, make: Callable[[list[str]], Any]) -> Callable[[_Table, list[str]], None]:
    def read(table: _Table, rest: list[str]) -> None:
        getattr(table, place)[field] = make(rest)

    return read


def _sides(kind: str) -> Callable[[_Table, list[str]], None]:
    def read(table: _Table, rest: list[str]) -> None:
        table.sides[kind] = (*table.sides.get(kind, ()), *rest)

    return read


def _door(security: bool, opened: bool) -> Callable[[_Table, list[str]], None]:
    def read(table: _Table, rest: list[str]) -> None:
        door = cards.MissionDoor(rest[0], rest[1], security)
        table.mission["doors"] = (*table.mission.get("doors", ()), door)
        table.doors[rest[0]] = opened

    return read


def _container(table: _Table, rest: list[str]) -> None:
    box = cards.MissionContainer(rest[0], table.space(rest[1]), int(rest[2]) if len(rest) > 2 else 1)
    table.mission["containers"] = (*table.mission.get("containers", ()), box)


def _console(table: _Table, rest: list[str]) -> None:
    inputs = tuple(
        cards.ConsoleInput(symbols, (cards.SetFlag(f"{rest[0]}_{number}"),))
        for number, symbols in enumerate(rest[2:], start=1)
    )
    one = cards.MissionConsole(rest[0], table.space(rest[1]), inputs)
    table.mission["consoles"] = (*table.mission.get("consoles", ()), one)


def _neutral(table: _Table, rest: list[str]) -> None:
    one = cards.MissionNeutral(rest[0], table.space(rest[1]))
    table.mission["neutrals"] = (*table.mission.get("neutrals", ()), one)


def _zone(table: _Table, rest: list[str]) -> None:
    table.mission.setdefault("zones", {})[rest[0]] = tuple(table.space(word) for word in rest[1:])


def _pairs(place: str) -> Callable[[_Table, list[str]], None]:
    def read(table: _Table, rest: list[str]) -> None:
        getattr(table, place).update(word.split("=") for word in rest)

    return read


def _pile(piles: str) -> Callable[[_Table, list[str]], None]:
    def read(table: _Table, rest: list[str]) -> None:
        table.piles[piles][rest[0]] = tuple(rest[1:])

    return read


def _edition(table: _Table, rest: list[str]) -> None:
    table.edition = rest[0]


def _respawn(table: _Table, rest: list[str]) -> None:
    table.mission["respawn"] = tuple(table.space(word) for word in rest)


def _first(rest: list[str]) -> str:
    return rest[0]


def _whole(rest: list[str]) -> int:
    return int(rest[0])


STATEMENTS: dict[str, Callable[[_Table, list[str]], None]] = {
    **{kind: _sides(kind) for kind in SIDES},
    "door": _door(False, False),
    "security": _door(True, False),
    "open": _door(False, True),
    "container": _container,
    "console": _console,
    "neutral": _neutral,
    "zone": _zone,
    "alert": _into("state", "alert", _whole),
    "reserve": _into("state", "reserve", _whole),
    "round": _into("state", "round", _whole),
    "last": _into("state", "last_activated", _first),
    "initiative": _into("state", "initiative", tuple),
    "flags": _into("state", "flags", tuple),
    "selected": _into("state", "selected", tuple),
    "available": _into("state", "available", tuple),
    "turn": _into("round", "turn", _first),
    "block": _into("round", "block", _first),
    "phase": _into("round", "phase", _first),
    "respawn": _respawn,
    "edition": _edition,
    "switch": _pairs("switches"),
    "answers": _pairs("answers"),
    "deck": _pile("decks"),
    "discards": _pile("discards"),
}


def position(text: str, more: str = "", hooks: Hooks | None = None, seed: int = 1, **mission: Any) -> Play:
    """The game at the position that the text shows. `more` are further cards in TOML, `mission` fields of the Mission
    (triggers, victory, …)."""
    table, rules = _read(text, more, hooks, seed, mission)
    return Play(DefianceGame(rules), _state(table, rules))


def start(text: str, more: str = "", hooks: Hooks | None = None, seed: int = 1, **mission: Any) -> Play:
    """The game as a mission on that board sets it up: the team is still to be placed, on the spaces where the text puts
    it. `events` are those of the set-up."""
    _, rules = _read(text, more, hooks, seed, mission)
    game = DefianceGame(rules)
    events = list(game.start(rules.setup))
    play = Play(game, reduce(game.evolve, events, game.blank()))
    play.events = events
    return play


def _read(text: str, more: str, hooks: Hooks | None, seed: int, mission: dict[str, Any]) -> tuple[_Table, Rules]:
    known = catalog(more)
    board, _, statements = textwrap.dedent(text).strip("\n").partition("\n\n")
    table = _Table(known)
    table.read_board(board.splitlines())
    for line in statements.splitlines():
        if line.strip():
            table.read_statement(line)
    return table, _rules(table, hooks, mission, seed)


def _rules(table: _Table, hooks: Hooks | None, more: dict[str, Any], seed: int) -> Rules:
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


def _restricted(table: _Table) -> Catalog:
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


def _state(table: _Table, rules: Rules) -> State:
    """The mission as it is set up, and then as the statements say."""
    start = reduce(
        lambda state, event: DefianceGame(rules).evolve(state, event),
        set_up(rules, rules.setup),
        State(rules.setup),
    )
    state = replace(
        start,
        round=1,
        team={id: _character(rules, start.team[id], words) for id, words in table.team.items()},
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


def _unit(table: _Table, rules: Rules, state: State, id: str, words: Sequence[str]) -> State:
    faces = table.known.units[id].faces
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
