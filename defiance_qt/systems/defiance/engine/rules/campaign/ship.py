"""Crew and Sickbay: tokens on the ship, cures, Samples and what is made of them (R-286…R-298)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import Recipe
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.frames import Applied, Campaign, PoolDie, Roll, RollSide
from defiance_qt.systems.defiance.engine.rules import rolls
from defiance_qt.systems.defiance.engine.rules.campaign.boons import (
    boons,
    campaign_of,
    card_of,
    cheaper,
    exposed,
    spaces,
    spent,
    stationed,
    times,
    whole,
)
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import FACE_DOWN, discard
from defiance_qt.systems.defiance.engine.rules.campaign.shop import programs_there, stock
from defiance_qt.systems.defiance.engine.rules.pools import character_side, dice_of, extended
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

SAMPLES = ("biological", "tech")


# ---- the crew ----


def crew_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    """Return the moves of crew tokens to areas with a free space, exchanges, and the end of the step (R-286, R-287)."""
    crew = campaign_of(state).crew
    free = {area.id: spaces(rules, state, area.id) for area in card_of(rules).areas}
    for area in crew.values():
        if area:
            free[area] -= 1
    found: list[c.Command] = []
    for id, here in crew.items():
        found += [c.Station(id, area) for area, left in free.items() if area != here and left > 0]
        if here:
            found.append(c.Station(id, ""))
    found += [c.Swap(id, other) for id in crew for other in crew if crew[id] != crew[other]]
    if not unplaced(rules, state):
        found.append(c.FinishStep())
    return tuple(found)


def unplaced(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the members that must still be given a place: in one reading crew must be assigned as long as there is
    room (R-286; switch D35)."""
    if rules.switches["crew"] != "must":
        return ()
    crew = campaign_of(state).crew
    room = sum(spaces(rules, state, area.id) for area in card_of(rules).areas) - sum(map(bool, crew.values()))
    return tuple(id for id, area in crew.items() if not area) if room else ()


def station(run: Transaction, frame: Campaign, command: c.Station) -> None:
    run.emit(e.CrewStationed(command.member, command.area, ("R-287",)))


def swap(run: Transaction, frame: Campaign, command: c.Swap) -> None:
    crew = campaign_of(run.state).crew
    first, second = crew[command.member], crew[command.other]
    run.emit(e.CrewStationed(command.member, second, ("R-287",)))
    run.emit(e.CrewStationed(command.other, first, ("R-287",)))


def activate_crew(run: Transaction) -> None:
    """At the end of the step the effects of all members in an area of their profile begin (R-286)."""
    run.emit(e.CrewActive(stationed(run.rules, run.state), ("R-286",)))


# ---- Sickbay and Workshop ----


def recover(run: Transaction) -> None:
    run.emit(e.TeamRecovered(("R-293",)))


def ailments(one: Character) -> tuple[str, ...]:
    """Return the Consequences of a figure as commands name them."""
    return (*dict.fromkeys(one.consequences), *((FACE_DOWN,) if one.face_down else ()))


def in_cabin(rules: Rules, state: State, id: str) -> bool:
    """Check whether a figure has been assigned to an area where Consequences are treated (R-294)."""
    here = campaign_of(state).crew.get(id, "")
    return whole(state, here) and any(area.id == here and area.cures for area in card_of(rules).areas)


def tried(state: State, id: str, card: str) -> int:
    """Return how often this step has tried to cure this Consequence: each copy once (R-294)."""
    return times(state, f"cure {id} {card}")


def treated(state: State, id: str) -> bool:
    """Check whether a figure has tried to remove Consequences in this step: then it makes nothing (R-297)."""
    return any(word.startswith(f"cure {id} ") for word in campaign_of(state).used)


def copies(one: Character, card: str) -> int:
    return len(one.face_down) if card == FACE_DOWN else one.consequences.count(card)


def failed(state: State, one: Character, card: str) -> bool:
    """Check whether every copy of a Consequence has been tried in vain in this step."""
    cured = times(state, f"cured {one.id} {card}")
    return copies(one, card) <= tried(state, one.id, card) - cured


def sickbay_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    """Return the cures, the Samples offered by the crew, what can be made, and the end of the step (R-293…R-298)."""
    found: list[c.Command] = []
    for id, one in state.team.items():
        if one.remote or (in_cabin(rules, state, id) and not spent(state, f"craft {id}")):
            found += [c.Cure(id, card) for card in ailments(one) if not failed(state, one, card)]
    found += [c.TakeSample(member) for member, _ in samples_offered(rules, state)]
    found += _crafts(rules, state)
    found.append(c.FinishStep())
    return tuple(found)


def samples_offered(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    """Yield the members that offer a Sample in place of their dice, while those have not been used (R-286)."""
    for member, boon in boons(rules, state):
        if boon.sample and not spent(state, f"sample {member}") and not spent(state, f"dice {member}"):
            yield member, boon.sample


def take_sample(run: Transaction, frame: Campaign, command: c.TakeSample) -> None:
    kind = dict(samples_offered(run.rules, run.state))[command.member]
    run.emit(e.EffectSpent(f"sample {command.member}", ("R-286",)))
    amounts = {kind: 1}
    run.emit(e.SamplesChanged(**amounts, why="taken", about=command.member, rules=("R-286",)))


def cure(run: Transaction, frame: Campaign, command: c.Cure) -> None:
    """Make the Medicine Roll, or for a Remote the Engineering Roll, of one Consequence (R-294, R-295). Drone Cradles
    need no roll."""
    one = run.state.team[command.figure]
    run.emit(e.EffectSpent(f"cure {one.id} {command.card}", ("R-295" if one.remote else "R-294",)))
    if mended(run.rules, run.state, one.id):
        discard(run, one.id, command.card)
        return
    roll = cure_roll(run.rules, run.state, command)
    dice = roll.team.dice if roll.team is not None else ()
    for member, _ in list(samples_offered(run.rules, run.state)):
        if any(pool.source == f"character.{member}.name" for pool in dice):
            run.emit(e.EffectSpent(f"dice {member}", ("R-286",)))
    rolls.open_roll(run, roll)


def mended(rules: Rules, state: State, id: str) -> bool:
    """Check whether the Consequences of a figure go without a roll: those of Remotes in Drone Cradles."""
    return state.team[id].remote and any(boon.mends for _, boon in boons(rules, state))


def cure_roll(rules: Rules, state: State, command: c.Cure) -> Roll:
    """Return the Simple Roll of a cure, with the dice of crew and Upgrades (R-296), and what house rules add."""
    one = state.team[command.figure]
    kind = "engineering" if one.remote else "medicine"
    dice = dice_of(rules.catalog.dice.rolls[kind], f"roll.{kind}")
    applied: list[Applied] = []
    rerolls = 0
    for owner, boon in boons(rules, state):
        if boon.roll != kind or spent(state, f"sample {owner}"):
            continue
        key = f"upgrade.{owner}.name" if owner in campaign_of(state).upgrades else f"character.{owner}.name"
        dice += tuple(PoolDie(die, key) for die in boon.dice)
        if boon.reroll:
            applied.append(Applied(key, reroll=boon.reroll))
            rerolls += boon.reroll
    side = RollSide(one.id, dice, rerolls=rerolls, applied=tuple(applied))
    cites = ("R-295", "R-296") if one.remote else ("R-294", "R-296")
    return extended(rules, state, Roll("cure", one.id, command.card, f"roll.{kind}", side, None, rules=cites))


# ---- making things ----


def price(rules: Rules, state: State, recipe: Recipe) -> dict[str, int]:
    """Return the Samples that a recipe costs now (R-298)."""
    less = cheaper(rules, state, "recipes" if recipe.software is None else "software")
    return {"biological": recipe.biological, "tech": max(0, recipe.tech - less)}


def samples(state: State, kind: str) -> int:
    """Return the Samples of a kind at hand, those of the stores included (R-289)."""
    campaign = campaign_of(state)
    return int(getattr(campaign, kind)) + campaign.kept.get(kind, 0)


def known_recipes(rules: Rules, state: State) -> Iterator[Recipe]:
    """Yield the recipes of the Upgrades that have been built (R-298)."""
    campaign = campaign_of(state)
    for recipe in card_of(rules).recipes:
        if recipe.upgrade in campaign.upgrades and campaign.number >= recipe.after:
            yield recipe


def programs(rules: Rules, state: State, recipe: Recipe) -> tuple[str, ...]:
    """Return the programs that a recipe can make; none is aboard twice."""
    if recipe.software is None:
        return ()
    owned = programs_there(state)
    return tuple(
        id
        for id, card in rules.catalog.software.items()
        if card.value is not None and (not recipe.software or card.value <= recipe.software) and id not in owned
    )


def _crafts(rules: Rules, state: State) -> Iterator[c.Craft]:
    """Yield what each Character in the area of a recipe can make: one thing a step, and nothing once it has tried to
    remove Consequences (R-297)."""
    crew = campaign_of(state).crew
    for recipe in known_recipes(rules, state):
        cost = price(rules, state, recipe)
        if not whole(state, recipe.area) or any(samples(state, kind) < cost[kind] for kind in SAMPLES):
            continue
        for id, one in state.team.items():
            if one.ally or crew.get(id) != recipe.area or spent(state, f"craft {id}") or treated(state, id):
                continue
            if recipe.software is None and stock(rules, state, recipe.item):
                yield c.Craft(id, recipe.id)
            elif recipe.software is not None:
                yield from (c.Craft(id, recipe.id, program) for program in programs(rules, state, recipe))


def craft(run: Transaction, frame: Campaign, command: c.Craft) -> None:
    recipe = next(one for one in card_of(run.rules).recipes if one.id == command.recipe)
    cost = price(run.rules, run.state, recipe)
    run.emit(e.EffectSpent(f"craft {command.character}", ("R-298",)))
    run.emit(e.SamplesChanged(-cost["biological"], -cost["tech"], "crafted", command.character, ("R-289", "R-298")))
    made = command.program or recipe.item
    run.emit(e.Crafted(command.character, made, bool(command.program), ("R-298",)))


def store_samples(run: Transaction) -> None:
    """Samples that were not used are lost, unless the ship can store them (R-289, R-290)."""
    rules, state = run.rules, run.state
    kept, lost = {}, {}
    for kind in SAMPLES:
        there = samples(state, kind)
        room = sum(boon.keeps.get(kind, 0) for _, boon in boons(rules, state))
        kept[kind] = min(there, room)
        if there > room:
            lost[kind] = there - room
    if any(samples(state, kind) for kind in SAMPLES):
        kept = {kind: amount for kind, amount in kept.items() if amount}
        run.emit(e.SamplesStored(kept, lost, ("R-290",) if lost else ("R-289",)))


# ---- the jump ----

ENGINES = "minotaur"


def jump_roll(rules: Rules, state: State, id: str) -> Roll:
    """Return the ship's roll against a Character's Defense: the dice and symbols of the free positions (R-292)."""
    one = state.team[id]
    free = exposed(rules, state)
    dice = tuple(PoolDie(die, "engines.name") for die in free if die in rules.catalog.dice.dice)
    fixed = NO_SYMBOLS
    for symbol in free:
        if symbol not in rules.catalog.dice.dice:
            fixed = fixed + Symbols.parse(symbol)
    theirs = RollSide(ENGINES, dice, fixed=fixed)
    own = None if one.defense is None else dice_of(one.defense, f"character.{id}.name")
    mine = character_side(rules, one, "defense", own)
    return extended(rules, state, Roll("jump", id, id, "engines.name", mine, theirs, rules=("R-292", "R-086")))
