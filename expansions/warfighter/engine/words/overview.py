"""How far a mission has come: summary, the strip above the table, banners, marks of the timeline, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from defiance_qt.api import port

from .. import events as e
from .. import totals
from ..frames import Choose, Covert, Cycle, HostileTurn, Muster, Pay, Place, React, Recon, Retain, Turn
from ..rules import hostile_fire, hostile_turn
from ..rules.experience import total
from ..ruleset import Rules
from ..state import State
from . import names

MOMENTS = (e.SoldierDowned, e.ObjectiveActivated, e.LocationPlaced, e.LocationRefused, e.TurnBegan)
"""The events that are told by a banner, the most important first."""

LATE = 2
"""The number of the Timer up to which it is a danger."""


def summary(rules: Rules, state: State) -> port.Summary:
    """Return the state at a glance."""
    figures = tuple(
        port.SummaryFigure((f"soldier.{one.card}.short",), one.health, rules.card(one).health, drawing=one.card)
        for one in state.team.values()
    )
    key = "progress.turn" if state.turn else "progress.muster"
    return port.Summary(
        f"scenario.{state.setup.mission}.name",
        key,
        {"turn": state.turn, "time": state.time},
        state.turn,
        state.result or "",
        state.last,
        figures=figures,
        setting_up=not state.turn,
    )


def players(rules: Rules, state: State, words: port.Words) -> tuple[port.Player, ...]:
    """Return the Soldiers, each with what it carries."""
    return tuple(
        port.Player(
            one.number,
            names.soldier(state, one.number, words),
            one.health,
            rules.card(one).health,
            drawing=one.card,
            cards=tuple((names.item(id, words), "") for id in one.carried),
        )
        for one in state.team.values()
    )


def progress(rules: Rules, state: State, words: port.Words) -> port.Progress | None:
    """Return turn, goals, gauges, and what comes next."""
    if not state.decks:
        return None
    name = words("mark.turn", n=state.turn) if state.turn else words("mark.muster")
    comes, note = _next(rules, state, words)
    return port.Progress(
        state.turn,
        name,
        state.last,
        words("chapter.tip"),
        _goals(rules, state, words),
        _gauges(state, words),
        comes,
        note,
    )


def _goals(rules: Rules, state: State, words: port.Words) -> tuple[port.Goal, ...]:
    """Return the three steps: open the way, activate, the Objective's own."""
    if not state.goal.id:
        return ()
    objective = names.card(state.goal.id, words, "objective")
    placed, all_placed = state.rightmost, state.space - 1
    form, need = rules.goal(state).form, rules.goal(state).need
    left = sum(one.guard for one in state.hostiles.values())
    key = f"goal.{form}.inactive" if form == "guards" and not state.goal.active else f"goal.{form}"
    third = words(key, objective=objective, n=state.goal.progress, need=need, left=left)
    texts = (words("goal.way", n=placed, of=all_placed), words("goal.activate"), third)
    tips = (words("goal.way.tip"), words("goal.activate.tip"), words(f"objective.{state.goal.id}.text"))
    done = (placed >= all_placed, state.goal.active, state.result == "victory")
    current = done.index(False) if False in done else -1
    return tuple(
        port.Goal(text, "done" if done[at] else "current" if at == current else "open", tips[at])
        for at, text in enumerate(texts)
    )


def _gauges(state: State, words: port.Words) -> tuple[port.Gauge, ...]:
    tone: Literal["", "danger"] = "danger" if state.turn and state.time <= LATE else ""
    timer = words("gauge.timer", n=state.time)
    return (
        port.Gauge(words("gauge.xp", n=total(state)), total(state), 0, words("gauge.xp.tip"), "team", "check"),
        port.Gauge(timer, state.time, state.last, words("gauge.timer.tip"), tone, "time"),
    )


def coming(rules: Rules, state: State) -> tuple[int, int, int]:
    """Return how many Hostile cards may come, attack and move in the coming Hostile turn."""
    come = len(hostile_turn.reinforced(rules, state)) + len(hostile_turn.calling(rules, state))
    idle = [hostile_fire.idle(rules, state, one) for one in state.hostiles.values()]
    moving = [
        one for one, why in zip(state.hostiles.values(), idle, strict=True) if why == "range" and not one.suppressed
    ]
    return come, idle.count(""), len(moving)


def _next(rules: Rules, state: State, words: port.Words) -> tuple[str, str]:
    if state.result is not None or not state.turn:
        return "", ""
    if any(isinstance(frame, HostileTurn) for frame in state.agenda):
        return words("next.team"), ""
    come, attack, move = coming(rules, state)
    return words("next.hostiles"), words("next.note", come=come, attack=attack, move=move)


def moment(events: Sequence[port.EventContext], words: port.Words) -> port.Moment | None:
    """Return the turn that the story takes: a Soldier Downed before the Objective, that before a Location placed or
    discarded, a turn."""
    found: dict[type, port.EventContext] = {}
    for each in events:
        found.setdefault(type(each.event), each)
    one = next((found[kind] for kind in MOMENTS if kind in found), None)
    if one is None:
        return None
    event = one.event
    if isinstance(event, e.SoldierDowned):
        who = names.soldier(one.before, event.soldier, words)
        return port.Moment("alarm", words("moment.downed", who=who), words("moment.downed.text"))
    if isinstance(event, e.ObjectiveActivated):
        objective = names.card(one.after.goal.id, words, "objective")
        return port.Moment("gain", words("moment.active", objective=objective), words("moment.active.text"))
    if isinstance(event, e.LocationPlaced):
        place, xp = names.card(event.location, words, "location"), sum(part.amount for part in event.number)
        return port.Moment("arrival", place, words.count("moment.placed", xp))
    if isinstance(event, e.LocationRefused):
        place, who = names.card(event.location, words, "location"), names.soldier(one.after, event.soldier, words)
        return port.Moment("alarm", place, words.count("moment.refused", event.cost, who=who))
    return port.Moment("chapter", words("mark.turn", n=event.turn), words("moment.turn", n=one.after.time))


def marks(
    before: State | None, after: State, events: Callable[[], Sequence[e.Event]], words: port.Words
) -> Iterator[port.Mark]:
    """Yield the marks of a step: the muster, each turn, cards cleared, Soldiers lost."""
    if before is None:
        yield port.Mark("chapter", words("mark.muster"))
        return
    if after.turn != before.turn:
        yield port.Mark("chapter", words("mark.turn", n=after.turn), short=str(after.turn))
    lost = len(after.downed) - len(before.downed)
    if lost > 0:
        yield port.Mark("loss", words("mark.downed", who=names.card(after.downed[-1], words, "soldier")), lost)
    killed = sum(after.killed.values()) - sum(before.killed.values())
    if killed > 0:
        yield port.Mark("gain", words.count("mark.cleared", killed), killed)


def ending(rules: Rules, state: State, words: port.Words) -> port.Ending | None:
    """Return how the mission ended."""
    if state.result is None:
        return None
    numbers = (
        (words("ending.turns"), str(state.turn)),
        (words("ending.time"), str(max(0, state.time))),
        (words("ending.cleared"), str(sum(state.killed.values()))),
        (words("ending.downed"), str(len(state.downed))),
        (words("ending.rp"), str(totals.team_rp(rules, state))),
    )
    return port.Ending(words(f"ending.{state.result}"), words(f"reason.end.{state.because}"), numbers)


def question(rules: Rules, state: State, words: port.Words, asks: str) -> str:
    """Return the pending decision in one sentence."""
    asked = _QUESTIONS.get(type(state.frame))
    return asked(rules, state, words, state.frame) if asked is not None else words(f"question.{asks}")


def _turn(rules: Rules, state: State, words: port.Words, frame: Turn) -> str:
    return words("question.turn", turn=state.turn, time=state.time)


def _muster(rules: Rules, state: State, words: port.Words, frame: Muster) -> str:
    return words("question.muster", rp=totals.team_rp(rules, state), limit=rules.mission.rp)


def _retain(rules: Rules, state: State, words: port.Words, frame: Retain) -> str:
    support = frame.left[0]
    keep = rules.catalog.supports[support].keep
    return words("question.retain", support=words(f"support.{support}.name"), keep=keep)


def _pay(rules: Rules, state: State, words: port.Words, frame: Pay) -> str:
    who, place = names.soldier(state, frame.soldier, words), names.place(state, frame.to, words)
    return words.count("question.pay", frame.left, who=who, place=place)


def _covert(rules: Rules, state: State, words: port.Words, frame: Covert) -> str:
    return words.count("question.covert", frame.left, card=words(f"action.{frame.card}.name"))


def _cycle(rules: Rules, state: State, words: port.Words, frame: Cycle) -> str:
    soldier = state.team[frame.soldier]
    size = totals.hand_size(rules, state, soldier)
    return words("question.cycle", who=names.soldier(state, frame.soldier, words), size=size)


def _choose(rules: Rules, state: State, words: port.Words, frame: Choose) -> str:
    _, _, number = frame.purpose.partition(":")
    if number:
        return words("question.choose.hand", who=names.soldier(state, number, words))
    return words("question.choose")


def _react(rules: Rules, state: State, words: port.Words, frame: React) -> str:
    return words.count("question.react", frame.wounds, who=names.soldier(state, frame.soldier, words))


_QUESTIONS: dict[type, Callable[[Rules, State, port.Words, Any], str]] = {
    Turn: _turn,
    Muster: _muster,
    Retain: _retain,
    Pay: _pay,
    Covert: _covert,
    Cycle: _cycle,
    Choose: _choose,
    React: _react,
    Place: lambda rules, state, words, frame: words("question.place"),
    Recon: lambda rules, state, words, frame: words("question.recon"),
}
