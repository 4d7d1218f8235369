"""Rounds and their phases, step by step, and the alternation of Activations (R-039…R-045, R-152, R-171…R-178,
R-261…R-269)."""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.initiative import begin_unit
from defiance_qt.systems.defiance.engine.enemies.reinforcements import come_back, respawn
from defiance_qt.systems.defiance.engine.enemies.replacements import replacements
from defiance_qt.systems.defiance.engine.frames import Deployment, Draw, Round
from defiance_qt.systems.defiance.engine.rules import activation, harm
from defiance_qt.systems.defiance.engine.rules.alert import check_maximum, end_of_round
from defiance_qt.systems.defiance.engine.rules.campaign.course import make_ready
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State, Unit
from defiance_qt.systems.defiance.engine.transaction import Transaction

# The ruling "End of the Round, in this order".
END_STEPS = (
    "end_effects",
    "discard_ai_cards",
    "straighten",
    "maximum_alert",
    "quiet_round",
    "alert_reinforcement",
    "respawn",
    "replacements",
)


# ---- set-up ----


def deployment_options(rules: Rules, state: State, frame: Deployment) -> tuple[c.Command, ...]:
    """Return the placements of any Character on any free deployment space (R-012), of its group where the mission
    divides the team."""
    view = rules.view(state)
    taken = view.taken | view.obstructed
    cells = [rules.board.space(name) for name in rules.mission.deployment]
    free = [rules.board.names[cell] for cell in cells if not taken >> cell & 1]
    if not rules.mission.groups:
        return tuple(c.Deploy(id, name) for id in frame.waiting for name in free)
    return tuple(
        c.Deploy(id, name) for id in frame.waiting for name in free if group_fault(rules, state, id, name) == ""
    )


def group_fault(rules: Rules, state: State, figure: str, space: str) -> str:
    """Return why a figure may not deploy with a group: "group_full", "group_of_controller", "group_first" for an Ally
    whose controller has no place yet; "" if it may."""
    here = group_of(rules, space)
    one = state.team[figure]
    if one.ally:
        leader = state.team.get(one.controller)
        if leader is None:
            return ""
        if not leader.space:
            return "group_first"
        return "" if group_of(rules, leader.space) == here else "group_of_controller"
    group = next((group for group in rules.mission.groups if group.id == here), None)
    if group is None or group.size is None:
        return ""
    there = sum(
        bool(mate.space) and not mate.ally and group_of(rules, mate.space) == here for mate in state.team.values()
    )
    return "group_full" if there >= group.size else ""


def group_of(rules: Rules, space: str) -> str:
    """Return the group that deploys on a space, "" for one of no group."""
    cell = rules.board.by_name[space]
    for group in rules.mission.groups:
        if rules.board.mask(group.spaces) >> cell & 1:
            return group.id
    return ""


def check_deploy(rules: Rules, state: State, frame: Deployment, command: c.Deploy) -> Illegal | None:
    id, space = command.character, command.space
    if id not in frame.waiting:
        return Illegal("already_deployed", "R-012", f"{id} has been deployed", figure=id)
    names = [rules.board.names[rules.board.space(name)] for name in rules.mission.deployment]
    if space not in names:
        return Illegal("no_deployment_space", "R-012", f"{space} is not a deployment space", space=space)
    view = rules.view(state)
    if (view.taken | view.obstructed) >> rules.board.by_name[space] & 1:
        return Illegal("deployment_taken", "R-012", f"{space} is taken", space=space)
    wrong = group_fault(rules, state, id, space) if rules.mission.groups else ""
    if wrong == "group_full":
        return Illegal("group_full", "R-012", f"the group that deploys at {space} is complete", space=space)
    if wrong == "group_first":
        return Illegal("group_first", "R-012", f"the controller of {id} has to be deployed first", figure=id)
    if wrong:
        return Illegal("group_of_controller", "R-012", f"{id} deploys with the group of its controller", figure=id)
    return None


def deploy(run: Transaction, frame: Deployment, command: c.Deploy) -> None:
    waiting = tuple(id for id in frame.waiting if id != command.character)
    run.set(Deployment(waiting))
    run.emit(e.CharacterDeployed(command.character, command.space, ("R-012",)))


def deployment_advance(run: Transaction, frame: Deployment) -> bool:
    if frame.waiting:
        return False
    run.set(Round("end"))
    if run.state.campaign:
        make_ready(run)
    if not run.deferred:
        begin_round(run)
    return True


# ---- phases ----


def begin_round(run: Transaction) -> None:
    """Start Phase: the Initiative deck, then one AI card for each deployed Unit (R-017, R-040, R-171, R-261). Above
    Alert 0 every Unit gets its cards, also one that was inactive before (R-265), unless its card says that it has none
    (R-212)."""
    number = run.state.round + 1
    run.emit(e.RoundBegan(number, ("R-039", "R-045") if run.state.round else ("R-039", "R-021")))
    come_back(run)
    awake = tuple(unit.id for unit in run.state.units.values() if _takes_part(run, unit)) if run.state.alert else ()
    run.emit(e.PhaseBegan("start", tuple(f"deal:{id}" for id in awake), rules=("R-040",)))
    run.emit(e.InitiativeShuffled(awake, ("R-171",) if run.state.alert else ("R-261",)))
    run.fact("round_began", str(number))


def _takes_part(run: Transaction, unit: Unit) -> bool:
    """Check whether a deployed Unit gets its cards: it has some, and is not away from the board for now."""
    returns = any(ability.returns for ability in run.rules.unit_abilities(unit))
    away = returns and not any(enemy.unit == unit.id for enemy in run.state.enemies.values())
    return not away and not run.rules.inert(unit)


def advance(run: Transaction, frame: Round) -> bool:
    if frame.todo:
        step, _, argument = frame.todo[0].partition(":")
        run.emit(e.StepDone())
        STEPS[step](run, argument)
    elif frame.phase == "start":
        first: e.SideName = "enemy" if run.state.alert >= 4 else "team"
        cites = ("R-041", "R-268") if first == "enemy" else ("R-041",)
        run.emit(e.PhaseBegan("activations", (), first, cites))
    elif frame.phase == "end":
        begin_round(run)
    else:
        return _alternate(run, frame)
    return True


def _alternate(run: Transaction, frame: Round) -> bool:
    """Alternate turns; a side with nothing left lets the other continue (R-041, R-174)."""
    team_left = any(activation.may_activate(run.state, id) for id in run.state.team)
    if frame.turn == "team":
        if team_left:
            return False
        if run.state.initiative:
            run.emit(e.TurnPassed("enemy", "", ("R-041",)))
        else:
            run.emit(e.PhaseBegan("end", END_STEPS, rules=("R-043", "R-044")))
    elif run.state.initiative:
        run.open(Draw("initiative", 1, "initiative"))
    elif team_left:
        run.emit(e.TurnPassed("team", "", ("R-041", "R-174")))
    else:
        run.emit(e.PhaseBegan("end", END_STEPS, rules=("R-043", "R-044")))
    return True


def options(rules: Rules, state: State, frame: Round) -> tuple[c.Command, ...]:
    """Return any Character or Ally that has not been activated (R-041, R-042, R-145); a partner of a block must follow
    at once (R-152)."""
    if block := _partner(state, frame):
        return (c.Activate(block),)
    return tuple(c.Activate(id) for id in state.team if activation.may_activate(state, id))


def _partner(state: State, frame: Round) -> str:
    """Return the partner that must be activated next (R-152), "" if any Character may be."""
    return frame.block if frame.block and activation.may_activate(state, frame.block) else ""


def check_activate(rules: Rules, state: State, frame: Round, command: c.Activate) -> Illegal | None:
    """Refuse a Character that has been activated (R-042), is off the board (R-154), or has to wait for a partner
    (R-152)."""
    one, partner = state.team[command.character], _partner(state, frame)
    if one.activated:
        return Illegal("already_activated", "R-042", f"{one.id} has been activated this Round", figure=one.id)
    if not activation.may_activate(state, one.id):
        return activation.off_board(one.id)
    if partner in ("", one.id):
        return None
    block = activation.partners(state, state.team[partner])
    before = max(block, key=lambda id: state.team[id].activated, default="")
    words = f"{partner} must be activated at once, after {before}"
    return Illegal("partner_first", "R-152", words, figure=partner, partner=before)


def on_fact(run: Transaction, fact: str) -> None:
    """After an Initiative card of a deployed Unit is revealed, activate the Unit (R-172)."""
    word, _, unit = fact.partition(" ")
    if word == "initiative":
        begin_unit(run, unit)


# ---- steps ----


def _deal(run: Transaction, unit: str) -> None:
    if unit in run.state.units:
        run.open(Draw("ai", 1, "deal", unit))


def _end_effects(run: Transaction, argument: str) -> None:
    run.fact("round_ended", str(run.state.round))
    run.fact("check", "round")


def _discard_ai_cards(run: Transaction, argument: str) -> None:
    """R-176, R-178: discard AI cards, also those of eliminated Units. For a card still unseen, the table now enters its
    identity."""
    units = tuple(id for id, unit in run.state.units.items() if unit.ai_card)
    cards = [run.state.units[id].ai_card for id in units]
    held = run.state.discards.get("ai_held", ())
    cards += held
    unseen = cards.count("?")
    known = tuple(card for card in cards if card != "?")
    if units or known:
        run.emit(e.AiCardsDiscarded(units, known, ("R-176", "R-178") if held else ("R-176",)))
    if unseen:
        run.open(Draw("ai", unseen, "unseen"))


def _straighten(run: Transaction, argument: str) -> None:
    team = run.state.team.values()
    if any(one.tapped or any(held.turned == "tap" for held in one.carried) for one in team):
        run.emit(e.CardsStraightened(("R-043",)))
    for zone, rules in (run.state.mission.zones if run.state.mission else {}).items():
        if zone not in run.rules.zones:  # a card has made it, for this Round
            for rule in rules:
                run.emit(e.ZoneRuleSet(zone, rule, False, ("R-043",)))


def _maximum_alert(run: Transaction, argument: str) -> None:
    check_maximum(run)


def _quiet_round(run: Transaction, argument: str) -> None:
    frame = run.state.agenda[-1]
    assert isinstance(frame, Round)
    if not frame.enemy_acted:
        harm.reinforce(run, 1, "quiet_round", ("R-245", "R-044"))


def _alert_reinforcement(run: Transaction, argument: str) -> None:
    end_of_round(run)


def _respawn(run: Transaction, argument: str) -> None:
    respawn(run)


def _replacements(run: Transaction, argument: str) -> None:
    replacements(run)


STEPS: dict[str, Callable[[Transaction, str], None]] = {
    "deal": _deal,
    "end_effects": _end_effects,
    "discard_ai_cards": _discard_ai_cards,
    "straighten": _straighten,
    "maximum_alert": _maximum_alert,
    "quiet_round": _quiet_round,
    "alert_reinforcement": _alert_reinforcement,
    "respawn": _respawn,
    "replacements": _replacements,
}
