"""`Rules`: everything that stays fixed while a game is played, and what is worked out from it once.

Content, edition switches, abilities and hooks come in; the board, its sight and the odds are built here. Caches only
ever hold what follows from a value, so they may be dropped at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from defiance_qt.core.errors import ContentError
from defiance_qt.core.system import Setup
from defiance_qt.engine.abilities import PLAIN, Ability
from defiance_qt.engine.board.movement import Ground
from defiance_qt.engine.board.sight import Sight
from defiance_qt.engine.board.tiles import Board, Door, Passages, Placement, Tile
from defiance_qt.engine.catalog import Catalog
from defiance_qt.engine.content import Attack, CardAction, Device, Equipment, Modifier, Trigger
from defiance_qt.engine.frames import PoolDie
from defiance_qt.engine.hooks import Hooks, PlayContext, SetupContext
from defiance_qt.engine.odds import OddsTable
from defiance_qt.engine.references import parse_instruction
from defiance_qt.engine.state import UNCONSCIOUS, Carried, Character, Enemy, State, Unit

# R-048 (switch D12): from where a card is used at all, and from where it may offer Actions. To the letter
# a light card is never matched to a tab, and so never equipped.
EQUIPPED = {
    "light": frozenset({"tab", "light"}),
    "carried": frozenset({"tab", "light"}),
    "equipped": frozenset({"tab"}),
}
USABLE = {**EQUIPPED, "carried": frozenset({"tab", "light", "backpack"})}


class Source(NamedTuple):
    """A modifier and the text key of the card it is printed on; `state` when that card is a State."""

    modifier: Modifier
    key: str
    state: str


class Equipped(NamedTuple):
    """A hacking device at hand: the card it is, what it is worth, the programs installed in it (R-107, R-108)."""

    item: str
    device: Device
    software: tuple[str, ...]


class Loadout(NamedTuple):
    """What a Character's cards come to, as long as they do not change."""

    weapons: tuple[tuple[str, Attack], ...]
    devices: tuple[Equipped, ...]
    modifiers: dict[str, tuple[Source, ...]]
    biotech: tuple[PoolDie, ...]
    hackable: bool
    actions: tuple[tuple[str, CardAction], ...]
    abilities: tuple[Ability, ...]
    speed: int
    wounds: int
    max_aggro: int | None

    def holding(self, program: str) -> tuple[Equipped, ...]:
        """The devices in which a program is installed."""
        return tuple(device for device in self.devices if program in device.software)

    def running(self, program: str, using: str = "") -> Equipped | None:
        """The device on which a program is run: the one named, or the only one (R-107). None when there is none."""
        return next((device for device in self.holding(program) if using in ("", device.item)), None)

    def device(self, item: str) -> Equipped | None:
        """The device that is this card, None when it is not at hand."""
        return next((device for device in self.devices if device.item == item), None)


class View(NamedTuple):
    """Where everything stands, as masks and cells of the board."""

    cells: dict[str, int]
    team: int
    conscious: int
    enemies: int
    crowded: int
    obstructed: int
    taken: int
    blockers: int
    open_doors: int
    passages: Passages


class Rules:
    """The rules of one session."""

    def __init__(self, catalog: Catalog, setup: Setup, hooks: Hooks) -> None:
        if setup.mission not in catalog.missions:
            raise ContentError(f"there is no mission {setup.mission!r}")
        self.catalog = catalog
        self.setup = setup
        self.hooks = hooks
        self.mission = catalog.missions[setup.mission]
        contributed = cast(tuple[Ability, ...], hooks.abilities)
        self.abilities: dict[str, Ability] = {ability.id: ability for ability in contributed}
        self.reacting = tuple(ability for ability in self.abilities.values() if ability.react is not None)
        self.switches = _switches(catalog, setup)
        self.odds = OddsTable(catalog.dice)
        self.sight = _sight(catalog, setup.mission, hooks.sight(SetupContext(setup)).graze_cuts)
        self.board: Board = self.sight.board
        self.zones = {id: self.board.mask(spaces) for id, spaces in self.mission.zones.items()}
        self.triggers: dict[str, list[tuple[int, Trigger]]] = {}
        for number, trigger in enumerate(self.mission.triggers):
            self.triggers.setdefault(trigger.on, []).append((number, trigger))
        self._columns: dict[str, tuple[tuple[str, str], ...]] = {}
        self._loadouts: dict[Any, Loadout] = {}
        self._view: tuple[Any, ...] = (None,) * 7
        self._fixed: Any = None
        self._enemy_views: dict[Any, Any] = {}
        self._unit_abilities: dict[tuple[str, ...], tuple[Ability, ...]] = {}

    def context(self, state: State) -> PlayContext:
        """What the hooks are told."""
        return PlayContext(state, self)

    def column(self, entry: str) -> tuple[tuple[str, str], ...]:
        """The Instructions of one entry of an AI card's column, as (kind, selector)."""
        parsed = self._columns.get(entry)
        if parsed is None:
            parsed = self._columns[entry] = parse_instruction(entry)
        return parsed

    # -- figures

    def loadout(self, one: Character) -> Loadout:
        key = (
            one.id, one.carried, one.consequences, one.face_down, one.states, one.tapped, one.flipped, one.speed,
            one.wounds, one.max_aggro,
        )  # fmt: skip
        found = self._loadouts.get(key)
        if found is None:
            if len(self._loadouts) > 512:
                self._loadouts.clear()
            found = self._loadouts[key] = _loadout(self, one)
        return found

    def unit_abilities(self, unit: Unit) -> tuple[Ability, ...]:
        ids = unit.profile.abilities
        found = self._unit_abilities.get(ids)
        if found is None:
            found = self._unit_abilities[ids] = tuple(self.abilities.get(id, PLAIN) for id in ids)
        return found

    def enemy_abilities(self, state: State, enemy: Enemy) -> tuple[Ability, ...]:
        abilities = self.unit_abilities(state.units[enemy.unit])
        for id in enemy.states:
            card = self.catalog.states[id]
            if card.abilities:
                abilities += tuple(self.abilities.get(one, PLAIN) for one in card.abilities)
        return abilities

    def abilities_of(self, state: State, figure: str) -> tuple[Ability, ...]:
        """The abilities of a figure in play: of its card, its Equipment, its States."""
        if figure in state.team:
            return self.loadout(state.team[figure]).abilities
        return self.enemy_abilities(state, state.enemies[figure])

    # -- the table

    def view(self, state: State) -> View:
        """Where everything stands. The same object as long as nothing has moved, opened or fallen."""
        team, enemies, doors, neutrals, containers, consoles, view = self._view
        fixed = (
            doors is state.doors
            and neutrals is state.neutrals
            and containers is state.containers
            and consoles is state.consoles
        )
        if not fixed:
            self._fixed = _fixed(self, state)
        if not fixed or team is not state.team or enemies is not state.enemies:
            if not (fixed and _unmoved_team(team, state.team) and _unmoved_enemies(enemies, state.enemies)):
                view = _view(self, state, self._fixed)
            self._view = (
                state.team, state.enemies, state.doors, state.neutrals, state.containers, state.consoles, view,
            )  # fmt: skip
        found: View = view
        return found

    def ground(self, view: View, figure: str, side: str) -> Ground:
        """The board for one mover (R-055…R-058, R-061): spaces of the other side and obstructed ones cost 2."""
        own = 1 << view.cells[figure]
        no_stop = (view.taken & ~own) | view.crowded | view.obstructed
        rivals = view.enemies if side == "team" else view.conscious
        return Ground(view.passages, rivals | view.obstructed, no_stop, 0)

    def in_contact(self, state: State, a: str, b: str) -> bool:
        """Whether two figures on the board are in Contact (R-037)."""
        view = self.view(state)
        return bool(view.passages.near[view.cells[a]] >> view.cells[b] & 1)

    def eyes(self, state: State, viewer: str, target: str) -> tuple[bool, bool]:
        """Whether a look has Visor, which is the viewer's, and whether figures are no hindrance, because one of the
        two is Big (R-067)."""
        visor = big = False
        if viewer in state.enemies:
            for ability in self.enemy_abilities(state, state.enemies[viewer]):
                visor |= ability.visor
                big |= ability.big
        if target in state.enemies:
            for ability in self.enemy_abilities(state, state.enemies[target]):
                big |= ability.big
        return visor, big

    def sees(self, state: State, view: View, viewer: str, target: str) -> bool:
        """Line of Sight between two figures (R-062…R-068), with Big and Visor."""
        visor, big = self.eyes(state, viewer, target)
        return self.sight.sees(view.cells[viewer], view.cells[target], view.blockers, visor, big)


def _sight(catalog: Catalog, mission: str, graze_cuts: bool) -> Sight:
    """The mission's board with its lines of sight, shared by all sessions that lay the same tiles."""
    card = catalog.missions[mission]
    tiles = tuple(catalog.tiles[id] for id in dict.fromkeys(placement.tile for placement in card.tiles))
    doors = tuple(Door(door.id, door.side, door.security) for door in card.doors)
    return _laid(msgspec.msgpack.encode(tiles), card.tiles, doors, graze_cuts)


@lru_cache(maxsize=8)
def _laid(tiles: bytes, placements: tuple[Placement, ...], doors: tuple[Door, ...], graze_cuts: bool) -> Sight:
    """By value, so that it can never be stale: tiles in MessagePack (they hold tables), placements and doors."""
    decoded = msgspec.msgpack.decode(tiles, type=tuple[Tile, ...])
    return Sight(Board(decoded, placements, doors, hull=True), graze_cuts=graze_cuts)


def _switches(catalog: Catalog, setup: Setup) -> dict[str, str]:
    """Each edition switch with its value: the edition's, or the one that the options set alone."""
    values: dict[str, str] = {}
    chosen = setup.options.get("switches", {})
    for switch in catalog.switches.values():
        if setup.edition not in switch.editions:
            raise ContentError(f"there is no edition {setup.edition!r}")
        value = chosen.get(switch.name, switch.editions[setup.edition])
        if value not in switch.values:
            raise ContentError(f"switch {switch.name!r} has no value {value!r}: {', '.join(switch.values)}")
        values[switch.name] = value
    known = {switch.name for switch in catalog.switches.values()}
    for name in chosen:
        if name not in known:
            raise ContentError(f"there is no switch {name!r}")
    return values


def _loadout(rules: Rules, one: Character) -> Loadout:
    """Works a Character's cards out: its own Attacks and Actions (R-319), equipped and light Equipment, Software,
    States, face-up Consequences (R-029, R-032)."""
    catalog = rules.catalog
    weapons: list[tuple[str, Attack]] = [(one.id, attack) for attack in one.attacks]
    actions: list[tuple[str, CardAction]] = [(one.id, action) for action in one.actions]
    modifiers: dict[str, list[Source]] = {}
    biotech = [PoolDie(die, f"character.{one.id}.name") for die in one.biotech or ()]
    ids = list(one.abilities)
    devices: list[Equipped] = []
    hackable = False

    def add(found: Iterable[Modifier], key: str, state: str = "") -> None:
        for modifier in found:
            for roll in modifier.rolls:
                modifiers.setdefault(roll, []).append(Source(modifier, key, state))

    reading = rules.switches["usable"]
    for held in one.carried:
        item = catalog.equipment[held.item]
        key = f"equipment.{item.id}.name"
        place = place_of(item, held)
        if place in USABLE[reading] and not held.turned and _ready(one, item.id):
            actions += [(item.id, action) for action in item.actions if (item.id, action) not in actions]
        if place not in EQUIPPED[reading]:
            continue
        weapons += [(item.id, attack) for attack in item.attacks]
        add(item.modifiers, key)
        biotech += [PoolDie(die, key) for die in item.biotech]
        ids += item.abilities
        hackable |= item.hackable
        if item.device is not None:
            devices.append(Equipped(item.id, item.device, held.software))
            for program in held.software:
                add(catalog.software[program].modifiers, f"software.{program}.name")
    speed, wounds, aggro = one.speed, one.wounds - len(one.face_down), one.max_aggro
    for id in one.consequences:
        card = catalog.consequences[id]
        add(card.modifiers, f"consequence.{id}.name")
        speed += card.speed
        wounds += card.wounds
        if aggro is not None:
            aggro += card.max_aggro
    for id in one.states:
        if id != UNCONSCIOUS:
            add(catalog.states[id].modifiers, f"state.{id}.name", id)
            ids += catalog.states[id].abilities
    abilities = tuple(rules.abilities.get(id, PLAIN) for id in ids)
    hackable |= any(ability.hackable for ability in abilities)
    return Loadout(
        tuple(weapons),
        tuple(devices),
        {roll: tuple(found) for roll, found in modifiers.items()},
        tuple(biotech),
        hackable,
        tuple(actions),
        abilities,
        max(0, speed),
        max(0 if one.remote else 1, wounds),
        None if aggro is None else max(0, aggro),
    )


def place_of(item: Equipment, held: Carried) -> str:
    """Where a card is: "tab", "light", "backpack" (also through Backpack icons alone, R-029), or "" in the hand."""
    if held.place in ("", "light", "backpack"):
        return held.place
    return "tab" if any(icon != "backpack" for icon in item.tabs[int(held.place)]) else "backpack"


def _ready(one: Character, card: str) -> bool:
    return card not in one.tapped and card not in one.flipped


def obstructions(state: State) -> list[str]:
    """Spaces with a Container or a Console (R-125)."""
    return [*(box.space for box in state.containers.values()), *(one.space for one in state.consoles.values())]


def _unmoved_team(was: dict[str, Character], now: dict[str, Character]) -> bool:
    """Whether everybody stands, or lies, where they did."""
    if was is now:
        return True
    if len(was) != len(now):
        return False
    for id, one in now.items():
        old = was.get(id)
        if old is not one and (
            old is None
            or old.space != one.space
            or old.remote != one.remote
            or (old.states is not one.states and (UNCONSCIOUS in old.states) != (UNCONSCIOUS in one.states))
        ):
            return False
    return True


def _unmoved_enemies(was: dict[str, Enemy], now: dict[str, Enemy]) -> bool:
    if was is now:
        return True
    if len(was) != len(now):
        return False
    for id, one in now.items():
        old = was.get(id)
        if old is not one and (old is None or old.space != one.space):
            return False
    return True


class _Fixed(NamedTuple):
    """The part of a view that hardly ever changes: Containers, Consoles, Neutral Characters and doors."""

    cells: dict[str, int]
    obstructed: int
    neutral: int
    open_doors: int
    closed: int
    passages: Passages


def _fixed(rules: Rules, state: State) -> _Fixed:
    """What stands in the way and where one can pass; closed doors stop both steps and sight (R-129)."""
    by_name, index = rules.board.by_name, rules.board.door_index
    cells = {id: by_name[one.space] for id, one in state.neutrals.items()}
    obstructed = open_doors = closed = 0
    for space in obstructions(state):
        obstructed |= 1 << by_name[space]
    for id, door in state.doors.items():
        if door.open:
            open_doors |= 1 << index[id]
        else:
            closed |= 1 << index[id]
    neutral = sum(1 << cell for cell in cells.values())
    return _Fixed(cells, obstructed, neutral, open_doors, closed, rules.board.passages(open_doors))


def _view(rules: Rules, state: State, fixed: _Fixed) -> View:
    by_name = rules.board.by_name
    cells = fixed.cells.copy()
    obstructed = fixed.obstructed
    team = conscious = seen = fixed.neutral
    enemies = crowded = 0
    for id, one in state.team.items():
        if one.space:
            cell = cells[id] = by_name[one.space]
            bit = 1 << cell
            if team & bit:
                crowded |= bit
            team |= bit
            if UNCONSCIOUS in one.states:
                obstructed |= bit
            else:
                conscious |= bit
                if not one.remote:
                    seen |= bit
    for id, enemy in state.enemies.items():
        cell = cells[id] = by_name[enemy.space]
        bit = 1 << cell
        if (enemies | team) & bit:
            crowded |= bit
        enemies |= bit
    blockers = rules.sight.blockers(seen | enemies, fixed.closed)
    return View(
        cells, team, conscious, enemies, crowded, obstructed, team | enemies, blockers, fixed.open_doors, fixed.passages
    )
