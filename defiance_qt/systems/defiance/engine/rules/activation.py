"""A Character's Activation: what it can do, why it cannot, and its end (R-041…R-056, R-116, R-152, R-159, R-221…R-230,
R-263, R-313)."""

from __future__ import annotations

from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.enemies.reinforcements import awaken
from defiance_qt.systems.defiance.engine.frames import Activation, Equipping, Round
from defiance_qt.systems.defiance.engine.rules import costs, granted, harm, interact, moving
from defiance_qt.systems.defiance.engine.rules.attacking import attack, attacks, check_attack
from defiance_qt.systems.defiance.engine.rules.card_actions import card_actions, check_card, granted_actions, use_card
from defiance_qt.systems.defiance.engine.rules.effects import outlive
from defiance_qt.systems.defiance.engine.rules.hacking import check_hack, hack, hacks
from defiance_qt.systems.defiance.engine.rules.moving import in_passing, walks
from defiance_qt.systems.defiance.engine.rules.resting import (
    check_automedikit,
    check_rest,
    has_automedikit,
    rest,
    rests,
    use_automedikit,
)
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State
from defiance_qt.systems.defiance.engine.transaction import Check, Kinds, Transaction, accept

NOTICE_RANGE = 8


# ---- the legal commands ----


def options(rules: Rules, state: State, frame: Activation) -> tuple[c.Command, ...]:
    """Return all legal commands of the Character that its Actions pay for (R-046)."""
    return costs.affordable(rules, state, frame, _options(rules, state, costs.assumed(rules, frame)))


def _options(rules: Rules, state: State, frame: Activation) -> tuple[c.Command, ...]:
    """Return the commands of the Character: Actions as long as any are left (R-046, R-047), and steps whenever points
    are left (R-053, R-056, R-230). A card may keep it from moving (R-212), but not where it may not stay. An
    Unconscious Character can only use the AutoMediKit or pass (R-159, R-228, R-229)."""
    one = state.team[frame.character]
    if not one.space:
        return (c.EndActivation(one.id),)
    if UNCONSCIOUS in one.states and not frame.grant:
        kit = frame.actions and has_automedikit(one)
        return (c.UseAutoMediKit(one.id), c.EndActivation(one.id)) if kit else (c.EndActivation(one.id),)
    view = rules.view(state)
    ground, cell = rules.ground(view, one.id, "team"), view.cells[one.id]
    passing = in_passing(ground, cell)
    moves = passing or not rules.pinned(state, one.id)
    found = walks(rules, one.id, ground, cell, frame.points) if moves else []
    if passing:
        return tuple(found)
    if frame.grant:
        return (*found, *_granted(rules, state, view, one, frame))
    if moves:
        found += moving.pulls(rules, state, view, one, frame.points)
        if frame.actions:
            found.append(c.Move(one.id))
    if frame.actions:
        found += attacks(rules, state, view, one)
        found += hacks(rules, state, view, one)
        found.append(c.Equip(one.id))
        found += rests(rules, state, view, one)
        found += interact.options(rules, state, view, one)
    found += interact.extra_options(rules, state, view, one, frame)
    found += card_actions(rules, state, view, one, frame)
    found.append(c.EndActivation(one.id))
    return tuple(found)


def _granted(rules: Rules, state: State, view: View, one: Character, frame: Activation) -> list[c.Command]:
    """Return what a card lets a figure do now (R-313): Free Actions belong to its own Activation."""
    assert frame.grant
    found = granted_actions(rules, state, view, one, frame.grant.only, frame.grant.puppet) if frame.actions else []
    return [*found, c.EndActivation(one.id)]


def advance(run: Transaction, frame: Activation) -> bool:
    """Put a figure on the closest free space that passes another's when its way on is blocked, or when it falls there:
    what has just appeared may stand there, and it cannot stay (R-055, R-056)."""
    one = run.state.team[frame.character]
    if one.space:
        view, board = run.view, run.rules.board
        cell = view.cells[one.id]
        if one.conscious:
            ground = run.rules.ground(view, one.id, "team")
            stays = in_passing(ground, cell) and not walks(run.rules, one.id, ground, cell, frame.points)
        else:
            stays = any(there == cell for id, there in view.cells.items() if id != one.id)
        if stays:
            free = closest_free(board, 1 << cell, view.taken | view.obstructed, view.open_doors)
            if free:
                space = board.names[(free & -free).bit_length() - 1]
                run.emit(e.FigureMoved(one.id, one.space, space, ("R-055", "R-056")))
                return True
    return granted.advance(run, frame)


# ---- why a command is refused ----


def unable(rules: Rules, state: State, frame: Activation, id: str, needs: bool, moves: bool = False) -> Illegal | None:
    """Return why a figure can do nothing now, None when it can: it is not its turn (R-042, R-050), it is off the board,
    Unconscious or on a space where it may not stay (R-056), or has no Action left (R-046). `needs`: not without an
    Action left, unless house rules change costs; `moves`: also where it may not stay."""
    refused = _absent(state, frame, id)
    if refused is not None:
        return refused
    if UNCONSCIOUS in state.team[id].states:
        return Illegal("unconscious", "R-159", f"{id} is Unconscious", figure=id)
    refused = None if moves else _must_move_on(rules, state, id)
    if refused is None and needs and not frame.actions and not rules.hooks.modify_cost:
        return costs.no_actions(frame)
    return refused


def _absent(state: State, frame: Activation, id: str) -> Illegal | None:
    """Refuse a figure that is not the active one, or is off the board (R-154)."""
    if id != frame.character:
        return not_its_turn(state, frame, id)
    return None if state.team[id].space else off_board(id)


def off_board(id: str) -> Illegal:
    return Illegal("off_board", "R-154", f"{id} is off the board", figure=id)


def not_its_turn(state: State, frame: Activation, id: str) -> Illegal:
    """Return the refusal for a figure other than the active one, or for its next Activation: the present one has to
    end first (R-050), unless the figure has had its own this Round (R-042) or is off the board (R-154)."""
    one = state.team[id]
    if one.activated:
        return Illegal("already_activated", "R-042", f"{id} has been activated this Round", figure=id)
    if one.remote and not one.space:
        return off_board(id)
    words = f"{id} cannot act before the Activation of {frame.character} has ended"
    return Illegal("not_active", "R-050", words, figure=id, active=frame.character)


def _must_move_on(rules: Rules, state: State, id: str) -> Illegal | None:
    """Refuse a figure on a space where it may not stay (R-056, R-220)."""
    view = rules.view(state)
    if not in_passing(rules.ground(view, id, "team"), view.cells[id]):
        return None
    return Illegal("must_move_on", "R-056", f"{id} cannot act or stop there and must move on", figure=id)


def _not_granted(rules: Rules, state: State, frame: Activation, command: Any) -> Illegal | None:
    """Refuse an Action that a card does not allow which lets the figure act now (R-313)."""
    grant = frame.grant
    if not grant or isinstance(command, c.StepTo):
        return None
    # Points that a card gives are for steps: no card lets a figure drag.
    kinds: dict[str, type] = {"": object, "attack": c.Attack, "hack": c.Hack}
    one = state.team[frame.character]
    if grant.only in kinds:
        fits = isinstance(command, kinds[grant.only]) and not isinstance(command, c.Drag)
        if fits and isinstance(command, c.UseCard):
            found = rules.actions(state, one)
            fits = not any((id, one.id) == (command.card, command.action) and one.free for id, one in found)
    else:
        # Where a CC Attack or the Attack of an Enemy is allowed, the card is the reason against any other command.
        fits = command in granted_actions(rules, state, rules.view(state), one, grant.only, grant.puppet)
    if fits:
        return None
    words = f"{command.character} can only do what {grant.source} allows"
    return Illegal("granted_only", "R-313", words, figure=command.character, card=grant.source)


def _acts(check: Check, needs: bool = False, moves: bool = False) -> Check:
    """Return the check preceded by those that all Actions share. It is the figure's Activation, it is on the board and
    conscious, may act on its space, and has an Action left."""

    def refuse(rules: Rules, state: State, frame: Activation, command: Any) -> Illegal | None:
        return (
            unable(rules, state, frame, command.character, needs, moves)
            or _not_granted(rules, state, frame, command)
            or costs.costs_more(rules, state, frame, command)
            or check(rules, state, frame, command)
        )

    return refuse


def _check_kit(rules: Rules, state: State, frame: Activation, command: c.UseAutoMediKit) -> Illegal | None:
    return _absent(state, frame, command.character) or check_automedikit(rules, state, frame, command)


def _check_end(rules: Rules, state: State, frame: Activation, command: c.EndActivation) -> Illegal | None:
    one = state.team[command.character]
    if one.id != frame.character:
        return not_its_turn(state, frame, one.id)
    return _must_move_on(rules, state, one.id) if one.space and one.conscious else None


# ---- the effects ----


def activate(run: Transaction, frame: Round, command: c.Activate) -> None:
    """Begin an Activation (R-041, R-042); States may change its number of Actions (R-279)."""
    one = run.state.team[command.character]
    states = [run.rules.catalog.states[id] for id in one.states if id in run.rules.catalog.states]
    actions = max(0, 2 + sum(card.actions for card in states))
    cites = ("R-041", "R-042", "R-046") if one.conscious else ("R-041", "R-042", "R-046", "R-228")
    run.emit(e.ActivationBegan(one.id, actions, (*cites, "R-145") if one.ally else cites))


def equip(run: Transaction, frame: Activation, command: c.Equip) -> None:
    costs.spend(run, command, "equip", ("R-046", "R-116"))
    run.open(Equipping(command.character))


# ---- the end of an Activation ----


def end(run: Transaction, frame: Activation, command: c.EndActivation) -> None:
    """End an Activation: expiring States, Aggro above the maximum into Reinforcements, watchful Enemies (R-054, R-223,
    R-263, R-277)."""
    if frame.grant:
        granted.close(run, frame)
        return
    outlive(run, frame.character, frame.held)
    harm.uncover(run, frame.character)
    one = run.state.team[frame.character]
    most = run.rules.loadout(one).max_aggro
    if most is not None and one.aggro > most:
        excess = one.aggro - most
        run.emit(e.AggroChanged(one.id, -excess, most, False, ("R-223",)))
        harm.reinforce(run, excess, "aggro", ("R-223", "R-244"), one.id)
    run.emit(e.ActivationEnded(one.id, ("R-054",)))
    if run.state.alert == 0:
        notice(run)
    run.fact("activation_ended", one.id)
    pass_turn(run, one)


def notice(run: Transaction) -> None:
    """At Alert 0, deal cards to a Unit with an Enemy that sees a Character at Range 1–8 (R-263)."""
    view = run.view
    for enemy in list(run.state.enemies.values()):
        row = run.rules.board.distances(view.cells[enemy.id])
        for one in run.state.team.values():
            near = one.space and one.conscious and 1 <= row[view.cells[one.id]] <= NOTICE_RANGE
            if near and run.rules.sees(run.state, view, enemy.id, one.id):
                awaken(run, enemy.id, ("R-263",))
                break


def pass_turn(run: Transaction, one: Character) -> None:
    """Pass the turn to the Enemy, unless a synchronized partner must follow at once (R-041, R-152)."""
    partner = next((id for id in partners(run.state, one) if may_activate(run.state, id)), "")
    if partner:
        run.emit(e.TurnPassed("team", partner, ("R-152",)))
    else:
        run.emit(e.TurnPassed("enemy", "", ("R-041",)))


def may_activate(state: State, id: str) -> bool:
    """Check whether the Character or Ally still has its Activation this Round (R-042); a Remote off the board, and one
    who has left the mission, have none."""
    one = state.team[id]
    if state.mission and id in state.mission.gone:
        return False
    return not one.activated and (bool(one.space) or not one.remote)


def partners(state: State, one: Character) -> list[str]:
    """Return the figures activated in one block with this Character: its synchronized Allies, or its Controller
    (R-152)."""
    if one.synchronized:
        return [one.controller] if one.controller in state.team else []
    return [other.id for other in state.team.values() if other.synchronized and other.controller == one.id]


KINDS: Kinds = {
    c.EndActivation: (_check_end, end),
    c.Move: (_acts(moving.check_able, needs=True), moving.move),
    c.StepTo: (_acts(moving.check_step, moves=True), moving.step_to),
    c.Drag: (_acts(moving.check_drag), moving.drag),
    c.Attack: (_acts(check_attack, needs=True), attack),
    c.Hack: (_acts(check_hack, needs=True), hack),
    c.Equip: (_acts(accept, needs=True), equip),
    c.Rest: (_acts(check_rest, needs=True), rest),
    c.Interact: (_acts(interact.check_interact), interact.interact),
    c.UseAutoMediKit: (_check_kit, use_automedikit),
    c.UseCard: (_acts(check_card), use_card),
}
