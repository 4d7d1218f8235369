"""The game as a `GameSystem`: its scenarios, variants and options, and the game bound to a setup."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, TypeVar

import msgspec

from defiance_qt.api import ContentError, port

from . import hookspecs
from .bots.thrifty import ThriftyBot
from .engine.game import DiceGame
from .engine.odds import dice_odds
from .engine.rules import FACES, MOST, Rules
from .engine.switches import SWITCHES, VARIANTS
from .lessons import LESSONS

Points = Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class _Die(msgspec.Struct, forbid_unknown_fields=True):
    """What a pack adds to the die."""

    faces: tuple[Annotated[int, msgspec.Meta(ge=2, le=99)], ...] = ()


class _Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """How many points win, and how many the rival collects before it holds."""

    target: Points
    patience: Points


FOLDER = Path(__file__).parent / "content"
SCENARIOS = "scenarios.toml"
T = TypeVar("T")


class DiceSystem(port.BasicSystem):
    """The game system."""

    id = "pig"

    def content(self) -> Mapping[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(FOLDER.glob("*.toml"))}

    def bind(self, content: Mapping[str, bytes], setup: port.Setup, plugins: port.Plugins) -> DiceGame:
        scenario = _scenarios(content)[setup.mission]
        usual = {switch.id: switch.editions[setup.edition] for switch in SWITCHES}
        switches = {**usual, **setup.options.get("switches", {})}
        target = setup.options.get("target", scenario.target)
        patience = setup.options.get("patience", scenario.patience)
        context = hookspecs.RollContext(target)
        modifiers = tuple(partial(hook, context) for hook in plugins.calls("modify_points"))
        return DiceGame(Rules(setup, switches, target, patience, _faces(content), modifiers))

    def offerings(self, content: Mapping[str, bytes]) -> port.Offerings:
        return port.Offerings(
            tuple(
                port.Scenario(
                    id, f"scenario.{id}.name", (("", f"scenario.{id}.story"), ("scenario.goal", "scenario.how"))
                )
                for id in _scenarios(content)
            ),
            tuple(port.Variant(id, f"variant.{id}", f"variant.{id}") for id in VARIANTS),
            SWITCHES,
            (
                port.ChanceKind("team.dice", "chance.team.dice", "dice", "team"),
                port.ChanceKind("enemy.dice", "chance.enemy.dice", "dice", "enemy"),
            ),
            (
                port.Option("target", "int", 50, "option.target", low=10, high=200),
                port.Option("patience", "int", 20, "option.patience", low=6, high=60),
            ),
        )

    def hookspecs(self) -> ModuleType:
        return hookspecs

    def bots(self) -> Mapping[str, Callable[[int], port.Bot]]:
        return {"thrifty": lambda seed: ThriftyBot()}

    def lessons(self, content: Mapping[str, bytes]) -> tuple[port.Lesson, ...]:
        return tuple(one.lesson for one in LESSONS)

    def lesson(self, content: Mapping[str, bytes], id: str) -> port.Course | None:
        return next((one for one in LESSONS if one.lesson.id == id), None)

    dice_help = (("die,die", "odds.help"),)

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> port.Odds:
        return dice_odds(own, rival)


def _scenarios(content: Mapping[str, bytes]) -> dict[str, _Scenario]:
    return _read(SCENARIOS, content[SCENARIOS], dict[str, _Scenario])


def _faces(content: Mapping[str, bytes]) -> tuple[int, ...]:
    """Return the faces of the die with those that the files of packs add: `faces = [7]`."""
    added = (_read(name, source, _Die).faces for name, source in content.items() if name != SCENARIOS)
    return (*FACES, *(face for faces in added for face in faces))


def _read(name: str, source: bytes, kind: type[T]) -> T:
    """Read a content file. Raises `ContentError`: a pack may have added or replaced it."""
    try:
        return msgspec.convert(tomllib.loads(source.decode()), kind)
    except ValueError as error:
        raise ContentError("content.file", "{file}: {why}", file=name, why=error) from error
