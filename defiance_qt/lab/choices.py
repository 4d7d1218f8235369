"""What a command line chooses for a new game, read into what a session takes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.typed import answerers
from defiance_qt.words.catalogue import FALLBACK, LANGUAGES, Words


class UnreadableOption(DefianceError):
    """An option that is not written K=V. `value` is what was written."""

    def __init__(self, value: str) -> None:
        super().__init__(f"{value!r} is no option: write name=value, as in rest=no or plugins.dark_night.range=3.")
        self.value = value


class Choices(msgspec.Struct, frozen=True):
    """A game as the command line names it. `texts` are options as written; `ask` is what a person answers, "" for
    nothing."""

    mission: str
    seed: int
    edition: str = "en"
    plugins: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    ask: str = ""

    def options(self) -> dict[str, Any]:
        """The session's options: edition switches by name, `plugins.ID.OPTION`, and who answers chance."""
        options: dict[str, Any] = {}
        for text in self.texts:
            name, equals, value = text.partition("=")
            parts = name.split(".", 2)
            if not equals or not all(parts):
                raise UnreadableOption(text)
            if parts[0] == "plugins" and len(parts) == 3:
                options.setdefault("plugins", {}).setdefault(parts[1], {})[parts[2]] = _value(value)
            elif parts[0] == "switches" and len(parts) == 2:
                options.setdefault("switches", {})[parts[1]] = value
            elif len(parts) == 1:
                options.setdefault("switches", {})[name] = value
            else:
                raise UnreadableOption(text)
        if self.ask:
            options["answers"] = answerers(self.ask)
        return options

    def begin(self, path: Path | None) -> Session:
        """The new game, saved at the path if there is one."""
        return Session.new(
            mission=self.mission,
            seed=self.seed,
            edition=self.edition,
            options=self.options(),
            plugins=self.plugins,
            path=path,
        )


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def language_of(arguments: Sequence[str]) -> Words:
    """The texts of the language that a command line names, before it is parsed; English when it names none there is."""
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            named = value or next(iter(arguments[place + 1 :]), "")
            return Words(named if named in LANGUAGES else FALLBACK)
    return Words(FALLBACK)


def words_of(language: str) -> Words:
    """The texts of a language. Raises `ContentError` for one that is not there."""
    return Words(language)
