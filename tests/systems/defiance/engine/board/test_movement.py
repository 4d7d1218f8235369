"""Movement: reach, ways, single steps and dragging, against a plain shortest-way search."""

from __future__ import annotations

import heapq
from random import Random

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.board.movement import Ground, drags, price, reach, steps
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, cells_of
from tests.systems.defiance.engine.board.scenes import drawn, names, random_board


def ground(board: Board, open_doors: int = 0, enter2: str = "", no_stop: str = "", closed: str = "") -> Ground:
    masks = [board.mask(spaces.split()) for spaces in (enter2, no_stop, closed)]
    return Ground(board.passages(open_doors), *masks)


def costs(board: Board, ground: Ground, start: str, points: int) -> dict[str, int]:
    found = reach(ground, board.cell(start), points)
    return {board.name(cell): found.cost(cell) for cell in cells_of(found.cells)}


def path(board: Board, ground: Ground, start: str, end: str, points: int) -> str:
    return " ".join(board.name(cell) for cell in reach(ground, board.cell(start), points).path(board.cell(end)))


@pytest.mark.rule("R-051", "R-052")
def test_a_point_a_space() -> None:
    board = drawn(".....")
    assert costs(board, ground(board), "B1", 2) == {"A1": 1, "B1": 0, "C1": 1, "D1": 2}
    assert costs(board, ground(board), "B1", 0) == {"B1": 0}


@pytest.mark.rule("R-055", "R-056", "R-057")
def test_through_figures_but_not_onto_them() -> None:
    board = drawn(".....")
    friend = ground(board, no_stop="B1")
    enemy = ground(board, no_stop="B1", enter2="B1")
    assert costs(board, friend, "A1", 3) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    assert costs(board, enemy, "A1", 3) == {"A1": 0, "B1": 2, "C1": 3}
    assert names(board, reach(enemy, board.cell("A1"), 3).stops) == "A1 C1"
    assert names(board, reach(enemy, board.cell("A1"), 2).stops) == "A1"


def test_a_path_leads_around_figures_where_that_costs_no_more() -> None:
    board = drawn("...", "...")
    plain = ground(board, no_stop="B1")
    assert path(board, plain, "A1", "B2", 2) == "B1 B2"
    found = reach(plain, board.cell("A1"), 2).path(board.cell("B2"), around=plain.no_stop)
    assert " ".join(map(board.name, found)) == "A2 B2"
    corridor = drawn("...")
    taken = ground(corridor, no_stop="B1")
    through = reach(taken, corridor.cell("A1"), 2).path(corridor.cell("C1"), around=taken.no_stop)
    assert " ".join(map(corridor.name, through)) == "B1 C1"


@pytest.mark.rule("R-053", "R-055", "R-057")
def test_example_split_move() -> None:
    """EX-07: three points past Jazz, then two into the Nox's space and one beyond."""
    board = drawn(".......")
    cadin = ground(board, no_stop="C1 E1 G1", enter2="E1 G1")
    first = reach(cadin, board.cell("A1"), 6)
    assert first.cost(board.cell("D1")) == 3
    second = reach(cadin, board.cell("D1"), 3)
    assert second.cost(board.cell("F1")) == 3
    assert names(board, second.stops) == "A1 B1 D1 F1"
    assert board.contact(board.cell("F1"), board.cell("G1"), 0)


@pytest.mark.rule("R-059", "R-129")
def test_walls_violet_sides_and_closed_doors_stop() -> None:
    board = drawn("....", doors=(Door("d", "C1:e"),), wall="A1:e")
    assert costs(board, ground(board), "B1", 5) == {"B1": 0, "C1": 1}
    assert costs(board, ground(board, 1), "B1", 5) == {"B1": 0, "C1": 1, "D1": 2}
    violet = drawn("....", violet="B1:e")
    assert costs(violet, ground(violet), "B1", 5) == {"A1": 1, "B1": 0}
    blocked = drawn("..#.")
    assert costs(blocked, ground(blocked), "B1", 5) == {"A1": 1, "B1": 0}


@pytest.mark.rule("R-058", "R-217", "R-219")
def test_two_points_never_add_up() -> None:
    board = drawn("....", difficult="A1:e B1:e")
    assert costs(board, ground(board), "A1", 5) == {"A1": 0, "B1": 2, "C1": 4, "D1": 5}
    both = ground(board, enter2="B1", no_stop="B1")
    assert costs(board, both, "A1", 5) == {"A1": 0, "B1": 2, "C1": 4, "D1": 5}


@pytest.mark.rule("R-217", "R-059")
def test_a_difficult_side_behind_a_door() -> None:
    board = drawn("...", doors=(Door("d", "A1:e"),), difficult="A1:e")
    assert costs(board, ground(board), "A1", 5) == {"A1": 0}
    assert costs(board, ground(board, 1), "A1", 5) == {"A1": 0, "B1": 2, "C1": 3}


@pytest.mark.rule("R-216")
def test_red_sides_do_not_slow() -> None:
    board = drawn("..~.")
    assert costs(board, ground(board), "A1", 3) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}


@pytest.mark.rule("R-059")
def test_closed_spaces_are_not_entered() -> None:
    board = drawn("....")
    assert costs(board, ground(board, closed="C1"), "A1", 9) == {"A1": 0, "B1": 1}


@pytest.mark.rule("R-052", "R-058")
def test_the_way_is_cheapest_then_shortest_then_first_in_reading_order() -> None:
    board = drawn("...", "...", "...")
    assert path(board, ground(board), "A1", "A1", 4) == ""
    assert path(board, ground(board), "A2", "C2", 4) == "B2 C2"
    assert path(board, ground(board), "A1", "A3", 4) == "A2 A3"
    assert path(board, ground(board), "A1", "B3", 4) == "A2 B3"
    # Two steps for three points against three steps for three points.
    cheap = drawn("....", "...", difficult="A1:se")
    assert path(cheap, ground(cheap), "A1", "B2", 4) == "B1 B2"
    dear = drawn("...", "...", wall="B1:sw B1:se")
    assert path(dear, ground(dear, enter2="A2"), "A1", "C2", 5) == "B1 C1 C2"


@pytest.mark.rule("R-052")
def test_out_of_reach_is_refused_by_name() -> None:
    board = drawn("....")
    with pytest.raises(Illegal, match="D1 is farther than 2 points from A1") as caught:
        reach(ground(board), board.cell("A1"), 2).path(board.cell("D1"))
    assert (caught.value.code, caught.value.rule) == ("out_of_reach", "R-052")


@pytest.mark.rule("R-056", "R-220")
def test_a_step_onto_an_occupied_space_needs_a_way_off() -> None:
    board = drawn("....")
    here = board.cell("A1")

    def legal(points: int, no_stop: str, enter2: str = "") -> list[tuple[str, int]]:
        floor = ground(board, enter2=enter2, no_stop=no_stop)
        return [(board.name(cell), price) for cell, price in steps(floor, here, points)]

    assert legal(1, no_stop="B1") == []
    assert legal(2, no_stop="B1") == [("B1", 1)]
    assert legal(2, no_stop="B1", enter2="B1") == []
    assert legal(3, no_stop="B1", enter2="B1") == [("B1", 2)]
    # Back to where one came from is a way off too, unless one may not stand there either.
    assert legal(2, no_stop="B1 C1 D1") == [("B1", 1)]
    assert legal(2, no_stop="A1 B1 C1 D1") == []
    assert legal(2, no_stop="A1 B1 C1") == []
    assert legal(3, no_stop="A1 B1 C1") == [("B1", 1)]


@pytest.mark.rule("R-052", "R-057")
def test_steps_have_their_price() -> None:
    board = drawn("...", "...", "...", difficult="B2:e", wall="B2:w")
    found = steps(ground(board, enter2="B1"), board.cell("B2"), 2)
    assert [(board.name(cell), price) for cell, price in found] == [
        ("B1", 2), ("C1", 1), ("C2", 2), ("B3", 1), ("C3", 1),
    ]  # fmt: skip
    assert [board.name(cell) for cell, _ in steps(ground(board, enter2="B1"), board.cell("B2"), 1)] == [
        "C1", "B3", "C3",
    ]  # fmt: skip
    assert steps(ground(board), board.cell("B2"), 0) == ()


@pytest.mark.rule("R-052", "R-057", "R-059", "R-217")
def test_a_step_has_a_price_only_where_it_can_be_made() -> None:
    board = drawn("....", "....", wall="B1:e", difficult="B1:se")
    floor = ground(board, enter2="A2", closed="A1")
    b1 = board.cell("B1")
    found = {board.name(cell): price(floor, b1, cell) for cell in board.cells}
    assert found == {"A1": 0, "B1": 0, "C1": 0, "D1": 0, "A2": 2, "B2": 2, "C2": 0, "D2": 0}
    assert price(ground(board), b1, board.cell("A1")) == price(ground(board), b1, board.cell("A2")) == 1


def shortest(board: Board, ground: Ground, open_doors: int, start: int) -> dict[int, int]:
    """The same question by Dijkstra over named sides, one space at a time."""
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        for direction, neighbour in enumerate(board.hex(here).neighbours()):
            there = board.by_name.get(str(neighbour)) if min(neighbour.offset()) >= 0 else None
            kinds = board.side_kinds(here, direction)
            door = board.door_on(here, direction)
            if there is None or "wall" in kinds or "violet" in kinds or ground.closed >> there & 1:
                continue
            if door >= 0 and not open_doors >> door & 1:
                continue
            price = 2 if "difficult" in kinds or ground.enter2 >> there & 1 else 1
            if spent + price < best.get(there, 99):
                best[there] = spent + price
                heapq.heappush(queue, (spent + price, there))
    return best


def random_ground(random: Random, board: Board, open_doors: int) -> Ground:
    def some(share: float) -> int:
        return sum(1 << cell for cell in board.cells if random.random() < share)

    enter2 = some(0.2)
    return Ground(board.passages(open_doors), enter2, some(0.1) | enter2 & some(0.7), some(0.05))


@pytest.mark.rule("R-051", "R-055", "R-057", "R-058", "R-059")
def test_reach_agrees_with_a_plain_search() -> None:
    random = Random(11)
    for _ in range(60):
        board = random_board(random)
        open_doors = random.randrange(32)
        floor = random_ground(random, board, open_doors)
        start = random.choice([cell for cell in board.cells if board.kind(cell) != "blocked"])
        points = random.randint(0, 8)
        expected = {cell: cost for cell, cost in shortest(board, floor, open_doors, start).items() if cost <= points}
        found = reach(floor, start, points)
        assert {cell: found.cost(cell) for cell in cells_of(found.cells)} == expected
        assert found.stops == sum(1 << cell for cell in expected if not floor.no_stop >> cell & 1)


@pytest.mark.rule("R-052", "R-055", "R-057", "R-058")
def test_ways_agree_with_a_plain_search() -> None:
    """Cheapest, then fewest steps, then first in reading order, for every space in reach."""
    random = Random(13)
    for _ in range(40):
        board = random_board(random)
        open_doors = random.randrange(32)
        floor = random_ground(random, board, open_doors)
        start = random.choice([cell for cell in board.cells if board.kind(cell) != "blocked"])
        found = reach(floor, start, 7)
        expected = first_ways(board, floor, open_doors, start)
        for cell in cells_of(found.cells):
            assert found.path(cell) == expected[cell]


def first_ways(board: Board, floor: Ground, open_doors: int, start: int) -> dict[int, tuple[int, ...]]:
    """The ways by which spaces are first taken from a queue of whole ways, ordered as the rule orders them."""
    ways: dict[int, tuple[int, ...]] = {}
    queue: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), start)]
    while queue:
        spent, length, way, here = heapq.heappop(queue)
        if here in ways or spent > 7:
            continue
        ways[here] = way
        for there in cells_of(board.neighbours(here, open_doors) & ~floor.closed):
            price = price_of(board, floor, here, there)
            heapq.heappush(queue, (spent + price, length + 1, (*way, there), there))
    return ways


@pytest.mark.rule("R-056")
def test_every_legal_step_can_be_finished_and_no_other() -> None:
    random = Random(12)
    for _ in range(60):
        board = random_board(random)
        open_doors = random.randrange(32)
        floor = random_ground(random, board, open_doors)
        start = random.choice([cell for cell in board.cells if board.kind(cell) != "blocked"])
        points = random.randint(1, 5)
        expected = []
        for cell in cells_of(board.neighbours(start, open_doors)):
            price = shortest(board, floor, open_doors, start).get(cell)
            direct = price_of(board, floor, start, cell)
            if price is None or direct > points:
                continue
            rest = shortest(board, floor, open_doors, cell)
            if any(not floor.no_stop >> end & 1 and cost <= points - direct for end, cost in rest.items()):
                expected.append((cell, direct))
        assert list(steps(floor, start, points)) == expected


def price_of(board: Board, floor: Ground, start: int, cell: int) -> int:
    direction = board.hex(start).neighbours().index(board.hex(cell))
    return 2 if "difficult" in board.side_kinds(start, direction) or floor.enter2 >> cell & 1 else 1


@pytest.mark.rule("R-230")
def test_dragging_moves_both_to_free_adjacent_spaces() -> None:
    board = drawn("....")
    passages = board.passages(0)
    a, b, c, d = board.cells
    # The other takes the space just left.
    assert drags(passages, b, a, 1 << a | 1 << b) == ((c, b),)
    # The dragger never changes places with the other, nor pushes.
    assert drags(passages, a, b, 1 << a | 1 << b) == ()
    assert drags(passages, b, a, 1 << a | 1 << b | 1 << c) == ()
    assert drags(passages, a, c, 1 << a | 1 << c) == ()
    assert drags(passages, c, b, 1 << b | 1 << c) == ((d, c),)
    wide = drawn("....", "....")
    a1, b1, c1 = (wide.cell(name) for name in ("A1", "B1", "C1"))
    assert drags(wide.passages(0), a1, c1, 1 << a1 | 1 << c1) == (), "not in Contact"
    assert drags(wide.passages(0), a1, b1, 1 << a1 | 1 << b1) == (
        (wide.cell("A2"), a1),
        (wide.cell("A2"), wide.cell("B2")),
    )


@pytest.mark.rule("R-230")
def test_dragging_stays_on_one_side_of_a_wall() -> None:
    board = drawn("...", "...", wall="A1:e")
    a1, a2, b1, b2 = (board.cell(name) for name in ("A1", "A2", "B1", "B2"))
    taken = 1 << a2 | 1 << b2
    found = drags(board.passages(0), a2, b2, taken)
    assert found
    for dragger, dragged in found:
        assert board.contact(dragger, dragged, 0)
        assert not taken >> dragger & 1
        assert dragged == a2 or not taken >> dragged & 1
    assert (a1, b1) not in found
    assert (a1, a2) in found
