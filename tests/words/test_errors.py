"""What went wrong, said in three languages: every sentence that the program can raise has its text."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import defiance_qt
from defiance_qt.core.errors import ContentError, DefianceError, Illegal, PluginError, SaveError
from defiance_qt.core.system import PluginStamp
from defiance_qt.extend import manifest
from defiance_qt.journal.passport import Passport, differences
from defiance_qt.lab.choices import language_of
from defiance_qt.words import errors as troubles
from defiance_qt.words.catalogue import LANGUAGES, Words
from defiance_qt.words.errors import KEYS, said, sentence

ROOT = Path(defiance_qt.__file__).parent
ES, RU, EN = Words("es"), Words("ru"), Words("en")
ALL = [f"trouble.{group}.{name}" for group, names in KEYS.items() for name in names.split()]
# What only an author of content or of the program itself meets, and reads in English.
AUTHORS = ("content/compile_words.py", "content/words.py", "content/rules.py", "lab/record.py", "lab/gauges.py")


def written(node: ast.expr) -> str | None:
    """A text as it could come out: each place of an f-string, or of a template, holds a word."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return "".join(literal + ("x" if name is not None else "") for literal, name, *_ in _parsed(node.value))
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else ("'x'" if part.conversion == ord("r") else "x")
            for part in node.values
            if isinstance(part, ast.Constant | ast.FormattedValue)
        )
    return None


def _parsed(text: str) -> list[tuple[str, str | None]]:
    return [(literal, name) for literal, name, *_ in string.Formatter().parse(text)]


def raised(*kinds: str, folder: str = "") -> list[tuple[str, str]]:
    """Where errors of these kinds are made, and what they could say."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds and node.args:
                text = written(node.args[0])
                if text is not None and name not in AUTHORS:
                    found.append((f"{name}:{node.lineno}", text))
    return found


def test_every_error_of_a_save_and_of_a_plugin_has_its_sentence() -> None:
    sites = raised("SaveError", "PluginError", "NotationError", "SymbolsError")
    assert len(sites) > 35
    unsaid = [site for site in sites if sentence(site[1], RU) == site[1]]
    # A command that decodes to something impossible, and symbols that cannot be taken off: both name only values.
    assert [text for _, text in unsaid] == ["x does not hold x", "'x': x"]


def test_every_fault_of_a_plugin_has_its_sentence() -> None:
    """What `_refuse` is given, and what is collected in `faults`."""
    faults: list[str] = []
    for name in ("loader.py", "manifest.py", "versions.py"):
        tree = ast.parse((ROOT / "extend" / name).read_text(encoding="utf-8"))
        faults += [
            text for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) and (text := written(node)) is not None
        ]
    # A fault below a key ("version: …") is found by itself.
    told = [text for text in faults if len(text.split()) > 2 and not text.startswith(("The plugin", "There is"))]
    assert len(told) > 25
    assert [text for text in told if sentence(text.strip(), ES) == text.strip()] == []


@pytest.mark.parametrize("key", ALL)
def test_every_text_fills_the_same_places_in_every_language(key: str) -> None:
    english = next(text for text, known in troubles._english().items() if known == key)
    places = {name: "x" for _, name in _parsed(english) if name}
    assert EN(key, **places) == english.format(**places)
    for words in (ES, RU):
        text = words(key, **places)
        assert text != EN(key, **places)
        assert text.count("x") >= len(places)


@pytest.mark.parametrize(
    ("error", "spanish"),
    [
        (SaveError("{file} exists already.", file="a.defiance"), "a.defiance ya existe."),
        (SaveError("{file} could not be read: {why}", file="a", why="Permission denied"), "Permiso denegado"),
        (PluginError("The plugin 'one' cannot be used: it has no option 'a'; its option 'b': 3 is above 2."), "«b»: 3"),
        (PluginError('There is no plugin "it\'s".'), "«it's»"),
        (ContentError("there is no edition 'fr': en, es"), "No hay edición «fr»; hay: en, es."),
        (FileNotFoundError(2, "No such file or directory", "x.txt"), "x.txt: No existe ese archivo o carpeta"),
        (Illegal("no_such_step", "", "There is no step 9."), "No hay paso 9."),
        (DefianceError("Nobody knows this one."), "Nobody knows this one."),
    ],
)
def test_an_error_is_said_in_spanish(error: Exception, spanish: str) -> None:
    assert spanish in said(error, ES)


def test_english_stays_as_it_is() -> None:
    for _, text in raised("SaveError", "PluginError"):
        assert sentence(text, EN) == text


def test_several_faults_are_each_told() -> None:
    error = PluginError("The plugin 'one' cannot be used: it needs the plugin radar>=1, which is not at work; odd.")
    assert said(error, RU) == "Плагин «one» нельзя использовать: ему нужен плагин radar>=1, а его нет в игре; odd."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_broken_manifest_is_told(tmp_path: Path, language: str) -> None:
    place = tmp_path / "Odd"
    place.mkdir()
    (place / "plugin.toml").write_text('id = "Odd"\nversion = "x"\napi = ">=9"\nsystems = []\nextra = 1\n', "utf-8")
    _, faults = manifest.read(place)
    assert len(faults) >= 5
    told = troubles.sentences(faults, Words(language))
    changed = [one for one, now in zip(faults, told, strict=True) if one != now]
    assert changed == ([] if language == "en" else list(faults))


def test_what_differs_from_the_program_that_wrote_a_save_is_told() -> None:
    """Every sentence of the passport."""
    one = PluginStamp("one", "1.0", "a", {"x": 1, "y": 2})
    old = Passport("0.1", "aa", (one, PluginStamp("gone", "1.0", "b", {}), PluginStamp("same", "1.0", "c", {})))
    new = Passport(
        "0.2",
        "bb",
        (
            PluginStamp("one", "1.1", "a", {"x": 1, "y": 3}),
            PluginStamp("new", "1.0", "d", {}),
            PluginStamp("same", "1.0", "e", {}),
        ),
    )
    found = differences(old, new)
    assert len(found) == 7
    for words in (ES, RU):
        told = troubles.sentences(found, words)
        assert [text for text, now in zip(found, told, strict=True) if text == now] == []


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["auto", "--lang", "es"], "es"),
        (["auto", "--lang=ru"], "ru"),
        (["auto", "--lang"], "en"),
        (["auto", "--lang", "fr"], "en"),
        (["auto"], "en"),
    ],
)
def test_the_language_of_a_command_line_is_known_before_it_is_parsed(arguments: list[str], language: str) -> None:
    assert language_of(arguments).language == language
