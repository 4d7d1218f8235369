"""Tiles as content, and their layout on one table. The resulting board is in `tiles`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.board.hexes import Hex, parse_side

SideKind = Literal["wall", "violet", "red", "difficult"]
SpaceKind = Literal["free", "blocked", "low_visibility", "difficult", "mission"]
SIDE_KINDS: tuple[SideKind, ...] = ("wall", "violet", "red", "difficult")

SPACES: dict[str, SpaceKind] = {
    ".": "free",
    "#": "blocked",
    "~": "low_visibility",
    "%": "difficult",
    "!": "mission",
}
RINGS: dict[str, SideKind] = {"blocked": "violet", "low_visibility": "red", "difficult": "difficult"}


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One map tile as content.

    `rows` holds one character per space; odd rows (the second, the fourth …) are shifted half a space east: "." free, "
    " no space, "#" Blocked (ringed in violet), "~" Low visibility (red), "%" Difficult terrain (dotted blue), "!"
    mission space (yellow); R-214 … R-218. `sides` lists sides by kind in the tile's own names ("B2:ne"), each seen from
    a space of the tile.
    """

    id: str
    rows: tuple[str, ...]
    sides: dict[SideKind, tuple[str, ...]] = {}


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile laid on the table. Its A1 is at (`column`, `row`), counted from 0, after the tile was turned about A1 by
    `rotation` steps of 60° counter-clockwise. Any offset is allowed, also a negative one: the board's names start at
    its own first column and row. A tile keeps its shape: with A1 in an odd row, its second row is a whole space further
    east than on a tile in an even row. `id` distinguishes two copies; the default is the tile's id.
    """

    tile: str
    column: int = 0
    row: int = 0
    rotation: int = 0
    id: str = ""


class Door(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Door or Security Door of the mission on a side ("K7:e" or "A02/B2:ne"), R-126 and R-127. It replaces a wall on
    that side."""

    id: str
    side: str
    security: bool = False


class Space(NamedTuple):
    kind: SpaceKind
    origin: str


def turned(placement: Placement, local: Hex) -> Hex:
    return local.rotated(placement.rotation).plus(Hex.from_offset(placement.column, placement.row))


def lay(
    tiles: Sequence[Tile], placements: Sequence[Placement]
) -> tuple[dict[Hex, Space], list[tuple[Hex, int, SideKind]], dict[str, Placement]]:
    """Return all spaces and marked sides of the laid tiles, in the table's own coordinates, and the placements by
    id."""
    known = {tile.id: tile for tile in tiles}
    if len(known) < len(tiles):
        twice = next(tile.id for i, tile in enumerate(tiles) if tile.id in {other.id for other in tiles[:i]})
        raise ContentError("content.tile_twice", "tile {tile} is listed twice", tile=twice)
    spaces: dict[Hex, Space] = {}
    sides: list[tuple[Hex, int, SideKind]] = []
    frames: dict[str, Placement] = {}
    for placement in placements:
        name = placement.id or placement.tile
        if placement.tile not in known:
            raise ContentError(
                "content.no_tile", "placement {name}: there is no tile {tile}", name=name, tile=placement.tile
            )
        if name in frames:
            raise ContentError(
                "content.laid_twice", "placement {name}: laid twice; give each copy an id of its own", name=name
            )
        frames[name] = placement
        tile = known[placement.tile]
        local = _spaces_of(tile)
        for hexagon, kind in local.items():
            place = turned(placement, hexagon)
            if place in spaces:
                raise ContentError(
                    "content.covers",
                    "placement {name}: its {space} covers {other}",
                    name=name,
                    space=hexagon,
                    other=spaces[place].origin,
                )
            spaces[place] = Space(kind, f"{name}/{hexagon}")
        for hexagon, direction, side_kind in _sides_of(tile, local):
            sides.append((turned(placement, hexagon), (direction + placement.rotation) % 6, side_kind))
    if not spaces:
        raise ContentError("content.empty_board", "a board needs at least one tile with a space")
    return spaces, sides, frames


def _spaces_of(tile: Tile) -> dict[Hex, SpaceKind]:
    spaces: dict[Hex, SpaceKind] = {}
    for row, text in enumerate(tile.rows):
        for column, char in enumerate(text):
            hexagon = Hex.from_offset(column, row)
            if char in SPACES:
                spaces[hexagon] = SPACES[char]
            elif char != " ":
                raise ContentError(
                    "content.tile_row",
                    "tile {tile}: rows: {space} is {char!r}, not one of . # ~ % ! or a blank",
                    tile=tile.id,
                    space=hexagon,
                    char=char,
                )
    return spaces


def _sides_of(tile: Tile, spaces: dict[Hex, SpaceKind]) -> list[tuple[Hex, int, SideKind]]:
    sides: list[tuple[Hex, int, SideKind]] = []
    for kind, names in tile.sides.items():
        if kind not in SIDE_KINDS:
            raise ContentError(
                "content.side_kind",
                "tile {tile}: sides: {kind!r} is not a kind: wall, violet, red or difficult",
                tile=tile.id,
                kind=kind,
            )
        for name in names:
            try:
                hexagon, direction = parse_side(name)
            except ContentError as error:
                raise ContentError(
                    "content.tile_side", "tile {tile}: sides.{kind}: {why}", tile=tile.id, kind=kind, why=error
                ) from error
            if hexagon not in spaces:
                raise ContentError(
                    "content.side_off_tile",
                    "tile {tile}: sides.{kind}: {side} belongs to no space of the tile",
                    tile=tile.id,
                    kind=kind,
                    side=name,
                )
            sides.append((hexagon, direction, kind))
    return sides
