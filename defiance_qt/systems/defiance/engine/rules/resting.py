"""Rest and the AutoMediKit (R-120…R-122, R-157…R-163)."""

from __future__ import annotations

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.rules import costs, harm
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

AUTOMEDIKIT = "automedikit"
AUTOMEDIKIT_HEALS = 8


# ---- Rest ----


def rests(rules: Rules, state: State, view: View, one: Character) -> list[c.Rest]:
    """R-120, R-121 (switch D03): Rest is illegal with an Enemy adjacent. It needs no other Character, and is legal as
    often as there are Actions for it (R-122)."""
    if not _rest_exists(rules) or _enemy_adjacent(view, one):
        return []
    return [*(c.Rest(one.id, id) for id in one.states), c.Rest(one.id, "")]


def _rest_exists(rules: Rules) -> bool:
    return rules.switches["rest"] == "yes"


def _enemy_adjacent(view: View, one: Character) -> int:
    return view.passages.near[view.cells[one.id]] & view.enemies


def check_rest(rules: Rules, state: State, frame: Activation, command: c.Rest) -> Illegal | None:
    """Refuse a Rest that nobody can make, or this figure cannot now (R-120), or a State that it does not have."""
    one = state.team[command.character]
    if not _rest_exists(rules):
        return Illegal("no_rest", "R-046", "this edition has no Rest")
    if _enemy_adjacent(rules.view(state), one):
        return Illegal("enemy_adjacent", "R-120", f"an Enemy is adjacent to {one.id}", figure=one.id)
    if command.state in ("", *one.states):
        return None
    words = f"{one.id} has no State {command.state!r} to lose"
    return Illegal("no_such_state", "R-121", words, figure=one.id)


def rest(run: Transaction, frame: Activation, command: c.Rest) -> None:
    """Heal 2 Damage and remove 1 Aggro and one State (R-121); a Remote keeps its Damage (R-157)."""
    one = run.state.team[command.character]
    costs.spend(run, command, "rest", ("R-046", "R-120"))
    run.emit(e.Rested(one.id, ("R-121",)))
    if not one.remote:
        harm.heal(run, one.id, 2, "rest", ("R-121",))
    elif one.damage:
        run.emit(e.Unaffected(one.id, "", "reason.remote_repair", ("R-153", "R-157")))
    if one.aggro:
        harm.change_aggro(run, one.id, -1, ("R-121",))
    if command.state:
        harm.relieve(run, one.id, command.state, ("R-121",))


# ---- the AutoMediKit ----


def has_automedikit(one: Character) -> bool:
    return any(held.item == AUTOMEDIKIT for held in one.carried)


def check_automedikit(rules: Rules, state: State, frame: Activation, command: c.UseAutoMediKit) -> Illegal | None:
    one = state.team[command.character]
    if one.conscious:
        return Illegal("conscious", "R-158", f"{one.id} is not Unconscious", figure=one.id)
    if not has_automedikit(one):
        return Illegal("no_automedikit", "R-163", f"{one.id} has no AutoMediKit left", figure=one.id)
    return costs.costs_more(rules, state, frame, command) or (None if frame.actions else costs.no_actions(frame))


def use_automedikit(run: Transaction, frame: Activation, command: c.UseAutoMediKit) -> None:
    """Use an AutoMediKit: remove the card, recover and heal up to 8 Damage, then draw two Consequences and keep one
    (R-160)."""
    one = run.state.team[command.character]
    costs.spend(run, command, "automedikit", ("R-158", "R-159", "R-161"))
    lose_card(run, one.id, AUTOMEDIKIT, ("R-160", "R-163"))
    harm.revive(run, one.id, AUTOMEDIKIT_HEALS, 2, AUTOMEDIKIT, ("R-160",))


def lose_card(run: Transaction, character: str, item: str, cites: tuple[str, ...]) -> None:
    """Remove one Equipment card from the game."""
    carried = list(run.state.team[character].carried)
    carried.remove(next(held for held in carried if held.item == item))
    run.emit(e.CarriedChanged(character, tuple(carried), "used", item, cites))
