"""The game as a `GameSystem`: its scenarios, variants and options, and the game bound to a setup."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from defiance_qt.api import port

from .bots.plain import PlainBot
from .engine.content import Content, load
from .engine.game import TableGame
from .engine.notation import dice_odds
from .engine.rules import Rules
from .engine.switches import SWITCHES, USUAL, VARIANT
from .lessons import lessons

FOLDER = Path(__file__).parent / "content"
ROUNDS = 3


class TableSystem(port.BasicSystem):
    """The game system."""

    id = "n3"

    def content(self) -> Mapping[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(FOLDER.glob("*.toml"))}

    def bind(self, content: Mapping[str, bytes], setup: port.Setup, plugins: port.Plugins) -> TableGame:
        found = load(content)
        usual = {option.id: option.default for option in _options(found)}
        switches = {**USUAL, **setup.options.get("switches", {})}
        return TableGame(Rules(setup, switches, found, {**usual, **setup.options}))

    def offerings(self, content: Mapping[str, bytes]) -> port.Offerings:
        found = load(content)
        return port.Offerings(
            tuple(
                port.Scenario(
                    id,
                    f"scenario.{id}.name",
                    (
                        ("", f"scenario.{id}.story"),
                        ("scenario.setup", f"scenario.{id}.setup"),
                        ("scenario.objectives", f"scenario.{id}.objectives"),
                    ),
                )
                for id in found.scenarios
            ),
            (port.Variant(VARIANT, f"variant.{VARIANT}", f"variant.{VARIANT}"),),
            SWITCHES,
            tuple(map(port.chance_kind, ("team.dice", "enemy.dice", "saves", "tables"))),
            _options(found),
        )

    def bots(self) -> Mapping[str, Callable[[int], port.Bot]]:
        return {"plain": PlainBot}

    def lessons(self, content: Mapping[str, bytes]) -> tuple[port.Lesson, ...]:
        return tuple(one.lesson for one in lessons())

    def lesson(self, content: Mapping[str, bytes], id: str) -> port.Course | None:
        return next((one for one in lessons() if one.lesson.id == id), None)

    dice_help = (
        ("13x3:N13v1 11x1:N13v1", "odds.help.rolls"),
        ("15x4:AP15v4 10x1w2", "odds.help.wounds"),
        ("11x4!17ARM2v11", "odds.help.zone"),
    )

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> port.Odds:
        return dice_odds(own, rival, load(self.content()).ammunition)


def _options(content: Content) -> tuple[port.Option, ...]:
    forces = {id: f"force.{id}.name" for id in content.forces}
    first, *others = forces
    second = others[0] if others else first
    zones = {mode: f"option.zones.{mode}" for mode in ("scenario", "agreed", "rolled", "variable")}
    units = {unit: f"option.unit.{unit}" for unit in ("cm", "inch")}
    return (
        port.Option("force_0", "choice", "meridian" if "meridian" in forces else first, "option.force_0", forces),
        port.Option("force_1", "choice", "choir" if "choir" in forces else second, "option.force_1", forces),
        port.Option("rounds", "int", ROUNDS, "option.rounds", low=1, high=6),
        port.Option("zones", "choice", "scenario", "option.zones", zones),
        port.Option("common", "bool", False, "option.common"),
        port.Option("campaign", "bool", False, "option.campaign"),
        port.Option("unit", "choice", "cm", "option.unit", units),
    )
