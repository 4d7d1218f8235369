"""Reasons for events, in words: `explain` returns the lines for one event of any type.

The cited rules are not included: the rule index has them by id. The lines give the inputs of an event. These are the
source of each die, the symbols before and after, the parts of a number, and the candidates of an Enemy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Activation, Roll
from defiance_qt.systems.defiance.engine.rules.decks import options
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, State
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.enemy_reasons import ENEMY_REASONS
from defiance_qt.systems.defiance.tell.enemy_turn import explain_activation
from defiance_qt.systems.defiance.tell.reinforcement_reasons import REINFORCEMENT_REASONS, paid
from defiance_qt.systems.defiance.tell.roll_reasons import ROLL_REASONS, counted, damage_from
from defiance_qt.systems.defiance.tell.scene import Scene, changed

__all__ = ["explain", "explain_activation", "explain_changes"]

Lines = Iterator[str]


def explain(event: e.Event, before: State, after: State, words: Words, rules: Rules) -> tuple[str, ...]:
    """Return the lines that explain an event, beginning with the event itself; () for bookkeeping."""
    scene = Scene(rules, before, after, words)
    sentence = narrate(event, after, words, scene.wounds_in)
    teller = REASONS.get(type(event))
    lines = (sentence, *(teller(scene, event) if teller is not None else ()))
    return tuple(dict.fromkeys(line for line in lines if line))


def explain_changes(event: e.Event, before: State, after: State, words: Words, rules: Rules) -> tuple[str, ...]:
    """Return the lines that explain a number or symbols that house rules have changed; () if none has."""
    scene = Scene(rules, before, after, words)
    if isinstance(event, e.DiceRolled | e.DieRolledAgain):
        return tuple(counted(scene, event))
    return tuple(REASONS[type(event)](scene, event)) if getattr(event, "changes", ()) else ()


# ---- the course of the game ----


def _phase(scene: Scene, event: e.PhaseBegan) -> Lines:
    if event.phase == "activations":
        yield scene.words(f"why.begins.{event.turn}", alert=scene.before.alert)


def _turn(scene: Scene, event: e.TurnPassed) -> Lines:
    if event.block:
        yield scene.words("why.turn.partner", figure=scene.figure(event.block))
    else:
        yield scene.words(f"why.turn.{event.turn}")


def _decided(scene: Scene, event: e.MissionDecided | e.GameEnded) -> Lines:
    mission = scene.before.mission_id
    reason = scene.names.known(f"mission.{mission}.end.{event.because}") or scene.names.reason(event.because, "end")
    if reason and isinstance(event, e.MissionDecided):
        yield scene.words("why.because", reason=reason)


def _activation(scene: Scene, event: e.ActivationBegan) -> Lines:
    """Yield the lines on States that leave fewer Actions than two."""
    for id in scene.before.team[event.character].states:
        card = scene.rules.catalog.states.get(id)
        if card is not None and card.actions:
            yield scene.words("why.actions", state=scene.names.condition(id), change=scene.names.change(card.actions))


def _spent(scene: Scene, event: e.ActionSpent) -> Lines:
    yield from changed(scene, event.changes)
    frame: Activation | None = scene.names_of(scene.after).frame(Activation)
    if not event.cost:
        if "R-049" not in event.rules:
            return
        yield scene.words("why.action.free", character=scene.figure(event.character))
    elif frame is not None:
        yield scene.words.count("why.action.left", frame.actions, character=scene.figure(event.character))


def _points(scene: Scene, event: e.PointsGained) -> Lines:
    one = scene.before.team[event.character]
    values = {"character": scene.figure(one.id), "speed": event.points}
    if event.points == one.speed:
        yield scene.words("why.speed", **values)
    else:
        yield scene.words("why.speed.changed", **values, printed=one.speed)
    yield from changed(scene, event.changes)


def _attributes(scene: Scene, event: e.MissionSetUp | e.UnitDeployed) -> Lines:
    """Yield what house rules have changed in the attributes of those who come into play."""
    for one in event.changes:
        yield scene.words(
            "why.attribute",
            figure=scene.names.thing(one.figure),
            attribute=scene.words(f"event.field.{one.attribute}"),
            change=scene.names.change(one.change.amount),
            source=scene.names.source(one.change.source),
        )


PRICES = {"R-057": "why.price.enemy", "R-217": "why.price.side", "R-219": "why.price.obstructed"}


def _moved(scene: Scene, event: e.Moved) -> Lines:
    """Yield what made a step costly, and the points left; for an Enemy, how much of its Speed the path took."""
    enemy = scene.before.enemies.get(event.figure)
    if enemy is not None:
        speed = scene.before.units[enemy.unit].profile.speed
        yield scene.words("why.way", cost=event.cost, speed=speed, way=" → ".join((event.start, *event.path)))
        return
    for rule in event.rules:
        if event.cost > 1 and rule in PRICES:
            yield scene.words(PRICES[rule], space=event.path[-1])
    frame = scene.after.agenda[-1] if scene.after.agenda else None
    if isinstance(frame, Activation) and frame.character == event.figure:
        yield scene.words.count("why.points_left", frame.points)


# ---- figures ----


def _damage(scene: Scene, event: e.DamageSuffered) -> Lines:
    """Yield the parts of the Damage, its source, and the part that is discarded."""
    roll = next((frame for frame in reversed(scene.before.agenda) if isinstance(frame, Roll)), None)
    sides = {"enemy": roll.team, "team": roll.enemy} if roll is not None and event.rules[:1] == ("R-094",) else {}
    own = next((by for by, rival in sides.items() if rival is not None and rival.figure == event.figure), "")
    if own:
        yield from damage_from(scene, own)
    elif event.source:
        yield scene.words("why.source", source=scene.names.source(event.source))
    yield from changed(scene, event.changes)
    figure = scene.before.team.get(event.figure) or scene.before.enemies.get(event.figure)
    if figure is not None:
        surplus = figure.damage + event.amount - min(event.damage, scene.wounds(event.figure))
        if surplus > 0:
            yield scene.words.count("why.surplus", surplus)


def _healed(scene: Scene, event: e.DamageHealed) -> Lines:
    yield from _source(scene, event)


def _source(scene: Scene, event: e.DamageHealed | e.StateGained) -> Lines:
    if event.source and event.source != event.figure and (name := _named(scene, event.source)):
        yield scene.words("why.source", source=name)


def _named(scene: Scene, source: str) -> str:
    """Return the name of a figure or card that is a source, "" for other sources ("rest")."""
    if source in scene.before.team or source in scene.before.enemies or "." in source:
        return scene.names.source(source)
    return scene.names.known(f"equipment.{source}.name")


def _state(scene: Scene, event: e.StateGained) -> Lines:
    yield from _source(scene, event)
    if text := scene.names.known(f"state.{event.state}.text"):
        yield scene.words("why.card", card=scene.names.condition(event.state), text=text)


def _fell(scene: Scene, event: e.FellUnconscious | e.RemoteDisabled) -> Lines:
    one = scene.before.team[event.character]
    yield scene.words("why.damage_of_wounds", damage=one.damage, wounds=scene.wounds(one.id))
    lost = [scene.names.condition(id) for id in one.states if id != UNCONSCIOUS]
    if lost:
        yield scene.words("why.lost_states", states=scene.names.joined(lost))
    if one.aggro:
        yield scene.words("why.lost_aggro", aggro=one.aggro)


def _aggro(scene: Scene, event: e.AggroChanged) -> Lines:
    one = scene.before.team[event.character]
    yield scene.words("why.aggro", was=one.aggro, now=event.aggro)
    yield from changed(scene, event.changes)
    most = scene.rules.loadout(one).max_aggro
    if most is not None:
        yield scene.words("why.max_aggro", most=most)


# ---- cards, Consoles ----


def _drawn(scene: Scene, event: e.CardDrawn) -> Lines:
    yield scene.words.count("why.drawn", len(options(scene.before, event.deck)))


def _consequence(scene: Scene, event: e.ConsequenceSuffered) -> Lines:
    if event.face_up and (text := scene.names.known(f"consequence.{event.card}.text")):
        yield scene.words("why.card", card=scene.names.card("consequence", event.card), text=text)
    was, one = scene.wounds(event.character), scene.after.team[event.character]
    now = scene.rules.loadout(one).wounds
    if was != now:
        yield scene.words("why.wounds", was=was, now=now)


def _used(scene: Scene, event: e.CardUsed) -> Lines:
    if event.use in ("tap", "flip", "discard"):
        yield scene.words(f"why.used.{event.use}", card=scene.names.item(event.card))


def _assigned(scene: Scene, event: e.SymbolAssigned) -> Lines:
    """Yield the symbols assigned to the input and those it lists."""
    console = scene.after.consoles[event.console]
    listed = Symbols.parse(console.inputs[event.input].symbols)
    held = console.assigned[event.input]
    yield scene.words("why.input", input=event.input + 1, held=scene.symbols(held), listed=scene.symbols(listed))


def _emptied(scene: Scene, event: e.ContainerEmptied) -> Lines:
    yield scene.words.count("why.container", scene.before.containers[event.container].loot)


# ---- Reinforcements and Alert ----


def _reserve(scene: Scene, event: e.ReserveChanged) -> Lines:
    yield from paid(scene, event)
    yield scene.words("why.was_is", was=scene.before.reserve, now=event.reserve)
    yield from changed(scene, event.changes)
    if name := _named(scene, event.because):
        yield scene.words("why.source", source=name)


def _alert(scene: Scene, event: e.AlertChanged) -> Lines:
    yield scene.words("why.was_is", was=scene.before.alert, now=event.alert)
    yield from changed(scene, event.changes)
    if name := _named(scene, event.because):
        yield scene.words("why.source", source=name)


def _changes(scene: Scene, event: e.IntelGained | e.CardBought | e.CardSold) -> Lines:
    yield from changed(scene, event.changes)


REASONS: dict[type, Callable[[Scene, Any], Lines]] = {
    **ROLL_REASONS,
    **ENEMY_REASONS,
    **REINFORCEMENT_REASONS,
    e.MissionSetUp: _attributes,
    e.UnitDeployed: _attributes,
    e.PhaseBegan: _phase,
    e.TurnPassed: _turn,
    e.MissionDecided: _decided,
    e.ActivationBegan: _activation,
    e.ActionSpent: _spent,
    e.PointsGained: _points,
    e.Moved: _moved,
    e.DamageSuffered: _damage,
    e.DamageHealed: _healed,
    e.StateGained: _state,
    e.FellUnconscious: _fell,
    e.RemoteDisabled: _fell,
    e.AggroChanged: _aggro,
    e.CardDrawn: _drawn,
    e.ConsequenceSuffered: _consequence,
    e.CardUsed: _used,
    e.SymbolAssigned: _assigned,
    e.ContainerEmptied: _emptied,
    e.ReserveChanged: _reserve,
    e.AlertChanged: _alert,
    e.IntelGained: _changes,
    e.CardBought: _changes,
    e.CardSold: _changes,
}
