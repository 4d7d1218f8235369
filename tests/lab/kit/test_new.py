"""`plugin new`: what it writes is a sound plugin, whatever the kind."""

from __future__ import annotations

import typing
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.extend.manifest import Manifest, read
from defiance_qt.lab.kit.check import check
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
