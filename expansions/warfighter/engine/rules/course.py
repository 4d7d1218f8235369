"""The Soldiers' turn: its beginning and end, rallying, hands, and leaving (W-020 … W-024, W-045, W-109, W-134,
W-135)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from .. import commands as c
from .. import effects, totals
from .. import events as e
from ..frames import Cycle, Deal, Environment, HostileTurn, Retain, Roll, Turn
from ..refusals import Refused, no_actions, no_player, no_soldier, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State

WEAK = 2
"""The Health up to which a Soldier may be removed voluntarily (W-023)."""

FOG, MUD, CLEAR = 2, 4, 8
"""The faces up to which the environment brings fog, mud, and nothing (W-135)."""


def advance_turn(run: Run, frame: Turn) -> bool:
    """Begin the turn: markers turned up, then the environment (W-109, W-135)."""
    if frame.begun:
        return False
    renewed = tuple(id for id, skill in run.rules.catalog.skills.items() if effects.ONCE.get(skill.once) == "turn")
    run.set(Turn(True))
    run.emit(e.TurnBegan(run.state.turn + 1, renewed))
    if run.rules.on("environment", "on"):
        run.open(Environment())
        run.open(Roll("team", (10,)))
    return True


def environment_rolled(run: Run, frame: Environment, faces: tuple[int, ...]) -> None:
    face = faces[0]
    effect = "fog" if face <= FOG else "mud" if face <= MUD else "" if face <= CLEAR else "draw"
    run.close()
    run.emit(e.EnvironmentRolled(face, effect))
    if effect in ("fog", "mud"):
        run.emit(e.ConditionSet(effect, run.state.turn, ("W-135",)))  # type: ignore[arg-type]
    elif effect:
        run.open(Deal(tuple((one.number, 1) for one in run.rules.players(run.state)), "environment"))


# ---- rallying, hands, leaving ----


def check_rally(rules: Rules, state: State, command: c.Rally) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if not soldier.suppression:
        return refused("unsuppressed", "W-024", "Soldier {soldier} is not suppressed", soldier=command.soldier)
    return no_actions(soldier)


def rally(run: Run, frame: object, command: c.Rally) -> None:
    soldier = run.soldier(command.soldier)
    more = sum(part.amount for part in totals.of_soldier(run.rules, soldier, "rally"))
    run.emit(e.ActionsSpent(soldier.number, 1, ("W-021", "W-024")))
    run.emit(e.Rallied(soldier.number, min(soldier.suppression, 1 + more)))


def check_cycle(rules: Rules, state: State, command: c.CycleHand) -> Refused:
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if soldier.suppression and not rules.on("pinned", "shaken"):
        return refused(
            "pinned", "W-110", "Soldier {soldier} is suppressed and has to rally first", soldier=soldier.number
        )
    return no_actions(soldier)


def cycle(run: Run, frame: object, command: c.CycleHand) -> None:
    run.emit(e.ActionsSpent(command.soldier, 1, ("W-021", "W-045")))
    run.open(Cycle(command.soldier))


def cycle_options(rules: Rules, state: State, frame: Cycle) -> Iterator[c.Command]:
    yield c.Done()
    yield from (c.Discard(card) for card in dict.fromkeys(state.team[frame.soldier].hand))


def check_discard(rules: Rules, state: State, command: c.Discard) -> Refused:
    frame = state.frame
    assert isinstance(frame, Cycle)
    if command.card in state.team[frame.soldier].hand:
        return None
    return refused("not_in_hand", "W-045", "there is no card {card} to discard", card=command.card)


def discard(run: Run, frame: Cycle, command: c.Discard) -> None:
    run.set(replace(frame, discarded=frame.discarded + 1))
    run.emit(e.CardsPaid(frame.soldier, (command.card,), "cycle", ("W-045", "W-124")))


def done(run: Run, frame: Cycle, command: c.Done) -> None:
    """Draw up to the hand size (W-124)."""
    soldier = run.soldier(frame.soldier)
    size = totals.hand_size(run.rules, run.state, soldier)
    run.set(Deal(((soldier.number, size - len(soldier.hand)),), "cycle"))


def check_leave(rules: Rules, state: State, command: c.Leave) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if soldier.health > WEAK:
        english = "Soldier {soldier} has more than {health} Health"
        return refused("strong", "W-023", english, soldier=soldier.number, health=WEAK)
    if [one.number for one in rules.players(state)] == [soldier.number]:
        return refused("last_player", "W-134", "the last Player Soldier cannot leave")
    return None


def check_end(rules: Rules, state: State, command: c.EndTurn) -> Refused:
    return None


def end(run: Run, frame: Turn, command: c.EndTurn) -> None:
    """End the Soldiers' turn: cards that did not apply are discarded, then Supports are paid for (W-125, W-022)."""
    for number, soldier in run.state.team.items():
        for laid in soldier.laid:
            if run.rules.catalog.actions[laid.card].on != "hostile_turn":
                run.emit(e.LaidUsed(number, laid.card, used=False))
    run.emit(e.TurnEnded(run.state.turn))
    run.set(HostileTurn())
    if run.state.supports:
        run.open(Retain(tuple(one.id for one in run.state.supports)))
