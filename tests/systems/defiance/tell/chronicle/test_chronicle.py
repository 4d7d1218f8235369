"""The chronicle of recorded games and of a campaign: exact numbers, the dice, and steps that lead back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from defiance_qt.core.port import Chronicler, EventContext
from defiance_qt.core.port.chronicle import Chronicle, Section, Table
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.tell.chronicle.throws import kinds, throws_of
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.texts import defiance_words


def opened(name: str) -> Session:
    return open_save(Path(ROOT / "saves" / f"{name}.defiance"), read_only=True)


def written(session: Session, language: str = "en") -> Chronicle:
    return told(session, session.event_contexts(), language)


def told(session: Session, events: Iterable[EventContext], language: str = "en") -> Chronicle:
    assert isinstance(session.game, Chronicler)
    found = session.game.chronicle(events, defiance_words(language))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def won() -> Iterator[Session]:
    with opened("extraction-en-victory") as session:
        yield session


@pytest.fixture(scope="module")
def campaign() -> Session:
    """The beginning of a campaign: a mission, the steps after it, and the second one laid out."""
    session = Session.new(mission="defiance", seed=4, journal=False)
    bot = make_bot("heuristic", 4)
    while session.state.between or len(session.state.campaign.played) < 2:
        session.submit(bot.choose(session.game, session.state, session.legal()))
    return session


def table(section: Section, title: str) -> Table:
    return next(one for one in (*section.tables, *section.proofs) if one.title == title)


def rows(of: Table) -> dict[str, dict[str, str]]:
    heads = of.columns[1:]
    return {row.name: dict(zip(heads, (cell.text for cell in row.cells), strict=True)) for row in of.rows}


# ---- a mission ----


def test_who_did_what_in_a_recorded_game(won: Session) -> None:
    (section,) = written(won).sections
    assert (section.title, section.result, section.outcome) == ("Extraction", "victory", "won in Round 8 of 12")
    assert section.facts[1:] == ("Alert 5", "6 Enemies killed", "3 falls")
    found = rows(table(section, "Who did what"))
    assert list(found) == ["Jazz", "Qiang", "Uma", "Billie", "Cadin", "Goldstein"]
    wanted = {"Kills": "4", "Damage dealt": "14", "Damage suffered": "16", "Fell": "1", "Hacks": "6"}
    assert found["Jazz"] == wanted | {"Console inputs": "2", "Healed": "2", "Consequences": "2"}
    assert (found["Uma"]["Damage suffered"], found["Uma"]["Healed"]) == ("11", "17")
    killed = rows(table(section, "Kills by Unit"))
    assert killed["Nox Spec-Ops"] == {"Jazz": "1", "Qiang": "0", "Cadin": "1", "All": "2"}
    assert killed["Cadmus"]["All"] == "3"


def test_the_most_of_a_column_is_marked_and_no_loss_is(won: Session) -> None:
    (section,) = written(won).sections
    of = table(section, "Who did what")
    best = {
        (row.name, head) for row in of.rows for head, cell in zip(of.columns[1:], row.cells, strict=True) if cell.best
    }
    assert {("Jazz", "Kills"), ("Uma", "Healed")} <= best
    assert not {head for _, head in best} & {"Damage suffered", "Fell", "Consequences"}


def test_numbers_and_lines_lead_to_their_steps(won: Session) -> None:
    (section,) = written(won).sections
    of = table(section, "Who did what")
    jazz = next(row for row in of.rows if row.name == "Jazz")
    assert jazz.cells[0].steps == (41, 250, 296, 297)
    for step in jazz.cells[0].steps:
        assert any(isinstance(event, e.MiniatureDied) for event in won.timeline.step(step).events)
    assert all(0 <= line.step <= won.head for line in section.lines)
    assert [line.step for line in section.lines] == sorted(line.step for line in section.lines)


def test_the_diary_tells_the_turns_and_begins_with_their_places(won: Session) -> None:
    (section,) = written(won).sections
    told = [(line.place, line.text) for line in section.lines]
    assert ("R2·99", "Goldstein joins the team.") in told
    assert ("R5·250", "The hardest blow of the mission: Jazz deals 4 Damage to Cadmus #2.") in told
    assert told[-1][1].startswith("Victory: ")
    killed = sum(isinstance(one.event, e.MiniatureDied) for one in won.event_contexts())
    assert sum("dead" in text or "killed" in text or "cut down" in text for _, text in told) == killed
    assert len(told) < won.head / 8


def test_the_damage_of_every_round_adds_up(won: Session) -> None:
    (section,) = written(won).sections
    plot = section.plots[0]
    assert (plot.kind, plot.text) == ("bars", "Dealt: 26. Suffered: 48.")
    assert [sum(point.y for point in series.points) for series in plot.series] == [26, 48]
    assert len(plot.series[0].points) == 8


def test_a_game_in_progress_says_so(won: Session) -> None:
    begun = list(won.event_contexts(won.timeline.path[:60]))
    found = told(won, begun)
    assert found.sections[0].outcome == "in progress, Round 1 of 12"
    assert found.sections[0].result == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_each_language(won: Session, campaign: Session, language: str) -> None:
    for session in (won, campaign):
        for section in written(session, language).sections:
            texts = [section.title, section.outcome, *section.facts, *(line.text for line in section.lines)]
            texts += [
                text for one in (*section.tables, *section.proofs) for text in (one.title, one.note, *one.columns)
            ]
            texts += [text for one in section.plots for text in (one.title, one.text, one.x, one.y, one.band)]
            assert not [text for text in texts if re.search(r"\b[a-z_]+\.[a-z_]+\b|\{", text)]


# ---- dice ----


def test_each_side_is_compared_by_kind_of_die(won: Session) -> None:
    (section,) = written(won).sections
    found = rows(table(section, "Dice of the team"))
    assert (found["red die"]["Rolled"], found["red die"]["Successes"]) == ("19", "16")
    assert found["All"]["Rolled"] == "142"
    assert found["black die"]["Successes"] == "–"
    faces = table(section, "Faces of the dice of the team")
    red = next(row for row in faces.rows if row.name == "red die")
    assert [cell.text for cell in red.cells[:2]] == ["CS: 2 of 3.2", "S !: 3 of 6.3"]
    course = section.plots[1]
    assert course.text.startswith("40 Successes on 142 dice, 40.5 expected (−0.5). p = ")
    assert course.text.endswith(": plain chance.")
    assert (course.series[0].points[-1].x, course.series[0].points[-1].y) == (142, -0.5)
    assert course.series[0].points[-1].spread > 0


def test_every_die_that_was_rolled_is_counted_once(won: Session) -> None:
    thrown = [throw for context in won.event_contexts() for throw in throws_of(context)]
    rolled = sum(len(one.event.faces) for one in won.event_contexts() if isinstance(one.event, e.DiceRolled))
    again = sum(isinstance(one.event, e.DieRolledAgain) for one in won.event_contexts())
    assert len(thrown) == rolled + again
    dice = read_catalog(files()).dice.dice
    assert sum(one.rolled for one in kinds(thrown, dice)) == len(thrown)
    assert all(sum(one.shares) == pytest.approx(1) for one in kinds(thrown, dice))


def test_typed_dice_are_kept_apart() -> None:
    with opened("extraction-typed") as session:
        thrown = Counter(throw.typed for context in session.event_contexts() for throw in throws_of(context))
        assert thrown[True]
        (section,) = written(session).sections
        titles = [one.title for one in section.proofs]
        assert "Dice of the team, typed in" in titles
        assert any("typed in" in fact for fact in section.facts)
        typed = [rows(one)["All"]["Rolled"] for one in section.proofs if re.fullmatch("Dice .*, typed in", one.title)]
        assert sum(map(int, typed)) == thrown[True]


# ---- a campaign ----


def test_a_campaign_has_a_section_for_every_attempt_and_the_time_between(campaign: Session) -> None:
    found = written(campaign)
    assert found.title == "The Defiance campaign"
    whole, *others = found.sections
    assert (whole.kind, whole.id) == ("whole", "whole")
    attempts = [one for one in others if one.kind == "part" and one.result]
    played = campaign.state.campaign.played
    assert [one.result for one in attempts] == [one.result for one in played]
    assert [one.outcome.split(" of ")[0].split()[-1] for one in attempts] == [str(one.round) for one in played]
    assert others[0].kind == "between"


def test_a_mission_that_is_played_again_is_a_section_of_its_own(campaign: Session) -> None:
    played = campaign.state.campaign.played
    assert played[0].mission == played[1].mission, "this seed loses the first mission once"
    attempts = [one.title for one in written(campaign).sections if one.kind == "part"]
    assert attempts[:2] == ["Extraction", "Extraction, attempt 2"]


def test_the_whole_adds_up_its_missions(campaign: Session) -> None:
    whole, *others = written(campaign).sections
    so_far = rows(table(whole, "So far"))
    killed = sum(isinstance(one.event, e.MiniatureDied) for one in campaign.event_contexts())
    assert so_far["Enemies killed"]["All"] == str(killed)
    sums: Counter[str] = Counter()
    for section in others:
        for one in section.tables:
            if one.title == "Who did what":
                sums.update({name: int(row.get("Kills", "0")) for name, row in rows(one).items()})
    assert {name: int(row["Kills"]) for name, row in rows(table(whole, "Who did what")).items()} == dict(sums)
    assert [name for _, name in whole.plots[1].marks][:1] == ["Extraction"]


def test_a_mission_written_down_is_a_section_with_its_notes() -> None:
    session = Session.new(mission="defiance", seed=3, journal=False)
    intel = {"uma": 4, "cadin": 3, "qiang": 3, "jazz": 3}
    notes = "Goldstein came home."
    session.submit(
        c.WriteDown(result="victory", round=8, alert=2, intel=intel, consequences={"uma": ("nightmares",)}, notes=notes)
    )
    section = next(one for one in written(session).sections if one.kind == "part")
    assert (section.title, section.result, section.outcome) == ("Extraction", "victory", "won in Round 8 of 12")
    assert section.facts[:2] == ("played with the printed game", "Alert 2")
    assert any(notes in line.text for line in section.lines)
    assert (
        rows(table(section, "Who did what"))["Uma"] | {"Consequences": "1", "Intel gained": "4"}
        == rows(table(section, "Who did what"))["Uma"]
    )
    assert not [one for one in section.plots if one.kind == "line"]


def test_missions_that_a_campaign_on_paper_had_behind_it_are_listed() -> None:
    session = Session.new(mission="defiance", seed=3, journal=False)
    team = {id: c.Entered() for id in ("uma", "cadin", "qiang", "jazz")}
    session.submit(c.EnterCampaign(number=3, characters=team, lost=("dead_air",)))
    found = [one for one in written(session).sections if one.kind == "part"]
    assert [(one.title, one.outcome) for one in found] == [
        ("Extraction", "won"),
        ("Dead Air", "lost"),
        ("Cold Wake", "won"),
    ]
    assert rows(table(written(session).sections[0], "So far"))["Won"] == {"All": "2"}
