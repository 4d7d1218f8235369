"""Converts the command line's choices for a new game into the arguments of a session."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Offerings
from defiance_qt.extend.found import available, default_folders, required
from defiance_qt.extend.languages import check_language, is_there
from defiance_qt.extend.sessions import Session, offered
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.extend.systems import words_of as texts_of
from defiance_qt.lab.chance_input import answerers
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK, LANGUAGES


class UnreadableOption(DefianceError):
    """An option that is not written K=V. `value` is its text."""

    def __init__(self, value: str) -> None:
        super().__init__(
            "command.no_option",
            "{text!r} is not an option: write name=value, for example rest=no or plugins.dark_night.range=3.",
            text=value,
        )
        self.value = value


def campaign_of(system: str, name: str, plugins: Sequence[str] = ()) -> str:
    """Return the id of a campaign of a system or of the chosen plugins, of the first without a name. Raises
    `DefianceError`."""
    found = offered(system, with_required(plugins), None, FALLBACK)
    if found.failures:
        raise found.failures[0]
    known = [one.id for one in found.offerings.scenarios if one.campaign]
    if name in known or (known and not name):
        return name or known[0]
    if not known:
        raise DefianceError("command.no_campaigns", "This game has no campaign.")
    raise DefianceError(
        "command.no_campaign", "There is no campaign {name!r}: {known}.", name=name, known=", ".join(known)
    )


def with_required(plugins: Sequence[str]) -> tuple[str, ...]:
    """Return plugins with those that they require, directly or not, as far as they are there."""
    if not plugins:
        return ()
    there = available(default_folders())
    known = {one.id for one in there if one.manifest is not None}
    return tuple(id for id in required(plugins, there) if id in known or id in plugins)


class Choices(msgspec.Struct, frozen=True):
    """A game as specified on the command line. `texts` are options as written; `ask` is the chance that the user
    answers, "" for none."""

    mission: str
    seed: int
    edition: str = ""
    plugins: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    ask: str = ""
    system: str = DEFAULT

    @property
    def offerings(self) -> Offerings:
        """What the system offers with the plugins. Raises `PluginError` for an unknown system."""
        return offered(self.system, self.all_plugins, None, FALLBACK).offerings

    @property
    def all_plugins(self) -> tuple[str, ...]:
        """The chosen plugins, and those that they require and that are there."""
        return with_required(self.plugins)

    @property
    def variant(self) -> str:
        """The chosen edition, by default the system's first."""
        return self.edition or next((one.id for one in self.offerings.variants), "")

    def options(self) -> dict[str, Any]:
        """Return the session's options: those of the system and of the scenario, edition options, `plugins.ID.OPTION`,
        `winners.CLAIM`, and the sources of chance.

        Raises `UnreadableOption`, and `PluginError` for an unknown system.
        """
        offerings = self.offerings
        # Those of other scenarios are refused as such.
        elsewhere = (option for scenario in offerings.scenarios for option in scenario.options)
        own = {option.id: option for option in (*elsewhere, *offerings.options_of(self.mission))}
        options: dict[str, Any] = {}
        for text in self.texts:
            name, equals, value = text.partition("=")
            parts = name.split(".", 2)
            if not equals or not all(parts):
                raise UnreadableOption(text)
            if parts[0] == "plugins" and len(parts) == 3:
                options.setdefault("plugins", {}).setdefault(parts[1], {})[parts[2]] = _value(value)
            elif parts[0] in ("switches", "winners") and len(parts) == 2:
                options.setdefault(parts[0], {})[parts[1]] = value
            elif name in own:
                options[name] = value if own[name].kind == "choice" else _value(value)
            elif len(parts) == 1:
                options.setdefault("switches", {})[name] = value
            else:
                raise UnreadableOption(text)
        if self.ask:
            options["answers"] = answerers(self.ask, offerings.chance)
        return options

    def values_of(self, name: str) -> dict[str, str]:
        """Return the values of an option that is a choice or a yes or no, or of an edition option, as written in
        `--option`, each with its text key. Raises `DefianceError`."""
        offerings = self.offerings
        found: dict[str, dict[str, str]] = {one.id: dict(one.values) for one in offerings.switches}
        for one in offerings.options_of(self.mission):
            if one.kind != "int":
                found[one.id] = dict(one.choices) or {"false": "cli.no", "true": "cli.yes"}
        if name not in found:
            raise DefianceError(
                "command.each",
                "{name!r} is not an option with values of its own here: {known}",
                name=name,
                known=", ".join(found) or "-",
            )
        return found[name]

    def begin(self, path: Path | None) -> Session:
        """Start the new game, saved at the path unless it is None."""
        return Session.new(
            self.system,
            mission=self.mission,
            seed=self.seed,
            edition=self.edition,
            options=self.options(),
            plugins=self.all_plugins,
            path=path,
        )


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def language_of(arguments: Sequence[str]) -> Words:
    """Return the texts of the language in `--lang`, before the arguments are parsed; English if it is missing or
    unknown."""
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            named = value or next(iter(arguments[place + 1 :]), "")
            return Words(named if named in LANGUAGES or (named and is_there(named)) else FALLBACK)
    return Words(FALLBACK)


def chosen_language(value: str) -> str:
    """Return the language of `--lang`. Raises `ContentError` for one that neither the program nor a plugin has."""
    check_language(value)
    return value


def words_of(language: str, system: str = "") -> Words:
    """Return the texts of a language, including those of a system. Raises `ContentError` for an unknown language."""
    return texts_of(system, language) if system else Words(language)
