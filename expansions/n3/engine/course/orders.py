"""The declarations of an Order: who is activated, the two skills, the reactions (K-005 … K-007)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from .. import mods
from ..abilities import close, deployment, equipment, fireteams, has, uses
from ..rules import Rules, Run, acting, acts_of, refuse
from ..skills import SKILLS, Skill
from ..state import Act, Order, State, Target, Troop
from . import measure
from .base import Handler, known_zones, outside

SHORT_RANGE_CC = "blade"
"""What every troop fights with that has no CC weapon."""


# ---- activation ----


def _check_activate(rules: Rules, state: State, command: c.Activate) -> Illegal | None:
    if wrong := outside(state, "turn"):
        return wrong
    troop = state.troops.get(command.troop)
    if troop is None or troop.side != state.side:
        return refuse("no_such_troop", "K-022", f"no troop {command.troop!r} of this side", name=command.troop)
    if troop.null or not troop.where:
        return refuse("null", "K-024", "it takes no part", troop=troop.id)
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


# ---- what a troop may do ----


def may(rules: Rules, state: State, troop: Troop, skill: Skill) -> Illegal | None:
    """Return why a troop cannot use a skill at all: its States, what it lacks, what is used up."""
    free = state.bench
    if troop.null and not free:
        return refuse("null", "K-024", "it takes no part", troop=troop.id)
    if not skill.free and any(one.startswith("immobilised") for one in troop.states):
        return refuse("immobilised", "K-018", "an Immobilised troop can do little else than Reset", troop=troop.id)
    if skill.role == "attack" and "stunned" in troop.states:
        return refuse("stunned", "K-018", "a Stunned troop cannot attack", troop=troop.id)
    if skill.comms and skill.role != "defence" and "isolated" in troop.states:
        return refuse("isolated", "K-018", "an Isolated troop cannot hack", troop=troop.id)
    if skill.needs and not free and not has(troop, skill.needs):
        rule = skill.rules[0]
        return refuse("no_skill", rule, "it has not got this skill", troop=troop.id, skill=skill.id)
    if skill.needs and uses(troop, skill.needs) < 1:
        return refuse("used_up", skill.rules[0], "it is used up", troop=troop.id, skill=skill.id)
    return _may_by_form(state, troop, skill)


def _may_by_form(state: State, troop: Troop, skill: Skill) -> Illegal | None:
    """Return why the form or the place of a troop does not let it use a skill."""
    if skill.id in ("autohatch", "hatch") and troop.form != deployment.SEED:
        return refuse("no_embryo", "N-071", "it is no embryo", troop=troop.id)
    if (skill.id == "combat_jump") != (troop.where == "air") and not state.bench:
        return refuse(
            "in_the_air", "N-070", "a troop in the air lands by Combat Jump, and no other does", troop=troop.id
        )
    return None


def _check_weapon(rules: Rules, state: State, troop: Troop, act: Act) -> Illegal | None:
    """Return why a weapon, a program or a mode does not fit an act."""
    kinds = {"bs": ("bs", "template"), "cc": ("cc",)}.get(act.skill)
    if act.skill == "hack":
        if act.weapon not in (rules.content.programs if state.bench else troop.profile.programs):
            return refuse("no_program", "K-017", "it has no such program", troop=troop.id, name=act.weapon)
        return None
    if kinds is None:
        if act.weapon or act.mode:
            return refuse("no_weapon", "K-006", "this skill uses no weapon", name=act.weapon)
        return None
    weapon = rules.content.weapons.get(act.weapon)
    if weapon is None or weapon.kind not in kinds or act.weapon not in armed(rules, state, troop, kinds):
        return refuse("no_weapon", "K-006", "it has no such weapon for this", troop=troop.id, name=act.weapon)
    if act.mode not in (weapon.modes or ("",)):
        return refuse("no_mode", "N-109", "one of its modes has to be chosen at each use", name=act.weapon)
    return None


def armed(rules: Rules, state: State, troop: Troop, kinds: tuple[str, ...]) -> list[str]:
    """Return the weapons of a troop of these kinds; at the bench all that there are."""
    if state.bench:
        return [id for id, weapon in rules.content.weapons.items() if weapon.kind in kinds]
    own = [id for id in troop.profile.weapons if rules.content.weapons[id].kind in kinds]
    if not own and "cc" in kinds and SHORT_RANGE_CC in rules.content.weapons:
        return [SHORT_RANGE_CC]
    return own


def check_target(state: State, troop: Troop, skill: Skill, id: str) -> Illegal | None:
    """Return why a troop cannot be aimed at."""
    target = state.troops.get(id)
    if target is None or target.where != "table":
        return refuse("no_such_troop", "K-006", f"there is no troop {id!r} on the table", name=id)
    if skill.aims == "friend":
        if target.side != troop.side or "unconscious" not in target.states or target.profile.structure:
            return refuse("not_unconscious", "N-121", "a Doctor heals an Unconscious troop of its side", troop=id)
        return None
    if target.side == troop.side:
        return refuse("own_troop", "K-006", "it is a troop of its own side", troop=id)
    if "dead" in target.states:
        return refuse("dead", "K-024", "it is dead", troop=id)
    hidden = target.marker in ("camouflage", "impersonation_2")
    if skill.aims == "marker":
        return None if hidden else refuse("no_marker", "K-018", "there is nothing to discover", troop=id)
    if skill.id == "morpho_scan" and (target.marker or target.profile.structure):
        return refuse("no_scan", "N-057", "Morpho-Scan needs a figure with Wounds", troop=id)
    if hidden:
        return refuse("marker", "K-018", "a marker has to be discovered first", troop=id)
    return None


def _check_act(rules: Rules, state: State, act: Act) -> Illegal | None:
    """Return why an act cannot be declared, whichever step it is declared in."""
    skill = SKILLS.get(act.skill)
    troop = state.troops[act.troop]
    if skill is None:
        return refuse("no_such_skill", "K-006", f"there is no skill {act.skill!r}", name=act.skill)
    if wrong := may(rules, state, troop, skill) or _check_weapon(rules, state, troop, act):
        return wrong
    if (
        act.guard
        and (act.skill != "cc" or act.guard not in close.owned(troop))
        and not (state.bench and act.skill == "cc")
    ):
        return refuse("no_guard", "N-045", "one owned level of Guard is chosen in a CC Attack", troop=troop.id)
    if bool(act.targets) != bool(skill.aims):
        return refuse("no_target", "K-006", "this skill is aimed at a troop" if skill.aims else "it has no target")
    for target in act.targets:
        if wrong := check_target(state, troop, skill, target.troop):
            return wrong
    return known_zones(state, act.crosses)


# ---- the skills of the Order ----


def _declared(order: Order, troop: str) -> list[Skill]:
    return [SKILLS[act.skill] for act in acts_of(order, troop) if not act.reaction]


def check_declare(rules: Rules, state: State, command: c.Declare) -> Illegal | None:
    order = state.order
    if order is None or order.step not in ("first", "second"):
        return refuse("no_declaration", "K-005", "no skill is declared now")
    if command.troop not in acting(order, state):
        return refuse("not_acting", "K-005", "it has no part in this Order", troop=command.troop)
    before = _declared(order, command.troop)
    if len(before) != (0 if order.step == "first" else 1):
        return refuse("declared", "K-006", "it has declared its skill", troop=command.troop)
    skill = SKILLS.get(command.skill)
    if skill is not None and (wrong := _check_pattern(rules, skill, before)):
        return wrong
    act = act_of(rules, state, command)
    if wrong := _check_act(rules, state, act):
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
    order = run.order
    wanted = 1 if order.step == "first" else 2
    if all(len(_declared(order, one)) >= wanted for one in acting(order, run.state)):
        run.add(e.StepBegan("reactions" if order.step == "first" else "answers", (), ("K-007",)))


def declare(run: Run, act: Act) -> None:
    """Record an act, with what its declaration does at once: a marker that acts is revealed, an embryo hatches, a cloud
    begins, a disposable is used."""
    skill = SKILLS[act.skill]
    cited = skill.rules
    if act.guard:
        cited = (*cited, "N-041", "N-042", "N-045")
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
        run.add(
            e.Spent(troop.id, "stratuscloud", troop.used.get("stratuscloud", 0) + 1, ("N-093",)),
            e.CloudBegan(troop.id, max(1, run.state.turn) + 1),
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
    for id in acting(order, state):
        hostile = [zone.id for zone in state.zones.values() if zone.hostile is not None]
        yield from (c.Declare(id, "move", crosses=(zone,)) for zone in hostile)
        for skill in SKILLS.values():
            for weapon, mode, guard in _ways(rules, state, state.troops[id], skill):
                for targets in _aims(rules, state, id, skill, weapon, mode):
                    yield c.Declare(id, skill.id, weapon, mode, targets, guard)


def _ways(rules: Rules, state: State, troop: Troop, skill: Skill) -> Iterator[tuple[str, str, int]]:
    """Yield weapon, mode and level of Guard of each way to use a skill."""
    if skill.id == "hack":
        yield from ((program, "", 0) for program in troop.profile.programs)
    elif skill.id in ("bs", "cc"):
        kinds = ("cc",) if skill.id == "cc" else ("bs", "template")
        for id in armed(rules, state, troop, kinds):
            for mode in rules.weapon(id).modes or ("",):
                yield from ((id, mode, level) for level in ((0, *close.owned(troop)) if skill.id == "cc" else (0,)))
    else:
        yield "", "", 0


def _aims(rules: Rules, state: State, id: str, skill: Skill, weapon: str, mode: str) -> Iterator[tuple[Target, ...]]:
    """Yield the targets that a skill can be aimed at: the whole Burst at one, or parted between two neighbours."""
    if not skill.aims:
        yield ()
        return
    troop = state.troops[id]
    found = [one.id for one in state.troops.values() if check_target(state, troop, skill, one.id) is None]
    whole = 1
    if skill.id == "bs" and rules.weapon(weapon).kind == "bs":
        whole = sum(step.amount for step in mods.burst(rules, state, Act(id, "bs", weapon, mode)))
    yield from ((Target(one, whole),) for one in found)
    if whole > 1:
        pairs = pairwise(found)
        yield from ((Target(one, whole - 1), Target(other, 1)) for one, other in pairs)


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
    return _check_act(rules, state, reaction_of(state, command))


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
                for weapon, mode, guard in _ways(rules, state, troop, skill):
                    for target in acting(order, state) if skill.aims else ("",):
                        yield c.React(troop.id, skill.id, weapon, mode, target, guard)


def _check_no_reactions(rules: Rules, state: State, command: c.NoReactions) -> Illegal | None:
    if state.step not in ("reactions", "answers"):
        return refuse("no_reaction", "K-007", "no reaction is declared now")
    return None


def _no_reactions(run: Run, command: c.NoReactions) -> None:
    order = run.order
    entire = all(one.when == ("entire",) for one in _declared(order, order.troops[0]))
    if order.step == "reactions" and not entire:
        run.add(e.StepBegan("second", (), ("K-005",)))
    else:
        measure.begin(run)


# ---- just the dice ----


def _check_exchange(rules: Rules, state: State, command: c.Exchange) -> Illegal | None:
    if wrong := outside(state, "bench"):
        return wrong
    for id in (command.one, command.other):
        if id not in state.troops:
            return refuse("no_such_troop", "", f"there is no troop {id!r}", name=id)
    if state.troops[command.one].side == state.troops[command.other].side:
        return refuse("own_troop", "K-006", "it is a troop of its own side", troop=command.other)
    skill = SKILLS.get(command.skill)
    if skill is None or "short" not in skill.when or skill.aims != "enemy":
        return refuse("no_exchange", "K-004", "an exchange begins with an Attack", name=command.skill)
    answer = SKILLS.get(command.answer)
    if command.answer and (answer is None or "aro" not in answer.when or answer.role not in ("attack", "defence")):
        return refuse("no_answer", "K-007", "this does not answer an Attack", name=command.answer)
    acts = exchanged(rules, state, command)
    return next(
        filter(None, (_check_act(rules, state, act) for act in acts)),
        known_zones(state, (*command.zones, *command.other_zones)),
    )


def exchanged(rules: Rules, state: State, command: c.Exchange) -> list[Act]:
    """Return the acts of an exchange."""
    act = Act(command.one, command.skill, command.weapon, command.mode, (), command.guard)
    whole = 1
    if command.skill == "cc" or (command.skill == "bs" and command.weapon in rules.content.weapons):
        known = command.mode in (rules.weapon(command.weapon).modes or ("",)) if command.skill == "bs" else True
        whole = sum(step.amount for step in mods.burst(rules, state, act)) if known else 1
    first = Act(act.troop, act.skill, act.weapon, act.mode, (Target(command.other, whole),), act.guard)
    if not command.answer:
        return [first]
    aims = bool(SKILLS[command.answer].aims)
    back = Act(
        command.other,
        command.answer,
        command.answer_weapon,
        command.answer_mode,
        (),
        command.answer_guard,
        reaction=True,
    )
    dice = sum(step.amount for step in mods.burst(rules, state, back)) if aims else 1
    targets = (Target(command.one, dice),) if aims else ()
    return [first, Act(back.troop, back.skill, back.weapon, back.mode, targets, back.guard, reaction=True)]


def _exchange(run: Run, command: c.Exchange) -> None:
    for id, zones in ((command.one, command.zones), (command.other, command.other_zones)):
        troop = run.state.troops[id]
        run.add(e.Placed(id, zones))
        if troop.lost or troop.form:
            run.add(e.Healed(id, 0), *((e.FormTaken(id, "", ("K-021",)),) if troop.form else ()))
        run.add(*(e.StateEnded(id, one, "bench") for one in run.state.troops[id].states))
    acts = exchanged(run.rules, run.state, command)
    begin(run, command.one, (), "bench")
    for act in acts:
        declare(run, act)
    measure.begin(run)


def _exchanges(rules: Rules, state: State) -> Iterator[c.Exchange]:
    """Offer for each troop its own weapon against the next of the other side, answered and not, in a zone and not."""
    own = [one for one in state.troops.values() if not one.side]
    others = [one for one in state.troops.values() if one.side]
    for place, one in enumerate(own):
        other = others[place % len(others)] if others else None
        mine = _first_weapon(rules, one)
        if other is None or mine is None:
            continue
        zones = tuple(list(state.zones)[:1])
        for guard in (0, *close.owned(one)) if mine[0] == "cc" else (0,):
            yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], guard=guard)
            if (back := _first_weapon(rules, other)) is not None:
                yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], *back, guard=guard)
                yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], *back, guard=guard, zones=zones)
            yield c.Exchange(one.id, mine[0], other.id, mine[1], mine[2], "dodge", guard=guard)


def _first_weapon(rules: Rules, troop: Troop) -> tuple[str, str, str] | None:
    for id in troop.profile.weapons:
        weapon = rules.weapon(id)
        if weapon.kind != "template":
            return weapon.kind, id, next(iter(weapon.modes), "")
    return None


HANDLERS: dict[type, Handler] = {
    c.Activate: Handler(_check_activate, _activate, _activations),
    c.Declare: Handler(check_declare, _declare, _declarations),
    c.React: Handler(_check_react, _react, _reactions),
    c.NoReactions: Handler(_check_no_reactions, _no_reactions, lambda rules, state: (c.NoReactions(),)),
    c.Exchange: Handler(_check_exchange, _exchange, _exchanges),
}
