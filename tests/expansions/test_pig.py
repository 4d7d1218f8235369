"""Pig by its rules, through the port alone."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Overruled, Reason, SetAnswer
from defiance_qt.extend.opening import import_record, open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import load_system, system_words
from defiance_qt.shell.one_roll import OneRoll
from defiance_qt.testing import Mission, Position
from tests.conftest import ROOT
from tests.workshop.coverage import gaps, rows
from tests.workshop.coverage.enforced import recorded
from tests.workshop.coverage.named import named_in
from tests.workshop.coverage.sources import RuleSources
from tests.workshop.tools import tools_of

PEOPLE = {"team.dice": "person", "enemy.dice": "person"}


def begin(edition: str = "one", **options: Any) -> Session:
    """A game whose dice are all typed in."""
    return Session.new("pig", mission="duel", seed=1, edition=edition, options={"answers": PEOPLE, **options})


def give(session: Session, *texts: str) -> None:
    """Commands as text; "3" or "3 4" are dice."""
    for text in texts:
        if text[0].isdigit():
            session.submit(session.game.answer(session.state, tuple(int(face) - 1 for face in text.split())))
        else:
            session.submit(session.game.parse(text))


@pytest.mark.rule("P-001")
def test_the_points_of_each_roll_go_into_the_pot() -> None:
    session = begin()
    give(session, "roll", "3", "roll", "6")
    assert session.state.pot == 9
    assert session.state.scores == (0, 0)
    assert session.state.seat == 0


@pytest.mark.rule("P-002")
def test_a_one_loses_the_pot_and_the_turn() -> None:
    session = begin()
    give(session, "roll", "6", "roll", "1")
    assert (session.state.pot, session.state.scores, session.state.seat) == (0, (0, 0), 1)


@pytest.mark.rule("P-003")
def test_holding_scores_the_pot_and_passes_the_turn() -> None:
    session = begin()
    give(session, "roll", "6", "hold")
    assert (session.state.pot, session.state.scores, session.state.seat) == (0, (6, 0), 1)
    with pytest.raises(Illegal) as refused:
        give(session, "roll")
    assert refused.value.rule == "P-005"


@pytest.mark.rule("P-003")
def test_an_empty_pot_cannot_be_held() -> None:
    session = begin()
    with pytest.raises(Illegal):
        give(session, "hold")
    assert session.state == session.timeline.state_at(0)


@pytest.mark.rule("P-004")
def test_reaching_the_target_wins_at_once() -> None:
    session = begin(target=10)
    give(session, "roll", "6", "roll", "4")
    assert session.result is None
    give(session, "hold")
    assert session.result == "victory"
    assert session.legal() == ()


@pytest.mark.rule("P-004", "P-005")
def test_the_rival_holds_as_soon_as_its_pot_wins() -> None:
    session = begin(target=10)
    give(session, "roll", "1")
    for face in ("6", "5"):
        give(session, "proceed", face)
    give(session, "proceed")
    assert session.result == "defeat"
    assert session.state.scores == (0, 11)


@pytest.mark.rule("P-005")
def test_the_rival_rolls_up_to_its_patience() -> None:
    session = begin(patience=8)
    give(session, "roll", "1", "proceed", "4", "proceed", "3")
    assert session.state.pot == 7
    give(session, "proceed", "2")
    assert session.state.pot == 9
    give(session, "proceed")
    assert (session.state.scores, session.state.seat) == ((0, 9), 0)


@pytest.mark.rule("P-006")
@pytest.mark.parametrize(("value", "left"), [("all", 0), ("pot", 7)])
def test_two_ones_lose_everything_where_the_switch_says_so(value: str, left: int) -> None:
    session = begin("two", switches={"double_one": value})
    give(session, "roll", "3 4", "hold", "proceed", "1 2", "roll", "1 1")
    assert session.state.scores[0] == left
    assert session.state.seat == 1


@pytest.mark.rule("P-006")
def test_one_of_two_dice_is_enough_to_lose_the_pot_and_no_more() -> None:
    session = begin("two")
    give(session, "roll", "3 4", "hold", "proceed", "1 2", "roll", "1 5")
    assert session.state.scores[0] == 7


@pytest.mark.rule("P-007")
def test_a_score_is_corrected_by_hand_but_not_beyond_the_target() -> None:
    session = begin(target=30)
    (command,) = session.game.overrule({"scores.own": 12, "pot": 5}, "miscounted")
    session.submit(command)
    assert (session.state.scores, session.state.pot) == ((12, 0), 5)
    for wrong in ({"scores.own": 30}, {"pot": -1}, {"luck": 3}):
        (command,) = session.game.overrule(wrong, "")
        with pytest.raises(Illegal):
            session.submit(command)
    assert session.undo().after.scores == (0, 0)


@pytest.mark.parametrize("wrong", ["0", "7", "3 3"])
@pytest.mark.rule("P-007")
def test_faces_that_no_die_shows_are_refused(wrong: str) -> None:
    session = begin()
    give(session, "roll")
    with pytest.raises(Illegal):
        give(session, wrong)
    assert session.state.asked == 1


@pytest.mark.parametrize("dice", [1, 2])
def test_the_chances_are_those_of_all_rolls_counted(dice: int) -> None:
    rolls = list(itertools.product(range(1, 7), repeat=dice))
    gains = [0 if 1 in roll else sum(roll) for roll in rolls]
    odds = load_system("pig").rules.dice_odds(",".join(["die"] * dice), "", {})
    (points,) = odds.distributions
    assert points.mean == pytest.approx(sum(gains) / len(rolls))
    assert odds.chances["bust"] == pytest.approx(sum(1 in roll for roll in rolls) / len(rolls))
    for amount, share in points.shares.items():
        assert share == pytest.approx(gains.count(amount) / len(rolls)), amount


# ---- an earlier version ----


def test_a_save_of_an_earlier_version_goes_through_the_same_states() -> None:
    with open_save(ROOT / "tests" / "expansions" / "saves" / "pig.jsonl") as session:
        assert session.verify().ok
        states = [session.timeline.state_at(step.number) for step in session.timeline.steps()]
        assert [tuple(state.scores) for state in states[5:31:5]] == [(13, 0), (21, 0), (21, 22), (38, 22), (38, 22)]
        assert [state.pot for state in states[5:31:5]] == [9, 5, 0, 0, 0]
        game, words = session.game, session.words("en")
        assert (session.state.answers, session.result) == ({"team.dice": "app", "enemy.dice": "app"}, "victory")
        told = game.narrate(Overruled({"scores.own": 21, "pot": 5}, "miscounted"), session.state, words)
        assert told == "Manual correction: Your score 21, Pot 5 (miscounted)"


# ---- what its words tell ----


def test_the_log_tells_rolls_by_side_and_by_who_rolled(position: Position) -> None:
    game, words = position("own=20 rival=42 pot=7 seat=1", edition="two"), system_words(load_system("pig").found, "en")
    game.do("proceed", enemy="1 1")
    told = [game.game.narrate(event, game.state, words) for event in game.events]
    assert told == [
        "The rival has 7 in the pot and rolls",
        "",
        "The rival rolls 1, 1",
        "Two ones: the rival loses the pot of 7 and its score",
        "You: turn 2",
    ]
    decided, *_, lost, _ = game.events
    before = game.state
    assert game.game.why(decided, before, words).words == ("8 points would win the game, and the pot has 7",)
    assert game.game.why(lost, before, words) == Reason(("P-006",), ("Two ones lose the score as well",))


# ---- positions in text ----


@pytest.fixture
def plugin_folder() -> Path:
    return ROOT / "expansions" / "pig"


@pytest.mark.rule("P-005")
def test_the_rival_counts_what_it_has_to_what_wins(position: Position) -> None:
    game = position("own=20 rival=42 pot=7 seat=1")
    assert game.do("proceed", enemy="2").told("rival_decided", "pot_grew") == [
        'rival_decided {"holds":false,"pot":7,"enough":8}',
        'pot_grew {"seat":1,"points":2}',
    ]
    assert game.do("proceed").game.result(game.state) == "defeat"
    assert game.asks() == "over"


def test_a_position_tells_what_is_asked_and_refused(position: Position) -> None:
    game = position("own=9 rival=1", edition="two", options={"target": 30})
    assert (game.state.target, game.question()) == (30, "player turn: ['roll']")
    assert game.refused("hold") == "empty_pot P-003"
    assert game.do("roll", team="3 4").options() == ["roll", "hold"]
    assert game.can("hold")
    assert game.do("hold").state.scores == (16, 1)
    with pytest.raises(AssertionError, match="never asked for"):
        game.do("proceed", team="1 1")


def test_a_game_is_played_like_a_position(mission: Mission) -> None:
    game = mission("duel", seed=2, edition="two")
    assert game.do("roll", dice="5 6").state.faces == (5, 6)
    assert (game.asks(), game.state.setup.seed) == ("player turn", 2)


# ---- its rules ----


@pytest.fixture(scope="module")
def sources() -> RuleSources:
    return tools_of("pig").rule_sources()


def test_every_rule_is_enforced_cited_and_tested(sources: RuleSources) -> None:
    assert gaps(sources) == {"enforced_by": [], "named_in": [], "cited_by": [], "tested_by": []}


def test_the_measured_places_still_name_their_rules(sources: RuleSources) -> None:
    """Otherwise code has moved since the measurement: `make rules-map SYSTEM=pig` measures again."""
    named = named_in(sources)
    assert recorded(sources).keys() == named.keys()
    assert all(set(places) <= set(named[id]) for id, places in recorded(sources).items())


def test_its_edition_options_are_places_that_enforce_rules(sources: RuleSources) -> None:
    row = rows(sources)["P-006"]
    assert set(row.enforced_by) == {"engine.game.DiceGame._enter", "switch double_one double_one"}
    assert row.cited_by == ("PotLost",)


# ---- its lessons ----


@pytest.mark.parametrize("id", ["first_turn", "a_one"])
def test_a_lesson_is_followed_to_its_end_and_comes_out_as_the_rules_say(id: str) -> None:
    session = Session.lesson(id, "pig")
    progress = session.lesson_progress()
    assert progress is not None
    while progress.next is not None:
        assert not progress.done
        session.submit(session.game.parse(progress.next.command))
        progress = session.lesson_progress()
        assert progress is not None
    assert progress.done
    assert all(finding.agrees for finding in progress.findings)


def test_who_does_something_else_in_a_lesson_is_astray_until_an_undo() -> None:
    session = Session.lesson("first_turn", "pig")
    give(session, "roll", "hold")
    progress = session.lesson_progress()
    assert progress is not None
    assert progress.astray
    assert [step.done for step in progress.steps] == [True, False, False]
    session.undo()
    again = session.lesson_progress()
    assert again is not None
    assert not again.astray


def test_the_rivals_turn_after_a_lesson_takes_no_part_in_it() -> None:
    session = Session.lesson("first_turn", "pig")
    give(session, "roll", "roll", "hold", "proceed")
    progress = session.lesson_progress()
    assert progress is not None
    assert (progress.done, progress.astray) == (True, False)


# ---- its kinds of chance ----

OLD = Path(__file__).parent / "saves" / "pig-own-dice.jsonl"
"""A game of the version that called its kinds of chance own.dice and rival.dice."""


def test_a_save_of_an_older_version_goes_on_with_typed_dice(tmp_path: Path) -> None:
    import_record(OLD, tmp_path / "old.defiance")
    with open_save(tmp_path / "old.defiance") as session:
        assert session.verify().ok
        assert session.state.answers == {"team.dice": "person", "enemy.dice": "app"}
        assert (
            session.game.label(SetAnswer("rival.dice", "app"), session.state, session.words("en"))
            == "The app rolls: The rival's dice"
        )


@pytest.mark.rule("P-007")
def test_one_roll_of_the_app_is_typed_instead() -> None:
    with Session.new("pig", mission="duel", seed=1) as session:
        one = OneRoll(session)
        one.armed = one.possible
        session.submit(*one.before((session.legal()[0],)))
        assert session.game.request(session.state) is not None
        session.submit(*one.after(session.game.answer(session.state, (4,))))
        assert session.state.pot == 5
        assert session.game.answers(session.state) == {"team.dice": "app", "enemy.dice": "app"}
