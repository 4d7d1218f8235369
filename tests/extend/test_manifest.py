from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend.manifest import Manifest, Option, read

GOOD = """
id = "radar"
version = "1.2.0"
api = ">=1,<2"
kind = "house-rule"
systems = ["infinity-defiance"]
name = { en = "Radar", es = "Radar", ru = "Радар" }
description = { en = "Sees.", es = "Ve.", ru = "Видит." }
"""

OPTIONS = """
[[options]]
id = "range"
kind = "int"
default = 3
low = 1
high = 6
text = { en = "Range", es = "Alcance", ru = "Дальность" }

[[options]]
id = "mode"
kind = "choice"
choices = ["near", "far"]
default = "near"
text = { en = "Mode", es = "Modo", ru = "Режим" }
"""


def write(folder: Path, text: str, name: str = "radar") -> Path:
    place = folder / name
    place.mkdir()
    (place / "plugin.toml").write_text(text, encoding="utf-8")
    return place


def told(place: Path) -> tuple[Manifest | None, tuple[str, ...]]:
    """Read a manifest; its faults in English."""
    manifest, faults = read(place)
    return manifest, tuple(map(str, faults))


def test_a_good_manifest_reads_whole(tmp_path: Path) -> None:
    place = write(tmp_path, 'module = "radar"\n' + GOOD + OPTIONS)
    (place / "radar.py").write_text("raise SystemExit('a manifest is read without importing')")
    manifest, faults = read(place)
    assert faults == ()
    assert manifest is not None
    assert (manifest.id, manifest.version, manifest.module, manifest.requires) == ("radar", "1.2.0", "radar", ())
    assert [option.id for option in manifest.options] == ["range", "mode"]
    assert manifest.name["ru"] == "Радар"


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    place = write(
        tmp_path,
        """
id = "Radar!"
version = "one"
api = ">=3"
kind = "toy"
systems = []
name = { en = "Radar", es = " ", fr = "Radar" }
module = "gone"
colour = "red"
requires = ["Sonar", "lidar >=1"]
conflicts = ["x ~1"]
replaces = ["units.toml"]

[[options]]
id = "range"
kind = "int"
default = "three"
text = { en = "Range", es = "Alcance", ru = "Дальность" }

[[options]]
id = "mode"
kind = "choice"
default = "near"
text = { en = "Mode", es = "Modo" }

[[options]]
id = "speed"
kind = "float"
colour = 1
""",
    )
    manifest, faults = read(place)
    assert manifest is None
    assert [str(fault).partition(":")[0] for fault in faults] == [
        "colour",
        "kind",
        "description",
        "options[range].default",
        "options[mode].text.ru",
        "options[mode].choices",
        "options[speed].colour",
        "options[speed].kind",
        "options[speed].default",
        "options[speed].text",
        "id",
        "version",
        "api",
        "requires",
        "conflicts",
        "name.es",
        "name.ru",
        "name.fr",
        "systems",
        "module",
        "replaces",
    ]
    assert "api: requires >=3, this program offers 2.0.0" in map(str, faults)


def test_a_manifest_that_is_missing_or_no_toml(tmp_path: Path) -> None:
    assert told(tmp_path) == (None, ("plugin.toml does not exist.",))
    _, faults = read(write(tmp_path, "id = ", "broken"))
    assert len(faults) == 1
    assert str(faults[0]).startswith("plugin.toml is not valid TOML: ")


def test_the_folder_bears_the_id(tmp_path: Path) -> None:
    assert told(write(tmp_path, GOOD, "sonar")) == (None, ("id: is 'radar', but the folder is named 'sonar'",))


def test_options_take_defaults_and_refuse_wrong_values(tmp_path: Path) -> None:
    manifest, _ = read(write(tmp_path, GOOD + OPTIONS))
    assert manifest is not None
    assert manifest.chosen({}) == ({"range": 3, "mode": "near"}, ())
    assert manifest.chosen({"range": 6}) == ({"range": 6, "mode": "near"}, ())
    _, faults = manifest.chosen({"range": 7, "mode": "middle", "colour": 1})
    assert tuple(map(str, faults)) == (
        "it has no option 'colour'",
        "its option 'range': 7 is above 6",
        "its option 'mode': 'middle' is not one of near, far",
    )


@pytest.mark.parametrize(
    ("kind", "value", "fault"),
    [
        ("bool", True, None),
        ("bool", 1, "1 is neither true nor false"),
        ("int", 0, "0 is below 1"),
        ("int", True, "True is not a whole number"),
        ("int", "2", "'2' is not a whole number"),
        ("int", 2, None),
    ],
)
def test_values_of_options(kind: str, value: object, fault: str | None) -> None:
    option = Option("x", kind, 1, {}, low=1)  # type: ignore[arg-type]
    found = option.fault(value)
    assert (None if found is None else str(found)) == fault


def test_options_that_are_no_tables(tmp_path: Path) -> None:
    assert told(write(tmp_path, "options = 3\n" + GOOD)) == (None, ("options: must be a list of tables",))


def test_an_option_that_stands_twice(tmp_path: Path) -> None:
    assert told(write(tmp_path, GOOD + OPTIONS + OPTIONS))[1] == (
        "options[range].id: appears twice",
        "options[mode].id: appears twice",
    )


NAMES = """
[options.names]
near = { en = "Near by", es = "Cerca", ru = "Рядом" }
"""


def test_the_values_of_a_choice_may_have_names(tmp_path: Path) -> None:
    """Optional; a value without one is shown as it is."""
    manifest, faults = read(write(tmp_path, GOOD + OPTIONS + NAMES))
    assert faults == ()
    assert manifest is not None
    mode = manifest.options[1]
    assert [mode.name_of("near", language) for language in ("en", "es", "ru")] == ["Near by", "Cerca", "Рядом"]
    assert mode.name_of("far", "es") == "far"


@pytest.mark.parametrize(
    ("names", "place"),
    [
        (NAMES.replace("near", "nowhere"), "options[mode].names.nowhere: no such key"),
        (NAMES.replace(', ru = "Рядом"', ""), "options[mode].names.near.ru: is missing"),
    ],
)
def test_names_of_choices_that_are_wrong(tmp_path: Path, names: str, place: str) -> None:
    manifest, faults = read(write(tmp_path, GOOD + OPTIONS + names))
    assert manifest is None
    assert [str(fault) for fault in faults] == [place]
