"""Boards drawn in text, for the tests of the board."""

from __future__ import annotations

from random import Random

from defiance_qt.systems.defiance.engine.board.laying import SIDE_KINDS, SideKind
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Placement, Tile, cells_of


def drawn(*rows: str, doors: tuple[Door, ...] = (), hull: bool = True, **sides: str) -> Board:
    """A board of one tile; sides as words: `wall="B2:ne C1:e"`."""
    by_kind: dict[SideKind, tuple[str, ...]] = {kind: tuple(sides.get(kind, "").split()) for kind in SIDE_KINDS}
    return Board([Tile("T", rows, by_kind)], [Placement("T")], doors, hull)


def names(board: Board, mask: int) -> str:
    """A mask of spaces as text, in reading order."""
    return " ".join(board.name(cell) for cell in cells_of(mask))


def random_board(random: Random, columns: int = 7, rows: int = 6) -> Board:
    """A small board with rooms, gaps, every kind of space and side, and doors: never the same twice."""
    texts = ["".join(random.choices(".#~%! ", (30, 1, 1, 2, 1, 2), k=columns)) for _ in range(rows)]
    texts[rows // 2] = "." * columns
    bare = drawn(*texts)
    free = [
        f"{bare.name(cell)}:{word}"
        for cell in bare.cells
        for direction, word in enumerate(("e", "ne", "nw"))
        if bare.spaces >> (cell + bare.shifts[direction]) & 1 and "violet" not in bare.side_kinds(cell, direction)
    ]
    random.shuffle(free)
    doors = tuple(Door(f"d{i}", side) for i, side in enumerate(free[:5]))
    rest = free[5:]
    share = len(rest) // 8
    return drawn(
        *texts,
        doors=doors,
        hull=random.random() < 0.6,
        wall=" ".join(rest[: share * random.randint(0, 3)] + [door.side for door in doors[:2]]),
        violet=" ".join(rest[-share // 4 :]),
        red=" ".join(random.sample(rest, share // 2)),
        difficult=" ".join(random.sample(rest, share)),
    )
