"""The benchmark measures what it says; small amounts here, since only correctness fails a test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from defiance_qt.extend.opening import open_save
from defiance_qt.lab.compiled import compiled_modules
from tests.workshop.bench import __main__ as command
from tests.workshop.bench import phones as bench_phones
from tests.workshop.bench import play as bench_play
from tests.workshop.bench import players
from tests.workshop.bench import store as bench_store
from tests.workshop.bench import table as bench
from tests.workshop.bench import window as bench_window
from tests.workshop.bench.rows import Place, Row, Unmeasured, at_least, at_most, installed, percentile, reported
from tests.workshop.defiance.long_games import long_game

pytestmark = pytest.mark.slow


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_store, "STEPS", 120)
    monkeypatch.setattr(bench_store, "FEW", 30)
    monkeypatch.setattr(bench_store, "SUBMITTED", 15)
    monkeypatch.setattr(bench_store, "MOVES", 6)
    monkeypatch.setattr(bench_store, "ROUNDS", 1)
    monkeypatch.setattr(bench_play, "GAMES", 1)
    monkeypatch.setattr(bench_play, "ROUNDS", 2)
    monkeypatch.setattr(bench_play, "SIMULATED", 2)
    monkeypatch.setattr(bench_play, "SIMULATIONS", 1)


def test_measured_processes_keep_their_bytecode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    with installed(tmp_path):
        subprocess.run([sys.executable, "-c", "import defiance_qt.core.tree"], check=True)
        assert list(tmp_path.rglob("tree.*.pyc"))
        assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ["PYTHONDONTWRITEBYTECODE"] == "1"
    assert "PYTHONPYCACHEPREFIX" not in os.environ


def test_a_long_game_is_one_line_of_that_many_steps(tmp_path: Path) -> None:
    path = tmp_path / "long.defiance"
    session = long_game(900, path=path)
    assert len(session.timeline) == 900
    assert session.timeline.depth(session.head) > 600
    assert session.verify().ok
    with open_save(path, read_only=True) as stored:
        assert stored.state == session.state
        assert list(stored.timeline.path) == list(session.timeline.path)


@pytest.mark.usefixtures("small")
def test_the_store_is_measured_beside_its_yardsticks(tmp_path: Path) -> None:
    """The gauge itself checks that both ways end in the same State."""
    place = Place(tmp_path)
    rows = [*bench_store.replay(place), *bench_store.step(place), *bench_store.moves(place)]
    assert [row.goal for row in rows] == [">= 4", "<= 2", "", "<= 1.5", "<= 1.5", "<= 1.5"]
    for row in rows:
        assert row.value is not None
        assert row.against is not None
        assert row.ratio == pytest.approx(row.value / row.against, rel=0.05)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_what_phones_add_to_a_step_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_phones, "SUBMITTED", 3)
    added, late = bench_phones.phones(Place(tmp_path))
    assert added.value is not None
    assert late.value is not None
    assert 0 < added.value < late.value  # no phone has a step before it was handed over


@pytest.mark.usefixtures("small")
def test_commands_a_second_are_counted_against_chess(tmp_path: Path) -> None:
    rows = list(bench_play.commands(Place(tmp_path)))
    assert [row.note for row in rows][:1] == ["pure Python"]
    assert len(rows) == 1 + bool(compiled_modules())
    for row in rows:
        assert row.value is not None
        assert row.value > 100


@pytest.mark.usefixtures("small")
def test_two_processes_are_measured_against_one(tmp_path: Path) -> None:
    (row,) = bench_play.simulation(Place(tmp_path))
    assert row.ratio
    assert row.goal == ">= 1.8"


def test_the_same_games_are_played_in_every_round() -> None:
    with bench_play.side(players.CHESS) as chess:
        chess.play()
        first = chess._least
        chess.play()
    assert [given for given, _ in chess._least] == [given for given, _ in first]
    assert all(seconds <= before for (_, seconds), (_, before) in zip(chess._least, first, strict=True))
    assert chess.rate == sum(given for given, _ in chess._least) / sum(seconds for _, seconds in chess._least)


def test_a_side_that_fails_says_why() -> None:
    with bench_play.side("no-such-system") as nobody, pytest.raises(Unmeasured, match="no-such-system"):
        nobody.play()


def test_without_chess_the_row_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "chess", None)
    with pytest.raises(Unmeasured, match="python-chess is not installed"):
        list(bench_play.commands(Place(tmp_path)))


def test_a_window_that_cannot_be_had_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_window, "find_spec", lambda name: None)
    for benchmark in (bench_window.start, bench_window.stops, bench_window.memory, bench_window.repaint):
        with pytest.raises(Unmeasured, match="PySide6 cannot be imported"):
            list(benchmark(Place(tmp_path)))
    monkeypatch.undo()
    with pytest.raises(Unmeasured, match="ZeroDivisionError"):
        bench_window._number("1 / 0")


def test_a_bare_window_comes_up() -> None:
    assert bench_window._first_line_ms(["-c", bench_window.BARE]) > 10
    assert bench_window._number(bench_window.BARE_MEMORY) > 10 * 2**20


def test_the_longest_stop_is_the_least_of_several_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = iter(["12.0 Equip\n99.0 Begin\n180.0 open a save\n", "70.0 Equip\n90.0 Begin\n140.5 open a save\n"])
    monkeypatch.setattr(bench_window, "GAMES", 2)
    monkeypatch.setattr(bench_window, "STEPS", 30)
    monkeypatch.setattr(bench_window, "_output", lambda program, save: next(games))
    play, screens = bench_window.stops(Place(tmp_path))
    assert (play.value, play.against, play.ok, play.note) == (12.0, 50, True, "longest: Equip 12")
    assert (screens.value, screens.against, screens.ok) == (140.5, 150, True)
    assert screens.note == "longest: open a save 140, Begin 90"


def test_goals_are_kept_or_missed() -> None:
    assert at_most("a", 3.0, 2.0, 1.5, "ms").ok
    assert not at_most("a", 3.1, 2.0, 1.5, "ms").ok
    assert not at_most("a", 1.0, 2.0, 1.5, "ms", also=False).ok
    assert at_least("a", 6.0, 2.0, 3, "x").ok
    assert not at_least("a", 5.9, 2.0, 3, "x").ok
    assert percentile([5.0, 1.0, 3.0], 0.99) == 5.0


def test_a_row_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--only", "nope"]) == 2
    assert capsys.readouterr().err.startswith("there is no row 'nope': replay, step")


def test_the_table_is_json_and_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(place: Place) -> list[Row]:
        raise Unmeasured("bench.no_module", "nobody is here")

    benchmarks = {"one": lambda place: iter([at_most("steps", 1.0, 2.0, 1, "ms", note="n")]), "two": missing}
    benchmarks["three"] = lambda place: iter([reported("share", 1.0, 4.0, "ms")])
    monkeypatch.setattr(bench, "BENCHMARKS", benchmarks)
    assert command.main(["--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert set(rows[0]) >= {"name", "value", "against", "ratio", "goal", "ok"}
    assert rows[0]["ok"] is True
    assert rows[1]["ok"] is None
    assert rows[1]["note"] == "nobody is here"

    page = tmp_path / "performance.md"
    page.write_text(f"# Speed\n\n{bench.BEGIN}\nold\n{bench.END}\n\nMore.\n", encoding="utf-8")
    bench.write_page(bench.table(), page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Speed\n")
    assert text.endswith("More.\n")
    assert "old" not in text
    assert "| steps | 1 | 2 | ms | 0.50 | <= 1 | met; n |" in text
    assert "not measured; nobody is here" in text
    assert "| share | 1 | 4 | ms | 0.25 |  | reported |" in text
    assert len(bench.table(["one"])) == 1
