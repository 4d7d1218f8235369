"""Checks of the commands between missions (R-280…R-309): what has to be otherwise before one is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.rules.campaign import ship, shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of, spaces, spent
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State

# The steps that accept each kind of command, and the rule that says so.
STEPS: dict[type, tuple[str, ...]] = {
    c.Enlist: ("team",),
    c.BeginMission: ("briefing",),
    c.PlayAgain: ("verdict",),
    c.AcceptDefeat: ("verdict",),
    c.Station: ("crew",),
    c.Swap: ("crew",),
    c.Cure: ("sickbay",),
    c.TakeSample: ("sickbay",),
    c.Craft: ("sickbay",),
    c.Acquire: ("specialties", "intel"),
    c.Buy: ("intel",),
    c.Sell: ("intel",),
    c.Pool: ("intel",),
    c.Stow: ("equipment",),
    c.Fetch: ("equipment",),
    c.Load: ("equipment",),
    c.Scrap: ("equipment",),
    c.FinishStep: ("crew", "sickbay", "specialties", "intel", "equipment"),
}
RULES: dict[str, str] = {
    "team": "R-280",
    "briefing": "R-282",
    "mission": "R-282",
    "verdict": "R-282",
    "jump": "R-292",
    "loot": "R-285",
    "crew": "R-286",
    "sickbay": "R-293",
    "specialties": "R-299",
    "intel": "R-303",
    "equipment": "R-307",
    "straighten": "R-309",
}


def wrong_step(state: State) -> Illegal:
    """Return the refusal of a command that the present step does not know."""
    top = state.agenda[-1]
    step = top.todo[0] if isinstance(top, f.Campaign) else "mission"
    return Illegal("not_in_step", RULES[step], f"that belongs to another step than {step}", step=step)


def _no_card(state: State, name: str) -> Illegal:
    return Illegal("unknown_card", "R-304", f"there is no card {name!r}", name=name)


def _enlist(rules: Rules, state: State, command: c.Enlist) -> Illegal:
    id = command.character
    if id in campaign_of(state).team:
        return Illegal("already_enlisted", "R-280", f"{id} is in the team", figure=id)
    return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)


def _crew(rules: Rules, state: State, member: str) -> Illegal | None:
    if member not in campaign_of(state).crew:
        return Illegal("not_aboard", "R-287", f"{member} is not of the crew", name=member)
    return None


def _station(rules: Rules, state: State, command: c.Station) -> Illegal:
    missing = _crew(rules, state, command.member)
    if missing is not None:
        return missing
    area = command.area
    if area and area not in [one.id for one in card_of(rules).areas]:
        return Illegal("unknown_area", "R-287", f"the ship has no area {area!r}", name=area)
    if campaign_of(state).crew[command.member] == area:
        return Illegal("in_area", "R-287", f"{command.member} is there already", figure=command.member)
    room = spaces(rules, state, area)
    return Illegal("area_full", "R-287", f"all {room} spaces of {area} are taken", area=area, room=room)


def _swap(rules: Rules, state: State, command: c.Swap) -> Illegal:
    missing = _crew(rules, state, command.member) or _crew(rules, state, command.other)
    if missing is not None:
        return missing
    words = f"{command.member} and {command.other} are in the same place"
    return Illegal("same_area", "R-287", words, figure=command.member, target=command.other)


def _cure(rules: Rules, state: State, command: c.Cure) -> Illegal:
    one = state.team.get(command.figure)
    if one is None:
        return Illegal("not_aboard", "R-287", f"{command.figure} is not of the crew", name=command.figure)
    if not ship.copies(one, command.card):
        words = f"{one.id} has no such Consequence"
        return Illegal("no_such_consequence", "R-294", words, figure=one.id, card=command.card)
    if not one.remote and not ship.in_cabin(rules, state, one.id):
        return Illegal("not_in_cabin", "R-294", f"{one.id} has not been assigned to a cabin", figure=one.id)
    return Illegal("cure_tried", "R-294", f"{command.card} has been treated in this step", card=command.card)


def _sample(rules: Rules, state: State, command: c.TakeSample) -> Illegal:
    missing = _crew(rules, state, command.member)
    if missing is not None:
        return missing
    return Illegal("no_sample", "R-286", f"{command.member} offers no Sample now", figure=command.member)


def _craft(rules: Rules, state: State, command: c.Craft) -> Illegal:
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
        rule = "R-297" if ship.in_cabin(rules, state, who) else "R-298"
        words = f"{who} has not been assigned to {recipe.area}"
        return Illegal("not_in_area", rule, words, figure=who, area=recipe.area)
    if spent(state, f"craft {who}"):
        return Illegal("crafted", "R-298", f"{who} has made something in this step", figure=who)
    cost = ship.price(rules, state, recipe)
    for kind in ship.SAMPLES:
        there = ship.samples(state, kind)
        if there < cost[kind]:
            words = f"{cost[kind]} {kind} Samples are needed, and {there} are there"
            return Illegal(f"no_{kind}_samples", "R-298", words, asked=cost[kind], given=there)
    return Illegal("unknown_program", "R-298", "that program cannot be made", name=command.program)


def _acquire(rules: Rules, state: State, command: c.Acquire) -> Illegal:
    card = rules.catalog.specialties.get(command.specialty)
    if card is None:
        return _no_card(state, command.specialty)
    top = state.agenda[-1]
    assert isinstance(top, f.Campaign)
    if top.todo[0] == "intel" and rules.switches["campaign_order"] != "six":
        return wrong_step(state)
    one = state.team[command.character]
    why = shop.lacking(rules, state, one, card)
    rule = LACKING[why]
    values = {"figure": one.id, "card": card.id, "level": card.level}
    return Illegal(f"specialty_{why}", rule, f"{one.id} cannot acquire {card.id}: {why}", **values)


LACKING = {
    "owned": "R-299",
    "group": "R-299",
    "full": "R-300",
    "once": "R-299",
    "absent": "R-302",
    "level": "R-301",
    "requires": "R-311",
}


def _buy(rules: Rules, state: State, command: c.Buy) -> Illegal:
    one, catalog, id = state.team[command.character], rules.catalog, command.card
    if command.using and command.using not in shop.discounts(rules, state):
        return Illegal("no_discount", "R-286", f"{command.using} takes nothing off a price now", name=command.using)
    item = catalog.equipment.get(id)
    for_sale = dict(shop.programs_on_sale(rules, state))
    if item is not None and item.id in {card.id for card in shop.on_sale(rules, state)}:
        for_sale[id] = item.value or 0
    if item is None and id not in catalog.software:
        return _no_card(state, id)
    if item is not None and item.owner not in ("", one.id):
        return Illegal("not_its_card", "R-307", f"{id} belongs to {item.owner}", card=id, figure=item.owner)
    if id not in for_sale:
        return Illegal("not_for_sale", "R-304", f"{id} is not for sale", card=id)
    words = f"{one.id} has {one.intel} Intel Packs, and {for_sale[id]} are needed"
    return Illegal("too_dear", "R-304", words, figure=one.id, given=one.intel, asked=for_sale[id])


def _held(one: Character, item: str) -> bool:
    return any(held.item == item for held in one.carried)


def _sell(rules: Rules, state: State, command: c.Sell) -> Illegal:
    one = state.team[command.character]
    if not _held(one, command.item):
        return Illegal("not_held", "R-116", f"{one.id} does not have {command.item}", figure=one.id, card=command.item)
    return Illegal("not_discarded", "R-305", f"{command.item} stays with its Character", card=command.item)


def _pool(rules: Rules, state: State, command: c.Pool) -> Illegal:
    campaign, one = campaign_of(state), state.team[command.character]
    card = next((card for card in card_of(rules).upgrades if card.id == command.upgrade), None)
    if card is None:
        return Illegal("unknown_upgrade", "R-306", f"there is no Upgrade {command.upgrade!r}", name=command.upgrade)
    if card.id in campaign.upgrades:
        return Illegal("built", "R-306", f"{card.id} has been built", upgrade=card.id)
    if campaign.number < card.after:
        return Illegal("upgrade_later", "R-306", f"it can be built after mission {card.after}", number=card.after)
    if campaign.built and rules.switches["upgrades"] == "one":
        return Illegal("one_upgrade", "R-306", "an Upgrade has been built in this step")
    if campaign.pooled not in ("", card.id):
        words = f"Intel Packs are laid together for {campaign.pooled}"
        return Illegal("other_upgrade", "R-306", words, upgrade=campaign.pooled)
    words = f"{one.id} has {one.intel} Intel Packs"
    return Illegal("wrong_amount", "R-306", words, figure=one.id, given=one.intel)


def _stow(rules: Rules, state: State, command: c.Stow) -> Illegal:
    one = state.team[command.character]
    if not _held(one, command.item):
        return Illegal("not_held", "R-116", f"{one.id} does not have {command.item}", figure=one.id, card=command.item)
    return Illegal("personal_card", "R-307", f"{command.item} stays with {one.id}", figure=one.id, card=command.item)


def _fetch(rules: Rules, state: State, command: c.Fetch) -> Illegal:
    if command.item not in [held.item for held in campaign_of(state).store]:
        return Illegal("not_stored", "R-308", f"{command.item} is not in the ship's stores", card=command.item)
    words = f"{command.character} cannot carry {command.item}"
    return Illegal("cannot_carry", "R-146", words, figure=command.character, card=command.item)


def _load(rules: Rules, state: State, command: c.Load) -> Illegal:
    one = state.team[command.character]
    if command.program not in campaign_of(state).programs:
        return Illegal("not_stored", "R-308", f"{command.program} is not in the ship's stores", card=command.program)
    if not _held(one, command.device):
        words = f"{one.id} does not have {command.device}"
        return Illegal("not_held", "R-116", words, figure=one.id, card=command.device)
    words = f"{command.device} has no free slot"
    return Illegal("no_free_slot", "R-108", words, card=command.device)


def _scrap(rules: Rules, state: State, command: c.Scrap) -> Illegal:
    one = state.team.get(command.owner)
    if command.owner and one is None:
        return Illegal("not_aboard", "R-287", f"{command.owner} is not of the crew", name=command.owner)
    if one is None:
        return Illegal("not_stored", "R-308", f"{command.item} is not in the ship's stores", card=command.item)
    return _stow(rules, state, c.Stow(one.id, command.item))


def _finish(rules: Rules, state: State, command: c.FinishStep) -> Illegal:
    left = ship.unplaced(rules, state)
    if not left:
        return wrong_step(state)
    return Illegal("crew_unplaced", "R-286", f"{left[0]} has no place yet", figure=left[0])


def exchange(rules: Rules, state: State, command: c.Place | c.Give | c.Install) -> Illegal:
    """Return why Equipment cannot change its place so between missions (R-304, R-307)."""
    top = state.agenda[-1]
    assert isinstance(top, f.Campaign)
    step = top.todo[0]
    if step != "equipment" and not (step == "intel" and isinstance(command, c.Place)):
        return wrong_step(state)
    if isinstance(command, c.Install):
        words = f"{command.device} cannot take {command.program}"
        return Illegal("not_installed", "R-114", words, card=command.program, device=command.device)
    who = command.giver if isinstance(command, c.Give) else command.character
    one = state.team[who]
    if not _held(one, command.item):
        return Illegal("not_held", "R-116", f"{who} does not have {command.item}", figure=who, card=command.item)
    if isinstance(command, c.Give):
        other = state.team[command.receiver]
        if one.ally or other.ally or one is other:
            words = "Equipment is exchanged among the four of the team"
            return Illegal("not_among_team", "R-307", words)
        if rules.catalog.equipment[command.item].personal:
            words = f"{command.item} stays with {who}"
            return Illegal("personal_card", "R-307", words, figure=who, card=command.item)
        words = f"{other.id} cannot carry {command.item}"
        return Illegal("cannot_carry", "R-146", words, figure=other.id, card=command.item)
    words = f"{who} has no free tab for {command.item} there"
    return Illegal("no_free_tab", "R-026", words, figure=who, card=command.item)


def _again(rules: Rules, state: State, command: Any) -> Illegal:
    return wrong_step(state)


CAMPAIGN: dict[type, Callable[[Rules, State, Any], Illegal]] = {
    c.Enlist: _enlist,
    c.BeginMission: _again,
    c.PlayAgain: _again,
    c.AcceptDefeat: _again,
    c.Station: _station,
    c.Swap: _swap,
    c.Cure: _cure,
    c.TakeSample: _sample,
    c.Craft: _craft,
    c.Acquire: _acquire,
    c.Buy: _buy,
    c.Sell: _sell,
    c.Pool: _pool,
    c.Stow: _stow,
    c.Fetch: _fetch,
    c.Load: _load,
    c.Scrap: _scrap,
    c.FinishStep: _finish,
}
