"""The expansion in a test's hand: its content with the built-in one, its missions in play, positions with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from defiance_qt.core.port import Setup
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.system import hooks_of
from tests.systems.defiance.content.missions.course import Course
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import position as plain

ID = "outcast"


@cache
def loaded() -> Loaded:
    found = load([ID], found=available(bundled_folders()))
    assert found.failures == ()
    return found


@cache
def catalog() -> Catalog:
    return read_catalog(loaded().content)


def own(kind: str, id: str) -> bool:
    """Check whether a card is the expansion's."""
    return catalog().sources[kind, id].startswith(f"{ID}/")


@cache
def cards() -> str:
    """All that is no mission and no campaign, in TOML."""
    files = {name: text.decode() for name, text in loaded().content.items() if name.startswith(f"{ID}/")}
    return "\n".join(text for name, text in files.items() if "/missions/" not in name and "campaign" not in name)


def position(text: str, more: str = "", **mission: Any) -> Play:
    return plain(text, f"{cards()}\n{more}", hooks_of(loaded()), **mission)


def game_of(mission: str, seed: int = 1, records: tuple[str, ...] = ()) -> DefianceGame:
    """The game of a mission; `records` are those of a campaign."""
    known = catalog()
    if records:
        card = replace(known.missions[mission], records=records)
        known = replace(known, missions={**known.missions, mission: card})
    return DefianceGame(Rules(known, Setup("infinity-defiance", mission, seed, "en", {}), hooks_of(loaded())))


def begin(mission: str, places: Mapping[str, str], seed: int = 1, records: tuple[str, ...] = ()) -> Course:
    """The mission in Round 1, with the team on these spaces; no Unit acts."""
    game = Course(catalog().missions[mission], seed, game_of(mission, seed, records))
    game.do(*(f"deploy {id} {game.name(space)}" for id, space in places.items()))
    game.rest()
    return game
