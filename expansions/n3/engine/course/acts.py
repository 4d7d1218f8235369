"""What a troop may do at all: its States, its weapons and targets; and the ways in which a skill can be used."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from defiance_qt.api import Illegal

from .. import mods
from ..abilities import close, deployment, has, uses
from ..rules import Rules, refuse
from ..skills import SKILLS, Skill
from ..state import Act, State, Target, Troop
from .base import known_zones

SHORT_RANGE_CC = "blade"
"""What every troop fights with that has no CC weapon."""


def may(rules: Rules, state: State, troop: Troop, skill: Skill) -> Illegal | None:
    """Return why a troop cannot use a skill at all: its States, what it lacks, what is used up."""
    free = state.bench
    if troop.null and not free:
        return refuse("null", "K-024", "it takes no part", troop=troop.id)
    if "immobilised_2" in troop.states and not free:
        return refuse("held", "K-012", "a troop in Immobilised-2 can declare nothing", troop=troop.id)
    if troop.immobilised and not skill.free:
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
    if skill.id == "open" and not (rules.scenario.opens and rules.unscored(state)):
        return refuse("nothing_to_open", "N-048", "there is nothing to open in this Round", troop=troop.id)
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


def check_weapon(rules: Rules, state: State, troop: Troop, act: Act) -> Illegal | None:
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


def check_act(rules: Rules, state: State, act: Act) -> Illegal | None:
    """Return why an act cannot be declared, whichever step it is declared in."""
    skill = SKILLS.get(act.skill)
    troop = state.troops[act.troop]
    if skill is None:
        return refuse("no_such_skill", "K-006", f"there is no skill {act.skill!r}", name=act.skill)
    if wrong := may(rules, state, troop, skill) or check_weapon(rules, state, troop, act):
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


def ways(rules: Rules, state: State, troop: Troop, skill: Skill) -> Iterator[tuple[str, str, int]]:
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


def aims(rules: Rules, state: State, id: str, skill: Skill, weapon: str, mode: str) -> Iterator[tuple[Target, ...]]:
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
