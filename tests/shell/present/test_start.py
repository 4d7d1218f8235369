"""What the start screen says of saves and of a new game, without a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Message
from defiance_qt.core.port import ChanceKind, Offerings, Scenario, SummaryFigure, SummaryLine, Switch, Variant
from defiance_qt.core.port.lessons import Lesson
from defiance_qt.extend.systems import DEFAULT, words_of
from defiance_qt.shell.present.start import (
    Chosen,
    ContinueView,
    LessonView,
    NewLine,
    SaveView,
    continue_view,
    joined,
    lesson_views,
    new_view,
    replays_text,
    save_views,
    when,
)
from defiance_qt.shell.saves import Inspected, Recent
from defiance_qt.words.catalogue import Words

NOW = datetime(2026, 11, 22, 21, 45).astimezone().timestamp()
HOUR = 3600.0


def figure(id: str, left: int, of: int) -> SummaryFigure:
    return SummaryFigure((f"character.{id}.short", f"character.{id}.name"), left, of, f"character.{id}.initials")


TEAM = (
    figure("uma", 8, 9),
    figure("cadin", 4, 9),
    figure("qiang", 10, 10),
    figure("jazz", 5, 8),
    figure("billie", 4, 4),
)
GAME = Recent(
    "/games/a.defiance",
    DEFAULT,
    "mission.extraction.name",
    "round.number",
    {"n": 4},
    NOW - HOUR / 12,
    chapter=4,
    last=12,
    lines=(SummaryLine("summary.alert", {"n": 2}, tone="gold"), SummaryLine("summary.enemies", count=1)),
    figures=TEAM,
)


def spell(day: date) -> str:
    return f"{day.day}.{day.month}."


def texts(language: str) -> Callable[[str], Words]:
    return lambda system: words_of(system, language)


def going(*saves: Recent, faults: dict[str, Inspected] | None = None, language: str = "en") -> ContinueView | None:
    return continue_view(saves, faults or {}, Words(language), texts(language), NOW, spell)


def listed(*saves: Recent, faults: dict[str, Inspected] | None = None) -> tuple[SaveView, ...]:
    return save_views(saves, faults or {}, Words("en"), texts("en"), NOW, spell)


def test_the_card_says_mission_round_alert_and_who_is_hurt_most() -> None:
    view = going(GAME)
    assert view is not None
    assert (view.title, view.where, view.progress) == ("Extraction", "", "Round 4")
    assert (view.chapter, view.last, view.when) == (4, 12, "today, 21:40")
    assert view.facts == (("Alert 2", "gold"), ("1 Enemy on the board", ""))
    assert [(one.initials, one.name, one.left, one.of) for one in view.hurt] == [
        ("CF", "Cadin", 4, 9),
        ("JC", "Jazz", 5, 8),
        ("US", "Uma", 8, 9),
    ]
    assert view.rest == "Qiang and Billie are unhurt."
    assert view.spoken == (
        "Extraction. Round 4. Alert 2. 1 Enemy on the board. Cadin 4/9. Jazz 5/8. Uma 8/9. "
        "Qiang and Billie are unhurt. today, 21:40"
    )


@pytest.mark.parametrize(
    ("language", "progress", "facts", "name", "time"),
    [
        ("es", "Ronda 4", "Alerta 2", "Cadin", "hoy, 21:40"),
        ("ru", "Раунд 4", "Тревога 2", "Кадин", "сегодня, 21:40"),
    ],
)
def test_the_card_speaks_the_language_of_the_window(
    language: str, progress: str, facts: str, name: str, time: str
) -> None:
    view = going(GAME, language=language)
    assert view is not None
    assert (view.progress, view.facts[0][0], view.hurt[0].name, view.when) == (progress, facts, name, time)


def test_more_hurt_figures_than_rows_are_told_in_a_sentence() -> None:
    all_hurt = tuple(replace(one, left=one.of - place) for place, one in enumerate(TEAM, 1) if one.of > place)
    view = going(replace(GAME, figures=all_hurt))
    assert view is not None
    assert len(view.hurt) == 3
    assert view.rest.startswith("Also hurt: ")
    assert len(all_hurt) - 3 == view.rest.count("/")


def test_a_team_without_a_scratch_is_told_as_one() -> None:
    view = going(replace(GAME, figures=(figure("uma", 9, 9),)))
    assert view is not None
    assert (view.hurt, view.rest) == ((), "The whole team is unhurt.")
    nobody = going(replace(GAME, figures=()))
    assert nobody is not None
    assert nobody.rest == ""


def test_a_name_of_the_users_own_comes_before_the_mission() -> None:
    named = replace(GAME, name="Friday", note="the lab door is open")
    view = going(named)
    assert view is not None
    assert (view.title, view.where) == ("Friday", "Extraction")
    (row,) = listed(named)
    assert (row.title, row.where, row.note) == ("Friday", "Extraction · Round 4 of 12", "the lab door is open")


def test_only_a_game_that_can_be_played_on_is_offered() -> None:
    over = replace(GAME, path="/games/b.defiance", result="victory")
    gone = replace(GAME, path="/games/c.defiance", missing=True)
    broken = replace(GAME, path="/games/d.defiance")
    unknown = Recent("/games/e.defiance", at=NOW)
    fault = Inspected(broken.path, fault=Message("save.damaged", "{file} is damaged or cut off.", file="d.defiance"))
    faults = {broken.path: fault}
    assert going(over, gone, broken, unknown, faults=faults) is None
    view = going(unknown, over, gone, broken, GAME, faults=faults)
    assert view is not None
    assert view.path == GAME.path


def test_each_save_says_what_is_wrong_and_what_can_be_done() -> None:
    """A damaged save does not look sound."""
    gone = replace(GAME, path="/games/c.defiance", missing=True)
    damaged = Message("save.damaged", "{file} is damaged or cut off.", file="a.defiance")
    newer = Message("save.newer", "{file} was written by a newer version of the program.", file="a.defiance")
    sound, missing = listed(GAME, gone)
    assert (sound.fault, sound.actions) == ("", ("open", "rename", "comment", "folder", "delete"))
    assert missing.fault == "The file is no longer there: it was deleted or moved."
    assert missing.actions == ("forget", "folder")
    for fault, sentence in ((damaged, "a.defiance is damaged or cut off."), (newer, "newer version of the program.")):
        (row,) = listed(GAME, faults={GAME.path: Inspected(GAME.path, fault=fault)})
        assert row.fault.endswith(sentence)
        assert row.actions == ("folder", "delete")
        assert sentence in row.spoken
    (row,) = listed(GAME, faults={GAME.path: Inspected(GAME.path, locked=True)})
    assert row.actions[0] == "copy"
    assert row.fault == "Another program keeps this save from being written to."
    (record,) = listed(replace(GAME, path="/games/a.jsonl"))
    assert "rename" not in record.actions


def test_a_save_of_a_missing_system_is_known_by_its_file() -> None:
    (row,) = listed(Recent("/games/d.defiance", "no-such-system", "duel.name", "turn.number", {"n": 3}, NOW))
    assert (row.title, row.where) == ("d", "")
    played = replace(GAME, whole="campaign.defiance.name")
    (row,) = listed(played)
    assert (row.title, row.where) == ("The Defiance campaign", "Extraction · Round 4 of 12")
    view = going(replace(played, name="Friday"))
    assert view is not None
    assert (view.title, view.where) == ("Friday", "The Defiance campaign · Extraction")
    (plugged,) = listed(replace(GAME, title="Night Raid"))
    assert plugged.title == "Night Raid"


def test_a_save_of_another_game_names_it() -> None:
    duel = Recent("/games/p.defiance", "pig", "scenario.duel.name", at=NOW)
    rows = listed(duel, replace(duel, name="Friday"), GAME)
    assert [(row.title, row.where) for row in rows] == [
        ("Duel", "Pig"),
        ("Friday", "Duel · Pig"),
        ("Extraction", "Round 4 of 12"),
    ]


def test_games_that_are_over_are_counted_with_the_last_result() -> None:
    words = Words("en")
    assert replays_text([GAME], words, texts("en")) == "No finished games yet"
    lost = replace(GAME, result="defeat", values={"n": 12})
    assert replays_text([GAME, lost], words, texts("en")) == "1 finished. Last: Defeat, Round 12"
    (row,) = listed(lost)
    assert row.where == "Round 12 of 12 · Defeat"


def test_times_are_today_yesterday_or_a_date() -> None:
    words = Words("en")
    assert when(NOW - HOUR, NOW, words, spell) == "today, 20:45"
    assert when(NOW - 22 * HOUR, NOW, words, spell) == "yesterday, 23:45"
    assert when(NOW - 48 * HOUR, NOW, words, spell) == "20.11., 21:45"


def test_names_are_joined_as_one_says_them() -> None:
    words = Words("en")
    assert [joined(names, words) for names in ((), ("Uma",), ("Uma", "Jazz", "Billie"))] == [
        "",
        "Uma",
        "Uma, Jazz and Billie",
    ]


# ---- a new game ----

OFFERED = Offerings(
    (Scenario("extraction", "mission.extraction.name", number=1), Scenario("raid", "Night Raid")),
    (Variant("en", "edition.en", "edition.en.short"), Variant("es", "edition.es", "edition.es.short")),
    (Switch("rest", "switch.rest.name", {}, {}),),
    (ChanceKind("team.dice", "x", "dice"), ChanceKind("enemy.dice", "x", "dice")),
)


def lines(chosen: Chosen, installed: int = 2, offered: Offerings = OFFERED) -> tuple[NewLine, NewLine, NewLine, str]:
    view = new_view(offered, chosen, Words("en"), words_of(DEFAULT, "en"), installed)
    return view.mission, view.rules, view.dice, view.plugins


def test_what_is_usual_is_one_line_each() -> None:
    """No switches stand before the first game."""
    assert lines(Chosen()) == (
        NewLine("1 · Extraction"),
        NewLine("English rulebook, with Rest", "0 changes", "English"),
        NewLine("The app rolls", "no house rules", "The app rolls"),
        "2 for this game, none on",
    )


def test_what_differs_is_counted() -> None:
    assert lines(Chosen("raid", "es", 3, 1, 1)) == (
        NewLine("Night Raid"),
        NewLine("Spanish rulebook", "3 changes", "Spanish"),
        NewLine("You and the app roll", "1 plugin"),
        "2 for this game, 1 on",
    )
    assert lines(Chosen(asked=2))[2].text == "You roll"


def test_a_system_without_editions_and_plugins_has_its_lines() -> None:
    plain = Offerings((Scenario("duel", "Duel"),))
    mission, rules, _, plugins = lines(Chosen(), 0, plain)
    assert (mission, rules) == (NewLine("Duel"), NewLine("The rules of the game"))
    assert plugins == "None installed."


def test_lessons_are_listed_if_the_system_offers_any() -> None:
    words = words_of(DEFAULT, "en")
    none = SimpleNamespace(content=dict, lessons=lambda content: ())
    assert lesson_views(none, words) == ()  # type: ignore[arg-type]
    one = Lesson("first", "mission.extraction.name", "edition.en", "guide", "edition.es")
    system = SimpleNamespace(content=dict, lessons=lambda content: (one,))
    expected = LessonView("first", "Extraction", "English rulebook, with Rest", "guide", words("edition.es"))
    assert lesson_views(system, words) == (expected,)  # type: ignore[arg-type]


def test_a_hurt_figure_is_shown_by_its_drawing() -> None:
    asked: list[tuple[str, list[str]]] = []

    def drawings(system: str, ids: Sequence[str]) -> dict[str, str]:
        asked.append((system, list(ids)))
        return {"uma": "<svg/>"}

    team = tuple(replace(one, drawing=one.names[0].split(".")[1]) for one in TEAM)
    view = continue_view((replace(GAME, figures=team),), {}, Words("en"), texts("en"), NOW, spell, drawings)
    assert view is not None
    assert asked == [(DEFAULT, ["cadin", "jazz", "uma"])], "the worst hurt first, and nobody who is not hurt"
    assert [one.drawing for one in view.hurt] == ["", "", "<svg/>"]
