"""What the rolls of an Order cause: tasks, saves, zones that wake, Guts, and the Conclusion."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from .. import saves
from ..abilities import equipment, fireteams, has
from ..rules import Rules, Run, refuse
from ..skills import SKILLS
from ..state import Act, Asked, Roll, Save, State
from ..zones import level_rules, woken
from .base import Handler
from .turns import score

COURAGE = "courage"


def effects(run: Run) -> None:
    """Apply tasks and scans, ask all saves of hits and then those of zones, and go on with them."""
    run.add(e.StepBegan("saves", (), ("K-005", "N-209")))
    for roll in run.order.rolls:
        task = TASKS.get(run.order.acts[roll.act].skill)
        if task is not None and roll.kept:
            task(run, roll)
    for act in run.order.acts:
        if act.skill == "morpho_scan":
            _scan(run, act)
    _hits(run)
    _zones(run)
    go_on(run)


def _hits(run: Run) -> None:
    """Ask the saves of hits, on Symbiont Armor those of Fire first (N-209)."""
    for roll in sorted(run.order.rolls, key=lambda one: not _burns(run, one)):
        act = run.order.acts[roll.act]
        if SKILLS[act.skill].role == "attack" and roll.kept:
            cover = _covered(run.state, roll.troop, roll.target)
            saves.of_hits(run, act, roll.target, len(roll.kept) - roll.criticals, roll.criticals, cover)
    for act in run.order.acts:
        if act.skill == "bs" and run.rules.weapon(act.weapon).kind == "template":
            for target in act.targets:
                if not _evades(run, target.troop):
                    saves.of_hits(run, act, target.troop, 1, 0, False)


def _burns(run: Run, roll: Roll) -> bool:
    """Return whether a roll is of a weapon with Fire against Symbiont Armor without a SymbioMate."""
    act = run.order.acts[roll.act]
    if act.skill != "bs":
        return False
    target = run.state.troops[roll.target]
    if target.mate or not target.has("symbiont_armour"):
        return False
    return run.rules.content.ammunition[run.rules.ammunition(act.weapon, act.mode)].again


def _covered(state: State, one: str, other: str) -> bool:
    order = state.order
    assert order is not None
    return any(other in pair.cover for pair in order.pairs if {pair.one, pair.other} == {one, other})


def _evades(run: Run, id: str) -> bool:
    """Return whether a troop has dodged a Direct Template: a Normal Roll (K-017)."""
    from .measure import succeeded

    dodges = ("dodge", "hatch")
    return any(
        roll.troop == id and run.order.acts[roll.act].skill in dodges and succeeded(run.order, roll)
        for roll in run.order.rolls
    )


def _zones(run: Run) -> None:
    """Ask what zones ask whose level the natural dice of a roll have reached (N-029 … N-035). A troop that falls
    in the Order saves too, after the hits (N-208, N-209)."""
    for roll in run.order.rolls:
        dice: dict[str, int] = {}
        for zone, die in woken(run.state, roll):
            assert zone.hostile is not None
            dice[zone.id] = dice.get(zone.id, 0) + 1
            level = zone.hostile.level
            run.add(
                e.ZoneTriggered(
                    zone.id, roll.troop, die, level, (*level_rules(level), *_trigger_rules(run, roll, zone.id, dice))
                )
            )
        for id, count in dice.items():
            hostile = run.state.zones[id].hostile
            assert hostile is not None
            saves.of_zone(run, id, hostile, run.state.troops[roll.troop], count)


def _trigger_rules(run: Run, roll: Roll, zone: str, dice: dict[str, int]) -> tuple[str, ...]:
    """Return what else a die says that wakes a zone: of whom, how often, and from where."""
    act, troop = run.order.acts[roll.act], run.state.troops[roll.troop]
    found = ["N-028", "N-029", "N-031", "N-035"]
    found += ["N-032", "N-118"] if dice[zone] > 1 else []
    found += ["N-203"] if len(dice) > 1 else []
    found += ["N-117"] if zone not in troop.zones else []
    found += ["N-119"] if act.skill == "cc" else []
    found += ["N-204"] if act.reaction else []
    found += ["N-205"] if len(run.order.troops) > 1 and not act.reaction else []
    found += ["N-208"] if "unconscious" in troop.states else []
    return tuple(found)


# ---- tasks ----


def _discover(run: Run, roll: Roll) -> None:
    target = run.state.troops[roll.target]
    marker = "embryo" if target.form == "seed" else ""
    run.add(e.Revealed(target.id, marker, "discovered", ("N-069", "N-073") if marker else ("N-073", "N-081")))


def _heal(run: Run, roll: Roll) -> None:
    target = run.state.troops[roll.target]
    run.add(e.Healed(target.id, target.value("wounds") - 1, ("N-121",)))


def _open(run: Run, roll: Roll) -> None:
    side = run.state.troops[roll.troop].side
    open_ = run.rules.unscored(run.state)
    if open_:
        score(run, open_[0], side, roll.troop)


def _reset(run: Run, roll: Roll) -> None:
    for state in ("immobilised_1", "isolated", "targeted"):
        if state in run.state.troops[roll.troop].states:
            run.add(e.StateEnded(roll.troop, state, "reset", ("K-018",)))


TASKS: dict[str, Callable[[Run, Roll], None]] = {
    "discover": _discover,
    "doctor": _heal,
    "open": _open,
    "reset": _reset,
}
"""What a success of a skill does besides hitting."""


def _scan(run: Run, act: Act) -> None:
    """Copy the values of a target for the rest of the game, unless it has avoided that by a Reset, a Normal Roll. A
    scan that is avoided is not used up (N-056, N-058 … N-060, N-213, N-214)."""
    target = run.state.troops[act.targets[0].troop]
    avoided = any(
        roll.troop == target.id and run.order.acts[roll.act].skill == "reset" and roll.kept for roll in run.order.rolls
    )
    if avoided:
        run.add(e.HitIgnored(target.id, "reset", False, ("N-059", "N-214")))
        return
    values = {name: target.value(name) for name in equipment.COPIED}
    mov = target.profile.mov
    copied = {**values, **{f"mov_{at}": mov[at] for at in range(len(mov))}}
    run.add(e.ProfileCopied(act.troop, target.id, copied, ("N-058", "N-060", "N-213")))
    used = run.state.troops[act.troop].used.get("morpho_scan", 0)
    run.add(e.Spent(act.troop, "morpho_scan", used + 1, ("N-060",)))


# ---- saves ----


def go_on(run: Run) -> None:
    """Go on with the saves, and with Guts once all are rolled."""
    while (save := run.state.save) is not None:
        if save.choices:
            return
        if save.rolls:
            side = "enemy" if run.state.troops[save.troop].side else "team"
            run.add(e.DiceAsked(Asked("save", side, save.rolls, save.troop, save.id), save.rules or ("K-009",)))
            return
        rolled(run, save, ())
    _guts(run)


def rolled(run: Run, save: Save, natural: tuple[int, ...]) -> None:
    """Apply the dice of a save, and the Wounds that came with it. Fire asks one more roll for each failure."""
    failures = saves.failed(save, natural)
    more = failures if save.again else 0
    run.add(e.SaveRolled(save.id, save.troop, natural, failures, more, save.rules or ("K-009",)))
    saves.suffer(run, save, failures)


def _check_choose(rules: Rules, state: State, command: c.ChooseSave) -> Illegal | None:
    save = state.save
    if save is None or not save.choices:
        return refuse("no_choice", "N-050", "no attribute is to be chosen now")
    if command.attribute not in dict(save.choices):
        return refuse("no_attribute", "N-050", "ARM or BTS is rolled", name=command.attribute)
    return None


def _choose(run: Run, command: c.ChooseSave) -> None:
    save = run.state.save
    assert save is not None
    value = dict(save.choices)[command.attribute]
    cover = value - run.state.troops[save.troop].value(command.attribute)
    run.add(e.SaveChosen(save.id, command.attribute, value, cover))
    go_on(run)


def _choices(rules: Rules, state: State) -> Iterator[c.ChooseSave]:
    save = state.save
    yield from (c.ChooseSave(name) for name, _ in (save.choices if save else ()))


# ---- Guts and the Conclusion ----


def _guts(run: Run) -> None:
    """Ask a Guts Roll of who survived an Attack and is neither Null nor Immobilised; Courage passes (K-019). The
    harm of a zone is no Attack, unless the edition option says so (N-210)."""
    order = run.order
    hit = list(order.hit)
    if run.rules.switches["guts_by_zone"] == "yes":
        hit += [save.troop for save in order.saves if save.zone and save.troop not in hit]
    shaken = []
    for id in hit:
        troop = run.state.troops[id]
        if not troop.null and not troop.immobilised and not has(troop, COURAGE):
            shaken.append(id)
    if not shaken or run.state.bench:
        _conclude(run)
        return
    run.add(e.StepBegan("guts", (), ("K-019",)), e.GutsAsked(tuple(shaken)))
    for id in shaken:
        side = "enemy" if run.state.troops[id].side else "team"
        run.add(e.DiceAsked(Asked("guts", side, 1, id), ("K-019",)))


def guts_rolled(run: Run, id: str, natural: int) -> None:
    value = run.state.troops[id].value("wip")
    run.add(e.GutsRolled(id, natural, value, natural <= value))
    if not run.order.shaken:
        _conclude(run)


def _conclude(run: Run) -> None:
    """Conclude the Order: what is placed, what takes effect, what is used up, what ends (K-005).
    A Hatch that has failed leaves the embryo (N-215); a SymbioMate stays if its owner dies (N-106)."""
    order = run.order
    for roll in order.rolls:
        if order.acts[roll.act].skill == "hatch" and roll.kept and run.state.troops[roll.troop].form == "seed":
            run.add(e.FormTaken(roll.troop, "", ("N-072", "N-073", "N-074")))
    for act in order.acts:
        if act.skill == "dazer":
            _lay_dazer(run, act)
    for id in dict.fromkeys(order.mates):
        if run.state.troops[id].mate:
            run.add(e.MateSpent(id, "used", ("N-104",)))
    for side in (0, 1):
        if run.state.tri_core[side] and not (fireteams.holds(run.state, side) and _whole(run, side)):
            run.add(e.TriCoreMoved(side, "", ("N-084", "N-085", "N-127")))
    spared = any(save.zone for save in order.saves) and run.rules.switches["guts_by_zone"] == "no"
    run.add(e.OrderEnded(order.number, ("K-005", "N-210") if spared else ("K-005",)))


def _whole(run: Run, side: int) -> bool:
    """Return whether the Triad with the marker has not acted with two members alone (N-084)."""
    first = run.state.troops[run.order.troops[0]]
    alone = fireteams.acting(run.state, run.order.troops) in range(2, fireteams.LEAST)
    return not (alone and first.side == side and first.fireteam == run.state.tri_core[side])


def _lay_dazer(run: Run, act: Act) -> None:
    number = sum(zone.kind == "dazer" for zone in run.state.zones.values()) + 1
    zone = equipment.dazer_zone(act.troop, number, run.order.number + 1)
    run.add(e.ZoneLaid(zone, ("N-089", "N-090", "N-091", "N-218")))


HANDLERS: dict[type, Handler] = {c.ChooseSave: Handler(_check_choose, _choose, _choices)}
