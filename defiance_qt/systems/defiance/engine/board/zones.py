"""The closest free spaces, for deployment, Respawn and Replacements (R-204, R-250, R-256)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of


def closest_free(board: Board, origins: int, taken: int, open_doors: int, want: int | None = None) -> tuple[int, ...]:
    """Return the free spaces around `origins` as masks of equally close ones, closest first.

    Closeness is the Range (R-071, R-189) to the nearest origin, then the steps on foot, ignoring figures. Spaces that
    cannot be reached on foot come last within their Range. So an origin itself comes first if it is free. The spaces in
    Contact with one follow (R-204, R-250, R-256), then those next to one behind a wall. `taken` are the occupied and
    obstructed spaces; Blocked spaces never appear. With `want`, it stops once the masks hold that many spaces.
    """
    free = board.spaces & ~board.blocked & ~taken if origins else 0
    starts = cells_of(origins)
    walk = _walk(board, origins, open_doors)
    walked: list[int] = []
    rings: list[int] = []
    found, distance = 0, 0
    while free and (want is None or found < want):
        covered = 0
        for start in starts:
            covered |= board.within(start, distance)
        rest = covered & free
        free &= ~rest
        found += rest.bit_count()
        for level in chain(walked, _kept(walk, walked)):
            if not rest:
                break
            if rest & level:
                rings.append(rest & level)
                rest &= ~level
        if rest:
            rings.append(rest)
        distance += 1
    return tuple(rings)


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


def _kept(walk: Iterator[int], walked: list[int]) -> Iterator[int]:
    """Yield the rest of a walk, and record each level."""
    for level in walk:
        walked.append(level)
        yield level
