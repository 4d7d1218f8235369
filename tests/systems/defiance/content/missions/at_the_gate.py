"""Missions 9, 10 and 12 in a test's hand: the whole mission as it is played, positions by Overrule."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from tests.bounds import repeat
from tests.systems.defiance.content.missions.in_play import InPlay, mission_of

STRUCTURES = ("clamp", "gate_anchor")


class Table(InPlay):
    """A mission at the table."""

    def set(self, **values: object) -> Table:
        """Correct values by hand, all at once: `team__uma__space="T05/A1"`."""
        paths = [path.replace("__", ".") for path in values]
        given = [
            self.name(str(value)) if path.endswith(".space") else value
            for path, value in zip(paths, values.values(), strict=True)
        ]
        self.do()
        self._submit(c.Overrule(",".join(paths), given if len(given) > 1 else given[0]))
        return self

    def put(self, **spaces: str) -> Table:
        """Place figures of the team."""
        return self.set(**{f"team__{figure}__space": space for figure, space in spaces.items()})

    def inside(self, figure: str, zone: str) -> bool:
        rules = self.game.rules
        return bool(rules.zones[zone] >> rules.view(self.state).cells[figure] & 1)

    def fired(self, number: int) -> bool:
        return any(isinstance(event, e.TriggerFired) and event.trigger == number for event in self.events)

    def end_round(self) -> Table:
        """Let everybody who has not activated end at once, to the beginning of the next Round."""
        assert not self.state.result, "the mission is over"
        number = self.state.round
        return self.drift(lambda: self.state.round != number)

    def play_to(self, round: int) -> Table:
        for _ in repeat(lambda: self.state.round < round, self.question):
            self.end_round()
        return self


def mission(id: str, seed: int = 1, records: tuple[str, ...] = (), quiet: bool = True, **fields: Any) -> Table:
    """The mission with the team deployed on the first free spaces. `quiet`: of the Enemies only Structures are there
    at the start, so that only the mission's own rules act. `fields` of the mission replace its own."""
    card = replace(mission_of(id), records=records, **fields)
    if quiet:
        openings = {
            name: replace(one, deployed=tuple(unit for unit in one.deployed if unit.unit in STRUCTURES))
            for name, one in card.openings.items()
        }
        card = replace(card, openings=openings, available=())
    table = Table(card, seed)
    for lines in repeat(lambda: table.options("deploy"), table.question):
        table.do(lines[0])
    return table
