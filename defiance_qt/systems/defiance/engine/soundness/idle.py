"""Cards that can never matter: nothing brings them into play, they come too late, or nothing on them has an effect.

What is not known here counts as an effect, so a new one needs no entry until it can be idle. Abilities are the
exception: `READ` lists where the engine reads each of their fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from defiance_qt.core.errors import Message
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.catalog import in_card
from defiance_qt.systems.defiance.engine.checks.shared import Fault, held
from defiance_qt.systems.defiance.engine.rules.figures import AUTOMEDIKIT
from defiance_qt.systems.defiance.engine.soundness.aboard import EMPTY, UNREACHED, ship_faults
from defiance_qt.systems.defiance.engine.soundness.brought import CARDS, brought
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS

BEARER = frozenset(
    {
        *("hackable", "cc_defense", "pins", "pins_when", "festers", "singled_out", "untargetable", "modify", "react"),
        "command",
    }
)
UNIT = frozenset(
    {
        *("hackable", "visor", "big", "surprise", "deploys_with", "cc_defense", "silences", "pins", "festers"),
        *("nimble", "opens_doors", "inert", "returns", "untargetable", "modify", "orders", "react"),
    }
)
ALSO_ENEMIES = frozenset({"visor", "big", "silences", "nimble", "opens_doors", "returns"})
TURNED = frozenset({"stores", "endures", "unnoticed", "nimble", "vaults"})
READ: Mapping[type, Collection[str]] = {
    t.CharacterCard: BEARER,
    t.Equipment: BEARER,
    t.Specialty: BEARER | TURNED,
    t.StateCard: BEARER | ALSO_ENEMIES,
    t.Profile: UNIT,
    t.Mission: frozenset({"react", "command"}),
    t.UseAbility: frozenset({"apply"}),
    t.ZoneRule: frozenset({"apply", "ground", "terrain"}),
    t.AskAbility: frozenset({"condition"}),
    t.Trigger: frozenset({"fact"}),
    t.AiCard: frozenset({"instruct", "select"}),
}
"""The fields of an ability that the engine reads on each kind of card, or in each part of one that names it."""

Known = Mapping[str, Ability]


def idle_faults(catalog: Catalog, abilities: Iterable[Ability]) -> tuple[Message, ...]:
    """Return a fault for each card that can never matter, with its file and key. The catalog has no other faults."""
    known = {ability.id: ability for ability in abilities}
    of_cards = [in_card(catalog, kind, id, path, fault) for kind, id, path, fault in _cards(catalog, known)]
    of_ships = [
        in_card(catalog, "campaigns", id, path, fault)
        for id, campaign in catalog.campaigns.items()
        for path, fault in ship_faults(catalog, campaign, lambda effects: acts(effects, known))
    ]
    return (*of_cards, *of_ships)


def _cards(catalog: Catalog, known: Known) -> Iterator[tuple[str, str, str, Message]]:
    found = brought(catalog, known.values())
    for kind in CARDS:
        for id, card in getattr(catalog, kind).items():
            if id not in found[kind]:
                yield kind, id, KEYS.get(kind, "id"), UNREACHED
            elif kind in EFFECTS and id not in IN_THE_BOOK and not EFFECTS[kind](card, known):
                yield kind, id, "id", EMPTY
            yield from ((kind, id, path, fault) for path, fault in _unread(card, known))
    for id, mission in catalog.missions.items():
        yield from (("missions", id, path, fault) for path, fault in _unread(mission, known))


IN_THE_BOOK = (UNCONSCIOUS, AUTOMEDIKIT)
"""Cards whose effect is a rule of the book."""
KEYS = {"equipment": "value", "software": "value", "specialties": "group"}
"""The key that would bring a card into play."""


# ---- abilities ----


def _unread(card: Any, known: Known) -> Iterator[Fault]:
    """Yield a fault for each ability of which nothing is read on a card of its kind."""
    for part in held(card):
        for id, kind, key in _named(part):
            if id in known and not _is_read(known[id], kind, getattr(card, "id", "")):
                yield key, Message("content.idle_ability", "nothing reads the ability {id!r} on such a card", id=id)


def _named(part: Any) -> Iterator[tuple[str, type, str]]:
    """Yield the abilities that a part of a card names, with the kind of place and its key."""
    if isinstance(part, t.UseAbility):
        yield part.id, t.UseAbility, "effects"
    elif isinstance(part, t.ZoneRule):
        yield part.rule, t.ZoneRule, "effects"
    else:
        yield from ((id, type(part), "abilities") for id in getattr(part, "abilities", ()))
    if isinstance(part, t.Mission):
        yield from ((id, t.ZoneRule, "zone_rules") for rules in part.zone_rules.values() for id in rules)


def _is_read(ability: Ability, kind: type, card: str) -> bool:
    """Check whether an ability does something on a card of this kind. Those that turn a card turn the one of their own
    id (R-314, R-315)."""
    read = READ[kind] if ability.id == card else set(READ[kind]) - {"stores", "endures", "unnoticed"}
    return any(getattr(ability, name) for name in read)


# ---- effects ----


def acts(effects: Iterable[t.Effect], known: Known) -> bool:
    """Check whether one of these effects does something: all do, except an ability that nothing applies."""
    used = [part for part in held(tuple(effects)) if not isinstance(part, t.Test)]
    return any(not isinstance(one, t.UseAbility) or one.id not in known or known[one.id].apply for one in used)


def _modifies(modifiers: Iterable[t.Modifier], known: Known) -> bool:
    return any(
        one.rolls
        and (
            one.dice
            or one.symbols
            or one.fewer
            or one.reroll
            or one.instead is not None
            or any(acts(switch.effects, known) for switch in one.switches)
        )
        for one in modifiers
    )


def _offers(actions: Iterable[t.CardAction], known: Known) -> bool:
    return any(acts(action.effects, known) for action in actions)


def _reads(card: Any, known: Known) -> bool:
    return any(id not in known or _is_read(known[id], type(card), card.id) for id in card.abilities)


def _software(card: t.Software, known: Known) -> bool:
    """Check that a program does something: a Demon by its modifiers alone, a Controller by its effects (R-111, R-112);
    an Antipersonnel program deals Damage in any case (R-113)."""
    effects = (*card.effects, *(effect for switch in card.switches for effect in switch.effects))
    own = _modifies(card.modifiers, known)
    return own or card.kind == "antipersonnel" or (card.kind == "controller" and acts(effects, known))


EFFECTS: Mapping[str, Callable[[Any, Known], object]] = {
    "equipment": lambda card, known: (
        card.attacks
        or card.biotech
        or card.device
        or card.hackable
        or card.cargo
        or card.speed
        or _offers(card.actions, known)
        or _modifies(card.modifiers, known)
        or _reads(card, known)
    ),
    "software": _software,
    "specialties": lambda card, known: (
        _offers(card.actions, known) or _modifies(card.modifiers, known) or _reads(card, known)
    ),
    "states": lambda card, known: (
        card.actions or _modifies(card.modifiers, known) or acts(card.effects, known) or _reads(card, known)
    ),
    "consequences": lambda card, known: (
        card.speed or card.wounds or card.max_aggro or acts(card.effects, known) or _modifies(card.modifiers, known)
    ),
    "loot": lambda card, known: acts(card.effects, known),
}
"""Which cards can be without an effect: the check that one has some. A figure and an AI card always have."""
