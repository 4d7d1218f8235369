"""Rounds and player turns: the Orders Count, the States Phase, scores, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from ..abilities import deployment, fireteams, has
from ..content import Hostile
from ..rules import Rules, Run, refuse
from ..state import State, Troop
from .base import Handler, outside


def begin(run: Run, side: int, turn: int) -> None:
    """Begin a player turn with the count of its Orders: one for each regular troop on the table that takes part, and
    the Lieutenant's (K-022)."""
    own = [one for one in run.state.troops.values() if one.side == side and one.up]
    pool = sum(one.profile.order == "regular" for one in own)
    irregular = tuple(one.id for one in own if one.profile.order == "irregular")
    lieutenant = tuple(one.id for one in own if one.profile.lieutenant)
    run.add(e.TurnBegan(side, turn, (turn + 1) // 2, pool, irregular, lieutenant))
    if run.rules.switches["embryo_turn"] == "must":
        for troop in embryos(run.state):
            run.add(e.FormTaken(troop.id, "", ("N-067", "N-074")))


def counted(run: Run) -> None:
    """End the Orders Count."""
    run.add(e.PhaseBegan("turn", ("K-022",)))


def embryos(state: State) -> list[Troop]:
    """Return the embryos whose State may be cancelled freely in this count: from the second own Active Turn on
    (N-067)."""
    if state.round < deployment.HATCHES:
        return []
    own = (one for one in state.troops.values() if one.side == state.side and one.up)
    return [one for one in own if one.form == deployment.SEED]


def _check_cancel(rules: Rules, state: State, command: c.CancelState) -> Illegal | None:
    if wrong := outside(state, "count" if command.state == "embryo" else "turn"):
        return wrong
    troop = state.troops.get(command.troop)
    if troop is None or troop.side != state.side:
        return refuse("no_such_troop", "", f"there is no troop {command.troop!r}", name=command.troop)
    if command.state == "cloud":
        return None if troop.cloud else refuse("no_cloud", "N-098", "it has no StratusCloud on", troop=troop.id)
    if command.state == "impersonation":
        return (
            None if troop.marker.startswith("imp") else refuse("no_marker", "N-081", "it is no marker", troop=troop.id)
        )
    if command.state != "embryo" or troop not in embryos(state):
        return refuse("no_hatching", "N-067", "it cannot cancel this State now", troop=troop.id)
    return None


def _cancel(run: Run, command: c.CancelState) -> None:
    if command.state == "cloud":
        run.add(e.CloudEnded(command.troop))
    elif command.state == "impersonation":
        run.add(e.Revealed(command.troop, "", "cancelled", ("N-081",)))
    else:
        run.add(e.FormTaken(command.troop, "", ("N-067", "N-074")))


def _cancels(rules: Rules, state: State) -> Iterable[c.CancelState]:
    for troop in state.troops.values():
        if troop.form == deployment.SEED:
            yield c.CancelState(troop.id, "embryo")
        if troop.cloud:
            yield c.CancelState(troop.id, "cloud")


def _check_marker(rules: Rules, state: State, command: c.MoveMarker) -> Illegal | None:
    if wrong := outside(state, "turn"):
        return wrong
    if command.side not in (0, 1):
        return refuse("no_such_side", "", "a side is 0 or 1", side=command.side)
    if state.tri_core[command.side]:
        return refuse("tri_core_works", "N-086", "another Triad has the Tri-Core Marker")
    if command.fireteam not in fireteams.candidates(state, command.side):
        return refuse("no_triad", "N-082", "it is no Triad of three with Tri-Core", name=command.fireteam)
    return None


def _move(run: Run, command: c.MoveMarker) -> None:
    run.add(e.TriCoreMoved(command.side, command.fireteam, ("N-086", "N-217")))


def _markers(rules: Rules, state: State) -> Iterable[c.MoveMarker]:
    return (c.MoveMarker(team, side) for side in (0, 1) for team in fireteams.candidates(state, side))


# ---- the end of a turn, of a Round, of the game ----


def _check_end(rules: Rules, state: State, command: c.EndTurn) -> Illegal | None:
    return outside(state, "turn", "bench")


def _end(run: Run, command: c.EndTurn) -> None:
    if run.state.bench:
        # Exchanges that have nothing to do with each other have no winner.
        run.add(e.GameEnded("draw"))
    else:
        run.add(e.TurnEnded(run.state.side, run.state.turn), e.PhaseBegan("states", ("K-018", "N-098")))


def states(run: Run) -> None:
    """Play the States Phase: what ends with this player turn; then the next turn, or the end of the game."""
    state = run.state
    for troop in state.troops.values():
        if troop.cloud and troop.cloud <= state.turn:
            run.add(e.CloudEnded(troop.id, ("N-098", "N-129")))
        for name in ("stunned", "targeted"):
            if name in troop.states and _ends(run.rules, troop, name):
                run.add(e.StateEnded(troop.id, name, "turn", ("K-018",)))
    from .setup import ask_tables, variable

    if state.turn == 2 * state.rounds:
        _finish(run)
    elif state.turn % 2 == 0 and variable(run.state):
        ask_tables(run, variable(run.state))
    else:
        next_turn(run)


def _ends(rules: Rules, troop: Troop, name: str) -> bool:
    """Return whether a State ends with the player turn. Of Targeted an edition option decides, but for who carries an
    objective that leaves it (K-018)."""
    if name == "stunned":
        return True
    return rules.switches["targeted_ends"] == "turn" and not (troop.scored and rules.scenario.carried == name)


def next_turn(run: Run) -> None:
    """Begin the turn after this one; with a new Round the variable zones have been rolled (N-027)."""
    begin(run, 1 - run.state.side, run.state.turn + 1)


def _finish(run: Run) -> None:
    if run.rules.options.get("campaign"):
        for side in (0, 1):
            run.add(_campaign(run, side))
    own, other = run.state.scores
    run.add(e.GameEnded(_result(*(run.state.wounds if own == other else (own, other)))))


def _result(own: int, other: int) -> Literal["victory", "defeat", "draw"]:
    return "draw" if own == other else "victory" if own > other else "defeat"


def _campaign(run: Run, side: int) -> e.CampaignCounted:
    """Return what Reporters add: the best of those that end the game on the table and not Null counts, once for each of
    the two rolls (N-061 … N-065)."""
    levels = [
        int(one.level("reporter") or 1)
        for one in run.state.troops.values()
        if one.side == side and one.up and one.has("reporter")
    ]
    best = max(levels, default=0)
    rules = ("N-061", *("N-062", "N-063", "N-064")[:best], "N-065")
    worth = run.rules.scenario.reporters
    return e.CampaignCounted(side, 3 * worth if best else 0, 3 * best * worth, rules)


# ---- objectives ----


def _check_score(rules: Rules, state: State, command: c.Score) -> Illegal | None:
    if wrong := outside(state, "turn"):
        return wrong
    scenario = rules.scenario
    if command.objective not in scenario.objectives:
        return refuse("no_objective", "", f"there is no objective {command.objective!r}", name=command.objective)
    if command.objective in state.scored:
        return refuse("scored", "", "it has been scored in this Round")
    if command.side != state.side:
        return refuse("not_your_turn", "K-022", "the other side has the Active Turn")
    troop = state.troops.get(command.troop)
    if troop is None or troop.side != command.side or not troop.up or troop.marker:
        return refuse("no_scorer", "K-024", "a troop of the side that takes part has to score it")
    if scenario.opens:
        return refuse("open_first", "N-048", "a Specialist opens it by a WIP Roll")
    if scenario.specialists and not has(troop, "specialist"):
        return refuse("no_specialist", "N-048", "a Specialist has to do it", troop=troop.id)
    return None


def score(run: Run, objective: str, side: int, troop: str) -> None:
    """Score an objective: its points, what it does to a zone, and the State of whoever scores it."""
    scenario = run.rules.scenario
    run.add(e.Scored(objective, side, scenario.objectives[objective], troop))
    if scenario.carried and scenario.carried not in run.state.troops[troop].states:
        run.add(e.StateSet(troop, scenario.carried, ("K-018",)))
    zone = run.state.zones.get(scenario.calms)
    if zone is not None and zone.hostile is not None:
        run.add(e.LevelChanged(zone.id, calmer(zone.hostile)))


def calmer(hostile: Hostile) -> Hostile | None:
    """Return a hostility one level lower, None below the lowest."""
    lower = {14: 16, 16: 17, 17: 18, 18: 19, 19: 20}
    return replace(hostile, level=lower[hostile.level]) if hostile.level in lower else None


def _scores(rules: Rules, state: State) -> Iterable[c.Score]:
    own = next((one.id for one in state.troops.values() if one.side == state.side and one.up and not one.marker), "")
    return (c.Score(objective, state.side, own) for objective in rules.scenario.objectives)


HANDLERS: dict[type, Handler] = {
    c.Score: Handler(_check_score, lambda run, one: score(run, one.objective, one.side, one.troop), _scores),
    c.CancelState: Handler(_check_cancel, _cancel, _cancels),
    c.MoveMarker: Handler(
        _check_marker,
        _move,
        _markers,
    ),
    c.EndTurn: Handler(_check_end, _end, lambda rules, state: (c.EndTurn(),)),
}
