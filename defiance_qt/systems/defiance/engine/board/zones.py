"""The closest free spaces, for deployment, Respawn and Replacements (R-204, R-250, R-256)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of


def closest_free(board: Board, origins: int, taken: int, open_doors: int) -> int:
    """Return the mask of the free spaces closest to `origins`, 0 when none is free.

    Closeness is the Range (R-071, R-189) to the nearest origin, then the steps on foot, ignoring figures. Spaces that
    cannot be reached on foot come last within their Range. So an origin itself comes first if it is free. The spaces in
    Contact with one follow (R-204, R-250, R-256), then those next to one behind a wall. `taken` are the occupied and
    obstructed spaces; Blocked spaces never appear.
    """
    close = _closest(board, origins, board.spaces & ~board.blocked & ~taken)
    if close:
        for level in _walk(board, origins, open_doors):
            if close & level:
                return close & level
    return close


def _closest(board: Board, origins: int, free: int) -> int:
    """Return those of the free spaces that are at the smallest Range from an origin (R-189)."""
    ranges = [board.distances(origin) for origin in cells_of(origins)]
    if not ranges or not free:
        return 0
    nearest = {cell: min(row[cell] for row in ranges) for cell in cells_of(free)}
    least = min(nearest.values())
    return sum(1 << cell for cell, distance in nearest.items() if distance == least)


def _walk(board: Board, origins: int, open_doors: int) -> Iterator[int]:
    """Yield masks of the spaces by the number of steps from the nearest origin, ignoring figures."""
    near = board.passages(open_doors).near
    level = seen = origins
    while level:
        yield level
        around = 0
        for cell in cells_of(level):
            around |= near[cell]
        level = around & ~seen
        seen |= level
