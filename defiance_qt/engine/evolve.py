"""`evolve(state, event)`: the state after an event. Knows no plugin, no card, no dice; every event type has one
function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from defiance_qt.engine import events as e
from defiance_qt.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.engine.frames import (
    Activation,
    Console,
    Draw,
    Ending,
    EnemyActivation,
    Frame,
    Pick,
    Roll,
    RollSide,
    Round,
)
from defiance_qt.engine.overrule import overruled
from defiance_qt.engine.state import UNCONSCIOUS, State, Stored

K = TypeVar("K")
V = TypeVar("V")


def _put(table: dict[K, V], key: K, value: V) -> dict[K, V]:
    fresh = table.copy()
    fresh[key] = value
    return fresh


def _without(table: dict[K, V], key: K) -> dict[K, V]:
    fresh = table.copy()
    del fresh[key]
    return fresh


def _minus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Without one copy of the card; as it was if the card is not there."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _frame(state: State, kind: type[Frame], change: Callable[[Any], Frame]) -> tuple[Frame, ...]:
    """The agenda with its innermost frame of that kind changed."""
    agenda = state.agenda
    at = len(agenda) - 1
    while not isinstance(agenda[at], kind):
        at -= 1
    return (*agenda[:at], change(agenda[at]), *agenda[at + 1 :])


def _top(state: State, frame: Frame) -> State:
    return replace(state, agenda=(*state.agenda[:-1], frame))


def _figure(state: State, id: str, **changes: Any) -> State:
    if id in state.team:
        return replace(state, team=_put(state.team, id, replace(state.team[id], **changes)))
    return replace(state, enemies=_put(state.enemies, id, replace(state.enemies[id], **changes)))


def _states(state: State, id: str) -> tuple[str, ...]:
    return (state.team.get(id) or state.enemies[id]).states


# ---- the course of the game ----


def _mission_set_up(state: State, event: e.MissionSetUp) -> State:
    return event.state


def _character_deployed(state: State, event: e.CharacterDeployed) -> State:
    return _figure(state, event.character, space=event.space)


def _round_began(state: State, event: e.RoundBegan) -> State:
    team = {id: replace(one, activated=False) for id, one in state.team.items()}
    units = {id: replace(unit, activated=False) for id, unit in state.units.items()}
    return replace(state, round=event.round, team=team, units=units)


def _phase_began(state: State, event: e.PhaseBegan) -> State:
    def change(frame: Round) -> Round:
        acted = frame.enemy_acted and event.phase != "start"
        return Round(event.phase, event.todo, event.turn, "", acted)

    return replace(state, agenda=_frame(state, Round, change))


def _step_done(state: State, event: e.StepDone) -> State:
    return replace(state, agenda=_frame(state, Round, lambda frame: replace(frame, todo=frame.todo[1:])))


def _turn_passed(state: State, event: e.TurnPassed) -> State:
    return replace(state, agenda=_frame(state, Round, lambda frame: replace(frame, turn=event.turn, block=event.block)))


def _cards_straightened(state: State, event: e.CardsStraightened) -> State:
    return replace(state, team={id: replace(one, tapped=()) for id, one in state.team.items()})


def _mission_decided(state: State, event: e.MissionDecided) -> State:
    return replace(state, agenda=(Ending(event.result, event.because, event.waiting),))


def _crew_joined(state: State, event: e.CrewJoined) -> State:
    return replace(state, crew=(*state.crew, event.character))


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, result=event.result, because=event.because, agenda=())


# ---- the agenda ----


def _frame_opened(state: State, event: e.FrameOpened) -> State:
    return replace(state, agenda=(*state.agenda, event.frame))


def _frame_set(state: State, event: e.FrameSet) -> State:
    return _top(state, event.frame)


def _frame_closed(state: State, event: e.FrameClosed) -> State:
    return replace(state, agenda=state.agenda[:-1])


# ---- a Character's Activation ----


def _activation_began(state: State, event: e.ActivationBegan) -> State:
    one = replace(state.team[event.character], activated=True)
    frame = Activation(event.character, event.actions)
    return replace(
        state,
        team=_put(state.team, event.character, one),
        last_activated=event.character,
        agenda=(*state.agenda, frame),
    )


def _activation_ended(state: State, event: e.ActivationEnded) -> State:
    return replace(state, agenda=state.agenda[:-1])


def _action_spent(state: State, event: e.ActionSpent) -> State:
    def change(frame: Activation) -> Activation:
        return replace(frame, actions=frame.actions - event.cost, extra=frame.extra or event.action == "console_extra")

    return replace(state, agenda=_frame(state, Activation, change))


def _points_gained(state: State, event: e.PointsGained) -> State:
    return replace(
        state, agenda=_frame(state, Activation, lambda frame: replace(frame, points=frame.points + event.points))
    )


def _moved(state: State, event: e.Moved) -> State:
    moved = _figure(state, event.figure, space=event.path[-1])
    top = state.agenda[-1] if state.agenda else None
    if type(top) is Activation and top.character == event.figure:
        return _top(moved, replace(top, points=top.points - event.cost))
    return moved


def _dragged(state: State, event: e.Dragged) -> State:
    return _figure(state, event.figure, space=event.space)


def _same(state: State, event: Any) -> State:
    """The event tells something and changes nothing."""
    return state


# ---- rolls ----


def _side(state: State, side: str, change: Callable[[RollSide], RollSide]) -> State:
    def changed(roll: Roll) -> Roll:
        if side == "team":
            assert roll.team is not None
            return replace(roll, team=change(roll.team))
        assert roll.enemy is not None
        return replace(roll, enemy=change(roll.enemy))

    return replace(state, agenda=_frame(state, Roll, changed))


def _roll_opened(state: State, event: e.RollOpened) -> State:
    return replace(state, agenda=(*state.agenda, event.roll))


def _dice_rolled(state: State, event: e.DiceRolled) -> State:
    rolled = _side(state, event.side, lambda side: replace(side, faces=event.faces, symbols=event.symbols))
    return replace(rolled, chance=state.chance + 1)


def _die_rolled_again(state: State, event: e.DieRolledAgain) -> State:
    def change(side: RollSide) -> RollSide:
        faces = (*side.faces[: event.die], event.face, *side.faces[event.die + 1 :])
        return replace(side, faces=faces, symbols=event.symbols, rerolls=side.rerolls - 1)

    return replace(_side(state, event.side, change), chance=state.chance + 1)


def _symbols_nullified(state: State, event: e.SymbolsNullified) -> State:
    def change(roll: Roll) -> Roll:
        team = roll.team and replace(roll.team, symbols=event.team)
        enemy = roll.enemy and replace(roll.enemy, symbols=event.enemy)
        return replace(roll, team=team, enemy=enemy)

    return replace(state, agenda=_frame(state, Roll, change))


def _critical_added(state: State, event: e.CriticalAdded) -> State:
    return _side(state, event.side, lambda side: replace(side, symbols=event.symbols))


def _die_stored(state: State, event: e.DieStored) -> State:
    def change(side: RollSide) -> RollSide:
        return replace(side, symbols=side.symbols - event.lost, taken=(*side.taken, event.die))

    one = state.team[event.character]
    stored = (*one.stored, Stored(event.card, event.symbol))
    return _figure(_side(state, "team", change), one.id, stored=stored)


def _stored_added(state: State, event: e.StoredAdded) -> State:
    one = state.team[event.character]
    at = one.stored.index(Stored(event.card, event.symbol))
    symbol = Symbols.parse(event.symbol)
    added = _side(state, "team", lambda side: replace(side, symbols=side.symbols + symbol))
    return _figure(added, one.id, stored=(*one.stored[:at], *one.stored[at + 1 :]))


def _switch_used(state: State, event: e.SwitchUsed) -> State:
    def change(side: RollSide) -> RollSide:
        offer = side.offers[event.offer]
        offers = (
            *side.offers[: event.offer],
            replace(offer, used=offer.used + 1),
            *side.offers[event.offer + 1 :],
        )
        return replace(side, symbols=side.symbols - event.cost, offers=offers)

    return _side(state, event.side, change)


def _switch_spared(state: State, event: e.SwitchSpared) -> State:
    def change(side: RollSide) -> RollSide:
        offer = replace(side.offers[event.offer], closed=True)
        return replace(side, offers=(*side.offers[: event.offer], offer, *side.offers[event.offer + 1 :]))

    return _side(state, event.side, change)


def _roll_boosted(state: State, event: e.RollBoosted) -> State:
    def change(side: RollSide) -> RollSide:
        return replace(side, symbols=side.symbols + event.symbols, damage=side.damage + event.damage)

    return _side(state, event.side, change)


def _roll_step(state: State, event: e.RollStep) -> State:
    return replace(state, agenda=_frame(state, Roll, lambda roll: replace(roll, step=event.step)))


def _symbols_cancelled(state: State, event: e.SymbolsCancelled) -> State:
    def change(roll: Roll) -> Roll:
        team = roll.team and replace(roll.team, symbols=event.team)
        enemy = roll.enemy and replace(roll.enemy, symbols=event.enemy)
        return replace(roll, team=team, enemy=enemy)

    return replace(state, agenda=_frame(state, Roll, change))


def _roll_closed(state: State, event: e.RollClosed) -> State:
    return replace(state, agenda=state.agenda[:-1])


# ---- figures ----


def _damage(state: State, event: e.DamageSuffered | e.DamageHealed) -> State:
    return _figure(state, event.figure, damage=event.damage)


def _state_gained(state: State, event: e.StateGained) -> State:
    return _figure(state, event.figure, states=(*_states(state, event.figure), event.state))


def _state_lost(state: State, event: e.StateLost) -> State:
    left = tuple(one for one in _states(state, event.figure) if one != event.state)
    return _figure(state, event.figure, states=left)


def _fell_unconscious(state: State, event: e.FellUnconscious) -> State:
    return _figure(state, event.character, states=(UNCONSCIOUS,), aggro=0)


def _remote_disabled(state: State, event: e.RemoteDisabled) -> State:
    return _figure(state, event.character, space="", damage=0, states=(), aggro=0)


def _remote_redeployed(state: State, event: e.RemoteRedeployed) -> State:
    return _figure(state, event.character, space=event.space)


def _aggro_changed(state: State, event: e.AggroChanged) -> State:
    changed = _figure(state, event.character, aggro=event.aggro)
    if not event.for_damage:
        return changed
    return replace(changed, agenda=_frame(state, Activation, lambda frame: replace(frame, dealt=True)))


def _enemy_gone(state: State, event: e.MiniatureDied | e.MiniatureRetreated) -> State:
    return replace(state, enemies=_without(state.enemies, event.enemy))


def _unit_eliminated(state: State, event: e.UnitEliminated) -> State:
    units = _without(state.units, event.unit)
    card = state.units[event.unit].ai_card
    held = state.discards.get("ai_held", ())
    discards = _put(state.discards, "ai_held", (*held, card)) if card else state.discards
    if event.available:
        return replace(state, units=units, discards=discards, available=(*state.available, event.unit))
    return replace(state, units=units, discards=discards, removed=(*state.removed, event.unit))


# ---- cards, Equipment, elements of the board ----


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    decks = _put(state.decks, event.deck, _minus(state.decks.get(event.deck, ()), event.card))
    agenda = _frame(state, Draw, lambda frame: replace(frame, drawn=(*frame.drawn, event.card)))
    return replace(state, decks=decks, agenda=agenda, chance=state.chance + 1)


def _card_discarded(state: State, event: e.CardDiscarded) -> State:
    pile = (*state.discards.get(event.deck, ()), event.card)
    return replace(state, discards=_put(state.discards, event.deck, pile))


def _deck_rebuilt(state: State, event: e.DeckRebuilt) -> State:
    cards = tuple(sorted((*state.decks.get(event.deck, ()), *state.discards.get(event.deck, ()))))
    return replace(state, decks=_put(state.decks, event.deck, cards), discards=_put(state.discards, event.deck, ()))


def _consequence_suffered(state: State, event: e.ConsequenceSuffered) -> State:
    one = state.team[event.character]
    if event.face_up:
        return _figure(state, event.character, consequences=(*one.consequences, event.card))
    return _figure(state, event.character, face_down=(*one.face_down, event.card))


def _loot_found(state: State, event: e.LootFound) -> State:
    return replace(state, loot=(*state.loot, event.card))


def _carried_changed(state: State, event: e.CarriedChanged) -> State:
    return _figure(state, event.character, carried=event.carried)


def _card_used(state: State, event: e.CardUsed) -> State:
    one = state.team[event.character]
    if event.use == "tap":
        return _figure(state, event.character, tapped=(*one.tapped, event.card))
    if event.use == "flip":
        return _figure(state, event.character, flipped=(*one.flipped, event.card))
    return state


def _intel_gained(state: State, event: e.IntelGained) -> State:
    return _figure(state, event.character, intel=state.team[event.character].intel + event.amount)


def _door_opened(state: State, event: e.DoorOpened) -> State:
    return replace(state, doors=_put(state.doors, event.door, replace(state.doors[event.door], open=True)))


def _container_emptied(state: State, event: e.ContainerEmptied) -> State:
    box = replace(state.containers[event.container], empty=True)
    return replace(state, containers=_put(state.containers, event.container, box))


def _symbol_assigned(state: State, event: e.SymbolAssigned) -> State:
    console = state.consoles[event.console]
    taken = console.assigned[event.input] + event.symbol
    assigned = (*console.assigned[: event.input], taken, *console.assigned[event.input + 1 :])
    from_pool = _frame_console(state, lambda frame: replace(frame, symbols=frame.symbols - event.symbol))
    return replace(from_pool, consoles=_put(state.consoles, event.console, replace(console, assigned=assigned)))


def _frame_console(state: State, change: Callable[[Any], Frame]) -> State:
    return replace(state, agenda=_frame(state, Console, change))


def _symbols_discarded(state: State, event: e.SymbolsDiscarded) -> State:
    return _frame_console(state, lambda frame: replace(frame, symbols=NO_SYMBOLS))


def _input_completed(state: State, event: e.InputCompleted) -> State:
    console = state.consoles[event.console]
    done = replace(console, completed=(*console.completed, event.input))
    return replace(state, consoles=_put(state.consoles, event.console, done))


def _ally_joined(state: State, event: e.AllyJoined) -> State:
    return replace(
        state,
        neutrals=_without(state.neutrals, event.neutral),
        team=_put(state.team, event.ally.id, event.ally),
    )


# ---- Enemies ----


def _unit_deployed(state: State, event: e.UnitDeployed) -> State:
    units = _put(state.units, event.unit.id, event.unit)
    if event.origin == "selected":
        return replace(state, units=units, selected=_minus(state.selected, event.unit.id))
    if event.origin == "surprise":
        return replace(state, units=units)
    return replace(state, units=units, available=_minus(state.available, event.unit.id))


def _enemy_deployed(state: State, event: e.EnemyDeployed) -> State:
    return replace(state, enemies=_put(state.enemies, event.enemy.id, event.enemy))


def _unit_flipped(state: State, event: e.UnitFlipped) -> State:
    return replace(state, units=_put(state.units, event.unit, replace(state.units[event.unit], face=event.face)))


def _initiative_shuffled(state: State, event: e.InitiativeShuffled) -> State:
    return replace(state, initiative=event.units)


def _initiative_revealed(state: State, event: e.InitiativeRevealed) -> State:
    return replace(state, initiative=_minus(state.initiative, event.unit), chance=state.chance + 1)


def _ai_card_dealt(state: State, event: e.AiCardDealt) -> State:
    unit = replace(state.units[event.unit], ai_card=event.card, revealed=False)
    decks = _put(state.decks, "ai", _minus(state.decks.get("ai", ()), event.card))
    return replace(state, units=_put(state.units, event.unit, unit), decks=decks, chance=state.chance + 1)


def _ai_card_revealed(state: State, event: e.AiCardRevealed) -> State:
    unit = state.units[event.unit]
    decks = state.decks
    chance = state.chance
    if unit.ai_card == "?":
        decks = _put(decks, "ai", _minus(decks.get("ai", ()), event.card))
        chance += 1
    shown = replace(unit, ai_card=event.card, revealed=True)
    return replace(state, units=_put(state.units, event.unit, shown), decks=decks, chance=chance)


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
    agenda = _frame(state, Round, lambda frame: replace(frame, enemy_acted=True))
    return replace(state, units=_put(state.units, event.unit, unit), agenda=agenda)


def _random_picked(state: State, event: e.RandomPicked) -> State:
    below = state.agenda[-2]
    agenda = state.agenda[:-1]
    if isinstance(below, EnemyActivation):
        agenda = (*agenda[:-1], replace(below, picked=event.picked))
    assert isinstance(state.agenda[-1], Pick)
    return replace(state, agenda=agenda, chance=state.chance + 1)


def _reserve_changed(state: State, event: e.ReserveChanged) -> State:
    return replace(state, reserve=event.reserve)


def _alert_changed(state: State, event: e.AlertChanged) -> State:
    return replace(state, alert=event.alert)


def _high_face_set(state: State, event: e.HighFaceSet) -> State:
    return replace(state, high_face=True)


# ---- mission, table, plugins ----


def _flag_set(state: State, event: e.FlagSet) -> State:
    return replace(state, flags=(*state.flags, event.flag))


def _trigger_fired(state: State, event: e.TriggerFired) -> State:
    return replace(state, fired=(*state.fired, event.trigger)) if event.once else state


def _answer_set(state: State, event: e.AnswerSet) -> State:
    return replace(state, answers=_put(state.answers, f"{event.side}.{event.kind}", event.who))


def _overruled(state: State, event: e.Overruled) -> State:
    return overruled(state, event.path, event.now)


def _plugin_fact(state: State, event: e.PluginFact) -> State:
    return replace(state, facts=_put(state.facts, f"{event.owner}.{event.key}", event.value))


_BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.MissionSetUp: _mission_set_up,
    e.CharacterDeployed: _character_deployed,
    e.RoundBegan: _round_began,
    e.PhaseBegan: _phase_began,
    e.StepDone: _step_done,
    e.TurnPassed: _turn_passed,
    e.CardsStraightened: _cards_straightened,
    e.MissionDecided: _mission_decided,
    e.CrewJoined: _crew_joined,
    e.GameEnded: _game_ended,
    e.FrameOpened: _frame_opened,
    e.FrameSet: _frame_set,
    e.FrameClosed: _frame_closed,
    e.ActivationBegan: _activation_began,
    e.ActivationEnded: _activation_ended,
    e.ActionSpent: _action_spent,
    e.PointsGained: _points_gained,
    e.Moved: _moved,
    e.Dragged: _dragged,
    e.Rested: _same,
    e.AttackDeclared: _same,
    e.HackDeclared: _same,
    e.RollOpened: _roll_opened,
    e.DiceRolled: _dice_rolled,
    e.DieRolledAgain: _die_rolled_again,
    e.SymbolsNullified: _symbols_nullified,
    e.CriticalAdded: _critical_added,
    e.DieStored: _die_stored,
    e.StoredAdded: _stored_added,
    e.SwitchUsed: _switch_used,
    e.SwitchSpared: _switch_spared,
    e.RollBoosted: _roll_boosted,
    e.RollStep: _roll_step,
    e.SymbolsCancelled: _symbols_cancelled,
    e.RollSucceeded: _same,
    e.RollClosed: _roll_closed,
    e.DamageSuffered: _damage,
    e.DamageHealed: _damage,
    e.StateGained: _state_gained,
    e.StateLost: _state_lost,
    e.FellUnconscious: _fell_unconscious,
    e.RemoteDisabled: _remote_disabled,
    e.RemoteRedeployed: _remote_redeployed,
    e.AggroChanged: _aggro_changed,
    e.MiniatureDied: _enemy_gone,
    e.MiniatureRetreated: _enemy_gone,
    e.UnitEliminated: _unit_eliminated,
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
    e.UnitDeployed: _unit_deployed,
    e.EnemyDeployed: _enemy_deployed,
    e.UnitFlipped: _unit_flipped,
    e.InitiativeShuffled: _initiative_shuffled,
    e.InitiativeRevealed: _initiative_revealed,
    e.AiCardDealt: _ai_card_dealt,
    e.AiCardRevealed: _ai_card_revealed,
    e.AiCardsDiscarded: _ai_cards_discarded,
    e.UnitActivated: _unit_activated,
    e.UnitActivationEnded: _frame_closed,
    e.InstructionChosen: _same,
    e.InstructionSkipped: _same,
    e.RandomPicked: _random_picked,
    e.ReserveChanged: _reserve_changed,
    e.AlertChanged: _alert_changed,
    e.HighFaceSet: _high_face_set,
    e.FlagSet: _flag_set,
    e.TriggerFired: _trigger_fired,
    e.AnswerSet: _answer_set,
    e.Overruled: _overruled,
    e.PluginFact: _plugin_fact,
}


def evolve(state: State, event: e.Event) -> State:
    """The state after the event."""
    return _BY_TYPE[type(event)](state, event)
