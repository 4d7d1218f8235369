"""The board that laid tiles make: spaces, sides, doors, distance and adjacency.

A space has a name for users and saves ("K7") and, inside the board, a *cell*: a bit position. So a set of spaces is one
integer (a mask), and a step in a direction is one shift. Cells grow in reading order. The grid has a margin of one
space all round, so every neighbor of a space of the board has a bit of its own. A side is a bit too: `(direction % 3) *
size + cell`, seen from the cell whose east, north-east or north-west it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.board.hexes import DIRECTIONS, STEPS, Hex, parse_direction
from defiance_qt.systems.defiance.engine.board.laying import (
    RINGS,
    SIDE_KINDS,
    Door,
    Placement,
    SideKind,
    SpaceKind,
    Tile,
    lay,
    turned,
)

__all__ = ["Board", "Door", "Passages", "Placement", "Side", "SideKind", "SpaceKind", "Tile", "cells_of"]

MAX_SPAN = 200  # a Range fits in a byte


class Side(NamedTuple):
    """A marked side: its kinds, and the index of the door or -1. Seen from `cell`, which is a space."""

    cell: int
    direction: int
    kinds: tuple[SideKind, ...]
    door: int


class Passages(NamedTuple):
    """The possible steps with certain doors open. All masks of cells.

    `easy[d]` are the cells from which a step in direction `d` crosses an ordinary side, `hard[d]` a dotted-blue one.
    `hard_cells` are those with any hard step; `near[cell]` the spaces adjacent to a cell (R-036). `stride` is the
    distance in bits between a space and the one to its south-east; `names` are the spaces' names.
    """

    easy: tuple[int, ...]
    hard: tuple[int, ...]
    hard_cells: int
    near: tuple[int, ...]
    stride: int
    names: dict[int, str]


def level(passages: Passages) -> Passages:
    """Return the passages for a mover to whom dotted-blue sides are ordinary ones."""
    easy = tuple(a | b for a, b in zip(passages.easy, passages.hard, strict=True))
    return passages._replace(easy=easy, hard=(0,) * len(easy), hard_cells=0)


def cells_of(mask: int) -> list[int]:
    """Return the cells of a mask, smallest coordinates first."""
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return cells


class Board:
    """The laid tiles with the mission's doors. Immutable; costly results are cached.

    Raises `ContentError` naming the tile or the door and the wrong entry. The board is enclosed by walls, so neither
    movement nor sight goes around the end of a wall outside the board. With `hull` false only the sides that the tiles
    mark are walls, and sight can cross the outside. `sides` are marked besides those of the tiles, by kind.
    """

    def __init__(
        self,
        tiles: Sequence[Tile],
        placements: Sequence[Placement],
        doors: Sequence[Door] = (),
        hull: bool = True,
        sides: Mapping[SideKind, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        spaces, marked, self._frames = lay(tiles, placements)
        top = min(hexagon.r for hexagon in spaces)
        left = min(Hex(hexagon.q, hexagon.r - top).offset()[0] for hexagon in spaces)
        origin = Hex(-left, -top)
        self._origin = origin
        placed = {hexagon.plus(origin): ground for hexagon, ground in spaces.items()}
        ordered = sorted(placed, key=lambda hexagon: (hexagon.r, hexagon.q))
        self.columns = 1 + max(hexagon.offset()[0] for hexagon in ordered)
        self.rows = 1 + ordered[-1].r
        self.stride = self.columns + 2
        self.shifts = tuple(dq + dr * self.stride for dq, dr in STEPS)
        self._base = self.stride + 2
        self.size = self._bit(ordered[-1]) + self.stride + 2
        if self.columns + self.rows > MAX_SPAN:
            raise ContentError(
                "content.board_span",
                "the board spans {columns} columns and {rows} rows, which is far too many",
                columns=self.columns,
                rows=self.rows,
            )
        self.hexes: tuple[Hex, ...] = tuple(ordered)
        self.cells: tuple[int, ...] = tuple(map(self._bit, ordered))
        self.names: dict[int, str] = {self._bit(hexagon): str(hexagon) for hexagon in ordered}
        self.by_name: dict[str, int] = {name: cell for cell, name in self.names.items()}
        self._hex_of = dict(zip(self.cells, ordered, strict=True))
        self._ground = {self._bit(hexagon): placed[hexagon] for hexagon in ordered}
        self.spaces = sum(1 << cell for cell in self.cells)
        self.blocked = self._of_kind("blocked")
        self.mission_spaces = self._of_kind("mission")
        self._distances: dict[int, bytes] = {}
        self._within: dict[int, tuple[int, ...]] = {}
        self._passages: dict[tuple[int, int, int], Passages] = {}
        self.doors: tuple[Door, ...] = tuple(doors)
        self._set_sides([(space.plus(origin), d, kind) for space, d, kind in marked], hull)
        for kind, names in sides.items():
            for name in names:
                self.side_masks[kind] |= 1 << self.side_bit(*self.side(name))
        self._set_doors()

    # -- names and places

    def _bit(self, hexagon: Hex) -> int:
        return self._base + hexagon.q + hexagon.r * self.stride

    def _of_kind(self, kind: SpaceKind) -> int:
        return sum(1 << cell for cell, ground in self._ground.items() if ground.kind == kind)

    def cell(self, name: str) -> int:
        """Return the cell of a space by its board name. Raises `ContentError` when the board has none of that name."""
        cell = self.by_name.get(name)
        if cell is None:
            raise ContentError("content.no_space", "the board has no space {name}", name=name)
        return cell

    def name(self, cell: int) -> str:
        """Return the board name of a space."""
        return self.names[cell]

    def hex(self, cell: int) -> Hex:
        """Return the hex of a space; A1 is the origin."""
        return self._hex_of[cell]

    def kind(self, cell: int) -> SpaceKind:
        return self._ground[cell].kind

    def origin(self, cell: int) -> str:
        """Return the space's name on its own tile ("A02/B2")."""
        return self._ground[cell].origin

    def space(self, name: str) -> int:
        """Return the cell of "K7" or of "A02/B2", B2 of the tile laid as A02. Raises `ContentError`."""
        tile, slash, local = name.partition("/")
        if not slash:
            return self.cell(name)
        cell = self._bit(self._onto_board(tile, Hex.parse(local), name))
        if cell not in self._ground or self._ground[cell].origin != name:
            raise ContentError("content.no_tile_space", "{name}: tile {tile} has no such space", name=name, tile=tile)
        return cell

    def side(self, name: str) -> tuple[int, int]:
        """Return the cell and direction of "K7:e" or "A02/B2:ne"; a tile's own direction turns with the tile."""
        place, colon, word = name.partition(":")
        if not colon:
            raise ContentError("content.side_name", "{name!r} is not the name of a side, such as B2:ne", name=name)
        direction = parse_direction(word)
        tile, slash, _ = place.partition("/")
        cell = self.space(place)
        if slash:
            direction = (direction + self._frames[tile].rotation) % 6
        return cell, direction

    def _onto_board(self, tile: str, local: Hex, name: str) -> Hex:
        frame = self._frames.get(tile)
        if frame is None:
            raise ContentError("content.tile_not_laid", "{name}: no tile {tile} is laid", name=name, tile=tile)
        return turned(frame, local).plus(self._origin)

    def mask(self, names: Sequence[str]) -> int:
        """Return the mask of some spaces, named either way."""
        mask = 0
        for name in names:
            mask |= 1 << self.space(name)
        return mask

    # -- sides and doors

    def side_bit(self, cell: int, direction: int) -> int:
        """Return the number of a side: the same from both its spaces."""
        if direction >= 3:
            return (direction - 3) * self.size + cell + self.shifts[direction]
        return direction * self.size + cell

    def side_name(self, bit: int) -> str:
        """Return the name of a side by its number, seen from the first of its spaces ("K7:e")."""
        direction, cell = divmod(bit, self.size)
        other = cell + self.shifts[direction]
        if other in self.names and (cell not in self.names or other < cell):
            return f"{self.names[other]}:{DIRECTIONS[direction + 3]}"
        return f"{self.names[cell]}:{DIRECTIONS[direction]}"

    def side_kinds(self, cell: int, direction: int) -> tuple[SideKind, ...]:
        """Return the kinds of a side; empty for an ordinary one. A door does not count as a kind: see `door_on`."""
        bit = 1 << self.side_bit(cell, direction)
        return tuple(kind for kind in SIDE_KINDS if self.side_masks[kind] & bit)

    def door_on(self, cell: int, direction: int) -> int:
        """Return the index of the door on a side, or -1."""
        return self._door_at.get(self.side_bit(cell, direction), -1)

    def marked_sides(self) -> tuple[Side, ...]:
        """Return every side with a kind or a door, once, in reading order. For drawing."""
        found: dict[int, Side] = {}
        for cell in self.cells:
            for direction in range(6):
                bit = self.side_bit(cell, direction)
                kinds, door = self.side_kinds(cell, direction), self._door_at.get(bit, -1)
                if bit not in found and (kinds or door >= 0):
                    found[bit] = Side(cell, direction, kinds, door)
        return tuple(found.values())

    def _set_sides(self, sides: Sequence[tuple[Hex, int, SideKind]], hull: bool) -> None:
        """Collect the sides of each kind. A ring marks all six sides of its space: violet for a Blocked space (R-215),
        red for one of low visibility (R-216)."""
        masks: dict[SideKind, int] = dict.fromkeys(SIDE_KINDS, 0)
        for hexagon, direction, kind in sides:
            masks[kind] |= 1 << self.side_bit(self._bit(hexagon), direction)
        for cell, ground in self._ground.items():
            for direction in range(6):
                bit = 1 << self.side_bit(cell, direction)
                if ground.kind in RINGS:
                    masks[RINGS[ground.kind]] |= bit
                if hull and not self.spaces >> (cell + self.shifts[direction]) & 1:
                    masks["wall"] |= bit
        self.side_masks: dict[SideKind, int] = masks

    def _set_doors(self) -> None:
        self._door_at: dict[int, int] = {}
        self.door_sides: tuple[int, ...] = ()
        self.door_index: dict[str, int] = {}
        self._doors_at: dict[int, int] = {}
        for index, door in enumerate(self.doors):
            try:
                cell, direction = self.side(door.side)
            except ContentError as error:
                raise ContentError("content.door", "door {door}: {why}", door=door.id, why=error) from error
            self._check_door(door, cell, direction)
            bit = self.side_bit(cell, direction)
            self.door_index[door.id] = index
            self._door_at[bit] = index
            self.door_sides += (bit,)
            self.side_masks["wall"] &= ~(1 << bit)
            for end in (cell, cell + self.shifts[direction]):
                self._doors_at[end] = self._doors_at.get(end, 0) | 1 << index

    def _check_door(self, door: Door, cell: int, direction: int) -> None:
        other = cell + self.shifts[direction]
        if door.id in self.door_index:
            raise ContentError("content.door_twice", "door {door} is listed twice", door=door.id)
        if not self.spaces >> other & 1:
            raise ContentError(
                "content.door_edge",
                "door {door}: {side} is the edge of the board, not a side between two spaces",
                door=door.id,
                side=door.side,
            )
        if "violet" in self.side_kinds(cell, direction):
            raise ContentError(
                "content.door_violet",
                "door {door}: {side} is a violet side, which nothing ever crosses",
                door=door.id,
                side=door.side,
            )
        if self.door_on(cell, direction) >= 0:
            raise ContentError(
                "content.door_taken", "door {door}: another door is on {side}", door=door.id, side=door.side
            )

    def door_cells(self, door: int) -> tuple[int, int]:
        """Return the two spaces at a door, smaller first."""
        direction, cell = divmod(self.door_sides[door], self.size)
        other = cell + self.shifts[direction]
        return (cell, other) if cell < other else (other, cell)

    def doors_at(self, cell: int) -> int:
        """Return the doors on the sides of a space, as a mask of door indices (R-038)."""
        return self._doors_at.get(cell, 0)

    # -- distance and adjacency

    def distances(self, cell: int) -> bytes:
        """Return the Range from a space to every cell; `distances(a)[b]` is the fast form of `distance(a, b)`."""
        row = self._distances.get(cell)
        if row is None:
            here = self._hex_of[cell]
            values = bytearray(self.size)
            for other, there in self._hex_of.items():
                values[other] = here.distance(there)
            row = self._distances[cell] = bytes(values)
        return row

    def distance(self, a: int, b: int) -> int:
        """Return the Range between two spaces: pure hex distance, through walls and figures alike (R-071)."""
        return self.distances(a)[b]

    def within(self, cell: int, n: int) -> int:
        """Return the mask of spaces at Range 0 … `n`."""
        masks = self._within.get(cell)
        if masks is None:
            row = self.distances(cell)
            rings = [0] * (1 + max(row))
            for other in self.cells:
                rings[row[other]] |= 1 << other
            for i in range(1, len(rings)):
                rings[i] |= rings[i - 1]
            masks = self._within[cell] = tuple(rings)
        if n < 0:
            return 0
        return masks[n] if n < len(masks) else masks[-1]

    def ring(self, cell: int, n: int) -> int:
        """Return the mask of spaces at Range `n` exactly."""
        return self.within(cell, n) ^ self.within(cell, n - 1)

    def band(self, cell: int, low: int, high: int) -> int:
        """Return the mask of spaces at Range `low` … `high` (R-069)."""
        return self.within(cell, high) & ~self.within(cell, low - 1)

    def passages(self, open_doors: int, shut: int = 0, slow: int = 0) -> Passages:
        """Return the possible steps with these doors open (bit `i`: door `i`). `shut` spaces cannot be entered or left,
        and each side of a `slow` one costs 2, besides what the tiles say."""
        found = self._passages.get((open_doors, shut, slow))
        if found is None:
            if shut or slow:
                found = self._changed(self.passages(open_doors), shut, slow)
            else:
                found = self._closed() if not open_doors else self._opened(open_doors)
            self._passages[open_doors, shut, slow] = found
        return found

    def _changed(self, base: Passages, shut: int, slow: int) -> Passages:
        """Return passages with the terrain of zones: Blocked (R-215) or difficult spaces (R-217)."""
        easy, hard = list(base.easy), list(base.hard)
        near = [0 if shut >> cell & 1 else mask & ~shut for cell, mask in enumerate(base.near)]
        for direction, shift in enumerate(self.shifts):
            into_shut = shut >> shift if shift >= 0 else shut << -shift
            into_slow = slow >> shift if shift >= 0 else slow << -shift
            easy[direction] &= ~(shut | into_shut)
            hard[direction] &= ~(shut | into_shut)
            dear = easy[direction] & (slow | into_slow)
            easy[direction] ^= dear
            hard[direction] |= dear
        return Passages(tuple(easy), tuple(hard), _union(hard), tuple(near), self.stride, self.names)

    def _closed(self) -> Passages:
        """Return the passages while all doors are closed: across any of a space's six sides (R-035) without wall,
        violet or door. Blocked spaces are left out (R-215), unmarked ones are free (R-214). A yellow ring does not
        block; the mission defines its meaning (R-218)."""
        barred = self.side_masks["wall"] | self.side_masks["violet"]
        for bit in self.door_sides:
            barred |= 1 << bit
        easy, hard = [0] * 6, [0] * 6
        near = [0] * self.size
        free = self.spaces & ~self.blocked
        for cell in cells_of(free):
            for direction in range(6):
                other = cell + self.shifts[direction]
                bit = self.side_bit(cell, direction)
                if free >> other & 1 and not barred >> bit & 1:
                    planes = hard if self.side_masks["difficult"] >> bit & 1 else easy
                    planes[direction] |= 1 << cell
                    near[cell] |= 1 << other
        return Passages(tuple(easy), tuple(hard), _union(hard), tuple(near), self.stride, self.names)

    def _opened(self, open_doors: int) -> Passages:
        closed = self.passages(0)
        easy, hard, near = list(closed.easy), list(closed.hard), list(closed.near)
        for door in cells_of(open_doors):
            bit = self.door_sides[door]
            planes = hard if self.side_masks["difficult"] >> bit & 1 else easy
            direction, cell = divmod(bit, self.size)
            other = cell + self.shifts[direction]
            planes[direction] |= 1 << cell
            planes[direction + 3] |= 1 << other
            near[cell] |= 1 << other
            near[other] |= 1 << cell
        return Passages(tuple(easy), tuple(hard), _union(hard), tuple(near), self.stride, self.names)

    def neighbours(self, cell: int, open_doors: int) -> int:
        """Return the mask of spaces adjacent to a space: no wall, closed door or violet side between (R-036)."""
        return self.passages(open_doors).near[cell]

    def contact(self, a: int, b: int, open_doors: int) -> bool:
        """Check whether figures or elements on two spaces are in Contact (R-037)."""
        return bool(self.passages(open_doors).near[a] >> b & 1)


def _union(masks: Sequence[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total
