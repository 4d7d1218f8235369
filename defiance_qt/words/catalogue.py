"""Texts by key and language, from gettext catalogues. Loads and formats texts, independent of any game or window.

The msgid of every entry is its key ("unit.cadmus.name"), in English as in other languages. Catalogues are
`<folder>/<language>/LC_MESSAGES/<domain>.mo`, compiled by `python -m defiance_qt.words.compile`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING

from defiance_qt.core.errors import ContentError, Message
from defiance_qt.core.port import Rule
from defiance_qt.words.languages import FALLBACK, LANGUAGES, added, known
from defiance_qt.words.rules import rules

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

DOMAINS = ("content", "engine", "view", "lessons", "terms", "ui", "cli")
RULE = "rule."
"""What the key of the text of a plugin's own rule begins with."""
ERROR = "error."
"""What the key of the text of an error begins with."""
LOCALE = Path(__file__).parent / "locale"
"""The texts of the shell and the command line. A system's own are in its `locale` folder."""

Unfilled = Callable[[str, Message], object]
"""Called for a text that cannot be filled in, with its key and the reason."""

UNFILLABLE = (LookupError, ValueError, TypeError, AttributeError, OverflowError, MemoryError)
"""What Python raises for a text whose braces do not match, ask for what is not there, or have a wrong format."""


class Words:
    """The texts of one language. `words(key, **values)` fills in `{names}`; `words.count(key, n, **values)` also
    chooses the plural form and fills in `{n}`.

    A key that the language lacks is looked up in English; a key that English lacks is returned unchanged. `folders` are
    further locale folders, for example of a plugin, searched before the built-in one. `texts` are texts by language and
    key, without plurals, with the highest priority. `rules` are folders with rule indexes.

    A text from `texts` or of an added language that cannot be filled in gives way to the next one of its key: the
    built-in one, the English one, at last its raw form. `unfilled` is called for it.

    Raises `ContentError` for an unknown language, and for a text of the catalogues with a missing value.
    """

    def __init__(
        self,
        language: str = FALLBACK,
        folders: Sequence[Traversable] = (),
        texts: Mapping[str, Mapping[str, str]] = {},
        rules: Sequence[Traversable] = (),
        unfilled: Unfilled | None = None,
    ) -> None:
        if language not in known():
            raise no_language(language)
        self.language = language
        self._folders = tuple(folders)
        self._rules = tuple(rules)
        self._at_hand = texts
        self._unfilled = unfilled
        self._catalogue = NullTranslations()
        self._texts: dict[str, str] = {}
        self._held: dict[str, bool] = {}
        self._layers = tuple(self._sources(self.language, FALLBACK))
        for source in self._layers:
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
        return Words(language, self._folders, self._at_hand, self._rules, self._unfilled)

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
        if "{" not in text:
            return text
        try:
            return text.format_map(values)
        except UNFILLABLE as error:
            return self._instead(key, lambda source: source.gettext(key), values, error)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """Return the text in the plural form for `n`."""
        values = {"n": n, **values}
        try:
            return self._catalogue.ngettext(key, key, n).format_map(values)
        except UNFILLABLE as error:
            return self._instead(key, lambda source: source.ngettext(key, key, n), values, error)

    def _instead(
        self,
        key: str,
        text_in: Callable[[NullTranslations], str],
        values: Mapping[str, object],
        error: Exception,
    ) -> str:
        """Return the next text of a key whose first one cannot be filled in, or that one as it is written. Raises
        `ContentError` if only the catalogues have the key."""
        why = _why_unfilled(key, error)
        if not any(source.holds(key) for source in self._layers if isinstance(source, _AtHand)):
            raise ContentError.of(why) from error
        if self._unfilled is not None:
            self._unfilled(key, why)
        for text in map(text_in, self._layers):
            with suppress(*UNFILLABLE):
                if text != key:
                    return text.format_map(values)
        # The English text of an error stands where it is raised, and is used in place of the key.
        return key if key.startswith(ERROR) else text_in(self._catalogue)

    def __contains__(self, key: str) -> bool:
        """Return whether a catalogue has the key, in this language or in English."""
        held = self._held.get(key)
        if held is None:
            # A key that is not there is looked for in every catalogue, twice.
            one = self._catalogue
            held = self._held[key] = bool(key) and (one.gettext(key) != key or one.ngettext(key, key, 1) != key)
        return held

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

    def holds(self, key: str) -> bool:
        """Return whether it has a text of the key, in any plural form."""
        return any(form in self._texts for form in (key, f"{key}[0]", f"{key}[1]"))

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
            # A copy shares the texts and has its own fallbacks.
            yield copy(_read(file.read_bytes()))


@lru_cache(maxsize=64)
def _read(compiled: bytes) -> GNUTranslations:
    return GNUTranslations(BytesIO(compiled))


def _why_unfilled(key: str, error: Exception) -> Message:
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return Message("content.text_value", "the text {key!r} needs the value {name!r}", key=key, name=name)
    return Message("content.text_form", "the braces of the text {key!r} cannot be filled in", key=key)
