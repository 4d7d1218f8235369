"""Errors and messages in three languages: every key has its texts, and each is worded where it is shown."""

from __future__ import annotations

import ast
import errno
import pickle
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import defiance_qt
from defiance_qt.core.errors import ContentError, DefianceError, Illegal, Message, NotationError, PluginError, SaveError
from defiance_qt.core.port import PluginStamp
from defiance_qt.extend import manifest
from defiance_qt.extend.guard import unusable
from defiance_qt.journal.passport import Passport, differences
from defiance_qt.lab.choices import language_of
from defiance_qt.lab.playing import Endless
from defiance_qt.systems.defiance.engine.board.hexes import Hex
from defiance_qt.words.catalogue import Words
from defiance_qt.words.compile import read_source, texts
from defiance_qt.words.errors import format_error, format_message
from defiance_qt.words.languages import LANGUAGES
from tests.sources import tree as syntax

ROOT = Path(defiance_qt.__file__).parent
ES, RU, EN = Words("es"), Words("ru"), Words("en")
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")


# ---- raise sites and catalogues ----


class Site(NamedTuple):
    """A place in the source where a message or a refusal is made, with the names of the values it gives."""

    where: str
    key: str
    english: str
    given: frozenset[str]


@cache
def nodes() -> dict[str, list[ast.Call | ast.ClassDef]]:
    """The calls and the classes of each module."""
    trees = {path.relative_to(ROOT).as_posix(): syntax(path) for path in sorted(ROOT.rglob("*.py"))}
    wanted = (ast.Call, ast.ClassDef)
    return {name: [node for node in ast.walk(tree) if isinstance(node, wanted)] for name, tree in trees.items()}


@cache
def classes() -> dict[str, ast.ClassDef]:
    return {node.name: node for found in nodes().values() for node in found if isinstance(node, ast.ClassDef)}


def is_error(name: str) -> bool:
    """Whether the class of that name is a `DefianceError`."""
    if name == "DefianceError":
        return True
    node = classes().get(name)
    return node is not None and any(is_error(base.id) for base in node.bases if isinstance(base, ast.Name))


def parameters(name: str) -> list[str]:
    """The parameters of a class's `__init__`, its own or an inherited one."""
    node = classes()[name]
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return [one.arg for one in (*part.args.posonlyargs, *part.args.args)]
    return next((found for base in node.bases if (found := parameters(ast.unparse(base)))), [])


@cache
def keyed() -> frozenset[str]:
    """The names of what is made from a key and an English text."""
    errors = filter(is_error, classes())
    return frozenset({"Message", *(name for name in errors if parameters(name)[1:3] == ["key", "english"])})


def calls(found: list[ast.Call | ast.ClassDef]) -> Iterator[ast.Call]:
    """The calls that make a message: of `Message`, of an error, or of the constructor that an error inherits."""
    for node in found:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keyed():
            yield node
        if isinstance(node, ast.ClassDef) and is_error(node.name) and node.name not in keyed() | {"Illegal"}:
            yield from (
                call
                for call in ast.walk(node)
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__"
            )


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def made() -> Iterator[Site | str]:
    """Every site, or where it stands when its key or its English is not a literal."""
    for name, found in nodes().items():
        for node in calls(found):
            where = f"{name}:{node.lineno}"
            key, english = map(literal, node.args[:2])
            if name == "core/errors.py":
                continue
            if key is None or english is None:
                yield where
            else:
                yield Site(where, key, english, frozenset(one.arg or "**" for one in node.keywords))


def refused(*folders: str) -> Iterator[Site]:
    """Every refusal with a literal code, by default of the whole program."""
    for name, found in nodes().items():
        if folders and not name.startswith(folders):
            continue
        for node in found:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal":
                code = literal(node.args[0])
                if code is not None:
                    given = frozenset(one.arg or "**" for one in node.keywords)
                    yield Site(f"{name}:{node.lineno}", code, "", given)


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def translations(language: str) -> dict[str, str]:
    """The texts of errors in a catalogue, by key."""
    found = texts(read_source(ROOT / "words" / "locale" / language / "LC_MESSAGES" / "cli.po"))
    return {key.removeprefix("error."): str(text) for key, text in found.items() if key.startswith("error.")}


@cache
def sites() -> tuple[Site, ...]:
    return tuple(site for site in made() if isinstance(site, Site))


@cache
def english() -> dict[str, str]:
    return {site.key: site.english for site in sites()}


def test_every_key_and_every_template_is_a_literal() -> None:
    assert len(sites()) > 150
    assert {"SaveError", "PluginError", "ContentError", "NotationError", "SymbolsError", "VersionError"} <= keyed()
    assert [site for site in made() if isinstance(site, str)] == []


def test_a_key_has_one_template_which_names_the_values_given() -> None:
    for site in sites():
        assert site.english == english()[site.key], site.where
        assert names_in(site.english) == site.given, site.where


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_key_is_translated_and_no_translation_is_idle(language: str) -> None:
    there = translations(language)
    codes = {site.key for site in refused()}
    assert english().keys() - there.keys() == set()
    assert there.keys() - english().keys() - codes == set()
    for key in there.keys() & english().keys():
        assert names_in(there[key]) == names_in(english()[key]), key


@pytest.mark.parametrize("language", TRANSLATED)
def test_refusals_of_the_table_are_translated_without_a_game(language: str) -> None:
    """Those of a game are worded by the game; those below may be met without one."""
    there = translations(language)
    assert {site.key for site in refused("core/", "lab/chance_input.py")} - there.keys() <= {
        "unreadable_dice",
        "unreadable_card",
    }
    for site in refused():
        assert names_in(there.get(site.key, "")) <= site.given, site.where


def test_english_is_in_no_catalogue() -> None:
    assert translations("en") == {}


def test_a_text_differs_from_english_unless_it_only_joins_values() -> None:
    alike = []
    for key, text in english().items():
        message = Message(key, text, **dict.fromkeys(names_in(text), 7))
        assert format_message(message, EN) == str(message), key
        if key not in ("content.also", "verdict.ok") and "{why}" not in text.split(": ")[1:]:
            alike += [key for words in (ES, RU) if format_message(message, words) == str(message)]
    assert not alike


# ---- messages and errors ----


def test_a_message_is_english_and_fills_in_its_values() -> None:
    inner = Message("fault.below", "{value} is below {limit}", value=1, limit=2)
    message = Message("fault.option", "its option {name!r}: {why}", name="it's", why=inner)
    assert str(message) == """its option "it's": 1 is below 2"""
    assert format_message(message, ES) == "su opción «it's»: 1 no llega a 2"
    assert message == Message("fault.option", "its option {name!r}: {why}", name="it's", why=inner)
    assert len({message, inner}) == 2


def test_values_may_be_several_messages_and_errors() -> None:
    faults = (
        Message("fault.hook", "{name} is not a hook", name="x"),
        OSError(errno.EACCES, "Permission denied"),
        "odd",
    )
    error = PluginError("plugin.unusable", "The plugin {name!r} cannot be used: {faults}.", name="one", faults=faults)
    assert str(error) == "The plugin 'one' cannot be used: x is not a hook; Permission denied; odd."
    assert (
        format_error(error, ES)
        == "El complemento «one» no se puede usar: x no es un punto de extensión (hook); Permiso denegado; odd."
    )


def test_a_named_tuple_is_one_value() -> None:
    message = Message("content.no_space", "the board has no space {name}", name=Hex.parse("K7"))
    assert str(message) == "the board has no space K7"


def test_braces_in_a_value_or_in_a_refusal_stay() -> None:
    assert str(SaveError("save.exists", "{file} already exists.", file="{a}")) == "{a} already exists."
    assert str(Illegal("odd", "", "there is no {x}")) == "there is no {x}"


def test_a_refusal_keeps_its_code_its_rule_and_its_values() -> None:
    error = Illegal("occupied", "R-056", "(3, 4) holds Nox #2", space="K7")
    assert (error.code, error.rule, error.values, str(error)) == (
        "occupied",
        "R-056",
        {"space": "K7"},
        "(3, 4) holds Nox #2",
    )
    assert error.message.key == error.code
    assert repr(error) == "Illegal(code='occupied', rule='R-056', message='(3, 4) holds Nox #2')"


@pytest.mark.parametrize(
    "error",
    [
        SaveError("save.exists", "{file} already exists.", file="a"),
        Endless(5),
        NotationError("command.no_command", "{text!r} is no command", "a b", text="a"),
        Illegal("occupied", "R-056", "{3, 4} holds Nox #2", space="K7"),
    ],
)
def test_an_error_comes_back_from_another_process(error: DefianceError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


@pytest.mark.parametrize(
    ("error", "spanish"),
    [
        (SaveError("save.exists", "{file} already exists.", file="a.defiance"), "a.defiance ya existe."),
        (
            SaveError("save.unreadable", "{file} could not be read: {why}", file="a", why=OSError(errno.EACCES, "No!")),
            "a no se pudo leer: Permiso denegado",
        ),
        (
            unusable(
                "one",
                (
                    Message("fault.no_option", "it has no option {name!r}", name="a"),
                    Message("fault.above", "{value} is above {limit}", value=3, limit=2),
                ),
            ),
            "El complemento «one» no se puede usar: no tiene la opción «a»; 3 supera 2.",
        ),
        (PluginError("plugin.absent", "There is no plugin {name!r}.", name="it's"), "No existe el complemento «it's»."),
        (
            ContentError("content.edition", "there is no edition {name!r}: {known}", name="fr", known="en, es"),
            "No existe la edición «fr»; hay: en, es.",
        ),
        (FileNotFoundError(errno.ENOENT, "Gone", "x.txt"), "x.txt: No existe ese archivo o carpeta"),
        (OSError(errno.ELOOP, "Too many levels"), "Too many levels"),
        (OSError("no number"), "no number"),
        (Illegal("no_such_step", "", "There is no step 9.", step=9), "No existe el paso 9."),
        (Illegal("of_a_plugin", "", "Nobody rests here."), "Nobody rests here."),
        (DefianceError("no.such.key", "Nobody knows {what}.", what="this"), "Nobody knows this."),
        (RuntimeError("unexpected"), "unexpected"),
    ],
)
def test_an_error_in_spanish(error: Exception, spanish: str) -> None:
    assert format_error(error, ES) == spanish


def test_a_game_words_its_refusals() -> None:
    error = Illegal("no_such_step", "", "There is no step 9.", step=9)
    assert format_error(error, RU, lambda illegal: f"refused: {illegal.code}") == "refused: no_such_step"
    other = SaveError("save.exists", "{file} already exists.", file="a")
    assert format_error(other, RU, lambda illegal: "never") == "Файл a уже существует."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_broken_manifest_in_every_language(tmp_path: Path, language: str) -> None:
    place = tmp_path / "Odd"
    place.mkdir()
    (place / "plugin.toml").write_text('id = "Odd"\nversion = "x"\napi = ">=9"\nsystems = []\nextra = 1\n', "utf-8")
    _, faults = manifest.read(place)
    assert len(faults) >= 5
    changed = [fault for fault in faults if format_message(fault, Words(language)) != str(fault)]
    assert changed == ([] if language == "en" else list(faults))


def test_what_differs_from_the_program_that_wrote_a_save() -> None:
    """Every message of the passport."""
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
    found = list(differences(old, new, content_changed=True))
    assert len(found) == 7
    for words in (ES, RU):
        assert [message for message in found if format_message(message, words) == str(message)] == []


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


def test_a_value_in_a_sentence_is_one_line_and_not_endless() -> None:
    """Names of files, keys and ids come from strangers: line breaks, bytes, direction of writing, megabytes."""
    told = Message("x", "{a} {b!r} {c}", a="one\r\ntwo\tthree", b="\x1b[31m\u202egnp.\udcff", c=Hex(1, 2))
    assert str(told) == "one  two three '\ufffd[31m\ufffdgnp.\ufffd' C3"
    assert str(Message("x", "{a}", a="№\u00a07")) == "№ 7", "what joins two words is a space"
    assert str(Message("x", "{a} {b}", a=10**9000, b=[1] * 9)) == "… 1; 1; 1; 1; 1; 1; 1; 1; 1"
    assert str(Message("x", "{a}", a={"k": "v" * 9000})).startswith("{'k': 'vvv")
    for huge in ("v" * 9000, {"k": "v" * 9000}, ["v" * 90] * 900, b"v" * 9000, [10**9000]):
        assert len(str(Message("x", "{a!r}", a=huge))) < 1000
    many = Message("x", "{all}", all=tuple(Message("x", "fault {n}", n=n) for n in range(9000)))
    assert str(many).startswith("fault 0; fault 1; ")
    assert str(many).endswith("; …")
    assert len(str(many)) < 700
