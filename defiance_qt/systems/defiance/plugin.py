"""The built-in game as a plugin: it uses the same hooks as any other plugin."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from defiance_qt.core.port import Game, GameSystem, Pictures, State, Words
from defiance_qt.extend.hookspecs import CardPainter, MapPainter, PicturesMaker, PositionsMaker, TableFactory
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.abilities.cards import CARDS
from defiance_qt.systems.defiance.engine.abilities.effects import EFFECTS
from defiance_qt.systems.defiance.engine.abilities.escort import ESCORT
from defiance_qt.systems.defiance.engine.abilities.keywords import KEYWORDS
from defiance_qt.systems.defiance.engine.abilities.missions import MISSIONS
from defiance_qt.systems.defiance.engine.abilities.states import STATES
from defiance_qt.systems.defiance.engine.abilities.units import UNITS
from defiance_qt.systems.defiance.engine.abilities.weather import WEATHER
from defiance_qt.systems.defiance.engine.abilities.zones import ZONES
from defiance_qt.systems.defiance.system import Defiance

if TYPE_CHECKING:
    from defiance_qt.lab.positions import Positions


def contribute_system() -> GameSystem:
    return Defiance()


def contribute_abilities() -> Sequence[Ability]:
    return (*KEYWORDS, *STATES, *UNITS, *ZONES, *MISSIONS, *ESCORT, *WEATHER, *CARDS, *EFFECTS)


def contribute_positions() -> PositionsMaker:
    return _positions


def _positions() -> Positions:
    # Only for tests of plugins.
    from defiance_qt.systems.defiance.testing.positions import DefiancePositions

    return DefiancePositions()


def show_table() -> Mapping[str, TableFactory]:
    return {Defiance.id: _table}


def _table(table: Any) -> Any:
    # Imported only when the window asks: bots and the command line need no Qt. And not in the hook itself: its time is
    # limited, and on a slow machine the import may take longer.
    from defiance_qt.systems.defiance.view.table import DefianceView

    return DefianceView(table)


def show_map() -> Mapping[str, MapPainter]:
    return {Defiance.id: _paint_map}


def show_cards() -> Mapping[str, CardPainter]:
    return {Defiance.id: _paint_cards}


def _paint_cards(game: Game, state: State, files: Collection[str], words: Words) -> bytes:
    from defiance_qt.systems.defiance.view.card_sheet import paint_cards

    return paint_cards(game, state, files, words)


def _paint_map(content: Mapping[str, bytes], mission: str, words: Words) -> bytes:
    from defiance_qt.systems.defiance.view.mission_map import paint_map

    return paint_map(content, mission, words)


def show_pictures() -> Mapping[str, PicturesMaker]:
    return {Defiance.id: _pictures}


def _pictures(game: Game) -> Pictures:
    from defiance_qt.systems.defiance.view.board.pictures import board_pictures

    return board_pictures(game)
