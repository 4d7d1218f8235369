"""What went wrong, in the language of a person: errors of saves, plugins, content and the command line.

Everything below says what is wrong in one English sentence, and knows no catalogue. Here such a sentence is found again
among the English texts of the catalogue, and what it names is put into the text of another language. An error that has
no text keeps its English sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Protocol

from defiance_qt.core.errors import DefianceError, Illegal, SaveError
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import Words as Texts
from defiance_qt.systems.defiance.engine.words import refused
from defiance_qt.words.catalogue import FALLBACK, LOCALE, catalogues

# The texts there are, under "trouble.".
KEYS: dict[str, str] = {
    "command": """bot chance dice_after_undo die ended endless event no_attack no_attacker no_command no_option
        no_part no_switch no_symbol no_value nothing_said redo row unanswered uncorrected undo unsound wants""",
    "content": """edition language mission rule switch switch_value""",
    "fault": """ability_taken above api below conflict content_toml empty folder_id hook hook_near id import key
        key_language limit missing module module_name needs no_option none_of option options replaced
        replaces replaces_absent requirement same_id system toml truth twice unreadable version whole
        words_lack words_language words_unreadable""",
    "os": """directory exists full missing no_directory permission read_only""",
    "passport": """content option plugin_changed plugin_missing plugin_new plugin_version program""",
    "plugin": """absent both failed not_chosen unusable""",
    "save": """busy changed closed cut damaged elsewhere entry entry_missing entry_unfit exists first_step foreign
        format games line missing newer no_game no_game_here no_record no_step no_system options read_only
        step_order unopened unreadable unwritable""",
    "usage": """argument at_least at_most command extra extra_one extras integer option option_near option_value
        value""",
    "verdict": """differs event events needs needs_usable""",
}
# Values that are sentences themselves, one, or several with semicolons between them.
NESTED = ("why", "faults")
# A key of a manifest, then what is wrong with it.
_HEADED = re.compile(r"([a-z][\w.\[\]]*: )(.+)", re.DOTALL)
_PLACE = re.compile(r"\\\{(\w+)\\\}")


class Words(Texts, Protocol):
    """Texts that know their language."""

    @property
    def language(self) -> str: ...


def said(error: Exception, words: Words, state: State | None = None) -> str:
    """The sentence of an error in the language of `words`. `state` is where a refused command was given, if anywhere:
    then the refusal names what it is about."""
    if isinstance(error, Illegal) and state is not None:
        return refused(error, state, words)
    if isinstance(error, SaveError) and (key := _english().get(error.sentence)):
        return words(key, **{name: _value(name, value, words) for name, value in error.values.items()})
    if isinstance(error, OSError) and not isinstance(error, DefianceError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{sentence(str(error.strerror or error), words)}"
    return sentence(str(error), words)


def sentence(text: str, words: Words) -> str:
    """An English sentence of the program in the language of `words`; as it is when it has no text."""
    if words.language == FALLBACK:
        return text
    for key, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            return words(key, **{name: _value(name, value, words) for name, value in found.groupdict().items()})
    headed = _HEADED.fullmatch(text)
    return f"{headed[1]}{sentence(headed[2], words)}" if headed is not None else text


def sentences(texts: Iterable[str], words: Words) -> tuple[str, ...]:
    return tuple(sentence(text, words) for text in texts)


def _value(name: str, value: Any, words: Words) -> Any:
    """What stands in a place of a sentence: names and numbers as they are, sentences in the language."""
    return "; ".join(sentences(str(value).split("; "), words)) if name in NESTED else value


@lru_cache(maxsize=1)
def _english() -> dict[str, str]:
    """English text to key."""
    keys = [f"trouble.{group}.{name}" for group, names in KEYS.items() for name in names.split()]
    texts = [catalogue.gettext for catalogue in catalogues(LOCALE, FALLBACK)]
    return {text: key for key in keys for gettext in texts if (text := gettext(key)) != key}


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every text as a pattern, those first that leave the least open."""
    found = [(key, text, re.compile(_pattern(text), re.DOTALL)) for text, key in _english().items()]
    found.sort(key=lambda one: -len(re.sub(r"\{\w+\}", "", one[1])))
    return tuple((key, pattern) for key, _, pattern in found)


def _pattern(text: str) -> str:
    """Places take anything; quotation marks around one are whichever Python chose."""
    pattern = _PLACE.sub(r"(?P<\1>.*?)", re.escape(text))
    return re.sub(r"'(\(\?P<\w+>\.\*\?\))'", r"""['"]\1['"]""", pattern)
