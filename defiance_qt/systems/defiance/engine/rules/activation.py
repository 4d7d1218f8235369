"""A Character's Activation: its Actions, its movement, its end (R-046…R-061, R-120…R-122, R-158…R-161, R-221…R-230)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.movement import DRAG, Ground, drags, price, steps
from defiance_qt.systems.defiance.engine.board.zones import closest_free
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.content import Act, Attack, CardAction
from defiance_qt.systems.defiance.engine.enemies.reinforcements import awaken
from defiance_qt.systems.defiance.engine.frames import Activation, Effects, Equipping
from defiance_qt.systems.defiance.engine.loadouts import USABLE, place_of
from defiance_qt.systems.defiance.engine.rules import costs, granted, harm, interact, pools, ranges, rolls
from defiance_qt.systems.defiance.engine.rules.alert import raise_alert
from defiance_qt.systems.defiance.engine.rules.attributes import changes_of
from defiance_qt.systems.defiance.engine.rules.effects import outlive
from defiance_qt.systems.defiance.engine.rules.targets import CARD_TARGETS, card_others, door_range
from defiance_qt.systems.defiance.engine.ruleset import USED, Rules, View
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

AUTOMEDIKIT = "automedikit"
AUTOMEDIKIT_HEALS = 8
NOTICE_RANGE = 8
# The manual's rules on cards for Unconscious figures and for Remotes, by the target of an Action.
TREATMENT = {"unconscious": ("R-149", "R-231"), "remote": ("R-153",), "remote_off": ("R-155",)}


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
    view = rules.view(state)
    own = 1 << view.cells[one.id]
    if frame.grant:
        return (*_walking(rules, state, view, one, frame), *_granted(rules, state, view, one, frame))
    if UNCONSCIOUS in one.states:
        kit = frame.actions and _has_automedikit(one)
        return (c.UseAutoMediKit(one.id), c.EndActivation(one.id)) if kit else (c.EndActivation(one.id),)
    found = _walking(rules, state, view, one, frame)
    no_stop = rules.ground(view, one.id, "team").no_stop
    stays = rules.pinned(state, one.id) and not own & no_stop
    if own & no_stop:
        return tuple(found)
    if frame.points >= DRAG and not stays:
        found += _drags(rules, state, view, one)
    if frame.actions and not stays:
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


def advance(run: Transaction, frame: Activation) -> bool:
    """Put a figure on the closest free space that passes another's when its way on is blocked, or when it falls there:
    what has just appeared may stand there, and it cannot stay (R-055, R-056)."""
    one = run.state.team[frame.character]
    if one.space:
        view, board = run.view, run.rules.board
        cell = view.cells[one.id]
        if one.conscious:
            shared = run.rules.ground(view, one.id, "team").no_stop >> cell & 1
            stays = bool(shared) and not _walking(run.rules, run.state, view, one, frame)
        else:
            stays = any(there == cell for id, there in view.cells.items() if id != one.id)
        if stays:
            free = closest_free(board, 1 << cell, view.taken | view.obstructed, view.open_doors)
            if free:
                space = board.names[(free & -free).bit_length() - 1]
                run.emit(e.FigureMoved(one.id, one.space, space, ("R-055", "R-056")))
                return True
    return granted.advance(run, frame)


def _walking(rules: Rules, state: State, view: View, one: Character, frame: Activation) -> list[c.Command]:
    """Return the steps for which points are left (R-053, R-056)."""
    ground, cell = rules.ground(view, one.id, "team"), view.cells[one.id]
    if not frame.points or (rules.pinned(state, one.id) and not ground.no_stop >> cell & 1):
        return []
    return [c.StepTo(one.id, rules.board.names[there]) for there, _ in steps(ground, cell, frame.points)]


def _granted(rules: Rules, state: State, view: View, one: Character, frame: Activation) -> list[c.Command]:
    """Return what a card lets a figure do now (R-313): Free Actions belong to its own Activation."""
    if rules.ground(view, one.id, "team").no_stop >> view.cells[one.id] & 1:
        return []
    assert frame.grant
    found = granted_actions(rules, state, view, one, frame.grant.only, frame.grant.puppet) if frame.actions else []
    return [*found, c.EndActivation(one.id)]


def granted_actions(
    rules: Rules, state: State, view: View, one: Character, only: str, puppet: str = ""
) -> list[c.Command]:
    """Return the Actions of this kind that a figure can perform (R-313)."""
    if only == granted.PUPPET:
        return list(puppet_attacks(rules, state, view, one.id, puppet))
    if only == "hack":
        return list(hacks(rules, state, view, one))
    found: list[c.Command] = list(attacks(rules, state, view, one))
    if only == "cc":
        return [command for command in found if pools.attack_of(rules, state, command).cc]  # type: ignore[arg-type]
    if only:
        return found
    frame = Activation(one.id, 1, extra=True)
    found += hacks(rules, state, view, one)
    found += [c.Equip(one.id), *rests(rules, state, view, one), *interact.options(rules, state, view, one)]
    if not rules.pinned(state, one.id):
        found.append(c.Move(one.id))
    uses = card_actions(rules, state, view, one, frame)
    return [*found, *(use for use in uses if not action_of(rules, state, one, use).free)]


def puppet_attacks(rules: Rules, state: State, view: View, user: str, puppet: str) -> Iterator[c.Attack]:
    """Yield the Attacks of an Enemy on the others of its side, in Range, and in sight where it needs that."""
    if puppet not in state.enemies:
        return
    unit = state.units[state.enemies[puppet].unit]
    row = rules.board.distances(view.cells[puppet])
    for attack in ranges.attacks(rules, state, puppet, unit):
        low, high = attack.range
        for id in state.enemies:
            near = id != puppet and low <= row[view.cells[id]] <= high
            if near and (not attack.sight or rules.sees(state, view, puppet, id)):
                yield c.Attack(user, unit.id, attack.id, id)


def _has_automedikit(one: Character) -> bool:
    return any(held.item == AUTOMEDIKIT for held in one.carried)


def _drags(rules: Rules, state: State, view: View, one: Character) -> Iterator[c.Command]:
    """Yield the ways to drag an Unconscious Character (R-230)."""
    names = rules.board.names
    cell = view.cells[one.id]
    taken = view.taken | view.obstructed
    for other in state.team.values():
        if UNCONSCIOUS in other.states and other.space:
            for first, second in drags(view.passages, cell, view.cells[other.id], taken):
                yield c.Drag(one.id, names[first], other.id, names[second])


def attacks(rules: Rules, state: State, view: View, one: Character) -> list[c.Attack]:
    """Return every Attack of an equipped weapon on every Enemy in Range, and in sight where it needs that (R-069,
    R-072, R-073)."""
    weapons = ranges.armed(rules, state, one).weapons
    found: list[c.Attack] = []
    if not weapons:
        return found
    row = rules.board.distances(view.cells[one.id])
    for enemy in state.enemies.values():
        distance = row[view.cells[enemy.id]]
        seen: bool | None = None
        for weapon, attack in weapons:
            low, high = attack.range
            if not low <= distance <= high:
                continue
            if attack.sight:
                if seen is None:
                    seen = rules.sees(state, view, one.id, enemy.id)
                if not seen:
                    continue
            if not rules.untargetable(state, one.id, enemy.id, distance):
                found.append(c.Attack(one.id, weapon, attack.id, enemy.id))
    return found


def hacks(rules: Rules, state: State, view: View, one: Character) -> list[c.Hack]:
    """Return every program that is run by an Action, on every target in the device's Range; no sight needed
    (R-107…R-113)."""
    loadout = ranges.armed(rules, state, one)
    found: list[c.Hack] = []
    for device in loadout.devices:
        low, high = device.device.range
        for software in device.software:
            using = device.item if len(loadout.holding(software)) > 1 else ""
            if rules.catalog.software[software].targets == "self":
                found.append(c.Hack(one.id, software, one.id, using))
                continue
            for target in PROGRAM_TARGETS[rules.catalog.software[software].kind](rules, state, software):
                distance = range_to(rules, view, one.id, target)
                if not low <= distance <= high:
                    continue
                if target not in state.enemies or not rules.untargetable(state, one.id, target, distance):
                    found.append(c.Hack(one.id, software, target, using))
    return found


def range_to(rules: Rules, view: View, user: str, target: str) -> int:
    """Return the Range from a figure to another one or to a door (R-109)."""
    cell = view.cells[user]
    return rules.board.distance(cell, view.cells[target]) if target in view.cells else door_range(rules, cell, target)


def _no_targets(rules: Rules, state: State, software: str) -> Iterator[str]:
    """A Demon needs no target (R-111)."""
    return iter(())


def _controller_targets(rules: Rules, state: State, software: str) -> Iterator[str]:
    """R-112."""
    kind = rules.catalog.software[software].targets
    if kind in ("character", "any"):
        yield from (one.id for one in state.team.values() if one.space and one.conscious)
    if kind in ("enemy", "any"):
        yield from state.enemies
    if kind == "remote":
        yield from (one.id for one in state.team.values() if one.remote and one.space)
    if kind == "door":
        yield from (id for id, door in state.doors.items() if not door.security)


def _antipersonnel_targets(rules: Rules, state: State, software: str) -> Iterator[str]:
    """R-113: only Hackable Enemies."""
    for enemy in state.enemies.values():
        if any(ability.hackable for ability in rules.enemy_abilities(state, enemy)):
            yield enemy.id


PROGRAM_TARGETS = {
    "demon": _no_targets,
    "controller": _controller_targets,
    "antipersonnel": _antipersonnel_targets,
}


def rests(rules: Rules, state: State, view: View, one: Character) -> list[c.Rest]:
    """R-120, R-121 (switch D03): Rest is illegal with an Enemy adjacent. It needs no other Character, and is legal as
    often as there are Actions for it (R-122)."""
    if no_rest(rules, view, one) is not None:
        return []
    return [*(c.Rest(one.id, id) for id in one.states), c.Rest(one.id, "")]


def no_rest(rules: Rules, view: View, one: Character) -> Illegal | None:
    """Return why nobody can Rest, or this figure cannot now, None when it can (R-120)."""
    if rules.switches["rest"] != "yes":
        return Illegal("no_rest", "R-046", "this edition has no Rest")
    if view.passages.near[view.cells[one.id]] & view.enemies:
        return Illegal("enemy_adjacent", "R-120", f"an Enemy is adjacent to {one.id}", figure=one.id)
    return None


def card_actions(rules: Rules, state: State, view: View, one: Character, frame: Activation) -> Iterator[c.UseCard]:
    """Yield the Actions that cards offer (R-048, R-049, R-313)."""
    for card, action in rules.actions(state, one):
        if (action.free or frame.actions) and _may_use(rules, state, one, action):
            for target in CARD_TARGETS[action.target](rules, state, view, one, action):
                if idle(rules, state, view, one, action, target):
                    continue
                for other in card_others(rules, state, view, one, action, target):
                    yield c.UseCard(one.id, card, action.id, target, other)


def _may_use(rules: Rules, state: State, one: Character, action: CardAction) -> bool:
    """Check whether the Character has done what the Action must follow."""
    return not action.after or granted.done(state, action.after, one.id)


def idle(rules: Rules, state: State, view: View, one: Character, action: CardAction, target: str) -> bool:
    """Check whether the Action would only allow others, and none that is possible now."""
    return all(
        isinstance(effect, Act) and not _grants(rules, state, view, one, effect, target) for effect in action.effects
    )


def _grants(rules: Rules, state: State, view: View, one: Character, effect: Act, target: str) -> bool:
    """Check whether the effect allows something that is possible now: Actions, or movement for one that can Move."""
    if effect.only:
        return bool(granted_actions(rules, state, view, one, effect.only, target))
    mover = {"user": one.id, "target": target}.get(effect.on)
    return bool(effect.actions) or mover is None or not rules.pinned(state, mover)


# ---- the effects ----


def activate(run: Transaction, command: c.Activate) -> None:
    """Begin an Activation (R-041, R-042); States may change its number of Actions (R-279)."""
    one = run.state.team[command.character]
    states = [run.rules.catalog.states[id] for id in one.states if id in run.rules.catalog.states]
    actions = max(0, 2 + sum(card.actions for card in states))
    cites = ("R-041", "R-042", "R-046") if one.conscious else ("R-041", "R-042", "R-046", "R-228")
    run.emit(e.ActivationBegan(one.id, actions, (*cites, "R-145") if one.ally else cites))


def move(run: Transaction, frame: Activation, command: c.Move) -> None:
    one = run.state.team[command.character]
    costs.spend(run, command, "move", ("R-046",))
    points = run.rules.speed(run.state, one)
    changes = tuple(one.change for one in changes_of(run.rules, run.state, one.id, ("speed",)))
    run.emit(e.PointsGained(one.id, points, ("R-051", *cited(changes)), changes))


def step_to(run: Transaction, frame: Activation, command: c.StepTo) -> None:
    """Take one step (R-052). Leaving or passing Contact costs nothing extra (R-060)."""
    view = run.view
    cell = view.cells[command.character]
    goal = run.rules.board.by_name[command.space]
    ground = run.rules.ground(view, command.character, "team")
    points = price(ground, cell, goal)
    start = run.state.team[command.character].space
    run.emit(e.Moved(command.character, start, (command.space,), points, step_rules(view, ground, goal, points)))


def step_rules(view: View, ground: Ground, goal: int, points: int) -> tuple[str, ...]:
    """Return the rules behind the cost of a step: an Enemy's space, an obstruction, else the side that is crossed
    (R-058: the causes do not add up)."""
    if points == 1:
        return ("R-052", "R-055") if view.taken >> goal & 1 else ("R-052",)
    cites: list[str] = []
    if view.enemies >> goal & 1:
        cites += ("R-055", "R-057")
    if view.obstructed >> goal & 1:
        cites.append("R-219")
    if not ground.enter2 >> goal & 1:
        cites.append("R-217")
    return (*cites, "R-058") if len(cites) > 2 else tuple(cites)


def drag(run: Transaction, frame: Activation, command: c.Drag) -> None:
    team = run.state.team
    start, other = team[command.character].space, team[command.dragged].space
    run.emit(e.Moved(command.character, start, (command.space,), DRAG, ("R-230",)))
    run.emit(e.Dragged(command.dragged, command.character, other, command.follows, ("R-230",)))


def attack(run: Transaction, frame: Activation, command: c.Attack) -> None:
    view = run.view
    one = run.state.team[command.character]
    found = pools.attack_of(run.rules, run.state, command)
    grant = granted.grant_of(run.state, one.id)
    attacker = grant.puppet if grant is not None and grant.puppet else one.id
    distance = run.rules.board.distance(view.cells[attacker], view.cells[command.target])
    costs.spend(run, command, "attack", ("R-046",))
    cites = ("R-073", "R-069", "R-062") if found.sight else ("R-073", "R-069", "R-072")
    further = ranges.of_attack(run.rules, run.state, one.id, command.weapon, command.attack)
    declared = (*cites, *cited(further))
    run.emit(e.AttackDeclared(one.id, command.target, command.weapon, command.attack, distance, declared, further))
    awaken(run, command.target, ("R-262",))
    if run.state.alert == 0 and not _silent(run.rules, one, command.weapon, found):
        raise_alert(run, 1, "attack", ("R-264",))
    rolls.open_roll(run, pools.attack_roll(run.rules, run.state, view, command))


def _silent(rules: Rules, one: Character, weapon: str, attack: Attack) -> bool:
    """Check whether the Attack leaves Alert 0 unchanged: a CC Attack, or one with a weapon that has only CC Attacks
    (R-264; switch D25)."""
    if rules.switches["alert_wakes"] == "attack":
        return attack.cc
    return all(other.cc for id, other in rules.loadout(one).weapons if id == weapon)


def hack(run: Transaction, frame: Activation, command: c.Hack) -> None:
    view = run.view
    distance = range_to(run.rules, view, command.character, command.target)
    costs.spend(run, command, "hack", ("R-046", "R-107"))
    further = ranges.of_hack(run.rules, run.state, command.character, command.program, command.using)
    cites = ("R-107", "R-109", *cited(further))
    run.emit(
        e.HackDeclared(command.character, command.target, command.program, distance, cites, command.using, further)
    )
    if command.target in run.state.enemies:
        awaken(run, command.target, ("R-262", "R-115"))
    rolls.open_roll(run, pools.program(run.rules, run.state, command))


def equip(run: Transaction, frame: Activation, command: c.Equip) -> None:
    costs.spend(run, command, "equip", ("R-046", "R-116"))
    run.open(Equipping(command.character))


def rest(run: Transaction, frame: Activation, command: c.Rest) -> None:
    """Heal 2 Damage and remove 1 Aggro and one State (R-121); a Remote keeps its Damage (R-157)."""
    one = run.state.team[command.character]
    costs.spend(run, command, "rest", ("R-046", "R-120"))
    run.emit(e.Rested(one.id, ("R-121",)))
    if not one.remote:
        harm.heal(run, one.id, 2, "rest", ("R-121",))
    elif one.damage:
        run.emit(e.Unaffected(one.id, "", "reason.remote_repair", ("R-153", "R-157")))
    if one.aggro:
        harm.change_aggro(run, one.id, -1, ("R-121",))
    if command.state:
        harm.relieve(run, one.id, command.state, ("R-121",))


def use_automedikit(run: Transaction, frame: Activation, command: c.UseAutoMediKit) -> None:
    """Use an AutoMediKit: remove the card, recover and heal up to 8 Damage, then draw two Consequences and keep one
    (R-160)."""
    one = run.state.team[command.character]
    costs.spend(run, command, "automedikit", ("R-158", "R-159", "R-161"))
    lose_card(run, one.id, AUTOMEDIKIT, ("R-160", "R-163"))
    harm.revive(run, one.id, AUTOMEDIKIT_HEALS, 2, AUTOMEDIKIT, ("R-160",))


def lose_card(run: Transaction, character: str, item: str, cites: tuple[str, ...]) -> None:
    """Remove one Equipment card from the game."""
    carried = list(run.state.team[character].carried)
    carried.remove(next(held for held in carried if held.item == item))
    run.emit(e.CarriedChanged(character, tuple(carried), "used", item, cites))


def use_card(run: Transaction, frame: Activation, command: c.UseCard) -> None:
    """Perform an Action or Free Action that a card offers (R-048, R-049, R-313); an Enemy that it is aimed at wakes at
    Alert 0 (R-262)."""
    one = run.state.team[command.character]
    action = action_of(run.rules, run.state, one, command)
    cites = ("R-048", *(("R-049",) if action.free else ()), *TREATMENT.get(action.target, ()))
    costs.spend(run, command, command.action, cites)
    copy = _copy_of(run.rules, one, command.card)
    run.emit(e.CardUsed(one.id, command.card, action.id, command.target, action.use, cites, copy))
    for target in (command.target, command.other):
        if target in run.state.enemies:
            awaken(run, target, ("R-262",))
    if action.use == "discard":
        left = (*one.carried[:copy], *one.carried[copy + 1 :])
        run.emit(e.CarriedChanged(one.id, left, "used", command.card, cites))
    kind = _kind_of(run.rules, one, command.card)
    if kind == "ability" and action.free:
        used = f"{command.card}.{action.id}.{one.id}"
        run.emit(e.PluginFact(USED, used, run.state.round, cites))
    key = f"{kind}.{command.card}.name"
    run.defer(Effects(action.effects, one.id, command.target, key, cites, command.other))


def _copy_of(rules: Rules, one: Character, card: str) -> int:
    """Return the index, among the carried cards, of the copy in use: one from Loot before a Character's own (R-285);
    -1 for the Character's own card."""
    usable = USABLE[rules.switches["usable"]]
    ready = (
        at
        for at, held in enumerate(one.carried)
        if held.item == card and not held.turned and place_of(rules.catalog.equipment[card], held) in usable
    )
    return min(ready, key=lambda at: not one.carried[at].loot, default=-1)


def _kind_of(rules: Rules, one: Character, card: str) -> str:
    """Return the kind of a card that offers an Action, or "ability"."""
    if card == one.id:
        return "character"
    return "specialty" if card in one.specialties else "equipment" if card in rules.catalog.equipment else "ability"


def action_of(rules: Rules, state: State, one: Character, use: c.UseCard) -> CardAction:
    return next(found for id, found in rules.actions(state, one) if (id, found.id) == (use.card, use.action))


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
