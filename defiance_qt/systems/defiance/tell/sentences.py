"""Events as sentences: one function per event type, in one table. The texts are in the catalogues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Console, Draw
from defiance_qt.systems.defiance.tell.campaign import CAMPAIGN_SENTENCES
from defiance_qt.systems.defiance.tell.names import Names, kind_word, selector_word
from defiance_qt.systems.defiance.tell.roll_sentences import ROLL_SENTENCES


def _quiet(names: Names, event: Any) -> str:
    """Return "": bookkeeping."""
    return ""


def _told(key: str, **fields: Callable[[Names, Any], str]) -> Callable[[Names, Any], str]:
    """Return a function that renders the sentence of that key, with the event's fields formatted as given."""

    def tell(names: Names, event: Any) -> str:
        return names.words(key, **{field: read(names, getattr(event, field)) for field, read in fields.items()})

    return tell


def _raw(names: Names, value: Any) -> str:
    return str(value)


# ---- the course of the game ----


def _game_ended(names: Names, event: e.GameEnded) -> str:
    mission = names.state.mission_id
    reason = names.known(f"mission.{mission}.end.{event.because}") or names.reason(event.because, "end")
    if reason:
        return names.words(f"event.game_ended.{event.result}", reason=reason)
    return names.words(f"event.game_ended.{event.result}.plain")


def _mission_decided(names: Names, event: e.MissionDecided) -> str:
    """Return "": the reason follows with the end of the game."""
    return names.words(f"event.mission_decided.{event.result}")


def _activation_began(names: Names, event: e.ActivationBegan) -> str:
    return names.words.count("event.activation_began", event.actions, character=names.figure(event.character))


def _action_spent(names: Names, event: e.ActionSpent) -> str:
    """Return a sentence only for Actions with a text of their own, and for a cost that house rules change; the other
    Actions appear through their effects."""
    key = f"event.action_spent.{event.action}"
    if event.action == "console_extra" and names.frame(Console) is None:
        key = "event.action_spent.console_extra.free"  # a whole interaction, not a roll within one
    if event.action in _TOLD_ACTIONS:
        return names.words(key, character=names.figure(event.character))
    if event.changes:
        return names.words.count("event.action_spent.changed", event.cost, character=names.figure(event.character))
    return ""


_TOLD_ACTIONS = ("equip", "console_extra")


def _points(names: Names, event: e.PointsGained) -> str:
    return names.words.count("event.points_gained", event.points, character=names.figure(event.character))


def _moved(names: Names, event: e.Moved) -> str:
    figure = names.figure(event.figure)
    return names.words.count("event.moved", event.cost, figure=figure, start=event.start, space=event.path[-1])


# ---- figures ----


def _damage(names: Names, event: e.DamageSuffered | e.DamageHealed) -> str:
    key = "event.damage_suffered" if isinstance(event, e.DamageSuffered) else "event.damage_healed"
    figure, wounds = names.figure(event.figure), names.wounds(event.figure)
    if wounds is not None and "R-225" in event.rules and isinstance(event, e.DamageHealed):
        key = "event.damage_discarded"
    if wounds is None:
        return names.words.count(f"{key}.open", event.amount, figure=figure, damage=event.damage)
    damage = min(event.damage, wounds)
    return names.words.count(key, event.amount, figure=figure, damage=damage, wounds=wounds)


def _unaffected(names: Names, event: e.Unaffected) -> str:
    values = {"figure": names.figure(event.figure), "source": names.thing(event.source)}
    key = "event.unaffected" if event.source else "event.unaffected.rest"
    return names.words(key, **values, reason=names.reason(event.because))


def _aggro(names: Names, event: e.AggroChanged) -> str:
    if not event.amount:
        return ""
    figure, change = names.figure(event.character), names.change(event.amount)
    return names.words("event.aggro_changed", character=figure, change=change, aggro=event.aggro)


def _died(names: Names, event: e.MiniatureDied) -> str:
    if event.by:
        return names.words("event.miniature_died.by", enemy=names.figure(event.enemy), by=names.source(event.by))
    return names.words("event.miniature_died", enemy=names.figure(event.enemy))


def _eliminated(names: Names, event: e.UnitEliminated) -> str:
    return names.words(
        f"event.unit_eliminated.{'available' if event.available else 'gone'}", unit=names.unit(event.unit)
    )


# ---- cards, Equipment, elements of the board ----


def _card_drawn(names: Names, event: e.CardDrawn) -> str:
    """Return a sentence for a drawn card; Loot appears when it is found. A Consequence that stays face down is not
    named (R-154, R-233)."""
    if event.deck == "loot":
        return ""
    draw: Draw | None = names.frame(Draw)
    if draw is not None and draw.then in ("face_down", "end_face_down", "jump"):
        return names.words("event.card_drawn.face_down", who=names.figure(event.who))
    card = names.card(event.deck, event.card)
    if event.who:
        return names.words("event.card_drawn.by", who=names.figure(event.who), card=card)
    return names.words("event.card_drawn", card=card)


def _card_discarded(names: Names, event: e.CardDiscarded) -> str:
    return names.words("event.card_discarded", card=names.card(event.deck, event.card))


def _rebuilt(names: Names, event: e.DeckRebuilt) -> str:
    deck = names.known(f"event.deck.{event.deck}") or names.words("event.deck.other")
    return names.words("event.deck_rebuilt", deck=deck)


def _consequence(names: Names, event: e.ConsequenceSuffered) -> str:
    if not event.face_up:
        return names.words("event.consequence_suffered.face_down", character=names.figure(event.character))
    card = names.card("consequence", event.card)
    return names.words("event.consequence_suffered", character=names.figure(event.character), card=card)


def _carried(names: Names, event: e.CarriedChanged) -> str:
    values = {"character": names.figure(event.character), "item": names.item(event.item)}
    if event.what == "placed":
        place = next((held.place for held in event.carried if held.item == event.item), "")
        where = {"": "off", "light": "light", "backpack": "backpack"}.get(place, "tab")
        return names.words(f"event.carried_changed.placed.{where}", **values)
    what = event.what if event.what in _CHANGES else "other"
    return names.words(f"event.carried_changed.{what}", **values)


_CHANGES = ("given", "received", "found", "dropped", "used", "installed", "stowed", "scrapped")


def _card_used(names: Names, event: e.CardUsed) -> str:
    values = {
        "character": names.figure(event.character),
        "card": names.item(event.card),
        "action": names.part(event.card, event.action) or names.item(event.card),
    }
    key = "event.card_used.own" if event.card == event.character else "event.card_used"
    if event.target in ("", event.character):
        return names.words(key, **values)
    return names.words(f"{key}.target", **values, target=names.thing(event.target))


def _intel(names: Names, event: e.IntelGained) -> str:
    return names.words.count("event.intel_gained", event.amount, character=names.figure(event.character))


def _door(names: Names, event: e.DoorOpened) -> str:
    if event.by:
        return names.words("event.door_opened.by", door=names.thing(event.door), by=names.thing(event.by))
    return names.words("event.door_opened", door=names.thing(event.door))


def _assigned(names: Names, event: e.SymbolAssigned) -> str:
    console, symbols = names.thing(event.console), names.symbols(event.symbol)
    return names.words("event.symbol_assigned", console=console, symbols=symbols, input=event.input + 1)


def _discarded(names: Names, event: e.SymbolsDiscarded) -> str:
    if not any(event.symbols):
        return ""
    console, symbols = names.thing(event.console), names.symbols(event.symbols)
    return names.words("event.symbols_discarded", console=console, symbols=symbols)


def _completed(names: Names, event: e.InputCompleted) -> str:
    values = {"console": names.thing(event.console), "input": event.input + 1}
    does = names.known(f"mission.{names.state.mission_id}.input.{event.console}.{event.input + 1}")
    if does:
        return names.words("event.input_completed.does", **values, does=does)
    return names.words("event.input_completed", **values)


# ---- Enemies ----


def _unit_deployed(names: Names, event: e.UnitDeployed) -> str:
    if event.origin == "surprise":
        return names.words("event.unit_deployed.surprise", unit=names.unit(event.unit.id))
    key = "event.unit_deployed.hidden" if event.unit.hidden_away else "event.unit_deployed"
    colour = names.colour(event.unit.profile.colour)
    return names.words(key, unit=names.unit(event.unit.id), colour=colour)


def _surprise(names: Names, event: e.SurpriseTargeted) -> str:
    return names.words("event.surprise_targeted", unit=names.unit(event.unit), figure=names.figure(event.target))


def _enemy_deployed(names: Names, event: e.EnemyDeployed) -> str:
    if not event.enemy.space:
        return ""
    return names.words("event.enemy_deployed", enemy=names.figure(event.enemy.id), space=event.enemy.space)


def _flipped(names: Names, event: e.UnitFlipped) -> str:
    colour = names.colour(event.profile.colour)
    return names.words("event.unit_flipped", unit=names.unit(event.unit), colour=colour)


def _shuffled(names: Names, event: e.InitiativeShuffled) -> str:
    return names.words.count("event.initiative_shuffled", len(event.units)) if event.units else ""


def _initiative(names: Names, event: e.InitiativeRevealed) -> str:
    key = "event.initiative_revealed"
    if not event.deployed:
        key = f"{key}.gone" if names.state.initiative else f"{key}.gone.last"
    return names.words(key, unit=names.unit(event.unit))


def _ai_revealed(names: Names, event: e.AiCardRevealed) -> str:
    return names.words("event.ai_card_revealed", unit=names.unit(event.unit), card=names.card("ai", event.card))


def _ai_discarded(names: Names, event: e.AiCardsDiscarded) -> str:
    return names.words.count("event.ai_cards_discarded", len(event.cards)) if event.cards else ""


def instruction(names: Names, kind: str, selector: str) -> str:
    """Return an Instruction as printed: its kind, and its selector if any."""
    name = kind_word(names.words, kind)
    if not selector:
        return name
    return names.words("event.instruction", kind=name, selector=selector_word(names.words, selector))


def _chosen(names: Names, event: e.InstructionChosen) -> str:
    values = {"enemy": names.figure(event.enemy), "instruction": instruction(names, event.kind, event.selector)}
    if not event.target:
        return names.words("event.instruction_chosen.plain", **values)
    values["target"] = names.thing(event.target)
    reasons = [names.reason(event.note), names.reason(event.tie_break, "tie_break")]
    if any(reasons):
        reason = names.joined(text for text in reasons if text)
        return names.words("event.instruction_chosen.because", **values, reason=reason)
    return names.words("event.instruction_chosen", **values)


def _skipped(names: Names, event: e.InstructionSkipped) -> str:
    values = {"enemy": names.figure(event.enemy), "instruction": instruction(names, event.kind, event.selector)}
    reason = names.reason(event.because)
    if reason:
        return names.words("event.instruction_skipped", **values, reason=reason)
    return names.words("event.instruction_skipped.plain", **values)


def candidate_lines(names: Names, event: Any) -> tuple[str, ...]:
    """Return one line per candidate; empty for events without candidates."""
    return tuple(_candidate(names, one) for one in getattr(event, "candidates", ()))


def _candidate(names: Names, one: e.Candidate) -> str:
    values = {"figure": names.figure(one.figure), "distance": one.distance, "aggro": one.aggro, "damage": one.damage}
    key = "event.candidate.seen" if one.sight else "event.candidate.unseen"
    reason = names.reason(one.because)
    if reason:
        return names.words(f"{key}.passed", **values, reason=reason)
    return names.words(key, **values)


def _picked(names: Names, event: e.RandomPicked) -> str:
    return names.picked(event.picked, event.options)


# The reasons that name the Unit or Character concerned.
_WHOSE = ("respawn", "replacement", "unit_eliminated", "unit_left", "aggro", "console_extra")


def _reserve(names: Names, event: e.ReserveChanged) -> str:
    values = {"change": names.change(event.amount), "reserve": event.reserve}
    if event.about and event.because in _WHOSE:
        return names.words(f"event.reserve_changed.of.{event.because}", **values, name=names.thing(event.about))
    reason = names.reason(event.because, "reserve") or names.cause(event.because)
    if reason:
        return names.words("event.reserve_changed", **values, reason=reason)
    return names.words("event.reserve_changed.plain", **values)


def _ordered(names: Names, event: e.ReplacementsOrdered) -> str:
    units = names.joined(names.unit(one.unit) for one in event.units)
    return names.words("event.replacements_ordered", units=units)


def _ended(names: Names, event: e.ReinforcementsEnded) -> str:
    priced = (
        names.words("event.reinforcements_ended.unit", unit=names.unit(one.unit), price=one.price)
        for one in event.unpaid
    )
    key = f"event.reinforcements_ended.{event.step}.{event.because}"
    return names.words(key, reserve=event.reserve, units=names.joined(priced))


def _alert(names: Names, event: e.AlertChanged) -> str:
    reason = names.reason(event.because, "alert") or names.cause(event.because)
    if reason:
        return names.words("event.alert_changed", alert=event.alert, reason=reason)
    return names.words("event.alert_changed.plain", alert=event.alert)


# ---- mission, table, plugins ----


def _flag(names: Names, event: e.FlagSet) -> str:
    """Return the mission's text for a flag, if any."""
    return names.known(f"mission.{names.state.mission_id}.flag.{event.flag}")


def _trigger(names: Names, event: e.TriggerFired) -> str:
    """Return the mission's text for a trigger, numbered from 0, if any."""
    return names.known(f"mission.{names.state.mission_id}.trigger.{event.trigger}")


def _answer(names: Names, event: e.AnswerSet) -> str:
    kind, side = names.words(f"event.chance.{event.kind}"), names.words(f"event.side.{event.side}")
    return names.words(f"event.answer_set.{event.who}", kind=kind, side=side)


def _overruled(names: Names, event: e.Overruled) -> str:
    paths = event.path.split(",")
    values = zip(event.was, event.now, strict=True) if len(paths) > 1 else [(event.was, event.now)]
    changes = "; ".join(
        names.words("event.overruled.change", place=names.place(path), was=names.value(was), now=names.value(now))
        for path, (was, now) in zip(paths, values, strict=True)
    )
    if event.reason:
        return names.words("event.overruled.because", changes=changes, reason=event.reason)
    return names.words("event.overruled", changes=changes)


def _plugin_fact(names: Names, event: e.PluginFact) -> str:
    """Return the text for a fact of a plugin, if any: about a figure, about a zone with that value, or of that key."""
    about = f"event.plugin_fact.{event.owner}"
    value = f"{about}.{event.value}" if isinstance(event.value, str) and event.value.isidentifier() else about
    for key in (about, value, f"{about}.{event.key}"):
        text = names.words(key, figure=names.figure(event.key), zone=names.zone(event.key), value=event.value)
        if text != key:
            return text
    return ""


# ---- the mission's own rules ----


def _counter(names: Names, event: e.CounterChanged) -> str:
    """Return the mission's name of a counter with its value, if it has one to show."""
    counter = names.counter(event.counter)
    return names.words("event.counter_changed", counter=counter, value=event.value) if counter else ""


def _sealed(names: Names, event: e.ElementSealed) -> str:
    id, _, number = event.element.partition(" ")
    key = f"event.element_sealed.{'on' if event.on else 'off'}"
    if number:
        return names.words(f"{key}.input", element=names.thing(id), input=number)
    return names.words(key, element=names.thing(id))


def _revealed(names: Names, event: e.TokenRevealed) -> str:
    return names.words("event.token_revealed", place=names.spot(event.place), token=names.token(event.token))


def _straightened(names: Names, event: e.CardsStraightened) -> str:
    if event.who:
        return names.words("event.cards_straightened.who", character=names.figure(event.who))
    return names.words("event.cards_straightened")


def _zone_rule(names: Names, event: e.ZoneRuleSet) -> str:
    key = f"event.zone_rule_set.{'on' if event.on else 'off'}"
    return names.words(key, zone=names.zone(event.zone), rule=names.zone_rule(event.rule))


def _gained(names: Names, event: e.Gained) -> str:
    """Return what the campaign gets; entries of its record are not told."""
    if event.what == "record":
        return ""
    if event.what == "crew" and event.amount < 0:
        return names.words("event.crew_left", member=names.figure(event.id))
    card = names.known(f"character.{event.id}.name") if event.id else ""
    key = f"event.gained.{event.what}"
    return names.words.count(key, event.amount, card=card) if event.what in _COUNTED else names.words(key, card=card)


_COUNTED = ("biological", "tech", "component")


def _result(names: Names, event: e.ResultReached) -> str:
    """Return the mission's text for a line of its result."""
    return names.known(f"mission.{names.state.mission_id}.result.{event.result}")


SENTENCES: dict[type, Callable[[Names, Any], str]] = {
    e.MissionSetUp: lambda names, event: names.words("event.mission_set_up", mission=names.mission()),
    e.CharacterDeployed: _told("event.character_deployed", character=Names.figure, space=_raw),
    e.RoundBegan: _told("event.round_began", round=_raw),
    e.PhaseBegan: lambda names, event: names.words(f"event.phase_began.{event.phase}"),
    e.StepDone: _quiet,
    e.TurnPassed: _quiet,
    e.CardsStraightened: _straightened,
    e.MissionDecided: _mission_decided,
    e.CrewJoined: _told("event.crew_joined", character=Names.figure),
    e.GameEnded: _game_ended,
    e.FrameOpened: _quiet,
    e.FrameSet: _quiet,
    e.FrameClosed: _quiet,
    e.ActivationBegan: _activation_began,
    e.ActivationEnded: _told("event.activation_ended", character=Names.figure),
    e.ActionSpent: _action_spent,
    e.PointsGained: _points,
    e.Moved: _moved,
    e.Dragged: _told("event.dragged", figure=Names.figure, by=Names.figure, space=_raw),
    e.Rested: _told("event.rested", character=Names.figure),
    **ROLL_SENTENCES,
    e.DamageSuffered: _damage,
    e.DamageHealed: _damage,
    e.Unaffected: _unaffected,
    e.StateGained: _told("event.state_gained", figure=Names.figure, state=Names.condition),
    e.StateLost: _told("event.state_lost", figure=Names.figure, state=Names.condition),
    e.FellUnconscious: _told("event.fell_unconscious", character=Names.figure),
    e.RemoteDisabled: _told("event.remote_disabled", character=Names.figure),
    e.RemoteRedeployed: _told("event.remote_redeployed", character=Names.figure, space=_raw),
    e.AggroChanged: _aggro,
    e.MiniatureDied: _died,
    e.MiniatureRetreated: _told("event.miniature_retreated", enemy=Names.figure),
    e.UnitEliminated: _eliminated,
    e.CardDrawn: _card_drawn,
    e.CardDiscarded: _card_discarded,
    e.DeckRebuilt: _rebuilt,
    e.ConsequenceSuffered: _consequence,
    e.LootFound: _told("event.loot_found", character=Names.figure, card=lambda names, id: names.card("loot", id)),
    e.CarriedChanged: _carried,
    e.CardUsed: _card_used,
    e.IntelGained: _intel,
    e.DoorOpened: _door,
    e.ContainerEmptied: _told("event.container_emptied", container=Names.thing, by=Names.figure),
    e.SymbolAssigned: _assigned,
    e.SymbolsDiscarded: _discarded,
    e.InputCompleted: _completed,
    e.AllyJoined: _told("event.ally_joined", neutral=Names.figure),
    e.UnitDeployed: _unit_deployed,
    e.EnemyDeployed: _enemy_deployed,
    e.SurpriseTargeted: _surprise,
    e.UnitFlipped: _flipped,
    e.InitiativeShuffled: _shuffled,
    e.InitiativeRevealed: _initiative,
    e.AiCardDealt: _told("event.ai_card_dealt", unit=Names.unit),
    e.AiCardRevealed: _ai_revealed,
    e.AiCardsDiscarded: _ai_discarded,
    e.UnitActivated: _told("event.unit_activated", unit=Names.unit),
    e.UnitActivationEnded: _quiet,
    e.InstructionChosen: _chosen,
    e.InstructionSkipped: _skipped,
    e.RandomPicked: _picked,
    e.ReserveChanged: _reserve,
    e.ReplacementsOrdered: _ordered,
    e.ReinforcementsEnded: _ended,
    e.AlertChanged: _alert,
    e.HighFaceSet: _told("event.high_face_set"),
    e.FlagSet: _flag,
    e.TriggerFired: _trigger,
    e.AnswerSet: _answer,
    e.Overruled: _overruled,
    e.PluginFact: _plugin_fact,
    e.FactNoted: _quiet,
    e.CounterChanged: _counter,
    e.DoorClosed: _told("event.door_closed", door=Names.thing),
    e.ElementSealed: _sealed,
    e.ConsoleReset: _told("event.console_reset", console=Names.thing),
    e.RespawnMoved: lambda names, event: names.words("event.respawn_moved", spaces=names.joined(event.spaces)),
    e.NeutralAppeared: lambda names, event: names.words(
        "event.appeared", figure=names.figure(event.neutral.ally.id), space=event.neutral.space
    ),
    e.AllyAppeared: lambda names, event: names.words(
        "event.ally_appeared", figure=names.figure(event.ally.id), space=event.ally.space
    ),
    e.FigureLeft: _told("event.figure_left", figure=Names.figure),
    e.FigureMoved: _told("event.figure_moved", figure=Names.figure, space=_raw),
    e.EffectsPicked: _quiet,
    e.TokenRevealed: _revealed,
    e.ZoneRuleSet: _zone_rule,
    e.Gained: _gained,
    e.ResultReached: _result,
    **CAMPAIGN_SENTENCES,
}
