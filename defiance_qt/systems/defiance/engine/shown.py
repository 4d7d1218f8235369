"""The table as plugins see it: a State and rules that they can read and not change.

Frozen structs hold plain dicts. Plugins get read-only views of them, at no cost per read; the engine keeps the dicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.board.movement import reach
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.state import Character, State

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.abilities import Ability
    from defiance_qt.systems.defiance.engine.catalog import Catalog
    from defiance_qt.systems.defiance.engine.content import Mission
    from defiance_qt.systems.defiance.engine.loadouts import Loadout
    from defiance_qt.systems.defiance.engine.ruleset import Rules

_FLAT = (
    "switches", "team", "enemies", "units", "doors", "containers", "consoles", "neutrals", "decks", "discards",
    "answers",
)  # fmt: skip


def read_only(value: Any) -> Any:
    """Return the value with every dict in it as a read-only view and every list as a tuple."""
    if isinstance(value, dict):
        return MappingProxyType({key: read_only(one) for key, one in value.items()})
    if isinstance(value, list):
        return tuple(read_only(one) for one in value)
    if type(value) is tuple:
        return tuple(read_only(one) for one in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        seen = {name: read_only(one) for name, one in fields.items()}
        changed = {name: one for name, one in seen.items() if one is not fields[name] and one != fields[name]}
        changed |= {name: one for name, one in seen.items() if isinstance(one, MappingProxyType)}
        return replace(value, **changed) if changed else value
    return value


def shown_state(state: State) -> State:
    """Return the State with read-only views of its dicts."""
    views: dict[str, Any] = {name: MappingProxyType(getattr(state, name)) for name in _FLAT}
    views |= {"facts": read_only(state.facts), "mission": read_only(state.mission)}
    views["campaign"] = read_only(state.campaign)
    options = read_only(state.setup.options)
    return replace(state, setup=replace(state.setup, options=options), **views)


class PlayRules:
    """The rules of a session as plugins see them: values to read, and questions about a State.

    The State may be the one that the plugin was given, or any other.
    """

    __slots__ = ("__dict__", "_rules", "_shown")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._shown: tuple[State | None, State | None] = (None, None)

    def shown(self, state: State) -> State:
        """Return the State for a plugin, the same object as long as the State is the same."""
        known, found = self._shown
        if known is not state or found is None:
            found = shown_state(state)
            self._shown = (state, found)
        return found

    @cached_property
    def switches(self) -> Mapping[str, str]:
        """The value of each edition option."""
        return MappingProxyType(self._rules.switches)

    @cached_property
    def catalog(self) -> Catalog:
        """The content in play: dice, tiles, cards, missions."""
        catalog: Catalog = read_only(self._rules.catalog)
        return catalog

    @property
    def mission(self) -> Mission:
        """The mission's card."""
        return self.catalog.missions[self._rules.mission.id]

    def loadout(self, one: Character) -> Loadout:
        """Return a Character's values with everything carried: Speed, Wounds, attacks, abilities."""
        loadout = self._rules.loadout(one)
        return loadout._replace(modifiers=cast(Any, MappingProxyType(loadout.modifiers)))

    def abilities_of(self, state: State, figure: str) -> tuple[Ability, ...]:
        """Return the abilities of a figure in play: of its card, its Equipment, its States."""
        return self._rules.abilities_of(self._real(state), figure)

    def in_contact(self, state: State, a: str, b: str) -> bool:
        """Return whether two figures on the board are in Contact (R-037)."""
        return self._rules.in_contact(self._real(state), a, b)

    def sees(self, state: State, viewer: str, target: str) -> bool:
        """Return whether there is a Line of Sight between two figures on the board (R-062…R-068)."""
        real = self._real(state)
        return self._rules.sees(real, self._rules.view(real), viewer, target)

    def distance(self, state: State, a: str, b: str) -> int:
        """Return the Range between two figures on the board, in spaces (R-070)."""
        view = self._rules.view(self._real(state))
        return self._rules.board.distance(view.cells[a], view.cells[b])

    def between(self, space: str, other: str) -> int:
        """Return the Range between two spaces (R-070)."""
        board = self._rules.board
        return board.distance(board.by_name[space], board.by_name[other])

    def range_to(self, state: State, figure: str, space: str) -> int:
        """Return the Range from a figure on the board to a space (R-070)."""
        real = self._real(state)
        return self.between((real.team.get(figure) or real.enemies[figure]).space, space)

    def walks(self, state: State, figure: str, points: int) -> Mapping[str, tuple[int, tuple[str, ...]]]:
        """Return the other spaces where a figure on the board can end a Move of so many points (R-051…R-058, R-061),
        each with the cost and the spaces of the cheapest path. A figure that a card keeps from moving has none."""
        real = self._real(state)
        view, names = self._rules.view(real), self._rules.board.names
        ground = self._rules.ground(view, figure, "team")
        if figure in real.enemies:
            ground = self._rules.enemy_ground(real, view, figure)
        here = view.cells[figure]
        way = reach(ground, here, 0 if self._rules.pinned(real, figure) else points)
        ends = cells_of(way.stops & ~(1 << here))
        return {names[cell]: (way.cost(cell), tuple(names[step] for step in way.path(cell))) for cell in ends}

    def closest_free(self, state: State, figure: str) -> str:
        """Return the space closest to a figure on which another can be placed (R-155)."""
        view = self._rules.view(self._real(state))
        board = self._rules.board
        near = closest_free(board, 1 << view.cells[figure], view.taken | view.obstructed, view.open_doors)
        return board.names[cells_of(near)[0]]

    def closest_outside(self, state: State, figure: str, rule: str) -> str:
        """Return the space closest to a figure on which it can be placed and where a zone's rule does not apply, "" if
        there is none."""
        real = self._real(state)
        view, board = self._rules.view(real), self._rules.board
        shut = view.taken | view.obstructed
        for zone, rules in (real.mission.zones if real.mission else {}).items():
            if rule in rules:
                shut |= self._rules.spaces_of(zone)
        near = closest_free(board, 1 << view.cells[figure], shut, view.open_doors)
        return board.names[cells_of(near)[0]] if near else ""

    def _real(self, state: State) -> State:
        known, found = self._shown
        return cast(State, known) if state is found else state
