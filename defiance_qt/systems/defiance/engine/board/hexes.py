"""One hexagonal space in axial coordinates, its directions and its corners. Independent of any board.

Hexes are pointy-topped; `q` grows to the east and `r` to the south-east. The six directions run counter-clockwise from
the east, and so do rotations: one step of 60° takes east to north-east.

Corners are on an integer lattice: axial coordinates times three. Corner `i` is between the directions `i` and `i + 1`.
So the side in direction `i` runs from corner `i - 1` to corner `i`.
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
        """Return the space across the side in that direction, 0 … 5."""
        dq, dr = STEPS[direction]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six spaces around, in the order of the directions (R-035)."""
        return tuple(self.neighbour(direction) for direction in range(6))

    def distance(self, other: Hex) -> int:
        """Return the number of spaces on the shortest way, counting the last and not the first (R-070, R-071)."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def plus(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def rotated(self, steps: int) -> Hex:
        """Return the hex rotated about the origin by that many steps of 60°, counter-clockwise."""
        q, r = self
        for _ in range(steps % 6):
            q, r = q + r, -q
        return Hex(q, r)

    def centre(self) -> Point:
        """Return the center on the lattice of corners."""
        return 3 * self.q, 3 * self.r

    def corners(self) -> tuple[Point, ...]:
        """Return the six corners as lattice points, in order."""
        x, y = 3 * self.q, 3 * self.r
        return tuple((x + dx, y + dy) for dx, dy in CORNERS)

    def offset(self) -> tuple[int, int]:
        """Return column and row, both from 0; odd rows are shifted half a space east."""
        return self.q + (self.r - (self.r & 1)) // 2, self.r

    @classmethod
    def from_offset(cls, column: int, row: int) -> Hex:
        return cls(column - (row - (row & 1)) // 2, row)

    def __str__(self) -> str:
        """Return the name ("K7"): the column in letters, AA after Z, then the row from 1."""
        column, row = self.offset()
        letters = ""
        column += 1
        while column > 0:
            column, digit = divmod(column - 1, 26)
            letters = chr(65 + digit) + letters
        return f"{letters}{row + 1}"

    @classmethod
    def parse(cls, name: str) -> Hex:
        """Return the space of that name. Raises `ContentError` when the text does not name a space."""
        digits = name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        letters = name[: len(name) - len(digits)]
        if not letters or not digits.isascii() or not digits.isdigit() or digits[0] == "0":
            raise ContentError("content.space_name", "{name!r} is not the name of a space, such as K7", name=name)
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 64
        return cls.from_offset(column - 1, int(digits) - 1)


def parse_direction(name: str) -> int:
    """Return the number of a direction's name. Raises `ContentError`."""
    if name not in DIRECTIONS:
        raise ContentError("content.direction", "{name!r} is not a direction: e, ne, nw, w, sw or se", name=name)
    return DIRECTIONS.index(name)


def parse_side(name: str) -> tuple[Hex, int]:
    """Return the space and the direction of a side's name ("B2:ne"). Raises `ContentError`."""
    space, colon, direction = name.partition(":")
    if not colon:
        raise ContentError("content.side_name", "{name!r} is not the name of a side, such as B2:ne", name=name)
    return Hex.parse(space), parse_direction(direction)
