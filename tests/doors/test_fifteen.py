"""Fifteen, a game of two people, through every door: what the port has beyond rules and texts, in text and in the
window."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QComboBox, QSpinBox

from defiance_qt.cli import main
from defiance_qt.core.correction import preview
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Option
from defiance_qt.core.port.board import result_text
from defiance_qt.extend.authoring import authored
from defiance_qt.extend.loader import load
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, offered
from defiance_qt.extend.systems import found_systems, words_of
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.kit.source import Constants
from defiance_qt.lab.kit.trial import Trial
from defiance_qt.lab.playing import Played
from defiance_qt.lab.simulate import Plan, report_lines, summary
from defiance_qt.lab.soak import Soak
from defiance_qt.shell.dialogs.palette import HEADING_ROLE, PaletteModel
from defiance_qt.shell.jobs import NewGame
from defiance_qt.shell.open_table import OpenTable
from defiance_qt.shell.present.palette import find
from defiance_qt.shell.present.start import Chosen, new_view, save_views
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.saves import entry
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.screens.option_form import set_value
from defiance_qt.shell.screens.saves import sign
from defiance_qt.shell.theme import DARK
from defiance_qt.words.catalogue import Words
from tests.systems.defiance.view.positions import Notes

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

FOLDER = Path(__file__).parent / "fifteen"


@pytest.fixture(autouse=True)
def there() -> Iterator[None]:
    """The game is there for the test."""
    with authored(FOLDER):
        yield


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *more: str) -> str:
    """What `play` prints while these lines are typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["play", "even", "--system", "fifteen", "--seed", "1", *more]) == 0
    return capsys.readouterr().out


# ---- options of a scenario ----


@pytest.mark.parametrize(
    ("mission", "texts", "second"),
    [("handicap", (), (5,)), ("handicap", ("given=2",), (2,)), ("even", (), ())],
)
def test_an_option_of_a_scenario_is_chosen_on_the_command_line(
    mission: str, texts: tuple[str, ...], second: tuple[int, ...]
) -> None:
    with Choices(mission, 1, texts=texts, system="fifteen").begin(None) as session:
        assert session.state.taken == ((), second)


@pytest.mark.parametrize(
    ("mission", "text", "told"),
    [
        ("even", "given=2", "'even' has no option 'given'; these have it: handicap"),
        ("handicap", "given=7", "'given' cannot be '7'"),
    ],
)
def test_an_option_that_the_scenario_does_not_have_is_named(
    mission: str, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["auto", mission, "--system", "fifteen", "--option", text]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert told in err


@pytest.fixture
def screen(qtbot: object) -> Iterator[NewGameScreen]:
    found = offered("fifteen", (), None, "en")
    made = NewGameScreen(DARK, found.words, "fifteen", [("fifteen", "Fifteen")], found.offerings, ())
    for _ in made.build():
        pass
    yield made
    made.deleteLater()


def test_the_options_of_a_scenario_are_shown_under_it_and_given_with_it(screen: NewGameScreen) -> None:
    assert screen.findChild(QComboBox, "option:given") is None
    screen.missions.setCurrentRow(1)
    box = screen.findChild(QComboBox, "option:given")
    assert box is not None
    assert box.accessibleName() == "What the second player has already"
    set_value(box, "2")
    assert screen.chosen().options == {"given": "2"}
    screen.missions.setCurrentRow(0)
    assert screen.chosen().options == {}
    screen.missions.setCurrentRow(1)
    chosen = screen.chosen()
    assert chosen.options == {"given": "2"}
    with Session.new("fifteen", mission=chosen.mission, seed=1, options=chosen.options) as session:
        assert session.state.taken == ((), (2,))


def test_many_options_of_a_system_make_no_screen_higher(screen: NewGameScreen) -> None:
    offerings = msgspec.structs.replace(
        screen.offerings, options=tuple(Option(f"o{n}", "int", 0, f"o{n}", low=0, high=9) for n in range(20))
    )
    made = NewGameScreen(DARK, screen.words, "fifteen", [("fifteen", "Fifteen")], offerings, ())
    for _ in made.build():
        pass
    assert len(made.findChildren(QSpinBox)) == 20
    assert made.minimumSizeHint().height() == screen.minimumSizeHint().height()
    made.deleteLater()


def test_what_was_chosen_before_is_shown_again(screen: NewGameScreen) -> None:
    screen.choose(NewGame("fifteen", "", "handicap", 1, "", {"given": "2"}, ()))
    assert screen.chosen().options == {"given": "2"}


@pytest.mark.parametrize(
    ("mission", "options", "rest"),
    [
        ("handicap", {}, ""),
        ("handicap", {"given": "2"}, "What the second player has already: A two"),
        ("even", {"given": "2"}, ""),
    ],
)
def test_the_start_screen_says_which_option_of_a_scenario_differs(
    mission: str, options: dict[str, str], rest: str
) -> None:
    found = offered("fifteen", (), None, "en")
    view = new_view(found.offerings, Chosen(mission, options=options), Words("en"), found.words, 0)
    assert view.mission.rest == rest


def test_plugin_check_begins_a_game_with_each_value_of_an_option_of_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    own = next(one for one in found_systems() if one.system == "fifteen")
    trial = Trial(own, load((), system="fifteen"), ("even", "handicap"), Constants({}))
    assert list(trial.of_options()) == []
    refused = ContentError("content.file", "{file}: {why}", file="numbers.toml", why="two are missing")

    def refuse(trial: Trial, scenario: str, seed: int = 1, options: object = None) -> Session:
        assert (scenario, options) == ("handicap", {"given": "2"})
        raise refused

    monkeypatch.setattr(Trial, "session", refuse)
    assert [fault.key for fault in trial.of_options()] == ["handicap given=2"]


# ---- groups of answers ----


def test_groups_of_answers_have_headings_in_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = play(monkeypatch, capsys, "6\nundo\n9\nquit\n").splitlines()
    asked = out.index("First player: Which number do you take?")
    shown = ["Odd numbers:", *(f"{at}  Take {one}" for at, one in enumerate((1, 3, 5, 7, 9), 1))]
    shown += ["Even numbers:", *(f"{at}  Take {one}" for at, one in enumerate((2, 4, 6, 8), 6))]
    assert [line.strip() for line in out[asked + 1 : asked + 12]] == shown
    assert [line.split("|")[1].strip() for line in out if "| " in line][1:] == ["2 is taken", "8 is taken"]


def test_plugin_check_names_a_heading_without_a_text(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "fifteen")
    texts = folder / "locale" / "words.toml"
    kept = [line for line in texts.read_text(encoding="utf-8").splitlines() if not line.startswith('"group.even"')]
    texts.write_text("\n".join(kept), encoding="utf-8")
    with authored(folder):
        own = next(one for one in found_systems() if one.system == "fifteen")
        trial = Trial(own, load((), system="fifteen"), (), Constants({}))
        assert [str(fault.why) for fault in trial.of_texts(())] == ["the text 'group.even' is missing in: en, es, ru"]


@pytest.fixture
def presenter() -> Iterator[TablePresenter]:
    with Session.new("fifteen", mission="even", seed=1) as session:
        made = TablePresenter(session, session.words("en"), Notes())
        made.refresh()
        yield made
        made.close()


def shown(presenter: TablePresenter) -> list[tuple[str, str, str]]:
    question = presenter.frame.question
    assert question is not None
    return [(one.key, one.text, one.group) for one in question.choices]


FOLDED = [("1", "Odd numbers", "folded"), ("2", "Even numbers", "folded")]


def test_groups_of_answers_are_folded_and_opened_by_keys(presenter: TablePresenter) -> None:
    assert shown(presenter) == FOLDED
    assert presenter.answer_key("2")
    assert shown(presenter) == [
        ("", "Odd numbers", "folded"),
        ("", "Even numbers", "open"),
        *((str(at), f"Take {one}", "inside") for at, one in enumerate((2, 4, 6, 8), 1)),
    ]
    presenter.cancel()
    assert shown(presenter) == FOLDED
    assert presenter.session.head == 0


def test_an_open_group_stays_open_for_the_next_answer_and_after_an_undo(presenter: TablePresenter) -> None:
    presenter.answer_key("2")
    presenter.answer_key("1")
    assert presenter.state.taken == ((2,), ())
    assert shown(presenter)[1:3] == [("", "Even numbers", "open"), ("1", "Take 4", "inside")]
    presenter.undo()
    assert presenter.state.taken == ((), ())
    assert shown(presenter)[2] == ("1", "Take 2", "inside")
    assert presenter.session.verify().ok


def test_the_palette_names_the_group_of_an_answer_and_finds_it_by_that(presenter: TablePresenter) -> None:
    entries = presenter.plays()
    assert [(one.group, one.text) for one in entries[4:6]] == [("Odd numbers", "Take 9"), ("Even numbers", "Take 2")]
    assert [one.text for one in find("even 4", entries, ())] == ["Take 4"]
    model = PaletteModel(presenter.words)
    model.set_entries(entries)
    headings = [model.index(row).data(HEADING_ROLE) for row in range(model.rowCount())]
    assert headings == ["Odd numbers", "", "", "", "", "Even numbers", "", "", ""]


def test_groups_are_unfolded_with_the_mouse(tmp_path: Path, qtbot: object) -> None:
    with Session.new("fifteen", mission="even", seed=1, path=tmp_path / "a.defiance") as session:
        table = OpenTable(session, tmp_path / "window", "en", "dark", (1280, 800))
        try:
            panel = table._table.question
            table.click(panel.choice(1))
            assert table.choices[1:] == ("Even numbers", "Take 2", "Take 4", "Take 6", "Take 8")
            assert panel.choice(1).accessibleDescription() == "Hide them"
            beside = [panel.choice(place).geometry() for place in range(1, 4)]
            assert beside[1].y() == beside[2].y() > beside[0].y()
            assert beside[0].width() > 2 * beside[1].width()
            table.click(panel.choice(5))
            assert session.state.taken == ((8,), ())
            table.press("Escape")
            assert table.choices == ("Odd numbers", "Even numbers")
            table.run("time.undo")
            table.press("1")
            table.press("3")
            assert session.state.taken == ((5,), ())
            assert not table.failed
        finally:
            table.close()
    with open_save(tmp_path / "a.defiance") as again:
        assert again.verify().ok


# ---- results of two people ----

ENDS = {
    "The first player wins": ("1 2 5 3 9", "team", ("star", "team")),
    "The second player wins": ("1 2 3 4 7 9", "enemy", ("star", "enemy")),
    "Nobody wins": ("5 1 3 7 6 4 2 8 9", "", ("check", "text")),
}


@pytest.fixture(params=ENDS)
def over(request: pytest.FixtureRequest) -> Iterator[tuple[Session, str]]:
    """A game that has ended, and how."""
    with Session.new("fifteen", mission="even", seed=1) as session:
        for number in ENDS[request.param][0].split():
            session.submit(session.game.parse(f'pick {{"number": {number}}}'))
        yield session, request.param


def test_a_draw_and_the_side_that_has_won_are_told_at_the_end_and_in_the_list_of_saves(
    over: tuple[Session, str], tmp_path: Path
) -> None:
    session, title = over
    _, tone, mark = ENDS[title]
    words = session.words("en")
    presenter = TablePresenter(session, words, Notes())
    ending = presenter.first_frame().ending
    assert ending is not None
    assert (ending.title, ending.tone) == (title, tone)
    one = entry(tmp_path / "a.defiance", "fifteen", session.game.summary(session.state), "", "", 0.0)
    (view,) = save_views([one], {}, words, lambda system: words, 0.0, str)
    assert view.where == f"Fifteen · {title}"
    assert sign(view) == mark
    presenter.undo()
    assert presenter.frame.ending is None


@pytest.mark.parametrize(("language", "text"), [("en", "Draw"), ("es", "Empate"), ("ru", "Ничья")])
def test_a_draw_is_called_so_where_the_game_has_no_text_for_it(language: str, text: str) -> None:
    assert result_text("draw", Words(language)) == text


def test_a_draw_is_counted_by_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played = [Played(result, "", seed, 9, 0) for seed, result in enumerate(("victory", "defeat", "draw", "draw"), 1)]
    decided = [Played(result, "three", seed, 9, 0) for seed, result in enumerate(("victory", "defeat"), 1)]
    sides = report_lines(summary(Plan("even", system="fifteen"), decided), words_of("fifteen", "en"))
    assert {line.strip() for line in sides[1:3]} == {
        "The first player wins: 1 (50.0%)",
        "The second player wins: 1 (50.0%)",
    }
    found = summary(Plan("even", system="fifteen"), played)
    assert (found.wins, found.results) == (1, {"draw": 2, "defeat": 1, "victory": 1})
    lines = report_lines(found, words_of("fifteen", "en"))
    assert lines[0].startswith("1 of 4 won: 25.0%")
    assert [line.strip() for line in lines[1:4]] == [
        "Nobody wins: 2 (50.0%)",
        "The second player wins: 1 (25.0%)",
        "The first player wins: 1 (25.0%)",
    ]


def test_games_that_end_in_a_draw_are_played_by_bots_simulated_and_soaked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["auto", "even", "--system", "fifteen", "--seed", "12"]) == 0
    assert capsys.readouterr().out.startswith(tuple(ENDS))
    assert main(["simulate", "even", "--system", "fifteen", "--games", "30", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["results"]) == {"victory", "defeat", "draw"}
    soaking = Soak("fifteen")
    for seed in range(1, 5):
        soaking.play(seed)
    tally = soaking.tally
    assert tally.draws
    assert tally.games == tally.victories + tally.defeats + tally.draws


# ---- seats ----


def test_who_acts_is_asked_by_name_stored_and_told_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = str(tmp_path / "a.defiance")
    out = play(monkeypatch, capsys, "1\n1\nquit\n", "--out", save)
    asked = [line.partition(":")[0] for line in out.splitlines() if line.endswith("Which number do you take?")]
    assert asked == ["First player", "Second player", "First player"]
    with open_save(save, read_only=True) as session:
        assert [session.timeline.step(step).seat for step in session.timeline.path] == ["", "team", "enemy"]
    for more in ((), ("--why",)):
        assert main(["log", save, *more]) == 0
        told = [line.strip() for line in capsys.readouterr().out.splitlines()]
        assert told == ["The numbers lie on the table", "First player:", "1 is taken", "Second player:", "3 is taken"]


def test_the_window_names_who_is_asked_and_who_has_acted(presenter: TablePresenter) -> None:
    assert (presenter.frame.top.actor, presenter.frame.top.side) == ("First player", "team")
    presenter.submit(presenter.session.legal()[0])
    assert (presenter.frame.top.actor, presenter.frame.top.side) == ("Second player", "enemy")
    assert presenter.session.timeline.step(1).seat == "team"
    assert presenter.log.where(1).endswith(" First player")
    presenter.undo()
    assert presenter.frame.top.actor == "First player"


def test_a_corrected_decision_stays_that_of_its_seat(presenter: TablePresenter) -> None:
    first, *_ = presenter.session.legal()
    presenter.submit(first)
    presenter.submit(presenter.session.legal()[-1])
    instead = presenter.session.game.parse('pick {"number": 7}')
    presenter.correct(preview(presenter.session, 1, instead, presenter.words))
    path = presenter.session.timeline.path
    assert [presenter.session.timeline.step(step).seat for step in path] == ["", "team", "enemy"]


# ---- a row for each value of an option ----


def test_every_value_of_an_option_is_simulated_in_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("simulate", "handicap", "--system", "fifteen", "--games", "5", "--each", "given")
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["each"], [row["value"] for row in told["rows"]]) == ("given", ["5", "2"])
    assert [row["games"] for row in told["rows"]] == [5, 5]
    assert main([*command]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row[:6].strip() for row in rows] == ["A five", "A two"]
    assert [f"{row['wins']} of 5 won" in line for row, line in zip(told["rows"], rows, strict=True)] == [True, True]


@pytest.mark.parametrize("mission", ["even", "handicap"])
def test_an_option_without_values_is_not_taken_value_by_value(mission: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", mission, "--system", "fifteen", "--each", "gravity"]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert "'gravity'" in err
    assert ("given" in err) == (mission == "handicap")


# ---- kinds of chance ----


@pytest.mark.parametrize("key", ["team.dice", "own.dice"])
def test_plugin_check_names_a_request_that_is_of_no_kind_of_chance_on_offer(tmp_path: Path, key: str) -> None:
    range_ = shutil.copytree(FOLDER.parent / "shooting_range", tmp_path / "shooting_range")
    game = range_ / "game.py"
    source = game.read_text(encoding="utf-8")
    source = source.replace('ChanceKind("team.dice"', f'ChanceKind("{key}"')
    game.write_text(source.replace('f"team.{state.asks}"', f'f"{key[:-5]}.{{state.asks}}"'), encoding="utf-8")
    with authored(range_):
        own = next(one for one in found_systems() if one.system == "shooting_range")
        trial = Trial(own, load((), system="shooting_range"), (), Constants({}))
        told = [str(fault.why) for fault in trial.of_chance()]
    assert told == (
        []
        if key == "team.dice"
        else [f"a user is asked for 'team.dice', which is not a kind of chance that is offered: {key}, team.cards"]
    )
