"""State changes by Characters: Activations and Actions, cards and Equipment, elements of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS
from defiance_qt.systems.defiance.engine.evolve.parts import (
    Table,
    agenda_with,
    minus,
    put,
    same,
    with_figure,
    with_top,
    without,
)
from defiance_qt.systems.defiance.engine.frames import Activation, Console, Draw, Frame
from defiance_qt.systems.defiance.engine.state import State

# ---- a Character's Activation ----


def _activation_began(state: State, event: e.ActivationBegan) -> State:
    one = replace(state.team[event.character], activated=True)
    frame = Activation(event.character, event.actions, held=one.states)
    return replace(
        state,
        team=put(state.team, event.character, one),
        last_activated=event.character,
        agenda=(*state.agenda, frame),
    )


def _activation_ended(state: State, event: e.ActivationEnded) -> State:
    return replace(state, agenda=state.agenda[:-1])


def _action_spent(state: State, event: e.ActionSpent) -> State:
    def change(frame: Activation) -> Activation:
        return replace(frame, actions=frame.actions - event.cost, extra=frame.extra or event.action == "console_extra")

    return replace(state, agenda=agenda_with(state, Activation, change))


def _points_gained(state: State, event: e.PointsGained) -> State:
    return replace(
        state, agenda=agenda_with(state, Activation, lambda frame: replace(frame, points=frame.points + event.points))
    )


def _moved(state: State, event: e.Moved) -> State:
    moved = with_figure(state, event.figure, space=event.path[-1])
    top = state.agenda[-1] if state.agenda else None
    if type(top) is Activation and top.character == event.figure:
        return with_top(moved, replace(top, points=top.points - event.cost))
    return moved


def _dragged(state: State, event: e.Dragged) -> State:
    return with_figure(state, event.figure, space=event.space)


# ---- cards, Equipment, elements of the board ----


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    decks = put(state.decks, event.deck, minus(state.decks.get(event.deck, ()), event.card))
    agenda = agenda_with(state, Draw, lambda frame: replace(frame, drawn=(*frame.drawn, event.card)))
    return replace(state, decks=decks, agenda=agenda, chance=state.chance + 1)


def _card_discarded(state: State, event: e.CardDiscarded) -> State:
    pile = (*state.discards.get(event.deck, ()), event.card)
    return replace(state, discards=put(state.discards, event.deck, pile))


def _deck_rebuilt(state: State, event: e.DeckRebuilt) -> State:
    cards = tuple(sorted((*state.decks.get(event.deck, ()), *state.discards.get(event.deck, ()))))
    return replace(state, decks=put(state.decks, event.deck, cards), discards=put(state.discards, event.deck, ()))


def _consequence_suffered(state: State, event: e.ConsequenceSuffered) -> State:
    one = state.team[event.character]
    if event.face_up:
        return with_figure(state, event.character, consequences=(*one.consequences, event.card))
    return with_figure(state, event.character, face_down=(*one.face_down, event.card))


def _loot_found(state: State, event: e.LootFound) -> State:
    return replace(state, loot=(*state.loot, event.card))


def _carried_changed(state: State, event: e.CarriedChanged) -> State:
    return with_figure(state, event.character, carried=event.carried)


def _card_used(state: State, event: e.CardUsed) -> State:
    one = state.team[event.character]
    if event.use in ("tap", "flip") and event.held >= 0:
        carried = list(one.carried)
        carried[event.held] = replace(carried[event.held], turned=event.use)
        return with_figure(state, event.character, carried=tuple(carried))
    if event.use == "tap":
        return with_figure(state, event.character, tapped=(*one.tapped, event.card))
    if event.use == "flip":
        return with_figure(state, event.character, flipped=(*one.flipped, event.card))
    return state


def _intel_gained(state: State, event: e.IntelGained) -> State:
    return with_figure(state, event.character, intel=state.team[event.character].intel + event.amount)


def _door_opened(state: State, event: e.DoorOpened) -> State:
    return replace(state, doors=put(state.doors, event.door, replace(state.doors[event.door], open=True)))


def _container_emptied(state: State, event: e.ContainerEmptied) -> State:
    box = replace(state.containers[event.container], empty=True)
    return replace(state, containers=put(state.containers, event.container, box))


def _symbol_assigned(state: State, event: e.SymbolAssigned) -> State:
    console = state.consoles[event.console]
    taken = console.assigned[event.input] + event.symbol
    assigned = (*console.assigned[: event.input], taken, *console.assigned[event.input + 1 :])
    from_pool = _frame_console(state, lambda frame: replace(frame, symbols=frame.symbols - event.symbol))
    return replace(from_pool, consoles=put(state.consoles, event.console, replace(console, assigned=assigned)))


def _frame_console(state: State, change: Callable[[Any], Frame]) -> State:
    return replace(state, agenda=agenda_with(state, Console, change))


def _symbols_discarded(state: State, event: e.SymbolsDiscarded) -> State:
    return _frame_console(state, lambda frame: replace(frame, symbols=NO_SYMBOLS))


def _input_completed(state: State, event: e.InputCompleted) -> State:
    console = state.consoles[event.console]
    done = replace(console, completed=(*console.completed, event.input))
    return replace(state, consoles=put(state.consoles, event.console, done))


def _ally_joined(state: State, event: e.AllyJoined) -> State:
    return replace(
        state,
        neutrals=without(state.neutrals, event.neutral),
        team=put(state.team, event.ally.id, event.ally),
    )


BY_TYPE: Table = {
    e.ActivationBegan: _activation_began,
    e.ActivationEnded: _activation_ended,
    e.ActionSpent: _action_spent,
    e.PointsGained: _points_gained,
    e.Moved: _moved,
    e.Dragged: _dragged,
    e.Rested: same,
    e.CardDrawn: _card_drawn,
    e.CardDiscarded: _card_discarded,
    e.DeckRebuilt: _deck_rebuilt,
    e.ConsequenceSuffered: _consequence_suffered,
    e.LootFound: _loot_found,
    e.CarriedChanged: _carried_changed,
    e.CardUsed: _card_used,
    e.IntelGained: _intel_gained,
    e.DoorOpened: _door_opened,
    e.ContainerEmptied: _container_emptied,
    e.SymbolAssigned: _symbol_assigned,
    e.SymbolsDiscarded: _symbols_discarded,
    e.InputCompleted: _input_completed,
    e.AllyJoined: _ally_joined,
}
