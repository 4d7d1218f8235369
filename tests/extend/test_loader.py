from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.core.errors import PluginError
from defiance_qt.core.port import Setup
from defiance_qt.extend import hookspecs, loader
from defiance_qt.extend.found import Found, available, bundled_folders, digest
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.extend.sources import plugin_files
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.hooks import SetupContext, SightRule
from defiance_qt.systems.defiance.system import hooks_of
from tests.extend.plugins import SIEGES, plugin, system

BUILT_IN = builtin.contribute_abilities()
SETUP = SetupContext(Setup("infinity-defiance", "extraction", 1))
SIGHT = """
from defiance_qt.api import SightRule

def choose_sight(context):
    return SightRule(graze_cuts=context.options["cuts"])
"""
CUTS = """
[[options]]
id = "cuts"
kind = "bool"
default = false
text = { en = "C", es = "C", ru = "C" }
"""


def chosen(folder: Path, *ids: str, **more: object) -> Loaded:
    return load(ids, found=available([folder]), **more)  # type: ignore[arg-type]


def words(loaded: Loaded) -> list[str]:
    return [str(failure) for failure in loaded.failures]


def test_nothing_chosen_is_the_built_in_game() -> None:
    loaded = load([], found=())
    assert loaded.content == content.files()
    assert hooks_of(loaded).abilities == BUILT_IN
    assert (loaded.stamps, loaded.failures) == ((), ())
    assert hooks_of(loaded).sight(SETUP) == SightRule(graze_cuts=True)


def test_the_built_in_game_is_used_as_it_is_and_no_manifest_is_read_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "available", lambda folders: pytest.fail("the plugins are listed"))
    loaded = load([])
    own = {id(one) for one in hooks_of(loaded).abilities}
    assert own == {id(one) for one in BUILT_IN}


def test_finding_imports_nothing_and_lists_what_is_broken(tmp_path: Path) -> None:
    plugin(tmp_path / "a", "radar", "raise AssertionError('imported')")
    (tmp_path / "a" / "empty").mkdir()
    (tmp_path / "a" / "__pycache__").mkdir()
    (tmp_path / "a" / "README.md").write_text("no plugin")
    plugin(tmp_path / "b", "radar")
    found = available([tmp_path / "a", tmp_path / "b", tmp_path / "gone"])
    assert [(one.id, tuple(map(str, one.faults))) for one in found] == [
        ("empty", ("plugin.toml does not exist.",)),
        ("radar", ()),
        ("radar", (f"the plugin in {tmp_path / 'a' / 'radar'} has the same id",)),
    ]
    assert found[1].folder.parent.name == "a"


def test_options_reach_the_hook(tmp_path: Path) -> None:
    plugin(tmp_path, "radar", SIGHT, more=CUTS)
    assert hooks_of(chosen(tmp_path, "radar")).sight(SETUP) == SightRule(graze_cuts=False)
    loaded = chosen(tmp_path, "radar", options={"radar": {"cuts": True}})
    assert hooks_of(loaded).sight(SETUP) == SightRule(graze_cuts=True)
    assert [(stamp.id, stamp.version, stamp.options) for stamp in loaded.stamps] == [("radar", "1.0", {"cuts": True})]


def test_generous_sight_ships() -> None:
    found = available(bundled_folders())
    assert [one.faults for one in found] == [()] * len(found)
    loaded = load(["generous_sight"], found=found)
    assert loaded.failures == ()
    assert hooks_of(loaded).sight(SETUP) == SightRule(graze_cuts=False)


def test_bundled_plugins_import_what_is_public() -> None:
    for folder in bundled_folders():
        for path in folder.rglob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            imports = [line.split()[1] for line in lines if line.startswith(("from defiance_qt", "import defiance_qt"))]
            # A view is a part of the window, and positions are for tests.
            views = {
                name
                for name in imports
                if name.startswith("defiance_qt.shell.") and "view" in path.with_suffix("").parts
            }
            public = {"defiance_qt.api", "defiance_qt.systems.defiance.api"}
            allowed = public | {"defiance_qt.testing"} if path.name == "positions.py" else public
            assert set(imports) - views <= allowed, path


@pytest.mark.parametrize(
    ("code", "more", "sentence"),
    [
        ("import nowhere_to_be_found", "", "its import failed: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)", "", "its import failed: SystemExit: 3"),
        ("def check_comand(context, command): ...", "", "check_comand is not a hook (did you mean check_command?)"),
        ("def choose_dinner(): ...", "", "choose_dinner is not a hook"),
        ("def choose_sight(context, weather): ...", "", "weather"),
        (None, 'requires = ["sonar>=2"]', "it requires the plugin sonar>=2, which is not loaded"),
        (None, 'conflicts = ["ally"]', "it conflicts with 'ally'"),
        (None, 'replaces = ["units.toml"]', "'units.toml' is not among the files of its content folder"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_named_and_the_rest_goes_on(
    tmp_path: Path, code: str | None, more: str, sentence: str
) -> None:
    plugin(tmp_path, "guilty", code, more=more)
    plugin(tmp_path, "ally", SIGHT, more=CUTS)
    before = set(sys.modules)
    loaded = chosen(tmp_path, "guilty", "ally")
    (told,) = words(loaded)
    assert told.startswith("The plugin 'guilty' cannot be used: ")
    assert sentence in told
    assert "\n" not in told
    assert [stamp.id for stamp in loaded.stamps] == ["ally"]
    assert hooks_of(loaded).sight(SETUP) == SightRule(graze_cuts=False)
    if "import failed" in sentence:
        assert not any("guilty" in name for name in set(sys.modules) - before)


@pytest.fixture
def sieges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of another game system, which is installed."""
    folder = tmp_path / "systems"
    system(folder)
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: folder)
    return SIEGES


@pytest.mark.usefixtures("sieges")
def test_unknown_ids_wrong_options_and_other_systems(tmp_path: Path) -> None:
    plugin(tmp_path, "radar", SIGHT, more=CUTS)
    plugin(tmp_path, "siege", system="three-sieges")
    loaded = chosen(tmp_path, "radar", "siege", "ghost", options={"radar": {"cuts": 3}})
    assert words(loaded) == [
        "There is no plugin 'ghost'.",
        "The plugin 'radar' cannot be used: its option 'cuts': 3 is neither true nor false.",
        "The plugin 'siege' cannot be used: it does not support infinity-defiance.",
    ]
    assert chosen(tmp_path, "siege", system="three-sieges").failures == ()


def test_another_system_gets_nothing_of_the_built_in_game(sieges: str) -> None:
    loaded = load([], found=(), system=sieges)
    assert loaded.content == {"walls.toml": b"height = 3"}
    assert set(loaded.registry.hooks) == set(hookspecs.ANSWERS)
    assert loaded.failures == ()
    assert [(stamp.id, stamp.version) for stamp in loaded.stamps] == [("sieges", "1.0")]


def test_a_plugin_for_another_system_has_its_hooks_checked_against_that(tmp_path: Path, sieges: str) -> None:
    plugin(tmp_path, "radar", SIGHT, more=CUTS, system=sieges)
    assert words(chosen(tmp_path, "radar", system=sieges)) == [
        "The plugin 'radar' cannot be used: choose_sight is not a hook."
    ]


def test_a_system_is_not_chosen_as_a_plugin(tmp_path: Path) -> None:
    system(tmp_path)
    assert words(chosen(tmp_path, "sieges", system="infinity-defiance")) == [
        "The plugin 'sieges' cannot be used: it does not support infinity-defiance."
    ]


def test_a_module_whose_name_no_file_can_have_is_named(tmp_path: Path) -> None:
    plugin(tmp_path, "first", more=f'module = "{"x" * 150}"')
    assert "is not a valid module name" in words(chosen(tmp_path, "first"))[0]


def test_a_requirement_that_is_repeated_is_told_once(tmp_path: Path) -> None:
    plugin(tmp_path, "first", more='requires = ["nobody", "nobody"]')
    assert words(chosen(tmp_path, "first")) == [
        "The plugin 'first' cannot be used: it requires the plugin nobody, which is not loaded."
    ]


def test_who_needs_a_refused_plugin_falls_with_it(tmp_path: Path) -> None:
    plugin(tmp_path, "first", "def contribute_abilities(): return ()", more='requires = ["second"]')
    plugin(tmp_path, "second", more='requires = ["third >=1"]')
    plugin(tmp_path, "third", "1 / 0")
    assert words(chosen(tmp_path, "first", "second", "third")) == [
        "The plugin 'third' cannot be used: its import failed: ZeroDivisionError: division by zero.",
        "The plugin 'first' cannot be used: it requires the plugin second, which is not loaded.",
        "The plugin 'second' cannot be used: it requires the plugin third >=1, which is not loaded.",
    ]


def test_content_joins_under_the_plugins_id(tmp_path: Path) -> None:
    code = "def contribute_content(): return {'more.toml': b'x = 2'}"
    plugin(tmp_path, "drones", code, content={"units.toml": "x = 1", "missions/fog.toml": "y = 1", "notes.txt": "no"})
    added = {name: source for name, source in chosen(tmp_path, "drones").content.items() if name.startswith("drones/")}
    assert added == {"drones/units.toml": b"x = 1", "drones/missions/fog.toml": b"y = 1", "drones/more.toml": b"x = 2"}


def test_content_may_replace_a_built_in_file_once(tmp_path: Path) -> None:
    for id in ("dice_a", "dice_b"):
        plugin(tmp_path, id, more='replaces = ["dice.toml"]', content={"dice.toml": f"# {id}"})
    plugin(tmp_path, "dice_c", more='replaces = ["dice_c.toml"]', content={"dice_c.toml": ""})
    loaded = chosen(tmp_path, "dice_a", "dice_b", "dice_c")
    assert loaded.content == {**content.files(), "dice.toml": b"# dice_a"}
    assert words(loaded) == [
        "The plugin 'dice_b' cannot be used: it replaces 'dice.toml', and so does 'dice_a'.",
        "The plugin 'dice_c' cannot be used: it replaces 'dice_c.toml', which is not a built-in content file.",
    ]


def test_content_that_is_no_toml_takes_its_dependants_along(tmp_path: Path) -> None:
    plugin(tmp_path, "broken", content={"units.toml": "x = "})
    plugin(tmp_path, "leaning", more='requires = ["broken"]', content={"units.toml": "x = 1"})
    loaded = chosen(tmp_path, "broken", "leaning")
    assert loaded.content == content.files()
    assert words(loaded)[0].startswith(
        "The plugin 'broken' cannot be used: its content file units.toml is not valid TOML: "
    )
    assert (
        words(loaded)[1] == "The plugin 'leaning' cannot be used: it requires the plugin broken, which is not loaded."
    )


def test_abilities_with_an_id_that_stands_are_refused(tmp_path: Path) -> None:
    code = "from defiance_qt.api import Ability\ndef contribute_abilities(): return [Ability({id!r})]"
    plugin(tmp_path, "a", code.format(id="glows"))
    plugin(tmp_path, "b", code.format(id="glows"))
    plugin(tmp_path, "c", code.format(id=BUILT_IN[0].id))
    loaded = chosen(tmp_path, "a", "b", "c")
    assert [ability.id for ability in hooks_of(loaded).abilities] == [*(ability.id for ability in BUILT_IN), "glows"]
    assert words(loaded) == [
        "The plugin 'b' cannot be used: its ability 'glows' has the id of one of 'a'.",
        f"The plugin 'c' cannot be used: its ability {BUILT_IN[0].id!r} has the id of one of 'defiance'.",
    ]


def test_tables_of_the_window(tmp_path: Path, sieges: str) -> None:
    """`show_table` is called, and two for one system are an error."""
    code = "def show_table(context): return {'three-sieges': lambda table: (table, context.language)}"
    plugin(tmp_path, "siege", code, system="three-sieges")
    tables = chosen(tmp_path, "siege", system=sieges).shown("show_table", "es")
    assert tables["three-sieges"]("table") == ("table", "es")
    plugin(tmp_path, "castle", code, system="three-sieges")
    with pytest.raises(PluginError, match="'castle' and 'siege' both provide the table for 'three-sieges'"):
        chosen(tmp_path, "siege", "castle", system=sieges).shown("show_table", "es")


def test_painters_of_maps(tmp_path: Path, sieges: str) -> None:
    """As with tables, two for one system are an error."""
    code = "def show_map(context): return {'three-sieges': lambda content, scenario, words: context.language.encode()}"
    plugin(tmp_path, "siege", code, system="three-sieges")
    assert chosen(tmp_path, "siege", system=sieges).shown("show_map", "es")["three-sieges"]({}, "", None) == b"es"
    plugin(tmp_path, "castle", code, system="three-sieges")
    with pytest.raises(PluginError, match="'castle' and 'siege' both provide the map for 'three-sieges'"):
        chosen(tmp_path, "siege", "castle", system=sieges).shown("show_map", "es")


def test_painters_of_cards(tmp_path: Path, sieges: str) -> None:
    code = (
        "def show_cards(context): return {'three-sieges': lambda game, state, files, words: context.language.encode()}"
    )
    plugin(tmp_path, "siege", code, system="three-sieges")
    found = chosen(tmp_path, "siege", system=sieges).shown("show_cards", "es")
    assert found["three-sieges"](None, None, (), None) == b"es"
    plugin(tmp_path, "castle", code, system="three-sieges")
    with pytest.raises(PluginError, match="'castle' and 'siege' both provide the cards for 'three-sieges'"):
        chosen(tmp_path, "siege", "castle", system=sieges).shown("show_cards", "es")


def test_pictures_of_states(tmp_path: Path, sieges: str) -> None:
    code = "def show_pictures(context): return {'three-sieges': lambda game: (game, context.language)}"
    plugin(tmp_path, "siege", code, system="three-sieges")
    made = chosen(tmp_path, "siege", system=sieges).shown("show_pictures", "es")["three-sieges"]
    assert str(made("game")) == "('game', 'es')"
    plugin(tmp_path, "castle", code, system="three-sieges")
    with pytest.raises(PluginError, match="'castle' and 'siege' both provide the pictures for 'three-sieges'"):
        chosen(tmp_path, "siege", "castle", system=sieges).shown("show_pictures", "es")


def test_modules_of_a_plugin_import_each_other_and_a_change_is_seen(tmp_path: Path) -> None:
    place = plugin(tmp_path, "radar", "from .rule import choose_sight as _c\ndef choose_sight(): return _c()")
    (place / "rule.py").write_text("from defiance_qt.api import SightRule\ndef choose_sight(): return SightRule(False)")
    first = chosen(tmp_path, "radar")
    assert hooks_of(first).sight(SETUP) == SightRule(graze_cuts=False)
    (place / "rule.py").write_text("def choose_sight(): return None  # changed")
    second = chosen(tmp_path, "radar")
    assert hooks_of(second).sight(SETUP) == SightRule(graze_cuts=True)
    assert first.stamps[0].sha256 != second.stamps[0].sha256
    assert hooks_of(first).sight(SETUP) == SightRule(graze_cuts=False)


def test_the_digest_is_of_the_files_and_nothing_else(tmp_path: Path) -> None:
    place = plugin(tmp_path, "radar", "x = 1")
    before = digest(plugin_files(place))
    (place / "__pycache__").mkdir()
    (place / "__pycache__" / "hooks.pyc").write_bytes(b"1")
    (place / ".git").mkdir()
    (place / ".git" / "HEAD").write_text("x")
    assert digest(plugin_files(place)) == before
    assert len(before) == 64
    assert digest({"ab": b"c"}) != digest({"a": b"bc"})
    (place / "hooks.py").rename(place / "other.py")
    assert digest(plugin_files(place)) != before


@given(st.data())
def test_the_order_of_plugins_does_not_matter(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = MIXED.setdefault("folder", tmp_path_factory.mktemp("mixed"))
    if not any(folder.iterdir()):
        write_mixed(folder)
    ids = data.draw(st.lists(st.sampled_from(NAMES), unique=True))
    found: list[Found] = list(available([folder]))
    one = load(ids, found=found)
    other = load(data.draw(st.permutations(ids)), found=data.draw(st.permutations(found)))
    assert one.content == other.content
    assert list(one.content) == list(other.content)
    assert one.stamps == other.stamps
    assert words(one) == words(other)
    assert hooks_of(one).sight(SETUP) == hooks_of(other).sight(SETUP)
    assert [ability.id for ability in hooks_of(one).abilities] == [ability.id for ability in hooks_of(other).abilities]


MIXED: dict[str, Path] = {}
NAMES = ("a", "b", "c", "d", "e", "ghost")


def write_mixed(folder: Path) -> None:
    """Plugins that need, exclude and contradict each other."""
    ability = "from defiance_qt.api import Ability\ndef contribute_abilities(): return [Ability('glows')]\n"
    plugin(folder, "a", SIGHT, more='requires = ["b"]' + CUTS)
    plugin(folder, "b", ability, more='replaces = ["dice.toml"]', content={"dice.toml": "b = 1"})
    plugin(folder, "c", ability + "def choose_sight(): return None", more='conflicts = ["e"]')
    plugin(folder, "d", SIGHT.replace('["cuts"]', ".get('cuts', True)"), content={"dice.toml": "d = 1"})
    plugin(folder, "e", more='replaces = ["dice.toml"]', content={"dice.toml": "e = 1"})


def test_the_mixed_plugins_do_work_and_do_fail(tmp_path: Path) -> None:
    """Keeps the property above from being empty."""
    write_mixed(tmp_path)
    ways = [
        (bool(loaded.stamps), bool(loaded.failures))
        for pair in itertools.combinations(NAMES, 2)
        for loaded in [chosen(tmp_path, *pair)]
    ]
    assert {(True, False), (True, True), (False, True)} == set(ways)
