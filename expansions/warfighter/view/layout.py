"""Where the parts of the row are, in pixels: pure arithmetic over the view models.

Columns share the width. Where they would be too narrow, only as many as have room are in sight, those around the
space in focus. Hostile cards that do not fit above their Location close up to headers, the newest last.
"""

from __future__ import annotations

from typing import NamedTuple

from .values import RowView, SpaceView

GAP, SIDE = 8, 8  # between columns, and beside the row
LEAST, MOST = 128, 172  # the width of a column
HEAD, HEAD_LOW = 30, 26  # the line of the decks: usual, and in a low window
PLACE, PLACE_LOW = 94, 62  # the height of a Location card
HOSTILE, HEADER, BETWEEN = 64, 26, 6  # a Hostile card, one that is closed up, and what is between them
CROWD = 16  # the least height of a header beside a whole card
TOKEN, TOKENS, TOKENS_LOW = 36, 66, 60  # the disc of a Soldier, and the height of all below a Location
TOKEN_LEAST, APART = 25, 3  # the disc of a Soldier among many, and what is between two of them
ROLL, ROLL_LOW = 56, 42  # the last roll
LOW = 440  # the height below which cards are low


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom


class Places(NamedTuple):
    """The boxes of everything in the row that is in sight. `open` are the Hostile cards that are shown whole, `before`
    and `after` how many spaces are out of sight on each side."""

    spaces: dict[int, Box]
    hostiles: dict[str, Box]
    soldiers: dict[str, Box]
    moves: dict[int, Box]
    open: frozenset[str]
    before: int
    after: int
    low: bool


def places(view: RowView, width: float, height: float, unit: float, opened: str = "", first: int = -1) -> Places:
    """Return where everything is at a size. `unit` enlarges all lengths with the text, `opened` is the Hostile card
    that is pointed at, `first` the place in the row from which on spaces are in sight, -1 to show the focus."""
    count = max(1, len(view.spaces))
    gap, side = GAP * unit, SIDE * unit
    seen = min(count, max(1, int((width - 2 * side + gap) / (LEAST * unit + gap))))
    column = min(MOST * unit, (width - 2 * side - (seen - 1) * gap) / seen)
    left = (width - seen * column - (seen - 1) * gap) / 2
    focus = next((place for place, one in enumerate(view.spaces) if one.index == view.focus), 0)
    first = max(0, min(count - seen, focus - seen // 2 if first < 0 else first))
    low = height < LOW * unit
    place_high = (PLACE_LOW if low else PLACE) * unit
    head = head_height(low) * unit
    bottom = height - (roll_height(low) + 8) * unit
    top = bottom - (TOKENS_LOW if low else TOKENS) * unit - place_high
    spaces, hostiles, soldiers, moves = {}, {}, {}, {}
    whole: set[str] = set()
    for space in view.spaces[first : first + seen]:
        spaces[space.index] = Box(left, top, column, place_high)
        stack, found = _stack(space, Box(left, head, column, top - head - 7 * unit), unit, opened)
        hostiles.update(stack)
        whole |= found
        tokens, last = _tokens(space, Box(left, top + place_high + 5 * unit, column, TOKENS * unit), unit)
        soldiers.update(tokens)
        if space.move is not None:
            moves[space.index] = last
        left += column + gap
    return Places(spaces, hostiles, soldiers, moves, frozenset(whole), first, count - seen - first, low)


def _stack(space: SpaceView, room: Box, unit: float, opened: str) -> tuple[dict[str, Box], set[str]]:
    """Return the boxes of the Hostile cards over a space, from the bottom, and which of them are whole. Those that
    attack first are lowest. If they do not fit, the one that is pointed at or picked stays whole, and of the others the
    lowest that have room."""
    if not space.hostiles:
        return {}, set()
    card, header, between = HOSTILE * unit, HEADER * unit, BETWEEN * unit
    count = len(space.hostiles)
    ids = [one.id for one in space.hostiles]
    kept = next((one.id for one in space.hostiles if one.picked), ids[0])
    first = opened if opened in ids else kept
    headers = count * (header + between) - between
    most = int((room.height - headers) / (card - header))
    if most < 1:
        most = int(card + (count - 1) * CROWD * unit <= room.height)
    whole = set([first, *(id for id in ids if id != first)][:most])
    heights = [card if id in whole else header for id in ids]
    spare = room.height - sum(heights)
    step = between if count < 2 or spare >= between * (count - 1) else spare / (count - 1)
    if step < 0:
        # Low headers can be read, covered ones cannot.
        header = (room.height - card * len(whole)) / (count - len(whole))
        heights = [card if id in whole else header for id in ids]
        step = 0.0
    boxes, bottom = {}, room.bottom
    for id, high in zip(ids, heights, strict=True):
        boxes[id] = Box(room.left, bottom - high, room.width, high)
        bottom -= high + step
    if opened in boxes and opened not in whole:
        # It opens over its neighbors.
        top = max(room.top, boxes[opened].bottom - card)
        boxes[opened] = Box(room.left, top, room.width, card)
        whole.add(opened)
    return boxes, whole


def _tokens(space: SpaceView, room: Box, unit: float) -> tuple[dict[str, Box], Box]:
    """Return the discs of the Soldiers in a space, and the box of the Move into it."""
    count = len(space.soldiers) + (1 if space.move is not None else 0)
    boxes, left = {}, room.left + (8 if count < 5 else 0) * unit
    share = (room.right - left) / max(1, count)
    size = max(TOKEN_LEAST * unit, min(TOKEN * unit, share - APART * unit))
    step = min(size + 11 * unit, (room.right - left - size) / max(1, count - 1))
    for one in space.soldiers:
        boxes[one.number] = Box(left, room.top, size, size)
        left += step
    return boxes, Box(left, room.top, max(size, room.right - left), size)


def head_height(low: bool) -> int:
    """Return the height of the line of the decks at the usual size of text."""
    return HEAD_LOW if low else HEAD


def roll_height(low: bool) -> int:
    """Return the height of the last roll at the usual size of text."""
    return ROLL_LOW if low else ROLL
