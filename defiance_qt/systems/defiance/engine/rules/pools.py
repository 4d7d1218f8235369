"""The contents of a roll: dice with the source of each, and the available Switches (R-073…R-076, R-099…R-105)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import astuple, replace

from defiance_qt.systems.defiance.engine.commands import Attack as AttackCommand
from defiance_qt.systems.defiance.engine.commands import Hack
from defiance_qt.systems.defiance.engine.content import Attack, HackAttack, Switch
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.enemies.evil_ai import harm_of, odds_side
from defiance_qt.systems.defiance.engine.frames import Applied, Offer, PoolDie, Roll, RollSide
from defiance_qt.systems.defiance.engine.hooks import RollModifier
from defiance_qt.systems.defiance.engine.loadouts import Source
from defiance_qt.systems.defiance.engine.rules import ranges
from defiance_qt.systems.defiance.engine.rules.granted import grant_of
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import Character, Enemy, State, Unit


def dice_of(dice: Iterable[str], source: str) -> tuple[PoolDie, ...]:
    return tuple(PoolDie(die, source) for die in dice)


def offers(switches: Iterable[Switch], source: str) -> tuple[Offer, ...]:
    return tuple(Offer(source, switch) for switch in switches)


def modified(side: RollSide, found: Sequence[Source], in_contact: bool, again: bool = True) -> RollSide:
    """Return the side with the additions of its cards in play, and the States that the roll uses up (R-277). A card
    that adds to a roll is used for it, and so are its Switches (R-100). An Enemy does not reroll dice."""
    if not found:
        return side
    fixed, rerolls, spent, standing = side.fixed, side.rerolls, list(side.spent), side.offers
    dice: list[PoolDie] = []
    fewer = 0
    applied: list[Applied] = []
    for modifier, key, state, _ in found:
        if modifier.close and not in_contact:
            continue
        reroll = modifier.reroll if again else 0
        if modifier.symbols or modifier.fewer or reroll:
            applied.append(Applied(key, modifier.symbols, modifier.fewer, reroll))
        dice += [PoolDie(die, key) for die in modifier.dice]
        fewer += modifier.fewer
        rerolls += reroll
        if modifier.switches:
            standing = (*standing, *offers(modifier.switches, key))
        if modifier.symbols:
            fixed = fixed + Symbols.parse(modifier.symbols)
        if modifier.spent and state:
            spent.append(state)
    pools = [(*base, *dice)[: max(0, len(base) + len(dice) - fewer)] for base in _bases(side, found, in_contact)]
    return replace(
        side,
        dice=pools[0],
        contested=tuple(pools) if len(pools) > 1 else (),
        fixed=fixed,
        rerolls=rerolls,
        spent=tuple(spent),
        offers=standing,
        applied=tuple(applied),
    )


def _bases(side: RollSide, found: Sequence[Source], in_contact: bool) -> list[tuple[PoolDie, ...]]:
    """Return the roll's dice before cards add to them: its own dice, or those that a card substitutes. There is more
    than one pool where cards of one rank contradict each other (R-212, R-213)."""
    said = [
        (one.rank, one.modifier.instead, one.key)
        for one in found
        if one.modifier.instead is not None and (in_contact or not one.modifier.close)
    ]
    if not said:
        return [side.dice]
    top = max(rank for rank, _, _ in said)
    pools: dict[tuple[str, ...], tuple[PoolDie, ...]] = {}
    for rank, dice, key in said:
        if rank == top:
            pools.setdefault(tuple(sorted(dice)), dice_of(dice, key))
    return list(pools.values())


def settled(rules: Rules, state: State, roll: Roll) -> Roll:
    """Return the roll with contradictions between cards of one rank resolved by Evil AI (R-213): the most harm to the
    Characters, or in a roll without a rival the least success."""
    for name in ("team", "enemy"):
        side = roll.team if name == "team" else roll.enemy
        if side is None or not side.contested:
            continue
        rolls = [replace(roll, **{name: replace(side, dice=dice)}) for dice in side.contested]
        roll = max(rolls, key=lambda one: _worst_first(rules, state, one))
        roll = replace(roll, rules=(*roll.rules, "R-213"))
    return roll


def _worst_first(rules: Rules, state: State, roll: Roll) -> tuple[float, ...]:
    if roll.team is not None and roll.enemy is not None:
        return tuple(harm_of(rules, state, roll))
    assert roll.team is not None
    odds = rules.odds.simple(odds_side(state, roll.team, roll.target))
    return -odds.p_success, -odds.expected_successes


def character_side(
    rules: Rules,
    one: Character,
    kind: str,
    dice: tuple[PoolDie, ...] | None,
    switches: tuple[Offer, ...] = (),
    in_contact: bool = False,
    cc: bool = False,
) -> RollSide:
    """Return a Character's side. `dice` None is an attribute printed "-": no symbols at all (R-147). `cc`: of a CC
    Attack, which further cards change (R-075)."""
    side = RollSide(one.id, dice or (), offers=switches)
    if dice is None:
        return side
    modifiers = rules.loadout(one).modifiers
    found = modifiers.get(kind, ())
    return modified(side, (*found, *modifiers.get("cc", ())) if cc else found, in_contact)


def granted(state: State, side: RollSide) -> tuple[RollSide, int]:
    """Return the side with what the card adds that lets it act now, and how far its Damage spreads (R-313)."""
    grant = grant_of(state, side.figure)
    if grant is None:
        return side, 0
    dice = (*side.dice, *dice_of(grant.dice, grant.source))
    if grant.fewer:
        dice = dice[: max(0, len(dice) - grant.fewer)]
        side = replace(side, applied=(*side.applied, Applied(grant.source, fewer=grant.fewer)))
    return replace(side, dice=dice), grant.splash


def state_sources(rules: Rules, enemy: Enemy, kind: str) -> tuple[Source, ...]:
    """Return the modifiers of an Enemy's States for a kind of roll."""
    if not enemy.states:
        return ()
    return tuple(
        Source(modifier, f"state.{id}.name", id)
        for id in enemy.states
        for modifier in rules.catalog.states[id].modifiers
        if kind in modifier.rolls
    )


def enemy_side(
    rules: Rules,
    enemy: Enemy,
    unit: Unit,
    kind: str,
    dice: tuple[str, ...] | None,
    switches: tuple[Offer, ...] = (),
    in_contact: bool = False,
) -> RollSide:
    """Return an Enemy's side; Switches of its card that are not tied to an Attack work in any of its rolls (R-105)."""
    key = f"unit.{unit.id}.name"
    side = RollSide(enemy.id, dice_of(dice or (), key), offers=(*switches, *offers(unit.profile.switches, key)))
    if dice is None:
        return replace(side, offers=())
    return modified(side, state_sources(rules, enemy, kind), in_contact, again=False)


def contact(view: View, a: str, b: str) -> bool:
    return bool(view.passages.near[view.cells[a]] >> view.cells[b] & 1)


def silenced(rules: Rules, state: State, view: View, roll: Roll) -> Roll:
    """In an Enemy's Attack or Hack Attack, the target of a Natural Born Warrior in Contact uses no Switches (R-210).
    Whoever attacks the Warrior is no target."""
    team, enemy = roll.team, roll.enemy
    assert team is not None
    assert enemy is not None
    for ability in rules.enemy_abilities(state, state.enemies[enemy.figure]):
        if ability.silences and contact(view, team.figure, enemy.figure):
            return replace(
                roll, team=replace(team, silenced=ability.id, offers=()), rules=(*roll.rules, *ability.cites)
            )
    return roll


def extended(rules: Rules, state: State, roll: Roll) -> Roll:
    """Return the roll with the additions of abilities on other cards (R-212) and of plugins, in the order of their
    sources; contradictions are resolved."""
    if (roll.team is not None and roll.team.contested) or (roll.enemy is not None and roll.enemy.contested):
        roll = settled(rules, state, roll)
    found = _of_abilities(rules, state, roll)
    if rules.hooks.modify_roll:
        found = (*found, *rules.hooks.roll_modifiers(rules.context(state), roll))
    for modifier in found:
        side = roll.team if modifier.side == "team" else roll.enemy
        if side is None:
            continue
        dice = (*side.dice, *dice_of(modifier.dice, modifier.source))
        fixed = side.fixed + Symbols.parse(modifier.symbols) if modifier.symbols else side.fixed
        keep = max(0, len(dice) - modifier.fewer)
        applied = side.applied
        reroll = modifier.reroll if modifier.side == "team" else 0
        if modifier.symbols or modifier.fewer or reroll:
            applied = (*applied, Applied(modifier.source, modifier.symbols, modifier.fewer, reroll))
        side = replace(side, dice=dice[:keep], fixed=fixed, rerolls=side.rerolls + reroll, applied=applied)
        roll = replace(roll, team=side) if modifier.side == "team" else replace(roll, enemy=side)
        roll = replace(roll, rules=tuple(dict.fromkeys((*roll.rules, *modifier.rules))))
    return roll


def _of_abilities(rules: Rules, state: State, roll: Roll) -> tuple[RollModifier, ...]:
    """Return the additions of abilities on the cards of deployed Units, by the Miniatures on the board."""
    found: list[RollModifier] = []
    for one in state.team.values():
        if one.space and one.conscious and (one.specialties or one.carried):
            for ability in rules.loadout(one).abilities:
                if ability.modify is not None:
                    found += ability.modify(rules.play, state, roll, one.id)
    for ability, units in rules.modifying(state):
        assert ability.modify is not None
        for enemy in state.enemies.values():
            if enemy.unit in units:
                found += ability.modify(rules.play, state, roll, enemy.id)
    return tuple(sorted(found, key=astuple)) if found else ()


def team_attack(
    rules: Rules, state: State, view: View, attacker: str, weapon: str, attack: Attack, target: str
) -> Roll:
    """Return the Face-to-Face Roll of a Character's Attack (R-074): weapon against Defense, or CC Attack (R-208)."""
    one, enemy = state.team[attacker], state.enemies[target]
    unit = state.units[enemy.unit]
    near = contact(view, attacker, target)
    key = weapon_key(one, weapon)
    mine = character_side(
        rules, one, "attack", dice_of(attack.dice, key), offers(attack.switches, key), near, attack.cc
    )
    mine, splash = granted(state, mine)
    cites: tuple[str, ...] = ("R-073", "R-074", "R-086")

    def against(defense: tuple[str, ...] | None, extra: tuple[Offer, ...], cites: tuple[str, ...]) -> Roll:
        theirs = enemy_side(rules, enemy, unit, "defense", defense, extra, near)
        roll = Roll(
            "attack",
            attacker,
            target,
            weapon,
            mine,
            theirs,
            attack.id,
            "dice",
            attack.range,
            attack.sight,
            cc=attack.cc,
            rules=cites,
            splash=splash or UNSET,
        )
        return extended(rules, state, roll)

    answers: Sequence[Attack] = ()
    if near and any(ability.cc_defense for ability in rules.enemy_abilities(state, enemy)):
        answers = cc_answers(rules, unit)
    if not answers:
        return against(unit.profile.defense, (), cites)
    key = f"unit.{unit.id}.name"
    made = [against(one.dice, offers(one.switches, key), (*cites, "R-208")) for one in answers]
    return max(made, key=lambda roll: harm_of(rules, state, roll))


def puppet_attack(rules: Rules, state: State, user: str, puppet: str, attack: Attack, target: str) -> Roll:
    """Return the roll of an Attack that an Enemy is made to perform on another. The user rolls its dice, with the
    Attack's Switches, and takes what comes back (R-212, R-313)."""
    unit, enemy = state.units[state.enemies[puppet].unit], state.enemies[target]
    key = f"unit.{unit.id}.name"
    rival = state.units[enemy.unit]
    mine = RollSide(user, dice_of(attack.dice, key), offers=offers(attack.switches, key))
    theirs = enemy_side(rules, enemy, rival, "defense", rival.profile.defense)
    cites = ("R-212", "R-313", "R-086")
    roll = Roll(
        "attack", user, target, unit.id, mine, theirs, attack.id, "dice", attack.range, attack.sight, cc=attack.cc,
        rules=cites,
    )  # fmt: skip
    return extended(rules, state, roll)


def attack_roll(rules: Rules, state: State, view: View, command: AttackCommand) -> Roll:
    """Return the roll of an Attack command: that of a weapon, or of an Enemy that a card makes perform it."""
    grant = grant_of(state, command.character)
    if grant is not None and grant.puppet:
        attack = attack_of(rules, state, command)
        return puppet_attack(rules, state, command.character, grant.puppet, attack, command.target)
    found = attack_of(rules, state, command)
    return team_attack(rules, state, view, command.character, command.weapon, found, command.target)


def attack_of(rules: Rules, state: State, command: AttackCommand) -> Attack:
    """Return the Attack that a command names: of an equipped weapon, or of an Enemy that a card makes perform it."""
    grant = grant_of(state, command.character)
    if grant is not None and grant.puppet:
        unit = state.units[state.enemies[grant.puppet].unit]
        found = ranges.attacks(rules, state, grant.puppet, unit)
        return next(attack for attack in found if attack.id == command.attack)
    weapons = ranges.armed(rules, state, state.team[command.character]).weapons
    return next(found for id, found in weapons if id == command.weapon and found.id == command.attack)


def cc_answers(rules: Rules, unit: Unit) -> Sequence[Attack]:
    """Return the Attacks that a CC Specialist may roll instead of Defense (switch D15); of several Evil AI takes the
    most harmful."""
    attacks = unit.profile.attacks
    return attacks if rules.switches["cc_specialist"] == "attack" else [attack for attack in attacks if attack.cc]


def enemy_attack(rules: Rules, state: State, view: View, enemy_id: str, attack: Attack, target: str) -> Roll:
    """Return the Face-to-Face Roll of an Enemy's Attack: its Attack Roll against the Character's Defense."""
    enemy, one = state.enemies[enemy_id], state.team[target]
    unit = state.units[enemy.unit]
    near = contact(view, enemy_id, target)
    key = f"unit.{unit.id}.name"
    theirs = enemy_side(rules, enemy, unit, "attack", attack.dice, offers(attack.switches, key), near)

    def against(defense: tuple[PoolDie, ...] | None, open_: tuple[Offer, ...], *cites: str) -> Roll:
        mine = character_side(rules, one, "defense", defense, open_, near)
        roll = Roll(
            "enemy_attack",
            enemy_id,
            target,
            attack.id,
            mine,
            theirs,
            attack.id,
            "dice",
            attack.range,
            attack.sight,
            cc=attack.cc,
            rules=("R-193", "R-074", "R-086", *cites),
        )
        return extended(rules, state, silenced(rules, state, view, roll))

    answers = character_answers(rules, state, one, enemy) if near else ()
    if answers:
        made = [against(dice, open_, "R-208") for dice, open_ in answers]
        return min(made, key=lambda roll: harm_of(rules, state, roll))
    return against(None if one.defense is None else dice_of(one.defense, f"character.{one.id}.name"), ())


Answer = tuple[tuple[PoolDie, ...], tuple[Offer, ...]]


def character_answers(rules: Rules, state: State, one: Character, enemy: Enemy) -> list[Answer]:
    """Return the Attacks that a Character with the CC Specialist Specialty may roll instead of Defense against an
    attacker in Contact. It uses the best of them. None against a Natural Born Warrior (R-208, R-210; switch D15)."""
    loadout = rules.loadout(one)
    if not any(ability.cc_defense for ability in loadout.abilities):
        return []
    if any(ability.silences for ability in rules.enemy_abilities(state, enemy)):
        return []
    any_attack = rules.switches["cc_specialist"] == "attack"
    found: list[Answer] = []
    for weapon, attack in loadout.weapons:
        if attack.cc or any_attack:
            key = weapon_key(one, weapon)
            found.append((dice_of(attack.dice, key), offers(attack.switches, key)))
    return found


def weapon_key(one: Character, weapon: str) -> str:
    """Return the text key of the card that an Attack is printed on: the Character's own or Equipment."""
    return f"character.{weapon}.name" if weapon == one.id else f"equipment.{weapon}.name"


def hack_attack(rules: Rules, state: State, view: View, enemy_id: str, attack: HackAttack, target: str) -> Roll:
    """Return the roll of a Hack Attack: against the whole Biotech Protection of the Character's Equipment (R-200,
    R-201), or that on an Ally's card (R-005)."""
    enemy, one = state.enemies[enemy_id], state.team[target]
    unit = state.units[enemy.unit]
    key = f"unit.{unit.id}.name"
    theirs = enemy_side(rules, enemy, unit, "hacking", attack.dice, offers(attack.switches, key))
    biotech = rules.loadout(one).biotech
    mine = character_side(rules, one, "biotech", biotech or (None if one.ally else ()))
    roll = Roll(
        "enemy_hack",
        enemy_id,
        target,
        "hack_attack",
        mine,
        theirs,
        "hack_attack",
        "dice",
        ranges.hack_range(unit, attack),
        attack.sight,
        rules=("R-200", "R-201", "R-086"),
    )
    return extended(rules, state, silenced(rules, state, view, roll))


def program(rules: Rules, state: State, command: Hack) -> Roll:
    """Return the roll of a Hack Action: Hacking value with the program's dice (R-110, R-112, R-113); sight is
    never needed (R-109)."""
    attacker, software, target = command.character, command.program, command.target
    one = state.team[attacker]
    device = ranges.armed(rules, state, one).running(software, command.using)
    assert device is not None
    card = rules.catalog.software[software]
    key = f"software.{software}.name"
    dice = (*dice_of(device.device.hacking, f"equipment.{device.item}.name"), *dice_of(card.dice, key))
    mine, _ = granted(state, character_side(rules, one, "hacking", dice, offers(card.switches, key)))
    theirs = None
    if card.kind == "antipersonnel":
        rival = state.enemies[target]
        unit = state.units[rival.unit]
        theirs = enemy_side(rules, rival, unit, "biotech", unit.profile.biotech)
    purpose = "antipersonnel" if theirs is not None else "controller"
    cites = ("R-107", "R-113", "R-086") if theirs is not None else ("R-107", "R-112", "R-080")
    roll = Roll(
        purpose,
        attacker,
        target,
        software,
        mine,
        theirs,
        software,
        "dice",
        device.device.range,
        False,
        card.multiplier,
        card.effects,
        rules=cites,
    )
    return extended(rules, state, roll)


def console_roll(rules: Rules, state: State, character: str, console: str, using: str) -> Roll:
    """Return the roll of a Console: its die, or an equipped device's Hacking value (R-133)."""
    one = state.team[character]
    device = rules.loadout(one).device(using)
    if device is not None:
        dice = dice_of(device.device.hacking, f"equipment.{device.item}.name")
    else:
        dice = dice_of(rules.catalog.dice.rolls["console"], "console.die")
    mine = character_side(rules, one, "console", dice)
    roll = Roll("console", character, console, using or "console", mine, None, rules=("R-133",))
    return extended(rules, state, roll)
