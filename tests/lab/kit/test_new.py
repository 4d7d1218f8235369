"""`plugin new`: what it writes is a sound plugin, whatever the kind."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.extend.manifest import Manifest, read
from defiance_qt.lab.kit.check import Wanted, check
from defiance_qt.lab.kit.new import ID, NAME, kinds
from defiance_qt.words.catalogue import Words

Capture = pytest.CaptureFixture[str]


def new(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["plugin", "new", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


def test_the_kinds_are_those_of_the_manifest() -> None:
    known = typing.get_args(typing.get_type_hints(Manifest)["kind"])
    assert set(kinds()) == set(known)


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds())
def test_what_is_written_passes_the_check_and_its_own_tests(kind: str, tmp_path: Path, capsys: Capture) -> None:
    id = f"own_{kind.replace('-', '_')}"
    code, out, _ = new(capsys, id, "--kind", kind, "--into", tmp_path)
    assert code == 0
    assert str(tmp_path / id) in out
    manifest, faults = read(tmp_path / id)
    assert faults == ()
    assert manifest is not None
    assert manifest.kind == kind
    assert list((tmp_path / id / "tests").glob("test_*.py"))
    for file in (tmp_path / id).rglob("*.*"):
        assert ID not in file.read_text(encoding="utf-8") + file.name
        assert NAME not in file.read_text(encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert [fault.line(Words("en")) for fault in check(tmp_path / id, Words("en")).faults] == []
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("Own", "--kind", "unit"), "'Own' is not a valid id"),
        (("../own",), "'../own' is not a valid id"),
        (("own", "--kind", "planet"), "There is no kind 'planet': bot, expansion, house-rule"),
        (("taken",), "taken already."),
        (("own", "--kind", "unit", "--for", "pig"), "There is no kind 'unit': house-rule."),
        (("own", "--for", "chess"), "There is no game system 'chess': "),
    ],
)
def test_what_cannot_be_written(arguments: tuple[str, ...], told: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "taken").mkdir()
    code, _, said = new(capsys, *arguments, "--into", tmp_path)
    assert code == 2
    assert told in said
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@pytest.mark.parametrize(("id", "initials"), [("bulwark", "BU"), ("night_owls", "NO"), ("q", "QQ"), ("a_", "A_")])
def test_a_token_has_the_initials_of_its_unit(id: str, initials: str, tmp_path: Path, capsys: Capture) -> None:
    new(capsys, id, "--kind", "unit", "--into", tmp_path)
    assert (tmp_path / id / "locale" / "words.toml").read_text(encoding="utf-8").count(f'initials" = "{initials}"') == 3


# ---- a pack for another game ----


def test_a_pack_for_another_game_has_its_hooks_and_the_files_of_its_example(tmp_path: Path, capsys: Capture) -> None:
    assert new(capsys, "lucky", "--for", "pig", "--into", tmp_path)[0] == 0
    files = {path.relative_to(tmp_path / "lucky").as_posix() for path in (tmp_path / "lucky").rglob("*.*")}
    assert files == {"plugin.toml", "rule.py", "content/lucky.toml", "locale/words.toml", "tests/test_pack.py"}
    assert "def modify_points(context, faces):" in (tmp_path / "lucky" / "rule.py").read_text(encoding="utf-8")
    manifest, faults = read(tmp_path / "lucky")
    assert faults == ()
    assert manifest is not None
    assert (manifest.systems, manifest.module) == (("pig",), "rule")


@pytest.mark.slow
@pytest.mark.parametrize("system", ["pig", "warfighter", "n3"])
def test_the_pack_for_another_game_passes_the_check_and_its_own_tests(
    system: str, tmp_path: Path, capsys: Capture
) -> None:
    new(capsys, "lucky", "--for", system, "--into", tmp_path)
    assert [fault.line(Words("en")) for fault in check(tmp_path / "lucky", Words("en")).faults] == []


# ---- a game system ----


def written(tmp_path: Path, capsys: Capture) -> Path:
    assert new(capsys, "towers", "--kind", "system", "--into", tmp_path)[0] == 0
    return tmp_path / "towers"


def test_the_example_of_a_system_does_not_speak_of_the_game_it_was_made_of(tmp_path: Path, capsys: Capture) -> None:
    for file in written(tmp_path, capsys).rglob("*.*"):
        text = file.read_text(encoding="utf-8").casefold() + file.name
        assert not re.search(r"\bpig|cerdo|свинь", text), file


LESSONS = {
    "a wrong claim": (
        '{"pot": 9}',
        '{"pot": 8}',
        ["plugin.py: lesson first_turn: it says 'In the pot: 8', and it came out 'In the pot: 9'"],
    ),
    "an end that is never reached": (
        "port.Script(",
        'type("Idle", (port.Script,), {"progress": lambda self, *of: port.Script.progress(self, of[0], (), of[2])})(',
        ["plugin.py: lesson first_turn: its steps do not lead to its end: 'Roll' is not done"],
    ),
    "an exception": (
        "port.Script(",
        'type("Broken", (port.Script,), {"progress": lambda self, *given: {}[self.id]})(',
        ["plugin.py: lesson first_turn: KeyError: 'first_turn'"],
    ),
    "a command that is not allowed": (
        'steps=("roll", "roll", "hold")',
        'steps=("hold", "roll", "hold")',
        ["plugin.py: lesson first_turn: there is nothing in the pot to score"],
    ),
}


@pytest.mark.parametrize("case", LESSONS)
def test_what_is_wrong_with_a_lesson_is_named(case: str, tmp_path: Path, capsys: Capture) -> None:
    before, after, told = LESSONS[case]
    file = written(tmp_path, capsys) / "lessons.py"
    source = file.read_text(encoding="utf-8")
    assert before in source
    file.write_text(source.replace(before, after, 1), encoding="utf-8")
    found = check(tmp_path / "towers", Words("en"), Wanted(commands=1, tests=False)).faults
    assert [fault.line(Words("en")) for fault in found] == told
