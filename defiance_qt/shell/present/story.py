"""The log: what happened as sentences, one step at a time, so that a long game is never told whole."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict

from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.view.present.names import Words
from defiance_qt.systems.defiance.view.present.values import LineView

KEPT = 2000

# What the filter of the log can ask for; everything else is "table".
_KINDS: dict[type, str] = {
    e.Moved: "moves",
    e.Dragged: "moves",
    e.PointsGained: "moves",
    e.AttackDeclared: "fights",
    e.HackDeclared: "fights",
    e.DiceRolled: "fights",
    e.DieRolledAgain: "fights",
    e.SymbolsNullified: "fights",
    e.CriticalAdded: "fights",
    e.SwitchUsed: "fights",
    e.SwitchSpared: "fights",
    e.RollBoosted: "fights",
    e.SymbolsCancelled: "fights",
    e.RollSucceeded: "fights",
    e.DamageSuffered: "harm",
    e.DamageHealed: "harm",
    e.Unaffected: "harm",
    e.StateGained: "harm",
    e.StateLost: "harm",
    e.FellUnconscious: "harm",
    e.RemoteDisabled: "harm",
    e.ConsequenceSuffered: "harm",
    e.MiniatureDied: "harm",
    e.UnitEliminated: "harm",
    e.InstructionChosen: "enemy",
    e.InstructionSkipped: "enemy",
    e.InitiativeRevealed: "enemy",
    e.AiCardRevealed: "enemy",
    e.UnitActivated: "enemy",
    e.UnitDeployed: "enemy",
    e.SurpriseTargeted: "enemy",
    e.EnemyDeployed: "enemy",
    e.MiniatureRetreated: "enemy",
    e.ReserveChanged: "enemy",
    e.AlertChanged: "enemy",
    e.Overruled: "hand",
}
KINDS = ("moves", "fights", "harm", "enemy", "table", "hand")


def kind_of(event: e.Event) -> str:
    """Which filter of the log the event belongs to."""
    return _KINDS.get(type(event), "table")


def side_of(event: e.Event) -> str:
    """Whose event it is, for its colour: "team", "enemy" or ""."""
    side = getattr(event, "side", "")
    if side:
        return str(side)
    if isinstance(event, e.AttackDeclared | e.HackDeclared):
        return "enemy" if "." in event.attacker else "team"
    if kind_of(event) == "enemy":
        return "enemy"
    return ""


class Story:
    """The lines of each step of a session, told when they are asked for and then kept for a while."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self._told: OrderedDict[int, tuple[LineView, ...]] = OrderedDict()

    def lines(self, step: int) -> tuple[LineView, ...]:
        """The sentences of one step, and the notes that people wrote on it."""
        found = self._told.get(step)
        if found is None:
            found = self._told[step] = self._tell(step)
            if len(self._told) > KEPT:
                self._told.popitem(last=False)
        notes = self.session.timeline.notes.get(step, ())
        if notes:
            where = found[0].where if found else self.where(step)
            found += tuple(LineView(step, -1, where, text, "table", note=True) for text in notes)
        return found

    def forget(self) -> None:
        """Everything is told anew: the language has changed."""
        self._told.clear()

    def where(self, step: int) -> str:
        """The Round, and which step of the Round it is: "R3·12"."""
        timeline = self.session.timeline
        round = timeline.state_at(step).round
        path = timeline.line
        depth = timeline.depth(step)
        first = bisect_left(path, round, 0, depth + 1, key=lambda one: timeline.state_at(one).round)
        return self.words("ui.log.where", round=round, n=depth - first + 1)

    def sentences(self, step: int) -> tuple[str, ...]:
        return tuple(line.text for line in self.lines(step) if not line.note)

    def _tell(self, step: int) -> tuple[LineView, ...]:
        narrate = self.session.game.narrate
        where = self.where(step)
        lines: list[LineView] = []
        for told in self.session.tell((step,)):
            text = narrate(told.event, told.after, self.words)
            if text:
                lines.append(LineView(step, told.place, where, text, kind_of(told.event), side_of(told.event)))
        return tuple(lines)
