"""A Character or Ally in play, as its card has it."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import CharacterCard
from defiance_qt.systems.defiance.engine.rules.attributes import of_character
from defiance_qt.systems.defiance.engine.rules.equip import equipped_at_start
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, Character, State

AUTOMEDIKIT = "automedikit"


def character(rules: Rules, state: State, card: CharacterCard) -> Character:
    """Return a card that comes into play, with its starting Equipment and one AutoMediKit (R-004, R-009…R-011,
    R-320)."""
    one = Character(
        card.id,
        card.speed,
        card.wounds,
        card.defense,
        card.biotech,
        card.max_aggro,
        card.tabs,
        card.ally,
        card.remote,
        card.synchronized,
        card.controller,
        card.attacks,
        (*card.actions, *rules.mission.actions.get(card.id, ())),
        card.abilities,
        card.modifiers,
    )
    one = of_character(rules, state, one)
    items = tuple(id for id in card.equipment if id != AUTOMEDIKIT)
    one = equipped_at_start(rules, one, items)
    if card.automedikit and (not card.ally or AUTOMEDIKIT in card.equipment):
        return replace(one, carried=(*one.carried, Carried(AUTOMEDIKIT, "light")))
    return one


def in_play(rules: Rules, state: State, id: str) -> Character:
    """Return a Character or Ally as it is aboard (R-283), or as its card has it; what a mission lets it do besides ends
    with that mission."""
    campaign = state.campaign
    aboard = campaign.aboard.get(id) or campaign.before.get(id) if campaign else None
    one, card = state.team.get(id) or aboard, rules.catalog.characters[id]
    if one is None:
        return character(rules, state, card)
    actions = (*card.actions, *rules.mission.actions.get(id, ()))
    return one if one.actions == actions else replace(one, actions=actions)
