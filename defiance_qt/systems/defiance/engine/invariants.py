"""Invariants of every state. Checked after every event by tests and fuzzers, and after an overrule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import (
    Activation,
    Campaign,
    Draw,
    Ending,
    EnemyActivation,
    KeepConsequence,
    Round,
)
from defiance_qt.systems.defiance.engine.rules.alert import MAXIMUM
from defiance_qt.systems.defiance.engine.rules.campaign.boons import spaces
from defiance_qt.systems.defiance.engine.rules.equip import free_tabs
from defiance_qt.systems.defiance.engine.ruleset import Rules, obstructions
from defiance_qt.systems.defiance.engine.state import STUNNED, UNCONSCIOUS, CampaignState, Character, Enemy, State


class Fault(str):
    """A broken invariant: as text an English sentence, with its name and values, so that it can be translated."""

    __slots__ = ("name", "values")

    name: str
    values: dict[str, Any]


def fault(name: str, sentence: str, **values: Any) -> Fault:
    """Return the fault of that name; the sentence has the values as {places}."""
    found = Fault(sentence.format_map(values))
    found.name, found.values = name, values
    return found


def broken(rules: Rules, state: State) -> list[Fault]:
    """Return the broken invariants. If something is unknown, no other check runs."""
    return unknown(rules, state) or [
        *_board(rules, state),
        *_figures(rules, state),
        *_units(rules, state),
        *_table(rules, state),
        *_campaign(rules, state),
    ]


def unknown(rules: Rules, state: State) -> list[Fault]:
    """Return faults for names of cards, faces and spaces that do not exist; no rule can be evaluated on such a
    state."""
    return [*_unknown(rules, state), *(_unknown_aboard(rules, state.campaign) if state.campaign else ())]


def _unknown(rules: Rules, state: State) -> Iterator[Fault]:
    for one in state.team.values():
        yield from _unknown_cards(rules, one)
    known = rules.catalog
    figures: list[Character | Enemy] = [*state.team.values(), *state.enemies.values()]
    for figure in figures:
        for id in figure.states:
            if id not in known.states:
                yield fault("unknown_state", "{figure} has {card}, which is not a State", figure=figure.id, card=id)
    for unit in state.units.values():
        if not 0 <= unit.face < len(unit.faces):
            yield fault("unknown_face", "{unit} has no side {face}", unit=unit.id, face=unit.face)
        if unit.ai_card not in ("", "?") and unit.ai_card not in known.ai_cards:
            yield fault(
                "unknown_ai_card", "{unit} has {card}, which is not an AI card", unit=unit.id, card=unit.ai_card
            )
    for id in state.available:
        if id in known.units and not 0 <= state.face(id) < len(known.units[id].faces):
            yield fault("unknown_face", "{unit} has no side {face}", unit=id, face=state.face(id))
    for id in (*state.selected, *state.available, *state.removed, *state.initiative):
        if id not in known.units:
            yield fault("unknown_unit", "{unit} is not a Unit", unit=id)
    yield from _unknown_spaces(rules, state)
    yield from _unknown_people(state)
    for id, console in state.consoles.items():
        if len(console.assigned) != len(console.inputs):
            words = "{element} has {inputs} inputs and symbols for {symbols}"
            yield fault("console_symbols", words, element=id, inputs=len(console.inputs), symbols=len(console.assigned))


def _unknown_spaces(rules: Rules, state: State) -> Iterator[Fault]:
    """Yield faults for spaces that the board does not have."""
    for space in (*obstructions(state), *(neutral.space for neutral in state.neutrals.values())):
        if space not in rules.board.by_name:
            yield fault("unknown_space", "something stands on {space}, which is not on the board", space=space)
    for space in (state.mission.respawn if state.mission else None) or ():
        if space not in rules.board.by_name:
            yield fault("unknown_respawn", "{space} is a Respawn space and not on the board", space=space)
    for zone in state.mission.zones if state.mission else ():
        if not rules.is_zone(zone):
            yield fault("unknown_zone", "{zone} has rules of its own and is not a zone", zone=zone)


def _unknown_people(state: State) -> Iterator[Fault]:
    """Yield faults for members of the crew, and Characters whose Consequences are due at the end, without a card."""
    campaign = state.campaign
    there = state.team.keys() | state.neutrals.keys()
    crew = state.crew
    if campaign:
        there |= campaign.aboard.keys() | campaign.before.keys()
        crew = (*crew, *campaign.team, *campaign.crew)
    for id in crew:
        if id not in there:
            yield fault("unknown_member", "{figure} is of the crew and has no card", figure=id)
    for frame in state.agenda:
        for id in frame.waiting if isinstance(frame, Ending) else ():
            if id not in state.team:
                yield fault("unknown_figure", "{figure} is not of the team", figure=id)


def _unknown_aboard(rules: Rules, campaign: CampaignState) -> Iterator[Fault]:
    """Yield faults for what lies aboard and does not exist."""
    known, card = rules.catalog, rules.campaign
    assert card is not None
    there = (
        (known.equipment, [held.item for held in campaign.store]),
        (known.software, [*campaign.programs, *(id for held in campaign.store for id in held.software)]),
        ({one.id for one in card.upgrades}, campaign.upgrades),
        ({"", *(one.id for one in card.areas)}, campaign.crew.values()),
    )
    for kind, ids in there:
        for id in ids:
            if id not in kind:
                yield fault("unknown_aboard", "nothing aboard is called {card}", card=id)


def _unknown_cards(rules: Rules, one: Character) -> Iterator[Fault]:
    """Yield faults for a Character's cards that do not exist or are in an invalid place."""
    known = rules.catalog
    for held in one.carried:
        if held.item not in known.equipment:
            yield fault("unknown_card", "{figure} carries {card}, which is not a card", figure=one.id, card=held.item)
        elif held.place not in _places(len(known.equipment[held.item].tabs)):
            words = "{figure} carries {card} where there is no place for it"
            yield fault("wrong_place", words, figure=one.id, card=held.item)
        for id in held.software:
            if id not in known.software:
                yield fault("unknown_software", "{card} is not Software", card=id)
    for id in one.specialties:
        if id not in known.specialties:
            yield fault("unknown_specialty", "{figure} has {card}, which is not a Specialty", figure=one.id, card=id)
    for id in (*one.consequences, *one.face_down):
        if id not in known.consequences:
            yield fault(
                "unknown_consequence", "{figure} has {card}, which is not a Consequence", figure=one.id, card=id
            )


def _places(tabs: int) -> tuple[str, ...]:
    return ("", "backpack", *map(str, range(tabs))) if tabs else ("light",)


def _board(rules: Rules, state: State) -> Iterator[Fault]:
    """Check positions (R-056, R-219): one figure per space, none on an obstructed space except while passing
    through."""
    known = rules.board.by_name
    at: dict[str, list[str]] = {}
    standing = {id: one.space for id, one in state.team.items()} | {id: one.space for id, one in state.enemies.items()}
    for id, space in standing.items():
        if space:
            if space not in known:
                words = "{figure} stands on {space}, which is not on the board"
                yield fault("off_the_board", words, figure=id, space=space)
            at.setdefault(space, []).append(id)
    if any(isinstance(frame, Ending) for frame in state.agenda):
        return  # the mission may be decided in the middle of a walk
    passing = {
        frame.character
        for frame in state.agenda
        if isinstance(frame, Activation) and frame.points and state.team[frame.character].conscious
    }
    things = {neutral.space: id for id, neutral in state.neutrals.items()}
    things |= {box.space: id for id, box in state.containers.items()}
    things |= {one.space: id for id, one in state.consoles.items()}
    for space, ids in at.items():
        resting = [id for id in ids if id not in passing]
        if len(resting) > 1:
            first, second = resting[:2]
            words = "{figure} and {other} both stand on {space}"
            yield fault("two_on_a_space", words, figure=first, other=second, space=space)
        if resting and space in things:
            words = "{figure} stands on {space}, which {element} obstructs"
            yield fault("on_what_is_obstructed", words, figure=resting[0], space=space, element=things[space])
        if space in known and rules.board.blocked >> known[space] & 1:
            yield fault(
                "on_what_is_blocked", "{figure} stands on {space}, which is Blocked", figure=ids[0], space=space
            )


def _recovered(state: State) -> bool:
    """Check whether the Sickbay, which settles everything, is over or was not needed (R-293)."""
    top = state.agenda[0] if state.agenda else None
    if not isinstance(top, Campaign):
        return False
    return top.begun if top.todo[0] == "sickbay" else not {"sickbay", "verdict"} & set(top.todo)


def _figures(rules: Rules, state: State) -> Iterator[Fault]:
    """Check Damage, Aggro, States and slots of each figure (R-026, R-224, R-225, R-234, R-278)."""
    # the Controller of a Remote that falls is Stunned, even if Unconscious.
    controllers = {one.controller for one in state.team.values() if one.remote}
    recovered = not state.between or _recovered(state)
    settled = recovered and not any(isinstance(frame, Draw | KeepConsequence) for frame in state.agenda)
    for one in state.team.values():
        wounds = rules.loadout(one).wounds
        if one.damage < 0 or one.aggro < 0 or (one.damage > wounds and one.conscious and settled):
            words = "{figure} has {damage} Damage of {wounds} Wounds and {aggro} Aggro"
            yield fault("damage_or_aggro", words, figure=one.id, damage=one.damage, wounds=wounds, aggro=one.aggro)
        if one.conscious and one.damage >= wounds and (one.space or one.damage) and settled:
            words = "{figure} is conscious with {damage} Damage of {wounds} Wounds"
            yield fault("conscious_and_down", words, figure=one.id, damage=one.damage, wounds=wounds)
        if one.remote and not one.space and (one.damage or one.states) and recovered:
            yield fault("marked_off_board", "{figure} is off the board with Damage or States", figure=one.id)
        if not one.conscious and one.aggro:
            yield fault("unconscious_with_aggro", "{figure} is Unconscious and has Aggro", figure=one.id)
        if not one.conscious and set(one.states) - {STUNNED if one.id in controllers else "", UNCONSCIOUS}:
            yield fault("unconscious_with_states", "{figure} is Unconscious and has other States", figure=one.id)
        if len(set(one.states)) < len(one.states):
            yield fault("state_twice", "{figure} has a State twice", figure=one.id)
        if any(count < 0 for count in free_tabs(rules, one).values()):
            yield fault("wears_too_much", "{figure} has more equipped than its slots allow", figure=one.id)
    for enemy in state.enemies.values():
        if enemy.unit not in state.units:
            yield fault("no_deployed_unit", "{figure} belongs to no deployed Unit", figure=enemy.id)
            continue
        profile = state.units[enemy.unit].profile
        if not 0 <= enemy.damage < profile.wounds:
            words = "{figure} has {damage} Damage of {wounds} Wounds"
            yield fault("enemy_damage", words, figure=enemy.id, damage=enemy.damage, wounds=profile.wounds)
        if not enemy.space or not 1 <= enemy.number <= profile.number:
            yield fault("misplaced_miniature", "{figure} is not where a Miniature can be", figure=enemy.id)
        if len(set(enemy.states)) < len(enemy.states):
            yield fault("state_twice", "{figure} has a State twice", figure=enemy.id)


def _units(rules: Rules, state: State) -> Iterator[Fault]:
    """Check that each Unit card is in exactly one place (R-167…R-169, R-234)."""
    places = Counter((*state.units, *state.selected, *state.available, *state.removed))
    for unit, count in places.items():
        if count > 1:
            yield fault("unit_in_two_places", "the card of {unit} is in {count} places", unit=unit, count=count)
    for unit in () if state.between else rules.mission.selected:
        if unit not in places:
            words = "the card of {unit} is nowhere, and {mission} uses it"
            yield fault("unit_nowhere", words, unit=unit, mission=state.mission_id)
    if len(set(state.initiative)) < len(state.initiative):
        yield fault("initiative_twice", "an Initiative card is in the deck twice")


def _table(rules: Rules, state: State) -> Iterator[Fault]:
    """Check tracks and Consoles (R-136, R-259), decks (R-124, R-176, R-240) and the agenda (R-039, R-045, R-179)."""
    if not 0 <= state.alert <= MAXIMUM:
        yield fault("alert_off_track", "the Alert Level is {alert}", alert=state.alert)
    if state.reserve < 0 or state.round < 0:
        words = "the Reserve is {reserve} in Round {round}"
        yield fault("reserve_below_zero", words, reserve=state.reserve, round=state.round)
    for id, console in state.consoles.items():
        for number, one in enumerate(console.inputs):
            if not Symbols.parse(one.symbols).covers(console.assigned[number]):
                words = "input {input} of {element} holds more than it takes"
                yield fault("input_overfull", words, input=number + 1, element=id)
    yield from _cards(rules, state)
    course = state.agenda[1:] if state.campaign else state.agenda
    if course and state.round and not state.between and not isinstance(course[0], Round | Ending):
        yield fault("no_round", "the agenda does not begin with the Round")
    if state.between and any(isinstance(frame, Ending) for frame in course):
        yield fault("no_mission", "a mission ends, and none is on the table")
    for frame in state.agenda:
        if isinstance(frame, EnemyActivation) and frame.performed > max(2, frame.limit):
            words = "{figure} has performed {performed} Instructions"
            yield fault("too_many_instructions", words, figure=frame.enemy, performed=frame.performed)


def _campaign(rules: Rules, state: State) -> Iterator[Fault]:
    """Check what is aboard (R-287, R-289, R-291, R-303)."""
    campaign = state.campaign
    if not campaign:
        return
    assert rules.campaign is not None
    counted = (campaign.biological, campaign.tech, campaign.components, *campaign.kept.values())
    if min((*counted, *(one.intel for one in state.team.values()))) < 0:
        yield fault("supplies_below_zero", "neither Samples, components nor Intel Packs can go below zero")
    if campaign.components > len(rules.campaign.track):
        yield fault("off_the_track", "there are {count} components for a shorter track", count=campaign.components)
    for area, taken in Counter(filter(None, campaign.crew.values())).items():
        if taken > spaces(rules, state, area):
            yield fault("area_overfull", "{count} members of the crew are in {area}", count=taken, area=area)


def _cards(rules: Rules, state: State) -> Iterator[Fault]:
    """Check that no card is lost and none is duplicated (R-124, R-176, R-240)."""
    drawing: Counter[tuple[str, str]] = Counter()
    for frame in state.agenda:
        if isinstance(frame, Draw):
            drawing.update((frame.deck, card) for card in frame.drawn)
        elif isinstance(frame, KeepConsequence):
            drawing.update(("consequence", card) for card in frame.cards)
    held = Counter(drawing)
    for deck in ("ai", "loot", "consequence"):
        held.update((deck, card) for card in (*state.decks.get(deck, ()), *state.discards.get(deck, ())))
    held.update(("ai", card) for card in state.discards.get("ai_held", ()) if card != "?")
    held.update(("ai", unit.ai_card) for unit in state.units.values() if unit.ai_card not in ("", "?"))
    held.update(("loot", card) for card in state.loot)
    aboard = state.campaign.aboard if state.campaign else {}
    neutrals = {id: one.ally for id, one in state.neutrals.items()}
    for one in {**aboard, **neutrals, **state.team}.values():
        held.update(("consequence", card) for card in (*one.consequences, *one.face_down))
    wanted: Counter[tuple[str, str]] = Counter({("ai", card): 1 for card in rules.catalog.ai_deck(rules.mission.id)})
    wanted.update({("loot", card.id): card.copies for card in rules.catalog.loot.values()})
    wanted.update({("consequence", card.id): card.copies for card in rules.catalog.consequences.values()})
    for key in wanted.keys() | held.keys():
        if key[0] in state.decks and held[key] != wanted[key]:
            words = "the {deck} card {card} is there {count} times instead of {wanted}"
            yield fault("card_count", words, deck=key[0], card=key[1], count=held[key], wanted=wanted[key])
