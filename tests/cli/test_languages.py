"""The command line in other languages: what cannot be, and how a game went."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.words import languages
from tests.cli.test_cli import Capture, run
from tests.conftest import ROOT
from tests.extend.plugins import plugin


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["auto", "nowhere", "--lang", "es"], "No existe la misión «nowhere»; hay: {missions}."),
        (["auto", "extraction", "--plugin", "magic", "--lang", "ru"], "Плагина «magic» нет."),
        (
            ["auto", "extraction", "--bot", "clever", "--lang", "es"],
            "No existe el bot «clever»; hay: heuristic",
        ),
        (["auto", "extraction", "--seed", "many", "--lang", "es"], "Valor no válido para «--seed»: no es un número"),
        (["auto", "extraction", "--seed", "99999999999999999999"], "Invalid value for '--seed'"),
        (["auto", "extraction", "--seed", "-1", "--lang", "ru"], "Недопустимое значение «--seed»: должно быть не"),
        (["log", "nothing.defiance", "--lang", "es"], "nothing.defiance no existe."),
        (["verify", "nothing.defiance", "--lang", "ru"], "Файла nothing.defiance не существует."),
        (["export", "nothing.defiance", "x.jsonl", "--lang", "es"], "nothing.defiance no existe."),
        (["import", "nothing.jsonl", "x.defiance", "--lang", "es"], "nothing.jsonl no existe."),
        (["play", "nowhere", "--lang", "ru"], "Миссии «nowhere» нет; есть: {missions}."),
        (
            ["auto", "duel", "--system", "chess", "--lang", "es"],
            "No existe el sistema de juego «chess»; hay: infinity",
        ),
        (["play", "duel", "--system", "chess", "--lang", "ru"], "Игровой системы «chess» нет; есть: infinity-defiance"),
        (["odds", "pink", "red", "--lang", "es"], "No existe el dado «pink»"),
        (["simulate", "nowhere", "--json", "--lang", "es"], "No existe la misión «nowhere»; hay: {missions}."),
        (["simulate", "nowhere", "--lang", "es"], "No existe la misión «nowhere»; hay: {missions}."),
        (["rules", "R-999", "--lang", "ru"], "Правила «R-999» нет."),
        (["log", "--lang", "es"], "Falta el argumento «FILE»."),
        (["log", "a", "--magic", "--lang", "ru"], "Опции --magic нет"),
    ],
)
def test_what_cannot_be_is_said_in_the_language_that_is_named(
    arguments: list[str], sentence: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    known = read_catalog(files())
    missions = [id for _, id in sorted((one.number, id) for id, one in known.missions.items())]
    missions += known.campaigns
    assert sentence.format(missions=", ".join(missions)) in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [{"switches": ["rest"]}, {"plugins": 3}, {"answers": {"team.dice": 1}}])
def test_a_save_with_odd_options_is_refused_in_one_sentence(
    options: dict[str, object], tmp_path: Path, capsys: Capture
) -> None:
    record = tmp_path / "odd.jsonl"
    with Session.new(mission="extraction", seed=1) as session:
        session.export(record)
    lines = record.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    header["header"]["setup"]["options"] = options
    whole = "".join(f"{line}\n" for line in [json.dumps(header), *lines[1:-1]])
    hashed = json.dumps({"sha256": hashlib.sha256(whole.encode()).hexdigest()})
    record.write_text(f"{whole}{hashed}\n", encoding="utf-8")
    code, out, err = run(capsys, "log", str(record))
    assert (code, out) == (2, "")
    assert err.startswith("odd.jsonl: The options of this game cannot be read: ")
    assert err.count("\n") == 1


def test_auto_tells_how_it_went_in_words_of_the_language(capsys: Capture) -> None:
    code, out, _ = run(capsys, "auto", "extraction", "--seed", "3", "--bot", "random", "--lang", "es")
    assert code == 0
    assert out.startswith(("Victoria ", "Derrota "))
    assert " · Ronda " in out
    assert "_" not in out, "no id is shown"


# ---- languages of plugins ----


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the user's plugins, for a process that has asked no language of a plugin yet."""
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    languages.forget()
    yield tmp_path / "user"
    languages.forget()


KLINGON = """
from defiance_qt.api import Language

def contribute_language(context):
    texts = {"error.content.rule": "{name} tu'lu'be'", "cli.plugin.runs.none": "ngoq Hutlh"}
    return {"tlh": Language("tlhIngan", texts)}
"""


def test_a_language_of_a_plugin_is_one_of_the_command_line(home: Path, capsys: Capture) -> None:
    plugin(home, "klingon", KLINGON, kind="language")
    save = str(ROOT / "saves" / "extraction-random.defiance")
    for arguments in (["log", save], ["rules", "R-087"], ["odds", "red", "blue"]):
        code, out, err = run(capsys, *arguments, "--lang", "tlh")
        assert code == 0, err
        assert out
    assert "ngoq Hutlh" in run(capsys, "plugin", "list", "--lang", "tlh")[1]


def test_what_is_refused_before_the_option_is_read_is_said_in_it_too(home: Path, capsys: Capture) -> None:
    plugin(home, "klingon", KLINGON.replace("error.content.rule", "error.usage.argument"), kind="language")
    code, _, err = run(capsys, "log", "--lang", "tlh")
    assert (code, err) == (2, "FILE tu'lu'be'\n")


def test_the_bundled_one_too(home: Path, capsys: Capture) -> None:
    code, out, err = run(capsys, "rules", "R-087", "--lang", "eo")
    assert (code, err) == (0, "")
    assert out == run(capsys, "rules", "R-087")[1]  # it has no rules of its own: English


@pytest.mark.parametrize(
    "arguments",
    [["rules"], ["log", "no.defiance"], ["auto", "extraction"], ["plugin", "list"], ["verify", "no.defiance"]],
)
def test_an_unknown_language_is_one_sentence_with_those_there_are(
    home: Path, capsys: Capture, arguments: list[str]
) -> None:
    code, out, err = run(capsys, *arguments, "--lang", "xx")
    assert (code, out, err) == (2, "", "there is no language 'xx': en, es, ru, eo\n")


def test_a_plugin_that_waits_for_trust_is_named(home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin(home, "klingon", "raise SystemExit('it ran')", kind="language")
    monkeypatch.setattr("defiance_qt.extend.trust.is_trusted", lambda sha256: False)
    code, out, err = run(capsys, "rules", "--lang", "tlh")
    assert (code, out) == (2, "")
    assert err.startswith("there is no language 'tlh': en, es, ru, eo; these plugins")
    assert err.endswith(": klingon\n")


def test_no_plugin_is_run_for_a_language_that_is_built_in(home: Path, capsys: Capture) -> None:
    plugin(home, "klingon", "raise SystemExit('it ran')", kind="language")
    assert run(capsys, "rules", "R-087", "--lang", "es")[0] == 0
    assert languages.known() == languages.LANGUAGES
