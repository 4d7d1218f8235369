"""`plugin check` on the command line: what it prints, how it ends, what it compares, what it leaves behind."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from defiance_qt import cli
from defiance_qt.api import Session
from defiance_qt.extend.authoring import authored
from tests.conftest import ROOT
from tests.extend.plugins import plugin

pytestmark = pytest.mark.slow

TEST = """
import platformdirs

def test_home():
    assert "defiance-check-" in platformdirs.user_data_dir("x")
"""

Capture = pytest.CaptureFixture[str]
MENDER = ROOT / "plugins" / "field_mender"
SLOW = "def modify_attribute(context, figure, attribute):\n    return {} if attribute == 'speed' else 0\n"


def run(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["plugin", "check", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


def as_json(capsys: Capture, *arguments: object) -> Any:
    return json.loads(run(capsys, *arguments, "--json")[1])


def test_a_sound_plugin(capsys: Capture) -> None:
    assert run(capsys, MENDER, "--commands", 20) == (0, "field_mender: no fault\n", "")


def test_whoever_checks_a_plugin_from_elsewhere_is_told_that_its_code_was_run(tmp_path: Path, capsys: Capture) -> None:
    copy = tmp_path / MENDER.name
    shutil.copytree(MENDER, copy)
    told = "The plugin's code was run to check it; nothing confines it.\n"
    assert run(capsys, copy, "--commands", 20) == (0, "field_mender: no fault\n", told)


def test_a_fault_ends_with_1(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "slow", SLOW.format("'x'"))
    code, out, _ = run(capsys, folder)
    assert (code, out) == (1, "hooks.py: modify_attribute: TypeError: 'x' is not a whole number\n")
    report = as_json(capsys, folder)
    assert report["id"] == "slow"
    assert report["ran_code"]
    assert [(one["file"], one["key"]) for one in report["faults"]] == [("hooks.py", "modify_attribute")]


def test_faults_are_told_in_every_language(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "slow", SLOW.format(0).replace("attribute(", "atribute("))
    assert "¿querías decir modify_attribute?" in run(capsys, folder, "--lang", "es")[1]
    assert "может быть, modify_attribute?" in run(capsys, folder, "--lang", "ru")[1]


def test_what_cannot_be_read(tmp_path: Path, capsys: Capture) -> None:
    assert run(capsys, tmp_path / "nowhere")[0] == 2


def test_without_code_none_is_run(tmp_path: Path, capsys: Capture) -> None:
    report = as_json(capsys, plugin(tmp_path, "empty", None))
    assert (report["ran_code"], report["faults"]) == (False, [])


def test_games_with_it_and_without_it_are_compared(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "slow", SLOW.format(-2))
    balance = as_json(capsys, folder, "--commands", 1, "--balance", 1)["balance"]
    assert balance["mission"] == "extraction"
    assert (balance["with_it"]["plugins"], balance["without"]["plugins"]) == (["slow"], [])
    assert balance["with_it"]["games"] == balance["without"]["games"] == 1
    code, out, _ = run(capsys, folder, "--commands", 1, "--balance", 1)
    assert code == 0
    assert "extraction with the plugin" in out
    assert "extraction without the plugin" in out


def test_the_saves_that_it_changes_are_named(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "slow", SLOW.format(-1))
    saves = tmp_path / "saves"
    saves.mkdir()
    with (
        authored(folder),
        Session.new(mission="extraction", seed=1, plugins=["slow"], path=saves / "a.defiance") as game,
    ):
        while not any(line.startswith("move ") for line in map(game.game.format, game.legal())):
            game.submit(game.legal()[0])
        far = [one for one in game.legal() if game.game.format(one).startswith("move ")][-1]
        game.submit(far)
    with Session.new(mission="extraction", seed=1, path=saves / "other.defiance"):
        pass
    (saves / "broken.jsonl").write_text("no record")
    same, broken = as_json(capsys, folder, "--commands", 1, "--saves", saves)["saves"]
    assert (same["file"], same["same"], same["verdict"]) == ("a.defiance", True, "ok")
    assert (broken["file"], broken["same"]) == ("broken.jsonl", False)
    (folder / "hooks.py").write_text(SLOW.format(-4))
    changed, _ = as_json(capsys, folder, "--commands", 1, "--saves", saves)["saves"]
    assert (changed["file"], changed["same"]) == ("a.defiance", False)
    assert "slow" in " ".join(changed["changes"])


def test_it_leaves_nothing_behind(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    home, folder = tmp_path / "home", plugin(tmp_path / "mine", "slow", SLOW.format(-1))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home / name))
    home.mkdir()
    (folder / "tests").mkdir()
    (folder / "tests" / "test_home.py").write_text(TEST)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert run(capsys, folder, "--commands", 20)[:2] == (0, "slow: no fault\n")
    assert sorted(tmp_path.rglob("*")) == before


UNIT = """
[[units]]
id = "sneak"
[[units.faces]]
colour = "blue"
number = 1
sped = 4
wounds = 1
"""

TEXTS = {
    "a text that a language lacks": (
        '[en]\n"unit.sneak.name" = "Sneak"\n[es]\n[ru]\n"unit.sneak.name" = "Тихоня"\n'.encode(),
        ["its locale/words.toml lacks 'unit.sneak.name' in 'es'"],
    ),
    "no TOML": (b"[en\n", ["its locale/words.toml cannot be read: "]),
    "no UTF-8": (b'[en]\n"unit.sneak.name" = "Sn\xe9ak"\n', ["cannot be read: it is not UTF-8 text, see line 2"]),
    "a number": (b'[en]\n"unit.sneak.name" = 3\n', ["Expected `str`, got `int`"]),
    "another language": (
        b'[en]\n"a\x7f" = "A"\n[es]\n"a\x7f" = "A"\n[ru]\n"a\x7f" = "A"\n[fr]\n',
        ["cannot be read: "],
    ),
}


@pytest.mark.parametrize("case", TEXTS)
def test_faults_of_texts_hide_none_of_content_and_code(case: str, tmp_path: Path, capsys: Capture) -> None:
    source, expected = TEXTS[case]
    code = f'def contribute_abilities(context):\n    raise KeyError("nobody")  # {case}\n'
    folder = plugin(tmp_path, "sneaks", code, content={"units.toml": UNIT})
    (folder / "locale").mkdir()
    (folder / "locale" / "words.toml").write_bytes(source)
    before = sorted(tmp_path.rglob("*"))
    _, out, _ = run(capsys, folder)
    lines = out.splitlines()
    for number, part in enumerate(expected):
        assert part in lines[number]
        assert lines[number].startswith("locale/words.toml: ")
    assert "hooks.py:2: contribute_abilities: KeyError: 'nobody'" in lines[len(expected) :]
    assert sorted(tmp_path.rglob("*")) == before


def test_faults_of_texts_are_told_with_those_of_units_and_of_unused_texts(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "sneaks", content={"units.toml": UNIT})
    texts = '[en]\n"unit.sneak.name" = "Sneak"\n[es]\n[ru]\n"unit.sneak.name" = "Тихоня"\n'
    (folder / "locale").mkdir()
    (folder / "locale" / "words.toml").write_text(texts, encoding="utf-8")
    _, out, _ = run(capsys, folder)
    assert out.splitlines() == [
        "locale/words.toml: its locale/words.toml lacks 'unit.sneak.name' in 'es'",
        "content/units.toml: units 'sneak': faces[0]: Object contains unknown field `sped`",
    ]


def test_each_colour_of_a_theme_that_cannot_be_used_is_named(tmp_path: Path, capsys: Capture) -> None:
    grey = {"token_text": "#333333", "tame": "#ff0000", "sky": "#ff0000"}
    code = (
        "from defiance_qt.api import ThemeColours\n\n\ndef contribute_theme(context):\n"
        f"    return {{'pale': ThemeColours('dark', {grey})}}\n"
    )
    folder = plugin(tmp_path, "pale_look", code, kind="look")
    words = folder / "locale" / "words.toml"
    words.parent.mkdir()
    words.write_text("".join(f'[{language}]\n"theme.pale" = "Pale"\n' for language in ("en", "es", "ru")))
    code_of, out, _ = run(capsys, folder, "--commands", 1)
    assert code_of == 1
    assert out.splitlines() == [
        "hooks.py: theme pale: there is no color 'sky'",
        "hooks.py: theme pale: there is no color 'tame' (did you mean team?)",
        "hooks.py: theme pale: token_text on token has a contrast of 1.4, and needs 4.5",
    ]


def test_a_name_that_the_api_does_not_have_is_named_with_the_nearest(tmp_path: Path, capsys: Capture) -> None:
    code = (
        "from defiance_qt.api import NumberChang\nfrom defiance_qt.systems.defiance.api import Vito, events\n\n\n"
        "def react_event(context, event):\n    return () if isinstance(event, events.RoundBegin) else ()\n"
    )
    told = run(capsys, plugin(tmp_path, "late", code))[1]
    assert told == (
        "hooks.py:1: NumberChang: defiance_qt.api has no such name (did you mean NumberChange?)\n"
        "hooks.py:2: Vito: defiance_qt.systems.defiance.api has no such name (did you mean Veto?)\n"
        "hooks.py:6: events.RoundBegin: defiance_qt.systems.defiance.api has no such name "
        "(did you mean events.RoundBegan?)\n"
    )


def test_a_misspelt_key_of_the_manifest_is_named_with_the_nearest(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(tmp_path, "late", None, more='reqires = ["radar"]')
    assert run(capsys, folder)[1] == "plugin.toml: reqires: no such key (did you mean requires?)\n"
