"""The table as plugins see it: a State and rules that they can read and not change.

Frozen structs hold plain dicts. Plugins get read-only views of them, at no cost per read; the engine keeps the dicts.
An answer never comes from a cache that a plugin's own values could have filled for the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from defiance_qt.core.readonly import Views, read_only
from defiance_qt.systems.defiance.engine.board.movement import reach
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.state import Character, State

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.abilities import Ability
    from defiance_qt.systems.defiance.engine.catalog import Catalog
    from defiance_qt.systems.defiance.engine.checks.shared import Vocabulary
    from defiance_qt.systems.defiance.engine.content import Mission
    from defiance_qt.systems.defiance.engine.dice import Symbols
    from defiance_qt.systems.defiance.engine.frames import RollSide
    from defiance_qt.systems.defiance.engine.loadouts import Loadout
    from defiance_qt.systems.defiance.engine.ruleset import Rules


class PlayRules:
    """The rules of a session as plugins see them: values to read, and questions about a State.

    The State may be the one that the plugin was given, or any other. No attribute can be set.
    """

    __slots__ = ("__dict__", "_rules", "_shown", "_views")
    _rules: Rules
    _shown: tuple[State | None, State | None]
    _views: Views

    def __init__(self, rules: Rules) -> None:
        object.__setattr__(self, "_rules", rules)
        object.__setattr__(self, "_shown", (None, None))
        object.__setattr__(self, "_views", Views())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"the rules are shown to all plugins: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"the rules are shown to all plugins: {name} cannot be deleted")

    def shown(self, state: State) -> State:
        """Return the State for a plugin, the same object as long as the State is the same."""
        known, found = self._shown
        if known is not state or found is None:
            found = self._views.fresh(state)
            object.__setattr__(self, "_shown", (state, found))
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
        known, found = self._shown
        if known is not None and found is not None and found.team.get(one.id) is one:
            loadout = self._rules.loadout(known.team[one.id])
        else:
            loadout = self._rules.work_out(one)
        return cast("Loadout", self._views.of(loadout))

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

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that abilities bring to content: kinds and selectors of Instructions, facts, conditions."""
        return self._rules.vocabulary

    def is_space(self, name: str) -> bool:
        """Return whether there is a space of that name on the board."""
        return name in self._rules.board.by_name

    def inside(self, state: State, figure: str, zone: str) -> bool:
        """Return whether a figure is on a space of a zone of the mission."""
        real = self._real(state)
        cell = self._rules.view(real).cells.get(figure)
        return cell is not None and zone in self._rules.zones and bool(self._rules.spaces_of(zone) >> cell & 1)

    def faces(self, side: RollSide) -> tuple[Symbols, ...]:
        """Return what each die of a side of a roll shows by itself, before anything is added, spent or lost."""
        dice = self._rules.catalog.dice.dice
        return tuple(dice[pool.die].faces[face] for pool, face in zip(side.dice, side.faces, strict=False))

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
