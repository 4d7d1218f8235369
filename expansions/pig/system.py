"""The game as a `GameSystem`: its scenarios, variants and options, and the game bound to a setup."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Annotated

import msgspec

from defiance_qt.api import port

from . import hookspecs
from .bot import ThriftyBot
from .engine.game import SWITCHES, DiceGame, Rules
from .engine.odds import FACES, dice_odds
from .lessons import LESSONS

Points = Annotated[int, msgspec.Meta(ge=1, le=999)]
SCENARIOS = "scenarios.toml"


class _Die(msgspec.Struct, forbid_unknown_fields=True):
    """What a pack adds to the die."""

    faces: tuple[Annotated[int, msgspec.Meta(ge=2, le=99)], ...] = ()


class _Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """How many points win, and how many the rival collects before it holds."""

    target: Points
    patience: Points


class DiceSystem(port.BasicSystem):
    """The game system."""

    id = "pig"
    courses = LESSONS
    dice_help = (("die,die", "odds.help"),)

    def bind(self, content: Mapping[str, bytes], setup: port.Setup, plugins: port.Plugins) -> DiceGame:
        scenario = _scenarios(content)[setup.mission]
        target = setup.options.get("target", scenario.target)
        patience = setup.options.get("patience", scenario.patience)
        context = hookspecs.RollContext(target)
        modifiers = tuple(partial(hook, context) for hook in plugins.calls("modify_points"))
        return DiceGame(setup, Rules(port.chosen(SWITCHES, setup), target, patience, _faces(content), modifiers))

    def offerings(self, content: Mapping[str, bytes]) -> port.Offerings:
        return port.Offerings(
            tuple(port.scenario(id, ("scenario.goal", "scenario.how")) for id in _scenarios(content)),
            tuple(port.variant(id) for id in ("one", "two")),
            SWITCHES,
            tuple(map(port.chance_kind, DiceGame.chance_kinds)),
            (
                port.Option("target", "int", 50, "option.target", low=10, high=200),
                port.Option("patience", "int", 20, "option.patience", low=6, high=60),
            ),
        )

    def hookspecs(self) -> ModuleType:
        return hookspecs

    def bots(self) -> Mapping[str, Callable[[int], port.Bot]]:
        return {"thrifty": lambda seed: ThriftyBot()}

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> port.Odds:
        return dice_odds(own, rival)


def _scenarios(content: Mapping[str, bytes]) -> dict[str, _Scenario]:
    return port.read_content(SCENARIOS, content[SCENARIOS], dict[str, _Scenario])


def _faces(content: Mapping[str, bytes]) -> tuple[int, ...]:
    """Return the faces of the die with those that the files of packs add: `faces = [7]`."""
    added = (port.read_content(name, source, _Die).faces for name, source in content.items() if name != SCENARIOS)
    return (*FACES, *(face for faces in added for face in faces))
