"""What abilities and plugins cause: core events, with their usual effects, and effects like those of cards.

Events of a plugin are tried first: they must apply, break no invariant and leave the agenda alone. Its effects must
name what exists, as those of content.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Caused
from defiance_qt.systems.defiance.engine.checks.catalog import effect_faults
from defiance_qt.systems.defiance.engine.frames import Effects
from defiance_qt.systems.defiance.engine.hooks import reject
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction

FOR_RULES_ONLY: tuple[type, ...] = (
    e.MissionSetUp, e.RoundBegan, e.PhaseBegan, e.StepDone, e.TurnPassed, e.FrameOpened, e.FrameSet, e.FrameClosed,
    e.TriggerFired, e.AnswerSet, e.Overruled, e.ActivationBegan, e.ActivationEnded, e.UnitActivated,
    e.UnitActivationEnded, e.CardDrawn, e.RandomPicked, e.RollOpened, e.DiceRolled, e.DieRolledAgain, e.RollStep,
    e.RollClosed, e.DeckRebuilt, e.InitiativeShuffled, e.InitiativeRevealed, e.AiCardDealt, e.AiCardRevealed,
    e.AiCardsDiscarded, e.CampaignBegan, e.CampaignEntered, e.StepBegan, e.MissionEnded, e.MissionWritten,
    e.DefeatAccepted, e.SpoilsCounted,
)  # fmt: skip
"""The events that move the agenda, from one mission of a campaign to the next too, handle decks or record chance and
settings. No ability or plugin can cause them."""

UNFIT = (DefianceError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""How an event fails that does not fit the state."""

MOST = 100
"""The most events that one call of a plugin can cause."""


def cause(run: Transaction, function: Callable[..., Any], events: Sequence[Caused]) -> None:
    """Cause what a function has answered: all, or nothing if it is a plugin's and a part of it is wrong."""
    if not events:
        return
    if getattr(function, "reject", None) is None:
        for event in events:
            _cause(run, event)
        return
    before = run.mark()
    why = _refusal(run, events)
    if why is not None:
        run.roll_back(before)
        reject(function, why)


def _cause(run: Transaction, event: Caused) -> None:
    """Cause an event now, or effects once what is being resolved has ended. These cause no reactions."""
    if isinstance(event, Effects):
        run.defer(replace(event, reacted=True))
    else:
        harm.cause(run, event)


def _unfit(run: Transaction, effects: Effects) -> str:
    """Return why effects of a plugin cannot apply: they name what does not exist; "" if they can."""
    for path, fault in effect_faults(run.rules.catalog, run.rules.mission, effects.queue):
        return f"{path}: {fault}"
    there = (*run.state.team, *run.state.enemies, "")
    absent = [one for one in (effects.user, effects.target, effects.other) if one not in there]
    return f"there is no figure {absent[0]!r}" if absent else "" if effects.user else "no user"


def _refusal(run: Transaction, events: Sequence[Caused]) -> Message | None:
    """Cause the events; return why they cannot be caused, None if all is well."""
    if len(events) > MOST:
        return Message("fault.too_many_events", "it causes {count} events at once", count=len(events))
    was = run.state
    for event in events:
        name = type(event).__name__
        if isinstance(event, FOR_RULES_ONLY):
            return Message("fault.rules_only", "{event} is caused by the rules only", event=name)
        unfit = _unfit(run, event) if isinstance(event, Effects) else ""
        if unfit:
            return Message("fault.event", "its event {event} cannot happen now: {why}", event=name, why=unfit)
        try:
            _cause(run, event)
        except UNFIT as error:
            why = f"{type(error).__name__}: {error}"
            return Message("fault.event", "its event {event} cannot happen now: {why}", event=name, why=why)
    try:
        faults = broken(run.rules, run.state)
    except UNFIT as error:
        return Message(
            "fault.state", "its events leave an impossible state: {why}", why=f"{type(error).__name__}: {error}"
        )
    if faults:
        # In the middle of a decision some may be open already: only new ones are the plugin's.
        known = broken(run.rules, was)
        new = [str(fault) for fault in faults if fault not in known]
        if new:
            return Message("fault.state", "its events leave an impossible state: {why}", why=new[0])
    return None
