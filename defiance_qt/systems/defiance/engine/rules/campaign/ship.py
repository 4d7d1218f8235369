"""Crew and Sickbay: tokens on the ship, cures, Samples and what is made of them (R-286…R-298)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
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
    of_crew,
    spaces,
    spent,
    stationed,
    times,
    whole,
)
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import FACE_DOWN, discard
from defiance_qt.systems.defiance.engine.rules.campaign.shop import none_left, programs_there, stock
from defiance_qt.systems.defiance.engine.rules.pools import character_side, dice_of, extended
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction

SAMPLES = ("biological", "tech")


# ---- the crew ----


def crew_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    """Return the moves of crew tokens to areas with a free space, exchanges, and the end of the step (R-286, R-287)."""
    crew, free = campaign_of(state).crew, _free(rules, state)
    found: list[c.Command] = []
    for id, here in crew.items():
        found += [c.Station(id, area) for area, left in free.items() if area != here and left > 0]
        if here:
            found.append(c.Station(id, ""))
    found += [c.Swap(id, other) for id in crew for other in crew if crew[id] != crew[other]]
    if not unplaced(rules, state):
        found.append(c.FinishStep())
    return tuple(found)


def _free(rules: Rules, state: State) -> dict[str, int]:
    """Return the free spaces of each area of the ship (R-287)."""
    free = {area.id: spaces(rules, state, area.id) for area in card_of(rules).areas}
    for area in campaign_of(state).crew.values():
        if area:
            free[area] -= 1
    return free


def check_station(rules: Rules, state: State, frame: Campaign, command: c.Station) -> Illegal | None:
    member, area = command.member, command.area
    missing, free = of_crew(state, member), {"": 1, **_free(rules, state)}
    if missing is not None:
        return missing
    if area not in free:
        return Illegal("unknown_area", "R-287", f"the ship has no area {area!r}", name=area)
    if campaign_of(state).crew[member] == area:
        return Illegal("in_area", "R-287", f"{member} is there already", figure=member)
    if free[area] > 0:
        return None
    room = spaces(rules, state, area)
    return Illegal("area_full", "R-287", f"all {room} spaces of {area} are taken", area=area, room=room)


def check_swap(rules: Rules, state: State, frame: Campaign, command: c.Swap) -> Illegal | None:
    crew, member, other = campaign_of(state).crew, command.member, command.other
    missing = of_crew(state, member) or of_crew(state, other)
    if missing is not None or crew[member] != crew[other]:
        return missing
    return Illegal("same_area", "R-287", f"{member} and {other} are in the same place", figure=member, target=other)


def check_placed(rules: Rules, state: State, frame: Campaign, command: c.FinishStep) -> Illegal | None:
    left = unplaced(rules, state)
    return Illegal("crew_unplaced", "R-286", f"{left[0]} has no place yet", figure=left[0]) if left else None


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


def check_cure(rules: Rules, state: State, frame: Campaign, command: c.Cure) -> Illegal | None:
    one = state.team.get(command.figure)
    if one is None:
        return Illegal("not_aboard", "R-287", f"{command.figure} is not of the crew", who=command.figure)
    if not copies(one, command.card):
        words = f"{one.id} has no such Consequence"
        return Illegal("no_such_consequence", "R-294", words, figure=one.id, card=command.card)
    area = campaign_of(state).crew.get(one.id, "")
    if not one.remote and not whole(state, area):
        return _wrecked("R-294", area)
    if not one.remote and not in_cabin(rules, state, one.id):
        return Illegal("not_in_cabin", "R-294", f"{one.id} has not been assigned to a cabin", figure=one.id)
    if not one.remote and spent(state, f"craft {one.id}"):
        return _crafted("R-297", one.id)
    if failed(state, one, command.card):
        return Illegal("cure_tried", "R-294", f"{command.card} has been treated in this step", card=command.card)
    return None


def _crafted(rule: str, who: str) -> Illegal:
    return Illegal("crafted", rule, f"{who} has made something in this step", figure=who)


def _wrecked(rule: str, area: str) -> Illegal:
    return Illegal("area_wrecked", rule, f"{area} is wrecked and has no effect until the next mission", area=area)


def check_sample(rules: Rules, state: State, frame: Campaign, command: c.TakeSample) -> Illegal | None:
    missing = of_crew(state, command.member)
    if missing is not None or command.member in dict(samples_offered(rules, state)):
        return missing
    return Illegal("no_sample", "R-286", f"{command.member} offers no Sample now", figure=command.member)


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


def check_craft(rules: Rules, state: State, frame: Campaign, command: c.Craft) -> Illegal | None:
    recipe = next((one for one in card_of(rules).recipes if one.id == command.recipe), None)
    if recipe is None:
        return Illegal("unknown_recipe", "R-298", f"there is no recipe {command.recipe!r}", name=command.recipe)
    who, campaign = command.character, campaign_of(state)
    if recipe.upgrade not in campaign.upgrades:
        words = f"{recipe.upgrade} has not been built"
        return Illegal("not_built", "R-298", words, upgrade=recipe.upgrade)
    if campaign.number < recipe.after:
        return Illegal("recipe_later", "R-298", f"it is known after mission {recipe.after}", number=recipe.after)
    if campaign.crew.get(who) != recipe.area:
        rule = "R-297" if in_cabin(rules, state, who) else "R-298"
        words = f"{who} has not been assigned to {recipe.area}"
        return Illegal("not_in_area", rule, words, figure=who, area=recipe.area)
    if not whole(state, recipe.area):
        return _wrecked("R-298", recipe.area)
    if spent(state, f"craft {who}"):
        return _crafted("R-298", who)
    if treated(state, who):
        words = f"{who} has tried to remove Consequences in this step"
        return Illegal("treated", "R-297", words, figure=who)
    cost = price(rules, state, recipe)
    asked, there = cost["biological"], samples(state, "biological")
    if there < asked:
        words = f"{asked} Biological Samples are needed, and {there} are there"
        return Illegal("no_biological_samples", "R-298", words, asked=asked, given=there)
    asked, there = cost["tech"], samples(state, "tech")
    if there < asked:
        words = f"{asked} Tech Samples are needed, and {there} are there"
        return Illegal("no_tech_samples", "R-298", words, asked=asked, given=there)
    if recipe.software is None and not stock(rules, state, recipe.item):
        return none_left("R-298", recipe.item)
    if command.program in (programs(rules, state, recipe) if recipe.software is not None else ("",)):
        return None
    return Illegal("unknown_program", "R-298", f"{command.program!r} cannot be made so", name=command.program)


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
