"""The branches of a game as a tree, and two of them at the same moments."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.present.branches import Branches, _merged

ROOT = Path(__file__).resolve().parent.parent.parent.parent
GAME = ROOT / "saves/extraction-branches.defiance"


def test_each_line_says_where_it_leaves_how_long_it_is_and_how_it_ends() -> None:
    with open_save(GAME, read_only=True) as session:
        tree = Branches(session, session.words("en")).tree
    assert [(row.name, row.begins, row.ends, row.of) for row in tree.rows] == [
        ("First line", -1, 403, -1),
        ("another way", 202, 262, 0),
        ("with fresh dice", 202, 262, 0),
    ]
    first, second, _ = tree.rows
    assert (first.result, first.stands, first.outcome) == ("victory", True, "Victory · Round 8")
    assert (second.result, second.stands) == ("", False)
    assert second.where == "leaves at step 202, Round 4 · 60 steps"
    assert "not decided" in second.spoken
    assert [name for _, name in tree.chapters] == ["Setup", *(f"Round {n}" for n in range(1, 9))]


def test_two_lines_are_compared_at_the_ends_of_their_chapters() -> None:
    with open_save(GAME, read_only=True) as session:
        words = session.words("en")
        branches, timeline = Branches(session, words), session.timeline
        moments = branches.moments(0, 1)
        assert [one.title for one in moments] == [
            "Where they part, step 202",
            *(f"End of Round {n}" for n in range(4, 9)),
        ]
        assert [one.over for one in moments] == [*[(False, False)] * 3, *[(False, True)] * 3]
        for moment, number in zip(moments[1:3], (4, 5), strict=True):
            for step in moment.steps:
                assert session.game.summary(timeline.state_at(step)).chapter == number
        assert not any(fact.differs for fact in branches.facts(0, 1, moments[0])[1:])
        at_the_end = {fact.name: fact.values for fact in branches.facts(0, 1, moments[-1])}
        assert at_the_end["Outcome"] == ("Victory · Round 8", "not decided · Round 5")
        assert at_the_end["At this moment"] == ("Round 8", "over since Round 5")
        assert at_the_end["Steps since they parted"] == ("201", "60")
        uma = [timeline.state_at(step).team["uma"] for step in moments[-1].steps]
        assert at_the_end["Uma"] == tuple(f"{9 - one.damage} of 9" for one in uma)


def test_a_branch_gets_another_name_that_the_save_keeps(tmp_path: Path) -> None:
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        for _ in range(3):
            session.submit(session.legal()[0])
        session.fork(1, "a try")
        session.submit(session.legal()[-1])
        tip = session.head
        session.rename_branch(tip, "the better one")
        session.rename_branch(0, "as it was")
        with pytest.raises(Illegal, match="There is no step 99"):
            session.rename_branch(99, "nothing")
    with open_save(path) as again:
        assert [one.name for one in again.timeline.branches] == ["as it was", "the better one"]
        assert again.timeline.branch(tip).name == "the better one"
        again.rename_branch(tip, "")
        assert again.timeline.branch(tip).name == ""
        assert Branches(again, again.words("en")).tree.rows[0].name == "Branch without a name"


def test_moments_of_both_lines_are_in_one_order() -> None:
    assert _merged("abd", "abcd") == list("abcd")
    assert _merged("abcd", "xbe") == list("xabecd")
    assert _merged("", "ab") == list("ab")
