"""Kit: using, reloading, passing, taking, discarding it (W-044, W-052, W-053, W-108, W-132, W-147, W-152, W-157)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import commands as c
from .. import content as cards
from .. import events as e
from .. import totals
from ..refusals import Refused, cannot_act, no_hostile, no_player, no_soldier, refused
from ..ruleset import Rules
from ..run import Run
from ..state import OBJECTIVE, Soldier, State, WeaponInPlay
from . import firing, objective
from .muster import armed, too_heavy
from .shots import shot

AMMO = "ammo"
"""What a command names counters of a Weapon with: "ammo:smg"."""

NEAR = (0, 1)
"""The range of what is thrown at a whole card."""


# ---- reloading ----


def check_reload(rules: Rules, state: State, command: c.Reload) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    own = soldier.weapon(command.weapon)
    if own is None:
        english = "Soldier {soldier} has no Weapon {weapon}"
        return refused("no_weapon", "W-044", english, soldier=soldier.number, weapon=command.weapon)
    return reloadable(own) or cannot_act(rules, soldier)


def reloadable(weapon: WeaponInPlay) -> Refused:
    """Refuse a Weapon that is not Empty, or has no other counter (W-108)."""
    if not weapon.empty:
        return refused("not_empty", "W-044", "{weapon} is not Empty", weapon=weapon.id)
    if not weapon.live:
        return refused("no_ammo", "W-108", "{weapon} is out of ammunition", weapon=weapon.id)
    return None


def reload(run: Run, frame: object, command: c.Reload) -> None:
    run.emit(e.ActionsSpent(command.soldier, 1, ("W-021", "W-044")))
    run.emit(e.Reloaded(command.soldier, command.weapon))


def check_stock(rules: Rules, state: State, command: c.Stock) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    location = rules.location(state, soldier.space)
    if location is None or not rules.does(location.trait, "stores"):
        return refused("no_stores", "W-152", "there are no stores in this space")
    if soldier.space in state.conditions.stores:
        return refused("stores_used", "W-152", "these stores were used already")
    if soldier.weapon(command.weapon) is None:
        english = "Soldier {soldier} has no Weapon {weapon}"
        return refused("no_weapon", "W-152", english, soldier=soldier.number, weapon=command.weapon)
    return cannot_act(rules, soldier)


def stock_options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    location = rules.location(state, soldier.space)
    if location is not None and rules.does(location.trait, "stores"):
        yield from (c.Stock(soldier.number, weapon.id) for weapon in soldier.weapons)


def stock(run: Run, frame: object, command: c.Stock) -> None:
    run.emit(e.ActionsSpent(command.soldier, 1, ("W-021", "W-152")))
    soldier = run.soldier(command.soldier)
    run.emit(e.ConditionSet("stores", soldier.space, ("W-152",)))
    weapon = soldier.weapon(command.weapon)
    assert weapon is not None
    run.emit(e.Supplied(soldier.number, weapon.id, 1, "trait.stores.name", ("W-152",), weapon.empty))


# ---- Equipment ----


def use_options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    for item in (one for one in soldier.kit if one.tokens):
        use = rules.catalog.equipment[item.id].use
        if use in ("attack", "flash"):
            targets: list[str] = [*state.hostiles, *([OBJECTIVE] if use == "attack" else [])]
        elif use == "heal":
            targets = [one.number for one in state.at(soldier.space)]
        else:
            targets = [""]
        yield from (c.Use(soldier.number, item.id, target) for target in targets if use)


def check_use(rules: Rules, state: State, command: c.Use) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    item = soldier.item(command.item)
    if item is None:
        english = "Soldier {soldier} has no {item}"
        return refused("no_item", "W-065", english, soldier=soldier.number, item=command.item)
    card = rules.catalog.equipment[command.item]
    if not card.use:
        return refused("no_use", "W-157", "{item} needs no Action: it always counts", item=command.item)
    if not item.tokens:
        return refused("used_up", "W-157", "{item} is used up", item=command.item)
    return cannot_act(rules, soldier) or _wrong_use(rules, state, soldier, card, command)


def _wrong_use(rules: Rules, state: State, soldier: Soldier, card: cards.Equipment, command: c.Use) -> Refused:
    """Refuse the target of a piece of Equipment."""
    if card.use == "attack":
        why = firing.no_target(rules, state, command.target)
        return why or firing.out_of_range(rules, state, soldier, command.item, command.target)
    if card.use == "flash":
        return _wrong_flash(rules, state, soldier, command)
    if card.use == "heal":
        return wounded(rules, state, soldier, command.target)
    if command.target:
        return refused("no_target_needed", "W-157", "{item} needs no target", item=command.item)
    if card.use == "smoke":
        if soldier.space in state.conditions.smoke:
            return refused("smoke", "W-157", "there is smoke in this space already")
        return None
    if soldier.space != state.space:
        return refused("not_inside", "W-130", "Soldier {soldier} is not inside the Objective", soldier=soldier.number)
    return objective.no_target(rules, state)


def _wrong_flash(rules: Rules, state: State, soldier: Soldier, command: c.Use) -> Refused:
    if (why := no_hostile(state, command.target)) is not None:
        return why
    hostile = state.hostiles[command.target]
    span = totals.distance(soldier.space, hostile.space)
    if not NEAR[0] <= span <= NEAR[1]:
        english = "the target is at range {range}, and {weapon} reaches {low} to {high}"
        low, high = NEAR
        return refused("range", "W-157", english, range=span, weapon=command.item, low=low, high=high)
    return not_suppressible(rules, state, command.target)


def not_suppressible(rules: Rules, state: State, id: str) -> Refused:
    """Refuse to suppress a card that cannot be, or is already (W-036, W-153)."""
    hostile = state.hostiles[id]
    if firing.is_fearless(rules, hostile):
        return refused("fearless", "W-153", "{hostile} is never suppressed", hostile=id)
    if not rules.unsuppressed(hostile):
        return refused("all_suppressed", "W-036", "every figure of {hostile} is suppressed", hostile=id)
    return None


def wounded(rules: Rules, state: State, soldier: Soldier, number: str, anywhere: bool = False) -> Refused:
    """Refuse a Soldier who is not in the same space, or not wounded (W-147)."""
    if (why := no_soldier(state, number)) is not None:
        return why
    other = state.team[number]
    if other.space != soldier.space and not anywhere:
        return refused("elsewhere", "W-147", "Soldier {soldier} is in another space", soldier=number)
    if other.health >= rules.card(other).health:
        return refused("healthy", "W-147", "Soldier {soldier} is not wounded", soldier=number)
    return None


def use(run: Run, frame: object, command: c.Use) -> None:
    """Use Equipment: an Action and a token (W-147, W-157)."""
    number, item = command.soldier, command.item
    card = run.rules.catalog.equipment[item]
    run.emit(e.ActionsSpent(number, 1, ("W-021", "W-157")))
    if card.use == "attack":
        firing.open_attack(run, shot(run.rules, run.state, run.soldier(number), "item", item, command.target, 1))
        return
    if card.use == "charge":
        objective.charge(run, number, item)
        return
    run.emit(e.CounterSpent(number, item, ("W-157",)))
    if card.use == "smoke":
        run.emit(e.ConditionSet("smoke", run.soldier(number).space, ("W-157",)))
    elif card.use == "flash":
        firing.suppress_hostile(run, command.target, 99, f"equipment.{item}.name", ("W-157",))
    else:
        more = sum(part.amount for part in totals.of_soldier(run.rules, run.soldier(number), "heal"))
        heal(run, command.target, 1 + more, f"equipment.{item}.name", ("W-147",))


def heal(run: Run, number: str, wounds: int, source: str, rules: tuple[str, ...]) -> None:
    """Let a Soldier regain Wounds, not above its card (W-147)."""
    soldier = run.soldier(number)
    healed = min(wounds, run.rules.card(soldier).health - soldier.health)
    run.emit(e.Healed(number, healed, source, rules))


# ---- passing, taking, discarding ----


def pass_options(rules: Rules, state: State, soldier: Soldier) -> Iterator[c.Command]:
    if not rules.is_player(soldier):
        return
    items = soldier.carried
    ammo = [f"{AMMO}:{one.id}" for one in soldier.weapons]
    for other in state.at(soldier.space):
        if other is not soldier:
            yield from (c.Give(soldier.number, other.number, item) for item in (*items, *ammo))
    for pile in state.dropped:
        if pile.space == soldier.space:
            yield from (c.Take(soldier.number, id) for id in pile.ids)
    yield from (c.Drop(soldier.number, item) for item in (*items, *ammo))


def _not_carried(soldier: Soldier, item: str) -> Refused:
    """Refuse kit that a Soldier does not have at hand."""
    kind, _, weapon = item.partition(":")
    own = soldier.weapon(weapon if kind == AMMO else item)
    if own is not None and own.away:
        return refused("thrown", "W-123", "{weapon} was thrown and has to be fetched first", weapon=own.id)
    if own is None and (kind == AMMO or soldier.item(item) is None):
        return refused("no_item", "W-132", "Soldier {soldier} has no {item}", soldier=soldier.number, item=item)
    return None


def check_give(rules: Rules, state: State, command: c.Give) -> Refused:
    if (why := no_player(rules, state, command.soldier) or no_soldier(state, command.to)) is not None:
        return why
    giver, to = state.team[command.soldier], state.team[command.to]
    if giver is to or giver.space != to.space:
        return refused("elsewhere", "W-052", "Soldier {soldier} is in another space", soldier=command.to)
    if (why := _not_carried(giver, command.item)) is not None:
        return why
    kind, _, weapon = command.item.partition(":")
    if kind == AMMO:
        return _no_room(rules, giver, to, weapon)
    return no_player(rules, state, command.to) or _cannot_carry(rules, to, command.item)


def _no_room(rules: Rules, giver: Soldier, to: Soldier, weapon: str) -> Refused:
    """Refuse a counter that the giver lacks, or for which the receiver has no Weapon or no room (W-052)."""
    own, other = giver.weapon(weapon), to.weapon(weapon)
    if own is None or not own.live:
        return refused("no_ammo", "W-052", "{weapon} is out of ammunition", weapon=weapon)
    if other is None or other.away:
        return refused(
            "no_weapon", "W-052", "Soldier {soldier} has no Weapon {weapon}", soldier=to.number, weapon=weapon
        )
    limit = rules.catalog.weapons[weapon].ammo
    if not rules.is_player(to) and other.live + other.empty >= limit:
        return refused("ammo_limit", "W-052", "this Weapon takes {limit} counters at most", limit=limit)
    return None


def _cannot_carry(rules: Rules, to: Soldier, item: str) -> Refused:
    """Refuse kit that a Soldier has already, or that is too heavy for it (W-132)."""
    if to.weapon(item) or to.item(item):
        return refused("carried", "W-132", "Soldier {soldier} has this card already", soldier=to.number)
    return too_heavy(rules, armed(rules, to, item))


def give(run: Run, frame: object, command: c.Give) -> None:
    counters = 1 if command.item.startswith(f"{AMMO}:") else 0
    run.emit(e.Passed(command.soldier, command.to, command.item, counters))


def check_take(rules: Rules, state: State, command: c.Take) -> Refused:
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    piles = (pile.find(command.item) for pile in state.dropped if pile.space == soldier.space)
    found = next((one for one in piles if one is not None), None)
    if found is None:
        return refused("not_here", "W-132", "{item} does not lie in this space", item=command.item)
    if soldier.weapon(command.item) or soldier.item(command.item):
        return refused("carried", "W-132", "Soldier {soldier} has this card already", soldier=soldier.number)
    taken = armed(rules, soldier, command.item)
    for _ in range(found.batches if isinstance(found, WeaponInPlay) else 0):
        taken = armed(rules, taken, "", command.item)
    return too_heavy(rules, taken)


def take(run: Run, frame: object, command: c.Take) -> None:
    run.emit(e.Passed("", command.soldier, command.item, rules=("W-059", "W-132")))


def check_drop(rules: Rules, state: State, command: c.Drop) -> Refused:
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if (why := _not_carried(soldier, command.item)) is not None:
        return why
    kind, _, weapon = command.item.partition(":")
    if kind == AMMO:
        own = soldier.weapon(weapon)
        if own is None or not own.batches:
            return refused("no_batch", "W-053", "there is no ammo batch for {weapon}", weapon=weapon)
    return None


def drop(run: Run, frame: object, command: c.Drop) -> None:
    """Discard kit; the team's RP fall (W-053). A batch takes along as many counters as it brought, if they are left."""
    kind, _, weapon = command.item.partition(":")
    counters = batch = 0
    if kind == AMMO:
        own = run.soldier(command.soldier).weapon(weapon)
        assert own is not None
        batch = run.rules.catalog.weapons[weapon].ammo
        counters = min(own.live, batch)
    run.emit(e.Passed(command.soldier, "", command.item, counters, batch, ("W-053",)))
