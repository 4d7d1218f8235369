"""The heuristic bot between missions: crew, cures, Specialties, purchases, Upgrades, Equipment.

Cards are valued by what they change on a Character: expected Damage of the best weapon, Blocks, Bio, Speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.content import Equipment
from defiance_qt.systems.defiance.engine.rules.campaign import shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of, spaces, whole
from defiance_qt.systems.defiance.engine.rules.campaign.ship import ailments
from defiance_qt.systems.defiance.engine.rules.campaign.shop import on_sale
from defiance_qt.systems.defiance.engine.rules.equip import IN_HAND, places
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.soundness.aboard import latest, ship_of
from defiance_qt.systems.defiance.engine.state import Carried, Character, State

Legal = tuple[c.Command, ...]

ATTEMPTS = 2
"""A lost mission is played again until so many attempts have been lost, the last mission twice as often."""

# What a point of each is worth, in expected Damage of an Attack.
BLOCK, BIO, SPEED, DEVICE, ACTION = 0.9, 0.35, 0.25, 1.2, 0.5
ENOUGH = 0.6
"""The least gain for which a card is bought."""
STEADY = ("surgical_suite", "training_simulator", "reinforced_bow", "recovery_cabins", "fabricator", "code_foundry")
"""Upgrades in the order in which they are wanted; the others follow by price."""
SAVINGS = 4
"""Intel Packs that a Character keeps rather than laying them together, while the market has a better card."""


def choose(rules: Rules, state: State, frame: f.Campaign, legal: Legal) -> c.Command:
    """Return the command of the present step."""
    return STEPS[frame.todo[0]](rules, state, legal)


def _first(rules: Rules, state: State, legal: Legal) -> c.Command:
    return legal[0]


def _finish(legal: Legal) -> c.Command:
    return next((one for one in legal if isinstance(one, c.FinishStep)), legal[-1])


def _verdict(rules: Rules, state: State, legal: Legal) -> c.Command:
    campaign = campaign_of(state)
    last = campaign.number + 1 >= len(campaign.missions)
    again = campaign.attempt < ATTEMPTS * (2 if last else 1)
    return c.PlayAgain() if again else c.AcceptDefeat()


# ---- the crew ----


def _crew(rules: Rules, state: State, legal: Legal) -> c.Command:
    """Send who suffers to the cabins, and everybody else where they help."""
    crew, wanted = campaign_of(state).crew, _stations(rules, state)
    for id, area in wanted.items():
        if crew[id] == area:
            continue
        if c.Station(id, area) in legal:
            return c.Station(id, area)
        for other, here in crew.items():
            if here == area and wanted.get(other) != area:
                for swap in (c.Swap(id, other), c.Swap(other, id)):
                    if swap in legal:
                        return swap
    return _finish(legal)


def _stations(rules: Rules, state: State) -> dict[str, str]:
    """Return the area in which each member of the crew is wanted."""
    campaign, card = campaign_of(state), card_of(rules)
    left = {area.id: spaces(rules, state, area.id) for area in card.areas}
    cabins = [area.id for area in card.areas if area.cures and whole(state, area.id)]
    found: dict[str, str] = {}
    suffering = sorted(
        (one for one in state.team.values() if not one.remote and one.id in campaign.crew),
        key=lambda one: (one.ally, -len(one.consequences) - len(one.face_down)),
    )
    for one in suffering:
        area = next((id for id in cabins if left[id]), "")
        if area and ailments(one):
            found[one.id] = area
            left[area] -= 1
    for member in card.members:
        area = next((id for id in member.areas if left.get(id) and whole(state, id)), "")
        if member.id in campaign.crew and member.id not in found and area:
            found[member.id] = area
            left[area] -= 1
    for id in campaign.crew:
        area = next((id for id, room in left.items() if room), "")
        if id not in found and area:
            found[id] = area
            left[area] -= 1
    return found


def _sickbay(rules: Rules, state: State, legal: Legal) -> c.Command:
    """Treat everything that can be treated, then take Samples and make the dearest things."""
    cure = next((one for one in legal if isinstance(one, c.Cure)), None)
    if cure is not None:
        return cure
    sample = next((one for one in legal if isinstance(one, c.TakeSample)), None)
    if sample is not None:
        return sample
    crafts = [one for one in legal if isinstance(one, c.Craft)]
    recipes = {one.id: one for one in card_of(rules).recipes}
    dearest = max(crafts, key=lambda one: recipes[one.recipe].biological + recipes[one.recipe].tech, default=None)
    return dearest or _finish(legal)


# ---- Specialties ----


def _specialties(rules: Rules, state: State, legal: Legal) -> c.Command:
    """Deepen a group that has been begun: the highest level first."""
    cards = rules.catalog.specialties
    found = [one for one in legal if isinstance(one, c.Acquire)]
    best = max(found, key=lambda one: cards[one.specialty].level, default=None)
    return best or _finish(legal)


# ---- Intel Packs ----


def _intel(rules: Rules, state: State, legal: Legal) -> c.Command:
    """Buy the card that gains the most for its price, then lay Intel Packs together for an Upgrade."""
    acquire = [one for one in legal if isinstance(one, c.Acquire)]
    if acquire:
        return _specialties(rules, state, legal)
    best, most = None, 0.0
    for one in legal:
        if isinstance(one, c.Buy) and not one.using and one.card in rules.catalog.equipment:
            card = rules.catalog.equipment[one.card]
            gain = gain_of(rules, state.team[one.character], card)
            price = shop.price(rules, state, card) or 1
            if gain >= ENOUGH and gain / price > most:
                best, most = one, gain / price
    if best is not None:
        discounted = [one for one in legal if isinstance(one, c.Buy) and one.using and _same(one, best)]
        return next(iter(discounted), best)
    return _pool(rules, state, legal) or _finish(legal)


def _same(one: c.Buy, other: c.Buy) -> bool:
    return (one.character, one.card) == (other.character, other.card)


def _pool(rules: Rules, state: State, legal: Legal) -> c.Command | None:
    """Lay Intel Packs together for the Upgrade that is wanted first of those that still matter, if the team has enough
    for it in this step."""
    campaign = campaign_of(state)
    can = {one.upgrade for one in legal if isinstance(one, c.Pool) and one.amount > 0}
    until = _until(rules)
    ranked = sorted(
        (card for card in card_of(rules).upgrades if card.id in can and campaign.number <= until[card.id]),
        key=lambda card: (STEADY.index(card.id) if card.id in STEADY else len(STEADY), card.value),
    )
    if not ranked:
        return None
    there = {id: max(0, state.team[id].intel - _kept(rules, state, state.team[id])) for id in campaign.team}
    given = sum(campaign.pool.values())
    for card in ranked:
        if given + sum(there.values()) < card.value:
            continue
        richest = max(there, key=lambda id: there[id])
        amount = min(there[richest], card.value - given)
        if amount:
            return c.Pool(richest, card.id, amount)
    return None


@lru_cache(maxsize=2)
def _until(rules: Rules) -> dict[str, int]:
    """Return the number of the mission after which each Upgrade can be built at the latest to matter."""
    ship = ship_of(rules.catalog, card_of(rules), any)
    return {card.id: latest(ship, card) or 0 for card in card_of(rules).upgrades}


def _kept(rules: Rules, state: State, one: Character) -> int:
    """Return the Intel Packs that a Character keeps: none where nothing on sale would make it better."""
    wanted = (card for card in on_sale(rules, state) if card.owner in ("", one.id))
    return SAVINGS if any(gain_of(rules, one, card) >= ENOUGH for card in wanted) else 0


# ---- Equipment ----


def _equipment(rules: Rules, state: State, legal: Legal) -> c.Command:
    """Take from the stores and put on what is better than what is worn; install programs."""
    for load in legal:
        if isinstance(load, c.Load):
            return load
    for one in (state.team[id] for id in campaign_of(state).team):
        # The best first: what is taken off for it must not come back in its place.
        in_hand = [held for held in one.carried if held.place == IN_HAND]
        for held in sorted(in_hand, key=lambda held: -_worn_value(rules, one, held)):
            step = _wear(rules, one, held, legal)
            if step is not None:
                return step
    for fetch in legal:
        if isinstance(fetch, c.Fetch):
            card = rules.catalog.equipment[fetch.item]
            if gain_of(rules, state.team[fetch.character], card) >= ENOUGH or not card.tabs:
                return fetch
    return _finish(legal)


def _worn_value(rules: Rules, one: Character, held: Carried) -> float:
    without = replace(one, carried=tuple(other for other in one.carried if other is not held))
    worn = _best(rules, without, rules.catalog.equipment[held.item])
    return value(rules, worn) if worn is not None else 0.0


def _wear(rules: Rules, one: Character, held: Carried, legal: Legal) -> c.Command | None:
    """Return the next command towards wearing a card in hand, None if what is worn is better."""
    card = rules.catalog.equipment[held.item]
    without = replace(one, carried=tuple(other for other in one.carried if other is not held))
    worn = _best(rules, without, card)
    if worn is None or value(rules, worn) < value(rules, without) + ENOUGH:
        return None
    place = worn.carried[-1].place
    if c.Place(one.id, card.id, place) in legal:
        return c.Place(one.id, card.id, place)
    kept = {(other.item, other.place) for other in worn.carried}
    for other in without.carried:
        if (other.item, other.place) not in kept and c.Place(one.id, other.item, IN_HAND) in legal:
            return c.Place(one.id, other.item, IN_HAND)
    return None


def gain_of(rules: Rules, one: Character, card: Equipment) -> float:
    """Return how much better a Character is with a card, worn in the best way."""
    found = _best(rules, one, card)
    return value(rules, found) - value(rules, one) if found is not None else 0.0


def _best(rules: Rules, one: Character, card: Equipment) -> Character | None:
    return max(_wearing(rules, one, card), key=lambda found: value(rules, found), default=None)


def _wearing(rules: Rules, one: Character, card: Equipment) -> Iterator[Character]:
    """Yield the Character with a card in each place where it can go, other cards off where they are in the way."""
    held = Carried(card.id, IN_HAND, card.software)
    if not card.tabs:
        yield replace(one, carried=(*one.carried, replace(held, place="light")))
        return
    for number, tabs in enumerate(card.tabs):
        if "backpack" in tabs:
            continue
        bare = one
        while str(number) not in places(rules, bare, held):
            off = next((other for other in reversed(bare.carried) if _in_the_way(rules, other, tabs)), None)
            if off is None:
                break
            bare = replace(bare, carried=tuple(other for other in bare.carried if other is not off))
        else:
            yield replace(bare, carried=(*bare.carried, replace(held, place=str(number))))


def _in_the_way(rules: Rules, held: Carried, tabs: tuple[str, ...]) -> bool:
    card = rules.catalog.equipment[held.item]
    if card.personal or not held.place.isdigit():
        return False
    return not set(tabs).isdisjoint(card.tabs[int(held.place)])


def value(rules: Rules, one: Character) -> float:
    """Return what a Character's cards are worth in a fight."""
    loadout = rules.loadout(one)
    hits = max((_mean(rules, attack.dice, True) - 1.0 for _, attack in loadout.weapons), default=0.0)
    far = max((attack.range[1] for _, attack in loadout.weapons), default=0)
    armour = [die for source in loadout.modifiers.get("defense", ()) for die in source.modifier.dice]
    blocks = _mean(rules, tuple(armour), False)
    bio = _mean(rules, tuple(pool.die for pool in loadout.biotech), False)
    devices = sum(1 + len(device.software) / 4 for device in loadout.devices[:1])
    actions = len({id for id, _ in loadout.actions})
    parts = (BLOCK * blocks, BIO * bio, SPEED * loadout.speed, DEVICE * devices, ACTION * min(actions, 4))
    return hits + min(far, 8) / 16 + sum(parts)


def _mean(rules: Rules, dice: tuple[str, ...], successes: bool) -> float:
    """Return the mean number of Successes, or of Blocks, of a pool; a critical symbol counts for two."""
    total = 0.0
    for die in dice:
        faces = rules.catalog.dice.dice[die].faces
        for face in faces:
            total += (face.success + 2 * face.critical if successes else face.block + 2 * face.critical_block) / len(
                faces
            )
    return total


STEPS: dict[str, Callable[[Rules, State, Legal], c.Command]] = {
    "team": _first,
    "briefing": _first,
    "verdict": _verdict,
    "crew": _crew,
    "sickbay": _sickbay,
    "specialties": _specialties,
    "intel": _intel,
    "equipment": _equipment,
}
