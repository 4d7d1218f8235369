"""Who did what: every deed of a figure with its amount and the step that it comes from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from defiance_qt.core.port import EventContext
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.state import State


class Deed(NamedTuple):
    """A deed: `who` did or suffered `what`, `amount` times. `about` is the Unit, card or figure concerned."""

    who: str
    what: str
    amount: int = 1
    about: str = ""
    step: int = 0
    round: int = 0


KINDS = (
    "kills",
    "dealt",
    "taken",
    "fell",
    "hacks",
    "inputs",
    "containers",
    "loot",
    "healed",
    "carried",
    "consequences",
    "cured",
    "intel",
    "spent",
)
"""The kinds of deeds, in the order of the tables."""

LOSSES = ("taken", "fell", "consequences", "spent")
"""Kinds of which the most is no merit."""


class Deeds:
    """Collects deeds from events in their order."""

    def __init__(self) -> None:
        self.all: list[Deed] = []
        self._dragging: tuple[str, str, int] | None = None

    def add(self, context: EventContext) -> None:
        """Add the deeds of an event."""
        event = context.event
        if isinstance(event, e.Dragged):
            self._drag(context, event)
        found = _DEEDS.get(type(event))
        for deed in found(event, context.before, context.after) if found is not None else ():
            self.all.append(deed._replace(step=context.step, round=context.before.round))

    def _drag(self, context: EventContext, event: e.Dragged) -> None:
        """Count the spaces over which one carries another within a Round as one deed."""
        now = (event.by, event.figure, context.before.round)
        if self._dragging == now:
            at = next(at for at in range(len(self.all) - 1, -1, -1) if self.all[at].what == "spaces")
            self.all[at] = self.all[at]._replace(amount=self.all[at].amount + 1)
            return
        self._dragging = now
        place = {"about": event.figure, "step": context.step, "round": context.before.round}
        self.all += [Deed(event.by, "carried", **place), Deed(event.by, "spaces", **place)]

    def sums(self, what: str) -> dict[str, list[Deed]]:
        """Return the deeds of a kind by figure."""
        found: dict[str, list[Deed]] = defaultdict(list)
        for deed in self.all:
            if deed.what == what:
                found[deed.who].append(deed)
        return found


def total(deeds: list[Deed]) -> int:
    return sum(deed.amount for deed in deeds)


def _active(state: State) -> str:
    """Return the Character whose Activation it is, "" in that of a Unit and between Activations."""
    return next((frame.character for frame in reversed(state.agenda) if isinstance(frame, Activation)), "")


def _doer(source: str, state: State) -> str:
    """Return the one of the team behind a source: itself, or the one that makes an Enemy attack another."""
    if source in state.team:
        return source
    return _active(state) if source in state.enemies else ""


def _died(event: e.MiniatureDied, before: State, after: State) -> Iterator[Deed]:
    if by := _doer(event.by, before):
        yield Deed(by, "kills", about=before.enemies[event.enemy].unit)


def _damage(event: e.DamageSuffered, before: State, after: State) -> Iterator[Deed]:
    if event.figure in before.team:
        yield Deed(event.figure, "taken", event.amount, event.source)
    elif by := _doer(event.source, before):
        yield Deed(by, "dealt", event.amount, event.figure)


def _healed(event: e.DamageHealed, before: State, after: State) -> Iterator[Deed]:
    """Count what a Rest or a card heals, but no Damage beyond the Wounds that is taken off again (R-225)."""
    if event.figure in before.team and "R-225" not in event.rules:
        yield Deed(_active(before) or event.figure, "healed", event.amount, event.figure)


def _input(event: e.InputCompleted, before: State, after: State) -> Iterator[Deed]:
    if by := _active(before):
        yield Deed(by, "inputs", about=event.console)


def _pooled(event: e.UpgradeBuilt, before: State, after: State) -> Iterator[Deed]:
    """Count what each has laid together for an Upgrade once it is built (R-306)."""
    for who, amount in before.campaign.pool.items() if before.campaign else ():
        yield Deed(who, "spent", amount, event.upgrade)


def _gained(event: e.IntelGained, before: State, after: State) -> Iterator[Deed]:
    if event.amount > 0:
        yield Deed(event.character, "intel", event.amount)


_DEEDS: dict[type, Callable[[Any, State, State], Iterator[Deed]]] = {
    e.MiniatureDied: _died,
    e.DamageSuffered: _damage,
    e.DamageHealed: _healed,
    e.FellUnconscious: lambda event, *_: iter((Deed(event.character, "fell"),)),
    e.RemoteDisabled: lambda event, *_: iter((Deed(event.character, "fell"),)),
    e.HackDeclared: lambda event, *_: iter((Deed(event.attacker, "hacks", about=event.program),)),
    e.InputCompleted: _input,
    e.ContainerEmptied: lambda event, *_: iter((Deed(event.by, "containers", about=event.container),)),
    e.LootFound: lambda event, *_: iter((Deed(event.character, "loot", about=event.card),)),
    e.ConsequenceSuffered: lambda event, *_: iter((Deed(event.character, "consequences", about=event.card),)),
    e.ConsequenceWritten: lambda event, *_: iter((Deed(event.character, "consequences", about=event.card),)),
    e.ConsequenceCured: lambda event, *_: iter((Deed(event.figure, "cured", about=event.card),)),
    e.IntelGained: _gained,
    e.CardBought: lambda event, *_: iter((Deed(event.character, "spent", event.price, event.card),)),
    e.CardSold: lambda event, *_: iter((Deed(event.character, "intel", event.price, event.card),)),
    e.UpgradeBuilt: _pooled,
}
