"""Line of sight: the printed examples, the ruling's own sentences, and an independent oracle."""

from __future__ import annotations

from random import Random

import pytest

from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.systems.defiance.engine.board.rays import fan
from defiance_qt.systems.defiance.engine.board.sight import Sight
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Placement, Tile
from tests.systems.defiance.engine.board.scenes import drawn, names, random_board
from tests.systems.defiance.engine.board.sight_oracle import Oracle


def sees(
    board: Board, a: str, b: str, figures: str = "", closed: int = 0, visor: bool = False, big: bool = False
) -> bool:
    sight = Sight(board)
    blockers = sight.blockers(board.mask(figures.split()), closed)
    answer = sight.sees(board.cell(a), board.cell(b), blockers, visor, big)
    assert sight.why(board.cell(a), board.cell(b), blockers, visor, big).clear == answer
    return answer


def visible_from(sight: Sight, a: int, blockers: int) -> int:
    """The mask of the spaces that are seen from `a`."""
    return sum(1 << b for b in sight.board.cells if sight.sees(a, b, blockers))


def seeing(sight: Sight, b: int, blockers: int) -> int:
    """The mask of the spaces from which `b` is seen."""
    return sum(1 << a for a in sight.board.cells if sight.sees(a, b, blockers))


@pytest.mark.rule("R-062", "R-063", "R-065")
def test_example_sight_and_range() -> None:
    """EX-08: the Nox sees Qiang, Uma and Cadin (out of Range); Billie stands behind Uma, Jazz behind a wall."""
    board = drawn(*["..........."] * 5, wall="F5:w F5:nw F5:ne G5:nw G5:ne G5:e")
    nox, figures = "A3", "A3 C1 E3 F3 J2 F5"
    qiang, uma, billie, cadin, jazz = "C1", "E3", "F3", "J2", "F5"
    assert sees(board, nox, qiang, figures)
    assert sees(board, nox, uma, figures)
    assert not sees(board, nox, billie, figures)
    assert not sees(board, nox, jazz, figures)
    # A Remote never blocks: the caller leaves Billie out, and Uma still hides her.
    assert not sees(board, nox, billie, "A3 C1 E3 J2 F5")
    assert sees(board, nox, cadin, figures)
    assert board.distance(board.cell(nox), board.cell(cadin)) > 8


@pytest.mark.rule("R-063", "R-065")
def test_a_figure_between_two_others_in_a_row_hides_them() -> None:
    board = drawn(".....", ".....", ".....")
    assert not sees(board, "A2", "C2", "B2")
    assert not sees(board, "A2", "E2", "C2")
    assert sees(board, "A2", "C2", "A2 C2")
    assert sees(board, "A2", "C2", "B1 B3")


@pytest.mark.rule("R-063")
def test_of_two_spaces_side_by_side_on_the_line_both_must_be_held() -> None:
    board = drawn("....", "....", "....")
    # From B1 to B3 the line runs between A2 and B2.
    assert board.distance(board.cell("B1"), board.cell("B3")) == 2
    assert sees(board, "B1", "B3", "A2")
    assert sees(board, "B1", "B3", "B2")
    assert not sees(board, "B1", "B3", "A2 B2")


@pytest.mark.rule("R-062")
def test_one_looks_round_the_free_end_of_a_wall_and_not_through_it() -> None:
    board = drawn("....", "....", "....", wall="B2:e")
    assert sees(board, "B2", "C2")
    assert not board.contact(board.cell("B2"), board.cell("C2"), 0)
    # Two walls more, and it is their ends one looks round; only a wall across the whole board leaves none.
    assert sees(drawn("....", "....", "....", wall="B2:ne B2:e B2:se"), "B2", "C2")
    joined = drawn("....", "....", "....", wall="B1:e B2:ne B2:e B2:se B3:e")
    assert not sees(joined, "B2", "C2")
    assert not sees(joined, "C2", "B2")


@pytest.mark.rule("R-063")
def test_nobody_looks_through_the_joint_of_two_walls() -> None:
    # A wall in a zigzag across the whole board.
    zigzag = "A1:se A1:sw B1:sw B1:se C1:sw C1:se D1:sw D1:se"
    board = drawn("....", "....", wall=zigzag)
    for a in ("A1", "B1", "C1", "D1"):
        for b in ("A2", "B2", "C2", "D2"):
            assert not sees(board, a, b)
            assert not sees(board, b, a)


@pytest.mark.rule("R-064", "R-129", "R-066")
def test_closed_doors_block_and_open_ones_do_not() -> None:
    wall = "B1:e B2:e B3:e B1:se B2:ne B2:se B3:ne B3:se"
    board = drawn("....", "....", "....", wall=wall, doors=(Door("d", "B2:e"), Door("e", "A1:e")))
    assert not sees(board, "A2", "D2", closed=0b11)
    assert sees(board, "A2", "D2", closed=0b10)
    assert not sees(board, "A2", "D2", figures="C2", closed=0b10)


@pytest.mark.rule("R-063", "R-067", "R-216")
def test_red_sides_block_but_not_for_a_visor() -> None:
    board = drawn(".....", ".....", ".....", red="B1:e B1:se B2:ne B2:e B2:se B3:ne B3:e B3:se")
    assert not sees(board, "A2", "D2")
    assert sees(board, "A2", "D2", visor=True)
    ringed = drawn("..~..")
    assert not sees(ringed, "A1", "E1")
    assert sees(ringed, "A1", "E1", visor=True)
    assert not sees(ringed, "A1", "E1", figures="B1", visor=True)


@pytest.mark.rule("R-062", "R-215", "R-216")
@pytest.mark.parametrize(("shut", "fog"), [("", "C2"), ("", "A1 B2"), ("C2", ""), ("B2", "D2 D3"), ("A2 C1", "E3")])
def test_what_a_mission_makes_of_spaces_hides_and_is_hidden(shut: str, fog: str) -> None:
    """They block like figures; a space of Low visibility is seen, and seen from, in Contact only. A Visor sees it."""
    board = drawn(".....", ".....", ".....", red="D1:se", doors=(Door("d", "D3:e"),))
    sight = Sight(board)
    closed, low = board.mask(shut.split()), board.mask(fog.split())
    changed, plain = sight.blockers(0, 1, closed, low), sight.blockers(closed | low, 1)
    free = sight.blockers(closed, 1)
    for a in board.cells:
        for b in board.cells:
            far = board.distance(a, b) > 1 and (low >> a | low >> b) & 1
            assert sight.sees(a, b, changed) == (not far and sight.sees(a, b, plain))
            assert sight.sees(a, b, changed, visor=True) == sight.sees(a, b, free, visor=True)
            assert sight.why(a, b, changed).clear == sight.sees(a, b, changed)


@pytest.mark.rule("R-067", "R-209")
def test_figures_do_not_hide_the_big() -> None:
    board = drawn(".....", doors=(Door("d", "D1:e"),))
    assert not sees(board, "A1", "C1", "B1")
    assert sees(board, "A1", "C1", "B1", big=True)
    assert not sees(board, "A1", "E1", "B1", closed=1, big=True)


@pytest.mark.rule("R-066", "R-214", "R-217")
def test_dotted_blue_sides_do_not_block() -> None:
    board = drawn("..%..", difficult="A1:e")
    assert sees(board, "A1", "E1")


@pytest.mark.rule("R-215")
def test_blocked_spaces_block() -> None:
    assert not sees(drawn("..#.."), "A1", "E1")


@pytest.mark.rule("R-065")
def test_one_sees_ones_own_space() -> None:
    board = drawn("..", wall="A1:e")
    assert sees(board, "A1", "A1", "A1")
    sight = Sight(board)
    line = sight.why(board.cell("A1"), board.cell("A1"), sight.blockers(0, 0))
    assert (line.clear, line.segment, line.cut_by) == (True, None, ())


@pytest.mark.rule("R-068")
def test_sight_need_not_be_mutual() -> None:
    random = Random(21)
    one_way = 0
    for _ in range(12):
        board = random_board(random)
        sight = Sight(board)
        blockers = sight.blockers(board.mask(random.sample([board.name(cell) for cell in board.cells], 6)), 31)
        for a in board.cells:
            one_way += (visible_from(sight, a, blockers) ^ seeing(sight, a, blockers)).bit_count()
    assert one_way > 0


@pytest.mark.rule("R-062")
def test_masks_of_seen_spaces() -> None:
    board = drawn(".....", "     ", wall="C1:e")
    sight = Sight(board)
    blockers = sight.blockers(0, 0)
    assert names(board, visible_from(sight, board.cell("B1"), blockers)) == "A1 B1 C1"


@pytest.mark.rule("R-062")
def test_why_names_what_cuts() -> None:
    board = drawn(".....", doors=(Door("d", "D1:e"),))
    sight = Sight(board)
    a, c, e = (board.cell(name) for name in ("A1", "C1", "E1"))
    assert sight.why(a, c, sight.blockers(board.mask(["B1"]), 0)).cut_by == ("B1",)
    assert sight.why(a, c, sight.blockers(0, 0)).cut_by == ()
    assert sight.why(a, e, sight.blockers(board.mask(["B1"]), 1)).cut_by == ("B1", "D1:e")
    walled = drawn("...", "...", wall="A1:e A1:se A2:ne A2:e B2:w")
    sight = Sight(walled)
    line = sight.why(walled.cell("A1"), walled.cell("B1"), sight.blockers(0, 0))
    assert (line.clear, line.cut_by) == (False, ("A1:e",))


@pytest.mark.rule("R-062")
def test_why_draws_from_a_corner_to_the_border() -> None:
    random = Random(4)
    for _ in range(6):
        board = random_board(random)
        sight = Sight(board)
        blockers = sight.blockers(board.mask(random.sample([board.name(cell) for cell in board.cells], 5)), 9)
        for a in random.sample(board.cells, 6):
            for b in board.cells:
                line = sight.why(a, b, blockers)
                assert line.clear == sight.sees(a, b, blockers) == (not line.cut_by)
                if line.segment is not None:
                    tail, tip = line.segment
                    assert tail in board.hex(a).corners()
                    assert on_border(tip, board.hex(b))


def on_border(point: tuple[float, float], space: Hex) -> bool:
    x, y = point[0] - 3 * space.q, point[1] - 3 * space.r
    return max(abs(2 * x + y), abs(x + 2 * y), abs(x - y)) == pytest.approx(3)


@pytest.mark.parametrize("graze_cuts", [True, False])
@pytest.mark.rule("R-062", "R-063", "R-064", "R-065", "R-066", "R-067", "R-068")
def test_agrees_with_the_oracle(graze_cuts: bool) -> None:
    random = Random(31 + graze_cuts)
    seen = [0, 0]
    for _ in range(30 if graze_cuts else 12):
        board = random_board(random, random.choice((5, 7, 9)), random.choice((5, 6, 7)))
        sight = Sight(board, graze_cuts)
        share = random.choice((0.03, 0.1, 0.25))
        figures = sum(1 << cell for cell in board.cells if random.random() < share)
        closed, visor, big = random.randrange(32), random.random() < 0.2, random.random() < 0.2
        oracle = Oracle(board, figures, closed, visor, big, graze_cuts)
        blockers = sight.blockers(figures, closed)
        for _ in range(8):
            a, b = random.choices(board.cells, k=2)
            expected = oracle.sees(board.hex(a), board.hex(b))
            assert sight.sees(a, b, blockers, visor, big) == expected, (board.name(a), board.name(b))
            seen[expected] += 1
    assert min(seen) > 15


@pytest.mark.rule("R-062", "R-063", "R-065")
def test_ranks_of_figures_agree_with_the_oracle() -> None:
    """Open ground, so that only figures matter, and long distances."""
    random = Random(33)
    board = drawn(*["............"] * 5)
    sight = Sight(board)
    seen = [0, 0]
    for _ in range(25):
        rank = [f"{column}{row}" for column in "DEFGH" for row in range(1, 6) if random.random() < 0.3]
        figures = board.mask(rank)
        oracle = Oracle(board, figures, 0, False, False)
        for _ in range(4):
            a, b = board.cell(f"A{random.randint(1, 5)}"), board.cell(f"{random.choice('IJKL')}{random.randint(1, 5)}")
            expected = oracle.sees(board.hex(a), board.hex(b))
            assert sight.sees(a, b, sight.blockers(figures, 0)) == expected, (rank, board.name(a), board.name(b))
            seen[expected] += 1
    assert min(seen) > 10


def test_the_house_rule_only_adds_sight() -> None:
    random = Random(6)
    added = 0
    for _ in range(4):
        board = random_board(random)
        strict, kind = Sight(board), Sight(board, graze_cuts=False)
        blockers = strict.blockers(board.mask(random.sample([board.name(cell) for cell in board.cells], 8)), 21)
        for a in board.cells:
            before, after = visible_from(strict, a, blockers), visible_from(kind, a, blockers)
            assert before & ~after == 0
            added += (after & ~before).bit_count()
    assert added > 0


def test_a_grazed_figure_cuts_only_without_the_house_rule() -> None:
    """Along the lower corners of a row, the line only grazes the figure between, but runs through the spaces below."""
    board = drawn("....", "....")
    a, c = board.cell("A1"), board.cell("C1")
    for graze_cuts, figures, expected in (
        (True, "B1", False), (False, "B1", True), (False, "B1 A2", False), (False, "B1 B2", False),
    ):  # fmt: skip
        sight = Sight(board, graze_cuts)
        assert sight.sees(a, c, sight.blockers(board.mask(figures.split()), 0)) == expected


def test_the_house_rule_looks_through_no_joint_of_walls() -> None:
    """From corner to corner the line meets no wall but at its end; what meets there must leave a way round."""
    board = drawn("....", "....", wall="A1:se A1:sw B1:sw B1:se C1:sw C1:se D1:sw D1:se")
    sight = Sight(board, graze_cuts=False)
    blockers = sight.blockers(0, 0)
    for a in board.cells[:4]:
        assert names(board, visible_from(sight, a, blockers)) == "A1 B1 C1 D1"


def test_turning_the_board_turns_the_sight() -> None:
    """Sight comes from one twelfth of all differences: the others must give the same."""
    random = Random(14)
    rows = tuple("".join(random.choices(".#~", (20, 1, 1), k=6)) for _ in range(5))
    tile = Tile("T", rows, {"wall": ("B2:e", "C3:ne", "D4:se"), "red": ("C2:sw",)})
    plain = Board([tile], [Placement("T")])
    held = random.sample([plain.name(cell) for cell in plain.cells], 5)
    sight = Sight(plain)
    blockers = sight.blockers(plain.mask(held), 0)
    for rotation in range(1, 6):
        turned = Board([tile], [Placement("T", rotation=rotation)])
        other = Sight(turned)
        same = other.blockers(turned.mask([f"T/{name}" for name in held]), 0)
        place = {cell: turned.space(f"T/{plain.name(cell)}") for cell in plain.cells}
        for a in plain.cells:
            for b in plain.cells:
                assert sight.sees(a, b, blockers) == other.sees(place[a], place[b], same)


def test_what_is_prepared_needs_no_new_geometry() -> None:
    board = drawn(".....", ".....", ".....")
    sight = Sight(board)
    assert list(sight.prepare()) == sorted(sight.prepare())
    worked_out = fan.cache_info().misses
    assert all(sight.sees(a, b, 0) for a in board.cells for b in board.cells if a != b)
    assert fan.cache_info().misses == worked_out
