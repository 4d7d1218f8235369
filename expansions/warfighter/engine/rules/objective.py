"""The Objective: activation, its five forms, and how the mission ends (W-051, W-129 … W-131, W-146)."""

from __future__ import annotations

from typing import Literal

from .. import commands as c
from .. import events as e
from .. import totals
from ..frames import Arrive
from ..refusals import Refused, cannot_act, no_soldier, pinned, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State

WORKED = ("work", "fetch")
"""The forms with Actions "work"."""


def no_target(rules: Rules, state: State) -> Refused:
    """Refuse an attack on the Objective unless it is to be destroyed, and active (W-129, W-130)."""
    if rules.goal(state).form != "destroy":
        return refused("not_to_destroy", "W-130", "this Objective is not destroyed by attacks")
    if not state.goal.active:
        return refused("objective_inactive", "W-129", "the Objective is not active yet")
    return None


def check_activate(rules: Rules, state: State, command: c.Activate) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    if state.goal.active:
        return refused("active", "W-129", "the Objective is active already")
    if state.rightmost < state.space - 1:
        left = state.space - 1 - state.rightmost
        return refused("not_placed", "W-129", "{left} Locations are still to be placed", left=left)
    soldier = state.team[command.soldier]
    if soldier.space != state.space - 1:
        english = "Soldier {soldier} is not in the space before the Objective"
        return refused("not_adjacent", "W-129", english, soldier=command.soldier)
    return pinned(rules, soldier)


def activate(run: Run, frame: object, command: c.Activate) -> None:
    """Activate the Objective; its guards come (W-129)."""
    run.emit(e.ObjectiveActivated(command.soldier))
    run.open(Arrive(run.state.space, run.rules.goal(run.state).guard, "objective"))


def check_work(rules: Rules, state: State, command: c.Work) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if state.goal.lies >= 0:
        if soldier.space != state.goal.lies:
            return refused("prize_elsewhere", "W-131", "the prize lies in another space")
        return cannot_act(rules, soldier)
    if rules.goal(state).form not in WORKED or state.goal.carrier:
        return refused("no_work", "W-130", "there is nothing to work on")
    if not state.goal.active or soldier.space != state.space:
        return refused("not_inside", "W-130", "Soldier {soldier} is not inside the Objective", soldier=command.soldier)
    if state.hostiles_at(state.space):
        return refused("contested", "W-130", "a Hostile card is in the Objective's space")
    return working(rules, state, command)


def working(rules: Rules, state: State, command: c.Work) -> Refused:
    """Refuse work of a suppressed Soldier, whatever the edition option says, or of one without an Action (W-130)."""
    soldier = state.team[command.soldier]
    if soldier.suppression:
        return refused(
            "pinned", "W-130", "Soldier {soldier} is suppressed and has to rally first", soldier=soldier.number
        )
    return cannot_act(rules, soldier)


def work(run: Run, frame: object, command: c.Work) -> None:
    """Work on the Objective, or pick up the prize that lies here."""
    run.emit(e.ActionsSpent(command.soldier, 1, ("W-021", "W-130")))
    if run.state.goal.lies >= 0:
        run.emit(e.PrizeTaken(command.soldier, ("W-131",)))
        return
    if run.rules.goal(run.state).form == "fetch":
        run.emit(e.PrizeTaken(command.soldier))
        return
    progress(run, command.soldier, 1)


def progress(run: Run, soldier: str, by: int) -> None:
    """Add to the progress of the Objective."""
    if by:
        need = run.rules.goal(run.state).need
        run.emit(e.Progressed(min(need, run.state.goal.progress + by), by, need, soldier))


def hold(run: Run) -> None:
    """Count the end of a Hostile turn that an unsuppressed Soldier has held the Objective (W-130)."""
    if run.rules.goal(run.state).form != "hold" or not run.state.goal.active or run.state.hostiles_at(run.state.space):
        return
    if any(not one.suppression for one in run.state.at(run.state.space)):
        progress(run, "", 1)


def drop_prize(run: Run, number: str, space: int) -> None:
    """Let the prize of a Soldier who is out of play lie in its space (W-131)."""
    if run.state.goal.carrier == number:
        run.emit(e.PrizeDropped(space))


def ended(rules: Rules, state: State) -> tuple[Literal["victory", "defeat"], str] | None:
    """Return how the mission has ended, and why (W-146); None if it goes on."""
    if not state.turn:
        return None
    if not rules.players(state):
        return "defeat", "nobody"
    if rules.on("last", "any") and any(rules.catalog.soldiers[card].type == "p" for card in state.downed):
        return "defeat", "downed"
    if _met(rules, state):
        return "victory", "objective"
    return ("defeat", "timer") if state.time <= 0 else None


def _met(rules: Rules, state: State) -> bool:
    goal, card = state.goal, rules.goal(state)
    if not goal.active:
        return False
    if card.form == "guards":
        arriving = any(isinstance(frame, Arrive) and frame.cause == "objective" for frame in state.agenda)
        return not arriving and not any(one.guard for one in state.hostiles.values())
    if card.form == "fetch":
        return bool(goal.carrier) and state.team[goal.carrier].space == 0
    return goal.progress >= card.need


def charge(run: Run, number: str, item: str) -> None:
    """Place a charge inside the Objective (W-130, W-157, W-158)."""
    soldier = run.soldier(number)
    heavy = run.rules.catalog.equipment[item].heavy
    more = sum(part.amount for part in totals.of_soldier(run.rules, soldier, "charge"))
    run.emit(e.CounterSpent(number, item, ("W-157",)))
    progress(run, number, heavy + more)
