"""The account of a Unit's Activation: its Instructions, their candidates and their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from defiance_qt.core.port import Account, Detail, EventContext, Passage, Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import EnemyActivation
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.reasons import explain_activation, explain_changes

Narrate = Callable[[e.Event, State, Words], str]
Instruction = e.InstructionChosen | e.InstructionSkipped
# The events with the result of an Instruction, shown with the sentences of the log.
RESULTS = (
    e.RollOpened,
    e.DiceRolled,
    e.DieRolledAgain,
    e.SymbolsNullified,
    e.CriticalAdded,
    e.SwitchUsed,
    e.SwitchSpared,
    e.SymbolsCancelled,
    e.DamageSuffered,
    e.Unaffected,
    e.StateGained,
    e.FellUnconscious,
    e.RemoteDisabled,
    e.ConsequenceSuffered,
    e.MiniatureDied,
    e.UnitEliminated,
)


class Considered(NamedTuple):
    """The data of a detail about a candidate: its figures, and the reason it was passed over."""

    candidate: e.Candidate
    why: str


def opens_account(event: e.Event) -> str:
    """Return the Unit whose Activation begins, "" for any other event."""
    return event.unit if isinstance(event, e.UnitActivated) else ""


def closes_account(event: e.Event) -> bool:
    return isinstance(event, e.UnitActivationEnded)


def account(events: Sequence[EventContext], words: Words, rules: Rules, narrate: Narrate) -> Account:
    """Return the account of the Activation in these events, from its opening event to the latest."""
    opening = events[0]
    over = closes_account(events[-1].event)
    unit = opening.event.unit
    name = Names(opening.after, words).unit(unit)
    chapter = words("round.number", n=opening.after.round)
    return Account(unit, name, chapter, tuple(_passages(events, words, rules, narrate)), over)


def _passages(events: Sequence[EventContext], words: Words, rules: Rules, narrate: Narrate) -> Iterable[Passage]:
    """Yield a passage for each event worth mentioning in a rulebook's example."""
    instructions = [place for place, told in enumerate(events) if isinstance(told.event, Instruction)]
    for place, told in enumerate(events):
        following = next((at for at in instructions if at > place), len(events))
        deeds = [one for one in events[place + 1 : following] if isinstance(one.event, DEEDS) or _changed(one.event)]
        said = explain_activation([told, *deeds], words, rules)
        if isinstance(told.event, Instruction):
            yield _instruction(told, said, deeds, words, rules, narrate)
        elif said or (_changed(told.event) and not any(at < place for at in instructions)):
            results = () if said else tuple(_results(told, words, rules, narrate))
            yield Passage(told.step, _who(told, words), "", " ".join(said), results, rules=_rules([told]))


def _changed(event: Any) -> bool:
    """Check whether house rules have changed a number of the event."""
    return bool(getattr(event, "changes", ()))


def _results(told: EventContext, words: Words, rules: Rules, narrate: Narrate) -> Iterable[Detail]:
    """Yield the sentence of a result, then what house rules have changed in it."""
    event = told.event
    sentence = "" if isinstance(event, e.AttackDeclared) else narrate(event, told.after, words)
    for line in (sentence, *explain_changes(event, told.before, told.after, words, rules)):
        if line:
            yield Detail("result", line)


def _instruction(
    told: EventContext,
    said: Sequence[str],
    deeds: Sequence[EventContext],
    words: Words,
    rules: Rules,
    narrate: Narrate,
) -> Passage:
    event: Any = told.event
    heading, _, text = said[0].partition(". ")
    known = event.candidates if len(said) > len(event.candidates) > 0 else ()
    target = getattr(event, "target", "")
    looked = tuple(
        Detail("chosen" if one.figure == target else "passed", line, Considered(one, _why(line, one, told, words)))
        for line, one in zip(said[1:], known, strict=False)
    )
    came = [one for one in deeds if isinstance(one.event, RESULTS) or _changed(one.event)]
    return Passage(
        told.step,
        Names(told.before, words).figure(event.enemy),
        f"{heading}.",
        text,
        (
            *looked,
            *(Detail("weighed", line) for line in said[1 + len(looked) :]),
            *(
                line
                for one in came
                if not _told_already(event, one.event)
                for line in _results(one, words, rules, narrate)
            ),
        ),
        _rules([told, *deeds]),
        isinstance(event, e.InstructionSkipped),
    )


def _why(line: str, one: e.Candidate, told: EventContext, words: Words) -> str:
    """Return the reason in a candidate's line, after the figures: why it was passed over."""
    key = f"event.candidate.{'seen' if one.sight else 'unseen'}.passed"
    figure = Names(told.before, words).figure(one.figure)
    before = words(key, figure=figure, distance=one.distance, aggro=one.aggro, damage=one.damage, reason="")
    return line.removeprefix(before) if line.startswith(before) else ""


def _told_already(event: Any, done: e.Event) -> bool:
    """Check whether the paragraph already contains it: a State that is the only effect of the Instruction."""
    return isinstance(done, e.StateGained) and event.kind == done.state


def _who(told: EventContext, words: Words) -> str:
    """Return the acting Miniature, or the one whose frame opens; "" when the event concerns the whole Unit."""
    frames = (getattr(told.event, "frame", None), *reversed(told.before.agenda))
    acting = next((frame.enemy for frame in frames if isinstance(frame, EnemyActivation)), "")
    return Names(told.before, words).figure(acting) if acting else ""


def _rules(events: Iterable[EventContext]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for told in events for rule in getattr(told.event, "rules", ())))


# The events that `explain_activation` needs after an Instruction, and their rendering.
DEEDS = (e.AttackDeclared, e.Moved, e.MiniatureRetreated, *RESULTS)
