"""The command line: its contract of outputs and exit codes, and that the window's start stays light."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from defiance_qt import __version__, cli
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.checking import forgery_is_named
from defiance_qt.lab.turning.line import Line, read
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.extend.plugins import plugin
from tests.lab.games import active
from tests.workshop.torture.sealed import lines, write_lines

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command."""
    code = cli.main(arguments)
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game by a bot, on disk."""
    path = tmp_path_factory.mktemp("saves") / "game.defiance"
    assert cli.main(["auto", "extraction", "--seed", "7", "--bot", "heuristic", "--out", str(path)]) == 0
    return path


# ---- auto ----


def test_auto_plays_to_the_end_and_leaves_one_file(save: Path, capsys: Capture) -> None:
    code, out, err = run(capsys, "auto", "extraction", "--seed", "7", "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert report["result"] in ("victory", "defeat")
    assert (report["seed"], report["bot"], report["file"]) == (7, "heuristic", None)
    assert report["reason"]
    assert report["progress"] == f"Round {report['rounds']}"
    assert report["steps"] > 100
    assert report["rounds"] >= 1
    assert [path.name for path in save.parent.iterdir()] == ["game.defiance"]


def test_a_name_with_a_log_left_beside_it_is_refused_before_the_game_and_freed_by_aside(
    tmp_path: Path, capsys: Capture
) -> None:
    path, log = tmp_path / "game.defiance", tmp_path / "game.defiance-wal"
    log.write_bytes(b"left")
    code, out, err = run(capsys, "auto", "extraction", "--seed", "7", "--out", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("game.defiance-wal is left from another save of the name game.defiance: set it aside")
    assert list(tmp_path.iterdir()) == [log]
    assert run(capsys, "aside", str(path)) == (0, "game.defiance-wal is now game.defiance-wal.old.\n", "")
    assert run(capsys, "aside", str(path)) == (0, "Nothing beside game.defiance has to be set aside.\n", "")
    assert [one.name for one in tmp_path.iterdir()] == ["game.defiance-wal.old"]


def test_auto_tells_a_person_how_it_went(capsys: Capture) -> None:
    code, out, _ = run(capsys, "auto", "extraction", "--seed", "3", "--bot", "random")
    assert code == 0
    assert re.fullmatch(r"(Victory|Defeat) \(.+ · Round \d+\) after \d+ steps, seed 3\n", out)


def test_auto_says_where_the_game_was_saved(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.defiance"
    code, out, _ = run(capsys, "auto", "extraction", "--seed", "3", "--bot", "random", "--out", str(path))
    assert code == 0
    assert out.endswith(f" steps, seed 3, saved in {path}\n")


def test_auto_takes_an_edition_switches_and_plugins(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ["--edition", "es", "--option", "rest=no", "--plugin", "generous_sight", "--bot", "random"]
    code, out, _ = run(capsys, "auto", "extraction", "--seed", "2", *arguments, "--out", str(path), "--json")
    assert code == 0
    assert json.loads(out)["plugins"] == ["generous_sight"]
    setup = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["header"]["setup"]
    assert (setup["edition"], setup["options"]["switches"], setup["seed"]) == ("es", {"rest": "no"}, 2)
    assert 'event":"rested' not in path.read_text(encoding="utf-8")


def test_auto_does_not_write_over_a_save(save: Path, capsys: Capture) -> None:
    before = save.read_bytes()
    code, out, err = run(capsys, "auto", "extraction", "--out", str(save))
    assert (code, out, err) == (2, "", "game.defiance already exists.\n")
    assert save.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "nowhere"),
        (["extraction", "--bot", "clever"], "There is no bot 'clever': heuristic, random."),
        (["extraction", "--plugin", "magic"], "There is no plugin 'magic'."),
        (["extraction", "--edition", "fr"], "there is no edition 'fr'"),
        (["extraction", "--option", "rest"], "'rest' is not an option"),
        (["extraction", "--option", "rest=maybe"], "edition option 'rest' has no value 'maybe': yes, no"),
        (["extraction", "--option", "sleep=no"], "there is no edition option 'sleep'"),
        (["extraction", "--option", "a.b.c=1"], "'a.b.c=1' is not an option"),
        (
            ["extraction", "--system", "three-sieges"],
            "There is no game system 'three-sieges': infinity-defiance",
        ),
        (["extraction", "--ask", "luck"], "A person can be asked for dice, cards, all, not 'luck'."),
        (["extraction", "--lang", "fr"], "there is no language 'fr'"),
        (["extraction", "--seed", "many"], "--seed"),
        ([], "MISSION"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(arguments: list[str], sentence: str, capsys: Capture) -> None:
    code, out, err = run(capsys, "auto", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_person_is_asked_for_dice(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n" + "1 1 1 1 1 1\n1 1 1 1\n1 1 1\n1 1\n1\n" * 2000))
    code, out, err = run(capsys, "auto", "extraction", "--seed", "5", "--ask", "dice", "--json")
    assert code == 0
    assert json.loads(out)["result"] in ("victory", "defeat")
    assert "Your dice: " in err
    assert "“nonsense” does not match" in err


def test_when_the_answers_end_the_game_so_far_is_kept(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    path = tmp_path / "game.defiance"
    code, out, err = run(capsys, "auto", "extraction", "--seed", "5", "--ask", "all", "--out", str(path))
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(
        "The input ended before this was answered: The revealed Initiative card: which one?"
    )
    assert run(capsys, "verify", str(path))[:2] == (0, f"{path}: ok\n")


# ---- saves ----


def test_log_tells_the_story_in_a_language(save: Path, capsys: Capture) -> None:
    before = save.read_bytes()
    english = run(capsys, "log", str(save))[1]
    assert "Round 1 begins" in english
    assert "Comienza la Ronda 1" in run(capsys, "log", str(save), "--lang", "es")[1]
    assert "[R-039 R-045]" in run(capsys, "log", str(save), "--why")[1]
    some = run(capsys, "log", str(save), "--to", "30")[1]
    assert english.startswith(some)
    assert len(some) < len(english)
    code, out, err = run(capsys, "log", str(save), "--to", "99999")
    assert (code, out, err) == (2, "", "There is no step 99999.\n")
    assert save.read_bytes() == before
    assert [path.name for path in save.parent.iterdir()] == ["game.defiance"]


def test_verify_says_ok_a_line_a_file(save: Path, capsys: Capture) -> None:
    assert run(capsys, "verify", str(save), str(save)) == (0, f"{save}: ok\n" * 2, "")


def test_verify_names_the_step_that_differs(save: Path, tmp_path: Path, capsys: Capture) -> None:
    """A game whose dice fell as they could not have from its commands."""
    record = tmp_path / "game.jsonl"
    run(capsys, "export", str(save), str(record))
    lines = record.read_text(encoding="utf-8").splitlines()
    number = next(at for at, line in enumerate(lines) if '"event":"points_gained"' in line)
    lines[number] = lines[number].replace('"event":"points_gained"', '"event":"points_gained","rules":["R-001"]', 1)
    lines[number] = lines[number].replace(',"rules":["R-051"]', "", 1)
    from hashlib import sha256

    whole = "".join(f"{line}\n" for line in lines[:-1])
    hashed = json.dumps({"sha256": sha256(whole.encode()).hexdigest()})
    record.write_text(whole + hashed + "\n", encoding="utf-8")
    code, out, _ = run(capsys, "verify", str(record), str(save))
    assert code == 1
    first, second = out.splitlines()
    step = json.loads(lines[number])["number"]
    assert first.startswith(f"{record}: differs at step {step}: event ")
    assert len(first) < len(str(record)) + 400
    assert second == f"{save}: ok"


def test_verify_names_the_plugin_that_is_missing(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "plugins"
    plugin(folder, "house_rule")
    path = tmp_path / "game.defiance"
    monkeypatch.setattr("defiance_qt.extend.loader.default_folders", lambda: (folder,))
    Session.new(mission="extraction", seed=1, plugins=["house_rule"], path=path).close()
    assert run(capsys, "verify", str(path))[0] == 0
    monkeypatch.setattr("defiance_qt.extend.loader.default_folders", tuple)
    assert run(capsys, "verify", str(path)) == (1, f"{path}: needs plugin house_rule\n", "")


def test_what_is_no_save_is_said_and_the_others_are_still_verified(save: Path, tmp_path: Path, capsys: Capture) -> None:
    other = tmp_path / "letter.defiance"
    other.write_text("Dear Goldstein", encoding="utf-8")
    code, out, err = run(capsys, "verify", str(other), str(save))
    assert (code, out) == (2, f"{save}: ok\n")
    assert err.startswith(f"{other}: ")
    assert err.count("\n") == 1
    for command in (["log", str(other)], ["export", str(other), str(tmp_path / "x.jsonl")], ["odds", str(other)]):
        code, out, err = run(capsys, *command)
        assert (code, out) == (2, "")
        assert "letter.defiance" in err
    assert other.read_text(encoding="utf-8") == "Dear Goldstein"


def test_a_game_goes_out_as_text_and_comes_back(save: Path, tmp_path: Path, capsys: Capture) -> None:
    record, again, back = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "b.defiance"
    assert run(capsys, "export", str(save), str(record)) == (0, "", "")
    assert run(capsys, "import", str(record), str(back)) == (0, "", "")
    assert run(capsys, "export", str(back), str(again)) == (0, "", "")
    assert record.read_bytes() == again.read_bytes()
    assert run(capsys, "log", str(record))[1] == run(capsys, "log", str(save))[1]
    code, _, err = run(capsys, "import", str(record), str(back))
    assert (code, err) == (2, "b.defiance already exists.\n")


# ---- play ----


def test_play_goes_on_with_a_save(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.defiance"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n"))
    code, out, err = run(capsys, "play", "extraction", "--seed", "1", "--out", str(path))
    assert (code, err) == (0, "")
    assert "Uma deploys on A4" in out
    monkeypatch.setattr(sys, "stdin", io.StringIO("undo\nquit\nnever read\n"))
    code, out, _ = run(capsys, "play", str(path))
    assert code == 0
    assert "Undone: " in out
    assert sys.stdin.readline() == "never read\n"


# ---- simulate, odds, plugins ----


def test_simulate_reports_a_rate_with_its_interval(capsys: Capture) -> None:
    code, out, _ = run(capsys, "simulate", "extraction", "--games", "3", "--bot", "random", "--json")
    found = json.loads(out)
    low, high = found["interval"]
    assert code == 0
    assert found["games"] == 3
    assert found["win_rate"] == round(found["wins"] / 3, 4)
    assert low <= found["win_rate"] <= high
    code, out, _ = run(capsys, "simulate", "extraction", "--games", "2", "--bot", "random")
    assert code == 0
    assert " of 2 won: " in out
    assert run(capsys, "simulate", "extraction", "--games", "0")[0] == 2


WHAT_IF = ("what-if", str(ROOT / "saves" / "extraction-en-victory.defiance"))


def test_what_if_compares_plans_with_ranges(capsys: Capture) -> None:
    code, out, err = run(capsys, *WHAT_IF, "--step", "92", "--plan", "end_activation cadin", "--games", "1", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["step"], found["chapters"]) == (92, 90)
    assert found["plans"][0]["commands"] == ["end_activation cadin"]
    assert all(low <= high for one in found["plans"] for low, high in [one["numbers"]["damage"]["mean"]])
    assert found["verdict"]


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("--games", "0"), 2, "'--games'"),
        (("--step", "9999"), 2, "There is no step 9999."),
        ((), 2, "The game is over: there are no plans to compare."),
        (("--step", "20"), 2, "No plan is asked for here"),
        (("--step", "90", "--plan", "activate jazz"), 2, "Jazz has already been activated"),
    ],
)
def test_what_if_refuses_in_one_sentence(arguments: tuple[str, ...], code: int, why: str, capsys: Capture) -> None:
    found, out, err = run(capsys, *WHAT_IF, *arguments)
    assert (found, out) == (code, "")
    assert why in err
    assert err.count("\n") == 1


TURNING = ("turning-points", str(ROOT / "saves" / "extraction-en-defeat.defiance"))


def test_turning_points_are_told_and_written(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the last decisions alone: from the first ones every game is a whole one."""

    def late(*arguments: object) -> Line:
        whole = read(*arguments)  # type: ignore[arg-type]
        return replace(whole, stretches=whole.stretches[-2:])

    monkeypatch.setattr("defiance_qt.lab.turning.line.read", late)
    code, out, err = run(capsys, *TURNING, "--games", "4", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["won"], found["games"], found["moments"]) == (False, 4, [])
    assert all(one["wins"]["of"] == found["screened"] for one in found["line"])
    code, out, _ = run(capsys, *TURNING, "--games", "4")
    assert code == 0
    assert out.startswith("Extraction · lost, step ")
    assert "No decision of yours cost the game, as far as 4 games can tell." in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--games", "0"), "'--games'"),
        (("--part", "2"), "There is no part 2: this game has 1."),
        (("--seed", "-1"), "'--seed'"),
    ],
)
def test_turning_points_are_refused_in_one_sentence(arguments: tuple[str, ...], why: str, capsys: Capture) -> None:
    found, out, err = run(capsys, *TURNING, *arguments)
    assert (found, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("system", "dice"), [("infinity-defiance", "red,red"), ("pig", "die,die")])
@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_odds_without_dice_says_how_the_game_writes_them(
    system: str, dice: str, language: str, capsys: Capture
) -> None:
    code, out, err = run(capsys, "odds", "--system", system, "--lang", language)
    assert (code, err) == (0, "")
    assert dice in out


def test_odds_of_dice_and_of_a_save(tmp_path: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "odds", "red,red", "black", "--json")
    (found,) = json.loads(out)["attacks"]
    assert code == 0
    assert sum(found["dealt"].values()) == pytest.approx(1, abs=1e-5)
    assert "mean" in run(capsys, "odds", "red", "blue", "--switch", "! !=1", "--wounds", "2")[1]
    assert run(capsys, "odds", "pink", "blue")[::2] == (
        2,
        "There is no die 'pink': red, green, orange, blue, yellow, black.\n",
    )
    path = tmp_path / "game.defiance"
    active("cadin", path=path).close()
    code, out, err = run(capsys, "odds", str(path))
    assert (code, out) == (2, "")
    assert err == "There are no odds to compute: no legal command involves chance.\n"
    code, out, err = run(capsys, "odds", str(path), "move cadin")
    assert (code, out, err) == (2, "", "There are no odds to compute: move cadin.\n")
    assert run(capsys, "odds", "red", "blue", "--system", "three-sieges")[0] == 2


def test_odds_of_a_save_of_another_system_are_in_its_words(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "pig.defiance"
    with Session.new("pig", mission="duel", seed=1, path=path):
        pass
    code, out, _ = run(capsys, "odds", str(path), "--lang", "es")
    assert code == 0
    assert "puntos" in out
    assert "un uno" in out


# ---- the entry ----


def test_a_required_plugin_is_taken_along(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    plugin(tmp_path, "base")
    plugin(tmp_path, "above", more='requires = ["base >=1"]')
    code, out, _ = run(capsys, "auto", "extraction", "--seed", "7", "--plugin", "above", "--json")
    assert (code, json.loads(out)["plugins"]) == (0, ["above", "base"])
    plugin(tmp_path, "broken", "def check_command(")
    plugin(tmp_path, "a_second", more='requires = ["broken"]')
    code, _, err = run(capsys, "auto", "extraction", "--bot", "random", "--plugin", "a_second")
    assert (code, err.partition(": ")[0]) == (2, "The plugin 'broken' cannot be used")


def test_a_folder_with_the_name_of_a_mission_does_not_hide_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "extraction").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run(capsys, "play", "extraction", "--seed", "1")
    assert code == 0
    assert "Mission set up: Extraction" in out


def test_safe_mode_is_an_option_of_every_command(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFIANCE_QT_SAFE", "")
    assert "--safe" in run(capsys, "--help")[1]
    assert run(capsys, "--safe", "content", "list")[0] == 0
    assert os.environ["DEFIANCE_QT_SAFE"] == "1"


def test_version_and_help(capsys: Capture) -> None:
    assert run(capsys, "--version") == (0, f"{__version__}\n", "")
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert set(cli.COMMANDS) <= set(out.split())
    assert run(capsys, "auto", "--help")[0] == 0


def test_every_command_is_known_to_the_entry() -> None:
    import typer

    from defiance_qt.lab.commands import app

    assert set(typer.main.get_command(app).commands) == cli.COMMANDS  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "window"),
    [
        ([], True),
        (["--smoke"], True),
        (["game.defiance"], True),
        (["--smoke", "game.defiance"], True),
        (["--safe"], True),
        (["--safe", "game.defiance"], True),
        (["auto"], False),
        (["--help"], False),
        (["--version"], False),
        (["a", "b"], False),
    ],
)
def test_what_asks_for_the_window(arguments: list[str], window: bool) -> None:
    assert cli.is_window(arguments) == window


def _in(language: str, first: str, rest: list[str]) -> list[str]:
    """The arguments with the language: before the others of a command, behind the name of one in a group."""
    return [*rest, "--lang", language] if first == "plugin" else ["--lang", language, *rest]


@pytest.mark.parametrize(
    ("arguments", "english", "spanish"),
    [
        (["auto"], "Missing argument 'MISSION'.", "Falta el argumento «MISSION»."),
        (
            ["auto", "x", "--sed", "1"],
            "No such option: --sed (Possible options: --ask, --seed, --system)",
            "No existe la opción --sed",
        ),
        (["auto", "x", "--zzzzz"], "No such option: --zzzzz", "No existe la opción --zzzzz."),
        (["auto", "x", "y", "z"], "Got unexpected extra arguments (y z)", "Sobran argumentos (y z)."),
        (["auto", "x", "--out"], "Option '--out' lacks the value", "A la opción «--out» le falta el valor"),
        (["auto", "x", "--json=1"], "Option '--json' lacks the value", "A la opción «--json» le falta el valor"),
        (["auto", "x", "--seed", "a"], "Invalid value for '--seed': Input should be a valid", "no es un número entero"),
        (["auto", "x", "--seed", "-1"], "'--seed': Input should be greater than or equal to 0", "debe ser al menos 0"),
        (["auto", "x", "--seed", str(2**63)], "should be less than or equal to", "debe ser como mucho"),
        (
            ["plugin", "lst"],
            "No such command 'lst': install, remove, trust, distrust, list, new, check, link, unlink, pack, api.",
            "No existe la orden «lst»; hay: install, remove",
        ),
        (["auto", "x", "--bot", "clever"], "There is no bot 'clever'", "No existe el bot «clever»"),
    ],
)
def test_usage_errors_are_worded_in_every_language(
    arguments: list[str], english: str, spanish: str, capsys: Capture
) -> None:
    first, *rest = arguments
    said = {}
    for language in LANGUAGES:
        code, out, err = run(capsys, first, *_in(language, first, rest))
        assert (code, out, err.count("\n")) == (2, "", 1), err
        said[language] = err
    assert english in said["en"]
    assert spanish in said["es"]
    assert len(set(said.values())) == 3


def test_a_mistyped_command_is_said(capsys: Capture) -> None:
    code, out, err = run(capsys, "atuo", "extraction")
    assert (code, out) == (2, "")
    assert "atuo" in err


def test_the_windows_start_imports_nothing_that_only_commands_need() -> None:
    program = (
        "import sys, defiance_qt.cli\n"
        "late = ('typer', 'rich', 'click', 'numpy', 'babel', 'defiance_qt.lab')\n"
        "print([name for name in late if name in sys.modules])\n"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout == "[]\n"


def test_a_reader_that_leaves_early_is_no_error(save: Path) -> None:
    program = f"{sys.executable} -m defiance_qt log {save} | head -n 1"
    found = subprocess.run(["/bin/sh", "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout.count("\n") == 1
    assert found.stderr == ""


# ---- rules ----


def test_rules_says_one_rule_in_any_language(capsys: Capture) -> None:
    code, out, _ = run(capsys, "rules", "r-087", "--lang", "es")
    assert code == 0
    assert out.startswith("R-087 · Tiradas")
    code, out, err = run(capsys, "rules", "R-999")
    assert (code, out) == (2, "")
    assert "R-999" in err


def test_rules_lists_them_all(capsys: Capture) -> None:
    code, out, _ = run(capsys, "rules", "--json")
    listed = json.loads(out)["rules"]
    assert code == 0
    assert (listed[0]["id"], listed[-1]["id"], len(listed)) == ("R-001", "R-323", 323)
    assert listed[0].keys() == {"id", "area", "text", "page"}


def test_rules_has_those_of_plugins_and_of_other_games(capsys: Capture) -> None:
    """An id of a plugin is not in capitals, and a game system needs no tools for it."""
    code, out, _ = run(capsys, "rules", "mender-1", "--plugin", "field_mender")
    assert code == 0
    assert out.startswith("mender-1 · ")
    assert "mender-1" in run(capsys, "rules", "mender-1")[2]
    code, out, _ = run(capsys, "rules", "--system", "pig", "--lang", "es")
    assert (code, out.splitlines()[0]) == (0, "P-001 · Tirar")
    assert run(capsys, "rules", "--plugin", "gone")[0] == 2
    assert run(capsys, "rules", "--system", "gone")[0] == 2


@pytest.mark.slow
def test_rules_shows_what_became_of_each(capsys: Capture) -> None:
    code, out, _ = run(capsys, "rules", "R-087", "--coverage", "--json")
    (row,) = json.loads(out)["rules"]
    assert code == 0
    assert row.keys() == {"id", "enforced_by", "named_in", "cited_by", "tested_by"}
    assert all(row.values())
    code, out, _ = run(capsys, "rules", "--coverage")
    assert (code, len(out.splitlines())) == (0, 323)


# ---- what is easily done wrong ----


def test_export_overwrites_nothing(save: Path, tmp_path: Path, capsys: Capture) -> None:
    before = save.read_bytes()
    assert run(capsys, "export", str(save), str(save)) == (2, "", "game.defiance already exists.\n")
    assert save.read_bytes() == before
    taken = tmp_path / "taken.jsonl"
    taken.write_text("a shopping list")
    code, _, err = run(capsys, "auto", "extraction", "--out", str(taken))
    assert (code, err) == (2, "taken.jsonl already exists.\n")
    assert taken.read_text() == "a shopping list"


def test_a_word_that_is_neither_command_nor_file_is_named(capsys: Capture) -> None:
    assert run(capsys, "bogus") == (2, "", "bogus does not exist.\n")


def test_a_save_to_play_that_does_not_exist_is_named(capsys: Capture) -> None:
    assert run(capsys, "play", "lost.defiance") == (2, "", "lost.defiance does not exist.\n")


def test_an_option_for_a_plugin_that_is_not_at_work_is_refused(capsys: Capture) -> None:
    code, out, err = run(capsys, "auto", "extraction", "--option", "plugins.generous_sight.corners=1")
    assert (code, out) == (2, "")
    assert err == "An option is set for the plugin 'generous_sight', which is not loaded.\n"


def test_dice_that_are_longer_than_a_file_name_are_not_quoted(capsys: Capture) -> None:
    assert run(capsys, "odds", ",".join(["red"] * 400), "blue") == (
        2,
        "",
        "400 dice are too many: write at most 20.\n",
    )


def test_odds_of_nothing_are_refused(capsys: Capture) -> None:
    code, out, err = run(capsys, "odds", "", "blue")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "directory" not in err


def test_simulate_speaks_a_language(capsys: Capture) -> None:
    code, out, _ = run(capsys, "simulate", "extraction", "--games", "1", "--bot", "random", "--lang", "ru")
    assert code == 0
    assert out.startswith("Побед 0 из 1")
    assert "agent_out" not in out


def test_a_plugin_that_fails_during_play_is_named(clumsy: str, capsys: Capture) -> None:
    code, out, err = run(capsys, "auto", "extraction", "--seed", "7", "--bot", "random", "--plugin", clumsy)
    assert code == 0
    assert out.startswith(("Victory (", "Defeat ("))
    assert err == "The plugin 'clumsy' failed in check_command: ValueError: boo.\n"


@pytest.mark.parametrize("options", [[], ["--why"]], ids=["log", "why"])
def test_a_forged_event_that_cannot_be_told_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    """All checksums are right, and no rules would cause the event: a Unit shows a side that its card does not have."""
    path = tmp_path / "game.jsonl"
    with Session.new(mission="extraction", seed=1) as session:
        session.export(path)
    content = lines(path)
    assert b'"face":' in content[1]
    content[1] = re.sub(rb'"face":\d', b'"face":9', content[1])
    write_lines(path, content)
    assert cli.main(["log", str(path), *options]) == 2
    told = capsys.readouterr().err
    assert told.startswith("game.jsonl does not fit this game: differs at step 0: event ")
    assert told.count("\n") == 1


def test_an_error_over_a_sound_game_is_not_put_down_to_the_file(tmp_path: Path) -> None:
    session = Session.new(mission="extraction", seed=1, journal=False)
    with pytest.raises(KeyError), forgery_is_named(session, tmp_path / "game.defiance"):
        raise KeyError("a bug")
