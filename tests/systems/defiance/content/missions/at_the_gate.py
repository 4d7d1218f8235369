"""Missions 9, 10 and 12 in a test's hand: the whole mission as it is played, positions by Overrule, random play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, reduce
from typing import Any

from msgspec.structs import replace

from defiance_qt.core import chance
from defiance_qt.core.system import Setup
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.game import DefianceGame
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import MissionState, State
from tests.systems.defiance.engine.play import Play

TASTE: dict[type, float] = {c.Attack: 9, c.Hack: 6, c.UseCard: 4, c.Interact: 5, c.Equip: 0.2, c.Rest: 1, c.Move: 3}


STRUCTURES = ("clamp", "gate_anchor")


@cache
def cards() -> Catalog:
    return read_catalog(files())


class Table(Play):
    """A mission at the table. The app rolls and draws."""

    def do(self, *lines: str, **answers: str | Sequence[str]) -> Table:
        super().do(*lines, **answers)
        return self

    @property
    def ended(self) -> tuple[str | None, str]:
        """The result and why."""
        return self.state.result, self.state.because

    def _decide(self, command: Any) -> None:
        super()._decide(command)
        while (asked := self.game.request(self.state)) is not None:
            super()._decide(self.game.answer(self.state, chance.answer(self.state.setup.seed, asked)))

    @property
    def kept(self) -> MissionState:
        assert self.state.mission
        return self.state.mission

    def set(self, **values: object) -> Table:
        """Correct values by hand, all at once: `team__uma__space="T05/A1"`."""
        paths = [path.replace("__", ".") for path in values]
        given = [
            self.named(str(value)) if path.endswith(".space") else value
            for path, value in zip(paths, values.values(), strict=True)
        ]
        self.do()
        self._submit(c.Overrule(",".join(paths), given if len(given) > 1 else given[0]))
        return self

    def put(self, **spaces: str) -> Table:
        """Place figures of the team."""
        return self.set(**{f"team__{figure}__space": space for figure, space in spaces.items()})

    def named(self, space: str) -> str:
        board = self.game.rules.board
        return board.names[board.space(space)] if space else ""

    def inside(self, figure: str, zone: str) -> bool:
        rules = self.game.rules
        return bool(rules.zones[zone] >> rules.view(self.state).cells[figure] & 1)

    def fired(self, number: int) -> bool:
        return any(isinstance(event, e.TriggerFired) and event.trigger == number for event in self.events)

    def end_round(self) -> Table:
        """Let everybody who has not activated end at once, to the beginning of the next Round."""
        assert not self.state.result, "the mission is over"
        number, seen = self.state.round, list[e.Event]()
        while self.state.result is None and self.state.round == number:
            line = self.options("end_activation", "activate", "proceed", "let_stand", "keep", "finish_equip")[0]
            self.do(line)
            seen += self.events
        self.events = seen
        return self


def mission(id: str, seed: int = 1, records: tuple[str, ...] = (), quiet: bool = True, **fields: Any) -> Table:
    """The mission with the team deployed on the first free spaces. `quiet`: of the Enemies only Structures are there
    at the start, so that only the mission's own rules act. `fields` of the mission replace its own."""
    known = cards()
    card = replace(known.missions[id], records=records, **fields)
    if quiet:
        openings = {
            name: replace(one, deployed=tuple(unit for unit in one.deployed if unit.unit in STRUCTURES))
            for name, one in card.openings.items()
        }
        card = replace(card, openings=openings, available=())
    known = replace(known, missions={**known.missions, id: card})
    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()))
    rules = Rules(known, Setup("infinity-defiance", id, seed, "en"), hooks)
    game = DefianceGame(rules)
    table = Table(game, reduce(game.evolve, game.start(rules.setup), game.blank()))
    while lines := table.options("deploy"):
        table.do(lines[0])
    return table


@cache
def random_play(id: str, seed: int, most: int = 350) -> tuple[State, tuple[e.Event, ...]]:
    """Play at random, checked after every command."""
    table, luck = mission(id, seed, quiet=False), random.Random(f"{id} {seed}")
    game, state = table.game, table.state
    events: list[e.Event] = []
    for _ in range(most):
        if game.result(state) is not None:
            break
        asked = game.request(state)
        if asked is not None:
            command = game.answer(state, chance.answer(seed, asked))
        else:
            legal = game.legal(state)
            assert legal, state.agenda
            command = luck.choices(legal, [TASTE.get(type(one), 1) for one in legal])[0]
        state, caused = game.step(state, command)
        assert broken(game.rules, state) == [], command
        events += caused
    return state, tuple(events)
