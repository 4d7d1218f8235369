"""The course of one roll, read from its events: what was rolled, nullified, paid, and what came of it.

The last roll is found on the way back from the head, so that it is the same after an undo or a jump.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from defiance_qt.core.port import EventContext
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.frames import Console, Roll, RollSide, TeamOrEnemy
from defiance_qt.systems.defiance.engine.state import State

# The most steps that are searched for the last roll.
LOOK_BACK = 60


class RollRecord:
    """One roll. `step` is that in which it opened, `ended` that in which it was over, or -1. `before` is the state it
    opened in, `roll` its frame as it stands now or stood at its end.

    `lost` are each side's symbols that criticals nullified, `paid` those that it spent. `hurt` maps a figure to the
    Damage that it suffered within the roll and its total afterwards, `gone` are those that fell, `states` the States
    gained. `assigned` are the symbols put into inputs of the Console, `unused` those discarded there, `console` is its
    state after them.
    """

    def __init__(self, step: int, before: State, roll: Roll, distance: int | None) -> None:
        self.ended = -1
        self.step, self.before, self.opened, self.roll, self.distance = step, before, roll, roll, distance
        self.lost: dict[TeamOrEnemy, Symbols] = {"team": NO_SYMBOLS, "enemy": NO_SYMBOLS}
        self.paid: dict[TeamOrEnemy, Symbols] = {"team": NO_SYMBOLS, "enemy": NO_SYMBOLS}
        self.hurt: dict[str, tuple[int, int]] = {}
        self.gone: set[str] = set()
        self.states: list[tuple[str, str]] = []
        self.resolved = self.over = False
        self.success: bool | None = None
        self.assigned: list[e.SymbolAssigned] = []
        self.completed: list[int] = []
        self.unused = NO_SYMBOLS
        self.console = before.consoles.get(roll.target)

    def to_play_on(self) -> RollRecord:
        """Return a record that can be played on without changing this one."""
        fresh = copy(self)
        fresh.lost, fresh.paid, fresh.hurt = dict(self.lost), dict(self.paid), dict(self.hurt)
        fresh.gone, fresh.states = set(self.gone), list(self.states)
        fresh.assigned, fresh.completed = list(self.assigned), list(self.completed)
        return fresh

    def suffered(self, figure: str) -> int:
        """Return the Damage that a figure suffered within the roll."""
        return self.hurt[figure][0] if figure in self.hurt else 0

    def side(self, name: TeamOrEnemy) -> RollSide | None:
        return self.roll.team if name == "team" else self.roll.enemy

    @property
    def rolled(self) -> bool:
        """Whether every side shows its dice."""
        return all(side is None or side.faces or not side.dice for side in (self.roll.team, self.roll.enemy))

    def take(self, context: EventContext) -> None:
        """Apply an event of the roll."""
        event = context.event
        now = innermost(context.after)
        if now is not None:
            self.roll = now
        if isinstance(event, e.SymbolsNullified):
            rival: TeamOrEnemy = "enemy" if event.by == "team" else "team"
            self.lost[rival] += event.lost
            self._pays(event.by, context)
        elif isinstance(event, e.CriticalAdded):
            spent = Symbols(critical=1) if event.critical == "success" else Symbols(critical_block=1)
            self.paid[event.side] += spent
        elif isinstance(event, e.SwitchUsed):
            self.paid[event.side] += event.cost
        elif isinstance(event, e.SymbolsCancelled):
            self.resolved = True
        elif isinstance(event, e.RollSucceeded):
            self.success, self.resolved = event.success, True
        elif isinstance(event, e.RollClosed):
            self.over, self.ended = True, context.step
        else:
            self._harm(event)

    def _pays(self, by: TeamOrEnemy, context: EventContext) -> None:
        """Record the criticals that nullified the rival's symbols."""
        was, now = innermost(context.before), innermost(context.after)
        assert was is not None
        assert now is not None
        before, after = (was.team, now.team) if by == "team" else (was.enemy, now.enemy)
        assert before is not None
        assert after is not None
        self.paid[by] += before.symbols - after.symbols

    def _harm(self, event: e.Event) -> None:
        if isinstance(event, e.DamageSuffered):
            self.hurt[event.figure] = self.suffered(event.figure) + event.amount, event.damage
        elif isinstance(event, e.MiniatureDied):
            self.gone.add(event.enemy)
        elif isinstance(event, e.FellUnconscious | e.RemoteDisabled):
            self.gone.add(event.character)
        elif isinstance(event, e.StateGained):
            self.states.append((event.figure, event.state))

    def after_close(self, context: EventContext) -> None:
        """Apply an event that follows the roll: what became of its symbols at a Console."""
        if self.opened.purpose != "console":
            return
        event = context.event
        self.console = context.after.consoles.get(self.opened.target)
        if isinstance(event, e.SymbolAssigned):
            self.assigned.append(event)
        elif isinstance(event, e.InputCompleted):
            self.completed.append(event.input)
        elif isinstance(event, e.SymbolsDiscarded):
            self.unused += event.symbols


def innermost(state: State) -> Roll | None:
    """Return the roll in progress, None without one."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, Roll)), None)


def read(contexts: Iterable[EventContext], known: RollRecord | None = None) -> RollRecord | None:
    """Return the roll that these events leave in progress, else the last one among them. `known` is a roll in progress
    before them."""
    open_rolls = [] if known is None else [known]
    last: RollRecord | None = None
    distance: int | None = None
    for context in contexts:
        event = context.event
        if isinstance(event, e.AttackDeclared | e.HackDeclared):
            distance = event.distance
        elif isinstance(event, e.RollOpened):
            open_rolls.append(RollRecord(context.step, context.after, event.roll, distance))
            distance = None
        elif open_rolls:
            open_rolls[-1].take(context)
            if open_rolls[-1].over:
                last = open_rolls.pop()
        elif last is not None:
            last.after_close(context)
    return open_rolls[-1] if open_rolls else last


class LastRoll:
    """Finds the last roll of a session at its head. The record of a step is kept until the head moves."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rolls: dict[int, bool] = {}
        self._kept: dict[int, RollRecord | None] = {}

    def __call__(self) -> RollRecord | None:
        """Return the record of the roll in progress or of the last one, None without one."""
        head = self._session.head
        if head not in self._kept:
            steps = tuple(self._steps(head))[::-1]
            self._kept = {head: read(self._session.event_contexts(steps))}
        return self._kept[head]

    def _steps(self, head: int) -> Iterator[int]:
        """Yield the steps from the head back to the one in which the roll opened, none if there is no roll."""
        timeline = self._session.timeline
        back: list[int] = []
        step: int | None = head
        found = False
        while step is not None and len(back) < LOOK_BACK:
            back.append(step)
            found = found or self._opens(step)
            step = timeline.parent(step)
            if found and (step is None or not _under_way(timeline.state_at(step))):
                yield from back
                return

    def _opens(self, step: int) -> bool:
        known = self._rolls.get(step)
        if known is None:
            known = any(isinstance(event, e.RollOpened) for event in self._session.timeline.step(step).events)
            self._rolls[step] = known
        return known


def _under_way(state: State) -> bool:
    """Return whether a roll is in progress, or one whose symbols are being assigned at a Console."""
    return any(isinstance(frame, Roll | Console) for frame in state.agenda)
