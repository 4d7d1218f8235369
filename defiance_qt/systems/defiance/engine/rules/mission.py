"""The mission's own rules: triggers, victory and defeat (R-024, R-130, and the ruling on defeat)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.checks.facts import BY, names
from defiance_qt.systems.defiance.engine.content import Condition, DeployUnits, Step, Trigger
from defiance_qt.systems.defiance.engine.evolve.missions import mission_of
from defiance_qt.systems.defiance.engine.frames import Draw, Effects, Ending, KeepConsequence, Roll
from defiance_qt.systems.defiance.engine.loadouts import USABLE
from defiance_qt.systems.defiance.engine.rules.conditions import holds
from defiance_qt.systems.defiance.engine.rules.economy import gain_intel
from defiance_qt.systems.defiance.engine.rules.equip import may_carry
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

REVIVING = "unconscious"  # target of the Actions that revive
# Frames that are resolved to their end before the mission is lost.
UNRESOLVED = frozenset({Roll, Draw, KeepConsequence, Effects})


def on_fact(run: Transaction, fact: str) -> None:
    """Note the fact, and fire the triggers that wait for it while their conditions hold (R-024)."""
    text, _, by = fact.partition(BY)
    called = names(text)
    for name in called:
        if name in run.rules.noted and name not in mission_of(run.state).happened:
            run.emit(e.FactNoted(name, ("R-024",)))
    for number, trigger in waiting(run, called, by):
        run.emit(e.TriggerFired(number, text, not trigger.repeats, ("R-024",)))
        key = f"mission.{run.rules.mission.id}.trigger.{number}"
        user = run.state.last_activated or next(iter(run.state.team))
        run.defer(Effects(trigger.effects, user, user, key, ("R-024",)))


def waiting(run: Transaction, called: Iterable[str], by: str = "") -> list[tuple[int, Trigger]]:
    """Return the triggers, with their numbers, that a fact with these names fires now."""
    return [
        (number, trigger)
        for name in called
        for number, trigger in run.rules.triggers.get(name, ())
        if number not in run.state.fired and _fires(run, trigger, by) and not _idle(run, trigger)
    ]


def _fires(run: Transaction, trigger: Trigger, by: str) -> bool:
    """Check who caused the fact, and the conditions of a trigger."""
    unit = run.state.enemies[by].unit if by in run.state.enemies else by.rpartition(".")[0]
    side = "team" if by in run.state.team else "enemy"
    if trigger.by and trigger.by not in (by, unit, side):
        return False
    if trigger.needs is not None and not holds(run.rules, run.state, trigger.needs):
        return False
    return trigger.unless is None or not holds(run.rules, run.state, trigger.unless)


def _idle(run: Transaction, trigger: Trigger) -> bool:
    """Check whether a trigger would only deploy Units that cannot be; then it is not reported."""
    return all(
        isinstance(effect, DeployUnits) and not any(deployable(run, unit) for unit in effect.units)
        for effect in trigger.effects
    )


def deployable(run: Transaction, unit: str) -> bool:
    """Check whether the mission can deploy a Unit: of the Selected deck, or of those that it lists as Available. Any
    other that was in play and eliminated returns by Respawn only (R-167…R-169)."""
    return unit in run.state.selected or (unit in run.state.available and unit in run.rules.mission.available)


def check_end(run: Transaction, when: tuple[str, ...]) -> None:
    """Check the defeat of the whole team, then victory, then the mission's own defeats.

    `when` lists the present moments: "activation", "round"; the team's defeat is checked whenever nothing is being
    resolved: a roll is resolved to its end (R-106), and draws are not lost. The first that holds decides the mission.
    """
    if not when and (run.deferred or any(type(frame) in UNRESOLVED for frame in run.state.agenda)):
        return
    mission = run.rules.mission
    if team_down(run.rules, run.state):
        decide(run, "defeat", "team_down", ("R-045",))
    for result, conditions in (("victory", mission.victory), ("defeat", mission.defeat)):
        for condition in conditions:
            if condition.when in when and holds(run.rules, run.state, condition):
                decide(run, "victory" if result == "victory" else "defeat", condition.id, ("R-024",))


def in_play(state: State) -> bool:
    """Check whether a mission is on the table and undecided."""
    return not state.between and not any(isinstance(frame, Ending) for frame in state.agenda[:2])


def decide(run: Transaction, result: Literal["victory", "defeat"], because: str, cites: tuple[str, ...]) -> None:
    """Deal two Consequences face down to each Unconscious Character (R-233); recruited Allies join the crew (R-150).
    The lines of the result that hold take effect (R-303). What was caused before still happens, but no AI card is dealt
    any more."""
    if not in_play(run.state):
        return
    run.deferred = [frame for frame in run.deferred if not (isinstance(frame, Draw) and frame.deck == "ai")]
    down = tuple(one.id for one in run.state.team.values() if not one.conscious)
    run.emit(e.MissionDecided(result, because, down, cites))
    mission = run.rules.mission
    met = {neutral.card for neutral in mission.neutrals}
    for id in run.state.team:
        if id in met and not (run.state.campaign and id in run.state.campaign.crew):
            run.emit(e.CrewJoined(id, ("R-150",)))
    if result == "victory" and (run.rules.intel or run.rules.hooks.modify_campaign):
        for one in run.state.team.values():
            if not one.ally:
                gain_intel(run, one.id, run.rules.intel)
    user = next(iter(run.state.team))
    for line in (*mission.results, *run.rules.further_results):
        if line.needs is None or holds(run.rules, run.state, line.needs, result):
            run.emit(e.ResultReached(line.id, ("R-303",)))
            run.defer(Effects(line.effects, user, user, f"mission.{mission.id}.result.{line.id}", ("R-303",)))


def ending_advance(run: Transaction, frame: Ending) -> bool:
    if frame.waiting:
        run.set(replace(frame, waiting=frame.waiting[1:]))
        run.open(Draw("consequence", 2, "end_face_down", frame.waiting[0]))
    else:
        run.emit(e.GameEnded(frame.result, frame.because, ("R-045",)))
    return True


def steps_done(rules: Rules, state: State) -> tuple[bool, ...]:
    """Return for each step of the mission whether it is done in this state. Victory completes them all (R-024)."""
    return tuple(state.result == "victory" or _done(rules, state, step) for step in rules.mission.steps)


def _done(rules: Rules, state: State, step: Step) -> bool:
    """Check whether every part of a step holds."""
    return (
        all(state.doors[door].open for door in step.opened)
        and all(state.containers[container].empty for container in step.searched)
        and all(ally in state.team for ally in step.joined)
        and holds(rules, state, step)
    )


def last_round(rules: Rules) -> Condition | None:
    """Return the condition that ends the mission by its Round, the earliest one, or None (R-045)."""
    ends = (*rules.mission.victory, *rules.mission.defeat)
    timed = {
        one.after_round: one
        for one in reversed(ends)
        if one.after_round is not None and not (one.flags or one.standing)
    }
    return timed[min(timed)] if timed else None


def team_down(rules: Rules, state: State) -> bool:
    """Check whether every Character is Unconscious and none can recover any more (ruling on defeat)."""
    characters = [one for one in state.team.values() if not one.ally]
    if not characters or any(one.conscious for one in characters):
        return False
    if any(held.item == "automedikit" for one in characters for held in one.carried):
        return False
    return not any(
        one.ally and one.space and one.conscious and _revives(rules, state, one.id) for one in state.team.values()
    )


def _revives(rules: Rules, state: State, ally: str) -> bool:
    """Check whether an Ally has, or can take from an Unconscious figure, a card that revives. Tapped cards count,
    because they untap for the next Round; face-down cards do not (R-117, R-314, R-315)."""
    one = state.team[ally]
    if any(action.target == REVIVING for action in one.actions) and one.id not in one.flipped:
        return True
    return any(
        _can_revive(rules, one, other, held) for other in state.team.values() if other.space for held in other.carried
    )


def _can_revive(rules: Rules, ally: Character, holder: Character, held: Carried) -> bool:
    item = rules.catalog.equipment[held.item]
    if held.turned == "flip" or not any(action.target == REVIVING for action in item.actions):
        return False
    taken = holder.id == ally.id or (not item.personal and may_carry(rules, ally, item))
    return taken and (bool(item.tabs) or "light" in USABLE[rules.switches["usable"]])
