"""The Hostile turn in its five steps (W-054, W-060 … W-062, W-136 … W-138, W-144, W-145).

Each card that acts is one `Proceed`, so that its act can be shown and explained; what needs no showing follows at once.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from .. import commands as c
from .. import events as e
from .. import totals
from ..frames import EventCard, HostileTurn, Overwatch, Turn
from ..refusals import Refused
from ..ruleset import Rules
from ..run import Run
from ..state import Hostile, State
from . import arriving, firing, hostile_fire, objective
from .shots import arm_of, reach, shot

STEPS = ("inspire", "reinforce", "call", "attack", "move", "suppression", "timer")
"""The steps in their order; "call" is the second half of step 1 (W-138)."""

EVENT_EVERY = 3
"""The Timer's numbers that draw an Event are its multiples (W-145)."""


def check_proceed(rules: Rules, state: State, command: c.Proceed) -> Refused:
    return None


def in_order(state: State) -> tuple[str, ...]:
    """Return the Hostile cards by space from the Mission card, then by age (W-140)."""
    return tuple(one.id for one in sorted(state.hostiles.values(), key=lambda one: one.space))


def advance(run: Run, frame: HostileTurn) -> bool:
    """Begin a step, go through what needs no `Proceed`, and end the step."""
    if not frame.begun:
        if frame.step == STEPS[0]:
            run.emit(e.HostileTurnBegan(run.state.turn))
        left = BEGIN[frame.step](run, frame)
        early = tuple(run.state.hostiles) if frame.step == STEPS[0] else frame.early
        run.set(replace(frame, begun=True, left=left, early=early))
        if left:
            run.emit(e.StepBegan(frame.step))
        return True
    if frame.left:
        if frame.step in PROCEEDS and _acts(run, frame, frame.left[0]):
            return False
        _next(run, frame)
        return True
    return _end_step(run, frame)


def _next(run: Run, frame: HostileTurn) -> None:
    run.set(replace(frame, left=frame.left[1:]))
    PERFORM[frame.step](run, frame, frame.left[0])


def proceed(run: Run, frame: HostileTurn, command: c.Proceed) -> None:
    """Let the next card act."""
    _next(run, frame)


def _end_step(run: Run, frame: HostileTurn) -> bool:
    at = STEPS.index(frame.step)
    if at + 1 < len(STEPS):
        run.set(replace(frame, step=STEPS[at + 1], begun=False))
        return True
    run.set(Turn())
    _lift(run)
    time = run.state.time - 1
    run.emit(e.TimerMoved(time, -1))
    if time > 0 and time % EVENT_EVERY == 0:
        run.open(EventCard(cause="timer"))
    return True


def _lift(run: Run) -> None:
    """End what lasts until the end of the Hostile turn: unused overwatch, tokens, smoke, fog."""
    for number, soldier in run.state.team.items():
        for laid in soldier.laid:
            run.emit(e.LaidUsed(number, laid.card, used=laid.uses > 0))
    run.emit(e.HostileTurnEnded())


# ---- who acts in a step ----


def _inspiring(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    found = []
    for id in in_order(run.state):
        one = run.state.hostiles[id]
        if run.rules.does(run.rules.hostile(one).trait, "inspire") and run.rules.unsuppressed(one) > 0:
            found.append(id)
    return tuple(found)


def reinforced(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the Location cards with a Soldier, left to right; none in a lull, one less with a jammer (W-137)."""
    if state.conditions.lull >= state.turn:
        return ()
    spaces = tuple(space for space in range(1, state.rightmost + 1) if state.at(space))
    return spaces[1:] if _jammed(rules, state) else spaces


def _jammed(rules: Rules, state: State) -> bool:
    return any(rules.catalog.supports[one.id].effect == "jam" for one in state.supports)


def calling(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the cards with Reinforce that draw one more card (W-138)."""
    if state.conditions.lull >= state.turn:
        return ()
    found = []
    for id in in_order(state):
        one = state.hostiles[id]
        if rules.hostile(one).reinforce and rules.unsuppressed(one) > 0:
            found.append(id)
    if _jammed(rules, state) and not any(state.at(space) for space in range(1, state.rightmost + 1)):
        return tuple(found[1:])
    return tuple(found)


def _reinforced(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    return tuple(map(str, reinforced(run.rules, run.state)))


def _calling(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    """Return the cards that call and were in play before step 1."""
    return tuple(id for id in calling(run.rules, run.state) if id in frame.early)


def _all(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    return in_order(run.state)


def _moving(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    if run.state.conditions.decoy >= run.state.turn:
        return ()
    return tuple(id for id in in_order(run.state) if id in frame.out)


def _suppressed(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    return tuple(id for id in in_order(run.state) if run.state.hostiles[id].suppressed)


def _holding(run: Run, frame: HostileTurn) -> tuple[str, ...]:
    objective.hold(run)
    return ()


BEGIN: dict[str, Callable[[Run, HostileTurn], tuple[str, ...]]] = {
    "inspire": _inspiring,
    "reinforce": _reinforced,
    "call": _calling,
    "attack": _all,
    "move": _moving,
    "suppression": _suppressed,
    "timer": _holding,
}

PROCEEDS = ("reinforce", "call", "attack", "move")
"""The steps whose acts are shown one by one."""


def _acts(run: Run, frame: HostileTurn, id: str) -> bool:
    """Return whether the next card of a step acts, so that it is let act by a `Proceed`."""
    if frame.step == "attack":
        return id in run.state.hostiles and hostile_fire.idle(run.rules, run.state, run.state.hostiles[id]) == ""
    if frame.step == "move":
        return id in run.state.hostiles and _stays(run.rules, run.state, run.state.hostiles[id]) == ""
    return frame.step == "reinforce" or id in run.state.hostiles


# ---- what they do ----


def _inspire(run: Run, frame: HostileTurn, id: str) -> None:
    """Take one Suppressed token from every other card in the space (W-136)."""
    space = run.state.hostiles[id].space
    for other in run.state.hostiles_at(space):
        if other.id != id and other.suppressed:
            run.emit(e.HostileRecovered(other.id, 1, id, ("W-136",)))


def _reinforce(run: Run, frame: HostileTurn, space: str) -> None:
    arriving.reinforcements(run, int(space))


def _call(run: Run, frame: HostileTurn, id: str) -> None:
    if id in run.state.hostiles:
        arriving.called(run, id)


def _attack(run: Run, frame: HostileTurn, id: str) -> None:
    """Attack, or note why not; a card out of range moves in step 3 (W-056, W-144)."""
    if id not in run.state.hostiles:
        return
    why = hostile_fire.idle(run.rules, run.state, run.state.hostiles[id])
    if not why:
        hostile_fire.begin(run, id)
        return
    if hostile_fire.out_of_range(run.rules, run.state, run.state.hostiles[id]):
        now = run.state.frame
        assert isinstance(now, HostileTurn)
        run.set(replace(now, out=(*now.out, id)))
    if why != "target":
        run.emit(e.HostileIdle(id, why, ("W-056",) if why == "range" else ("W-140",)))


def _stays(rules: Rules, state: State, hostile: Hostile) -> str:
    """Return why a card that was out of range does not move, "" if it does (W-060, W-144)."""
    if hostile.suppressed:
        return "held"
    target = totals.target_of(rules, state, hostile)
    if target not in state.team:
        return "target"
    span = totals.distance(hostile.space, state.team[target].space)
    low, _ = totals.reach(rules, state, rules.hostile(hostile).range, hostile.space, "enemy")
    return "close" if span < low or not span else ""


def _move(run: Run, frame: HostileTurn, id: str) -> None:
    if id not in run.state.hostiles:
        return
    hostile = run.state.hostiles[id]
    why = _stays(run.rules, run.state, hostile)
    if why:
        run.emit(e.HostileIdle(id, why, ("W-060", "W-144")))
        return
    target = run.state.team[totals.target_of(run.rules, run.state, hostile)]
    to = hostile.space + (1 if target.space > hostile.space else -1)
    before = _watching(run, id)
    run.emit(e.HostileMoved(id, hostile.space, to))
    watching = tuple(number for number in _watching(run, id) if number not in before)
    if watching:
        run.open(Overwatch(id, watching))


def _recover(run: Run, frame: HostileTurn, id: str) -> None:
    run.emit(e.HostileRecovered(id, 1))


def _nothing(run: Run, frame: HostileTurn, id: str) -> None:
    """The Timer moves as the step ends."""


PERFORM: dict[str, Callable[[Run, HostileTurn, str], None]] = {
    "inspire": _inspire,
    "reinforce": _reinforce,
    "call": _call,
    "attack": _attack,
    "move": _move,
    "suppression": _recover,
    "timer": _nothing,
}


# ---- overwatch ----


def _watching(run: Run, id: str) -> tuple[str, ...]:
    """Return the Soldiers on overwatch with a Weapon that reaches a Hostile card."""
    return tuple(number for number in run.state.team if _overwatch_weapon(run.rules, run.state, number, id))


def _overwatch_weapon(rules: Rules, state: State, number: str, id: str) -> tuple[str, int] | None:
    """Return Weapon and mode of a Soldier on overwatch against a card: a mode of one die, else the first."""
    soldier = state.team[number]
    if not any(True for _ in totals.of_laid(rules, soldier, "overwatch")):
        return None
    if soldier.suppression and rules.on("pinned", "pinned"):
        return None
    span = totals.distance(soldier.space, state.hostiles[id].space)
    for weapon in soldier.weapons:
        arm = arm_of(rules, soldier, weapon.id)
        if arm is None or not weapon.loaded or rules.catalog.weapons[weapon.id].hth_only:
            continue
        low, high = reach(rules, state, soldier, arm)
        if low <= span <= high:
            single = [at for at, (dice, _, _) in enumerate(arm.modes, 1) if dice == 1]
            return weapon.id, single[0] if single else 1
    return None


def advance_overwatch(run: Run, frame: Overwatch) -> bool:
    """Let the next Soldier on overwatch fire at the card."""
    left = [number for number in frame.soldiers if number in run.state.team]
    if not left or frame.hostile not in run.state.hostiles:
        run.close()
        return True
    run.set(replace(frame, soldiers=tuple(left[1:])))
    number = left[0]
    found = _overwatch_weapon(run.rules, run.state, number, frame.hostile)
    if found is None:
        return True
    soldier = run.soldier(number)
    laid = next(one for one in soldier.laid if run.rules.catalog.actions[one.card].number == "overwatch")
    card = totals.laid_card(run.rules, laid.card, laid.level)
    made = shot(run.rules, run.state, soldier, "overwatch", found[0], frame.hostile, found[1])
    run.emit(e.LaidUsed(number, laid.card, kept=laid.uses + 1 < card.amount))
    firing.open_attack(run, made)
    return True
