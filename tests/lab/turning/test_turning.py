"""The turning points of a recorded game, from three of its late decisions: found, told, and the same in any number of
processes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import best_bot
from defiance_qt.lab.playing import play
from defiance_qt.lab.turning import find, questions, search
from defiance_qt.lab.turning.line import Line, read
from defiance_qt.lab.turning.search import Moment, Report
from defiance_qt.lab.turning.telling import report, report_lines, texts
from defiance_qt.lab.what_if.figures import share
from defiance_qt.words.languages import LANGUAGES

SAVES = Path(__file__).resolve().parents[3] / "saves"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with open_save(SAVES / "extraction-en-defeat.defiance", read_only=True) as session:
        yield session


@pytest.fixture(scope="module")
def line(session: Session) -> Line:
    whole = read(session, session.game, session.words("en"))
    return replace(whole, stretches=tuple(one for one in whole.stretches if 550 < one.at < 570))


def found(*moments: Moment) -> Report:
    one = share("", 9, 16)
    return Report((one, one, one, one), moments, 200, 16, 1.0, True)


def moment(place: int, decision: tuple[float, float] | None, dice: tuple[float, float]) -> Moment:
    return Moment(place, share("", 174, 200), share("", 60, 200), (-0.7, -0.4), decision, dice)


def test_each_decision_is_asked_with_the_bot_s_way_and_the_user_s(session: Session, line: Line) -> None:
    asked = questions(session, line, 7)
    assert [one.state for one in asked] == [session.timeline.state_at(one.at) for one in line.stretches]
    assert [one.plans for one in asked] == [((), one.commands) for one in line.stretches]
    assert {one.seed for one in asked} == {7}
    assert len(questions(session, replace(line, won=None), 7)) == 4


def test_a_line_is_counted_to_its_end(session: Session, line: Line) -> None:
    tasks = []
    found = find(session, line, search(line, 12), tell=lambda: tasks.append(1))
    assert found.done
    assert found.progress == 1.0
    assert None not in found.line
    assert len(tasks) >= 12


@pytest.mark.slow
def test_two_processes_find_the_same_as_none(session: Session, line: Line) -> None:
    alone = find(session, line, search(line, 12))
    assert find(session, line, search(line, 12), jobs=2) == alone
    assert find(session, line, search(line, 12), seed=1000) != alone


def test_a_decision_is_told_by_what_was_done_and_dice_by_what_came(session: Session, line: Line) -> None:
    words = session.words("en")
    stretch = line.stretches[0]
    decided = texts(session, moment(0, (-0.5, -0.3), (-0.1, 0.1)), stretch, words)
    rolled = texts(session, moment(0, (-0.1, 0.1), (-0.5, -0.3)), stretch, words)
    assert decided.given == rolled.given
    assert decided.title in decided.given
    assert rolled.title in rolled.came
    assert decided.chapter == "Round 11"
    assert decided.bot


def test_a_roll_is_named_as_given_and_told_as_what_came(session: Session) -> None:
    words = session.words("en")
    by_step = {one.at: one for one in read(session, session.game, words).stretches}
    dice = moment(0, None, (-0.5, -0.3))
    told = texts(session, dice, by_step[592], words)
    assert told.given == "Goldstein: Attack Gwailos #2 with Holdout pistol."
    assert told.came.startswith("Goldstein shot Gwailos #2 for 1 (Holdout pistol).")
    assert told.title == "Goldstein shot Gwailos #2 for 1 (Holdout pistol)"
    told = texts(session, dice, by_step[595], words)
    assert told.given == "Goldstein moved to B3."
    assert "shot Billie out of action" in told.title, "of what came the gravest is the title"


def test_sentences_of_another_game_are_told_as_prose() -> None:
    with Session.new("warfighter", mission="first_light", seed=1) as session:
        play(session, best_bot("warfighter")(1))
        words = session.words("en")
        stretches = read(session, session.game, words).stretches
        told = [texts(session, moment(0, None, (-0.5, -0.3)), one, words) for one in stretches]
        assert all(one.given.endswith(".") for one in told)
        assert all(one.title for one in told)


def test_no_figure_is_told_without_its_range_nor_the_bot_s_way_unasked(session: Session, line: Line) -> None:
    words = session.words("en")
    own = found(moment(0, (-0.5, -0.3), (-0.1, 0.1)), moment(2, None, (-0.5, -0.3)))
    lines = list(report_lines(session, line, own, words, told=False))
    assert lines[0] == f"Extraction · lost, step {line.last}"
    assert "   Round 11  33–77%" in lines
    assert "2 turning points" in lines
    assert "1 was a decision, 1 was dice and cards." in lines
    assert "   Wins 82–91% before, 24–37% after" in lines
    assert "   the decision: −50 to −30 points · the dice: −10 to +10 points" in lines
    assert "   the decision: as the bot's · the dice: −50 to −30 points" in lines
    assert not any("The bot:" in one for one in lines)
    assert any(one.startswith("   The bot: ") for one in report_lines(session, line, own, words, told=True))
    assert not any("No decision of yours" in one for one in lines)


def test_that_no_decision_cost_the_game_is_said(session: Session, line: Line) -> None:
    words = session.words("en")
    said = "No decision of yours cost the game, as far as 200 games can tell."
    for own in (found(), found(moment(1, None, (-0.5, -0.3))), found(moment(1, (0.1, 0.3), (-0.1, 0.1)))):
        assert said in list(report_lines(session, line, own, words, told=False))
    won = replace(line, won=True)
    assert any("lowered the chance to win" in one for one in report_lines(session, won, found(), words, told=False))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_is_complete_in_every_language(session: Session, line: Line, language: str) -> None:
    words = session.words(language)
    moments = (
        moment(0, (-0.5, -0.3), (-0.1, 0.1)),
        moment(1, (-0.1, 0.1), (-0.1, 0.1)),
        moment(2, None, (-0.5, -0.3)),
    )
    for own in (found(*moments), found()):
        text = "\n".join(report_lines(session, line, own, words, told=True))
        assert not any(key in text for key in ("ui.turning", "ui.what_if", "{", "}"))


def test_the_values_can_be_written(session: Session, line: Line) -> None:
    told = report(session, line, found(moment(0, None, (-0.5, -0.3))), session.words("en"))
    assert json.loads(json.dumps(told)) == told
    (one,) = told["moments"]
    assert (one["step"], one["kind"], one["decision"]) == (line.stretches[0].at, "dice", None)
    assert one["commands"] == [session.game.format(command) for command in line.stretches[0].commands]
    assert [point["step"] for point in told["line"]] == [stretch.at for stretch in line.stretches]


def test_a_part_that_is_not_there_is_named(session: Session) -> None:
    with pytest.raises(DefianceError, match="There is no part 2: this game has 1"):
        read(session, session.game, session.words("en"), 2)
