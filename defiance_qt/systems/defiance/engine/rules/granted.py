"""What cards let a figure do besides its two Actions (R-313): a Move, one Action, an Attack with more dice."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Activation, Grant
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

PUPPET = "puppet"
"""In `Act.only`: the Action is an Attack that the Enemy makes at which the card is aimed."""


def activation_of(state: State) -> Activation | None:
    """Return the Activation in progress, without what cards grant in it."""
    return next((frame for frame in state.agenda if isinstance(frame, Activation) and not frame.grant), None)


def grant_of(state: State, figure: str) -> Grant | None:
    """Return what a card lets a figure do now, None without such a card."""
    frame = next((frame for frame in reversed(state.agenda) if isinstance(frame, Activation)), None)
    return frame.grant or None if frame is not None and frame.character == figure else None


def act(run: Transaction, effect: t.Act, user: str, figure: str, source: str, cites: tuple[str, ...]) -> None:
    """Let a figure act at once. Movement points of the active one are simply more of those it has."""
    puppet = figure if effect.only == PUPPET else ""
    actor = user if puppet else figure
    active = activation_of(run.state)
    if actor not in run.state.team or not run.state.team[actor].space or not run.state.team[actor].conscious:
        return
    own = active is not None and active.character == actor
    if own and not effect.actions:
        run.emit(e.PointsGained(actor, effect.points, (*cites, "R-313")))
        return
    grant = Grant(source, effect.only, effect.dice, effect.fewer, effect.splash, puppet)
    dealt = active is not None and own and active.dealt
    run.defer(Activation(actor, effect.actions, effect.points, dealt, True, (), grant))


def advance(run: Transaction, frame: Activation) -> bool:
    """End what a card grants once nothing of it is left, or its figure can use it no more."""
    if not frame.grant:
        return False
    one = run.state.team[frame.character]
    if one.space and one.conscious and (frame.actions or frame.points):
        return False
    close(run, frame)
    return True


def close(run: Transaction, frame: Activation) -> None:
    """End what a card grants; Damage dealt counts for the Activation that it belongs to (R-221)."""
    run.close()
    top = run.state.agenda[-1]
    if frame.dealt and isinstance(top, Activation) and top.character == frame.character and not top.dealt:
        run.set(replace(top, dealt=True))


def done(state: State, deed: str, figure: str) -> bool:
    """Check whether a figure has done something in this Round, as noted by an ability ("attack", "kill", "moved")."""
    return bool(state.facts.get(f"{deed}.{figure}") == state.round)
