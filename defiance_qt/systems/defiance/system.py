"""Infinity Defiance as a `GameSystem`: the functions that the app needs before a game exists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from defiance_qt.core.errors import Message
from defiance_qt.core.port import Bot, ChanceKind, Odds, Offerings, Plugins, Scenario, Setup, Variant
from defiance_qt.core.port.lessons import Lesson
from defiance_qt.systems.defiance import content as built_in
from defiance_qt.systems.defiance import hookspecs
from defiance_qt.systems.defiance.engine.catalog import (
    Catalog,
    check_boards,
    read_catalog,
    read_guides,
    read_lessons,
    read_unchecked,
)
from defiance_qt.systems.defiance.engine.checks.abilities import vocabulary
from defiance_qt.systems.defiance.engine.checks.catalog import ability_faults
from defiance_qt.systems.defiance.engine.checks.shared import Vocabulary
from defiance_qt.systems.defiance.engine.content import GuideCard, LessonCard
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.requests import CHANCE
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.game import SYSTEM, DefianceGame, as_switch
from defiance_qt.systems.defiance.lessons.course import DefianceCourse, offered
from defiance_qt.systems.defiance.lessons.guide import GuidedCourse, offered_guide

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.lab.tools import DefianceTools


def _heuristic(seed: int) -> Bot:
    # Imported by the first game that it plays.
    from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot

    return HeuristicBot()


class Defiance:
    """The game system."""

    id = SYSTEM

    def content(self) -> Mapping[str, bytes]:
        return built_in.files()

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Plugins) -> DefianceGame:
        """Return the game for this content. Raises `ContentError`."""
        files = tuple(content.items())
        catalog = _catalog(files, setup.mission)
        rules = Rules(catalog, setup, hooks_of(plugins))
        # Asked after the board was built: a plugin that failed in it has no abilities.
        for fault in _ability_faults(files, setup.mission, vocabulary(plugins.contributed("contribute_abilities"))):
            plugins.report(fault)
        return DefianceGame(rules)

    def offerings(self, content: Mapping[str, bytes]) -> Offerings:
        return _offerings(tuple(content.items()))

    def hookspecs(self) -> ModuleType:
        return hookspecs

    def bots(self) -> Mapping[str, Callable[[int], Bot]]:
        return {"heuristic": _heuristic}

    def tools(self) -> DefianceTools:
        from defiance_qt.systems.defiance.lab.tools import DefianceTools

        return DefianceTools(self.id)

    def lessons(self, content: Mapping[str, bytes]) -> tuple[Lesson, ...]:
        """Return the guides, and the worked examples in the rulebook's order. They are the system's own, whatever the
        content."""
        guides = tuple(offered_guide(card) for card in _guides().values())
        return guides + tuple(offered(card) for card, _ in _examples().values())

    def lesson(self, content: Mapping[str, bytes], id: str) -> DefianceCourse | GuidedCourse | None:
        if id in _guides():
            return GuidedCourse(_guides()[id])
        found = _examples().get(id)
        if found is None:
            return None
        card, name = found
        own = {name: built_in.examples()[name]}
        return DefianceCourse(card, _catalog(tuple({**content, **own}.items()), card.mission), own)

    dice_help = (
        ("red,red,orange blue,black", "odds.help.dice"),
        ("--switch '! !=1'", "odds.help.switch"),
        ("--enemy-switch '!=1'", "odds.help.enemy_switch"),
        ("--multiplier 2", "odds.help.multiplier"),
        ("--wounds 3", "odds.help.wounds"),
    )

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> Odds:
        """Return the odds of dice against dice ("red,red,orange", "blue"), or of a Simple Roll if `rival` is empty.
        Options: "switch" and "enemy_switch" (COST=DAMAGE each), "multiplier", "wounds". Raises
        `DefianceError`."""
        from defiance_qt.systems.defiance.engine.chances import as_odds
        from defiance_qt.systems.defiance.lab.odds import dice_chances

        dice = read_catalog(self.content()).dice
        multiplier, wounds = (int(next(iter(options.get(name, ())), usual)) for name, usual in _NUMBERS)
        switches = options.get("switch", ()), options.get("enemy_switch", ())
        return as_odds(dice_chances(dice, own, rival, *switches, multiplier, wounds))


SWITCHES = "switches.toml"
"""The file of the edition options that the rules know."""

_NUMBERS = (("multiplier", "1"), ("wounds", "0"))


def hooks_of(plugins: Plugins) -> Hooks:
    """Return the plugins of a session in the form used by the engine: the hooks of play, and the abilities."""
    return Hooks(
        abilities=plugins.contributed("contribute_abilities"),
        **{name: plugins.calls(name) for name in hookspecs.IN_PLAY},
    )


def _campaign(id: str) -> Scenario:
    sections = (("", f"campaign.{id}.story"), ("scenario.objective", f"campaign.{id}.objective"))
    return Scenario(id, f"campaign.{id}.name", sections, campaign=True)


def _scenario(catalog: Catalog, id: str) -> Scenario:
    sections = (
        ("", f"mission.{id}.story"),
        ("scenario.objective", f"mission.{id}.objective"),
        ("scenario.setup", f"mission.{id}.setup"),
    )
    return Scenario(id, f"mission.{id}.name", sections, catalog.missions[id].number)


@lru_cache(maxsize=8)
def _catalog(content: tuple[tuple[str, bytes], ...], mission: str) -> Catalog:
    """Return the cards, checked for a mission, cached by content: checking ten missions takes longer than the rest of a
    new game. A Catalog never changes. Raises `ContentError`, which is not cached."""
    catalog = _cards(content)
    check_boards(catalog, (mission,))
    return catalog


@lru_cache(maxsize=8)
def _ability_faults(content: tuple[tuple[str, bytes], ...], mission: str, words: Vocabulary) -> tuple[Message, ...]:
    """Return the faults of the cards' abilities with these words, cached like the cards. Tests check the cards that
    came with the program."""
    if dict(content) == built_in.files():
        return ()
    return ability_faults(_catalog(content, mission), words)


@lru_cache(maxsize=4)
def _cards(content: tuple[tuple[str, bytes], ...]) -> Catalog:
    """Return the cards, checked but for the boards of missions and the words of abilities; those that came with the
    program have been checked by its tests. Raises `ContentError`."""
    files = dict(content)
    if files == built_in.files():
        return read_unchecked(files)
    catalog = read_catalog(files, vocabulary=None, missions=())
    # The rules ask for every edition option. A pack may replace their file, and a game may be older than one of them.
    printed = read_unchecked({SWITCHES: built_in.files()[SWITCHES]}).switches
    return msgspec.structs.replace(catalog, switches=printed | catalog.switches)


@lru_cache(maxsize=4)
def _offerings(content: tuple[tuple[str, bytes], ...]) -> Offerings:
    """Return the offerings, cached by content: reading the cards takes as long as setting up a game."""
    catalog = _cards(content)
    return Offerings(
        (
            *(_scenario(catalog, id) for id in sorted(catalog.missions, key=lambda id: catalog.missions[id].number)),
            *(_campaign(id) for id in catalog.campaigns),
        ),
        tuple(Variant(id, f"edition.{id}", f"edition.{id}.short") for id in catalog.editions),
        tuple(as_switch(one, catalog) for one in catalog.switches.values()),
        tuple(
            ChanceKind(key, f"chance.{key}", "dice" if key.endswith(".dice") else "cards", key.partition(".")[0])
            for key in CHANCE
        ),
    )


@cache
def _guides() -> dict[str, GuideCard]:
    return {card.id: card for name, source in built_in.guides().items() for card in read_guides(name, source)}


@cache
def _examples() -> dict[str, tuple[LessonCard, str]]:
    """Return the lessons of the examples, each with the name of its file, by id."""
    found = [(card, name) for name, source in built_in.examples().items() for card in read_lessons(name, source)]
    return {card.id: (card, name) for card, name in sorted(found, key=lambda one: one[0].place)}
