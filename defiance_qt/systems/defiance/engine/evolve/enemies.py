"""State changes of Enemies: Units and Miniatures, Initiative and AI cards, Reserve and Alert."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.evolve.parts import Table, agenda_with, minus, put, same, without
from defiance_qt.systems.defiance.engine.frames import (
    EnemyActivation,
    Frame,
    Pick,
    Roll,
    Round,
    SurpriseAttack,
    UnitActivation,
)
from defiance_qt.systems.defiance.engine.state import State


def _unit_deployed(state: State, event: e.UnitDeployed) -> State:
    units = put(state.units, event.unit.id, event.unit)
    if event.origin == "selected":
        return replace(state, units=units, selected=minus(state.selected, event.unit.id))
    if event.origin == "surprise":
        return replace(state, units=units)
    faces = without(state.faces, event.unit.id) if state.faces and event.unit.id in state.faces else state.faces
    return replace(state, units=units, available=minus(state.available, event.unit.id), faces=faces or msgspec.UNSET)


def _enemy_deployed(state: State, event: e.EnemyDeployed) -> State:
    enemies = put(state.enemies, event.enemy.id, event.enemy)
    if not event.was:
        return replace(state, enemies=enemies)
    agenda = tuple(_renumbered(frame, event.was, event.enemy.id) for frame in state.agenda)
    return replace(state, enemies=enemies, agenda=agenda)


def _renumbered(frame: Frame, was: str, now: str) -> Frame:
    """Return the frame with a Miniature's new number."""

    def name(id: str) -> str:
        return now if id == was else id

    if isinstance(frame, Roll):
        enemy = replace(frame.enemy, figure=name(frame.enemy.figure)) if frame.enemy is not None else None
        return replace(frame, actor=name(frame.actor), target=name(frame.target), enemy=enemy)
    if isinstance(frame, EnemyActivation):
        return replace(frame, enemy=name(frame.enemy))
    if isinstance(frame, UnitActivation):
        return replace(frame, waiting=tuple(map(name, frame.waiting)), acted=tuple(map(name, frame.acted)))
    if isinstance(frame, SurpriseAttack):
        return replace(frame, waiting=tuple(map(name, frame.waiting)), acting=name(frame.acting))
    return frame


def _unit_flipped(state: State, event: e.UnitFlipped) -> State:
    return replace(state, units=put(state.units, event.unit, replace(state.units[event.unit], face=event.face)))


def _initiative_shuffled(state: State, event: e.InitiativeShuffled) -> State:
    return replace(state, initiative=event.units)


def _initiative_revealed(state: State, event: e.InitiativeRevealed) -> State:
    return replace(state, initiative=minus(state.initiative, event.unit), chance=state.chance + 1)


def _ai_card_dealt(state: State, event: e.AiCardDealt) -> State:
    unit = replace(state.units[event.unit], ai_card=event.card, revealed=False)
    decks = put(state.decks, "ai", minus(state.decks.get("ai", ()), event.card))
    return replace(state, units=put(state.units, event.unit, unit), decks=decks, chance=state.chance + 1)


def _ai_card_revealed(state: State, event: e.AiCardRevealed) -> State:
    unit = state.units[event.unit]
    decks = state.decks
    chance = state.chance
    if unit.ai_card == "?":
        decks = put(decks, "ai", minus(decks.get("ai", ()), event.card))
        chance += 1
    shown = replace(unit, ai_card=event.card, revealed=True)
    return replace(state, units=put(state.units, event.unit, shown), decks=decks, chance=chance)


def _ai_cards_discarded(state: State, event: e.AiCardsDiscarded) -> State:
    units = {
        id: replace(unit, ai_card="", revealed=False) if id in event.units else unit for id, unit in state.units.items()
    }
    discards = state.discards.copy()
    discards["ai"] = (*discards.get("ai", ()), *event.cards)
    discards["ai_held"] = ()
    return replace(state, units=units, discards=discards)


def _unit_activated(state: State, event: e.UnitActivated) -> State:
    unit = replace(state.units[event.unit], activated=True)
    agenda = agenda_with(state, Round, lambda frame: replace(frame, enemy_acted=True))
    return replace(state, units=put(state.units, event.unit, unit), agenda=agenda)


def _unit_activation_ended(state: State, event: e.UnitActivationEnded) -> State:
    return replace(state, agenda=state.agenda[:-1])


def _random_picked(state: State, event: e.RandomPicked) -> State:
    below = state.agenda[-2]
    agenda = state.agenda[:-1]
    if isinstance(below, EnemyActivation) and isinstance(state.agenda[-1], Pick):
        agenda = (*agenda[:-1], replace(below, picked=event.picked))
    return replace(state, agenda=agenda, chance=state.chance + 1)


def _reserve_changed(state: State, event: e.ReserveChanged) -> State:
    return replace(state, reserve=event.reserve)


def _alert_changed(state: State, event: e.AlertChanged) -> State:
    return replace(state, alert=event.alert)


def _high_face_set(state: State, event: e.HighFaceSet) -> State:
    return replace(state, high_face=True)


BY_TYPE: Table = {
    e.UnitDeployed: _unit_deployed,
    e.EnemyDeployed: _enemy_deployed,
    e.UnitFlipped: _unit_flipped,
    e.InitiativeShuffled: _initiative_shuffled,
    e.InitiativeRevealed: _initiative_revealed,
    e.AiCardDealt: _ai_card_dealt,
    e.AiCardRevealed: _ai_card_revealed,
    e.AiCardsDiscarded: _ai_cards_discarded,
    e.UnitActivated: _unit_activated,
    e.UnitActivationEnded: _unit_activation_ended,
    e.SurpriseTargeted: same,
    e.InstructionChosen: same,
    e.InstructionSkipped: same,
    e.RandomPicked: _random_picked,
    e.ReserveChanged: _reserve_changed,
    e.ReplacementsOrdered: same,
    e.ReinforcementsEnded: same,
    e.AlertChanged: _alert_changed,
    e.HighFaceSet: _high_face_set,
}
