"""The choices for a new game: what a system offers, what a user has chosen, and the plugins of the session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol

import msgspec

from defiance_qt.core.errors import Message


class Setup(msgspec.Struct, frozen=True):
    """A user's choices for a new game. Stored in the first entry of the save.

    `mission` is the id of a scenario, `edition` that of a variant (see `Offerings`). `options` holds the system's own
    options by id and four common keys. "switches" holds values that differ from the variant, "answers" the source of
    each kind of chance, "plugins" the options of plugins, and "winners" which of two plugins counts where both claim
    the same.
    """

    system: str
    mission: str
    seed: int
    edition: str = ""
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()


class Switch(msgspec.Struct, frozen=True):
    """An edition option: a point on which editions of the rules differ.

    `title` and the texts in `values` (value to text key) are text keys. `editions` maps each variant to its value.
    `rules` are the ids of the rules it affects. `preset` is the value that a plugin gives it, whatever the variant.
    """

    id: str
    title: str
    values: Mapping[str, str]
    editions: Mapping[str, str]
    rules: tuple[str, ...] = ()
    preset: str = ""

    def usual(self, variant: str) -> str:
        """Return its value in a variant, unless the user chooses another."""
        return self.preset or self.editions.get(variant, next(iter(self.values)))


class Variant(msgspec.Struct, frozen=True):
    """An edition of the rules. `title` and `short` are text keys."""

    id: str
    title: str
    short: str


class ChanceKind(msgspec.Struct, frozen=True):
    """A kind of chance that the app or the user answers. `key` identifies it in the option "answers", and is that of
    its requests (`Request.key`): "team.dice" for those of kind "dice" and side "team", "dice" for those without a side.
    Only a request whose key is in `Game.answers` can be typed instead of the app's.

    `group` is the value of the option `--ask` that covers it ("dice", "cards"). `side` is "team", "enemy" or "".
    """

    key: str
    title: str
    group: str
    side: str = ""


class Option(msgspec.Struct, frozen=True):
    """An option of the system. `title` is a text key; `choices` maps values to text keys; `low` and `high` bound an
    integer."""

    id: str
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str
    title: str
    choices: Mapping[str, str] = {}
    low: int | None = None
    high: int | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A playable scenario, such as a mission or a duel. `title` and `sections` (heading, body) are text keys; a section
    without a heading introduces the scenario. A `campaign` is several of them in a row, with what is between them.
    `options` are those that only this scenario has."""

    id: str
    title: str
    sections: tuple[tuple[str, str], ...] = ()
    number: int = 0
    campaign: bool = False
    options: tuple[Option, ...] = ()


class Offerings(msgspec.Struct, frozen=True):
    """All choices for a new game. The first scenario and the first variant are preselected."""

    scenarios: tuple[Scenario, ...]
    variants: tuple[Variant, ...] = ()
    switches: tuple[Switch, ...] = ()
    chance: tuple[ChanceKind, ...] = ()
    options: tuple[Option, ...] = ()

    def options_of(self, mission: str) -> tuple[Option, ...]:
        """Return the options of a game of this scenario: the system's, and the scenario's own."""
        own = (option for one in self.scenarios if one.id == mission for option in one.options)
        return (*self.options, *own)


def scenario(id: str, *sections: tuple[str, str]) -> Scenario:
    """Return a scenario with the texts `scenario.<id>.name` and `.story`, and further sections."""
    return Scenario(id, f"scenario.{id}.name", (("", f"scenario.{id}.story"), *sections))


def chance_kind(key: str) -> ChanceKind:
    """Return the kind of chance of the requests with this key, with the text `chance.<key>` and its kind as the
    group."""
    side, _, kind = key.rpartition(".")
    return ChanceKind(key, f"chance.{key}", kind, side)


def variant(id: str) -> Variant:
    """Return a variant with the text `variant.<id>`."""
    return Variant(id, f"variant.{id}", f"variant.{id}")


def switch(id: str, editions: Mapping[str, str], *values: str, rules: tuple[str, ...] = ()) -> Switch:
    """Return an edition option with the texts `switch.<id>` and `switch.<id>.<value>`. `editions` maps each variant to
    its value."""
    return Switch(id, f"switch.{id}", {value: f"switch.{id}.{value}" for value in values}, editions, rules)


def chosen(switches: Iterable[Switch], setup: Setup) -> dict[str, str]:
    """Return the value of each edition option in a set-up: the user's, or that of the variant."""
    return {**{one.id: one.usual(setup.edition) for one in switches}, **setup.options.get("switches", {})}


class PluginStamp(msgspec.Struct, frozen=True):
    """A plugin in a save's passport: its version, the hash of its files, and its options.

    `sha256` is the hex digest over the paths and bytes of all its files (extend/loader.py).
    """

    id: str
    version: str
    sha256: str
    options: dict[str, Any] = {}


class Plugins(Protocol):
    """The plugins of one session, as passed to a game system."""

    def calls(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """Return the guarded implementations of a hook, ordered by plugin id."""

    def contributed(self, hook: str) -> tuple[Any, ...]:
        """Return all values that implementations of a `contribute_*` hook returned at the set-up, as one sequence;
        none of a plugin that has failed since."""

    def report(self, fault: Message) -> None:
        """Report something in the content that has no effect, for example because a plugin is missing.

        A new game is refused because of it. A save opens, and tells it.
        """
