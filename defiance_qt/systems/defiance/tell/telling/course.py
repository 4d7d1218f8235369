"""Sentences about the course of the game: Rounds, walks, arrivals, doors, Containers, Consoles, cards, the Enemy's
turns."""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.tell.names import kind_word
from defiance_qt.systems.defiance.tell.telling.fights import aftermath, attack, reserve
from defiance_qt.systems.defiance.tell.telling.teller import Sentence, Teller, Tone, closed

_BOOKKEEPING = (e.FrameOpened, e.FrameSet, e.FrameClosed, e.StepDone, e.TurnPassed)
_EFFECTS = (
    e.DamageSuffered,
    e.DamageHealed,
    e.StateGained,
    e.StateLost,
    e.AggroChanged,
    e.MiniatureDied,
    e.UnitEliminated,
    e.FellUnconscious,
    e.RemoteDisabled,
    e.Unaffected,
)


def _next(teller: Teller, at: int) -> int:
    """Return the index of the first event from there on that is no bookkeeping."""
    while isinstance(teller.event(at), _BOOKKEEPING):
        at += 1
    return at


# ---- the course of the game ----


def _round(teller: Teller, at: int) -> Sentence:
    event: e.RoundBegan = teller.event(at)
    return Sentence(teller.words("tell.round", round=event.round), at + 1, "chapter")


def _phase(teller: Teller, at: int) -> Sentence | None:
    """Tell the end of a Round; its other phases begin with it."""
    if teller.event(at).phase != "end":
        return None
    return Sentence(teller.words("tell.round_ends", round=teller.events[at].after.round), at + 1, "quiet")


def _set_up(teller: Teller, at: int) -> Sentence:
    return Sentence(teller.words("tell.set_up", mission=teller.names(at).mission()), at + 1, "chapter")


def _places(teller: Teller, at: int) -> Sentence:
    """Tell where the team begins."""
    places, end = [], at
    while isinstance(teller.event(end), (e.CharacterDeployed, *_BOOKKEEPING)):
        event = teller.event(end)
        if isinstance(event, e.CharacterDeployed):
            figure = teller.names(end).figure(event.character)
            places.append(teller.words("tell.place", figure=figure, space=event.space))
        end += 1
    return Sentence(teller.words("tell.places", places=teller.names(at).joined(places)), end)


def _ended(teller: Teller, at: int) -> Sentence | None:
    return teller.exact(at, "gold")


def _waits(teller: Teller, at: int) -> Sentence | None:
    """Tell an Activation that ends as it has begun; the end of any other is not told."""
    before = next((one.event for one in reversed(teller.events[:at]) if not isinstance(one.event, _BOOKKEEPING)), None)
    if not isinstance(before, e.ActivationBegan):
        return None
    return Sentence(teller.words("tell.activated.idle", character=teller.names(at).figure(before.character)), at + 1)


# ---- walks ----


def _walk(teller: Teller, at: int) -> Sentence:
    """Tell a walk of one figure: its end, however many spaces and points it took."""
    event: e.Moved = teller.event(at)
    end, last = at + 1, event
    while True:
        ahead = end
        while isinstance(teller.event(ahead), (*_BOOKKEEPING, e.ActionSpent, e.PointsGained)):
            ahead += 1
        following = teller.event(ahead)
        if not (isinstance(following, e.Moved) and following.figure == event.figure):
            break
        end, last = ahead + 1, following
    figure = teller.names(at).figure(event.figure)
    return Sentence(teller.words("tell.walk", figure=figure, space=last.path[-1]), end)


def _instruction(teller: Teller, at: int) -> Sentence | None:
    """Tell what an Enemy does by an Instruction: its walk, with the doors that it opens on the way, or its Attack."""
    event: e.InstructionChosen = teller.event(at)
    following = _next(teller, at + 1)
    done = teller.event(following)
    doors: list[str] = []
    while isinstance(done, e.DoorOpened) and done.by == event.enemy:
        doors.append(_door(teller, following).text)
        following = _next(teller, following + 1)
        done = teller.event(following)
    if isinstance(done, e.Moved) and done.figure == event.enemy:
        names = teller.names(following)
        key = f"tell.enemy_walk.{event.kind}"
        if event.kind == "acquire" and event.note:
            key = "tell.enemy_walk.closer"
        if not event.target or key not in teller.words:
            key = "tell.walk"
        values = {"figure": names.figure(event.enemy), "target": names.thing(event.target), "space": done.path[-1]}
        return Sentence(" ".join((*doors, teller.words(key, **values))), following + 1, main=at)
    if isinstance(done, e.AttackDeclared) and done.attacker == event.enemy:
        return attack(teller, following)._replace(main=at)
    return None


def _skipped(teller: Teller, at: int) -> Sentence | None:
    """Tell the Instructions that an Enemy skips for one reason as one."""
    event: e.InstructionSkipped = teller.event(at)
    names, kinds, end = teller.names(at), [], at
    while True:
        following = _next(teller, end)
        other = teller.event(following)
        if not isinstance(other, e.InstructionSkipped) or (other.enemy, other.because) != (event.enemy, event.because):
            break
        kinds.append(kind_word(names.words, other.kind))
        end = following + 1
    reason = names.reason(event.because)
    if not reason:
        return teller.exact(at, "quiet")
    values = {"enemy": names.figure(event.enemy), "instructions": names.joined(dict.fromkeys(kinds))}
    return Sentence(closed(teller.words("tell.skipped", **values, reason=reason)), end, "quiet")


# ---- the Enemy ----


def _unit(teller: Teller, at: int) -> Sentence | None:
    """Tell whose turn it is: the Initiative card, and the AI card it reveals."""
    end, unit, card, main = at, teller.event(at).unit, "", -1
    while isinstance(teller.event(end), (e.InitiativeRevealed, e.UnitActivated, e.AiCardRevealed, *_BOOKKEEPING)):
        event = teller.event(end)
        if not isinstance(event, _BOOKKEEPING) and event.unit != unit:
            break
        if isinstance(event, e.UnitActivated):
            main = end
        if isinstance(event, e.AiCardRevealed):
            card = event.card
        end += 1
    if main < 0:
        return teller.exact(at)
    names = teller.names(end - 1)
    key = "tell.unit_acts.card" if card else "tell.unit_acts"
    return Sentence(teller.words(key, unit=names.unit(unit), card=names.card("ai", card)), end, "", main)


def _arrives(teller: Teller, at: int) -> Sentence:
    """Tell a Unit that enters play, with the places of its Miniatures."""
    event: e.UnitDeployed = teller.event(at)
    unit, places, end = event.unit.id, [], at + 1
    while True:
        following = _next(teller, end)
        other = teller.event(following)
        if not isinstance(other, e.EnemyDeployed) or other.enemy.unit != unit:
            break
        if other.enemy.space:
            places.append(other.enemy.space)
        end = following + 1
    names = teller.names(end - 1)
    if event.origin == "surprise":
        target = teller.event(_next(teller, end))
        if isinstance(target, e.SurpriseTargeted):
            values = {"unit": names.unit(unit), "figure": names.figure(target.target)}
            return Sentence(teller.words("tell.surprise", **values), _next(teller, end) + 1, "gold")
        return Sentence(teller.words("tell.surprise.plain", unit=names.unit(unit)), end, "gold")
    if not places:
        return Sentence(teller.words("tell.arrives.hidden", unit=names.unit(unit)), end, "gold")
    text = names.words.count("tell.arrives", len(places), unit=names.unit(unit), places=names.joined(places))
    if at and _pays(teller, at - 1):
        text = f"{text} {reserve(teller, at - 1)}".strip()
    return Sentence(text, end, "gold", at)


def _appears(teller: Teller, at: int) -> Sentence | None:
    return teller.exact(at) if teller.event(at).enemy.space else None


def _alert(teller: Teller, at: int) -> Sentence:
    event: e.AlertChanged = teller.event(at)
    up = event.alert > teller.events[at].before.alert
    return Sentence(teller.words(f"tell.alert.{'up' if up else 'down'}", alert=event.alert), at + 1, "gold")


def _trigger(teller: Teller, at: int) -> Sentence | None:
    """Tell what the mission makes happen, with the alarm it raises."""
    sentence = teller.exact(at)
    if sentence is None:
        return None
    parts, end = [sentence.text], at + 1
    while isinstance(teller.event(end), (e.AlertChanged, e.ReserveChanged, e.FlagSet, *_BOOKKEEPING)):
        event = teller.event(end)
        if _pays(teller, end):
            break
        if isinstance(event, e.AlertChanged):
            parts.append(_alert(teller, end).text)
        elif isinstance(event, e.ReserveChanged):
            parts.append(reserve(teller, end))
        end += 1
    return Sentence(" ".join(part for part in parts if part), end, "gold")


def _pays(teller: Teller, at: int) -> bool:
    """Return whether the event takes from the Reserve what the Unit or Miniature costs that arrives next."""
    event = teller.event(at)
    if not isinstance(event, e.ReserveChanged) or event.amount >= 0:
        return False
    return isinstance(teller.event(_next(teller, at + 1)), e.UnitDeployed | e.EnemyDeployed)


def _reserve(teller: Teller, at: int) -> Sentence | None:
    text = "" if _pays(teller, at) else reserve(teller, at)
    return Sentence(text, at + 1) if text else None


# ---- doors, Containers, Consoles, cards ----


def _door(teller: Teller, at: int) -> Sentence:
    event: e.DoorOpened = teller.event(at)
    names = teller.names(at)
    by_console = any(isinstance(one.event, e.InputCompleted) for one in teller.events[:at])
    if not event.by or by_console:
        return Sentence(teller.words("tell.door", door=names.thing(event.door)), at + 1)
    door, own = names.thing(event.door), teller.words("event.door")
    # A name of its own has no article: "Yard door".
    key = "tell.door.by" if door == own else "tell.door.by.named"
    return Sentence(teller.words(key, door=door, by=names.thing(event.by)), at + 1)


def _container(teller: Teller, at: int) -> Sentence:
    """Tell a search with what it finds."""
    event: e.ContainerEmptied = teller.event(at)
    names, found, end = teller.names(at), [], at + 1
    searching = (e.CardDrawn, e.LootFound, e.CarriedChanged, e.CardDiscarded, e.DeckRebuilt, *_BOOKKEEPING)
    while isinstance(teller.event(end), searching):
        other = teller.event(end)
        if isinstance(other, e.LootFound):
            found.append(names.card("loot", other.card))
        if isinstance(other, e.CarriedChanged) and other.what != "found":
            break
        end += 1
    values = {"character": names.figure(event.by), "container": names.thing(event.container)}
    if not found:
        return Sentence(teller.words("tell.search", **values), end)
    return Sentence(teller.words("tell.search.found", **values, found=names.joined(found)), end)


def _console(teller: Teller, at: int) -> Sentence | None:
    """Tell the work at a Console: what is rolled, then which input gets what."""
    event: e.RollOpened = teller.event(at)
    if event.roll.purpose != "console":
        return None
    given: dict[int, Symbols] = {}
    end, rolled, aggro = at, Symbols(), 0
    console = event.roll.target or event.roll.source
    over = False
    while end < len(teller.events):
        other = teller.event(end)
        if isinstance(other, e.DiceRolled | e.DieRolledAgain):
            rolled = other.symbols
        elif isinstance(other, e.SymbolAssigned):
            console = other.console
            given[other.input] = given.get(other.input, Symbols()) + other.symbol
        elif isinstance(other, e.AggroChanged) and other.amount > 0:
            aggro = other.aggro
        elif isinstance(other, e.InputCompleted) or (over and not isinstance(other, _WORK)):
            break
        over = over or isinstance(other, e.RollClosed)
        end += 1
    names = teller.names(at)
    values = {"character": names.figure(event.roll.actor), "console": names.thing(console)}
    if given:
        parts = [
            teller.words("tell.console.input", symbols=names.symbols(symbols), input=number + 1)
            for number, symbols in sorted(given.items())
        ]
        text = teller.words("tell.console.put", **values, inputs="; ".join(parts))
    else:
        text = teller.words("tell.console", **values, symbols=names.symbols(rolled))
    before = teller.event(at - 1) if at else None
    if isinstance(before, e.FrameOpened) and at > 1:
        before = teller.event(at - 2)
    if isinstance(before, e.AggroChanged) and before.amount > 0:
        aggro = before.aggro
    if aggro:
        text = f"{text} {teller.words('tell.aggro.same', aggro=aggro)}"
    return Sentence(text, end)


_WORK = (e.SymbolAssigned, e.SymbolsDiscarded, e.AggroChanged, e.ActionSpent, e.RollOpened, *_BOOKKEEPING)


def _input(teller: Teller, at: int) -> Sentence:
    """Tell an input that is complete with what it does, which follows."""
    event: e.InputCompleted = teller.event(at)
    names = teller.names(at)
    does = names.known(f"mission.{names.state.mission_id}.input.{event.console}.{event.input + 1}")
    values = {"console": names.thing(event.console), "input": event.input + 1}
    return Sentence(teller.words("tell.input.does" if does else "tell.input", **values, does=does), at + 1)


def _joined(teller: Teller, at: int) -> Sentence:
    return Sentence(
        teller.words("tell.joined", neutral=teller.names(at).figure(teller.event(at).neutral)), at + 1, "gold"
    )


def _card(teller: Teller, at: int) -> Sentence:
    """Tell the Action of a card with its effects."""
    event: e.CardUsed = teller.event(at)
    names = teller.names(at)
    values = {
        "character": names.figure(event.character),
        "card": names.item(event.card),
        "action": names.part(event.card, event.action) or names.item(event.card),
        "target": names.thing(event.target) if event.target else "",
    }
    key = "tell.card.own" if event.card == event.character else "tell.card"
    if event.target not in ("", event.character):
        key = f"{key}.target"
    return _with_effects(teller, teller.words(key, **values), at, event.target or event.character)


def _rested(teller: Teller, at: int) -> Sentence:
    character = teller.event(at).character
    text = teller.words("tell.rested", character=teller.names(at).figure(character))
    return _with_effects(teller, text, at, character)


def _with_effects(teller: Teller, text: str, at: int, subject: str) -> Sentence:
    """Return a sentence with what follows from it; `subject` is the figure it names last."""
    end = _next(teller, at + 1)
    while isinstance(teller.event(end), e.CarriedChanged):
        end = _next(teller, end + 1)
    tone: Tone = ""
    if isinstance(teller.event(end), _EFFECTS):
        effects = aftermath(teller, end, subject)
        text, end, tone = f"{text} {effects.text}".strip(), effects.end, effects.tone
    else:
        end = at + 1
    return Sentence(text, end, tone)


def _given(teller: Teller, at: int) -> Sentence | None:
    """Tell an item that goes from hand to hand as one."""
    given: e.CarriedChanged = teller.event(at)
    following = _next(teller, at + 1)
    received = teller.event(following)
    if given.what != "given" or not isinstance(received, e.CarriedChanged) or received.what != "received":
        return teller.exact(at)
    names = teller.names(at)
    values = {"giver": names.figure(given.character), "receiver": names.figure(received.character)}
    return Sentence(teller.words("tell.given", **values, item=names.item(given.item)), following + 1)


COURSE: dict[type, Callable[[Teller, int], Sentence | None]] = {
    e.MissionSetUp: _set_up,
    e.CharacterDeployed: _places,
    e.ActivationEnded: _waits,
    e.RoundBegan: _round,
    e.PhaseBegan: _phase,
    e.GameEnded: _ended,
    e.HighFaceSet: _ended,
    e.Moved: _walk,
    e.InstructionChosen: _instruction,
    e.InstructionSkipped: _skipped,
    e.InitiativeRevealed: _unit,
    e.UnitActivated: _unit,
    e.UnitDeployed: _arrives,
    e.EnemyDeployed: _appears,
    e.AlertChanged: _alert,
    e.TriggerFired: _trigger,
    e.FlagSet: _trigger,
    e.ReserveChanged: _reserve,
    e.DoorOpened: _door,
    e.ContainerEmptied: _container,
    e.RollOpened: _console,
    e.InputCompleted: _input,
    e.AllyJoined: _joined,
    e.CardUsed: _card,
    e.Rested: _rested,
    e.CarriedChanged: _given,
}
