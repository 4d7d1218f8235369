"""Walking distances over the whole board, including through doors that must be opened first.

For planning only; legal movement is computed by the engine (`board.movement`).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.ruleset import Rules

OPENING = 4
"""The points that a closed door adds to a path: about one Action."""

UNLOCKING = 16
"""The points that a security door adds: its Console must be completed first."""

FAR = 999
"""The distance of a space that cannot be reached."""


class DistanceMap:
    """Walking distances on one session's board, cached by their inputs."""

    def __init__(self, rules: Rules) -> None:
        self._board = rules.board
        self._secured = sum(1 << place for place, door in enumerate(rules.board.doors) if door.security)
        self._known: dict[tuple[int, int, bool], Sequence[int]] = {}
        self._edges: dict[tuple[int, bool], list[list[tuple[int, int]]]] = {}

    def field(self, goals: int, open_doors: int, unlocking: bool = False) -> Sequence[int]:
        """Return the points from every cell to the nearest of the goals (a mask). Closed security doors block the way
        unless `unlocking`."""
        key = goals, open_doors, unlocking
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 256:
                self._known.clear()
            found = self._known[key] = self._walk(goals, self._edges_of(open_doors, unlocking))
        return found

    def locked_between(self, start: int, goals: int, open_doors: int) -> list[int]:
        """Return the closed security doors, by index, on a shortest way from a cell to the goals; empty without one."""
        field = self.field(goals, open_doors, unlocking=True)
        edges = self._edges_of(open_doors, True)
        here, found = start, []
        while 0 < field[here] < FAR:
            there, price = min(edges[here], key=lambda edge: (field[edge[0]] + edge[1], edge[0]))
            if price >= UNLOCKING:
                found += [place for place in cells_of(self._secured) if set(self._ends(place)) == {here, there}]
            here = there
        return found

    def _ends(self, door: int) -> tuple[int, int]:
        return self._board.door_cells(door)

    def _edges_of(self, open_doors: int, unlocking: bool) -> list[list[tuple[int, int]]]:
        key = open_doors, unlocking
        found = self._edges.get(key)
        if found is None:
            found = self._edges[key] = self._make_edges(open_doors, unlocking)
        return found

    def _make_edges(self, open_doors: int, unlocking: bool) -> list[list[tuple[int, int]]]:
        board = self._board
        passages = board.passages(open_doors)
        edges: list[list[tuple[int, int]]] = [[] for _ in range(board.size)]
        for cell in board.cells:
            for direction in range(6):
                for plane, price in ((passages.easy, 1), (passages.hard, 2)):
                    if plane[direction] >> cell & 1:
                        edges[cell].append((cell + board.shifts[direction], price))
        for place in range(len(board.doors)):
            locked = self._secured >> place & 1
            if open_doors >> place & 1 or (locked and not unlocking):
                continue
            one, other = board.door_cells(place)
            price = 1 + (UNLOCKING if locked else OPENING)
            edges[one].append((other, price))
            edges[other].append((one, price))
        return edges

    def _walk(self, goals: int, edges: list[list[tuple[int, int]]]) -> list[int]:
        field = [FAR] * self._board.size
        heap = [(0, cell) for cell in cells_of(goals)]
        for _, cell in heap:
            field[cell] = 0
        while heap:
            spent, here = heappop(heap)
            if spent > field[here]:
                continue
            for there, price in edges[here]:
                if spent + price < field[there]:
                    field[there] = spent + price
                    heappush(heap, (spent + price, there))
        return field
