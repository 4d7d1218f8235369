"""The closest free spaces: where a Unit deploys, respawns or gets replacements (R-204, R-250, R-256)."""

from __future__ import annotations

from defiance_qt.engine.board.tiles import Board, cells_of


def closest_free(
    board: Board, origins: int, taken: int, open_doors: int, want: int | None = None
) -> tuple[int, ...]:
    """The free spaces around `origins` as masks of equally close ones, closest first.

    Closeness is the Range (R-071, R-189) to the nearest origin, then the steps on foot, figures ignored; spaces that
    cannot be reached on foot come last within their Range. So an origin itself comes first if it is free, then the
    spaces in Contact with one (R-204), then those next to one behind a wall. `taken` are the occupied and obstructed
    spaces; Blocked spaces never appear. With `want`, it stops once the masks hold that many spaces.
    """
    free = board.spaces & ~board.blocked & ~taken if origins else 0
    starts = cells_of(origins)
    walked = _walked(board, origins, open_doors)
    rings: list[int] = []
    found, seen, distance = 0, 0, 0
    while free & ~seen and (want is None or found < want):
        covered = 0
        for start in starts:
            covered |= board.within(start, distance)
        new = covered & free & ~seen
        seen |= new
        for level in walked:
            if new & level:
                rings.append(new & level)
                new &= ~level
        if new:
            rings.append(new)
        found = seen.bit_count()
        distance += 1
    return tuple(rings)


def _walked(board: Board, origins: int, open_doors: int) -> list[int]:
    """Masks of the spaces by the number of steps from the nearest origin, figures ignored."""
    near = board.passages(open_doors).near
    levels = [origins]
    seen = origins
    while levels[-1]:
        around = 0
        for cell in cells_of(levels[-1]):
            around |= near[cell]
        levels.append(around & ~seen)
        seen |= around
    return levels[:-1]
