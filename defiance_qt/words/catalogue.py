"""Texts by key and language, from gettext catalogues. Loads and formats texts, independent of any game or window.

The msgid of every entry is its key ("unit.cadmus.name"), in English as in other languages. Catalogues are
`<folder>/<language>/LC_MESSAGES/<domain>.mo`, compiled by `python -m defiance_qt.words.compile`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from string import Formatter
from types import MappingProxyType

from defiance_qt.core.errors import ContentError
from defiance_qt.core.system import Rule
from defiance_qt.words.languages import FALLBACK, LANGUAGES, added, known
from defiance_qt.words.rules import rules

DOMAINS = ("content", "engine", "view", "lessons", "terms", "ui", "cli")
RULE = "rule."
"""What the key of the text of a plugin's own rule begins with."""
LOCALE = package_files(__package__) / "locale"
"""The texts of the shell and the command line. A system's own are in its `locale` folder."""


class Words:
    """The texts of one language. `words(key, **values)` fills in `{names}`; `words.count(key, n, **values)` also
    chooses the plural form and fills in `{n}`.

    A key that the language lacks is looked up in English; a key that English lacks is returned unchanged. `folders` are
    further locale folders, for example of a plugin, searched before the built-in one. `texts` are texts by language and
    key, without plurals, with the highest priority. `rules` are folders with rule indexes.

    Raises `ContentError` for an unknown language, and for a text with a missing value.
    """

    def __init__(
        self,
        language: str = FALLBACK,
        folders: Sequence[Traversable] = (),
        texts: Mapping[str, Mapping[str, str]] = {},
        rules: Sequence[Traversable] = (),
    ) -> None:
        if language not in known():
            raise no_language(language)
        self.language = language
        self._folders = tuple(folders)
        self._rules = tuple(rules)
        self._at_hand = texts
        self._catalogue = NullTranslations()
        self._texts: dict[str, str] = {}
        for source in self._sources(self.language, FALLBACK):
            self._catalogue.add_fallback(source)

    @property
    def own(self) -> Mapping[str, Mapping[str, str]]:
        """The texts with the highest priority, by language and key."""
        return self._at_hand

    def _sources(self, *languages: str) -> Iterator[NullTranslations]:
        for language in dict.fromkeys(languages):
            if language in self._at_hand:
                yield _AtHand(self._at_hand[language])
            if (more := added(language)) is not None:
                yield _AtHand(more[1])
            for folder in (*self._folders, LOCALE):
                yield from catalogues(folder, language)

    def in_language(self, language: str) -> Words:
        """Return the same catalogues in another language."""
        return Words(language, self._folders, self._at_hand, self._rules)

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rule index: id to rule, ordered by id, then the rules of plugins (texts of the key "rule.<id>").

        Loaded on first use. Raises `ContentError`.
        """
        languages = (self.language,) if self.language in LANGUAGES else (FALLBACK, self.language)
        found = {id: rule for one in self._rules for each in languages for id, rule in rules(one, each).items()}
        for key in sorted({key for texts in self._at_hand.values() for key in texts if key.startswith(RULE)}):
            id = key.removeprefix(RULE)
            found.setdefault(id, Rule(id, self("rules.house"), self(key)))
        return MappingProxyType(found)

    def __call__(self, key: str, /, **values: object) -> str:
        text = self._texts.get(key)
        if text is None:
            # gettext returns the catalogue's header for the empty key.
            text = self._texts[key] = self._catalogue.gettext(key) if key else ""
        return self._filled(key, text, values) if "{" in text else text

    def _filled(self, key: str, text: str, values: dict[str, object]) -> str:
        """Fill in the values. A text of an added language that wants others gives way to the English one."""
        if added(self.language) is None:
            return _filled(key, text, values)
        try:
            return _filled(key, text, values)
        except (ContentError, ValueError, IndexError, AttributeError):
            return self.in_language(FALLBACK)(key, **values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """Return the text in the plural form for `n`."""
        text = self._catalogue.ngettext(key, key, n)
        if added(self.language) is None:
            return _filled(key, text, {"n": n, **values})
        try:
            return _filled(key, text, {"n": n, **values})
        except (ContentError, ValueError, IndexError, AttributeError):
            return self.in_language(FALLBACK).count(key, n, **values)

    def __contains__(self, key: str) -> bool:
        """Return whether a catalogue has the key, in this language or in English."""
        return bool(key) and (self._catalogue.gettext(key) != key or self._catalogue.ngettext(key, key, 1) != key)

    @cached_property
    def _alone(self) -> NullTranslations:
        """The catalogues of this language without those of English."""
        alone = NullTranslations()
        for source in self._sources(self.language):
            alone.add_fallback(source)
        return alone

    def lacks(self, key: str) -> bool:
        """Return whether this language has no text of the key, whatever English has."""
        return self._alone.gettext(key) == key == self._alone.ngettext(key, key, 1)

    def asks_for(self, key: str) -> frozenset[str]:
        """Return the names of the values that this language's text asks for, in any of its plural forms. Raises
        `ValueError` if its braces do not match."""
        forms = {self._alone.gettext(key), *(self._alone.ngettext(key, key, n) for n in (1, 2, 5))} - {key}
        return frozenset(name for form in forms for name in asked_for(form))


def asked_for(text: str) -> Iterator[str]:
    """Yield the names of the values in a text, "who" of "{who!r}". Raises `ValueError` if its braces do not match."""
    for _, field, _, _ in Formatter().parse(text):
        if field is not None:
            yield re.split(r"[.\[]", field, maxsplit=1)[0]


class _AtHand(NullTranslations):
    """A dictionary of texts as a catalogue."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return self._texts.get(message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for a number, "key[0]" for one and "key[1]" for others, or the text of the key alone."""
        form = self._texts.get(f"{msgid1}[{0 if n == 1 else 1}]") or self._texts.get(msgid1)
        return form or super().ngettext(msgid1, msgid2, n)


def no_language(language: str) -> ContentError:
    """Return the error for an unknown language."""
    return ContentError(
        "content.language", "there is no language {name!r}: {known}", name=language, known=", ".join(known())
    )


def catalogues(folder: Traversable, language: str) -> Iterator[GNUTranslations]:
    """Yield the compiled catalogues of a locale folder for a language."""
    home = folder / language / "LC_MESSAGES"
    for domain in DOMAINS:
        file = home / f"{domain}.mo"
        if file.is_file():
            with file.open("rb") as source:
                yield GNUTranslations(source)


def _filled(key: str, text: str, values: dict[str, object]) -> str:
    try:
        return text.format_map(values)
    except KeyError as error:
        raise ContentError(
            "content.text_value", "the text {key!r} needs the value {name!r}", key=key, name=error.args[0]
        ) from error
