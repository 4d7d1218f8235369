"""`defiance-qt content check`: what it reads, what it names, what it draws, and how it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.core.errors import DefianceError
from defiance_qt.extend import loader
from defiance_qt.extend.found import bundled_folders
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.shared import Fault
from defiance_qt.systems.defiance.engine.content import Mission
from defiance_qt.systems.defiance.engine.soundness import faults
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.extend.plugins import plugin

Capture = pytest.CaptureFixture[str]

CONTENT = ROOT / "defiance_qt" / "systems" / "defiance" / "content"
PNG = b"\x89PNG\r\n\x1a\n"

TILE = '[[tiles]]\nid = "Z01"\nrows = ["......", "......", "......"]\n'
MISSION = """
[[missions]]
id = "probe"
number = 90
alert = 1
characters = ["uma", "cadin", "qiang", "jazz"]
tiles = [{ tile = "Z01" }]
deployment = ["A1", "A2", "A3", "B1"]
respawn = ["F3"]
selected = ["cadmus"]
available = ["cadmus"]

  [missions.zones]
  out = ["F1", "F2", "E1", "E2"]

  [missions.openings.en]
  deployed = []

  [[missions.victory]]
  id = "over"
  standing = ["*"]
  zone = "out"

  [[missions.defeat]]
  id = "late"
  after_round = 9
  when = "round"
"""
KEYS = (
    "tile.Z01.name",
    *(f"mission.probe.{part}" for part in ("name", "story", "objective", "setup", "zone.out", "opening.en")),
    *(f"mission.probe.end.{id}" for id in ("over", "late")),
)
WORDS = "\n".join(f"[{language}]\n" + "".join(f'"{key}" = "T"\n' for key in KEYS) for language in LANGUAGES)


def run(capsys: Capture, *arguments: object) -> tuple[int, list[str], str]:
    """Exit code, lines of stdout, and stderr."""
    code = cli.main(["content", "check", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out.splitlines(), said.err


def written(folder: Path, mission: str = MISSION, words: str = WORDS) -> Path:
    """A folder with a tile, a mission and their texts."""
    (folder / "locale").mkdir()
    (folder / "tiles.toml").write_text(TILE)
    (folder / "probe.toml").write_text(mission)
    (folder / "locale" / "words.toml").write_text(words)
    return folder


def test_the_built_in_content_has_no_fault(capsys: Capture) -> None:
    """Lessons lie in the same folder, but are content in their own sessions only."""
    assert run(capsys, CONTENT) == (0, [f"{len(files())} files, no fault"], "")


@pytest.mark.parametrize("name", sorted(path.name for path in (CONTENT / "missions").glob("*.toml")))
@pytest.mark.slow
def test_a_mission_of_the_built_in_content_is_checked_in_its_place(capsys: Capture, name: str) -> None:
    assert run(capsys, CONTENT / "missions" / name) == (0, ["1 file, no fault"], "")


def test_a_lesson_can_be_checked_alone(capsys: Capture) -> None:
    assert run(capsys, CONTENT / "examples" / "dx_02.toml") == (0, ["1 file, no fault"], "")


def test_a_folder_with_its_texts(tmp_path: Path, capsys: Capture) -> None:
    """A file may have the name of a built-in one: both count."""
    assert run(capsys, written(tmp_path)) == (0, ["2 files, no fault"], "")


def test_every_fault_is_named_with_file_key_and_reason(tmp_path: Path, capsys: Capture) -> None:
    mission = MISSION.replace('"cadmus"]\navailable', '"ghost"]\navailable').replace('zone = "out"', 'zone = "in"')
    code, lines, _ = run(capsys, written(tmp_path, mission))
    assert code == 1
    assert lines == [
        "probe.toml: missions 'probe': selected: there is no unit 'ghost'",
        "probe.toml: missions 'probe': available: 'cadmus' is not in the mission's Selected deck",
        "probe.toml: missions 'probe': victory[0].zone: 'in' is not one of 'out'",
    ]


def test_every_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: Capture) -> None:
    folder = written(tmp_path)
    (folder / "a.toml").write_text("[[units")
    (folder / "b.toml").write_text('[[tiles]]\nid = "Z02"\nrow = []\n')
    (folder / "c.toml").write_text("[[monsters]]\nid = 'x'\n")
    code, lines, _ = run(capsys, folder)
    assert code == 1
    assert [line.partition(":")[0] for line in lines] == ["a.toml", "b.toml", "c.toml"]


def test_what_can_be_read_but_not_played_is_named(tmp_path: Path, capsys: Capture) -> None:
    code, lines, _ = run(capsys, written(tmp_path, MISSION.replace("after_round = 9", 'unconscious = ["uma"]')))
    assert (code, lines) == (
        1,
        ["probe.toml: missions 'probe': defeat: no Round ends the mission, so it may never end"],
    )


def test_a_text_that_languages_lack_is_named(tmp_path: Path, capsys: Capture) -> None:
    code, lines, _ = run(capsys, written(tmp_path, MISSION.replace('"over"', '"home"')))
    assert (code, lines) == (1, ["the text 'mission.probe.end.home' is missing in: en, es, ru"])


def test_texts_of_one_language_only_are_a_fault_of_their_file(tmp_path: Path, capsys: Capture) -> None:
    words = WORDS.replace('"tile.Z01.name" = "T"\n', "", 1)
    code, lines, _ = run(capsys, written(tmp_path, words=words))
    assert code == 1
    assert lines[0] == "its locale/words.toml lacks 'tile.Z01.name' in 'en'"


def test_a_text_that_one_language_lacks_is_not_missing_in_the_others(tmp_path: Path, capsys: Capture) -> None:
    words = WORDS.replace('[es]\n"tile.Z01.name" = "T"\n', "[es]\n")
    code, lines, _ = run(capsys, written(tmp_path, words=words))
    assert (code, lines) == (1, ["its locale/words.toml lacks 'tile.Z01.name' in 'es'"])


def test_a_file_of_a_plugin_needs_the_languages_of_the_plugin(tmp_path: Path, capsys: Capture) -> None:
    folder = plugin(
        tmp_path, "probe", more='languages = ["en"]', kind="missions", content={"probe.toml": TILE + MISSION}
    )
    (folder / "locale").mkdir()
    (folder / "locale" / "words.toml").write_text(WORDS.partition("[es]")[0])
    manifest = (folder / "plugin.toml").read_text()
    (folder / "plugin.toml").write_text(re.sub(', (es|ru) = "."', "", manifest))
    assert run(capsys, folder / "content" / "probe.toml") == (0, ["1 file, no fault"], "")


def test_what_a_text_asks_for_in_vain_is_named(tmp_path: Path, capsys: Capture) -> None:
    words = WORDS.replace('"mission.probe.end.over" = "T"', '"mission.probe.end.over" = "{patrol}"', 1)
    words = words.replace('"mission.probe.story" = "T"', '"mission.probe.story" = "A shelf :-{"', 1)
    words = words.replace(
        "[es]", '"event.list" = "{and}"\n"ui.undo" = "Und{0.x}"\n[es]\n"ui.undo" = "D"\n"event.list" = ","'
    )
    words = words.replace("[ru]", '[ru]\n"ui.undo" = "О"\n"event.list" = ","')
    code, lines, _ = run(capsys, written(tmp_path, words=words))
    vain = "which the program does not give it"
    assert (code, lines) == (
        1,
        [
            f"the text 'event.list' in 'en': it asks for 'and', {vain}",
            f"the text 'mission.probe.end.over' in 'en': it asks for 'patrol', {vain}",
            "the text 'mission.probe.story' in 'en': its braces cannot be filled in",
            "the text 'ui.undo' in 'en': its braces cannot be filled in",
        ],
    )


def test_texts_are_found_above_a_single_file_as_in_a_plugin(tmp_path: Path, capsys: Capture) -> None:
    folder = written(tmp_path)
    (folder / "content").mkdir()
    place = folder / "content" / "probe.toml"
    (folder / "probe.toml").rename(place)
    place.write_text(TILE + MISSION)
    assert run(capsys, place) == (0, ["1 file, no fault"], "")


def test_a_plugin_that_ships_has_no_fault(capsys: Capture) -> None:
    assert run(capsys, ROOT / "plugins" / "field_mender") == (0, ["1 file, no fault"], "")


def test_a_plugin_that_ships_is_trusted_however_its_path_is_written(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(capsys, "plugins/field_mender")[:2] == (0, ["1 file, no fault"])


def test_a_plugin_is_loaded_with_its_code(tmp_path: Path, capsys: Capture) -> None:
    """An ability of its own is known, another is not."""
    unit = '[[units]]\nid = "imp"\n[[units.faces]]\ncolour = "blue"\nnumber = 1\nspeed = 1\nwounds = 1\n'
    unit += 'defense = []\nabilities = ["{}"]\n'
    code = "from defiance_qt.api import Ability\ndef contribute_abilities(): return [Ability('sting')]"
    for id, ability in (("good", "sting"), ("bad", "bite")):
        plugin(tmp_path, id, code, content={"imp.toml": unit.format(ability)})
    good = run(capsys, tmp_path / "good")[1]
    assert not [line for line in good if "there is no ability" in line]
    assert "good/imp.toml: units 'imp': abilities: nothing reads the ability 'sting' on such a card" in good
    code_, lines, _ = run(capsys, tmp_path / "bad")
    assert code_ == 1
    assert "bad/imp.toml: units 'imp': faces[0].abilities: there is no ability 'bite'" in lines


def test_a_plugin_that_cannot_be_used_says_why(tmp_path: Path, capsys: Capture) -> None:
    place = plugin(tmp_path, "bad", "def modify_rol(): pass")
    code, lines, _ = run(capsys, place)
    assert code == 1
    assert lines == ["The plugin 'bad' cannot be used: modify_rol is not a hook (did you mean modify_roll?)."]
    (place / "plugin.toml").write_text("id = 3")
    code, lines, _ = run(capsys, place)
    assert code == 1
    assert lines


@pytest.mark.parametrize("name", ["missing.toml", "missing"])
def test_what_is_not_there_cannot_be_checked(tmp_path: Path, capsys: Capture, name: str) -> None:
    assert run(capsys, tmp_path / name) == (2, [], f"{tmp_path / name} does not exist.\n")


def test_a_system_without_tools_says_so(capsys: Capture) -> None:
    code, _, said = run(capsys, CONTENT / "units.toml", "--system", "pig")
    assert (code, said) == (2, "The game system 'pig' provides no tools for this.\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_told_in_every_language(tmp_path: Path, capsys: Capture, language: str) -> None:
    folder = written(tmp_path, MISSION.replace('"over"', '"home"'))
    lines = run(capsys, folder, "--lang", language)[1]
    assert "mission.probe.end.home" in lines[0]
    assert ("is missing" in lines[0]) == (language == "en")


def test_a_report_for_programs(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "map.png"
    code, lines, _ = run(capsys, written(tmp_path), "--json", "--map", out)
    assert code == 0
    assert json.loads("".join(lines)) == {
        "files": ["probe.toml", f"{tmp_path.name}/tiles.toml"],
        "faults": [],
        "maps": [str(out)],
        "cards": [],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_map_is_drawn(tmp_path: Path, capsys: Capture, language: str) -> None:
    out = tmp_path / "map.png"
    assert run(capsys, CONTENT / "missions" / "extraction.toml", "--map", out, "--lang", language)[0] == 0
    picture = out.read_bytes()
    assert picture.startswith(PNG)
    assert len(picture) > 100_000


@pytest.mark.slow
def test_each_of_several_missions_gets_a_map_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    folder = written(tmp_path)
    (folder / "more.toml").write_text(MISSION.replace('"probe"', '"second"'))
    out = tmp_path / "map.png"
    assert run(capsys, folder, "--map", out)[0] == 1
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["map-probe.png", "map-second.png"]
    assert run(capsys, folder, "--map", out, "--mission", "probe")[0] == 1
    assert out.exists()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_cards_are_drawn(tmp_path: Path, capsys: Capture, language: str) -> None:
    """In the chosen language: the pictures differ."""
    out = tmp_path / "cards.png"
    folder = bundled_folders()[0] / "angler"
    assert run(capsys, folder, "--cards", out, "--lang", language)[0] == 0
    picture = out.read_bytes()
    assert picture.startswith(PNG)
    assert len(picture) > 10_000
    other = LANGUAGES[LANGUAGES.index(language) - 1]
    assert run(capsys, folder, "--cards", tmp_path / "other.png", "--lang", other)[0] == 0
    assert (tmp_path / "other.png").read_bytes() != picture


@pytest.mark.slow
def test_cards_of_loose_files_and_of_a_plugin_are_drawn(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "cards.png"
    for path in (CONTENT / "software.toml", CONTENT / "characters.toml"):
        assert run(capsys, path, "--cards", out)[0] == 0
        assert out.read_bytes().startswith(PNG)
        out.unlink()
    folder = bundled_folders()[0] / "field_mender"
    arguments = ["plugin", "check", str(folder), "--no-tests", "--commands", "0", "--cards", str(out)]
    assert cli.main(arguments) == 0
    assert out.read_bytes().startswith(PNG)


def test_cards_of_content_without_any_are_refused(tmp_path: Path, capsys: Capture) -> None:
    code, _, said = run(capsys, CONTENT / "switches.toml", "--cards", tmp_path / "cards.png")
    assert (code, said) == (2, "No card can be drawn: the content has none.\n")


def test_a_map_of_no_mission_is_refused(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "map.png"
    code, _, said = run(capsys, CONTENT / "units.toml", "--map", out)
    assert (code, said) == (2, "No map can be drawn: the content has no mission.\n")
    code, _, said = run(capsys, CONTENT / "missions", "--map", out, "--mission", "ghost")
    assert (code, said) == (2, "No map can be drawn: the content has no mission 'ghost'.\n")
    assert not out.exists()


def test_a_board_that_cannot_be_built_is_told_and_not_drawn(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "map.png"
    code, lines, said = run(capsys, written(tmp_path, MISSION.replace('tile = "Z01"', 'tile = "Z09"')), "--map", out)
    assert code == 1
    assert "there is no tile Z09" in lines[0]
    assert "there is no tile Z09" in said
    assert not out.exists()


def test_a_map_that_cannot_be_written_is_told(tmp_path: Path, capsys: Capture) -> None:
    code, _, said = run(capsys, written(tmp_path), "--map", tmp_path / "no" / "map.png")
    assert code == 2
    assert "could not be written" in said


ENDLESS = MISSION.replace("after_round = 9", 'unconscious = ["uma"]').replace('  when = "round"\n', "")


def begun(folder: Path, monkeypatch: pytest.MonkeyPatch, mission: str, id: str = "probe") -> Session:
    """A game with the plugin "probes", which brings this mission."""
    monkeypatch.setattr(loader, "default_folders", lambda: (folder,))
    plugin(folder, "probes", content={"tiles.toml": TILE, "probe.toml": mission})
    return Session.new(mission=id, seed=3, plugins=["probes"], path=folder / "game.defiance")


def test_a_mission_that_cannot_be_played_never_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal names plugin, file, key and reason in a plain sentence, and leaves no save behind."""
    with pytest.raises(DefianceError) as refused:
        begun(tmp_path, monkeypatch, ENDLESS)
    assert str(refused.value) == (
        "The plugin 'probes' cannot be used: its content is faulty: it cannot be played as written: "
        "probes/probe.toml: missions 'probe': defeat: no Round ends the mission, so it may never end."
    )
    assert not (tmp_path / "game.defiance").exists()


def test_of_many_faults_the_first_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walled = "".join(f"  [[missions.doors]]\n  id = 'd{n}'\n  side = 'A{n}:e'\n  security = true\n" for n in (1, 2, 3))
    with pytest.raises(DefianceError) as refused:
        begun(tmp_path, monkeypatch, ENDLESS + walled)
    said = str(refused.value)
    assert [f"Security Door 'd{n}'" in said for n in (1, 2, 3)] == [True] * 3
    assert "no Round ends" not in said
    assert said.endswith("; and 1 more.")


def test_what_plugins_do_not_bring_is_not_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Built-in missions begin at once, beside a plugin's too, and the same plugin is examined once."""
    examined: list[str] = []
    real = faults.mission_faults

    def counted(catalog: Catalog, mission: Mission) -> Iterator[Fault]:
        examined.append(mission.id)
        return real(catalog, mission)

    monkeypatch.setattr(faults, "mission_faults", counted)
    with begun(tmp_path / "a", monkeypatch, ENDLESS, "extraction") as session:
        assert session.state.mission_id == "extraction"
    assert not examined
    for name in ("b", "c"):
        with begun(tmp_path / name, monkeypatch, MISSION) as session:
            assert session.state.mission_id == "probe"
    assert examined == ["probe"]
