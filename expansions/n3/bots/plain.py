"""A bot for either side that declares something sensible: it shoots what it can see, reacts, and ends its turn when no
Orders are left."""

from __future__ import annotations

from typing import Any

from ..engine import commands as c
from ..engine.game import TableGame
from ..engine.state import State

EXCHANGES = 6
"""How many exchanges it plays at the bench."""


class PlainBot:
    """Prefers attacks with many dice, keeps at most three reactions an Order, and scores what it can."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: TableGame, state: State, legal: tuple[Any, ...]) -> Any:
        ranked = sorted(enumerate(legal), key=lambda pair: (-self._rank(game, state, pair[1]), pair[0]))
        return ranked[self._turn(state) % self._ties(game, state, ranked)][1]

    def _ties(self, game: TableGame, state: State, ranked: list[tuple[int, Any]]) -> int:
        """Return how many of the best are equally good: which of them it takes changes from Order to Order."""
        best = self._rank(game, state, ranked[0][1])
        return sum(self._rank(game, state, command) == best for _, command in ranked)

    def _turn(self, state: State) -> int:
        return self._seed + state.orders * 7 + state.chance

    def _rank(self, game: TableGame, state: State, command: Any) -> float:
        rank = RANKS.get(type(command))
        return float(rank(game, state, command)) if rank is not None else 0.0


def _activate(game: TableGame, state: State, command: c.Activate) -> float:
    troop = state.troops[command.troop]
    if any(one.startswith("immobilised") for one in troop.states) or troop.form == "seed":
        return 2
    return 4 + len(command.together) * 0.1


def _declare(game: TableGame, state: State, command: c.Declare) -> float:
    if command.skill == "bs":
        template = game.rules.weapon(command.weapon).kind == "template"
        alone = len(command.targets) == 1
        up = not state.troops[command.targets[0].troop].null
        return 8 + sum(one.dice for one in command.targets) * 0.1 + alone + 2 * up - 3 * template
    wanted = {"combat_jump": 9.0, "autohatch": 9.0, "open": 12.0, "discover": 7.0, "hack": 6.0, "doctor": 11.0}
    if command.skill in wanted:
        return wanted[command.skill]
    if command.skill == "move":
        return 5 - len(command.crosses) - (4 if state.step == "second" else 0)
    return 1 if command.skill == "idle" else 0.5


def _react(game: TableGame, state: State, command: c.React) -> float:
    assert state.order is not None
    if state.step == "answers" or sum(act.reaction for act in state.order.acts) >= 2:
        return 0
    return 6 if command.skill == "bs" else 5 if command.skill == "hack" else 0.5


def _measured(game: TableGame, state: State, command: c.Measured) -> float:
    return 2 - len(command.through)


RANKS: dict[type, Any] = {
    c.Activate: _activate,
    c.Declare: _declare,
    c.React: _react,
    c.Measured: _measured,
    c.NoReactions: lambda game, state, one: 2,
    c.Ready: lambda game, state, one: 5,
    c.Proceed: lambda game, state, one: 5,
    c.DeployRest: lambda game, state, one: 9,
    c.Initiative: lambda game, state, one: 1,
    c.CancelState: lambda game, state, one: 6 if one.state == "embryo" else -1,
    c.Score: lambda game, state, one: 3.5 if state.pool < 3 else 0,
    c.ChooseSave: lambda game, state, one: 1,
    c.EndTurn: lambda game, state, one: (9 if state.orders >= EXCHANGES else -1) if state.bench else 1,
    c.Exchange: lambda game, state, one: 2,
    c.RemoveZone: lambda game, state, one: -1,
    c.AddZone: lambda game, state, one: -1,
    c.RollTable: lambda game, state, one: -1,
    c.Deploy: lambda game, state, one: 1,
    c.Place: lambda game, state, one: 1 - len(one.zones),
}
