"""How far a mission has come: the Round, its steps, the Alert, and who acts next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from defiance_qt.core.port import Gauge, Goal, Progress, Words
from defiance_qt.systems.defiance.engine.content import Counter
from defiance_qt.systems.defiance.engine.frames import (
    Activation,
    Deployment,
    EnemyActivation,
    Round,
    SurpriseAttack,
    UnitActivation,
)
from defiance_qt.systems.defiance.engine.rules.activation import may_activate, partners
from defiance_qt.systems.defiance.engine.rules.mission import last_round, steps_done
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names

Tone = Literal["", "gold", "danger", "team"]
ICONS: dict[str, Literal["alert", "time", "check"]] = {"": "check", "high": "alert", "low": "time"}
HIGHEST = 5  # the last Alert Level
NAMED = 2  # the Characters and Allies who are named as next; of more, their number is


def progress(rules: Rules, state: State, words: Words) -> Progress | None:
    """Return the progress of the mission, None between missions. A mission without steps has no goals."""
    if state.between:
        return None
    end, names = last_round(rules), Names(state, words)
    name = words("round.number", n=state.round) if state.round else words("round.setup")
    comes, note, tip = _next(state, names)
    return Progress(
        chapter=state.round,
        name=name,
        chapters=end.after_round or 0 if end is not None else 0,
        tip=names.known(f"mission.{rules.mission.id}.end.{end.id}") if end is not None else "",
        goals=_goals(rules, state, words),
        gauges=(_alert(state, words), *_counters(rules, state, words)),
        next=comes,
        next_note=note,
        next_tip=words(f"progress.next.{tip}.tip") if tip else "",
    )


def _goals(rules: Rules, state: State, words: Words) -> tuple[Goal, ...]:
    """Return the steps; the first that is not done is the current one. Only that one has its full text."""
    goals: list[Goal] = []
    current = state.result is None
    for number, done in enumerate(steps_done(rules, state), 1):
        key = f"mission.{rules.mission.id}.step.{number}"
        now = current and not done
        current = current and done
        text, tip = words(key if now else f"{key}.short"), words(f"{key}.tip")
        goals.append(Goal(text, "done" if done else "current" if now else "open", tip))
    return tuple(goals)


def _alert(state: State, words: Words) -> Gauge:
    """Return the Alert Level with what it does now, and what the next one brings."""
    level = state.alert
    tip = words(f"view.alert.{level}")
    if level < HIGHEST:
        tip += "\n" + words("progress.alert.next", n=level + 1, effect=words(f"view.alert.{level + 1}"))
    tone = "danger" if level == HIGHEST else "gold" if level > 1 else ""
    return Gauge(words("progress.alert", n=level), level, HIGHEST, tip, tone)  # type: ignore[arg-type]


def _counters(rules: Rules, state: State, words: Words) -> Iterator[Gauge]:
    """Yield the mission's counters that are gauges. A count-down that has not begun is left out."""
    mission = rules.mission
    for id, counter in mission.counters.items():
        value = state.mission.counters.get(id, counter.start) if state.mission else counter.start
        if not counter.most or (counter.threat == "low" and not counter.start and not value):
            continue
        key = f"mission.{mission.id}.counter.{id}"
        text = words("progress.gauge", name=words(f"{key}.gauge"), n=value)
        yield Gauge(text, value, counter.most, words(f"{key}.tip"), _tone(counter, value), ICONS[counter.threat])


def _tone(counter: Counter, value: int) -> Tone:
    """Return how much a counter should worry the players: from half of the way, and from three quarters."""
    if not counter.threat:
        return "team"
    gone = value if counter.threat == "high" else counter.most - value
    return "danger" if 4 * gone >= 3 * counter.most else "gold" if 2 * gone >= counter.most else ""


def _next(state: State, names: Names) -> tuple[str, str, str]:
    """Return who acts after the pending decision, a remark, and the key of what that means (R-041)."""
    words = names.words
    if state.result is not None:
        return "", "", ""
    if any(isinstance(frame, Deployment) for frame in state.agenda):
        return words("round.number", n=1), "", "start"
    frame = next((one for one in state.agenda if isinstance(one, Round)), None)
    if frame is None or frame.phase != "activations":
        return words("progress.next.end"), "", "end"
    acting = next((one.character for one in state.agenda if isinstance(one, Activation)), "")
    # Who must be activated at once is who is chosen now, or follows whoever acts.
    left = [id for id in state.team if id not in (acting, frame.block) and may_activate(state, id)]
    partner = next((id for id in partners(state, state.team[acting]) if id in left), "") if acting else ""
    if partner:
        return _team([partner], names), "", "team"
    unit = next((one for one in state.agenda if isinstance(one, UnitActivation)), None)
    if unit is not None:
        waiting = _waiting(state, unit)
        if waiting:
            after = words("progress.next.then", who=_team(left, names)) if left else ""
            return names.figure(waiting[0]), after, "miniature"
    enemy_plays = unit is not None or any(isinstance(one, EnemyActivation | SurpriseAttack) for one in state.agenda)
    # While the team chooses or acts, the Enemy is next, as long as it has Initiative cards.
    if state.initiative and not (enemy_plays and left):
        cards = words.count("progress.next.cards", len(state.initiative))
        return words("progress.next.enemy"), cards, "enemy"
    if left and (enemy_plays or acting or len(left) > 1):
        return _team(left, names), "", "team"
    return words("progress.next.end"), "", "end"


def _waiting(state: State, frame: UnitActivation) -> list[str]:
    return [id for id in frame.waiting if id in state.enemies]


def _team(left: list[str], names: Names) -> str:
    """Return the Characters and Allies who may act next, by name if they are few."""
    words = names.words
    if len(left) > NAMED:
        return words.count("progress.next.team", len(left))
    who = [names.figure(id) for id in left]
    both = words("progress.next.or", first=who[0], second=who[1]) if len(who) == NAMED else who[0]
    return words("progress.next.either", who=both)
