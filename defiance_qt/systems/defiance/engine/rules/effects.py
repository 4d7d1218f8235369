"""Card effects: the closed set, one function each (R-101, R-106, R-138, R-242)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import PLAIN
from defiance_qt.systems.defiance.engine.causes import cause
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.enemies.reinforcements import deal_late, deploy_unit, replace_one, thin_ranks
from defiance_qt.systems.defiance.engine.frames import Effects, Offer, PoolDie, Roll, RollSide, Round
from defiance_qt.systems.defiance.engine.rules import granted, harm, story
from defiance_qt.systems.defiance.engine.rules.alert import alert_after, raise_alert
from defiance_qt.systems.defiance.engine.rules.mission import deployable
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Carried, Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

# Sources of effects that count as a Character's own action, by their text keys.
OWN_CARDS = ("character.", "equipment.", "software.", "specialty.")


class EffectContext:
    """The context of an effect: the user of the card, the target, and the source."""

    __slots__ = ("other", "rules", "side", "source", "target", "user")

    def __init__(self, user: str, target: str, other: str, source: str, rules: tuple[str, ...], side: str) -> None:
        self.user = user
        self.target = target
        self.other = other
        self.source = source
        self.rules = rules
        self.side = side


def on(run: Transaction, use: EffectContext, who: str) -> tuple[str, ...]:
    """Return the figures that an effect of a Switch, an Action or a mission names by its `on` (R-048, R-101, R-192)."""
    if who == "user":
        return (use.user,)
    if who == "target":
        return (use.target,) if use.target else ()
    if who in OTHERS:
        return (use.other,) if use.other else ()
    if who in AROUND:
        return AROUND[who](run, use)
    if who not in ("team", "characters"):
        return tuple(story.figures(run, who))
    spares = use.user in run.state.enemies
    team = [one for one in run.state.team.values() if one.space and (one.conscious or not spares)]
    return tuple(one.id for one in team if who == "team" or not one.ally)


# ---- "another …" of a Switch ----


def other_wanted(effects: Iterable[t.Effect]) -> str:
    """Return "other_enemy" or "other_character" when effects are for one of these, else ""."""
    return next((who for effect in effects if (who := getattr(effect, "on", "")) in OTHERS), "")


def others(rules: Rules, state: State, roll: Roll, who: str, side: str = "team") -> tuple[str, ...]:
    """Return the figures that a side of a roll may choose besides its rival (R-104, R-192). They must be in the Range
    of the card or Attack used, and in sight if that needs sight. A Character or Ally must be conscious (R-226)."""
    own = roll.team if side == "team" else roll.enemy
    assert own is not None
    user, rival = own.figure, rival_of(roll, side)
    view = rules.view(state)
    cells = view.cells
    if user not in cells:
        return ()
    row = rules.board.distances(cells[user])
    low, high = roll.range
    return tuple(
        id
        for id in OTHERS[who](rules, state)
        if id != rival
        and (id != user or side == "team")
        and low <= row[cells[id]] <= high
        and (not roll.sight or rules.sees(state, view, user, id))
        and (same_side(state, user, id) or not rules.untargetable(state, user, id, row[cells[id]]))
    )


def same_side(state: State, user: str, id: str) -> bool:
    """Check whether two figures are on one side; those do not hide from each other."""
    return (user in state.team) == (id in state.team)


def rival_of(roll: Roll, side: str) -> str:
    """Return the figure on the other side, or in a Simple Roll the target."""
    other = roll.team if side == "enemy" else roll.enemy
    return other.figure if other is not None else roll.target


def hackable(rules: Rules, state: State, enemy: str) -> bool:
    return any(ability.hackable for ability in rules.enemy_abilities(state, state.enemies[enemy]))


OTHERS: dict[str, Callable[[Rules, State], Iterable[str]]] = {
    "other_enemy": lambda rules, state: state.enemies,
    "other_hackable": lambda rules, state: [id for id in state.enemies if hackable(rules, state, id)],
    "other_character": lambda rules, state: [one.id for one in state.team.values() if one.space and one.conscious],
}


def _in_contact(run: Transaction, use: EffectContext) -> tuple[str, ...]:
    rivals = run.state.enemies if use.user in run.state.team else run.state.team
    if not harm.present(run, use.user):
        return ()
    return tuple(id for id in rivals if harm.present(run, id) and run.rules.in_contact(run.state, use.user, id))


def _two_others(run: Transaction, use: EffectContext) -> tuple[str, ...]:
    """Return the two Enemies closest to the rival of the roll, of those that its Attack could also reach."""
    roll = next((frame for frame in reversed(run.state.agenda) if isinstance(frame, Roll)), None)
    if roll is None or not harm.present(run, use.target):
        return ()
    found = others(run.rules, run.state, roll, "other_enemy")
    return tuple(sorted(found, key=lambda id: (run.rules.play.distance(run.state, use.target, id), id))[:2])


def _rest_of_team(run: Transaction, use: EffectContext) -> tuple[str, ...]:
    return tuple(one.id for one in run.state.team.values() if one.space and one.conscious and one.id != use.user)


AROUND: dict[str, Callable[[Transaction, EffectContext], tuple[str, ...]]] = {
    "contact": _in_contact,
    "two_others": _two_others,
    "others": _rest_of_team,
}
"""Figures that no one has to choose."""


# ---- one function per effect ----


def _impose(run: Transaction, effect: t.Impose, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        harm.impose(run, figure, effect.state, use.source, use.rules)


def _relieve(run: Transaction, effect: t.Relieve, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        rivals = (use.user in run.state.team) != (figure in run.state.team)
        state = harm.state_to_lose(run, figure, rivals) if effect.state == "*" else effect.state
        if state:
            harm.relieve(run, figure, state, use.rules)


def _suffer(run: Transaction, effect: t.Suffer, use: EffectContext) -> None:
    """Deal Damage; on the rival of the roll it is added to the roll's Damage."""
    for figure in on(run, use, effect.on):
        if use.side and effect.on == "target":
            run.emit(e.RollBoosted("team" if use.side == "team" else "enemy", damage=effect.amount, rules=use.rules))
        else:
            angers = _angers(run, use, figure)
            own = use.side or use.source.startswith(OWN_CARDS)
            harm.suffer(run, figure, effect.amount, use.user if own else use.source, use.rules)
            if angers:
                harm.anger(run, use.user)


def _angers(run: Transaction, use: EffectContext, figure: str) -> bool:
    """Check whether Damage on that figure is a Character's own action of a kind that brings Aggro (R-221; switch
    D06)."""
    if figure not in run.state.enemies or use.user not in run.state.team:
        return False
    if use.side != "team" and not use.source.startswith(OWN_CARDS):
        return False
    structure = run.unit_of(figure).profile.structure
    return not structure or run.rules.switches["structure_aggro"] == "yes"


def _heal(run: Transaction, effect: t.Heal, use: EffectContext) -> None:
    """Remove Damage; only repairing effects heal a Remote (R-153, R-157)."""
    for figure in on(run, use, effect.on):
        one = run.state.team.get(figure)
        if one is None or effect.repairs or not one.remote:
            harm.heal(run, figure, effect.amount, use.source, use.rules)
        elif one.damage:
            run.emit(e.Unaffected(figure, use.source, "reason.remote_repair", (*use.rules, "R-153", "R-157")))


def _revive(run: Transaction, effect: t.Revive, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        cites = tuple(dict.fromkeys((*use.rules, "R-231", "R-232")))
        harm.revive(run, figure, effect.heal, effect.draw, use.source, cites)


def _calm(run: Transaction, effect: t.Calm, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        if figure in run.state.team:
            harm.change_aggro(run, figure, effect.amount, use.rules)


def _add_symbols(run: Transaction, effect: t.AddSymbols, use: EffectContext) -> None:
    side: e.SideName = "team" if use.side == "team" else "enemy"
    run.emit(e.RollBoosted(side, symbols=Symbols.parse(effect.symbols), rules=use.rules))


def _reinforce(run: Transaction, effect: t.Reinforce, use: EffectContext) -> None:
    harm.reinforce(run, effect.amount, use.source, use.rules)


def _alert(run: Transaction, effect: t.RaiseAlert, use: EffectContext) -> None:
    raise_alert(run, effect.amount, use.source, (*use.rules, "R-260"))


def _consequence(run: Transaction, effect: t.Suffering, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        if figure in run.state.team:
            harm.suffer_consequences(run, figure, effect.count)


def _receive(run: Transaction, effect: t.Receive, use: EffectContext) -> None:
    """Give the card to the user's hand; the free Equip Action that follows places it (R-118, R-124)."""
    one = run.state.team[use.user]
    item = run.rules.catalog.equipment[effect.item]
    place = "" if item.tabs else "light"
    held = Carried(item.id, place, item.software)
    if run.state.campaign and use.source.startswith("loot."):
        held = replace(held, loot=True)
    carried = (*one.carried, held)
    run.emit(e.CarriedChanged(one.id, carried, "found", item.id, use.rules))


def _intel(run: Transaction, effect: t.GainIntel, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        if run.state.team[figure].ally:
            run.emit(e.Unaffected(figure, use.source, "reason.ally_intel", (*use.rules, "R-148")))
        else:
            run.emit(e.IntelGained(figure, effect.amount, tuple(dict.fromkeys((*use.rules, "R-303")))))


def _open(run: Transaction, effect: t.OpenDoors, use: EffectContext) -> None:
    for door in effect.doors:
        if not run.state.doors[door].open:
            secure = run.state.doors[door].security
            run.emit(e.DoorOpened(door, use.user, (*use.rules, "R-127") if secure else use.rules))
            run.fact("door_opened", door)


def _deploy(run: Transaction, effect: t.DeployUnits, use: EffectContext) -> None:
    """Deploy Units, of the Available deck too. During set-up and in the End Phase a Unit gets its cards when the next
    Round begins, at Alert 0 when it is awakened (R-170)."""
    phase = next((frame.phase for frame in run.state.agenda if isinstance(frame, Round)), "")
    for unit in effect.units:
        at = story.spaces(run, effect.at)
        if at and deployable(run, unit):
            dealt = run.state.alert > 0 and phase not in ("", "end")
            cites = dict.fromkeys((*use.rules, "R-016", *(("R-130",) if _of_door(run, use) else ())))
            origin: Literal["selected", "available"] = "selected" if unit in run.state.selected else "available"
            deploy_unit(run, unit, at, origin, (*cites, "R-170") if dealt else tuple(cites), effect.face)
            if dealt:
                deal_late(run, unit)


def _of_door(run: Transaction, use: EffectContext) -> bool:
    """Check whether an effect is that of a trigger which an opened door fires (R-130)."""
    number = use.source.rpartition(".")[2]  # only the key of a trigger ends in one
    return number.isdigit() and run.rules.mission.triggers[int(number)].on.startswith("door_opened")


def _flip(run: Transaction, effect: t.FlipUnit, use: EffectContext) -> None:
    """R-323. A face with more Miniatures adds those, but does not replace casualties; one with fewer removes the last
    ones. A figure with as much Damage as the face has Wounds dies."""
    unit = run.state.units.get(effect.unit)
    if unit is None or unit.face == effect.face:
        return
    run.emit(e.UnitFlipped(unit.id, effect.face, unit.faces[effect.face], (*use.rules, "R-323")))
    thin_ranks(run, unit.id, ("R-323",))
    for enemy in [enemy.id for enemy in run.state.enemies.values() if enemy.unit == unit.id]:
        harm.settle(run, enemy, use.source)
    if unit.id in run.state.units and not unit.hidden_away:
        for number in range(unit.profile.number + 1, unit.faces[effect.face].number + 1):
            replace_one(run, unit.id, number, ("R-323",))


def _flag(run: Transaction, effect: t.SetFlag, use: EffectContext) -> None:
    if effect.flag not in run.state.flags:
        run.emit(e.FlagSet(effect.flag, use.rules))
        run.fact("flag", effect.flag)


def _test(run: Transaction, effect: t.Test, use: EffectContext) -> None:
    """Make a Simple Roll for each figure, one after another (R-079); an Enemy may use its card's Switches (R-105)."""
    for figure in on(run, use, effect.on):
        if harm.present(run, figure):
            dice = (*_own_dice(run, figure, effect.of), *(PoolDie(die, use.source) for die in effect.dice))
            team = RollSide(figure, dice) if figure in run.state.team else None
            enemy = None
            if team is None:
                unit = run.unit_of(figure)
                key = f"unit.{unit.id}.name"
                enemy = RollSide(figure, dice, offers=tuple(Offer(key, one) for one in unit.profile.switches))
            cites = tuple(dict.fromkeys((*use.rules, "R-079")))
            roll = Roll("test", figure, figure, use.source, team, enemy, effects=effect.effects, rules=cites)
            if effect.needs or effect.failed:
                roll = replace(roll, needs=effect.needs, failed=effect.failed)
            run.defer(roll)


def _own_dice(run: Transaction, figure: str, of: str) -> tuple[PoolDie, ...]:
    """Return the dice of a value of the figure, without those of modifiers; none where the value is printed "-"."""
    one = run.state.team.get(figure)
    if not of:
        return ()
    if one is None:
        unit = run.unit_of(figure)
        printed = {"defense": unit.profile.defense, "biotech": unit.profile.biotech}[of]
        return tuple(PoolDie(die, f"unit.{unit.id}.name") for die in printed or ())
    if of == "biotech":
        return run.rules.loadout(one).biotech
    return tuple(PoolDie(die, f"character.{one.id}.name") for die in one.defense or ())


def _act(run: Transaction, effect: t.Act, use: EffectContext) -> None:
    for figure in on(run, use, effect.on):
        granted.act(run, effect, use.user, figure, use.source, use.rules)


def _straighten(run: Transaction, effect: t.Straighten, use: EffectContext) -> None:
    """Untap the cards of figures (R-314)."""
    for figure in on(run, use, effect.on):
        one = run.state.team.get(figure)
        if one is not None and (one.tapped or any(held.turned == "tap" for held in one.carried)):
            run.emit(e.CardsStraightened((*use.rules, "R-314"), figure))


def _door(run: Transaction, effect: t.WorkDoor, use: EffectContext) -> None:
    """Open the standard door that the card is aimed at, or close it (R-126, R-128)."""
    door = run.state.doors[use.target]
    if door.open and effect.closes:
        run.emit(e.DoorClosed(use.target, (*use.rules, "R-128")))
    elif not door.open and not door.security:
        run.emit(e.DoorOpened(use.target, use.user, (*use.rules, "R-126")))
        run.fact("door_opened", use.target)


def _ground(run: Transaction, effect: t.ChangeGround, use: EffectContext) -> None:
    """Change the terrain around a space until the Round ends."""
    run.emit(e.ZoneRuleSet(f"{use.target} {effect.radius}", effect.rule, True, use.rules))


def _ability(run: Transaction, effect: t.UseAbility, use: EffectContext) -> None:
    ability = run.rules.abilities.get(effect.id, PLAIN)
    if ability.apply is None:
        return
    for figure in on(run, use, effect.on):
        cause(run, ability.apply, ability.apply(run.rules.play, run.state, effect.values, use.user, figure))


APPLY: dict[type, Callable[[Transaction, Any, EffectContext], None]] = {
    t.Impose: _impose,
    t.Relieve: _relieve,
    t.Suffer: _suffer,
    t.Heal: _heal,
    t.Revive: _revive,
    t.Calm: _calm,
    t.AddSymbols: _add_symbols,
    t.Reinforce: _reinforce,
    t.RaiseAlert: _alert,
    t.Suffering: _consequence,
    t.Receive: _receive,
    t.GainIntel: _intel,
    t.OpenDoors: _open,
    t.DeployUnits: _deploy,
    t.FlipUnit: _flip,
    t.SetFlag: _flag,
    t.Test: _test,
    **story.STORY,
    t.Act: _act,
    t.Straighten: _straighten,
    t.WorkDoor: _door,
    t.ChangeGround: _ground,
    t.UseAbility: _ability,
}


def apply_effects(
    run: Transaction,
    effects: Iterable[t.Effect],
    user: str,
    target: str,
    other: str,
    source: str,
    rules: tuple[str, ...],
    side: str = "",
) -> None:
    """Apply effects one after another. `side` names the roll's side that uses them, "" outside a roll."""
    use = EffectContext(user, target, other, source, rules, side)
    for effect in effects:
        APPLY[type(effect)](run, effect, use)
        if isinstance(effect, t.EndMission):
            return


def outlive(run: Transaction, figure: str, held: tuple[str, ...] | None) -> None:
    """End States with the Activation that their bearer began with them, after their last effects (R-277); a State
    gained during it lasts until the next one."""
    for state in run.figure(figure).states:
        card = run.rules.catalog.states.get(state)
        if card is not None and "activation" in card.until and (held is None or state in held):
            apply_effects(run, card.effects, figure, figure, "", f"state.{state}.name", ("R-277",))
            harm.relieve(run, figure, state, ("R-277",))


def advance(run: Transaction, frame: Effects) -> bool:
    """Apply all effects of the frame; the draws and choices that they cause follow in order."""
    run.close()
    apply_effects(run, frame.queue, frame.user, frame.target, frame.other, frame.source, frame.rules)
    if frame.reacted:
        run.heard = len(run.events)
    return True


# ---- would it have an effect? ----


def useless(run: Transaction, offer: Offer, user: str, target: str, other: str) -> str:
    """Return the text key of the reason why a Switch would have no effect for an Enemy (R-104), "" if it would have
    one."""
    use = EffectContext(user, target, other, offer.source, (), "enemy")
    reasons = [_in_vain(run, effect, use) for effect in offer.switch.effects]
    return reasons[0] if all(reasons) else ""


def _in_vain(run: Transaction, effect: t.Effect, use: EffectContext) -> str:
    if isinstance(effect, t.RaiseAlert) and run.state.alert == alert_after(run, effect.amount):
        return "reason.no_change"
    if isinstance(effect, t.SetFlag) and effect.flag in run.state.flags:
        return "reason.no_change"
    figures = on(run, use, getattr(effect, "on", "user"))
    if not figures:
        return "reason.nobody_in_reach"
    reasons = [_wasted(run, effect, figure) for figure in figures]
    return reasons[0] if all(reasons) else ""


def _wasted(run: Transaction, effect: t.Effect, figure: str) -> str:
    """Return why the effect would change nothing on one figure, or ""."""
    if not harm.present(run, figure):
        return "reason.nobody_in_reach"
    one = run.figure(figure)
    if isinstance(effect, t.Suffer):
        return "reason.unconscious" if UNCONSCIOUS in one.states else ""
    if isinstance(effect, t.Calm):
        aggro = one.aggro if isinstance(one, Character) else 0
        changes = isinstance(one, Character) and max(0, aggro + effect.amount) != aggro
        return "" if changes else "reason.no_change"
    if isinstance(effect, t.Impose):
        if effect.state in one.states:
            return "reason.has_state"
        return "reason.unconscious" if UNCONSCIOUS in one.states else ""
    if isinstance(effect, t.Heal):
        return "reason.festers" if harm.festers(run, figure) else "" if one.damage else "reason.unhurt"
    if isinstance(effect, t.Relieve):
        return "" if (effect.state in one.states or (effect.state == "*" and one.states)) else "reason.no_state"
    return ""
