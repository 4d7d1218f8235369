"""The English texts keep the house's style: plain words, the rulebook's terms, one typography."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, wraps
from itertools import pairwise
from pathlib import Path

import pytest

import defiance_qt
from defiance_qt.words import compile as compile_words
from tests.sources import tree as syntax

PACKAGE = Path(defiance_qt.__file__).parent
ROOT = PACKAGE.parent
SYSTEM = PACKAGE / "systems/defiance"
LOCALES = (PACKAGE / "words/locale", SYSTEM / "locale", *sorted(ROOT.glob("expansions/*/locale")))
CATALOGUES = [source for locale in LOCALES for source in (locale / "en").rglob("*.po")]


Texts = Callable[[], tuple[tuple[str, str], ...]]


# ---- where the texts are ----


def listed(texts: Callable[[], Iterator[tuple[str, str]]]) -> Texts:
    """The texts of a family, which some twenty tests go through, read once."""

    @cache
    @wraps(texts)
    def read() -> tuple[tuple[str, str], ...]:
        return tuple(texts())

    return read


@listed
def catalogue_texts() -> Iterator[tuple[str, str]]:
    """The entries of the catalogues by key, each plural form by itself."""
    for source in CATALOGUES:
        for key, text in compile_words.texts(compile_words.read_source(source)).items():
            for form in (text,) if isinstance(text, str) else text:
                yield key, form


@listed
def indexed_texts() -> Iterator[tuple[str, str]]:
    """The texts of the rules, of every system that has an index."""
    for file in (SYSTEM / "rules/defiance.en.toml", *ROOT.glob("expansions/*/rules/*.en.toml")):
        index = tomllib.loads(file.read_text("utf-8"))
        yield from ((id, rule["text"]) for id, rule in index["rules"].items())
        yield from ((f"areas.{id}", text) for id, text in index["areas"].items())


@listed
def plugin_texts() -> Iterator[tuple[str, str]]:
    """The texts of the bundled plugins and systems: manifests and words."""
    for folder in (SYSTEM, *sorted(ROOT.glob("plugins/*/")), *sorted(ROOT.glob("expansions/*/"))):
        manifest = folder / "plugin.toml"
        if manifest.exists():
            found = tomllib.loads(manifest.read_text("utf-8"))
            yield from ((f"{folder.name}.{key}", found[key]["en"]) for key in ("name", "description"))
        words = folder / "locale/words.toml"
        if words.exists():
            yield from tomllib.loads(words.read_text("utf-8"))["en"].items()


@listed
def raised_texts() -> Iterator[tuple[str, str]]:
    """The English templates of errors and messages, which stand in the code that raises them."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if not re.search(r'"[a-z_]+\.[a-z_.]+",', file.read_text("utf-8")):
            continue
        for call in (node for node in ast.walk(syntax(file)) if isinstance(node, ast.Call)):
            said = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            for key, text in pairwise(said):
                if re.fullmatch(r"[a-z_]+\.[a-z_.]+", key) and " " in text:
                    yield f"{file.name}:{call.lineno} {key}", text


@listed
def helps() -> Iterator[tuple[str, str]]:
    """What `--help` prints of commands and options."""
    tree = syntax(PACKAGE / "lab/commands.py")
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield f"commands.py:{node.value.lineno}", str(node.value.value)
        if isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(one) for one in node.decorator_list):
            yield f"commands.py:{node.lineno}", ast.get_docstring(node) or ""


FAMILIES = (catalogue_texts, indexed_texts, plugin_texts, raised_texts, helps)
EVERY = [pytest.param(texts, id=texts.__name__) for texts in FAMILIES]
GAMES = EVERY[:2]


def bare(text: str) -> str:
    """Return the text with "x" for each placeholder, so that a placeholder's name is not taken for a word."""
    return re.sub(r"\{[^{}]*\}", "x", text)


def faults(texts: Texts, pattern: str) -> list[str]:
    """Return the texts of a family in which the pattern is found."""
    return [f"{key}: {text}" for key, text in texts() if re.search(pattern, bare(text))]


# ---- words ----

DIALECT = (
    r"(?i)\b((some|any|no|every)body|who(m|ever)|oneself|one's|anew|dear(er)?|affair|mend(s|ed)?|glow(s|ing)?|ticked"
    r"|set-up|at hand|at work|by itself|goes? on|br(ings?|ought) round|shakes? off|straighten(s|ed)?|to the letter"
    r"|further (up|down)|as in|no such language|is none of|exists already|(is|are|was|has) [a-z]+ already"
    r"|once an? (round|mission|activation))\b"
)
CALQUE = r"(?<!there )(?<!There )\b(is|are) no (?!longer|more)[a-zA-Z]"
BRITISH = (
    r"(?i)\b(colou(r|rs|red)|armou(r|red|ry)|grey|neighbou(r|rs|ring)|defence|licence|recognise[sd]?|favour|honour"
    r"|centre|behaviour)\b"
)
TERMS = (
    r"\b(line of sight|lines of sight|alert level|maximum alert|face-to-face|simple roll|free action|aggro|loot cards?"
    r"|initiative card|reinforcements?|replacements?|consequences?|miniatures?|intel packs?|biotech protection"
    r"|security doors?|unconscious|stunned|activations?)\b"
)


@pytest.mark.parametrize("texts", EVERY)
def test_no_dialect(texts: Texts) -> None:
    """Common words in their common order: no archaisms, no "exists already", no "glows"."""
    assert faults(texts, DIALECT) == []


@pytest.mark.parametrize("texts", EVERY)
def test_not_a_is_not_said_as_is_no(texts: Texts) -> None:
    assert faults(texts, CALQUE) == []


@pytest.mark.parametrize("texts", EVERY)
def test_american_spelling(texts: Texts) -> None:
    """As in "Defense", which the cards print."""
    assert faults(texts, BRITISH) == []


@pytest.mark.parametrize("texts", GAMES)
def test_terms_of_the_rulebook_keep_their_capitals(texts: Texts) -> None:
    assert faults(texts, TERMS) == []


@pytest.mark.parametrize("texts", GAMES)
def test_sides_that_block_are_purple(texts: Texts) -> None:
    assert faults(texts, r"(?i)\bviolet\b") == []


# ---- typography ----

TYPOGRAPHY = {
    "three dots": r"\.\.\.",
    "double space": r"\S  +\S",
    "space at an end": r"^ | $",
    "space before punctuation": r"[A-Za-z)”] [,.;:?!…](?= [A-Za-z]|$)",
    "space before percent": r"\w %",
    "hyphen as minus": r"(?<![\w'>=-])-\d",
    "typographic apostrophe": r"[‘’]",
    "a or an": r"\b(a [aeio][a-z]{2}(?<!one)|an [bcdfgjkpqtvwz])",
    "word twice": r"\b([a-z]{2,}) \1\b",
}


@pytest.mark.parametrize("rule", TYPOGRAPHY)
@pytest.mark.parametrize("texts", EVERY)
def test_typography(texts: Texts, rule: str) -> None:
    if (texts, rule) == (catalogue_texts, "space at an end"):
        assert [fault for fault in faults(texts, TYPOGRAPHY[rule]) if not fault.startswith("event.list:")] == []
    else:
        assert faults(texts, TYPOGRAPHY[rule]) == []


@pytest.mark.parametrize("texts", [catalogue_texts, indexed_texts, plugin_texts])
def test_quotes_are_typographic(texts: Texts) -> None:
    """Straight apostrophes, “typographic” quotes in pairs. Errors quote as Python does, so they are left out."""
    assert faults(texts, '"') == []
    assert [f"{key}: {text}" for key, text in texts() if text.count("“") != text.count("”")] == []


# ---- full stops ----

SENTENCES = re.compile(
    r"(ui|view)\..*\.(tip|off|hint|how)|(ui|view)\..*(?<!deployment)(?<!timeline)(?<!do\.time)\.note|view\.(alert\.\d|why_not\..*)"
    r"|(ability|character|consequence|equipment|loot|software|specialty|state|unit)\..*\.text"
    r"|mission\..*\.(objective|setup|story)|mission\..*\.(end|opening)\..*|question\..*|R-\d+|P-\d+|.*\.description"
)
NOT_PRESENTED = ("ui.speed.tip",)  # A tip that names the box it belongs to.
LABELS = re.compile(
    r"(command|event(?!\.\w+\.text$)|fault|reason|why|odds|symbol|log|edition|switch|ending|location)\..*|specialty\.(?!.*\.text$).*"
    r"|(?!refusal\.(no_such_answer|unreadable_card|unreadable_dice)$)refusal\..*"
    r"|(ui|view)\..*\.title|.*\.name|(ui|view)\.do\..*|view\.(action|ask|hover|unit|card)\.\w+|areas\..*"
)


def test_sentences_end_in_a_full_stop() -> None:
    for texts in (catalogue_texts, indexed_texts, plugin_texts):
        for key, text in texts():
            if SENTENCES.fullmatch(key) and key not in NOT_PRESENTED and not key.endswith(".title"):
                assert text[-1] in ".?", f"{key}: {text}"


def test_labels_and_lines_of_the_log_have_none() -> None:
    """Lines are joined and completed where they are shown, so they bring no full stop of their own."""
    for texts in (catalogue_texts, indexed_texts):
        for key, text in texts():
            if LABELS.fullmatch(key) and key != "why.decimal_point":
                assert text[-1] != ".", f"{key}: {text}"


def test_texts_begin_with_a_capital_where_they_begin_a_line() -> None:
    for key, text in catalogue_texts():
        if SENTENCES.fullmatch(key) or re.fullmatch(r"(command|refusal|why|ui\.do|view\.action)\.[a-z_]+", key):
            assert not text[0].islower() or text.startswith("{"), f"{key}: {text}"


# ---- lengths ----

# The longest text of each kind of button, in characters, at which the window of 1280 × 800 shows it whole.
BUTTONS = {
    r"view\.action\.[a-z]+|view\.do\.[a-z]+": 15,
    r"ui\.(ok|cancel|close|undo|redo|menu)|ui\.form\.take|ui\.new\.(begin|back|reset|seed\.again)"
    r"|ui\.(overrule|correct)\.apply|view\.(equip\.finish|enemy\.proceed)": 26,
    r"ui\.(account\.(explain|whole)|overrule\.pick|form\.enter_.*)|view\.overrule\.\w+": 20,
    r"ui\.do\..*": 28,
    r"ui\.keys\.(act|choice|game|look|time|turn)|ui\.log\.\w+": 26,
    r"(ui|view)\..*\.title": 36,
}


@pytest.mark.parametrize("kind", BUTTONS)
def test_buttons_are_short(kind: str) -> None:
    found = [(key, text) for key, text in catalogue_texts() if re.fullmatch(kind, key)]
    assert found
    assert [f"{key}: {text}" for key, text in found if len(bare(text)) > BUTTONS[kind]] == []


@pytest.mark.parametrize("texts", [catalogue_texts, indexed_texts])
def test_sentences_are_short(texts: Texts) -> None:
    """At most 32 words between two stops; the help of text play lists commands and is no sentence."""
    for key, text in texts():
        for sentence in re.split(r"[.;:?!] ", bare(text)):
            assert len(sentence.split()) <= 32 or key == "cli.help", f"{key}: {sentence}"


# ---- the checks find what they are for ----


@pytest.mark.parametrize(
    ("pattern", "bad"),
    [
        (DIALECT, "Somebody is there"),
        (DIALECT, "Attack whom?"),
        (DIALECT, "Choose an Enemy that glows."),
        (DIALECT, "x exists already."),
        (DIALECT, "Once a Round: heal 3"),
        (CALQUE, "x is no command"),
        (BRITISH, "Heavy armour"),
        (BRITISH, "coloured dice"),
        (TERMS, "needs no line of sight"),
        (TYPOGRAPHY["three dots"], "Open..."),
        (TYPOGRAPHY["double space"], "Points  x"),
        (TYPOGRAPHY["space before punctuation"], "Why ?"),
        (TYPOGRAPHY["space before percent"], "x %"),
        (TYPOGRAPHY["hyphen as minus"], "Wounds -1"),
        (TYPOGRAPHY["typographic apostrophe"], "Enemy’s"),
        (TYPOGRAPHY["a or an"], "an Enemy or an box"),
        (TYPOGRAPHY["word twice"], "to the the end"),
    ],
)
def test_each_pattern_finds_its_fault(pattern: str, bad: str) -> None:
    assert re.search(pattern, bad)


@pytest.mark.parametrize(
    ("pattern", "good"),
    [
        (DIALECT, "Nothing adjacent to interact with."),
        (CALQUE, "there is no edition x"),
        (CALQUE, "x is no longer on the board"),
        (BRITISH, "Defense, color, armor, colored, Armory"),
        (TERMS, "Line of Sight, Free Action"),
        (TYPOGRAPHY["hyphen as minus"], "R-087, two-1"),
        (TYPOGRAPHY["a or an"], "an Enemy, a Unit, a one, an hour"),
        (TYPOGRAPHY["space before punctuation"], "S, CS, B, CB, !"),
    ],
)
def test_no_pattern_finds_a_good_text(pattern: str, good: str) -> None:
    assert not re.search(pattern, good)
