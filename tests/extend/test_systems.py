"""Game systems: found by their manifests, checked against the port, and missed without harm to the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defiance_qt import cli
from defiance_qt.core.errors import ContentError, Illegal, PluginError
from defiance_qt.core.port import Option, Setup
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.options import check_setup, fits
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.extend.systems import DEFAULT, found_systems, load_system, words_of
from defiance_qt.journal.mapper import Header
from defiance_qt.journal.passport import passport
from defiance_qt.words.catalogue import Words
from tests.core.toy import Roll
from tests.extend.plugins import SIEGES, SYSTEM, plugin, system

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's plugins are."""
    place = tmp_path / "plugins"
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: place)
    return place


def refused(id: str = SIEGES) -> str:
    """Why a system cannot be loaded, and that the built-in one still plays."""
    with pytest.raises(PluginError) as error:
        load_system(id)
    with pytest.raises(PluginError) as again:
        Session.new(id, mission="duel", seed=1)
    assert str(again.value) == str(error.value)
    assert DEFAULT in systems()
    assert SIEGES not in systems()
    assert Session.new(mission="extraction", seed=1, journal=False).legal()
    assert "\n" not in str(error.value)
    return str(error.value)


# ---- found and loaded ----


def test_the_default_system_comes_first(folder: Path) -> None:
    system(folder)
    plugin(folder, "aaa", "def contribute_system(): raise AssertionError('asked')", system="aaa", kind="system")
    plugin(folder, "house", "")
    assert next(iter(found_systems())).system == DEFAULT
    assert {one.system for one in found_systems()} >= {DEFAULT, "aaa", SIEGES}
    assert "house" not in [one.id for one in found_systems()]


def test_a_system_of_a_plugin_plays(folder: Path, tmp_path: Path) -> None:
    """`systems()` finds plugins of kind "system"."""
    system(folder)
    assert SIEGES in systems()
    loaded = load_system(SIEGES)
    assert (loaded.rules.id, loaded.built_in, loaded.found.id) == (SIEGES, False, "sieges")
    assert load_system(SIEGES).rules is loaded.rules
    path = tmp_path / "game.defiance"
    with Session.new(SIEGES, mission="duel", seed=1, options={"bonus": 2}, path=path) as session:
        session.submit(Roll(1))
        assert [one.id for one in session.host.offerings.scenarios] == ["duel"]
        assert isinstance(session.journal.header, Header)  # type: ignore[union-attr]
        assert session.journal.header.content == {"walls.toml": b"height = 3"}  # type: ignore[union-attr]
        with pytest.raises(PluginError, match="The game system 'three-sieges' has no table for the window"):
            session.host.table_factory("en")
    with open_save(path) as again:
        assert not again.readable_only
        assert (again.host.missing, again.host.changes) == ((), ())
        assert again.state == session.state
        assert again.verify().ok


def test_a_changed_system_is_loaded_again_and_a_save_says_so(folder: Path, tmp_path: Path) -> None:
    place = system(folder)
    path = tmp_path / "game.defiance"
    Session.new(SIEGES, mission="duel", seed=1, path=path).close()
    before = load_system(SIEGES)
    code = (place / "hooks.py").read_text(encoding="utf-8")
    (place / "hooks.py").write_text(code.replace("height = 3", "height = 4"), encoding="utf-8")
    after = load_system(SIEGES)
    assert (before.rules.content(), after.rules.content()) == (
        {"walls.toml": b"height = 3"},
        {"walls.toml": b"height = 4"},
    )
    with open_save(path) as session:
        assert [message.key for message in session.host.changes] == ["passport.content", "passport.plugin_changed"]


def test_the_built_in_system_is_named_by_the_programs_version_alone() -> None:
    with Session.new(mission="extraction", seed=1) as session:
        header = session.journal.header  # type: ignore[union-attr]
        assert header.passport == passport(header.passport.version, header.content, ())
    assert load_system(DEFAULT).built_in


def test_the_words_of_a_system_need_none_of_its_code(folder: Path) -> None:
    place = system(folder, "raise AssertionError('imported')")
    (place / "locale").mkdir()
    texts = "".join(f'[{one}]\n"scenario.duel" = "Duel in {one}"\n' for one in ("en", "es", "ru"))
    (place / "locale" / "words.toml").write_text(texts, encoding="utf-8")
    assert words_of(SIEGES, "es")("scenario.duel") == "Duel in es"
    assert words_of(SIEGES, "es")("ui.undo") == Words("es")("ui.undo")
    assert words_of("no-such", "es")("ui.undo") == Words("es")("ui.undo")
    assert "scenario.duel" not in words_of(DEFAULT, "es")


def test_a_system_in_one_language_has_its_texts(folder: Path) -> None:
    place = system(folder)
    manifest = (place / "plugin.toml").read_text(encoding="utf-8")
    english = re.sub(r', es = ".", ru = "."', "", manifest) + 'languages = ["en"]\n'
    (place / "plugin.toml").write_text(english, encoding="utf-8")
    (place / "locale").mkdir()
    (place / "locale" / "words.toml").write_text('[en]\n"scenario.duel" = "Duel"\n', encoding="utf-8")
    assert [words_of(SIEGES, one)("scenario.duel") for one in ("en", "es")] == ["Duel", "Duel"]


# ---- what is wrong with one ----


def test_a_system_that_is_not_there_is_named_with_those_that_are(folder: Path) -> None:
    system(folder)
    with pytest.raises(PluginError) as error:
        load_system("chess")
    assert str(error.value).startswith("There is no game system 'chess': infinity-defiance, ")
    assert SIEGES in str(error.value)


def test_a_system_for_a_newer_program(folder: Path) -> None:
    system(folder, api=">=3")
    sentence = "The plugin 'sieges' cannot be used: api: requires >=3, this program offers 2.0.0."
    assert refused() == sentence
    assert refused("sieges") == sentence, "by the name of the plugin too"
    assert SIEGES not in [one.system for one in found_systems()]


@pytest.mark.parametrize("manifest", ["[", 'id = "x"\nsystems = 3', 'systems = ["three-sieges", "chess"]'])
def test_a_manifest_that_says_nothing_about_the_system_is_not_to_blame(folder: Path, manifest: str) -> None:
    (plugin(folder, "odd") / "plugin.toml").write_text(manifest, encoding="utf-8")
    assert refused().startswith("There is no game system 'three-sieges': infinity-defiance")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (None, "The plugin 'sieges' cannot be used: a game system needs a module."),
        ("", "The plugin 'sieges' cannot be used: it has no contribute_system."),
        ("raise ValueError('boo')", "The plugin 'sieges' cannot be used: its import failed: ValueError: boo."),
        ("raise SystemExit(3)", "The plugin 'sieges' cannot be used: its import failed: SystemExit: 3."),
        (
            "def contribute_system(context): raise ValueError(context.system)",
            "The plugin 'sieges' failed in contribute_system: ValueError: three-sieges.",
        ),
        (
            SYSTEM.replace("def bots", "def boats").replace("def tools", "def spades"),
            "The plugin 'sieges' cannot be used: it lacks bots, tools: derive it from port.BasicSystem.",
        ),
        (
            "def contribute_system(): return None",
            "The plugin 'sieges' cannot be used: it lacks bind, id of GameSystem.",
        ),
    ],
    ids=["no module", "no hook", "import", "exit", "raises", "lacks", "nothing"],
)
def test_a_faulty_system_is_named_in_a_sentence(folder: Path, code: str | None, sentence: str) -> None:
    system(folder, code)
    assert refused() == sentence


@pytest.mark.parametrize(
    ("bind", "sentence"),
    [
        ("return object()", "The plugin 'sieges' cannot be used: it lacks command_type, event_type"),
        ("raise KeyError('walls')", "The plugin 'sieges' failed in bind: KeyError: 'walls'."),
    ],
)
def test_a_game_that_is_none_is_named_in_a_sentence(folder: Path, bind: str, sentence: str) -> None:
    system(folder, SYSTEM.replace('return PigGame(setup.options.get("bonus", 0))', bind))
    with pytest.raises(PluginError) as error:
        Session.new(SIEGES, mission="duel", seed=1)
    assert str(error.value).startswith(sentence)


def test_the_faults_of_a_game_in_content_stay_what_they_are(folder: Path) -> None:
    raising = 'raise __import__("defiance_qt.api").api.ContentError("content.file", "{file}: {why}", file="a", why="b")'
    system(folder, SYSTEM.replace('return PigGame(setup.options.get("bonus", 0))', raising))
    with pytest.raises(ContentError, match="a: b"):
        Session.new(SIEGES, mission="duel", seed=1)


# ---- options of a system ----


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"bonos": 1}, "there is no option 'bonos': bonus, "),
        ({"bonus": 4}, "the option 'bonus' cannot be 4"),
        ({"bonus": True}, "the option 'bonus' cannot be True"),
        ({"bonus": "1"}, "the option 'bonus' cannot be '1'"),
    ],
)
def test_an_option_that_the_system_does_not_take(folder: Path, options: dict[str, object], sentence: str) -> None:
    system(folder)
    with pytest.raises(ContentError) as error:
        Session.new(SIEGES, mission="duel", seed=1, options=options)
    assert str(error.value).startswith(sentence)


def test_options_are_checked_by_their_kind(folder: Path) -> None:
    number = Option("n", "int", 0, "n", low=-1, high=2)
    assert [fits(number, value) for value in (-2, -1, 2, 3, False, 1.5, "1")] == [False, True, True, *[False] * 4]
    assert fits(Option("n", "int", 0, "n"), -(10**9))
    assert [fits(Option("b", "bool", False, "b"), value) for value in (True, False, 0, "yes")] == [
        True,
        True,
        False,
        False,
    ]
    choice = Option("c", "choice", "a", "c", {"a": "A", "b": "B"})
    assert [fits(choice, value) for value in ("a", "b", "c", 1)] == [True, True, False, False]


def test_the_common_options_are_not_the_systems(folder: Path) -> None:
    system(folder)
    rules = load_system(SIEGES).rules
    offered = rules.offerings(rules.content())
    check_setup(Setup(SIEGES, "duel", 1, "", {"switches": {}, "answers": {}, "plugins": {}}), offered)
    check_setup(Setup(SIEGES, "duel", 1, ""), offered)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"mission": "siege"}, "there is no mission 'siege': duel"),
        ({"edition": "fr"}, "there is no edition 'fr'"),
        ({"options": {"switches": {"walls": "high"}}}, "there is no edition option 'walls'"),
        ({"options": {"answers": {"north.dice": "person"}}}, "there is no kind of chance 'north.dice'"),
    ],
)
def test_what_a_system_does_not_offer_is_refused(folder: Path, choices: dict[str, object], sentence: str) -> None:
    system(folder)
    with pytest.raises(ContentError) as error:
        Session.new(SIEGES, **{"mission": "duel", "seed": 1, **choices})  # type: ignore[arg-type]
    assert str(error.value).startswith(sentence)


# ---- a save whose system is gone ----


@pytest.fixture
def orphan(folder: Path, tmp_path: Path) -> Path:
    """A save of a system that is not there any more."""
    path = tmp_path / "orphan.defiance"
    place = system(folder)
    with Session.new(SIEGES, mission="duel", seed=5, path=path) as session:
        session.play([Roll(1), Roll(2), Roll(1)])
        session.checkpoint("here")
    place.rename(tmp_path / "gone")
    return path


def test_it_opens_to_be_read(orphan: Path) -> None:
    with open_save(orphan, read_only=True) as session:
        assert session.readable_only
        assert [str(why) for why in session.host.missing] == [
            "This game needs the plugin 'sieges' 1.0, which is not installed."
        ]
        assert len(session.timeline) == 4
        assert session.timeline.names == {3: "here"}
        assert session.setup.seed == 5
        assert session.label(1).startswith("Enter dice: faces ")
        assert session.host.offerings.scenarios == ()
        assert session.words("es")("ui.undo") == Words("es")("ui.undo")
        timeline = session.timeline
        assert len({timeline.state_at(step) for step in range(4)}) == 4
        with pytest.raises(Illegal, match="not installed"):
            session.submit({"command": "roll", "dice": 1})
        with pytest.raises(PluginError, match="is not installed"):
            session.host.table_factory("en")


def test_moves_in_it_are_kept(orphan: Path) -> None:
    with open_save(orphan) as session:
        session.undo()
        session.note("looked at")
        session.undo()
        assert session.redo().step == session.head == 2
    with open_save(orphan) as session:
        assert (session.head, session.timeline.notes) == (2, {2: ("looked at",)})


def test_reading_it_leaves_it_as_it_is_and_the_system_plays_on(orphan: Path, folder: Path, tmp_path: Path) -> None:
    before = orphan.read_bytes()
    open_save(orphan, read_only=True).close()
    assert orphan.read_bytes() == before
    (tmp_path / "gone").rename(folder / "sieges")
    with open_save(orphan) as session:
        assert not session.readable_only
        session.submit(Roll(1))
        assert session.verify().ok


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This game needs the plugin 'sieges' 1.0, which is not installed."),
        ("es", "Esta partida necesita el complemento «sieges» 1.0, que no está instalado."),
        ("ru", "Этой игре нужен плагин «sieges» 1.0, а он не установлен."),
    ],
)
def test_its_log_and_its_text_form_can_be_had(
    orphan: Path, tmp_path: Path, capsys: Capture, language: str, sentence: str
) -> None:
    """stderr says once which plugin is not there."""
    code, out, err = run(capsys, "log", str(orphan), "--why", "--lang", language)
    assert code == 0
    assert "  RollOpened  [P-1]" in out  # as the system itself tells it
    assert "P-1" in out
    assert err.startswith(sentence)
    assert err.count("\n") == 1
    record = tmp_path / "out.jsonl"
    code, out, err = run(capsys, "export", str(orphan), str(record), "--lang", language)
    assert (code, out) == (0, "")
    assert err.startswith(sentence)
    with open_save(record) as session:
        assert session.readable_only
        assert len(session.timeline) == 4
    again = tmp_path / "again.defiance"
    assert run(capsys, "import", str(record), str(again))[0] == 0
    with open_save(again, read_only=True) as session:
        assert session.timeline.names == {3: "here"}


COMMANDS: list[Callable[[Path], list[str]]] = [
    lambda path: ["verify", str(path)],
    lambda path: ["play", str(path)],
    lambda path: ["odds", str(path)],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=["verify", "play", "odds"])
def test_what_needs_the_rules_is_refused(orphan: Path, capsys: Capture, arguments: Callable[[Path], list[str]]) -> None:
    before = orphan.read_bytes()
    code, out, err = run(capsys, *arguments(orphan))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "This game needs the plugin 'sieges' 1.0, which is not installed." in err
    assert orphan.read_bytes() == before


# ---- two that provide one system, and content of others ----


def test_a_second_plugin_for_a_system_is_named_and_takes_no_place(folder: Path) -> None:
    """A broken plugin that claims a system must not hide the one that provides it, whatever it is called."""
    system(folder)
    plugin(folder, "aaa_first", "raise ValueError('no luck')", system="pig", kind="system")
    plugin(folder, "aaa_second", "raise ValueError('no luck')", system=DEFAULT, kind="system")
    plugin(folder, "zzz", "raise ValueError('no luck')", system=SIEGES, kind="system")
    assert {DEFAULT, "pig", SIEGES} <= set(systems())
    assert load_system("pig").found.folder.name == "pig"
    assert load_system(DEFAULT).built_in
    faults = {one.id: [str(fault) for fault in one.faults] for one in available((*bundled_folders(), folder))}
    assert faults["aaa_first"] == ["the plugin 'pig' provides the game system 'pig' already"]
    assert faults["aaa_second"] == ["the plugin 'defiance' provides the game system 'infinity-defiance' already"]
    assert faults["zzz"] == ["the plugin 'sieges' provides the game system 'three-sieges' already"]
    assert faults["sieges"] == faults["pig"] == []


def test_a_plugin_with_the_id_of_the_built_in_system_is_refused(folder: Path) -> None:
    """It would be registered in the system's place, and the system's own abilities be gone."""
    plugin(folder, "defiance", "")
    with pytest.raises(PluginError, match="has the same id"):
        Session.new(mission="extraction", seed=1, plugins=["defiance"], journal=False)
    assert "defiance" in [one.id for one in available((folder,))]
    assert "defiance" not in [one.id for one in available(bundled_folders())]


@pytest.mark.parametrize("name", ["", "a\nb", "Three Sieges", "../x"])
def test_a_system_needs_a_name_that_can_be_shown(folder: Path, name: str) -> None:
    plugin(folder, "odd", "", system=name.replace("\n", "\\n"), kind="system")
    (found,) = available((folder,))
    assert [str(fault) for fault in found.faults] == [
        f"systems: {' '.join(name.split())!r} is not a valid id (example: infinity-defiance)"
    ]
    assert name not in [one.system for one in found_systems()]


@pytest.mark.parametrize(
    ("member", "answer", "sentence"),
    [
        ("content", "raise KeyError('walls')", "failed in content: KeyError: 'walls'."),
        ("content", "return {'walls.toml': 3}", "failed in content: TypeError: its content is not a mapping"),
        ("offerings", "raise KeyError('duel')", "failed in offerings: KeyError: 'duel'."),
        ("offerings", "return 7", "cannot be used: offerings returns 7, not Offerings."),
        ("offerings", "return port.Offerings(())", "failed in offerings: ValueError: there is no scenario."),
        ("lessons", "return 1 // 0", "failed in lessons: ZeroDivisionError: "),
        ("bots", "raise SystemExit", "failed in bots: SystemExit."),
    ],
)
def test_a_system_that_fails_before_there_is_a_game(folder: Path, member: str, answer: str, sentence: str) -> None:
    head, _, rest = SYSTEM.partition(f"def {member}(self")
    arguments, _, rest = rest.partition(":\n")
    system(folder, f"{head}def {member}(self{arguments}:\n        {answer}\n{rest}")
    assert refused().startswith(f"The plugin 'sieges' {sentence}")


def test_the_plugin_is_to_blame_whose_content_a_system_cannot_take(folder: Path) -> None:
    """Not the system: it holds with its own content."""
    binds = 'content["walls.toml"].index(b"height"); return PigGame(setup.options.get("bonus", 0))'
    code = SYSTEM.replace('return PigGame(setup.options.get("bonus", 0))', binds)
    offers = 'bonus = port.Option("bonus", "int", len(content["walls.toml"]) // len(content["walls.toml"]) - 1,'
    system(folder, code.replace('bonus = port.Option("bonus", "int", 0,', offers))
    more = 'replaces = ["walls.toml"]'
    plugin(folder, "lower", system=SIEGES, content={"walls.toml": "width = 3"}, more=more)
    plugin(folder, "empty", system=SIEGES, content={"walls.toml": ""}, more=more)
    plugin(folder, "sound", system=SIEGES, content={"more.toml": "height = 3"})
    for chosen, hook, why in (("lower", "bind", "ValueError"), ("empty", "offerings", "ZeroDivisionError")):
        for plugins in ([chosen], [chosen, "sound"]):
            with pytest.raises(PluginError) as error:
                Session.new(SIEGES, mission="duel", seed=1, plugins=plugins)
            told = f"The plugin {chosen!r} cannot be used: its content is faulty: "
            assert str(error.value).startswith(f"{told}The plugin 'sieges' failed in {hook}: {why}")
    assert Session.new(SIEGES, mission="duel", seed=1, plugins=["sound"], journal=False).legal()


def test_a_system_that_fails_whatever_the_content_is_to_blame_itself(folder: Path) -> None:
    system(folder, SYSTEM.replace('return PigGame(setup.options.get("bonus", 0))', "raise KeyError('walls')"))
    plugin(folder, "sound", system=SIEGES, content={"more.toml": "height = 3"})
    with pytest.raises(PluginError, match="The plugin 'sieges' failed in bind"):
        Session.new(SIEGES, mission="duel", seed=1, plugins=["sound"])


# ---- a game that changed what it is bound with ----


@pytest.mark.parametrize("broken", ["the first", "the update"])
def test_a_game_is_bound_as_a_whole_or_read_without_rules(folder: Path, tmp_path: Path, broken: str) -> None:
    """Else some of its steps would be plain values, and others the system's own."""
    binds = 'assert content["walls.toml"] != b"height = 9"; return PigGame(setup.options.get("bonus", 0))'
    code = SYSTEM.replace('return PigGame(setup.options.get("bonus", 0))', binds)
    place = system(folder, SYSTEM.replace("height = 3", "height = 9") if broken == "the first" else SYSTEM)
    path = tmp_path / "game.defiance"
    with Session.new(SIEGES, mission="duel", seed=5, path=path) as session:
        session.play([Roll(1), Roll(2)])
    later = SYSTEM if broken == "the first" else SYSTEM.replace("height = 3", "height = 9")
    (place / "hooks.py").write_text(later, encoding="utf-8")
    with open_save(path) as session:
        session.host.take_update()
        session.play([Roll(1)])
    (place / "hooks.py").write_text(code, encoding="utf-8")
    with open_save(path, read_only=True) as session:
        assert session.readable_only
        assert [str(why) for why in session.host.missing] == ["The plugin 'sieges' failed in bind: AssertionError."]
        assert [one.after for one in session.event_contexts()][-1] == session.state
        assert len(session.timeline) == 4


@pytest.mark.parametrize(
    "options",
    [
        {"switches": 7},
        {"switches": {"x": 1}},
        {"answers": "person"},
        {"answers": {"own.dice": 5}},
        {"plugins": 7},
        {"plugins": {"a": 1}},
        {1: 2},
    ],
)
@pytest.mark.parametrize("system", [DEFAULT, "pig"])
def test_options_of_other_types_are_one_sentence_and_nothing_is_stored(
    tmp_path: Path, system: str, options: dict[Any, Any]
) -> None:
    """Some were stored, and the save never opened again."""
    path = tmp_path / "game.defiance"
    mission = systems()[system].offerings(systems()[system].content()).scenarios[0].id
    with pytest.raises(ContentError, match=r"options of this game cannot be read|there is no option"):
        Session.new(system, mission=mission, seed=1, options=options, path=path)
    assert not path.exists()


def test_the_plugin_is_to_blame_whose_content_the_system_refuses(folder: Path) -> None:
    plugin(folder, "half", system="pig", content={"scenarios.toml": SCENARIOS}, more='replaces = ["scenarios.toml"]')
    with pytest.raises(PluginError) as error:
        Session.new("pig", mission="duel", seed=1, plugins=["half"])
    told = "The plugin 'half' cannot be used: its content is faulty: scenarios.toml: "
    assert str(error.value).startswith(told)


def test_the_plugin_is_to_blame_whose_content_makes_a_game_that_cannot_be_stored(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system that takes the value as it is, and says nothing."""
    taken = msgspec.defstruct("Taken", [("target", Any), ("patience", Any)])
    # Not by the module's name: the system is imported again when its files have changed.
    monkeypatch.setitem(type(load_system("pig").rules).bind.__globals__, "_Scenario", taken)
    plugin(folder, "half", system="pig", content={"scenarios.toml": SCENARIOS}, more='replaces = ["scenarios.toml"]')
    with pytest.raises(PluginError) as error:
        Session.new("pig", mission="duel", seed=1, plugins=["half"])
    told = "The plugin 'half' cannot be used: its content is faulty: This cannot be stored: "
    assert str(error.value).startswith(told)


SCENARIOS = "[duel]\ntarget = 50.5\npatience = 20\n"


def test_the_plugin_is_named_whose_content_names_no_instruction(folder: Path) -> None:
    """The card is in a file with the name of the system's own."""
    own = systems()[DEFAULT].content()["ai_cards.toml"].decode()
    wrong = own.replace('red = ["attack ', 'red = ["nowhere ', 1)
    assert wrong != own
    plugin(folder, "half", content={"ai_cards.toml": wrong}, more='replaces = ["ai_cards.toml"]')
    with pytest.raises(PluginError) as error:
        Session.new(DEFAULT, mission="extraction", seed=1, plugins=["half"])
    assert str(error.value).startswith("The plugin 'half' cannot be used: its content is faulty: ai_cards.toml: ")
