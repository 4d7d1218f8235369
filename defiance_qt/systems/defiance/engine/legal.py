"""`legal(rules, state)`: every command that is legal now; `check(rules, state, command)`: why one is not.

Both read the tables of the innermost frame in `agenda`, and `decide` accepts what passes the check. A property test
holds that these are exactly the listed commands. `moments` says what has to come first where the frame knows no such
command.
"""

from __future__ import annotations

from defiance_qt.core.errors import Illegal, Message
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.agenda import OPTIONS, kinds
from defiance_qt.systems.defiance.engine.hooks import reject
from defiance_qt.systems.defiance.engine.moments import wrong_moment
from defiance_qt.systems.defiance.engine.requests import request
from defiance_qt.systems.defiance.engine.rules.campaign.boons import wrong_step
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State


def legal(rules: Rules, state: State) -> tuple[c.Command, ...]:
    """Return every legal command, in a fixed order. Empty when the game is over or a chance result is pending."""
    if not state.agenda:
        return ()
    frame = state.agenda[-1]
    found = OPTIONS[type(frame)](rules, state, frame)
    if rules.hooks.check_command and found:
        found = _allowed(rules, state, found)
    return found


def _allowed(rules: Rules, state: State, found: tuple[c.Command, ...]) -> tuple[c.Command, ...]:
    """Return the commands that no plugin refuses. Plugins that together refuse all of them are rejected: the game could
    not go on."""
    context = rules.context(state)
    allowed = tuple(command for command in found if rules.hooks.veto(context, command) is None)
    if allowed:
        return allowed
    why = Message("fault.veto_all", "it leaves no legal command")
    refusing = [check for check in rules.hooks.check_command if any(check(context, one) is not None for one in found)]
    # Every one of them is asked to go, so that the result does not depend on their order.
    rejected = [reject(check, why) for check in refusing]
    return found if all(rejected) else ()


def check(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Return why a command is refused, None for a legal one. Checks, in order: the game is in progress, the step
    between missions knows it, its figures exist, nothing else has to come first, the demands of its kind, and that
    plugins allow it."""
    over = game_over(state)
    if over is not None:
        return over
    top = state.agenda[-1]
    known = kinds(top).get(type(command)) if request(state) is None else None
    if known is None and isinstance(top, f.Campaign):
        return wrong_step(top)
    missing = _missing(rules, state, command)
    if missing is not None:
        return missing
    if known is None:
        return wrong_moment(rules, state, command)
    refused = known[0](rules, state, top, command)
    if refused is None and rules.hooks.check_command and command not in legal(rules, state):
        veto = rules.hooks.veto(rules.context(state), command)
        assert veto is not None
        return Illegal(veto.code, veto.rule, veto.message)
    return refused


def game_over(state: State) -> Illegal | None:
    """Return the refusal of every command after the end of the mission (R-045)."""
    return None if state.agenda else Illegal("game_over", "R-045", "the game is over")


def _missing(rules: Rules, state: State, command: c.Command) -> Illegal | None:
    """Return the refusal for a figure or object that the command names but that does not exist."""
    for field in ("character", "giver", "receiver", "dragged"):
        id = getattr(command, field, None)
        if id is not None and id not in state.team and not isinstance(command, c.Enlist):
            return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)
    if isinstance(command, c.Attack | c.Hack | c.UseCard):
        id = command.target
        figure = id in state.team or id in state.enemies or id in state.neutrals
        door = id in state.doors and not isinstance(command, c.Attack)
        space = id in rules.board.by_name and isinstance(command, c.UseCard)
        if not (figure or door or space):
            rule = {c.Hack: "R-109", c.UseCard: "R-048"}.get(type(command), "R-073")
            return Illegal("unknown_target", rule, f"there is no {id!r} on the board", name=id)
    if isinstance(command, c.Interact):
        id = command.element
        if not any(id in table for table in (state.doors, state.containers, state.consoles, state.neutrals)):
            return Illegal("unknown_element", "R-123", f"there is no {id!r} on the board", name=id)
    return None
