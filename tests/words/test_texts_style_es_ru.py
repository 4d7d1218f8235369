"""The style of the Spanish and Russian texts: what the rules of style say and a program can check.

A check that has exceptions lists them by key, each with its reason, and fails when an exception is no longer needed.
English placeholders and plural forms are compared in test_catalogue.py.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from defiance_qt.words import compile as compile_words
from tests.conftest import ROOT

LANGUAGES = ("es", "ru")
PACKAGE = ROOT / "defiance_qt"
NBSP = "\N{NO-BREAK SPACE}"


class Text(NamedTuple):
    """A text of one language. `game`: it belongs to Infinity Defiance, whose rulebook has its own terms."""

    key: str
    said: str
    game: bool

    @property
    def plain(self) -> str:
        """The text without its placeholders."""
        return re.sub(r"\{[^{}]*\}", "", self.said)


# ---- all texts of a language ----


def _of_catalogues(language: str) -> Iterator[Text]:
    expansions = ROOT.glob(f"expansions/*/locale/{language}/LC_MESSAGES/*.po")
    for source in sorted((*PACKAGE.rglob(f"{language}/LC_MESSAGES/*.po"), *expansions)):
        package = "" if PACKAGE in source.parents else f"{source.parents[3].name}:"
        game = not package and "systems" in source.parts
        for key, said in compile_words.texts(compile_words.read_source(source)).items():
            if isinstance(said, str):
                yield Text(f"{package}{key}", said, game)
            else:
                yield from (Text(f"{package}{key}[{form}]", one, game) for form, one in enumerate(said))


def _of_rules(language: str) -> Iterator[Text]:
    for index in sorted(
        (*PACKAGE.rglob(f"rules/*.{language}.toml"), *ROOT.glob(f"expansions/*/rules/*.{language}.toml"))
    ):
        content = tomllib.loads(index.read_text("utf-8"))
        game = PACKAGE in index.parents
        yield from (Text(f"area.{id}", said, game) for id, said in content["areas"].items())
        yield from (Text(id, rule["text"], game) for id, rule in content["rules"].items())


def _strings(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the texts inside a value of a manifest, with the place of each."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for part, inner in value.items():
            yield from _strings(f"{name}.{part}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _strings(f"{name}.{place}", inner)


def _of_packages(language: str) -> Iterator[Text]:
    """The texts of plugins and expansions."""
    for manifest in sorted((*ROOT.glob("plugins/*/plugin.toml"), *ROOT.glob("expansions/*/plugin.toml"))):
        folder, game = manifest.parent, manifest.parent.parent.name == "plugins"
        for name, said in _strings(folder.name, tomllib.loads(manifest.read_text("utf-8"))):
            if name.endswith(f".{language}"):
                yield Text(name.removesuffix(f".{language}"), said, game)
        words = folder / "locale" / "words.toml"
        if words.exists():
            own = tomllib.loads(words.read_text("utf-8"))[language]
            yield from (Text(f"{folder.name}:{key}", said, game) for key, said in own.items())


@cache
def texts(language: str) -> tuple[Text, ...]:
    return (*_of_catalogues(language), *_of_rules(language), *_of_packages(language))


def check(pattern: str, among: Iterable[Text], exceptions: Iterable[str] = (), *, plain: bool = True) -> None:
    """Fail where a text that is no exception has the pattern, and where an exception has it no more."""
    found = [(one.key, one.said) for one in among if re.search(pattern, one.plain if plain else one.said)]
    allowed = set(exceptions)
    assert [(key, said) for key, said in found if key not in allowed] == []
    assert allowed - {key for key, _ in found} == set(), "these are no exceptions any more"


def test_the_texts_of_every_room_are_found() -> None:
    for language in LANGUAGES:
        keys = {one.key for one in texts(language)}
        assert {"ui.undo", "error.save.exists", "R-052", "area.round", "event.moved[1]", "view.action.move"} <= keys
        assert {
            "field_mender.description",
            "field_mender:ability.mender.text",
            "pig:command.roll",
            "P-001",
            "warfighter:action.surge.text",
            "W-101",
        } <= keys


# ---- punctuation ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_are_angled_and_come_in_pairs(language: str) -> None:
    check("[\"'“”„‘’`]", texts(language))
    check(r"«\s|\s»|^[^«]*»|«[^»]*$|«[^»]*«", texts(language), plain=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_named_is_quoted_as_in_the_language(language: str) -> None:
    """A name is not quoted as Python quotes it. A `value` can be of any type and stays as Python writes it."""
    check(r"\{(?!value!)\w+!r\}", texts(language), plain=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_idle_space(language: str) -> None:
    """The dots after the label of a card stand apart from it."""
    check(r"  |^\s|\s$|\s[,.;:!?](\s|$)", texts(language), IDLE_SPACES, plain=False)


IDLE_SPACES = {
    "event.list": "it parts the items of a list",
    "error.content.tile_row": "it lists the signs of a tile",
    "error.command.no_symbol": "it lists the signs of symbols",
    "pig:progress": "a score, as in 3 : 1",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ellipsis_is_one_sign(language: str) -> None:
    check(r"\.\.", texts(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_percent_sign_follows_a_no_break_space(language: str) -> None:
    check(rf"(?<!{NBSP})%", texts(language), {"error.content.tile_row"}, plain=False)  # a sign of a tile's row


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_minus_is_no_hyphen_and_a_range_has_a_dash(language: str) -> None:
    check(r"(?<![\w\]])-[\d{]", texts(language), plain=False)
    check(r"(?<![\w.-])\d+-\d", texts(language), plain=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_decimals_have_a_comma(language: str) -> None:
    versions = {"error.fault.limit", "error.fault.version"}
    check(r"\d\.\d", texts(language), versions)


def test_a_russian_dash_is_long_between_spaces() -> None:
    check(r"(^|\s)[-–]\s", texts("ru"), plain=False)
    check(r"\S—|—\S", texts("ru"), plain=False)


def test_spanish_questions_and_exclamations_open() -> None:
    symbols = {"error.command.no_symbol", "error.command.no_switch", "error.content.tile_row"}
    check(r"^[^¿]*\?|¿[^?]*$", texts("es"))
    check(r"^[^¡]*!|¡[^!]*$", texts("es"), symbols)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_decimals_are_parted_by_a_comma(language: str) -> None:
    """What decimals are put into; "1,3, 0,3" cannot be read."""
    decimals = "dealt|suffered|mean|damage|states"
    check(rf"\{{({decimals})\}}, \{{", texts(language), plain=False)


# ---- letters ----

# What stays Latin in Russian: names of the game and of the products, keys, what is typed, what stands in a file.
LATIN = {
    "names": "Infinity Defiance Intel Pack IP MediKit AutoMediKit Medjector Geist-Aid Picklock Skullbuster",
    "tiles": "A00 A02 A07 A08 T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20",
    "levels and Stored X": "I II III IV X",
    "languages": "English Español Python",
    "keys": "Enter Esc Backspace Page Down Tab F3",
    "commands": "undo redo goals hint log why help quit correct cancel docs defiance-qt ok safe S CS B CB",
    "words of the terminal": "update defaults without aside",
    "the chronicle": "p html Qt",
    "options": "rest no plugins dark_night range rippers slash",
    "packs and trust": "zip SHA-256 UTF-8 trust home SVG",
    "checks of plugins": "async check defiance_qt plugin pytest toml",
    "of files": "id TOML api py module options replaces additions sides rolls rows radar wall violet red difficult",
    "options of commands": "cluster downgrade replace yes",
    "directions and samples": "e ne nw w sw se B2 K7 R-003 R-253",
    "attributes and types of N3": "MOV CC BS PH WIP ARM BTS STR HI REM",
    "ammunition and terms of N3": "N3 AP DA DT EXP E M ARO CUBEVAC N-005 x3 N13v1",
    "examples of N3": " ".join(f"N-{number}" for number in range(117, 132)),
    "equipment and skills of N3": "Dazer Morpho-Scan Phero-Booster Spec-Ops StratusCloud SymbioMate Tri-Core",
}


def test_only_these_words_are_latin_in_russian() -> None:
    allowed = {word for words in LATIN.values() for word in words.split()}
    found = {word for one in texts("ru") for word in re.findall(r"[A-Za-zñ][\wñ]*(?:-[\dA-Za-z]\w*)*", one.plain)}
    assert found - allowed == set()
    assert allowed - found == set(), "these are not used any more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_mixes_two_scripts(language: str) -> None:
    check(r"(?i)[a-zñ][а-яё]|[а-яё][a-zñ]", texts(language))


def test_spanish_has_no_cyrillic_letters() -> None:
    check(r"(?i)[а-яё]", texts("es"), {"ui.language.ru"})


def test_russian_writes_yo() -> None:
    """Words that can only have the letter ё."""
    adjectives, nouns = "черн|желт|зелен[^ь]|тяжел|легк|трех|четырех", "счетчик"
    others = r"ее\b|нее\b|еще|свое\b|мое\b|твое\b|идет|берет|дает|кладет|ведет"
    stems = rf"\b({adjectives}|{nouns}|{others})"
    check(rf"(?i){stems}", texts("ru"))


# ---- terms of the game ----


class Term(NamedTuple):
    """A word that the texts of the game avoid: pattern, what is said instead, exceptions by key with their reasons."""

    pattern: str
    instead: str
    exceptions: Mapping[str, str] = MappingProxyType({})


SPANISH = (
    Term(r"(?i)\bfiguras?\b", "miniatura"),
    Term(r"(?i)\bact(úa|úan|uar|uado|uando|uará|ué)\b", "activarse, ejecutar Acciones, surtir efecto"),
    Term(r"\bConsecuencia", "Secuela"),
    Term(r"(?i)\bestorb", "obstaculizar la Línea de Visión"),
    Term(r"(?i)\b(causar?|causan|causad[oa])\b", "infligir"),
    Term(r"(?i)\bpag(a|an|ar|ado|ue|uen)\b", "gastar símbolos"),
    Term(r"(?i)\btir(a|an|ar|as|ado|e)\b", "lanzar"),
    Term(r"\btiradas?\b", "Tirada"),
    Term(r"(?i)reglamento", "manual"),
    Term(r"(?i)\bubicaci", "localización"),
    Term(r"(?i)manipul", "interactuar"),
    Term(r"\bRespawn\b", "Reaparición"),
    Term(r"(?i)medidor", "marcador"),
    Term(r"(?i)\bblancos?\b", "objetivo"),
    Term(
        r"(?i)(?<!Línea de )(?<!Líneas de )\bvisión|a la vista|visible",
        "Línea de Visión",
        {"view.why.column.sight": "the head of a narrow column", "generous_sight.name": "a plugin's name"},
    ),
    Term(r"(?<!Protección )Biotecnológica", "Protección Biotecnológica"),
    Term(r"(?<!Protección )biotecnológica", "Protección Biotecnológica"),
    Term(r"\d de Aggro|\} de Aggro", "2 Aggro"),
    Term(r"\d de Refuerzo", "2 Refuerzos"),
    Term(r"(?i)\b(queda|quedas|quedan) (Aturdid|Concentrad|Ocult|Suprimid)", "recibe el Estado"),
    Term(r"fuera de la partida", "fuera del juego"),
    Term(r"\b(unidad|unidades|personajes?|consolas?|contenedor(es)?|rondas?|estados?|daño)\b", "a capital"),
    Term(
        r"\b(secuelas?|refuerzos?|activaci(ón|ones))\b",
        "a capital, Refuerzos",
        {"unit.nox_leader.text": "what a leader shouts for, not the tokens"},
    ),
    Term(
        r"\bpuertas?\b",
        "Puerta",
        {
            "mission.extraction.element.control_door": "the second part of a name",
            "mission.extraction.element.control_back_door": "the second part of a name",
        },
    ),
    Term(r"\bcambiar? de Equipo|terminar con el Equipo\b", "redistribuir su Equipo"),
    Term(r"(?i)\bNo hay \w+ «", "No existe el/la … «»"),
)

RUSSIAN = (
    Term(r"(?i)\bвраг", "противник"),
    Term(r"(?i)\bюнит", "подразделение"),
    Term(r"(?i)\bдоск", "поле"),
    Term(r"(?i)поврежд", "урон"),
    Term(r"(?i)\b(клетк|ячейк)", "пространство"),
    Term(r"(?i)загромо", "труднопроходимое пространство"),
    Term(r"(?i)\bсвободн\w+ (действ|взаимодейств)", "бесплатное действие"),
    Term(r"(?i)вылечить (урон|\d)|лечит урон", "снять урон"),
    Term(r"\d агресси", "агрессия +2, 2 единицы агрессии"),
    Term(r"(?i)жетон", "маркер"),
    Term(
        r"(?i)добыч",
        "трофеи",
        {
            "ai_card.fresh_prey.name": "prey, not Loot",
            "consequence.marked_prey.name": "prey, not Loot",
            "unit.quarry.name": "prey, not Loot",
        },
    ),
    Term(r"(?i)\bредакци", "издание"),
    Term(r"(?i)расширени", "плагин, дополнение"),
    Term(r"(?i)лицом (вниз|вверх)", "рубашкой вверх, лицевой стороной вверх"),
    Term(r"(?i)выпрям", "вернуть в исходное положение"),
    Term(r"(?i)столбец|столбц", "колонка"),
    Term(r"(?i)отныне", "теперь"),
    Term(r"(?i)\bиме(ет|ют|ть|л|ла)\b", "без «иметь»"),
    Term(r"(?i)биозащит", "биотех. защита"),
    Term(r"(?i)вне видимости|дистанции( \([^)]*\))? и (линии )?видимости", "вне линии видимости, на линии видимости"),
    Term(r"(?i)оборудован", "снаряжение"),
    Term(r"(?i)мишен", "цель"),
    Term(r"(?i)специализаци", "специальность"),
    Term(r"(?i)дальност", "дистанция"),
    Term(r"Коррехидор|Жазмин", "Коррегидор, Джазмин"),
    Term(r"(?i)\b(ты|тебе|тебя|твой|твоя|твои)\b", "вы"),
    Term(r"на сильной стороне", "сильной стороной карты"),
    Term(r"место занято|своих местах", "пространство"),
)
TERMS = [("es", term) for term in SPANISH] + [("ru", term) for term in RUSSIAN]


@pytest.mark.parametrize(("language", "term"), TERMS, ids=[f"{language}-{term.instead}" for language, term in TERMS])
def test_the_terms_are_those_of_the_rulebook(language: str, term: Term) -> None:
    check(term.pattern, (one for one in texts(language) if one.game), term.exceptions, plain=False)


def test_the_shell_says_the_word_for_a_setting_of_an_edition() -> None:
    """What an edition can be set to is a variant in Spanish; the shell and the command line say so too."""
    shell = [one for one in texts("es") if not one.game]
    check(r"(?i)\b(cada|un|el|ningún) punto (?!de )", shell)
    check(r"(?i)\bNo hay \w+ «", shell)


# ---- names in a sentence ----


def test_a_russian_name_is_never_in_an_oblique_case() -> None:
    """A figure's name is put in as a nominative, so it follows no preposition and is the object of no verb."""
    figures = "figure|character|enemy|target|attacker|by|rival|who|neutral|receiver|dragged|partner|other"
    prepositions = "у|от|для|к|с|со|на|по|за|из|перед|над|под|о|об|при|про|без|до|между"
    game = (one for one in texts("ru") if one.game)
    verbs = r"выб[еи]р\w+|видит|ждёт|ведёт"
    check(rf"(?i)\b({prepositions}|{verbs}) \{{({figures}|name)\}}", game, plain=False)


def test_a_russian_state_or_card_in_a_sentence_is_quoted() -> None:
    check(r"(?i)(состояние|состояния|карт[ауыеой]+) \{(state|card)\}", texts("ru"), plain=False)


def test_a_spanish_side_follows_neither_de_nor_a() -> None:
    """ "de" and "el Enemigo" would have to become "del Enemigo"."""
    check(r"(?i)\b(de|a) \{(side|rival_side)\}", texts("es"), plain=False)


def test_a_russian_sentence_has_one_colon() -> None:
    """Of the sentences that a player reads in the window; those of files name a place first, as in "file: key: why"."""
    read = [one for one in texts("ru") if not one.key.startswith(("error.", "cli."))]
    found = [one for one in read if any(part.count(": ") > 1 for part in _clauses(one.said))]
    assert found == []


def _clauses(said: str) -> list[str]:
    """Return the parts of a text between full stops and semicolons, without what stands in brackets."""
    return re.split("[.;]", re.sub(r"\([^)]*\)", "", said))


def test_a_russian_plural_keeps_its_number_in_the_form_of_one() -> None:
    """The form of one also serves 21 and 31."""
    forms: dict[str, dict[str, str]] = {}
    for one in texts("ru"):
        if found := re.fullmatch(r"(.+)\[(\d)\]", one.key):
            forms.setdefault(found[1], {})[found[2]] = one.said
    assert len(forms) > 30
    assert [key for key, said in forms.items() if "{n}" in said["2"] and "{n}" not in said["0"]] == []


# ---- buttons ----

STANDARD = ("move", "attack", "hack", "equip", "rest", "interact")
MADE = re.compile(r'(?:Button\(|addButton\(|push\()\s*words\("([\w.]+)"\)')


def _limits() -> dict[str, int]:
    """The most letters that the text of each button may have."""
    named = {key for source in PACKAGE.rglob("*.py") for key in MADE.findall(source.read_text("utf-8"))}
    assert {"ui.cancel", "ui.new.begin", "view.equip.finish"} <= named
    limits = dict.fromkeys(named, 20)
    for language in LANGUAGES:
        for one in texts(language):
            if one.key.startswith("ui.do.") or re.fullmatch(r"view\.do\.\w+", one.key):
                limits[one.key] = 24
            if re.fullmatch(r"view\.action\.\w+", one.key):
                limits[one.key] = 12 if one.key.removeprefix("view.action.") in STANDARD else 20
    return limits


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_holds_its_text(language: str) -> None:
    """The six Actions of a card stand side by side; other buttons have a row or a corner of a dialog to themselves."""
    limits = _limits()
    said = {one.key: one.said for one in texts(language)}
    assert len(limits) > 50
    assert {key: said[key] for key, most in limits.items() if len(said[key]) > most} == {}
    assert [key for key in limits if said[key][0].islower()] == []
    assert [key for key in limits if said[key].endswith(".")] == SHORTENED[language]


SHORTENED = {"es": [], "ru": ["view.action.interact"]}


# ---- plugins ----


@pytest.mark.parametrize("words", sorted(ROOT.glob("*/*/locale/words.toml")), ids=lambda path: path.parts[-3])
def test_the_texts_of_a_package_have_the_same_values_in_every_language(words: Path) -> None:
    by_language = tomllib.loads(words.read_text("utf-8"))
    for key, english in by_language["en"].items():
        for language in LANGUAGES:
            assert _values(by_language[language][key]) == _values(english), (language, key)


def _values(said: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(said) if name}
