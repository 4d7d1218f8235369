"""Checks of the commands between missions (R-280…R-309): what has to be otherwise before one is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.content import Equipment, Specialty
from defiance_qt.systems.defiance.engine.refusals.equip import (
    cannot_carry,
    has_copy,
    installing,
    not_held,
    placing,
    taking,
)
from defiance_qt.systems.defiance.engine.rules.campaign import course, ship, shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of, spaces, spent, whole
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
    c.Place: ("intel", "equipment"),
    c.Give: ("equipment",),
    c.Install: ("equipment",),
    c.FinishStep: ("crew", "sickbay", "specialties", "intel", "equipment"),
}
ONLY_BETWEEN = STEPS.keys() - {c.Place, c.Give, c.Install}
RULES: dict[str, str] = {
    "team": "R-280",
    "briefing": "R-282",
    "verdict": "R-282",
    "crew": "R-286",
    "sickbay": "R-293",
    "specialties": "R-299",
    "intel": "R-303",
    "equipment": "R-307",
}


def wrong_step(state: State) -> Illegal:
    """Return the refusal of a command that the present step does not know."""
    top = state.agenda[-1]
    assert isinstance(top, f.Campaign)
    step = top.todo[0]
    return Illegal("not_in_step", RULES[step], f"that is not possible in this step: {step}", now=step)


def in_team(state: State, id: str) -> Illegal | None:
    """Return the refusal of what only the Characters of the team do."""
    if id not in campaign_of(state).team:
        return Illegal("not_in_team", "R-280", f"{id} is not one of the team's Characters", figure=id)
    return None


def _no_card(name: str) -> Illegal:
    return Illegal("unknown_card", "R-304", f"there is no card {name!r}", name=name)


def _enlist(rules: Rules, state: State, command: c.Enlist) -> Illegal:
    id = command.character
    if id in campaign_of(state).team:
        return Illegal("already_enlisted", "R-280", f"{id} is in the team", figure=id)
    return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)


def _crew(state: State, member: str) -> Illegal | None:
    if member not in campaign_of(state).crew:
        return Illegal("not_aboard", "R-287", f"{member} is not of the crew", who=member)
    return None


def _station(rules: Rules, state: State, command: c.Station) -> Illegal:
    missing = _crew(state, command.member)
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
    missing = _crew(state, command.member) or _crew(state, command.other)
    if missing is not None:
        return missing
    words = f"{command.member} and {command.other} are in the same place"
    return Illegal("same_area", "R-287", words, figure=command.member, target=command.other)


def _cure(rules: Rules, state: State, command: c.Cure) -> Illegal:
    one = state.team.get(command.figure)
    if one is None:
        return Illegal("not_aboard", "R-287", f"{command.figure} is not of the crew", who=command.figure)
    if not ship.copies(one, command.card):
        words = f"{one.id} has no such Consequence"
        return Illegal("no_such_consequence", "R-294", words, figure=one.id, card=command.card)
    area = campaign_of(state).crew.get(one.id, "")
    if not one.remote and not whole(state, area):
        return _wrecked("R-294", area)
    if not one.remote and not ship.in_cabin(rules, state, one.id):
        return Illegal("not_in_cabin", "R-294", f"{one.id} has not been assigned to a cabin", figure=one.id)
    if not one.remote and spent(state, f"craft {one.id}"):
        return _crafted("R-297", one.id)
    return Illegal("cure_tried", "R-294", f"{command.card} has been treated in this step", card=command.card)


def _crafted(rule: str, who: str) -> Illegal:
    return Illegal("crafted", rule, f"{who} has made something in this step", figure=who)


def _wrecked(rule: str, area: str) -> Illegal:
    return Illegal("area_wrecked", rule, f"{area} is wrecked and has no effect until the next mission", area=area)


def _sample(rules: Rules, state: State, command: c.TakeSample) -> Illegal:
    missing = _crew(state, command.member)
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
    if not whole(state, recipe.area):
        return _wrecked("R-298", recipe.area)
    if spent(state, f"craft {who}"):
        return _crafted("R-298", who)
    if ship.treated(state, who):
        words = f"{who} has tried to remove Consequences in this step"
        return Illegal("treated", "R-297", words, figure=who)
    cost = ship.price(rules, state, recipe)
    asked, there = cost["biological"], ship.samples(state, "biological")
    if there < asked:
        words = f"{asked} Biological Samples are needed, and {there} are there"
        return Illegal("no_biological_samples", "R-298", words, asked=asked, given=there)
    asked, there = cost["tech"], ship.samples(state, "tech")
    if there < asked:
        words = f"{asked} Tech Samples are needed, and {there} are there"
        return Illegal("no_tech_samples", "R-298", words, asked=asked, given=there)
    if recipe.software is None and not shop.stock(rules, state, recipe.item):
        return _none_left("R-298", recipe.item)
    return Illegal("unknown_program", "R-298", f"{command.program!r} cannot be made so", name=command.program)


def _none_left(rule: str, card: str) -> Illegal:
    return Illegal("none_left", rule, f"all copies of {card} are in use or out of the game", card=card)


def _acquire(rules: Rules, state: State, command: c.Acquire) -> Illegal:
    card = rules.catalog.specialties.get(command.specialty)
    if card is None:
        return _no_card(command.specialty)
    top = state.agenda[-1]
    assert isinstance(top, f.Campaign)
    if top.todo[0] == "intel" and rules.switches["campaign_order"] != "six":
        return wrong_step(state)
    one = state.team[command.character]
    return LACKING[shop.lacking(rules, state, one, card)](one.id, card)


# Why a Specialty cannot be acquired, by what `shop.lacking` says.
LACKING: dict[str, Callable[[str, Specialty], Illegal]] = {
    "owned": lambda id, card: Illegal("specialty_owned", "R-299", f"{id} has {card.id}", figure=id, card=card.id),
    "group": lambda id, card: Illegal(
        "specialty_group", "R-299", f"{card.id} is of no group of {id}", figure=id, card=card.id
    ),
    "full": lambda id, card: Illegal("specialty_full", "R-300", f"{id} cannot have more Specialties", figure=id),
    "once": lambda id, card: Illegal("specialty_once", "R-299", f"{id} has acquired one", figure=id),
    "absent": lambda id, card: Illegal("specialty_absent", "R-302", f"{id} was not in the last mission", figure=id),
    "level": lambda id, card: Illegal(
        "specialty_level", "R-301", f"level {card.level} is not open", card=card.id, level=card.level
    ),
    "requires": lambda id, card: Illegal(
        "specialty_requires", "R-311", f"{card.id} requires one before it", card=card.id
    ),
}


def _buy(rules: Rules, state: State, command: c.Buy) -> Illegal:
    one, catalog, id = state.team[command.character], rules.catalog, command.card
    less = {"": 0, **shop.discounts(rules, state)}
    if command.using not in less:
        return Illegal("no_discount", "R-286", f"{command.using} takes nothing off a price now", figure=command.using)
    item = catalog.equipment.get(id)
    for_sale = dict(shop.programs_on_sale(rules, state))
    if item is not None and item.id in {card.id for card in shop.on_sale(rules, state)}:
        for_sale[id] = shop.price(rules, state, item)
    if item is None and id not in catalog.software:
        return _no_card(id)
    if item is not None and item.owner not in ("", one.id):
        return _not_its(item)
    if item is not None and item.value is not None and not shop.stock(rules, state, id):
        return _none_left("R-304", id)
    if id not in for_sale:
        return Illegal("not_for_sale", "R-304", f"{id} is not for sale", card=id)
    price = for_sale[id] - less[command.using]
    words = f"{one.id} has {one.intel} Intel Packs, and {price} are needed"
    return Illegal("too_dear", "R-304", words, figure=one.id, given=one.intel, asked=price)


def _held(one: Character, item: str) -> bool:
    return any(held.item == item for held in one.carried)


def _own(state: State, id: str, item: str) -> Illegal:
    """Return why a card of a Character does not leave it: it does not have it, or the card is personal (R-307)."""
    if not _held(state.team[id], item):
        return not_held(id, item)
    return Illegal("personal_card", "R-307", f"{item} stays with {id}", figure=id, card=item)


def _sell(rules: Rules, state: State, command: c.Sell) -> Illegal:
    return _own(state, command.character, command.item)


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
    asked = card.value - sum(campaign.pool.values())
    words = f"{one.id} has {one.intel} Intel Packs, and {asked} are still needed"
    return Illegal("wrong_amount", "R-306", words, figure=one.id, given=one.intel, asked=asked)


def _stow(rules: Rules, state: State, command: c.Stow) -> Illegal:
    return _own(state, command.character, command.item)


def _not_stored(item: str) -> Illegal:
    return Illegal("not_in_stores", "R-308", f"{item} is not in the ship's stores", card=item)


def _fetch(rules: Rules, state: State, command: c.Fetch) -> Illegal:
    if command.item not in [held.item for held in campaign_of(state).store]:
        return _not_stored(command.item)
    return _cannot_have(command.character, rules.catalog.equipment[command.item])


def _cannot_have(id: str, card: Equipment) -> Illegal:
    """Return why a Character cannot be handed a card: it is tagged with another name, or has no place there (R-146,
    R-307)."""
    return _not_its(card) if card.owner not in ("", id) else cannot_carry(id, card.id)


def _not_its(card: Equipment) -> Illegal:
    return Illegal("not_its_card", "R-307", f"{card.id} belongs to {card.owner}", card=card.id, figure=card.owner)


def _load(rules: Rules, state: State, command: c.Load) -> Illegal:
    if command.program not in campaign_of(state).programs:
        return _not_stored(command.program)
    return taking(rules, state, command.character, command.device, command.program)


def _scrap(rules: Rules, state: State, command: c.Scrap) -> Illegal:
    if not command.owner:
        return _not_stored(command.item)
    return _crew(state, command.owner) or in_team(state, command.owner) or _own(state, command.owner, command.item)


def _finish(rules: Rules, state: State, command: c.FinishStep) -> Illegal:
    left = ship.unplaced(rules, state)
    return Illegal("crew_unplaced", "R-286", f"{left[0]} has no place yet", figure=left[0])


def _place(rules: Rules, state: State, command: c.Place) -> Illegal:
    return placing(rules, state, command)


def _give(rules: Rules, state: State, command: c.Give) -> Illegal:
    giver, receiver = command.giver, command.receiver
    other = in_team(state, receiver)
    if other is not None:
        return other
    if giver == receiver:
        return Illegal("not_in_exchange", "R-117", f"{giver} exchanges with one other", figure=giver)
    if not has_copy(state, command):
        return not_held(giver, command.item)
    card = rules.catalog.equipment[command.item]
    return _own(state, giver, command.item) if card.personal else _cannot_have(receiver, card)


def _install(rules: Rules, state: State, command: c.Install) -> Illegal:
    giver = command.source.partition("/")[0]
    missing = _crew(state, giver) or in_team(state, giver)
    return missing if missing is not None else installing(rules, state, command)


def _begin(rules: Rules, state: State, command: c.BeginMission) -> Illegal:
    there = course.companions(rules, state)
    if not there:
        return Illegal("no_companion", "R-283", "only the team goes into this mission")
    words = f"one of the crew comes along: {', '.join(there)}"
    return Illegal("companion_wanted", "R-283", words, figures=there)


CAMPAIGN: dict[type, Callable[[Rules, State, Any], Illegal]] = {
    c.Enlist: _enlist,
    c.BeginMission: _begin,
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
    c.Place: _place,
    c.Give: _give,
    c.Install: _install,
}


def between(rules: Rules, state: State, command: c.Command) -> Illegal:
    """Return why the present step refuses a command that it knows: only the team does it, or its own demands."""
    who = getattr(command, "character", "") or getattr(command, "giver", "")
    outside = in_team(state, who) if who and not isinstance(command, c.Enlist) else None
    return outside if outside is not None else CAMPAIGN[type(command)](rules, state, command)
