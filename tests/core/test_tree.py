"""The tree against the plainest model there is: a parent and a child last visited for every step."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defiance_qt.core.tree import Path, Tree


class Plain:
    """Every question answered by walking."""

    def __init__(self) -> None:
        self.parents: list[int | None] = [None]
        self.next: dict[int, int] = {}
        self.head = 0

    def path(self, step: int) -> list[int]:
        steps = [step]
        while (parent := self.parents[steps[-1]]) is not None:
            steps.append(parent)
        return steps[::-1]

    def grow(self) -> None:
        self.parents.append(self.head)
        self.visit(len(self.parents) - 1)

    def visit(self, step: int) -> None:
        path = self.path(step)
        self.next.update(pairwise(path))
        self.head = step

    def onward(self, step: int) -> list[int]:
        steps = []
        while step in self.next:
            step = self.next[step]
            steps.append(step)
        return steps

    def line(self) -> list[int]:
        return self.path(self.head) + self.onward(self.head)


MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("grow"), st.integers(1, 4)),
        st.tuples(st.just("fork"), st.just(1)),
        st.tuples(st.just("back"), st.integers(1, 6)),
        st.tuples(st.just("jump"), st.integers(0, 10**6)),
    ),
    max_size=60,
)


@settings(max_examples=300)
@given(MOVES)
def test_tree_equals_the_plain_model(moves: list[tuple[str, int]]) -> None:
    tree, plain = Tree(), Plain()
    for kind, count in moves:
        if kind == "jump":
            tree.visit(count % len(tree))
            plain.visit(count % len(plain.parents))
        for _ in range(0 if kind == "jump" else count):
            if kind == "back":
                parent = tree.parent(tree.head)
                assert parent == plain.parents[plain.head]
                if parent is not None:
                    tree.visit(parent)
                    plain.visit(parent)
            else:
                tree.grow("branch" if kind == "fork" else None)
                plain.grow()
        assert tree.head == plain.head
        assert list(tree.path()) == plain.path(plain.head)
        assert list(tree.line()) == plain.line()
        assert tree.following() == plain.next.get(plain.head)
    for step, parent in enumerate(plain.parents):
        assert tree.parent(step) == parent
        assert tree.depth(step) == len(plain.path(step)) - 1
        assert tree.onward(step) == tuple(plain.onward(step))
        assert tree.children(step) == tuple(child for child, of in enumerate(plain.parents) if of == step)


@given(MOVES, st.lists(st.integers(0, 40), min_size=1, max_size=4))
def test_a_look_leaves_no_trace(moves: list[tuple[str, int]], looks: list[int]) -> None:
    tree = Tree()
    for kind, where in moves:
        if kind == "grow":
            tree.grow()
        else:
            tree.visit(where % len(tree))

    def all_of_it() -> object:
        onward = [tree.onward(step) for step in range(len(tree))]
        return tree.head, list(tree.line()), list(tree.path()), tree.following(), onward

    before = all_of_it()
    for where in looks:
        tree.look(where % len(tree))
        assert tree.head == where % len(tree)
        assert tree.settled == before[0]  # type: ignore[index]
    tree.settle()
    assert all_of_it() == before
    tree.visit(0)
    tree.grow()


def forked() -> Tree:
    """0-1-2-3-4, and 5-6 after 2."""
    tree = Tree()
    for _ in range(4):
        tree.grow()
    tree.visit(2)
    tree.grow()
    tree.grow()
    return tree


def test_path_indexes_across_forks() -> None:
    path = forked().path()
    assert [path[place] for place in range(len(path))] == list(path) == [0, 1, 2, 5, 6]
    assert path[-1] == 6
    assert path[1:4] == (1, 2, 5)
    assert path[::-2] == (6, 2, 0)
    assert [list(path.beginning(depth)) for depth in range(6)] == [list(path[depth:]) for depth in range(6)]
    with pytest.raises(IndexError):
        path[5]
    with pytest.raises(IndexError):
        path[-6]


def test_path_is_a_value() -> None:
    tree = forked()
    before = tree.path()
    tree.grow()
    tree.visit(4)
    assert list(before) == [0, 1, 2, 5, 6]
    assert before != tree.path()
    tree.visit(6)
    assert before == tree.path()
    assert hash(before) == hash(tree.path())
    assert before != [0, 1, 2, 5, 6]
    assert repr(Path((), 0)) == "Path([])"


def test_fork_starts_a_branch_where_nothing_follows() -> None:
    tree = Tree()
    tree.grow()
    tree.grow("other")
    tree.visit(1)
    tree.grow()
    assert [(one.name, one.steps) for one in tree.stretches()] == [("", [0, 1, 3]), ("other", [2])]
    assert tree.following() is None
    tree.visit(1)
    assert tree.following() == 3


def test_redo_goes_where_play_went_last() -> None:
    tree = forked()
    tree.visit(3)
    tree.visit(1)
    assert list(tree.line()) == [0, 1, 2, 3, 4]
    tree.visit(5)
    tree.visit(0)
    assert list(tree.line()) == [0, 1, 2, 5, 6]


def test_going_on_along_a_branch_forgets_where_play_left_it() -> None:
    """0-1-2-3-4 with 5 after 2, and 6 after 0: from 6 to 3, past the fork at 2 and not along it."""
    tree = Tree()
    for _ in range(4):
        tree.grow()
    tree.visit(2)
    tree.grow()
    tree.visit(0)
    tree.grow()
    tree.visit(3)
    tree.visit(6)
    tree.visit(1)
    assert list(tree.line()) == [0, 1, 2, 3, 4]
    tree.visit(0)
    branch = tree.grow("branch")
    for _ in range(3):
        tree.grow()
    tree.visit(branch + 1)
    tree.grow()
    tree.visit(0)
    tree.grow()
    tree.visit(branch + 2)
    tree.visit(branch)
    assert tree.line()[-3:] == (branch + 1, branch + 2, branch + 3)
