"""Plugin texts without gettext catalogues: `locale/words.toml`, with one table of keys per language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.extend.sources import Unreadable, table
from defiance_qt.words.languages import LANGUAGES

WORDS = "locale/words.toml"


def word_faults(source: bytes, languages: Sequence[str] = LANGUAGES) -> list[Message]:
    """Return the faults of a plugin's words file. Each of the languages needs a table, and all tables need the same
    keys."""
    try:
        tables = msgspec.convert(table(source), dict[str, dict[str, str]])
    except (Unreadable, msgspec.ValidationError) as error:
        why = error.why if isinstance(error, Unreadable) else str(error)
        return [Message("fault.words_unreadable", "its {file} cannot be read: {why}", file=WORDS, why=why)]
    faults = [
        Message(
            "fault.words_language",
            "its {file} has texts in an unknown language, {language!r}",
            file=WORDS,
            language=language,
        )
        for language in tables
        if language not in languages
    ]
    keys = sorted({key for texts in tables.values() for key in texts})
    for language in languages:
        faults += [
            Message(
                "fault.words_lack", "its {file} lacks {key!r} in {language!r}", file=WORDS, key=key, language=language
            )
            for key in keys
            if not tables.get(language, {}).get(key)
        ]
    return faults


def read_words(source: bytes) -> dict[str, dict[str, str]]:
    """Return the texts of a valid words file, by language and key."""
    tables: dict[str, dict[str, str]] = table(source)
    return tables
