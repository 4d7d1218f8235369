"""The game as a `GameSystem`: its Missions, variants and options, and the game bound to a setup."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from defiance_qt.api import port

from . import hookspecs
from .bots.leader import LeaderBot
from .engine import content as cards
from .engine import odds
from .engine.game import WarfighterGame
from .engine.rules.chance import KINDS
from .engine.ruleset import Hooks, Rules
from .engine.state import State
from .engine.switches import SWITCHES, VALUES, VARIANTS
from .lessons import scripts

FOLDER = Path(__file__).parent / "content"
DRAW = "draw"
SETS = ("front", "elite")
GROUPS = {"dice": "dice", "card": "cards", "token": "cards"}


class WarfighterSystem(port.BasicSystem):
    """The game system."""

    id = "warfighter"

    def content(self) -> Mapping[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(FOLDER.glob("*.toml"))}

    def bind(self, content: Mapping[str, bytes], setup: port.Setup, plugins: port.Plugins) -> WarfighterGame:
        catalog = self._catalog(content)
        usual = {switch.id: switch.usual(setup.edition) for switch in SWITCHES}
        switches = {**usual, **setup.options.get("switches", {})}
        hostiles, objective = setup.options.get("hostiles", SETS[0]), setup.options.get("objective", DRAW)
        hooks = Hooks(_vetoes(plugins), _changes(plugins))
        return WarfighterGame(Rules(setup, catalog, switches, hostiles, objective, hooks))

    def _catalog(self, content: Mapping[str, bytes]) -> cards.Catalog:
        return _read(tuple(sorted(content.items())))

    def offerings(self, content: Mapping[str, bytes]) -> port.Offerings:
        catalog = self._catalog(content)
        return port.Offerings(
            tuple(_scenario(id, mission) for id, mission in catalog.missions.items()),
            tuple(port.Variant(id, f"variant.{id}.name", f"variant.{id}.short") for id in VARIANTS),
            SWITCHES,
            tuple(port.ChanceKind(key, f"chance.{key}", GROUPS[key.partition(".")[2]], _side(key)) for key in KINDS),
            (
                port.Option(
                    "hostiles", "choice", SETS[0], "option.hostiles", {id: f"option.hostiles.{id}" for id in SETS}
                ),
            ),
        )

    def hookspecs(self) -> ModuleType:
        return hookspecs

    def bots(self) -> Mapping[str, Callable[[int], port.Bot]]:
        return {"leader": lambda seed: LeaderBot()}

    def lessons(self, content: Mapping[str, bytes]) -> tuple[port.Lesson, ...]:
        return tuple(one.lesson for one in scripts(self._catalog(content)))

    def lesson(self, content: Mapping[str, bytes], id: str) -> port.Course | None:
        return next((one for one in scripts(self._catalog(content)) if one.lesson.id == id), None)

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> port.Odds:
        usual = {id: values[0] for id, values in VALUES.items()}
        rules = Rules(port.Setup(self.id, "", 0), cards.Catalog(), usual)
        return odds.dice_odds(rules, own, rival)


@lru_cache(8)
def _read(content: tuple[tuple[str, bytes], ...]) -> cards.Catalog:
    """Return the catalog of the content files, which do not change while many games are played."""
    return cards.read(dict(content), [path.name for path in FOLDER.glob("*.toml")])


def _side(key: str) -> str:
    side = key.partition(".")[0]
    return "" if side == "table" else side


def _scenario(id: str, mission: cards.Mission) -> port.Scenario:
    """Return a Mission as a scenario, with its Objectives as an option of its own."""
    choices = {DRAW: "option.objective.draw", **{one: f"objective.{one}.name" for one in mission.objectives}}
    return port.Scenario(
        id,
        f"scenario.{id}.name",
        (
            ("", f"scenario.{id}.story"),
            ("scenario.objectives", f"scenario.{id}.objectives"),
            ("scenario.scarce", f"scenario.{id}.scarce"),
        ),
        options=(port.Option("objective", "choice", DRAW, "option.objective", choices),),
    )


def _changes(plugins: port.Plugins) -> tuple[Callable[..., Any], ...]:
    def bound(hook: Callable[..., Any]) -> Callable[..., Any]:
        return lambda state, number, subject: hook(hookspecs.TableContext(state), number, subject)

    return tuple(map(bound, plugins.calls("modify_number")))


def _vetoes(plugins: port.Plugins) -> tuple[Callable[..., Any], ...]:
    def bound(hook: Callable[..., Any]) -> Callable[[State, Any], Any]:
        return lambda state, command: hook(hookspecs.TableContext(state), command)

    return tuple(map(bound, plugins.calls("check_command")))
