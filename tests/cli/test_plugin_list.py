"""`plugin list`: every plugin with where it is from, whether its code may run, and all of its faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from defiance_qt import cli
from tests.extend.plugins import plugin

Capture = pytest.CaptureFixture[str]
UNIT = '[[units]]\nid = "ghost"\n\n  [[units.faces]]\n  colour = "blue"\n  number = 1\n  speed = 1\n  wounds = 1\n'
GHOST = UNIT + '  defense = ["pink"]\n  biotech = ["black"]\n'
CODE = "def modify_attribute(context, figure, attribute):\n    return 0\n"
SHOUT = "raise SystemExit('run without trust')\n" + CODE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of plugins."""
    place = tmp_path / "plugins"
    place.mkdir()
    for name in ("found", "installing", "survey"):
        monkeypatch.setattr(f"defiance_qt.extend.{name}.user_folder", lambda: place, raising=False)
    monkeypatch.setattr("defiance_qt.lab.kit.listing.user_folder", lambda: place)
    return place


def run(capsys: Capture, *arguments: str) -> tuple[int, str]:
    code = cli.main(["plugin", "list", *arguments])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out


def listed(capsys: Capture) -> dict[str, Any]:
    return {one["id"]: one for one in json.loads(run(capsys, "--json")[1])["plugins"]}


def test_what_is_bundled_has_no_fault(capsys: Capture, folder: Path) -> None:
    code, out = run(capsys)
    assert code == 0
    assert "generous_sight  1.0.0  house-rule  Generous Line of Sight\n" in out
    assert "Visión generosa" in run(capsys, "--lang", "es")[1]
    assert {one["origin"] for one in listed(capsys).values()} == {"bundled"}


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda place: (plugin(place, "bad") / "plugin.toml").write_text("id = 3"), "plugin.toml: id: Expected `str`"),
        (lambda place: plugin(place, "bad", content={"units.toml": GHOST}), "content/units.toml: units 'ghost':"),
        (lambda place: plugin(place, "bad", content={"units.toml": "[["}), "content/units.toml: it is not valid TOML"),
        (lambda place: plugin(place, "bad", CODE.replace("figure", "who")), "hooks.py:1: modify_attribute: the hook"),
        (lambda place: plugin(place, "bad", CODE.replace("_attr", "_at")), "hooks.py:1: modify_atibute: it is not"),
        (
            lambda place: plugin(place, "bad", "import defiance_qt.core\n" + CODE),
            "hooks.py:1: import defiance_qt.core:",
        ),
        (lambda place: plugin(place, "bad", more='requires = ["gone"]'), "plugin.toml: requires gone: There is no"),
        (
            lambda place: plugin(place, "bad", content={"../locale/words.toml": '[en]\na = "A"\n'}),
            "locale/words.toml: its locale/words.toml lacks 'a' in 'es'",
        ),
    ],
    ids=["manifest", "content", "toml", "parameter", "hook", "import", "requirement", "words"],
)
@pytest.mark.slow
def test_every_kind_of_fault_is_listed(make: Any, fault: str, folder: Path, capsys: Capture) -> None:
    make(folder)
    code, out = run(capsys)
    assert code == 1
    assert f"    ! {fault}" in out
    assert listed(capsys)["bad"]["faults"]


def test_nothing_untrusted_is_run(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("defiance_qt.extend.trust.is_trusted", lambda sha256: False)
    plugin(folder, "loud", SHOUT)
    one = listed(capsys)["loud"]
    assert (one["runs_code"], one["trusted"], one["origin"], one["faults"]) == (True, False, "installed", [])
    assert "its code is not trusted" in run(capsys)[1]


def test_what_is_trusted_is_loaded(folder: Path, capsys: Capture) -> None:
    plugin(folder, "broken", "LIMIT = 1 // 0\n" + CODE)
    code, out = run(capsys)
    assert code == 1
    assert "! hooks.py:1: its import failed: ZeroDivisionError" in out


def test_an_interrupted_installation_is_put_right_first(folder: Path, capsys: Capture) -> None:
    plugin(folder, "kept").rename(folder / ".old-kept")
    assert "kept" in listed(capsys)
    assert [path.name for path in folder.iterdir()] == ["kept"]
