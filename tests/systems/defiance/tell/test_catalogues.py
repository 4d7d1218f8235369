"""The three catalogues of the engine: the same keys, each asked for and each there."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from typing import get_args

import pytest
from babel.messages.pofile import read_po

from defiance_qt.core.port import Setup
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import RandomBot
from defiance_qt.systems.defiance.engine.chances import Chances, as_odds
from defiance_qt.systems.defiance.engine.enemies.instructions import KINDS
from defiance_qt.systems.defiance.engine.enemies.targeting import SELECTORS, TIE_BREAKS
from defiance_qt.systems.defiance.engine.forecasts import forecast
from defiance_qt.systems.defiance.engine.frames import Frame
from defiance_qt.systems.defiance.engine.requests import CHANCE
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.system import Defiance
from defiance_qt.systems.defiance.tell.log import CATEGORIES
from defiance_qt.systems.defiance.tell.names import SYMBOLS
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.sources import tree as syntax
from tests.texts import defiance_words
from tests.workshop.record import Typist

PEOPLE = dict.fromkeys(CHANCE, "person")
ENGINE = ROOT / "defiance_qt" / "systems" / "defiance" / "engine"

Texts = dict[str, tuple[str, ...]]


def catalogue(language: str) -> Texts:
    path = ROOT / "defiance_qt/systems/defiance/locale" / language / "LC_MESSAGES" / "engine.po"
    with path.open("rb") as source:
        return {
            message.id if isinstance(message.id, str) else message.id[0]: (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )
            for message in read_po(source, locale=language, abort_invalid=True)
            if message.id
        }


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_catalogues_have_the_same_keys_in_order() -> None:
    english = CATALOGUES["en"]
    assert list(english) == sorted(english)
    for language in LANGUAGES:
        assert list(CATALOGUES[language]) == list(english), language


@pytest.mark.parametrize("key", CATALOGUES["en"])
def test_a_text_says_the_same_in_every_language(key: str) -> None:
    plural = len(CATALOGUES["en"][key]) > 1
    wanted = {name for form in CATALOGUES["en"][key] for name in places(form)}
    for language, forms in (("en", 2), ("es", 2), ("ru", 3)):
        texts = CATALOGUES[language][key]
        assert len(texts) == (forms if plural else 1), language
        for text in texts:
            assert text == text.strip() or key == "event.list"
            assert places(text) | ({"n"} & wanted) == wanted, (language, text)


@pytest.mark.parametrize(("language", "letters"), [("es", r"[a-zá-úñ]"), ("ru", r"[а-яё]")])
def test_no_text_was_left_in_english(language: str, letters: str) -> None:
    """Only names and words that the language shares say the same; a text may only join its values."""
    shared = r"\{\w+\}|Aggro|Intel Packs?|\bno\b"
    for key, texts in CATALOGUES["en"].items():
        for text in texts:
            if re.search(r"\w", re.sub(shared, "", text)):
                for other in CATALOGUES[language][key]:
                    joins = not re.search(r"\w", re.sub(r"\{\w+\}", "", other))
                    assert other != text, key
                    assert joins or re.search(letters, other), key


# ---- no key is asked for in vain, none is idle ----

LITERAL = re.compile(
    r"(?:advice|campaign(?=\.(?:face_down|over|step))|chronicle|command|deed|ending|entry|event|mark|moment|progress"
    r"|question|reason|round|sheet|subject|summary|symbol|tell|why)"
    r"\.[a-z_.]+|advice|tell\."
)
# What the table asks of every game.
TABLE = {f"log.{category}" for category in CATEGORIES} | {"odds.dealt", "odds.suffered", "odds.success"}
TABLE |= {"odds.kill", "odds.fall", "ending.victory", "ending.defeat", "zoom.whole", "zoom.part", "zoom.chapter"}
TABLE |= {f"symbol.{name}" for name in SYMBOLS}
TABLE |= {f"question.{frame.__struct_config__.tag}" for frame in get_args(Frame)}
START = State(Setup("infinity-defiance", "extraction", 1))
TABLE |= {"forecast.until", *(f"forecast.{name}" for name in forecast(START, START).numbers)}
TABLE |= {f"forecast.{name}.short" for name in forecast(START, START).numbers}
VIEW = {"symbol.unrolled", *(key for _, key in Defiance.dice_help)}


def asked() -> Iterator[tuple[str, bool]]:
    """Every key that words and chronicle name: the key or its beginning, and whether it is whole."""
    for path in sorted([*(ENGINE.parent / "tell").rglob("*.py"), ENGINE.parent / "bots" / "advice.py"]):
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                start = str(node.values[0].value)
                if LITERAL.match(start):
                    yield start, False
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and LITERAL.fullmatch(node.value):
                yield node.value, True


def test_every_key_asked_for_has_a_text() -> None:
    keys = CATALOGUES["en"]
    optional = {"event.plugin_fact.", "reason."}
    for key, whole in asked():
        if whole and not key.endswith("."):
            assert key in keys or any(one.startswith(f"{key}.") for one in keys), key
        else:
            assert key in optional or any(one.startswith(key) for one in keys), key


def test_what_the_table_asks_of_a_game_has_a_text() -> None:
    """The categories of the log, and the names of the chances it gives (engine/chances.py)."""
    odds = as_odds(Chances("x", {0: 1.0}, {0: 1.0}, 0.0, 0.0, 0.0, 0.0, 0.0))
    names = {f"odds.{name}" for name in (*odds.chances, *(one.name for one in odds.distributions))}
    assert {key for key in TABLE if key.startswith("odds.")} == names
    assert {key for key in CATALOGUES["en"] if key.startswith(("log.", "odds."))} == {
        *(key for _, key in Defiance.dice_help),
        *(key for key in TABLE if key.startswith(("log.", "odds."))),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_a_game_has_its_words(language: str) -> None:
    """Also of chance that people answer, and of the game that is over."""
    words = defiance_words(language)
    asked = set()
    for seed in (1, 2):
        session = Session.new(mission="extraction", seed=seed, options={"answers": PEOPLE}, journal=False)
        bot, person = RandomBot(seed), Typist(seed)
        while session.result is None:
            assert session.head < 5000, session.legal()
            sentence = session.game.question(session.state, words)
            asked.add(session.prompt.asks)
            assert sentence, session.prompt.asks
            assert not re.search(r"\w\.\w|_|\{", sentence), sentence
            if session.game.request(session.state) is None:
                session.submit(bot.choose(session.game, session.state, session.legal()))
            else:
                person(session)
        assert session.game.question(session.state, words) == ""
    assert {"deployment", "round", "activation", "roll", "draw"} <= asked


SOURCE = re.compile(r"(?:campaign|engines|roll)\.[a-z_]*")


def sources() -> Iterator[str]:
    """What the rules between missions name as the source of dice and effects: a key, or its beginning."""
    for path in sorted((ENGINE / "rules" / "campaign").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and SOURCE.fullmatch(node.value):
                yield node.value


def test_every_text_is_asked_for() -> None:
    named = [*asked(), *((key, not key.endswith(".")) for key in sources())]
    whole = {key for key, _ in named}
    starts = tuple(key for key, complete in named if not complete)
    given_as_reasons = {f"reason.{group}.{code}" if group else code for _, group, code in reasons()}
    given_as_reasons |= {f"reason.tie_break.{name}" for name, _ in TIE_BREAKS} | {"reason.tie_break.random"}
    for key in CATALOGUES["en"]:
        if (
            key in given_as_reasons or key in TABLE | VIEW or key.startswith(("refusal.", "fault."))
        ):  # tests/engine/refusals
            continue
        stem = key
        while stem and stem not in whole:
            stem = stem.rpartition(".")[0]
        assert stem or key.startswith(starts), key


# What gives reasons by a code, and the group that its codes belong to.
REASONED = {
    "reinforce": "reserve",
    "ReserveChanged": "reserve",
    "raise_alert": "alert",
    "AlertChanged": "alert",
    "_decide": "end",
    "GameEnded": "end",
}


def reasons() -> Iterator[tuple[str, str, str]]:
    """Every reason that the engine gives as a literal: file, group, and code or whole key."""
    for path in sorted([*ENGINE.rglob("*.py"), ENGINE.parent / "game.py"]):
        tree = syntax(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("reason."):
                yield path.name, "", node.value
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                for argument in node.args if called in REASONED else ():
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield path.name, REASONED[called], argument.value


def test_every_reason_of_the_engine_has_words() -> None:
    known = CATALOGUES["en"]
    found = list(reasons())
    for file, group, code in found:
        if code not in ("victory", "defeat"):
            assert (f"reason.{group}.{code}" if group else code) in known, (file, code)


def test_tie_breaks_selectors_and_kinds_have_words() -> None:
    known = CATALOGUES["en"]
    assert all(f"reason.kind.{kind}" in known for kind in KINDS)
    assert all(f"reason.selector.{selector}" in known for selector in SELECTORS)
    assert all(f"reason.tie_break.{name}" in known for name, _ in TIE_BREAKS)
    assert "reason.tie_break.random" in known
