"""The declarations of an Order: who is activated, the two skills, the reactions (K-005 … K-007)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from .. import mods
from ..abilities import deployment, equipment, fireteams
from ..rules import Rules, Run, acting, acts_of, refuse
from ..skills import SKILLS, Skill
from ..state import Act, Order, State, Target, Troop
from . import acts, measure
from .base import Handler, outside

# ---- activation ----


def _check_activate(rules: Rules, state: State, command: c.Activate) -> Illegal | None:
    if wrong := outside(state, "turn"):
        return wrong
    troop = state.troops.get(command.troop)
    if troop is None or troop.side != state.side:
        return refuse("no_such_troop", "K-022", f"no troop {command.troop!r} of this side", name=command.troop)
    if troop.null or not troop.where:
        return refuse("null", "K-024", "it takes no part", troop=troop.id)
    if "immobilised_2" in troop.states:
        return refuse("held", "K-012", "a troop in Immobilised-2 can declare nothing", troop=troop.id)
    if troop.where == "air" and troop.immobilised:
        # Nothing that is left to it can be done from there.
        return refuse("immobilised", "K-018", "an Immobilised troop cannot land", troop=troop.id)
    if wrong := _check_pool(state, troop, command.kind):
        return wrong
    for other in command.together:
        partner = state.troops.get(other)
        if partner is None or not partner.up or partner.side != troop.side or partner.id == troop.id:
            return refuse("no_partner", "K-020", "it cannot act together with that troop", name=other)
        if other != troop.profile.controls and (not troop.fireteam or partner.fireteam != troop.fireteam):
            return refuse("no_partner", "K-020", "it cannot act together with that troop", name=other)
    return None


def _check_pool(state: State, troop: Troop, kind: str) -> Illegal | None:
    pools = {
        "regular": state.pool > 0,
        "irregular": troop.id in state.irregular,
        "lieutenant": troop.id in state.lieutenant,
    }
    if not pools.get(kind, False):
        return refuse("no_order", "K-022", "there is no such Order left", troop=troop.id, kind=kind)
    return None


def together(state: State, troop: Troop) -> tuple[str, ...]:
    """Return who usually acts with a troop: its Fireteam if it leads one, and the servant that it controls."""
    found = []
    if troop.leader and len(team := fireteams.members(state, troop.side, troop.fireteam)) >= fireteams.LEAST:
        found += [one.id for one in team if one.id != troop.id]
    servant = state.troops.get(troop.profile.controls)
    if servant is not None and servant.up and servant.side == troop.side:
        found.append(servant.id)
    return tuple(found)


def _activate(run: Run, command: c.Activate) -> None:
    begin(run, command.troop, command.together, command.kind)


def begin(run: Run, id: str, with_it: tuple[str, ...], kind: str) -> None:
    """Begin an Order. The members of the Fireteam are counted now, for its bonuses (K-020, N-083)."""
    state = run.state
    troop = state.troops[id]
    bonuses: tuple[int, ...] = ()
    if any(state.troops[one].fireteam == troop.fireteam and troop.fireteam for one in with_it):
        if not state.tri_core[troop.side] and troop.fireteam in fireteams.candidates(state, troop.side):
            run.add(e.TriCoreMoved(troop.side, troop.fireteam))
        count = fireteams.acting(state, (id, *with_it))
        bonuses = fireteams.bonuses(run.state, troop, count)
    rules = ("K-005", "N-083") if bonuses == (3, 4, 5) and troop.fireteam.startswith("triad") else ("K-005",)
    run.add(e.OrderBegan(state.orders + 1, (id, *with_it), kind, bonuses, rules))


def _activations(rules: Rules, state: State) -> Iterator[c.Activate]:
    for troop in state.troops.values():
        if troop.side == state.side and troop.where and not troop.null:
            with_it = together(state, troop)
            for kind in ("regular", "irregular", "lieutenant"):
                yield c.Activate(troop.id, with_it, kind)
                if with_it:
                    yield c.Activate(troop.id, (), kind)


# ---- the skills of the Order ----


def _declared(order: Order, troop: str) -> list[Skill]:
    return [SKILLS[act.skill] for act in acts_of(order, troop) if not act.reaction]


def waiting(order: Order, state: State, step: str) -> list[str]:
    """Return who is still to declare a skill in a step, "first" or "second". After a skill that takes an entire Order
    none follows (K-006)."""
    found = []
    for id in acting(order, state):
        before = _declared(order, id)
        if not before if step == "first" else len(before) == 1 and before[0].when != ("entire",):
            found.append(id)
    return found


def stuck(rules: Rules, state: State) -> bool:
    """Return whether nobody can declare a skill who is still to do so."""
    order = state.order
    if order is None or order.step not in ("first", "second"):
        return False
    found = (one for id in waiting(order, state, order.step) for one in _declarations_of(rules, state, id))
    return all(check_declare(rules, state, one) is not None for one in found)


def go_on(run: Run) -> None:
    """End a step of declarations once nobody can declare any more. Who could have, but for their States, declares
    nothing; if nobody has declared a skill in this step, nobody reacts to it (K-005, K-007)."""
    order = run.order
    if not stuck(run.rules, run.state):
        return
    run.add(*(e.NothingDeclared(id) for id in waiting(order, run.state, order.step)))
    stage = 1 if order.step == "first" else 2
    if any(act.stage == stage and not act.reaction for act in order.acts):
        run.add(e.StepBegan("reactions" if stage == 1 else "answers", (), ("K-007",)))
    else:
        measure.begin(run)


def check_declare(rules: Rules, state: State, command: c.Declare) -> Illegal | None:
    order = state.order
    if order is None or order.step not in ("first", "second"):
        return refuse("no_declaration", "K-005", "no skill is declared now")
    if command.troop not in acting(order, state):
        return refuse("not_acting", "K-005", "it has no part in this Order", troop=command.troop)
    if command.troop not in waiting(order, state, order.step):
        return refuse("declared", "K-006", "it has declared its skill", troop=command.troop)
    before = _declared(order, command.troop)
    skill = SKILLS.get(command.skill)
    if skill is not None and (wrong := _check_pattern(rules, skill, before)):
        return wrong
    act = act_of(rules, state, command)
    if wrong := acts.check_act(rules, state, act):
        return wrong
    if command.through and command.through != state.troops[command.troop].profile.controls:
        return refuse("no_servant", "N-121", "it controls no such servant", name=command.through)
    return _check_burst(rules, state, act)


def _check_pattern(rules: Rules, skill: Skill, before: list[Skill]) -> Illegal | None:
    """Return a refusal unless the skills are two short movement skills, one of them and a short skill, or an entire one
    (K-006). Autohatch comes first (N-071)."""
    when = _when(rules, skill)
    if when == {"aro"}:
        return refuse("only_reaction", skill.rules[0], "it can be declared as a reaction only")
    if not before:
        return None
    if skill.id == "autohatch":
        return refuse("autohatch_first", "N-071", "Autohatch is the first skill of an Order")
    if "entire" in when and "short" not in when and "movement" not in when:
        return refuse("entire", "K-006", "this skill takes an entire Order")
    if "movement" not in when and "movement" not in _when(rules, before[0]):
        return refuse("two_short", "K-006", "one of the two skills has to be a short movement skill")
    return None


def _when(rules: Rules, skill: Skill) -> set[str]:
    """Return when a skill can be declared. The heading of the StratusCloud and its effect differ: an edition option
    says whether it is a short movement skill or any short one (N-093)."""
    if skill.id == "cloud" and rules.switches["cloud_skill"] == "any":
        return {"short", "aro"}
    return set(skill.when)


def _check_burst(rules: Rules, state: State, act: Act) -> Illegal | None:
    """Return a refusal unless the Burst is parted whole."""
    if act.skill != "bs" or not act.targets or rules.weapon(act.weapon).kind == "template":
        return None
    whole = sum(step.amount for step in mods.burst(rules, state, act))
    if sum(one.dice for one in act.targets) != whole or any(one.dice < 1 for one in act.targets):
        return refuse("burst", "K-007", f"the Burst of {whole} has to be parted whole", n=whole)
    if len({one.troop for one in act.targets}) != len(act.targets):
        return refuse("twice", "K-007", "a troop is named twice")
    return None


def act_of(rules: Rules, state: State, command: c.Declare) -> Act:
    """Return the act of a declaration."""
    order = state.order
    assert order is not None
    stage = 1 if order.step == "first" else 2
    troop = state.troops[command.troop]
    surprise = troop.marker in ("camouflage", "impersonation_2") or any(
        act.surprise for act in acts_of(order, troop.id)
    )
    return Act(
        command.troop,
        command.skill,
        command.weapon,
        command.mode,
        command.targets,
        command.guard,
        command.crosses,
        False,
        stage,
        command.through,
        surprise,
    )


def _declare(run: Run, command: c.Declare) -> None:
    act = act_of(run.rules, run.state, command)
    declare(run, act)
    go_on(run)


def declare(run: Run, act: Act) -> None:
    """Record an act, with what its declaration does at once: a marker that acts is revealed, an embryo hatches, a cloud
    begins, a disposable is used."""
    skill = SKILLS[act.skill]
    cited = skill.rules
    if act.guard:
        cited = (*cited, "N-037", "N-041", "N-042", "N-045")
    if act.weapon in run.rules.content.weapons:
        weapon = run.rules.weapon(act.weapon)
        cited = (*cited, *weapon.rules, *weapon.mode(act.mode).rules) if weapon.modes else cited
    run.add(e.ActDeclared(act, tuple(dict.fromkeys(cited))))
    troop = run.state.troops[act.troop]
    if "movement" in skill.when and act.skill != "idle":
        _slow(run, troop, act)
    if troop.marker in ("camouflage", "impersonation_2") and act.skill not in ("move", "idle"):
        marker = "embryo" if troop.form == deployment.SEED else ""
        run.add(e.Revealed(troop.id, marker, "acts", ("N-068", "N-073") if marker else ("N-073",)))
    if act.skill == "autohatch":
        run.add(e.FormTaken(troop.id, "", ("N-071", "N-073", "N-074")))
    if act.skill == "cloud":
        # The players see to it that nothing else with Negative Feedback is used at once (N-219).
        run.add(
            e.Spent(troop.id, "stratuscloud", troop.used.get("stratuscloud", 0) + 1, ("N-093", "N-219")),
            e.CloudBegan(troop.id, equipment.cloud_until(run.state.turn), ("N-095", "N-096", "N-097", "N-098")),
        )
    if act.skill == "dazer":
        run.add(e.Spent(troop.id, "dazer", troop.used.get("dazer", 0) + 1, ("N-088",)))


def _slow(run: Run, troop: Troop, act: Act) -> None:
    """Say which zones halve a movement, and which would but for the skills of the troop (K-016, N-092)."""
    for id in dict.fromkeys((*troop.zones, *act.crosses)):
        zone = run.state.zones[id]
        if zone.movement == "very_difficult" and zone.since <= run.order.number:
            slowed = equipment.slowed(troop, zone)
            run.add(e.MovementHalved(troop.id, id, slowed, ("K-016",) if slowed else ("N-092",)))


def _declarations(rules: Rules, state: State) -> Iterator[c.Declare]:
    order = state.order
    if order is None or order.step not in ("first", "second"):
        return
    for id in waiting(order, state, order.step):
        yield from _declarations_of(rules, state, id)


def _declarations_of(rules: Rules, state: State, id: str) -> Iterator[c.Declare]:
    hostile = [zone.id for zone in state.zones.values() if zone.hostile is not None]
    yield from (c.Declare(id, "move", crosses=(zone,)) for zone in hostile)
    for skill in SKILLS.values():
        for weapon, mode, guard in acts.ways(rules, state, state.troops[id], skill):
            for targets in acts.aims(rules, state, id, skill, weapon, mode):
                yield c.Declare(id, skill.id, weapon, mode, targets, guard)


# ---- reactions ----


def reaction_of(state: State, command: c.React) -> Act:
    """Return the act of a reaction."""
    targets = (Target(command.target, 1),) if command.target else ()
    stage = 1 if state.step == "reactions" else 2
    return Act(
        command.troop, command.skill, command.weapon, command.mode, targets, command.guard, reaction=True, stage=stage
    )


def _check_react(rules: Rules, state: State, command: c.React) -> Illegal | None:
    order = state.order
    if order is None or order.step not in ("reactions", "answers"):
        return refuse("no_reaction", "K-007", "no reaction is declared now")
    troop = state.troops.get(command.troop)
    if troop is None or troop.where != "table" or troop.side == state.troops[order.troops[0]].side:
        return refuse("no_such_troop", "K-007", f"no troop {command.troop!r} of the other side", name=command.troop)
    if acts_of(order, troop.id):
        return refuse("one_reaction", "K-007", "it has had its reaction in this Order", troop=troop.id)
    skill = SKILLS.get(command.skill)
    if skill is None or "aro" not in skill.when:
        return refuse("no_such_reaction", "K-007", "it is no reaction", name=command.skill)
    if command.target and command.target not in order.troops:
        return refuse("not_active", "K-007", "a reaction is aimed at who is active", troop=command.target)
    return acts.check_act(rules, state, reaction_of(state, command))


def _react(run: Run, command: c.React) -> None:
    act = reaction_of(run.state, command)
    burst = sum(step.amount for step in mods.burst(run.rules, run.state, act))
    if act.targets:
        act = Act(act.troop, act.skill, act.weapon, act.mode, (Target(command.target, burst),), act.guard,
                  reaction=True, stage=act.stage)  # fmt: skip
    declare(run, act)


def _reactions(rules: Rules, state: State) -> Iterator[c.React]:
    order = state.order
    if order is None or order.step not in ("reactions", "answers"):
        return
    side = state.troops[order.troops[0]].side
    for troop in state.troops.values():
        if troop.side == side or not troop.up or acts_of(order, troop.id):
            continue
        for skill in SKILLS.values():
            if "aro" in skill.when:
                for weapon, mode, guard in acts.ways(rules, state, troop, skill):
                    for target in acting(order, state) if skill.aims else ("",):
                        yield c.React(troop.id, skill.id, weapon, mode, target, guard)


def _check_no_reactions(rules: Rules, state: State, command: c.NoReactions) -> Illegal | None:
    if state.step not in ("reactions", "answers"):
        return refuse("no_reaction", "K-007", "no reaction is declared now")
    return None


def _no_reactions(run: Run, command: c.NoReactions) -> None:
    order = run.order
    if order.step == "reactions" and waiting(order, run.state, "second"):
        run.add(e.StepBegan("second", (), ("K-005",)))
    else:
        measure.begin(run)


HANDLERS: dict[type, Handler] = {
    c.Activate: Handler(_check_activate, _activate, _activations),
    c.Declare: Handler(check_declare, _declare, _declarations),
    c.React: Handler(_check_react, _react, _reactions),
    c.NoReactions: Handler(_check_no_reactions, _no_reactions, lambda rules, state: (c.NoReactions(),)),
}
