"""The Success Value and the Burst of an act, each as a list of steps with their reasons (K-001 … K-020)."""

from __future__ import annotations

from collections.abc import Iterator

from .abilities import close, fireteams, has
from .rolls import success_value
from .rules import Rules
from .skills import SKILLS
from .state import Act, Pair, State, Step, Troop
from .zones import saturation, visibility

COVER = 3
STUNNED = -3
TARGETED = 3
SURPRISE = {"bs": ("surprise_shot", -3), "cc": ("surprise_attack", -6)}
"""What an act out of a marker costs whoever answers it, by the skill that gives it (N-075)."""
SCAN_RESET = -9


def value(rules: Rules, state: State, act: Act, target: str, pair: Pair | None) -> tuple[int, tuple[Step, ...]]:
    """Return the Success Value of an act against a target ("" for all), and its steps. 0 where it cannot succeed."""
    skill = SKILLS[act.skill]
    troop = state.troops[act.troop]
    first = Step(f"attribute.{skill.attribute}", troop.value(skill.attribute), "K-001")
    if troop.copied and skill.attribute in troop.copied:
        first = Step(first.why, first.amount, "N-058")
    mods = tuple(_mods(rules, state, act, target, pair))
    if any(mod.why == "beyond" for mod in mods):
        return 0, (first, *mods)
    return success_value(first.amount, (mod.amount for mod in mods)), (first, *mods)


def _mods(rules: Rules, state: State, act: Act, target: str, pair: Pair | None) -> Iterator[Step]:
    troop = state.troops[act.troop]
    skill = SKILLS[act.skill]
    if act.skill == "bs" and pair is not None:
        yield from _band(rules, act, pair)
        if target in pair.cover:
            yield Step("cover", -COVER, "K-008")
    if (
        skill.sight
        and target
        and (found := visibility(state, troop, state.troops[target], pair.through if pair else ()))
    ):
        yield found
    if act.skill == "cc":
        guard = close.guard(act.guard)
        if guard.mod:
            yield Step("guard", guard.mod, "N-043", str(act.guard))
    yield from _of_others(state, act, target)
    # Whoever fires at a Targeted troop or hacks it (K-018).
    if act.skill in ("bs", "hack") and target and "targeted" in state.troops[target].states:
        yield Step("targeted", TARGETED, "K-018")
    if "stunned" in troop.states:
        yield Step("stunned", STUNNED, "K-018")
    yield from _team(state, act)


def _band(rules: Rules, act: Act, pair: Pair) -> Iterator[Step]:
    """Yield the MOD of the range band. Beyond the last the shots miss, for nothing was measured before (N-220)."""
    mod = rules.weapon(act.weapon).band(pair.distance)
    if mod is None:
        yield Step("beyond", 0, (*rules.weapon(act.weapon).rules, "K-008")[-1], str(pair.distance))
    else:
        rule = "N-110" if "N-110" in rules.weapon(act.weapon).rules else "K-008"
        yield Step("band", mod, rule, str(pair.distance))


def _of_others(state: State, act: Act, target: str) -> Iterator[Step]:
    """Yield the MODs that the acts of the other side cost this one: its Guard, its surprise, its scan."""
    order = state.order
    assert order is not None
    for other in order.acts:
        if state.troops[other.troop].side == state.troops[act.troop].side or other.reaction == act.reaction:
            continue
        aimed = any(one.troop == act.troop for one in other.targets)
        if act.skill == "cc" and other.skill == "cc" and aimed and close.guard(other.guard).adversary:
            yield Step("adversary_guard", close.guard(other.guard).adversary, "N-043", str(other.guard))
        if act.skill == "reset" and other.skill == "morpho_scan" and aimed:
            yield Step("morpho_scan", SCAN_RESET, "N-059")
        if other.surprise and aimed and act.reaction and other.skill in SURPRISE:
            name, amount = SURPRISE[other.skill]
            if has(state.troops[other.troop], name):
                yield Step(name, amount, "N-075")


def _bonuses(state: State, act: Act) -> tuple[int, ...]:
    order = state.order
    if order is None:
        return ()
    if not act.reaction:
        return order.bonuses if order.troops and act.troop == order.troops[0] else ()
    troop = state.troops[act.troop]
    count = len(fireteams.members(state, troop.side, troop.fireteam))
    return fireteams.bonuses(state, troop, count)


def _team(state: State, act: Act) -> Iterator[Step]:
    sizes = _bonuses(state, act)
    if act.skill == "bs" and 5 in sizes:
        yield Step("fireteam_5", 3, _team_rule(sizes, "K-020"), "5")
    if act.skill == "discover" and 4 in sizes:
        yield Step("fireteam_4", 3, _team_rule(sizes, "K-020"), "4")


def _team_rule(sizes: tuple[int, ...], rule: str) -> str:
    """Return the rule of a bonus: Tri-Core where a Triad has that of a larger Fireteam."""
    return "N-083" if sizes == (3, 4, 5) else rule


def burst(rules: Rules, state: State, act: Act) -> tuple[Step, ...]:
    """Return the Burst of an act before it is parted among targets: one die in a reaction (K-007), but Guard and
    Fireteams add to that too."""
    steps: list[Step] = []
    if act.reaction:
        steps.append(Step("reaction", 1, "K-007"))
    elif act.skill == "bs":
        steps.append(Step("weapon", rules.weapon(act.weapon).mode(act.mode).burst, "K-007"))
    else:
        steps.append(Step("one", 1, "K-001"))
    if act.skill == "cc" and close.guard(act.guard).burst:
        steps.append(Step("guard", close.guard(act.guard).burst, "N-043", str(act.guard)))
    if act.skill == "bs" and 3 in _bonuses(state, act):
        steps.append(Step("fireteam_3", 1, "K-020", "3"))
    return tuple(steps)


def dice(
    rules: Rules, state: State, act: Act, target: str, parted: int, pair: Pair | None
) -> tuple[int, tuple[Step, ...]]:
    """Return how many dice an act rolls at a target, and the steps. Saturation takes one after the Burst was parted,
    never the last, and never twice (K-014)."""
    steps = burst(rules, state, act)
    whole = sum(step.amount for step in steps)
    if parted != whole:
        steps = (*steps, Step("parted", parted - whole, "K-007"))
    skill = SKILLS[act.skill]
    if skill.sight and target and skill.role == "attack" and parted > 1:
        less = saturation(state, state.troops[act.troop], state.troops[target], pair.through if pair else ())
        if less is not None:
            return parted - 1, (*steps, less)
    return parted, steps


def damage(rules: Rules, troop: Troop, act: Act) -> int:
    """Return the Damage of an act: that of the weapon or the program; of a CC weapon the PH of the attacker, with the
    Damage of Guard (N-043)."""
    if act.skill == "hack":
        return rules.content.programs[act.weapon].damage
    weapon = rules.weapon(act.weapon)
    own = weapon.mode(act.mode).damage if weapon.modes or weapon.damage is not None else troop.value("ph")
    return own + (close.guard(act.guard).damage if act.skill == "cc" else 0)
