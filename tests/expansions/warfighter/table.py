"""A table of Warfighter for tests: a position in text, played by commands in text."""

from __future__ import annotations

from functools import cache, reduce
from typing import Any

from defiance_qt.core.port import Setup
from defiance_qt.lab.positions import GamePlay
from expansions.warfighter.engine.game import WarfighterGame
from expansions.warfighter.positions import WarfighterPositions
from expansions.warfighter.system import WarfighterSystem

TEAM = """
mission convoy time 7 turn 4
row orchard farm village
soldier 1 roa @2 weapons=assault_rifle:4+0 kit=frag:2,aid_kit:2 skills=point
soldier 2 orm @2 weapons=machine_gun,pistol
"""
"""Roa and Orm in the Farm of the Salt Road, turn 4; the Village is open before them."""


class Unhooked:
    """The plugins of a session without any."""

    def calls(self, hook: str) -> tuple[Any, ...]:
        return ()

    def contributed(self, hook: str) -> tuple[Any, ...]:
        return ()

    def report(self, fault: object) -> None:
        raise AssertionError(fault)


@cache
def content() -> dict[str, bytes]:
    """The content files of the game."""
    return dict(WarfighterSystem().content())


@cache
def _game(
    scenario: str,
    edition: str,
    options: tuple[tuple[str, Any], ...],
    switches: tuple[tuple[str, str], ...],
    pack: str = "",
) -> Any:
    chosen = {**dict(options), "switches": dict(switches)}
    setup = Setup("warfighter", scenario, 1, edition, chosen)
    files = {**content(), "pack/more.toml": pack.encode()} if pack else content()
    return WarfighterSystem().bind(files, setup, Unhooked())


def game(
    scenario: str = "salt_road", edition: str = "table", hostiles: str = "front", **switches: str
) -> WarfighterGame:
    """Return a game of a Mission; `switches` are edition options."""
    found: WarfighterGame = _game(scenario, edition, (("hostiles", hostiles),), tuple(sorted(switches.items())))
    return found


def at(
    text: str,
    scenario: str = "salt_road",
    edition: str = "table",
    hostiles: str = "front",
    pack: str = "",
    **switches: str,
) -> GamePlay:
    """Return the position of a text; `pack` is a content file of a pack."""
    made = _game(scenario, edition, (("hostiles", hostiles),), tuple(sorted(switches.items())), pack)
    start = reduce(made.evolve, made.start(made.setup), made.blank())
    play = GamePlay(made, WarfighterPositions().state(made, start, text))
    assert not (faults := made.invariants(play.state)), faults
    return play


def begun(made: WarfighterGame) -> GamePlay:
    """Return a game at its muster; an Objective that is drawn is the first one left."""
    play = GamePlay(made, reduce(made.evolve, made.start(made.setup), made.blank()))
    if made.request(play.state) is not None:
        play._decide(made.answer(play.state, (0,)))
    return play


def mustered(scenario: str = "salt_road", *lines: str, **switches: str) -> GamePlay:
    """Return a game at its muster, after some commands."""
    return begun(game(scenario, **switches)).do(*lines)


def pass_on(play: GamePlay) -> GamePlay:
    """Let the Hostile turn go on to the next decision of the team."""
    while play.can("proceed"):
        play.do("proceed")
    return play


def with_pack(source: str, scenario: str = "salt_road", **options: object) -> GamePlay:
    """Return a game at its muster with a content file of a pack."""
    return begun(_game(scenario, "table", tuple(options.items()), (), source))
