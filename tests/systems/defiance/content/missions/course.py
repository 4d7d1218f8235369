"""A campaign mission in a test's hand: legal commands, and `overrule` for positions, dice by the app unless named.

game = begin("two_keys", {"uma": "T08/A1", "cadin": "T08/A2", "qiang": "T02/H3", "jazz": "T02/H4", "billie": "T02/I3"})
game.put("uma", "T08/I1")
game.act("uma", "interact uma switch_west", "assign S 0", "assign ! 0", team="S B !")
game.end_round()
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from tests.bounds import repeat
from tests.systems.defiance.content.missions.in_play import InPlay, mission_of
from tests.systems.defiance.engine.play import SETTLING


class Course(InPlay):
    """A mission in which no Unit acts unless the test wants it."""

    # -- playing

    def put(self, figure: str, space: str) -> Course:
        """Place a figure by hand; `space` may be relative to a tile."""
        table = "enemies" if figure in self.state.enemies else "team"
        return self.correct(f"{table}.{figure}.space", self.name(space))

    def act(self, who: str, *lines: str, **answers: str | list[str]) -> Course:
        """One Activation with these commands; whatever they leave open is settled in the first way there is."""
        self.do(f"activate {who}", *lines, **answers)
        self._settle(*SETTLING)
        self.rest()
        return self

    def rest(self) -> None:
        """Let no Unit act any more in this Round."""
        if not self.over and self.state.initiative:
            self.correct("initiative", [])
        self.flow()

    def flow(self) -> Course:
        """Let the Enemy's turn take its course."""
        self._settle("proceed", "let_stand", "keep")
        return self

    def end_round(self) -> Course:
        """Let all others of the team pass, and no Unit act, until the next Round has begun or the mission is over."""
        number = self.state.round
        for _ in repeat(lambda: not self.over and self.state.round == number, self.question):
            self.rest()
            line = "" if self.over else self.idle()
            assert line or self.over or self.state.round != number, self.question()
            if line:
                self.do(line)
        return self

    def _settle(self, *starts: str) -> None:
        for line in repeat(lambda: "" if self.over else self.idle(*starts), self.question):
            self.do(line)

    # -- looking

    @property
    def fired(self) -> set[int]:
        """The numbers of the triggers that have fired so far."""
        return {event.trigger for event in self.story if isinstance(event, e.TriggerFired)}

    def cards(self, item: str) -> list[str]:
        return [one.id for one in self.state.team.values() for held in one.carried if held.item == item]


def begin(mission: str, places: Mapping[str, str], seed: int = 1, records: tuple[str, ...] = ()) -> Course:
    """The mission in Round 1, with the team on these spaces; no Unit acts. `records` are those of a campaign."""
    card = mission_of(mission)
    game = Course(replace(card, records=records) if records else card, seed)
    game.do(*(f"deploy {id} {game.name(space)}" for id, space in places.items()))
    game.rest()
    return game
