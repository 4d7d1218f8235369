"""One hexagonal space in axial coordinates, its directions and its corners. Knows no board.

Hexes stand on a point; `q` grows to the east and `r` to the south-east. The six directions run counter-clockwise
from the east, and so do rotations: one step of 60° takes east to north-east.

Corners live on a lattice of whole numbers: axial coordinates times three. Corner `i` lies between the directions
`i` and `i + 1`, so the side in direction `i` runs from corner `i - 1` to corner `i`.
"""

from __future__ import annotations

from typing import NamedTuple

from defiance_qt.core.errors import ContentError

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CORNERS = tuple((STEPS[i][0] + STEPS[(i + 1) % 6][0], STEPS[i][1] + STEPS[(i + 1) % 6][1]) for i in range(6))

Point = tuple[int, int]


class Hex(NamedTuple):
    """A space in axial coordinates."""

    q: int
    r: int

    def neighbour(self, direction: int) -> Hex:
        """The space across the side in that direction, 0 … 5."""
        dq, dr = STEPS[direction]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six spaces around, in the order of the directions (R-035)."""
        return tuple(self.neighbour(direction) for direction in range(6))

    def distance(self, other: Hex) -> int:
        """Spaces on the shortest way, counting the last and not the first (R-070, R-071)."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def plus(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def rotated(self, steps: int) -> Hex:
        """Turned about the origin by that many steps of 60°, counter-clockwise."""
        q, r = self
        for _ in range(steps % 6):
            q, r = q + r, -q
        return Hex(q, r)

    def centre(self) -> Point:
        """The middle on the lattice of corners."""
        return 3 * self.q, 3 * self.r

    def corners(self) -> tuple[Point, ...]:
        """The six corners as lattice points, in order."""
        x, y = 3 * self.q, 3 * self.r
        return tuple((x + dx, y + dy) for dx, dy in CORNERS)

    def offset(self) -> tuple[int, int]:
        """Column and row, both from 0; odd rows stand half a space further east."""
        return self.q + (self.r - (self.r & 1)) // 2, self.r

    @classmethod
    def from_offset(cls, column: int, row: int) -> Hex:
        return cls(column - (row - (row & 1)) // 2, row)

    def __str__(self) -> str:
        """The name ("K7"): the column in letters, after Z comes AA, then the row from 1."""
        column, row = self.offset()
        letters = ""
        column += 1
        while column > 0:
            column, digit = divmod(column - 1, 26)
            letters = chr(65 + digit) + letters
        return f"{letters}{row + 1}"

    @classmethod
    def parse(cls, name: str) -> Hex:
        """The space of that name. Raises `ContentError` when the text is no name of a space."""
        digits = name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        letters = name[: len(name) - len(digits)]
        if not letters or not digits.isascii() or not digits.isdigit() or digits[0] == "0":
            raise ContentError("content.space_name", "{name!r} is not the name of a space, such as K7", name=name)
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 64
        return cls.from_offset(column - 1, int(digits) - 1)


def parse_direction(name: str) -> int:
    """The number of a direction's name. Raises `ContentError`."""
    if name not in DIRECTIONS:
        raise ContentError("content.direction", "{name!r} is not a direction: e, ne, nw, w, sw or se", name=name)
    return DIRECTIONS.index(name)


def parse_side(name: str) -> tuple[Hex, int]:
    """The space and the direction of a side's name ("B2:ne"). Raises `ContentError`."""
    space, colon, direction = name.partition(":")
    if not colon:
        raise ContentError("content.side_name", "{name!r} is not the name of a side, such as B2:ne", name=name)
    return Hex.parse(space), parse_direction(direction)
