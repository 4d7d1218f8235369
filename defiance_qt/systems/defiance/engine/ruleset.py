"""`Rules`: everything that stays fixed during a game, and the values derived from it once.

The inputs are content, edition options, abilities and hooks; the board, its sight and the odds are built here. Caches
hold only derived values, so they may be dropped at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import ContentError, Message
from defiance_qt.core.port import Setup
from defiance_qt.core.readonly import read_only, thawed
from defiance_qt.systems.defiance.engine.abilities import PLAIN, Ability
from defiance_qt.systems.defiance.engine.board.laying import SideKind
from defiance_qt.systems.defiance.engine.board.movement import Ground
from defiance_qt.systems.defiance.engine.board.sight import Sight
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Passages, Placement, Tile, level
from defiance_qt.systems.defiance.engine.catalog import Catalog, no_edition, no_mission
from defiance_qt.systems.defiance.engine.checks import facts
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.engine.checks.catalog import effect_faults
from defiance_qt.systems.defiance.engine.checks.shared import chained, parse_instruction
from defiance_qt.systems.defiance.engine.commands import Give, Place
from defiance_qt.systems.defiance.engine.content import CardAction, Trigger
from defiance_qt.systems.defiance.engine.counting import Counting
from defiance_qt.systems.defiance.engine.hooks import Hooks, PlayContext, SetupContext, Veto, first_veto, reject
from defiance_qt.systems.defiance.engine.loadouts import Loadout, work_out
from defiance_qt.systems.defiance.engine.odds import OddsTable
from defiance_qt.systems.defiance.engine.shown import PlayRules
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, Enemy, State, Unit

USED = "used"
"""The owner of the facts that say when a Free Action of an ability was used last: none has an end otherwise."""

TERRAIN = ("low", "difficult", "blocked")
"""The kinds of ground that a zone can have by its rules, which are abilities."""


class View(NamedTuple):
    """The positions of all figures, as masks and cells of the board."""

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
    nimble: frozenset[str] = frozenset()
    vaulting: frozenset[str] = frozenset()


class Rules:
    """The rules of one session, at the table of one mission. A campaign has one for each of its missions."""

    def __init__(self, catalog: Catalog, setup: Setup, hooks: Hooks, mission: str = "") -> None:
        missions = catalog.missions_of(setup.mission)
        id = mission or missions[0]
        if id not in catalog.missions:
            raise ContentError.of(no_mission(id, catalog.missions))
        self.catalog = catalog
        self.setup = setup
        self.hooks = hooks
        self.campaign = catalog.campaigns.get(setup.mission)
        self.mission = catalog.missions[id]
        self._of: dict[str, Rules] = {id: self}
        self.terms = tuple(one for one in (self.campaign.terms if self.campaign else ()) if one.mission == id)
        self.intel = self.mission.intel + sum(one.intel for one in self.terms)
        self.further_results = tuple(line for one in self.terms for line in one.results)
        contributed = cast(tuple[Ability, ...], hooks.abilities)
        self.abilities: dict[str, Ability] = {ability.id: ability for ability in contributed}
        self.vocabulary = vocabulary(contributed)
        self.commanding = any(ability.command is not None for ability in contributed)
        self.reacting = tuple(ability for ability in self.abilities.values() if ability.react is not None)
        self.reacting_cards = _with_abilities(catalog, {ability.id for ability in self.reacting})
        self.switches = _switches(catalog, setup)
        self.play = PlayRules(self)
        chosen = SetupContext(read_only(setup))
        self.counting = Counting(hooks.modify_symbols, chosen) if hooks.modify_symbols else None
        self.odds = OddsTable(catalog.dice, self.counting)
        self.sight = _sight(catalog, id, hooks.sight(chosen).graze_cuts)
        self.board: Board = self.sight.board
        self.zones = {id: self.board.mask(spaces) for id, spaces in self.mission.zones.items()}
        self.triggers: dict[str, list[tuple[int, Trigger]]] = {}
        for number, trigger in enumerate(self.mission.triggers):
            self.triggers.setdefault(trigger.on, []).append((number, trigger))
        self.noted = facts.noted(self.mission)
        # Facts that follow from events are looked for only where the mission waits for one.
        waited = {fact.partition(" ")[0] for fact in (*self.triggers, *self.noted)}
        # The abilities with facts of their own that the mission waits for.
        self.stating = tuple(one for id, one in self.abilities.items() if one.fact is not None and id in waited)
        self.observes = bool(self.stating) or not waited.isdisjoint(facts.OBSERVED)
        self.grounds = {ability.id: ability.ground for ability in self.abilities.values() if ability.ground}
        self.terrains = {ability.id: ability for ability in self.abilities.values() if ability.terrain is not None}
        self._columns: dict[str, tuple[tuple[str, str], ...]] = {}
        self._loadouts: dict[Any, Loadout] = {}
        self._latest: dict[str, tuple[Character, Loadout]] = {}
        self.bearing: tuple[Any, Any, Any, list[tuple[str, str]], list[tuple[Ability, list[str]]]]
        self.bearing = (None, None, None, [], [])
        self.reacts: dict[str, tuple[Character, tuple[str, ...]]] = {}
        self._view: tuple[Any, ...] = (None,) * 8
        self._fixed: Any = None
        self._enemy_views: dict[Any, Any] = {}
        self._modifying: tuple[Any, tuple[tuple[Ability, frozenset[str]], ...]] = (None, ())
        self.gear: dict[str, tuple[Character, tuple[tuple[Place, ...], str]]] = {}
        self.openings: dict[Any, dict[tuple[str, str], tuple[Place, ...]]] = {}
        self.gifts: dict[tuple[str, str], tuple[Any, Any, bool, tuple[Give, ...]]] = {}
        self.needs: dict[str, tuple[tuple[str, tuple[tuple[str, int], ...]], ...]] = {}
        self._offered: dict[tuple[str, bytes], str] = {}
        self._unit_abilities: dict[tuple[str, ...], tuple[Ability, ...]] = {}

    def of(self, mission: str) -> Rules:
        """Return the rules at the table of a mission of this session's campaign; these, where it has no such one."""
        found = self._of.get(mission)
        if found is None:
            if self.campaign is None or mission not in self.catalog.missions:
                return self
            found = self._of[mission] = Rules(self.catalog, self.setup, self.hooks, mission)
            found._of = self._of
        return found

    def context(self, state: State) -> PlayContext:
        """Return the context passed to the hooks: nothing in it can be changed."""
        return PlayContext(self.play.shown(state), self.play)

    def column(self, entry: str) -> tuple[tuple[str, str], ...]:
        """Return the Instructions of one entry of an AI card's column, as (kind, selector)."""
        parsed = self._columns.get(entry)
        if parsed is None:
            parsed = self._columns[entry] = parse_instruction(entry)
        return parsed

    def chained(self, entry: str) -> bool:
        """Check whether a group of Instructions ends with the first that cannot be performed (R-184)."""
        return chained(entry)

    # -- the mission

    def respawn(self, state: State) -> tuple[str, ...]:
        """Return the spaces where Units return (R-250)."""
        moved = state.mission.respawn if state.mission else None
        return self.mission.respawn if moved is None else moved

    def terrain(self, state: State) -> dict[str, int]:
        """Return the spaces of zones with a rule of terrain, by rule: "low", "difficult", "blocked"."""
        masks = dict.fromkeys(TERRAIN, 0)
        for zone, rules in (state.mission.zones if state.mission else {}).items():
            for rule in rules:
                for kind in self.grounds.get(rule, ()):
                    masks[kind] |= self.spaces_of(zone)
        return masks

    def is_zone(self, zone: str) -> bool:
        """Return whether `spaces_of` knows the zone."""
        middle, _, radius = zone.partition(" ")
        return zone in self.zones or (middle in self.board.by_name and radius.isdecimal())

    def spaces_of(self, zone: str) -> int:
        """Return the spaces of a zone of the mission, or of one that a card makes around a space: "K7 1" are all within
        a space of K7."""
        if zone in self.zones:
            return self.zones[zone]
        middle, _, radius = zone.partition(" ")
        row = self.board.distances(self.board.by_name[middle])
        return sum(1 << cell for cell in self.board.cells if row[cell] <= int(radius))

    def records(self, state: State) -> tuple[str, ...]:
        """Return the campaign's entries, with one for each member of the crew; a mission played alone assumes some."""
        if not state.campaign:
            return self.mission.records
        aboard = (f"{id}_aboard" for id in state.campaign.crew)
        return (*state.campaign.records, *aboard)

    # -- figures

    def loadout(self, one: Character) -> Loadout:
        known, found = self._latest.get(one.id, (None, None))
        if known is one and found is not None:
            return found
        found = self._worked_out(one)
        self._latest[one.id] = (one, found)
        return found

    def _worked_out(self, one: Character) -> Loadout:
        """Cached by value, so that undo and branches reuse earlier results. What is cached is no view: a bot of a
        plugin decides on views of states, and what cards do is stored with the events."""
        key = (
            one.id, one.carried, one.consequences, one.face_down, one.states, one.tapped, one.flipped, one.speed,
            one.wounds, one.max_aggro, one.specialties,
        )  # fmt: skip
        found = self._loadouts.get(key)
        if found is None:
            if len(self._loadouts) > 512:
                self._loadouts.clear()
            found = self._loadouts[key] = self.work_out(thawed(one))
        return found

    def work_out(self, one: Character) -> Loadout:
        """Return the loadout of any Character, also of one that is not in play; it is not cached."""
        return work_out(self.catalog, self.switches["usable"], self.abilities, one)

    def actions(self, state: State, one: Character) -> tuple[tuple[str, CardAction], ...]:
        """Return the Actions that the cards of one of the team offer, and those of abilities, with the card's or the
        ability's id."""
        found = self.loadout(one).actions
        return (*found, *self._commands(state, one)) if self.commanding else found

    def _commands(self, state: State, one: Character) -> Iterator[tuple[str, CardAction]]:
        own = (*self.loadout(one).abilities, *(self.abilities.get(id, PLAIN) for id in self.mission.abilities))
        for ability in {ability.id: ability for ability in own if ability.command is not None}.values():
            assert ability.command is not None
            for action in ability.command(self.play, state, one.id):
                key = (ability.id, msgspec.msgpack.encode(action))
                if key not in self._offered:
                    self._offered[key] = self._refused(action)
                if self._offered[key]:
                    why = Message("fault.offer", "its Action cannot be offered: {why}", why=self._offered[key])
                    reject(ability.command, why)
                elif not action.free or state.facts.get(f"{USED}.{ability.id}.{action.id}.{one.id}") != state.round:
                    yield ability.id, action

    def _refused(self, action: CardAction) -> str:
        """Return why an Action cannot be one of an ability: it names what does not exist, or turns a card; "" if it can
        be."""
        if action.use:
            return f"use: {action.use!r}"
        return next((f"{path}: {fault}" for path, fault in effect_faults(self.catalog, self.mission, action)), "")

    def speed(self, state: State, one: Character) -> int:
        """Return the Speed of one of the team, with the changes by plugins."""
        printed = self.loadout(one).speed
        if not self.hooks.modify_attribute:
            return printed
        return max(0, printed + self.hooks.attribute_change(self.context(state), one.id, "speed"))

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
        """Return the abilities of a figure in play: of its card, its Equipment, its States."""
        if figure in state.team:
            return self.loadout(state.team[figure]).abilities
        return self.enemy_abilities(state, state.enemies[figure])

    # -- the table

    def view(self, state: State) -> View:
        """Return the positions. The object is the same as long as no figure moves or falls and no door opens."""
        team, enemies, doors, neutrals, containers, consoles, mission, view = self._view
        fixed = (
            doors is state.doors
            and neutrals is state.neutrals
            and containers is state.containers
            and consoles is state.consoles
            and (mission is state.mission or _same_zones(mission, state.mission))
        )
        if not fixed:
            self._fixed = _fixed(self, state)
        if not fixed or team is not state.team or enemies is not state.enemies:
            if not (fixed and _unmoved_team(team, state.team) and _unmoved_enemies(enemies, state.enemies)):
                view = _view(self, state, self._fixed)
            self._view = (
                state.team, state.enemies, state.doors, state.neutrals, state.containers, state.consoles,
                state.mission, view,
            )  # fmt: skip
        found: View = view
        return found

    def ground(self, view: View, figure: str, side: str) -> Ground:
        """Return the board for one mover (R-055…R-058, R-061): spaces of the other side and obstructed ones cost 2."""
        own = 1 << view.cells[figure]
        no_stop = (view.taken & ~own) | view.crowded | view.obstructed
        rivals = view.enemies if side == "team" else view.conscious
        passages = level(view.passages) if figure in view.nimble else view.passages
        dear = rivals if figure in view.vaulting else rivals | view.obstructed
        return Ground(passages, dear, no_stop, 0)

    def enemy_ground(self, state: State, view: View, enemy: str) -> Ground:
        """Return the board for an Enemy that moves: its abilities open doors (those that are not Security Doors, R-126,
        R-127) and level Difficult Terrain (R-217)."""
        ground = self.ground(view, enemy, "enemy")
        abilities = self.enemy_abilities(state, state.enemies[enemy])
        if any(ability.opens_doors for ability in abilities):
            index = self.board.door_index
            ways = sum(1 << index[id] for id, door in state.doors.items() if door.open or not door.security)
            ground = ground._replace(passages=self.board.passages(ways))
        if any(ability.nimble for ability in abilities):
            ground = ground._replace(passages=level(ground.passages))
        return ground

    def pinned(self, state: State, figure: str) -> bool:
        """Check whether a card keeps a figure from moving (R-212)."""
        return any(
            ability.pins or (ability.pins_when is not None and ability.pins_when(self.play, state, figure))
            for ability in self.abilities_of(state, figure)
        )

    def inert(self, unit: Unit) -> bool:
        """Check whether a Unit has neither an Initiative nor an AI card, by its card (R-212)."""
        return any(ability.inert for ability in self.unit_abilities(unit))

    def modifying(self, state: State) -> tuple[tuple[Ability, frozenset[str]], ...]:
        """Return the abilities on deployed Unit cards that add to rolls, each with its Units."""
        units, found = self._modifying
        if units is not state.units:
            cards = [(ability, id) for id, unit in state.units.items() for ability in self.unit_abilities(unit)]
            adding = {ability.id: ability for ability, _ in cards if ability.modify is not None}
            found = tuple(
                (ability, frozenset(id for other, id in cards if other.id == name)) for name, ability in adding.items()
            )
            self._modifying = (state.units, found)
        return found

    def in_contact(self, state: State, a: str, b: str) -> bool:
        """Check whether two figures on the board are in Contact (R-037)."""
        view = self.view(state)
        return bool(view.passages.near[view.cells[a]] >> view.cells[b] & 1)

    def untargetable(self, state: State, attacker: str, target: str, distance: int) -> bool:
        """Check whether an ability of the target prevents the attacker from choosing it (R-212), or a house rule."""
        for ability in self.abilities_of(state, target):
            if ability.untargetable is not None and ability.untargetable(self.play, state, attacker, target, distance):
                return True
        return self.barred(state, attacker, target, distance) is not None

    def barred(self, state: State, attacker: str, target: str, distance: int) -> Veto | None:
        """Return the first house rule's refusal of a target, None without one."""
        if not self.hooks.check_target:
            return None
        return first_veto(self.hooks.check_target, self.context(state), attacker, target, distance)

    def eyes(self, state: State, viewer: str, target: str) -> tuple[bool, bool]:
        """Return whether the viewer has Visor, and whether figures do not block because one of the two is Big (R-067,
        R-209, R-211)."""
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
        """Check Line of Sight between two figures (R-062…R-068), with Big and Visor."""
        visor, big = self.eyes(state, viewer, target)
        return self.sight.sees(view.cells[viewer], view.cells[target], view.blockers, visor, big)


def _with_abilities(catalog: Catalog, abilities: set[str]) -> frozenset[str]:
    """Return these abilities and the ids of all cards that give one of them to a Character."""
    found = {one.id for one in catalog.equipment.values() if not abilities.isdisjoint(one.abilities)}
    found |= {one.id for one in catalog.specialties.values() if not abilities.isdisjoint(one.abilities)}
    found |= {one.id for one in catalog.states.values() if not abilities.isdisjoint(one.abilities)}
    return frozenset(abilities | found)


def _sight(catalog: Catalog, mission: str, graze_cuts: bool) -> Sight:
    """Return the mission's board with its lines of sight, shared by all sessions with the same tiles."""
    card = catalog.missions[mission]
    tiles = tuple(catalog.tiles[id] for id in dict.fromkeys(placement.tile for placement in card.tiles))
    doors = tuple(Door(door.id, door.side, door.security) for door in card.doors)
    return _laid(msgspec.msgpack.encode((tiles, card.sides)), card.tiles, doors, graze_cuts)


@lru_cache(maxsize=8)
def _laid(tiles: bytes, placements: tuple[Placement, ...], doors: tuple[Door, ...], graze_cuts: bool) -> Sight:
    """Cached by value, so that it can never be stale: tiles and further sides in MessagePack (they contain tables),
    placements and doors."""
    decoded, sides = msgspec.msgpack.decode(tiles, type=ready(tuple[tuple[Tile, ...], dict[SideKind, tuple[str, ...]]]))
    return Sight(Board(decoded, placements, doors, hull=True, sides=sides), graze_cuts=graze_cuts)


def _switches(catalog: Catalog, setup: Setup) -> dict[str, str]:
    """Return each edition option with its value: the edition's, or the one set separately in the options."""
    values: dict[str, str] = {}
    chosen = setup.options.get("switches", {})
    for switch in catalog.switches.values():
        if setup.edition not in switch.editions:
            raise ContentError.of(no_edition(setup.edition, catalog.editions))
        usual = catalog.switch_defaults.get(switch.name, switch.editions[setup.edition])
        value = chosen.get(switch.name, usual)
        if value not in switch.values:
            raise ContentError(
                "content.switch_value",
                "edition option {name!r} has no value {value!r}: {known}",
                name=switch.name,
                value=value,
                known=", ".join(switch.values),
            )
        values[switch.name] = value
    for name in chosen:
        if name not in values:
            raise ContentError(
                "content.switch", "there is no edition option {name!r}: {known}", name=name, known=", ".join(values)
            )
    return values


def obstructions(state: State) -> list[str]:
    """Return the spaces with a Container or a Console (R-125)."""
    return [*(box.space for box in state.containers.values()), *(one.space for one in state.consoles.values())]


def _same_zones(was: Any, now: Any) -> bool:
    """Check that no rule of a zone has begun or ended."""
    return bool(was and now) and was.zones is now.zones


def _unmoved_team(was: dict[str, Character], now: dict[str, Character]) -> bool:
    """Check that every figure of the team is where it was, in the same posture."""
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
            or old.specialties is not one.specialties
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
    """The part of a view that rarely changes: Containers, Consoles, Neutral Characters, doors and rules of zones.
    `shut` are the Blocked spaces of zones, `fog` those of Low visibility."""

    cells: dict[str, int]
    obstructed: int
    neutral: int
    open_doors: int
    closed: int
    passages: Passages
    shut: int = 0
    fog: int = 0


def _fixed(rules: Rules, state: State) -> _Fixed:
    """Return the obstacles (R-125, R-219), the Neutral Characters (R-322) and the passages; closed doors block both
    steps and sight (R-129)."""
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
    terrain = rules.terrain(state)
    shut, slow = terrain["blocked"], terrain["difficult"]
    passages = rules.board.passages(open_doors, shut, slow)
    return _Fixed(cells, obstructed | shut, neutral, open_doors, closed, passages, shut, terrain["low"])


def _view(rules: Rules, state: State, fixed: _Fixed) -> View:
    """Return where all figures are: they occupy their spaces (R-055, R-056, R-057) and cut sight (R-063, R-066)."""
    by_name = rules.board.by_name
    cells = fixed.cells.copy()
    obstructed = fixed.obstructed
    # a Neutral Character occupies its space like one of the team.
    team = conscious = seen = fixed.neutral
    enemies = crowded = 0
    light = {id: rules.loadout(one).abilities for id, one in state.team.items() if one.specialties}
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
    blockers = rules.sight.blockers(seen | enemies, fixed.closed, fixed.shut, fixed.fog)
    return View(
        cells, team, conscious, enemies, crowded, obstructed, team | enemies, blockers, fixed.open_doors,
        fixed.passages,
        frozenset(id for id, abilities in light.items() if any(one.nimble for one in abilities)),
        frozenset(id for id, abilities in light.items() if any(one.vaults for one in abilities)),
    )  # fmt: skip
